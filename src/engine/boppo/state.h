// state.h -- symbolic states in the parametric representation.
//
// B. Cook, D. Kroening, N. Sharygina: Symbolic Model Checking for Asynchronous
// Boolean Programs (SPIN 2005), Definition 3. Where all processes are and which one
// holds control is explicit; every other bit of the state is a function of
// choice inputs, in one and-inverter graph for the whole search; the guard says
// which choices count. The set: all states that the bits take under a choice
// that makes the guard true. A step costs as much as its statement, whatever the
// set. States are coded with all values of their sorts (encode/bits/coding.h), so a
// step never leaves the coding.

#ifndef SV_BOPPO_STATE_H
#define SV_BOPPO_STATE_H

#include "encode/bits/blast.h"

#define SV_NO_STATE UINT32_MAX
#define SV_NO_ACTION UINT32_MAX

typedef struct {
  const uint32_t *places;  // location by process, then the holder (0: none)
  const sv_lit *bits;      // coding->bits; those of pcs and of the holder are constant
  const sv_lit *alive;     // those of them that tell states with these places apart
  sv_lit guard;
  // How it came about: from which state by which action of the net
  // (SV_NO_ACTION: an initial state, or a part of `from` that was split off),
  // and the inputs that were made for the action's choices, in their order.
  uint32_t from, action;
  uint32_t first_input, inputs;  // in sv_boppo.inputs
  uint32_t depth;
  // Two states joined into one: where this input (its node) is true, it is
  // `from`, else `other`. 0: it was not.
  uint32_t selector, other;
  // It is the set of `from`, or of `from` and (unless that is 0) `other`, in functions that have
  // nothing to do with theirs.
  bool remade;
  bool visited;  // or about to be
  bool joined;   // is part of another one now
} sv_parametric_state;

#endif
