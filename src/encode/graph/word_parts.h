// word_parts.h -- what the files of word.h share: literals of a new word, and cuts.

#ifndef SV_WORD_PARTS_H
#define SV_WORD_PARTS_H

#include "encode/graph/word.h"

static inline sv_lit *sv_word_alloc(sv_word_maker *m, uint32_t n) {
  return SV_ARENA_ARRAY(m->arena, sv_lit, n);
}

// The word of literals that live in the arena already.
static inline sv_word sv_word_trim(const sv_lit *at, uint32_t n) {
  while (n > 1 && sv_lit_same(at[n - 1], at[n - 2])) n--;
  return (sv_word){at, n};
}

static inline uint32_t sv_word_wider(sv_word a, sv_word b) { return a.n > b.n ? a.n : b.n; }

// The same number if it is known to fit n bits with the sign.
static inline sv_word sv_word_narrow(sv_word a, uint32_t n) {
  return a.n > n ? sv_word_trim(a.at, n) : a;
}

// floor(a / 2^k); shares the literals.
static inline sv_word sv_word_drop(sv_word a, uint32_t k) {
  uint32_t gone = k < a.n ? k : a.n - 1;
  return (sv_word){a.at + gone, a.n - gone};
}

// c ? -1 - a : a.
sv_word sv_word_not_if(sv_word_maker *, sv_word, sv_lit c);
// c ? -a : a.
sv_word sv_word_neg_if(sv_word_maker *, sv_word, sv_lit c);
// a + b + carry.
sv_word sv_word_add_carry(sv_word_maker *, sv_word, sv_word, sv_lit carry);
// A copy, after everything since the mark has been given back to the arena.
sv_word sv_word_rescue(sv_word_maker *, sv_arena_mark, sv_word);

#endif
