// dve.h -- from a DVE file to a checked tree.

#ifndef DVE_DVE_H
#define DVE_DVE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "lang/dve/ast.h"

// The conditions of --invariant and --reach and the formula of --ltl become part of the tree. NULL if there are errors;
// unsupported constructs are reported beside the tree.
dve_system *dve_parse(sv_arena *, sv_names *, sv_sources *, uint32_t file, const sv_options *,
                      sv_diags *);

#endif
