// check.h -- what names mean, and which systems have no meaning. See ast.h.

#ifndef DVE_CHECK_H
#define DVE_CHECK_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/dve/ast.h"

// Fills in the tree of a file without syntax errors; reports mistakes.
void dve_check(sv_arena *, sv_names *, sv_diags *, dve_system *);

#endif
