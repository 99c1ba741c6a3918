// parser.h -- from tokens to the tree.

#ifndef PROC_PARSER_H
#define PROC_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/proc/ast.h"
#include "lang/proc/proc.h"

// Always returns a tree; it may be incomplete where errors were reported.
proc_program *proc_read_program(sv_arena *, sv_names *, const sv_sources *, uint32_t file,
                                const proc_sets *, sv_diags *);

#endif
