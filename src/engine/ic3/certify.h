// certify.h -- an inductive invariant, checked again.
//
// The net is coded anew, with all values of all sorts, blasted anew, with
// another way to name actions, and Z3 (solver/smt_clauses.h) is asked:
// every initial state satisfies the invariant, every step from such a state
// leads to one, none of them is cut or violates a property that was asked for.
// The invariant: the state has a code in the search's coding, that code is
// legal, and satisfies the clauses.

#ifndef SV_IC3_CERTIFY_H
#define SV_IC3_CERTIFY_H

#include "engine/engine.h"
#include "engine/ic3/ic3.h"

// `coding` is the search's. True: it was shown. A wrong one is noted as our own bug.
bool sv_ic3_certify(sv_answer *, const sv_run *, const sv_ic3 *, const sv_coding *coding);

#endif
