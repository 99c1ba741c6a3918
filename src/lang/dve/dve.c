// dve.c -- see dve.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/dve/dve.h"

#include <string.h>

#include "lang/dve/check.h"
#include "lang/dve/parser.h"

static dve_expr *read_alone(sv_arena *arena, sv_names *names, sv_sources *sources,
                            const char *option, const char *text, bool formula, sv_diags *diags) {
  uint32_t file = sv_sources_add(sources, option, text, strlen(text));
  return dve_read_alone(arena, names, sources, file, formula, diags);
}

static dve_goal read_goal(sv_arena *arena, sv_names *names, sv_sources *sources, const char *text,
                          bool reach, sv_diags *diags) {
  const char *option = reach ? "--reach" : "--invariant";
  return (dve_goal){read_alone(arena, names, sources, option, text, false, diags), text, reach};
}

static void read_goals(sv_arena *arena, sv_names *names, sv_sources *sources, dve_system *s,
                       const sv_options *o, sv_diags *diags) {
  s->goal = SV_ARENA_ARRAY(arena, dve_goal, o->invariant.n + o->reach.n + 1);
  for (uint32_t i = 0; i < o->invariant.n; i++)
    s->goal[s->goals++] = read_goal(arena, names, sources, o->invariant.at[i], false, diags);
  for (uint32_t i = 0; i < o->reach.n; i++)
    s->goal[s->goals++] = read_goal(arena, names, sources, o->reach.at[i], true, diags);
  s->formula = SV_ARENA_ARRAY(arena, dve_formula, o->ltl.n + 1);
  for (uint32_t i = 0; i < o->ltl.n; i++)
    s->formula[s->formulas++] = (dve_formula){
        read_alone(arena, names, sources, "--ltl", o->ltl.at[i], true, diags), o->ltl.at[i]};
}

dve_system *dve_parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                      const sv_options *options, sv_diags *diags) {
  REQUIRE(arena && names && sources && options && diags, "an argument is missing");
  uint32_t before = sv_diags_errors(diags);
  dve_system *s = dve_read_system(arena, names, sources, file, diags);
  read_goals(arena, names, sources, s, options, diags);
  if (sv_diags_errors(diags) == before) dve_check(arena, names, diags, s);
  return sv_diags_errors(diags) == before ? s : NULL;
}
