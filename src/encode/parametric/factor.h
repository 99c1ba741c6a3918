// factor.h -- a parametric set, or a factor of one, with its own vectors.
//
// subsume_group.c cuts a set into factors that share no inputs: the guard is a
// conjunction, so that each part goes to the factor whose inputs it has.

#ifndef SV_FACTOR_H
#define SV_FACTOR_H

#include "encode/graph/aig.h"

typedef struct {
  sv_lits bits, guard;
} sv_factor;

void sv_factor_free(sv_factor *);
// Bits, then guard.
void sv_factor_roots(const sv_factor *, sv_lits *out);

#endif
