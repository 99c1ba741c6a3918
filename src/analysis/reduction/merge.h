// merge.h -- where a process goes on at once.
//
// A location of a process is sticky if nothing that the process does there has
// to do with anybody else: its actions there are its alone, touch only what
// nobody else reads or writes, and are seen by no property. A search that
// reaches a state in which such a process can move need not store it: it fires
// only what this process can do there, and goes on from what it gets. Where
// the process cannot move the state is like any other. Every cycle of a
// process's control flow has a location that is not sticky, so nobody is put
// off for ever. This joins local steps into one, as Spin's merging of
// statements does, but over branches, too. docs/reduction.md, "Sticky
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
