// test_cnf_kit.h -- formulas for tests of SAT solvers, and a truth table.

#ifndef SV_TEST_CNF_KIT_H
#define SV_TEST_CNF_KIT_H

#include "base/random.h"
#include "solver/cnf.h"

#include "unit/unit.h"

typedef struct {
  uint32_t vars;
  sv_i32s flat;  // clauses, each ended by 0
} formula;

static inline void formula_free(formula *f) { sv_vec_free(f->flat); }

static inline void formula_add(formula *f, const int32_t *literals, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) sv_push(f->flat, literals[i]);
  sv_push(f->flat, 0);
}
#define CLAUSE(f, ...)                             \
  formula_add((f), (const int32_t[]){__VA_ARGS__}, \
              sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

// The clause that begins at *at; *at goes to the next one. False at the end.
static inline bool formula_next(const formula *f, uint32_t *at, const int32_t **clause,
                                uint32_t *n) {
  if (*at >= f->flat.n) return false;
  *clause = f->flat.at + *at;
  for (*n = 0; (*clause)[*n];) ++*n;
  *at += *n + 1;
  return true;
}

static inline void formula_send(const formula *f, const sv_cnf_sink *to) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t i = 0; i < f->vars; i++) assert_int_equal(sv_cnf_var(to), i + 1);
  for (uint32_t at = 0; formula_next(f, &at, &clause, &n);) sv_cnf_add(to, clause, n);
}

static inline int32_t random_literal(sv_random *r, uint32_t vars) {
  int32_t v = 1 + (int32_t)sv_random_below(r, vars);
  return sv_random_below(r, 2) ? v : -v;
}

// Three different variables in every clause.
static inline formula random_3cnf(sv_random *r, uint32_t vars, uint32_t clauses) {
  formula f = {.vars = vars};
  while (clauses--) {
    int32_t a = random_literal(r, vars), b = a, c = a;
    while (abs(b) == abs(a)) b = random_literal(r, vars);
    while (abs(c) == abs(a) || abs(c) == abs(b)) c = random_literal(r, vars);
    CLAUSE(&f, a, b, c);
  }
  return f;
}

// Sizes 1 to 7, few small ones; with repeated and opposite literals.
static inline formula random_mixed(sv_random *r, uint32_t vars, uint32_t clauses) {
  formula f = {.vars = vars};
  while (clauses--) {
    int32_t literals[7];
    uint32_t dice = sv_random_below(r, 40);
    uint32_t n = dice < 1 ? 1 : dice < 14 ? 2 : dice < 32 ? 3 : 4 + sv_random_below(r, 4);
    for (uint32_t i = 0; i < n; i++) literals[i] = random_literal(r, vars);
    formula_add(&f, literals, n);
  }
  return f;
}

// holes + 1 pigeons: unsatisfiable.
static inline formula pigeons(int32_t holes) {
  formula f = {.vars = (uint32_t)(holes * (holes + 1))};
  for (int32_t p = 0; p <= holes; p++) {
    for (int32_t h = 1; h <= holes; h++) sv_push(f.flat, p * holes + h);
    sv_push(f.flat, 0);
    for (int32_t q = 0; q < p; q++)
      for (int32_t h = 1; h <= holes; h++) CLAUSE(&f, -(p * holes + h), -(q * holes + h));
  }
  return f;
}

// a = b xor c
static inline void formula_xor(formula *f, int32_t a, int32_t b, int32_t c) {
  CLAUSE(f, -a, b, c);
  CLAUSE(f, -a, -b, -c);
  CLAUSE(f, a, -b, c);
  CLAUSE(f, a, b, -c);
}

// Two chains of xor over the same inputs in different orders; the last ones
// differ: unsatisfiable. With `equal` they agree: satisfiable.
static inline formula parity_chains(sv_random *r, uint32_t inputs, bool equal) {
  formula f = {.vars = inputs};
  int32_t ends[2];
  sv_u32s order = {0};
  for (uint32_t i = 0; i < inputs; i++) sv_push(order, i + 1);
  for (int chain = 0; chain < 2; chain++) {
    for (uint32_t i = inputs; i > 1; i--) {
      uint32_t j = sv_random_below(r, i), kept = order.at[j];
      order.at[j] = order.at[i - 1], order.at[i - 1] = kept;
    }
    int32_t sum = (int32_t)order.at[0];
    for (uint32_t i = 1; i < inputs; i++) {
      formula_xor(&f, (int32_t)++f.vars, sum, (int32_t)order.at[i]);
      sum = (int32_t)f.vars;
    }
    ends[chain] = sum;
  }
  CLAUSE(&f, ends[0], equal ? -ends[1] : ends[1]);
  CLAUSE(&f, -ends[0], equal ? ends[1] : -ends[1]);
  sv_vec_free(order);
  return f;
}

// The last carry of a + b + 0 and its sum bits; new variables.
static inline void formula_adder(formula *f, const int32_t *a, const int32_t *b, uint32_t width,
                                 int32_t *sum) {
  int32_t carry = (int32_t)++f->vars;
  CLAUSE(f, -carry);
  for (uint32_t i = 0; i < width; i++) {
    int32_t half = (int32_t)++f->vars, next;
    formula_xor(f, half, a[i], b[i]);
    formula_xor(f, sum[i] = (int32_t)++f->vars, half, carry);
    next = (int32_t)++f->vars;
    CLAUSE(f, -next, a[i], b[i]);
    CLAUSE(f, -next, a[i], carry);
    CLAUSE(f, -next, b[i], carry);
    CLAUSE(f, next, -a[i], -b[i]);
    CLAUSE(f, next, -a[i], -carry);
    CLAUSE(f, next, -b[i], -carry);
    carry = next;
  }
}

// (a + b) + c differs from a + (b + c): unsatisfiable.
static inline formula adders(uint32_t width) {
  formula f = {.vars = 3 * width};
  int32_t in[3][16], sum[4][16];
  assert_true(width <= 16);
  for (uint32_t i = 0; i < 3 * width; i++) in[i / width][i % width] = (int32_t)i + 1;
  formula_adder(&f, in[0], in[1], width, sum[0]);
  formula_adder(&f, sum[0], in[2], width, sum[1]);
  formula_adder(&f, in[1], in[2], width, sum[2]);
  formula_adder(&f, in[0], sum[2], width, sum[3]);
  uint32_t first = f.vars;
  for (uint32_t i = 0; i < width; i++) formula_xor(&f, (int32_t)++f.vars, sum[1][i], sum[3][i]);
  for (uint32_t i = 0; i < width; i++) sv_push(f.flat, (int32_t)(first + 1 + i));
  sv_push(f.flat, 0);
  return f;
}

static inline bool row_satisfies(const int32_t *literals, uint32_t n, uint64_t row) {
  for (uint32_t i = 0; i < n; i++)
    if ((row >> (abs(literals[i]) - 1) & 1) == (literals[i] > 0)) return true;
  return false;
}

// Rows of the truth table in which all clauses hold and the fixed literals too.
static inline uint64_t count_models(const formula *f, const int32_t *fixed, uint32_t fixed_n) {
  uint64_t models = 0;
  const int32_t *clause;
  uint32_t n;
  for (uint64_t row = 0; row < UINT64_C(1) << f->vars; row++) {
    bool good = true;
    for (uint32_t i = 0; good && i < fixed_n; i++) good = row_satisfies(fixed + i, 1, row);
    for (uint32_t at = 0; good && formula_next(f, &at, &clause, &n);)
      good = row_satisfies(clause, n, row);
    models += good;
  }
  return models;
}

#endif
