// young.h -- states in memory, in the order of their keys.
//
// A hash table with linear probing in which the place of a state is the upper half of its key, scaled
// to the number of places. So from the first place to the last one keys grow, but for
// neighbours: to sort what is in the table, hardly anything has to be moved, and nothing copied.
// A row is a state and one word for its owner, and has a mark. Rows are numbered in the order in which
// they came.
//
// The key is a hash of the state. Equal keys are ordered by their words.

#ifndef SV_YOUNG_H
#define SV_YOUNG_H

#include "base/vec.h"
#include "engine/explicit/store.h"

#define SV_YOUNG_NONE UINT32_MAX

typedef struct {
  uint32_t words, row;  // of a state; of a row
  uint32_t count, limit, slot_count;
  uint64_t *slots;  // upper half of the key; number of the row, plus 1
  SV_VEC(unsigned char *) chunks;
  uint64_t mask;  // of hashes: for tests
  size_t bytes, most;
} sv_young;

void sv_young_init(sv_young *, uint32_t words, uint64_t mask);
void sv_young_free(sv_young *);
void sv_young_clear(sv_young *);
// Makes room for so many rows beside those that are there; false: `most` bytes are not enough.
bool sv_young_makes_room(sv_young *, uint32_t rows);
// The row of the state, which is appended if it is not there: there is room. *fresh says so.
uint32_t sv_young_add(sv_young *, const uint64_t *state, uint64_t key, uint64_t word, bool *fresh);
uint32_t sv_young_find(const sv_young *, const uint64_t *state, uint64_t key);  // or NONE
// The rows from `from` on, in order: n of them, n = count - from. To be freed.
uint32_t *sv_young_order(const sv_young *, uint32_t from);

static inline uint64_t sv_young_key(const sv_young *y, const uint64_t *state) {
  return sv_store_hash(state, y->words) & y->mask;
}

enum { SV_YOUNG_CHUNK_BITS = 10, SV_YOUNG_CHUNK = 1 << SV_YOUNG_CHUNK_BITS };

static inline uint64_t *sv_young_row(const sv_young *y, uint32_t i) {
  assert(i < y->count);
  uint64_t *rows = (uint64_t *)(void *)y->chunks.at[i >> SV_YOUNG_CHUNK_BITS];
  return rows + (size_t)(i & (SV_YOUNG_CHUNK - 1)) * y->row;
}

// Behind the rows of a chunk.
static inline unsigned char *sv_young_mark(const sv_young *y, uint32_t i) {
  assert(i < y->count);
  unsigned char *chunk = y->chunks.at[i >> SV_YOUNG_CHUNK_BITS];
  return chunk + (size_t)SV_YOUNG_CHUNK * y->row * sizeof(uint64_t) + (i & (SV_YOUNG_CHUNK - 1));
}

static inline uint32_t sv_young_place(const sv_young *y, uint64_t key) {
  return (uint32_t)((key >> 32) * y->slot_count >> 32);
}

static inline void sv_young_prefetch(const sv_young *y, uint64_t hash) {
  if (y->slot_count) __builtin_prefetch(&y->slots[sv_young_place(y, hash & y->mask)]);
}

static inline void sv_young_prefetch_row(const sv_young *y, uint64_t hash) {
  if (!y->slot_count) return;
  uint64_t key = hash & y->mask, slot = y->slots[sv_young_place(y, key)];
  if (slot && slot >> 32 == key >> 32) __builtin_prefetch(sv_young_row(y, (uint32_t)slot - 1));
}

// Rows whose keys have the same upper half, one after the other: *at is 0 at first. NONE: no more.
uint32_t sv_young_next(const sv_young *, uint64_t key, size_t *at);

// -1, 0, 1: by key, then by words.
int sv_young_compare(const uint64_t *a, uint64_t key_a, const uint64_t *b, uint64_t key_b,
                     uint32_t words);

#endif
