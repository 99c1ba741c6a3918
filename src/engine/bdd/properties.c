// properties.c -- sets of states: released, counted, held against properties.

#include "engine/bdd/system.h"

sv_bdd sv_symbolic_released(sv_symbolic *s, sv_bdd states) {
  sv_bdds *b = s->bdds;
  sv_bdd all = sv_bdd_keep(b, states);
  for (uint32_t i = 0; i < s->releases.n; i++) {
    sv_bdd_relation *r = &s->releases.at[i];
    sv_bdd free = sv_bdd_image(b, all, r);
    if (!sv_bdd_is_false(free)) {
      sv_bdd stuck = sv_bdd_exists(b, r->rel, r->next_cube);
      sv_bdd_minus_to(b, &all, stuck);
      sv_bdd_or_to(b, &all, free);
      sv_bdd_drop(b, stuck);
    }
    sv_bdd_drop(b, free);
  }
  return all;
}

bool sv_symbolic_stays(sv_symbolic *s, sv_bdd states) {
  bool stays = sv_bdd_disjoint(s->bdds, states, s->leaving);
  for (uint32_t i = 0; s->leaves_apart && i < s->outside.n && stays; i++)
    stays = sv_bdd_disjoint(s->bdds, states, s->outside.at[i].states);
  return stays;
}

// ---- counting

// With the first message of every cyclic queue in slot 0.
static sv_bdd turned(sv_symbolic *s, sv_bdd states) {
  sv_bdds *b = s->bdds;
  sv_bdd all = sv_bdd_keep(b, states);
  for (uint32_t i = 0; i < s->turns.n; i++) {
    const sv_bdd_relation *r = &s->turns.at[i];
    sv_bdd off = sv_bdd_exists(b, r->rel, r->next_cube);
    sv_bdd moving = sv_bdd_and(b, all, off);
    sv_bdd_minus_to(b, &all, off);
    while (!sv_bdd_is_false(moving)) {
      sv_bdd_set(b, &moving, sv_bdd_image(b, moving, r));
      sv_bdd_or_to(b, &all, moving);
      sv_bdd_minus_to(b, &all, off);
      sv_bdd_and_to(b, &moving, off);
    }
    sv_bdd_drop(b, off);
    sv_bdd_drop(b, moving);
  }
  return all;
}

// A process holds control, and nothing at all is enabled: its actions shut out all
// others, and then one another. Where nothing would be enabled without the holder
// either, it is forgotten.
static sv_bdd stuck_with_holder(sv_symbolic *s, sv_bdd states) {
  sv_bdds *b = s->bdds;
  sv_bdd stuck = sv_bdd_minus(b, states, s->unheld), free = SV_BDD_FALSE;
  for (uint32_t i = 0; i < s->events.n && !sv_bdd_is_false(stuck); i++)
    sv_bdd_minus_to(b, &stuck, s->events.at[i].enabled);
  if (sv_bdd_is_false(stuck)) return stuck;
  for (uint32_t i = 0; i < s->events.n; i++) sv_bdd_or_to(b, &free, s->events.at[i].enabled);
  sv_bdd_and_to(b, &free, s->unheld);
  sv_bdd cube = sv_symbolic_holder_cube(s);
  sv_bdd_set(b, &free, sv_bdd_exists(b, free, cube));
  sv_bdd forgotten = sv_bdd_minus(b, stuck, free);
  sv_bdd_and_to(b, &stuck, free);
  sv_bdd_set(b, &forgotten, sv_bdd_exists(b, forgotten, cube));
  sv_bdd_and_to(b, &forgotten, s->unheld);
  sv_bdd_or_to(b, &stuck, forgotten);
  sv_bdd_drop(b, forgotten);
  sv_bdd_drop(b, free);
  sv_bdd_drop(b, cube);
  return stuck;
}

// All states but the passing ones.
static sv_bdd stored(sv_symbolic *s, sv_bdd states) {
  sv_bdd all = sv_bdd_and(s->bdds, states, s->unheld), stuck = stuck_with_holder(s, states);
  sv_bdd_or_to(s->bdds, &all, stuck);
  sv_bdd_drop(s->bdds, stuck);
  return all;
}

// Every cyclic queue begins at slot 0.
SV_ASSERT_ONLY static bool is_turned(sv_symbolic *s, sv_bdd states) {
  bool good = true;
  for (uint32_t i = 0; i < s->turns.n; i++) {
    sv_bdd left = sv_bdd_image(s->bdds, states, &s->turns.at[i]);
    good &= sv_bdd_is_false(left);
    sv_bdd_drop(s->bdds, left);
  }
  return good;
}

void sv_symbolic_count(sv_symbolic *s, sv_bdd states, mpz_t out) {
  sv_bdd counted = stored(s, states), plain = turned(s, counted);
  assert(is_turned(s, plain));
  sv_bdd_count(s->bdds, plain, s->state_vars.at, s->state_vars.n, out);
  sv_bdd_drop(s->bdds, counted);
  sv_bdd_drop(s->bdds, plain);
}

sv_bdd sv_symbolic_state(sv_symbolic *s, const uint8_t *bits) {
  sv_bdd one = SV_BDD_TRUE;
  for (uint32_t pair = s->coding->bits; pair-- > 0;) {
    sv_bdd var = sv_bdd_var(s->bdds, 2 * pair);
    if (bits[s->bit_of_pair[pair]]) sv_bdd_and_to(s->bdds, &one, var);
    else sv_bdd_minus_to(s->bdds, &one, var);
    sv_bdd_drop(s->bdds, var);
  }
  return one;
}

// ---- properties

static sv_bdd by_a_step(sv_symbolic *s, sv_bdd states, uint32_t property) {
  sv_bdd bad = SV_BDD_FALSE;
  for (uint32_t i = 0; i < s->events.n; i++) {
    if (s->net->actions.at[s->events.at[i].action].fails != property) continue;
    sv_bdd here = sv_bdd_and(s->bdds, states, s->events.at[i].enabled);
    assert(!s->net->actions.at[s->events.at[i].action].cut);
    sv_bdd_or_to(s->bdds, &bad, here);
    sv_bdd_drop(s->bdds, here);
  }
  return bad;
}

// A process stands where that is bad for the property, or (0) at no end.
static sv_bdd with_some_process(sv_symbolic *s, sv_bdd states, uint32_t property) {
  sv_bdd some = SV_BDD_FALSE;
  for (uint32_t p = 0; p < s->net->processes.n; p++) {
    sv_rule here =
        property ? sv_rules_bad(s->rules, p, property) : sv_rules_unfinished(s->rules, p);
    sv_bdd there = sv_symbolic_rule(s, here);
    sv_bdd_and_to(s->bdds, &there, states);
    sv_bdd_or_to(s->bdds, &some, there);
    sv_bdd_drop(s->bdds, there);
  }
  return some;
}

static sv_bdd where_false(sv_symbolic *s, sv_bdd states, const sv_property *p) {
  sv_bdd term = sv_symbolic_bool(s, sv_blast_bool(s->blaster, p->term));
  sv_bdd bad = sv_bdd_minus(s->bdds, states, term);
  if (p->stable) sv_bdd_and_to(s->bdds, &bad, s->resting);
  sv_bdd_drop(s->bdds, term);
  return bad;
}

static sv_bdd deadlocked(sv_symbolic *s, sv_bdd states) {
  bool slow = sv_bdd_is_false(s->moving);
  sv_bdd still = sv_bdd_minus(s->bdds, states, s->moving);
  for (uint32_t i = 0; slow && i < s->events.n && !sv_bdd_is_false(still); i++)
    sv_bdd_minus_to(s->bdds, &still, s->events.at[i].enabled);
  for (uint32_t i = 0; slow && i < s->cuts.n && !sv_bdd_is_false(still); i++)
    sv_bdd_minus_to(s->bdds, &still, s->cuts.at[i].states);
  for (uint32_t i = 0; i < s->demands.n; i++)
    sv_bdd_minus_to(s->bdds, &still, s->events.at[s->demands.at[i].event].enabled);
  sv_bdd bad = with_some_process(s, still, 0);
  sv_bdd_drop(s->bdds, still);
  return bad;
}

sv_bdd sv_symbolic_violations(sv_symbolic *s, sv_bdd states, uint32_t property) {
  const sv_property *p = &s->net->properties.at[property];
  switch (p->kind) {
  case SV_PROP_ASSERTION: return by_a_step(s, states, property);
  case SV_PROP_LOCATION: return with_some_process(s, states, property);
  case SV_PROP_INVARIANT: return where_false(s, states, p);
  case SV_PROP_DEADLOCK: return deadlocked(s, states);
  case SV_PROP_RECURRENCE: break;
  }
  return SV_BDD_FALSE;
}
