// exec.h -- the one definition of meaning.
//
// A slow, plain interpreter of nets: initial states, enabled steps, firing,
// properties, replay. It works on every net, also on those with unbounded
// integers, rationals and queues: finite choices are enumerated, choices from
// infinite sorts are checked when they are given as witnesses. Engines
// are free to be clever; what they find is replayed here before anyone sees
// it. docs/model.md is this file in words.

#ifndef SV_EXEC_H
#define SV_EXEC_H

#include "base/limits.h"
#include "model/net.h"

typedef SV_VEC(sv_value) sv_values;

typedef struct {
  uint32_t deferred;  // messages 0 .. deferred-1 are deferred, the rest pending
  uint32_t messages;
  sv_values fields;  // messages * field_count values
} sv_queue_state;

typedef struct {
  sv_value *cells;         // net->cells of them
  sv_queue_state *queues;  // net->queues.n of them
} sv_state;

// One step: an action of the net and the values of all its choices.
typedef struct {
  uint32_t action;
  sv_value *choices;  // choice_count of the net action; owner frees (sv_step_free)
} sv_step;
typedef SV_VEC(sv_step) sv_steps;

typedef struct sv_exec sv_exec;

sv_exec *sv_exec_new(const sv_net *);  // the net must outlive it; not shared between threads
void sv_exec_free(sv_exec *);
const sv_net *sv_exec_net(const sv_exec *);
// A step of a large state may try very many choices: asked now and then meanwhile.
// Once it said stop, nothing this sv_exec says can be trusted. The referee has none.
void sv_exec_stop_when(sv_exec *, sv_stop_fn *, void *context);
bool sv_exec_stopped(const sv_exec *);

sv_state *sv_state_new(const sv_net *);  // all default values, no process running, queues empty
void sv_state_free(const sv_net *, sv_state *);
void sv_state_copy(const sv_net *, sv_state *to, const sv_state *from);
bool sv_state_equal(const sv_net *, const sv_state *, const sv_state *);
// Is there a number of more than SV_MOST_BITS bits in it? Such a state is one like any other,
// but who explores should not go on from there: products double in length with every step.
enum { SV_MOST_BITS = 4096 };
bool sv_state_is_long(const sv_net *, const sv_state *);
bool sv_queue_equal(const sv_queue_state *, const sv_queue_state *);
// A term of the net that is true in this state and in no other; SV_NONE where messages are
// deferred, which no term can look at.
sv_term sv_state_term(const sv_net *, const sv_state *);
uint32_t sv_state_location(const sv_net *, const sv_state *, uint32_t process);  // 0: not running
// The number by which the language knows the process; false if it has none, or does not run.
bool sv_state_number(const sv_net *, const sv_state *, uint32_t process, int64_t *number);
void sv_step_free(sv_step *);
void sv_steps_free(sv_steps *);

// Calls back for every initial state until it returns false. SV_EXEC_INFINITE
// when a variable of an infinite sort may start with any value: then only
// sv_exec_is_initial helps.
typedef enum { SV_EXEC_DONE, SV_EXEC_STOPPED, SV_EXEC_INFINITE } sv_exec_end;
typedef bool sv_state_fn(void *context, const sv_state *);
sv_exec_end sv_exec_initials(sv_exec *, sv_state_fn *, void *context);
bool sv_exec_is_initial(sv_exec *, const sv_state *);

// All enabled steps (out is emptied first), in the order of actions and, within
// one, of choices counted upwards with the last one fastest. *infinite is set (if not NULL)
// when an action with a choice from an infinite sort may be enabled too; such
// steps are not listed. Cut actions are not steps: see sv_exec_cut.
void sv_exec_steps(sv_exec *, const sv_state *, sv_steps *out, bool *infinite);
// The same one by one, until the callback returns false: for choices from huge
// sorts. The step is the callee's only during the call. The callback must not
// use this sv_exec.
typedef bool sv_step_fn(void *context, const sv_step *);
sv_exec_end sv_exec_each_step(sv_exec *, const sv_state *, sv_step_fn *, void *context,
                              bool *infinite);
// Is this very step enabled (with priorities, control and everything)?
bool sv_exec_enabled(sv_exec *, const sv_state *, const sv_step *);
// NULL if it is, else why not: "its guard is false" (a static string).
const char *sv_exec_refusal(sv_exec *, const sv_state *, const sv_step *);
// Fires an enabled step: out becomes the successor (out != state).
void sv_exec_fire(sv_exec *, const sv_state *, const sv_step *, sv_state *out);
// A cut action enabled here, or UINT32_MAX.
uint32_t sv_exec_cut(sv_exec *, const sv_state *);

sv_value sv_exec_evaluate(sv_exec *, const sv_state *, sv_term);  // scalar, no NEXT, no CHOICE
// A term of the step's action, in the state before it: scalar, no NEXT.
sv_value sv_exec_evaluate_step(sv_exec *, const sv_state *, const sv_step *, sv_term);
bool sv_exec_passing(sv_exec *, const sv_state *);  // only the holder of control acts here
bool sv_exec_deadlocked(sv_exec *, const sv_state *);
// Is the property violated in this state (LOCATION, INVARIANT, DEADLOCK)?
bool sv_exec_violated_in(sv_exec *, const sv_state *, uint32_t property);
// Is it violated by taking this step (ASSERTION)?
bool sv_exec_violated_by(const sv_net *, const sv_step *, uint32_t property);

#endif
