// certify_window.h -- questions about a diagram of states, where they matter.
//
// R is written out once, node by node: a literal for "the rest of the state is in
// this node". A step changes few bits, mostly neighbours. Let `top` be the highest
// bit that its condition or effect speaks of. Above it the state and its successor
// agree, so both go the same way down to one node, and R is closed under the step if
// each node that is entered at `top` is closed by itself: one small question for
// each, and together exactly as strong as the one about the root. Below the lowest bit
// that is written both are the same literals again. What remains is the window between.

#ifndef SV_CERTIFY_WINDOW_H
#define SV_CERTIFY_WINDOW_H

#include "engine/certify_inside.h"
#include "engine/certify_ordered.h"

typedef struct {
  sv_check *c;
  const sv_certificate_diagram *d;
  uint32_t *place;  // by bit: in the order
  sv_map bits;      // input -> state bit
  sv_lits in, out;  // by node: the state, the next state is in it
  sv_ordered_numbers numbers;
} sv_windows;

typedef struct {
  sv_lit condition;  // over state and choices
  const sv_lit *to;  // by state bit: its next value; NULL: there is no next state
  uint32_t action;
  const char *what;  // is wrong if this can happen
} sv_window_question;

void sv_windows_init(sv_windows *, sv_check *);
void sv_windows_free(sv_windows *);
// No state of R makes the condition true and goes on to a state outside (or: at all).
bool sv_windows_never(sv_windows *, const sv_window_question *);
// These states are in R.
bool sv_windows_contain(sv_windows *, sv_lit states, const char *what);

#endif
