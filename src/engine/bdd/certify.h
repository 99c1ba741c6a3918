// certify.h -- a finished search, checked again by a SAT solver.
//
// The certificate of `holds` is the set of states reached: call it R. Searches
// forget holders of control that cannot move (system.h), so what is shown to
// be inductive is R*: the states of R, and those whose holder is stuck and that
// are in R without it. CaDiCaL shows, with formulas that come from
// encode/blast and encode/control and not from diagrams,
//
//   initial     every initial state is in R*, and has a code
//   steps       every enabled step from R* leads into R*, and has a code
//   cuts        no cut action remains anywhere in R*
//   properties  no failing action is enabled in R*, and none of its states is
//               bad, breaks an invariant or is deadlocked
//
// each as one query that must have no model. Every diagram has done its work
// then but R's, and R may be any set at all: a wrong one is refused. Shared with
// the search are the coding, the blaster, and nothing behind them.
//
// A reduced search (IMPROVISO, two-phase) ends with a set that is not closed
// under steps, so no certificate: --certify replaces it by a full one.

#ifndef SV_BDD_CERTIFY_H
#define SV_BDD_CERTIFY_H

#include "engine/bdd/search.h"

// x->reached proves that all properties asked for hold. False: it does not,
// which is our own bug (noted in the answer); or nobody knows, since a limit was
// reached or choices are too many to be quantified (noted as a statistic).
bool sv_bdd_certify(sv_bdd_search *x);

#endif
