// test_ic3.c -- IC3 on tiny random circuits, against a search of all their states.
//
// IC3_SEED and IC3_COUNT in the environment choose other circuits.

#include "unit/unit.h"

#include "base/random.h"
#include "engine/ic3/ic3.h"

enum { BITS = 6, INPUTS = 3, GATES = 40, CONDITIONS = 3, CIRCUITS = 400 };
enum { STATES = 1 << BITS, CHOICES = 1 << INPUTS };

typedef struct {
  sv_circuit c;
  sv_lit conditions[CONDITIONS];
  uint32_t next[STATES][CHOICES];
  bool initial[STATES], legal[STATES], step[STATES][CHOICES], met[CONDITIONS][STATES][CHOICES];
  bool reached[STATES];
} tiny;

// ---- drawing

static sv_lit pick(sv_random *r, const sv_lits *from, uint32_t n) {
  return sv_lit_not_if(from->at[sv_random_below(r, n)], sv_random_below(r, 2));
}

static sv_lits draw_gates(sv_random *r, sv_aig *g, const sv_lits *inputs) {
  sv_lits all = {0};
  for (uint32_t i = 0; i < inputs->n; i++) sv_push(all, inputs->at[i]);
  for (uint32_t i = 0; i < GATES; i++) {
    sv_lit a = pick(r, &all, all.n), b = pick(r, &all, all.n);
    sv_push(all, sv_random_below(r, 4) ? sv_aig_and(g, a, b) : sv_aig_xor(g, a, b));
  }
  return all;
}

static sv_lit some_of(sv_random *r, sv_aig *g, const sv_lits *gates, uint32_t n) {
  sv_lit all = SV_LIT_TRUE;
  for (uint32_t i = 0; i < n; i++) all = sv_aig_and(g, all, pick(r, gates, gates->n));
  return all;
}

// Initial states: a cube, or a function.
static sv_lit draw_initial(sv_random *r, sv_aig *g, const sv_lits *state, const sv_lits *gates) {
  sv_lit all = SV_LIT_TRUE;
  if (!sv_random_below(r, 3)) return some_of(r, g, gates, 3);
  for (uint32_t i = 0; i < state->n; i++)
    if (sv_random_below(r, 6))
      all = sv_aig_and(g, all, sv_lit_not_if(state->at[i], sv_random_below(r, 2)));
  return all;
}

static void draw_circuit(tiny *t, uint64_t seed) {
  sv_random r = {seed};
  *t = (tiny){.c.aig = sv_aig_new()};
  sv_aig *g = t->c.aig;
  sv_lits all = {0};
  for (uint32_t i = 0; i < BITS; i++) sv_push(t->c.state, sv_aig_input(g));
  for (uint32_t i = 0; i < INPUTS; i++) sv_push(t->c.inputs, sv_aig_input(g));
  for (uint32_t i = 0; i < BITS; i++) sv_push(all, t->c.state.at[i]);
  sv_lits over_state = draw_gates(&r, g, &all);
  for (uint32_t i = 0; i < INPUTS; i++) sv_push(all, t->c.inputs.at[i]);
  sv_lits gates = draw_gates(&r, g, &all);
  for (uint32_t i = 0; i < BITS; i++)
    sv_push(t->c.next, sv_random_below(&r, 3) ? pick(&r, &gates, gates.n) : t->c.state.at[i]);
  t->c.initial = draw_initial(&r, g, &t->c.state, &over_state);
  t->c.legal = SV_LIT_TRUE;
  t->c.step = sv_lit_not(some_of(&r, g, &gates, sv_random_below(&r, 2) + 1));
  for (uint32_t i = 0; i < CONDITIONS; i++)
    t->conditions[i] = some_of(&r, g, i ? &over_state : &gates, 3 + i + sv_random_below(&r, 3));
  sv_vec_free(all);
  sv_vec_free(over_state);
  sv_vec_free(gates);
}

// ---- all states

typedef struct {
  const tiny *t;
  uint32_t state, choice;
} point;

static uint64_t value_at(void *context, uint32_t input) {
  const point *p = context;
  for (uint32_t i = 0; i < BITS; i++)
    if (sv_lit_node(p->t->c.state.at[i]) == input) return p->state >> i & 1;
  for (uint32_t i = 0; i < INPUTS; i++)
    if (sv_lit_node(p->t->c.inputs.at[i]) == input) return p->choice >> i & 1;
  fail_msg("an unknown input");
  return 0;
}

static bool value(const tiny *t, sv_lit f, uint32_t state, uint32_t choice) {
  point p = {t, state, choice};
  uint64_t out;
  sv_aig_simulate(t->c.aig, &f, 1, value_at, &p, &out);
  return out & 1;
}

static void tabulate(tiny *t) {
  for (uint32_t s = 0; s < STATES; s++) {
    t->initial[s] = value(t, t->c.initial, s, 0);
    for (uint32_t k = 0; k < CHOICES; k++) {
      t->step[s][k] = value(t, t->c.step, s, k);
      for (uint32_t i = 0; i < BITS; i++)
        t->next[s][k] |= (uint32_t)value(t, t->c.next.at[i], s, k) << i;
      for (uint32_t i = 0; i < CONDITIONS; i++) t->met[i][s][k] = value(t, t->conditions[i], s, k);
    }
  }
}

static void reach(tiny *t) {
  memcpy(t->reached, t->initial, sizeof t->reached);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < STATES; s++)
      for (uint32_t k = 0; t->reached[s] && k < CHOICES; k++)
        if (t->step[s][k] && !t->reached[t->next[s][k]]) t->reached[t->next[s][k]] = more = true;
  }
}

static bool can_be_met(const tiny *t, uint32_t condition) {
  for (uint32_t s = 0; s < STATES; s++)
    for (uint32_t k = 0; k < CHOICES; k++)
      if (t->reached[s] && t->met[condition][s][k]) return true;
  return false;
}

// ---- comparing

static uint32_t number_of(const uint8_t *bits, uint32_t n) {
  uint32_t x = 0;
  for (uint32_t i = 0; i < n; i++) x |= (uint32_t)bits[i] << i;
  return x;
}

static void check_run(const tiny *t, const sv_ic3_run *run, uint64_t seed) {
  uint32_t state = number_of(run->initial, BITS), choice = 0;
  if (!t->initial[state]) fail_msg("seed %llu: not initial", (unsigned long long)seed);
  for (uint32_t i = 0; i < run->n; i++) {
    if (i && !t->step[state][choice]) fail_msg("seed %llu: no step", (unsigned long long)seed);
    if (i) state = t->next[state][choice];
    choice = number_of(run->inputs + i * INPUTS, INPUTS);
  }
  if (state != number_of(run->last, BITS)) fail_msg("seed %llu: last", (unsigned long long)seed);
  for (uint32_t i = sv_bits_next(run->met, 0); i != UINT32_MAX; i = sv_bits_next(run->met, i + 1))
    if (!t->met[i][state][choice]) fail_msg("seed %llu: not met", (unsigned long long)seed);
}

static bool in_cube(uint32_t state, const sv_i32s *cube) {
  for (uint32_t i = 0; i < cube->n; i++) {
    int32_t literal = cube->at[i];
    uint32_t bit = (uint32_t)(literal < 0 ? -literal : literal) - 1;
    if ((state >> bit & 1) != (literal > 0)) return false;
  }
  return true;
}

static bool in_invariant(const sv_ic3 *x, uint32_t state) {
  for (uint32_t i = 0; i < sv_ic3_invariant(x); i++)
    if (in_cube(state, sv_ic3_clause(x, i))) return false;
  return true;
}

static void check_invariant(const tiny *t, const sv_ic3 *x, const bool *found, uint64_t seed) {
  bool some = false, live = false;
  for (uint32_t i = 0; i < CONDITIONS; i++)
    live |= !found[i] && !sv_lit_same(t->conditions[i], SV_LIT_FALSE);
  for (uint32_t s = 0; s < STATES; s++) some |= t->initial[s];
  if (!some || !live) return;
  for (uint32_t s = 0; s < STATES; s++) {
    bool in = in_invariant(x, s);
    if (t->initial[s] && !in) fail_msg("seed %llu: initiation", (unsigned long long)seed);
    for (uint32_t k = 0; in && k < CHOICES; k++) {
      if (t->step[s][k] && !in_invariant(x, t->next[s][k]))
        fail_msg("seed %llu: consecution", (unsigned long long)seed);
      for (uint32_t i = 0; i < CONDITIONS; i++)
        if (!found[i] && t->met[i][s][k]) fail_msg("seed %llu: safety", (unsigned long long)seed);
    }
  }
}

// Some reachable states, and sometimes one that is not: hints may be wrong.
static void give_samples(const tiny *t, sv_ic3 *x, sv_random *r) {
  uint8_t bits[BITS];
  for (uint32_t s = 0; s < STATES; s++) {
    if (!sv_random_below(r, 2) || (!t->reached[s] && sv_random_below(r, 20))) continue;
    for (uint32_t i = 0; i < BITS; i++) bits[i] = s >> i & 1;
    sv_ic3_sample(x, bits);
  }
}

static void compare(const tiny *t, uint64_t seed, const sv_ic3_options *o, uint32_t *proved,
                    uint32_t *runs) {
  sv_random r = {seed};
  bool found[CONDITIONS] = {0};
  sv_ic3 *x = sv_ic3_new(&t->c, t->conditions, CONDITIONS, o);
  if (seed % 2) give_samples(t, x, &r);
  sv_ic3_end end;
  while ((end = sv_ic3_search(x)) == SV_IC3_FOUND) {
    sv_ic3_run run = sv_ic3_found(x);
    check_run(t, &run, seed);
    uint32_t first = sv_bits_next(run.met, 0);
    assert_true(first < CONDITIONS && !found[first]);
    found[first] = true;
    sv_ic3_drop(x, first);
    ++*runs;
  }
  assert_true(end == SV_IC3_PROVED);
  for (uint32_t i = 0; i < CONDITIONS; i++)
    if (found[i] != can_be_met(t, i))
      fail_msg("seed %llu: condition %u", (unsigned long long)seed, i);
  check_invariant(t, x, found, seed);
  *proved += sv_ic3_invariant(x) > 0;
  sv_ic3_free(x);
}

static void random_circuits(void **state) {
  const char *first = getenv("IC3_SEED"), *count = getenv("IC3_COUNT");
  uint64_t from = first ? strtoull(first, NULL, 10) : 1;
  uint64_t circuits = count ? strtoull(count, NULL, 10) : CIRCUITS;
  uint32_t proved = 0, runs = 0;
  SV_UNUSED(state);
  for (uint64_t seed = from; seed < from + circuits; seed++) {
    tiny *t = SV_NEW(tiny);
    draw_circuit(t, seed);
    tabulate(t);
    reach(t);
    sv_ic3_options o = {0};
    compare(t, seed, &o, &proved, &runs);
    sv_vec_free(t->c.state);
    sv_vec_free(t->c.inputs);
    sv_vec_free(t->c.next);
    sv_aig_free(t->c.aig);
    sv_free(t);
  }
  printf("%u invariants, %u runs\n", proved, runs);
  assert_true(first || count || (proved > CIRCUITS / 10 && runs > CIRCUITS / 10));
}

// ---- a counter: the run is as long as the way, levels are bounded

static void counter(void **state) {
  enum { WIDTH = 5 };
  SV_UNUSED(state);
  sv_circuit c = {.aig = sv_aig_new(), .legal = SV_LIT_TRUE, .initial = SV_LIT_TRUE};
  sv_lit carry = SV_LIT_TRUE, full = SV_LIT_TRUE;
  for (uint32_t i = 0; i < WIDTH; i++) sv_push(c.state, sv_aig_input(c.aig));
  for (uint32_t i = 0; i < WIDTH; i++) {
    sv_push(c.next, sv_aig_xor(c.aig, c.state.at[i], carry));
    carry = sv_aig_and(c.aig, carry, c.state.at[i]);
    full = sv_aig_and(c.aig, full, sv_lit_not_if(c.state.at[i], i == 1));
    c.initial = sv_aig_and(c.aig, c.initial, sv_lit_not(c.state.at[i]));
  }
  c.step = SV_LIT_TRUE;
  sv_ic3_options o = {.most_levels = 3};
  sv_ic3 *x = sv_ic3_new(&c, &full, 1, &o);
  assert_true(sv_ic3_search(x) == SV_IC3_BOUNDED || sv_ic3_found(x).n == 30);
  sv_ic3_free(x);
  o.most_levels = 0;
  x = sv_ic3_new(&c, &full, 1, &o);
  assert_true(sv_ic3_search(x) == SV_IC3_FOUND);
  assert_int_equal(sv_ic3_found(x).n, 30);  // 29 steps to 29, and the inputs there
  sv_ic3_free(x);
  sv_vec_free(c.state);
  sv_vec_free(c.next);
  sv_aig_free(c.aig);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_circuits), cmocka_unit_test(counter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
