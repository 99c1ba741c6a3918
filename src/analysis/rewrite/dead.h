// dead.h -- a net that resets variables which will not be read.
//
// A variable of a process is dead in a location if it is surely overwritten
// before it is read (live.h). The new net is the same, with the same numbers,
// but an action that moves its process to where a variable is dead also sets
// it to the value at which it rests: its initial one, or the default. States
// that differ only in dead values become one. Dead values are neither read nor
// visible, so a run of one net is a run of the other, step for step and
// choice for choice; docs/reduction.md, "Dead values", has the proof.

#ifndef SV_DEAD_H
#define SV_DEAD_H

#include "model/net.h"

// *places is the number of resets, in all actions. NULL if there are none, or
// if the net is too large. Freed with sv_net_free; the net must outlive it.
sv_net *sv_dead_new(const sv_net *, uint32_t *places);

#endif
