// goal.h -- what the command line asks about states of a Boolean program.

#ifndef BP_GOAL_H
#define BP_GOAL_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "lang/boolprog/ast.h"

// Reads and checks the expressions of --invariant and --reach; they become goals of the
// program, which has been checked itself.
void bp_read_goals(sv_arena *, sv_names *, sv_sources *, const sv_options *, bp_program *,
                   sv_diags *);

#endif
