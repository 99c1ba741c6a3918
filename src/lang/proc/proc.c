// proc.c -- see proc.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/proc/proc.h"

#include "lang/proc/check.h"
#include "lang/proc/parser.h"

proc_program *proc_parse(sv_arena *arena, sv_names *names, const sv_sources *sources, uint32_t file,
                         const proc_sets *sets, sv_diags *diags) {
  REQUIRE(arena && names && sources && diags, "an argument is missing");
  static const proc_sets none = {0};
  uint32_t before = sv_diags_errors(diags);
  if (!sets) sets = &none;
  proc_program *program = proc_read_program(arena, names, sources, file, sets, diags);
  if (sv_diags_errors(diags) == before) proc_check(arena, names, sources, diags, sets, program);
  return sv_diags_errors(diags) == before ? program : NULL;
}
