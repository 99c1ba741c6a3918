// qbf.c -- quantified formulas: prefix and clauses.

#include "solver/qbf_inside.h"

sv_qbf *sv_qbf_new(void) {
  sv_qbf *q = SV_NEW(sv_qbf);
  sv_push(q->block_of, SV_QBF_GATE);  // there is no variable 0
  return q;
}

void sv_qbf_free(sv_qbf *q) {
  if (!q) return;
  sv_vec_free(q->blocks);
  sv_vec_free(q->block_of);
  sv_vec_free(q->definitions);
  sv_vec_free(q->clauses);
  sv_vec_free(q->scratch);
  sv_free(q);
}

uint32_t sv_qbf_block(sv_qbf *q, sv_quantifier quantifier) {
  sv_push(q->blocks, quantifier);
  return q->blocks.n - 1;
}

static int32_t new_var(sv_qbf *q, uint32_t block) {
  uint32_t v = q->block_of.n;
  REQUIRE(v < INT32_MAX, "too many variables");
  sv_push(q->block_of, block);
  return (int32_t)v;
}

int32_t sv_qbf_var(sv_qbf *q, uint32_t block) {
  REQUIRE(block < q->blocks.n, "there is no such block");
  return new_var(q, block);
}

int32_t sv_qbf_gate(sv_qbf *q) { return new_var(q, SV_QBF_GATE); }

static uint32_t variable(const sv_qbf *q, int32_t literal) {
  REQUIRE(literal && literal > INT32_MIN, "not a literal");
  uint32_t v = (uint32_t)(literal > 0 ? literal : -literal);
  REQUIRE(v < q->block_of.n, "a variable that was never handed out");
  return v;
}

// Into q->scratch: every literal once. False if the clause is a tautology.
static bool prepare(sv_qbf *q, const int32_t *literals, uint32_t n) {
  sv_clear(q->scratch);
  for (uint32_t i = 0; i < n; i++) {
    bool fresh = variable(q, literals[i]) > 0;
    for (uint32_t j = 0; j < q->scratch.n && fresh; j++) {
      if (q->scratch.at[j] == -literals[i]) return false;
      fresh = q->scratch.at[j] != literals[i];
    }
    if (fresh) sv_push(q->scratch, literals[i]);
  }
  return true;
}

static void append(sv_qbf *q, sv_i32s *list, const int32_t *literals, uint32_t n) {
  if (!prepare(q, literals, n)) return;
  for (uint32_t i = 0; i < q->scratch.n; i++) sv_push(*list, q->scratch.at[i]);
  sv_push(*list, 0);
}

void sv_qbf_define(sv_qbf *q, const int32_t *literals, uint32_t n) {
  append(q, &q->definitions, literals, n);
}

void sv_qbf_add(sv_qbf *q, const int32_t *literals, uint32_t n) {
  append(q, &q->clauses, literals, n);
}
