// invariants.h -- easy invariants that make inductions shorter.
//
// An induction begins in any state whatever, most of which are unreachable. What
// simulation suggests about all states (ranges of values, locations that are never entered
// or that two processes never stand in at once, values that a variable has while a
// process stands somewhere) is guessed, and what fails is dropped until the rest
// is inductive together: C. Flanagan, K. R. M. Leino: Houdini, an Annotation Assistant
// for ESC/Java (FME 2001). What is left holds in every reachable state, after every
// single action.

#ifndef SV_INVARIANTS_H
#define SV_INVARIANTS_H

#include "encode/bits/coding.h"
#include "solver/cnf.h"

#define SV_INVARIANT_ALWAYS UINT32_MAX

// While item `when` has the value `is` (or always), the item is at least, at most, or is
// not `value`. Items are the cells of the net, then the lengths of its queues.
typedef struct {
  enum { SV_INVARIANT_AT_LEAST, SV_INVARIANT_AT_MOST, SV_INVARIANT_IS_NOT } kind;
  uint32_t when, item;
  int64_t is, value;
} sv_invariant_clause;
typedef SV_VEC(sv_invariant_clause) sv_invariants;

// candidates.c: what is true of all states that a look ahead meets; appended.
void sv_invariants_candidates(const sv_net *, uint64_t seed, sv_limits *, sv_invariants *);
// The fact over a state of this coding: one of both is true.
void sv_invariant_literals(sv_word_maker *, const sv_coding *, const sv_lit *state,
                           const sv_invariant_clause *, sv_lit out[2]);

// invariants.c: keeps those that are inductive together; all are dropped where that is not shown
// within the limits or so many conflicts (0: any number).
typedef struct {
  uint32_t guessed, rounds;
  double seconds;
} sv_invariants_statistics;
sv_invariants_statistics sv_invariants_prove(const sv_coding *, sv_limits *, uint64_t conflicts,
                                             sv_invariants *);

#endif
