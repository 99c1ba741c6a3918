// word_arith.c -- sums and products of words.
//
// Adders ripple: small, and good for BDDs of interleaved operands. A product
// is the sum of the multiplicand for each bit of the other factor, where the
// bits that are final leave the accumulator at its low end; the sign bit
// counts negative.

#include "encode/graph/word_parts.h"

static sv_lit majority(sv_aig *g, sv_lit a, sv_lit b, sv_lit c) {
  return sv_aig_or(g, sv_aig_and(g, a, b), sv_aig_and(g, c, sv_aig_or(g, a, b)));
}

sv_word sv_word_add_carry(sv_word_maker *m, sv_word a, sv_word b, sv_lit carry) {
  uint32_t n = sv_word_wider(a, b) + 1;
  sv_lit *at = sv_word_alloc(m, n);
  for (uint32_t i = 0; i < n; i++) {
    sv_lit x = sv_word_bit(a, i), y = sv_word_bit(b, i);
    at[i] = sv_aig_xor(m->aig, sv_aig_xor(m->aig, x, y), carry);
    carry = majority(m->aig, x, y, carry);
  }
  return sv_word_trim(at, n);
}

sv_word sv_word_add(sv_word_maker *m, sv_word a, sv_word b) {
  return sv_word_add_carry(m, a, b, SV_LIT_FALSE);
}

sv_word sv_word_sub(sv_word_maker *m, sv_word a, sv_word b) {
  return sv_word_add_carry(m, a, sv_word_not(m, b), SV_LIT_TRUE);
}

sv_word sv_word_neg_if(sv_word_maker *m, sv_word a, sv_lit c) {
  return sv_word_add_carry(m, sv_word_not_if(m, a, c), sv_word_const(m, 0), c);
}

sv_word sv_word_neg(sv_word_maker *m, sv_word a) { return sv_word_neg_if(m, a, SV_LIT_TRUE); }

static sv_word masked(sv_word_maker *m, sv_word a, sv_lit c) {
  return sv_word_and(m, a, (sv_word){&c, 1});
}

static uint32_t unknown_bits(sv_word a) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a.n; i++) n += !sv_lit_is_const(a.at[i]);
  return n;
}

// Needs one adder for each bit of b that is not constantly false.
static sv_word product(sv_word_maker *m, sv_word a, sv_word b) {
  sv_lit *at = sv_word_alloc(m, a.n + b.n);
  sv_word sum = sv_word_const(m, 0);
  for (uint32_t i = 0; i + 1 < b.n; i++) {
    sum = sv_word_add(m, sum, masked(m, a, b.at[i]));
    at[i] = sum.at[0];
    sum = sv_word_drop(sum, 1);
  }
  sum = sv_word_sub(m, sum, masked(m, a, sv_word_negative(b)));
  for (uint32_t i = b.n - 1; i < a.n + b.n; i++) at[i] = sv_word_bit(sum, i - (b.n - 1));
  return sv_word_trim(at, a.n + b.n);
}

sv_word sv_word_mul(sv_word_maker *m, sv_word a, sv_word b) {
  sv_arena_mark mark = sv_arena_position(m->arena);
  bool swap = unknown_bits(a) < unknown_bits(b);
  return sv_word_rescue(m, mark, swap ? product(m, b, a) : product(m, a, b));
}
