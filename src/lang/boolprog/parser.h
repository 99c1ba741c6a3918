// parser.h -- from tokens to the tree of ast.h, names not yet looked up.

#ifndef BP_PARSER_H
#define BP_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/boolprog/ast.h"

// Reads one file. Never NULL; the tree is complete only if no error was added.
bp_program *bp_read_program(sv_arena *, sv_names *, const sv_sources *, uint32_t file, sv_diags *);

#endif
