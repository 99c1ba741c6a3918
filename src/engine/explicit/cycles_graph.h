// cycles_graph.h -- the product as a graph, and its components.
//
// What the team of cycles_team.c has expanded, in the order of a breadth-first
// search: the arcs of each node behind one another. Marks are kept once for all
// arcs that have the same. Nodes are ids of the store.

#ifndef SV_CYCLES_GRAPH_H
#define SV_CYCLES_GRAPH_H

#include "engine/explicit/cycles.h"

typedef struct {
  uint32_t to, marks;  // a node; which marks
} sv_graph_arc;

typedef struct {
  const sv_cycles *c;
  sv_u64s first;  // by node: place of its arcs, plus one; 0: it is not expanded
  sv_u32s count;  // by node: so many
  SV_VEC(sv_graph_arc) arcs;
  sv_u64s marks;  // vectors of `mark_words`
  sv_map known;   // hash of a vector -> its number
} sv_graph;

void sv_graph_free(sv_graph *);
size_t sv_graph_bytes(const sv_graph *);
// The arcs of a node come next.
void sv_graph_begin(sv_graph *, uint64_t node);
void sv_graph_add(sv_graph *, uint64_t node, uint64_t to, const uint64_t *marks);

// Looks for a component among the nodes that are expanded whose arcs have all marks, and with
// strong fairness for a fair part of one: its nodes are then in *part, and what a cycle through it
// has to have in *wanted. False also where a limit strikes.
bool sv_graph_accepts(const sv_graph *, sv_cycles *, sv_u64s *part, uint64_t *wanted);

#endif
