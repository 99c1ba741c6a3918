// counterexample.c -- from a model of a guard to a run: initial values and choices are what
// the solver gave the inputs.
//
// The run is found backwards. Behind a state that was remade its functions say
// nothing of how it came about: there the solver is asked for inputs with which
// the state before it has the very same bits.

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

static sv_step step_of(sv_boppo *x, uint32_t action, uint32_t first_input) {
  const sv_net_action *a = &x->net->actions.at[action];
  sv_step step = {action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  const uint32_t *inputs = x->inputs.at + first_input;
  assert(first_input <= x->inputs.n && !a->cut);
  for (uint32_t k = 0; k < a->choice_count; k++) {
    step.choices[k] = choice_value(x, action, k, inputs);
    inputs += sv_blast_choice_bits(x->net, action, k);
  }
  return step;
}

// ---- behind states that were remade

static sv_lit has_bits(sv_boppo *x, const sv_parametric_state *s, const uint64_t *words) {
  sv_lits all = {0};
  sv_push(all, s->guard);
  for (uint32_t b = 0; b < x->coding->bits; b++)
    if (!sv_boppo_is_dead(x, s->places, b))
      sv_push(all, sv_lit_not_if(s->bits[b], !(words[b] & 1)));
  sv_lit result = sv_aig_and_all(x->aig, all.at, all.n);
  sv_vec_free(all);
  return result;
}

// The state that it was made of and that has its bits, in a model from now on.
static uint32_t origin(sv_boppo *x, const sv_parametric_state *s) {
  uint32_t parts[] = {s->from, s->other}, found = SV_NO_STATE;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, x->coding->bits + 1);
  sv_aig_simulate(x->aig, s->bits, x->coding->bits, value_of, x, words);
  for (int i = 0; i < (s->other ? 2 : 1) && found == SV_NO_STATE; i++)
    if (sv_decide_with_model(x->decider, has_bits(x, &x->states.at[parts[i]], words)) ==
        SV_GUARD_TRUE)
      found = parts[i];
  if (found == SV_NO_STATE && !x->run->limits->hit)
    sv_answer_bug(x->answer, "a state is in none of those that it was made of");
  sv_free(words);
  return found;
}

static uint32_t before(sv_boppo *x, const sv_parametric_state *s) {
  if (s->remade) return origin(x, s);
  return s->selector && !sv_decider_value(x->decider, s->selector) ? s->other : s->from;
}

// The steps to the state at hand, last one first. False: the way is lost.
static bool go_back(sv_boppo *x, sv_steps *steps) {
  uint32_t state = x->at;
  while (state != SV_NO_STATE) {
    const sv_parametric_state *s = &x->states.at[state];
    bool made = s->remade;
    assert(s->from == SV_NO_STATE || s->from < state);  // so the way back ends
    if (s->action != SV_NO_ACTION) sv_push(*steps, step_of(x, s->action, s->first_input));
    state = before(x, s);
    if (made && state == SV_NO_STATE) return false;
  }
  return true;
}

sv_trace *sv_boppo_trace(sv_boppo *x, const sv_boppo_move *last) {
  sv_steps steps = {0};
  sv_trace *trace = NULL;
  if (last) sv_push(steps, step_of(x, last->action, last->first_input));
  if (go_back(x, &steps)) {
    trace = begin(x);
    for (uint32_t i = steps.n; i-- > 0;) sv_trace_push(x->net, trace, &steps.at[i]);
  }
  sv_steps_free(&steps);
  return trace;
}
