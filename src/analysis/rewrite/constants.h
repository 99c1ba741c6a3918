// constants.h -- a net in which what is fixed from the start is a constant.
//
// Many models begin with steps of one process only, such as an atomic section
// that starts all processes with their numbers and channels as parameters,
// perhaps after some choices. A variable of a process that cannot be started
// again is a constant if it has the same value after every beginning and no
// action can write it while the process runs. The new net is the same, with the
// same numbers, but the process's own actions have constants where they read
// such variables. So array cells and queues of different processes are
// distinguished.

#ifndef SV_CONSTANTS_H
#define SV_CONSTANTS_H

#include "model/net.h"

// *count is the number of such variables. NULL if there are none. Freed with
// sv_net_free; the net must outlive it.
sv_net *sv_constants_new(const sv_net *, uint32_t *count);

#endif
