// step_order.h -- what a step of several actions is, and the order in which they happen.
//
// What steppers for bits (step.h) and systems in SMT (smt_net.h) have in common. The
// four semantics are explained in step.h.

#ifndef SV_STEP_ORDER_H
#define SV_STEP_ORDER_H

#include "base/bits.h"
#include "base/options.h"
#include "model/net.h"

typedef enum {
  SV_STEPS_INTERLEAVING,
  SV_STEPS_PARALLEL,
  SV_STEPS_SERIAL,
  SV_STEPS_PROCESS
} sv_semantics;

const char *sv_semantics_word(sv_semantics);  // of the option

// Net actions, without those of `skipped`, as they happen within a step: by control flow (`flow`)
// or as the net lists them (`source`). `best`: the one of both with which random walks fit into
// fewer steps. There are no other orders of actions.
void sv_step_order(const sv_net *, sv_opt_order, const sv_bits *skipped, sv_u32s *out);

#endif
