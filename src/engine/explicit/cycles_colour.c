// cycles_colour.c -- a proviso that looks at states, and not at the stack.
//
// Every cycle of the reduced graph of states has to pass a state in which
// everything is fired (docs/reduction.md, "Infinite runs"). What is fired in a
// state must not depend on the automaton's state, so it is decided once: when the
// first node of the state is expanded. It may be a selection if no successor by
// it is the state itself or *open*: decided, by a selection, and not known to
// lead to decided states only. When all that lies behind a node was searched and
// none of the successors by the selection is open, the state is *closed*. Of a
// cycle of states with selections look at that which was decided last: its
// successor was closed then, and so is all that follows by selections, but the
// state itself was not. So there is no such cycle.
//
// Passing states are left out: cycles through them have their own argument.

#include "engine/explicit/cycles.h"

sv_cycles_colour sv_cycles_colour_of(sv_cycles *c, uint64_t state) {
  return state < c->colours.n ? (sv_cycles_colour)c->colours.at[state] : SV_UNDECIDED;
}

void sv_cycles_set_colour(sv_cycles *c, uint64_t state, sv_cycles_colour colour) {
  if (c->colours.n <= state) sv_fill(c->colours, state + 1 + state / 2);
  c->colours.at[state] = (unsigned char)colour;
}

bool sv_cycles_may_select(sv_cycles *c, uint64_t state, const sv_cycle_arcs *arcs, uint32_t begin) {
  for (uint32_t i = begin; i < arcs->at.n; i++) {
    uint64_t to = arcs->at.at[i].node / c->fan;
    if (to == state || sv_cycles_colour_of(c, to) == SV_SOME_OPEN) return false;
  }
  return true;
}

// An automaton that cannot move hides the successors.
void sv_cycles_leave(sv_cycles *c, uint64_t node, const sv_cycle_arcs *arcs, uint32_t begin) {
  uint64_t state = node / c->fan;
  if (sv_cycles_colour_of(c, state) != SV_SOME_OPEN || arcs->at.n == begin) return;
  for (uint32_t i = begin; i < arcs->at.n; i++) {
    sv_cycles_colour to = sv_cycles_colour_of(c, arcs->at.at[i].node / c->fan);
    if (to != SV_ALL && to != SV_SOME_CLOSED) return;
  }
  sv_cycles_set_colour(c, state, SV_SOME_CLOSED);
}
