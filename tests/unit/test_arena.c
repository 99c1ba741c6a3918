// Tests of base/arena.h: bump allocation, marks.

#define _POSIX_C_SOURCE 200809L

#include "base/arena.h"

#include "unit/unit.h"

static void test_alignment_and_zero(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  for (size_t n = 0; n < 300; n++) {
    unsigned char *p = sv_arena_alloc(a, n);
    assert_int_equal((uintptr_t)p % 16, 0);
    for (size_t i = 0; i < n; i++) assert_int_equal(p[i], 0);
    memset(p, 0xAB, n);
  }
  sv_arena_free(a);
}

static void test_objects_stay_and_do_not_overlap(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  enum { N = 20000 };
  uint32_t **all = SV_NEW_ARRAY(uint32_t *, N);
  for (uint32_t i = 0; i < N; i++) {
    all[i] = SV_ARENA_ARRAY(a, uint32_t, i % 40 + 1);
    all[i][0] = i, all[i][i % 40] = i;
  }
  for (uint32_t i = 0; i < N; i++) assert_true(all[i][0] == i && all[i][i % 40] == i);
  sv_free(all);
  sv_arena_free(a);
}

static void test_large_objects(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  char *small = sv_arena_alloc(a, 10), *large = sv_arena_alloc(a, 10000000);
  char *after = sv_arena_alloc(a, 10);
  small[9] = large[9999999] = after[9] = 1;
  assert_true(sv_arena_bytes(a) >= 10000000);
  sv_arena_free(a);
}

static void test_strings(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  assert_string_equal(sv_arena_strndup(a, "abcdef", 3), "abc");
  assert_string_equal(sv_arena_strndup(a, NULL, 0), "");
  assert_string_equal(sv_arena_printf(a, "%s-%d", "x", 42), "x-42");
  char *wide = sv_arena_printf(a, "%9000d", 1);
  assert_int_equal(strlen(wide), 9000);
  sv_arena_free(a);
}

static void test_rewind_gives_memory_back_zeroed(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  char *kept = sv_arena_strndup(a, "kept", 4);
  sv_arena_mark mark = sv_arena_position(a);
  char *first = sv_arena_alloc(a, 100);
  memset(first, 0xFF, 100);
  sv_arena_rewind(a, mark);
  char *second = sv_arena_alloc(a, 100);
  assert_ptr_equal(first, second);
  for (int i = 0; i < 100; i++) assert_int_equal(second[i], 0);
  assert_string_equal(kept, "kept");
  sv_arena_free(a);
}

static void test_rewind_over_blocks(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  sv_arena_alloc(a, 100);
  size_t bytes = sv_arena_bytes(a);
  sv_arena_mark outer = sv_arena_position(a);
  for (int i = 0; i < 1000; i++) sv_arena_alloc(a, 1000);
  sv_arena_mark inner = sv_arena_position(a);
  sv_arena_alloc(a, 5000000);
  sv_arena_rewind(a, inner);
  assert_true(sv_arena_bytes(a) < 5000000);
  sv_arena_rewind(a, outer);
  assert_int_equal(sv_arena_bytes(a), bytes);
  sv_arena_free(a);
}

static void test_mark_of_an_empty_arena(void **state) {
  SV_UNUSED(state);
  sv_arena *a = sv_arena_new();
  assert_int_equal(sv_arena_bytes(a), 0);
  sv_arena_mark mark = sv_arena_position(a);
  sv_arena_rewind(a, mark);
  void *first = sv_arena_alloc(a, 8);
  sv_arena_alloc(a, 100000);
  sv_arena_rewind(a, mark);
  assert_ptr_equal(sv_arena_alloc(a, 8), first);
  sv_arena_free(a);
  sv_arena_free(NULL);
}

static void rewind_forward(void) {
  sv_arena *a = sv_arena_new();
  sv_arena_mark start = sv_arena_position(a);
  sv_arena_alloc(a, 100);
  sv_arena_mark later = sv_arena_position(a);
  sv_arena_rewind(a, start);
  sv_arena_rewind(a, later);
}

static void test_stale_mark_is_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(rewind_forward, "ahead of the arena");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alignment_and_zero),
      cmocka_unit_test(test_objects_stay_and_do_not_overlap),
      cmocka_unit_test(test_large_objects),
      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_rewind_gives_memory_back_zeroed),
      cmocka_unit_test(test_rewind_over_blocks),
      cmocka_unit_test(test_mark_of_an_empty_arena),
      cmocka_unit_test(test_stale_mark_is_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
