// confine.h -- queues without bound, with so much room for now.
//
// A net in which queues without bound hold so many messages at most. An action that would send one more is
// cut there: another action, behind all others, can be taken exactly where the action could be but for the
// room, and marks the border (docs/model.md, cuts). Both together are possible where the action is, and have its edges and
// priorities; so who has to wait for it does, and a run of the one net that meets no cut is a run of the other,
// step for step. What holds in a net in which no run is cut holds.

#ifndef SV_CONFINE_H
#define SV_CONFINE_H

#include "model/net.h"

bool sv_has_unbounded_queues(const sv_net *);
// Freed with sv_net_free; the old net and its model must outlive it.
sv_net *sv_confine_new(const sv_net *, uint32_t capacity);

#endif
