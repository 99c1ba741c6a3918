// dve.h -- from a DVE file to a checked tree.

#ifndef DVE_DVE_H
#define DVE_DVE_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/dve/ast.h"

// Expressions of the command line, or NULL; they become part of the tree.
typedef struct {
  const char *invariant, *reach, *formula;
} dve_goals;

// NULL if there are errors; unsupported constructs are reported beside the tree.
dve_system *dve_parse(sv_arena *, sv_names *, sv_sources *, uint32_t file, const dve_goals *,
                      sv_diags *);

#endif
