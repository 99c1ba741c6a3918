// store.h -- exact storage of packed states.
//
// A set of fixed-size word vectors with small numbers (ids). It is cut into
// shards by the top bits of the hash; a shard has a table of 32-bit slots
// (open addressing, at most three quarters full, growing by half) and its
// vectors in chunks that never move. A slot holds the index of a vector
// and, in the bits the index does not need, a piece of its hash, so most
// misses are seen without touching the vector.
//
// Cost per vector beside its words: 5.4 to 8.1 bytes of slots and, with links,
// 5 bytes for the id of its parent and one mark. While one shard grows, its
// old table (1/64 of all) lives on: never more than 16 bytes in sum.
//
// A store of pairs holds numbers of two halves of 32 bits, bit after bit: as many bits
// for each half as the largest one needs, and 4 to 6 bytes of slots would be too much, so
// slots have no more bits than an index and a short tag. Whoever inserts says, by the
// hash of what a pair stands for, which shard it belongs to.
//
// For threads: all that belongs to a vector lies in its shard, so threads that
// insert into different shards do not meet; and while no thread inserts, all
// may look. Within a shard vectors are numbered in the order of insertion: a level of a
// breadth-first search is a range of indices in each shard.

#ifndef SV_STORE_H
#define SV_STORE_H

#include "base/snapshot.h"

#define SV_STORE_NONE UINT64_MAX  // no id, no parent
#define SV_STORE_SHARD_BITS 6
#define SV_STORE_SHARDS (1u << SV_STORE_SHARD_BITS)

typedef struct sv_store sv_store;

typedef enum {
  SV_STORE_OLD,   // was there
  SV_STORE_NEW,   // is there now
  SV_STORE_FULL,  // growing would exceed the budget, or there are no ids left
} sv_stored;

// `words` per vector (0 is fine: there is one empty vector). `shard_bits` is 0
// or SV_STORE_SHARD_BITS; with 0 ids are 0, 1, 2 … Links are parents and marks.
sv_store *sv_store_new(uint32_t words, uint32_t shard_bits, bool links);
sv_store *sv_store_new_pairs(void);  // with SV_STORE_SHARD_BITS and links
void sv_store_free(sv_store *);
// Bytes it may use; 0 = no limit.
void sv_store_budget(sv_store *, size_t bytes);

// Two words for one wide multiplication, whose halves are folded together.
static inline uint64_t sv_store_fold(uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t sv_store_hash(const uint64_t *words, uint32_t n) {
  uint64_t h = UINT64_C(0x51ED270B8B61C5F7);
  uint32_t i = 0;
  for (; i + 1 < n; i += 2)
    h = sv_store_fold(words[i] ^ UINT64_C(0xE7037ED1A0B428DB), words[i + 1] ^ h) + (h << 1);
  return sv_mix64(i < n ? h ^ words[i] : h);
}

static inline uint32_t sv_store_shard_of_hash(uint64_t hash) {
  return (uint32_t)(hash >> (64 - SV_STORE_SHARD_BITS));
}
// Adds the vector unless it is there; *id either way (not when full).
sv_stored sv_store_insert(sv_store *, const uint64_t *words, uint64_t hash, uint64_t parent,
                          uint64_t *id);
uint64_t sv_store_find(const sv_store *, const uint64_t *words, uint64_t hash);  // or NONE
// The same for pairs.
sv_stored sv_store_insert_pair(sv_store *, uint64_t pair, uint64_t state_hash, uint64_t parent,
                               uint64_t *id);
uint64_t sv_store_find_pair(const sv_store *, uint64_t pair, uint64_t state_hash);
void sv_store_prefetch_pair(const sv_store *, uint64_t pair, uint64_t state_hash);
void sv_store_prefetch_pair_vector(const sv_store *, uint64_t pair, uint64_t state_hash);
uint64_t sv_store_get_pair(const sv_store *, uint64_t id);
// Brings the slot of this hash into the cache; then, from that slot, the vector
// that is probably equal.
void sv_store_prefetch(const sv_store *, uint64_t hash);
void sv_store_prefetch_vector(const sv_store *, uint64_t hash);

const uint64_t *sv_store_get(const sv_store *, uint64_t id);  // stays valid
uint64_t sv_store_parent(const sv_store *, uint64_t id);      // links only
bool sv_store_marked(const sv_store *, uint64_t id);          // links only
void sv_store_mark(sv_store *, uint64_t id, bool on);

// store_save.c. Writes the vectors of each shard, in order, with their links; `counts`: only so many
// of each, or NULL. What was read is equal to what was written, ids and all. FULL: there is no room.
void sv_store_save(const sv_store *, const uint64_t *counts, sv_snapshot *);
sv_stored sv_store_restore(sv_store *, sv_snapshot *);  // into an empty one; NEW if it is good
// For it: the next vector of a shard.
sv_stored sv_store_insert_next(sv_store *, uint32_t shard, const uint64_t *words, uint64_t parent);

uint32_t sv_store_shards(const sv_store *);
uint64_t sv_store_shard_count(const sv_store *, uint32_t shard);
static inline uint32_t sv_store_shard_of(const sv_store *s, uint64_t id) {
  return (uint32_t)id & (sv_store_shards(s) - 1);
}
uint64_t sv_store_id(const sv_store *, uint32_t shard, uint64_t index);
uint64_t sv_store_index(const sv_store *, uint64_t id);
uint64_t sv_store_count(const sv_store *);
size_t sv_store_bytes(const sv_store *);
size_t sv_store_link_bytes(const sv_store *);  // of them, for parents and marks

#endif
