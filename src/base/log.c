// log.c -- one line for each event, flushed, so that the last line before a
// crash is there to be read.

#include "base/log.h"

#include <stdarg.h>

static void put_line(const sv_log *log, const char *head, const char *format, va_list args) {
  fputs(head, log->to);
  vfprintf(log->to, format, args);
  fputc('\n', log->to);
  fflush(log->to);
}

void sv_log_line(const sv_log *log, const char *format, ...) {
  va_list args;
  va_start(args, format);
  put_line(log, "log: ", format, args);
  va_end(args);
}

void sv_log_warning(const sv_log *log, const char *format, ...) {
  va_list args;
  if (!log || !log->to) return;
  va_start(args, format);
  put_line(log, "selvage: warning: ", format, args);
  va_end(args);
}
