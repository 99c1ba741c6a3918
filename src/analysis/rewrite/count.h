// count.h -- infinite runs as many rounds: a net that counts.
//
// The counting net takes the steps of the net, moves the property's automaton
// along and collects the marks that it meets; when it has all of them it counts
// a round and begins anew. A run that the automaton accepts has infinitely many
// rounds: so if no run has more than k the property holds. That needs no copy
// of the state, and shows it in infinite models, too (K. Claessen, N. Sorensson:
// A liveness checking algorithm that counts, FMCAD 2012). That some run has more
// than k rounds shows nothing.
//
// Strong fairness: the net may at any time decide that a requirement will not be
// enabled any more; then a round does not need it, and the automaton is lost
// if it is enabled after all.
//
// A net can also only *show* the end of a round: then the property holds exactly if no run of it
// shows that infinitely often.
//
// An inductive invariant of the counting net is a certificate of the property:
// with D_c for the states that it allows with c rounds, initial states are in
// D_0, a step that completes no round leads from D_c to D_c, one that does to
// D_(c+1), and none completes a round in D_k.

#ifndef SV_COUNT_H
#define SV_COUNT_H

#include "model/net.h"

// The invariant, in the property's place: at most this many rounds. NULL and a reason where steps
// cannot be watched exactly. Freed with sv_net_free; the net and its model must outlive it.
sv_net *sv_count_new(const sv_net *, uint32_t property, uint32_t rounds, sv_text *why);

// In the property's place is a recurrence that is violated by the runs that show the end of a round
// again and again. sv_follow_trace (follow.h) makes the net's lasso of such a run.
sv_net *sv_rounds_new(const sv_net *, uint32_t property, sv_text *why);
// The net's variable that shows it, of sort bool: the last step ended a round. Nothing reads it.
uint32_t sv_rounds_shown(const sv_net *rounds, uint32_t property);

#endif
