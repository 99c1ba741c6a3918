// history.h -- what is behind a thread state (Definition 9 of Cook, Kroening, Sharygina 2007).
//
// With `recording`, the fix-point keeps what it adds in batches. Behind a state
// of a batch are one or two states of earlier batches: the thread's own before a
// step, that of the thread that started it, that of the thread whose step changed
// what it sees; for a return, those at the end of the callee and at the call. So
// going back always comes to an end.

#ifndef SV_THREADS_HISTORY_H
#define SV_THREADS_HISTORY_H

#include "engine/threads/sets.h"

// One thread state.
typedef struct {
  uint32_t batch;
  uint8_t *values;  // by variable of the diagrams; owned
} sv_thread_point;

typedef struct {
  uint32_t n;              // how many are behind it
  uint32_t action;         // of the system: the step from there
  uint32_t call;           // behind a return: the call's action
  sv_thread_point first;   // the thread itself, or who started it; before a return
  sv_thread_point second;  // whose step was passed on; or the caller
} sv_thread_behind;

// A state of the set in the earliest batch before `limit`; false if there is none.
void sv_thread_point_free(sv_thread_point *);
// Points are the caller's. False: nothing is there, which is our own bug.
bool sv_thread_look_behind(sv_thread_sets *, const sv_thread_point *, sv_thread_behind *);
// A state that violates the property, and the action that does (UINT32_MAX: none, it is bad itself).
bool sv_thread_find_violation(sv_thread_sets *, uint32_t property, sv_thread_point *,
                              uint32_t *action);

// abstract_trace.c: the abstract counterexample for the property, in lines for people.
void sv_thread_describe(sv_thread_sets *, uint32_t property, sv_text *);

// stack_trace.c: without other threads, the way to a violation is a run. NULL and a reason if
// it is too long to be written down.
sv_trace *sv_thread_follow(sv_thread_sets *, uint32_t property, const sv_net *, const char **why);

#endif
