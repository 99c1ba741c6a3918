// spool.c -- see spool.h.

#define _GNU_SOURCE

#include "engine/explicit/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sv_spool {
  int file;
  int *error;             // the owner's
  unsigned char *buffer;  // what is not written yet
  size_t n, cap;
  uint64_t written;
};

static int open_named(const char *folder) {
  size_t n = strlen(folder) + sizeof "/selvage-XXXXXX";
  char *path = SV_NEW_ARRAY(char, n);
  snprintf(path, n, "%s/selvage-XXXXXX", folder);
  int file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  sv_free(path);
  return file;
}

// A file that never had a name, where the file system can do that.
static int open_nameless(const char *folder) {
#ifdef O_TMPFILE
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
#endif
  return open_named(folder);
}

sv_spool *sv_spool_new(const char *folder, size_t buffer, int *error) {
  int file = open_nameless(folder);
  if (file < 0) return *error = errno, NULL;
  sv_spool *s = SV_NEW(sv_spool);
  *s = (sv_spool){.file = file, .error = error, .cap = buffer};
  s->buffer = SV_NEW_ARRAY(unsigned char, buffer);
  return s;
}

void sv_spool_free(sv_spool *s) {
  if (!s) return;
  close(s->file);
  sv_free(s->buffer);
  sv_free(s);
}

static bool fail(sv_spool *s, int error) {
  if (!*s->error) *s->error = error;
  return false;
}

static bool flush(sv_spool *s) {
  for (size_t done = 0; done < s->n;) {
    ssize_t n = pwrite(s->file, s->buffer + done, s->n - done, (off_t)s->written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail(s, n ? errno : ENOSPC);
    done += (size_t)n;
    s->written += (uint64_t)n;
  }
  s->n = 0;
  return true;
}

bool sv_spool_write(sv_spool *s, const void *bytes, size_t n) {
  const unsigned char *from = bytes;
  assert(s->cap);
  while (n && !*s->error) {
    size_t part = n < s->cap - s->n ? n : s->cap - s->n;
    memcpy(s->buffer + s->n, from, part);
    s->n += part;
    from += part;
    n -= part;
    if (s->n == s->cap) flush(s);
  }
  return !*s->error;
}

bool sv_spool_seal(sv_spool *s) {
  if (*s->error || !flush(s)) return false;
  sv_free(s->buffer);
  s->buffer = NULL;
  s->cap = 0;
  return true;
}

// A file that is shorter than what was written to it has been damaged.
bool sv_spool_read(sv_spool *s, uint64_t at, void *to, size_t n) {
  unsigned char *here = to;
  assert(at + n <= s->written + s->n);
  if (s->n && at + n > s->written && !flush(s)) return false;
  while (n) {
    ssize_t got = pread(s->file, here, n, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(s, got ? errno : EIO);
    here += got;
    at += (uint64_t)got;
    n -= (size_t)got;
  }
  return true;
}

bool sv_spool_clear(sv_spool *s) {
  s->n = 0;
  if (s->written && ftruncate(s->file, 0)) return fail(s, errno);
  s->written = 0;
  return true;
}
