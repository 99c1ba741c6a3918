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

// By node: can it come into a component whose inner arcs carry all these marks together, and
// are at least one?
void graph_accepting(const graph *, uint64_t marks, bool *out);
void graph_free(graph *);

#endif
