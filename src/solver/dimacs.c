// dimacs.c -- see dimacs.h.

#include "solver/dimacs.h"

#include "base/output.h"

bool sv_dimacs_write(const sv_dimacs *d, const int32_t *assumed, uint32_t n, const char *path,
                     sv_text *why) {
  FILE *out = sv_output_open(path, why);
  if (!out) return false;
  fprintf(out, "p cnf %u %llu\n", d->vars, (unsigned long long)(d->clauses + n));
  for (uint32_t i = 0; i < d->literals->n; i++)
    fprintf(out, d->literals->at[i] ? "%d " : "%d\n", d->literals->at[i]);
  for (uint32_t i = 0; i < n; i++) fprintf(out, "%d 0\n", assumed[i]);
  return sv_output_close(out, path, why);
}
