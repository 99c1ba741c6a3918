// random.h -- a small seeded generator (splitmix64), the same on every machine.

#ifndef SV_RANDOM_H
#define SV_RANDOM_H

#include "base/base.h"

typedef struct {
  uint64_t state;
} sv_random;

static inline uint64_t sv_random_next(sv_random *r) {
  uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}
// Uniform enough in 0..n-1; n > 0.
static inline uint32_t sv_random_below(sv_random *r, uint32_t n) {
  return (uint32_t)((sv_random_next(r) >> 32) * n >> 32);
}

#endif
