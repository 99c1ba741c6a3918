// Tests of solver/qbf.h: against playing all moves, with gates.

#include "solver/qbf.h"

#include "unit/test_cnf_kit.h"

enum { MOST = 24 };

typedef struct {
  int32_t a, b;
  bool is_xor;
} gate;

// The formula as the test knows it. Variable v of the formula is v here; a gate
// is a variable with block GATE.
enum { GATE = 99 };
typedef struct {
  uint32_t vars, blocks;
  sv_quantifier quantifier[3];
  uint32_t block[MOST];
  gate gates[MOST];
  int32_t clauses[64][4];  // ended by 0
  uint32_t clauses_n;
  int8_t value[MOST];
  sv_qbf *q;
  sv_random r;
} table;

static bool is_true(const table *t, int32_t literal) {
  return t->value[abs(literal)] == (literal > 0 ? 1 : -1);
}

static bool matrix(table *t) {
  for (uint32_t v = 1; v <= t->vars; v++) {
    if (t->block[v] != GATE) continue;
    bool a = is_true(t, t->gates[v].a), b = is_true(t, t->gates[v].b);
    t->value[v] = (t->gates[v].is_xor ? a != b : a && b) ? 1 : -1;
  }
  for (uint32_t i = 0; i < t->clauses_n; i++) {
    const int32_t *literal = t->clauses[i];
    while (*literal && !is_true(t, *literal)) literal++;
    if (!*literal) return false;
  }
  return true;
}

// Plays the variables of a block from `v` on, then the later blocks.
static bool play(table *t, uint32_t block, uint32_t v) {
  if (block == t->blocks) return matrix(t);
  while (v <= t->vars && t->block[v] != block) v++;
  if (v > t->vars) return play(t, block + 1, 1);
  bool forall = t->quantifier[block] == SV_FORALL, result = forall;
  for (int8_t value = -1; value <= 1 && result == forall; value = (int8_t)(value + 2)) {
    t->value[v] = value;
    result = play(t, block, v + 1);
  }
  return result;
}

static int32_t any_literal(table *t) {
  int32_t v = 1 + (int32_t)sv_random_below(&t->r, t->vars);
  return sv_random_below(&t->r, 2) ? v : -v;
}

static void add_block(table *t, sv_quantifier quantifier) {
  assert_int_equal(sv_qbf_block(t->q, quantifier), t->blocks);
  t->quantifier[t->blocks++] = quantifier;
}

static void add_var(table *t, uint32_t block) {
  t->block[++t->vars] = block;
  assert_int_equal(sv_qbf_var(t->q, block), t->vars);
}

static void define_and(const sv_cnf_sink *to, int32_t g, int32_t a, int32_t b) {
  sv_cnf_clause(to, -g, a);
  sv_cnf_clause(to, -g, b);
  sv_cnf_clause(to, g, -a, -b);
}

static void define_xor(const sv_cnf_sink *to, int32_t g, int32_t a, int32_t b) {
  sv_cnf_clause(to, -g, a, b);
  sv_cnf_clause(to, -g, -a, -b);
  sv_cnf_clause(to, g, -a, b);
  sv_cnf_clause(to, g, a, -b);
}

static int32_t sink_gate(void *q) { return sv_qbf_gate(q); }
static void sink_define(void *q, const int32_t *literals, uint32_t n) {
  sv_qbf_define(q, literals, n);
}

static void send_gate(sv_qbf *q, int32_t g, gate what) {
  sv_cnf_sink sink = {sink_gate, sink_define, q};
  assert_int_equal(sv_cnf_var(&sink), g);
  (what.is_xor ? define_xor : define_and)(&sink, g, what.a, what.b);
}

static void add_gate(table *t) {
  gate what = {any_literal(t), any_literal(t), sv_random_below(&t->r, 2)};
  t->block[++t->vars] = GATE;
  t->gates[t->vars] = what;
  send_gate(t->q, (int32_t)t->vars, what);
}

static void add_clause(table *t) {
  int32_t *clause = t->clauses[t->clauses_n++];
  uint32_t n = 1 + sv_random_below(&t->r, 3);
  for (uint32_t i = 0; i < n; i++) clause[i] = any_literal(t);
  clause[n] = 0;
  sv_qbf_add(t->q, clause, n);
}

static bool check_answer(table *t) {
  bool expected = play(t, 0, 1);
  assert_int_equal(sv_qbf_solve(t->q, NULL), expected ? SV_SAT_YES : SV_SAT_NO);
  return expected;
}

static void start(table *t, uint64_t seed, uint32_t blocks) {
  *t = (table){.r = {seed}};
  t->q = sv_qbf_new();
  uint32_t first = sv_random_below(&t->r, 2);
  for (uint32_t b = 0; b < blocks; b++) {
    add_block(t, (first + b) % 2 ? SV_FORALL : SV_EXISTS);
    for (uint32_t i = 1 + sv_random_below(&t->r, 4); i; i--) add_var(t, b);
  }
}

// Gates and clauses, then more of them.
static uint32_t run_one(uint64_t seed, uint32_t blocks) {
  table t;
  start(&t, seed, blocks);
  uint32_t trues = 0;
  for (uint32_t i = sv_random_below(&t.r, 5); i; i--) add_gate(&t);
  for (uint32_t i = 1 + sv_random_below(&t.r, 3); i; i--) add_clause(&t);
  trues += check_answer(&t);
  for (uint32_t i = sv_random_below(&t.r, 4); i; i--) add_clause(&t);
  trues += check_answer(&t);
  add_var(&t, sv_random_below(&t.r, blocks));
  add_gate(&t);
  add_clause(&t);
  trues += check_answer(&t);
  sv_qbf_free(t.q);
  return trues;
}

static void test_random(void **state) {
  SV_UNUSED(state);
  for (uint32_t blocks = 1; blocks <= 3; blocks++) {
    uint32_t trues = 0, runs = 400;
    for (uint64_t seed = 1; seed <= runs; seed++) trues += run_one(seed, blocks);
    assert_true(trues > runs / 2 && trues < 3 * runs - runs / 2);
  }
}

static void test_trivial(void **state) {
  SV_UNUSED(state);
  sv_qbf *q = sv_qbf_new();
  assert_int_equal(sv_qbf_solve(q, NULL), SV_SAT_YES);
  uint32_t block = sv_qbf_block(q, SV_FORALL);
  assert_int_equal(sv_qbf_solve(q, NULL), SV_SAT_YES);
  int32_t v = sv_qbf_var(q, block);
  sv_qbf_add(q, (int32_t[]){v, -v}, 2);
  assert_int_equal(sv_qbf_solve(q, NULL), SV_SAT_YES);
  sv_qbf_add(q, (int32_t[]){v, v}, 2);
  assert_int_equal(sv_qbf_solve(q, NULL), SV_SAT_NO);
  sv_qbf_free(q);
  q = sv_qbf_new();
  sv_qbf_add(q, NULL, 0);
  assert_int_equal(sv_qbf_solve(q, NULL), SV_SAT_NO);
  sv_qbf_free(q);
}

// For all x there is a y that sums up with it to a number with every other bit
// set: true.
static sv_qbf *sums(uint32_t width, bool broken) {
  sv_qbf *q = sv_qbf_new();
  sv_cnf_sink sink = {sink_gate, sink_define, q};
  uint32_t outer = sv_qbf_block(q, SV_FORALL), inner = sv_qbf_block(q, SV_EXISTS);
  int32_t x[32], y[32], carry = 0;
  for (uint32_t i = 0; i < width; i++) x[i] = sv_qbf_var(q, outer), y[i] = sv_qbf_var(q, inner);
  for (uint32_t i = 0; i < width; i++) {
    int32_t half = sv_qbf_gate(q), both = sv_qbf_gate(q), sum = half;
    define_xor(&sink, half, x[i], y[i]);
    define_and(&sink, both, x[i], y[i]);
    if (carry) {
      int32_t on = sv_qbf_gate(q), next = sv_qbf_gate(q);
      define_xor(&sink, sum = sv_qbf_gate(q), half, carry);
      define_and(&sink, on, half, carry);
      define_and(&sink, -next, -on, -both);
      carry = next;
    } else {
      carry = both;
    }
    sv_qbf_add(q, (int32_t[]){i % 2 ? sum : -sum}, 1);
  }
  if (broken) sv_qbf_add(q, (int32_t[]){-x[2], -x[4], y[0]}, 3);
  return q;
}

static void test_sums(void **state) {
  SV_UNUSED(state);
  for (int broken = 0; broken < 2; broken++) {
    sv_qbf *q = sums(8, broken);
    assert_int_equal(sv_qbf_solve(q, NULL), broken ? SV_SAT_NO : SV_SAT_YES);
    sv_qbf_free(q);
  }
}

static void test_limits(void **state) {
  SV_UNUSED(state);
  formula hard = pigeons(12);
  sv_qbf *q = sv_qbf_new();
  uint32_t block = sv_qbf_block(q, SV_EXISTS), n;
  const int32_t *clause;
  for (uint32_t i = 0; i < hard.vars; i++) sv_qbf_var(q, block);
  for (uint32_t at = 0; formula_next(&hard, &at, &clause, &n);) sv_qbf_add(q, clause, n);
  int interrupt = 1;
  sv_limits interrupted = sv_limits_make(0, 0, &interrupt);
  assert_int_equal(sv_qbf_solve(q, &(sv_sat_limits){.run = &interrupted}), SV_SAT_UNKNOWN);
  sv_limits late = sv_limits_make(0.05, 0, NULL);
  double begin = sv_now();
  assert_int_equal(sv_qbf_solve(q, &(sv_sat_limits){.run = &late}), SV_SAT_UNKNOWN);
  assert_true(sv_now() - begin < 5);
  sv_qbf_free(q);
  formula_free(&hard);
}

static void unknown_block(void) { sv_qbf_var(sv_qbf_new(), 0); }
static void unknown_variable(void) { sv_qbf_add(sv_qbf_new(), (int32_t[]){1}, 1); }

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(unknown_block, "no such block");
  assert_misuse(unknown_variable, "never handed out");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random), cmocka_unit_test(test_trivial), cmocka_unit_test(test_sums),
      cmocka_unit_test(test_limits), cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
