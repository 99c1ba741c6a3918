// lower.c -- builds the model: declarations.
//
// Two passes over the file. The first makes everything that has a name, in
// the order in which things need each other: enumerations, processes and
// locations, properties, variables, queues. The second reads the terms, in
// which any name may now occur. A thing with a fault is left out (or gets a
// harmless value) after it has been reported; such a model is not used.

#include "lang/svm/reader.h"
#include "model/validate.h"

// Where the thing that has the name already was declared.
static sv_span first_place(const svm_reader *r, const sv_map *map, uint32_t owner,
                           uint32_t number) {
  const sv_model *m = r->m;
  if (map == &r->templates) return m->templates.at[number].span;
  if (map == &r->properties) return m->properties.at[number].span;
  if (map == &r->variables) return m->variables.at[number].span;
  if (map == &r->queues) return m->queues.at[number].span;
  return m->templates.at[owner].locations.at[number].span;
}

static bool is_new(svm_reader *r, const sv_map *map, uint32_t owner, const svm_token *t,
                   const char *what) {
  uint32_t old = svm_lookup(map, owner, t->name);
  if (!old) return true;
  if (!strcmp(svm_name(r, t->name), "@"))
    return svm_report(r, t->span, "`@` is the name of every program counter"), false;
  svm_report(r, t->span, "there already is a %s `%s`", what, svm_name(r, t->name));
  sv_diag(r->diags, SV_NOTE, first_place(r, map, owner, old), "it was declared here");
  return false;
}

// --- first pass

static bool members_differ(svm_reader *r, const svm_enum *e) {
  for (uint32_t i = 0; i < e->members; i++)
    for (uint32_t j = 0; j < i; j++)
      if (e->member[i].name.x == e->member[j].name.x) {
        svm_report(r, e->member[i].span, "`%s` is a member twice", svm_name(r, e->member[i].name));
        return false;
      }
  return true;
}

static void declare_enum(svm_reader *r, const svm_enum *e) {
  if (sv_sort_find_enum(r->T, e->name.name).x) {
    svm_report(r, e->name.span, "there already is an enumeration `%s`", svm_name(r, e->name.name));
    return;
  }
  if (!members_differ(r, e)) {
    r->incomplete = true;
    return;
  }
  sv_name *names = SV_ARENA_ARRAY(r->arena, sv_name, e->members);
  for (uint32_t i = 0; i < e->members; i++) names[i] = e->member[i].name;
  svm_learn_sort(r, sv_sort_enum(r->T, e->name.name, names, e->members));
}

static void declare_location(svm_reader *r, uint32_t owner, svm_location *l) {
  if (!is_new(r, &r->locations, owner, &l->name, "location")) return;
  l->number = sv_model_location(r->m, owner, l->name.name, l->flags, l->name.span);
  sv_map_put(&r->locations, svm_key(owner, l->name.name), l->number);
}

static void declare_process(svm_reader *r, svm_process *p) {
  if (!is_new(r, &r->templates, 0, &p->name, "process")) return;
  p->number = sv_model_template(r->m, p->name.name, p->initial, p->pool, p->name.span);
  sv_map_put(&r->templates, p->name.name.x, p->number);
  sv_template *t = &r->m->templates.at[p->number];
  t->stacked = p->stacked;
  t->fairness = p->strong ? SV_STRONGLY_FAIR : p->fair ? SV_WEAKLY_FAIR : SV_UNFAIR;
  sv_map_put(&r->variables, svm_key(p->number, r->m->variables.at[t->pc].name), t->pc);
  for (svm_location *l = p->locations.first; l; l = l->next) declare_location(r, p->number, l);
}

static sv_property_kind kind_of(const svm_reader *r, const svm_token *t) {
  const char *word = svm_name(r, t->name);
  if (!strcmp(word, "assertion")) return SV_PROP_ASSERTION;
  if (!strcmp(word, "location")) return SV_PROP_LOCATION;
  if (!strcmp(word, "recurrence") || !strcmp(word, "formula")) return SV_PROP_RECURRENCE;
  return strcmp(word, "deadlock") ? SV_PROP_INVARIANT : SV_PROP_DEADLOCK;
}

static void declare_property(svm_reader *r, svm_property *p) {
  if (!is_new(r, &r->properties, 0, &p->name, "property")) return;
  sv_property_kind kind = kind_of(r, &p->kind);
  p->number = sv_model_property(r->m, p->name.name, kind, SV_NONE, p->text, p->name.span);
  sv_property *declared = &r->m->properties.at[p->number];
  declared->stable = p->stable;
  declared->repeats = p->repeats;
  declared->fair = p->fair;
  sv_map_put(&r->properties, p->name.name.x, p->number);
}

static void declare_variable(svm_reader *r, uint32_t owner, svm_variable *v) {
  sv_sort sort = svm_sort(r, v->sort->child, v->sort->n, v->sort->span);
  r->lost |= !sort.x;
  if (!is_new(r, &r->variables, owner, &v->name, "variable") || !sort.x) return;
  v->number = sv_model_variable(r->m, v->name.name, sort, owner, SV_NONE, v->name.span);
  sv_map_put(&r->variables, svm_key(owner, v->name.name), v->number);
}

static void declare_queue(svm_reader *r, uint32_t owner, svm_queue *q) {
  SV_VEC(sv_sort) fields = {0};
  bool fine = is_new(r, &r->queues, owner, &q->name, "queue");
  for (const svm_term_item *f = q->fields.first; f; f = f->next) {
    sv_sort sort = svm_sort(r, f->term->child, f->term->n, f->term->span);
    fine &= sort.x != 0;
    r->lost |= !sort.x;
    sv_push(fields, sort);
  }
  if (fine) {
    q->number = sv_model_queue(r->m, q->name.name, owner, q->count, q->indexed, q->capacity,
                               fields.at, fields.n, q->name.span);
    sv_map_put(&r->queues, svm_key(owner, q->name.name), q->number);
  }
  sv_vec_free(fields);
}

static void declare(svm_reader *r, svm_file *f) {
  for (const svm_enum *e = f->enums.first; e; e = e->next) declare_enum(r, e);
  for (svm_process *p = f->processes.first; p; p = p->next) declare_process(r, p);
  for (svm_property *p = f->properties.first; p; p = p->next) declare_property(r, p);
  for (svm_variable *v = f->variables.first; v; v = v->next) declare_variable(r, SV_GLOBAL, v);
  for (svm_queue *q = f->queues.first; q; q = q->next) declare_queue(r, SV_GLOBAL, q);
  for (const svm_process *p = f->processes.first; p; p = p->next) {
    if (!p->number) continue;
    for (svm_variable *v = p->variables.first; v; v = v->next) declare_variable(r, p->number, v);
    for (svm_queue *q = p->queues.first; q; q = q->next) declare_queue(r, p->number, q);
  }
}

// --- second pass

sv_term svm_all_of(svm_reader *r, const svm_scope *s, const svm_term_list *list) {
  sv_term all = SV_TRUE;
  for (const svm_term_item *i = list->first; i; i = i->next)
    all = sv_and(r->T, all, svm_term(r, s, i->term, sv_sort_bool(r->T)));
  return all;
}

static void define_variable(svm_reader *r, const svm_scope *s, const svm_variable *v) {
  if (!v->number || !v->init) return;
  sv_sort sort = r->m->variables.at[v->number].sort;
  sv_term init = svm_term(r, s, v->init, sort);
  r->m->variables.at[v->number].init = init;
  if (!sv_is_none(init) && !sv_is_constant_of(r->T, init, sort))
    svm_report(r, v->init->span, "an initial value is a constant of its sort, here `%s`",
               svm_sort_text(r, sort));
}

static void define_queue(svm_reader *r, const svm_scope *s, const svm_queue *q) {
  if (q->number && q->cast)
    r->m->queues.at[q->number].number = svm_term(r, s, q->cast, sv_sort_int(r->T));
}

static void define_location(svm_reader *r, const svm_scope *s, const svm_location *l) {
  uint32_t home = svm_home(s), number = l->number;
  if (!number) return;
  uint32_t bad = l->bad.name.x ? svm_find_property(r, &l->bad) : 0;
  sv_term invariant = l->invariant ? svm_term(r, s, l->invariant, sv_sort_bool(r->T)) : SV_NONE;
  r->m->templates.at[home].locations.at[number].bad = bad;
  r->m->templates.at[home].locations.at[number].invariant = invariant;
}

static void define_process(svm_reader *r, const svm_process *p) {
  if (!p->number) return;
  svm_scope s = {.roles = &p->number, .role_count = 1};
  uint32_t entry = p->entry.name.x ? svm_find_location(r, p->number, &p->entry) : 0;
  if (entry) r->m->templates.at[p->number].entry = entry;
  for (const svm_variable *v = p->variables.first; v; v = v->next) define_variable(r, &s, v);
  for (const svm_queue *q = p->queues.first; q; q = q->next) define_queue(r, &s, q);
  for (const svm_location *l = p->locations.first; l; l = l->next) define_location(r, &s, l);
}

static void define_automaton(svm_reader *r, const svm_property *p) {
  SV_VEC(sv_automaton_edge) edges = {0};
  for (const svm_automaton_edge *e = p->edges.first; e; e = e->next) {
    sv_term guard = svm_term(r, &(svm_scope){0}, e->guard, sv_sort_bool(r->T));
    sv_push(edges, (sv_automaton_edge){e->from, e->to, guard, e->marks});
  }
  sv_automaton a = {p->states, p->marks, edges.at, edges.n};
  r->m->properties.at[p->number].automaton = sv_automaton_copy(r->m->arena, &a);
  sv_vec_free(edges);
}

static void define_property(svm_reader *r, const svm_property *p) {
  if (p->number && p->states) define_automaton(r, p);
  if (p->number && p->formula) svm_define_formula(r, p->number, p->formula);
  if (!p->number || !p->term) return;
  sv_term t = svm_term(r, &(svm_scope){0}, p->term, sv_sort_bool(r->T));
  r->m->properties.at[p->number].term = t;
}

void svm_lower(svm_reader *r, svm_file *f) {
  r->incomplete = f->incomplete;
  declare(r, f);
  r->incomplete |= r->lost;
  svm_scope global = {0};
  for (const svm_variable *v = f->variables.first; v; v = v->next) define_variable(r, &global, v);
  for (const svm_queue *q = f->queues.first; q; q = q->next) define_queue(r, &global, q);
  for (const svm_property *p = f->properties.first; p; p = p->next) define_property(r, p);
  for (const svm_process *p = f->processes.first; p; p = p->next) define_process(r, p);
  r->m->init = svm_all_of(r, &global, &f->inits);
  for (const svm_action *a = f->actions.first; a && sv_diags_go_on(r->diags); a = a->next)
    svm_lower_action(r, a);
  r->m->declared_features |= f->features;
  r->m->recursion = f->recursion;
}
