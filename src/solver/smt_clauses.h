// smt_clauses.h -- Z3 as a SAT solver.
//
// For certificates: clauses that one of the other solvers refutes are refuted once more by
// a solver that shares nothing with them. And for clauses with orders: literals may say that one number is
// less than another (difference logic). Calls are as in solver/sat.h.

#ifndef SV_SMT_CLAUSES_H
#define SV_SMT_CLAUSES_H

#include "solver/smt.h"

typedef struct sv_smt_clauses sv_smt_clauses;

sv_smt_clauses *sv_smt_clauses_new(void);
sv_smt_clauses *sv_smt_clauses_new_order(void);
// In a context of somebody else's, with terms: what is said to it is gone when this is freed.
sv_smt_clauses *sv_smt_clauses_new_in(sv_smt *);
void sv_smt_clauses_tie(sv_smt_clauses *, int32_t literal, sv_smt_term);  // is as the term
void sv_smt_clauses_push(sv_smt_clauses *);  // what is said from now on is gone after `pop`
void sv_smt_clauses_pop(sv_smt_clauses *);
bool sv_smt_clauses_script(sv_smt_clauses *, const int32_t *assumptions, uint32_t n, sv_text *,
                           sv_text *why);  // see sv_smt_script
void sv_smt_clauses_imply(sv_smt_clauses *, int32_t literal,
                          sv_smt_term);      // if it is true, so is the term
void sv_smt_clauses_free(sv_smt_clauses *);  // NULL is fine
// Variables need not be asked for: a clause may name any.
sv_cnf_sink sv_smt_clauses_sink(sv_smt_clauses *);
void sv_smt_clauses_add(sv_smt_clauses *, const int32_t *literals, uint32_t n);
sv_sat_answer sv_smt_clauses_solve(sv_smt_clauses *, const int32_t *assumptions, uint32_t n,
                                   const sv_sat_limits *);
int32_t sv_smt_clauses_var(sv_smt_clauses *);
// Only after new_order: if the literal is true (0: always), number `from` is less than number `to`.
void sv_smt_clauses_before(sv_smt_clauses *, int32_t literal, uint32_t from, uint32_t to);
bool sv_smt_clauses_value(const sv_smt_clauses *, int32_t literal);
bool sv_smt_clauses_failed(const sv_smt_clauses *, int32_t literal);
uint32_t sv_smt_clauses_vars(const sv_smt_clauses *);       // the largest that was named
const char *sv_smt_clauses_reason(const sv_smt_clauses *);  // after SV_SAT_UNKNOWN

#endif
