// store.c -- shards and slots. See store.h; store_chunk.c has the vectors, store_pairs.c
// the slots of pairs.
//
// An id is index << shard_bits | shard, below 2^39. A slot is 0 if free, else
// tag << index_bits | index + 1, where index_bits grows with the table. Bits of
// the hash: the top ones choose the shard, the next 32 the place in its table
// (multiplied onto any table size), the low ones are the tag. Growing hashes
// the shard's vectors again, in order.

#include "engine/explicit/store_inside.h"

enum {
  FIRST_SLOTS = 64,
  LEAST_INDEX_BITS = 7,
  MOST_TAG_BITS = 26,  // below the 32 bits of the place and 6 of the shard
  LINE_WORDS = 8,      // of the cache
};

static sv_store *make(uint32_t words, uint32_t shard_bits, bool links, bool pairs) {
  REQUIRE(shard_bits <= SV_STORE_SHARD_BITS, "too many shards");
  sv_store *s = SV_NEW(sv_store);
  s->words = words;
  s->shard_bits = shard_bits;
  s->links = links;
  s->pairs = pairs;
  s->shards = SV_NEW_ARRAY(sv_shard, 1u << shard_bits);
  s->bytes = sizeof *s + (sizeof *s->shards << shard_bits);
  return s;
}

sv_store *sv_store_new(uint32_t words, uint32_t shard_bits, bool links) {
  return make(words, shard_bits, links, false);
}

sv_store *sv_store_new_pairs(void) { return make(1, SV_STORE_SHARD_BITS, true, true); }

void sv_store_free(sv_store *s) {
  if (!s) return;
  for (uint32_t i = 0; i < sv_store_shards(s); i++) {
    sv_store_free_chunks(&s->shards[i]);
    sv_free(s->shards[i].slots);
  }
  sv_free(s->shards);
  sv_free(s);
}

void sv_store_budget(sv_store *s, size_t bytes) { s->budget = bytes; }

static uint32_t shard_of_hash(const sv_store *s, uint64_t hash) {
  return sv_store_shard_of_hash(hash) & ((1u << s->shard_bits) - 1);
}

static uint32_t place_of(const sv_shard *h, uint64_t hash) {
  return (uint32_t)((uint64_t)(uint32_t)(hash >> MOST_TAG_BITS) * h->slot_count >> 32);
}

static uint32_t tag_of(const sv_shard *h, uint64_t hash) {
  uint32_t low = (uint32_t)hash & ((1u << MOST_TAG_BITS) - 1);
  return h->index_bits == 32 ? 0 : low << h->index_bits;
}

static uint32_t index_mask(const sv_shard *h) { return UINT32_MAX >> (32 - h->index_bits); }

static uint32_t next_place(const sv_shard *h, uint32_t place) {
  return place + 1 == h->slot_count ? 0 : place + 1;
}

static bool same(const uint64_t *a, const uint64_t *b, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    if (a[i] != b[i]) return false;
  return true;
}

// The index of the vector, or UINT32_MAX and the free place where it belongs.
static uint32_t look_up(const sv_store *s, const sv_shard *h, const uint64_t *words, uint64_t hash,
                        uint32_t *free_place) {
  uint32_t mask = index_mask(h), tag = tag_of(h, hash), p = place_of(h, hash);
  for (uint32_t slot; (slot = h->slots[p]); p = next_place(h, p)) {
    if ((slot & ~mask) != tag) continue;
    uint32_t index = (slot & mask) - 1;
    assert(index < h->count);
    if (same(sv_words_at(s, h, index), words, s->words)) return index;
  }
  *free_place = p;
  return UINT32_MAX;
}

static void put(sv_shard *h, uint64_t hash, uint32_t index) {
  uint32_t p = place_of(h, hash);
  while (h->slots[p]) p = next_place(h, p);
  h->slots[p] = tag_of(h, hash) | (index + 1);
  assert(index + 1 <= index_mask(h));
}

static uint32_t bits_for(uint32_t count) {
  uint32_t bits = LEAST_INDEX_BITS;
  while (bits < 32 && count >= 1u << bits) bits++;
  return bits;
}

static uint64_t slots_after(const sv_shard *h) {
  return h->slot_count ? (uint64_t)h->slot_count + h->slot_count / 2 : FIRST_SLOTS;
}

static bool grow(sv_store *s, sv_shard *h) {
  uint64_t wanted = slots_after(h);
  if (wanted > UINT32_MAX || !sv_store_afford(s, wanted * sizeof(uint32_t))) return false;
  uint32_t *old = h->slots, old_count = h->slot_count;
  h->slot_count = (uint32_t)wanted;
  h->limit = (uint32_t)(wanted / 4 * 3);
  h->index_bits = bits_for(h->limit);
  h->slots = SV_NEW_ARRAY(uint32_t, wanted);
  assert(h->count <= h->limit && h->limit < h->slot_count && h->slot_count > old_count);
  for (uint32_t i = 0; i < h->count; i++) put(h, sv_store_hash(sv_words_at(s, h, i), s->words), i);
  sv_free(old);
  sv_store_return(s, (size_t)old_count * sizeof(uint32_t));
  return true;
}

// ---- words

static uint32_t look_up_or_place(const sv_store *s, sv_shard *h, const uint64_t *words,
                                 uint64_t hash, uint32_t *place) {
  return s->pairs ? sv_pairs_look_up(h, *words, hash) : look_up(s, h, words, hash, place);
}

static bool grow_any(sv_store *s, sv_shard *h) {
  return s->pairs ? sv_pairs_grow(s, h) : grow(s, h);
}

static sv_stored insert(sv_store *s, uint32_t which, const uint64_t *words, uint64_t hash,
                        uint64_t parent, uint64_t *id) {
  sv_shard *h = &s->shards[which];
  uint32_t place = 0, index;
  if (!h->slot_count && !grow_any(s, h)) return SV_STORE_FULL;
  if ((index = look_up_or_place(s, h, words, hash, &place)) != UINT32_MAX)
    return *id = sv_store_id(s, which, index), SV_STORE_OLD;
  if (h->count >= h->limit) {
    if (!grow_any(s, h)) return SV_STORE_FULL;
    look_up_or_place(s, h, words, hash, &place);
  }
  index = h->count;
  if (!sv_store_append(s, h, words, parent)) return SV_STORE_FULL;
  if (s->pairs) sv_pairs_put(h, hash, index);
  else h->slots[place] = tag_of(h, hash) | (index + 1);
  assert(look_up_or_place(s, h, words, hash, &place) == index);
  *id = sv_store_id(s, which, index);
  return SV_STORE_NEW;
}

sv_stored sv_store_insert(sv_store *s, const uint64_t *words, uint64_t hash, uint64_t parent,
                          uint64_t *id) {
  assert(!s->pairs && hash == sv_store_hash(words, s->words));
  return insert(s, shard_of_hash(s, hash), words, hash, parent, id);
}

sv_stored sv_store_insert_next(sv_store *s, uint32_t shard, const uint64_t *words,
                               uint64_t parent) {
  uint64_t hash = sv_store_hash(words, s->words), id;
  if (!s->pairs && shard_of_hash(s, hash) != shard) return SV_STORE_OLD;
  return insert(s, shard, words, hash, parent, &id);
}

uint64_t sv_store_find(const sv_store *s, const uint64_t *words, uint64_t hash) {
  uint32_t which = shard_of_hash(s, hash), place;
  assert(hash == sv_store_hash(words, s->words));
  const sv_shard *h = &s->shards[which];
  if (!h->slot_count) return SV_STORE_NONE;
  uint32_t index = look_up(s, h, words, hash, &place);
  return index == UINT32_MAX ? SV_STORE_NONE : sv_store_id(s, which, index);
}

void sv_store_prefetch(const sv_store *s, uint64_t hash) {
  const sv_shard *h = &s->shards[shard_of_hash(s, hash)];
  if (h->slot_count) __builtin_prefetch(&h->slots[place_of(h, hash)]);
}

void sv_store_prefetch_vector(const sv_store *s, uint64_t hash) {
  const sv_shard *h = &s->shards[shard_of_hash(s, hash)];
  if (!h->slot_count) return;
  uint32_t slot = h->slots[place_of(h, hash)], mask = index_mask(h);
  if (!slot || (slot & ~mask) != tag_of(h, hash)) return;
  const uint64_t *words = sv_words_at(s, h, (slot & mask) - 1);
  for (uint32_t i = 0; i < s->words; i += LINE_WORDS) __builtin_prefetch(words + i);
}

const uint64_t *sv_store_get(const sv_store *s, uint64_t id) {
  const sv_shard *h = &s->shards[sv_store_shard_of(s, id)];
  assert(!s->pairs && sv_store_index(s, id) < h->count);
  return sv_words_at(s, h, (uint32_t)sv_store_index(s, id));
}

// ---- pairs

sv_stored sv_store_insert_pair(sv_store *s, uint64_t pair, uint64_t state_hash, uint64_t parent,
                               uint64_t *id) {
  assert(s->pairs);
  return insert(s, shard_of_hash(s, state_hash), &pair, sv_store_hash(&pair, 1), parent, id);
}

uint64_t sv_store_find_pair(const sv_store *s, uint64_t pair, uint64_t state_hash) {
  uint32_t which = shard_of_hash(s, state_hash);
  const sv_shard *h = &s->shards[which];
  assert(s->pairs);
  if (!h->slot_count) return SV_STORE_NONE;
  uint32_t index = sv_pairs_look_up(h, pair, sv_store_hash(&pair, 1));
  return index == UINT32_MAX ? SV_STORE_NONE : sv_store_id(s, which, index);
}

void sv_store_prefetch_pair(const sv_store *s, uint64_t pair, uint64_t state_hash) {
  sv_pairs_prefetch_slot(&s->shards[shard_of_hash(s, state_hash)], sv_store_hash(&pair, 1));
}

void sv_store_prefetch_pair_vector(const sv_store *s, uint64_t pair, uint64_t state_hash) {
  sv_pairs_prefetch(&s->shards[shard_of_hash(s, state_hash)], sv_store_hash(&pair, 1));
}

uint64_t sv_store_get_pair(const sv_store *s, uint64_t id) {
  const sv_shard *h = &s->shards[sv_store_shard_of(s, id)];
  assert(s->pairs && sv_store_index(s, id) < h->count);
  return sv_pair_at(h, (uint32_t)sv_store_index(s, id));
}

// ---- ids

uint32_t sv_store_shards(const sv_store *s) { return 1u << s->shard_bits; }

uint64_t sv_store_shard_count(const sv_store *s, uint32_t which) {
  REQUIRE(which < sv_store_shards(s), "no such shard");
  return s->shards[which].count;
}

uint64_t sv_store_id(const sv_store *s, uint32_t which, uint64_t index) {
  return index << s->shard_bits | which;
}

uint64_t sv_store_index(const sv_store *s, uint64_t id) { return id >> s->shard_bits; }

uint64_t sv_store_count(const sv_store *s) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < sv_store_shards(s); i++) n += s->shards[i].count;
  return n;
}

size_t sv_store_bytes(const sv_store *s) { return __atomic_load_n(&s->bytes, __ATOMIC_RELAXED); }
