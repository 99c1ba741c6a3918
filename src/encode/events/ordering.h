// ordering.h -- "happens before" as Boolean variables, without cycles.
//
// Vertices are moments; whoever makes a formula asks for the literal of "u before v" and
// uses it in clauses of its own. Vertices of one line happen in the order of their
// positions, whatever else is true: between them there are constants, not variables.
// Here cycles are excluded in one of two ways; order_solver.h has solvers that need neither:
//
//   EAGER   by clauses, once and for all: vertices are eliminated one after the other, the one
//           with the fewest neighbours first, and "before" is transitive over what is
//           eliminated (M. F. Rankooh, J. Rintanen: Propositional Encodings of Acyclicity and
//           Reachability by Using Vertex Elimination, AAAI 2022). Only edges that lie on
//           a cycle of possible edges count.
//   LAZY    by a clause for every cycle that a solver's model has, until there is none.

#ifndef SV_ORDERING_H
#define SV_ORDERING_H

#include "base/bits.h"
#include "base/map.h"
#include "solver/cnf.h"

#define SV_NO_LINE UINT32_MAX
#define SV_BEFORE_TRUE INT32_MAX
#define SV_BEFORE_FALSE (-INT32_MAX)

typedef struct {
  uint32_t line, position;
} sv_moment;

typedef struct {
  uint32_t from, to;
  int32_t literal;  // SV_BEFORE_TRUE: along a line
} sv_order_edge;

typedef struct {
  const sv_moment *moments;
  uint32_t n;
  sv_cnf_sink to;
  sv_map known;  // from << 32 | to -> place in edges
  SV_VEC(sv_order_edge) edges;
  uint64_t clauses;
} sv_ordering;

void sv_ordering_init(sv_ordering *, const sv_moment *, uint32_t n, sv_cnf_sink);
void sv_ordering_free(sv_ordering *);
// The literal; a constant for two moments of one line, or of the same one (false).
int32_t sv_ordering_before(sv_ordering *, uint32_t from, uint32_t to);
// EAGER: no cycle from now on. False: more than `most` clauses would be needed; those that
// were added are right, but not enough.
bool sv_ordering_close(sv_ordering *, uint64_t most);
// LAZY: is there a cycle of these edges (by place in `edges`)? Then it is excluded by a clause.
bool sv_ordering_refute(sv_ordering *, const sv_bits *needed);
// For those who know what an order is: neighbours on a line (literal 0), and the first edges.
typedef void sv_before_fn(void *context, uint32_t from, uint32_t to, int32_t literal);
void sv_ordering_each(const sv_ordering *, uint32_t edges, sv_before_fn *, void *context);

#endif
