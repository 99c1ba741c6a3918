// child.h -- runs a check in a process of its own, with a time limit.

#ifndef RANDOM_CHILD_H
#define RANDOM_CHILD_H

#include "random/note.h"

note *child_note_new(void);  // shared with children
void child_note_free(note *);

typedef void child_fn(void *context, note *);
// Runs fn(context, note) in a child. A child that crashes, leaks or takes too
// long is noted as wrong too. Its standard error goes to `log`.
void child_run(note *, unsigned seconds, const char *log, child_fn *, void *context);

#endif
