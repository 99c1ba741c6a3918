// subsume.h -- is a parametric set contained in others?
//
// Section 4 of B. Cook, D. Kroening, N. Sharygina: Symbolic model checking for
// asynchronous Boolean programs (SPIN 2005).
//
// Every state of `fresh` must be one of `old` (Equation 3): for all choices that
// make the guard of the one true there are choices for the other that give the
// same bits. Cheap answers first: the same literals; bits that are constant and
// differ; random choices that give a state which the other cannot have, looked
// at by simulation and SAT. Then the formula itself, over the bits that matter
// only (live ones), split into groups of bits that share no inputs in `old`.
//
// Equation 4, which quantifies over state bits first, is not used: as printed it
// wants every bit vector to be a state of `fresh`, and takes any choice that
// makes the guard of `fresh` false as an excuse, so it can be true where
// Equation 3 is false.

#ifndef SV_SUBSUME_H
#define SV_SUBSUME_H

#include "base/limits.h"
#include "encode/graph/aig.h"

typedef struct {
  const sv_lit *bits;  // n of them; the caller has left out those that do not matter
  sv_lit guard;
} sv_parametric_set;

typedef enum { SV_SUBSUME_CEGAR, SV_SUBSUME_DEPQBF, SV_SUBSUME_BDD } sv_subsume_method;

typedef struct sv_subsumer sv_subsumer;

// The graph must outlive it (and may grow between the calls); the limits too
// (NULL: none). SV_SUBSUME_BDD takes the one BDD package of the process when it
// first needs it.
sv_subsumer *sv_subsumer_new(const sv_aig *, sv_subsume_method, sv_limits *);
void sv_subsumer_free(sv_subsumer *);  // NULL is fine

// Gave up: a limit of the run, or too much work for one question. Callers go on as
// if it were not subsumed.
typedef enum { SV_NOT_SUBSUMED, SV_SUBSUMED, SV_SUBSUME_GAVE_UP } sv_subsume_answer;
// One old set; or several: is `fresh` contained in their union? (None: is it empty?)
// Asking about the same `fresh` several times in a row, and about the same `old`
// again, is cheaper: what refuted is remembered.
sv_subsume_answer sv_subsumed(sv_subsumer *, const sv_parametric_set *fresh,
                              const sv_parametric_set *old, uint32_t olds, uint32_t n);

// The union of the sets, each of so many bits, as a literal of another graph over the literals
// `now`, one for each bit. NULL, or why there is none.
const char *sv_subsume_union(sv_subsumer *, const sv_parametric_set *sets, uint32_t n,
                             uint32_t bits, sv_aig *to, const sv_lit *now, sv_lit *out);

// same: literally, or empty; refuted: by a sample of `fresh`; structural: the
// graph alone showed it; solved: went to the solver.
#define SV_SUBSUME_STATISTICS(X) \
  X(asked) X(same) X(refuted) X(structural) X(solved) X(gave_up) X(groups) X(rounds) X(lookups)
typedef struct {
#define X(name) uint64_t name;
  SV_SUBSUME_STATISTICS(X)
#undef X
  double seconds;
} sv_subsume_statistics;
sv_subsume_statistics sv_subsume_numbers(const sv_subsumer *);

#endif
