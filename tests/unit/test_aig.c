// Tests of encode/graph/aig.h: every function that is built is held against truth
// tables. Rewriting is tried on all pairs of functions of depth one over four
// inputs, and on random expressions of any depth over six.

#define _POSIX_C_SOURCE 200809L

#include "encode/graph/aig.h"

#include "base/random.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { ROUNDS = 40, STEPS = 60 };
#else
enum { ROUNDS = 2000, STEPS = 150 };
#endif
enum { INPUTS = 6 };

// Patterns of six inputs that make every 64-bit word a truth table.
static const uint64_t columns[INPUTS] = {
    UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
    UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};

// Inputs are the nodes 1 .. INPUTS.
static uint64_t column(void *context, uint32_t input) {
  SV_UNUSED(context);
  assert_in_range(input, 1, INPUTS);
  return columns[input - 1];
}

static uint64_t table_of(const sv_aig *g, sv_lit a) {
  uint64_t out;
  sv_aig_simulate(g, &a, 1, column, NULL, &out);
  return out;
}

static sv_aig *graph_with_inputs(sv_lit *inputs) {
  sv_aig *g = sv_aig_new();
  for (uint32_t i = 0; i < INPUTS; i++) inputs[i] = sv_aig_input(g);
  return g;
}

static void test_constants(void **state) {
  SV_UNUSED(state);
  sv_lit in[INPUTS];
  sv_aig *g = graph_with_inputs(in);
  sv_lit a = in[0];
  assert_int_equal(sv_aig_and(g, a, SV_LIT_TRUE).x, a.x);
  assert_int_equal(sv_aig_and(g, SV_LIT_TRUE, a).x, a.x);
  assert_int_equal(sv_aig_and(g, a, SV_LIT_FALSE).x, SV_LIT_FALSE.x);
  assert_int_equal(sv_aig_and(g, a, sv_lit_not(a)).x, SV_LIT_FALSE.x);
  assert_int_equal(sv_aig_and(g, a, a).x, a.x);
  assert_int_equal(sv_aig_xor(g, a, a).x, SV_LIT_FALSE.x);
  assert_int_equal(sv_aig_xor(g, a, SV_LIT_TRUE).x, sv_lit_not(a).x);
  assert_int_equal(sv_aig_iff(g, a, sv_lit_not(a)).x, SV_LIT_FALSE.x);
  assert_int_equal(sv_aig_nodes(g), INPUTS + 1);
  assert_true(sv_aig_is_input(g, 1) && !sv_aig_is_input(g, 0) && !sv_aig_is_and(g, 0));
  sv_aig_free(g);
  sv_aig_free(NULL);
}

static void test_equal_structures_are_equal(void **state) {
  SV_UNUSED(state);
  sv_lit in[INPUTS];
  sv_aig *g = graph_with_inputs(in);
  sv_lit ab = sv_aig_and(g, in[0], in[1]), ba = sv_aig_and(g, in[1], in[0]);
  assert_int_equal(ab.x, ba.x);
  sv_lit x = sv_aig_xor(g, in[2], in[3]);
  uint32_t nodes = sv_aig_nodes(g);
  assert_int_equal(sv_aig_xor(g, in[3], sv_lit_not(in[2])).x, sv_lit_not(x).x);
  assert_int_equal(sv_aig_ite(g, in[2], sv_lit_not(in[3]), in[3]).x, x.x);
  assert_int_equal(sv_aig_nodes(g), nodes);
  sv_lit ite = sv_aig_ite(g, in[0], in[4], in[5]);
  nodes = sv_aig_nodes(g);
  assert_int_equal(sv_aig_ite(g, sv_lit_not(in[0]), in[5], in[4]).x, ite.x);
  assert_int_equal(sv_aig_ite(g, in[0], sv_lit_not(in[4]), sv_lit_not(in[5])).x, sv_lit_not(ite).x);
  assert_int_equal(sv_aig_nodes(g), nodes);
  sv_aig_free(g);
}

// The rules by name; none of them makes more than the node named.
static void test_rules(void **state) {
  SV_UNUSED(state);
  sv_lit in[INPUTS];
  sv_aig *g = graph_with_inputs(in);
  sv_lit a = in[0], b = in[1], c = in[2], no = SV_LIT_FALSE;
  sv_lit ab = sv_aig_and(g, a, b), a_not_b = sv_aig_and(g, a, sv_lit_not(b));
  sv_lit bc = sv_aig_and(g, b, c), not_a_c = sv_aig_and(g, sv_lit_not(a), c);
  sv_lit not_a = sv_lit_not(a), not_ab = sv_lit_not(ab);
  struct {
    sv_lit left, right, result;
  } rules[] = {
      {a, ab, ab},                             // containment
      {not_a, ab, no},                         // contradiction
      {ab, not_a_c, no},                       // contradiction of two
      {not_ab, not_a, not_a},                  // subsumption
      {not_ab, not_a_c, not_a_c},              // subsumption of two
      {a, not_ab, a_not_b},                    // substitution
      {not_ab, sv_lit_not(a_not_b), not_a},    // resolution
      {ab, bc, sv_aig_and(g, ab, c)},          // idempotence
      {bc, not_ab, sv_aig_and(g, bc, not_a)},  // substitution of two
  };
  uint32_t nodes = sv_aig_nodes(g);
  for (size_t i = 0; i < SV_COUNT(rules); i++) {
    assert_int_equal(sv_aig_and(g, rules[i].left, rules[i].right).x, rules[i].result.x);
    assert_int_equal(sv_aig_and(g, rules[i].right, rules[i].left).x, rules[i].result.x);
  }
  assert_int_equal(sv_aig_nodes(g), nodes);
  sv_aig_free(g);
}

// All functions x & y and !(x & y) of literals x, y of four inputs, and constants.
static void all_shallow(sv_aig *g, const sv_lit *in, sv_lits *out) {
  sv_push(*out, SV_LIT_FALSE);
  sv_push(*out, SV_LIT_TRUE);
  for (uint32_t i = 0; i < 8; i++)
    for (uint32_t j = i; j < 8; j++) {
      sv_lit x = sv_lit_not_if(in[i / 2], i & 1), y = sv_lit_not_if(in[j / 2], j & 1);
      sv_lit made = sv_aig_and(g, x, y);
      assert_true(table_of(g, made) == (table_of(g, x) & table_of(g, y)));
      sv_push(*out, made);
      sv_push(*out, sv_lit_not(made));
    }
}

static void test_all_pairs_of_shallow_functions(void **state) {
  SV_UNUSED(state);
  sv_lit in[INPUTS];
  sv_aig *g = graph_with_inputs(in);
  sv_lits f = {0};
  all_shallow(g, in, &f);
  for (uint32_t i = 0; i < f.n; i++)
    for (uint32_t j = 0; j < f.n; j++) {
      uint64_t x = table_of(g, f.at[i]), y = table_of(g, f.at[j]);
      uint32_t nodes = sv_aig_nodes(g);
      assert_true(table_of(g, sv_aig_and(g, f.at[i], f.at[j])) == (x & y));
      assert_true(sv_aig_nodes(g) <= nodes + 1);
      assert_true(table_of(g, sv_aig_xor(g, f.at[i], f.at[j])) == (x ^ y));
    }
  sv_vec_free(f);
  sv_aig_free(g);
}

static void test_all_ites_of_literals(void **state) {
  SV_UNUSED(state);
  sv_lit in[INPUTS];
  sv_aig *g = graph_with_inputs(in);
  for (uint32_t i = 0; i < 8 * 8 * 8; i++) {
    sv_lit c = {i / 64}, t = {i / 8 % 8}, e = {i % 8};
    uint64_t x = table_of(g, c), y = table_of(g, t), z = table_of(g, e);
    assert_true(table_of(g, sv_aig_ite(g, c, t, e)) == ((x & y) | (~x & z)));
  }
  sv_aig_free(g);
}

typedef struct {
  sv_aig *g;
  sv_lits made;
  sv_u64s tables;  // what made must be
  sv_random random;
} workshop;

static uint32_t any(workshop *w) { return sv_random_below(&w->random, w->made.n); }

static void keep(workshop *w, sv_lit made, uint64_t table) {
  bool flip = sv_random_below(&w->random, 2);
  sv_push(w->made, sv_lit_not_if(made, flip));
  sv_push(w->tables, flip ? ~table : table);
}

static void make_many(workshop *w) {
  sv_lit args[9];
  uint64_t all = UINT64_MAX, some = 0;
  uint32_t n = sv_random_below(&w->random, 10);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = any(w);
    args[i] = w->made.at[k], all &= w->tables.at[k], some |= w->tables.at[k];
  }
  keep(w, sv_aig_and_all(w->g, args, n), all);
  keep(w, sv_aig_or_all(w->g, args, n), some);
}

static void make_one(workshop *w) {
  uint32_t i = any(w), j = any(w), k = any(w);
  sv_lit a = w->made.at[i], b = w->made.at[j], c = w->made.at[k];
  uint64_t x = w->tables.at[i], y = w->tables.at[j], z = w->tables.at[k];
  switch (sv_random_below(&w->random, 8)) {
  case 0: keep(w, sv_aig_or(w->g, a, b), x | y); break;
  case 1: keep(w, sv_aig_xor(w->g, a, b), x ^ y); break;
  case 2: keep(w, sv_aig_iff(w->g, a, b), ~(x ^ y)); break;
  case 3: keep(w, sv_aig_ite(w->g, a, b, c), (x & y) | (~x & z)); break;
  case 4: keep(w, sv_aig_implies(w->g, a, b), ~x | y); break;
  case 5: make_many(w); break;
  default: keep(w, sv_aig_and(w->g, a, b), x & y); break;
  }
}

static workshop random_functions(uint64_t seed) {
  workshop w = {.random = {seed}};
  sv_lit in[INPUTS];
  w.g = graph_with_inputs(in);
  for (uint32_t i = 0; i < INPUTS; i++) keep(&w, in[i], columns[i]);
  for (uint32_t i = 0; i < STEPS; i++) make_one(&w);
  return w;
}

static void close_workshop(workshop *w) {
  sv_aig_free(w->g);
  sv_vec_free(w->made);
  sv_vec_free(w->tables);
}

static void check_shape(const sv_aig *g) {
  for (uint32_t i = 1; i < sv_aig_nodes(g); i++) {
    if (sv_aig_is_input(g, i)) continue;
    sv_lit left = sv_aig_left(g, i), right = sv_aig_right(g, i);
    assert_true(left.x < right.x && sv_lit_node(right) < i && !sv_lit_is_const(left));
    assert_true(sv_lit_node(left) != sv_lit_node(right));
  }
}

static void test_random_functions(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    workshop w = random_functions(seed);
    uint64_t *out = SV_NEW_ARRAY(uint64_t, w.made.n);
    sv_aig_simulate(w.g, w.made.at, w.made.n, column, NULL, out);
    for (uint32_t i = 0; i < w.made.n; i++)
      if (out[i] != w.tables.at[i]) fail_msg("seed %lu, function %u", (unsigned long)seed, i);
    check_shape(w.g);
    sv_free(out);
    close_workshop(&w);
  }
}

static void test_same_calls_same_graph(void **state) {
  SV_UNUSED(state);
  workshop v = random_functions(5), w = random_functions(5);
  assert_int_equal(sv_aig_nodes(v.g), sv_aig_nodes(w.g));
  for (uint32_t i = 0; i < v.made.n; i++) assert_int_equal(v.made.at[i].x, w.made.at[i].x);
  close_workshop(&v);
  close_workshop(&w);
}

// Reachability the slow way: a node is in if a later one that is in points to it.
static void slow_cone(const sv_aig *g, const sv_lit *roots, uint32_t n, bool *in) {
  for (uint32_t i = 0; i < n; i++) in[sv_lit_node(roots[i])] = true;
  for (uint32_t i = sv_aig_nodes(g); --i;) {
    if (!in[i] || sv_aig_is_input(g, i)) continue;
    in[sv_lit_node(sv_aig_left(g, i))] = in[sv_lit_node(sv_aig_right(g, i))] = true;
  }
}

static void check_cone(workshop *w, const sv_lit *roots, uint32_t n) {
  bool *in = SV_NEW_ARRAY(bool, sv_aig_nodes(w->g));
  sv_u32s cone = {0}, support = {0};
  slow_cone(w->g, roots, n, in);
  sv_push(cone, 77);
  sv_push(support, 88);
  sv_aig_cone(w->g, roots, n, &cone);
  sv_aig_support(w->g, roots, n, &support);
  uint32_t at = 1, s = 1;
  for (uint32_t i = 1; i < sv_aig_nodes(w->g); i++) {
    if (!in[i]) continue;
    assert_true(at < cone.n && cone.at[at++] == i);
    if (sv_aig_is_input(w->g, i)) assert_true(s < support.n && support.at[s++] == i);
  }
  assert_true(at == cone.n && s == support.n && cone.at[0] == 77 && support.at[0] == 88);
  sv_vec_free(cone);
  sv_vec_free(support);
  sv_free(in);
}

static void test_cone_and_support(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS / 10; seed++) {
    workshop w = random_functions(seed);
    for (uint32_t round = 0; round < 10; round++) {
      sv_lit roots[4];
      uint32_t n = sv_random_below(&w.random, 5);
      for (uint32_t i = 0; i < n; i++) roots[i] = w.made.at[any(&w)];
      check_cone(&w, roots, n);
    }
    close_workshop(&w);
  }
}

// The value of a function at the point where input i has bit i of `point`.
static bool value_at(uint64_t table, uint32_t point) { return table >> point & 1; }

static uint64_t composed(uint64_t table, const uint64_t *by) {
  uint64_t out = 0;
  for (uint32_t p = 0; p < 64; p++) {
    uint32_t q = 0;
    for (uint32_t i = 0; i < INPUTS; i++) q |= (uint32_t)value_at(by[i], p) << i;
    out |= (uint64_t)value_at(table, q) << p;
  }
  return out;
}

static void test_substitute(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS / 4; seed++) {
    workshop w = random_functions(seed);
    sv_map map = {0};
    uint64_t by[INPUTS];
    for (uint32_t i = 0; i < INPUTS; i++) {
      uint32_t k = any(&w);
      bool replace = sv_random_below(&w.random, 3);
      by[i] = replace ? w.tables.at[k] : columns[i];
      if (replace) sv_map_put(&map, i + 1, w.made.at[k].x);
    }
    sv_aig_substitute(w.g, w.made.at, w.made.n, &map);
    for (uint32_t i = 0; i < w.made.n; i++)
      if (table_of(w.g, w.made.at[i]) != composed(w.tables.at[i], by))
        fail_msg("seed %lu, function %u", (unsigned long)seed, i);
    sv_map_free(&map);
    close_workshop(&w);
  }
}

static void test_substitute_by_nothing_keeps(void **state) {
  SV_UNUSED(state);
  workshop w = random_functions(9);
  sv_map map = {0};
  uint32_t nodes = sv_aig_nodes(w.g);
  for (uint32_t i = 0; i < w.made.n; i++) {
    sv_lit root = w.made.at[i];
    sv_aig_substitute(w.g, &root, 1, &map);
    assert_int_equal(root.x, w.made.at[i].x);
  }
  assert_int_equal(sv_aig_nodes(w.g), nodes);
  close_workshop(&w);
}

// a, then b, then not c are forced one after the other; d is free.
static void test_settle(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  sv_lit a = sv_aig_input(g), b = sv_aig_input(g), c = sv_aig_input(g), d = sv_aig_input(g);
  sv_lit condition = sv_aig_and(g, sv_aig_and(g, a, sv_aig_implies(g, a, b)),
                                sv_aig_or(g, sv_lit_not(b), sv_lit_not(c)));
  sv_lit roots[] = {a, b, c, d, sv_aig_xor(g, c, d), condition};
  const sv_lit want[] = {SV_LIT_TRUE, SV_LIT_TRUE, SV_LIT_FALSE, d, d, SV_LIT_TRUE};
  sv_aig_settle(g, roots, SV_COUNT(roots));
  for (size_t i = 0; i < SV_COUNT(roots); i++) assert_int_equal(roots[i].x, want[i].x);
  sv_aig_free(g);
}

// The table grows many times and finds everything again.
static void test_many_nodes(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  sv_lits in = {0}, made = {0};
  uint32_t n = ROUNDS / 10;
  for (uint32_t i = 0; i < n; i++) sv_push(in, sv_aig_input(g));
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++) sv_push(made, sv_aig_and(g, in.at[i], sv_lit_not(in.at[j])));
  assert_int_equal(sv_aig_nodes(g), 1 + n + n * (n - 1) / 2);
  for (uint32_t i = 0, k = 0; i < n; i++)
    for (uint32_t j = 0; j < i; j++)
      assert_int_equal(sv_aig_and(g, sv_lit_not(in.at[j]), in.at[i]).x, made.at[k++].x);
  sv_vec_free(in);
  sv_vec_free(made);
  sv_aig_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_equal_structures_are_equal),
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_all_pairs_of_shallow_functions),
      cmocka_unit_test(test_all_ites_of_literals),
      cmocka_unit_test(test_random_functions),
      cmocka_unit_test(test_same_calls_same_graph),
      cmocka_unit_test(test_cone_and_support),
      cmocka_unit_test(test_substitute),
      cmocka_unit_test(test_substitute_by_nothing_keeps),
      cmocka_unit_test(test_settle),
      cmocka_unit_test(test_many_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
