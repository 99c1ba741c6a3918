// qbf.h -- quantified Boolean formulas, by DepQBF.
//
// BOPPO asks whether every state of one symbolic set is in another: for all
// parameters of the one there are parameters of the other (Cook, Kroening,
// Sharygina 2005, section 4).
//
// A formula is a prefix of blocks, outermost first; *gates*, which are functions
// of the variables; *definitions*, clauses that say which functions; and
// clauses. It is true if the players of the prefix can have all clauses true.
// Variables and literals are as in solver/cnf.h.

#ifndef SV_QBF_H
#define SV_QBF_H

#include "solver/cnf.h"

typedef enum { SV_EXISTS, SV_FORALL } sv_quantifier;
typedef struct sv_qbf sv_qbf;

sv_qbf *sv_qbf_new(void);
void sv_qbf_free(sv_qbf *);  // NULL is fine

// A new innermost block; its number, from 0 on.
uint32_t sv_qbf_block(sv_qbf *, sv_quantifier);
int32_t sv_qbf_var(sv_qbf *, uint32_t block);
int32_t sv_qbf_gate(sv_qbf *);
// Together the definitions must give every gate exactly one value for all values
// of the variables; gates are defined after those that they use.
void sv_qbf_define(sv_qbf *, const int32_t *literals, uint32_t n);
void sv_qbf_add(sv_qbf *, const int32_t *literals, uint32_t n);

// SV_SAT_YES: true, SV_SAT_NO: false. Limits on conflicts are not looked at.
sv_sat_answer sv_qbf_solve(sv_qbf *, const sv_sat_limits *);

#endif
