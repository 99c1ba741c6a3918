// dump.c -- questions for other solvers.

#include "engine/bmc/sat.h"
#include "solver/dimacs.h"

bool sv_bmc_dump(const sv_bmc_runs *r, const int32_t *assumed, uint32_t n, const char *path,
                 sv_text *why) {
  sv_dimacs d = {sv_sat_vars(r->sat), r->clauses, &r->kept};
  return sv_dimacs_write(&d, assumed, n, path, why);
}
