// job.h -- work in a child process that tells what it finds, line by line.
//
// The server reads no model itself: a text that takes long, needs much memory
// or meets a mistake of ours must not stop it. A job is a copy of the server
// that does one thing, writes lines of JSON to a pipe and ends; it is killed
// when its answer is not needed any more, and dies with the server.

#ifndef SV_SERVE_JOB_H
#define SV_SERVE_JOB_H

#include <jansson.h>
#include <sys/types.h>

#include "base/text.h"

typedef struct {
  pid_t pid;
  int from;  // the pipe
  sv_text in;
  size_t used, looked;  // bytes done with; bytes in which no further line ends
  int signal;           // that ended it, or 0
} sv_job;

typedef void sv_job_fn(void *context, int to);

// In the child standard input and output lead nowhere, as do the two ends given. NULL if the
// system allows no more processes.
sv_job *sv_job_start(sv_job_fn *, void *context, int in, int out);
void sv_job_tell(int to, json_t *line);  // in the child; takes the line over
bool sv_job_read(sv_job *);              // what is there; false: it has ended
json_t *sv_job_line(sv_job *);           // the next whole line, or NULL
void sv_job_free(sv_job *);              // kills what still runs

#endif
