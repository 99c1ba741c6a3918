// word.c -- words: making, comparing, choosing, bitwise operations.
//
// Every operation works bit by bit up to the width where the result's bits
// repeat, and trims what repeats earlier. Constants need no special cases: the
// graph folds them, so constant words give constant words.

#include "encode/graph/word_parts.h"

sv_lit sv_word_bit(sv_word a, uint32_t k) {
  assert(a.n);
  return a.at[k < a.n ? k : a.n - 1];
}

sv_word sv_word_make(sv_word_maker *m, const sv_lit *at, uint32_t n) {
  REQUIRE(n >= 1, "a word has a sign");
  sv_word trimmed = sv_word_trim(at, n);
  sv_lit *copy = sv_word_alloc(m, trimmed.n);
  memcpy(copy, at, sizeof *copy * trimmed.n);
  return (sv_word){copy, trimmed.n};
}

sv_word sv_word_rescue(sv_word_maker *m, sv_arena_mark mark, sv_word a) {
  sv_lit *copy = SV_NEW_ARRAY(sv_lit, a.n);
  memcpy(copy, a.at, sizeof *copy * a.n);
  sv_arena_rewind(m->arena, mark);
  sv_word rescued = sv_word_make(m, copy, a.n);
  sv_free(copy);
  return rescued;
}

sv_word sv_word_const(sv_word_maker *m, int64_t value) {
  sv_lit at[64];
  for (uint32_t i = 0; i < 64; i++) at[i] = sv_lit_const((uint64_t)value >> i & 1);
  return sv_word_make(m, at, 64);
}

static sv_word big_const(sv_word_maker *m, mpz_srcptr z) {
  uint32_t n = (uint32_t)mpz_sizeinbase(z, 2) + 1;
  sv_lit *at = sv_word_alloc(m, n);
  for (uint32_t i = 0; i < n; i++) at[i] = sv_lit_const(mpz_tstbit(z, i));
  return sv_word_trim(at, n);
}

sv_word sv_word_value(sv_word_maker *m, const sv_numbers *N, sv_value v) {
  int64_t small;
  REQUIRE(sv_number_is_int(N, v), "only integers are words");
  if (sv_number_to_i64(N, v, &small)) return sv_word_const(m, small);
  mpq_t q;
  mpq_init(q);
  sv_number_get(N, v, q);
  sv_word made = big_const(m, mpq_numref(q));
  mpq_clear(q);
  return made;
}

sv_word sv_word_of_bool(sv_word_maker *m, sv_lit a) {
  return sv_word_make(m, (sv_lit[]){a, SV_LIT_FALSE}, 2);
}

bool sv_word_is_const(sv_word a, int64_t *value) {
  uint64_t bits = 0;
  if (a.n > 64) return false;
  for (uint32_t i = 0; i < 64; i++) {
    sv_lit bit = sv_word_bit(a, i);
    if (!sv_lit_is_const(bit)) return false;
    bits |= (uint64_t)bit.x << i;
  }
  *value = (int64_t)bits;
  return true;
}

static bool bit_or(sv_lit a, bool unknown) {
  return sv_lit_is_const(a) ? sv_lit_same(a, SV_LIT_TRUE) : unknown;
}

// The value with unknown bits and an unknown sign chosen so.
static int64_t extreme(sv_word a, bool unknown, bool unknown_sign) {
  bool negative = bit_or(a.at[a.n - 1], unknown_sign);
  uint64_t bits = negative ? UINT64_MAX : 0;
  for (uint32_t i = 0; i + 1 < a.n; i++) {
    bool bit = bit_or(a.at[i], unknown);
    if (bit == negative) continue;
    if (i >= 63) return negative ? INT64_MIN : INT64_MAX;
    bits ^= UINT64_C(1) << i;
  }
  return (int64_t)bits;
}

void sv_word_bounds(sv_word a, int64_t *lo, int64_t *hi) {
  *lo = extreme(a, false, true);
  *hi = extreme(a, true, false);
  assert(*lo <= *hi);
}

sv_lit sv_word_equal(sv_word_maker *m, sv_word a, sv_word b) {
  uint32_t n = sv_word_wider(a, b);
  sv_arena_mark mark = sv_arena_position(m->arena);
  sv_lit *same = sv_word_alloc(m, n);
  for (uint32_t i = 0; i < n; i++)
    same[i] = sv_aig_iff(m->aig, sv_word_bit(a, i), sv_word_bit(b, i));
  sv_lit all = sv_aig_and_all(m->aig, same, n);
  sv_arena_rewind(m->arena, mark);
  return all;
}

// From the lowest bit up: b is more, or not less and more below. Signs count
// the other way round.
sv_lit sv_word_less(sv_word_maker *m, sv_word a, sv_word b) {
  sv_aig *g = m->aig;
  sv_lit less = SV_LIT_FALSE;
  uint32_t n = sv_word_wider(a, b);
  for (uint32_t i = 0; i < n; i++) {
    sv_lit x = sv_word_bit(i + 1 < n ? a : b, i), y = sv_word_bit(i + 1 < n ? b : a, i);
    sv_lit more = sv_aig_and(g, sv_lit_not(x), y), not_less = sv_aig_implies(g, x, y);
    less = sv_aig_or(g, more, sv_aig_and(g, not_less, less));
  }
  return less;
}

sv_lit sv_word_at_most(sv_word_maker *m, sv_word a, sv_word b) {
  return sv_lit_not(sv_word_less(m, b, a));
}

sv_lit sv_word_is_zero(sv_word_maker *m, sv_word a) {
  return sv_lit_not(sv_aig_or_all(m->aig, a.at, a.n));
}

sv_lit sv_word_negative(sv_word a) { return a.at[a.n - 1]; }

sv_word sv_word_ite(sv_word_maker *m, sv_lit c, sv_word a, sv_word b) {
  if (sv_lit_is_const(c)) return sv_lit_same(c, SV_LIT_TRUE) ? a : b;
  uint32_t n = sv_word_wider(a, b);
  sv_lit *at = sv_word_alloc(m, n);
  for (uint32_t i = 0; i < n; i++)
    at[i] = sv_aig_ite(m->aig, c, sv_word_bit(a, i), sv_word_bit(b, i));
  return sv_word_trim(at, n);
}

typedef sv_lit bit_operation(sv_aig *, sv_lit, sv_lit);

static sv_word bitwise(sv_word_maker *m, bit_operation *f, sv_word a, sv_word b) {
  uint32_t n = sv_word_wider(a, b);
  sv_lit *at = sv_word_alloc(m, n);
  for (uint32_t i = 0; i < n; i++) at[i] = f(m->aig, sv_word_bit(a, i), sv_word_bit(b, i));
  return sv_word_trim(at, n);
}

sv_word sv_word_and(sv_word_maker *m, sv_word a, sv_word b) { return bitwise(m, sv_aig_and, a, b); }

sv_word sv_word_or(sv_word_maker *m, sv_word a, sv_word b) { return bitwise(m, sv_aig_or, a, b); }

sv_word sv_word_xor(sv_word_maker *m, sv_word a, sv_word b) { return bitwise(m, sv_aig_xor, a, b); }

sv_word sv_word_not_if(sv_word_maker *m, sv_word a, sv_lit c) {
  return bitwise(m, sv_aig_xor, a, (sv_word){&c, 1});
}

sv_word sv_word_not(sv_word_maker *m, sv_word a) { return sv_word_not_if(m, a, SV_LIT_TRUE); }

sv_word sv_word_wrap(sv_word_maker *m, sv_word a, uint32_t w, bool is_signed) {
  REQUIRE(w >= 1, "a bit vector has bits");
  if (is_signed) return sv_word_narrow(a, w);
  sv_lit sign = sv_word_negative(a);
  if (a.n <= w + 1 && sv_lit_same(sign, SV_LIT_FALSE)) return a;
  sv_lit *at = sv_word_alloc(m, w + 1);
  for (uint32_t i = 0; i < w; i++) at[i] = sv_word_bit(a, i);
  at[w] = SV_LIT_FALSE;
  return sv_word_trim(at, w + 1);
}
