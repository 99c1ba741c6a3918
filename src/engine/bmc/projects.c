// projects.c -- where projections are worth their clauses (--projection auto).
//
// Measured on the families of bench/pbmc and on programs like them. A serial or
// parallel step has few runs to choose from and gains nothing. Otherwise
// projections pay, unless a step has very many uses to say (an index that may be
// any of many cells, in many actions), or the property reads most of what there is,
// so that nearly everything matters. docs/engine-bmc.md has the numbers.

#include "engine/bmc/formula.h"

enum { MOST_USES = 2000 };

static bool asks_for_deadlock(const sv_net *net, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK) return true;
  return false;
}

static bool has_many_orders(const sv_options *o, bool single) {
  return single || !strcmp(o->semantics, "interleaving") || !strcmp(o->semantics, "process");
}

static bool is_small(const sv_needs *needs) {
  uint64_t uses = 0;
  for (uint32_t a = 0; a < needs->net->actions.n; a++) uses += needs->actions[a].n;
  return uses <= MOST_USES;
}

// No way to violate a property reads more than half of what is no program counter.
static bool asks_for_little(const sv_needs *needs) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < needs->goals.n; i++)
    if (needs->goals.at[i].uses.n > most) most = needs->goals.at[i].uses.n;
  return 2 * most + needs->net->processes.n <= needs->n;
}

sv_needs *sv_bmc_needs(const sv_net *net, const sv_options *o, const uint32_t *properties,
                       uint32_t n, bool single) {
  bool always = !strcmp(o->projection, "on");
  if (!n || !strcmp(o->projection, "off")) return NULL;
  if (!always && (net->processes.n < 2 || asks_for_deadlock(net, properties, n) ||
                  !has_many_orders(o, single)))
    return NULL;
  sv_needs *needs = sv_needs_new(net, properties, n);
  if (always || (is_small(needs) && asks_for_little(needs))) return needs;
  sv_needs_free(needs);
  return NULL;
}
