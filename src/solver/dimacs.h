// dimacs.h -- questions for other solvers, in the format of DIMACS.

#ifndef SV_DIMACS_H
#define SV_DIMACS_H

#include "base/text.h"
#include "solver/cnf.h"

typedef struct {
  uint32_t vars;
  uint64_t clauses;
  const sv_i32s *literals;  // a zero behind each clause
} sv_dimacs;

// The clauses, and the assumptions as more; false: it cannot be written.
bool sv_dimacs_write(const sv_dimacs *, const int32_t *assumed, uint32_t n, const char *path,
                     sv_text *why);

#endif
