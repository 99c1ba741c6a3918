// log.h -- what an engine is doing, for those who ask (--log 1..3).
//
// A log is a value, not a global: it goes where the options go. LOG evaluates
// its arguments only when the level asks for it.

#ifndef SV_LOG_H
#define SV_LOG_H

#include <stdio.h>

#include "base/base.h"

typedef struct {
  FILE *to;
  int level;
} sv_log;

static inline bool sv_log_asks(const sv_log *log, int level) {
  return log && log->to && log->level >= level;
}
#define SV_LOG(log, at, ...) (sv_log_asks(log, at) ? sv_log_line(log, __VA_ARGS__) : (void)0)
void sv_log_line(const sv_log *, const char *format, ...) SV_PRINTF(2, 3);
// Written at every level: the answer is right, but something was not done as asked.
void sv_log_warning(const sv_log *, const char *format, ...) SV_PRINTF(2, 3);

#endif
