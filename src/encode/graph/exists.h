// exists.h -- quantification in the graph, by expansion.
//
// "f for some values of these inputs" is the disjunction of f's cofactors. The
// conjuncts of f that do not speak of the inputs are left alone, and those that
// share no input with one another are quantified apart: usually every choice
// has a small condition of its own.

#ifndef SV_EXISTS_H
#define SV_EXISTS_H

#include "encode/graph/aig.h"

// The inputs are nodes. False, and *out is not set, where more than `most` of
// them occur together.
bool sv_aig_exists(sv_aig *, sv_lit, const uint32_t *inputs, uint32_t n, uint32_t most,
                   sv_lit *out);

#endif
