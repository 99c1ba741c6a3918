// bits.h -- bit sets of a fixed size.

#ifndef SV_BITS_H
#define SV_BITS_H

#include "base/base.h"

typedef struct {
  uint64_t *w;
  uint32_t n;
} sv_bits;  // n = number of bits

static inline uint32_t sv_bits_words(uint32_t n) { return (n + 63) / 64; }
void sv_bits_init(sv_bits *, uint32_t n);  // all zero
void sv_bits_free(sv_bits *);
static inline bool sv_bits_has(const sv_bits *b, uint32_t i) {
  assert(i < b->n);
  return b->w[i >> 6] >> (i & 63) & 1;
}
static inline void sv_bits_add(sv_bits *b, uint32_t i) {
  assert(i < b->n);
  b->w[i >> 6] |= UINT64_C(1) << (i & 63);
}
static inline void sv_bits_remove(sv_bits *b, uint32_t i) {
  assert(i < b->n);
  b->w[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}
void sv_bits_clear(sv_bits *);
void sv_bits_all(sv_bits *);
void sv_bits_copy(sv_bits *to, const sv_bits *from);  // sizes equal
bool sv_bits_join(sv_bits *to, const sv_bits *from);  // to |= from; true if to grew
void sv_bits_minus(sv_bits *to, const sv_bits *from);
bool sv_bits_overlap(const sv_bits *, const sv_bits *);
bool sv_bits_equal(const sv_bits *, const sv_bits *);
bool sv_bits_empty(const sv_bits *);
uint32_t sv_bits_count(const sv_bits *);
// The first member >= from, or UINT32_MAX:
//   for (uint32_t i = sv_bits_next(&b, 0); i != UINT32_MAX; i = sv_bits_next(&b, i + 1))
uint32_t sv_bits_next(const sv_bits *, uint32_t from);

#endif
