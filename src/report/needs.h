// needs.h -- what an action lacks in a state, and who could bring it about. See waits.h.

#ifndef SV_NEEDS_H
#define SV_NEEDS_H

#include "analysis/reduction/future.h"
#include "report/waits.h"

typedef struct {
  const sv_net *net;
  const sv_state *state;
  sv_exec *exec;
  sv_accesses *accesses;
  sv_future *future;
} sv_needing;

void sv_needing_init(sv_needing *, const sv_net *, const sv_state *);
void sv_needing_free(sv_needing *);
// Adds to the wait what the action of the net lacks, each thing once.
void sv_list_needs(const sv_needing *, uint32_t process, uint32_t action, sv_wait *);

#endif
