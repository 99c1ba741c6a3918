// passing.h -- states that are not stored, by definition (docs/model.md, "Control").
//
// Written over exec only, so that what engines count can be held against it.

#ifndef SV_TEST_PASSING_H
#define SV_TEST_PASSING_H

#include "exec/trace.h"

static inline sv_value *passing_holder(const sv_net *net, const sv_state *state) {
  return &state->cells[net->vars.at[net->holder].first_cell];
}

// Does the process of this number - 1 move by the step, and is not just taken along?
static inline bool passing_moves(const sv_net *net, const sv_step *step, int64_t holder) {
  const sv_net_action *a = &net->actions.at[step->action];
  for (uint32_t i = 0; i < a->edge_count && !a->priority; i++)
    if (a->edges[i].process + 1 == holder && !(a->edges[i].flags & SV_EDGE_PASSIVE)) return true;
  return false;
}

static inline bool is_passing(sv_exec *exec, const sv_state *state) {
  const sv_net *net = sv_exec_net(exec);
  sv_steps steps = {0};
  bool moves = false;
  if (net->holder == SV_NO_VARIABLE) return false;
  int64_t holder = sv_small_get(*passing_holder(net, state));
  if (!holder) return false;
  sv_exec_steps(exec, state, &steps, NULL);
  for (uint32_t i = 0; i < steps.n; i++) moves |= passing_moves(net, &steps.at[i], holder);
  sv_steps_free(&steps);
  return moves;
}

// In a state that is not passing: nobody holds control, if the same can happen then.
static inline void forget_holder(sv_exec *exec, sv_state *state) {
  const sv_net *net = sv_exec_net(exec);
  sv_steps before = {0}, after = {0};
  if (net->holder == SV_NO_VARIABLE) return;
  sv_value *holder = passing_holder(net, state), old = *holder;
  sv_exec_steps(exec, state, &before, NULL);
  *holder = sv_small(0);
  sv_exec_steps(exec, state, &after, NULL);
  if (before.n != after.n) *holder = old;
  sv_steps_free(&before);
  sv_steps_free(&after);
}

// The length of a trace where a way through passing states is one step.
static inline uint32_t trace_levels(const sv_net *net, const sv_trace *trace) {
  sv_exec *exec = sv_exec_new(net);
  sv_state *state = sv_state_new(net), *next = sv_state_new(net);
  uint32_t levels = 0;
  bool open = false;
  sv_state_copy(net, state, trace->initial);
  for (uint32_t i = 0; i < trace->steps.n; i++) {
    sv_exec_fire(exec, state, &trace->steps.at[i], next);
    sv_state_copy(net, state, next);
    open = is_passing(exec, state);
    levels += !open;
  }
  sv_state_free(net, state);
  sv_state_free(net, next);
  sv_exec_free(exec);
  return levels + open;
}

#endif
