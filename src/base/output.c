// output.c -- see output.h.

#include "base/output.h"

#include <errno.h>
#include <string.h>

static bool complain(const char *path, int error, sv_text *why) {
  sv_text_printf(why, "cannot write %s: %s", path, error ? strerror(error) : "not all was written");
  return false;
}

FILE *sv_output_open(const char *path, sv_text *why) {
  REQUIRE(path && why, "no path or no place for the reason");
  FILE *f = fopen(path, "w");
  if (!f) complain(path, errno, why);
  return f;
}

// `error`: of what was printed before, or 0.
static bool close_file(FILE *f, int error, const char *path, sv_text *why) {
  errno = 0;
  bool good = !fflush(f) && !ferror(f);
  if (!error) error = errno;
  errno = 0;
  good = !fclose(f) && good;
  return good || complain(path, error ? error : errno, why);
}

bool sv_output_close(FILE *f, const char *path, sv_text *why) {
  return close_file(f, 0, path, why);
}

bool sv_output_write(const char *path, sv_text *text, sv_text *why) {
  FILE *f = sv_output_open(path, why);
  if (!f) return false;
  errno = 0;
  bool good = fwrite(sv_text_get(text), 1, text->n, f) == text->n;
  return close_file(f, good ? 0 : errno, path, why);
}
