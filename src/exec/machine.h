// machine.h -- fast execution of finite nets on packed states.
//
// Guards, constraints and updates are compiled once to a compact register
// code that reads fields straight from the packed words; actions are indexed
// by process and location, so only those that can leave the current locations
// are tried. Same meaning as exec.h (a test holds one against the other on
// random models). A program is immutable and may be shared by threads; each
// thread has its own sv_machine.

#ifndef SV_MACHINE_H
#define SV_MACHINE_H

#include "base/limits.h"
#include "exec/pack.h"
#include "exec/trace.h"

typedef struct sv_program sv_program;
typedef struct sv_machine sv_machine;

// The layout and its net must outlive the program. NULL: see why.
sv_program *sv_program_new(const sv_layout *, sv_text *why);
void sv_program_free(sv_program *);
sv_machine *sv_machine_new(const sv_program *);
void sv_machine_free(sv_machine *);

// Integers between the cells of a state have 64 bits here. True once one of
// them did not fit: from then on nothing this machine says can be trusted.
bool sv_machine_overflow(const sv_machine *);
// One step may try 2^60 choices in vain: asked now and then meanwhile. Once it
// said stop, nothing this machine says can be trusted either.
void sv_machine_stop_when(sv_machine *, sv_stop_fn *, void *context);
bool sv_machine_stopped(const sv_machine *);

// Packed initial states, in exec's order.
typedef bool sv_packed_fn(void *context, const uint64_t *words);
sv_exec_end sv_machine_initials(sv_machine *, sv_packed_fn *, void *context);

// Loads a state: computes which actions are enabled (with control and
// priorities). The list stays valid until the next load; ascending.
// Cut actions are never in it.
void sv_machine_load(sv_machine *, const uint64_t *state);
// The same for a state in which this process holds control, where its actions
// alone decide what is enabled. False if that cannot be said: load it then.
bool sv_machine_load_holder(sv_machine *, const uint64_t *state, uint32_t process);
const uint32_t *sv_machine_enabled(const sv_machine *, uint32_t *n);
uint32_t sv_machine_cut(const sv_machine *);     // enabled cut action, or UINT32_MAX
bool sv_machine_passing(const sv_machine *);     // only the holder of control acts here
bool sv_machine_deadlocked(const sv_machine *);  // no step, and a process is not at an end
// All successors of the loaded state by one enabled action, in exec's order of
// choices, each exactly once per choice. The callback gets the successor and
// the choice number (to rebuild the step with sv_machine_choices); it may ask
// sv_machine_holds, but must not load.
typedef bool sv_successor_fn(void *context, const uint64_t *successor, uint64_t choice);
bool sv_machine_fire(sv_machine *, uint32_t action, sv_successor_fn *,
                     void *context);  // false: stopped
// The values behind a choice number (choice_count values).
void sv_machine_choices(const sv_machine *, uint32_t action, uint64_t choice, sv_value *out);

// Runs as traces: begun in a packed initial state (the caller frees the trace), step by step.
sv_trace *sv_machine_begin_trace(const sv_machine *, const uint64_t *initial);
void sv_machine_push_step(const sv_machine *, sv_trace *, uint32_t action, uint64_t choice);

bool sv_machine_violated_in(sv_machine *, uint32_t property);  // of the loaded state
bool sv_machine_holds(sv_machine *, const uint64_t *state,
                      uint32_t property);  // INVARIANT, LOCATION

#endif
