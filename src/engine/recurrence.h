// recurrence.h -- properties of infinite runs, beside the others.
//
// An engine's `check` sees assertions, locations, invariants and deadlocks
// only. Recurrences are asked for one by one after that: by its `cycles`, or as
// invariants of nets that record a state (record.h) or count rounds of acceptance
// (count.h); other engines leave them unknown, by name.

#ifndef SV_RECURRENCE_H
#define SV_RECURRENCE_H

#include "engine/engine.h"

// Runs the engine on all properties that the answer has findings for.
typedef void sv_engine_check_fn(const sv_engine *, sv_model *, const sv_run *, sv_answer *);
void sv_recurrence_check(const sv_engine *, sv_model *, const sv_run *, sv_answer *,
                         sv_engine_check_fn *check);

#endif
