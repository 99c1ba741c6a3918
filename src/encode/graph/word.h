// word.h -- integers as vectors of literals.
//
// A word is an exact integer in two's complement, least bit first; its last
// literal is the sign and stands for all higher ones. There is no overflow:
// sums and products get the width they need, and equal top literals are
// trimmed, so a value that is known to be small is small. Bit vectors are
// words that are wrapped after each operation. An unsigned value has a
// constant false sign. Words live in the arena of their maker; a result may share
// the literals of an argument.

#ifndef SV_WORD_H
#define SV_WORD_H

#include "base/arena.h"
#include "base/number.h"
#include "encode/graph/aig.h"

typedef struct {
  const sv_lit *at;
  uint32_t n;  // >= 1, trimmed: at[n-1] != at[n-2]
} sv_word;

typedef struct {
  sv_aig *aig;
  sv_arena *arena;
} sv_word_maker;

sv_lit sv_word_bit(sv_word, uint32_t k);  // also beyond n
sv_word sv_word_make(sv_word_maker *, const sv_lit *,
                     uint32_t n);  // copies and trims; last is the sign
sv_word sv_word_const(sv_word_maker *, int64_t);
sv_word sv_word_value(sv_word_maker *, const sv_numbers *, sv_value);  // an integer
sv_word sv_word_of_bool(sv_word_maker *, sv_lit);                      // 0 or 1
bool sv_word_is_const(sv_word, int64_t *);                             // if it fits
// The least and largest value that the width and the constant bits allow
// (saturating at int64).
void sv_word_bounds(sv_word, int64_t *lo, int64_t *hi);

sv_lit sv_word_equal(sv_word_maker *, sv_word, sv_word);
sv_lit sv_word_less(sv_word_maker *, sv_word, sv_word);
sv_lit sv_word_at_most(sv_word_maker *, sv_word, sv_word);
sv_lit sv_word_is_zero(sv_word_maker *, sv_word);
sv_lit sv_word_negative(sv_word);
sv_word sv_word_ite(sv_word_maker *, sv_lit, sv_word, sv_word);
sv_word sv_word_add(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_sub(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_neg(sv_word_maker *, sv_word);
sv_word sv_word_mul(sv_word_maker *, sv_word, sv_word);
// As sv_number_div and sv_number_mod: Euclidean; by zero: 0 and the dividend.
sv_word sv_word_div(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_mod(sv_word_maker *, sv_word, sv_word);
// SMT-LIB's bvudiv/bvurem (is_signed false) or bvsdiv/bvsrem on w-bit vectors;
// arguments and results are wrapped.
sv_word sv_word_bv_div(sv_word_maker *, sv_word, sv_word, uint32_t w, bool is_signed);
sv_word sv_word_bv_mod(sv_word_maker *, sv_word, sv_word, uint32_t w, bool is_signed);
// Bit by bit, with the sign as all higher bits: not(a) is -1 - a.
sv_word sv_word_and(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_or(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_xor(sv_word_maker *, sv_word, sv_word);
sv_word sv_word_not(sv_word_maker *, sv_word);
// Shifts of w-bit vectors as SMT-LIB has them (amount taken as unsigned w-bit
// value; arithmetic right shift if signed); arguments and results are wrapped.
sv_word sv_word_shl(sv_word_maker *, sv_word, sv_word amount, uint32_t w, bool is_signed);
sv_word sv_word_shr(sv_word_maker *, sv_word, sv_word amount, uint32_t w, bool is_signed);
// The value modulo 2^w, as unsigned or two's complement.
sv_word sv_word_wrap(sv_word_maker *, sv_word, uint32_t w, bool is_signed);

#endif
