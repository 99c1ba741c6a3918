// test_walk.c -- cones, substitution, printing; and that none of it recurses.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "expr/walk.h"

#ifdef SV_STRESS_HASH
enum { DEEP = 1500 };
#else
enum { DEEP = 200000 };
#endif

typedef struct {
  sv_names *names;
  sv_terms *T;
  sv_sort b, i, u8;
  sv_term p, q, x, y, u;
} fixture;

static int setup(void **state) {
  fixture *f = SV_NEW(fixture);
  f->names = sv_names_new();
  sv_terms *T = f->T = sv_terms_new(f->names);
  f->b = sv_sort_bool(T), f->i = sv_sort_int(T), f->u8 = sv_sort_bv(T, 8, false);
  f->p = sv_var(T, f->b, 1, 0), f->q = sv_var(T, f->b, 2, 0);
  f->x = sv_var(T, f->i, 3, 0), f->y = sv_var(T, f->i, 4, 0), f->u = sv_var(T, f->u8, 5, 0);
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

static sv_term k(fixture *f, int64_t n) { return sv_int_const(f->T, n); }
static sv_term add(fixture *f, sv_term a, sv_term b) { return sv_app2(f->T, SV_OP_ADD, a, b); }

static void check_prefix(fixture *f, sv_term t, const char *expected) {
  sv_text text = {0};
  sv_term_print(f->T, t, NULL, NULL, &text);
  assert_string_equal(sv_text_get(&text), expected);
  sv_text_free(&text);
}

static void check_infix(fixture *f, sv_term t, const char *expected) {
  sv_text text = {0};
  sv_term_print_infix(f->T, t, NULL, NULL, &text);
  assert_string_equal(sv_text_get(&text), expected);
  sv_text_free(&text);
}

static void test_cone(void **state) {
  fixture *f = *state;
  sv_term s = add(f, f->x, f->y), t = sv_app2(f->T, SV_OP_LT, s, add(f, s, f->x));
  sv_term roots[2] = {sv_not(t), f->p};
  sv_u32s cone = {0};
  sv_cone(f->T, roots, 2, &cone);
  assert_int_equal(cone.n, 6);
  for (uint32_t i = 1; i < cone.n; i++) assert_true(cone.at[i - 1] < cone.at[i]);
  assert_int_equal(cone.at[cone.n - 1], sv_index(t));
  sv_cone(f->T, NULL, 0, &cone);
  assert_int_equal(cone.n, 0);
  sv_vec_free(cone);
}

typedef struct {
  fixture *f;
  uint32_t id;
  sv_term by;
  uint32_t calls;
} one;

static sv_term replace_one(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  one *o = context;
  assert_int_equal(sv_node_of(T, index).op, node->op);
  o->calls++;
  return node->op == SV_OP_VAR && node->id == o->id ? o->by : SV_NONE;
}

static void test_substitute(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term t = sv_and(T, f->p, sv_not(sv_eq(T, add(f, f->x, f->y), k(f, 5))));
  one o = {f, 3, k(f, 1), 0};
  sv_term r = sv_substitute(T, t, replace_one, &o);
  assert_int_equal(r.x, sv_and(T, f->p, sv_not(sv_eq(T, add(f, k(f, 1), f->y), k(f, 5)))).x);
  assert_int_equal(o.calls, 4);
  one same = {f, 77, SV_NONE, 0};
  assert_int_equal(sv_substitute(T, t, replace_one, &same).x, t.x);
  one gone = {f, 1, SV_FALSE, 0};
  assert_int_equal(sv_substitute(T, sv_not(t), replace_one, &gone).x, SV_TRUE.x);
  one crossed = {f, 1, sv_not(f->q), 0};
  assert_int_equal(sv_substitute(T, sv_not(f->p), replace_one, &crossed).x, f->q.x);
}

// REMOTE and QUEUE are shown with their arguments replaced already.
static sv_term resolve(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  fixture *f = context;
  sv_value v;
  SV_UNUSED(index);
  if (node->op == SV_OP_VAR && node->id == 3) return k(f, 2);
  if (node->op != SV_OP_REMOTE && node->op != SV_OP_QUEUE) return SV_NONE;
  if (!node->n) return SV_NONE;
  assert_true(sv_is_const(T, node->args[0], &v));
  if (node->op == SV_OP_QUEUE) return SV_NONE;
  return sv_var(T, node->sort, node->id * 10 + (uint32_t)sv_small_get(v), 0);
}

static void test_resolve(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term q = sv_queue(T, 1, 0, f->x), r = sv_remote(T, f->i, 9, add(f, f->x, k(f, 1)));
  sv_sort a3 = sv_sort_array(T, 3, f->i);
  sv_term roots[4] = {sv_eq(T, r, sv_peek(T, f->i, q, f->x, 4)), sv_app1(T, SV_OP_QLEN, q),
                      sv_app2(T, SV_OP_SELECT, sv_array_fill(T, a3, f->x), f->y),
                      sv_cast(T, f->u8, f->x)};
  for (uint32_t i = 0; i < 4; i++) roots[i] = sv_substitute(T, roots[i], resolve, f);
  sv_term q2 = sv_queue(T, 1, 0, k(f, 2));
  assert_int_equal(roots[0].x,
                   sv_eq(T, sv_var(T, f->i, 93, 0), sv_peek(T, f->i, q2, k(f, 2), 4)).x);
  assert_int_equal(roots[1].x, sv_app1(T, SV_OP_QLEN, q2).x);
  assert_int_equal(roots[2].x, sv_app2(T, SV_OP_SELECT, sv_array_fill(T, a3, k(f, 2)), f->y).x);
  assert_int_equal(roots[3].x, sv_const(T, f->u8, sv_small(2)).x);
}

static void test_prefix(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term k8 = sv_const(T, f->u8, sv_small(3));
  check_prefix(f, SV_TRUE, "true");
  check_prefix(f, SV_FALSE, "false");
  check_prefix(f, sv_and(T, f->p, sv_not(f->q)), "(and v1 (not v2))");
  check_prefix(f, sv_and(T, sv_eq(T, f->x, k(f, 1)), sv_not(f->p)), "(and (not v1) (= v3 1))");
  check_prefix(f, sv_cast(T, f->u8, f->x), "(cast bv 8 v3)");
  check_prefix(f, sv_cast(T, f->i, f->u), "(cast int v5)");
  check_prefix(f, sv_app2(T, SV_OP_ADD, f->u, k8), "(+ v5 3)");
  check_prefix(f, sv_ite(T, f->p, k8, sv_const(T, f->u8, sv_small(4))),
               "(ite v1 (as bv 8 3) (as bv 8 4))");
  check_prefix(f, sv_ite(T, f->p, k8, f->u), "(ite v1 3 v5)");
  check_prefix(f, k8, "3");
  sv_term a = sv_var(T, sv_sort_array(T, 4, f->u8), 6, 1);
  check_prefix(f, sv_app3(T, SV_OP_STORE, a, sv_const(T, f->u8, sv_small(1)), k8),
               "(store v6@1 (as bv 8 1) 3)");
  check_prefix(f, sv_array_fill(T, sv_sort_of(T, a), k8), "(fill array 4 of bv 8 3)");
  check_prefix(f, sv_app1(T, SV_OP_QLEN, sv_queue(T, 2, 0, f->x)), "(len (queue q2 v3))");
  check_prefix(f, sv_peek(T, f->i, sv_queue(T, 2, 0, SV_NONE), k(f, 0), 1), "(peek int q2 0 1)");
  check_prefix(f, sv_remote(T, f->i, 7, f->x), "(remote v7 v3)");
  check_prefix(f, sv_const(T, sv_sort_loc(T, 2), sv_small(5)), "@5");
}

static void test_let(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term s = add(f, add(f, f->x, f->y), k(f, 1));
  check_prefix(f, sv_eq(T, sv_app2(T, SV_OP_MUL, s, s), f->x),
               "(let ((%1 (+ (+ v3 v4) 1))) (= v3 (* %1 %1)))");
  sv_term t = sv_app2(T, SV_OP_MUL, s, s), u = sv_app2(T, SV_OP_SUB, t, k(f, 7));
  check_prefix(f, sv_app2(T, SV_OP_MUL, t, u),
               "(let ((%1 (+ (+ v3 v4) 1)) (%2 (* %1 %1))) (* %2 (- %2 7)))");
  sv_term tiny = add(f, f->x, f->y);
  check_prefix(f, sv_app2(T, SV_OP_MUL, tiny, tiny), "(* (+ v3 v4) (+ v3 v4))");
}

static void test_infix(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_term three = sv_eq(T, f->x, k(f, 3));
  check_infix(f, sv_and(T, f->p, f->q), "v1 & v2");
  check_infix(f, sv_not(sv_and(T, f->p, f->q)), "!(v1 & v2)");
  check_infix(f, sv_or(T, sv_not(f->p), three), "!v1 | v3 == 3");
  check_infix(f, sv_or(T, f->p, sv_and(T, f->q, three)), "v1 | v2 & v3 == 3");
  check_infix(f, sv_and(T, f->p, sv_or(T, f->q, three)), "v1 & (v2 | v3 == 3)");
  check_infix(f, sv_not(three), "v3 != 3");
  check_infix(f, sv_not(sv_app2(T, SV_OP_LT, f->x, f->y)), "v3 >= v4");
  check_infix(f, sv_not(sv_app2(T, SV_OP_LE, f->x, f->y)), "v3 > v4");
  sv_term sum = add(f, f->x, f->y), minus = sv_app2(T, SV_OP_SUB, f->x, sum);
  check_infix(f, sv_app2(T, SV_OP_MUL, sum, minus), "(v3 + v4) * (v3 - (v3 + v4))");
  check_infix(f, sv_ite(T, f->p, f->x, sv_ite(T, f->q, f->y, k(f, 0))), "v1 ? v3 : v2 ? v4 : 0");
  check_infix(f, sv_app1(T, SV_OP_NEG, sum), "-(v3 + v4)");
  check_infix(f, sv_cast(T, f->u8, sum), "(bv 8) (v3 + v4)");
  sv_term a = sv_var(T, sv_sort_array(T, 4, f->i), 6, 0);
  check_infix(f, sv_app2(T, SV_OP_SELECT, sv_app3(T, SV_OP_STORE, a, f->x, f->y), sum),
              "v6[v3 := v4][v3 + v4]");
  check_infix(f, sv_app1(T, SV_OP_QFULL, sv_queue(T, 2, 0, f->x)), "full(q2[v3])");
  check_infix(f, sv_eq(T, f->p, sv_eq(T, f->q, three)), "v1 == (v2 == (v3 == 3))");
}

static void name_leaf(void *context, const sv_terms *T, const sv_node *node, sv_text *out) {
  SV_UNUSED(context), SV_UNUSED(T);
  sv_text_printf(out, "<%s>", sv_op_text(node->op));
}

static void test_leaf_printer(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_text text = {0};
  sv_sort loc = sv_sort_loc(T, 1);
  sv_term at = sv_eq(T, sv_var(T, loc, 8, 0), sv_const(T, loc, sv_small(1)));
  sv_term_print(T, sv_and(T, at, sv_next(T, f->b, 1, 0)), name_leaf, NULL, &text);
  assert_string_equal(sv_text_get(&text), "(and (= <var> <const>) <next>)");
  sv_clear(text);
  sv_term_print(T, add(f, sv_remote(T, f->i, 1, k(f, 2)), k(f, 1)), name_leaf, NULL, &text);
  assert_string_equal(sv_text_get(&text), "(+ (remote <remote> 2) 1)");
  sv_text_free(&text);
}

// A long term is cut, also where its tree would have 2^100 nodes.
static void test_cut(void **state) {
  fixture *f = *state;
  sv_term t = f->x;
  for (int i = 0; i < 100; i++) t = sv_app2(f->T, SV_OP_MUL, t, t);
  sv_text text = {0};
  sv_term_print_infix(f->T, t, NULL, NULL, &text);
  assert_true(text.n > 200 && text.n < 260);
  assert_non_null(strstr(sv_text_get(&text), "…"));
  sv_clear(text);
  sv_term_print(f->T, t, NULL, NULL, &text);
  assert_true(text.n < 4000);
  sv_text_free(&text);
}

static sv_value small_stack_value(const fixture *f, sv_term root) {
  sv_u32s cone = {0};
  SV_VEC(sv_value) values = {0};
  sv_cone(f->T, &root, 1, &cone);
  sv_fill(values, sv_index(root) + 1);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(f->T, cone.at[i]);
    sv_value args[3], v = node.op == SV_OP_CONST ? node.value : sv_small(node.op == SV_OP_VAR);
    for (uint32_t j = 0; j < node.n; j++) {
      args[j] = values.at[sv_index(node.args[j])];
      if (sv_negated(node.args[j])) args[j] = sv_small(1 - sv_small_get(args[j]));
    }
    if (node.n)
      v = sv_apply(sv_terms_numbers(f->T), f->T, node.op, node.sort, sv_sort_of(f->T, node.args[0]),
                   args, node.n);
    values.at[cone.at[i]] = v;
  }
  sv_value v = values.at[sv_index(root)];
  sv_vec_free(cone);
  sv_vec_free(values);
  return v;
}

static sv_term deep_term(fixture *f, bool ites) {
  sv_term t = f->x;
  for (uint32_t i = 0; i < DEEP; i++) {
    sv_term other = sv_var(f->T, ites ? f->b : f->i, 10 + i % 7, 0);
    t = ites ? sv_ite(f->T, other, add(f, t, k(f, 1)), t) : sv_app2(f->T, SV_OP_SUB, other, t);
  }
  return t;
}

static void check_deep(fixture *f, sv_term t) {
  sv_text text = {0};
  sv_value v = small_stack_value(f, t);
  sv_term_print(f->T, t, NULL, NULL, &text);
  assert_true(text.n > DEEP);
  sv_clear(text);
  sv_term_print_infix(f->T, t, NULL, NULL, &text);
  sv_text_free(&text);
  one o = {f, 3, k(f, 1), 0};  // x is 1 in small_stack_value
  sv_term r = sv_substitute(f->T, t, replace_one, &o);
  assert_int_not_equal(r.x, t.x);
  assert_true(sv_value_same(small_stack_value(f, r), v));
}

// With half a megabyte of stack no recursion over 200000 nodes survives.
static void test_deep(void **state) {
  fixture *f = *state;
  struct rlimit old, tight;
  assert_int_equal(getrlimit(RLIMIT_STACK, &old), 0);
  tight = old;
  tight.rlim_cur = 512 * 1024;
  assert_int_equal(setrlimit(RLIMIT_STACK, &tight), 0);
  check_deep(f, deep_term(f, false));
  check_deep(f, deep_term(f, true));
  setrlimit(RLIMIT_STACK, &old);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_cone, setup, teardown),
      cmocka_unit_test_setup_teardown(test_substitute, setup, teardown),
      cmocka_unit_test_setup_teardown(test_resolve, setup, teardown),
      cmocka_unit_test_setup_teardown(test_prefix, setup, teardown),
      cmocka_unit_test_setup_teardown(test_let, setup, teardown),
      cmocka_unit_test_setup_teardown(test_infix, setup, teardown),
      cmocka_unit_test_setup_teardown(test_leaf_printer, setup, teardown),
      cmocka_unit_test_setup_teardown(test_cut, setup, teardown),
      cmocka_unit_test_setup_teardown(test_deep, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
