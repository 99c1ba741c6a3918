// lower_goal.c -- what the command line asks about states becomes properties.

#include "lang/boolprog/lower.h"

static bool is_taken(const sv_model *m, sv_name name) {
  for (uint32_t i = 1; i < m->properties.n; i++)
    if (m->properties.at[i].name.x == name.x) return true;
  return false;
}

// invariant, invariant2, …
static sv_name new_name(sv_model *m, sv_name first) {
  sv_name name = first;
  for (uint32_t n = 2; is_taken(m, name); n++)
    name = sv_names_cstr(m->names,
                         sv_arena_printf(m->arena, "%s%u", sv_names_get(m->names, first), n));
  return name;
}

void bp_lower_goals(bp_lowering *l) {
  const bp_program *p = l->program;
  for (uint32_t i = 0; i < p->goals; i++) {
    const bp_goal *g = &p->goal[i];
    bp_here nowhere = {.l = l};
    sv_term t = bp_lower_expr(&nowhere, NULL, g->e, false);
    sv_model_property(l->model, new_name(l->model, g->name), SV_PROP_INVARIANT,
                      g->never ? sv_not(t) : t, g->text, g->span);
  }
}
