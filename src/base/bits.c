// bits.c -- bit sets, word by word. Bits past n are always zero, so that
// counting and comparing need no care at the end.

#include "base/bits.h"

void sv_bits_init(sv_bits *b, uint32_t n) {
  REQUIRE(n <= UINT32_MAX - 63, "too many bits");
  *b = (sv_bits){.w = SV_NEW_ARRAY(uint64_t, sv_bits_words(n)), .n = n};
}

void sv_bits_free(sv_bits *b) {
  sv_free(b->w);
  *b = (sv_bits){0};
}

void sv_bits_clear(sv_bits *b) {
  if (b->n) memset(b->w, 0, sv_bits_words(b->n) * sizeof *b->w);
}

void sv_bits_all(sv_bits *b) {
  if (!b->n) return;
  memset(b->w, 0xFF, sv_bits_words(b->n) * sizeof *b->w);
  if (b->n & 63) b->w[b->n >> 6] = (UINT64_C(1) << (b->n & 63)) - 1;
}

void sv_bits_copy(sv_bits *to, const sv_bits *from) {
  REQUIRE(to->n == from->n, "sets of different sizes");
  if (to != from && to->n) memcpy(to->w, from->w, sv_bits_words(to->n) * sizeof *to->w);
}

bool sv_bits_join(sv_bits *to, const sv_bits *from) {
  REQUIRE(to->n == from->n, "sets of different sizes");
  uint64_t grown = 0;
  for (uint32_t i = 0, words = sv_bits_words(to->n); i < words; i++) {
    grown |= from->w[i] & ~to->w[i];
    to->w[i] |= from->w[i];
  }
  return grown;
}

void sv_bits_minus(sv_bits *to, const sv_bits *from) {
  REQUIRE(to->n == from->n, "sets of different sizes");
  for (uint32_t i = 0, words = sv_bits_words(to->n); i < words; i++) to->w[i] &= ~from->w[i];
}

bool sv_bits_overlap(const sv_bits *a, const sv_bits *b) {
  REQUIRE(a->n == b->n, "sets of different sizes");
  for (uint32_t i = 0, words = sv_bits_words(a->n); i < words; i++)
    if (a->w[i] & b->w[i]) return true;
  return false;
}

bool sv_bits_equal(const sv_bits *a, const sv_bits *b) {
  REQUIRE(a->n == b->n, "sets of different sizes");
  return !a->n || !memcmp(a->w, b->w, sv_bits_words(a->n) * sizeof *a->w);
}

bool sv_bits_empty(const sv_bits *b) {
  for (uint32_t i = 0, words = sv_bits_words(b->n); i < words; i++)
    if (b->w[i]) return false;
  return true;
}

uint32_t sv_bits_count(const sv_bits *b) {
  uint32_t count = 0;
  for (uint32_t i = 0, words = sv_bits_words(b->n); i < words; i++)
    count += (uint32_t)__builtin_popcountll(b->w[i]);
  return count;
}

uint32_t sv_bits_next(const sv_bits *b, uint32_t from) {
  if (from >= b->n) return UINT32_MAX;
  uint32_t i = from >> 6, words = sv_bits_words(b->n);
  uint64_t w = b->w[i] & UINT64_MAX << (from & 63);
  while (!w)
    if (++i < words) w = b->w[i];
    else return UINT32_MAX;
  return i << 6 | (uint32_t)__builtin_ctzll(w);
}
