// bmc.h -- the engine `bmc` from inside.

#ifndef SV_BMC_H
#define SV_BMC_H

#include "engine/bmc/formula.h"

typedef enum {
  SV_BMC_GOING,
  SV_BMC_ENDED,   // no run is longer
  SV_BMC_PROVED,  // by induction
  SV_BMC_BOUND,   // --bound
  SV_BMC_FOUND,   // stopped at a violation
  SV_BMC_FULL,    // a pool is full, and larger ones will be tried
  SV_BMC_LIMIT,   // time, memory, interrupt
  SV_BMC_BROKEN,  // our own bug: see the answer
} sv_bmc_end;

typedef struct {
  const sv_net *net;
  const sv_run *run;
  sv_answer *answer;
  sv_bmc_formula *formula;
  sv_u32s asked;     // properties not yet violated
  uint32_t covered;  // bounds that were looked at: 0 .. covered-1
  bool cut;          // a run is cut
  sv_bmc_end end;
} sv_bmc;

// bounds.c
void sv_bmc_loop(sv_bmc *);
const char *sv_bmc_unit(const sv_bmc *);  // steps, or joint steps

#endif
