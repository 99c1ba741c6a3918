// smt_unroll.h -- runs of a system in SMT, step by step.
//
// Frame t holds the terms that stand for the state at time t: constants of
// their own, at the start of a run of the net its initial values. A step adds a
// frame and asserts what lies between; actions that cannot be enabled yet,
// because no process can stand where they begin, are left out.

#ifndef SV_SMT_UNROLL_H
#define SV_SMT_UNROLL_H

#include "base/bits.h"
#include "encode/smt/smt_net.h"
#include "exec/trace.h"

typedef struct {
  sv_smt_net *s;
  uint32_t steps;
  SV_VEC(sv_smt_term *) frames;  // steps + 1: by constant of s->state
  SV_VEC(sv_smt_term *) inputs;  // steps: by input
  sv_bits *places;               // by process: locations it can stand in now
  bool from_start;
  sv_smt_terms olds, news;  // a renaming
  sv_map place_of;          // constant of the state or input -> its place there
  sv_arena *arena;
} sv_smt_unroll;

// Asserts the first frame: initial states, or any legal ones.
sv_smt_unroll *sv_smt_unroll_new(sv_smt_net *, bool from_start);
void sv_smt_unroll_free(sv_smt_unroll *);
void sv_smt_unroll_step(sv_smt_unroll *);
// Some action is taken at `time`; where that is not asserted, nothing need happen.
sv_smt_term sv_smt_moves_at(sv_smt_unroll *, uint32_t time);
// A term over the state, at a time.
sv_smt_term sv_smt_at(sv_smt_unroll *, sv_smt_term, uint32_t time);
// A term over the state and the inputs of the step that leaves `time`, and over
// constants of the caller's, which become `news`.
sv_smt_term sv_smt_step_at(sv_smt_unroll *, sv_smt_term, uint32_t time, const sv_smt_term *olds,
                           const sv_smt_term *news, uint32_t n);
// An input of the step that leaves `time`.
sv_smt_term sv_smt_input_at(const sv_smt_unroll *, sv_smt_term input, uint32_t time);
// The property is violated after `depth` steps: in the state, or by the step that leads to it.
sv_smt_term sv_smt_violated_at(sv_smt_unroll *, uint32_t property, uint32_t depth);
// The two times have the same state.
sv_smt_term sv_smt_same_state(sv_smt_unroll *, uint32_t, uint32_t);
sv_smt_term sv_smt_same_queues(sv_smt_unroll *, uint32_t, uint32_t);
// After SV_SAT_YES: the run of the model up to `steps`, one action after the other; in
// the last step up to the one that fails `property`, if one does. NULL: some value is no
// number of ours.
sv_trace *sv_smt_trace(sv_smt_unroll *, uint32_t steps, uint32_t property);

#endif
