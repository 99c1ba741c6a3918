// lower_expr.c -- expressions become terms; every `*` a choice input of its own.

#include "lang/boolprog/lower.h"

typedef struct {
  const bp_here *here;
  bp_action *action;
  bool per_other;
} scope;

static sv_terms *terms(const scope *s) { return s->here->l->model->terms; }

static sv_term fresh_choice(const scope *s) {
  sv_model *m = s->here->l->model;
  uint32_t k = s->action->choices.n;
  sv_sort sort = sv_sort_bool(m->terms);
  sv_name name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "c%u", k + 1));
  sv_push(s->action->choices, (sv_choice_input){name, sort, s->per_other});
  return sv_choice(m->terms, sort, k);
}

static sv_term lower(const scope *, const bp_expr *);

static sv_term lower_var(const scope *s, const bp_expr *e) {
  bp_lowering *l = s->here->l;
  uint32_t role = e->passive ? SV_ROLE_OTHER : SV_ROLE_SELF;
  uint32_t variable = bp_variable(l, s->here->context, e->var);
  if (!e->primed) return sv_model_var(l->model, variable, role);
  return sv_next(l->model->terms, sv_sort_bool(l->model->terms), variable, role);
}

static sv_term lower_many(const scope *s, const bp_expr *e) {
  sv_terms *T = terms(s);
  SV_VEC(sv_term) args = {0};
  for (uint32_t i = 0; i < e->n; i++) {
    sv_term t = lower(s, e->arg[i]);
    sv_push(args, t);
  }
  sv_term all = e->op == BP_AND ? sv_and_all(T, args.at, args.n) : sv_or_all(T, args.at, args.n);
  sv_vec_free(args);
  return all;
}

static sv_term lower_xor(const scope *s, const bp_expr *e) {
  sv_term t = lower(s, e->arg[0]);
  for (uint32_t i = 1; i < e->n; i++) t = sv_not(sv_eq(terms(s), t, lower(s, e->arg[i])));
  return t;
}

// True if a; else false if b; else either.
static sv_term lower_schoose(const scope *s, const bp_expr *e) {
  sv_term a = lower(s, e->arg[0]), b = lower(s, e->arg[1]);
  if (sv_same(a, SV_TRUE)) return SV_TRUE;
  if (sv_same(b, SV_TRUE)) return a;
  return sv_or(terms(s), a, sv_and(terms(s), sv_not(b), fresh_choice(s)));
}

static sv_term lower_two(const scope *s, const bp_expr *e) {
  sv_term a = lower(s, e->arg[0]), b = lower(s, e->arg[1]);
  if (e->op == BP_IMPLIES) return sv_implies(terms(s), a, b);
  sv_term same = sv_eq(terms(s), a, b);
  return e->op == BP_EQ ? same : sv_not(same);
}

static sv_term lower_ite(const scope *s, const bp_expr *e) {
  sv_term c = lower(s, e->arg[0]), a = lower(s, e->arg[1]), b = lower(s, e->arg[2]);
  return sv_ite(terms(s), c, a, b);
}

static sv_term lower(const scope *s, const bp_expr *e) {
  switch (e->op) {
  case BP_CONST: return sv_bool_const(e->value);
  case BP_VAR: return lower_var(s, e);
  case BP_CHOICE: return fresh_choice(s);
  case BP_NOT: return sv_not(lower(s, e->arg[0]));
  case BP_AND:
  case BP_OR: return lower_many(s, e);
  case BP_XOR: return lower_xor(s, e);
  case BP_EQ:
  case BP_NE:
  case BP_IMPLIES: return lower_two(s, e);
  case BP_ITE: return lower_ite(s, e);
  case BP_SCHOOSE: return lower_schoose(s, e);
  case BP_TEMPORAL: break;  // has no value in a state: lower_goal.c
  }
  SV_UNREACHABLE();
}

sv_term bp_lower_expr(const bp_here *h, bp_action *a, const bp_expr *e, bool per_other) {
  scope s = {h, a, per_other};
  return lower(&s, e);
}

bool bp_mentions_other(const bp_expr *e) {
  if (e->op == BP_VAR && e->passive) return true;
  for (uint32_t i = 0; i < e->n; i++)
    if (bp_mentions_other(e->arg[i])) return true;
  return false;
}

// ---- Conditions: choices are quantified away ------------------------------------------

typedef struct {
  uint32_t first, values;
} assignment;  // choice first + i is bit i

static sv_term replace_choice(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  const assignment *a = context;
  SV_UNUSED(T), SV_UNUSED(index);
  if (n->op != SV_OP_CHOICE || n->id < a->first) return SV_NONE;
  return sv_bool_const(a->values >> (n->id - a->first) & 1);
}

static sv_term some_choice(sv_terms *T, sv_term e, uint32_t first, uint32_t n) {
  sv_term any = SV_FALSE;
  for (uint32_t values = 0; values < 1u << n; values++) {
    assignment a = {first, values};
    any = sv_or(T, any, sv_substitute(T, e, replace_choice, &a));
  }
  return any;
}

sv_term bp_lower_condition(const bp_here *h, bp_action *a, const bp_expr *e, bool want) {
  enum { MOST = 6 };
  sv_terms *T = h->l->model->terms;
  uint32_t first = a->choices.n;
  sv_term t = bp_lower_expr(h, a, e, false);
  if (!want) t = sv_not(t);
  uint32_t n = a->choices.n - first;
  if (!n) return t;
  if (n <= MOST) {
    a->choices.n = first;
    return some_choice(T, t, first, n);
  }
  a->action.constraint = sv_and(T, a->action.constraint, t);
  return SV_TRUE;
}
