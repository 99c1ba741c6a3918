// base.h -- what every file of Selvage may count on.
//
// Contracts, memory and small helpers. Two kinds of checks: REQUIRE guards an
// interface against its caller and stays on in release builds; assert guards
// our own reasoning. Memory never runs out quietly: every allocation goes
// through here and ends in sv_out_of_memory, a weak function that a test or a
// host program may replace. The library has no mutable globals.

#ifndef SV_BASE_H
#define SV_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SV_NORETURN _Noreturn
#define SV_PRINTF(FMT, FIRST) __attribute__((format(printf, FMT, FIRST)))
#define SV_UNUSED(x) ((void)(x))
#define SV_ASSERT_ONLY __attribute__((unused))  // a function that only asserts call
#define SV_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Misuse of an interface: names the function and the reason, then aborts.
#define REQUIRE(condition, reason) ((condition) ? (void)0 : sv_misuse(__func__, #condition, reason))
SV_NORETURN void sv_misuse(const char *function, const char *condition, const char *reason);

// A place that cannot be reached: our own bug, exit status 70.
#define SV_UNREACHABLE() sv_bug(__FILE__, __LINE__, "unreachable code")
SV_NORETURN void sv_bug(const char *file, int line, const char *what);

// Replaceable (weak). Prints the request and exits with status 70.
SV_NORETURN void sv_out_of_memory(size_t bytes);

void *sv_alloc(size_t bytes);            // zeroed; never NULL for bytes > 0
void *sv_resize(void *p, size_t bytes);  // new part is not zeroed
void sv_free(void *p);                   // NULL is fine
char *sv_strdup(const char *s);
char *sv_strndup(const char *s, size_t n);

#define SV_NEW(T) ((T *)sv_alloc(sizeof(T)))
#define SV_NEW_ARRAY(T, n) ((T *)sv_alloc(sizeof(T) * (size_t)(n)))

static inline uint64_t sv_mix64(uint64_t x) {
#ifdef SV_STRESS_HASH
  return (void)x, 7;  // every key collides: everything must still be right
#else
  x ^= x >> 32;
  x *= UINT64_C(0x9E3779B97F4A7C15);
  x ^= x >> 29;
  x *= UINT64_C(0xBF58476D1CE4E5B9);
  return x ^ x >> 32;
#endif
}

uint64_t sv_hash_bytes(const void *data, size_t bytes, uint64_t seed);

#endif
