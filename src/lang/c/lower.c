// lower.c -- all locations, one after the other.

#include "lang/c/lower.h"

#include "lang/c/goal_term.h"
#include "lang/c/narrow.h"
#include "lang/c/place.h"

void c_refuse(c_lowering *l, sv_span span, const char *format, ...) {
  if (!span.file) span = l->here;
  uint64_t key = (uint64_t)span.file << 32 | span.begin;
  if (sv_map_get(&l->refused, key) != SV_MAP_NONE) return;
  sv_map_put(&l->refused, key, 1);
  va_list rest;
  va_start(rest, format);
  sv_vdiag(l->diags, SV_UNSUPPORTED, span, format, rest);
  va_end(rest);
}

void c_warn(c_lowering *l, sv_span span, const char *format, ...) {
  if (!span.file) span = l->here;
  uint64_t key = (uint64_t)span.file << 32 | span.begin;
  if (sv_map_get(&l->refused, key) != SV_MAP_NONE) return;
  sv_map_put(&l->refused, key, 1);
  va_list rest;
  va_start(rest, format);
  sv_vdiag(l->diags, SV_WARNING, span, format, rest);
  va_end(rest);
}

// The name, or the name with a number behind it where it is taken.
sv_name c_unique(c_lowering *l, const char *name) {
  sv_model *m = l->model;
  sv_name n = sv_names_cstr(m->names, name);
  uint32_t times = sv_map_get(&l->names, n.x);
  if (times == SV_MAP_NONE) return sv_map_put(&l->names, n.x, 1), n;
  sv_map_put(&l->names, n.x, times + 1);
  return c_unique(l, sv_arena_printf(m->arena, "%s'%u", name, times + 1));
}

sv_sort c_sort(c_lowering *l, c_type t) {
  REQUIRE(t.kind == C_INT || t.kind == C_POINTER, "only scalars have a sort");
  sv_terms *T = l->model->terms;
  if (t.kind == C_POINTER) return sv_sort_bv(T, C_POINTER_BITS, false);
  return t.width == 1 ? sv_sort_bool(T) : sv_sort_bv(T, t.width, true);
}

static sv_term zero_of(c_lowering *l, sv_sort sort) {
  sv_terms *T = l->model->terms;
  return sort.x == sv_sort_bool(T).x ? SV_FALSE : sv_const(T, sort, sv_small(0));
}

// A value that stays alive between two steps.
uint32_t c_slot_variable(c_lowering *l, uint32_t context, uint32_t value) {
  const c_context *c = &l->contexts.at[context];
  uint32_t *slot = &l->slots.at[c->base + value];
  if (*slot) return *slot;
  bool param = value < c->function->params;
  const c_inst *i = param ? NULL : c->function->define[value];
  assert(param || i);
  sv_sort sort = c_sort(l, param ? c->function->param[value].type : i->type);
  c_value row;
  if (c_row(l, context, value, &row)) sort = sv_sort_bv(l->model->terms, C_INDEX_BITS, true);
  const char *name = param ? c->function->param[value].name : i->name;
  size_t n = strcspn(name, ".");
  bool nameless = !n || (!param && i->op != C_PHI);
  sv_model *m = l->model;
  name = nameless ? sv_arena_printf(m->arena, "%s.%u", c->function->name, value)
                  : sv_arena_strndup(m->arena, name, n);
  sv_span span = param ? c->function->span : i->span;
  // A thread is given one argument; what it takes for others has any value.
  bool any = param && value && c->parent == C_NO_CONTEXT && c->thread;
  *slot = sv_model_variable(m, c_unique(l, name), sort, l->threads.at[c->thread].template_number,
                            any ? SV_NONE : zero_of(l, sort), span);
  m->variables.at[*slot].hidden = nameless;
  c_type type = param ? c->function->param[value].type : i->type;
  if (type.kind == C_POINTER && sort.x == c_sort(l, type).x)
    m->variables.at[*slot].words = l->addresses;
  return *slot;
}

static sv_name location_name(c_lowering *l, uint32_t context, const c_inst *i, uint32_t number) {
  sv_model *m = l->model;
  const c_context *c = &l->contexts.at[context];
  uint32_t line = i->span.file ? sv_source_place(m->sources, i->span.file, i->span.begin).line : 0;
  return sv_names_cstr(m->names,
                       sv_arena_printf(m->arena, "%s:%u.%u", c->function->name, line, number));
}

uint32_t c_location(c_lowering *l, uint32_t context, uint32_t block, uint32_t at, uint32_t atomic) {
  REQUIRE(block < 1u << 20 && at < 1u << 20 && atomic <= C_MOST_NESTED, "a function is too large");
  uint64_t key = (uint64_t)context << 44 | (uint64_t)block << 24 | (uint64_t)at << 4 | atomic;
  uint32_t known = sv_map_get(&l->locations, key);
  if (known != SV_MAP_NONE) return known;
  const c_context *c = &l->contexts.at[context];
  uint32_t t = l->threads.at[c->thread].template_number;
  const c_inst *i = &c->function->block[block].inst[at];
  unsigned flags = atomic || c->atomic ? SV_LOC_BLOCKING : 0;
  sv_name name = location_name(l, context, i, l->model->templates.at[t].locations.n);
  uint32_t location = sv_model_location(l->model, t, name, flags, i->span);
  sv_map_put(&l->locations, key, location);
  sv_push(l->work, (c_work){context, block, at, location, atomic});
  sv_push(l->places, sv_last(l->work));
  return location;
}

// ---- all of it

static uint32_t thread_variable(c_lowering *l, const c_thread *t, const char *name, sv_sort sort) {
  sv_model *m = l->model;
  name = sv_arena_printf(m->arena, "%s %s", t->function->name, name);
  uint32_t v = sv_model_variable(m, c_unique(l, name), sort, t->template_number, zero_of(l, sort),
                                 t->function->span);
  m->variables.at[v].hidden = true;
  return v;
}

static void add_thread_variables(c_lowering *l, c_thread *t) {
  sv_sort pointer = c_sort(l, (c_type){C_POINTER, 0});
  if (l->results) t->result = thread_variable(l, t, "result", pointer);
  if (l->detaches) t->detached = thread_variable(l, t, "detached", sv_sort_bool(l->model->terms));
  if (l->deadlocks) t->waits = thread_variable(l, t, "waits", pointer);
}

// Where the program has ended nobody moves, but that is no deadlock.
static void add_rest(c_lowering *l, const c_thread *t) {
  sv_edge edge = {.template_number = t->template_number,
                  .instance = SV_ANY_INSTANCE,
                  .from = &t->exited,
                  .from_count = 1,
                  .to = t->exited};
  sv_action a = {.edges = &edge,
                 .edge_count = 1,
                 .guard = SV_TRUE,
                 .constraint = SV_TRUE,
                 .text = "the program has ended",
                 .span = t->function->span};
  const char *name = sv_arena_printf(l->model->arena, "%s.ended", t->function->name);
  a.name = sv_names_cstr(l->model->names, name);
  sv_model_action(l->model, &a);
}

static void lower_all(c_lowering *l, c_goals *goals) {
  c_places_find(l, goals);
  for (uint32_t i = 0; i < l->threads.n; i++) {
    add_thread_variables(l, &l->threads.at[i]);
    if (l->deadlocks) add_rest(l, &l->threads.at[i]);
  }
  for (uint32_t i = 0; i < l->threads.n; i++) {
    c_thread *t = &l->threads.at[i];
    uint32_t entry = c_location(l, t->context, 0, 0, 0);
    l->model->templates.at[t->template_number].entry = entry;
  }
  while (l->work.n && sv_diags_go_on(l->diags)) {
    c_work w = sv_pop(l->work);
    c_lower_location(l, &w);
  }
  if (l->races && !sv_diags_errors(l->diags)) c_add_races(l);
  if (!sv_diags_errors(l->diags)) c_add_circles(l);
  c_goals_lower(l, goals);
  if (!sv_diags_errors(l->diags)) c_places_ask(l, goals);
}

// Where all that could fail lies behind a cut, there is still a question: without one an engine
// would say that nothing can be violated, whatever was left out.
static void ask_behind_cuts(c_lowering *l) {
  sv_model *m = l->model;
  for (uint32_t a = 1; a < m->actions.n && m->properties.n <= 1; a++)
    if (m->actions.at[a].cut)
      sv_model_property(m, c_unique(l, "what is not explored"), SV_PROP_ASSERTION, SV_NONE,
                        "what is not explored", m->actions.at[a].span);
}

// How much of the program is in how few steps.
static void count_merged(c_lowering *l) {
  uint32_t blocks = 0, insts = 0, kept = 0, places = 0;
  for (uint32_t c = 0; c < l->contexts.n; c++) {
    const c_function *f = l->contexts.at[c].function;
    blocks += f->blocks;
    for (uint32_t b = 0; b < f->blocks; b++) insts += f->block[b].insts;
  }
  for (uint32_t v = 0; v < l->slots.n; v++) kept += l->slots.at[v] != 0;
  for (uint32_t t = 1; t < l->model->templates.n; t++)
    places += l->model->templates.at[t].locations.n - 1;
  l->model->merged = sv_arena_printf(
      l->model->arena,
      "%u instructions in %u blocks, %u calls inlined: %u steps between %u places, "
      "with %u values kept",
      insts, blocks, l->contexts.n - l->threads.n, l->model->actions.n - 1, places, kept);
}

static void release(c_lowering *l) {
  sv_vec_free(l->contexts), sv_vec_free(l->threads), sv_vec_free(l->sites);
  sv_vec_free(l->storages), sv_vec_free(l->slots), sv_vec_free(l->work);
  sv_vec_free(l->places), sv_vec_free(l->asked);
  sv_map_free(&l->children), sv_map_free(&l->locals), sv_map_free(&l->locations);
  sv_map_free(&l->properties), sv_map_free(&l->names), sv_map_free(&l->refused);
  sv_map_free(&l->slots_of), sv_map_free(&l->apart), sv_map_free(&l->thread_locals);
  sv_vec_free(l->accesses), sv_vec_free(l->waits);
  for (uint32_t i = 0; i < l->statements.n; i++) c_statements_free(&l->statements.at[i]);
  sv_vec_free(l->statements);
  sv_free(l->flows);
}

void c_lower(sv_model *m, const c_program *program, c_goals *goals, const sv_options *o,
             sv_diags *diags) {
  c_lowering l = {.model = m, .program = program, .options = o, .diags = diags};
  l.addresses = SV_ARENA_NEW(m->arena, sv_words);
  *l.addresses = (sv_words){.names = NULL};
  l.deadlocks = o->deadlock == SV_OPT_TRISTATE_ON;
  l.races = o->races;
  l.leaks = o->leaks;
  l.flows = SV_NEW_ARRAY(const c_flow *, program->functions + 1);
  if (c_find_contexts(&l)) lower_all(&l, goals);
  if (!sv_diags_errors(diags) && !sv_diags_unsupported(diags)) {
    c_name_addresses(&l);
    c_range *range = SV_NEW_ARRAY(c_range, m->variables.n);
    c_narrow(m, goals, range);
    c_find_facts(&l, range);
    sv_free(range);
    c_goals_add(goals, m);
    ask_behind_cuts(&l);
    count_merged(&l);
  }
  release(&l);
}
