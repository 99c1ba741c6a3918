// property.c -- what is checked.

#include "lang/uml/lower/draft.h"

// The truth of a condition; where it cannot be evaluated, what is said.
static sv_term observed(uml_lowering *l, const uml_expr *e, bool otherwise) {
  uml_draft d = {.lowering = l, .guard = SV_TRUE, .when = SV_TRUE};
  for (int f = 0; f < UML_FAULT_COUNT; f++) d.bad[f] = SV_FALSE;
  sv_term t = uml_term(&d, e);
  for (int f = 0; f < UML_FAULT_COUNT; f++)
    t = otherwise ? sv_or(l->terms, t, d.bad[f]) : sv_and(l->terms, t, sv_not(d.bad[f]));
  return t;
}

static bool is_temporal(const uml_expr *e) {
  if (e->op == UML_E_TEMPORAL) return true;
  for (uint32_t i = 0; uml_is_connective(e) && i < e->n; i++)
    if (is_temporal(e->arg[i])) return true;
  return false;
}

// A condition that cannot be evaluated makes no formula true: below an odd number of negations it
// counts as true.
static sv_formula formula_of(uml_lowering *l, sv_ltl *ltl, const uml_expr *e, bool positive) {
  if (!is_temporal(e)) return sv_ltl_leaf(ltl, observed(l, e, !positive));
  bool flips = e->op == UML_E_NOT || e->op == UML_E_IMPLIES;
  sv_formula a = formula_of(l, ltl, e->arg[0], positive != flips), b = a;
  if (e->n > 1) b = formula_of(l, ltl, e->arg[1], positive);
  if (flips) a = sv_ltl_not(ltl, a);
  if (e->op == UML_E_TEMPORAL) return sv_temporal_apply(ltl, e->temporal, a, b);
  if (e->op == UML_E_NOT) return a;
  return e->op == UML_E_AND ? sv_ltl_and(ltl, a, b) : sv_ltl_or(ltl, a, b);
}

static uint32_t lower_formula(uml_lowering *l, const uml_property *p) {
  sv_ltl *ltl = sv_ltl_new(l->terms);
  sv_formula f = formula_of(l, ltl, p->value, true);
  uint32_t n = sv_temporal_property(l->model, p->name, ltl, f, uml_text(l, p->text), p->span);
  sv_ltl_free(ltl);
  return n;
}

static uint32_t lower_condition(uml_lowering *l, const uml_property *p) {
  sv_term t = observed(l, p->value, false);
  const char *text = uml_text(l, p->text);
  if (p->reach) text = sv_arena_printf(l->arena, "!(%s)", text);
  return sv_model_property(l->model, p->name, SV_PROP_INVARIANT, p->reach ? sv_not(t) : t, text,
                           p->span);
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
    uint32_t n = p->formula ? lower_formula(l, p) : lower_condition(l, p);
    l->model->properties.at[n].stable = sections;
  }
  if (l->open || m->has_stimulus) return;
  sv_model_property(l->model, sv_names_cstr(l->context->names, "deadlock"), SV_PROP_DEADLOCK,
                    SV_NONE, "no deadlock", SV_NOWHERE);
}
