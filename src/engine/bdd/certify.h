// certify.h -- a finished search, checked again by a SAT solver.
//
// The certificate of `holds` is the set of states reached, read off its diagram
// (engine/certify.h). Every other diagram has done its work then: relations,
// images, control and releases are not shared.
//
// A reduced search (IMPROVISO, two-phase) ends with a set that is not closed
// under steps, so no certificate: --certify replaces it by a full one.

#ifndef SV_BDD_CERTIFY_H
#define SV_BDD_CERTIFY_H

#include "engine/bdd/search.h"

// x->reached proves that all properties asked for hold. False: it does not,
// which is our own bug (noted in the answer); or it is not known, since a limit was
// reached or choices are too many to be quantified (noted as a statistic).
bool sv_bdd_certify(sv_bdd_search *x);

#endif
