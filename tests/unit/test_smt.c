// test_smt.c -- the adapter of Z3: terms, answers, cores, limits, errors.

#include "unit/unit.h"

#include "solver/smt.h"

static sv_smt *z;

static int begin(void **unused) {
  SV_UNUSED(unused);
  z = sv_smt_new();
  return 0;
}

static int end(void **unused) {
  SV_UNUSED(unused);
  sv_smt_free(z);
  return 0;
}

static sv_smt_term boolean(const char *name) { return sv_smt_const(z, name, sv_smt_bool(z)); }
static sv_smt_term integer(const char *name) { return sv_smt_const(z, name, sv_smt_int(z)); }
static sv_smt_term number(int64_t n) { return sv_smt_small(z, n, sv_smt_int(z)); }
static sv_sat_answer check(void) { return sv_smt_check(z, NULL, 0, NULL); }

static void test_tidying(void **unused) {
  SV_UNUSED(unused);
  sv_smt_term a = boolean("a"), yes = sv_smt_truth(z, true), no = sv_smt_truth(z, false);
  assert_true(sv_smt_same(sv_smt_and(z, a, yes), a));
  assert_true(sv_smt_is_false(z, sv_smt_and(z, a, no)));
  assert_true(sv_smt_same(sv_smt_not(z, sv_smt_not(z, a)), a));
  assert_true(sv_smt_same(sv_smt_ite(z, a, yes, no), a));
  assert_true(sv_smt_same(sv_smt_eq(z, number(3), number(3)), yes));
  assert_true(sv_smt_is_false(z, sv_smt_eq(z, number(3), number(4))));
  assert_true(sv_smt_same(sv_smt_app2(z, SV_SMT_ADD, number(3), number(4)), number(7)));
  assert_true(sv_smt_same(sv_smt_and_all(z, NULL, 0), yes));
  assert_true(sv_smt_is_false(z, sv_smt_or_all(z, NULL, 0)));
}

static void test_model(void **unused) {
  SV_UNUSED(unused);
  sv_numbers *numbers = sv_numbers_new();
  sv_value v;
  sv_smt_term x = integer("x"), r = sv_smt_const(z, "r", sv_smt_real(z));
  sv_value third = sv_number_quot(numbers, sv_small(1), sv_small(3));
  sv_smt_assert(z, sv_smt_eq(z, sv_smt_app2(z, SV_SMT_MUL, x, number(3)), number(-21)));
  sv_smt_assert(z, sv_smt_eq(z, r, sv_smt_number(z, numbers, third, sv_smt_real(z))));
  assert_int_equal(check(), SV_SAT_YES);
  assert_true(sv_smt_value(z, x, numbers, &v));
  assert_int_equal(sv_small_get(v), -7);
  assert_true(sv_smt_value(z, r, numbers, &v));
  assert_true(sv_value_same(v, third));
  assert_true(sv_smt_value(z, boolean("free"), numbers, &v));  // every constant has a value
  sv_numbers_free(numbers);
}

static void test_core_and_push(void **unused) {
  SV_UNUSED(unused);
  sv_smt_term a = boolean("a"), b = boolean("b"), c = boolean("c"), x = integer("x");
  sv_smt_assert(z, sv_smt_implies(z, a, sv_smt_app2(z, SV_SMT_LT, x, number(0))));
  sv_smt_assert(z, sv_smt_implies(z, b, sv_smt_app2(z, SV_SMT_LT, number(0), x)));
  sv_smt_term all[] = {c, a, b};
  assert_int_equal(sv_smt_check(z, all, 3, NULL), SV_SAT_NO);
  assert_true(sv_smt_failed(z, a) && sv_smt_failed(z, b));
  assert_false(sv_smt_failed(z, c));
  assert_int_equal(sv_smt_check(z, all, 2, NULL), SV_SAT_YES);
  sv_smt_push(z);
  sv_smt_assert(z, sv_smt_and(z, a, b));
  assert_int_equal(check(), SV_SAT_NO);
  sv_smt_pop(z);
  assert_int_equal(check(), SV_SAT_YES);
}

static void test_functions_and_arrays(void **unused) {
  SV_UNUSED(unused);
  sv_smt_sort tag = sv_smt_named_sort(z, "T"), ints = sv_smt_int(z);
  sv_smt_function f = sv_smt_declare(z, "f", &tag, 1, ints);
  sv_smt_term s = sv_smt_const(z, "s", tag), t = sv_smt_const(z, "t", tag);
  sv_smt_term array = sv_smt_const(z, "m", sv_smt_array(z, ints, ints)), x = integer("x");
  sv_smt_assert(z, sv_smt_eq(z, s, t));
  sv_smt_term written = sv_smt_store(z, array, x, number(5));
  sv_smt_assert(z,
                sv_smt_eq(z, sv_smt_app2(z, SV_SMT_SELECT, written, x), sv_smt_call(z, f, &s, 1)));
  sv_smt_assert(z, sv_smt_not(z, sv_smt_eq(z, sv_smt_call(z, f, &t, 1), number(5))));
  assert_int_equal(check(), SV_SAT_NO);
}

// x^3 + y^3 = 33 * z^3 + 5 and the like: Z3 gives up or goes on for ever.
static void assert_hard(void) {
  sv_smt_term sum = number(42);
  const char *names[] = {"x", "y", "w"};
  for (uint32_t i = 0; i < 3; i++) {
    sv_smt_term v = integer(names[i]);
    sv_smt_term cube = sv_smt_app2(z, SV_SMT_MUL, v, sv_smt_app2(z, SV_SMT_MUL, v, v));
    sum = sv_smt_app2(z, SV_SMT_SUB, sum, cube);
  }
  sv_smt_assert(z, sv_smt_eq(z, sum, number(0)));
}

static void test_time_limit(void **unused) {
  SV_UNUSED(unused);
  sv_limits run = sv_limits_make(0.2, 0, NULL);
  sv_sat_limits limits = {.run = &run};
  double start = sv_now();
  assert_hard();
  assert_int_equal(sv_smt_check(z, NULL, 0, &limits), SV_SAT_UNKNOWN);
  assert_true(sv_now() - start < 10);
  assert_true(*sv_smt_reason(z));
}

static bool at_once(void *context) { return ++*(int *)context > 1; }

static void test_interrupt(void **unused) {
  SV_UNUSED(unused);
  int asked = 0;
  sv_sat_limits limits = {.stop = at_once, .context = &asked};
  assert_hard();
  assert_int_equal(sv_smt_check(z, NULL, 0, &limits), SV_SAT_UNKNOWN);
  sv_smt_term x = integer("q");  // and it can go on
  sv_smt_assert(z, sv_smt_eq(z, x, number(1)));
  assert_null(sv_smt_broken(z));
}

// A mistake makes it broken; nothing ends, and no answer is given.
static void test_broken(void **unused) {
  SV_UNUSED(unused);
  sv_smt_term wrong = sv_smt_app2(z, SV_SMT_BVADD, integer("x"), number(1));
  assert_null(wrong.x);
  assert_non_null(sv_smt_broken(z));
  sv_smt_assert(z, sv_smt_eq(z, wrong, wrong));
  assert_int_equal(check(), SV_SAT_UNKNOWN);
  assert_string_equal(sv_smt_reason(z), sv_smt_broken(z));
}

static void test_dump(void **unused) {
  SV_UNUSED(unused);
  sv_text text = {0}, why = {0};
  sv_smt_term x = integer("a name"), a = boolean("a");
  sv_smt_assert(z, sv_smt_implies(z, a, sv_smt_app2(z, SV_SMT_LT, x, number(-2))));
  assert_true(sv_smt_script(z, &a, 1, &text, &why));
  assert_non_null(strstr(sv_text_get(&text), "(declare-fun |a name| () Int)"));
  assert_non_null(strstr(sv_text_get(&text), "(check-sat)"));
  assert_int_equal(sv_smt_check(z, &a, 1, NULL), SV_SAT_YES);
  sv_text_free(&text);
}

static void test_substitute(void **unused) {
  SV_UNUSED(unused);
  sv_smt_term x = integer("x"), y = integer("y");
  sv_smt_term sum = sv_smt_app2(z, SV_SMT_SUB, x, y);
  sv_smt_term from[] = {x, y}, to[] = {y, x};
  sv_smt_term swapped = sv_smt_substitute(z, sum, from, to, 2);
  assert_true(sv_smt_same(swapped, sv_smt_app2(z, SV_SMT_SUB, y, x)));
  assert_true(
      sv_smt_same(sv_smt_simplify(z, sv_smt_eq(z, sv_smt_app2(z, SV_SMT_ADD, x, number(0)), x)),
                  sv_smt_truth(z, true)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_tidying, begin, end),
      cmocka_unit_test_setup_teardown(test_model, begin, end),
      cmocka_unit_test_setup_teardown(test_core_and_push, begin, end),
      cmocka_unit_test_setup_teardown(test_functions_and_arrays, begin, end),
      cmocka_unit_test_setup_teardown(test_time_limit, begin, end),
      cmocka_unit_test_setup_teardown(test_interrupt, begin, end),
      cmocka_unit_test_setup_teardown(test_broken, begin, end),
      cmocka_unit_test_setup_teardown(test_dump, begin, end),
      cmocka_unit_test_setup_teardown(test_substitute, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
