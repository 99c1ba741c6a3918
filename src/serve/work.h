// work.h -- what the server's jobs do: read a text, check it, walk through it.
//
// Each ends with one line {"result": …}; before it there may be lines
// {"progress": "explicit: 1000 states"}.

#ifndef SV_SERVE_WORK_H
#define SV_SERVE_WORK_H

#include <jansson.h>

#include "selvage.h"

typedef struct {
  selvage *s;  // its options are those of the server; a job changes its own copy
  const char *uri;
  const char *name;      // a path, or what stands for one
  const char *language;  // that the editor says, or NULL
  const char *text;
  size_t size;
  void (*provide)(void *context, selvage *);  // what other texts are open
  void *context;
  const json_t *options;  // more of them, a list of strings; or NULL
  const char *property;   // to check alone, or NULL
  const char *trace;      // where to write a run, without suffix
} sv_work;

// {"language", "notes": {uri: […]}, "index": […] or null}
void sv_work_read(void *work, int to);
// {"answer", "status", "text", "trace": {"text", "html"}, "report", "notes"}, or {"error"}
void sv_work_check(void *work, int to);
// the same, without notes and report
void sv_work_simulate(void *work, int to);

#endif
