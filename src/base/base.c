// base.c -- contracts, memory and the hash of byte strings.
//
// Every failure that is not the input's fault ends here: misuse aborts (a
// debugger or a core file shows the caller), our own bugs and exhausted memory
// leave with status 70 at once, without running exit handlers that might not
// survive the state we are in.

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

enum { EXIT_OWN_BUG = 70 };

static SV_NORETURN void leave(void) {
  fflush(stdout);
  fflush(stderr);
  _Exit(EXIT_OWN_BUG);
}

void sv_misuse(const char *function, const char *condition, const char *reason) {
  fflush(stdout);
  fprintf(stderr, "selvage: misuse of %s: %s (%s)\n", function, reason, condition);
  abort();
}

void sv_bug(const char *file, int line, const char *what) {
  fprintf(stderr, "selvage: internal error at %s:%d: %s\n", file, line, what);
  leave();
}

__attribute__((weak)) void sv_out_of_memory(size_t bytes) {
  fprintf(stderr, "selvage: out of memory (a request for %zu bytes failed)\n", bytes);
  leave();
}

void *sv_alloc(size_t bytes) {
  void *p = calloc(1, bytes ? bytes : 1);
  if (!p) sv_out_of_memory(bytes);
  return p;
}

void *sv_resize(void *p, size_t bytes) {
  void *q = realloc(p, bytes ? bytes : 1);
  if (!q) sv_out_of_memory(bytes);
  return q;
}

void sv_free(void *p) { free(p); }

char *sv_strdup(const char *s) {
  REQUIRE(s, "no string");
  return sv_strndup(s, strlen(s));
}

char *sv_strndup(const char *s, size_t n) {
  REQUIRE(s || !n, "no string");
  char *copy = sv_alloc(n + 1);
  if (n) memcpy(copy, s, n);
  return copy;
}

#ifdef SV_STRESS_HASH

uint64_t sv_hash_bytes(const void *data, size_t bytes, uint64_t seed) {
  return (void)data, (void)bytes, (void)seed, 7;
}

#else

// The hash folds 128-bit products, 16 bytes a round; the last round reads the
// last 16 bytes of the string, which may overlap the round before it.

static inline uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t load8(const unsigned char *p) {
  uint64_t x;
  memcpy(&x, p, sizeof x);
  return x;
}

static inline uint64_t load4(const unsigned char *p) {
  uint32_t x;
  memcpy(&x, p, sizeof x);
  return x;
}

// Up to 16 bytes as two words, which differ in the order of their halves: with
// a = b the product of the last round would be symmetric.
static inline void load_short(const unsigned char *p, size_t n, uint64_t *a, uint64_t *b) {
  assert(n <= 16);
  if (n >= 8) {
    uint64_t last = load8(p + n - 8);
    *a = load8(p), *b = last << 32 | last >> 32;
  } else if (n >= 4) {
    uint64_t first = load4(p), last = load4(p + n - 4);
    *a = first << 32 | last, *b = last << 32 | first;
  } else if (n) {
    *a = (uint64_t)p[0] << 16 | (uint64_t)p[n / 2] << 8 | p[n - 1], *b = 0;
  } else {
    *a = *b = 0;
  }
}

uint64_t sv_hash_bytes(const void *data, size_t bytes, uint64_t seed) {
  static const uint64_t k1 = UINT64_C(0xA0761D6478BD642F), k2 = UINT64_C(0xE7037ED1A0B428DB);
  const unsigned char *p = data;
  size_t n = bytes;
  uint64_t a, b;
  seed = fold(seed ^ k1, k2);
  for (; n > 16; n -= 16, p += 16) seed = fold(load8(p) ^ k1, load8(p + 8) ^ seed);
  if (bytes > 16) a = load8(p + n - 16), b = load8(p + n - 8);
  else load_short(p, n, &a, &b);
  return fold(k1 ^ bytes, fold(a ^ k2, b ^ seed));
}

#endif
