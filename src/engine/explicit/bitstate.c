// bitstate.c -- three bits per state. See bitstate.h.

#include "engine/explicit/bitstate.h"

enum { PROBES = 3 };

void sv_bitstate_init(sv_bitstate *b, uint32_t bits) {
  REQUIRE(bits >= 6 && bits <= 48, "bits out of range");
  *b = (sv_bitstate){.mask = (UINT64_C(1) << bits) - 1};
  b->words = SV_NEW_ARRAY(uint64_t, UINT64_C(1) << (bits - 6));
}

void sv_bitstate_free(sv_bitstate *b) {
  sv_free(b->words);
  *b = (sv_bitstate){0};
}

// Probe i is at hash + i * step, with an odd step.
static uint64_t step_of(uint64_t hash) { return sv_mix64(hash ^ UINT64_C(0xD1B54A32D192ED03)) | 1; }

bool sv_bitstate_has(const sv_bitstate *b, uint64_t hash) {
  uint64_t at = hash, step = step_of(hash);
  for (uint32_t i = 0; i < PROBES; i++, at += step) {
    uint64_t bit = at & b->mask;
    if (!(b->words[bit >> 6] >> (bit & 63) & 1)) return false;
  }
  return true;
}

bool sv_bitstate_add(sv_bitstate *b, uint64_t hash) {
  uint64_t at = hash, step = step_of(hash), before = b->ones;
  for (uint32_t i = 0; i < PROBES; i++, at += step) {
    uint64_t bit = at & b->mask, one = UINT64_C(1) << (bit & 63);
    b->ones += !(b->words[bit >> 6] & one);
    b->words[bit >> 6] |= one;
  }
  b->count += b->ones != before;
  assert(b->ones - before <= PROBES && b->count <= b->ones);
  assert(sv_bitstate_has(b, hash));
  return b->ones != before;
}

size_t sv_bitstate_bytes(const sv_bitstate *b) { return (size_t)(b->mask / 8 + 1); }

void sv_bitstate_save(const sv_bitstate *b, sv_snapshot *to) {
  sv_snapshot_put_u64(to, b->mask);
  sv_snapshot_put_u64(to, b->count);
  sv_snapshot_put(to, b->words, sv_bitstate_bytes(b));
}

bool sv_bitstate_restore(sv_bitstate *b, sv_snapshot *from) {
  if (sv_snapshot_get_u64(from) != b->mask) return sv_snapshot_refuse(from);
  b->count = sv_snapshot_get_u64(from);
  sv_snapshot_get(from, b->words, sv_bitstate_bytes(b));
  b->ones = 0;
  for (uint64_t i = 0; i <= b->mask >> 6; i++)
    b->ones += (uint64_t)__builtin_popcountll(b->words[i]);
  return !sv_snapshot_bad(from);
}
