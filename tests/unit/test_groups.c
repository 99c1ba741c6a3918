// Tests of base/groups.h.

#include "base/groups.h"

#include "base/random.h"
#include "unit/unit.h"

static void test_small(void **state) {
  SV_UNUSED(state);
  static const uint32_t of[] = {2, 0, 9, 2, 0, 1};
  sv_groups g = sv_groups_make(of, 6, 4);
  static const uint32_t first[] = {0, 2, 3, 5, 5}, items[] = {1, 4, 5, 0, 3};
  assert_memory_equal(g.first, first, sizeof first);
  assert_memory_equal(g.items, items, sizeof items);
  sv_groups_free(&g);
  g = sv_groups_make(NULL, 0, 0);
  assert_int_equal(g.first[0], 0);
  sv_groups_free(&g);
}

// Each number is in its group, once, and groups are ascending.
static void test_random(void **state) {
  SV_UNUSED(state);
  sv_random random = {7};
  for (uint32_t round = 0; round < 200; round++) {
    uint32_t n = sv_random_below(&random, 50), groups = sv_random_below(&random, 10), seen = 0;
    uint32_t of[64];
    for (uint32_t i = 0; i < n; i++) of[i] = sv_random_below(&random, groups + 2);
    sv_groups g = sv_groups_make(of, n, groups);
    for (uint32_t k = 0; k < groups; k++)
      for (uint32_t i = g.first[k]; i < g.first[k + 1]; i++, seen++) {
        assert_int_equal(of[g.items[i]], k);
        if (i > g.first[k]) assert_true(g.items[i - 1] < g.items[i]);
      }
    for (uint32_t i = 0; i < n; i++) seen -= of[i] < groups;
    assert_int_equal(seen, 0);
    sv_groups_free(&g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
