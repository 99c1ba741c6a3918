// visited.c -- one door to the five ways of storing states. See visited.h.

#define _DEFAULT_SOURCE

#include "engine/explicit/visited.h"

#include <unistd.h>

// Shapes of trees are learnt twice: the first time it costs nothing and is for small models.
enum { RESHAPE_FIRST = 1 << 8, RESHAPE_AGAIN = 1 << 14, SAMPLE = 1 << 12, MOST_WORDS = 256 };

static size_t physical_bytes(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX;
}

bool sv_visited_has_room(uint32_t bits, size_t budget, sv_text *why) {
  size_t bytes = (size_t)1 << (bits - 3), most = budget ? budget : physical_bytes();
  if (bytes <= most) return true;
  sv_text_printf(why, "a table of 2^%u bits needs %zu MB, more than there are", bits, bytes >> 20);
  return false;
}

static bool init_bits(sv_visited *s, uint32_t bits, sv_text *why) {
  if (!sv_visited_has_room(bits, s->budget, why)) return false;
  sv_bitstate_init(&s->bits, bits);
  return true;
}

static bool init_tree(sv_visited *s, const sv_layout *layout) {
  s->tree = sv_tree_new(layout);
  s->reshape_at = RESHAPE_FIRST;
  s->fold = sv_fold_new(s->tree);
  s->store = sv_store_new_pairs();
  sv_store_budget(s->store, s->budget);
  return true;
}

bool sv_visited_init(sv_visited *s, sv_visited_kind kind, const sv_layout *layout, uint32_t bits,
                     size_t budget, sv_text *why) {
  *s = (sv_visited){.kind = kind, .words = layout->words, .budget = budget};
  if (kind == SV_VISITED_BITSTATE) return init_bits(s, bits, why);
  uint32_t words = layout->words;
  if (kind == SV_VISITED_TREE) return init_tree(s, layout);
  if (kind == SV_VISITED_COLLAPSE) {
    s->collapse = sv_collapse_new(layout);
    words = sv_collapse_words(s->collapse);
    s->tuple = SV_NEW_ARRAY(uint64_t, words);
  }
  s->store = sv_store_new(words, SV_STORE_SHARD_BITS, true);
  sv_store_budget(s->store, budget);
  return true;
}

void sv_visited_init_disk(sv_visited *s, const sv_layout *layout, const char *folder, size_t budget,
                          uint32_t most) {
  if (!budget) budget = physical_bytes() / 2;
  *s = (sv_visited){.kind = SV_VISITED_DISK, .words = layout->words, .budget = budget};
  s->disk = sv_disk_new(folder, layout->words, budget, most);
}

void sv_visited_free(sv_visited *s) {
  sv_disk_free(s->disk);
  sv_store_free(s->store);
  sv_tree_free(s->tree);
  sv_fold_free(s->fold);
  sv_collapse_free(s->collapse);
  sv_free(s->tuple);
  sv_bitstate_free(&s->bits);
  *s = (sv_visited){0};
}

sv_visited sv_visited_share(const sv_visited *s) {
  sv_visited copy = *s;
  if (s->tree) copy.fold = sv_fold_new(s->tree);
  return copy;
}

void sv_visited_unshare(sv_visited *s) { sv_fold_free(s->fold); }

// What the tables take and the store does not may be used by the other.
static size_t rest(size_t budget, size_t used) { return used < budget ? budget - used : 1; }

uint64_t sv_visited_fold(sv_visited *s, const uint64_t *state) {
  if (!s->budget) return sv_tree_add(s->tree, s->fold, state);
  sv_tree_budget(s->tree, rest(s->budget, sv_store_bytes(s->store)));
  uint64_t pair = sv_tree_add(s->tree, s->fold, state);
  sv_store_budget(s->store, rest(s->budget, sv_tree_bytes(s->tree)));
  return pair;
}

// States spread evenly over what is stored, and their number.
static uint32_t draw_sample(const sv_visited *s, uint64_t *states) {
  uint64_t stride = sv_store_count(s->store) / SAMPLE + 1, at = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; i < sv_store_shards(s->store); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(s->store, i); k++)
      if (at++ % stride == 0)
        sv_visited_get(s, sv_store_id(s->store, i, k), states + (size_t)n++ * s->words);
  assert(n <= SAMPLE);
  return n;
}

static bool store_again(sv_visited *s, uint64_t *states, const sv_store *old) {
  uint64_t at = 0, id;
  for (uint32_t i = 0; i < sv_store_shards(old); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(old, i); k++, at++) {
      const uint64_t *state = states + at * s->words;
      uint64_t pair = sv_visited_fold(s, state), was = sv_store_id(old, i, k);
      if (sv_visited_insert_pair(s, pair, sv_store_hash(state, s->words), sv_store_parent(old, was),
                                 &id) != SV_STORE_NEW)
        return false;
      if (sv_store_marked(old, was)) sv_store_mark(s->store, id, true);
      assert(id == was);
    }
  return true;
}

// All states again, in the order in which they came, so that each keeps its id.
static bool change_shape(sv_visited *s, uint64_t *states, const sv_joins *shape) {
  sv_store *old = s->store;
  s->store = sv_store_new_pairs();
  sv_store_budget(s->store, s->budget);
  sv_tree_reshape(s->tree, shape);
  bool good = store_again(s, states, old);
  sv_store_free(old);
  return good;
}

bool sv_visited_reshape(sv_visited *s) {
  uint64_t n = sv_store_count(s->store), at = 0;
  if (!s->tree || s->words < 3 || s->words > MOST_WORDS || n < s->reshape_at) return true;
  s->reshape_at = n < RESHAPE_AGAIN ? RESHAPE_AGAIN : UINT64_MAX;
  size_t bytes = (n + SAMPLE) * s->words * sizeof(uint64_t);
  if (s->budget && 2 * sv_visited_bytes(s) + bytes > s->budget) return true;
  uint64_t *sample = SV_NEW_ARRAY(uint64_t, (size_t)SAMPLE * s->words);
  uint64_t *states = SV_NEW_ARRAY(uint64_t, n * s->words);
  sv_joins *shape = sv_joins_new(sample, draw_sample(s, sample), s->words);
  for (uint32_t i = 0; i < sv_store_shards(s->store); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(s->store, i); k++)
      sv_visited_get(s, sv_store_id(s->store, i, k), states + at++ * s->words);
  bool good = change_shape(s, states, shape);
  sv_joins_free(shape);
  sv_free(sample);
  sv_free(states);
  return good;
}

// A state of one word may look like SV_TREE_NONE.
bool sv_visited_is_pair(const sv_visited *s, uint64_t pair) {
  return pair != SV_TREE_NONE || s->words < 2;
}

sv_stored sv_visited_insert_pair(sv_visited *s, uint64_t pair, uint64_t hash, uint64_t parent,
                                 uint64_t *id) {
  if (!sv_visited_is_pair(s, pair)) return SV_STORE_FULL;
  return sv_store_insert_pair(s->store, pair, hash, parent, id);
}

// Tables of parts and the store share the budget.
static void share_budget(sv_visited *s) {
  if (!s->budget) return;
  size_t parts = sv_collapse_bytes(s->collapse), tuples = sv_store_bytes(s->store);
  sv_store_budget(s->store, rest(s->budget, parts));
  sv_collapse_budget(s->collapse, rest(s->budget, tuples));
}

static sv_stored insert_tuple(sv_visited *s, const uint64_t *state, uint64_t parent, uint64_t *id) {
  share_budget(s);
  if (!sv_collapse_pack(s->collapse, state, true, s->tuple)) return SV_STORE_FULL;
  uint64_t hash = sv_store_hash(s->tuple, sv_collapse_words(s->collapse));
  return sv_store_insert(s->store, s->tuple, hash, parent, id);
}

sv_stored sv_visited_insert(sv_visited *s, const uint64_t *state, uint64_t hash, uint64_t parent,
                            uint64_t *id) {
  switch (s->kind) {
  case SV_VISITED_EXACT: return sv_store_insert(s->store, state, hash, parent, id);
  case SV_VISITED_TREE:
    return sv_visited_insert_pair(s, sv_visited_fold(s, state), hash, parent, id);
  case SV_VISITED_COLLAPSE: return insert_tuple(s, state, parent, id);
  case SV_VISITED_DISK: REQUIRE(false, "states on disk are inserted by bfs_disk.c"); break;
  case SV_VISITED_BITSTATE: break;
  }
  *id = SV_STORE_NONE;
  return sv_bitstate_add(&s->bits, hash) ? SV_STORE_NEW : SV_STORE_OLD;
}

static uint64_t find_tuple(sv_visited *s, const uint64_t *state) {
  if (!sv_collapse_pack(s->collapse, state, false, s->tuple)) return SV_STORE_NONE;
  uint64_t hash = sv_store_hash(s->tuple, sv_collapse_words(s->collapse));
  return sv_store_find(s->store, s->tuple, hash);
}

uint64_t sv_visited_find_pair(const sv_visited *s, uint64_t pair, uint64_t hash) {
  return sv_visited_is_pair(s, pair) ? sv_store_find_pair(s->store, pair, hash) : SV_STORE_NONE;
}

static uint64_t find_root(sv_visited *s, const uint64_t *state, uint64_t hash) {
  return sv_visited_find_pair(s, sv_tree_find(s->tree, s->fold, state), hash);
}

bool sv_visited_has(sv_visited *s, const uint64_t *state, uint64_t hash, uint64_t *id) {
  *id = SV_STORE_NONE;
  switch (s->kind) {
  case SV_VISITED_EXACT: *id = sv_store_find(s->store, state, hash); break;
  case SV_VISITED_TREE: *id = find_root(s, state, hash); break;
  case SV_VISITED_COLLAPSE: *id = find_tuple(s, state); break;
  case SV_VISITED_DISK: return sv_disk_has(s->disk, state);
  case SV_VISITED_BITSTATE: return sv_bitstate_has(&s->bits, hash);
  }
  return *id != SV_STORE_NONE;
}

SV_ASSERT_ONLY static bool packs_to(const sv_visited *s, const uint64_t *state,
                                    const uint64_t *tuple) {
  uint32_t words = sv_collapse_words(s->collapse);
  uint64_t *again = SV_NEW_ARRAY(uint64_t, words + 1);
  bool good = sv_collapse_pack(s->collapse, state, false, again) &&
              !memcmp(again, tuple, words * sizeof *tuple);
  sv_free(again);
  return good;
}

const uint64_t *sv_visited_get(const sv_visited *s, uint64_t id, uint64_t *buffer) {
  REQUIRE(s->store, "states without ids");
  if (s->tree)
    return sv_tree_unfold(s->tree, s->fold, sv_store_get_pair(s->store, id), buffer), buffer;
  const uint64_t *stored = sv_store_get(s->store, id);
  if (s->kind == SV_VISITED_EXACT) return stored;
  sv_collapse_unpack(s->collapse, stored, buffer);
  assert(packs_to(s, buffer, stored));
  return buffer;
}

uint64_t sv_visited_count(const sv_visited *s) {
  if (s->disk) return sv_disk_count(s->disk);
  return s->store ? sv_store_count(s->store) : s->bits.count;
}

size_t sv_visited_bytes(const sv_visited *s) {
  if (s->disk) return sv_disk_bytes(s->disk);
  if (!s->store) return sv_bitstate_bytes(&s->bits);
  return sv_store_bytes(s->store) + (s->collapse ? sv_collapse_bytes(s->collapse) : 0) +
         (s->tree ? sv_tree_bytes(s->tree) : 0);
}

// ---- as bytes

void sv_visited_save(const sv_visited *s, const uint64_t *counts, sv_snapshot *to) {
  sv_snapshot_put_u64(to, s->kind);
  if (!s->store) {
    sv_bitstate_save(&s->bits, to);
    return;
  }
  sv_snapshot_put_u64(to, s->reshape_at);
  if (s->tree) sv_tree_save(s->tree, to);
  if (s->collapse) sv_collapse_save(s->collapse, to);
  sv_store_save(s->store, counts, to);
}

static sv_stored restore_parts(sv_visited *s, sv_snapshot *from) {
  sv_stored got = SV_STORE_NEW;
  if (s->tree && s->budget) sv_tree_budget(s->tree, s->budget);
  if (s->tree) got = sv_tree_restore(s->tree, from);
  if (s->tree && s->budget) sv_store_budget(s->store, rest(s->budget, sv_tree_bytes(s->tree)));
  if (s->collapse) share_budget(s);
  if (s->collapse) got = sv_collapse_restore(s->collapse, from);
  if (s->collapse) share_budget(s);
  return got;
}

sv_stored sv_visited_restore(sv_visited *s, sv_snapshot *from) {
  if (sv_snapshot_get_u64(from) != s->kind) return sv_snapshot_refuse(from), SV_STORE_OLD;
  if (!s->store) return sv_bitstate_restore(&s->bits, from) ? SV_STORE_NEW : SV_STORE_OLD;
  s->reshape_at = sv_snapshot_get_u64(from);
  sv_stored got = restore_parts(s, from);
  return got == SV_STORE_NEW ? sv_store_restore(s->store, from) : got;
}
