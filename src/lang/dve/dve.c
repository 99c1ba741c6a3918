// dve.c -- see dve.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/dve/dve.h"

#include <string.h>

#include "lang/dve/check.h"
#include "lang/dve/parser.h"

static dve_expr *read_goal(sv_arena *arena, sv_names *names, sv_sources *sources,
                           const char *option, const char *text, bool formula, sv_diags *diags) {
  if (!text) return NULL;
  uint32_t file = sv_sources_add(sources, option, text, strlen(text));
  return dve_read_alone(arena, names, sources, file, formula, diags);
}

dve_system *dve_parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                      const dve_goals *goals, sv_diags *diags) {
  REQUIRE(arena && names && sources && goals && diags, "an argument is missing");
  uint32_t before = sv_diags_errors(diags);
  dve_system *s = dve_read_system(arena, names, sources, file, diags);
  s->invariant = read_goal(arena, names, sources, "--invariant", goals->invariant, false, diags);
  s->reach = read_goal(arena, names, sources, "--reach", goals->reach, false, diags);
  s->formula = read_goal(arena, names, sources, "--ltl", goals->formula, true, diags);
  if (sv_diags_errors(diags) == before) dve_check(arena, names, diags, s);
  return sv_diags_errors(diags) == before ? s : NULL;
}
