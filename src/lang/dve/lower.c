// lower.c -- DVE into the model: the driver. See lower.h.

#include "lang/dve/lower.h"
#include "lang/dve/lexer.h"

#include "lang/dve/dve.h"
#include "lang/lang.h"
#include "lang/recognise.h"

// --- declarations

static sv_term initial_value(const dve_lowering *l, const dve_var *v) {
  if (!v->is_array) return dve_stored(l, v->type, v->value[0]);
  sv_term *cells = SV_NEW_ARRAY(sv_term, v->size);
  for (uint32_t i = 0; i < v->size; i++) cells[i] = dve_stored(l, v->type, v->value[i]);
  sv_term array = sv_array(l->terms, cells, v->size);
  sv_free(cells);
  return array;
}

static void declare_variables(dve_lowering *l, dve_var *const *var, uint32_t n, uint32_t owner) {
  for (uint32_t i = 0; i < n; i++) {
    dve_var *v = var[i];
    sv_sort sort = dve_sort_of(l, v->type);
    if (v->is_const) {
      sv_model_declare(l->model, SV_DECLARED_CONSTANT, v->word.name, v->word.span, v->word.span);
      continue;
    }
    if (v->is_array) sort = sv_sort_array(l->terms, v->size, sort);
    v->number =
        sv_model_variable(l->model, v->word.name, sort, owner, initial_value(l, v), v->word.span);
  }
}

// A channel of a process is one of the system: every process may use it.
static sv_name channel_name(const dve_lowering *l, const dve_channel *c) {
  sv_names *names = l->model->names;
  if (!c->proc) return c->word.name;
  return sv_names_cstr(names,
                       sv_arena_printf(l->arena, "%s->%s", sv_names_get(names, c->proc->word.name),
                                       sv_names_get(names, c->word.name)));
}

static void declare_channels(dve_lowering *l, dve_channel *const *channel, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    dve_channel *c = channel[i];
    sv_model_declare(l->model, SV_DECLARED_CHANNEL, c->word.name, c->word.span, c->word.span);
    if (!c->capacity) continue;
    sv_sort *fields = SV_ARENA_ARRAY(l->arena, sv_sort, c->fields);
    for (uint32_t k = 0; k < c->fields; k++) fields[k] = dve_sort_of(l, c->field[k]);
    c->number = sv_model_queue(l->model, channel_name(l, c), SV_GLOBAL, 1, false, c->capacity,
                               fields, c->fields, c->word.span);
  }
}

// --- processes

static void declare_process(dve_lowering *l, dve_proc *p) {
  sv_model *m = l->model;
  p->template_number = sv_model_template(m, p->word.name, 1, 1, p->word.span);
  for (uint32_t i = 0; i < p->states; i++) {
    dve_state *s = &p->state[i];
    s->location = sv_model_location(m, p->template_number, s->word.name,
                                    s->commit ? SV_LOC_COMMITTED : 0, s->word.span);
  }
  assert(p->init_state < p->states);
  assert(m->templates.at[p->template_number].locations.n == p->states + 1);
  m->templates.at[p->template_number].entry = p->state[p->init_state].location;
  declare_variables(l, p->var, p->vars, p->template_number);
}

// What a property process does to others would change the system that it watches.
static void check_property_process(dve_lowering *l) {
  const dve_proc *p = l->system->property_proc;
  for (uint32_t i = 0; p && i < p->transs; i++)
    for (uint32_t k = 0; k < p->trans[i].effects; k++) {
      const dve_expr *target = p->trans[i].effect[k].target;
      if (!target->var->proc)
        sv_diag(l->diags, SV_UNSUPPORTED, target->span,
                "a property process that changes a global variable is not supported");
    }
}

static void lower_system(dve_lowering *l) {
  const dve_system *s = l->system;
  declare_variables(l, s->var, s->vars, SV_GLOBAL);
  declare_channels(l, s->channel, s->channels);
  check_property_process(l);
  for (uint32_t i = 0; i < s->procs && sv_diags_go_on(l->diags); i++) {
    declare_channels(l, s->proc[i]->channel, s->proc[i]->channels);
    if (s->proc[i] != s->property_proc) declare_process(l, s->proc[i]);
  }
  for (uint32_t i = 0; i < s->procs && sv_diags_go_on(l->diags); i++) {
    const dve_proc *p = s->proc[i];
    for (uint32_t k = 0; p != s->property_proc && k < p->transs && sv_diags_go_on(l->diags); k++)
      dve_lower_transition(l, p, &p->trans[k]);
  }
  if (sv_diags_go_on(l->diags)) dve_lower_properties(l);
}

static bool read_model(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  sv_arena *arena = sv_arena_new();
  dve_system *system = dve_parse(arena, m->names, m->sources, file, options, diags);
  if (system && !sv_diags_unsupported(diags)) {
    dve_lowering l = {.model = m,
                      .terms = m->terms,
                      .arena = arena,
                      .system = system,
                      .options = options,
                      .diags = diags,
                      .number = sv_sort_bv(m->terms, 32, true)};
    lower_system(&l);
    sv_map_free(&l.names_used);
  }
  sv_arena_free(arena);
  return system && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

// Every system says how its processes run together.
static bool recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  while (sv_glance_next(&g))
    if (!g.depth && sv_glance_is(&g, "system") &&
        (sv_glance_follows(g, "async") || sv_glance_follows(g, "sync")))
      return true;
  return false;
}

const sv_language sv_language_dve = {
    .name = "dve",
    .options = "claims ltl",
    .suffixes = ".dve",
    .summary = "DVE, the language of DiVinE and of the BEEM benchmarks",
    .own_goals = true,
    .own_formulas = true,
    .words = DVE_WORDS(SV_LANG_WORD),
    .read = read_model,
    .recognise = recognise,
};
