// components.h -- strongly connected components of a graph whose arcs carry marks.
//
// By two searches, along the arcs and against them (R. Sharir, S. R. Kosaraju), and not by
// one, as engines have it.

#ifndef RANDOM_COMPONENTS_H
#define RANDOM_COMPONENTS_H

#include "base/vec.h"

typedef struct {
  uint32_t from, to;
  uint64_t marks;
} graph_arc;

typedef struct {
  uint32_t nodes;
  SV_VEC(graph_arc) arcs;
} graph;

typedef struct {
  uint64_t first, second;
} graph_pair;

// By node: can it come into a cycle whose arcs carry all these marks together, and the second mark
// of each pair of which they carry the first?
void graph_accepting(const graph *, uint64_t marks, const graph_pair *, uint32_t pairs, bool *out);
void graph_free(graph *);

#endif
