// program.h -- another program as a filter: it gets a text and says something.
//
// The input goes into a file without a name, which the child has as its standard input:
// nothing is left behind, however this ends. The child ends with this process, and is killed
// when `stop` says so. Must be called while the process has one thread.

#ifndef SV_PROGRAM_H
#define SV_PROGRAM_H

#include "base/limits.h"
#include "base/text.h"

typedef struct {
  const char *const *words;  // its name and arguments; NULL at the end
  size_t memory;             // bytes that it may have; 0: any number
  size_t most;               // bytes of what it says that are kept, about
  bool errors;               // what it says on standard error counts as said; else it is lost
  sv_stop_fn *stop;          // asked now and then; NULL: it may take as long as it likes
  void *context;
} sv_program;

typedef enum {
  SV_PROGRAM_ENDED,
  SV_PROGRAM_STOPPED,      // by `stop`
  SV_PROGRAM_NOT_STARTED,  // the system allows no more
} sv_program_end;

bool sv_program_found(const char *name);  // in PATH
// *status is waitpid's, of one that has ended.
sv_program_end sv_program_run(const sv_program *, sv_text *input, sv_text *said, int *status);

#endif
