// store_inside.h -- what store.c and store_chunk.c share.
//
// Vectors lie in chunks that grow like the square root of their number, so
// neither the unused end of the last chunk nor the directory ever weighs much,
// and nothing moves. In blocks of 16 vectors: piece k of the directory stands
// for the blocks 2^k - 1 … 2^(k+1) - 2, cut into chunks of 2^(k/2) blocks.
//
// Pairs are not kept as words: a chunk begins with the widths of the halves of its
// pairs, then they lie bit after bit. A pair that is too wide for its chunk has
// the chunk written anew; the chunks before it keep their widths.

#ifndef SV_STORE_INSIDE_H
#define SV_STORE_INSIDE_H

#include "engine/explicit/store.h"

enum {
  SV_BLOCK_BITS = 4,
  SV_BLOCK = 1 << SV_BLOCK_BITS,
  SV_CLASSES = 29,  // for 2^32 vectors a shard
  SV_MARK = 0x80,   // in the high byte of a parent
};

typedef struct {
  union {
    uint32_t *slots;
    unsigned char *narrow;  // pairs: buckets
  };
  uint32_t slot_count;  // pairs: of buckets
  uint32_t slots_each;  // pairs: in a bucket
  uint32_t limit;       // vectors that fit before it grows
  uint32_t count;
  uint32_t index_bits;
  unsigned char widths[2];  // pairs: of the halves in the next chunk
  unsigned char **pieces[SV_CLASSES];
} sv_shard;

struct sv_store {
  uint32_t words, shard_bits;
  bool links, pairs;
  size_t bytes;  // of all shards, also while several grow
  size_t budget;
  sv_shard *shards;
};

// Where a vector is: entry `at` of the chunk in slot `chunk` of piece k.
typedef struct {
  uint32_t piece, chunk, at;
} sv_position;

static inline sv_position sv_position_of(uint32_t index) {
  uint32_t block = (index >> SV_BLOCK_BITS) + 1;
  uint32_t k = 31u - (uint32_t)__builtin_clz(block), half = k / 2;
  uint32_t inside = block - (1u << k);
  uint32_t at = (inside & ((1u << half) - 1)) << SV_BLOCK_BITS | (index & (SV_BLOCK - 1));
  return (sv_position){k, inside >> half, at};
}

static inline uint64_t *sv_words_at(const sv_store *s, const sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  return (uint64_t *)(void *)h->pieces[p.piece][p.chunk] + (size_t)p.at * s->words;
}

// Eight bytes, the first one lowest.
static inline uint64_t sv_load_word(const unsigned char *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// The n <= 32 bits from this one on; 8 bytes behind the last one may be read.
static inline uint32_t sv_bits_at(const unsigned char *from, uint64_t bit, uint32_t n) {
  return (uint32_t)(sv_load_word(from + (bit >> 3)) >> (bit & 7) & ((UINT64_C(1) << n) - 1));
}

void sv_bits_put(unsigned char *to, uint64_t bit, uint32_t n, uint32_t value);  // over zeros

enum { SV_PAIR_HEAD = 2, SV_PAIR_TAIL = 8 };  // bytes of a chunk around its pairs

static inline uint64_t sv_pair_at(const sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  const unsigned char *chunk = h->pieces[p.piece][p.chunk], *pairs = chunk + SV_PAIR_HEAD;
  uint32_t high = chunk[0], low = chunk[1];
  uint64_t bit = (uint64_t)p.at * (high + low);
  return (uint64_t)sv_bits_at(pairs, bit, high) << 32 | sv_bits_at(pairs, bit + high, low);
}

// Counts bytes that are about to be allocated; false if they are not to be had.
bool sv_store_afford(sv_store *, size_t bytes);
void sv_store_return(sv_store *, size_t bytes);
// Copies the vector behind the last one; false if there is no room.
bool sv_store_append(sv_store *, sv_shard *, const uint64_t *words, uint64_t parent);
void sv_store_free_chunks(sv_shard *);
// store_pairs.c. The index of the pair, or UINT32_MAX.
uint32_t sv_pairs_look_up(const sv_shard *, uint64_t pair, uint64_t hash);
void sv_pairs_put(sv_shard *, uint64_t hash, uint32_t index);
bool sv_pairs_grow(sv_store *, sv_shard *);
void sv_pairs_prefetch_slot(const sv_shard *, uint64_t hash);
void sv_pairs_prefetch(const sv_shard *, uint64_t hash);  // and what is behind it

#endif
