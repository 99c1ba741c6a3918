// subsume_plan.h -- a fresh set and an old one in a graph of their own; plans.

#ifndef SV_SUBSUME_PLAN_H
#define SV_SUBSUME_PLAN_H

#include "encode/parametric/subsume_inside.h"

// The fresh set.
typedef struct {
  const sv_aig *graph;  // of the search
  sv_aig *own;
  sv_map inputs;  // of the search's graph -> own literals
  sv_lits bits;   // own literals
  sv_lit guard;
} sv_subsume_table;

void sv_subsume_table_init(sv_subsume_table *, const sv_aig *, const sv_factor *fresh);
void sv_subsume_table_free(sv_subsume_table *);

// An old set, seen from the fresh one: it has the fresh state iff there are values
// of the open inputs that make all of `wrong` false.
typedef struct {
  sv_lits wrong;   // over fresh inputs and open ones
  sv_u32s open;    // own inputs
  sv_u32s origin;  // by open input: that of the search's graph; 0: none
} sv_subsume_target;

// Eliminates open inputs where that is easy (subsume_eliminate.c).
void sv_subsume_target_init(sv_subsume_target *, sv_subsume_table *, const sv_factor *old);
void sv_subsume_target_free(sv_subsume_target *);
void sv_subsume_eliminate(sv_aig *, sv_subsume_target *);
// The open inputs that occur stay.
void sv_subsume_target_tidy(const sv_aig *, sv_subsume_target *);

// What a plan covers. The choice (NULL: none is known) gives values to fresh and open
// inputs such that nothing is wrong; all fresh choices are covered then that agree
// with it on what `wrong` depends on, and mostly many more.
sv_lit sv_subsume_plan(sv_subsume_table *, const sv_subsume_target *, sv_subsume_choice_fn *choice,
                       const void *context);

#endif
