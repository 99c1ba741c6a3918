// follow.h -- a net that follows an automaton and shows the marks of its last step.
//
// It takes the steps of the net and moves the property's automaton along
// (watch.h). Behind its own properties it has invariants, which are no properties
// but name sets of states: first those in which the automaton is not lost,
// then for each mark those that a step leads to which carries it. The net has a
// lasso that the automaton accepts, and that is fair, exactly if the following net has
// an infinite run on which it is never lost and meets each of the other sets
// again and again. So who computes with sets of states need not record one.
//
// Strong fairness: the net may at any time give a requirement up, as in count.h; then
// it has its mark in every state, and the run is lost if it is enabled after all.

#ifndef SV_FOLLOW_H
#define SV_FOLLOW_H

#include "exec/trace.h"

// In the property's place is a recurrence that every run violates on which the automaton is not
// lost. NULL and a reason where steps cannot be watched exactly. Freed with sv_net_free; the net and
// its model must outlive it.
sv_net *sv_follow_new(const sv_net *, uint32_t property, sv_text *why);
// The number of the first of the sets, as a property; the last one is the net's last.
static inline uint32_t sv_follow_sets(const sv_net *following) {
  return following->model->properties.n;
}
// The variable only says what the last step was: no step reads it.
bool sv_follow_is_note(const sv_net *following, uint32_t var);
// The lasso of the net behind one of the following net.
sv_trace *sv_follow_trace(const sv_net *, const sv_trace *);

#endif
