// choose_projection.c -- where projections are worth their terms (--projection auto).
//
// Measured on the families of bench/pbmc: docs/bench-pbmc.md. They pay where an SMT solver takes
// one action at a time and most actions are a process's own business, so that most of what
// could be left out of a run is: up to nine times. Steps of several actions leave little of
// that to them, and to a SAT solver they are worth less than they cost.

#include "engine/bmc/formula.h"

// The resources that more than one process uses.
static void find_shared(const sv_relevance *needs, sv_bits *shared) {
  sv_u32s user = {0};
  sv_fill(user, needs->n);
  for (uint32_t a = 0; a < needs->net->actions.n; a++) {
    const sv_net_action *action = &needs->net->actions.at[a];
    uint32_t who = action->edge_count == 1 ? action->edges[0].process + 1 : UINT32_MAX;
    for (uint32_t i = 0; i < needs->actions[a].n; i++) {
      uint32_t resource = needs->actions[a].at[i].resource;
      if (who == UINT32_MAX || (user.at[resource] && user.at[resource] != who))
        sv_bits_add(shared, resource);
      user.at[resource] = who;
    }
  }
  sv_vec_free(user);
}

static bool uses_any(const sv_need_uses *uses, const sv_bits *of) {
  for (uint32_t i = 0; i < uses->n; i++)
    if (sv_bits_has(of, uses->at[i].resource)) return true;
  return false;
}

// More actions are local than not.
static bool is_mostly_local(const sv_relevance *needs) {
  uint32_t outgoing = 0, actions = needs->net->actions.n;
  sv_bits shared;
  sv_bits_init(&shared, needs->n);
  find_shared(needs, &shared);
  for (uint32_t a = 0; a < actions; a++) outgoing += uses_any(&needs->actions[a], &shared);
  sv_bits_free(&shared);
  return 2 * outgoing < actions;
}

sv_relevance *sv_bmc_relevance(const sv_net *net, const sv_options *o, bool may_pay,
                               const uint32_t *properties, uint32_t n) {
  bool asked_for = o->projection == SV_OPT_TRISTATE_ON;
  bool undecided = o->projection == SV_OPT_TRISTATE_AUTO;
  may_pay &= net->processes.n > 1;
  if (!n || !(asked_for || (undecided && may_pay))) return NULL;
  sv_relevance *needs = sv_relevance_new(net, properties, n);
  if (asked_for || is_mostly_local(needs)) return needs;
  sv_relevance_free(needs);
  return NULL;
}
