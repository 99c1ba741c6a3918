// live.h -- which local variables still matter where a process stands.
//
// A variable of a process is live in a location if it may be read before it is
// certainly written, on some path of the process from there (the classical
// backward analysis). Read means: by an action in which the process takes
// part. Other readers -- properties, other processes' actions, location
// invariants elsewhere -- are permanent readers, and make it live in all
// locations. Changing the value of a dead variable has no effect on later
// steps, except on the values of variables that are dead there.

#ifndef SV_LIVE_H
#define SV_LIVE_H

#include "analysis/access/access.h"

typedef struct {
  const sv_accesses *all;
  uint32_t *first;    // by process: row of its location 0; processes.n + 1
  sv_bits *rows;      // by process and location: live variables of the net
  sv_bits permanent;  // variables with a permanent reader
} sv_live;

sv_live *sv_live_new(const sv_accesses *);  // which must outlive it
void sv_live_free(sv_live *);               // NULL is fine
// Global variables, program counters and holder are always live.
bool sv_live_at(const sv_live *, uint32_t process, uint32_t location, uint32_t var);

#endif
