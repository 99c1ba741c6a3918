// reduce.h -- what a search on a device leaves out.
//
// The net without what cannot matter (slice.h), with constants where values are fixed (constants.h) and
// without dead values (dead.h); and its sticky locations (merge.h): a table of bits, one
// for each place of a process. Where a process stands in such a place and can move, its own actions are a
// stubborn set that needs no proviso (docs/reduction.md, "Sticky locations"): the state becomes a
// link, like one in which a process holds control.

#ifndef SV_GPU_REDUCE_H
#define SV_GPU_REDUCE_H

#include "analysis/reduction/merge.h"
#include "engine/engine.h"

typedef struct {
  sv_net *slice, *propagated, *forgetful;  // NULL: nothing to change
  sv_merge *merge;                         // NULL: no place is sticky
} sv_gpu_reduction;

// The net to search. The answer's net must outlive the reduction.
const sv_net *sv_gpu_reduce(sv_gpu_reduction *, const sv_answer *, const sv_options *);
void sv_gpu_reduction_free(sv_gpu_reduction *);
bool sv_gpu_reduces(const sv_gpu_reduction *);  // at all

#endif
