// persistent.h -- who may move by himself, given only where everybody stands.
//
// A process is *free* in a place if what it can do there is a stubborn set by
// itself wherever it can do anything: its actions there are its alone, are
// independent of everything that the others can still do from where they stand
// (future.h), are seen by no asked invariant, enter no section and wake nobody
// who waits in one. No value of any variable is looked at, so the answer holds
// for a whole symbolic state; where the process cannot move, nobody else can
// make it move. docs/reduction.md, "In symbolic states", has the proof.
//
// safe.h asks the same of a place once and for all; here it depends on where
// the others are, so what they have behind them does not count.

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
// process, then who holds control (0: nobody, or the net has no `holder`).
void sv_persistent_find(sv_persistent *, const uint32_t *places, sv_bits *out);

#endif
