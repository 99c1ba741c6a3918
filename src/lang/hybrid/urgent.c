// urgent.c -- where time must stop: jumps that are taken as soon as they can be.
//
// Time may not pass while an urgent jump could be taken: its automata stand
// where it begins, its guards hold, and there are new values with which all
// invariants hold behind it. That is a disjunction of cases, each a conjunction
// of conditions that time does not change and of half-spaces that it may enter.
// A step of time that ends at d keeps clear of a case if one of its half-spaces
// is missed all the way: e > 0 before and e >= 0 behind keeps clear of e <= 0,
// on a straight line and so on every way that a straight line can replace. At
// the boundary of a closed half-space time stops; an open one has no first
// moment in which the jump could be taken, and is refused.
//
// Where a case has half-spaces in different directions, time may keep clear of
// one first and of another later: then two steps of time can be more than one.
// Half-spaces of one direction that have a point in common cannot be missed one
// after the other; a case without any point is left out.

#include "lang/hybrid/lower.h"

enum { MOST_CASES = 256 };

typedef struct {
  ha_lowering *l;
  const ha_jump *j;
  ha_terms *guards, *constraints;
  bool one_elapse;
  bool refused;
} urgency;

// --- what the jump changes

static bool value_of(void *context, uint32_t var, bool primed, ha_sum *out) {
  const ha_jump *j = context;
  assert(!primed);
  SV_UNUSED(primed);
  *out = j->s.value[var];
  return true;
}

static bool is_changed(const ha_jump *j, uint32_t var) {
  ha_sum value = j->s.value[var];
  return !(value.n == 1 && value.part[0].var == var && !value.part[0].primed &&
           sv_value_same(value.part[0].factor, sv_small(1)) && ha_is_zero(value.constant));
}

static bool is_touched(const ha_jump *j, const ha_formula *f) {
  for (uint32_t i = 0; f->kind == HA_F_ATOM && i < f->atom.sum.n; i++)
    if (is_changed(j, f->atom.sum.part[i].var)) return true;
  for (uint32_t i = 0; i < f->n; i++)
    if (is_touched(j, f->arg[i])) return true;
  return false;
}

static ha_formula *after(const urgency *u, ha_formula *f) {
  return ha_put_all(u->l->space, f, value_of, (void *)u->j);
}

static const ha_group *group_of(const ha_jump *j, uint32_t automaton) {
  for (uint32_t i = 0; i < j->n; i++)
    if (j->group[i]->automaton == automaton) return j->group[i];
  return NULL;
}

// --- when it can be taken

// An automaton that stays where it is: its invariant, where the jump touches it.
static ha_formula *stays_allowed(const urgency *u, uint32_t a) {
  ha_space s = u->l->space;
  const ha_automaton *automaton = ha_automaton_of(u->l, a);
  uint32_t n = automaton->locations.n;
  bool *untouched = SV_ARENA_ARRAY(u->l->arena, bool, n);
  ha_formula *all = ha_false(s);
  for (uint32_t i = 0; i < n; i++) {
    ha_formula *invariant = automaton->locations.at[i].invariant;
    untouched[i] = !is_touched(u->j, invariant);
    if (!untouched[i])
      all = ha_either(s, all, ha_both(s, ha_at_one(s, a, i, n), after(u, invariant)));
  }
  return ha_either(s, ha_at(s, a, untouched, n), all);
}

static ha_formula *allowed(const urgency *u, uint32_t a) {
  const ha_group *g = group_of(u->j, a);
  if (!g || g->stays) return stays_allowed(u, a);
  return after(u, ha_automaton_of(u->l, a)->locations.at[g->edge->to].invariant);
}

static ha_formula *begins(const urgency *u, const ha_group *g) {
  uint32_t n = ha_automaton_of(u->l, g->automaton)->locations.n;
  bool *in = SV_ARENA_ARRAY(u->l->arena, bool, n);
  for (uint32_t i = 0; i < g->from.n; i++) in[g->from.at[i]] = true;
  return ha_at(u->l->space, g->automaton, in, n);
}

static ha_formula *can_be_taken(const urgency *u) {
  ha_space s = u->l->space;
  ha_formula *all = ha_true(s);
  for (uint32_t i = 0; i < u->j->n; i++) {
    all = ha_both(s, all, begins(u, u->j->group[i]));
    all = ha_both(s, all, u->j->group[i]->guard);
  }
  for (uint32_t i = 0; i < u->j->s.guards.n; i++)
    all = ha_both(s, all, ha_of_atom(s, u->j->s.guards.at[i]));
  for (uint32_t i = 0; i < u->j->s.constraints.n; i++)
    all = ha_both(s, all, ha_of_atom(s, u->j->s.constraints.at[i]));
  for (uint32_t i = 0; i < u->l->net->members.n; i++)
    all = ha_both(s, all, allowed(u, u->l->net->members.at[i]));
  return all;
}

// --- what time does to it

static bool is_fixed_at_zero(const ha_location *location, uint32_t var) {
  for (uint32_t i = 0; i < location->rates; i++) {
    const ha_atom *a = &location->rate[i];
    if (a->relation == HA_EQ && a->sum.n == 1 && a->sum.part[0].var == var &&
        ha_is_zero(a->sum.constant))
      return true;
  }
  return false;
}

static bool keeps_still(const urgency *u, uint32_t a, uint32_t var) {
  const ha_automaton *automaton = ha_automaton_of(u->l, a);
  const ha_group *g = group_of(u->j, a);
  uint32_t n = g ? g->from.n : automaton->locations.n;
  for (uint32_t i = 0; i < n; i++)
    if (!is_fixed_at_zero(&automaton->locations.at[g ? g->from.at[i] : i], var)) return false;
  return true;
}

static bool is_still(const urgency *u, uint32_t var) {
  ha_variable_kind kind = u->l->net->variables.at[var].kind;
  if (kind == HA_PARAMETER || kind == HA_DISCRETE) return true;
  for (uint32_t i = 0; i < u->l->net->members.n; i++)
    if (keeps_still(u, u->l->net->members.at[i], var)) return true;
  return false;
}

static bool is_moving(const urgency *u, const ha_atom *a) {
  for (uint32_t i = 0; i < a->sum.n; i++)
    if (!is_still(u, a->sum.part[i].var)) return true;
  return false;
}

static bool says(const ha_formula *invariant, const ha_atom *a) {
  if (invariant->kind == HA_F_ATOM)
    return invariant->atom.relation == a->relation && ha_same_sum(invariant->atom.sum, a->sum);
  for (uint32_t i = 0; invariant->kind == HA_F_AND && i < invariant->n; i++)
    if (says(invariant->arg[i], a)) return true;
  return false;
}

// Does it hold all the time in the locations where the jump begins?
static bool is_given(const urgency *u, const ha_atom *a) {
  for (uint32_t i = 0; i < u->j->n; i++) {
    const ha_group *g = u->j->group[i];
    bool all = true;
    for (uint32_t k = 0; k < g->from.n && all; k++)
      all = says(ha_automaton_of(u->l, g->automaton)->locations.at[g->from.at[k]].invariant, a);
    if (all) return true;
  }
  return false;
}

// An equation one side of which the invariants say.
static ha_atom open_side(const urgency *u, ha_atom a) {
  ha_space s = u->l->space;
  ha_atom below = ha_normal(s, (ha_atom){a.sum, HA_LE, a.span});
  ha_atom above = ha_normal(s, (ha_atom){ha_times(s, sv_small(-1), a.sum), HA_LE, a.span});
  if (a.relation != HA_EQ) return a;
  return is_given(u, &below) ? above : is_given(u, &above) ? below : a;
}

// --- keeping clear

// sum > 0 before, sum >= 0 behind.
static sv_term misses(ha_lowering *l, ha_sum sum) {
  ha_sum minus = ha_times(l->space, sv_small(-1), sum);
  ha_atom before = {minus, HA_LT, SV_NOWHERE}, behind = {minus, HA_LE, SV_NOWHERE};
  return sv_and(l->terms, ha_atom_term(l, &before, ha_old, l), ha_atom_term(l, &behind, ha_new, l));
}

static sv_term keeps_clear(ha_lowering *l, const ha_atom *a) {
  sv_term above = misses(l, a->sum);
  if (a->relation != HA_EQ) return above;
  return sv_or(l->terms, above, misses(l, ha_times(l->space, sv_small(-1), a->sum)));
}

static void refuse_open(urgency *u, const ha_atom *a) {
  const char *text = sv_source_text(u->l->model->sources, a->span.file);
  sv_diag(u->l->diags, SV_UNSUPPORTED, a->span,
          "an urgent jump that has no first moment is not supported: `%.*s` becomes true, but not "
          "at a time",
          (int)(a->span.end - a->span.begin), text + a->span.begin);
  sv_diag_hint(u->l->diags, "write `<=` or `>=`, or guard the jump by what time does not change");
  u->refused = true;
}

// The case as conditions that time leaves alone (`still`) and half-spaces.
static bool sort_atoms(urgency *u, const ha_atoms *atoms, sv_term *still, ha_atoms *moving) {
  ha_lowering *l = u->l;
  for (uint32_t i = 0; i < atoms->n; i++) {
    ha_formula *f = ha_of_atom(l->space, atoms->at[i]);
    if (ha_is_false(f)) return false;
    if (ha_is_true(f) || is_given(u, &f->atom)) continue;
    ha_atom a = open_side(u, f->atom);
    if (!is_moving(u, &a)) *still = sv_and(l->terms, *still, ha_formula_term(l, f));
    else if (a.relation == HA_LT) refuse_open(u, &a);
    else sv_push(*moving, a);
  }
  return !u->refused;
}

static void stop_time(urgency *u, sv_term still, const ha_atoms *moving) {
  for (uint32_t i = 0; i < moving->n; i++) assert(moving->at[i].relation != HA_LT);
  sv_term clear = SV_FALSE;
  for (uint32_t i = 0; i < moving->n; i++) {
    clear = sv_or(u->l->terms, clear, keeps_clear(u->l, &moving->at[i]));
    if (!ha_proportional(u->l->space, moving->at[0].sum, moving->at[i].sum)) u->one_elapse = false;
  }
  if (moving->n) sv_push(*u->constraints, sv_implies(u->l->terms, still, clear));
  else sv_push(*u->guards, sv_not(still));
}

static void lower_case(urgency *u, const ha_case *c) {
  ha_lowering *l = u->l;
  ha_atoms atoms = {0}, projected = {0}, moving = {0};
  sv_term still = SV_TRUE;
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->literal[i]->kind == HA_F_ATOM) sv_push(atoms, c->literal[i]->atom);
    else still = sv_and(l->terms, still, ha_formula_term(l, c->literal[i]));
  }
  if (!ha_project(l, &atoms, &projected)) {
    sv_diag(l->diags, SV_UNSUPPORTED, u->j->group[0]->edge->span,
            "an urgent jump with so many free values is not supported");
    u->refused = true;
  } else if (!ha_is_contradiction(l, &projected) && sort_atoms(u, &projected, &still, &moving) &&
             !ha_is_contradiction(l, &moving)) {
    stop_time(u, still, &moving);
  }
  sv_vec_free(atoms);
  sv_vec_free(projected);
  sv_vec_free(moving);
}

static void lower_urgent(urgency *u) {
  assert(u->j->s.possible && u->j->n > 0);
  ha_cases cases = {0};
  if (ha_spell_cases(u->l->space, can_be_taken(u), MOST_CASES, &cases)) {
    for (uint32_t i = 0; i < cases.n && !u->refused; i++) lower_case(u, &cases.at[i]);
  } else {
    sv_diag(u->l->diags, SV_UNSUPPORTED, u->j->group[0]->edge->span,
            "an urgent jump that depends on more than %d cases is not supported", MOST_CASES);
    u->refused = true;
  }
  sv_vec_free(cases);
}

static bool is_urgent(const ha_jump *j) {
  for (uint32_t i = 0; i < j->n; i++)
    if (j->group[i]->edge->asap) return true;
  return false;
}

bool ha_find_urgent(ha_lowering *l, ha_terms *guards, ha_terms *constraints) {
  bool one_elapse = true;
  for (uint32_t i = 0; i < l->jumps.n; i++) {
    urgency u = {l, &l->jumps.at[i], guards, constraints, true, false};
    if (!u.j->s.possible || !is_urgent(u.j)) continue;
    lower_urgent(&u);
    one_elapse = one_elapse && u.one_elapse;
    if (u.refused) break;
  }
  return one_elapse;
}
