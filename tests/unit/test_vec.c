// Tests of base/vec.h: the one growing array.

#define _POSIX_C_SOURCE 200809L

#include "base/vec.h"

#include "unit/unit.h"

typedef struct {
  uint64_t a;
  char b;
} item;

static void test_zeroed_is_empty(void **state) {
  SV_UNUSED(state);
  sv_u32s v = {0};
  assert_int_equal(v.n, 0);
  sv_clear(v);
  sv_vec_free(v);
  assert_null(v.at);
}

static void test_push_and_pop(void **state) {
  SV_UNUSED(state);
  sv_u32s v = {0};
  for (uint32_t i = 0; i < 100000; i++) sv_push(v, i * 3);
  assert_int_equal(v.n, 100000);
  assert_true(v.cap >= v.n && v.cap < 2 * v.n);
  assert_int_equal(sv_last(v), 99999 * 3);
  for (uint32_t i = 100000; i-- > 0;) assert_int_equal(sv_pop(v), i * 3);
  assert_int_equal(v.n, 0);
  sv_vec_free(v);
}

static void test_push_of_structs(void **state) {
  SV_UNUSED(state);
  SV_VEC(item) v = {0};
  sv_push(v, (item){.a = 1, .b = 'x'});
  sv_push(v, (item){2, 'y'});
  assert_int_equal(v.at[1].a, 2);
  assert_int_equal(v.at[0].b, 'x');
  sv_vec_free(v);
}

static void test_reserve_keeps_count(void **state) {
  SV_UNUSED(state);
  sv_u64s v = {0};
  sv_push(v, 7);
  sv_reserve(v, 1000);
  uint64_t *at = v.at;
  for (uint64_t i = 0; i < 1000; i++) sv_push(v, i);
  assert_ptr_equal(at, v.at);
  assert_int_equal(v.at[0], 7);
  sv_vec_free(v);
}

static void test_fill_zeroes_new_elements(void **state) {
  SV_UNUSED(state);
  sv_u32s v = {0};
  sv_fill(v, 0);
  sv_fill(v, 10);
  for (uint32_t i = 0; i < 10; i++) assert_int_equal(v.at[i], 0);
  for (uint32_t i = 0; i < 10; i++) v.at[i] = 9;
  sv_fill(v, 4);
  assert_int_equal(v.n, 4);
  sv_fill(v, 500);
  for (uint32_t i = 0; i < 500; i++) assert_int_equal(v.at[i], i < 4 ? 9 : 0);
  sv_vec_free(v);
}

static void grow_past_32_bits(void) {
  SV_VEC(char) v = {0};
  sv_push(v, 'x');
  sv_reserve(v, UINT32_MAX);
}

static void test_too_many_elements(void **state) {
  SV_UNUSED(state);
  char said[500];
  assert_int_equal(how_it_ends(grow_past_32_bits, said, sizeof said), 70);
  assert_non_null(strstr(said, "out of memory"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_zeroed_is_empty),          cmocka_unit_test(test_push_and_pop),
      cmocka_unit_test(test_push_of_structs),          cmocka_unit_test(test_reserve_keeps_count),
      cmocka_unit_test(test_fill_zeroes_new_elements), cmocka_unit_test(test_too_many_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
