// future.h -- which actions a process can still take from its location.
//
// For each process and location, over the control-flow graph of the net, two
// sets of actions:
//   life   those in which the process can still take part until it ends, and
//          those of the processes that it starts, and so on. The lives of all
//          running processes together contain every later action of every run
//          (but for actions in which no running process takes part);
//   slot   actions with an edge of this process in which it can still take part,
//          also after having ended and been started again. No other action with
//          an edge of the process can happen while it is in the location.
// Guards are not evaluated: both are over-approximations. A reduction that
// compares an action only with the next actions of other processes misses their
// later ones (the flaw of section 3.4 in "Symbolic model checking for
// asynchronous Boolean programs").

#ifndef SV_FUTURE_H
#define SV_FUTURE_H

#include "analysis/access/access.h"

typedef struct {
  const sv_accesses *all;
  uint32_t *first;       // by process: row of its location 0; processes.n + 1
  sv_bits *life, *slot;  // rows by process and location
} sv_future;

sv_future *sv_future_new(const sv_accesses *);  // which must outlive it
void sv_future_free(sv_future *);               // NULL is fine
const sv_bits *sv_future_life(const sv_future *, uint32_t process, uint32_t location);
const sv_bits *sv_future_slot(const sv_future *, uint32_t process, uint32_t location);

#endif
