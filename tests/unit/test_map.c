// Tests of base/map.h: hash maps and interned names.

#define _POSIX_C_SOURCE 200809L

#include "base/map.h"

#include "base/random.h"
#include "unit/unit.h"

static void test_empty_map(void **state) {
  SV_UNUSED(state);
  sv_map m = {0};
  assert_int_equal(sv_map_get(&m, 0), SV_MAP_NONE);
  assert_int_equal(sv_map_get(&m, UINT64_MAX), SV_MAP_NONE);
  sv_map_clear(&m);
  sv_map_free(&m);
}

static void test_extreme_keys(void **state) {
  SV_UNUSED(state);
  sv_map m = {0};
  sv_map_put(&m, 0, 10);
  assert_int_equal(sv_map_get(&m, UINT64_MAX), SV_MAP_NONE);
  sv_map_put(&m, UINT64_MAX, 11);
  assert_int_equal(sv_map_get(&m, 0), 10);
  assert_int_equal(sv_map_get(&m, UINT64_MAX), 11);
  assert_int_equal(m.n, 2);
  sv_map_free(&m);
}

static void test_replace(void **state) {
  SV_UNUSED(state);
  sv_map m = {0};
  sv_map_put(&m, 5, 0);
  sv_map_put(&m, 5, UINT32_MAX - 1);
  assert_int_equal(sv_map_get(&m, 5), UINT32_MAX - 1);
  assert_int_equal(m.n, 1);
  sv_map_free(&m);
}

static void test_many_keys(void **state) {
  SV_UNUSED(state);
  enum { N = 3000 };
  sv_map m = {0};
  sv_random r = {7};
  for (uint32_t i = 0; i < N; i++) sv_map_put(&m, sv_random_next(&r), i);
  for (uint32_t i = 0; i < N; i++) sv_map_put(&m, i, i + N);
  assert_int_equal(m.n, 2 * N);
  r = (sv_random){7};
  for (uint32_t i = 0; i < N; i++) assert_int_equal(sv_map_get(&m, sv_random_next(&r)), i);
  for (uint32_t i = 0; i < N; i++) assert_int_equal(sv_map_get(&m, i), i + N);
  assert_int_equal(sv_map_get(&m, N), SV_MAP_NONE);
  sv_map_free(&m);
}

static void test_clear(void **state) {
  SV_UNUSED(state);
  sv_map m = {0};
  for (uint32_t i = 0; i < 100; i++) sv_map_put(&m, i, i);
  sv_map_clear(&m);
  assert_int_equal(m.n, 0);
  for (uint32_t i = 0; i < 100; i++) assert_int_equal(sv_map_get(&m, i), SV_MAP_NONE);
  sv_map_put(&m, 3, 4);
  assert_int_equal(sv_map_get(&m, 3), 4);
  sv_map_free(&m);
}

static void put_the_forbidden(void) {
  sv_map m = {0};
  sv_map_put(&m, 1, SV_MAP_NONE);
}

static void test_forbidden_value(void **state) {
  SV_UNUSED(state);
  assert_misuse(put_the_forbidden, "absent");
}

static void test_names(void **state) {
  SV_UNUSED(state);
  sv_names *names = sv_names_new();
  sv_name a = sv_names_cstr(names, "alpha"), b = sv_names_intern(names, "beta and more", 4);
  assert_int_equal(a.x, 1);
  assert_int_equal(b.x, 2);
  assert_int_equal(sv_names_cstr(names, "beta").x, b.x);
  assert_string_equal(sv_names_get(names, b), "beta");
  assert_int_equal(sv_names_find(names, "alphabet", 5).x, a.x);
  assert_int_equal(sv_names_find(names, "gamma", 5).x, 0);
  assert_int_equal(sv_names_count(names), 2);
  sv_names_free(names);
}

static void test_names_none_and_empty(void **state) {
  SV_UNUSED(state);
  sv_names *names = sv_names_new();
  assert_string_equal(sv_names_get(names, (sv_name){0}), "");
  assert_int_equal(sv_names_find(names, "", 0).x, 0);
  sv_name empty = sv_names_intern(names, NULL, 0);
  assert_int_equal(empty.x, 1);
  assert_int_equal(sv_names_cstr(names, "").x, 1);
  assert_string_equal(sv_names_get(names, empty), "");
  sv_names_free(names);
  sv_names_free(NULL);
}

static void test_many_names_stay_put(void **state) {
  SV_UNUSED(state);
  enum { N = 3000 };
  sv_names *names = sv_names_new();
  const char *first = sv_names_get(names, sv_names_cstr(names, "n0"));
  char text[20];
  for (uint32_t i = 0; i < N; i++) {
    snprintf(text, sizeof text, "n%u", i);
    assert_int_equal(sv_names_cstr(names, text).x, i + 1);
  }
  for (uint32_t i = 0; i < N; i++) {
    snprintf(text, sizeof text, "n%u", i);
    assert_int_equal(sv_names_find(names, text, strlen(text)).x, i + 1);
    assert_string_equal(sv_names_get(names, (sv_name){i + 1}), text);
  }
  assert_ptr_equal(first, sv_names_get(names, (sv_name){1}));
  assert_int_equal(sv_names_count(names), N);
  sv_names_free(names);
}

static void test_names_with_nul_bytes(void **state) {
  SV_UNUSED(state);
  sv_names *names = sv_names_new();
  sv_name a = sv_names_intern(names, "a\0b", 3), b = sv_names_intern(names, "a\0c", 3);
  assert_true(a.x != b.x);
  assert_true(sv_names_cstr(names, "a").x != a.x);
  sv_names_free(names);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty_map),
      cmocka_unit_test(test_extreme_keys),
      cmocka_unit_test(test_replace),
      cmocka_unit_test(test_many_keys),
      cmocka_unit_test(test_clear),
      cmocka_unit_test(test_forbidden_value),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_names_none_and_empty),
      cmocka_unit_test(test_many_names_stay_put),
      cmocka_unit_test(test_names_with_nul_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
