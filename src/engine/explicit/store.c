// store.c -- shards, slots and chunks. See store.h for the layout.
//
// An id is index << shard_bits | shard, below 2^39. A slot is 0 if free, else
// tag << index_bits | index + 1, where index_bits grows with the table. Bits of
// the hash: the top ones choose the shard, the next 32 the place in its table
// (multiplied onto any table size), the low ones are the tag. Growing hashes
// the shard's vectors again, in order.
//
// Vectors lie in chunks that grow like the square root of their number, so
// neither the unused end of the last chunk nor the directory ever weighs much,
// and nothing moves. In blocks of 16 vectors: piece k of the directory stands
// for the blocks 2^k - 1 … 2^(k+1) - 2, cut into chunks of 2^(k/2) blocks.

#include "engine/explicit/store.h"

enum {
  BLOCK_BITS = 4,
  BLOCK = 1 << BLOCK_BITS,
  CLASSES = 29,  // for 2^32 vectors a shard
  FIRST_SLOTS = 64,
  LEAST_INDEX_BITS = 7,
  MOST_TAG_BITS = 26,  // below the 32 bits of the place and 6 of the shard
  MARK = 0x80,         // in the high byte of a parent
  LINE_WORDS = 8,      // of the cache
};
#define LAST_ID ((UINT64_C(1) << 39) - 2)
#define NO_PARENT ((UINT64_C(1) << 39) - 1)

typedef struct {
  uint32_t *slots;
  uint32_t slot_count;
  uint32_t limit;  // vectors that fit before it grows
  uint32_t count;
  uint32_t index_bits;
  unsigned char **pieces[CLASSES];
} shard;

struct sv_store {
  uint32_t words, shard_bits;
  bool links;
  size_t bytes;  // of all shards, also while several grow
  size_t budget;
  shard *shards;
};

sv_store *sv_store_new(uint32_t words, uint32_t shard_bits, bool links) {
  REQUIRE(shard_bits <= SV_STORE_SHARD_BITS, "too many shards");
  sv_store *s = SV_NEW(sv_store);
  s->words = words;
  s->shard_bits = shard_bits;
  s->links = links;
  s->shards = SV_NEW_ARRAY(shard, 1u << shard_bits);
  s->bytes = sizeof *s + (sizeof *s->shards << shard_bits);
  return s;
}

// Where a vector is: entry `at` of the chunk in slot `chunk` of piece k.
typedef struct {
  uint32_t piece, chunk, at;
} position;

static position position_of(uint32_t index) {
  uint32_t block = (index >> BLOCK_BITS) + 1;
  uint32_t k = 31u - (uint32_t)__builtin_clz(block), half = k / 2;
  uint32_t inside = block - (1u << k);
  uint32_t at = (inside & ((1u << half) - 1)) << BLOCK_BITS | (index & (BLOCK - 1));
  return (position){k, inside >> half, at};
}

SV_ASSERT_ONLY static uint32_t index_of(position p) {
  uint32_t half = p.piece / 2, inside = p.chunk << half | p.at >> BLOCK_BITS;
  return ((1u << p.piece) + inside - 1) << BLOCK_BITS | (p.at & (BLOCK - 1));
}

static uint32_t chunks_in(uint32_t piece) { return 1u << (piece - piece / 2); }
static uint32_t vectors_in(uint32_t piece) { return (uint32_t)BLOCK << piece / 2; }

static void free_shard(shard *h) {
  for (uint32_t k = 0; k < CLASSES && h->pieces[k]; k++) {
    for (uint32_t c = 0; c < chunks_in(k); c++) sv_free(h->pieces[k][c]);
    sv_free(h->pieces[k]);
  }
  sv_free(h->slots);
}

void sv_store_free(sv_store *s) {
  if (!s) return;
  for (uint32_t i = 0; i < sv_store_shards(s); i++) free_shard(&s->shards[i]);
  sv_free(s->shards);
  sv_free(s);
}

void sv_store_budget(sv_store *s, size_t bytes) { s->budget = bytes; }

static void count_bytes(sv_store *s, size_t bytes) {
  __atomic_fetch_add(&s->bytes, bytes, __ATOMIC_RELAXED);
}

// Counts bytes that are about to be allocated; false if they are not to be had.
static bool afford(sv_store *s, size_t bytes) {
  if (s->budget && sv_store_bytes(s) + bytes > s->budget) return false;
  count_bytes(s, bytes);
  return true;
}

static uint64_t *words_at(const sv_store *s, const shard *h, uint32_t index) {
  position p = position_of(index);
  return (uint64_t *)(void *)h->pieces[p.piece][p.chunk] + (size_t)p.at * s->words;
}

// Parents lie behind the words of a chunk: 32 low bits each, then 7 high bits
// and the mark.
static uint32_t *low_at(const sv_store *s, const shard *h, uint32_t index) {
  position p = position_of(index);
  size_t skip = (size_t)vectors_in(p.piece) * s->words * sizeof(uint64_t);
  return (uint32_t *)(void *)(h->pieces[p.piece][p.chunk] + skip) + p.at;
}

static unsigned char *high_at(const sv_store *s, const shard *h, uint32_t index) {
  position p = position_of(index);
  size_t skip = (size_t)vectors_in(p.piece) * (s->words * sizeof(uint64_t) + sizeof(uint32_t));
  return h->pieces[p.piece][p.chunk] + skip + p.at;
}

static uint32_t shard_of_hash(const sv_store *s, uint64_t hash) {
  return sv_store_shard_of_hash(hash) & ((1u << s->shard_bits) - 1);
}

static uint32_t place_of(const shard *h, uint64_t hash) {
  return (uint32_t)((uint64_t)(uint32_t)(hash >> MOST_TAG_BITS) * h->slot_count >> 32);
}

static uint32_t tag_of(const shard *h, uint64_t hash) {
  uint32_t low = (uint32_t)hash & ((1u << MOST_TAG_BITS) - 1);
  return h->index_bits == 32 ? 0 : low << h->index_bits;
}

static uint32_t index_mask(const shard *h) { return UINT32_MAX >> (32 - h->index_bits); }

static uint32_t next_place(const shard *h, uint32_t place) {
  return place + 1 == h->slot_count ? 0 : place + 1;
}

static bool same(const uint64_t *a, const uint64_t *b, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    if (a[i] != b[i]) return false;
  return true;
}

// The index of the vector, or UINT32_MAX and the free place where it belongs.
static uint32_t look_up(const sv_store *s, const shard *h, const uint64_t *words, uint64_t hash,
                        uint32_t *free_place) {
  uint32_t mask = index_mask(h), tag = tag_of(h, hash), p = place_of(h, hash);
  for (uint32_t slot; (slot = h->slots[p]); p = next_place(h, p)) {
    if ((slot & ~mask) != tag) continue;
    uint32_t index = (slot & mask) - 1;
    assert(index < h->count);
    if (same(words_at(s, h, index), words, s->words)) return index;
  }
  *free_place = p;
  return UINT32_MAX;
}

static void put(shard *h, uint64_t hash, uint32_t index) {
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

static uint64_t slots_after(const shard *h) {
  return h->slot_count ? (uint64_t)h->slot_count + h->slot_count / 2 : FIRST_SLOTS;
}

static bool grow(sv_store *s, shard *h) {
  uint64_t wanted = slots_after(h);
  if (wanted > UINT32_MAX || !afford(s, wanted * sizeof(uint32_t))) return false;
  uint32_t *old = h->slots, old_count = h->slot_count;
  h->slot_count = (uint32_t)wanted;
  h->limit = (uint32_t)(wanted / 4 * 3);
  h->index_bits = bits_for(h->limit);
  h->slots = SV_NEW_ARRAY(uint32_t, wanted);
  assert(h->count <= h->limit && h->limit < h->slot_count && h->slot_count > old_count);
  for (uint32_t i = 0; i < h->count; i++) put(h, sv_store_hash(words_at(s, h, i), s->words), i);
  sv_free(old);
  count_bytes(s, -(size_t)old_count * sizeof(uint32_t));
  return true;
}

static bool add_piece(sv_store *s, shard *h, uint32_t piece) {
  size_t bytes = chunks_in(piece) * sizeof *h->pieces[piece];
  if (!afford(s, bytes)) return false;
  h->pieces[piece] = sv_alloc(bytes);
  return true;
}

// Makes room for the vector with this index.
static bool make_room(sv_store *s, shard *h, uint32_t index) {
  position p = position_of(index);
  if (p.at) return true;
  assert(index_of(p) == index && p.piece < CLASSES && p.chunk < chunks_in(p.piece));
  if (!h->pieces[p.piece] && !add_piece(s, h, p.piece)) return false;
  size_t bytes = vectors_in(p.piece) * (s->words * sizeof(uint64_t) + (s->links ? 5u : 0u));
  if (!afford(s, bytes)) return false;
  if (bytes) h->pieces[p.piece][p.chunk] = sv_alloc(bytes);
  return true;
}

static void set_parent(sv_store *s, shard *h, uint32_t index, uint64_t parent) {
  uint64_t link = parent == SV_STORE_NONE ? NO_PARENT : parent;
  assert(link <= NO_PARENT);
  *low_at(s, h, index) = (uint32_t)link;
  assert(!(link >> 32 & MARK));
  *high_at(s, h, index) = (unsigned char)(link >> 32);
}

// Copies the vector behind the last one; false if there is no room.
static bool append(sv_store *s, shard *h, const uint64_t *words, uint64_t parent) {
  uint32_t index = h->count;
  if ((uint64_t)index > LAST_ID >> s->shard_bits) return false;
  if (!make_room(s, h, index)) return false;
  uint64_t *to = words_at(s, h, index);
  for (uint32_t i = 0; i < s->words; i++) to[i] = words[i];
  if (s->links) set_parent(s, h, index, parent);
  assert(same(words_at(s, h, index), words, s->words));
  h->count++;
  return true;
}

sv_stored sv_store_insert(sv_store *s, const uint64_t *words, uint64_t hash, uint64_t parent,
                          uint64_t *id) {
  uint32_t which = shard_of_hash(s, hash), place, index;
  assert(hash == sv_store_hash(words, s->words));
  shard *h = &s->shards[which];
  if (!h->slot_count && !grow(s, h)) return SV_STORE_FULL;
  if ((index = look_up(s, h, words, hash, &place)) != UINT32_MAX)
    return *id = sv_store_id(s, which, index), SV_STORE_OLD;
  if (h->count >= h->limit) {
    if (!grow(s, h)) return SV_STORE_FULL;
    look_up(s, h, words, hash, &place);
  }
  index = h->count;
  if (!append(s, h, words, parent)) return SV_STORE_FULL;
  h->slots[place] = tag_of(h, hash) | (index + 1);
  assert(look_up(s, h, words, hash, &place) == index);
  *id = sv_store_id(s, which, index);
  return SV_STORE_NEW;
}

uint64_t sv_store_find(const sv_store *s, const uint64_t *words, uint64_t hash) {
  uint32_t which = shard_of_hash(s, hash), place;
  assert(hash == sv_store_hash(words, s->words));
  const shard *h = &s->shards[which];
  if (!h->slot_count) return SV_STORE_NONE;
  uint32_t index = look_up(s, h, words, hash, &place);
  return index == UINT32_MAX ? SV_STORE_NONE : sv_store_id(s, which, index);
}

void sv_store_prefetch(const sv_store *s, uint64_t hash) {
  const shard *h = &s->shards[shard_of_hash(s, hash)];
  if (h->slot_count) __builtin_prefetch(&h->slots[place_of(h, hash)]);
}

void sv_store_prefetch_vector(const sv_store *s, uint64_t hash) {
  const shard *h = &s->shards[shard_of_hash(s, hash)];
  if (!h->slot_count) return;
  uint32_t slot = h->slots[place_of(h, hash)], mask = index_mask(h);
  if (!slot || (slot & ~mask) != tag_of(h, hash)) return;
  const uint64_t *words = words_at(s, h, (slot & mask) - 1);
  for (uint32_t i = 0; i < s->words; i += LINE_WORDS) __builtin_prefetch(words + i);
}

static const shard *shard_for(const sv_store *s, uint64_t id) {
  const shard *h = &s->shards[sv_store_shard_of(s, id)];
  assert(sv_store_index(s, id) < h->count);
  return h;
}

const uint64_t *sv_store_get(const sv_store *s, uint64_t id) {
  return words_at(s, shard_for(s, id), (uint32_t)sv_store_index(s, id));
}

uint64_t sv_store_parent(const sv_store *s, uint64_t id) {
  REQUIRE(s->links, "store without links");
  const shard *h = shard_for(s, id);
  uint32_t index = (uint32_t)sv_store_index(s, id);
  uint64_t high = *high_at(s, h, index) & (MARK - 1u);
  uint64_t link = high << 32 | *low_at(s, h, index);
  return link == NO_PARENT ? SV_STORE_NONE : link;
}

bool sv_store_marked(const sv_store *s, uint64_t id) {
  REQUIRE(s->links, "store without links");
  return *high_at(s, shard_for(s, id), (uint32_t)sv_store_index(s, id)) & MARK;
}

void sv_store_mark(sv_store *s, uint64_t id, bool on) {
  REQUIRE(s->links, "store without links");
  unsigned char *high = high_at(s, shard_for(s, id), (uint32_t)sv_store_index(s, id));
  *high = (unsigned char)(on ? *high | MARK : *high & (MARK - 1u));
}

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
