// tree_shape.h -- which words of states should meet where in the tree.
//
// A table of pairs is as large as there are different pairs. So the two groups of words
// that have the fewest different pairs of values in a sample of states are joined, then
// the next two, until two are left, whose pairs are the states. Where there are many words
// only neighbours are asked for, which belong to the same process or variable.

#ifndef SV_TREE_SHAPE_H
#define SV_TREE_SHAPE_H

#include "engine/explicit/store.h"

typedef struct {
  // Join number i makes node words + i of two nodes; the last one is the root.
  struct {
    uint32_t left, right;
  } * joined;  // words - 1
} sv_joins;

// n states of so many words, 2 or more.
sv_joins *sv_joins_new(const uint64_t *states, uint32_t n, uint32_t words);
void sv_joins_free(sv_joins *);

#endif
