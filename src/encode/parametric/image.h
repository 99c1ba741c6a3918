// image.h -- a parametric set as a decision diagram.
//
// The states of a set are an image: there are inputs such that the guard holds and
// every state variable equals its bit. The conjunction is taken bit by bit, and an
// input is quantified away with the last conjunct that has it.

#ifndef SV_IMAGE_H
#define SV_IMAGE_H

#include "encode/graph/aig_bdd.h"
#include "encode/parametric/factor.h"

typedef struct {
  sv_lits roots;         // guard, then bits
  sv_bdd_list made;      // conjuncts
  SV_VEC(sv_u32s) ends;  // by conjunct: variables that no later one has
} sv_conjunction;

// Zeroed but for the first three, then filled by the owner.
typedef struct {
  sv_bdds *bdds;
  const sv_aig *graph;
  uint64_t most;      // nodes in the package
  sv_map var_of;      // input -> variable
  sv_u32s state_var;  // by bit
  bool too_much;
  sv_conjunction conjunction;  // what is at hand, should we be thrown out
  sv_diagram_scratch bucket;
} sv_imager;

// A new reference. If it gets too large, *too_much is set and the result means nothing.
sv_bdd sv_image(sv_imager *, const sv_factor *);
void sv_imager_free(sv_imager *);  // also after a jump out of the middle

#endif
