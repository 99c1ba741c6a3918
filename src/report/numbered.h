// numbered.h -- states, each with a number of its own.

#ifndef SV_NUMBERED_H
#define SV_NUMBERED_H

#include "exec/exec.h"

typedef struct {
  const sv_net *net;
  SV_VEC(sv_state *) at;  // by number; owned; may be NULL for who numbers other things too
  sv_u32s twins;          // by number: the one before with the same hash, or UINT32_MAX
  sv_map last;            // hash -> the last number with it
} sv_numbered;

// A new number for a state that is not looked for: taken over, or NULL.
uint32_t sv_numbered_add(sv_numbered *, sv_state *);
// The number of a state; a new one gets a copy of it.
uint32_t sv_numbered_find(sv_numbered *, const sv_state *);
void sv_numbered_free(sv_numbered *);

#endif
