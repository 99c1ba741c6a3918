// store_save.c -- a store as bytes: the numbers of vectors in its shards, then the vectors, each with
// its words, the low 32 bits of its link and one byte of the rest, as in a chunk. Slots are made anew.

#include "engine/explicit/store_inside.h"

static void put_link(const sv_store *s, uint64_t id, sv_snapshot *to) {
  uint64_t parent = sv_store_parent(s, id);
  uint32_t low = (uint32_t)parent;
  unsigned char high = (unsigned char)(parent >> 32 & (SV_MARK - 1u));
  if (sv_store_marked(s, id)) high |= SV_MARK;
  sv_snapshot_put(to, &low, sizeof low);
  sv_snapshot_put(to, &high, sizeof high);
}

static void put_vector(const sv_store *s, uint64_t id, sv_snapshot *to) {
  if (s->pairs) sv_snapshot_put_u64(to, sv_store_get_pair(s, id));
  else sv_snapshot_put(to, sv_store_get(s, id), s->words * sizeof(uint64_t));
  if (s->links) put_link(s, id, to);
}

void sv_store_save(const sv_store *s, const uint64_t *counts, sv_snapshot *to) {
  uint64_t n[SV_STORE_SHARDS];
  for (uint32_t i = 0; i < sv_store_shards(s); i++) {
    n[i] = counts ? counts[i] : s->shards[i].count;
    assert(n[i] <= s->shards[i].count);
    sv_snapshot_put_u64(to, n[i]);
  }
  for (uint32_t i = 0; i < sv_store_shards(s); i++)
    for (uint64_t k = 0; k < n[i]; k++) put_vector(s, sv_store_id(s, i, k), to);
}

// The link of the next vector, as its parent; the mark is what comes last.
static uint64_t get_link(sv_snapshot *from, bool *marked) {
  uint32_t low;
  unsigned char high;
  sv_snapshot_get(from, &low, sizeof low);
  sv_snapshot_get(from, &high, sizeof high);
  *marked = high & SV_MARK;
  uint64_t parent = (uint64_t)(high & (SV_MARK - 1u)) << 32 | low;
  return parent == (SV_STORE_NONE & ((UINT64_C(1) << 39) - 1)) ? SV_STORE_NONE : parent;
}

static bool is_parent(const sv_store *s, const uint64_t *counts, uint64_t parent) {
  return parent == SV_STORE_NONE ||
         sv_store_index(s, parent) < counts[sv_store_shard_of(s, parent)];
}

static sv_stored get_vector(sv_store *s, const uint64_t *counts, uint32_t shard, uint64_t *words,
                            sv_snapshot *from) {
  uint64_t parent = SV_STORE_NONE, id = sv_store_id(s, shard, s->shards[shard].count);
  bool marked = false;
  sv_snapshot_get(from, words, s->words * sizeof *words);
  if (s->links) parent = get_link(from, &marked);
  if (sv_snapshot_bad(from) || !is_parent(s, counts, parent)) return SV_STORE_OLD;
  sv_stored got = sv_store_insert_next(s, shard, words, parent);
  if (got == SV_STORE_NEW && marked) sv_store_mark(s, id, true);
  return got;
}

sv_stored sv_store_restore(sv_store *s, sv_snapshot *from) {
  uint64_t counts[SV_STORE_SHARDS], *words = SV_NEW_ARRAY(uint64_t, s->words + 1);
  sv_stored got = SV_STORE_NEW;
  assert(!sv_store_count(s));
  for (uint32_t i = 0; i < sv_store_shards(s); i++)
    counts[i] = sv_snapshot_get_count(from, s->words * sizeof *words);
  for (uint32_t i = 0; i < sv_store_shards(s); i++)
    for (uint64_t k = 0; k < counts[i] && got == SV_STORE_NEW; k++)
      got = get_vector(s, counts, i, words, from);
  sv_free(words);
  if (got == SV_STORE_OLD) sv_snapshot_refuse(from);
  return got;
}
