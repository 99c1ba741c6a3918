// solve.c -- linear equations: what a step makes of each variable.
//
// Equations that mention new values are solved for one of them, one after the
// other (Gauss); what is left of the others is a condition on old values, or on
// values that stay free and become choices. Projection is Fourier's and
// Motzkin's elimination, for "there is a new value such that".

#include "lang/hybrid/lower.h"

enum { MOST_PROJECTED = 400 };

static const ha_part *first_primed(ha_sum sum) {
  for (uint32_t i = 0; i < sum.n; i++)
    if (sum.part[i].primed) return &sum.part[i];
  return NULL;
}

static ha_sum in_place(const ha_lowering *l, const ha_solution *s, ha_sum sum) {
  ha_sum out = ha_constant(sum.constant);
  for (uint32_t i = 0; i < sum.n; i++) {
    const ha_part *p = &sum.part[i];
    ha_sum value = p->primed ? s->value[p->var] : ha_single(l->space, p->var, false);
    out = ha_add_times(l->space, out, p->factor, value);
  }
  return out;
}

// A condition without new values.
static void add_guard(const ha_lowering *l, ha_solution *s, ha_atom atom) {
  assert(!first_primed(atom.sum));
  if (!ha_is_constant(atom)) sv_push(s->guards, atom);
  else if (!ha_constant_truth(l->space.numbers, atom)) s->possible = false;
}

static void solve_for(const ha_lowering *l, ha_solution *s, ha_sum sum, uint32_t var) {
  assert(s->is_free[var]);
  ha_sum value = ha_solve(l->space, sum, var, true);
  for (uint32_t v = 0; v < l->net->variables.n; v++)
    s->value[v] = ha_put(l->space, s->value[v], var, true, value);
  s->is_free[var] = false;
}

static void add_equation(const ha_lowering *l, ha_solution *s, const ha_atom *atom) {
  ha_atom now = *atom;
  now.sum = in_place(l, s, now.sum);
  const ha_part *p = first_primed(now.sum);
  if (p) solve_for(l, s, now.sum, p->var);
  else add_guard(l, s, now);
}

static void add_inequality(const ha_lowering *l, ha_solution *s, const ha_atom *atom) {
  ha_atom now = *atom;
  now.sum = in_place(l, s, now.sum);
  if (first_primed(now.sum)) sv_push(s->constraints, now);
  else add_guard(l, s, now);
}

ha_solution ha_solve_atoms(ha_lowering *l, const bool *kept, const ha_atom *const *atoms,
                           uint32_t n) {
  uint32_t vars = l->net->variables.n;
  ha_solution s = {.possible = true};
  s.value = SV_ARENA_ARRAY(l->arena, ha_sum, vars);
  s.is_free = SV_ARENA_ARRAY(l->arena, bool, vars);
  for (uint32_t v = 0; v < vars; v++) {
    s.is_free[v] = !kept[v];
    s.value[v] = ha_single(l->space, v, !kept[v]);
  }
  for (uint32_t i = 0; i < n; i++)
    if (atoms[i]->relation == HA_EQ) add_equation(l, &s, atoms[i]);
  for (uint32_t i = 0; i < n; i++)
    if (atoms[i]->relation != HA_EQ) add_inequality(l, &s, atoms[i]);
  return s;
}

void ha_solution_free(ha_solution *s) {
  sv_vec_free(s->guards);
  sv_vec_free(s->constraints);
}

// --- projection

static void copy_atoms(const ha_atoms *from, ha_atoms *to) {
  sv_clear(*to);
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, from->at[i]);
}

static int sign_of(const ha_lowering *l, const ha_atom *a, const ha_part *p) {
  return ha_sign(l->space.numbers, ha_factor(a->sum, p->var, p->primed));
}

// An equation that has the variable makes the others free of it.
static bool put_equation(ha_lowering *l, ha_atoms *atoms, const ha_part *p) {
  for (uint32_t i = 0; i < atoms->n; i++) {
    ha_atom e = atoms->at[i];
    if (e.relation != HA_EQ || !sign_of(l, &e, p)) continue;
    ha_sum value = ha_solve(l->space, e.sum, p->var, p->primed);
    atoms->at[i] = sv_last(*atoms);
    atoms->n--;
    for (uint32_t k = 0; k < atoms->n; k++)
      atoms->at[k].sum = ha_put(l->space, atoms->at[k].sum, p->var, p->primed, value);
    return true;
  }
  return false;
}

// low is below the variable, high above it: low <= high, strictly if one of them is strict.
static ha_atom combine(ha_lowering *l, const ha_atom *low, const ha_atom *high, const ha_part *p) {
  sv_numbers *numbers = l->space.numbers;
  sv_value a = sv_number_neg(numbers, ha_factor(low->sum, p->var, p->primed));
  sv_value b = ha_factor(high->sum, p->var, p->primed);
  assert(ha_sign(numbers, a) > 0 && ha_sign(numbers, b) > 0);
  ha_atom both = *low;
  both.sum = ha_add_times(l->space, ha_times(l->space, b, low->sum), a, high->sum);
  if (high->relation == HA_LT) both.relation = HA_LT;
  return both;
}

static bool eliminate(ha_lowering *l, ha_atoms *atoms, const ha_part *p) {
  ha_atoms out = {0};
  if (put_equation(l, atoms, p)) return true;
  for (uint32_t i = 0; i < atoms->n; i++) {
    int sign = sign_of(l, &atoms->at[i], p);
    if (!sign) sv_push(out, atoms->at[i]);
    for (uint32_t k = 0; sign < 0 && k < atoms->n; k++)
      if (sign_of(l, &atoms->at[k], p) > 0)
        sv_push(out, combine(l, &atoms->at[i], &atoms->at[k], p));
  }
  copy_atoms(&out, atoms);
  sv_vec_free(out);
  return atoms->n <= MOST_PROJECTED;
}

bool ha_project(ha_lowering *l, const ha_atoms *atoms, ha_atoms *out) {
  copy_atoms(atoms, out);
  for (uint32_t i = 0; i < out->n;) {
    const ha_part *p = first_primed(out->at[i].sum);
    if (!p) i++;
    else if (!eliminate(l, out, p)) return false;
    else i = 0;
  }
  for (uint32_t i = 0; i < out->n; i++) assert(!first_primed(out->at[i].sum));
  return true;
}

bool ha_is_contradiction(ha_lowering *l, const ha_atoms *atoms) {
  ha_atoms left = {0};
  bool found = false;
  copy_atoms(atoms, &left);
  for (uint32_t i = 0; i < left.n && !found;) {
    ha_sum sum = left.at[i].sum;
    if (!sum.n) found = !ha_constant_truth(l->space.numbers, left.at[i++]);
    else if (eliminate(l, &left, &sum.part[0])) i = 0;
    else break;
  }
  sv_vec_free(left);
  return found;
}
