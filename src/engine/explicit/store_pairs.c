// store_pairs.c -- the slots of a store of pairs. See store_inside.h.
//
// A shard's slots are buckets of one cache line: tags of 8 bits, 0 for a free slot, then
// as many indices of just the bits they need. A bucket fills from the front; if it
// is full, what belongs there goes into the next one. A look-up compares eight tags
// at once and nearly always ends in its first line, so fifteen slots of sixteen may be taken.

#include "engine/explicit/store_inside.h"

enum { LINE = 64, FIRST_BUCKETS = 1, EIGHT = 8 };
#define ONES UINT64_C(0x0101010101010101)

static uint32_t per_bucket(uint32_t index_bits) { return LINE * 8 / (8 + index_bits); }

static unsigned char *bucket_at(const sv_shard *h, uint32_t b) {
  return h->narrow + (size_t)b * LINE;
}

static uint32_t bucket_of(const sv_shard *h, uint64_t hash) {
  return (uint32_t)((uint64_t)(uint32_t)(hash >> 16) * h->slot_count >> 32);
}

static uint32_t next_bucket(const sv_shard *h, uint32_t b) {
  return b + 1 == h->slot_count ? 0 : b + 1;
}

static unsigned char tag_of(uint64_t hash) {
  return (unsigned char)((hash & 0xFF) + !(hash & 0xFF));
}

static uint32_t index_in(const sv_shard *h, const unsigned char *bucket, uint32_t k) {
  return sv_bits_at(bucket, 8 * (uint64_t)h->slots_each + (uint64_t)k * h->index_bits,
                    h->index_bits);
}

// The top bit of each byte that may be the tag; of the lowest it is certain.
static uint64_t matches(const unsigned char *tags, unsigned char tag) {
  uint64_t x = sv_load_word(tags) ^ ONES * tag;
  return (x - ONES) & ~x & ONES << 7;
}

// The first index from slot *k on that has the tag; false if there is none.
static bool next_match(const sv_shard *h, const unsigned char *bucket, unsigned char tag,
                       uint32_t *k) {
  for (uint32_t from = *k & ~(EIGHT - 1u); from < h->slots_each; from += EIGHT) {
    uint64_t found = matches(bucket + from, tag);
    if (*k > from) found &= UINT64_MAX << 8 * (*k - from);
    if (!found) continue;
    *k = from + (uint32_t)__builtin_ctzll(found) / 8;
    return *k < h->slots_each;
  }
  return false;
}

uint32_t sv_pairs_look_up(const sv_shard *h, uint64_t pair, uint64_t hash) {
  unsigned char tag = tag_of(hash);
  for (uint32_t b = bucket_of(h, hash);; b = next_bucket(h, b)) {
    const unsigned char *bucket = bucket_at(h, b);
    for (uint32_t k = 0; k < h->slots_each && next_match(h, bucket, tag, &k); k++) {
      uint32_t index = index_in(h, bucket, k);
      if (bucket[k] == tag && sv_pair_at(h, index) == pair) return index;
    }
    if (!bucket[h->slots_each - 1]) return UINT32_MAX;
  }
}

void sv_pairs_put(sv_shard *h, uint64_t hash, uint32_t index) {
  uint32_t b = bucket_of(h, hash), k = 0;
  while (bucket_at(h, b)[h->slots_each - 1]) b = next_bucket(h, b);
  unsigned char *bucket = bucket_at(h, b);
  while (bucket[k]) k++;
  bucket[k] = tag_of(hash);
  sv_bits_put(bucket, 8 * (uint64_t)h->slots_each + (uint64_t)k * h->index_bits, h->index_bits,
              index);
}

void sv_pairs_prefetch_slot(const sv_shard *h, uint64_t hash) {
  if (h->slot_count) __builtin_prefetch(bucket_at(h, bucket_of(h, hash)));
}

void sv_pairs_prefetch(const sv_shard *h, uint64_t hash) {
  uint32_t k = 0;
  if (!h->slot_count) return;
  const unsigned char *bucket = bucket_at(h, bucket_of(h, hash));
  if (!next_match(h, bucket, tag_of(hash), &k)) return;
  sv_position p = sv_position_of(index_in(h, bucket, k));
  uint32_t bits = (uint32_t)(h->widths[0] + h->widths[1]);
  __builtin_prefetch(h->pieces[p.piece][p.chunk] + p.at * (uint64_t)bits / 8);
}

// ---- growing

static uint32_t bits_for(uint64_t count) {
  uint32_t bits = 4;
  while (bits < 32 && count > UINT64_C(1) << bits) bits++;
  return bits;
}

// Fewer bits make room for more slots, which may need more bits.
static void set_buckets(sv_shard *h, uint32_t buckets) {
  h->index_bits = bits_for((uint64_t)buckets * per_bucket(32));
  while (bits_for((uint64_t)buckets * per_bucket(h->index_bits)) > h->index_bits) h->index_bits++;
  h->slot_count = buckets;
  h->slots_each = per_bucket(h->index_bits);
  h->limit = (uint32_t)((uint64_t)buckets * h->slots_each * 15 / 16);
}

// Behind the last index 8 bytes may be read.
static size_t bucket_bytes(uint32_t buckets) { return (size_t)buckets * LINE + sizeof(uint64_t); }

bool sv_pairs_grow(sv_store *s, sv_shard *h) {
  uint32_t wanted =
      h->slot_count < 6 ? h->slot_count + FIRST_BUCKETS : h->slot_count + h->slot_count / 6;
  size_t bytes = bucket_bytes(wanted);
  if (h->count >= UINT32_MAX / 2 || !sv_store_afford(s, bytes)) return false;
  sv_shard old = *h;
  h->narrow = sv_alloc(bytes);
  set_buckets(h, wanted);
  for (uint32_t i = 0; i < h->count; i++) {
    uint64_t pair = sv_pair_at(h, i);
    sv_pairs_put(h, sv_store_hash(&pair, 1), i);
  }
  if (old.narrow) sv_store_return(s, bucket_bytes(old.slot_count));
  sv_free(old.narrow);
  return true;
}
