// pairs.h -- states of two threads at a time: the abstraction one step finer.
//
// Where states of single threads are not enough, often those of two are: that
// two threads are never inside at the same time, or never have the same ticket,
// is a fact about pairs. A set of triples (globals, own bits, bits of another
// thread) that contains every pair of threads of every reachable state is
// computed like the set of thread states: a step of one of the two, a start, or
// a step of a third thread that makes a pair with either (pairs.c).

#ifndef SV_THREADS_PAIRS_H
#define SV_THREADS_PAIRS_H

#include "engine/threads/sets.h"

// The fix-point; the set of all thread states must be complete. True: x->together is set, x->reached is
// what single threads can be according to it, and x->violated the properties that this violates. False,
// and nothing has changed: not for this program, or too large.
bool sv_thread_pair_up(sv_thread_sets *);

#endif
