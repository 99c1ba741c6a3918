// tree.c -- tables of words and of pairs. See tree.h.
//
// Nodes are numbered: first the leaves, one for each word, then the inner ones,
// sons before fathers. A word that uses less than 32 bits is its own number and needs
// no table. The root has no table either: its pair is what the caller keeps. A state of
// one word is a pair as it stands.

#include "engine/explicit/tree.h"

typedef struct {
  uint32_t left, right;  // inner nodes
  sv_store *table;       // NULL: a narrow leaf
} node;

struct sv_tree {
  uint32_t words, count;
  uint32_t shape;        // how often it was changed
  bool *narrow;          // by word
  uint32_t left, right;  // of the root
  node *at;
  size_t bytes, budget;
};

typedef struct {
  uint32_t node, value;
} change;

// Found a short while ago: steps of neighbours change the same parts.
typedef struct {
  uint64_t key;
  uint32_t node, value;  // node + 1
} recent;

enum { RECENT_BITS = 12 };

struct sv_fold {
  bool valid, stays;
  uint32_t shape;    // of the tree, when it was last used
  uint64_t *words;   // the state last folded
  uint32_t *values;  // by node
  bool *changed;     // by node, against the state before
  change *undo;      // numbers before, until the fold succeeds
  uint32_t changes;
  recent recent[1 << RECENT_BITS];
};

enum { WIDE = 32 };

static uint32_t add_node(sv_tree *t, uint32_t left, uint32_t right) {
  t->at[t->count] = (node){left, right, sv_store_new(1, 0, false)};
  return t->count++;
}

// The node over the leaves from `begin` to before `end`.
static uint32_t span(sv_tree *t, uint32_t begin, uint32_t end) {
  uint32_t middle = begin + (end - begin + 1) / 2;
  if (end - begin == 1) return begin;
  uint32_t left = span(t, begin, middle), right = span(t, middle, end);
  return add_node(t, left, right);
}

// Narrow words need no table.
static void add_leaves(sv_tree *t) {
  for (uint32_t w = 0; w < t->words; w++)
    t->at[w].table = t->narrow[w] ? NULL : sv_store_new(1, 0, false);
  t->count = t->words;
}

static void count_bytes(sv_tree *t) {
  t->bytes = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (t->at[i].table) t->bytes += sv_store_bytes(t->at[i].table);
}

static void free_tables(sv_tree *t) {
  for (uint32_t i = 0; i < t->count; i++) sv_store_free(t->at[i].table);
}

sv_tree *sv_tree_new(const sv_layout *l) {
  sv_tree *t = SV_NEW(sv_tree);
  uint32_t middle = (l->words + 1) / 2;
  t->words = l->words;
  t->at = SV_NEW_ARRAY(node, 2 * (size_t)l->words + 1);
  t->narrow = SV_NEW_ARRAY(bool, l->words + 1);
  uint32_t *bits = sv_layout_word_bits(l);
  for (uint32_t w = 0; w < l->words; w++) t->narrow[w] = bits[w] < WIDE;
  sv_free(bits);
  add_leaves(t);
  if (l->words > 1) {
    t->left = span(t, 0, middle);
    t->right = span(t, middle, l->words);
  }
  count_bytes(t);
  return t;
}

void sv_tree_reshape(sv_tree *t, const sv_joins *shape) {
  free_tables(t);
  add_leaves(t);
  assert(t->words > 1);
  for (uint32_t i = 0; i + 2 < t->words; i++)
    add_node(t, shape->joined[i].left, shape->joined[i].right);
  t->left = shape->joined[t->words - 2].left;
  t->right = shape->joined[t->words - 2].right;
  t->shape++;
  count_bytes(t);
}

void sv_tree_free(sv_tree *t) {
  if (!t) return;
  free_tables(t);
  sv_free(t->at);
  sv_free(t->narrow);
  sv_free(t);
}

sv_fold *sv_fold_new(const sv_tree *t) {
  sv_fold *f = SV_NEW(sv_fold);
  f->words = SV_NEW_ARRAY(uint64_t, t->words + 1);
  f->values = SV_NEW_ARRAY(uint32_t, 2 * (size_t)t->words + 1);
  f->changed = SV_NEW_ARRAY(bool, 2 * (size_t)t->words + 1);
  f->undo = SV_NEW_ARRAY(change, 2 * (size_t)t->words + 1);
  return f;
}

void sv_fold_free(sv_fold *f) {
  if (!f) return;
  sv_free(f->words);
  sv_free(f->values);
  sv_free(f->changed);
  sv_free(f->undo);
  sv_free(f);
}

// ---- from states to pairs

static bool add_entry(sv_tree *t, sv_store *table, uint64_t key, uint64_t hash, uint64_t *id) {
  size_t before = sv_store_bytes(table);
  if (t->budget) sv_store_budget(table, t->budget > t->bytes ? before + (t->budget - t->bytes) : 1);
  sv_stored got = sv_store_insert(table, &key, hash, SV_STORE_NONE, id);
  t->bytes += sv_store_bytes(table) - before;
  return got != SV_STORE_FULL && *id < UINT32_MAX;
}

// The number of the key in the node's table; `into` is where it may be added.
static bool number_of(const sv_tree *t, sv_tree *into, uint32_t i, uint64_t key, uint32_t *value) {
  sv_store *table = t->at[i].table;
  uint64_t hash = sv_store_hash(&key, 1), id = sv_store_find(table, &key, hash);
  if (id == SV_STORE_NONE && (!into || !add_entry(into, table, key, hash, &id))) return false;
  return *value = (uint32_t)id, true;
}

static void renew(sv_fold *f, uint32_t i, uint32_t value) {
  f->changed[i] = !f->valid || value != f->values[i];
  if (f->changed[i]) f->undo[f->changes++] = (change){i, f->values[i]};
  f->values[i] = value;
}

static recent *recent_for(sv_fold *f, uint32_t i, uint64_t key) {
  uint64_t mixed = (key ^ (uint64_t)i << 57) * UINT64_C(0x9E3779B97F4A7C15);
  return &f->recent[mixed >> (64 - RECENT_BITS)];
}

static uint64_t pair_of(const sv_fold *f, uint32_t left, uint32_t right) {
  return (uint64_t)f->values[left] << 32 | f->values[right];
}

static bool renew_with(const sv_tree *t, sv_tree *into, sv_fold *f, uint32_t i, uint64_t key) {
  if (!t->at[i].table) return renew(f, i, (uint32_t)key), true;
  recent *r = recent_for(f, i, key);
  if (r->node != i + 1 || r->key != key) {
    uint32_t value;
    if (!number_of(t, into, i, key, &value)) return false;
    *r = (recent){key, i + 1, value};
  }
  return renew(f, i, r->value), true;
}

static bool renew_all(const sv_tree *t, sv_tree *into, sv_fold *f, const uint64_t *state) {
  for (uint32_t i = 0; i < t->words; i++) {
    f->changed[i] = false;
    if (f->valid && state[i] == f->words[i]) continue;
    if (!renew_with(t, into, f, i, state[i])) return false;
  }
  for (uint32_t i = t->words; i < t->count; i++) {
    const node *n = &t->at[i];
    f->changed[i] = false;
    if (!f->changed[n->left] && !f->changed[n->right]) continue;
    if (!renew_with(t, into, f, i, pair_of(f, n->left, n->right))) return false;
  }
  return true;
}

// Numbers of another shape mean nothing.
static void follow_shape(const sv_tree *t, sv_fold *f) {
  if (f->shape == t->shape) return;
  f->shape = t->shape;
  f->valid = false;
  memset(f->recent, 0, sizeof f->recent);
}

static void undo(sv_fold *f) {
  while (f->changes) f->changes--, f->values[f->undo[f->changes].node] = f->undo[f->changes].value;
}

static uint64_t fold(const sv_tree *t, sv_tree *into, sv_fold *f, const uint64_t *state) {
  if (t->words < 2) return t->words ? *state : 0;
  f->changes = 0;
  follow_shape(t, f);
  uint64_t pair = renew_all(t, into, f, state) ? pair_of(f, t->left, t->right) : SV_TREE_NONE;
  if (pair == SV_TREE_NONE || f->stays) return undo(f), pair;
  memcpy(f->words, state, t->words * sizeof *state);
  f->valid = true;
  return pair;
}

void sv_fold_stay(sv_fold *f) { f->stays = true; }

uint64_t sv_tree_find(const sv_tree *t, sv_fold *f, const uint64_t *state) {
  return fold(t, NULL, f, state);
}

uint64_t sv_tree_add(sv_tree *t, sv_fold *f, const uint64_t *state) { return fold(t, t, f, state); }

// ---- and back

void sv_tree_unfold(const sv_tree *t, sv_fold *f, uint64_t pair, uint64_t *state) {
  if (t->words < 2) {
    if (t->words) *state = pair;
    return;
  }
  follow_shape(t, f);
  f->values[t->left] = (uint32_t)(pair >> 32);
  f->values[t->right] = (uint32_t)pair;
  for (uint32_t i = t->count; i-- > t->words;) {
    uint64_t sons = *sv_store_get(t->at[i].table, f->values[i]);
    f->values[t->at[i].left] = (uint32_t)(sons >> 32);
    f->values[t->at[i].right] = (uint32_t)sons;
  }
  for (uint32_t i = 0; i < t->words; i++) {
    const sv_store *table = t->at[i].table;
    state[i] = table ? *sv_store_get(table, f->values[i]) : f->values[i];
  }
  memcpy(f->words, state, t->words * sizeof *state);
  f->valid = true;
}

uint64_t sv_tree_nodes(const sv_tree *t) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (t->at[i].table) n += sv_store_count(t->at[i].table);
  return n;
}

size_t sv_tree_bytes(const sv_tree *t) { return t->bytes; }

void sv_tree_budget(sv_tree *t, size_t bytes) { t->budget = bytes; }

// ---- as bytes

void sv_tree_save(const sv_tree *t, sv_snapshot *to) {
  sv_snapshot_put_u64(to, t->shape);
  sv_snapshot_put_u64(to, (uint64_t)t->left << 32 | t->right);
  for (uint32_t i = t->words; i < t->count; i++)
    sv_snapshot_put_u64(to, (uint64_t)t->at[i].left << 32 | t->at[i].right);
  for (uint32_t i = 0; i < t->count; i++)
    if (t->at[i].table) sv_store_save(t->at[i].table, NULL, to);
}

// Sons come before their father.
static bool get_sons(sv_snapshot *from, uint32_t before, uint32_t *left, uint32_t *right) {
  uint64_t sons = sv_snapshot_get_u64(from);
  *left = (uint32_t)(sons >> 32);
  *right = (uint32_t)sons;
  return (*left < before && *right < before) || sv_snapshot_refuse(from);
}

static sv_stored restore_table(sv_tree *t, sv_store *table, sv_snapshot *from) {
  size_t before = sv_store_bytes(table);
  if (t->budget) sv_store_budget(table, t->budget > t->bytes ? before + (t->budget - t->bytes) : 1);
  sv_stored got = sv_store_restore(table, from);
  t->bytes += sv_store_bytes(table) - before;
  return got;
}

sv_stored sv_tree_restore(sv_tree *t, sv_snapshot *from) {
  sv_stored got = SV_STORE_NEW;
  t->shape = (uint32_t)sv_snapshot_get_u64(from);
  bool good = get_sons(from, t->words > 1 ? t->count : 1, &t->left, &t->right);
  for (uint32_t i = t->words; good && i < t->count; i++)
    good = get_sons(from, i, &t->at[i].left, &t->at[i].right);
  for (uint32_t i = 0; good && i < t->count && got == SV_STORE_NEW; i++)
    if (t->at[i].table) got = restore_table(t, t->at[i].table, from);
  return good ? got : SV_STORE_OLD;
}
