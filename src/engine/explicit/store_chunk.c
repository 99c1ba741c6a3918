// store_chunk.c -- vectors and their links, in chunks. See store_inside.h.

#include "engine/explicit/store_inside.h"

#define LAST_ID ((UINT64_C(1) << 39) - 2)
#define NO_PARENT ((UINT64_C(1) << 39) - 1)

enum { LINK_BYTES = 5 };

SV_ASSERT_ONLY static uint32_t index_of(sv_position p) {
  uint32_t half = p.piece / 2, inside = p.chunk << half | p.at >> SV_BLOCK_BITS;
  return ((1u << p.piece) + inside - 1) << SV_BLOCK_BITS | (p.at & (SV_BLOCK - 1));
}

static uint32_t chunks_in(uint32_t piece) { return 1u << (piece - piece / 2); }
static uint32_t vectors_in(uint32_t piece) { return (uint32_t)SV_BLOCK << piece / 2; }

void sv_store_free_chunks(sv_shard *h) {
  for (uint32_t k = 0; k < SV_CLASSES && h->pieces[k]; k++) {
    for (uint32_t c = 0; c < chunks_in(k); c++) sv_free(h->pieces[k][c]);
    sv_free(h->pieces[k]);
  }
}

void sv_store_return(sv_store *s, size_t bytes) {
  __atomic_fetch_sub(&s->bytes, bytes, __ATOMIC_RELAXED);
}

bool sv_store_afford(sv_store *s, size_t bytes) {
  if (s->budget && sv_store_bytes(s) + bytes > s->budget) return false;
  __atomic_fetch_add(&s->bytes, bytes, __ATOMIC_RELAXED);
  return true;
}

// ---- what a chunk is made of

// Parents lie behind the vectors of a chunk: 32 low bits each, then 7 high bits
// and the mark.
static size_t pair_bytes(uint32_t piece, const unsigned char *widths) {
  uint64_t bits = (uint64_t)vectors_in(piece) * (widths[0] + widths[1]);
  return (SV_PAIR_HEAD + (size_t)(bits + 7) / 8 + SV_PAIR_TAIL + 3) & ~(size_t)3;
}

static size_t vector_bytes(const sv_store *s, uint32_t piece, const unsigned char *widths) {
  return s->pairs ? pair_bytes(piece, widths) : vectors_in(piece) * s->words * sizeof(uint64_t);
}

static size_t link_bytes(const sv_store *s, uint32_t piece) {
  return s->links ? (size_t)vectors_in(piece) * LINK_BYTES : 0;
}

static uint32_t *low_at(const sv_store *s, const sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  unsigned char *chunk = h->pieces[p.piece][p.chunk];
  return (uint32_t *)(void *)(chunk + vector_bytes(s, p.piece, chunk)) + p.at;
}

static unsigned char *high_at(const sv_store *s, const sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  unsigned char *chunk = h->pieces[p.piece][p.chunk];
  size_t skip = vector_bytes(s, p.piece, chunk) + vectors_in(p.piece) * sizeof(uint32_t);
  return chunk + skip + p.at;
}

static bool add_piece(sv_store *s, sv_shard *h, uint32_t piece) {
  size_t bytes = chunks_in(piece) * sizeof *h->pieces[piece];
  if (!sv_store_afford(s, bytes)) return false;
  h->pieces[piece] = sv_alloc(bytes);
  return true;
}

// Makes room for the vector with this index.
static bool make_room(sv_store *s, sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  if (p.at) return true;
  assert(index_of(p) == index && p.piece < SV_CLASSES && p.chunk < chunks_in(p.piece));
  if (!h->pieces[p.piece] && !add_piece(s, h, p.piece)) return false;
  size_t bytes = vector_bytes(s, p.piece, h->widths) + link_bytes(s, p.piece);
  if (!sv_store_afford(s, bytes)) return false;
  if (bytes) h->pieces[p.piece][p.chunk] = sv_alloc(bytes);
  if (s->pairs) memcpy(h->pieces[p.piece][p.chunk], h->widths, sizeof h->widths);
  return true;
}

// ---- pairs

void sv_bits_put(unsigned char *to, uint64_t bit, uint32_t n, uint32_t value) {
  uint64_t moved = (uint64_t)value << (bit & 7);
  assert(!((uint64_t)value >> n));
  SV_UNUSED(n);
  for (unsigned char *at = to + (bit >> 3); moved; moved >>= 8) *at++ |= (unsigned char)moved;
}

static void put_pair(unsigned char *chunk, uint32_t at, uint64_t pair) {
  uint32_t high = chunk[0], low = chunk[1];
  uint64_t bit = (uint64_t)at * (high + low);
  sv_bits_put(chunk + SV_PAIR_HEAD, bit, high, (uint32_t)(pair >> 32));
  sv_bits_put(chunk + SV_PAIR_HEAD, bit + high, low, (uint32_t)pair);
}

static unsigned char width(uint64_t value) {
  return (unsigned char)(value ? 64 - __builtin_clzll(value) : 0);
}

// The shard's widths become large enough for the pair.
static void widen(sv_shard *h, uint64_t pair) {
  unsigned char high = width(pair >> 32), low = width((uint32_t)pair);
  if (high > h->widths[0]) h->widths[0] = high;
  if (low > h->widths[1]) h->widths[1] = low;
}

// Writes the chunk anew in which the vector with this index will be.
static bool rewrite(sv_store *s, sv_shard *h, uint32_t index) {
  sv_position p = sv_position_of(index);
  unsigned char *old = h->pieces[p.piece][p.chunk];
  size_t links = link_bytes(s, p.piece), before = vector_bytes(s, p.piece, old);
  size_t after = vector_bytes(s, p.piece, h->widths);
  if (!sv_store_afford(s, after + links)) return false;
  unsigned char *chunk = sv_alloc(after + links);
  memcpy(chunk, h->widths, sizeof h->widths);
  for (uint32_t i = 0; i < p.at; i++) put_pair(chunk, i, sv_pair_at(h, index - p.at + i));
  memcpy(chunk + after, old + before, links);
  h->pieces[p.piece][p.chunk] = chunk;
  sv_free(old);
  sv_store_return(s, before + links);
  return true;
}

static bool append_pair(sv_store *s, sv_shard *h, uint32_t index, uint64_t pair) {
  sv_position p = sv_position_of(index);
  widen(h, pair);
  if (!make_room(s, h, index)) return false;
  const unsigned char *chunk = h->pieces[p.piece][p.chunk];
  bool too_wide = chunk[0] < h->widths[0] || chunk[1] < h->widths[1];
  if (too_wide && !rewrite(s, h, index)) return false;
  put_pair(h->pieces[p.piece][p.chunk], p.at, pair);
  assert(sv_pair_at(h, index) == pair);
  return true;
}

// ---- vectors

static void set_parent(sv_store *s, sv_shard *h, uint32_t index, uint64_t parent) {
  uint64_t link = parent == SV_STORE_NONE ? NO_PARENT : parent;
  assert(link <= NO_PARENT);
  *low_at(s, h, index) = (uint32_t)link;
  assert(!(link >> 32 & SV_MARK));
  *high_at(s, h, index) = (unsigned char)(link >> 32);
}

static bool append_words(sv_store *s, sv_shard *h, uint32_t index, const uint64_t *words) {
  if (!make_room(s, h, index)) return false;
  uint64_t *to = sv_words_at(s, h, index);
  for (uint32_t i = 0; i < s->words; i++) to[i] = words[i];
  return true;
}

bool sv_store_append(sv_store *s, sv_shard *h, const uint64_t *words, uint64_t parent) {
  uint32_t index = h->count;
  if ((uint64_t)index > LAST_ID >> s->shard_bits) return false;
  bool room = s->pairs ? append_pair(s, h, index, *words) : append_words(s, h, index, words);
  if (!room) return false;
  if (s->links) set_parent(s, h, index, parent);
  h->count++;
  return true;
}

// ---- links

size_t sv_store_link_bytes(const sv_store *s) {
  return s->links ? (size_t)sv_store_count(s) * LINK_BYTES : 0;
}

static sv_shard *shard_for(const sv_store *s, uint64_t id) {
  sv_shard *h = &s->shards[sv_store_shard_of(s, id)];
  REQUIRE(s->links, "store without links");
  assert(sv_store_index(s, id) < h->count);
  return h;
}

uint64_t sv_store_parent(const sv_store *s, uint64_t id) {
  const sv_shard *h = shard_for(s, id);
  uint32_t index = (uint32_t)sv_store_index(s, id);
  uint64_t high = *high_at(s, h, index) & (SV_MARK - 1u);
  uint64_t link = high << 32 | *low_at(s, h, index);
  return link == NO_PARENT ? SV_STORE_NONE : link;
}

bool sv_store_marked(const sv_store *s, uint64_t id) {
  return *high_at(s, shard_for(s, id), (uint32_t)sv_store_index(s, id)) & SV_MARK;
}

void sv_store_mark(sv_store *s, uint64_t id, bool on) {
  unsigned char *high = high_at(s, shard_for(s, id), (uint32_t)sv_store_index(s, id));
  *high = (unsigned char)(on ? *high | SV_MARK : *high & (SV_MARK - 1u));
}
