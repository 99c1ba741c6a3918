// step.h -- transition formulas for bounded model checking.
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (2011),
// sections 2.3.1, 5.1 and 5.2. Four semantics, from the same actions:
//   interleaving  a step is one action
//   parallel      a set of actions that are all enabled where the step begins,
//                 none affected by an earlier one of the total order
//   serial        any actions, each enabled where the earlier ones have led
//   process       serial, but no process acts that could have acted a step earlier
// A state is a vector of literals, a function of what was chosen before, so
// constants propagate from the initial state, and what an action does not
// write is shared. Every action of a step obeys the rules of control in the
// very state in which it happens (docs/engine-bmc.md says how), so a step is a
// sequence of the net's own steps, and every step of the net is one.
//
// A stepper is made once per net; unrollings of it begin in the initial
// states, or anywhere (for induction).

#ifndef SV_STEP_H
#define SV_STEP_H

#include "analysis/access/relevance.h"
#include "encode/control/control.h"
#include "encode/step/step_order.h"

typedef struct {
  sv_semantics semantics;
  sv_opt_order order;
  bool dynamic;  // array cells are told apart by the values of indices
  // Projections: runs from the initial states have no moves but those that matter for the
  // properties of this relevance, which outlives the stepper; NULL: all runs.
  const sv_relevance *relevance;
} sv_step_options;

typedef struct sv_stepper sv_stepper;

// NULL and a reason: too many choices to say where others must give way. The
// coding must outlive it; it has room for every value (no profile).
sv_stepper *sv_stepper_new(const sv_coding *, const sv_step_options *, sv_text *why);
void sv_stepper_free(sv_stepper *);  // NULL is fine
// Whether the property can be asked for; not: too many choices to say where it is violated.
bool sv_stepper_knows(const sv_stepper *, uint32_t property);
bool sv_stepper_knows_cuts(const sv_stepper *);

typedef struct {
  uint32_t action;
  sv_lit taken;
  uint32_t first_choice;  // in sv_unrolling.choices: an input per bit of each choice
} sv_step_move;

typedef struct {
  sv_lit *state;                // coding->bits
  SV_VEC(sv_step_move) moves;   // of the step to the next moment, in the order in which they happen
  struct sv_step_usage *usage;  // process: who has touched what in that step
} sv_frame;

typedef struct {
  const sv_stepper *stepper;
  sv_aig *aig;              // owned
  SV_VEC(sv_frame) frames;  // one more than there are steps
  sv_lits choices;
  // What must be true: clauses over the graph, the i-th ends before ends.at[i].
  // The owner may take them out (sv_clear both).
  sv_lits clauses;
  sv_u32s ends;
  struct sv_reach *reach;            // by process: locations where it may stand now
  sv_lit *now;                       // scratch: literals by node of the stepper's graph
  struct sv_projection *projection;  // or NULL: all runs
} sv_unrolling;

// From the initial states, or from all codes of states, reachable or not.
sv_unrolling *sv_unrolling_new(const sv_stepper *, bool initial);
void sv_unrolling_free(sv_unrolling *);  // NULL is fine
static inline uint32_t sv_unrolled(const sv_unrolling *u) { return u->frames.n - 1; }
// One more step. It may be empty: the owner says where one of its moves must be taken.
void sv_unroll(sv_unrolling *);
// Violated in the state after so many steps; an assertion: by the last of them.
sv_lit sv_unrolled_bad(sv_unrolling *, uint32_t property, uint32_t depth);
// A cut action is left in the state after so many steps; `full`: one that says
// that a pool without bound is full.
sv_lit sv_unrolled_cut(sv_unrolling *, bool full, uint32_t depth);

// With projections: a literal that says that the run matters for one of these
// properties, violated after so many steps as there are now or, with --grow, after
// fewer, but not after so many as were asked about before. Without it the run may
// matter for what comes later.
sv_lit sv_unrolled_end(sv_unrolling *, const uint32_t *properties, uint32_t n);
typedef struct {
  uint64_t clauses;  // for projections
  uint64_t pairs;    // of a write and a later read, each of which the naive form would spell out
} sv_projection_size;
sv_projection_size sv_unrolled_projection(const sv_unrolling *);

#endif
