// dump.c -- questions for other solvers, in the format of DIMACS.

#include "base/output.h"
#include "engine/bmc/sat.h"

bool sv_bmc_dump(const sv_bmc_runs *r, const int32_t *assumed, uint32_t n, const char *path,
                 sv_text *why) {
  FILE *out = sv_output_open(path, why);
  if (!out) return false;
  fprintf(out, "p cnf %u %llu\n", sv_sat_vars(r->sat), (unsigned long long)(r->clauses + n));
  for (uint32_t i = 0; i < r->kept.n; i++)
    fprintf(out, r->kept.at[i] ? "%d " : "%d\n", r->kept.at[i]);
  for (uint32_t i = 0; i < n; i++) fprintf(out, "%d 0\n", assumed[i]);
  return sv_output_close(out, path, why);
}
