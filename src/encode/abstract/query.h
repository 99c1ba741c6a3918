// query.h -- terms over any leaves, asked of the SMT solver.
//
// Every leaf (variable, choice, part of a queue, whatever its number) becomes a
// constant of its own. Terms mean what exec says (encode/smt/smt_view.h
// translates the operators). What is asserted of a term, is asserted together
// with its leaves having values of their sorts.

#ifndef SV_QUERY_H
#define SV_QUERY_H

#include "encode/smt/smt_view.h"

typedef struct {
  sv_smt *z;
  sv_rep rep;
  sv_smt_view view;
  sv_limits *limits;
  uint32_t fresh;
  bool gave_up;  // the solver did not answer once: what was computed from it is not known
} sv_query;

// integers: bit vectors are numbers (encode/smt/smt_rep.h).
sv_query *sv_query_new(const sv_net *, bool integers, sv_limits *);
void sv_query_free(sv_query *);  // NULL is fine

sv_smt_term sv_query_term(sv_query *, sv_term);  // scalar
void sv_query_assert(sv_query *, sv_term);
void sv_query_push(sv_query *);
void sv_query_pop(sv_query *);
// A constant that implies the term; for assumptions.
sv_smt_term sv_query_label(sv_query *, sv_term);
sv_sat_answer sv_query_check(sv_query *, const sv_smt_term *assumptions, uint32_t n);
// After SV_SAT_YES.
bool sv_query_value(sv_query *, sv_term, sv_value *);  // false: no number of ours
// Does the conjunction of these have no model? Nothing stays asserted.
bool sv_query_refutes(sv_query *, const sv_term *, uint32_t n);

#endif
