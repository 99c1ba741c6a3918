// tseitin.h -- functions of the graph as clauses, for SAT and QBF solvers.
//
// Tseitin's conversion: a node gets a variable and the clauses that make it
// equal to its function, both directions, so the literal may be used in
// either polarity, assumed, or asserted by a clause of its own. A conversion
// grows: each node is defined once, when something that needs it is asked for,
// and the graph may grow in between. Trees of ANDs whose inner nodes are used
// nowhere else become one gate, and exclusive ors and choices (if-then-else)
// are recognised, so many nodes need no variable at all.
//
// Variables are numbered 1, 2, … as they are made; literals are as in DIMACS. The
// solver is told of each before a clause or another part can mention it: some are in
// no clause at all (inputs of a conjunction that turns out to be false).

#ifndef SV_ENCODE_CNF_H
#define SV_ENCODE_CNF_H

#include "encode/graph/aig.h"
#include "solver/cnf.h"

typedef struct sv_cnf sv_cnf;

// The graph and the solver must outlive it; the solver has no other variables. Where it needs
// none to be made, `var` of the sink is NULL. Clauses have no constants, no variable twice.
sv_cnf *sv_cnf_new(const sv_aig *, sv_cnf_sink);
void sv_cnf_free(sv_cnf *);  // NULL is fine

// The solver's literal of a graph literal; emits what is missing of its cone.
int32_t sv_cnf_literal(sv_cnf *, sv_lit);
// The variable of a node, or 0 if it has none (yet): inputs that no converted
// literal depends on have none, so any value will do for them.
int32_t sv_cnf_find(const sv_cnf *, uint32_t node);
// A variable for the owner's own clauses.
int32_t sv_cnf_variable(sv_cnf *);
int32_t sv_cnf_count(const sv_cnf *);  // variables are 1 .. count

#endif
