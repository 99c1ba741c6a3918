// collapse.c -- tuples of parts. See collapse.h.
//
// A part of one word whose highest used bit is below 32 is "narrow" and takes
// just its bits in the tuple; every other part takes 32. Parts do not straddle
// words of the tuple.

#include "engine/explicit/collapse.h"

enum { WIDE = 32 };

typedef struct {
  uint32_t begin, words;  // in the state
  uint32_t bits;          // in the tuple
  uint32_t word, shift;   // where
  sv_store *table;        // NULL: narrow
} part;

struct sv_collapse {
  uint32_t parts, words;
  part *at;
};

static void make_part(const sv_layout *l, const uint32_t *bits, uint32_t i, part *p) {
  p->begin = l->part_begin[i];
  p->words = l->part_begin[i + 1] - p->begin;
  p->bits = p->words == 0 ? 0 : p->words == 1 ? bits[p->begin] : WIDE;
  if (p->bits <= WIDE && p->words <= 1) return;
  p->bits = WIDE;
  p->table = sv_store_new(p->words, 0, false);
}

static void place_parts(sv_collapse *c) {
  uint32_t word = 0, shift = 0;
  for (uint32_t i = 0; i < c->parts; i++) {
    if (shift + c->at[i].bits > 64) word++, shift = 0;
    c->at[i].word = word;
    c->at[i].shift = shift;
    assert(c->at[i].bits <= 64 && shift + c->at[i].bits <= 64);
    shift += c->at[i].bits;
  }
  c->words = word + 1;
  for (uint32_t i = 0; i < c->parts; i++)
    if (!c->at[i].bits) c->at[i].word = c->at[i].shift = 0;
}

sv_collapse *sv_collapse_new(const sv_layout *l) {
  sv_collapse *c = SV_NEW(sv_collapse);
  c->parts = l->parts;
  c->at = SV_NEW_ARRAY(part, l->parts ? l->parts : 1);
  uint32_t *bits = sv_layout_word_bits(l);
  for (uint32_t i = 0; i < l->parts; i++) make_part(l, bits, i, &c->at[i]);
  sv_free(bits);
  place_parts(c);
  return c;
}

void sv_collapse_free(sv_collapse *c) {
  if (!c) return;
  for (uint32_t i = 0; i < c->parts; i++) sv_store_free(c->at[i].table);
  sv_free(c->at);
  sv_free(c);
}

uint32_t sv_collapse_words(const sv_collapse *c) { return c->words; }

// The number of the part's words in its table, or SV_STORE_NONE.
static uint64_t number_of(const part *p, const uint64_t *words, bool add) {
  uint64_t hash = sv_store_hash(words, p->words), id;
  if (!add) return sv_store_find(p->table, words, hash);
  if (sv_store_insert(p->table, words, hash, SV_STORE_NONE, &id) == SV_STORE_FULL)
    return SV_STORE_NONE;
  return id;
}

bool sv_collapse_pack(sv_collapse *c, const uint64_t *state, bool add, uint64_t *tuple) {
  for (uint32_t i = 0; i < c->words; i++) tuple[i] = 0;
  for (uint32_t i = 0; i < c->parts; i++) {
    const part *p = &c->at[i];
    if (!p->bits) continue;
    uint64_t value = p->table ? number_of(p, state + p->begin, add) : state[p->begin];
    if (p->table && value > UINT32_MAX) return false;
    assert(!(value >> p->bits));
    tuple[p->word] |= value << p->shift;
  }
  return true;
}

static uint64_t tuple_value(const part *p, const uint64_t *tuple) {
  return tuple[p->word] >> p->shift & UINT64_MAX >> (64 - p->bits);
}

void sv_collapse_unpack(const sv_collapse *c, const uint64_t *tuple, uint64_t *state) {
  for (uint32_t i = 0; i < c->parts; i++) {
    const part *p = &c->at[i];
    if (p->table)
      memcpy(state + p->begin, sv_store_get(p->table, tuple_value(p, tuple)),
             p->words * sizeof *state);
    else if (p->words) state[p->begin] = p->bits ? tuple_value(p, tuple) : 0;
  }
}

uint32_t sv_collapse_tables(const sv_collapse *c) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->parts; i++) n += c->at[i].table != NULL;
  return n;
}

uint64_t sv_collapse_entries(const sv_collapse *c) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < c->parts; i++)
    if (c->at[i].table) n += sv_store_count(c->at[i].table);
  return n;
}

size_t sv_collapse_bytes(const sv_collapse *c) {
  size_t bytes = sizeof *c + c->parts * sizeof *c->at;
  for (uint32_t i = 0; i < c->parts; i++)
    if (c->at[i].table) bytes += sv_store_bytes(c->at[i].table);
  return bytes;
}

void sv_collapse_budget(sv_collapse *c, size_t bytes) {
  for (uint32_t i = 0; i < c->parts; i++)
    if (c->at[i].table) sv_store_budget(c->at[i].table, bytes);
}

void sv_collapse_save(const sv_collapse *c, sv_snapshot *to) {
  for (uint32_t i = 0; i < c->parts; i++)
    if (c->at[i].table) sv_store_save(c->at[i].table, NULL, to);
}

sv_stored sv_collapse_restore(sv_collapse *c, sv_snapshot *from) {
  sv_stored got = SV_STORE_NEW;
  for (uint32_t i = 0; i < c->parts && got == SV_STORE_NEW; i++)
    if (c->at[i].table) got = sv_store_restore(c->at[i].table, from);
  return got;
}
