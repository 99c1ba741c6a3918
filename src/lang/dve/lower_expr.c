// lower_expr.c -- expressions as terms.
//
// Everything is computed in 32 bits with sign, as the C++ code of DiVinE does;
// a comparison or a connective is a truth value and becomes a number only
// where one is asked for. What is an error (an index out of range, division by
// zero) is collected as a condition, together with when the expression is
// looked at: the right side of `and`, `or` and `imply` only if the left one
// does not decide.

#include "lang/dve/lower.h"

sv_sort dve_sort_of(const dve_lowering *l, dve_type type) {
  return type == DVE_BYTE ? sv_sort_bv(l->terms, 8, false) : sv_sort_bv(l->terms, 16, true);
}

sv_term dve_stored(const dve_lowering *l, dve_type type, int32_t value) {
  return sv_const(l->terms, dve_sort_of(l, type), sv_small(value));
}

sv_term dve_in_type(const dve_lowering *l, dve_type type, sv_term number) {
  return sv_cast(l->terms, dve_sort_of(l, type), number);
}

static sv_term constant(const dve_lowering *l, int32_t n) {
  return sv_const(l->terms, l->number, sv_small(n));
}

static sv_term number_of_truth(const dve_lowering *l, sv_term t) {
  return sv_ite(l->terms, t, constant(l, 1), constant(l, 0));
}

// --- variables

static sv_term constant_variable(const dve_lowering *l, const dve_var *v) {
  if (!v->is_array) return dve_stored(l, v->type, v->value[0]);
  sv_term *cells = SV_NEW_ARRAY(sv_term, v->size);
  for (uint32_t i = 0; i < v->size; i++) cells[i] = dve_stored(l, v->type, v->value[i]);
  sv_term array = sv_array(l->terms, cells, v->size);
  sv_free(cells);
  return array;
}

static sv_term nothing_of_property(const dve_lowering *l, sv_span span, sv_sort sort) {
  sv_diag(l->diags, SV_UNSUPPORTED, span, "the property process is not a part of the model");
  return sv_const(l->terms, sort, sv_small(0));
}

// Partners are named by their role, all others by the only instance.
sv_term dve_old(const dve_step *s, const dve_var *v) {
  const dve_lowering *l = s->l;
  if (v->is_const) return constant_variable(l, v);
  if (!v->proc) return sv_model_var(l->model, v->number, SV_ROLE_SELF);
  for (uint32_t r = 0; r < s->actors; r++)
    if (s->actor[r] == v->proc) return sv_model_var(l->model, v->number, r);
  return sv_remote(l->terms, l->model->variables.at[v->number].sort, v->number,
                   sv_int_const(l->terms, 0));
}

sv_term dve_present(const dve_step *s, const dve_var *v) {
  for (uint32_t i = 0; i < s->changed.n; i++)
    if (s->changed.at[i].var == v) return s->changed.at[i].now;
  return dve_old(s, v);
}

void dve_need(dve_step *s, dve_fault kind, sv_term ok, sv_blame blame) {
  sv_terms *T = s->l->terms;
  sv_term first = sv_and(T, sv_and(T, s->when, s->ok), sv_not(ok));
  blame.when = first;
  sv_blame_add(s->l->arena, &s->blames, kind, blame);
  s->fails[kind] = sv_or(T, s->fails[kind], first);
  s->ok = sv_and(T, s->ok, sv_implies(T, s->when, ok));
}

sv_term dve_index(dve_step *s, const dve_expr *variable) {
  sv_terms *T = s->l->terms;
  const dve_var *v = variable->var;
  if (!v->is_array) return SV_NONE;
  if (!variable->n) return constant(s->l, 0);
  sv_term index = dve_number(s, variable->arg[0]);
  sv_term low = sv_app2(T, SV_OP_LE, constant(s->l, 0), index);
  sv_term high = sv_app2(T, SV_OP_LT, index, constant(s->l, (int32_t)v->size));
  const dve_expr *e = variable->arg[0];
  dve_need(
      s, DVE_BAD_INDEX, sv_and(T, low, high),
      (sv_blame){.value = index,
                 .text = sv_arena_printf(s->l->arena, "index %s of %s", dve_source(s->l, e->span),
                                         sv_names_get(s->l->model->names, v->word.name)),
                 .must = sv_arena_printf(s->l->arena, "0 to %u", v->size - 1),
                 .span = e->span});
  return index;
}

static sv_term variable(dve_step *s, const dve_expr *e) {
  sv_terms *T = s->l->terms;
  if (e->var->proc && e->var->proc == s->l->system->property_proc && !e->var->is_const)
    return nothing_of_property(s->l, e->span, s->l->number);
  sv_term index = dve_index(s, e);
  sv_term value = dve_present(s, e->var);
  if (e->var->is_array) value = sv_app2(T, SV_OP_SELECT, value, index);
  return sv_cast(T, s->l->number, value);
}

static sv_term at(dve_step *s, const dve_expr *e) {
  dve_lowering *l = s->l;
  if (e->proc == l->system->property_proc) {
    nothing_of_property(l, e->span, l->number);
    return SV_FALSE;
  }
  uint32_t location = e->proc->state[e->state].location;
  for (uint32_t r = 0; r < s->actors; r++) {
    if (s->actor[r] != e->proc) continue;
    if (s->moved[r]) return sv_bool_const(s->trans[r]->to_state == e->state);
    return sv_model_at(l->model, e->proc->template_number, location, r);
  }
  sv_sort sort = sv_sort_loc(l->terms, e->proc->template_number);
  sv_term pc = sv_remote(l->terms, sort, l->model->templates.at[e->proc->template_number].pc,
                         sv_int_const(l->terms, 0));
  return sv_eq(l->terms, pc, sv_const(l->terms, sort, sv_small(location)));
}

// --- truth values

// What e is, if it is looked at only where `looked` holds.
static sv_term truth_if(dve_step *s, sv_term looked, const dve_expr *e) {
  sv_term when = s->when;
  s->when = sv_and(s->l->terms, when, looked);
  sv_term t = dve_truth(s, e);
  s->when = when;
  return t;
}

static sv_term connective(dve_step *s, const dve_expr *e) {
  sv_terms *T = s->l->terms;
  sv_term a = dve_truth(s, e->arg[0]);
  if (e->op == DVE_AND) return sv_and(T, a, truth_if(s, a, e->arg[1]));
  if (e->op == DVE_IMPLY) return sv_implies(T, a, truth_if(s, a, e->arg[1]));
  return sv_or(T, a, truth_if(s, sv_not(a), e->arg[1]));
}

static sv_term comparison(dve_step *s, const dve_expr *e) {
  sv_terms *T = s->l->terms;
  sv_term a = dve_number(s, e->arg[0]), b = dve_number(s, e->arg[1]);
  switch (e->op) {
  case DVE_EQ: return sv_eq(T, a, b);
  case DVE_NE: return sv_not(sv_eq(T, a, b));
  case DVE_LT: return sv_app2(T, SV_OP_LT, a, b);
  case DVE_LE: return sv_app2(T, SV_OP_LE, a, b);
  case DVE_GT: return sv_app2(T, SV_OP_LT, b, a);
  default: return sv_app2(T, SV_OP_LE, b, a);
  }
}

static bool is_truth(dve_op op) {
  return op == DVE_AT || op == DVE_NOT || op == DVE_IMPLY || op == DVE_OR || op == DVE_AND ||
         (op >= DVE_EQ && op <= DVE_GE);
}

sv_term dve_truth(dve_step *s, const dve_expr *e) {
  if (!is_truth(e->op)) return sv_not(sv_eq(s->l->terms, dve_number(s, e), constant(s->l, 0)));
  if (e->op == DVE_AT) return at(s, e);
  if (e->op == DVE_NOT) return sv_not(dve_truth(s, e->arg[0]));
  return e->op >= DVE_EQ ? comparison(s, e) : connective(s, e);
}

// --- numbers

static sv_term conditional(dve_step *s, const dve_expr *e) {
  sv_terms *T = s->l->terms;
  sv_term when = s->when, c = dve_truth(s, e->arg[0]);
  s->when = sv_and(T, when, c);
  sv_term a = dve_number(s, e->arg[1]);
  s->when = sv_and(T, when, sv_not(c));
  sv_term b = dve_number(s, e->arg[2]);
  s->when = when;
  return sv_ite(T, c, a, b);
}

static sv_op operator_of(dve_op op) {
  switch (op) {
  case DVE_BITOR: return SV_OP_BVOR;
  case DVE_BITAND: return SV_OP_BVAND;
  case DVE_BITXOR: return SV_OP_BVXOR;
  case DVE_SHL: return SV_OP_SHL;
  case DVE_SHR: return SV_OP_SHR;
  case DVE_PLUS: return SV_OP_ADD;
  case DVE_MINUS: return SV_OP_SUB;
  case DVE_TIMES: return SV_OP_MUL;
  case DVE_DIV: return SV_OP_DIV;
  default: return SV_OP_MOD;
  }
}

static sv_term arithmetic(dve_step *s, const dve_expr *e) {
  sv_terms *T = s->l->terms;
  sv_term a = dve_number(s, e->arg[0]), b = dve_number(s, e->arg[1]);
  if (e->op == DVE_DIV || e->op == DVE_MOD)
    dve_need(s, DVE_BAD_DIVISION, sv_not(sv_eq(T, b, constant(s->l, 0))),
             (sv_blame){.value = b,
                        .text = sv_arena_printf(s->l->arena, "the divisor of %s",
                                                dve_source(s->l, e->span)),
                        .span = e->span});
  return sv_app2(T, operator_of(e->op), a, b);
}

static sv_term misplaced(dve_step *s, const dve_expr *e) {
  sv_diag(s->l->diags, SV_ERROR, e->span,
          "a temporal operator cannot stand inside of this expression");
  sv_diag_hint(s->l->diags, "only below `not`, `and`, `or`, `imply` and others");
  return constant(s->l, 0);
}

sv_term dve_number(dve_step *s, const dve_expr *e) {
  if (is_truth(e->op)) return number_of_truth(s->l, dve_truth(s, e));
  switch (e->op) {
  case DVE_NUMBER: return constant(s->l, e->value);
  case DVE_VAR: return variable(s, e);
  case DVE_NEG: return sv_app1(s->l->terms, SV_OP_NEG, dve_number(s, e->arg[0]));
  case DVE_TILDE: return sv_app1(s->l->terms, SV_OP_BVNOT, dve_number(s, e->arg[0]));
  case DVE_ITE: return conditional(s, e);
  case DVE_TEMPORAL: return misplaced(s, e);
  default: return arithmetic(s, e);
  }
}
