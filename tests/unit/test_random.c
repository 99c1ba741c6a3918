// Tests of base/random.h: the same numbers everywhere.

#define _POSIX_C_SOURCE 200809L

#include "base/random.h"

#include "unit/unit.h"

// The published first outputs of splitmix64 from state 1234567.
static void test_known_numbers(void **state) {
  SV_UNUSED(state);
  sv_random r = {1234567};
  assert_true(sv_random_next(&r) == UINT64_C(6457827717110365317));
  assert_true(sv_random_next(&r) == UINT64_C(3203168211198807973));
  assert_true(sv_random_next(&r) == UINT64_C(9817491932198370423));
}

static void test_below_covers_its_range(void **state) {
  SV_UNUSED(state);
  sv_random r = {1};
  uint32_t seen[7] = {0};
  for (int i = 0; i < 7000; i++) {
    uint32_t n = sv_random_below(&r, 7);
    assert_in_range(n, 0, 6);
    seen[n]++;
  }
  for (int i = 0; i < 7; i++) assert_in_range(seen[i], 850, 1150);
  for (int i = 0; i < 100; i++) assert_int_equal(sv_random_below(&r, 1), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_numbers),
      cmocka_unit_test(test_below_covers_its_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
