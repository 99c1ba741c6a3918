// condense.h -- a violating run with fewer of its own steps.
//
// A random walk strays. Most of its steps do not matter for what it violates, and
// leaving them out (analysis/rewrite/explain.h) is quicker than any search for a
// shorter run.

#ifndef SV_AUTO_CONDENSE_H
#define SV_AUTO_CONDENSE_H

#include "engine/engine.h"

// Every trace of the answer becomes one with as few of its steps as this time allows.
void sv_auto_condense(sv_answer *, const sv_limits *, double seconds);

#endif
