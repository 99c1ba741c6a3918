// future.h -- what a process can still do from where it stands.
//
// Per process and location, over the control-flow graph of the spelled-out
// net, two sets of actions:
//   life   what the process can still take part in until it ends, and what
//          processes that it starts can do then, and so on. The lives of all
//          running processes together cover every action of every run (but
//          for actions in which no running process takes part);
//   slot   actions with an edge of this very process that it can still take
//          part in, also after having ended and been started again. What is
//          not in it can never happen while the process is where it is.
// Guards are not looked at: both are upper bounds. A reduction that compares
// a step only with what others do now misses what they do later (the flaw of
// section 3.4 in "Symbolic model checking for asynchronous Boolean programs").

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
