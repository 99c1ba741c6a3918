// listed.h -- the states of a net, numbered, and the steps between them.
//
// For nets that cannot be packed into bits: the search for infinite runs
// (cycles.h) then moves between states that the reference interpreter has
// listed, breadth first, up to a bound that grows. A state whose steps are not
// listed, or not all of them, is *open*: what happens there is not known. A step
// to a state with numbers that are too long is enabled, but leads nowhere.

#ifndef SV_LISTED_H
#define SV_LISTED_H

#include "engine/explicit/infinite.h"
#include "exec/trace.h"

typedef struct {
  uint32_t action, to;  // a state, or SV_INFINITE_NONE
  uint32_t choices;     // where they begin, in the list of all
} sv_listed_step;

typedef struct {
  uint32_t first;  // step
  uint32_t cut;    // a cut action that is enabled, or UINT32_MAX
  bool passing, open;
} sv_listed_state;

typedef struct {
  sv_infinite_store store;
  sv_limits *limits;
  sv_exec *lister, *firer;         // a step is fired while others are listed
  sv_state *state, *next;          // `state`: that which is expanded, or was loaded
  SV_VEC(sv_listed_state) states;  // those whose steps are listed
  SV_VEC(sv_listed_step) steps;
  SV_VEC(sv_value) choices;
  sv_u32s enabled;  // of the state that was loaded
  uint32_t loaded, initials;
  bool begun, vague;  // vague: not all initial states are listed
  bool missed;        // something was asked for that is not known; for the asker to reset
  sv_cause limit;
} sv_listed;

sv_listed *sv_listed_new(const sv_net *, sv_limits *);
void sv_listed_free(sv_listed *);
size_t sv_listed_bytes(const sv_listed *);
// Lists the steps of more states, until there are so many or they take so many bytes (0: any
// number). False: a limit was hit.
bool sv_listed_grow(sv_listed *, uint32_t states, size_t bytes);
void sv_listed_load(sv_listed *, uint32_t state);
// Of the loaded state.
static inline const sv_listed_state *sv_listed_here(const sv_listed *l) {
  return l->loaded < l->states.n ? &l->states.at[l->loaded] : NULL;
}
bool sv_listed_holds(sv_listed *, sv_term);
// Calls back with the steps by this action, in their order, by number.
typedef bool sv_listed_fn(void *context, uint32_t to, uint32_t step);
bool sv_listed_fire(sv_listed *, uint32_t action, sv_listed_fn *, void *context);
uint32_t sv_listed_location(const sv_listed *, uint32_t state, uint32_t process);
bool sv_listed_held(const sv_listed *, uint32_t state);  // does somebody hold control?

sv_trace *sv_listed_begin_trace(sv_listed *, uint32_t initial);
void sv_listed_push_step(const sv_listed *, sv_trace *, uint32_t step);

#endif
