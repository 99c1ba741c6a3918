// net.c -- lays out a net: processes, variables, queues, properties.
//
// Global variables come first, then `holder`, then for each process its
// program counter and its variables in the model's order; queues likewise.
// Instances that do not run at the start have their default values as initial
// ones, so that the rule "not running means default" holds from the beginning.

#include <stdarg.h>

#include "model/net_build.h"

enum { DEFAULT_THREADS = 8, MOST_ACTIONS = 4000000, MOST_CELLS = 1 << 26 };

void sv_net_too_large(sv_net_builder *b, const char *format, ...) {
  if (b->too_large) return;
  b->too_large = true;
  va_list args;
  va_start(args, format);
  sv_text_vprintf(b->why, format, args);
  va_end(args);
}

bool sv_net_goes_on(sv_net_builder *b) {
  sv_cause hit = b->options.limits ? sv_limits_hit(b->options.limits) : SV_CAUSE_NONE;
  if (hit) sv_net_too_large(b, "%s", sv_cause_text(hit));
  return !b->too_large;
}

const void *sv_net_keep(const sv_net_builder *b, const void *from, uint32_t n, size_t size) {
  return n ? memcpy(sv_arena_alloc(b->net->arena, n * size), from, n * size) : NULL;
}

sv_term sv_net_default(sv_terms *T, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(T, sort);
  if (info->kind != SV_SORT_ARRAY) return sv_const(T, sort, sv_sort_default(T, sort));
  return sv_array_fill(T, sort, sv_net_default(T, info->element));
}

uint32_t sv_net_variable(const sv_net_builder *b, uint32_t variable, uint32_t process) {
  uint32_t at = b->var_at[variable];
  return b->model->variables.at[variable].owner == SV_GLOBAL ? at : b->process_var[process] + at;
}

static sv_name name_of(const sv_net_builder *b, sv_text *text) {
  sv_name name = sv_names_intern(b->model->names, sv_text_get(text), text->n);
  sv_clear(*text);
  return name;
}

// ---- pools and processes

// Nothing lies beyond what the language lets run at once.
static sv_net_pool unbounded_pool(const sv_net_builder *b, const sv_template *t, uint32_t first) {
  uint32_t size = b->options.threads ? b->options.threads : DEFAULT_THREADS;
  uint32_t most = b->model->process_limit;
  bool enough = most && size >= most;
  if (enough) size = most;
  return (sv_net_pool){size > t->initial ? size : t->initial, first, !enough, t->stacked, NULL};
}

static sv_net_pool size_pool(const sv_net_builder *b, const sv_template *t, uint32_t first) {
  if (t->pool == SV_UNBOUNDED) return unbounded_pool(b, t, first);
  uint32_t size = b->options.pool ? b->options.pool : t->pool;
  return (sv_net_pool){size > t->initial ? size : t->initial, first, b->options.pool, t->stacked,
                       NULL};
}

static void add_process(sv_net_builder *b, uint32_t number, uint32_t instance, sv_text *text) {
  const sv_template *t = &b->model->templates.at[number];
  sv_text_string(text, sv_names_get(b->model->names, t->name));
  if (b->pools[number].size > 1) sv_text_printf(text, "[%u]", instance);
  sv_push(b->net->processes, (sv_net_process){.name = name_of(b, text),
                                              .template_number = number,
                                              .instance = instance,
                                              .entry = instance < t->initial ? t->entry : 0});
}

static void add_processes(sv_net_builder *b, sv_text *text) {
  const sv_model *m = b->model;
  b->pools = SV_NEW_ARRAY(sv_net_pool, m->templates.n);
  for (uint32_t t = 1; t < m->templates.n && !b->too_large; t++) {
    b->pools[t] = size_pool(b, &m->templates.at[t], b->net->processes.n);
    b->pools[t].runs = SV_ARENA_NEW(b->net->arena, sv_term_list);
    sv_push(*b->pools[t].runs, SV_TRUE);
    if (b->pools[t].size > MOST_CELLS - b->net->processes.n)
      sv_net_too_large(b, "the model has too many process instances");
    for (uint32_t k = 0; k < b->pools[t].size && sv_net_goes_on(b); k++) add_process(b, t, k, text);
  }
}

// ---- variables

static void push_var(sv_net_builder *b, sv_net_var v) {
  v.first_cell = b->net->cells;
  v.cells = sv_sort_cells(b->terms, v.sort);
  if (v.cells > MOST_CELLS - v.first_cell) {
    sv_net_too_large(b, "a state would have more than %d cells", MOST_CELLS);
    return;
  }
  b->net->cells += v.cells;
  sv_push(b->net->vars, v);
}

sv_term sv_net_initial(sv_net_builder *b, uint32_t variable, uint32_t process) {
  const sv_variable *v = &b->model->variables.at[variable];
  if (sv_is_none(v->init) || sv_is_const(b->terms, v->init, NULL)) return v->init;
  sv_binding own = {
      .b = b, .roles = &process, .role_count = process != SV_NO_PROCESS, .other = SV_NO_PROCESS};
  return sv_net_rewrite(&own, v->init);
}

static void add_globals(sv_net_builder *b) {
  const sv_model *m = b->model;
  for (uint32_t i = 1; i < m->variables.n && !b->too_large; i++) {
    const sv_variable *v = &m->variables.at[i];
    if (v->owner != SV_GLOBAL) continue;
    b->var_at[i] = b->net->vars.n;
    push_var(b, (sv_net_var){.name = v->name,
                             .sort = v->sort,
                             .process = SV_NO_PROCESS,
                             .variable = i,
                             .init = sv_net_initial(b, i, SV_NO_PROCESS)});
  }
}

static bool has_yielding(const sv_model *m) {
  for (uint32_t t = 1; t < m->templates.n; t++)
    for (uint32_t l = 1; l < m->templates.at[t].locations.n; l++)
      if (m->templates.at[t].locations.at[l].flags & SV_LOC_YIELDING) return true;
  return false;
}

static void add_holder(sv_net_builder *b) {
  b->net->holder = SV_NO_VARIABLE;
  if (!has_yielding(b->model)) return;
  b->net->holder = b->net->vars.n;
  sv_sort sort = sv_sort_range(b->terms, 0, b->net->processes.n);
  push_var(b, (sv_net_var){.name = sv_names_cstr(b->model->names, "holder"),
                           .sort = sort,
                           .process = SV_NO_PROCESS,
                           .init = sv_const(b->terms, sort, sv_small(0))});
}

static sv_term initial_value(sv_net_builder *b, uint32_t variable, uint32_t process) {
  const sv_variable *v = &b->model->variables.at[variable];
  uint32_t entry = b->net->processes.at[process].entry;
  if (v->is_pc) return sv_const(b->terms, v->sort, sv_small(entry));
  return entry ? sv_net_initial(b, variable, process) : sv_net_default(b->terms, v->sort);
}

static void add_local(sv_net_builder *b, uint32_t variable, uint32_t process, sv_text *text) {
  const sv_variable *v = &b->model->variables.at[variable];
  sv_net_process *p = &b->net->processes.at[process];
  sv_text_string(text, sv_names_get(b->model->names, p->name));
  if (v->is_pc) sv_text_char(text, '@');
  else sv_text_printf(text, ".%s", sv_names_get(b->model->names, v->name));
  if (v->is_pc) p->pc = b->net->vars.n;
  b->var_at[variable] = b->net->vars.n - b->process_var[process];
  push_var(b, (sv_net_var){.name = name_of(b, text),
                           .sort = v->sort,
                           .process = process,
                           .variable = variable,
                           .init = initial_value(b, variable, process),
                           .is_pc = v->is_pc});
}

static void add_locals(sv_net_builder *b, uint32_t process, sv_text *text) {
  const sv_model *m = b->model;
  uint32_t t = b->net->processes.at[process].template_number;
  b->process_var[process] = b->net->vars.n;
  add_local(b, m->templates.at[t].pc, process, text);
  for (uint32_t k = b->variables.first[t]; k < b->variables.first[t + 1] && !b->too_large; k++) {
    uint32_t i = b->variables.items[k];
    assert(m->variables.at[i].owner == t);
    if (!m->variables.at[i].is_pc) add_local(b, i, process, text);
  }
}

static void add_variables(sv_net_builder *b, sv_text *text) {
  b->var_at = SV_NEW_ARRAY(uint32_t, b->model->variables.n);
  b->process_var = SV_NEW_ARRAY(uint32_t, b->net->processes.n + 1);
  add_globals(b);
  add_holder(b);
  for (uint32_t p = 0; p < b->net->processes.n && sv_net_goes_on(b); p++) add_locals(b, p, text);
}

// ---- queues

static void add_family(sv_net_builder *b, uint32_t family, uint32_t process, sv_text *text) {
  const sv_queue_family *f = &b->model->queues.at[family];
  bool local = process != SV_NO_PROCESS;
  if (f->count > MOST_CELLS - b->net->queues.n)
    sv_net_too_large(b, "the model has too many queues");
  b->queue_at[family] = b->net->queues.n - (local ? b->process_queue[process] : 0);
  for (uint32_t i = 0; i < f->count && !b->too_large; i++) {
    if (local)
      sv_text_printf(text, "%s.",
                     sv_names_get(b->model->names, b->net->processes.at[process].name));
    sv_text_string(text, sv_names_get(b->model->names, f->name));
    if (f->indexed) sv_text_printf(text, "[%u]", i);
    sv_push(b->net->queues, (sv_net_queue){.name = name_of(b, text),
                                           .family = family,
                                           .process = process,
                                           .capacity = f->capacity,
                                           .fields = f->fields,
                                           .field_count = f->field_count});
  }
}

static void add_queues_of(sv_net_builder *b, uint32_t owner, uint32_t process, sv_text *text) {
  const sv_groups *g = &b->families;
  for (uint32_t k = g->first[owner]; k < g->first[owner + 1] && !b->too_large; k++)
    add_family(b, g->items[k], process, text);
}

static void add_queues(sv_net_builder *b, sv_text *text) {
  b->queue_at = SV_NEW_ARRAY(uint32_t, b->model->queues.n);
  b->process_queue = SV_NEW_ARRAY(uint32_t, b->net->processes.n + 1);
  add_queues_of(b, SV_GLOBAL, SV_NO_PROCESS, text);
  for (uint32_t p = 0; p < b->net->processes.n && sv_net_goes_on(b); p++) {
    b->process_queue[p] = b->net->queues.n;
    add_queues_of(b, b->net->processes.at[p].template_number, p, text);
  }
}

// ---- terms that belong to no action

static const sv_automaton *rewritten(const sv_binding *no_process, const sv_automaton *from) {
  sv_automaton *a = sv_automaton_copy(no_process->b->net->arena, from);
  sv_automaton_edge *edges =
      SV_ARENA_ARRAY(no_process->b->net->arena, sv_automaton_edge, a->edge_count + 1);
  for (uint32_t i = 0; i < a->edge_count; i++) {
    edges[i] = from->edges[i];
    edges[i].guard = sv_net_rewrite(no_process, edges[i].guard);
  }
  a->edges = edges;
  return a;
}

static void add_properties(sv_net_builder *b) {
  sv_binding no_process = {.b = b, .other = SV_NO_PROCESS};
  for (uint32_t i = 0; i < b->model->properties.n; i++) {
    sv_property p = b->model->properties.at[i];
    if (i && p.kind == SV_PROP_INVARIANT) p.term = sv_net_rewrite(&no_process, p.term);
    if (i && p.automaton) p.automaton = rewritten(&no_process, p.automaton);
    sv_push(b->net->properties, p);
  }
  b->net->init = sv_net_rewrite(&no_process, b->model->init);
  for (uint32_t i = 0; i < b->model->shapes.n; i++)
    sv_push(b->net->standing, sv_net_rewrite(&no_process, b->model->shapes.at[i].active));
}

static const sv_term *invariants_of(sv_net_builder *b, uint32_t process) {
  const sv_template *t = &b->model->templates.at[b->net->processes.at[process].template_number];
  sv_term *terms = SV_ARENA_ARRAY(b->net->arena, sv_term, t->locations.n);
  sv_binding here = {.b = b, .roles = &process, .role_count = 1, .other = SV_NO_PROCESS};
  for (uint32_t l = 1; l < t->locations.n; l++) {
    sv_term invariant = t->locations.at[l].invariant;
    if (!sv_is_none(invariant)) invariant = sv_net_rewrite(&here, invariant);
    terms[l] = sv_same(invariant, SV_TRUE) ? SV_NONE : invariant;
  }
  return terms;
}

static void add_invariants(sv_net_builder *b) {
  uint32_t n = b->net->processes.n;
  const sv_term **all = SV_ARENA_ARRAY(b->net->arena, const sv_term *, n + 1);
  for (uint32_t p = 0; p < n; p++) all[p] = invariants_of(b, p);
  b->net->location_invariants = all;
}

// ---- the whole

// What belongs to each template; SV_GLOBAL is a group like the others.
static void group_by_owner(sv_net_builder *b) {
  const sv_model *m = b->model;
  uint32_t n = m->variables.n > m->queues.n ? m->variables.n : m->queues.n;
  uint32_t *owner = SV_NEW_ARRAY(uint32_t, n + 1);
  owner[0] = UINT32_MAX;
  for (uint32_t i = 1; i < m->variables.n; i++) owner[i] = m->variables.at[i].owner;
  b->variables = sv_groups_make(owner, m->variables.n, m->templates.n);
  for (uint32_t i = 1; i < m->queues.n; i++) owner[i] = m->queues.at[i].owner;
  b->families = sv_groups_make(owner, m->queues.n, m->templates.n);
  sv_free(owner);
}

static void build(sv_net_builder *b) {
  sv_text text = {0};
  group_by_owner(b);
  add_processes(b, &text);
  if (!b->too_large) add_queues(b, &text);
  if (!b->too_large) add_variables(b, &text);  // whose initial values may name queues
  sv_text_free(&text);
  if (b->too_large) return;
  add_properties(b);
  add_invariants(b);
  sv_net_actions(b);
  assert(b->too_large || (b->net->processes.n < SV_NO_PROCESS && b->net->vars.n < SV_NO_VARIABLE));
}

static void free_builder(sv_net_builder *b) {
  for (uint32_t t = 1; t < b->model->templates.n; t++)
    if (b->pools[t].runs) sv_vec_free(*b->pools[t].runs);
  sv_free(b->pools);
  sv_free(b->var_at);
  sv_free(b->queue_at);
  sv_free(b->process_var);
  sv_free(b->process_queue);
  sv_groups_free(&b->variables);
  sv_groups_free(&b->families);
}

static bool has_unbounded_pool(const sv_model *m) {
  for (uint32_t t = 1; t < m->templates.n; t++)
    if (m->templates.at[t].pool == SV_UNBOUNDED) return true;
  return false;
}

sv_net *sv_net_new(sv_model *model, sv_net_options options, sv_text *why) {
  sv_net_builder b = {
      .net = SV_NEW(sv_net), .model = model, .terms = model->terms, .options = options, .why = why};
  if (!b.options.most_actions) b.options.most_actions = MOST_ACTIONS;
  b.net->model = model;
  b.net->threads = has_unbounded_pool(model) ? options.threads : 0;
  b.net->asked_threads = options.threads;
  b.net->asked_pool = options.pool;
  b.net->arena = sv_arena_new();
  build(&b);
  free_builder(&b);
  if (!b.too_large) return sv_net_assert(b.net), b.net;
  sv_net_free(b.net);
  return NULL;
}

sv_net *sv_net_share(sv_net *net) {
  net->shares++;
  return net;
}

bool sv_net_is_for(const sv_net *net, const sv_model *m, sv_net_options o) {
  return net->model == m && net->asked_threads == o.threads && net->asked_pool == o.pool;
}

void sv_net_free(sv_net *net) {
  if (!net || net->shares--) return;
  sv_vec_free(net->vars);
  sv_vec_free(net->queues);
  sv_vec_free(net->processes);
  sv_vec_free(net->actions);
  sv_vec_free(net->properties);
  sv_vec_free(net->standing);
  sv_arena_free(net->arena);
  sv_free(net);
}

sv_term sv_net_var_term(const sv_net *net, uint32_t var) {
  REQUIRE(var < net->vars.n, "no such variable");
  return sv_var(net->model->terms, net->vars.at[var].sort, var, 0);
}

const sv_location *sv_net_location(const sv_net *net, uint32_t process, uint32_t location) {
  REQUIRE(process < net->processes.n, "no such process");
  const sv_template *t = &net->model->templates.at[net->processes.at[process].template_number];
  REQUIRE(location < t->locations.n, "no such location");
  return &t->locations.at[location];
}

sv_term sv_net_at(const sv_net *net, uint32_t process, uint32_t location) {
  sv_terms *T = net->model->terms;
  const sv_net_var *pc = &net->vars.at[net->processes.at[process].pc];
  return sv_eq(T, sv_net_var_term(net, net->processes.at[process].pc),
               sv_const(T, pc->sort, sv_small(location)));
}

uint32_t sv_net_locations(const sv_net *net, uint32_t process) {
  uint32_t t = net->processes.at[process].template_number;
  return net->model->templates.at[t].locations.n;
}
