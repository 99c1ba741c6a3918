// lower_property.c -- assertions, and the goals of the command line.
//
// `assert q: e` is an invariant: in q, e is true. A condition
// whose value is an error counts as false.

#include "lang/dve/lower.h"
#include "lang/unique.h"

uint32_t dve_fault_property(dve_lowering *l, dve_fault kind) {
  static const char *const text[DVE_FAULTS][2] = {
      [DVE_BAD_INDEX] = {"array-index", "every index is in range"},
      [DVE_BAD_DIVISION] = {"division", "nothing is divided by zero"},
      [DVE_BAD_VALUE] = {"overflow", "every value fits its variable"},
  };
  sv_name name = sv_names_cstr(l->model->names, text[kind][0]);
  if (!l->faults[kind])
    l->faults[kind] =
        sv_model_property(l->model, name, SV_PROP_ASSERTION, SV_NONE, text[kind][1], SV_NOWHERE);
  return l->faults[kind];
}

static const char *source_of(const dve_lowering *l, sv_span span) {
  const char *text = sv_source_text(l->model->sources, span.file);
  return sv_arena_strndup(l->arena, text + span.begin, span.end - span.begin);
}

// True where the expression is true and can be computed.
static sv_term condition(dve_lowering *l, const dve_expr *e) { return dve_condition(l, e, false); }

static sv_name unique(dve_lowering *l, const char *name) {
  return sv_unique_name(l->model, &l->names_used, 0, name, '.');
}

static void add(dve_lowering *l, const char *name, sv_term term, const char *text, sv_span span) {
  sv_model_property(l->model, unique(l, name), SV_PROP_INVARIANT, term, text, span);
}

// An assertion reads its process's variables from outside.
static void add_assertion(dve_lowering *l, const dve_proc *p, const dve_assertion *a) {
  const char *state = sv_names_get(l->model->names, a->state.name);
  const char *name =
      sv_arena_printf(l->arena, "assert:%s.%s", sv_names_get(l->model->names, p->word.name), state);
  dve_expr at = {.op = DVE_AT, .span = a->state.span, .proc = (dve_proc *)p, .state = a->at};
  sv_term there = condition(l, &at);
  sv_span span = sv_span_join(a->state.span, a->condition->span);
  add(l, name, sv_implies(l->terms, there, condition(l, a->condition)), source_of(l, span), span);
}

static void add_property_process(dve_lowering *l) {
  const dve_proc *p = l->system->property_proc;
  if (!p || l->options->claims == SV_OPT_ON_OFF_OFF) return;
  const char *name = sv_names_get(l->model->names, p->word.name);
  dve_lower_property_process(l, unique(l, sv_arena_printf(l->arena, "property:%s", name)),
                             sv_arena_printf(l->arena, "no run is accepted by %s", name));
}

static void add_goal(dve_lowering *l, const dve_goal *g) {
  sv_term holds = condition(l, g->condition);
  add(l, g->reach ? "reach" : "invariant", g->reach ? sv_not(holds) : holds, g->text,
      g->condition->span);
}

void dve_lower_properties(dve_lowering *l) {
  const dve_system *s = l->system;
  for (uint32_t i = 0; i < s->procs; i++) {
    const dve_proc *p = s->proc[i];
    for (uint32_t k = 0; p != s->property_proc && k < p->assertions; k++)
      add_assertion(l, p, &p->assertion[k]);
  }
  add_property_process(l);
  for (uint32_t i = 0; i < s->formulas; i++) dve_lower_formula(l, unique(l, "ltl"), &s->formula[i]);
  for (uint32_t i = 0; i < s->goals; i++) add_goal(l, &s->goal[i]);
}
