// fold.h -- stretches of a trace in which the same steps are taken again and again.

#ifndef SV_FOLD_H
#define SV_FOLD_H

#include "exec/trace.h"

typedef struct {
  uint32_t first;   // step, from 0
  uint32_t period;  // steps that are repeated
  uint32_t times;   // how often they are taken in all, at least 3
} sv_fold;
typedef SV_VEC(sv_fold) sv_folds;

// In order, without overlaps. What is folded are equal actions with equal choices that print
// nothing; the first step of a loop and the last step of the trace stay outside.
void sv_find_folds(const sv_net *, const sv_trace *, sv_folds *out);

#endif
