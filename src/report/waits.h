// waits.h -- who waits for what at the end of a run into a deadlock.

#ifndef SV_WAITS_H
#define SV_WAITS_H

#include "exec/exec.h"

#define SV_WAITS_IN_VAIN UINT32_MAX

typedef struct {
  uint32_t process;
  uint32_t
      action;  // of the net, that it could take if a partner let it; SV_WAITS_IN_VAIN: there is none
} sv_wait;
typedef SV_VEC(sv_wait) sv_waits;

// Appends those of all processes that must not stay for ever where they stand, in the order of
// processes, each statement once.
void sv_list_waits(const sv_net *, const sv_state *, sv_waits *out);

#endif
