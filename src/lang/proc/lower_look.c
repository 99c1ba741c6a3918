// lower_look.c -- looking into processes, and quantifiers, which are spelled out.

#include "lang/proc/lower.h"

static bool as_number(proc_lowering *l, sv_term t, int64_t *out) {
  sv_value v;
  return sv_is_const(l->terms, t, &v) && sv_number_to_i64(sv_terms_numbers(l->terms), v, out);
}

// --- p[i].x and p[i]@label

static sv_term local_of(proc_lowering *l, const proc_expr *e, uint32_t instance) {
  uint32_t variable = e->local->variable[instance];
  sv_term base = sv_remote(l->terms, l->model->variables.at[variable].sort, variable,
                           sv_int_const(l->terms, 0));
  return proc_place_term(l, e->local, base, e->arg + e->own_args, e->n - e->own_args);
}

static sv_term at_of(proc_lowering *l, const proc_expr *e, uint32_t instance) {
  uint32_t t = e->decl->process + instance, end = 1;
  uint32_t pc = l->model->templates.at[t].pc;
  uint32_t location = e->label ? e->label->location[instance] : end;
  sv_sort sort = sv_sort_loc(l->terms, t);
  sv_term where = sv_remote(l->terms, sort, pc, sv_int_const(l->terms, 0));
  return sv_eq(l->terms, where, sv_const(l->terms, sort, sv_small(location)));
}

typedef sv_term look_fn(proc_lowering *, const proc_expr *, uint32_t instance);

// The index is a constant most of the time; else all instances are tried.
static sv_term look(proc_lowering *l, const proc_expr *e, look_fn *of) {
  const proc_decl *p = e->decl;
  int64_t n;
  if (!e->own_args) return of(l, e, 0);
  sv_term index = proc_term(l, e->arg[0]);
  if (as_number(l, index, &n) && n >= p->lo && n < p->lo + p->instances)
    return of(l, e, (uint32_t)(n - p->lo));
  const char *what = sv_arena_printf(l->arena, "index %s of %s", proc_text_of(l, e->arg[0]->span),
                                     sv_names_get(l->model->names, p->name));
  proc_fails(l, PROC_FAULT_INDEX,
             proc_out_of(l, index, what, p->lo, p->lo + p->instances - 1, e->arg[0]->span));
  sv_term t = of(l, e, p->instances - 1);
  for (uint32_t i = p->instances - 1; i--;)
    t = sv_ite(l->terms, sv_eq(l->terms, index, sv_int_const(l->terms, p->lo + i)), of(l, e, i), t);
  return t;
}

sv_term proc_local_term(proc_lowering *l, const proc_expr *e) { return look(l, e, local_of); }
sv_term proc_at_term(proc_lowering *l, const proc_expr *e) { return look(l, e, at_of); }

// --- quantifiers

bool proc_spend(proc_lowering *l, sv_span span) {
  if (++l->spent == PROC_MOST_SPENT)
    sv_diag(l->diags, SV_UNSUPPORTED, span,
            "with functions inlined and quantifiers spelled out this program is too large");
  return l->spent < PROC_MOST_SPENT;
}

static sv_term joined(proc_lowering *l, proc_op op, sv_term so_far, sv_term t) {
  sv_terms *T = l->terms;
  switch (op) {
  case PROC_E_FORALL: return sv_and(T, so_far, t);
  case PROC_E_EXISTS: return sv_or(T, so_far, t);
  case PROC_E_COUNT: t = sv_ite(T, t, sv_int_const(T, 1), sv_int_const(T, 0)); break;
  default: break;
  }
  return sv_app2(T, SV_OP_ADD, so_far, t);
}

bool proc_quantifier_range(proc_lowering *l, const proc_expr *e, int64_t *low, int64_t *high) {
  *low = 0, *high = -1;
  bool known =
      as_number(l, proc_term(l, e->arg[0]), low) && as_number(l, proc_term(l, e->arg[1]), high);
  if (known && *high - *low < PROC_TERMS_MAX) return true;
  sv_diag(l->diags, SV_ERROR, e->span, "this range has more than %d values", PROC_TERMS_MAX);
  return false;
}

sv_term proc_quantifier(proc_lowering *l, const proc_expr *e) {
  int64_t low, high;
  sv_term all = e->op == PROC_E_FORALL   ? SV_TRUE
                : e->op == PROC_E_EXISTS ? SV_FALSE
                                         : sv_int_const(l->terms, 0);
  if (!proc_quantifier_range(l, e, &low, &high)) return all;
  sv_term outer = e->decl->term;
  for (int64_t i = low; i <= high && proc_spend(l, e->span); i++) {
    e->decl->term = sv_int_const(l->terms, i);
    all = joined(l, e->op, all, proc_term(l, e->arg[2]));
  }
  e->decl->term = outer;
  return all;
}
