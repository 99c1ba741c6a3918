// inside.h -- IC3 from inside. Only the files of this folder include this.

#ifndef SV_IC3_INSIDE_H
#define SV_IC3_INSIDE_H

#include "engine/ic3/ic3.h"
#include "solver/sat.h"

// A set of states: literals bit + 1 or -(bit + 1), ascending by bit. Its negation
// is a clause.
typedef sv_i32s sv_cube;
static inline uint32_t sv_cube_bit(int32_t literal) {
  return (uint32_t)(literal < 0 ? -literal : literal) - 1;
}
void sv_cube_copy(sv_cube *to, const sv_cube *from);
void sv_cube_sort(sv_cube *);
// Each bit at most once, ascending.
static inline bool sv_cube_is_sorted(const sv_cube *c) {
  for (uint32_t i = 1; i < c->n; i++)
    if (sv_cube_bit(c->at[i - 1]) >= sv_cube_bit(c->at[i])) return false;
  return true;
}
bool sv_cube_has(const sv_cube *, int32_t literal);
uint64_t sv_cube_mask(const sv_cube *);  // of a subset: a subset
bool sv_cube_within(const sv_cube *, const sv_cube *larger);

// formula.c -- the circuit as clauses, made once and loaded into every solver.
typedef struct {
  sv_i32s clauses;  // each ends with 0
  int32_t vars;
  sv_i32s state, inputs, next, conditions;
  int32_t initial, legal, step;
} sv_ic3_formula;
void sv_ic3_formula_make(sv_ic3_formula *, const sv_circuit *, const sv_lit *conditions,
                         uint32_t n);
void sv_ic3_formula_free(sv_ic3_formula *);
void sv_ic3_formula_load(const sv_ic3_formula *, sv_sat *);

// A solver, and what is in it beside the formula.
typedef struct {
  sv_sat *sat;
  sv_i32s acts;      // of frames, by level: true where the level's clauses count
  uint32_t passing;  // clauses that were for one query only
} sv_ic3_solver;

typedef struct {
  sv_cube cube;
  uint64_t mask;
} sv_ic3_lemma;
typedef SV_VEC(sv_ic3_lemma) sv_ic3_lemmas;

// To be shown: no state of the cube is reachable within `level` steps.
typedef struct {
  sv_cube cube;
  uint8_t *inputs;  // with them every legal state of the cube leads to the next one
  uint32_t next;    // obligation, or UINT32_MAX: a condition is met
  uint32_t level, depth;
} sv_ic3_obligation;

struct sv_ic3 {
  const sv_circuit *circuit;
  sv_ic3_options options;
  sv_ic3_formula formula;
  sv_lits conditions;
  sv_bits live;                  // conditions not dropped
  uint32_t top;                  // the last frame; 0: nothing was looked at yet
  uint32_t clean;                // conditions were excluded up to this level; UINT32_MAX: none
  SV_VEC(sv_ic3_lemmas) frames;  // [i]: clauses of frames 1..i and not of i+1
  sv_ic3_lemmas known;           // of every frame, shown elsewhere
  uint32_t changed;              // the lowest level that got a clause since propagation
  uint32_t proved;               // level whose clauses are inductive, or 0
  bool nothing;                  // there is no initial state: the invariant is the empty clause
  sv_ic3_solver framing;         // of all frames, which its activation literals tell apart
  sv_ic3_solver lifting;
  SV_VEC(int8_t) starts;    // by bit: 1, -1, or 0 where initial states differ or it is not known
  bool starts_exactly;      // those are the initial states
  sv_ic3_solver starting;   // else: their solver
  SV_VEC(double) activity;  // by bit: occurs in recent clauses
  double bump;
  SV_VEC(sv_ic3_obligation) obligations;
  sv_u32s queue;            // a heap of them
  sv_i32s assumed, clause;  // scratch
  uint8_t *model_state, *model_inputs;
  SV_VEC(sv_u64s) samples;  // by bit: its values in states that are known to be reachable
  uint8_t *initial, *last;  // of the run found
  SV_VEC(uint8_t) run_inputs;
  uint32_t run_rows;
  sv_bits met;
  bool stopped;  // a limit was reached
  sv_ic3_statistics numbers;
};

// cube.c, initial.c
void sv_ic3_find_starts(sv_ic3 *);
bool sv_ic3_has_start(sv_ic3 *);                                      // there is an initial state
bool sv_ic3_meets_start(sv_ic3 *, const sv_cube *);                   // an initial state lies in it
void sv_ic3_leave_start(sv_ic3 *, sv_cube *, const sv_cube *larger);  // adds literals of it
bool sv_ic3_pick_start(sv_ic3 *, const sv_cube *, uint8_t *state);

// sample.c
bool sv_ic3_meets_sample(sv_ic3 *, const sv_cube *);
void sv_ic3_leave_samples(sv_ic3 *, sv_cube *, const sv_cube *larger);  // adds literals of it

// query.c. Sources: a frame. SV_SAT_UNKNOWN also sets `stopped`.
// Is there a step from the frame (outside of the cube, if `outside`) into the cube? NO: *core
// (not NULL) is a part of the cube of which the same is true and which no initial state meets.
sv_sat_answer sv_ic3_reaches(sv_ic3 *, uint32_t frame, const sv_cube *, bool outside,
                             sv_cube *core);
// A state of the frame meets a live condition. YES: it is in the model.
sv_sat_answer sv_ic3_meets_condition(sv_ic3 *, uint32_t frame);
// The part of the model's state that matters for reaching the cube, or (NULL) for the condition.
void sv_ic3_lift(sv_ic3 *, const sv_cube *target, uint32_t condition, sv_cube *out);
uint32_t sv_ic3_met_by_model(sv_ic3 *);  // a live condition
void sv_ic3_open_level(sv_ic3 *);        // rooms for a new top

// frames.c
void sv_ic3_add(sv_ic3 *, const sv_cube *, uint32_t level);
void sv_ic3_add_known(sv_ic3 *, const sv_cube *);
bool sv_ic3_excluded(const sv_ic3 *, const sv_cube *, uint32_t level);
void sv_ic3_reload(sv_ic3 *, sv_ic3_solver *);  // a new solver with what counts now

// generalise.c: shrinks a cube that is inductive relative to the frame.
void sv_ic3_generalise(sv_ic3 *, uint32_t frame, sv_cube *, uint32_t depth);
// Adds its clause as far up as it is inductive; the level it got to.
uint32_t sv_ic3_learn(sv_ic3 *, uint32_t frame, const sv_cube *);

// block.c: excludes the conditions from the top frame.
typedef enum { SV_IC3_BLOCKED, SV_IC3_RUN, SV_IC3_STOPPED } sv_ic3_blocking;
sv_ic3_blocking sv_ic3_block(sv_ic3 *);
void sv_ic3_forget_obligations(sv_ic3 *);

// counterexample.c: from an obligation that an initial state meets to a run; false: it is none.
bool sv_ic3_make_run(sv_ic3 *, uint32_t obligation);

#endif
