// record.h -- infinite runs as finite ones: a net that records a state.
//
// The recording net takes the steps of the net, moves the property's automaton
// along, and once, at a moment of its choice, records the state it is in; from
// then on it notes the marks it meets. Its invariant is broken where it comes
// back to the recorded state with all marks noted, which is just where the net
// has a lasso that the automaton accepts: so every engine for invariants
// answers recurrences of finite nets (A. Biere, C. Artho, V. Schuppan: Liveness
// checking as safety checking, 2002). Marks are those of the automaton and,
// under weak fairness, one for each process.
//
// The recording net has the same numbers of variables, cells, actions and
// choices, and more behind them: so its runs are those of the net when what
// lies behind is dropped.

#ifndef SV_RECORD_H
#define SV_RECORD_H

#include "exec/trace.h"

// NULL and a reason where it cannot be done exactly. Freed with sv_net_free; the net and its
// model must outlive it.
sv_net *sv_record_new(const sv_net *, uint32_t property, sv_text *why);
// The lasso of the net behind a run of the recording net that breaks its invariant.
sv_trace *sv_record_trace(const sv_net *, const sv_net *recording, const sv_trace *);
// Engines may forget who holds control where that makes no difference; then a loop of the net
// closes in its second round, which is added where that is needed.
void sv_record_close(const sv_net *, sv_trace *);

#endif
