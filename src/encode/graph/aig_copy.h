// aig_copy.h -- a part of one graph, to be copied into another again and again.
//
// A step is blasted once, over inputs that stand for the state and the
// choices; every unrolling copies it with the literals of its own moment.
// Constants that the copy is given simplify it on the way.

#ifndef SV_AIG_COPY_H
#define SV_AIG_COPY_H

#include "encode/graph/aig.h"

typedef struct {
  sv_u32s nodes;  // AND gates that the roots depend on, ascending
  sv_lits roots;
} sv_aig_part;

void sv_aig_part_init(sv_aig_part *, const sv_aig *, const sv_lit *roots, uint32_t n);
void sv_aig_part_free(sv_aig_part *);
// Copies the roots into `to`. `now` has, by node of `from`, the literal of every
// input; those of the gates are overwritten. out gets one literal per root.
void sv_aig_part_copy(const sv_aig_part *, const sv_aig *from, sv_aig *to, sv_lit *now,
                      sv_lit *out);

#endif
