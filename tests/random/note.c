// note.c -- see note.h.

#include "random/note.h"

#include <stdarg.h>
#include <stdio.h>

void note_where(note *n, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(n->where, sizeof n->where, format, args);
  va_end(args);
}

// `ignore` is a list with commas.
static bool is_ignored(const note *n, const char *what) {
  size_t length = strlen(what);
  for (const char *at = n->ignore; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (!strncmp(at, what, length) && (at[length] == ',' || !at[length])) return true;
  }
  return false;
}

bool note_wrong(note *n, const char *what, const char *format, ...) {
  if (is_ignored(n, what)) return true;
  if (note_is_wrong(n)) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(n->detail, sizeof n->detail, format, args);
  va_end(args);
  snprintf(n->what, sizeof n->what, "%s", what);
  return false;
}
