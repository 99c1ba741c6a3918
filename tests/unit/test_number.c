// Tests of base/number.h: exact arithmetic across the border between small
// numbers and GMP, against GMP itself.

#define _POSIX_C_SOURCE 200809L

#include "base/number.h"

#include "base/random.h"
#include "unit/unit.h"

static int set_up(void **state) {
  *state = sv_numbers_new();
  return 0;
}

static int tear_down(void **state) {
  sv_numbers_free(*state);
  return 0;
}

static sv_value parse(sv_numbers *t, const char *text) {
  sv_value v = sv_small(0);
  if (!sv_number_parse(t, text, strlen(text), &v)) fail_msg("cannot parse %s", text);
  return v;
}

static void is(const sv_numbers *t, sv_value v, const char *expected) {
  sv_text out = {0};
  sv_number_print(t, v, &out);
  assert_string_equal(sv_text_get(&out), expected);
  sv_text_free(&out);
}

#define HUGE "123456789012345678901234567890"
#define MINUS_HUGE "-123456789012345678901234567890"

static void test_parse_and_print(void **state) {
  static const char *const same[] = {"0",
                                     "1",
                                     "-1",
                                     "4611686018427387903",
                                     "4611686018427387904",
                                     "-4611686018427387903",
                                     "-4611686018427387904",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "18446744073709551616",
                                     HUGE,
                                     MINUS_HUGE,
                                     "3/4",
                                     "-3/4",
                                     "1/3"};
  for (size_t i = 0; i < SV_COUNT(same); i++) is(*state, parse(*state, same[i]), same[i]);
  is(*state, parse(*state, "1/" HUGE), "1/" HUGE);
  is(*state, parse(*state, "-0"), "0");
  is(*state, parse(*state, "007"), "7");
  is(*state, parse(*state, "6/8"), "3/4");
  is(*state, parse(*state, "-8/4"), "-2");
  is(*state, parse(*state, "0/5"), "0");
  is(*state, parse(*state, "0.25"), "1/4");
  is(*state, parse(*state, "-1.50"), "-3/2");
  is(*state, parse(*state, "-0.5"), "-1/2");
  is(*state, parse(*state, "2.000"), "2");
}

static void test_malformed(void **state) {
  static const char *const bad[] = {"",    "-",     "+1",    " 1",    "1 ", "1/",
                                    "/2",  "1/0",   "1/-2",  "1.",    ".5", "1e5",
                                    "--1", "1.2.3", "1/2/3", "1.5/2", "x",  "0x10"};
  for (size_t i = 0; i < SV_COUNT(bad); i++) {
    sv_value v = sv_small(42);
    assert_false(sv_number_parse(*state, bad[i], strlen(bad[i]), &v));
    assert_int_equal(sv_small_get(v), 42);
  }
  sv_value v;
  assert_true(sv_number_parse(*state, "12xyz", 2, &v));
  assert_int_equal(sv_small_get(v), 12);
}

static void test_small_range(void **state) {
  sv_value max = sv_number_int(*state, SV_SMALL_MAX), min = sv_number_int(*state, SV_SMALL_MIN);
  assert_true(sv_is_small(max) && sv_small_get(max) == SV_SMALL_MAX);
  assert_true(sv_is_small(min) && sv_small_get(min) == SV_SMALL_MIN);
  assert_false(sv_is_small(sv_number_int(*state, SV_SMALL_MAX + 1)));
  assert_false(sv_is_small(sv_number_int(*state, SV_SMALL_MIN - 1)));
  is(*state, sv_number_int(*state, INT64_MIN), "-9223372036854775808");
  is(*state, sv_number_uint(*state, UINT64_MAX), "18446744073709551615");
  is(*state, sv_number_uint(*state, 5), "5");
  assert_true(sv_value_same(sv_bool_value(true), sv_small(1)));
}

// One number, one value: however it was made.
static void test_canonical(void **state) {
  sv_value a = parse(*state, HUGE), b = parse(*state, MINUS_HUGE);
  assert_false(sv_value_same(a, b));
  assert_true(sv_value_same(b, sv_number_neg(*state, a)));
  assert_true(sv_value_same(a, parse(*state, HUGE ".0")));
  assert_true(
      sv_value_same(parse(*state, "1/3"), sv_number_quot(*state, sv_small(2), sv_small(6))));
  assert_true(sv_value_same(sv_number_sub(*state, a, a), sv_small(0)));
  assert_true(
      sv_value_same(sv_number_uint(*state, (uint64_t)INT64_MAX), sv_number_int(*state, INT64_MAX)));
  mpq_t q;
  mpq_init(q);
  sv_number_get(*state, b, q);
  assert_true(sv_value_same(sv_number_mpz(*state, mpq_numref(q)), b));
  mpq_clear(q);
}

static void test_small_arithmetic_overflows_into_big(void **state) {
  sv_value max = sv_small(SV_SMALL_MAX), min = sv_small(SV_SMALL_MIN), one = sv_small(1);
  sv_value over = sv_number_add(*state, max, one);
  is(*state, over, "4611686018427387904");
  assert_true(sv_value_same(sv_number_sub(*state, over, one), max));
  is(*state, sv_number_sub(*state, min, max), "-9223372036854775806");
  is(*state, sv_number_mul(*state, max, max), "21267647932558653957237540927630737409");
  is(*state, sv_number_mul(*state, max, min), "-21267647932558653957237540927630737409");
  is(*state, sv_number_mul(*state, max, sv_small(2)), "9223372036854775806");
  is(*state, sv_number_neg(*state, min), "4611686018427387903");
  is(*state, sv_number_neg(*state, sv_number_int(*state, INT64_MIN)), "9223372036854775808");
}

static void test_rationals(void **state) {
  sv_value third = parse(*state, "1/3"), half = parse(*state, "1/2");
  is(*state, sv_number_add(*state, third, half), "5/6");
  is(*state, sv_number_sub(*state, third, half), "-1/6");
  is(*state, sv_number_mul(*state, third, sv_small(6)), "2");
  is(*state, sv_number_quot(*state, third, half), "2/3");
  is(*state, sv_number_quot(*state, sv_small(7), sv_small(-2)), "-7/2");
  is(*state, sv_number_quot(*state, sv_small(-8), sv_small(-2)), "4");
  is(*state, sv_number_quot(*state, half, sv_small(0)), "0");
  is(*state, sv_number_floor(*state, parse(*state, "-7/2")), "-4");
  is(*state, sv_number_floor(*state, parse(*state, "7/2")), "3");
  is(*state, sv_number_floor(*state, sv_small(-5)), "-5");
  is(*state, sv_number_floor(*state, parse(*state, HUGE ".5")), HUGE);
}

static void check_division(sv_numbers *t, const char *a, const char *b, const char *div,
                           const char *mod) {
  is(t, sv_number_div(t, parse(t, a), parse(t, b)), div);
  is(t, sv_number_mod(t, parse(t, a), parse(t, b)), mod);
}

static void test_division_rules(void **state) {
  check_division(*state, "7", "2", "3", "1");
  check_division(*state, "-7", "2", "-4", "1");
  check_division(*state, "7", "-2", "-3", "1");
  check_division(*state, "-7", "-2", "4", "1");
  check_division(*state, "6", "-3", "-2", "0");
  check_division(*state, "-6", "3", "-2", "0");
  check_division(*state, "5", "0", "0", "5");
  check_division(*state, "-5", "0", "0", "-5");
  check_division(*state, MINUS_HUGE, "0", "0", MINUS_HUGE);
  check_division(*state, HUGE, "10", "12345678901234567890123456789", "0");
  check_division(*state, MINUS_HUGE, "100000", "-1234567890123456789012346", "32110");
  check_division(*state, MINUS_HUGE, "-100000", "1234567890123456789012346", "32110");
  check_division(*state, "-3", HUGE, "-1", "123456789012345678901234567887");
  check_division(*state, "-3", MINUS_HUGE, "1", "123456789012345678901234567887");
  check_division(*state, "-4611686018427387903", "-1", "4611686018427387903", "0");
  check_division(*state, "-4611686018427387903", "4611686018427387902", "-2",
                 "4611686018427387901");
  check_division(*state, "-4611686018427387903", "-4611686018427387903", "1", "0");
}

static void divide_rationals(void) {
  sv_numbers *t = sv_numbers_new();
  sv_number_div(t, parse(t, "1/2"), sv_small(1));
}

static void test_division_is_for_integers(void **state) {
  SV_UNUSED(state);
  assert_misuse(divide_rationals, "div is for integers");
}

static void check_wrap(sv_numbers *t, const char *a, uint32_t width, const char *as_unsigned,
                       const char *as_signed) {
  is(t, sv_number_wrap(t, parse(t, a), width, false), as_unsigned);
  is(t, sv_number_wrap(t, parse(t, a), width, true), as_signed);
}

static void test_wrap(void **state) {
  check_wrap(*state, "255", 8, "255", "-1");
  check_wrap(*state, "256", 8, "0", "0");
  check_wrap(*state, "-1", 8, "255", "-1");
  check_wrap(*state, "-128", 8, "128", "-128");
  check_wrap(*state, "-129", 8, "127", "127");
  check_wrap(*state, "1", 1, "1", "-1");
  check_wrap(*state, "2", 1, "0", "0");
  check_wrap(*state, "7", 0, "0", "0");
  check_wrap(*state, "-1", 32, "4294967295", "-1");
  check_wrap(*state, "-1", 61, "2305843009213693951", "-1");
  check_wrap(*state, "-1", 62, "4611686018427387903", "-1");
  check_wrap(*state, "2305843009213693952", 62, "2305843009213693952", "-2305843009213693952");
  check_wrap(*state, "-1", 63, "9223372036854775807", "-1");
  check_wrap(*state, "-1", 64, "18446744073709551615", "-1");
  check_wrap(*state, "4611686018427387904", 63, "4611686018427387904", "-4611686018427387904");
  check_wrap(*state, "4611686018427387903", 64, "4611686018427387903", "4611686018427387903");
  check_wrap(*state, "-4611686018427387903", 63, "4611686018427387905", "-4611686018427387903");
  check_wrap(*state, "18446744073709551616", 64, "0", "0");
  check_wrap(*state, "-9223372036854775809", 64, "9223372036854775807", "9223372036854775807");
  check_wrap(*state, "-1", 100, "1267650600228229401496703205375", "-1");
  check_wrap(*state, HUGE, 8, "210", "-46");
}

static void test_compare(void **state) {
  static const char *const ordered[] = {MINUS_HUGE,
                                        "-9223372036854775808",
                                        "-4611686018427387904",
                                        "-4611686018427387903",
                                        "-1",
                                        "-1/2",
                                        "-1/3",
                                        "0",
                                        "1/3",
                                        "1/2",
                                        "1",
                                        "3/2",
                                        "4611686018427387903",
                                        "4611686018427387904",
                                        HUGE};
  for (size_t i = 0; i < SV_COUNT(ordered); i++)
    for (size_t j = 0; j < SV_COUNT(ordered); j++) {
      int order = sv_number_compare(*state, parse(*state, ordered[i]), parse(*state, ordered[j]));
      assert_int_equal(order, i < j ? -1 : i > j);
    }
}

static void test_to_i64(void **state) {
  int64_t n = 0;
  assert_true(sv_number_to_i64(*state, sv_small(-3), &n) && n == -3);
  assert_true(sv_number_to_i64(*state, parse(*state, "9223372036854775807"), &n));
  assert_true(n == INT64_MAX);
  assert_true(sv_number_to_i64(*state, parse(*state, "-9223372036854775808"), &n));
  assert_true(n == INT64_MIN);
  assert_false(sv_number_to_i64(*state, parse(*state, "9223372036854775808"), &n));
  assert_false(sv_number_to_i64(*state, parse(*state, "1/2"), &n));
  assert_true(sv_number_is_int(*state, parse(*state, HUGE)));
  assert_false(sv_number_is_int(*state, parse(*state, "1/2")));
}

static void test_bits(void **state) {
  assert_true(sv_number_bits(*state, sv_small(0)) == 1 && sv_number_bits(*state, sv_small(1)) == 1);
  assert_true(sv_number_bits(*state, sv_small(-8)) == 4 &&
              sv_number_bits(*state, sv_small(7)) == 3);
  assert_true(sv_number_bits(*state, parse(*state, "-9223372036854775808")) == 64);
  assert_true(sv_number_bits(*state, parse(*state, "18446744073709551616/3")) == 65);
  assert_true(sv_number_bits(*state, parse(*state, "1/1024")) == 11);
}

// Random integers of all sizes: GMP must agree on everything, and
// a = b * (a div b) + (a mod b) must hold.
static int64_t random_integer(sv_random *r) {
  int64_t n = (int64_t)(sv_random_next(r) >> sv_random_below(r, 64));
  return sv_random_below(r, 2) ? n : n == INT64_MIN ? n : -n;
}

static void check_pair(sv_numbers *t, int64_t x, int64_t y) {
  sv_value a = sv_number_int(t, x), b = sv_number_int(t, y);
  mpz_t p, q, sum;
  mpz_init_set_si(p, x);
  mpz_init_set_si(q, y);
  mpz_init(sum);
  mpz_add(sum, p, q);
  assert_true(sv_value_same(sv_number_add(t, a, b), sv_number_mpz(t, sum)));
  mpz_sub(sum, p, q);
  assert_true(sv_value_same(sv_number_sub(t, a, b), sv_number_mpz(t, sum)));
  mpz_mul(sum, p, q);
  assert_true(sv_value_same(sv_number_mul(t, a, b), sv_number_mpz(t, sum)));
  assert_int_equal(sv_number_compare(t, a, b), x < y ? -1 : x > y);
  sv_value mod = sv_number_mod(t, a, b);
  sv_value back = sv_number_add(t, sv_number_mul(t, b, sv_number_div(t, a, b)), mod);
  assert_true(sv_value_same(back, a));
  if (y) assert_true(sv_number_compare(t, mod, sv_small(0)) >= 0);
  mpz_clears(p, q, sum, NULL);
}

static void test_against_gmp(void **state) {
  sv_random r = {99};
  for (int i = 0; i < 2000; i++) check_pair(*state, random_integer(&r), random_integer(&r));
  check_pair(*state, INT64_MIN, INT64_MIN);
  check_pair(*state, INT64_MIN, -1);
  check_pair(*state, INT64_MAX, INT64_MIN);
}

static void test_huge_numbers(void **state) {
  sv_value n = sv_small(1);
  for (int i = 0; i < 1000; i++) n = sv_number_mul(*state, n, sv_small(10));
  sv_text out = {0};
  sv_number_print(*state, n, &out);
  assert_int_equal(out.n, 1001);
  assert_true(sv_value_same(parse(*state, sv_text_get(&out)), n));
  sv_text_free(&out);
  for (int i = 0; i < 1000; i++) n = sv_number_div(*state, n, sv_small(10));
  assert_true(sv_value_same(n, sv_small(1)));
}

#define WITH_TABLE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      WITH_TABLE(test_parse_and_print),
      WITH_TABLE(test_malformed),
      WITH_TABLE(test_small_range),
      WITH_TABLE(test_canonical),
      WITH_TABLE(test_small_arithmetic_overflows_into_big),
      WITH_TABLE(test_rationals),
      WITH_TABLE(test_division_rules),
      WITH_TABLE(test_division_is_for_integers),
      WITH_TABLE(test_wrap),
      WITH_TABLE(test_compare),
      WITH_TABLE(test_to_i64),
      WITH_TABLE(test_bits),
      WITH_TABLE(test_against_gmp),
      WITH_TABLE(test_huge_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
