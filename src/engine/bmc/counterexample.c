// counterexample.c -- from a model to a run: the actions of a step one after the other.

#include "analysis/rewrite/record.h"
#include "engine/bmc/sat.h"

static sv_trace *begin(sv_bmc_runs *r, const sv_coding *coding) {
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, coding->bits + 1);
  sv_state *state = sv_state_new(coding->net);
  for (uint32_t i = 0; i < coding->bits; i++)
    bits[i] = sv_bmc_value(r, r->runs->frames.at[0].state[i]);
  sv_coding_decode(coding, bits, state);
  sv_trace *trace = sv_trace_new(coding->net, state);
  sv_state_free(coding->net, state);
  sv_free(bits);
  return trace;
}

static sv_value choice_value(const sv_bmc_runs *r, const sv_net *net, uint32_t action, uint32_t k,
                             const sv_lit *inputs) {
  uint32_t n = sv_blast_choice_bits(net, action, k);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
  for (uint32_t i = 0; i < n; i++) bits[i] = sv_bmc_value(r, inputs[i]);
  sv_value value = sv_blast_choice_value(net, action, k, bits);
  sv_free(bits);
  return value;
}

static void take(const sv_bmc_runs *r, const sv_net *net, const sv_step_move *m, sv_trace *trace) {
  const sv_net_action *a = &net->actions.at[m->action];
  assert(!a->cut && m->first_choice <= r->runs->choices.n);
  sv_step step = {m->action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  const sv_lit *inputs = r->runs->choices.at + m->first_choice;
  for (uint32_t k = 0; k < a->choice_count; k++) {
    step.choices[k] = choice_value(r, net, m->action, k, inputs);
    inputs += sv_blast_choice_bits(net, m->action, k);
  }
  sv_trace_push(net, trace, &step);
  sv_step_free(&step);
}

// The moves of one step. True: one of them fails the assertion, so the run ends there.
static bool take_step(const sv_bmc_runs *r, const sv_net *net, const sv_frame *m, bool last,
                      uint32_t property, sv_trace *trace) {
  for (uint32_t i = 0; i < m->moves.n; i++) {
    if (!sv_bmc_value(r, m->moves.at[i].taken)) continue;
    take(r, net, &m->moves.at[i], trace);
    if (last && net->actions.at[m->moves.at[i].action].fails == property) return true;
  }
  return false;
}

sv_trace *sv_bmc_trace(sv_bmc_runs *r, const sv_coding *coding, uint32_t property, uint32_t depth) {
  const sv_net *net = coding->net;
  bool fails = net->properties.at[property].kind == SV_PROP_ASSERTION;
  assert(depth <= sv_unrolled(r->runs) && (!fails || depth));
  sv_trace *trace = begin(r, coding);
  bool lasso = sv_bmc_lasso_is(r->lasso, property);
  uint32_t loop = lasso ? sv_bmc_lasso_begin(r->lasso, r) : 0;
  for (uint32_t d = 0; d < depth; d++) {
    if (d == loop) trace->loop = trace->steps.n;
    take_step(r, net, &r->runs->frames.at[d], fails && d + 1 == depth, property, trace);
  }
  trace->lasso = lasso;
  if (lasso) sv_record_close(net, trace);
  return trace;
}
