// walker.h -- ways through sets of states, and the steps behind them.
//
// A way is a list of codes of states; sv_bdd_walk_steps finds the steps that
// exec takes from each to the next. Only for this folder.

#ifndef SV_BDD_WALKER_H
#define SV_BDD_WALKER_H

#include "engine/bdd/search.h"

typedef struct {
  sv_bdd_search *x;
  sv_symbolic *s;
  sv_bdds *b;
  sv_exec *exec;
  uint8_t *values;          // by BDD variable
  SV_VEC(uint8_t *) codes;  // bits of the states on the way
  sv_state *state, *next, *goal;
  sv_trace *trace;
} sv_bdd_walker;

void sv_bdd_walker_init(sv_bdd_walker *, sv_bdd_search *);
void sv_bdd_walker_free(sv_bdd_walker *);  // not the trace

// Picks a state of the set (dropped) and puts its code at the end; a new reference to it.
sv_bdd sv_bdd_walk_add(sv_bdd_walker *, sv_bdd set);
// States with a step into the set, and what a step from it leads to; new references.
sv_bdd sv_bdd_walk_before(sv_bdd_walker *, sv_bdd set);
sv_bdd sv_bdd_walk_after(sv_bdd_walker *, sv_bdd set);
// The codes of a way from an initial state to a state of the set, within what was reached.
bool sv_bdd_walk_to(sv_bdd_walker *, sv_bdd set);
// The trace through the codes; behind them, if the property is an assertion, a step that fails it.
bool sv_bdd_walk_steps(sv_bdd_walker *, uint32_t property);

#endif
