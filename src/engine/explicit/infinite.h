// infinite.h -- explicit search for nets that are not finite.
//
// Variables without bounds cannot be packed into bit strings, but often the
// reachable values are few all the same. Then the reference interpreter walks
// through the states one by one: slow, without reduction, and exact. Whether
// that ends is not known, so without --time it gives up after a number of
// states. States are stored as sequences of numbers: cells, then queues.

#ifndef SV_INFINITE_H
#define SV_INFINITE_H

#include "base/map.h"
#include "engine/engine.h"

#define SV_INFINITE_NONE UINT32_MAX

typedef struct {
  size_t begin;  // in numbers
  uint32_t length;
  uint32_t parent;  // or SV_INFINITE_NONE
  uint32_t action;  // the step from the parent …
  size_t choices;   // … and its choices, in numbers
  uint32_t next;    // with the same hash, or SV_INFINITE_NONE
} sv_infinite_state;

typedef struct {
  const sv_net *net;
  int64_t *numbers;
  size_t count, room;
  SV_VEC(sv_infinite_state) states;
  sv_map table;  // hash -> first state
} sv_infinite_store;

void sv_infinite_free(sv_infinite_store *);
size_t sv_infinite_bytes(const sv_infinite_store *);
// Adds the state; false if it was there. The step is NULL for an initial state.
bool sv_infinite_add(sv_infinite_store *, const sv_state *, uint32_t parent, const sv_step *,
                     uint32_t *index);
void sv_infinite_get(const sv_infinite_store *, uint32_t index, sv_state *out);
// The way from an initial state.
sv_trace *sv_infinite_trace(const sv_infinite_store *, uint32_t index);

// infinite_certify.c: the states, all of which were found, prove that what was asked for holds.
// False: they do not, or it is not known; the answer says which.
bool sv_infinite_certify(const sv_infinite_store *, const sv_run *, sv_answer *);

bool sv_infinite_model(const sv_model *);  // has it values that cannot be packed?
void sv_infinite_check(sv_model *, const sv_run *, sv_answer *);

#endif
