// split.h -- our own SAT solver, with a hand in its case split.
//
// BOPPO (Cook, Kroening, Sharygina 2005, section 3.4) does its partial-order
// reduction inside the SAT solver: which thread moves is a case split, and the
// split prefers threads that may move alone. That needs a solver whose decisions
// can be taken from outside: a *hook* is asked before the solver's own heuristic
// and proposes a literal. And what a solver for one kind of problems knows beyond clauses
// can take part: a *theory* sees what becomes true and says what follows.
//
// Otherwise a usual small CDCL solver: watched literals with blockers, binary
// clauses apart, first unique implication points with recursive minimisation,
// activities, saved phases, restarts, learnt clauses kept by their number of
// levels, incremental with assumptions. No inprocessing: for formulas of some
// thousand clauses, solved often. Deterministic.
//
// Calls, variables, literals, limits and answers are as in solver/sat.h.

#ifndef SV_SPLIT_H
#define SV_SPLIT_H

#include "solver/cnf.h"

typedef struct sv_split sv_split;

sv_split *sv_split_new(void);
void sv_split_free(sv_split *);  // NULL is fine

int32_t sv_split_var(sv_split *);  // a new one
uint32_t sv_split_vars(const sv_split *);
void sv_split_add(sv_split *, const int32_t *literals, uint32_t n);
sv_cnf_sink sv_split_sink(sv_split *);
sv_sat_answer sv_split_solve(sv_split *, const int32_t *assumptions, uint32_t n,
                             const sv_sat_limits *);
bool sv_split_value(const sv_split *, int32_t literal);   // in the model, after SV_SAT_YES
bool sv_split_failed(const sv_split *, int32_t literal);  // an assumption, after SV_SAT_NO

// From now on only these variables are split on (none: all are), and a model is found as soon as
// they have values. The caller knows that every such model can be extended to the others, as where
// these are functions of further inputs. Variables without a value count as neither true nor false.
void sv_split_focus(sv_split *, const int32_t *variables, uint32_t n);

// The state of the search, for hooks.
int sv_split_now(const sv_split *, int32_t literal);  // 1 true, -1 false, 0 open

typedef struct {
  // The next literal to make true; 0: no opinion. One that is not open counts as
  // no opinion. Asked when everything that follows is known, no clause is
  // violated, and some variable is open; never for assumptions. It may look at
  // the solver, not change it.
  int32_t (*decide)(void *context, const sv_split *);
  void *context;
} sv_split_hook;
void sv_split_set_hook(sv_split *, const sv_split_hook *);  // copied; NULL: none

// A theory knows of contradictions that no clause says. Between unit propagation and decisions it is told
// of literals that have become true, one by one, of those that it watches.
typedef struct {
  // The literal is true now. What follows is said by sv_split_imply. False: a contradiction, of which this literal
  // is a part.
  bool (*learn)(void *context, sv_split *, int32_t literal);
  // The last literal that it was told of and has not forgotten is open again.
  void (*forget)(void *context, int32_t literal);
  // Why did it imply the literal (0: see a contradiction)? Appends literals that were true before, at least one
  // (two).
  void (*explain)(void *context, int32_t literal, sv_i32s *reasons);
  void *context;
} sv_split_theory;
// Once, and not while solving. Literals that are true already are told of too.
void sv_split_set_theory(sv_split *, const sv_split_theory *, const int32_t *watched, uint32_t n);
// For `learn` only: the literal must be true. False: it has a value already, and nothing is done
// (if it is false, the theory will see the contradiction when it is told of the negation).
bool sv_split_imply(sv_split *, int32_t literal);

// What the solver derives, in the manner of DRAT: every learnt clause follows
// from the ones before by unit propagation (RUP). The empty clause is the end of
// a refutation; under assumptions the end is a clause of negated assumptions.
// What the theory says is a line of another kind, a lemma: it follows from the theory alone, before any clause
// that needs it. To be set before there are variables.
typedef struct {
  void (*learnt)(void *context, const int32_t *literals, uint32_t n);
  void (*deleted)(void *context, const int32_t *literals, uint32_t n);
  void *context;
  void (*lemma)(void *context, const int32_t *literals, uint32_t n);
} sv_split_proof;
void sv_split_set_proof(sv_split *, const sv_split_proof *);

// clang-format off
#define SV_SPLIT_STATISTICS(X) \
  X(solves)                    \
  X(conflicts) X(decisions) X(hooked) X(propagations) X(restarts) X(reductions) X(learnt_now) \
  X(implied) X(lemmas)
// clang-format on
typedef struct {
#define X(name) uint64_t name;
  SV_SPLIT_STATISTICS(X)  // hooked: decisions that were the hook's; implied: by the theory
#undef X
} sv_split_statistics;
sv_split_statistics sv_split_numbers(const sv_split *);

#endif
