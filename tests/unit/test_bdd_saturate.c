// Tests of images, preimages, chains and saturation (solver/bdd.h): random relations
// against explicit sets of states.

#define _POSIX_C_SOURCE 200809L

#include "unit/test_bdd_kit.h"

enum { MOST_PAIRS = 8, MOST_STATES = 1 << MOST_PAIRS, MOST_RELATIONS = 10 };

// rel[s * MOST_STATES + t]: a step from s to t; bits that are not changed are equal.
typedef struct {
  uint32_t pairs, n, changed[MOST_RELATIONS];
  uint8_t *steps[MOST_RELATIONS];
  sv_bdd_relation relation[MOST_RELATIONS];
  sv_bdds *b;
  sv_random random;
  uint64_t seed;
  bdd_watch watch;
} system_of;

static uint32_t below(system_of *s, uint32_t n) { return sv_random_below(&s->random, n); }

static sv_bdd literal(sv_bdds *b, uint32_t var, bool value) {
  sv_bdd x = sv_bdd_var(b, var);
  if (!value) sv_bdd_set(b, &x, sv_bdd_not(b, x));
  return x;
}

static void add_literal(sv_bdds *b, sv_bdd *cube, uint32_t var, bool value) {
  sv_bdd x = literal(b, var, value);
  sv_bdd_set(b, cube, sv_bdd_and(b, *cube, x));
  sv_bdd_drop(b, x);
}

// Some literals over what is read, some over what is changed: a cube of steps.
typedef struct {
  uint32_t reads, from, writes, to;
} cube_of_steps;

static cube_of_steps random_cube(system_of *s, uint32_t changed) {
  uint32_t all = (1u << s->pairs) - 1;
  cube_of_steps c = {0};
  c.reads = below(s, all + 1) & below(s, all + 1);
  c.writes = changed & (below(s, all + 1) | below(s, all + 1));
  c.from = below(s, all + 1);
  c.to = below(s, all + 1);
  return c;
}

static sv_bdd bdd_of_cube(system_of *s, cube_of_steps c) {
  sv_bdd f = SV_BDD_TRUE;
  for (uint32_t p = 0; p < s->pairs; p++) {
    if (c.reads >> p & 1) add_literal(s->b, &f, 2 * p, c.from >> p & 1);
    if (c.writes >> p & 1) add_literal(s->b, &f, 2 * p + 1, c.to >> p & 1);
  }
  return f;
}

static void random_relation(system_of *s, uint32_t i) {
  uint32_t states = 1u << s->pairs, pairs[MOST_PAIRS], n = 0;
  uint32_t changed = below(s, states) & below(s, states);
  sv_bdd f = SV_BDD_FALSE;
  s->changed[i] = changed;
  s->steps[i] = calloc((size_t)MOST_STATES * MOST_STATES, 1);
  for (uint32_t k = below(s, 4); k-- > 0;) {
    cube_of_steps c = random_cube(s, changed);
    sv_bdd g = bdd_of_cube(s, c);
    sv_bdd_set(s->b, &f, sv_bdd_or(s->b, f, g));
    sv_bdd_drop(s->b, g);
    for (uint32_t x = 0; x < states; x++)
      for (uint32_t y = 0; y < states; y++)
        if (!((x ^ y) & ~changed) && !((x ^ c.from) & c.reads) && !((y ^ c.to) & c.writes))
          s->steps[i][x * MOST_STATES + y] = 1;
  }
  for (uint32_t p = 0; p < s->pairs; p++)
    if (changed >> p & 1) pairs[n++] = p;
  s->relation[i] = sv_bdd_relation_make(s->b, f, pairs, n);
}

static sv_bdd bdd_of_set(system_of *s, const uint8_t *set) {
  sv_bdd all = SV_BDD_FALSE;
  for (uint32_t x = 0; x < 1u << s->pairs; x++) {
    if (!set[x]) continue;
    sv_bdd one = SV_BDD_TRUE;
    for (uint32_t p = 0; p < s->pairs; p++) add_literal(s->b, &one, 2 * p, x >> p & 1);
    sv_bdd_set(s->b, &all, sv_bdd_or(s->b, all, one));
    sv_bdd_drop(s->b, one);
  }
  return all;
}

static void assert_set(system_of *s, sv_bdd f, const uint8_t *set, const char *what) {
  sv_bdd g = bdd_of_set(s, set);
  if (!sv_bdd_same(f, g)) fail_msg("seed %llu: %s", (unsigned long long)s->seed, what);
  sv_bdd_drop(s->b, g);
}

static void check_images(system_of *s, const uint8_t *set, sv_bdd f) {
  uint32_t states = 1u << s->pairs;
  for (uint32_t i = 0; i < s->n; i++) {
    uint8_t to[MOST_STATES] = {0}, from[MOST_STATES] = {0};
    for (uint32_t x = 0; x < states; x++)
      for (uint32_t y = 0; y < states; y++) {
        bool step = s->steps[i][x * MOST_STATES + y];
        to[y] |= step && set[x];
        from[x] |= step && set[y];
      }
    sv_bdd image = sv_bdd_image(s->b, f, &s->relation[i]);
    sv_bdd preimage = sv_bdd_preimage(s->b, f, &s->relation[i]);
    assert_set(s, image, to, "image");
    assert_set(s, preimage, from, "preimage");
    sv_bdd_drop(s->b, image);
    sv_bdd_drop(s->b, preimage);
  }
}

// One step and then another, from states where a bit has a value.
static void check_chains(system_of *s, sv_bdd f) {
  for (uint32_t i = 0; i < s->n; i++) {
    const sv_bdd_relation *r = &s->relation[i];
    sv_bdd bit = literal(s->b, 2 * below(s, s->pairs), below(s, 2));
    sv_bdd_relation second =
        sv_bdd_relation_make(s->b, sv_bdd_and(s->b, r->rel, bit), r->pairs, r->n);
    sv_bdd_relation both =
        sv_bdd_relation_make(s->b, sv_bdd_chain(s->b, r->rel, second.rel, r->cube), r->pairs, r->n);
    sv_bdd once = sv_bdd_image(s->b, f, r), twice = sv_bdd_image(s->b, once, &second);
    sv_bdd image = sv_bdd_image(s->b, f, &both);
    if (!sv_bdd_same(image, twice)) fail_msg("seed %llu: chain", (unsigned long long)s->seed);
    sv_bdd_relation_free(s->b, &second);
    sv_bdd_relation_free(s->b, &both);
    sv_bdd_drop(s->b, bit);
    sv_bdd_drop(s->b, once);
    sv_bdd_drop(s->b, twice);
    sv_bdd_drop(s->b, image);
  }
}

static void close_set(const system_of *s, uint8_t *set) {
  uint32_t states = 1u << s->pairs;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < s->n; i++)
      for (uint32_t x = 0; x < states; x++)
        for (uint32_t y = 0; set[x] && y < states; y++)
          if (s->steps[i][x * MOST_STATES + y] && !set[y]) set[y] = more = true;
  }
}

static sv_bdd breadth_first(sv_bdds *b, sv_bdd f, const sv_bdd_relation *r, uint32_t n) {
  sv_bdd all = sv_bdd_keep(b, f), before = SV_BDD_FALSE;
  while (!sv_bdd_same(all, before)) {
    sv_bdd_set(b, &before, sv_bdd_keep(b, all));
    for (uint32_t i = 0; i < n; i++) {
      sv_bdd image = sv_bdd_image(b, before, &r[i]);
      sv_bdd_set(b, &all, sv_bdd_or(b, all, image));
      sv_bdd_drop(b, image);
    }
  }
  sv_bdd_drop(b, before);
  return all;
}

static void check_closure(system_of *s, uint8_t *set, sv_bdd f) {
  sv_bdd fast = sv_bdd_saturate(s->b, f, s->relation, s->n, NULL, NULL);
  sv_bdd slow = breadth_first(s->b, f, s->relation, s->n);
  close_set(s, set);
  assert_set(s, slow, set, "breadth-first closure");
  assert_set(s, fast, set, "saturation");
  sv_bdd_drop(s->b, fast);
  sv_bdd_drop(s->b, slow);
}

static void random_sets(system_of *s) {
  for (uint32_t k = 0; k < 4; k++) {
    uint8_t set[MOST_STATES] = {0};
    uint32_t sparse = 1u << below(s, s->pairs + 2);
    for (uint32_t x = 0; x < 1u << s->pairs; x++) set[x] = below(s, sparse) == 0;
    sv_bdd f = bdd_of_set(s, set);
    check_images(s, set, f);
    check_chains(s, f);
    check_closure(s, set, f);
    sv_bdd_drop(s->b, f);
    if (k == 1) sv_bdds_numbers(s->b);
    if (k == 2) sv_bdds_reorder(s->b);
  }
}

static void start(system_of *s, uint64_t seed, uint32_t most_pairs) {
  *s = (system_of){.random = {seed}, .seed = seed};
  s->pairs = 1 + below(s, most_pairs);
  s->n = below(s, MOST_RELATIONS + 1);
  s->b = new_bdds(&s->watch, s->pairs, 1, 0);
  for (uint32_t i = 0; i < s->n; i++) random_relation(s, i);
}

static void finish(system_of *s) {
  for (uint32_t i = 0; i < s->n; i++) {
    sv_bdd_relation_free(s->b, &s->relation[i]);
    free(s->steps[i]);
  }
  assert_no_leaks(s->b, 2 * s->pairs + 1);
  sv_bdds_free(s->b);
}

static void test_random_systems(void **state) {
  SV_UNUSED(state);
  static system_of s;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    start(&s, seed, seed % 10 ? 5 : MOST_PAIRS);
    random_sets(&s);
    finish(&s);
  }
}

// A counter, its lowest bit last: one relation per length of the carry.
static void make_counter(sv_bdds *b, uint32_t bits, sv_bdd_relation *r) {
  for (uint32_t i = 0; i < bits; i++) {
    uint32_t pairs[64];
    sv_bdd f = SV_BDD_TRUE;
    for (uint32_t p = i; p < bits; p++) {
      pairs[p - i] = p;
      add_literal(b, &f, 2 * p, p != i);
      add_literal(b, &f, 2 * p + 1, p == i);
    }
    r[i] = sv_bdd_relation_make(b, f, pairs, bits - i);
  }
}

static sv_bdd zero(sv_bdds *b, uint32_t pairs) {
  sv_bdd f = SV_BDD_TRUE;
  for (uint32_t p = 0; p < pairs; p++) add_literal(b, &f, 2 * p, false);
  return f;
}

static void free_relations(sv_bdds *b, sv_bdd_relation *r, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) sv_bdd_relation_free(b, &r[i]);
}

// 2^40 steps one after another, but not many firings; the second time none.
static void test_counter(void **state) {
  SV_UNUSED(state);
  enum { BITS = 40 };
  bdd_watch watch = {0};
  sv_bdd_relation r[BITS];
  sv_bdds *b = new_bdds(&watch, BITS, 0, 0);
  make_counter(b, BITS, r);
  sv_bdd f = zero(b, BITS), all = sv_bdd_saturate(b, f, r, BITS, NULL, NULL);
  assert_true(sv_bdd_is_true(all));
  sv_bdd again = sv_bdd_saturate(b, f, r, BITS, NULL, NULL);
  assert_true(sv_bdd_is_true(again));
  sv_bdd_drop(b, f);
  free_relations(b, r, BITS);
  assert_no_leaks(b, 2 * BITS);
  sv_bdds_free(b);
}

static bool three_times(void *context, uint64_t fired) {
  int *calls = context;
  SV_UNUSED(fired);
  return ++*calls < 3;
}

// Bits set in any order, each only if its neighbour is: many firings.
static void make_chain(sv_bdds *b, uint32_t n, sv_bdd_relation *r, uint64_t seed) {
  sv_random random = {seed};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t p = sv_random_below(&random, n), q = sv_random_below(&random, n);
    uint32_t changed[2] = {p < q ? p : q, p < q ? q : p};
    sv_bdd f = SV_BDD_TRUE;
    add_literal(b, &f, 2 * p, sv_random_below(&random, 2));
    add_literal(b, &f, 2 * p + 1, sv_random_below(&random, 2));
    if (p != q) add_literal(b, &f, 2 * q + 1, sv_random_below(&random, 2));
    add_literal(b, &f, 2 * sv_random_below(&random, n), false);
    r[i] = sv_bdd_relation_make(b, f, changed, p == q ? 1 : 2);
  }
}

static void test_stop(void **state) {
  SV_UNUSED(state);
  enum { N = 50 };
  bdd_watch watch = {0};
  int calls = 0;
  sv_bdd_relation r[N];
  sv_bdds *b = new_bdds(&watch, N, 0, 0);
  make_chain(b, N, r, 7);
  sv_bdd f = zero(b, N);
  sv_bdd some = sv_bdd_saturate(b, f, r, N, three_times, &calls);
  sv_bdd all = sv_bdd_saturate(b, f, r, N, NULL, NULL);
  assert_int_equal(calls, 3);
  assert_true(sv_bdd_implies(b, f, some) && sv_bdd_implies(b, some, all));
  assert_false(sv_bdd_same(some, all));
  sv_bdd_drop(b, f);
  sv_bdd_drop(b, some);
  sv_bdd_drop(b, all);
  free_relations(b, r, N);
  assert_no_leaks(b, 2 * N);
  sv_bdds_free(b);
}

// With little memory there are many collections in the middle of everything.
static void test_collections(void **state) {
  SV_UNUSED(state);
  enum { N = 36 };
  uint64_t collections = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    bdd_watch watch = {0};
    sv_bdd_relation r[N];
    sv_bdds *b = new_bdds(&watch, N, 0, 1500000);
    make_chain(b, N, r, seed);
    sv_bdd f = zero(b, N);
    sv_bdd slow = breadth_first(b, f, r, N);
    sv_bdd fast = sv_bdd_saturate(b, f, r, N, NULL, NULL);
    assert_true(sv_bdd_same(fast, slow));
    collections += sv_bdds_numbers(b).collections;
    sv_bdd_drop(b, f);
    sv_bdd_drop(b, fast);
    sv_bdd_drop(b, slow);
    free_relations(b, r, N);
    assert_no_leaks(b, 2 * N);
    sv_bdds_free(b);
  }
  assert_true(collections > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_systems),
      cmocka_unit_test(test_counter),
      cmocka_unit_test(test_stop),
      cmocka_unit_test(test_collections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
