// property.c -- what is checked.

#include "lang/uml/lower/draft.h"

// What cannot be evaluated counts as false.
static sv_term observed(uml_lowering *l, const uml_expr *e) {
  uml_draft d = {.lowering = l, .guard = SV_TRUE, .when = SV_TRUE};
  for (int f = 0; f < UML_FAULT_COUNT; f++) d.bad[f] = SV_FALSE;
  sv_term t = uml_term(&d, e);
  for (int f = 0; f < UML_FAULT_COUNT; f++) t = sv_and(l->terms, t, sv_not(d.bad[f]));
  return t;
}

static bool has_sections(const sv_model *m) {
  for (uint32_t t = 1; t < m->templates.n; t++)
    for (uint32_t k = 1; k < m->templates.at[t].locations.n; k++)
      if (m->templates.at[t].locations.at[k].flags & SV_LOC_YIELDING) return true;
  return false;
}

void uml_lower_properties(uml_lowering *l) {
  const uml_model *m = l->machines;
  l->self = NULL;
  bool sections = has_sections(l->model);
  for (uint32_t i = 0; i < m->properties.n; i++) {
    const uml_property *p = m->properties.at[i];
    sv_term t = observed(l, p->value);
    const char *text = uml_text(l, p->text);
    if (p->reach) text = sv_arena_printf(l->arena, "!(%s)", text);
    uint32_t n = sv_model_property(l->model, p->name, SV_PROP_INVARIANT, p->reach ? sv_not(t) : t,
                                   text, p->span);
    l->model->properties.at[n].stable = sections;
  }
  if (l->open || m->has_stimulus) return;
  sv_model_property(l->model, sv_names_cstr(l->context->names, "deadlock"), SV_PROP_DEADLOCK,
                    SV_NONE, "no deadlock", SV_NOWHERE);
}
