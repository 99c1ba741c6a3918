// enabling.h -- what an action lacks in a state, and who could bring it about. See waits.h.

#ifndef SV_ENABLING_H
#define SV_ENABLING_H

#include "analysis/reduction/future.h"
#include "report/waits.h"

typedef struct {
  const sv_net *net;
  const sv_state *state;
  sv_exec *exec;
  sv_accesses *accesses;
  sv_future *future;
} sv_enabling;

void sv_enabling_init(sv_enabling *, const sv_net *, const sv_state *);
void sv_enabling_free(sv_enabling *);
// Adds to the wait what the action of the net lacks, each thing once.
void sv_list_enabling(const sv_enabling *, uint32_t process, uint32_t action, sv_wait *);

#endif
