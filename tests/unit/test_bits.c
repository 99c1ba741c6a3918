// Tests of base/bits.h: bit sets, against arrays of bool.

#define _POSIX_C_SOURCE 200809L

#include "base/bits.h"

#include "base/random.h"
#include "unit/unit.h"

// Sizes around the borders of words.
static const uint32_t sizes[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 1000};

static void test_add_remove(void **state) {
  SV_UNUSED(state);
  sv_bits b;
  sv_bits_init(&b, 130);
  assert_true(sv_bits_empty(&b));
  sv_bits_add(&b, 0);
  sv_bits_add(&b, 64);
  sv_bits_add(&b, 129);
  assert_true(sv_bits_has(&b, 64) && !sv_bits_has(&b, 63) && sv_bits_has(&b, 129));
  assert_int_equal(sv_bits_count(&b), 3);
  sv_bits_remove(&b, 64);
  sv_bits_remove(&b, 65);
  assert_int_equal(sv_bits_count(&b), 2);
  sv_bits_clear(&b);
  assert_true(sv_bits_empty(&b));
  sv_bits_free(&b);
}

static void test_all_has_no_strays(void **state) {
  SV_UNUSED(state);
  for (size_t k = 0; k < SV_COUNT(sizes); k++) {
    sv_bits b, c;
    sv_bits_init(&b, sizes[k]);
    sv_bits_init(&c, sizes[k]);
    sv_bits_all(&b);
    for (uint32_t i = 0; i < sizes[k]; i++) sv_bits_add(&c, i);
    assert_int_equal(sv_bits_count(&b), sizes[k]);
    assert_true(sv_bits_equal(&b, &c));
    assert_true(sv_bits_empty(&b) == !sizes[k]);
    sv_bits_free(&b);
    sv_bits_free(&c);
  }
}

static void test_next(void **state) {
  SV_UNUSED(state);
  sv_random r = {3};
  for (size_t k = 0; k < SV_COUNT(sizes); k++) {
    sv_bits b;
    sv_bits_init(&b, sizes[k]);
    for (uint32_t i = 0; i < sizes[k]; i++)
      if (!sv_random_below(&r, 5)) sv_bits_add(&b, i);
    uint32_t at = 0, seen = 0;
    for (uint32_t i = sv_bits_next(&b, 0); i != UINT32_MAX; i = sv_bits_next(&b, i + 1), seen++) {
      while (at < i) assert_false(sv_bits_has(&b, at++));
      assert_true(sv_bits_has(&b, at++));
    }
    assert_int_equal(seen, sv_bits_count(&b));
    assert_int_equal(sv_bits_next(&b, sizes[k]), UINT32_MAX);
    assert_int_equal(sv_bits_next(&b, UINT32_MAX), UINT32_MAX);
    sv_bits_free(&b);
  }
}

static void fill_randomly(sv_bits *b, sv_random *r, uint32_t one_in) {
  sv_bits_clear(b);
  for (uint32_t i = 0; i < b->n; i++)
    if (!sv_random_below(r, one_in)) sv_bits_add(b, i);
}

// All operations on two random sets of one size, element by element.
static void check_operations(sv_bits *a, sv_bits *b, sv_bits *c) {
  bool overlap = false, grows = false;
  for (uint32_t i = 0; i < a->n; i++) {
    overlap |= sv_bits_has(a, i) && sv_bits_has(b, i);
    grows |= sv_bits_has(b, i) && !sv_bits_has(a, i);
  }
  assert_true(sv_bits_overlap(a, b) == overlap);
  sv_bits_copy(c, a);
  assert_true(sv_bits_equal(c, a));
  assert_true(sv_bits_join(c, b) == grows);
  assert_false(sv_bits_join(c, b));
  for (uint32_t i = 0; i < a->n; i++)
    assert_true(sv_bits_has(c, i) == (sv_bits_has(a, i) || sv_bits_has(b, i)));
  sv_bits_copy(c, a);
  sv_bits_minus(c, b);
  for (uint32_t i = 0; i < a->n; i++)
    assert_true(sv_bits_has(c, i) == (sv_bits_has(a, i) && !sv_bits_has(b, i)));
}

static void test_operations(void **state) {
  SV_UNUSED(state);
  sv_random r = {11};
  for (size_t k = 0; k < SV_COUNT(sizes); k++) {
    sv_bits a, b, c;
    sv_bits_init(&a, sizes[k]);
    sv_bits_init(&b, sizes[k]);
    sv_bits_init(&c, sizes[k]);
    for (uint32_t round = 0; round < 20; round++) {
      fill_randomly(&a, &r, 1 + round);
      fill_randomly(&b, &r, 2);
      check_operations(&a, &b, &c);
    }
    check_operations(&a, &a, &c);
    sv_bits_free(&a);
    sv_bits_free(&b);
    sv_bits_free(&c);
  }
}

static void join_sizes(void) {
  sv_bits a, b;
  sv_bits_init(&a, 3);
  sv_bits_init(&b, 4);
  sv_bits_join(&a, &b);
}

static void test_sizes_must_agree(void **state) {
  SV_UNUSED(state);
  assert_misuse(join_sizes, "different sizes");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_remove),
      cmocka_unit_test(test_all_has_no_strays),
      cmocka_unit_test(test_next),
      cmocka_unit_test(test_operations),
      cmocka_unit_test(test_sizes_must_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
