// projects.c -- where projections are worth their clauses (--projection auto).

#include "engine/bmc/formula.h"

static bool asks_for_deadlock(const sv_net *net, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK) return true;
  return false;
}

bool sv_bmc_projects(const sv_net *net, const sv_options *o, const uint32_t *properties,
                     uint32_t n) {
  if (!n || !strcmp(o->projection, "off")) return false;
  if (!strcmp(o->projection, "on")) return true;
  return net->processes.n > 1 && !asks_for_deadlock(net, properties, n);
}
