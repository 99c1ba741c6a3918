// Tests of encode/parametric/sets.h: random parametric sets against the states that all choices
// give, one package for all of them.

#include "encode/parametric/sets.h"

#include "base/random.h"
#include "unit/unit.h"

#ifdef __SANITIZE_ADDRESS__
enum { ROUNDS = 150 };
#else
enum { ROUNDS = 1500 };
#endif
enum { INPUTS = 7, BITS = 6, WIDTH = 9 };  // sets over some of WIDTH state bits

typedef struct {
  sv_aig *g;
  sv_random random;
  sv_lits pool;
  sv_lit inputs[INPUTS], parameters[WIDTH];
  uint32_t at[BITS];
} shop;

typedef struct {
  sv_lit bits[BITS], guard;
} set;

typedef struct {
  bool has[1 << BITS];
} states;

static sv_lit any(shop *s) {
  if (!sv_random_below(&s->random, 10)) return sv_lit_const(sv_random_below(&s->random, 2));
  return sv_lit_not_if(s->pool.at[sv_random_below(&s->random, s->pool.n)],
                       sv_random_below(&s->random, 2));
}

static void open_shop(shop *s, uint64_t seed) {
  *s = (shop){.g = sv_aig_new(), .random = {seed}};
  for (uint32_t i = 0; i < INPUTS; i++) sv_push(s->pool, s->inputs[i] = sv_aig_input(s->g));
  for (uint32_t i = 0; i < WIDTH; i++) s->parameters[i] = sv_aig_input(s->g);
  for (uint32_t i = 0, bit = 0; i < BITS; i++) {
    while (WIDTH - bit > BITS - i && sv_random_below(&s->random, 3) == 0) bit++;
    s->at[i] = bit++;
  }
  for (uint32_t i = 0; i < 30; i++) {
    sv_lit a = any(s), b = any(s);
    sv_push(s->pool, i % 3 ? sv_aig_and(s->g, a, b) : sv_aig_xor(s->g, a, b));
  }
}

static void close_shop(shop *s) {
  sv_vec_free(s->pool);
  sv_aig_free(s->g);
}

static set draw_set(shop *s) {
  set x = {.guard = any(s)};
  for (uint32_t i = 0; i < BITS; i++) x.bits[i] = any(s);
  return x;
}

static uint64_t pattern(void *context, uint32_t input) {
  const uint64_t *counters = context;
  return counters[input];
}

// All choices of inputs and parameters that the functions have, 64 at a time.
static states states_of(shop *s, const set *x) {
  states all = {{0}};
  uint64_t word[1 + INPUTS + WIDTH] = {0}, out[BITS + 1];
  sv_lit roots[BITS + 1];
  memcpy(roots, x->bits, sizeof x->bits);
  roots[BITS] = x->guard;
  for (uint32_t base = 0; base < 1u << (INPUTS + WIDTH); base += 64) {
    for (uint32_t i = 0; i < INPUTS + WIDTH; i++) {
      uint32_t node = sv_lit_node(i < INPUTS ? s->inputs[i] : s->parameters[i - INPUTS]);
      word[node] = 0;
      for (uint32_t k = 0; k < 64; k++) word[node] |= (uint64_t)((base + k) >> i & 1) << k;
    }
    sv_aig_simulate(s->g, roots, BITS + 1, pattern, word, out);
    for (uint32_t k = 0; k < 64; k++) {
      uint32_t state = 0;
      for (uint32_t i = 0; i < BITS; i++) state |= (uint32_t)(out[i] >> k & 1) << i;
      if (out[BITS] >> k & 1) all.has[state] = true;
    }
  }
  return all;
}

static bool inside(const states *a, const states *b) {
  for (uint32_t i = 0; i < 1 << BITS; i++)
    if (a->has[i] && !b->has[i]) return false;
  return true;
}

static bool is_empty(const states *a) {
  for (uint32_t i = 0; i < 1 << BITS; i++)
    if (a->has[i]) return false;
  return true;
}

// Written as functions it is the same set; the same diagram gives the same functions.
static void check_written(shop *s, sv_sets *sets, sv_bdd diagram, const states *want,
                          uint64_t seed) {
  set x = {.guard = SV_LIT_TRUE}, again = x;
  assert_true(sv_sets_write(sets, diagram, s->g, s->parameters, s->at, BITS, x.bits));
  assert_true(sv_sets_write(sets, diagram, s->g, s->parameters, s->at, BITS, again.bits));
  states have = states_of(s, &x);
  if (memcmp(&have, want, sizeof have)) fail_msg("seed %d: written as another set", (int)seed);
  assert_memory_equal(x.bits, again.bits, sizeof x.bits);
}

static void check_round(uint64_t seed) {
  shop s;
  open_shop(&s, seed);
  sv_sets *sets = sv_sets_new(s.g, WIDTH, 100000, NULL);
  set one = draw_set(&s), other = draw_set(&s);
  states a = states_of(&s, &one), b = states_of(&s, &other), both = a;
  for (uint32_t i = 0; i < 1 << BITS; i++) both.has[i] |= b.has[i];
  sv_bdd x, y, all = SV_BDD_FALSE;
  assert_true(sv_sets_make(sets, s.at, one.bits, BITS, one.guard, &x));
  assert_true(sv_sets_make(sets, s.at, other.bits, BITS, other.guard, &y));
  if (sv_sets_inside(sets, x, y) != inside(&a, &b)) fail_msg("seed %d: inside", (int)seed);
  assert_true(sv_sets_add(sets, &all, x) && sv_sets_add(sets, &all, y));
  assert_true(sv_sets_inside(sets, x, all) && sv_sets_inside(sets, y, all));
  if (sv_sets_inside(sets, all, y) != inside(&both, &b)) fail_msg("seed %d: union", (int)seed);
  if (!is_empty(&both) && seed % 8 == 0) check_written(&s, sets, all, &both, seed);
  sv_sets_free(sets);
  close_shop(&s);
}

static void test_random_sets(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) check_round(seed);
}

// Products of numbers: too large a diagram is refused, and too many of them end it all.
static void test_too_large(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  enum { N = 10 };
  sv_lit inputs[2 * N], bits[4 * N], guard = SV_LIT_TRUE;
  uint32_t at[4 * N];
  for (uint32_t i = 0; i < 2 * N; i++) inputs[i] = sv_aig_input(g);
  for (uint32_t i = 0; i < 4 * N; i++) at[i] = i, bits[i] = i < 2 * N ? inputs[i] : SV_LIT_FALSE;
  for (uint32_t row = 0; row < N; row++) {
    sv_lit carry = SV_LIT_FALSE;
    for (uint32_t i = 0; row + i < 2 * N; i++) {
      sv_lit *p = &bits[2 * N + row + i], was = *p;
      sv_lit add = i < N ? sv_aig_and(g, inputs[i], inputs[N + row]) : SV_LIT_FALSE;
      *p = sv_aig_xor(g, sv_aig_xor(g, was, add), carry);
      carry = sv_aig_or(g, sv_aig_and(g, was, add), sv_aig_and(g, carry, sv_aig_or(g, was, add)));
    }
  }
  sv_sets *sets = sv_sets_new(g, 4 * N, 2000, NULL);
  sv_bdd out;
  uint32_t tries = 0;
  while (sv_sets_work(sets)) {
    assert_false(sv_sets_make(sets, at, bits, 4 * N, guard, &out));
    assert_true(++tries < 100);
  }
  assert_false(sv_sets_inside(sets, SV_BDD_FALSE, SV_BDD_FALSE));
  assert_int_equal(sv_sets_numbers(sets).made, 0);
  sv_sets_free(sets);
  sv_aig_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sets),
                                     cmocka_unit_test(test_too_large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
