// cache.c -- see cache.h.
//
// What is loaded from here is run as code. So a file counts only if it belongs to
// this user and nobody else may write it.

#define _GNU_SOURCE

#include "base/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "svcache1";
enum { SEEDS = 2 };
static const uint64_t seeds[SEEDS] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xd1b54a32d192ed03)};

typedef struct {
  char magic[sizeof magic];
  uint64_t key, value;   // bytes, one behind the other
  uint64_t sums[SEEDS];  // over both
} head;

// FNV-1a (Fowler, Noll, Vo), with another beginning for each sum.
static uint64_t sum_of(const sv_text *t, uint64_t sum) {
  for (uint32_t i = 0; i < t->n; i++)
    sum = (sum ^ (unsigned char)t->at[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static head head_of(const sv_text *key, const sv_text *value) {
  head h = {.key = key->n, .value = value->n};
  memcpy(h.magic, magic, sizeof magic);
  for (uint32_t i = 0; i < SEEDS; i++) h.sums[i] = sum_of(value, sum_of(key, seeds[i]));
  return h;
}

static void set_path(sv_text *path, const char *folder, const sv_text *key) {
  sv_text_printf(path, "%s/%016" PRIx64 "%016" PRIx64 ".cache", folder, sum_of(key, seeds[0]),
                 sum_of(key, seeds[1]));
}

// ---- reading

static bool is_ours(int file, uint64_t *bytes) {
  struct stat s;
  if (fstat(file, &s) || !S_ISREG(s.st_mode) || s.st_size < 0) return false;
  *bytes = (uint64_t)s.st_size;
  return s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH));
}

static bool read_all(int file, void *to, uint64_t bytes) {
  char *at = to;
  while (bytes) {
    ssize_t n = read(file, at, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= (uint64_t)n;
  }
  return true;
}

static bool read_text(int file, sv_text *to, uint64_t bytes) {
  if (bytes > UINT32_MAX - 1) return false;
  sv_reserve(*to, (uint32_t)bytes + 1);
  to->n = (uint32_t)bytes;
  to->at[bytes] = 0;
  return read_all(file, to->at, bytes);
}

static bool read_entry(int file, const sv_text *key, sv_text *value) {
  sv_text found = {0};
  head h;
  uint64_t bytes;
  bool good = is_ours(file, &bytes) && bytes >= sizeof h && read_all(file, &h, sizeof h) &&
              h.key == key->n && h.value == bytes - sizeof h - h.key && h.value <= bytes &&
              read_text(file, &found, h.key) && !memcmp(found.at, key->at, key->n) &&
              read_text(file, value, h.value);
  head expected = good ? head_of(key, value) : (head){.magic = ""};
  sv_text_free(&found);
  return good && !memcmp(&h, &expected, sizeof h);
}

bool sv_cache_get(const char *folder, const sv_text *key, sv_text *value) {
  sv_text path = {0};
  set_path(&path, folder, key);
  int file = open(path.at, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  bool good = file >= 0 && read_entry(file, key, value);
  if (!good) sv_text_free(value);
  if (file >= 0) close(file);
  sv_text_free(&path);
  return good;
}

// ---- writing

static bool write_all(int file, const void *from, uint64_t bytes) {
  const char *at = from;
  while (bytes) {
    ssize_t n = write(file, at, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= (uint64_t)n;
  }
  return true;
}

static bool write_entry(int file, const sv_text *key, const sv_text *value) {
  head h = head_of(key, value);
  return write_all(file, &h, sizeof h) && write_all(file, key->at, key->n) &&
         write_all(file, value->at, value->n) && !fsync(file);
}

bool sv_cache_put(const char *folder, const sv_text *key, const sv_text *value, sv_text *why) {
  sv_text path = {0}, other = {0};
  set_path(&path, folder, key);
  sv_text_printf(&other, "%s/new-XXXXXX", folder);
  mkdir(folder, S_IRWXU);
  int file = mkostemp(other.at, O_CLOEXEC);
  bool good = file >= 0 && write_entry(file, key, value);
  int error = errno;
  if (file >= 0 && close(file) && good) good = false, error = errno;
  if (good && rename(other.at, path.at)) good = false, error = errno;
  if (!good && file >= 0) unlink(other.at);
  if (!good) sv_text_printf(why, "%s: %s", folder, strerror(error));
  sv_text_free(&path);
  sv_text_free(&other);
  return good;
}
