// slice.h -- a net without what cannot matter.
//
// The same net, with the same numbers of variables, actions and choices, but
// what lies outside the cone of influence (cone.h) is inert: irrelevant
// variables keep their first value and need no bits, irrelevant actions
// never fire, updates of irrelevant variables are gone, and choice inputs that
// only they used have one value. A run of the slice is a run of the net as it
// stands, step for step and choice for choice, so its traces need no
// translation; and a property is violated in one exactly if in the other.

#ifndef SV_SLICE_H
#define SV_SLICE_H

#include "analysis/rewrite/cone.h"

// NULL if there is nothing to leave out. Freed with sv_net_free; the net and
// its model must outlive it.
sv_net *sv_slice_new(const sv_net *, const sv_relevant *);

#endif
