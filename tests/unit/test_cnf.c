// Tests of encode/graph/tseitin.h.
//
// Given values of the inputs, unit propagation must set every variable, each
// to the value that simulation gives its node, without a conflict: then the
// clauses have exactly one model for each assignment, the right one. Tried on
// all assignments of random cones that are converted piece by piece.

#define _POSIX_C_SOURCE 200809L

#include "encode/graph/tseitin.h"

#include "base/random.h"
#include "solver/sat.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { ROUNDS = 30, DEEP = 500 };
#else
enum { ROUNDS = 600, DEEP = 300000 };
#endif
enum { INPUTS = 6 };

typedef struct {
  SV_VEC(int32_t) literals;
  sv_u32s ends;
  SV_VEC(int8_t) values;  // by variable: 1, -1 or 0
} clauses;

static void collect(void *context, const int32_t *literals, uint32_t n) {
  clauses *c = context;
  for (uint32_t i = 0; i < n; i++) {
    assert_int_not_equal(literals[i], 0);
    for (uint32_t j = 0; j < i; j++) assert_int_not_equal(abs(literals[i]), abs(literals[j]));
    sv_push(c->literals, literals[i]);
  }
  sv_push(c->ends, c->literals.n);
}

static void free_clauses(clauses *c) {
  sv_vec_free(c->literals);
  sv_vec_free(c->ends);
  sv_vec_free(c->values);
}

static int8_t value_of(const clauses *c, int32_t literal) {
  int8_t v = c->values.at[abs(literal)];
  return (int8_t)(literal < 0 ? -v : v);
}

// Is it satisfied? If not, sets the only free literal, if there is one; a
// clause of false literals is a conflict.
static bool look_at(clauses *c, uint32_t from, uint32_t to, bool *changed) {
  int32_t unset = 0;
  uint32_t count = 0;
  for (uint32_t i = from; i < to; i++) {
    int8_t v = value_of(c, c->literals.at[i]);
    if (v > 0) return true;
    if (!v) unset = c->literals.at[i], count++;
  }
  if (!count) return false;
  if (count == 1) c->values.at[abs(unset)] = unset < 0 ? -1 : 1, *changed = true;
  return true;
}

static bool propagate(clauses *c) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < c->ends.n; i++)
      if (!look_at(c, i ? c->ends.at[i - 1] : 0, c->ends.at[i], &changed)) return false;
  }
  return true;
}

static uint64_t input_column(void *context, uint32_t input) {
  SV_UNUSED(context);
  uint64_t column = 0;
  for (uint32_t p = 0; p < 64; p++) column |= (uint64_t)(p >> (input - 1) & 1) << p;
  return column;
}

typedef struct {
  sv_aig *g;
  sv_cnf *cnf;
  clauses clauses;
  sv_lits made;
  sv_random random;
  uint64_t seed;
} shop;

static void open_shop(shop *s, uint64_t seed) {
  *s = (shop){.g = sv_aig_new(), .random = {seed}, .seed = seed};
  s->cnf = sv_cnf_new(s->g, (sv_cnf_sink){.add = collect, .solver = &s->clauses});
  for (uint32_t i = 0; i < INPUTS; i++) sv_push(s->made, sv_aig_input(s->g));
}

static void close_shop(shop *s) {
  free_clauses(&s->clauses);
  sv_vec_free(s->made);
  sv_cnf_free(s->cnf);
  sv_aig_free(s->g);
}

// Every variable of a node under assignment p.
static void check_assignment(shop *s, const uint64_t *tables, uint32_t p) {
  sv_clear(s->clauses.values);
  sv_fill(s->clauses.values, sv_cnf_count(s->cnf) + 1);
  for (uint32_t i = 1; i <= INPUTS; i++)
    s->clauses.values.at[sv_cnf_find(s->cnf, i)] = tables[i] >> p & 1 ? 1 : -1;
  if (!propagate(&s->clauses)) fail_msg("seed %lu: a conflict", (unsigned long)s->seed);
  for (uint32_t i = 0; i < sv_aig_nodes(s->g); i++) {
    int32_t v = sv_cnf_find(s->cnf, i);
    if (v && value_of(&s->clauses, v) != (tables[i] >> p & 1 ? 1 : -1))
      fail_msg("seed %lu: node %u", (unsigned long)s->seed, i);
  }
}

static void check_all_assignments(shop *s) {
  uint32_t n = sv_aig_nodes(s->g);
  sv_lit *nodes = SV_NEW_ARRAY(sv_lit, n);
  uint64_t *tables = SV_NEW_ARRAY(uint64_t, n);
  for (uint32_t i = 0; i < n; i++) nodes[i] = (sv_lit){i << 1};
  sv_aig_simulate(s->g, nodes, n, input_column, NULL, tables);
  for (uint32_t p = 0; p < 64; p++) check_assignment(s, tables, p);
  sv_free(nodes);
  sv_free(tables);
}

static sv_lit any(shop *s) {
  sv_lit a = s->made.at[sv_random_below(&s->random, s->made.n)];
  return sv_lit_not_if(a, sv_random_below(&s->random, 2));
}

static sv_lit something_new(shop *s) {
  sv_lit a = any(s), b = any(s), c = any(s);
  switch (sv_random_below(&s->random, 6)) {
  case 0: return sv_aig_xor(s->g, a, b);
  case 1: return sv_aig_ite(s->g, a, b, c);
  case 2: return sv_aig_and_all(s->g, (sv_lit[]){a, b, c, any(s), any(s)}, 5);
  default: return sv_aig_and(s->g, a, b);
  }
}

static void test_random_cones(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    shop s;
    open_shop(&s, seed);
    uint32_t steps = 5 + sv_random_below(&s.random, 60), rare = 1 + sv_random_below(&s.random, 20);
    for (uint32_t i = 0; i < INPUTS; i++) sv_cnf_literal(s.cnf, s.made.at[i]);
    for (uint32_t i = 0; i < steps; i++) {
      sv_lit made = something_new(&s);
      sv_push(s.made, made);
      if (!sv_random_below(&s.random, rare)) sv_cnf_literal(s.cnf, any(&s));
    }
    sv_cnf_literal(s.cnf, sv_last(s.made));
    check_all_assignments(&s);
    close_shop(&s);
  }
}

static void test_signs_and_repetition(void **state) {
  SV_UNUSED(state);
  shop s;
  open_shop(&s, 1);
  sv_lit x = sv_aig_xor(s.g, s.made.at[0], s.made.at[1]);
  int32_t literal = sv_cnf_literal(s.cnf, x);
  uint32_t emitted = s.clauses.ends.n;
  assert_int_equal(sv_cnf_literal(s.cnf, sv_lit_not(x)), -literal);
  assert_int_equal(sv_cnf_literal(s.cnf, x), literal);
  assert_int_equal(s.clauses.ends.n, emitted);
  assert_int_equal(sv_cnf_find(s.cnf, 3), 0);
  assert_int_equal(sv_cnf_find(s.cnf, 1000), 0);
  int32_t own = sv_cnf_variable(s.cnf);
  assert_int_equal(own, 4);
  assert_int_equal(sv_cnf_count(s.cnf), 4);
  close_shop(&s);
  sv_cnf_free(NULL);
}

static void test_constants(void **state) {
  SV_UNUSED(state);
  shop s;
  open_shop(&s, 1);
  int32_t yes = sv_cnf_literal(s.cnf, SV_LIT_TRUE), no = sv_cnf_literal(s.cnf, SV_LIT_FALSE);
  assert_int_equal(yes, -no);
  assert_int_equal(s.clauses.ends.n, 1);
  sv_fill(s.clauses.values, 2);
  assert_true(propagate(&s.clauses));
  assert_int_equal(value_of(&s.clauses, yes), 1);
  close_shop(&s);
}

// Variables and clauses that whole gates need.
static void test_gates_are_recognised(void **state) {
  SV_UNUSED(state);
  shop s;
  open_shop(&s, 1);
  sv_cnf_literal(s.cnf, sv_aig_and_all(s.g, s.made.at, INPUTS));
  assert_int_equal(sv_cnf_count(s.cnf), INPUTS + 1);
  assert_int_equal(s.clauses.ends.n, INPUTS + 1);
  close_shop(&s);

  open_shop(&s, 1);
  sv_lit parity = SV_LIT_FALSE;
  for (uint32_t i = 0; i < INPUTS; i++) parity = sv_aig_xor(s.g, parity, s.made.at[i]);
  sv_cnf_literal(s.cnf, parity);
  assert_int_equal(sv_cnf_count(s.cnf), 2 * INPUTS - 1);
  assert_int_equal(s.clauses.ends.n, 4 * (INPUTS - 1));
  close_shop(&s);

  open_shop(&s, 1);
  sv_cnf_literal(s.cnf, sv_aig_ite(s.g, s.made.at[0], s.made.at[1], s.made.at[2]));
  assert_int_equal(sv_cnf_count(s.cnf), 4);
  assert_int_equal(s.clauses.ends.n, 6);
  close_shop(&s);
}

// What one gate absorbed gets its variable when others want it.
static void test_absorbed_nodes_come_back(void **state) {
  SV_UNUSED(state);
  shop s;
  open_shop(&s, 1);
  for (uint32_t i = 0; i < INPUTS; i++) sv_cnf_literal(s.cnf, s.made.at[i]);
  sv_lit inner = sv_aig_and(s.g, s.made.at[0], s.made.at[1]);
  sv_cnf_literal(s.cnf, sv_aig_and(s.g, inner, s.made.at[2]));
  assert_int_equal(sv_cnf_find(s.cnf, sv_lit_node(inner)), 0);
  sv_cnf_literal(s.cnf, sv_aig_and(s.g, inner, s.made.at[3]));
  assert_int_not_equal(sv_cnf_find(s.cnf, sv_lit_node(inner)), 0);
  check_all_assignments(&s);
  close_shop(&s);
}

static void count_clause(void *context, const int32_t *literals, uint32_t n) {
  SV_UNUSED(literals);
  *(uint64_t *)context += n;
}

static void test_deep_graphs(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  uint64_t size = 0;
  sv_cnf *cnf = sv_cnf_new(g, (sv_cnf_sink){.add = count_clause, .solver = &size});
  sv_lit a = sv_aig_input(g);
  for (uint32_t i = 0; i < DEEP; i++) a = sv_lit_not(sv_aig_and(g, a, sv_aig_input(g)));
  assert_true(sv_cnf_literal(cnf, a) != 0);
  assert_int_equal(sv_cnf_count(cnf), 2 * DEEP + 1);
  assert_int_equal(size, UINT64_C(7) * DEEP);
  sv_cnf_free(cnf);
  sv_aig_free(g);
}

// x & !y & (y & z): false, however the variables of y and z came to be.
static void test_solver_knows_all(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  sv_sat *sat = sv_sat_new();
  sv_cnf *cnf = sv_cnf_new(g, sv_sat_sink(sat));
  sv_lit x = sv_aig_input(g), y = sv_aig_input(g), z = sv_aig_input(g), w = sv_aig_input(g);
  sv_lit left = sv_aig_and(g, sv_aig_and(g, x, w), sv_lit_not(y));
  sv_lit never = sv_aig_and(g, left, sv_aig_and(g, w, sv_aig_and(g, y, z)));
  int32_t assumed = -sv_cnf_literal(cnf, never);
  assert_int_equal(sv_sat_vars(sat), sv_cnf_count(cnf));
  assert_int_equal(sv_sat_solve(sat, &assumed, 1, NULL), SV_SAT_YES);
  for (uint32_t node = 1; node < sv_aig_nodes(g); node++)
    if (sv_cnf_find(cnf, node)) sv_sat_value(sat, sv_cnf_find(cnf, node));
  sv_cnf_free(cnf);
  sv_sat_free(sat);
  sv_aig_free(g);
}

static void unknown_node(void) {
  sv_aig *g = sv_aig_new();
  sv_cnf_literal(sv_cnf_new(g, (sv_cnf_sink){.add = collect}), (sv_lit){20});
}

static void test_nodes_must_exist(void **state) {
  SV_UNUSED(state);
  assert_misuse(unknown_node, "no such node");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_signs_and_repetition), cmocka_unit_test(test_constants),
      cmocka_unit_test(test_gates_are_recognised), cmocka_unit_test(test_absorbed_nodes_come_back),
      cmocka_unit_test(test_random_cones),         cmocka_unit_test(test_deep_graphs),
      cmocka_unit_test(test_solver_knows_all),     cmocka_unit_test(test_nodes_must_exist),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
