// merge.h -- sticky locations: local steps that are merged into one transaction.
//
// A location of a process is sticky if all actions of the process there are
// independent of all other processes and invisible: they have no partners, use
// only what no other process reads or writes, and no property depends on them.
// A search that reaches a state in which such a process can move need not store
// it: it fires only the actions of this process and continues from their
// successors. Where the process cannot move the state is like any other. Every
// cycle of a process's control flow has a location that is not sticky, so no
// process is postponed for ever. Spin's statement merging does the same for
// straight code; here it also covers branches. docs/reduction.md, "Sticky
// locations", has the proof.

#ifndef SV_MERGE_H
#define SV_MERGE_H

#include "base/bits.h"
#include "model/net.h"

typedef struct {
  sv_bits sticky;   // by place: locations of all processes before p, plus l
  uint32_t *first;  // by process: place of its location 0; processes.n + 1
  uint32_t count;   // sticky ones
  uint32_t places;  // locations, without "not running"
} sv_merge;

// For these properties (numbers of the net). NULL if no location is sticky.
sv_merge *sv_merge_new(const sv_net *, const uint32_t *properties, uint32_t n);
void sv_merge_free(sv_merge *);  // NULL is fine

#endif
