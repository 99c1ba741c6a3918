// shoals.h -- is something shown again and again on a run of a circuit?
//
// J. Xia, A. Cimatti, A. Griggio, J. Li: Avoiding the Shoals: A New Approach to
// Liveness Checking, CAV 2024 (rlive). A state that shows it is looked for, from
// there the next one, and so on, depth first. One that is on the way already
// closes a loop. Where none is found any more IC3 has an inductive invariant, a
// *shoal*: no step leads out of it, and what is shown in it lies in older shoals,
// so that every run through it shows it finitely often. States of shoals are not
// looked for again. The search ends with an invariant of all that is reachable,
// in which only states of shoals show it.
//
// What shows it is one bit that no step reads. So a search begins in the state
// that was found with this bit false, and a state belongs to a shoal if it does
// with this bit false: then what it was that the last step showed says nothing.
//
// Other conditions are looked for on all runs from the initial states, as in ic3.h.

#ifndef SV_SHOALS_H
#define SV_SHOALS_H

#include "engine/ic3/ic3.h"

typedef struct sv_shoals sv_shoals;

typedef struct {
  sv_lit shown;          // over the state
  uint32_t bit;          // the state bit that it is, or UINT32_MAX: it is constant
  const sv_lit *others;  // conditions
  uint32_t other_count;
} sv_shoals_goal;

// The circuit must outlive it; its graph gets more nodes.
sv_shoals *sv_shoals_new(const sv_circuit *, const sv_shoals_goal *, const sv_ic3_options *);
void sv_shoals_free(sv_shoals *);                          // NULL is fine
void sv_shoals_sample(sv_shoals *, const uint8_t *state);  // sv_ic3_sample

typedef enum {
  SV_SHOALS_PROVED,  // it is shown finitely often, and no other condition can be met
  SV_SHOALS_LOOP,    // see sv_shoals_loop
  SV_SHOALS_OTHER,   // other conditions are met, from 1: sv_ic3_found of the reach
  SV_SHOALS_LIMIT,
  SV_SHOALS_BROKEN,
} sv_shoals_end;
sv_shoals_end sv_shoals_search(sv_shoals *);
// After SV_SHOALS_OTHER: goes on without that condition (from 1).
void sv_shoals_drop(sv_shoals *, uint32_t condition);

// After SV_SHOALS_LOOP: a run of n steps, of which those from `begin` on are repeated for ever.
typedef struct {
  const uint8_t *initial, *inputs;
  uint32_t n, begin;
} sv_shoals_run;
sv_shoals_run sv_shoals_loop(const sv_shoals *);

// The search from the initial states: after SV_SHOALS_PROVED its invariant is inductive.
const sv_ic3 *sv_shoals_reach(const sv_shoals *);
// Shoals, the oldest first, without their bit: cubes of which the states of one are free.
uint32_t sv_shoals_count(const sv_shoals *);
uint32_t sv_shoals_size(const sv_shoals *, uint32_t i);
const sv_i32s *sv_shoals_cube(const sv_shoals *, uint32_t i, uint32_t cube);

typedef struct {
  uint64_t searches, found;
  uint32_t deepest;
} sv_shoals_statistics;
sv_shoals_statistics sv_shoals_numbers(const sv_shoals *);

#endif
