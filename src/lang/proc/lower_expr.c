// lower_expr.c -- expressions as terms.
//
// `&&`, `||`, `->` and `if` look at their right side only where it matters,
// so what goes wrong there counts only under that condition: step->when.

#include "lang/proc/lower.h"

// Only the first thing that goes wrong counts: what is computed after it has no meaning.
void proc_fails(proc_lowering *l, proc_fault fault, sv_blame blame) {
  sv_term *all = &l->step->bad[fault], before = proc_good(l, l->step);
  blame.when = sv_and(l->terms, sv_and(l->terms, l->step->when, before), blame.when);
  *all = sv_or(l->terms, *all, blame.when);
  sv_blame_add(l->arena, &l->step->blames, fault, blame);
}

sv_blame proc_out_of(proc_lowering *l, sv_term value, const char *what, int64_t lo, int64_t hi,
                     sv_span span) {
  sv_term below = sv_app2(l->terms, SV_OP_LT, value, sv_int_const(l->terms, lo));
  sv_term above = sv_app2(l->terms, SV_OP_LT, sv_int_const(l->terms, hi), value);
  const char *must = sv_arena_printf(l->arena, "%lld to %lld", (long long)lo, (long long)hi);
  return (sv_blame){sv_or(l->terms, below, above), value, what, must, span};
}

static sv_term number(proc_lowering *l, int64_t n) { return sv_int_const(l->terms, n); }

static sv_term apply(proc_lowering *l, sv_op op, sv_term a, sv_term b) {
  return sv_app2(l->terms, op, a, b);
}

// --- places

static const char *index_text(proc_lowering *l, const proc_decl *d, const proc_expr *e) {
  return sv_arena_printf(l->arena, "index %s of %s", proc_text_of(l, e->span),
                         sv_names_get(l->model->names, d->name));
}

static void check_index(proc_lowering *l, const proc_decl *d, sv_term index, const proc_expr *e,
                        uint32_t length) {
  int64_t lo, hi;
  if (proc_bounds(l->terms, index, &lo, &hi) && lo >= 0 && hi < length) return;
  const char *what = index_text(l, d, e);
  proc_fails(l, PROC_FAULT_INDEX, proc_out_of(l, index, what, 0, (int64_t)length - 1, e->span));
}

sv_term proc_place_term(proc_lowering *l, const proc_decl *d, sv_term base, proc_expr **index,
                        uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_term at = proc_term(l, index[i]);
    check_index(l, d, at, index[i], d->length[i]);
    base = apply(l, SV_OP_SELECT, base, at);
  }
  return base;
}

sv_term proc_queue_term(proc_lowering *l, const proc_expr *e) {
  sv_term index = SV_NONE;
  if (e->n) {
    index = proc_term(l, e->arg[0]);
    check_index(l, e->decl, index, e->arg[0], e->decl->length[0]);
  }
  return sv_queue(l->terms, e->decl->variable[0], 0, index);
}

sv_term proc_lock_term(proc_lowering *l, const proc_expr *e) {
  sv_term base = sv_model_var(l->model, e->decl->variable[0], 0);
  return proc_place_term(l, e->decl, base, e->arg, e->n);
}

static sv_term name_term(proc_lowering *l, const proc_expr *e) {
  proc_decl *d = e->decl;
  switch (d->kind) {
  case PROC_D_CONST:
  case PROC_D_PARAM:
    if (d->type.kind == PROC_BOOL) return sv_bool_const(d->number != 0);
    if (d->type.kind == PROC_INT) return number(l, d->number);
    return sv_const(l->terms, proc_sort(l, &d->type), sv_small(d->number));
  case PROC_D_MEMBER: return sv_const(l->terms, proc_sort(l, &d->type), sv_small(d->number));
  case PROC_D_INDEX: return d->term;
  default: return proc_place_term(l, d, proc_variable(l, d), e->arg, e->n);
  }
}

// --- calls of functions that are expressions

static sv_term call_term(proc_lowering *l, const proc_expr *e) {
  proc_decl *f = e->decl;
  sv_term *value = SV_ARENA_ARRAY(l->arena, sv_term, e->n + 1);
  sv_sort sort = proc_sort(l, &f->type);
  if (!proc_spend(l, e->span)) return sv_const(l->terms, sort, sv_sort_default(l->terms, sort));
  for (uint32_t i = 0; i < e->n; i++)
    value[i] = proc_stored_value(l, &f->parameter[i]->type, e->arg[i]);
  for (uint32_t i = 0; i < e->n; i++) f->parameter[i]->term = value[i];
  return proc_stored_value(l, &f->type, f->value[0]);
}

// --- questions

static sv_term question_term(proc_lowering *l, const proc_expr *e) {
  bool lock = e->op == PROC_E_HELD || e->op == PROC_E_MINE;
  sv_term of = lock ? proc_lock_term(l, e->arg[0]) : proc_queue_term(l, e->arg[0]);
  switch (e->op) {
  case PROC_E_LEN: return sv_app1(l->terms, SV_OP_QLEN, of);
  case PROC_E_FULL: return sv_app1(l->terms, SV_OP_QFULL, of);
  case PROC_E_EMPTY: return sv_eq(l->terms, sv_app1(l->terms, SV_OP_QLEN, of), number(l, 0));
  case PROC_E_HELD: return sv_not(sv_eq(l->terms, of, number(l, 0)));
  default: break;
  }
  if (l->process) return sv_eq(l->terms, of, number(l, l->number));
  sv_diag(l->diags, SV_ERROR, e->span, "a property is no process: it holds no locks");
  return SV_FALSE;
}

// --- operators

// The value under the condition that `test` holds.
static sv_term under(proc_lowering *l, sv_term test, const proc_expr *e) {
  sv_term when = l->step->when;
  l->step->when = sv_and(l->terms, when, test);
  sv_term t = proc_term(l, e);
  l->step->when = when;
  return t;
}

static sv_term logic_term(proc_lowering *l, const proc_expr *e) {
  sv_term a = proc_term(l, e->arg[0]);
  sv_term b = under(l, e->op == PROC_E_OR ? sv_not(a) : a, e->arg[1]);
  if (e->op == PROC_E_AND) return sv_and(l->terms, a, b);
  return e->op == PROC_E_OR ? sv_or(l->terms, a, b) : sv_implies(l->terms, a, b);
}

static sv_term if_term(proc_lowering *l, const proc_expr *e) {
  sv_term test = proc_term(l, e->arg[0]);
  sv_term a = under(l, test, e->arg[1]), b = under(l, sv_not(test), e->arg[2]);
  return sv_ite(l->terms, test, a, b);
}

static const char *divisor_text(proc_lowering *l, const proc_expr *e) {
  return sv_arena_printf(l->arena, "the divisor of %s", proc_text_of(l, e->span));
}

static sv_term division_term(proc_lowering *l, const proc_expr *e) {
  sv_term a = proc_term(l, e->arg[0]), b = proc_term(l, e->arg[1]);
  int64_t lo, hi;
  if (!proc_bounds(l->terms, b, &lo, &hi) || (lo <= 0 && hi >= 0))
    proc_fails(
        l, PROC_FAULT_DIVISION,
        (sv_blame){sv_eq(l->terms, b, number(l, 0)), b, divisor_text(l, e), NULL, e->arg[1]->span});
  return apply(l, e->op == PROC_E_DIV ? SV_OP_DIV : SV_OP_MOD, a, b);
}

static sv_term binary_term(proc_lowering *l, const proc_expr *e) {
  sv_term a = proc_term(l, e->arg[0]), b = proc_term(l, e->arg[1]);
  switch (e->op) {
  case PROC_E_EQ: return sv_eq(l->terms, a, b);
  case PROC_E_NE: return sv_not(sv_eq(l->terms, a, b));
  case PROC_E_LT: return apply(l, SV_OP_LT, a, b);
  case PROC_E_LE: return apply(l, SV_OP_LE, a, b);
  case PROC_E_GT: return apply(l, SV_OP_LT, b, a);
  case PROC_E_GE: return apply(l, SV_OP_LE, b, a);
  case PROC_E_ADD: return apply(l, SV_OP_ADD, a, b);
  case PROC_E_SUB: return apply(l, SV_OP_SUB, a, b);
  case PROC_E_MUL: return apply(l, SV_OP_MUL, a, b);
  default: SV_UNREACHABLE();
  }
}

static sv_term misplaced(proc_lowering *l, const proc_expr *e) {
  sv_diag(l->diags, SV_ERROR, e->span,
          "a temporal operator cannot stand inside of this expression");
  sv_diag_hint(l->diags, "only below `!`, `&&`, `||`, `->`, `forall`, `exists` and others");
  return SV_FALSE;
}

sv_term proc_term(proc_lowering *l, const proc_expr *e) {
  switch (e->op) {
  case PROC_E_NUMBER: return number(l, e->number);
  case PROC_E_TRUE: return SV_TRUE;
  case PROC_E_FALSE: return SV_FALSE;
  case PROC_E_NAME: return name_term(l, e);
  case PROC_E_CALL: return call_term(l, e);
  case PROC_E_LOCAL: return proc_local_term(l, e);
  case PROC_E_AT: return proc_at_term(l, e);
  case PROC_E_LEN:
  case PROC_E_FULL:
  case PROC_E_EMPTY:
  case PROC_E_HELD:
  case PROC_E_MINE: return question_term(l, e);
  case PROC_E_NOT: return sv_not(proc_term(l, e->arg[0]));
  case PROC_E_NEG: return sv_app1(l->terms, SV_OP_NEG, proc_term(l, e->arg[0]));
  case PROC_E_AND:
  case PROC_E_OR:
  case PROC_E_IMPLIES: return logic_term(l, e);
  case PROC_E_DIV:
  case PROC_E_MOD: return division_term(l, e);
  case PROC_E_IF: return if_term(l, e);
  case PROC_E_FORALL:
  case PROC_E_EXISTS:
  case PROC_E_COUNT:
  case PROC_E_SUM: return proc_quantifier(l, e);
  case PROC_E_TEMPORAL: return misplaced(l, e);
  default: return binary_term(l, e);
  }
}
