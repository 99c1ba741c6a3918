// control.h -- who may move, in the and-inverter graph.
//
// For engines that ask SAT solvers. A blaster (blast.h) says where an action is
// possible; this says where rules 1 to 4 (rules.h) then let it be taken, as a
// literal over the state alone. Rules 2 to 4 ask whether another action is
// possible for *some* choices, also under negations, so choices are quantified by
// expansion (exists.h), and only for actions that others depend on.
//
// Rule 3 is exec's, state by state: the holder decides while it can move. That
// costs one literal, shared by all actions, for "the holder cannot"; the device
// of the BDD engine (forget such holders after every step) would make smaller
// formulas for one action but needs a second look at every new state.
//
// Like the blaster it is right for codes of states as steps leave them.

#ifndef SV_CONTROL_H
#define SV_CONTROL_H

#include "encode/bits/blast.h"

typedef struct sv_control sv_control;

typedef struct {
  sv_aig *aig;
  const sv_net *net;
  sv_blaster *blaster;
  const sv_blasted *actions;  // all of the net, as the blaster made them
  sv_choice_fn *choice;       // the blaster's; inputs that no state literal depends on
  void *context;              // of `choice`
  // Only states count in which no process is stuck (below): then formulas are about fewer bits.
  bool holders_move;
  // An input that depends on choices in a way that quantifying them does not see, so that it cannot be done; may be NULL.
  bool (*hides)(void *context, uint32_t node);
} sv_control_options;

// What the options point to must outlive it, and the blaster must not move.
// NULL: the choices of action *refused are too many.
sv_control *sv_control_new(const sv_control_options *, uint32_t *refused);
void sv_control_free(sv_control *);  // NULL is fine

// Control lets it be taken here, should it be possible. Of a cut action: the run
// is cut here, should it be possible.
sv_lit sv_control_allowed(const sv_control *, uint32_t action);
// It may join a step here, behind other actions: implies that it is allowed.
sv_lit sv_control_later(sv_control *, uint32_t action);
// Possible for some choices. False, and *out is not set: too many to quantify.
bool sv_control_some(sv_control *, uint32_t action, sv_lit *out);
// A process holds control and has no move that rules 1 and 2 leave.
sv_lit sv_control_stuck(const sv_control *);
sv_lit sv_control_stuck_process(const sv_control *, uint32_t process);  // this process does
// Only the holder of control acts here.
sv_lit sv_control_passing(const sv_control *);
// A cut action is left here, or one that says that a pool is full; or the property is
// violated in this state (an assertion: in none, see the actions). False: the choices
// of some action are too many to quantify.
bool sv_control_cut(sv_control *, bool full, sv_lit *out);
bool sv_control_violated(sv_control *, uint32_t property, sv_lit *out);

#endif
