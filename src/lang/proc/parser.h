// parser.h -- from tokens to the tree.

#ifndef PROC_PARSER_H
#define PROC_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/proc/ast.h"

// `goal` is a source with a formula of its own, or 0.
// Always returns a tree; it may be incomplete where errors were reported.
proc_program *proc_read_program(sv_arena *, sv_names *, const sv_sources *, uint32_t file,
                                uint32_t goal, sv_diags *);

#endif
