// apart.h -- property by property, each with a time of its own.

#ifndef SV_APART_H
#define SV_APART_H

#include "engine/engine.h"

// As sv_engine_run, with a run for each property and its parts that may take as long as
// --time-per-property says. Ends at the first violation, unless it is to keep going.
sv_answer *sv_engine_run_apart(const sv_engine *, sv_model *, const sv_run *);

#endif
