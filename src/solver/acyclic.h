// acyclic.h -- the theory of orders, for the split solver.
//
// Literals are edges of a graph; those that are true must have no cycle. Vertices lie on chains, along which
// they follow one another whatever else is true. Every vertex has a clock: how far along each
// chain there are vertices from which it is reached. So a cycle is seen in one comparison, before its last
// edge is there; and where a clock moves on, the edges that would now close a cycle are found by their place on
// the chain (unit edge propagation: none is missed). Clocks move on by what changes only, and are set back
// from a list of changes. A reason is a shortest path: fewest literals, chains are free.
//
// After the orderings of Zord (Fan, Sun, Liu, Wang, Chaki: PLDI 2022) and of Deagle, with clocks (Fidge,
// Mattern) instead of an incremental topological order: events of programs lie on few chains.

#ifndef SV_ACYCLIC_H
#define SV_ACYCLIC_H

#include "solver/split.h"

typedef struct {
  uint32_t chain;     // SV_NO_CHAIN: one of its own
  uint32_t position;  // on the chain; different ones
} sv_acyclic_vertex;
#define SV_NO_CHAIN UINT32_MAX

typedef struct {
  uint32_t from, to;  // not on the same chain
  int32_t literal;    // a variable, of this edge only
} sv_acyclic_edge;

typedef struct sv_acyclic sv_acyclic;

// Copied. To be freed after the solver that it was given to was last used.
sv_acyclic *sv_acyclic_new(const sv_acyclic_vertex *, uint32_t vertices, const sv_acyclic_edge *,
                           uint32_t edges);
void sv_acyclic_free(sv_acyclic *);  // NULL is fine
void sv_acyclic_attach(sv_acyclic *, sv_split *);

#endif
