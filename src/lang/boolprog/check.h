// check.h -- names, numbers of values, labels and places of a parsed program.

#ifndef BP_CHECK_H
#define BP_CHECK_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/boolprog/ast.h"

// Fills in what ast.h says the checks set, and reports what has no meaning.
// The program must have been read without errors.
void bp_check(sv_arena *, sv_names *, sv_diags *, bp_program *);

#endif
