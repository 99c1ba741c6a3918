// log.c -- one line for each event, flushed, so that the last line before a
// crash is there to be read.

#include "base/log.h"

#include <stdarg.h>

void sv_log_line(const sv_log *log, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("log: ", log->to);
  vfprintf(log->to, format, args);
  fputc('\n', log->to);
  fflush(log->to);
  va_end(args);
}
