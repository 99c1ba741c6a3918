// lower_rates.c -- what the passing of time makes of each variable.
//
// In d time units a variable x with rate r changes by y = d*r; a condition
// A*r <= b on the rates is the condition A*y <= b*d on the changes. Conditions
// that hold in all locations of their automaton are solved like those of a jump,
// with d as one more variable: x' == 1 gives y = d, and only what is not fixed
// becomes a choice. Where one automaton alone has locations with different rates
// there is a flow for each group of its locations; where several have, one flow
// with conditions on the locations: fixed rates become a choice between multiples
// of d, others implications.

#include "lang/hybrid/lower.h"

// --- groups of locations with the same rates

typedef struct {
  uint32_t automaton;
  uint32_t *group;  // by location
  uint32_t groups;
  const ha_location **first;  // by group
} partition;

static bool same_rates(const ha_location *a, const ha_location *b) {
  if (a->rates != b->rates) return false;
  for (uint32_t i = 0; i < a->rates; i++)
    if (a->rate[i].relation != b->rate[i].relation || !ha_same_sum(a->rate[i].sum, b->rate[i].sum))
      return false;
  return true;
}

static partition divide(ha_lowering *l, uint32_t a) {
  const ha_automaton *automaton = ha_automaton_of(l, a);
  uint32_t n = automaton->locations.n;
  partition p = {.automaton = a,
                 .group = SV_ARENA_ARRAY(l->arena, uint32_t, n),
                 .first = SV_ARENA_ARRAY(l->arena, const ha_location *, n)};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t g = 0;
    while (g < p.groups && !same_rates(p.first[g], &automaton->locations.at[i])) g++;
    if (g == p.groups) p.first[p.groups++] = &automaton->locations.at[i];
    p.group[i] = g;
  }
  return p;
}

static const bool *members_of(ha_lowering *l, const partition *p, uint32_t g) {
  uint32_t n = ha_automaton_of(l, p->automaton)->locations.n;
  bool *in = SV_ARENA_ARRAY(l->arena, bool, n);
  for (uint32_t i = 0; i < n; i++) in[i] = p->group[i] == g;
  return in;
}

// --- conditions on changes

// The same condition for `delta` time units.
static ha_atom times_delta(ha_lowering *l, const ha_atom *rate) {
  ha_atom a = *rate;
  for (uint32_t i = 0; i < a.sum.n; i++) assert(a.sum.part[i].primed);
  a.sum.constant = sv_small(0);
  a.sum = ha_add_times(l->space, a.sum, rate->sum.constant, ha_single(l->space, l->delta, false));
  return a;
}

typedef SV_VEC(const ha_atom *) atom_list;

static void push_atom(ha_lowering *l, atom_list *out, ha_atom a) {
  ha_atom *kept = SV_ARENA_NEW(l->arena, ha_atom);
  *kept = a;
  sv_push(*out, kept);
}

static void push_rates(ha_lowering *l, atom_list *out, const ha_location *location) {
  for (uint32_t i = 0; i < location->rates; i++)
    push_atom(l, out, times_delta(l, &location->rate[i]));
}

// y = factor * delta
static void push_fixed(ha_lowering *l, atom_list *out, uint32_t var, int64_t factor) {
  assert(var < l->delta && l->delta == l->net->variables.n);
  ha_sum delta = ha_single(l->space, l->delta, false);
  ha_sum sum = ha_add_times(l->space, ha_single(l->space, var, true), sv_small(-factor), delta);
  push_atom(l, out, (ha_atom){sum, HA_EQ, l->net->variables.at[var].word.span});
}

static void push_types(ha_lowering *l, atom_list *out) {
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    ha_variable_kind kind = l->net->variables.at[v].kind;
    bool still = kind == HA_PARAMETER || kind == HA_DISCRETE || !l->is_used[v];
    if (still) push_fixed(l, out, v, 0);
    if (!still && kind == HA_CLOCK) push_fixed(l, out, v, 1);
  }
}

// --- a flow

typedef struct {
  ha_lowering *l;
  ha_flow *f;
} writer;

static sv_term delta_term(const ha_lowering *l) { return sv_choice(l->terms, l->real, 0); }

static sv_term leaf(void *context, uint32_t var, bool primed) {
  writer *w = context;
  if (var == w->l->delta) return delta_term(w->l);
  assert(primed && !sv_is_none(w->f->change[var]));
  SV_UNUSED(primed);
  return w->f->change[var];
}

static void add_choice(ha_lowering *l, ha_flow *f, uint32_t var) {
  const char *name = ha_name(l, l->net->variables.at[var].word.name);
  f->change[var] = sv_choice(l->terms, l->real, f->choices.n);
  sv_name change = sv_names_cstr(l->model->names, sv_arena_printf(l->arena, "d %s", name));
  sv_push(f->choices, (sv_choice_input){.name = change, .sort = l->real});
}

static ha_flow new_flow(ha_lowering *l) {
  ha_flow f = {.change = SV_ARENA_ARRAY(l->arena, sv_term, l->net->variables.n)};
  sv_name name = sv_names_cstr(l->model->names, "delta");
  sv_push(f.choices, (sv_choice_input){.name = name, .sort = l->real});
  sv_term zero = sv_const(l->terms, l->real, sv_small(0));
  sv_push(f.constraints, sv_app2(l->terms, SV_OP_LT, zero, delta_term(l)));
  return f;
}

// Free changes first: the others may be sums with them. `fixed` changes have a term already.
static void fill_flow(ha_lowering *l, ha_flow *f, const ha_solution *s, const sv_term *fixed) {
  writer w = {l, f};
  sv_term zero = sv_const(l->terms, l->real, sv_small(0));
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    if (!s->is_free[v]) continue;
    if (fixed && !sv_is_none(fixed[v])) f->change[v] = fixed[v];
    else add_choice(l, f, v);
  }
  for (uint32_t v = 0; v < l->net->variables.n; v++)
    if (!s->is_free[v]) f->change[v] = ha_sum_term(l, s->value[v], leaf, &w);
  for (uint32_t v = 0; v < l->net->variables.n; v++) f->moves |= !sv_same(f->change[v], zero);
  for (uint32_t i = 0; i < s->guards.n; i++)
    sv_push(f->constraints, ha_atom_term(l, &s->guards.at[i], leaf, &w));
  for (uint32_t i = 0; i < s->constraints.n; i++)
    sv_push(f->constraints, ha_atom_term(l, &s->constraints.at[i], leaf, &w));
  if (!s->possible) f->moves = false;
}

static ha_solution solve(ha_lowering *l, const atom_list *atoms) {
  bool *kept = SV_ARENA_ARRAY(l->arena, bool, l->net->variables.n);
  return ha_solve_atoms(l, kept, atoms->at, atoms->n);
}

static void make_flow(ha_lowering *l, ha_flows *out, const atom_list *atoms, const partition *p,
                      uint32_t group) {
  ha_flow f = new_flow(l);
  ha_solution s = solve(l, atoms);
  fill_flow(l, &f, &s, NULL);
  if (p) f.where = p->automaton + 1, f.group = members_of(l, p, group);
  ha_solution_free(&s);
  sv_push(*out, f);
}

// --- one automaton with different rates: a flow for each group

static void split_flows(ha_lowering *l, ha_flows *out, const atom_list *everywhere,
                        const partition *p) {
  for (uint32_t g = 0; g < p->groups; g++) {
    atom_list atoms = {0};
    for (uint32_t i = 0; i < everywhere->n; i++) sv_push(atoms, everywhere->at[i]);
    push_rates(l, &atoms, p->first[g]);
    make_flow(l, out, &atoms, p, g);
    sv_vec_free(atoms);
  }
}

// --- several of them: one flow with conditions

// x' == number?
static bool fixed_rate(ha_lowering *l, const ha_location *location, uint32_t var, sv_value *rate) {
  for (uint32_t i = 0; i < location->rates; i++) {
    const ha_atom *a = &location->rate[i];
    if (a->relation != HA_EQ || a->sum.n != 1 || a->sum.part[0].var != var) continue;
    *rate = ha_solve(l->space, a->sum, var, true).constant;
    return true;
  }
  return false;
}

// A term for the change where each group fixes the rate; none if one does not.
static sv_term chosen_rate(ha_lowering *l, const partition *p, uint32_t var) {
  sv_term t = SV_NONE;
  for (uint32_t g = 0; g < p->groups; g++) {
    sv_value rate;
    if (!fixed_rate(l, p->first[g], var, &rate)) return SV_NONE;
    sv_term factor = sv_const(l->terms, l->real, rate);
    sv_term change = sv_app2(l->terms, SV_OP_MUL, factor, delta_term(l));
    sv_term here = ha_at_term(l, p->automaton, members_of(l, p, g));
    t = sv_is_none(t) ? change : sv_ite(l->terms, here, change, t);
  }
  return t;
}

// Is the condition already said by the chosen rate?
static bool is_said(ha_lowering *l, const ha_location *location, const ha_atom *a,
                    const uint32_t *chosen_by, uint32_t automaton) {
  sv_value rate;
  if (a->relation != HA_EQ || a->sum.n != 1) return false;
  uint32_t var = a->sum.part[0].var;
  return chosen_by[var] == automaton + 1 && fixed_rate(l, location, var, &rate) &&
         sv_value_same(rate, ha_solve(l->space, a->sum, var, true).constant);
}

static void add_conditions(ha_lowering *l, ha_flow *f, const partition *p,
                           const uint32_t *chosen_by) {
  writer w = {l, f};
  for (uint32_t g = 0; g < p->groups; g++) {
    sv_term here = ha_at_term(l, p->automaton, members_of(l, p, g)), all = SV_TRUE;
    for (uint32_t i = 0; i < p->first[g]->rates; i++) {
      ha_atom a = times_delta(l, &p->first[g]->rate[i]);
      if (!is_said(l, p->first[g], &p->first[g]->rate[i], chosen_by, p->automaton))
        all = sv_and(l->terms, all, ha_atom_term(l, &a, leaf, &w));
    }
    sv_term condition = sv_implies(l->terms, here, all);
    if (!sv_same(condition, SV_TRUE)) sv_push(f->constraints, condition);
  }
}

typedef SV_VEC(partition) partitions;

// At least two automata: else there would be a flow for each group.
static void joint_flow(ha_lowering *l, ha_flows *out, const atom_list *everywhere,
                       const partitions *different) {
  uint32_t vars = l->net->variables.n;
  assert(different->n > 1);
  sv_term *fixed = SV_ARENA_ARRAY(l->arena, sv_term, vars);
  uint32_t *chosen_by = SV_ARENA_ARRAY(l->arena, uint32_t, vars);
  ha_flow f = new_flow(l);
  ha_solution s = solve(l, everywhere);
  for (uint32_t v = 0; v < vars; v++)
    for (uint32_t i = 0; s.is_free[v] && sv_is_none(fixed[v]) && i < different->n; i++) {
      fixed[v] = chosen_rate(l, &different->at[i], v);
      if (!sv_is_none(fixed[v])) chosen_by[v] = different->at[i].automaton + 1;
    }
  fill_flow(l, &f, &s, fixed);
  for (uint32_t i = 0; i < different->n; i++) add_conditions(l, &f, &different->at[i], chosen_by);
  ha_solution_free(&s);
  sv_push(*out, f);
}

// --- the whole

void ha_find_flows(ha_lowering *l, ha_flows *out) {
  atom_list everywhere = {0};
  partitions different = {0};
  push_types(l, &everywhere);
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    partition p = divide(l, l->net->members.at[i]);
    if (p.groups > 1) sv_push(different, p);
    else push_rates(l, &everywhere, p.first[0]);
  }
  if (!different.n) make_flow(l, out, &everywhere, NULL, 0);
  else if (different.n == 1) split_flows(l, out, &everywhere, &different.at[0]);
  else joint_flow(l, out, &everywhere, &different);
  sv_vec_free(everywhere);
  sv_vec_free(different);
}

void ha_flows_free(ha_flows *flows) {
  for (uint32_t i = 0; i < flows->n; i++) {
    sv_vec_free(flows->at[i].choices);
    sv_vec_free(flows->at[i].constraints);
  }
  sv_vec_free(*flows);
}

// --- stopwatches

static bool gives_rate(ha_lowering *l, const ha_automaton *a, uint32_t var) {
  for (uint32_t i = 0; i < a->locations.n; i++) {
    sv_value rate;
    if (!fixed_rate(l, &a->locations.at[i], var, &rate)) return false;
    if (!sv_value_same(rate, sv_small(0)) && !sv_value_same(rate, sv_small(1))) return false;
  }
  return true;
}

void ha_check_stopwatches(ha_lowering *l) {
  for (uint32_t v = 0; v < l->net->variables.n; v++) {
    const ha_variable *x = &l->net->variables.at[v];
    bool given = x->kind != HA_STOPWATCH;
    for (uint32_t i = 0; !given && i < l->net->members.n; i++)
      given = gives_rate(l, ha_automaton_of(l, l->net->members.at[i]), v);
    if (given) continue;
    const char *name = ha_name(l, x->word.name);
    sv_diag(l->diags, SV_ERROR, x->word.span,
            "no automaton gives the rate of the stopwatch `%s` in all its locations", name);
    sv_diag_hint(l->diags, "one of them must say `d%s = 0` or `d%s = 1` in each `wait {…}`", name,
                 name);
  }
}
