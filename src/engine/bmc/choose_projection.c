// choose_projection.c -- where projections are worth their terms (--projection auto).
//
// Measured on the families of bench/pbmc: docs/bench-pbmc.md. They pay where an SMT solver takes
// one action at a time and most actions are independent and invisible, so that most of what
// could be left out of a run is: up to nine times. Steps of several actions leave little of
// that to them, and to a SAT solver they are worth less than they cost.

#include "engine/bmc/formula.h"

// The resources that more than one process uses.
static void find_shared(const sv_relevance *relevance, sv_bits *shared) {
  sv_u32s user = {0};
  sv_fill(user, relevance->n);
  for (uint32_t a = 0; a < relevance->net->actions.n; a++) {
    const sv_net_action *action = &relevance->net->actions.at[a];
    uint32_t who = action->edge_count == 1 ? action->edges[0].process + 1 : UINT32_MAX;
    for (uint32_t i = 0; i < relevance->actions[a].n; i++) {
      uint32_t resource = relevance->actions[a].at[i].resource;
      if (who == UINT32_MAX || (user.at[resource] && user.at[resource] != who))
        sv_bits_add(shared, resource);
      user.at[resource] = who;
    }
  }
  sv_vec_free(user);
}

static bool uses_any(const sv_relevance_uses *uses, const sv_bits *of) {
  for (uint32_t i = 0; i < uses->n; i++)
    if (sv_bits_has(of, uses->at[i].resource)) return true;
  return false;
}

// More actions are local than not.
static bool is_mostly_local(const sv_relevance *relevance) {
  uint32_t outgoing = 0, actions = relevance->net->actions.n;
  sv_bits shared;
  sv_bits_init(&shared, relevance->n);
  find_shared(relevance, &shared);
  for (uint32_t a = 0; a < actions; a++) outgoing += uses_any(&relevance->actions[a], &shared);
  sv_bits_free(&shared);
  return 2 * outgoing < actions;
}

sv_relevance *sv_bmc_relevance(const sv_net *net, const sv_options *o, bool may_pay,
                               const uint32_t *properties, uint32_t n) {
  bool asked_for = o->projection == SV_OPT_TRISTATE_ON;
  bool undecided = o->projection == SV_OPT_TRISTATE_AUTO;
  may_pay &= net->processes.n > 1;
  if (!n || !(asked_for || (undecided && may_pay))) return NULL;
  sv_relevance *relevance = sv_relevance_new(net, properties, n);
  if (asked_for || is_mostly_local(relevance)) return relevance;
  sv_relevance_free(relevance);
  return NULL;
}
