// Tests of base/base.h: contracts, memory, hashes.

#define _POSIX_C_SOURCE 200809L

#include "base/base.h"

#include "unit/unit.h"

static void break_a_contract(void) {
  int sheep = 0;
  REQUIRE(sheep > 0, "no sheep");
}

static void test_misuse_names_function_and_reason(void **state) {
  SV_UNUSED(state);
  assert_misuse(break_a_contract, "break_a_contract: no sheep (sheep > 0)");
}

static void test_require_passes(void **state) {
  SV_UNUSED(state);
  int calls = 0;
  REQUIRE(++calls, "never");
  assert_int_equal(calls, 1);
}

static void reach_the_unreachable(void) { SV_UNREACHABLE(); }

static void test_bug_exits_with_70(void **state) {
  SV_UNUSED(state);
  char said[500];
  assert_int_equal(how_it_ends(reach_the_unreachable, said, sizeof said), 70);
  assert_non_null(strstr(said, "internal error at "));
  assert_non_null(strstr(said, "unreachable code"));
}

static void run_out_of_memory(void) { sv_out_of_memory(12345); }

static void test_out_of_memory_exits_with_70(void **state) {
  SV_UNUSED(state);
  char said[500];
  assert_int_equal(how_it_ends(run_out_of_memory, said, sizeof said), 70);
  assert_non_null(strstr(said, "12345"));
}

static void test_alloc_zeroes(void **state) {
  SV_UNUSED(state);
  unsigned char *p = sv_alloc(1000);
  for (int i = 0; i < 1000; i++) assert_int_equal(p[i], 0);
  memset(p, 7, 1000);
  p = sv_resize(p, 5000);
  for (int i = 0; i < 1000; i++) assert_int_equal(p[i], 7);
  sv_free(p);
  sv_free(NULL);
}

static void test_sizes_of_zero(void **state) {
  SV_UNUSED(state);
  void *p = sv_alloc(0);
  assert_non_null(p);
  p = sv_resize(p, 0);
  assert_non_null(p);
  sv_free(p);
}

static void test_strings(void **state) {
  SV_UNUSED(state);
  char *a = sv_strdup("selvage"), *b = sv_strndup("selvage", 3), *c = sv_strndup(NULL, 0);
  assert_string_equal(a, "selvage");
  assert_string_equal(b, "sel");
  assert_string_equal(c, "");
  sv_free(a);
  sv_free(b);
  sv_free(c);
}

#ifndef SV_STRESS_HASH

// Each length up to 100, each bit: the hash must change, also with the seed.
static void test_hash_sees_every_bit(void **state) {
  SV_UNUSED(state);
  unsigned char bytes[100] = {0};
  for (size_t n = 0; n <= sizeof bytes; n++) {
    for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)(i * 37 + n);
    uint64_t hash = sv_hash_bytes(bytes, n, 1);
    assert_true(hash == sv_hash_bytes(bytes, n, 1));
    assert_true(hash != sv_hash_bytes(bytes, n, 2));
    for (size_t bit = 0; bit < n * 8; bit++) {
      bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
      assert_true(hash != sv_hash_bytes(bytes, n, 1));
      bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
  }
}

static void test_hash_sees_length(void **state) {
  SV_UNUSED(state);
  static const char zeros[64];
  for (size_t n = 0; n < 64; n++)
    for (size_t m = 0; m < n; m++)
      assert_true(sv_hash_bytes(zeros, n, 0) != sv_hash_bytes(zeros, m, 0));
}

// Counters are our commonest keys: low bits and high bits must spread.
static void test_hash_spreads(void **state) {
  SV_UNUSED(state);
  enum { KEYS = 1 << 14, SLOTS = 1 << 14 };
  static unsigned char low[SLOTS], high[SLOTS], mixed[SLOTS];
  size_t used_low = 0, used_high = 0, used_mixed = 0;
  for (uint32_t key = 0; key < KEYS; key++) {
    uint64_t hash = sv_hash_bytes(&key, sizeof key, 0);
    used_low += !low[hash % SLOTS]++;
    used_high += !high[hash >> 50]++;
    used_mixed += !mixed[sv_mix64(key) % SLOTS]++;
  }
  // A random function fills 1 - 1/e of the slots: 10357.
  assert_in_range(used_low, 10100, SLOTS);
  assert_in_range(used_high, 10100, SLOTS);
  assert_in_range(used_mixed, 10100, SLOTS);
}

#else

static void test_hash_collides(void **state) {
  SV_UNUSED(state);
  assert_true(sv_hash_bytes("a", 1, 0) == sv_hash_bytes("bc", 2, 5));
  assert_true(sv_mix64(1) == sv_mix64(2));
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_misuse_names_function_and_reason),
      cmocka_unit_test(test_require_passes),
      cmocka_unit_test(test_bug_exits_with_70),
      cmocka_unit_test(test_out_of_memory_exits_with_70),
      cmocka_unit_test(test_alloc_zeroes),
      cmocka_unit_test(test_sizes_of_zero),
      cmocka_unit_test(test_strings),
#ifndef SV_STRESS_HASH
      cmocka_unit_test(test_hash_sees_every_bit),
      cmocka_unit_test(test_hash_sees_length),
      cmocka_unit_test(test_hash_spreads),
#else
      cmocka_unit_test(test_hash_collides),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
