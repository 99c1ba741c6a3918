// test_sort.c -- sorts: interning, fitting, membership, defaults, text.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/term.h"

typedef struct {
  sv_names *names;
  sv_terms *T;
} fixture;

static int setup(void **state) {
  fixture *f = SV_NEW(fixture);
  f->names = sv_names_new();
  f->T = sv_terms_new(f->names);
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  sv_terms_free(f->T);
  sv_names_free(f->names);
  sv_free(f);
  return 0;
}

static sv_sort color(fixture *f) {
  sv_name members[3] = {sv_names_cstr(f->names, "red"), sv_names_cstr(f->names, "green"),
                        sv_names_cstr(f->names, "blue")};
  return sv_sort_enum(f->T, sv_names_cstr(f->names, "color"), members, 3);
}

static void check_text(fixture *f, sv_sort s, const char *expected) {
  sv_text text = {0};
  sv_sort_print(f->T, s, &text);
  assert_string_equal(sv_text_get(&text), expected);
  sv_text_free(&text);
}

static void check_value(fixture *f, sv_sort s, sv_value v, const char *expected) {
  sv_text text = {0};
  sv_value_print(f->T, s, v, &text);
  assert_string_equal(sv_text_get(&text), expected);
  sv_text_free(&text);
}

static sv_value number(fixture *f, const char *s) {
  sv_value v;
  assert_true(sv_number_parse(sv_terms_numbers(f->T), s, strlen(s), &v));
  return v;
}

static void test_interned(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  assert_int_equal(sv_sort_bv(T, 8, false).x, sv_sort_bv(T, 8, false).x);
  assert_int_not_equal(sv_sort_bv(T, 8, false).x, sv_sort_bv(T, 8, true).x);
  assert_int_not_equal(sv_sort_bv(T, 8, false).x, sv_sort_bv(T, 9, false).x);
  assert_int_equal(sv_sort_range(T, -2, 5).x, sv_sort_range(T, -2, 5).x);
  assert_int_not_equal(sv_sort_range(T, 0, 0).x, sv_sort_int(T).x);
  assert_int_equal(sv_sort_loc(T, 3).x, sv_sort_loc(T, 3).x);
  assert_int_not_equal(sv_sort_loc(T, 3).x, sv_sort_loc(T, 4).x);
  sv_sort a = sv_sort_array(T, 4, sv_sort_bv(T, 8, false));
  assert_int_equal(a.x, sv_sort_array(T, 4, sv_sort_bv(T, 8, false)).x);
  assert_int_not_equal(a.x, sv_sort_array(T, 4, a).x);
}

// Descriptions stay where they are while hundreds of sorts are added.
static void test_stable(void **state) {
  fixture *f = *state;
  const sv_sort_info *info = sv_sort_get(f->T, sv_sort_bv(f->T, 8, true));
  for (uint32_t w = 1; w <= 500; w++) sv_sort_bv(f->T, w, w % 2);
  assert_ptr_equal(info, sv_sort_get(f->T, sv_sort_bv(f->T, 8, true)));
  uint32_t count = sv_sort_count(f->T);
  for (uint32_t w = 1; w <= 500; w++) sv_sort_bv(f->T, w, w % 2);
  assert_int_equal(count, sv_sort_count(f->T));
}

static void test_enum(void **state) {
  fixture *f = *state;
  sv_name name = sv_names_cstr(f->names, "color");
  assert_int_equal(sv_sort_find_enum(f->T, name).x, 0);
  sv_sort s = color(f);
  assert_int_not_equal(s.x, 0);
  assert_int_equal(color(f).x, s.x);
  assert_int_equal(sv_sort_find_enum(f->T, name).x, s.x);
  assert_int_equal(sv_sort_enum(f->T, name, &name, 1).x, 0);
  assert_int_equal(sv_sort_get(f->T, s)->size, 3);
}

static void test_fits(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort i = sv_sort_int(T), r = sv_sort_range(T, 3, 9);
  assert_true(sv_sort_fits(T, i, r));
  assert_true(sv_sort_fits(T, sv_sort_range(T, 0, 1), r));
  assert_false(sv_sort_fits(T, i, sv_sort_real(T)));
  assert_false(sv_sort_fits(T, sv_sort_bv(T, 8, false), sv_sort_bv(T, 8, true)));
  sv_sort nested = sv_sort_array(T, 2, sv_sort_array(T, 3, r));
  assert_true(sv_sort_fits(T, nested, sv_sort_array(T, 2, sv_sort_array(T, 3, i))));
  assert_false(sv_sort_fits(T, nested, sv_sort_array(T, 3, sv_sort_array(T, 2, i))));
}

static void test_shape(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort r = sv_sort_range(T, 3, 9);
  sv_sort nested = sv_sort_array(T, 2, sv_sort_array(T, 3, r));
  assert_int_equal(sv_sort_cells(T, nested), 6);
  assert_int_equal(sv_sort_cells(T, r), 1);
  assert_int_equal(sv_sort_scalar(T, nested).x, r.x);
  assert_true(sv_sort_finite(T, nested));
  assert_false(sv_sort_finite(T, sv_sort_array(T, 2, sv_sort_int(T))));
  assert_false(sv_sort_finite(T, sv_sort_real(T)));
  assert_true(sv_sort_finite(T, sv_sort_ref(T)));
  sv_sort big = sv_sort_array(T, 1u << 20, r);
  assert_int_equal(sv_sort_array(T, 1u << 20, big).x, 0);
}

static void test_has(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort u8 = sv_sort_bv(T, 8, false), s8 = sv_sort_bv(T, 8, true), u65 = sv_sort_bv(T, 65, false);
  assert_true(sv_sort_has(T, u8, number(f, "255")));
  assert_false(sv_sort_has(T, u8, number(f, "256")));
  assert_false(sv_sort_has(T, u8, number(f, "-1")));
  assert_false(sv_sort_has(T, u8, number(f, "1/2")));
  assert_true(sv_sort_has(T, s8, number(f, "-128")));
  assert_false(sv_sort_has(T, s8, number(f, "128")));
  assert_true(sv_sort_has(T, u65, number(f, "36893488147419103231")));
  assert_false(sv_sort_has(T, u65, number(f, "36893488147419103232")));
  assert_true(sv_sort_has(T, sv_sort_range(T, -3, 5), number(f, "-3")));
  assert_false(sv_sort_has(T, sv_sort_range(T, -3, 5), number(f, "6")));
  assert_true(
      sv_sort_has(T, sv_sort_range(T, INT64_MIN, INT64_MAX), number(f, "-9223372036854775808")));
  assert_false(sv_sort_has(T, sv_sort_int(T), number(f, "3/4")));
  assert_true(sv_sort_has(T, sv_sort_real(T), number(f, "3/4")));
  assert_false(sv_sort_has(T, color(f), number(f, "3")));
  assert_true(sv_sort_has(T, sv_sort_ref(T), number(f, "7")));
  assert_false(sv_sort_has(T, sv_sort_loc(T, 1), number(f, "-1")));
}

static void test_default(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  assert_true(sv_value_same(sv_sort_default(T, sv_sort_bool(T)), sv_small(0)));
  assert_true(sv_value_same(sv_sort_default(T, sv_sort_range(T, -3, 5)), sv_small(0)));
  assert_true(sv_value_same(sv_sort_default(T, sv_sort_range(T, 3, 5)), sv_small(3)));
  assert_true(sv_value_same(sv_sort_default(T, sv_sort_range(T, -5, -3)), sv_small(-5)));
  assert_true(
      sv_value_same(sv_sort_default(T, sv_sort_array(T, 2, sv_sort_range(T, 3, 5))), sv_small(3)));
}

static void test_text(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  check_text(f, sv_sort_bool(T), "bool");
  check_text(f, sv_sort_bv(T, 8, false), "bv 8");
  check_text(f, sv_sort_bv(T, 32, true), "sbv 32");
  check_text(f, sv_sort_int(T), "int");
  check_text(f, sv_sort_range(T, 0, 7), "int 0..7");
  check_text(f, sv_sort_range(T, -7, -1), "int -7..-1");
  check_text(f, sv_sort_real(T), "real");
  check_text(f, sv_sort_ref(T), "ref");
  check_text(f, sv_sort_loc(T, 3), "loc 3");
  check_text(f, color(f), "color");
  check_text(f, sv_sort_array(T, 4, sv_sort_array(T, 2, sv_sort_bv(T, 8, false))),
             "array 4 of array 2 of bv 8");
  check_value(f, sv_sort_bool(T), sv_small(1), "true");
  check_value(f, sv_sort_bv(T, 8, true), sv_small(-3), "-3");
  check_value(f, color(f), sv_small(2), "blue");
  check_value(f, sv_sort_real(T), number(f, "-3/4"), "-3/4");
  check_value(f, sv_sort_int(T), number(f, "100000000000000000000"), "100000000000000000000");
  check_value(f, sv_sort_ref(T), sv_small(0), "none");
  check_value(f, sv_sort_ref(T), sv_small(2), "#2");
  check_value(f, sv_sort_loc(T, 1), sv_small(2), "@2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_interned, setup, teardown),
      cmocka_unit_test_setup_teardown(test_stable, setup, teardown),
      cmocka_unit_test_setup_teardown(test_enum, setup, teardown),
      cmocka_unit_test_setup_teardown(test_fits, setup, teardown),
      cmocka_unit_test_setup_teardown(test_shape, setup, teardown),
      cmocka_unit_test_setup_teardown(test_has, setup, teardown),
      cmocka_unit_test_setup_teardown(test_default, setup, teardown),
      cmocka_unit_test_setup_teardown(test_text, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
