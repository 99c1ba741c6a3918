// child.h -- an engine's work in a process of its own.
//
// For libraries that know one global package, leak, or end the process when
// they run out of memory; so that a time or memory limit holds whatever the
// library is doing; and so that work can be suspended and taken up again
// (`auto`). The child runs `check` as if nothing had happened and writes its
// answer to a pipe; the parent builds the same net, reads the answer, has every
// trace replayed by the referee and passes progress on. At a limit or an
// interrupt the child gets a moment to answer by itself, then it is killed, and
// what it said last about how far it had come becomes part of the reason. A
// child that dies of a signal that we did not send is our own bug; out of memory
// (SIGKILL, or a failed allocation) and out of processor time (the system's
// limit) are `unknown`. Must be called while the process has one thread.

#ifndef SV_CHILD_H
#define SV_CHILD_H

#include "engine/engine.h"

void sv_check_in_child(sv_check_fn *, sv_model *, const sv_run *, sv_answer *);

// In the child: what has been covered so far, for the reason should it be
// killed ("no violation within 12 steps"). Does nothing elsewhere.
void sv_child_covered(const sv_run *, const char *format, ...) SV_PRINTF(2, 3);

// ---- with pauses: the child has a process group of its own, and the parent does not wait for it

typedef struct sv_child sv_child;

// Starts and runs at once. Model, run and answer must outlive it; the answer has
// its findings prepared, and is filled when the child ends. NULL if the system
// allows no more processes: then the answer says so.
sv_child *sv_child_start(sv_check_fn *, sv_model *, const sv_run *, sv_answer *);
// Lets it go on if it was paused, for so many seconds at most; true when it has ended.
bool sv_child_run(sv_child *, double seconds);
// The same for several that run side by side, each in a process of its own, until one of them
// ends: which, or n if none has.
enum { SV_CHILDREN_MOST = 16 };
uint32_t sv_children_run(sv_child *const[], uint32_t n, double seconds);
// Suspends it with all its processes. The time does not count for its budgets.
void sv_child_pause(sv_child *);
// The run is over by this limit: lets it go on for the moment that it has to answer.
void sv_child_hurry(sv_child *, sv_cause limit);
void sv_child_kill(sv_child *, sv_cause);  // does not wait; the next run has its answer
size_t sv_child_bytes(const sv_child *);   // resident, of all its processes
void sv_child_free(sv_child *);            // kills what still runs; NULL is fine

#endif
