// validate.c -- the rules of docs/model.md that the builders do not enforce.
//
// Whatever passes here, net.c, exec and the engines may rely on: names are
// unique, numbers exist, sorts fit, and every term speaks only of what its
// place allows. A language that lowers correctly never fails; the reader of
// .svm files finds most faults itself, at a better place.

#include "model/validate.h"

void sv_fault(sv_validator *v, const sv_spot *p, const char *format, ...) {
  sv_text message = {0};
  va_list args;
  if (p->what) sv_text_printf(&message, "%s of ", p->what);
  sv_text_string(&message, p->item);
  if (p->name.x) sv_text_printf(&message, " `%s`", sv_names_get(v->m->names, p->name));
  sv_text_string(&message, ": ");
  va_start(args, format);
  sv_text_vprintf(&message, format, args);
  va_end(args);
  sv_diag(v->diags, SV_ERROR, p->span, "%s", sv_text_get(&message));
  sv_text_free(&message);
  v->errors++;
}

// --- names

// Every name once per owner in the map, and no empty ones.
static void check_name(sv_validator *v, sv_map *taken, uint32_t owner, sv_name name,
                       const char *item, sv_span span) {
  sv_spot p = {.span = span, .item = item, .name = name};
  uint64_t key = (uint64_t)owner << 32 | name.x;
  if (!*sv_names_get(v->m->names, name)) sv_fault(v, &p, "it has no name");
  else if (sv_map_get(taken, key) != SV_MAP_NONE) sv_fault(v, &p, "the name is taken");
  sv_map_put(taken, key, 1);
}

static void check_location_names(sv_validator *v) {
  sv_map taken = {0};
  for (uint32_t t = 1; t < v->m->templates.n; t++)
    for (uint32_t i = 1; i < v->m->templates.at[t].locations.n; i++) {
      const sv_location *l = &v->m->templates.at[t].locations.at[i];
      check_name(v, &taken, t, l->name, "location", l->span);
    }
  sv_map_free(&taken);
}

static void check_names(sv_validator *v) {
  sv_map variables = {0}, queues = {0}, templates = {0}, properties = {0};
  for (uint32_t i = 1; i < v->m->variables.n; i++) {
    const sv_variable *x = &v->m->variables.at[i];
    check_name(v, &variables, x->owner, x->name, "variable", x->span);
  }
  for (uint32_t i = 1; i < v->m->queues.n; i++) {
    const sv_queue_family *q = &v->m->queues.at[i];
    check_name(v, &queues, q->owner, q->name, "queue", q->span);
  }
  for (uint32_t i = 1; i < v->m->templates.n; i++)
    check_name(v, &templates, 0, v->m->templates.at[i].name, "process", v->m->templates.at[i].span);
  for (uint32_t i = 1; i < v->m->properties.n; i++)
    check_name(v, &properties, 0, v->m->properties.at[i].name, "property",
               v->m->properties.at[i].span);
  check_location_names(v);
  sv_map_free(&variables);
  sv_map_free(&queues);
  sv_map_free(&templates);
  sv_map_free(&properties);
}

static void check_members(sv_validator *v) {
  for (uint32_t i = 1; i <= sv_sort_count(v->m->terms); i++) {
    const sv_sort_info *s = sv_sort_get(v->m->terms, (sv_sort){i});
    sv_map taken = {0};
    for (uint32_t j = 0; s->kind == SV_SORT_ENUM && j < s->size; j++)
      check_name(v, &taken, 0, s->members[j], "enumeration member", SV_NOWHERE);
    sv_map_free(&taken);
  }
}

// --- declarations

static bool sort_exists(const sv_validator *v, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(v->m->terms, sv_sort_scalar(v->m->terms, sort));
  return s->kind != SV_SORT_LOC || (s->size && s->size < v->m->templates.n);
}

void sv_check_words(sv_validator *v, const sv_spot *p, const sv_words *words, sv_sort sort) {
  if (!words) return;
  sv_sort_kind kind = sv_sort_get(v->m->terms, sv_sort_scalar(v->m->terms, sort))->kind;
  if (words->count && !words->names) sv_fault(v, p, "its words are missing");
  if (kind != SV_SORT_BV && kind != SV_SORT_INT && kind != SV_SORT_BOOL)
    sv_fault(v, p, "only numbers have words");
}

static void check_variable(sv_validator *v, const sv_variable *x) {
  sv_spot p = {.span = x->span, .item = "variable", .name = x->name};
  if (!sort_exists(v, x->sort))
    sv_fault(v, &p, "it holds locations of a process that does not exist");
  sv_check_words(v, &p, x->words, x->sort);
  p.what = "initial value";
  p.home = x->owner;
  if (!x->is_pc && !sv_is_none(x->init)) sv_check_constant(v, &p, x->init, x->sort);
}

static bool casts_references(const sv_validator *v, sv_term t) {
  sv_sort ref = sv_sort_ref(v->m->terms);
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(v->m->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(v->m->terms, cone.at[i]);
    found |= sv_sort_same(node.sort, ref);
  }
  sv_vec_free(cone);
  return found;
}

static void check_queue(sv_validator *v, const sv_queue_family *q) {
  sv_spot p = {.span = q->span, .item = "queue", .name = q->name};
  for (uint32_t i = 0; i < q->field_count; i++) {
    bool single = sv_sort_get(v->m->terms, q->fields[i])->kind != SV_SORT_ARRAY;
    if (!single || !sort_exists(v, q->fields[i]))
      sv_fault(v, &p, "field %u must be a single value", i);
    if (q->words) sv_check_words(v, &p, q->words[i], q->fields[i]);
  }
  p.what = "number";
  p.home = q->owner;
  if (!sv_is_none(q->number) && sv_check_term(v, &p, q->number, sv_sort_int(v->m->terms)) &&
      casts_references(v, q->number))
    sv_fault(v, &p, "it must not depend on the numbers of queues");
}

static void check_location(sv_validator *v, uint32_t home, const sv_location *l) {
  sv_spot p = {.span = l->span, .item = "location", .name = l->name, .home = home};
  if (l->bad &&
      (l->bad >= v->m->properties.n || v->m->properties.at[l->bad].kind != SV_PROP_LOCATION))
    sv_fault(v, &p, "what it is bad for is no location property");
  p.what = "invariant";
  if (!sv_is_none(l->invariant)) sv_check_term(v, &p, l->invariant, sv_sort_bool(v->m->terms));
}

static void check_template(sv_validator *v, uint32_t number) {
  const sv_template *t = &v->m->templates.at[number];
  sv_spot p = {.span = t->span, .item = "process", .name = t->name};
  bool has_entry = t->entry && t->entry < t->locations.n;
  if (t->pool < t->initial)
    sv_fault(v, &p, "%u instances run at the start, but the pool is %u", t->initial, t->pool);
  if (t->entry >= t->locations.n) sv_fault(v, &p, "its entry is no location");
  else if (t->initial && !has_entry) sv_fault(v, &p, "it has no entry");
  for (uint32_t i = 1; i < t->locations.n; i++) check_location(v, number, &t->locations.at[i]);
}

static void check_automaton(sv_validator *v, sv_spot *p, const sv_automaton *a) {
  if (!a || !a->states || a->conditions > SV_MARKS_MAX) {
    sv_fault(v, p, "it needs an automaton with a state and at most %u marks", SV_MARKS_MAX);
    return;
  }
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_automaton_edge *e = &a->edges[i];
    if (e->from >= a->states || e->to >= a->states) sv_fault(v, p, "an edge leads to no state");
    if (e->marks & ~sv_automaton_all_marks(a)) sv_fault(v, p, "there is no such mark");
    sv_check_term(v, p, e->guard, sv_sort_bool(v->m->terms));
  }
}

static void check_property(sv_validator *v, const sv_property *x) {
  sv_spot p = {.span = x->span, .item = "property", .name = x->name};
  if (x->kind == SV_PROP_INVARIANT) sv_check_term(v, &p, x->term, sv_sort_bool(v->m->terms));
  else if (!sv_is_none(x->term)) sv_fault(v, &p, "only an invariant has a term");
  if (x->kind == SV_PROP_RECURRENCE) check_automaton(v, &p, x->automaton);
  else if (x->automaton) sv_fault(v, &p, "only a recurrence has an automaton");
}

bool sv_model_validate(const sv_model *m, sv_diags *diags) {
  sv_validator v = {.m = m, .diags = diags};
  sv_spot init = {.item = "init constraint"};
  check_names(&v);
  check_members(&v);
  for (uint32_t i = 1; i < m->variables.n && sv_diags_go_on(diags); i++)
    check_variable(&v, &m->variables.at[i]);
  for (uint32_t i = 1; i < m->queues.n; i++) check_queue(&v, &m->queues.at[i]);
  for (uint32_t i = 1; i < m->templates.n; i++) check_template(&v, i);
  for (uint32_t i = 1; i < m->properties.n; i++) check_property(&v, &m->properties.at[i]);
  sv_check_term(&v, &init, m->init, sv_sort_bool(m->terms));
  for (uint32_t i = 1; i < m->actions.n && sv_diags_go_on(diags); i++)
    sv_check_action(&v, &m->actions.at[i]);
  return !v.errors;
}
