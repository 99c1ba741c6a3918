// visited.h -- the states seen so far, whichever way they are stored.
//
// exact     full packed states in a store, ids and parents
// tree      pairs at the root of a tree, in a store of pairs, ids and parents
// collapse  tuples of parts in a store, ids and parents
// disk      full packed states in memory and on disk, no ids (disk.h): only looked up here
// bitstate  three bits per state: no ids, nothing can be read back
//
// The hash of a state is computed by the caller (sv_visited_hash), ahead of time
// if it likes; collapse makes its own from the tuple.

#ifndef SV_VISITED_H
#define SV_VISITED_H

#include "engine/explicit/bitstate.h"
#include "engine/explicit/collapse.h"
#include "engine/explicit/disk.h"
#include "engine/explicit/tree.h"

typedef enum {
  SV_VISITED_EXACT,
  SV_VISITED_TREE,
  SV_VISITED_COLLAPSE,
  SV_VISITED_DISK,
  SV_VISITED_BITSTATE
} sv_visited_kind;

typedef struct {
  sv_visited_kind kind;
  uint32_t words;   // of a packed state
  sv_store *store;  // exact, tree, collapse
  sv_tree *tree;
  sv_fold *fold;        // tree: each thread has its own
  uint64_t reshape_at;  // states
  sv_collapse *collapse;
  uint64_t *tuple;  // collapse: the one at hand
  sv_disk *disk;
  sv_bitstate bits;
  size_t budget;  // bytes; 0 = no limit
} sv_visited;

// Is there room for a table of 2^bits bits? Else a reason.
bool sv_visited_has_room(uint32_t bits, size_t budget, sv_text *why);
// False and a reason where the table of a bitstate search does not fit.
bool sv_visited_init(sv_visited *, sv_visited_kind, const sv_layout *, uint32_t bits, size_t budget,
                     sv_text *why);
// Disk: what is stored is in this folder. `most` as for sv_disk_new.
void sv_visited_init_disk(sv_visited *, const sv_layout *, const char *folder, size_t budget,
                          uint32_t most);
void sv_visited_free(sv_visited *);
// Can it say of every state whether it was seen?
static inline bool sv_visited_is_exact(const sv_visited *s) {
  return s->kind != SV_VISITED_BITSTATE;
}
// For a thread of its own that looks up while nobody inserts.
sv_visited sv_visited_share(const sv_visited *);
void sv_visited_unshare(sv_visited *);

static inline uint64_t sv_visited_hash(const sv_visited *s, const uint64_t *state) {
  return s->kind == SV_VISITED_COLLAPSE ? 0 : sv_store_hash(state, s->words);
}
static inline void sv_visited_prefetch(const sv_visited *s, uint64_t hash) {
  if (s->kind == SV_VISITED_EXACT) sv_store_prefetch(s->store, hash);
  else if (s->kind == SV_VISITED_DISK) sv_disk_prefetch(s->disk, hash);
}
static inline void sv_visited_prefetch_vector(const sv_visited *s, uint64_t hash) {
  if (s->kind == SV_VISITED_EXACT) sv_store_prefetch_vector(s->store, hash);
}
// *id is SV_STORE_NONE in a bitstate search.
sv_stored sv_visited_insert(sv_visited *, const uint64_t *state, uint64_t hash, uint64_t parent,
                            uint64_t *id);
bool sv_visited_has(sv_visited *, const uint64_t *state, uint64_t hash, uint64_t *id);
// Tree: makes the parts of a state known and gives its pair, or SV_TREE_NONE.
uint64_t sv_visited_fold(sv_visited *, const uint64_t *state);
// Tree: once there are enough states to learn from, gives it another shape; ids stay. To be
// called while no pairs are at hand. False where there is no room.
bool sv_visited_reshape(sv_visited *);
bool sv_visited_is_pair(const sv_visited *, uint64_t pair);
uint64_t sv_visited_find_pair(const sv_visited *, uint64_t pair, uint64_t hash);  // or NONE
sv_stored sv_visited_insert_pair(sv_visited *, uint64_t pair, uint64_t hash, uint64_t parent,
                                 uint64_t *id);
// The words of a state with an id; they may or may not be in the buffer.
const uint64_t *sv_visited_get(const sv_visited *, uint64_t id, uint64_t *buffer);
// As bytes (counts: as for sv_store_save), and back into an empty one.
void sv_visited_save(const sv_visited *, const uint64_t *counts, sv_snapshot *);
sv_stored sv_visited_restore(sv_visited *, sv_snapshot *);
uint64_t sv_visited_count(const sv_visited *);
size_t sv_visited_bytes(const sv_visited *);

#endif
