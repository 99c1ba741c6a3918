// projects.c -- where projections are worth their clauses (--projection auto): nowhere, so far.
//
// Measured on the families of bench/pbmc. Single programs gain by them, tables that many
// processes fill up to four times, but no rule that we tried (by solver, kind of steps, number of
// uses) was right more often than never to project: docs/bench-pbmc.md.

#include "engine/bmc/formula.h"

sv_needs *sv_bmc_needs(const sv_net *net, const sv_options *o, const uint32_t *properties,
                       uint32_t n) {
  bool asked_for = !strcmp(o->projection, "on");
  return asked_for && n ? sv_needs_new(net, properties, n) : NULL;
}
