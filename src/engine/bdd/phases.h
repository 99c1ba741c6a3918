// phases.h -- what the two ways to run IMPROVISO's phases share.

#ifndef SV_BDD_PHASES_H
#define SV_BDD_PHASES_H

#include "engine/bdd/search.h"

typedef struct {
  sv_bdd_relations steps;  // of phase 1
  sv_bdd can;              // states that have one
} sv_bdd_phase_process;

// Adds the steps of phase 1, each where no process before has one. Among these
// processes only (by process), or NULL for all. Gives the states where none has
// one; a new reference.
sv_bdd sv_bdd_phase_one(sv_symbolic *, const sv_bdd_phase_process *, const bool *among,
                        sv_bdd_relations *out);

// phase_runs.c: the closure under the phases, where it does not matter in which order
// states are met. False, with nothing done, where it cannot be had that way.
bool sv_bdd_search_runs(sv_bdd_search *, const sv_bdd_phase_process *);

#endif
