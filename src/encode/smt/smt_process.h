// smt_process.h -- the serial process normal form in SMT: see step_process.c.
//
// A move at place i of step t must depend on one of the places before it: those from i on
// in step t - 1, those before i in step t; else it could have been taken a step earlier.
// What a step says is made once, and renamed like the step itself.

#ifndef SV_SMT_PROCESS_H
#define SV_SMT_PROCESS_H

#include "encode/smt/smt_unroll.h"

typedef struct sv_smt_process sv_smt_process;

// Of runs of serial steps that have no steps yet; both must outlive it.
sv_smt_process *sv_smt_process_new(sv_smt_net *, sv_smt_unroll *);
void sv_smt_process_free(sv_smt_process *);  // NULL is fine
void sv_smt_process_step(sv_smt_process *);  // after each sv_smt_unroll_step

#endif
