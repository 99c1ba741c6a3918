// tree.h -- tree compression: states as pairs of numbers of shared halves.
//
// The words of a state are the leaves of a binary tree, balanced until a sample of states
// has shown what belongs together (tree_shape.h). Each leaf has a
// table of the words that were met there, each inner node one of the pairs of
// numbers that its two sons gave; a state is the pair at the root, which a store
// of pairs keeps (Laarman, van de Pol, Weber: Parallel recursive state compression for
// free, SPIN 2011). Numbers are equal if and only if what they stand for is, so
// equal states have equal pairs, and nothing else changes.
//
// A fold remembers the state it was last used for with all numbers, and looks up
// those above words that differ: neighbours differ in few. Told to stay, it remembers the
// state that was last unfolded, whose successors are asked for then. Looking up only reads the
// tables, so threads that have a fold of their own may do it at the same time; one at
// a time may add, and nobody may look then.

#ifndef SV_TREE_H
#define SV_TREE_H

#include "engine/explicit/tree_shape.h"
#include "exec/pack.h"

#define SV_TREE_NONE UINT64_MAX  // no pair

typedef struct sv_tree sv_tree;
typedef struct sv_fold sv_fold;

sv_tree *sv_tree_new(const sv_layout *);
void sv_tree_free(sv_tree *);
// Another tree over the same words; all that was known is forgotten.
void sv_tree_reshape(sv_tree *, const sv_joins *);
sv_fold *sv_fold_new(const sv_tree *);
void sv_fold_stay(sv_fold *);
void sv_fold_free(sv_fold *);

// The pair of a state, or SV_TREE_NONE where a part of it is unknown.
uint64_t sv_tree_find(const sv_tree *, sv_fold *, const uint64_t *state);
// Likewise, but makes parts known; SV_TREE_NONE where a table cannot grow.
uint64_t sv_tree_add(sv_tree *, sv_fold *, const uint64_t *state);
void sv_tree_unfold(const sv_tree *, sv_fold *, uint64_t pair, uint64_t *state);

// The shape and all tables as bytes, and back into a new tree (as sv_store_restore).
void sv_tree_save(const sv_tree *, sv_snapshot *);
sv_stored sv_tree_restore(sv_tree *, sv_snapshot *);

uint64_t sv_tree_nodes(const sv_tree *);  // entries in all tables
size_t sv_tree_bytes(const sv_tree *);
void sv_tree_budget(sv_tree *, size_t bytes);  // 0 = no limit

#endif
