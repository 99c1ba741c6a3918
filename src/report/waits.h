// waits.h -- who waits for what where nothing can move any more, and who could help.
//
// Every process that has not ended is listed with the statements that it could take if
// it were let, and for each of them with what it lacks: a variable whose value is in the
// way, a queue that is empty or full, a partner. What is lacking is told as it stands,
// and with the processes that could still change it: those that have, in front of them
// in their control flow, an action that writes it. Guards are not looked at there, so
// "could" is all that is said; but where no process is named, none can.

#ifndef SV_WAITS_H
#define SV_WAITS_H

#include "exec/exec.h"

#define SV_WAITS_IN_VAIN UINT32_MAX

typedef enum {
  SV_NEED_CHANGE,    // of a variable
  SV_NEED_HOLDER,    // the variable names the process that holds it
  SV_NEED_SENDER,    // the queue is empty
  SV_NEED_RECEIVER,  // the queue is full
  SV_NEED_MESSAGE,   // the queue holds something else
  SV_NEED_MOVE,      // of a process to another place
  SV_NEED_PARTNER,   // for a joint step
} sv_need_kind;

typedef struct {
  sv_need_kind kind;
  char *what;  // "x = 1"; HOLDER: "fork[1]"; SENDER, RECEIVER: "q"; MOVE: "P"; PARTNER: ""
  sv_u32s by;  // processes that could bring it about, ascending; HOLDER: the holder
} sv_need;

typedef struct {
  uint32_t process;
  uint32_t action;  // of the net, that it could take if it were let; SV_WAITS_IN_VAIN: none
  bool may_stay;    // it stands where it may stay for ever
  SV_VEC(sv_need) needs;
} sv_wait;
typedef SV_VEC(sv_wait) sv_waits;

// Appends those of all processes that have not ended, in the order of processes, each
// statement once.
void sv_list_waits(const sv_net *, const sv_state *, sv_waits *out);
void sv_waits_free(sv_waits *);
// "fork[1] is held by phil[1]", "q is empty; A, B could send".
void sv_need_text(const sv_net *, const sv_state *, const sv_need *, sv_text *out);

#endif
