// sets.h -- parametric sets as decision diagrams that are kept.
//
// DIZZY's way (Leino 2003): where the diagrams stay small, "is the new set inside
// the union of the old ones" is one implication, and costs one image however many
// old ones there are. Every state bit has one variable for the whole search, with
// places for inputs before it; inputs are given places anew for each image. There
// is one package of diagrams in a process: who keeps sets leaves --fixpoint bdd
// and certificates (subsume_bdd.c) none until these are freed.
//
// If the package runs full, or if most sets turn out to be too large, everything
// is given up for good: then no set has a diagram, and others must compare.

#ifndef SV_SETS_H
#define SV_SETS_H

#include "base/limits.h"
#include "encode/graph/aig.h"
#include "solver/bdd.h"

typedef struct sv_sets sv_sets;

// Sets over so many state bits; a diagram may need `most` nodes.
sv_sets *sv_sets_new(const sv_aig *, uint32_t bits, uint64_t most, sv_limits *);
void sv_sets_free(sv_sets *);        // NULL is fine
bool sv_sets_work(const sv_sets *);  // false: all diagrams are gone

// The set {bits | guard}, function i being state bit at[i]; a new reference. False: it has none.
bool sv_sets_make(sv_sets *, const uint32_t *at, const sv_lit *bits, uint32_t n, sv_lit guard,
                  sv_bdd *out);
void sv_sets_drop(sv_sets *, sv_bdd);
bool sv_sets_add(sv_sets *, sv_bdd *to, sv_bdd more);       // a union; false: all are gone
bool sv_sets_inside(sv_sets *, sv_bdd part, sv_bdd whole);  // false also if all are gone

// Functions whose values are just the states of the set, which is not empty: out[i] for state bit
// at[i] (ascending; all that the set depends on) is parameters[at[i]] where the bits before leave
// it a choice. The same set has the same functions. False: it is too large.
bool sv_sets_write(sv_sets *, sv_bdd, sv_aig *, const sv_lit *parameters, const uint32_t *at,
                   uint32_t n, sv_lit *out);

typedef struct {
  uint64_t made, too_large;
  double seconds;
} sv_sets_statistics;
sv_sets_statistics sv_sets_numbers(const sv_sets *);

#endif
