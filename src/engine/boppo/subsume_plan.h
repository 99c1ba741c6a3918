// subsume_plan.h -- plans: see subsume_plan.c.

#ifndef SV_SUBSUME_PLAN_H
#define SV_SUBSUME_PLAN_H

#include "engine/boppo/subsume_inside.h"

// The fresh set in a graph of its own.
typedef struct {
  const sv_aig *graph;  // of the search
  sv_aig *own;
  sv_map inputs;        // of the search's graph -> own literals
  sv_lits bits;         // own literals
  sv_lit guard;
} sv_subsume_table;

void sv_subsume_table_init(sv_subsume_table *, const sv_aig *, const sv_factor *fresh);
void sv_subsume_table_free(sv_subsume_table *);

// What a plan for the old set covers, as a literal of the table's own graph. The
// choice (NULL: none is known) satisfies the old guard; the fresh states that have
// the bits which it gives are covered then.
sv_lit sv_subsume_plan(sv_subsume_table *, const sv_factor *old, sv_subsume_choice_fn *choice,
                       const void *context);
// The same with inputs of its own for what is not settled by bits that are inputs;
// `open` (search's inputs -> own literals) gets them.
sv_lit sv_subsume_open_plan(sv_subsume_table *, const sv_factor *old, sv_map *open);

#endif
