// parser.h -- from a file to the tree. Names are not looked up yet.

#ifndef DVE_PARSER_H
#define DVE_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/dve/ast.h"

// Never NULL; incomplete if the diagnostics have got errors.
dve_system *dve_read_system(sv_arena *, sv_names *, const sv_sources *, uint32_t file, sv_diags *);
// An expression, or a formula with temporal operators, that is all of a file; NULL after an error.
dve_expr *dve_read_alone(sv_arena *, sv_names *, const sv_sources *, uint32_t file, bool formula,
                         sv_diags *);

#endif
