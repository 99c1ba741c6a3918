// safe.h -- locations in which all actions of a process are independent and invisible.
//
// Holzmann, Peled: An Improvement in Formal Verification (1994). A location of
// a process is safe if the process's actions there have no partners, use only
// what no other process reads or writes, and no property depends on them. It is
// safe but for queues if some of them also use one end of a queue of which the
// process is the only user: as long as the queue is not full (to send) or not
// empty (to receive), actions of other processes commute with them and change
// nothing about which of them are possible. Two reductions that run one process
// at a time are based on this: sticky locations (merge.h) and IMPROVISO's first
// phase.

#ifndef SV_SAFE_H
#define SV_SAFE_H

#include "base/bits.h"
#include "model/net.h"

typedef struct sv_safe sv_safe;

typedef struct {
  uint32_t queue;
  bool sends;  // needs a free slot; else a message
} sv_safe_end;
typedef SV_VEC(sv_safe_end) sv_safe_ends;

// For these properties (numbers of the net); the net must outlive it.
// NULL where such nets are not reduced.
sv_safe *sv_safe_new(const sv_net *, const uint32_t *properties, uint32_t n);
void sv_safe_free(sv_safe *);  // NULL is fine
// The actions with an edge of the process that leaves the location, ascending.
const sv_u32s *sv_safe_leaving(const sv_safe *, uint32_t process, uint32_t location);
bool sv_safe_at(const sv_safe *, uint32_t process, uint32_t location);
// The same but for the ends of queues that are added; *local: actions that use no queue.
bool sv_safe_but_ends(const sv_safe *, uint32_t process, uint32_t location, sv_safe_ends *,
                      uint32_t *local);

#endif
