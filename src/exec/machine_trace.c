// machine_trace.c -- runs of the machine as traces, for the referee.
//
// Engines that search packed states know an initial state, and of each step the action and the
// number of its choice. Traces have states of exec and choices by value.

#include "exec/machine_inside.h"

sv_trace *sv_machine_begin_trace(const sv_machine *m, const uint64_t *initial) {
  const sv_net *net = m->program->net;
  sv_state *state = sv_state_new(net);
  sv_unpack(m->program->layout, initial, state);
  sv_trace *trace = sv_trace_new(net, state);
  sv_state_free(net, state);
  return trace;
}

void sv_machine_push_step(const sv_machine *m, sv_trace *trace, uint32_t action, uint64_t choice) {
  const sv_net *net = m->program->net;
  assert(action < net->actions.n && !net->actions.at[action].cut);
  assert(choice < m->program->moves[action].combinations);
  sv_step step = {action, SV_NEW_ARRAY(sv_value, net->actions.at[action].choice_count + 1)};
  sv_machine_choices(m, action, choice, step.choices);
  sv_trace_push(net, trace, &step);
  sv_step_free(&step);
}
