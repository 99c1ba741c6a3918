// monitor_claim.h -- a never claim as a graph of places.
//
// A place belongs to a statement: control stands before it. Edges are steps
// with a guard, or free: where control passes without a step (into an `if`,
// behind a `goto`). docs/promela-meaning.md says what makes a step.

#ifndef PML_MONITOR_CLAIM_H
#define PML_MONITOR_CLAIM_H

#include "lang/promela/claim/monitor_inside.h"

enum { PLACE_END = 0, PLACES_MAX = 300 };

typedef struct {
  uint32_t atomic;          // number of the outermost atomic around it, 0 if none
  uint32_t after;           // DO: the place behind it
  const pml_label *accept;  // an acceptance label, or NULL
  bool doomed;              // a claim that is here finds a violation in any case
} pml_place;

typedef struct {
  uint32_t from, to;
  bool free;
  uint32_t guard;  // function of atoms
} pml_claim_edge;

typedef struct {
  pml_logic *l;
  SV_VEC(pml_place) places;  // [PLACE_END] is the end of the claim
  SV_VEC(pml_claim_edge) edges;
  sv_map place_of;  // statement -> place
  uint32_t entry;
  uint32_t atomics;
} pml_places;

// Makes the graph; refuses claims that are more than observers.
void pml_read_claim(pml_places *, const pml_proc *);
// An edge inside of an atomic section: no end of the claim's move.
bool pml_edge_stays(const pml_places *, const pml_claim_edge *);

#endif
