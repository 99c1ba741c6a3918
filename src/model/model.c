// model.c -- building models.
//
// A builder checks only what would corrupt the model's tables (numbers that
// do not exist) and leaves every rule about meaning to validate.c, so that a
// reader can build a faulty model and report all its faults at once. All
// arrays and strings are copied into the model's arena.
//
// Every template gets its program counter when it is made: a variable named
// `@` of sort `loc T`. Its initial value is "not running"; that the initial
// instances stand at the entry follows from the template, not from this.

#include "model/model.h"

static sv_model *make(sv_names *names, sv_sources *sources) {
  sv_model *m = SV_NEW(sv_model);
  m->arena = sv_arena_new();
  m->names = names;
  m->sources = sources;
  m->terms = sv_terms_new(m->names);
  sv_fill(m->variables, 1);
  sv_fill(m->queues, 1);
  sv_fill(m->templates, 1);
  sv_fill(m->actions, 1);
  sv_fill(m->properties, 1);
  sv_fill(m->fair, 1);
  m->init = SV_TRUE;
  return m;
}

sv_model *sv_model_new(void) { return make(sv_names_new(), sv_sources_new()); }

sv_model *sv_model_beside(const sv_model *other) {
  sv_model *m = make(other->names, other->sources);
  m->beside = other;
  m->language = other->language;
  m->numbered = other->numbered;
  m->title = sv_model_strdup(m, other->title);
  return m;
}

#define COPY_LIST(V, N, M, LIST)            \
  sv_reserve((V)->LIST, (M)->LIST.n + (N)); \
  for (uint32_t i = 0; i < (M)->LIST.n; i++) sv_push((V)->LIST, (M)->LIST.at[i])

sv_model *sv_model_variant(const sv_model *m) {
  sv_model *v = SV_NEW(sv_model);
  *v = (sv_model){.arena = sv_arena_new(),
                  .names = m->names,
                  .sources = m->sources,
                  .terms = m->terms,
                  .language = m->language,
                  .title = m->title,
                  .init = m->init,
                  .declared_features = m->declared_features,
                  .recursion = m->recursion,
                  .process_limit = m->process_limit,
                  .numbered = m->numbered,
                  .beside = m};
  COPY_LIST(v, 1, m, variables);
  COPY_LIST(v, 1, m, queues);
  COPY_LIST(v, 1, m, actions);
  COPY_LIST(v, 1, m, properties);
  COPY_LIST(v, 1, m, fair);
  COPY_LIST(v, 0, m, items);
  COPY_LIST(v, 0, m, shapes);
  COPY_LIST(v, 0, m, arcs);
  COPY_LIST(v, 1, m, templates);
  for (uint32_t t = 0; t < v->templates.n; t++) {
    v->templates.at[t].locations.at = NULL;
    v->templates.at[t].locations.n = v->templates.at[t].locations.cap = 0;
    COPY_LIST(&v->templates.at[t], 1, &m->templates.at[t], locations);
  }
  return v;
}

sv_model *sv_model_shell(const sv_model *of) {
  sv_model *m = sv_model_variant(of);
  for (uint32_t t = 1; t < m->templates.n; t++) sv_vec_free(m->templates.at[t].locations);
  m->variables.n = m->queues.n = m->actions.n = m->properties.n = m->templates.n = 1;
  m->items.n = m->shapes.n = m->arcs.n = 0;
  m->init = SV_TRUE;
  m->declared_features = 0;
  m->process_limit = 0;
  return m;
}

void sv_model_free(sv_model *m) {
  if (!m) return;
  sv_model_free(m->unbounded);
  for (uint32_t t = 0; t < m->templates.n; t++) sv_vec_free(m->templates.at[t].locations);
  sv_vec_free(m->variables);
  sv_vec_free(m->queues);
  sv_vec_free(m->templates);
  sv_vec_free(m->actions);
  sv_vec_free(m->properties);
  sv_vec_free(m->fair);
  sv_vec_free(m->items);
  sv_vec_free(m->declared);
  sv_vec_free(m->facts);
  sv_vec_free(m->shapes);
  sv_vec_free(m->arcs);
  if (!m->beside || m->beside->terms != m->terms) sv_terms_free(m->terms);
  if (!m->beside) {
    sv_sources_free(m->sources);
    sv_names_free(m->names);
  }
  sv_arena_free(m->arena);
  sv_free(m);
}

static bool template_exists(const sv_model *m, uint32_t t) { return t && t < m->templates.n; }

static bool location_exists(const sv_model *m, uint32_t t, uint32_t l) {
  return template_exists(m, t) && l < m->templates.at[t].locations.n;
}

static bool property_exists(const sv_model *m, uint32_t p) { return p < m->properties.n; }

const char *sv_model_strdup(sv_model *m, const char *s) {
  return s ? sv_arena_strndup(m->arena, s, strlen(s)) : NULL;
}

static const void *copy(sv_model *m, const void *from, uint32_t n, size_t size) {
  if (!n) return NULL;
  REQUIRE(from, "an array of this many elements is needed");
  return memcpy(sv_arena_alloc(m->arena, n * size), from, n * size);
}

// The location "not running", number 0 of every template.
static void add_rest_location(sv_model *m, sv_template *t, sv_span span) {
  sv_location off = {.name = sv_names_cstr(m->names, "none"), .flags = SV_LOC_END, .span = span};
  sv_push(t->locations, off);
}

uint32_t sv_model_template(sv_model *m, sv_name name, uint32_t initial, uint32_t pool,
                           sv_span span) {
  REQUIRE(initial < SV_UNBOUNDED, "the number of initial instances is finite");
  uint32_t number = m->templates.n;
  sv_template t = {.name = name, .initial = initial, .pool = pool, .span = span};
  add_rest_location(m, &t, span);
  sv_push(m->templates, t);
  sv_sort sort = sv_sort_loc(m->terms, number);
  sv_term off = sv_const(m->terms, sort, sv_small(0));
  uint32_t pc = sv_model_variable(m, sv_names_cstr(m->names, "@"), sort, number, off, span);
  m->variables.at[pc].is_pc = true;
  m->templates.at[number].pc = pc;
  return number;
}

// The first location is the entry unless another one is set.
uint32_t sv_model_location(sv_model *m, uint32_t template_number, sv_name name, unsigned flags,
                           sv_span span) {
  REQUIRE(template_exists(m, template_number), "no such template");
  sv_template *t = &m->templates.at[template_number];
  sv_location l = {.name = name, .flags = flags, .invariant = SV_NONE, .span = span};
  sv_push(t->locations, l);
  if (!t->entry) t->entry = t->locations.n - 1;
  return t->locations.n - 1;
}

uint32_t sv_model_variable(sv_model *m, sv_name name, sv_sort sort, uint32_t owner, sv_term init,
                           sv_span span) {
  REQUIRE(sort.x, "a variable needs a sort");
  REQUIRE(owner == SV_GLOBAL || template_exists(m, owner), "no such template");
  sv_variable v = {.name = name, .sort = sort, .owner = owner, .init = init, .span = span};
  sv_push(m->variables, v);
  return m->variables.n - 1;
}

uint32_t sv_model_queue(sv_model *m, sv_name name, uint32_t owner, uint32_t count, bool indexed,
                        uint32_t capacity, const sv_sort *fields, uint32_t n, sv_span span) {
  REQUIRE(owner == SV_GLOBAL || template_exists(m, owner), "no such template");
  REQUIRE(count >= 1 && (count == 1 || indexed), "several queues are told apart by an index");
  sv_queue_family q = {.name = name,
                       .owner = owner,
                       .count = count,
                       .indexed = indexed,
                       .capacity = capacity,
                       .fields = copy(m, fields, n, sizeof *fields),
                       .field_count = n,
                       .span = span};
  sv_push(m->queues, q);
  return m->queues.n - 1;
}

uint32_t sv_model_property(sv_model *m, sv_name name, sv_property_kind kind, sv_term term,
                           const char *text, sv_span span) {
  sv_property p = {
      .name = name, .kind = kind, .term = term, .text = sv_model_strdup(m, text), .span = span};
  sv_push(m->properties, p);
  return m->properties.n - 1;
}

uint32_t sv_model_recurrence(sv_model *m, sv_name name, const sv_automaton *a, const char *text,
                             sv_span span) {
  uint32_t p = sv_model_property(m, name, SV_PROP_RECURRENCE, SV_NONE, text, span);
  m->properties.at[p].automaton = sv_automaton_copy(m->arena, a);
  return p;
}

static const sv_edge *copy_edges(sv_model *m, const sv_edge *from, uint32_t n) {
  if (!n) return NULL;
  sv_edge *edges = SV_ARENA_ARRAY(m->arena, sv_edge, n);
  for (uint32_t i = 0; i < n; i++) {
    edges[i] = from[i];
    REQUIRE(template_exists(m, from[i].template_number), "an edge needs a template");
    REQUIRE(location_exists(m, from[i].template_number, from[i].to), "no such location");
    for (uint32_t j = 0; j < from[i].from_count; j++)
      REQUIRE(location_exists(m, from[i].template_number, from[i].from[j]), "no such location");
    edges[i].from = copy(m, from[i].from, from[i].from_count, sizeof *from[i].from);
  }
  return edges;
}

static const sv_queue_op *copy_queue_ops(sv_model *m, const sv_queue_op *from, uint32_t n) {
  if (!n) return NULL;
  sv_queue_op *ops = SV_ARENA_ARRAY(m->arena, sv_queue_op, n);
  for (uint32_t i = 0; i < n; i++) {
    ops[i] = from[i];
    ops[i].fields = copy(m, from[i].fields, from[i].field_count, sizeof *from[i].fields);
  }
  return ops;
}

static const sv_start *copy_starts(sv_model *m, const sv_start *from, uint32_t n) {
  if (!n) return NULL;
  sv_start *starts = SV_ARENA_ARRAY(m->arena, sv_start, n);
  for (uint32_t i = 0; i < n; i++) {
    starts[i] = from[i];
    REQUIRE(location_exists(m, from[i].template_number, from[i].at), "no such place to start");
    for (uint32_t j = 0; j < from[i].argument_count; j++)
      REQUIRE(from[i].arguments[j].variable < m->variables.n, "no such variable");
    starts[i].arguments =
        copy(m, from[i].arguments, from[i].argument_count, sizeof *from[i].arguments);
  }
  return starts;
}

const sv_words *sv_model_words(sv_model *m, const sv_name *names, uint32_t n) {
  sv_words *words = SV_ARENA_NEW(m->arena, sv_words);
  *words = (sv_words){copy(m, names, n, sizeof *names), n, 0};
  return words;
}

static const sv_words *const *copy_words(sv_model *m, const sv_words *const *from, uint32_t n) {
  if (!from || !n) return NULL;
  const sv_words **all = SV_ARENA_ARRAY(m->arena, const sv_words *, n);
  for (uint32_t i = 0; i < n; i++)
    all[i] = from[i] ? sv_model_words(m, from[i]->names, from[i]->count) : NULL;
  return all;
}

static const sv_blame *copy_blames(sv_model *m, const sv_blame *from, uint32_t n) {
  if (!n) return NULL;
  sv_blame *all = SV_ARENA_ARRAY(m->arena, sv_blame, n);
  for (uint32_t i = 0; i < n; i++) {
    all[i] = from[i];
    all[i].text = sv_model_strdup(m, from[i].text);
    all[i].must = sv_model_strdup(m, from[i].must);
  }
  return all;
}

uint32_t sv_model_action(sv_model *m, const sv_action *from) {
  REQUIRE(property_exists(m, from->fails), "no such property");
  REQUIRE(from->fair < m->fair.n, "no such statement");
  sv_action a = *from;
  a.text = sv_model_strdup(m, from->text);
  a.cut = sv_model_strdup(m, from->cut);
  a.print = sv_model_strdup(m, from->print);
  a.prints = copy(m, from->prints, from->print_count, sizeof *from->prints);
  a.print_words = copy_words(m, from->print_words, from->print_count);
  a.edges = copy_edges(m, from->edges, from->edge_count);
  a.choices = copy(m, from->choices, from->choice_count, sizeof *from->choices);
  a.updates = copy(m, from->updates, from->update_count, sizeof *from->updates);
  a.queue_ops = copy_queue_ops(m, from->queue_ops, from->queue_op_count);
  a.starts = copy_starts(m, from->starts, from->start_count);
  a.items = copy(m, from->items, from->item_count, sizeof *from->items);
  a.blames = copy_blames(m, from->blames, from->blame_count);
  a.passed = copy(m, from->passed, from->passed_count, sizeof *from->passed);
  if (sv_is_none(a.guard)) a.guard = SV_TRUE;
  if (sv_is_none(a.constraint)) a.constraint = SV_TRUE;
  sv_push(m->actions, a);
  return m->actions.n - 1;
}

uint32_t sv_model_fair(sv_model *m, sv_name name, sv_fairness fairness, sv_span span) {
  REQUIRE(fairness, "a fair statement is weakly or strongly fair");
  sv_push(m->fair, (sv_fair_statement){name, fairness, span});
  return m->fair.n - 1;
}

uint32_t sv_model_item(sv_model *m, sv_item_kind kind, const char *text, sv_span span) {
  sv_push(m->items, (sv_item){kind, sv_model_strdup(m, text), span});
  return m->items.n - 1;
}

void sv_model_declare(sv_model *m, sv_declared_kind kind, sv_name name, sv_span span,
                      sv_span whole) {
  sv_push(m->declared, (sv_declared){kind, name, span, whole});
}

sv_term sv_model_var(sv_model *m, uint32_t variable, uint32_t role) {
  REQUIRE(variable && variable < m->variables.n, "no such variable");
  return sv_var(m->terms, m->variables.at[variable].sort, variable, role);
}

sv_term sv_model_at(sv_model *m, uint32_t template_number, uint32_t location, uint32_t role) {
  REQUIRE(location_exists(m, template_number, location), "no such location");
  sv_sort sort = sv_sort_loc(m->terms, template_number);
  sv_term here = sv_const(m->terms, sort, sv_small(location));
  return sv_eq(m->terms, sv_model_var(m, m->templates.at[template_number].pc, role), here);
}
