// instance.c -- the process of each object: locations, variables, pool.

#include "lang/uml/lower/lower.h"

#define DEFAULT_POOL 4u

uint32_t uml_location(uml_lowering *l, const uml_instance *i, const char *name, unsigned flags) {
  return sv_model_location(l->model, i->template_number, sv_names_cstr(l->context->names, name),
                           flags, SV_NOWHERE);
}

static void declare_locations(uml_lowering *l, uml_instance *i) {
  i->start = uml_location(l, i, "start", 0);
  i->run = uml_location(l, i, "run", 0);
  i->chosen = uml_location(l, i, "chosen", SV_LOC_YIELDING);
  i->done = uml_location(l, i, "done", SV_LOC_END);
  i->failed = uml_location(l, i, "failed", SV_LOC_END);
  i->overflowed = uml_location(l, i, "overflowed", SV_LOC_BLOCKING);
  l->model->templates.at[i->template_number].entry = i->start;
}

static uint32_t variable(uml_lowering *l, const uml_instance *i, const char *name, sv_sort sort,
                         sv_term init, bool hidden) {
  uint32_t v = sv_model_variable(l->model, sv_names_cstr(l->context->names, name), sort,
                                 i->template_number, init, SV_NOWHERE);
  l->model->variables.at[v].hidden = hidden;
  return v;
}

static sv_term zero(uml_lowering *l, sv_sort sort) {
  return sv_const(l->terms, sort, sv_sort_default(l->terms, sort));
}

// ---- where it stands

static void declare_units(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  i->unit = SV_ARENA_ARRAY(l->arena, uint32_t, y->units.n + 1);
  i->selected = SV_ARENA_ARRAY(l->arena, uint32_t, y->units.n + 1);
  for (uint32_t k = 0; k < y->units.n; k++) {
    const uml_unit *u = y->units.at[k];
    const char *name = uml_unit_text(l, y, u);
    i->unit[k] = variable(l, i, name, u->sort, zero(l, u->sort), false);
    if (!u->selects || l->interleaved) continue;
    sv_sort sort = sv_sort_range(l->terms, 0, y->compounds.n - 1);
    i->selected[k] =
        variable(l, i, sv_arena_printf(l->arena, "%s fires", name), sort, zero(l, sort), true);
  }
}

static void declare_completions(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  sv_sort sort = sv_sort_range(l->terms, 0, y->units.n);
  i->completion = SV_ARENA_ARRAY(l->arena, uint32_t, y->completing + 1);
  for (uint32_t k = 0; k < y->completing; k++)
    i->completion[k] =
        variable(l, i, sv_arena_printf(l->arena, "completion%u", k + 1), sort, zero(l, sort), true);
}

static void declare_activities(uml_lowering *l, uml_instance *i) {
  i->activity = SV_ARENA_ARRAY(l->arena, uint32_t, i->class->vertices.n + 1);
  for (uint32_t k = 0; k < i->class->vertices.n; k++) {
    const uml_vertex *v = i->class->vertices.at[k];
    if (!uml_acts(&v->activity)) continue;
    sv_sort sort = sv_sort_range(l->terms, 0, v->activity.body.n);
    i->activity[k] = variable(l, i, sv_arena_printf(l->arena, "%s.do", uml_vertex_text(l, v)), sort,
                              zero(l, sort), true);
  }
}

// ---- history

static void declare_shallow(uml_lowering *l, uml_instance *i, const uml_vertex *h) {
  const uml_region *r = h->region;
  if (i->kept[r->number]) return;
  sv_sort sort = sv_sort_range(l->terms, 0, r->vertices.n);
  i->kept[r->number] = variable(l, i, sv_arena_printf(l->arena, "%s.last", uml_vertex_text(l, h)),
                                sort, zero(l, sort), true);
}

// One for the unit of the region, and one for each unit inside of it.
static void declare_deep(uml_lowering *l, uml_instance *i, const uml_vertex *h) {
  const uml_layout *y = i->layout;
  const uml_region *r = h->region;
  if (i->kept_deep[r->number]) return;
  uint32_t *kept = SV_ARENA_ARRAY(l->arena, uint32_t, y->units.n + 1);
  for (uint32_t k = 0; k < y->units.n; k++) {
    const uml_unit *u = y->units.at[k];
    bool inside = u->state && uml_inside_region(u->state, r);
    if (y->unit_of[h->number] != u && !inside) continue;
    const char *name =
        sv_arena_printf(l->arena, "%s.%s", uml_vertex_text(l, h), uml_unit_text(l, y, u));
    kept[k] = variable(l, i, name, u->sort, zero(l, u->sort), true);
  }
  i->kept_deep[r->number] = kept;
}

static void declare_history(uml_lowering *l, uml_instance *i) {
  i->kept = SV_ARENA_ARRAY(l->arena, uint32_t, i->class->region_count + 1);
  i->kept_deep = SV_ARENA_ARRAY(l->arena, uint32_t *, i->class->region_count + 1);
  for (uint32_t k = 0; k < i->class->vertices.n; k++) {
    const uml_vertex *h = i->class->vertices.at[k];
    if (h->kind == UML_SHALLOW_HISTORY) declare_shallow(l, i, h);
    if (h->kind == UML_DEEP_HISTORY) declare_deep(l, i, h);
  }
}

// ---- data

static const uml_expr *initial_value(const uml_object *o, const uml_variable *v) {
  for (uint32_t i = o->slots.n; i-- > 0;)
    if (o->slots.at[i].variable == v) return o->slots.at[i].value;
  return v->init;
}

static void declare_attributes(uml_lowering *l, uml_instance *i) {
  const uml_variables *all = &i->class->attributes;
  i->attribute = SV_ARENA_ARRAY(l->arena, uint32_t, all->n + 1);
  for (uint32_t k = 0; k < all->n; k++) {
    const uml_variable *v = all->at[k];
    sv_term init = uml_constant(l, &v->type, initial_value(i->object, v));
    i->attribute[k] = sv_model_variable(l->model, v->name, uml_sort(l, &v->type),
                                        i->template_number, init, v->span);
  }
}

static bool needs_parameters(const uml_lowering *l, const uml_layout *y) {
  for (uint32_t s = 0; s < l->machines->signals.n; s++)
    if ((y->parallel[s] || l->interleaved) && l->machines->signals.at[s]->parameters.n) return true;
  return false;
}

void uml_declare_parameters(uml_lowering *l, uml_instance *i) {
  if (i->parameter) return;
  i->parameter = SV_ARENA_ARRAY(l->arena, uint32_t, l->field_count);
  for (uint32_t f = 0; f < l->field_count; f++)
    i->parameter[f] = variable(l, i, sv_arena_printf(l->arena, "event%u", f), l->fields[f],
                               zero(l, l->fields[f]), true);
}

static uint32_t stimuli(const uml_lowering *l, const uml_object *o) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->machines->stimulus.n; i++) n += l->machines->stimulus.at[i].to == o;
  return n;
}

// To sort events again when one of several states that defer is left.
static void declare_sorting(uml_lowering *l, uml_instance *i) {
  if (!i->layout->defers_twice || l->thesis) return;
  sv_sort room = sv_sort_range(l->terms, 0, l->model->queues.at[i->pool].capacity);
  sv_sort scopes = sv_sort_range(l->terms, 0, i->class->vertices.n + i->class->region_count);
  i->sorting = uml_location(l, i, "sorting", SV_LOC_YIELDING);
  i->again = variable(l, i, "again", room, zero(l, room), true);
  i->passed = variable(l, i, "passed", room, zero(l, room), true);
  i->scope = variable(l, i, "scope", scopes, zero(l, scopes), true);
}

static void declare_pool(uml_lowering *l, uml_instance *i) {
  uint32_t room = l->capacity, waiting = stimuli(l, i->object);
  const char *name = sv_arena_printf(l->arena, "%s.pool", uml_text_of(l->context, i->object->name));
  i->pool =
      sv_model_queue(l->model, sv_names_cstr(l->context->names, name), SV_GLOBAL, 1, false,
                     room > waiting ? room : waiting, l->fields, l->field_count, i->object->span);
  l->model->queues.at[i->pool].used = l->used;
}

// What a message of each signal shows.
static void find_used(uml_lowering *l) {
  const uml_model *m = l->machines;
  l->used = SV_ARENA_ARRAY(l->model->arena, const bool *, m->signals.n + 1);
  for (uint32_t s = 0; s < m->signals.n; s++) {
    bool *used = SV_ARENA_ARRAY(l->model->arena, bool, l->field_count + 1);
    for (uint32_t p = 0; p < m->signals.at[s]->parameters.n; p++) used[l->field_of[s][p]] = true;
    l->used[s] = used;
  }
}

static void declare_instance(uml_lowering *l, uml_instance *i, const uml_object *o) {
  i->object = o;
  i->class = o->class;
  i->layout = &l->layouts[o->class->number];
  i->template_number = sv_model_template(l->model, o->name, 1, 1, o->span);
  declare_locations(l, i);
  declare_units(l, i);
  declare_completions(l, i);
  declare_activities(l, i);
  declare_history(l, i);
  declare_attributes(l, i);
  if (needs_parameters(l, i->layout)) uml_declare_parameters(l, i);
  declare_pool(l, i);
  declare_sorting(l, i);
}

void uml_declare_instances(uml_lowering *l) {
  const uml_model *m = l->machines;
  l->capacity = l->context->options->pool ? (uint32_t)l->context->options->pool : DEFAULT_POOL;
  find_used(l);
  l->instances = SV_ARENA_ARRAY(l->arena, uml_instance, m->objects.n + 1);
  for (uint32_t i = 0; i < m->objects.n; i++)
    declare_instance(l, &l->instances[i], m->objects.at[i]);
}
