// explain.h -- explanations: the steps of a run that matter for what it violates.
//
// Dynamic slicing after Saissi, Bokor and Suri, "PBMC: Symbolic Program Slicing
// for Program Verification" (2015), Definition 2: going back from the property,
// a step is kept if it changes something that is needed later; what it read is
// needed then, what it overwrote no longer. Program counters are variables, and
// the rules of control read and write like everything else.
//
// A slice is a run again. That is checked: it is replayed, and where the referee
// refuses it, steps are added until it is accepted.

#ifndef SV_EXPLAIN_H
#define SV_EXPLAIN_H

#include "base/limits.h"
#include "exec/trace.h"

// The pass whose slice was accepted; see explain.c.
typedef enum { SV_EXPLAIN_LIGHT, SV_EXPLAIN_CAREFUL, SV_EXPLAIN_WHOLE } sv_explain_effort;

// A run made of some of the trace's steps, in their order, that violates the
// same property; its `numbers` say which. NULL and *why if the trace itself
// does not replay. For a deadlock all locations matter, so all steps do. The
// effort may be NULL.
sv_trace *sv_explain(sv_exec *, const sv_trace *, sv_explain_effort *effort, sv_text *why);

// Leaves out more steps as long as the rest is still a run with that violation:
// neither a single step nor neighbours nor a loop or the rest of a process
// can then be left out. False if a limit stopped it before that was reached; what was
// found so far stays. The trace must replay.
bool sv_explain_minimal(sv_exec *, sv_trace *, sv_limits *);

#endif
