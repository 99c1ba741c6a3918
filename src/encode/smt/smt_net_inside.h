// smt_net_inside.h -- a system being made. Only smt_net*.c and smt_process.c
// include this.

#ifndef SV_SMT_NET_INSIDE_H
#define SV_SMT_NET_INSIDE_H

#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "encode/smt/smt_net.h"

// One action, in terms: where it is possible, and the state after it.
typedef struct {
  sv_smt_term edges, guard;  // conditions 1 and 2
  sv_smt_term possible;      // all conditions, over state and choices
  sv_smt_term side;          // what must hold beside where it is taken
  sv_smt_state after;        // the same terms as now where nothing is written
  bool finite;               // its choices are from finite sorts
} sv_smt_action;

typedef struct {
  sv_smt_net *s;
  sv_arena *arena;  // for states after actions
  sv_smt_action *actions;
  const sv_smt_state *now;  // in which actions are looked at: the system's, or one within a step
  sv_smt_view here;         // it, no choices
  sv_rules *rules;          // of the net
  sv_rule_fold *fold;       // of the rules, here
  sv_rule_fold *elsewhere;  // one to be used in other states
  uint32_t refused;         // an action with too many choices, or UINT32_MAX
  uint32_t *tags;
} sv_smt_making;

// The same system, in another state (which outlives it); nothing is known there yet. One at a time
// may be asked about control.
sv_smt_making sv_smt_making_at(const sv_smt_making *, const sv_smt_state *, sv_arena *);

// smt_net_state.c
void sv_smt_make_state(sv_smt_making *, sv_queue_encoding);
sv_smt_term sv_smt_make_input(sv_smt_making *, const char *name, sv_smt_sort);
void sv_smt_make_initial(sv_smt_making *);
// Every process stands where the invariant of its location holds.
sv_smt_term sv_smt_invariants(sv_smt_net *, const sv_smt_state *);

// smt_net_action.c
void sv_smt_make_action(sv_smt_making *, uint32_t action);
const sv_smt_action *sv_smt_action_of(sv_smt_making *, uint32_t action);  // made if need be
// smt_net_serial.c: what actions of one step say, each where the earlier ones have led.
void sv_smt_make_serial(sv_smt_making *, sv_smt_terms *all);
// Terms of the state behind an action, whether it is taken (then what `after` says) or not:
// become new inputs where they may differ from before. `what` and `row` are for names.
void sv_smt_merge(sv_smt_making *, uint32_t action, const char *what, uint32_t row,
                  const sv_smt_term *before, sv_smt_term *after, uint32_t n, sv_smt_terms *all);
// smt_net_parallel.c: all in the same state, none affected by an earlier one.
void sv_smt_make_parallel(sv_smt_making *, sv_smt_terms *all);
// smt_net_control.c
void sv_smt_open_control(sv_smt_making *);
void sv_smt_close_control(sv_smt_making *);
// The rule, where this state is looked at; false, with `refused` set, where it cannot be had.
sv_smt_term sv_smt_rule(sv_smt_making *, sv_rule);
// What control leaves of an action where a step begins.
sv_smt_term sv_smt_allowed(sv_smt_making *, uint32_t action);
// In the midst of a step, in another state.
sv_smt_term sv_smt_later(sv_smt_making *elsewhere, uint32_t action);
// `later` may be stronger than what control allows.
bool sv_smt_needs_first(const sv_smt_making *, uint32_t action);
// smt_net.c: frame conditions of the cells, for actions that all begin in one state.
void sv_smt_make_cells(sv_smt_making *, sv_smt_terms *all);

#endif
