// word_divide.c -- quotients and remainders of words.
//
// The core divides natural numbers, one bit of the quotient at a time
// (restoring division). Signs are put on afterwards, in the two ways that are
// wanted: Euclidean for integers and truncating for bit vectors. Division by
// zero is chosen last, so the core may do anything then.

#include "encode/graph/word_parts.h"

typedef struct {
  sv_word quotient, remainder;
} division;

static sv_word magnitude(sv_word_maker *m, sv_word a) {
  return sv_word_neg_if(m, a, sv_word_negative(a));
}

// 2 * high + bit.
static sv_word append(sv_word_maker *m, sv_word high, sv_lit bit) {
  sv_lit *at = sv_word_alloc(m, high.n + 1);
  at[0] = bit;
  memcpy(at + 1, high.at, sizeof *at * high.n);
  return sv_word_trim(at, high.n + 1);
}

// A natural number of at most n bits, whatever its literals say.
static sv_word natural(sv_word_maker *m, sv_word a, uint32_t n) {
  return n ? sv_word_wrap(m, a, n, false) : sv_word_const(m, 0);
}

// a, b >= 0 by their signs. The remainder stays below b, so it has no more
// bits; that is false only for b = 0.
static division divide_naturals(sv_word_maker *m, sv_word a, sv_word b) {
  sv_word remainder = sv_word_const(m, 0);
  sv_lit *quotient = sv_word_alloc(m, a.n);
  for (uint32_t i = 0; i < a.n; i++) quotient[i] = SV_LIT_FALSE;
  for (uint32_t i = a.n - 1; i--;) {
    remainder = append(m, remainder, a.at[i]);
    sv_word less = sv_word_sub(m, remainder, b);
    quotient[i] = sv_lit_not(sv_word_negative(less));
    remainder = natural(m, sv_word_ite(m, quotient[i], less, remainder), b.n - 1);
  }
  return (division){sv_word_trim(quotient, a.n), remainder};
}

// Is it the constant 2^k?
static bool is_power(sv_word b, uint32_t *k) {
  uint32_t ones = 0;
  for (uint32_t i = 0; i < b.n; i++) {
    if (!sv_lit_is_const(b.at[i])) return false;
    if (sv_lit_same(b.at[i], SV_LIT_TRUE)) *k = i, ones++;
  }
  return ones == 1 && *k + 1 < b.n;
}

static division by_power(sv_word_maker *m, sv_word a, uint32_t k) {
  return (division){sv_word_drop(a, k), natural(m, a, k)};
}

// By magnitudes q and r: a >= 0 has ±q and r. Else r > 0 is one step further
// from zero, ±(q + 1) and |b| - r, and r = 0 is ±q and 0.
static division divide_euclidean(sv_word_maker *m, sv_word a, sv_word b) {
  sv_lit below = sv_word_negative(a), flip = sv_aig_xor(m->aig, below, sv_word_negative(b));
  sv_word divisor = magnitude(m, b);
  division d = divide_naturals(m, magnitude(m, a), divisor);
  sv_lit rest = sv_lit_not(sv_word_is_zero(m, d.remainder));
  sv_lit further = sv_aig_and(m->aig, below, rest);
  sv_word quotient = sv_word_add_carry(m, d.quotient, sv_word_const(m, 0), further);
  sv_word beyond = sv_word_sub(m, divisor, d.remainder);
  sv_word remainder = sv_word_ite(m, further, beyond, d.remainder);
  return (division){sv_word_neg_if(m, quotient, flip), natural(m, remainder, divisor.n - 1)};
}

// |a div b| <= |a|; only the least value of a's width divided by -1 needs one bit more.
static uint32_t quotient_width(sv_word a, sv_word b) {
  bool a_natural = sv_lit_same(sv_word_negative(a), SV_LIT_FALSE);
  bool b_natural = sv_lit_same(sv_word_negative(b), SV_LIT_FALSE);
  return a_natural || b_natural ? a.n : a.n + 1;
}

sv_word sv_word_div(sv_word_maker *m, sv_word a, sv_word b) {
  uint32_t k;
  if (is_power(b, &k)) return sv_word_drop(a, k);
  sv_arena_mark mark = sv_arena_position(m->arena);
  sv_word quotient = sv_word_narrow(divide_euclidean(m, a, b).quotient, quotient_width(a, b));
  sv_lit defined = sv_lit_not(sv_word_is_zero(m, b));
  return sv_word_rescue(m, mark, sv_word_ite(m, defined, quotient, sv_word_const(m, 0)));
}

sv_word sv_word_mod(sv_word_maker *m, sv_word a, sv_word b) {
  uint32_t k;
  if (is_power(b, &k)) return by_power(m, a, k).remainder;
  sv_arena_mark mark = sv_arena_position(m->arena);
  sv_word remainder = divide_euclidean(m, a, b).remainder;
  sv_lit defined = sv_lit_not(sv_word_is_zero(m, b));
  return sv_word_rescue(m, mark, sv_word_ite(m, defined, remainder, a));
}

static division divide_truncating(sv_word_maker *m, sv_word a, sv_word b) {
  uint32_t k;
  if (sv_lit_same(sv_word_negative(a), SV_LIT_FALSE) && is_power(b, &k)) return by_power(m, a, k);
  sv_lit below = sv_word_negative(a), flip = sv_aig_xor(m->aig, below, sv_word_negative(b));
  division d = divide_naturals(m, magnitude(m, a), magnitude(m, b));
  return (division){sv_word_neg_if(m, d.quotient, flip), sv_word_neg_if(m, d.remainder, below)};
}

// By zero: all ones, or 1 for a negative dividend.
sv_word sv_word_bv_div(sv_word_maker *m, sv_word a, sv_word b, uint32_t w, bool is_signed) {
  sv_arena_mark mark = sv_arena_position(m->arena);
  a = sv_word_wrap(m, a, w, is_signed), b = sv_word_wrap(m, b, w, is_signed);
  sv_lit defined = sv_lit_not(sv_word_is_zero(m, b));
  sv_word ones = sv_word_const(m, -1), one = sv_word_const(m, 1);
  sv_word otherwise = sv_word_ite(m, sv_word_negative(a), one, ones);
  sv_word quotient = divide_truncating(m, a, b).quotient;
  sv_word chosen = sv_word_ite(m, defined, quotient, otherwise);
  return sv_word_rescue(m, mark, sv_word_wrap(m, chosen, w, is_signed));
}

sv_word sv_word_bv_mod(sv_word_maker *m, sv_word a, sv_word b, uint32_t w, bool is_signed) {
  sv_arena_mark mark = sv_arena_position(m->arena);
  a = sv_word_wrap(m, a, w, is_signed), b = sv_word_wrap(m, b, w, is_signed);
  sv_lit defined = sv_lit_not(sv_word_is_zero(m, b));
  sv_word chosen = sv_word_ite(m, defined, divide_truncating(m, a, b).remainder, a);
  return sv_word_rescue(m, mark, sv_word_wrap(m, chosen, w, is_signed));
}
