// exact.c -- paths on which deferred messages come back, asked of the net itself.
//
// The flat system does not know what a queue has deferred (flat.h), so a run of
// it may be none of the net. Such a path is asked for once more with the queues
// spelled out (encode/smt), action by action.

#include "encode/smt/smt_unroll.h"
#include "engine/cegar/cegar.h"

static bool invents(const sv_cegar *c, uint32_t action) {
  return c->flat->actions[action].choices.n > c->net->actions.at[action].choice_count;
}

bool sv_cegar_is_exact(const sv_cegar *c, const sv_path_plan *plan) {
  for (uint32_t i = 0; i < plan->n; i++)
    if (invents(c, plan->actions[i])) return false;
  return true;
}

sv_smt_net *sv_cegar_system(const sv_cegar *c, sv_text *why) {
  const sv_options *given = c->run->options;
  sv_smt_net_options o = {.semantics = SV_STEPS_INTERLEAVING,
                          .queues = sv_queue_encoding_of(given->queue_terms, given->tags),
                          .integers = c->integers};
  return sv_smt_net_new(c->net, &o, why);
}

// A cut action is not taken: the run ends where it is enabled.
static uint32_t steps_of(const sv_cegar *c, const sv_path_plan *plan) {
  return plan->n && c->net->actions.at[plan->actions[plan->n - 1]].cut ? plan->n - 1 : plan->n;
}

static void follow(sv_cegar *c, sv_smt_unroll *u, const sv_path_plan *plan, uint32_t property) {
  sv_smt_net *s = u->s;
  uint32_t n = steps_of(c, plan);
  assert(n <= plan->n && property < c->net->properties.n);
  for (uint32_t t = 0; t < n; t++) {
    sv_smt_unroll_step(u);
    sv_smt_assert(s->z, sv_smt_input_at(u, s->taken[plan->actions[t]], t));
  }
  if (n < plan->n) sv_smt_assert(s->z, sv_smt_at(u, s->cut, n));
  else if (property && c->net->properties.at[property].kind != SV_PROP_ASSERTION)
    sv_smt_assert(s->z, sv_smt_at(u, s->bad[property], n));
}

sv_sat_answer sv_cegar_exact(sv_cegar *c, const sv_path_plan *plan, uint32_t property,
                             sv_trace **trace) {
  sv_text why = {0};
  sv_smt_net *s = sv_cegar_system(c, &why);
  sv_text_free(&why);
  if (!s) return SV_SAT_UNKNOWN;
  sv_smt_unroll *u = sv_smt_unroll_new(s, true);
  sv_sat_limits limits = {.run = c->run->limits};
  sv_sat_answer answer = SV_SAT_UNKNOWN;
  if (plan->n <= s->most_steps && !s->approximate) {
    follow(c, u, plan, property);
    answer = sv_smt_check(s->z, NULL, 0, &limits);
  }
  if (answer == SV_SAT_YES) *trace = sv_smt_trace(u, steps_of(c, plan), property);
  sv_smt_unroll_free(u);
  sv_smt_net_free(s);
  return answer;
}
