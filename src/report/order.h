// order.h -- the partial order of the steps of a run: which step had to wait for which.
//
// A step comes after an earlier one if both move the same process, if one of them writes
// what the other reads or writes (exec/footprint.h: as it happened, not as it might), or if
// it takes the message that the other one sent, or needs the room that the other one made.
// Sender and receiver at the two ends of a queue are independent otherwise. Who holds
// an atomic section is not looked at. These are the dependences of Mazurkiewicz traces; what is
// left out is what follows from others (the order is told by its shortest relation).

#ifndef SV_ORDER_H
#define SV_ORDER_H

#include "exec/trace.h"

// before[i] gets the steps, from 0 and ascending, that step i comes directly after. False
// where the run is too long or does not replay: then the lists are empty.
bool sv_order_steps(const sv_net *, const sv_trace *, sv_u32s *before);

#endif
