// test_term.c -- building terms: interning, simplification, sort checks.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/walk.h"

#ifdef SV_STRESS_HASH
enum { MANY = 2000 };
#else
enum { MANY = 100000 };
#endif

typedef struct {
  sv_names *names;
  sv_terms *T;
  sv_sort b, i, r, u8, s8, ref;
  sv_term p, q, c;  // Boolean variables
  sv_term x, y;     // integers
  sv_term u, v;     // bv 8
} fixture;

static int setup(void **state) {
  fixture *f = SV_NEW(fixture);
  f->names = sv_names_new();
  sv_terms *T = f->T = sv_terms_new(f->names);
  f->b = sv_sort_bool(T), f->i = sv_sort_int(T), f->r = sv_sort_real(T), f->ref = sv_sort_ref(T);
  f->u8 = sv_sort_bv(T, 8, false), f->s8 = sv_sort_bv(T, 8, true);
  f->p = sv_var(T, f->b, 1, 0), f->q = sv_var(T, f->b, 2, 0), f->c = sv_var(T, f->b, 3, 0);
  f->x = sv_var(T, f->i, 4, 0), f->y = sv_var(T, f->i, 5, 0);
  f->u = sv_var(T, f->u8, 6, 0), f->v = sv_var(T, f->u8, 7, 0);
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

static void same(sv_term a, sv_term b) { assert_int_equal(a.x, b.x); }
static void none(sv_term a) { assert_true(sv_is_none(a)); }

static sv_term k8(fixture *f, int64_t n) { return sv_const(f->T, f->u8, sv_small(n)); }
static sv_term k(fixture *f, int64_t n) { return sv_int_const(f->T, n); }

static void test_handles(void **state) {
  fixture *f = *state;
  same(sv_bool_const(true), SV_TRUE);
  same(sv_const(f->T, f->b, sv_small(0)), SV_FALSE);
  sv_value v;
  assert_true(sv_is_const(f->T, SV_FALSE, &v));
  assert_true(sv_value_same(v, sv_small(0)));
  same(sv_var(f->T, f->b, 1, 0), f->p);
  assert_int_not_equal(sv_var(f->T, f->b, 1, 1).x, f->p.x);
  assert_int_not_equal(sv_next(f->T, f->b, 1, 0).x, f->p.x);
  same(sv_not(sv_not(f->p)), f->p);
  same(sv_const(f->T, sv_sort_range(f->T, 0, 7), sv_small(3)), k(f, 3));
  none(sv_const(f->T, sv_sort_range(f->T, 0, 7), sv_small(8)));
  none(sv_const(f->T, f->u8, sv_small(256)));
  assert_true(sv_is_none(sv_not(SV_NONE)));
}

// Terms survive the growth of the table, and all are found again.
static void test_growth(void **state) {
  fixture *f = *state;
  uint32_t before = sv_terms_count(f->T);
  for (uint32_t i = 0; i < MANY; i++) sv_app2(f->T, SV_OP_ADD, f->x, k(f, (int64_t)i + 1));
  uint32_t after = sv_terms_count(f->T);
  assert_int_equal(after - before, 2 * MANY);
  for (uint32_t i = 0; i < MANY; i++) sv_app2(f->T, SV_OP_ADD, k(f, (int64_t)i + 1), f->x);
  assert_int_equal(sv_terms_count(f->T), after);
  for (uint32_t i = 1; i <= after; i++) {
    sv_node node = sv_node_of(f->T, i);
    for (uint32_t j = 0; j < node.n; j++) assert_true(sv_index(node.args[j]) < i);
  }
}

static void test_and(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term pq = sv_and(T, f->p, f->q);
  same(sv_and(T, f->q, f->p), pq);
  same(sv_and(T, f->p, SV_TRUE), f->p);
  same(sv_and(T, f->p, SV_FALSE), SV_FALSE);
  same(sv_and(T, f->p, f->p), f->p);
  same(sv_and(T, f->p, sv_not(f->p)), SV_FALSE);
  same(sv_and(T, pq, sv_not(f->p)), SV_FALSE);
  same(sv_or(T, f->p, sv_not(f->p)), SV_TRUE);
  same(sv_or(T, SV_FALSE, f->p), f->p);
  same(sv_implies(T, f->p, f->p), SV_TRUE);
  same(sv_and(T, pq, f->c), sv_and(T, f->p, sv_and(T, f->c, f->q)));
  assert_int_equal(sv_node_of(T, sv_index(sv_and(T, pq, f->c))).n, 3);
  same(sv_and_all(T, NULL, 0), SV_TRUE);
  same(sv_or_all(T, NULL, 0), SV_FALSE);
  same(sv_and_all(T, &f->p, 1), f->p);
  sv_term args[3] = {f->p, f->q, f->c};
  same(sv_or_all(T, args, 3), sv_or(T, sv_or(T, f->p, f->q), f->c));
  same(sv_or_all(T, args, 1), f->p);
}

// A conjunction that grows by one term at a time stays of linear size.
static void test_long_and(void **state) {
  fixture *f = *state;
  sv_term t = SV_TRUE, all[1000];
  uint64_t arguments = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    all[i] = sv_var(f->T, f->b, 100 + i, 0);
    t = sv_and(f->T, t, all[i]);
    arguments += sv_node_of(f->T, sv_index(t)).n;
  }
  assert_true(arguments < 1000 * 70);
  assert_int_equal(sv_node_of(f->T, sv_index(sv_and_all(f->T, all, 1000))).n, 1000);
}

// The arguments of a node may be used to build another one.
static void test_arguments_in_table(void **state) {
  fixture *f = *state;
  sv_term all[40];
  for (uint32_t i = 0; i < 40; i++) all[i] = sv_var(f->T, f->i, 100 + i, 0);
  sv_term a = sv_array(f->T, all, 40);
  for (uint32_t n = 39; n > 0; n--) {
    sv_node node = sv_node_of(f->T, sv_index(a));
    sv_term shorter = sv_array(f->T, node.args, n);
    sv_node copy = sv_node_of(f->T, sv_index(shorter));
    for (uint32_t i = 0; i < n; i++) same(copy.args[i], all[i]);
  }
}

static void test_eq(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  same(sv_eq(T, f->x, f->x), SV_TRUE);
  same(sv_eq(T, f->x, f->y), sv_eq(T, f->y, f->x));
  same(sv_eq(T, k(f, 1), k(f, 2)), SV_FALSE);
  same(sv_eq(T, k(f, 2), sv_const(T, sv_sort_range(T, 0, 7), sv_small(2))), SV_TRUE);
  same(sv_eq(T, f->p, SV_TRUE), f->p);
  same(sv_eq(T, SV_FALSE, f->p), sv_not(f->p));
  same(sv_eq(T, f->p, sv_not(f->p)), SV_FALSE);
  same(sv_eq(T, sv_not(f->p), sv_not(f->q)), sv_eq(T, f->p, f->q));
  same(sv_eq(T, sv_not(f->p), f->q), sv_not(sv_eq(T, f->p, f->q)));
  sv_term t = sv_ite(T, f->c, k(f, 1), k(f, 2));
  same(sv_eq(T, t, k(f, 1)), f->c);
  same(sv_eq(T, k(f, 2), t), sv_not(f->c));
  same(sv_eq(T, t, k(f, 3)), SV_FALSE);
}

static void test_ite(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  same(sv_ite(T, SV_TRUE, f->x, f->y), f->x);
  same(sv_ite(T, SV_FALSE, f->x, f->y), f->y);
  same(sv_ite(T, f->c, f->x, f->x), f->x);
  same(sv_ite(T, sv_not(f->c), f->x, f->y), sv_ite(T, f->c, f->y, f->x));
  same(sv_ite(T, f->c, SV_TRUE, f->p), sv_or(T, f->c, f->p));
  same(sv_ite(T, f->c, SV_FALSE, f->p), sv_and(T, sv_not(f->c), f->p));
  same(sv_ite(T, f->c, f->p, SV_TRUE), sv_or(T, sv_not(f->c), f->p));
  same(sv_ite(T, f->c, f->p, SV_FALSE), sv_and(T, f->c, f->p));
  same(sv_ite(T, f->c, f->c, f->p), sv_or(T, f->c, f->p));
  same(sv_ite(T, f->c, f->p, sv_not(f->p)), sv_eq(T, f->c, f->p));
  same(sv_ite(T, f->c, sv_not(f->p), sv_not(f->q)), sv_not(sv_ite(T, f->c, f->p, f->q)));
  sv_term inner = sv_ite(T, f->c, f->x, f->y);
  same(sv_ite(T, f->c, inner, k(f, 1)), sv_ite(T, f->c, f->x, k(f, 1)));
  same(sv_ite(T, f->c, k(f, 1), inner), sv_ite(T, f->c, k(f, 1), f->y));
  sv_term other = sv_var(T, f->b, 8, 0), bools = sv_ite(T, f->c, f->p, f->q);
  same(sv_ite(T, f->c, sv_not(bools), other), sv_ite(T, f->c, sv_not(f->p), other));
}

static void test_order(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  same(sv_app2(T, SV_OP_LT, f->x, f->x), SV_FALSE);
  same(sv_app2(T, SV_OP_LE, f->x, f->x), SV_TRUE);
  same(sv_app2(T, SV_OP_LT, k(f, 1), k(f, 2)), SV_TRUE);
  same(sv_app2(T, SV_OP_LT, f->u, k8(f, 0)), SV_FALSE);
  same(sv_app2(T, SV_OP_LE, k8(f, 0), f->u), SV_TRUE);
  sv_sort_kind kind = sv_sort_get(T, sv_sort_of(T, sv_app2(T, SV_OP_LT, k(f, 0), f->x)))->kind;
  assert_int_equal(kind, SV_SORT_BOOL);
}

static void test_arithmetic(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  same(sv_app2(T, SV_OP_ADD, f->x, k(f, 0)), f->x);
  same(sv_app2(T, SV_OP_ADD, k(f, 0), f->x), f->x);
  same(sv_app2(T, SV_OP_ADD, f->x, f->y), sv_app2(T, SV_OP_ADD, f->y, f->x));
  same(sv_app2(T, SV_OP_ADD, sv_app2(T, SV_OP_ADD, f->x, k(f, 3)), k(f, -3)), f->x);
  same(sv_app2(T, SV_OP_SUB, f->x, f->x), k(f, 0));
  same(sv_app2(T, SV_OP_MUL, f->x, k(f, 1)), f->x);
  same(sv_app2(T, SV_OP_MUL, k(f, 0), f->x), k(f, 0));
  same(sv_app1(T, SV_OP_NEG, sv_app1(T, SV_OP_NEG, f->x)), f->x);
  same(sv_app2(T, SV_OP_ADD, f->x, sv_app1(T, SV_OP_NEG, f->x)), k(f, 0));
  same(sv_app2(T, SV_OP_DIV, f->x, k(f, 0)), k(f, 0));
  same(sv_app2(T, SV_OP_MOD, f->x, k(f, 0)), f->x);
  same(sv_app2(T, SV_OP_MOD, f->x, k(f, 1)), k(f, 0));
  same(sv_app2(T, SV_OP_MUL, k(f, -4), k(f, 5)), k(f, -20));
}

static void test_bits(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  same(sv_app2(T, SV_OP_BVAND, f->u, k8(f, 255)), f->u);
  same(sv_app2(T, SV_OP_BVAND, f->u, k8(f, 0)), k8(f, 0));
  same(sv_app2(T, SV_OP_BVOR, f->u, k8(f, 255)), k8(f, 255));
  same(sv_app2(T, SV_OP_BVOR, k8(f, 0), f->u), f->u);
  same(sv_app2(T, SV_OP_BVXOR, f->u, f->u), k8(f, 0));
  same(sv_app1(T, SV_OP_BVNOT, sv_app1(T, SV_OP_BVNOT, f->u)), f->u);
  same(sv_app2(T, SV_OP_BVAND, f->u, sv_app1(T, SV_OP_BVNOT, f->u)), k8(f, 0));
  same(sv_app2(T, SV_OP_SHL, f->u, k8(f, 0)), f->u);
  same(sv_app2(T, SV_OP_ADD, k8(f, 200), k8(f, 100)), k8(f, 44));
  same(sv_app2(T, SV_OP_ADD, sv_app2(T, SV_OP_ADD, f->u, k8(f, 200)), k8(f, 56)), f->u);
}

static void test_arrays(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort a3 = sv_sort_array(T, 3, sv_sort_range(T, 3, 9));
  sv_term a = sv_var(T, a3, 20, 0), e[3] = {f->x, f->y, k(f, 7)};
  sv_term lit = sv_array(T, e, 3), st = sv_app3(T, SV_OP_STORE, a, k(f, 1), f->x);
  same(sv_app2(T, SV_OP_SELECT, lit, k(f, 1)), f->y);
  same(sv_app2(T, SV_OP_SELECT, lit, k8(f, 2)), k(f, 7));
  same(sv_app2(T, SV_OP_SELECT, a, k(f, 3)), k(f, 0));  // out of range: 0, whatever the range
  same(sv_app2(T, SV_OP_SELECT, a, k(f, -1)), k(f, 0));
  same(sv_app2(T, SV_OP_SELECT, st, k(f, 1)), f->x);
  same(sv_app2(T, SV_OP_SELECT, st, k(f, 2)), sv_app2(T, SV_OP_SELECT, a, k(f, 2)));
  same(sv_app2(T, SV_OP_SELECT, sv_array_fill(T, a3, f->x), k(f, 2)), f->x);
  same(sv_app3(T, SV_OP_STORE, a, k(f, 3), f->x), a);
  same(sv_app3(T, SV_OP_STORE, st, k(f, 1), f->y), sv_app3(T, SV_OP_STORE, a, k(f, 1), f->y));
  same(sv_app3(T, SV_OP_STORE, a, f->x, sv_app2(T, SV_OP_SELECT, a, f->x)), a);
  sv_term changed[3] = {f->x, k(f, 1), k(f, 7)};
  same(sv_app3(T, SV_OP_STORE, lit, k(f, 1), k(f, 1)), sv_array(T, changed, 3));
  // Not x: the index may be out of range.
  sv_term back = sv_app2(T, SV_OP_SELECT, sv_app3(T, SV_OP_STORE, a, f->y, f->x), f->y);
  assert_int_not_equal(back.x, f->x.x);
}

static void test_nested_arrays(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort row = sv_sort_array(T, 3, f->i), matrix = sv_sort_array(T, 2, row);
  sv_term m = sv_var(T, matrix, 30, 0);
  sv_term outside = sv_app2(T, SV_OP_SELECT, m, k(f, 2));
  assert_int_equal(sv_sort_of(T, outside).x, row.x);
  same(sv_app2(T, SV_OP_SELECT, outside, k(f, 1)), k(f, 0));
  sv_term inner = sv_app3(T, SV_OP_STORE, sv_app2(T, SV_OP_SELECT, m, k(f, 1)), k(f, 2), f->x);
  sv_term m2 = sv_app3(T, SV_OP_STORE, m, k(f, 1), inner);
  same(sv_app2(T, SV_OP_SELECT, sv_app2(T, SV_OP_SELECT, m2, k(f, 1)), k(f, 2)), f->x);
}

static void test_casts(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort range = sv_sort_range(T, 0, 7);
  same(sv_cast(T, f->i, f->x), f->x);
  same(sv_cast(T, range, f->x), f->x);
  same(sv_cast(T, f->u8, k(f, 257)), k8(f, 1));
  assert_int_equal(sv_sort_of(T, sv_cast(T, range, f->u)).x, f->i.x);
  assert_int_equal(sv_sort_of(T, sv_cast(T, f->i, sv_not(f->p))).x, f->i.x);
  none(sv_cast(T, sv_sort_loc(T, 1), sv_var(T, f->ref, 9, 0)));
  none(sv_cast(T, sv_sort_loc(T, 1), f->x));
}

static void test_ill_sorted(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term real = sv_var(T, f->r, 10, 0), sbv = sv_var(T, f->s8, 11, 0),
          ref = sv_var(T, f->ref, 12, 0);
  sv_term a = sv_var(T, sv_sort_array(T, 3, f->i), 13, 0);
  none(sv_and(T, f->p, f->x));
  none(sv_or(T, f->p, f->x));
  none(sv_eq(T, f->x, real));
  none(sv_eq(T, f->u, sbv));
  none(sv_ite(T, f->x, f->x, f->x));
  none(sv_ite(T, f->c, f->x, f->p));
  none(sv_app2(T, SV_OP_ADD, f->x, real));
  none(sv_app2(T, SV_OP_ADD, f->p, f->q));
  none(sv_app2(T, SV_OP_DIV, real, real));
  none(sv_app2(T, SV_OP_QUOT, f->x, f->x));
  none(sv_app2(T, SV_OP_LT, f->p, f->q));
  none(sv_app2(T, SV_OP_LT, ref, ref));
  none(sv_app2(T, SV_OP_BVAND, f->x, f->y));
  none(sv_app2(T, SV_OP_SELECT, f->x, f->y));
  none(sv_app2(T, SV_OP_SELECT, a, real));
  none(sv_app3(T, SV_OP_STORE, a, f->x, f->p));
  none(sv_app1(T, SV_OP_QLEN, f->x));
  none(sv_app1(T, SV_OP_ADD, f->x));
  none(sv_app2(T, SV_OP_ADD, f->x, SV_NONE));
  none(sv_app1(T, SV_OP_CAST, f->x));
  none(sv_array_fill(T, f->i, f->x));
  none(sv_remote(T, f->i, 1, f->u));
  none(sv_peek(T, f->i, f->x, f->x, 0));
  none(sv_app2(T, SV_OP_ADD, sv_app2(T, SV_OP_ADD, f->x, real), f->y));
}

static void test_sorts_of_results(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_sort range = sv_sort_range(T, 0, 7);
  sv_term z = sv_var(T, range, 14, 0), ref = sv_queue(T, 1, 0, SV_NONE);
  assert_int_equal(sv_sort_of(T, z).x, range.x);
  assert_int_equal(sv_sort_of(T, sv_app2(T, SV_OP_ADD, z, z)).x, f->i.x);
  assert_int_equal(sv_sort_of(T, sv_ite(T, f->c, z, k(f, 0))).x, f->i.x);
  assert_int_equal(sv_sort_of(T, sv_array(T, &z, 1)).x, sv_sort_array(T, 1, f->i).x);
  sv_term a = sv_var(T, sv_sort_array(T, 2, range), 15, 0);
  assert_int_equal(sv_sort_of(T, sv_app3(T, SV_OP_STORE, a, f->x, z)).x,
                   sv_sort_array(T, 2, f->i).x);
  assert_int_equal(sv_sort_of(T, sv_app2(T, SV_OP_SELECT, a, f->x)).x, f->i.x);
  assert_int_equal(sv_sort_of(T, ref).x, f->ref.x);
  assert_int_equal(sv_sort_of(T, sv_app1(T, SV_OP_QLEN, ref)).x, f->i.x);
  assert_int_equal(sv_sort_of(T, sv_app1(T, SV_OP_QDEFER, ref)).x, f->i.x);
  assert_int_equal(sv_sort_of(T, sv_app1(T, SV_OP_QFULL, ref)).x, f->b.x);
  assert_int_equal(sv_sort_of(T, sv_peek(T, range, ref, f->x, 0)).x, range.x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_handles, setup, teardown),
      cmocka_unit_test_setup_teardown(test_growth, setup, teardown),
      cmocka_unit_test_setup_teardown(test_and, setup, teardown),
      cmocka_unit_test_setup_teardown(test_long_and, setup, teardown),
      cmocka_unit_test_setup_teardown(test_arguments_in_table, setup, teardown),
      cmocka_unit_test_setup_teardown(test_eq, setup, teardown),
      cmocka_unit_test_setup_teardown(test_ite, setup, teardown),
      cmocka_unit_test_setup_teardown(test_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_arithmetic, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bits, setup, teardown),
      cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nested_arrays, setup, teardown),
      cmocka_unit_test_setup_teardown(test_casts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_ill_sorted, setup, teardown),
      cmocka_unit_test_setup_teardown(test_sorts_of_results, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
