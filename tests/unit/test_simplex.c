// test_simplex.c -- exact linear constraints: solutions solve, refutations refute.
//
// Random systems, added and taken back in random order. Whatever it answers is
// checked by what it hands out: values that satisfy every constraint, or
// multipliers whose sum is 0 < 0.

#include "unit/unit.h"

#include "base/random.h"
#include "solver/simplex.h"

enum { VARS = 5, MOST = 24, ROUNDS = 400 };

typedef struct {
  int factors[VARS];
  int bound;
  sv_row_relation relation;
} constraint;

typedef struct {
  sv_simplex *s;
  constraint rows[MOST];
  uint32_t n;
} held;

static void add(held *h, constraint c) {
  mpq_t factors[VARS], bound;
  sv_row_entry entries[VARS];
  uint32_t n = 0;
  mpq_init(bound);
  mpq_set_si(bound, c.bound, 2);
  mpq_canonicalize(bound);
  for (uint32_t i = 0; i < VARS; i++) {
    mpq_init(factors[i]);
    mpq_set_si(factors[i], c.factors[i], 1);
    if (c.factors[i]) entries[n++] = (sv_row_entry){i, factors[i]};
  }
  assert_int_equal(sv_simplex_add(h->s, entries, n, c.relation, bound), h->n);
  h->rows[h->n++] = c;
  for (uint32_t i = 0; i < VARS; i++) mpq_clear(factors[i]);
  mpq_clear(bound);
}

static void left_side(const held *h, const constraint *c, mpq_ptr out) {
  mpq_t value, factor;
  mpq_inits(value, factor, NULL);
  mpq_set_ui(out, 0, 1);
  for (uint32_t i = 0; i < VARS; i++) {
    sv_simplex_value(h->s, i, value);
    mpq_set_si(factor, c->factors[i], 1);
    mpq_mul(value, value, factor);
    mpq_add(out, out, value);
  }
  mpq_clears(value, factor, NULL);
}

static void check_solution(const held *h) {
  mpq_t left, bound;
  mpq_inits(left, bound, NULL);
  for (uint32_t r = 0; r < h->n; r++) {
    left_side(h, &h->rows[r], left);
    mpq_set_si(bound, h->rows[r].bound, 2);
    mpq_canonicalize(bound);
    int by = mpq_cmp(left, bound);
    assert_true(h->rows[r].relation == SV_ROW_EQ   ? by == 0
                : h->rows[r].relation == SV_ROW_LT ? by < 0
                                                   : by <= 0);
  }
  mpq_clears(left, bound, NULL);
}

static void check_refutation(const held *h) {
  mpq_t m, part, sums[VARS], bound;
  bool strict = false;
  mpq_inits(m, part, bound, NULL);
  for (uint32_t i = 0; i < VARS; i++) mpq_init(sums[i]);
  for (uint32_t r = 0; r < h->n; r++) {
    sv_simplex_multiplier(h->s, r, m);
    assert_true(mpq_sgn(m) >= 0 || h->rows[r].relation == SV_ROW_EQ);
    strict |= mpq_sgn(m) && h->rows[r].relation == SV_ROW_LT;
    for (uint32_t i = 0; i < VARS; i++) {
      mpq_set_si(part, h->rows[r].factors[i], 1);
      mpq_mul(part, part, m);
      mpq_add(sums[i], sums[i], part);
    }
    mpq_set_si(part, h->rows[r].bound, 2);
    mpq_canonicalize(part);
    mpq_mul(part, part, m);
    mpq_add(bound, bound, part);
  }
  for (uint32_t i = 0; i < VARS; i++) {
    assert_int_equal(mpq_sgn(sums[i]), 0);
    mpq_clear(sums[i]);
  }
  assert_true(mpq_sgn(bound) < 0 || (strict && !mpq_sgn(bound)));
  mpq_clears(m, part, bound, NULL);
}

static constraint some(sv_random *random) {
  constraint c = {.bound = (int)sv_random_below(random, 21) - 10};
  uint32_t n = 1 + sv_random_below(random, 3);
  while (n--) c.factors[sv_random_below(random, VARS)] = (int)sv_random_below(random, 9) - 4;
  uint32_t kind = sv_random_below(random, 8);
  c.relation = kind < 2 ? SV_ROW_EQ : kind < 4 ? SV_ROW_LT : SV_ROW_LE;
  return c;
}

static void test_random(void **state) {
  sv_random random = {.state = 7};
  uint32_t solved = 0, refuted = 0;
  (void)state;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    held h = {.s = sv_simplex_new()};
    for (uint32_t i = 0; i < VARS; i++) sv_simplex_var(h.s);
    for (uint32_t turn = 0; turn < 40; turn++) {
      if (h.n == MOST || (h.n && !sv_random_below(&random, 4))) {
        h.n = sv_random_below(&random, h.n);
        sv_simplex_back(h.s, h.n);
      } else {
        add(&h, some(&random));
      }
      bool yes = sv_simplex_solve(h.s);
      if (yes) check_solution(&h), solved++;
      else check_refutation(&h), refuted++;
    }
    sv_simplex_free(h.s);
  }
  assert_true(solved > 1000 && refuted > 1000);
}

static void test_strict(void **state) {
  held h = {.s = sv_simplex_new()};
  (void)state;
  for (uint32_t i = 0; i < VARS; i++) sv_simplex_var(h.s);
  add(&h, (constraint){{1, -1}, 0, SV_ROW_LT});  // x < y
  add(&h, (constraint){{0, 1, -1}, 0, SV_ROW_LT});
  assert_true(sv_simplex_solve(h.s));
  check_solution(&h);
  add(&h, (constraint){{-1, 0, 1}, 0, SV_ROW_LE});  // z <= x
  assert_false(sv_simplex_solve(h.s));
  check_refutation(&h);
  sv_simplex_back(h.s, 2);
  h.n = 2;
  assert_true(sv_simplex_solve(h.s));
  sv_simplex_free(h.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_strict), cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
