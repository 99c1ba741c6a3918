// lower_term.c -- sums and formulas as terms.
//
// An atom is written with the variables left and the number right, the first
// variable positive: x >= 5, x - y <= 2. So one condition is one term, however
// it was spelled.

#include "lang/hybrid/lower.h"

sv_term ha_variable_term(ha_lowering *l, uint32_t var) {
  assert(l->variable[var]);
  return sv_model_var(l->model, l->variable[var], 0);
}

static sv_term next_term(ha_lowering *l, uint32_t var) {
  assert(l->variable[var]);
  return sv_next(l->terms, l->real, l->variable[var], 0);
}

sv_term ha_old(void *context, uint32_t var, bool primed) {
  assert(!primed);
  SV_UNUSED(primed);
  return ha_variable_term(context, var);
}

sv_term ha_new(void *context, uint32_t var, bool primed) {
  assert(!primed);
  SV_UNUSED(primed);
  return next_term(context, var);
}

// --- sums

static sv_term constant(const ha_lowering *l, sv_value v) { return sv_const(l->terms, l->real, v); }

// so_far + factor * t; nothing so far is none.
static sv_term add_part(const ha_lowering *l, sv_term so_far, sv_value factor, sv_term t) {
  sv_terms *T = l->terms;
  sv_value minus = sv_number_neg(l->space.numbers, factor);
  bool none = sv_is_none(so_far), negative = ha_sign(l->space.numbers, factor) < 0;
  bool subtracts = !none && negative;
  sv_value times = subtracts ? minus : factor;
  sv_term part = sv_value_same(times, sv_small(1)) ? t
                 : sv_value_same(times, sv_small(-1))
                     ? sv_app1(T, SV_OP_NEG, t)
                     : sv_app2(T, SV_OP_MUL, constant(l, times), t);
  if (none) return part;
  return sv_app2(T, subtracts ? SV_OP_SUB : SV_OP_ADD, so_far, part);
}

static sv_term parts_term(ha_lowering *l, ha_sum sum, ha_leaf *leaf, void *context) {
  sv_term t = SV_NONE;
  for (uint32_t i = 0; i < sum.n; i++)
    t = add_part(l, t, sum.part[i].factor, leaf(context, sum.part[i].var, sum.part[i].primed));
  return t;
}

sv_term ha_sum_term(ha_lowering *l, ha_sum sum, ha_leaf *leaf, void *context) {
  sv_term t = parts_term(l, sum, leaf, context), c = constant(l, sum.constant);
  if (sv_is_none(t)) return c;
  if (!ha_sign(l->space.numbers, sum.constant)) return t;
  return sv_app2(l->terms, SV_OP_ADD, t, c);
}

// --- atoms

sv_term ha_atom_term(ha_lowering *l, const ha_atom *atom, ha_leaf *leaf, void *context) {
  sv_numbers *numbers = l->space.numbers;
  if (ha_is_constant(*atom)) return sv_bool_const(ha_constant_truth(numbers, *atom));
  ha_sum sum = atom->sum;
  sv_value scale = sv_number_quot(numbers, sv_small(1), sum.part[0].factor);
  if (sum.n > 1) scale = sv_small(ha_sign(numbers, scale));
  sum = ha_times(l->space, scale, sum);
  bool turned = ha_sign(numbers, scale) < 0;
  sv_term right = constant(l, sv_number_neg(numbers, sum.constant));
  sv_term left = parts_term(l, sum, leaf, context);
  switch (atom->relation) {
  case HA_EQ: return sv_eq(l->terms, left, right);
  case HA_LE:
    return turned ? sv_app2(l->terms, SV_OP_LE, right, left)
                  : sv_app2(l->terms, SV_OP_LE, left, right);
  case HA_LT:
    return turned ? sv_app2(l->terms, SV_OP_LT, right, left)
                  : sv_app2(l->terms, SV_OP_LT, left, right);
  }
  SV_UNREACHABLE();
}

// --- formulas

static sv_term at_one(const ha_lowering *l, uint32_t automaton, uint32_t location) {
  uint32_t t = l->template_of[automaton];
  assert(t && location < l->model->templates.at[t].locations.n);
  sv_sort sort = sv_sort_loc(l->terms, t);
  sv_term where =
      sv_remote(l->terms, sort, l->model->templates.at[t].pc, sv_int_const(l->terms, 0));
  return sv_eq(l->terms, where, sv_const(l->terms, sort, sv_small(location)));
}

// In one of these locations, or (if that is shorter) in none of the others. A location before
// the first one counts as other.
sv_term ha_at_term(ha_lowering *l, uint32_t automaton, const bool *in) {
  uint32_t n = ha_automaton_of(l, automaton)->locations.n, yes = 0;
  for (uint32_t i = 0; i < n; i++) yes += in[i];
  bool turned = yes > n - yes;
  sv_term t = turned && l->start[automaton] ? at_one(l, automaton, l->start[automaton]) : SV_FALSE;
  for (uint32_t i = 0; i < n; i++)
    if (in[i] != turned) t = sv_or(l->terms, t, at_one(l, automaton, i + 1));
  return turned ? sv_not(t) : t;
}

sv_term ha_begun(ha_lowering *l) {
  for (uint32_t a = 0; a < l->net->automata.n; a++)
    if (l->start[a]) return sv_not(at_one(l, a, l->start[a]));
  return SV_TRUE;
}

static sv_term asked_term(ha_lowering *l, uint32_t question) {
  if (!l->asked) return SV_TRUE;
  return sv_eq(l->terms, sv_model_var(l->model, l->asked, 0), sv_int_const(l->terms, question));
}

static sv_term join_term(ha_lowering *l, const ha_formula *f) {
  sv_term t = f->kind == HA_F_AND ? SV_TRUE : SV_FALSE;
  for (uint32_t i = 0; i < f->n; i++) {
    sv_term part = ha_formula_term(l, f->arg[i]);
    t = f->kind == HA_F_AND ? sv_and(l->terms, t, part) : sv_or(l->terms, t, part);
  }
  return t;
}

static sv_term make_term(ha_lowering *l, const ha_formula *f) {
  assert(sv_is_none(f->term));
  switch (f->kind) {
  case HA_F_TRUE: return SV_TRUE;
  case HA_F_FALSE: return SV_FALSE;
  case HA_F_ATOM: return ha_atom_term(l, &f->atom, ha_old, l);
  case HA_F_AT: return ha_at_term(l, f->number, f->in);
  case HA_F_ASKED: return asked_term(l, f->number);
  case HA_F_NOT: return sv_not(ha_formula_term(l, f->arg[0]));
  case HA_F_AND:
  case HA_F_OR: return join_term(l, f);
  }
  SV_UNREACHABLE();
}

// A part that is shared is made once.
sv_term ha_formula_term(ha_lowering *l, ha_formula *f) {
  if (sv_is_none(f->term)) f->term = make_term(l, f);
  return f->term;
}
