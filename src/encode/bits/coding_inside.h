// coding_inside.h -- what coding and blasting both need to know of a net. Only
// coding*.c and blast_inside.h include this.

#ifndef SV_CODING_INSIDE_H
#define SV_CODING_INSIDE_H

#include "encode/bits/coding.h"

// The values of a finite scalar sort in two's complement: n bits, of which the
// last is the sign; from `varying` on all values have the same bits, those of lo.
typedef struct {
  uint32_t n, varying;
  int64_t lo, hi;  // not for bit vectors, which have all values of their width
  bool is_bv, is_signed;
} sv_code_shape;

bool sv_code_shape_of(const sv_net *, sv_sort scalar, sv_code_shape *);  // false: not finite
// Every value of the one is a value of the other.
bool sv_code_within(const sv_code_shape *inner, const sv_code_shape *outer);
// Bit k of an integer in two's complement.
bool sv_code_value_bit(const sv_numbers *, sv_value, uint32_t k);
// Bits of an integer in two's complement, sign included.
uint32_t sv_code_value_width(const sv_numbers *, sv_value);
// Under which number a profile notes bit k of a value, if that is not the sign.
static inline uint32_t sv_code_profile_bit(uint32_t k) {
  return k < SV_SIGN_BIT ? k : SV_SIGN_BIT - 1;
}
static inline bool sv_code_queue_is_cyclic(const sv_code_queue *q) {
  return !sv_code_is_const(q->head.at[0]);
}

#endif
