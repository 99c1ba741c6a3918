// way.c -- from a model of a guard to a run: initial values and choices are what
// the solver gave the inputs.

#include "engine/boppo/boppo.h"

static uint64_t value_of(void *context, uint32_t input) {
  const sv_boppo *x = context;
  return sv_decider_value(x->decider, input);
}

static sv_trace *begin(sv_boppo *x) {
  uint32_t n = x->coding->bits;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, n + 1);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
  sv_state *state = sv_state_new(x->net);
  sv_aig_simulate(x->aig, x->initial, n, value_of, x, words);
  for (uint32_t i = 0; i < n; i++) bits[i] = words[i] & 1;
  sv_coding_decode(x->coding, bits, state);
  sv_trace *trace = sv_trace_new(x->net, state);
  sv_state_free(x->net, state);
  sv_free(bits);
  sv_free(words);
  return trace;
}

static sv_value choice_value(sv_boppo *x, uint32_t action, uint32_t k, const uint32_t *inputs) {
  uint32_t n = sv_blast_choice_bits(x->net, action, k);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    bits[i] = inputs[i] != UINT32_MAX && sv_decider_value(x->decider, inputs[i]);
  sv_value value = sv_blast_choice_value(x->net, action, k, bits);
  sv_free(bits);
  return value;
}

static void take(sv_boppo *x, sv_trace *trace, uint32_t action, uint32_t first_input) {
  const sv_net_action *a = &x->net->actions.at[action];
  sv_step step = {action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  const uint32_t *inputs = x->inputs.at + first_input;
  for (uint32_t k = 0; k < a->choice_count; k++) {
    step.choices[k] = choice_value(x, action, k, inputs);
    inputs += sv_blast_choice_bits(x->net, action, k);
  }
  sv_trace_push(x->net, trace, &step);
  sv_step_free(&step);
}

static uint32_t before(const sv_boppo *x, const sv_parametric_state *s) {
  return s->selector && !sv_decider_value(x->decider, s->selector) ? s->other : s->from;
}

sv_trace *sv_boppo_way(sv_boppo *x, const sv_boppo_move *last) {
  sv_u32s chain = {0};
  sv_trace *trace = begin(x);
  for (uint32_t s = x->at; s != SV_NO_STATE; s = before(x, &x->states.at[s])) sv_push(chain, s);
  while (chain.n) {
    const sv_parametric_state *s = &x->states.at[sv_pop(chain)];
    if (s->action != SV_NO_ACTION) take(x, trace, s->action, s->first_input);
  }
  if (last) take(x, trace, last->action, last->first_input);
  sv_vec_free(chain);
  return trace;
}
