// order_lemmas.h -- our own solver, which knows orders, and beside it Z3, which knows terms.
//
// Both share literals and nothing else: Z3 has what some literals say of terms, the solver has all
// clauses and the order. The solver makes a model; Z3 is asked whether its terms can be as these
// literals have it, and if not, which of them are to blame: that they are not all true is a clause for the
// solver (a lemma: true whatever else is), and it makes another model. So what neither can do alone is done in turns, and
// an answer "no" follows from clauses, orders and lemmas.
//
// Of a model that is wrong in several ways as many as do not overlap are told at once, each with as few
// literals as it can do with.

#ifndef SV_ORDER_LEMMAS_H
#define SV_ORDER_LEMMAS_H

#include "solver/smt_clauses.h"
#include "solver/split.h"

typedef struct {
  int32_t literal;
  bool both;  // its negation says something, too
} sv_order_atom;

typedef struct {
  sv_split *split;
  sv_smt_clauses *smt;  // has the terms of all atoms
  SV_VEC(sv_order_atom) atoms;
  uint64_t lemmas, models;
  bool terms_unknown;  // the last answer: it is Z3 that cannot say
} sv_order_lemmas;

void sv_order_lemmas_free(sv_order_lemmas *);  // not the solvers
// As sv_split_solve; with SV_SAT_YES Z3 has a model of terms, too.
sv_sat_answer sv_order_lemmas_solve(sv_order_lemmas *, const int32_t *assumptions, uint32_t n,
                                    const sv_sat_limits *);

#endif
