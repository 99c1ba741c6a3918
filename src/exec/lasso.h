// lasso.h -- infinite runs that are written down as a stem and a loop.
//
// The part of the referee that judges them (docs/model.md, "Infinite runs"):
// the loop closes, or nothing can move at its end; under weak fairness every
// process moves in the loop, or is blocked in some state of it that is not
// passing; and the property's automaton accepts what it sees of the run.

#ifndef SV_LASSO_H
#define SV_LASSO_H

#include "exec/trace.h"

// Does the run violate its property, a recurrence? False and why not (appended).
bool sv_lasso_violates(sv_exec *, const sv_trace *, sv_text *why);

#endif
