// certify_rounds.h -- that a recurrence holds, shown again by counting what is left.
//
// For engines whose proofs about infinite runs are no invariants: graph search (explicit) and fixed
// points of sets (bdd). exec walks through all states of the net that shows the ends of rounds
// (analysis/rewrite/count.h), none of them reduced, sliced or compiled. Each state gets a rank, the most
// rounds that can still end on a run from it; a last look at each step sees that no rank grows, and
// that it falls where a round ends. Then only finitely many rounds end on any run: the states of rank
// k - c and below are the sets D_c of a k-liveness certificate. Ranks are found by components, but
// whatever they are, only the last look counts. Of the search nothing is used; of the symbolic engines'
// means only the rounds.

#ifndef SV_CERTIFY_ROUNDS_H
#define SV_CERTIFY_ROUNDS_H

#include "engine/engine.h"

// For a property of the answer's net. False: it was not shown, since a limit was reached or rounds cannot
// be shown (a statistic says why), or it is wrong, which is noted as our own bug.
bool sv_certify_rounds(sv_answer *, const sv_run *, uint32_t property);

#endif
