// sat.h -- the big SAT solver: CaDiCaL behind our own header.
//
// For long-lived instances and hard formulas. Incremental: clauses and
// variables may be added between two calls of sv_sat_solve, assumptions hold
// for one call. Deterministic: the same calls give the same answers and models.
// Where a hand in the case split is wanted, or thousands of tiny formulas are
// to be solved, there is solver/split.h with the same calls.

#ifndef SV_SAT_H
#define SV_SAT_H

#include "solver/cnf.h"

typedef struct sv_sat sv_sat;

sv_sat *sv_sat_new(void);
// The same, for many questions about much the same variables: none is eliminated, as it would
// mostly have to be restored for the next question.
sv_sat *sv_sat_new_steady(void);
void sv_sat_free(sv_sat *);  // NULL is fine

int32_t sv_sat_var(sv_sat *);  // a new one
uint32_t sv_sat_vars(const sv_sat *);
// A disjunction; no literals at all: from now on nothing is satisfiable.
void sv_sat_add(sv_sat *, const int32_t *literals, uint32_t n);
sv_cnf_sink sv_sat_sink(sv_sat *);

// Is there a model of all clauses in which the n assumptions are true?
sv_sat_answer sv_sat_solve(sv_sat *, const int32_t *assumptions, uint32_t n, const sv_sat_limits *);

// After SV_SAT_YES, until a variable or clause is added or the next call: is the
// literal true in the model? Every variable has a value.
bool sv_sat_value(const sv_sat *, int32_t literal);
// After SV_SAT_NO, likewise: was the literal, one of the assumptions, needed? The
// needed ones and the clauses are contradictory together; there may be none.
bool sv_sat_failed(const sv_sat *, int32_t literal);

// CaDiCaL's C interface has no counters of conflicts and decisions: these are
// what can be had.
typedef struct {
  uint64_t solves;
  uint64_t active;       // variables neither fixed nor eliminated
  uint64_t irredundant;  // clauses that are not consequences of others
  double seconds;        // inside sv_sat_solve
} sv_sat_statistics;
sv_sat_statistics sv_sat_numbers(const sv_sat *);

#endif
