// boolprog.h -- the language of Boolean programs: its front end.
//
// Boolean programs have Boolean variables, procedures, nondeterministic
// choice and threads. They are what predicate abstraction makes of C
// programs (SLAM, SATABS); docs/language-boolprog.md is the reference.

#ifndef BP_BOOLPROG_H
#define BP_BOOLPROG_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"

typedef struct bp_program bp_program;  // see ast.h

// Reads and checks one file. NULL if an error was reported; with constructs
// reported as unsupported the tree is complete, but must not be lowered. The
// tree lives in the arena and keeps no pointer to the diagnostics.
bp_program *bp_parse(sv_arena *, sv_names *, const sv_sources *, uint32_t file, sv_diags *);

#endif
