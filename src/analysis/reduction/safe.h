// safe.h -- where a process's steps are its own business.
//
// A location of a process is quiet if nothing that the process does there has
// to do with anybody else: its actions there are its alone, touch only what
// nobody else reads or writes, and are seen by no property. It is quiet but
// for queues if some of its actions also use one end of a queue, of which the
// process is the only user: as long as the queue has room (to send) or a
// message (to take), whatever others do commutes with them and changes nothing
// about which of them are possible. The two reductions that run one process by
// itself stand on this: sticky locations (merge.h) and IMPROVISO's first phase.

#ifndef SV_SAFE_H
#define SV_SAFE_H

#include "base/bits.h"
#include "model/net.h"

typedef struct sv_safe sv_safe;

typedef struct {
  uint32_t queue;
  bool sends;  // needs room; else a message
} sv_safe_end;
typedef SV_VEC(sv_safe_end) sv_safe_ends;

// For these properties (numbers of the net); the net must outlive it.
// NULL where such nets are not reduced.
sv_safe *sv_safe_new(const sv_net *, const uint32_t *properties, uint32_t n);
void sv_safe_free(sv_safe *);  // NULL is fine
// The actions with an edge of the process that leaves the location, ascending.
const sv_u32s *sv_safe_leaving(const sv_safe *, uint32_t process, uint32_t location);
bool sv_safe_at(const sv_safe *, uint32_t process, uint32_t location);
// The same but for the ends of queues that are added; *alone: actions that use none.
bool sv_safe_but_ends(const sv_safe *, uint32_t process, uint32_t location, sv_safe_ends *,
                      uint32_t *alone);

#endif
