// certify.h -- an inductive invariant, checked again.
//
// The net is coded and blasted anew, with another way to name actions, and
// another solver than the search's is asked: every initial state is legal and
// satisfies the clauses, every step from such a state leads to one, none of
// them is cut or violates a property that was asked for.

#ifndef SV_IC3_CERTIFY_H
#define SV_IC3_CERTIFY_H

#include "engine/engine.h"
#include "engine/ic3/ic3.h"

// True: it was shown. A wrong one is noted as our own bug.
bool sv_ic3_certify(sv_answer *, const sv_run *, const sv_ic3 *, bool big_solver);

#endif
