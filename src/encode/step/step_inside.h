// step_inside.h -- steppers and unrollings from inside. Only step*.c include this.

#ifndef SV_STEP_INSIDE_H
#define SV_STEP_INSIDE_H

#include "analysis/access/access.h"
#include "base/bits.h"
#include "encode/graph/aig_copy.h"
#include "encode/step/step.h"
#include "encode/step/step_resources.h"

// What an action needs and does, over the stepper's inputs.
typedef struct {
  bool skipped;        // never taken: cut, or possible nowhere
  bool needs_first;    // `later` may be stronger than what control allows
  sv_aig_part here;    // roots: possible, later, then the values of its writes
  sv_aig_part queues;  // parallel: the values alone, of bits of queues
  sv_u32s bits;        // that it writes
} sv_step_action;

struct sv_stepper {
  const sv_coding *coding;
  const sv_net *net;
  sv_step_options o;
  sv_aig *aig;
  sv_lits state;            // inputs, by state bit
  sv_lits choices;          // inputs, row by choice
  uint32_t choice_width;    // of a row
  sv_step_action *actions;  // by net action
  sv_aig_part allowed;      // roots: by net action, what control says where a step begins
  sv_aig_part *bad;         // by property: one root
  bool *knows;              // by property
  sv_aig_part cut, full;    // one root each
  bool knows_cuts;
  sv_aig_part legal;    // one root: what every code of a state obeys
  sv_lits first_state;  // initial values by state bit; inputs of `aig` where free
  sv_lit first_condition;
  sv_u32s order;            // net actions as they happen within a step
  sv_u32s places;           // serial and process, by index in order: groups have one place
  sv_resources *resources;  // parallel and process, else NULL
  sv_accesses *accesses;    // dynamic, else NULL
  sv_cell_rows *rows;       // by net action, likewise
  sv_aig_part held;         // one root: a process holds control
  sv_u32s *need_roots;      // projections, by net action and use: root of its condition, or 0
  sv_aig_part goals;        // projections, by goal: one root, the condition
};

// step_dynamic.c: arrays of which the action uses single cells, and the conditions
// under which it does as further roots.
void sv_step_rows(sv_stepper *, sv_blaster *, uint32_t action, sv_lits *roots, sv_cell_rows *out);

// step_estimate.c: steps that random walks take, packed as tightly as the order allows.
typedef struct sv_walks sv_walks;
sv_walks *sv_walks_new(const sv_net *);
void sv_walks_free(sv_walks *);  // NULL is fine
uint64_t sv_walks_steps(const sv_walks *, const sv_u32s *order);

static inline bool sv_is_of_queue(const sv_stepper *s, uint32_t bit) {
  return s->coding->owner[bit] >= s->net->cells;
}

// Roots of `here`.
enum { SV_ROOT_POSSIBLE, SV_ROOT_LATER, SV_ROOT_VALUES };

// ---- unrollings

struct sv_reach {
  sv_bits *at;  // by process
};

static inline sv_frame *sv_now_at(sv_unrolling *u) { return &sv_last(u->frames); }
void sv_step_over(sv_unrolling *, const sv_lit *state);  // what copies are made over
// A move of the action, with choices of its own, for which copies are made from now on.
sv_step_move sv_new_move(sv_unrolling *, uint32_t action);
void sv_demand(sv_unrolling *, const sv_lit *, uint32_t n);  // one of them
void sv_demand_if(sv_unrolling *, sv_lit condition, sv_lit all);
void sv_demand_one_at_most(sv_unrolling *, const sv_lits *);
bool sv_can_stand(const sv_unrolling *, uint32_t action);  // the edges fit the reach
void sv_note_arrival(sv_unrolling *, uint32_t action);

// step_group.c: actions that are looked at together, of which at most one is taken; orders them anew.
void sv_step_group(sv_stepper *);

// step_single.c (interleaving, parallel), step_serial.c (serial, process): fill in
// the moves and the state after them.
void sv_step_from_one_state(sv_unrolling *, sv_lit *after);
void sv_step_serial(sv_unrolling *, sv_lit *after);

// step_process.c: who has used what, during a step and the one before it.
typedef struct sv_step_usage sv_step_usage;
sv_step_usage *sv_step_usage_new(const sv_stepper *);
void sv_step_usage_free(sv_step_usage *, const sv_stepper *);  // NULL is fine
// The move at this place of the total order must not have been possible a step
// earlier, unless `excused`; `roots` are those of its action.
void sv_step_usage_demand(sv_unrolling *, uint32_t place, const sv_step_move *, const sv_lit *roots,
                          sv_lit excused);
void sv_step_usage_note(sv_unrolling *, uint32_t place, const sv_step_move *, const sv_lit *roots);
void sv_step_usage_close(sv_unrolling *);  // the step is complete

// step_project.c: every move must matter for what comes later.
typedef struct sv_projection sv_projection;
sv_projection *sv_projection_new(const sv_stepper *);
void sv_projection_free(sv_projection *);  // NULL is fine
// The conditions of an action's uses as further roots.
void sv_project_roots(sv_stepper *, sv_blaster *, uint32_t action, sv_lits *roots);
void sv_project_goals(sv_stepper *, sv_blaster *);
void sv_project_note(sv_unrolling *, const sv_step_move *,
                     const sv_lit *roots);  // before it is listed
void sv_project_step(sv_unrolling *);       // the step is complete, its end is no moment yet

#endif
