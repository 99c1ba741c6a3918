// rewrite.h -- building blocks for nets that are made from other nets.
//
// slice.h and dead.h make a net with the same numbers of variables, actions
// and choices, so that runs of one are runs of the other step for step and
// choice for choice. Here is what both need.

#ifndef SV_REWRITE_H
#define SV_REWRITE_H

#include "model/net.h"

// A net with everything of this one but its variables and actions, which the
// caller pushes in the same order. Freed with sv_net_free; the old net and its
// model must outlive it.
sv_net *sv_net_like(const sv_net *);
// The queue that a term names for certain; UINT32_MAX: none.
uint32_t sv_net_named_queue(const sv_net *, sv_term);
// Choice inputs that occur in no term of the action get one value.
void sv_narrow_choices(sv_net *, sv_net_action *);
// The sort with this one value.
sv_sort sv_inert_sort(sv_terms *, sv_value);
// The default value of the sort as a term, for arrays too.
sv_term sv_default_term(sv_terms *, sv_sort);

#endif
