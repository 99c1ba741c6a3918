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
#include "engine/ic3/shoals.h"

// `coding` is the search's. True: it was shown. A wrong one is noted as our own bug.
bool sv_ic3_certify(sv_answer *, const sv_run *, const sv_ic3 *, const sv_coding *coding);
// The same of shoals (shoals.h), for a net that shows the ends of rounds for this property. With R_i
// for the union of the first i shoals, the sets D_0 (all that is reachable), D_1 = R_n, D_2 = R_(n-1) …
// D_n = R_1 are a certificate of the property, shown one by one: initial states are in D_0; a step
// that ends no round leads from D_c to D_c, one that does to D_(c+1); and none ends one in D_n.
bool sv_ic3_certify_shoals(sv_answer *, const sv_run *, const sv_shoals *, const sv_coding *coding,
                           uint32_t property);

#endif
