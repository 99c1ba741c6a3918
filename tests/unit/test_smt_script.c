// test_smt_script.c -- scripts in SMT-LIB 2: another solver reads every operator, and means the same.
//
// Terms over constants with random values: what Z3 computes, cvc5 must not be able to
// contradict. Without cvc5 only the text is looked at.

#include "base/random.h"
#include "solver/cvc5.h"
#include "solver/smt.h"
#include "unit/unit.h"

static sv_smt *z;
static sv_smt_terms differ;  // some term is not what Z3 says
static sv_random dice;

static int begin(void **unused) {
  SV_UNUSED(unused);
  z = sv_smt_new();
  dice = (sv_random){7};
  return 0;
}

static int end(void **unused) {
  SV_UNUSED(unused);
  sv_vec_free(differ);
  sv_smt_free(z);
  return 0;
}

// ---- constants with known values

static sv_smt_term fresh(sv_smt_sort sort) {
  static const char *const names[] = {"x", "two words ", "it's|odd\\", "\xC3\xA9t\xC3\xA9"};
  static uint32_t number;
  sv_text name = {0};
  sv_text_printf(&name, "%s.c%u", names[number % SV_COUNT(names)], number);
  number++;
  sv_smt_term t = sv_smt_const(z, sv_text_get(&name), sort);
  sv_text_free(&name);
  return t;
}

static sv_smt_term known(sv_smt_term value) {
  sv_smt_term t = fresh(sv_smt_sort_of(z, value));
  sv_smt_assert(z, sv_smt_eq(z, t, value));
  return t;
}

static int64_t draw(void) { return (int64_t)sv_random_below(&dice, 41) - 20; }

static sv_smt_term whole(void) { return known(sv_smt_small(z, draw(), sv_smt_int(z))); }
static sv_smt_term bits(uint32_t width) {
  return known(sv_smt_small(z, draw(), sv_smt_bits(z, width)));
}

static sv_smt_term ratio(void) {
  sv_smt_sort real = sv_smt_real(z);
  sv_smt_term top = sv_smt_small(z, draw(), real), bottom = sv_smt_small(z, 1 + (draw() & 7), real);
  return known(sv_smt_simplify(z, sv_smt_app2(z, SV_SMT_DIV, top, bottom)));
}

// ---- what is computed

static void note(sv_smt_term t) {
  assert_null(sv_smt_broken(z));
  sv_push(differ, t);
  sv_push(differ, sv_smt_simplify(z, t));
}

static sv_smt_term value_of(sv_numbers *numbers, sv_smt_term t) {
  sv_smt_sort sort = sv_smt_sort_of(z, t);
  sv_value v;
  if (!sv_smt_value(z, t, numbers, &v)) fail_msg("a term without a value");
  if (sv_smt_same_sort(sort, sv_smt_bool(z))) return sv_smt_truth(z, sv_smt_holds(z, t));
  return sv_smt_number(z, numbers, v, sort);
}

// cvc5 says that nothing differs.
static void compare(void) {
  sv_numbers *numbers = sv_numbers_new();
  sv_smt_terms any = {0};
  sv_text script = {0}, why = {0};
  assert_int_equal(sv_smt_check(z, NULL, 0, NULL), SV_SAT_YES);
  for (uint32_t i = 0; i < differ.n; i++)
    sv_push(any, sv_smt_not(z, sv_smt_eq(z, differ.at[i], value_of(numbers, differ.at[i]))));
  sv_smt_term bad = sv_smt_or_all(z, any.at, any.n);
  if (!sv_smt_script(z, &bad, 1, &script, &why)) fail_msg("no script: %s", sv_text_get(&why));
  if (sv_cvc5_found() && sv_cvc5_check(&script, 60, NULL, &why) != SV_SAT_NO)
    fail_msg("not refuted: %s\n%s", sv_text_get(&why), sv_text_get(&script));
  sv_smt_assert(z, bad);
  assert_int_equal(sv_smt_check(z, NULL, 0, NULL), SV_SAT_NO);
  sv_vec_free(any);
  sv_text_free(&script);
  sv_text_free(&why);
  sv_numbers_free(numbers);
}

// ---- tests

static sv_smt_term not_zero(sv_smt_term t) {
  sv_smt_term one = sv_smt_small(z, 1, sv_smt_sort_of(z, t));
  return sv_smt_ite(z, sv_smt_eq(z, t, sv_smt_small(z, 0, sv_smt_sort_of(z, t))), one, t);
}

static void test_numbers(void **unused) {
  SV_UNUSED(unused);
  static const sv_smt_binary both[] = {SV_SMT_LT, SV_SMT_LE, SV_SMT_ADD, SV_SMT_SUB, SV_SMT_MUL};
  for (uint32_t round = 0; round < 6; round++) {
    for (uint32_t i = 0; i < SV_COUNT(both); i++) {
      sv_smt_term a = whole(), b = whole(), c = ratio(), d = ratio();
      note(sv_smt_app2(z, both[i], a, b));
      note(sv_smt_app2(z, both[i], c, d));
    }
    sv_smt_term a = whole(), b = whole(), c = ratio(), d = ratio();
    note(sv_smt_app2(z, SV_SMT_DIV, a, not_zero(b)));
    note(sv_smt_app2(z, SV_SMT_MOD, a, not_zero(b)));
    note(sv_smt_app2(z, SV_SMT_DIV, c, not_zero(d)));
    note(sv_smt_app1(z, SV_SMT_NEG, a));
    note(sv_smt_app1(z, SV_SMT_NEG, c));
    note(sv_smt_app1(z, SV_SMT_FLOOR, c));
    note(sv_smt_app1(z, SV_SMT_TO_REAL, b));
  }
  compare();
}

static void test_bits(void **unused) {
  SV_UNUSED(unused);
  for (uint32_t width = 1; width <= 9; width += 4)
    for (sv_smt_binary op = SV_SMT_ULT; op <= SV_SMT_ASHR; op++) {
      sv_smt_term a = bits(width), b = bits(width),
                  zero = known(sv_smt_small(z, 0, sv_smt_bits(z, width)));
      note(sv_smt_app2(z, op, a, b));
      note(sv_smt_app2(z, op, b, a));
      note(sv_smt_app2(z, op, a, zero));
    }
  sv_smt_term a = bits(7);
  note(sv_smt_app1(z, SV_SMT_BVNEG, a));
  note(sv_smt_app1(z, SV_SMT_BVNOT, a));
  note(sv_smt_extract(z, a, 2, 3));
  note(sv_smt_extract(z, a, 6, 1));
  note(sv_smt_extend(z, a, 12, false));
  note(sv_smt_extend(z, a, 12, true));
  note(sv_smt_to_bits(z, whole(), 5));
  compare();
}

static void test_arrays_and_functions(void **unused) {
  SV_UNUSED(unused);
  sv_smt_sort integer = sv_smt_int(z), domain[2] = {integer, integer};
  sv_smt_function f = sv_smt_declare(z, "a function.q1", domain, 2, integer);
  sv_smt_term a = whole(), b = whole(), c = whole();
  sv_smt_term one = known(sv_smt_small(z, 1, integer));
  sv_smt_term call = sv_smt_call(z, f, (sv_smt_term[]){a, b}, 2);
  sv_smt_assert(z, sv_smt_eq(z, call, c));
  note(sv_smt_call(z, f, (sv_smt_term[]){a, b}, 2));
  sv_smt_term array = sv_smt_store(z, fresh(sv_smt_array(z, integer, integer)), a, b);
  note(sv_smt_app2(z, SV_SMT_SELECT, array, a));
  note(sv_smt_app2(z, SV_SMT_SELECT, sv_smt_store(z, array, sv_smt_app2(z, SV_SMT_ADD, a, one), c),
                   a));
  sv_smt_term free_array = fresh(sv_smt_array(z, integer, sv_smt_real(z)));
  sv_smt_term r = ratio();
  note(sv_smt_app2(z, SV_SMT_SELECT, sv_smt_store(z, free_array, b, r), b));
  sv_smt_sort tag = sv_smt_named_sort(z, "Tag");
  sv_smt_function decode = sv_smt_declare(z, "field.q2", &tag, 1, sv_smt_bool(z));
  sv_smt_term t = fresh(tag), field = sv_smt_call(z, decode, &t, 1);
  sv_smt_assert(z, field);
  note(sv_smt_call(z, decode, &t, 1));
  compare();
}

static sv_smt_term flag(void) { return known(sv_smt_truth(z, draw() > 0)); }

static void test_booleans(void **unused) {
  SV_UNUSED(unused);
  for (uint32_t round = 0; round < 8; round++) {
    sv_smt_term a = flag(), b = flag(), c = flag(), x = whole(), y = whole();
    note(sv_smt_and_all(z, (sv_smt_term[]){a, b, c}, 3));
    note(sv_smt_or_all(z, (sv_smt_term[]){a, sv_smt_not(z, b), c}, 3));
    note(sv_smt_implies(z, a, b));
    note(sv_smt_eq(z, a, b));
    note(sv_smt_eq(z, x, y));
    note(sv_smt_ite(z, a, x, y));
    note(sv_smt_ite(z, a, sv_smt_and(z, b, c), sv_smt_or(z, b, c)));
  }
  compare();
}

// A contradiction, and a chain that no reader could nest.
static void test_text(void **unused) {
  SV_UNUSED(unused);
  sv_text script = {0}, why = {0};
  sv_smt_term sum = whole(), no = sv_smt_truth(z, false);
  for (uint32_t i = 0; i < 20000; i++) sum = sv_smt_app2(z, SV_SMT_ADD, sum, sum);
  sv_smt_assert(z, sv_smt_eq(z, sum, sum));
  sv_smt_assert(z, sv_smt_app2(z, SV_SMT_LE, sum, sum));
  assert_true(sv_smt_script(z, &no, 1, &script, &why));
  assert_non_null(strstr(sv_text_get(&script), "(assert false)"));
  assert_true(script.n < 20000 * 80);
  if (sv_cvc5_found()) assert_int_equal(sv_cvc5_check(&script, 60, NULL, &why), SV_SAT_NO);
  sv_text_free(&script);
  sv_text_free(&why);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_numbers, begin, end),
      cmocka_unit_test_setup_teardown(test_bits, begin, end),
      cmocka_unit_test_setup_teardown(test_arrays_and_functions, begin, end),
      cmocka_unit_test_setup_teardown(test_booleans, begin, end),
      cmocka_unit_test_setup_teardown(test_text, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
