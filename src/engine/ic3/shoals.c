// shoals.c -- see shoals.h.

#include "engine/ic3/shoals.h"

#include "engine/ic3/inside.h"

typedef SV_VEC(sv_cube) shoal;

// A state on the way, and the search for what is shown behind it. The first one stands for the
// initial states.
typedef struct {
  sv_circuit *circuit;  // the same, but for where it begins
  sv_ic3 *search;
  uint8_t *state;   // NULL: the first one
  uint32_t steps;   // that lead to it
  uint32_t shoals;  // that the search knows
} place;

struct sv_shoals {
  const sv_circuit *circuit;
  sv_ic3_options options;
  sv_lit wanted;  // shown, in no shoal
  uint32_t bit;
  sv_lits conditions;  // the first one is `wanted`
  SV_VEC(shoal) shoals;
  SV_VEC(place) places;
  uint8_t *initial;
  SV_VEC(uint8_t) inputs;  // of the steps to the last place
  uint32_t steps, begin;
  sv_shoals_statistics numbers;
};

// ---- where a search begins

static sv_lit only(const sv_shoals *x, const uint8_t *state) {
  sv_aig *g = x->circuit->aig;
  sv_lit all = SV_LIT_TRUE;
  for (uint32_t i = 0; i < x->circuit->state.n; i++) {
    bool value = i != x->bit && state[i];
    all = sv_aig_and(g, all, sv_lit_not_if(x->circuit->state.at[i], !value));
  }
  return all;
}

// Where it cannot be met there is nothing to look for: that is a proof, too.
static void begin_at(sv_shoals *x, const uint8_t *state) {
  uint32_t n = x->circuit->state.n;
  place p = {.circuit = SV_NEW(sv_circuit), .steps = x->steps, .shoals = x->shoals.n};
  *p.circuit = *x->circuit;
  if (state) {
    p.circuit->initial = only(x, state);
    p.state = SV_NEW_ARRAY(uint8_t, n + 1);
    memcpy(p.state, state, n);
  }
  p.search = sv_ic3_new(p.circuit, x->conditions.at, state ? 1 : x->conditions.n, &x->options);
  sv_push(x->places, p);
  x->numbers.searches++;
  if (x->places.n > x->numbers.deepest) x->numbers.deepest = x->places.n;
}

static void leave(sv_shoals *x) {
  place p = sv_pop(x->places);
  sv_ic3_free(p.search);
  sv_free(p.circuit);
  sv_free(p.state);
}

sv_shoals *sv_shoals_new(const sv_circuit *c, const sv_shoals_goal *goal,
                         const sv_ic3_options *options) {
  sv_shoals *x = SV_NEW(sv_shoals);
  *x = (sv_shoals){.circuit = c, .options = *options, .wanted = goal->shown, .bit = goal->bit};
  x->options.most_levels = 0;
  x->initial = SV_NEW_ARRAY(uint8_t, c->state.n + 1);
  sv_push(x->conditions, goal->shown);
  for (uint32_t i = 0; i < goal->other_count; i++) sv_push(x->conditions, goal->others[i]);
  begin_at(x, NULL);
  return x;
}

void sv_shoals_free(sv_shoals *x) {
  if (!x) return;
  while (x->places.n) leave(x);
  for (uint32_t i = 0; i < x->shoals.n; i++) {
    for (uint32_t k = 0; k < x->shoals.at[i].n; k++) sv_vec_free(x->shoals.at[i].at[k]);
    sv_vec_free(x->shoals.at[i]);
  }
  sv_vec_free(x->shoals);
  sv_vec_free(x->places);
  sv_vec_free(x->conditions);
  sv_vec_free(x->inputs);
  sv_free(x->initial);
  sv_free(x);
}

void sv_shoals_sample(sv_shoals *x, const uint8_t *state) {
  sv_ic3_sample(x->places.at[0].search, state);
}

// ---- shoals

// What is left of a clause where the bit is false: nothing if that makes it true.
static void add_clause(sv_shoals *x, const sv_cube *excluded, shoal *to) {
  sv_cube rest = {0};
  for (uint32_t i = 0; i < excluded->n; i++) {
    if (sv_cube_bit(excluded->at[i]) != x->bit) sv_push(rest, excluded->at[i]);
    else if (excluded->at[i] > 0) return sv_vec_free(rest);
  }
  sv_push(*to, rest);
}

static sv_lit lies_outside(const sv_shoals *x, const shoal *s) {
  sv_aig *g = x->circuit->aig;
  sv_lit outside = SV_LIT_FALSE;
  for (uint32_t k = 0; k < s->n; k++) {
    sv_lit all = SV_LIT_TRUE;
    for (uint32_t i = 0; i < s->at[k].n; i++) {
      sv_lit bit = x->circuit->state.at[sv_cube_bit(s->at[k].at[i])];
      all = sv_aig_and(g, all, sv_lit_not_if(bit, s->at[k].at[i] < 0));
    }
    outside = sv_aig_or(g, outside, all);
  }
  return outside;
}

static void add_shoal(sv_shoals *x, const sv_ic3 *search) {
  shoal s = {0};
  for (uint32_t i = 0; i < sv_ic3_invariant(search); i++)
    add_clause(x, sv_ic3_clause(search, i), &s);
  sv_push(x->shoals, s);
  x->wanted = sv_aig_and(x->circuit->aig, x->wanted, lies_outside(x, &s));
  x->conditions.at[0] = x->wanted;
}

// ---- the search

static sv_shoals_end ended(sv_ic3_end e) {
  return e == SV_IC3_LIMIT || e == SV_IC3_BOUNDED ? SV_SHOALS_LIMIT : SV_SHOALS_BROKEN;
}

// The place on the way with this state, or that many.
static uint32_t on_the_way(const sv_shoals *x, const uint8_t *state) {
  uint32_t i = 1;
  while (i < x->places.n && memcmp(x->places.at[i].state, state, x->circuit->state.n)) i++;
  return i;
}

// Along the steps to what was found; false: that closes a loop.
static bool go_on(sv_shoals *x, const sv_ic3_run *run) {
  uint32_t width = x->circuit->inputs.n, steps = run->n - 1;
  if (x->places.n == 1) memcpy(x->initial, run->initial, x->circuit->state.n);
  for (uint32_t i = 0; i < steps * width; i++) sv_push(x->inputs, run->inputs[i]);
  x->steps += steps;
  uint32_t again = on_the_way(x, run->last);
  if (again < x->places.n) return x->begin = x->places.at[again].steps, false;
  return begin_at(x, run->last), true;
}

static void come_back(sv_shoals *x) {
  place *p = &sv_last(x->places);
  x->steps = p->steps;
  x->inputs.n = p->steps * x->circuit->inputs.n;
  if (p->shoals < x->shoals.n) sv_ic3_narrow(p->search, 0, x->wanted);
  p->shoals = x->shoals.n;
}

sv_shoals_end sv_shoals_search(sv_shoals *x) {
  for (;;) {
    come_back(x);
    const place *p = &sv_last(x->places);
    sv_ic3_end e = sv_ic3_search(p->search);
    if (e == SV_IC3_PROVED) {
      if (x->places.n == 1) return SV_SHOALS_PROVED;
      add_shoal(x, p->search);
      leave(x);
    } else if (e == SV_IC3_FOUND) {
      sv_ic3_run run = sv_ic3_found(p->search);
      x->numbers.found++;
      if (!sv_bits_has(run.met, 0)) return SV_SHOALS_OTHER;
      if (!go_on(x, &run)) return SV_SHOALS_LOOP;
    } else {
      return ended(e);
    }
  }
}

void sv_shoals_drop(sv_shoals *x, uint32_t condition) {
  REQUIRE(condition && condition < x->conditions.n, "one of the other conditions");
  sv_ic3_drop(x->places.at[0].search, condition);
}

// ---- what was found

sv_shoals_run sv_shoals_loop(const sv_shoals *x) {
  return (sv_shoals_run){x->initial, x->inputs.at, x->steps, x->begin};
}

const sv_ic3 *sv_shoals_reach(const sv_shoals *x) { return x->places.at[0].search; }

uint32_t sv_shoals_count(const sv_shoals *x) { return x->shoals.n; }

uint32_t sv_shoals_size(const sv_shoals *x, uint32_t i) { return x->shoals.at[i].n; }

const sv_i32s *sv_shoals_cube(const sv_shoals *x, uint32_t i, uint32_t k) {
  return &x->shoals.at[i].at[k];
}

sv_shoals_statistics sv_shoals_numbers(const sv_shoals *x) { return x->numbers; }
