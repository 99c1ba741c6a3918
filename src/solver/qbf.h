// qbf.h -- quantified Boolean formulas, in two ways behind one header.
//
// BOPPO asks whether every state of one symbolic set is in another: for all
// parameters of the one there are parameters of the other (Cook, Kroening,
// Sharygina 2005, section 4). DepQBF answers any prefix. With one or two blocks
// there is also refinement by counterexamples (Janota, Marques-Silva 2011) with
// two SAT solvers: one guesses values of the outer block, the other looks for
// values of the inner block that refute the guess, and what refutes it is
// taught to the first.
//
// A formula is a prefix of blocks, outermost first; *gates*, which are functions
// of the variables; *definitions*, clauses that say which functions; and
// clauses. It is true if the players of the prefix can have all clauses true.
// Variables and literals are as in solver/cnf.h.

#ifndef SV_QBF_H
#define SV_QBF_H

#include "solver/cnf.h"

typedef enum { SV_EXISTS, SV_FORALL } sv_quantifier;
typedef enum { SV_QBF_SEARCH /* DepQBF */, SV_QBF_REFINE } sv_qbf_method;
typedef struct sv_qbf sv_qbf;

sv_qbf *sv_qbf_new(sv_qbf_method);
void sv_qbf_free(sv_qbf *);  // NULL is fine

// A new innermost block; its number, from 0 on. At most two for SV_QBF_REFINE.
uint32_t sv_qbf_block(sv_qbf *, sv_quantifier);
int32_t sv_qbf_var(sv_qbf *, uint32_t block);
int32_t sv_qbf_gate(sv_qbf *);
// Together the definitions must give every gate exactly one value for all values
// of the variables; gates are defined after those that they use.
void sv_qbf_define(sv_qbf *, const int32_t *literals, uint32_t n);
void sv_qbf_add(sv_qbf *, const int32_t *literals, uint32_t n);
// For encoders of circuits: variables are gates, clauses are definitions.
sv_cnf_sink sv_qbf_sink(sv_qbf *);

// Clauses and definitions since the last push are taken back by a pop. Blocks,
// variables and gates stay.
void sv_qbf_push(sv_qbf *);
void sv_qbf_pop(sv_qbf *);

// SV_SAT_YES: true, SV_SAT_NO: false. Limits on conflicts are not looked at.
sv_sat_answer sv_qbf_solve(sv_qbf *, const sv_sat_limits *);

// For SV_QBF_REFINE, until the next change or call, if the owner of the outermost
// block has won (SV_EXISTS and true, or SV_FORALL and false): how it plays to win,
// for literals of that block. 1 true, -1 false, 0 either.
int sv_qbf_value(const sv_qbf *, int32_t literal);

typedef struct {
  uint64_t solves, rounds;  // rounds of refinement, or slices of search
  double seconds;
} sv_qbf_statistics;
sv_qbf_statistics sv_qbf_numbers(const sv_qbf *);

#endif
