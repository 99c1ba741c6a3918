// realise.h -- real runs for abstract counterexamples.

#ifndef SV_THREADS_REALISE_H
#define SV_THREADS_REALISE_H

#include "engine/engine.h"

bool sv_threads_are_bounded(const sv_model *);  // so many at the same time, whatever the options

// Searches with 2, 3, … threads for at most so many seconds in all, and puts what it
// finds into the answer beside what that has proven already. Where the number of threads
// is bounded by itself one complete search decides. True: nothing is left to be asked.
bool sv_threads_realise(sv_model *, const sv_run *, double seconds, sv_answer *);

// recursive.c: checks the model that this one is a bounded form of.
void sv_threads_check_unbounded(sv_model *, const sv_run *, sv_answer *);

#endif
