// persistent.h -- persistent sets of single processes, from control locations only.
//
// A process is *free* in a location if its enabled actions there are a
// persistent set (Godefroid 1996) in every state: they have no partners, are
// independent of all actions that the other processes can still take from their
// locations (future.h), are invisible to the invariants asked for, enter no
// section and enable no process that waits in one. The values of variables are
// not considered, so the answer holds for a whole symbolic state; where a free
// process cannot move, no other process can enable it. docs/reduction.md, "In
// symbolic states", has the proof.
//
// safe.h gives the same answer for a location once and for all; here it depends
// on the locations of the other processes, so actions that they can no longer
// take do not count.

#ifndef SV_PERSISTENT_H
#define SV_PERSISTENT_H

#include "base/bits.h"
#include "model/net.h"

typedef struct sv_persistent sv_persistent;

// For these properties (numbers of the net); the net must outlive it. NULL
// where such nets are not reduced.
sv_persistent *sv_persistent_new(const sv_net *, const uint32_t *properties, uint32_t n);
void sv_persistent_free(sv_persistent *);  // NULL is fine
// The free processes (a set over processes). `places`: the location of every
// process, then the holder of control (0: none, or the net has no `holder`).
void sv_persistent_find(sv_persistent *, const uint32_t *places, sv_bits *out);

#endif
