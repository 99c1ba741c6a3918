// qbf_search.c -- DepQBF behind our own header.
//
// Gates are the innermost existential block. Every call builds a new solver: used
// incrementally (push, pop, new variables between calls), the library aborts on
// some random formulas ("did not find decision variable"). It cannot be
// interrupted either, but stops after a number of decisions: calls with limits
// run in slices that double, each from the start. Its values of the outermost
// block are not used: with blocked clauses eliminated, which makes it up to forty
// times faster, they are sometimes wrong, and for a universal block often.

#include "solver/qbf_inside.h"

#include <qdpll/qdpll.h>
#include <stdio.h>

enum { FIRST_SLICE = 1000, LAST_SLICE = 1 << 30 };

static void configure(QDPLL *inner, const char *option) {
  char copy[64];
  snprintf(copy, sizeof copy, "%s", option);
  if (qdpll_configure(inner, copy)) sv_bug(__FILE__, __LINE__, "DepQBF refuses an option");
}

static void send_scope(const sv_qbf *q, QDPLL *inner, uint32_t block, QDPLLQuantifierType type) {
  qdpll_new_scope(inner, type);
  for (uint32_t v = 1; v < q->block_of.n; v++)
    if (q->block_of.at[v] == block) qdpll_add(inner, (LitID)v);
  qdpll_add(inner, 0);
}

static void send_clauses(const sv_i32s *list, QDPLL *inner) {
  for (uint32_t i = 0; i < list->n; i++) qdpll_add(inner, list->at[i]);
}

static QDPLL *make(const sv_qbf *q) {
  QDPLL *inner = qdpll_create();
  for (uint32_t b = 0; b < q->blocks.n; b++)
    send_scope(q, inner, b, q->blocks.at[b] == SV_FORALL ? QDPLL_QTYPE_FORALL : QDPLL_QTYPE_EXISTS);
  send_scope(q, inner, SV_QBF_GATE, QDPLL_QTYPE_EXISTS);
  send_clauses(&q->definitions, inner);
  send_clauses(&q->clauses, inner);
  return inner;
}

static QDPLLResult run_slice(const sv_qbf *q, uint32_t decisions) {
  char option[32];
  QDPLL *inner = make(q);
  snprintf(option, sizeof option, "--max-dec=%u", decisions);
  configure(inner, option);
  QDPLLResult result = qdpll_sat(inner);
  qdpll_delete(inner);
  return result;
}

sv_sat_answer sv_qbf_solve(sv_qbf *q, const sv_sat_limits *limits) {
  sv_sat_watch watch = sv_sat_watch_make(limits);
  QDPLLResult result = QDPLL_RESULT_UNKNOWN;
  uint32_t slice = FIRST_SLICE;
  while (result == QDPLL_RESULT_UNKNOWN && !sv_sat_watch_stops(&watch)) {
    result = run_slice(q, limits ? slice : 0);
    if (slice < LAST_SLICE) slice *= 2;
  }
  return result == QDPLL_RESULT_SAT     ? SV_SAT_YES
         : result == QDPLL_RESULT_UNSAT ? SV_SAT_NO
                                        : SV_SAT_UNKNOWN;
}
