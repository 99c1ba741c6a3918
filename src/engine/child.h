// child.h -- an engine's work in a process of its own.
//
// For libraries that know one global package, leak, or end the process when
// they run out of memory; and so that a time or memory limit holds whatever
// the library is doing. The child runs `check` as if nothing had happened and
// writes its answer to a pipe; the parent builds the same net, reads the
// answer, has every trace replayed by the referee and passes progress on. At
// a limit or an interrupt the child is killed, and what it said last about how
// far it had come becomes part of the reason. A child that dies of a signal
// that we did not send is our own bug; out of memory (SIGKILL, or a failed
// allocation) and out of processor time (the system's limit) are `unknown`. Must be called while the process has one thread.

#ifndef SV_CHILD_H
#define SV_CHILD_H

#include "engine/engine.h"

typedef void sv_check_fn(sv_model *, const sv_run *, sv_answer *);

void sv_check_in_child(sv_check_fn *, sv_model *, const sv_run *, sv_answer *);

// In the child: what has been covered so far, for the reason should it be
// killed ("no violation within 12 steps"). Does nothing elsewhere.
void sv_child_covered(const sv_run *, const char *format, ...) SV_PRINTF(2, 3);

#endif
