// swap.h -- can two processes change places?
//
// Instances of a template, or processes whose templates are written alike. They can if the net is the same after all that belongs to one is exchanged for what belongs to the other:
// program counters and variables in every term, processes in every edge. Then every run, with the two exchanged, is
// a run, and violates the same properties. Only what is written is compared: terms that mean the same
// but are written differently tell them apart, and so do queues of their own and, where there are sections, the
// holder of control, whose value is a number of a process. The number of an instance is a constant in its terms, so where
// it matters the terms differ; so do arguments, and whoever speaks of one of them only.

#ifndef SV_SWAP_H
#define SV_SWAP_H

#include "model/net.h"

bool sv_can_swap(const sv_net *, uint32_t first, uint32_t second);

#endif
