// snapshot.c -- see snapshot.h.
//
// mark, bytes, length of these, checksum. Two processes that write the same file would spoil
// each other's: who writes holds a lock on FILE.new, and the second one is told so. The
// file is opened without being cut, since it may be another's; and once it is locked, it has to be
// the one that still has this name.

#define _DEFAULT_SOURCE

#include "base/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK UINT64_C(0x73656C7661676501)  // no byte twice, the last one is the format
#define PRIME UINT64_C(0x9E3779B97F4A7C15)

enum { BUFFER = 1 << 18, HEAD = 8, TAIL = 16 };

struct sv_snapshot {
  int file;
  char *path, *beside;    // beside: writing
  unsigned char *buffer;  // BUFFER bytes
  size_t n, next;         // in it; reading: the next one
  uint64_t total;         // written, or of the file, without head and tail
  uint64_t left;          // reading: not yet in the buffer
  uint64_t sum;
  int error;
  bool bad;
};

// Every change of one word changes it.
static uint64_t add_to_sum(uint64_t sum, const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i += sizeof sum) {
    uint64_t word = 0;
    memcpy(&word, bytes + i, n - i < sizeof word ? n - i : sizeof word);
    sum = (sum ^ word) * PRIME;
    sum ^= sum >> 32;
  }
  return sum;
}

static bool complain(sv_text *why, const char *path, const char *what) {
  sv_text_printf(why, "%s: %s", path, what);
  return false;
}

static void drop(sv_snapshot *s) {
  if (s->file >= 0) close(s->file);
  sv_free(s->path);
  sv_free(s->beside);
  sv_free(s->buffer);
  sv_free(s);
}

static sv_snapshot *make(const char *path) {
  sv_snapshot *s = SV_NEW(sv_snapshot);
  s->file = -1;
  s->path = sv_strdup(path);
  s->buffer = SV_NEW_ARRAY(unsigned char, BUFFER);
  return s;
}

// ---- writing

static bool write_all(sv_snapshot *s, const unsigned char *bytes, size_t n) {
  while (n && !s->error) {
    ssize_t done = write(s->file, bytes, n);
    if (done < 0 && errno != EINTR) s->error = errno;
    if (done > 0) bytes += done, n -= (size_t)done;
  }
  return !s->error;
}

static void flush(sv_snapshot *s) {
  s->sum = add_to_sum(s->sum, s->buffer, s->n);
  write_all(s, s->buffer, s->n);
  s->n = 0;
}

void sv_snapshot_put(sv_snapshot *s, const void *bytes, size_t n) {
  const unsigned char *from = bytes;
  s->total += n;
  while (n) {
    size_t part = n < BUFFER - s->n ? n : BUFFER - s->n;
    memcpy(s->buffer + s->n, from, part);
    s->n += part, from += part, n -= part;
    if (s->n == BUFFER) flush(s);
  }
}

void sv_snapshot_put_u64(sv_snapshot *s, uint64_t x) { sv_snapshot_put(s, &x, sizeof x); }

void sv_snapshot_put_text(sv_snapshot *s, const char *text, size_t n) {
  sv_snapshot_put_u64(s, n);
  sv_snapshot_put(s, text, n);
}

static bool is_still_named(int file, const char *path) {
  struct stat a, b;
  return !fstat(file, &a) && !stat(path, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// What is no plain file may not want to be cut.
static bool make_empty(int file) {
  struct stat st;
  return !fstat(file, &st) && (!st.st_size || !ftruncate(file, 0));
}

// The file beside, empty and ours; -1 and errno.
static int open_beside(const char *path) {
  enum { TRIES = 8 };
  for (int i = 0; i < TRIES; i++) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return -1;
    if (!flock(file, LOCK_EX | LOCK_NB) && is_still_named(file, path) && make_empty(file))
      return file;
    int error = errno;
    close(file);
    errno = error;
    if (error == EWOULDBLOCK) return -1;
  }
  return -1;
}

static const char *reason(int error) {
  return error == EWOULDBLOCK ? "another process is writing it" : strerror(error);
}

static bool cannot_write(sv_text *why, const char *path, int error) {
  sv_text_printf(why, "cannot write %s: %s", path, reason(error));
  return false;
}

sv_snapshot *sv_snapshot_create(const char *path, sv_text *why) {
  uint64_t mark = MARK;
  sv_text beside = {0};
  sv_snapshot *s = make(path);
  sv_text_printf(&beside, "%s.new", path);
  s->beside = sv_text_take(&beside);
  s->file = open_beside(s->beside);
  if (s->file < 0) return cannot_write(why, path, errno), drop(s), NULL;
  write_all(s, (const unsigned char *)&mark, sizeof mark);
  return s;
}

// A new name of a file is safe when its folder is.
static void sync_folder(const char *path) {
  char *copy = sv_strdup(path);
  int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) fsync(folder), close(folder);
  sv_free(copy);
}

bool sv_snapshot_commit(sv_snapshot *s, sv_text *why) {
  flush(s);
  uint64_t tail[] = {s->total, s->sum};
  bool good = write_all(s, (const unsigned char *)tail, sizeof tail);
  if (good && fsync(s->file)) s->error = errno;
  if (!s->error && rename(s->beside, s->path)) s->error = errno;
  if (s->error) cannot_write(why, s->path, s->error), unlink(s->beside);
  else sync_folder(s->path);
  good = !s->error;
  drop(s);
  return good;
}

// ---- reading

static size_t read_some(sv_snapshot *s, void *bytes, size_t n) {
  unsigned char *to = bytes;
  size_t got = 0;
  while (got < n && !s->error) {
    ssize_t done = read(s->file, to + got, n - got);
    if (done < 0 && errno != EINTR) s->error = errno;
    if (!done) break;
    if (done > 0) got += (size_t)done;
  }
  return got;
}

static void fill(sv_snapshot *s) {
  size_t want = s->left < BUFFER ? (size_t)s->left : BUFFER;
  s->n = read_some(s, s->buffer, want);
  s->next = 0;
  s->left -= s->n;
  if (s->n < want) s->bad = true, s->left = 0;
}

static bool begin_again(sv_snapshot *s) {
  s->left = s->total;
  s->n = s->next = 0;
  return lseek(s->file, HEAD, SEEK_SET) == HEAD;
}

static bool check_sum(sv_snapshot *s, sv_text *why) {
  uint64_t sum = 0, tail[2];
  for (begin_again(s); s->left; sum = add_to_sum(sum, s->buffer, s->n)) fill(s);
  if (read_some(s, tail, sizeof tail) != sizeof tail || s->bad)
    return complain(why, s->path, s->error ? strerror(s->error) : "not all can be read");
  if (tail[0] != s->total) return complain(why, s->path, "the checkpoint is truncated or damaged");
  if (tail[1] != sum)
    return complain(why, s->path, "the checkpoint is damaged (its checksum is wrong)");
  return begin_again(s) || complain(why, s->path, strerror(errno));
}

static bool check_head(sv_snapshot *s, sv_text *why) {
  uint64_t mark = 0;
  struct stat st;
  if (fstat(s->file, &st)) return complain(why, s->path, strerror(errno));
  if (!S_ISREG(st.st_mode)) return complain(why, s->path, "this is no file");
  if (read_some(s, &mark, sizeof mark) != sizeof mark || (mark ^ MARK) >> 8) {
    bool turned = !((__builtin_bswap64(mark) ^ MARK) >> 8);
    return complain(why, s->path,
                    turned ? "the checkpoint was written on a machine with the other byte order"
                           : "this is no checkpoint");
  }
  if (mark != MARK) return complain(why, s->path, "the checkpoint has another format");
  if (st.st_size < HEAD + TAIL) return complain(why, s->path, "the checkpoint is truncated");
  s->total = (uint64_t)st.st_size - HEAD - TAIL;
  return true;
}

sv_snapshot *sv_snapshot_open(const char *path, sv_text *why) {
  sv_snapshot *s = make(path);
  s->file = open(path, O_RDONLY | O_CLOEXEC);
  bool good = s->file >= 0 || complain(why, path, strerror(errno));
  if (good && check_head(s, why) && check_sum(s, why)) return s;
  drop(s);
  return NULL;
}

void sv_snapshot_close(sv_snapshot *s) {
  if (s) drop(s);
}

void sv_snapshot_get(sv_snapshot *s, void *bytes, size_t n) {
  unsigned char *to = bytes;
  while (n && !s->bad) {
    if (s->next == s->n && s->left) fill(s);
    size_t part = n < s->n - s->next ? n : s->n - s->next;
    if (!part) s->bad = true;
    memcpy(to, s->buffer + s->next, part);
    s->next += part, to += part, n -= part;
  }
  if (n) memset(to, 0, n);
}

uint64_t sv_snapshot_get_u64(sv_snapshot *s) {
  uint64_t x;
  sv_snapshot_get(s, &x, sizeof x);
  return x;
}

uint64_t sv_snapshot_get_count(sv_snapshot *s, size_t each) {
  uint64_t n = sv_snapshot_get_u64(s), rest = s->left + (s->n - s->next);
  if (n > rest / (each ? each : 1)) s->bad = true;
  return s->bad ? 0 : n;
}

void sv_snapshot_get_text(sv_snapshot *s, sv_text *text) {
  uint64_t n = sv_snapshot_get_count(s, 1);
  if (n >= UINT32_MAX / 2) s->bad = true;
  if (s->bad) return;
  sv_reserve(*text, n + 1);
  sv_snapshot_get(s, text->at + text->n, (size_t)n);
  text->n += (uint32_t)n;
  text->at[text->n] = 0;
}

bool sv_snapshot_bad(const sv_snapshot *s) { return s->bad; }
bool sv_snapshot_at_end(const sv_snapshot *s) { return !s->left && s->next == s->n; }
bool sv_snapshot_refuse(sv_snapshot *s) { return s->bad = true, false; }
uint64_t sv_snapshot_bytes(const sv_snapshot *s) { return s->total; }
