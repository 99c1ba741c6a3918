// anonymous.h -- one kind of anonymous thread, in place of several kinds with numbers.
//
// The method knows threads of one kind that have no numbers. Programs of several
// kinds that start each other (C: main and start functions) become one kind: one
// template with all their locations and variables, of which the first thread starts
// where theirs does. Numbers go, in two ways:
//
// * A global variable that says *who* has something (the owner of a mutex) keeps only
//   that somebody has it; a bit of each thread says "it is me". That is exact.
// * Any other value that depends on a number, on how many threads there are, or on
//   another thread (what it has returned, whether it has ended: pthread_join) is any
//   value. That adds runs, so what holds holds; a violation needs a run of the model
//   itself.
//
// Pools lose their bounds, which adds runs as well.

#ifndef SV_THREADS_ANONYMOUS_H
#define SV_THREADS_ANONYMOUS_H

#include "base/bits.h"
#include "model/model.h"

// Owned; has the properties of the model, with their numbers, and shares its terms. NULL and a
// reason in *why where no such model can be made.
sv_model *sv_threads_anonymise(const sv_model *, const char **why);

// unread.c: variables that a property or the possibility of a step depends on.
void sv_threads_find_read(sv_model *, sv_bits *read);

#endif
