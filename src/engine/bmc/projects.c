// projects.c -- where projections are worth their clauses (--projection auto).
//
// Measured on the families of bench/pbmc and on programs like them. A SAT solver
// gains nothing from them, nor do steps of several actions. An SMT solver that takes one
// action a step does, unless a step has very many uses to say (an index that may be any of
// many cells, in many actions of each process). docs/bench-pbmc.md has the numbers, and how
// often that is right.

#include "engine/bmc/formula.h"

enum { MOST_USES = 1200, MOST_OF_A_PROCESS = 400 };

static bool asks_for_deadlock(const sv_net *net, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK) return true;
  return false;
}

static bool is_small(const sv_needs *needs) {
  uint64_t uses = 0;
  for (uint32_t a = 0; a < needs->net->actions.n; a++) uses += needs->actions[a].n;
  return uses <= MOST_USES || uses <= MOST_OF_A_PROCESS * (uint64_t)needs->net->processes.n;
}

sv_needs *sv_bmc_needs(const sv_net *net, const sv_options *o, const uint32_t *properties,
                       uint32_t n, bool pays) {
  bool always = !strcmp(o->projection, "on");
  if (!n || !strcmp(o->projection, "off")) return NULL;
  if (!always && (!pays || net->processes.n < 2 || asks_for_deadlock(net, properties, n)))
    return NULL;
  sv_needs *needs = sv_needs_new(net, properties, n);
  if (always || is_small(needs)) return needs;
  sv_needs_free(needs);
  return NULL;
}
