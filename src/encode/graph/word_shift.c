// word_shift.c -- shifts of bit vectors by variable amounts.
//
// Barrel shifters: stage k shifts by 2^k where bit k of the amount says so.
// Higher bits of the amount than the width needs shift everything out.

#include "encode/graph/word_parts.h"

typedef struct {
  sv_lit *at;
  uint32_t n;
  sv_lit fill;
  bool left;
} barrel;

// The literal that comes to place i from `by` places away.
static sv_lit arriving(const barrel *b, uint32_t i, uint32_t by) {
  if (b->left) return i >= by ? b->at[i - by] : b->fill;
  return b->n - i > by ? b->at[i + by] : b->fill;
}

// Goes against the direction of the shift, so that it reads what is still old.
static void stage(sv_aig *g, barrel *b, uint32_t by, sv_lit when) {
  for (uint32_t j = 0; j < b->n; j++) {
    uint32_t i = b->left ? b->n - 1 - j : j;
    b->at[i] = sv_aig_ite(g, when, arriving(b, i, by), b->at[i]);
  }
}

static uint32_t stages(uint32_t w) {
  uint32_t k = 0;
  while ((UINT64_C(1) << k) < w) k++;
  return k;
}

static void shift(sv_word_maker *m, barrel *b, sv_word amount) {
  uint32_t n = stages(b->n);
  for (uint32_t k = 0; k < n; k++) stage(m->aig, b, UINT32_C(1) << k, sv_word_bit(amount, k));
  if (n >= amount.n) return;
  stage(m->aig, b, b->n, sv_aig_or_all(m->aig, amount.at + n, amount.n - n));
}

static sv_word shifted(sv_word_maker *m, sv_word a, sv_word amount, uint32_t w, bool is_signed,
                       bool left) {
  sv_arena_mark mark = sv_arena_position(m->arena);
  sv_word start = sv_word_wrap(m, a, w, is_signed), by = sv_word_wrap(m, amount, w, false);
  barrel b = {.at = sv_word_alloc(m, w + 1), .n = w, .left = left};
  b.fill = left ? SV_LIT_FALSE : sv_word_negative(start);
  for (uint32_t i = 0; i < w; i++) b.at[i] = sv_word_bit(start, i);
  shift(m, &b, by);
  b.at[w] = is_signed ? b.at[w - 1] : SV_LIT_FALSE;
  return sv_word_rescue(m, mark, sv_word_trim(b.at, w + 1));
}

sv_word sv_word_shl(sv_word_maker *m, sv_word a, sv_word amount, uint32_t w, bool is_signed) {
  return shifted(m, a, amount, w, is_signed, true);
}

sv_word sv_word_shr(sv_word_maker *m, sv_word a, sv_word amount, uint32_t w, bool is_signed) {
  return shifted(m, a, amount, w, is_signed, false);
}
