// slots.h -- queues as rings of slots.
//
// A net in which queues are arrays: a slot says whether it is taken and what its message is; one
// variable says where the next message goes, one where the first message is. Who sends and who
// receives then have nothing to do with each other unless they are at the same slot: a slot that
// is free is the *room* of J. Dubrovin (Efficient Symbolic Model Checking of Concurrent Systems,
// Aalto University, 2011), Figure 5.6. Nothing counts the messages; where their number is asked
// for, all slots are looked at, and only one where it is compared with none.
//
// Actions keep their numbers and choices, variables theirs (new ones come behind them), and the
// queues are there still, for ever empty; so a run of the one net is a run of the other step for step. What stays a queue: one of a
// process, with messages in it that are not first, deferred, or dropped at once, with references
// in messages, of one place (unless its messages have numbers without bounds) or of very many; and all of them if some reference is computed.

#ifndef SV_SLOTS_H
#define SV_SLOTS_H

#include "model/net.h"

// NULL: every queue stays one. Freed with sv_net_free; the old net and its model must outlive it.
sv_net *sv_slots_new(const sv_net *);

#endif
