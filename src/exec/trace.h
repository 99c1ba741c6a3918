// trace.h -- runs of a net, and the referee.
//
// A trace is an initial state and the steps taken from it. sv_trace_replay is
// the referee: it accepts a trace only if exec can take every step and the
// property is violated where the trace says so; a lasso has to close, to be
// fair where that is asked for, and to be accepted by the property's automaton.

#ifndef SV_TRACE_H
#define SV_TRACE_H

#include "exec/exec.h"

typedef struct {
  sv_state *initial;
  sv_steps steps;
  uint32_t property;  // violated at the end, or 0 for a plain run
  // A lasso: the steps from number `loop` (from 0) on are repeated for ever. Where that is
  // no step at all, the run ends, and its last state is repeated.
  bool lasso;
  uint32_t loop;
  // Where these are some steps of a longer run: their numbers there, from 1,
  // and how many steps it has. Else empty.
  sv_u32s numbers;
  uint32_t of;
} sv_trace;

sv_trace *sv_trace_new(const sv_net *, const sv_state *initial);  // copies the state
void sv_trace_free(const sv_net *, sv_trace *);                   // NULL is fine
void sv_trace_push(const sv_net *, sv_trace *, const sv_step *);  // copies the step
sv_trace *sv_trace_copy(const sv_net *, const sv_trace *);

// Walks through the run: called with the state before each step, the step and
// the state after it. False and *why on the first thing that is wrong.
typedef void sv_trace_fn(void *context, const sv_state *before, const sv_step *,
                         const sv_state *after);
bool sv_trace_replay(sv_exec *, const sv_trace *, sv_trace_fn *, void *context, sv_text *why);

// A name of the cell's variable with its indices: where it says `[]`, the others behind it.
void sv_cell_path(const sv_net *, const char *name, uint32_t cell, sv_text *);
// Prints a cell, e.g. "x[2]", and its value (locations by name).
void sv_cell_name(const sv_net *, uint32_t cell, sv_text *);
void sv_cell_value(const sv_net *, uint32_t cell, sv_value, sv_text *);
void sv_queue_print(const sv_net *, uint32_t queue, const sv_queue_state *,
                    sv_text *);  // [1 2 | 3]
void sv_state_print(const sv_net *, const sv_state *, sv_text *);

#endif
