// constants.h -- a net in which what is fixed from the start is a constant.
//
// Many models begin with a stretch in which one process alone may move, such
// as an atomic section that starts all processes and hands them their numbers
// and channels, perhaps after some choices. What a process got when it was
// started, the same on all ways through the beginning, and neither it nor
// anybody else can change while it runs, and which cannot be started again, is a constant from
// then on. The new net is the same, with the same numbers, but the process's
// own actions have constants where they read such variables. So array cells
// and queues that belong to different processes are told apart.

#ifndef SV_CONSTANTS_H
#define SV_CONSTANTS_H

#include "model/net.h"

// *count is the number of such variables. NULL if there are none. Freed with
// sv_net_free; the net must outlive it.
sv_net *sv_constants_new(const sv_net *, uint32_t *count);

#endif
