// boolprog.c -- see boolprog.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/boolprog/boolprog.h"

#include "lang/boolprog/check.h"
#include "lang/boolprog/parser.h"

bp_program *bp_parse(sv_arena *arena, sv_names *names, const sv_sources *sources, uint32_t file,
                     sv_diags *diags) {
  REQUIRE(arena && names && sources && diags, "an argument is missing");
  uint32_t before = sv_diags_errors(diags);
  bp_program *program = bp_read_program(arena, names, sources, file, diags);
  if (sv_diags_errors(diags) == before) bp_check(arena, names, diags, program);
  return sv_diags_errors(diags) == before ? program : NULL;
}
