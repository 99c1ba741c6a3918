// gen_share.c -- properties that have something in common.
//
// What a model asks otherwise are questions of different kinds: one deadlock at most, one property
// of assertions, one of locations. An engine that answers only the first of two questions that
// look alike, or takes the answer of one for both, is right on all of these. So a third of the models
// ask again: for deadlocks, for an invariant that they have, for a weaker or the opposite one, for
// places that other properties watch, or the same automaton with other promises.
//
// The draws come from numbers of their own, behind all others: the rest of a model is what its
// seed always gave.

#include "random/gen.h"

enum { MOST_SHARED = 3 };

// A property of this kind that was drawn before, or 0.
static uint32_t draw_property(gen *g, sv_property_kind kind) {
  SV_VEC(uint32_t) found = {0};
  for (uint32_t p = 1; p < g->model->properties.n; p++)
    if (g->model->properties.at[p].kind == kind) sv_push(found, p);
  uint32_t p = found.n ? found.at[gen_below(g, found.n)] : 0;
  sv_vec_free(found);
  return p;
}

static void share_deadlock(gen *g) { gen_property(g, "d", SV_PROP_DEADLOCK, SV_NONE); }

// The same term, a weaker one, a stronger one, the opposite.
static sv_term related(gen *g, sv_term term) {
  gen_scope scope = {0};
  uint32_t kind = gen_below(g, 5);
  if (kind < 2) return term;
  if (kind == 2) return sv_not(term);
  sv_term other = gen_condition(g, &scope);
  return kind == 3 ? sv_or(g->terms, term, other) : sv_and(g->terms, term, other);
}

static void share_invariant(gen *g) {
  uint32_t p = draw_property(g, SV_PROP_INVARIANT);
  if (!p) return;
  const sv_property before = g->model->properties.at[p];
  sv_term term = related(g, before.term);
  uint32_t again = gen_property(g, "i", SV_PROP_INVARIANT, term);
  g->model->properties.at[again].stable = gen_chance(g, 30) ? !before.stable : before.stable;
}

// Two invariants about the same place: together with somebody else's, and alone.
static void share_place(gen *g) {
  uint32_t n = g->model->templates.n - 1, t = 1 + gen_below(g, n), other = 1 + gen_below(g, n);
  sv_term here = gen_at_place(g, t), there = gen_at_place(g, other);
  gen_property(g, "i", SV_PROP_INVARIANT, sv_not(sv_and(g->terms, here, there)));
  if (gen_chance(g, 40)) gen_property(g, "i", SV_PROP_INVARIANT, sv_not(here));
}

static bool may_be_bad(const sv_location *l) { return !l->bad && !(l->flags & SV_LOC_STOP); }

// Some locations break a property that others break already, or one of their own.
static void share_locations(gen *g) {
  uint32_t p = g->badness;
  if (!p || gen_chance(g, 50)) p = gen_property(g, "b", SV_PROP_LOCATION, SV_NONE);
  for (uint32_t n = 1 + gen_below(g, 2); n; n--) {
    sv_template *t = &g->model->templates.at[1 + gen_below(g, g->model->templates.n - 1)];
    sv_location *l = &t->locations.at[1 + gen_below(g, t->locations.n - 1)];
    if (may_be_bad(l)) l->bad = p;
  }
}

// Half of the failing actions fail another assertion from now on.
static void share_assertion(gen *g) {
  if (!g->assertion) return;
  uint32_t p = gen_property(g, "a", SV_PROP_ASSERTION, SV_NONE);
  for (uint32_t a = 1; a < g->model->actions.n; a++)
    if (g->model->actions.at[a].fails == g->assertion && gen_chance(g, 50))
      g->model->actions.at[a].fails = p;
}

static void share_recurrence(gen *g) {
  uint32_t p = draw_property(g, SV_PROP_RECURRENCE);
  if (!p) return;
  const sv_property before = g->model->properties.at[p];
  sv_name name = gen_property_name(g, "r");
  uint32_t again = sv_model_recurrence(g->model, name, before.automaton, NULL, SV_NOWHERE);
  sv_property *made = &g->model->properties.at[again];
  made->stable = gen_chance(g, 50) ? !before.stable : before.stable;
  made->repeats = gen_chance(g, 50) ? !before.repeats : before.repeats;
  made->fair = gen_chance(g, 50) ? !before.fair : before.fair;
  made->stutters = before.stutters;
}

static void share_something(gen *g) {
  switch (gen_below(g, 6)) {
  case 0:
  case 1: share_deadlock(g); break;
  case 2: share_invariant(g); break;
  case 3: share_place(g); break;
  case 4: share_locations(g); break;
  default: share_assertion(g); break;
  }
}

void gen_shared(gen *g, uint64_t seed) {
  g->random = (sv_random){seed ^ UINT64_C(0x9e3779b97f4a7c15)};
  if (gen_chance(g, 65)) return;
  for (uint32_t n = 1 + gen_below(g, MOST_SHARED); n; n--) share_something(g);
  share_recurrence(g);
}
