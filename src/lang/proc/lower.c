// lower.c -- process programs into the model: the driver. See lower.h.

#include "lang/proc/lower.h"
#include "lang/proc/lexer.h"

#include <string.h>

#include "lang/lang.h"
#include "lang/proc/proc.h"
#include "lang/recognise.h"

// --- processes

static const char *instance_name(proc_lowering *l, const proc_decl *p, uint32_t instance) {
  const char *name = sv_names_get(l->model->names, p->name);
  if (!p->index) return name;
  return sv_arena_printf(l->arena, "%s[%lld]", name, (long long)(p->lo + instance));
}

// All templates come first: locks speak of them.
static void declare_processes(proc_lowering *l) {
  for (uint32_t i = 0; i < l->program->items; i++) {
    proc_decl *p = l->program->item[i];
    if (p->kind != PROC_D_PROCESS) continue;
    p->process = l->model->templates.n;
    for (uint32_t k = 0; k < p->instances; k++, l->processes++) {
      uint32_t t = sv_model_template(
          l->model, sv_names_cstr(l->model->names, instance_name(l, p, k)), 1, 1, p->span);
      l->model->templates.at[t].fairness = p->fairness;
    }
  }
}

// Takes the edges of the process, from action `first` on; true if a location is new.
static bool follow_edges(const proc_lowering *l, uint32_t first, sv_bits *reached) {
  bool grown = false;
  for (uint32_t i = l->model->actions.n; i-- > first;) {
    const sv_action *a = &l->model->actions.at[i];
    const sv_edge *e = &a->edges[0];
    if (sv_same(a->guard, SV_FALSE) || !e->to || sv_bits_has(reached, e->to)) continue;
    for (uint32_t k = 0; k < e->from_count && !sv_bits_has(reached, e->to); k++)
      if (sv_bits_has(reached, e->from[k])) sv_bits_add(reached, e->to), grown = true;
  }
  return grown;
}

// An end that no way through the text leads to is nothing to talk about.
static void hide_end(proc_lowering *l, uint32_t first, uint32_t entry) {
  sv_template *t = &l->model->templates.at[l->template_number];
  sv_bits reached;
  sv_bits_init(&reached, t->locations.n);
  sv_bits_add(&reached, entry);
  while (follow_edges(l, first, &reached)) continue;
  if (!sv_bits_has(&reached, l->end)) t->locations.at[l->end].span = SV_NOWHERE;
  sv_bits_free(&reached);
}

// The end is the first location of every process: p@end counts on it.
static void lower_instance(proc_lowering *l, proc_decl *p, uint32_t instance) {
  l->process = p;
  l->instance = instance;
  l->template_number = p->process + instance;
  assert(instance < p->instances && l->template_number < l->model->templates.n);
  l->number = l->template_number;
  if (p->index) p->index->term = sv_int_const(l->terms, p->lo + instance);
  l->end = proc_location(l, "end", p->closing);
  l->error = proc_location(l, "error", SV_NOWHERE);
  sv_template *t = &l->model->templates.at[l->template_number];
  t->locations.at[l->end].flags |= SV_LOC_END;
  t->locations.at[l->error].flags |= SV_LOC_END;
  uint32_t actions = l->model->actions.n, variables = l->model->variables.n;
  proc_lower_locals(l);
  proc_place first = proc_lower_body(l, &p->body, (proc_place){l->end, false});
  assert(!l->atomic && !l->loop.place.location && !l->call.place.location && !l->caller);
  assert(first.location && l->end == 1);
  l->model->templates.at[l->template_number].entry = first.location;
  hide_end(l, actions, first.location);
  proc_forget_free(l, variables);
  l->process = NULL;
}

static void lower_processes(proc_lowering *l) {
  for (uint32_t i = 0; i < l->program->items; i++) {
    proc_decl *p = l->program->item[i];
    bool lowered = p->kind == PROC_D_PROCESS;
    for (uint32_t k = 0; lowered && k < p->instances && sv_diags_go_on(l->diags); k++)
      lower_instance(l, p, k);
  }
}

// --- properties

// What cannot be evaluated counts as false.
static uint32_t lower_invariant(proc_lowering *l, const proc_decl *d) {
  sv_term t = proc_observed(l, d->value[0], false);
  return sv_model_property(l->model, d->name, SV_PROP_INVARIANT, d->never ? sv_not(t) : t,
                           proc_text_of(l, d->value[0]->span), d->span);
}

static void lower_observers(proc_lowering *l) {
  for (uint32_t i = 0; i < l->program->items; i++) {
    const proc_decl *d = l->program->item[i];
    if (d->kind == PROC_D_INIT)
      l->model->init = sv_and(l->terms, l->model->init, proc_observed(l, d->value[0], false));
    if (d->kind != PROC_D_PROPERTY) continue;
    bool timed = d->timed || proc_is_temporal(d->value[0]);
    uint32_t p = timed ? proc_lower_formula(l, d) : lower_invariant(l, d);
    if (p) l->model->properties.at[p].stable = l->program->has_atomic;
  }
}

static void lower_program(proc_lowering *l) {
  sv_model *m = l->model;
  declare_processes(l);
  proc_lower_globals(l);
  lower_processes(l);
  if (sv_diags_go_on(l->diags)) lower_observers(l);
  sv_model_property(m, sv_names_cstr(m->names, "deadlock"), SV_PROP_DEADLOCK, SV_NONE,
                    "no deadlock", SV_NOWHERE);
  sv_map_free(&l->asserts);
  sv_map_free(&l->names_used);
}

// An option's text as a goal; the name is the option's.
static proc_goal goal_of(sv_model *m, const char *option, const char *text) {
  return (proc_goal){sv_sources_add(m->sources, option, text, strlen(text)), option + 2};
}

static proc_sets sets_of(sv_model *m, const sv_options *o, sv_arena *arena) {
  uint32_t n = 0;
  proc_goal *goals = SV_ARENA_ARRAY(arena, proc_goal, o->invariant.n + o->reach.n + o->ltl.n + 1);
  for (uint32_t i = 0; i < o->invariant.n; i++)
    goals[n++] = goal_of(m, "--invariant", o->invariant.at[i]);
  for (uint32_t i = 0; i < o->reach.n; i++) goals[n++] = goal_of(m, "--reach", o->reach.at[i]);
  for (uint32_t i = 0; i < o->ltl.n; i++) goals[n++] = goal_of(m, "--ltl", o->ltl.at[i]);
  return (proc_sets){.set = o->set.at, .n = o->set.n, .goal = goals, .goals = n};
}

static bool read_program(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  sv_arena *arena = sv_arena_new();
  proc_sets sets = sets_of(m, options, arena);
  proc_program *program = proc_parse(arena, m->names, m->sources, file, &sets, diags);
  if (program) {
    proc_tell_editors(m, program);
    proc_lowering l = {
        .model = m, .terms = m->terms, .arena = arena, .diags = diags, .program = program};
    lower_program(&l);
  }
  sv_arena_free(arena);
  return program && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

// Some process with a body; a `system` behind it is DVE's.
static bool recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  bool found = false;
  while (sv_glance_next(&g)) {
    if (g.depth) continue;
    if (sv_glance_is(&g, "system")) return false;
    found |=
        sv_glance_is(&g, "process") && (sv_glance_follows(g, "w {") || sv_glance_follows(g, "w ["));
  }
  return found;
}

const sv_language sv_language_proc = {
    .name = "proc",
    .options = "set ltl",
    .suffixes = ".proc",
    .summary = "processes with shared variables, channels and locks: Selvage's own language",
    .words = PROC_WORDS(SV_LANG_WORD),
    .read = read_program,
    .own_goals = true,
    .own_formulas = true,
    .recognise = recognise,
};
