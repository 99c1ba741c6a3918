// build.c -- see build.h.

#include "lang/uml/build.h"

#include "lang/uml/action/parse.h"

uml_class *uml_add_class(uml_context *c, sv_name name, sv_span span) {
  uml_class *class = SV_ARENA_NEW(c->arena, uml_class);
  class->name = name;
  class->span = span;
  class->number = c->model->classes.n;
  sv_push(c->model->classes, class);
  return class;
}

uml_region *uml_add_region(uml_context *c, uml_class *class, uml_vertex *state) {
  uml_region *r = SV_ARENA_NEW(c->arena, uml_region);
  r->class = class;
  r->state = state;
  if (state) sv_push(state->regions, r);
  else sv_push(class->regions, r);
  return r;
}

static uml_vertex *new_vertex(uml_context *c, uml_class *class, uml_vertex_kind kind, sv_name name,
                              sv_span span) {
  uml_vertex *v = SV_ARENA_NEW(c->arena, uml_vertex);
  v->kind = kind;
  v->name = v->alias = name;
  v->span = span;
  v->class = class;
  return v;
}

uml_vertex *uml_add_vertex(uml_context *c, uml_region *r, uml_vertex_kind kind, sv_name name,
                           sv_span span) {
  uml_vertex *v = new_vertex(c, r->class, kind, name, span);
  v->region = r;
  v->owner = r->state;
  sv_push(r->vertices, v);
  return v;
}

uml_vertex *uml_add_point(uml_context *c, uml_vertex *state, uml_vertex_kind kind, sv_name name,
                          sv_span span) {
  uml_vertex *v = new_vertex(c, state->class, kind, name, span);
  assert(uml_is_point(v));
  v->owner = state;
  sv_push(state->points, v);
  return v;
}

uml_transition *uml_add_transition(uml_context *c, uml_class *class, uml_vertex *source,
                                   uml_vertex *target, sv_span span) {
  uml_transition *t = SV_ARENA_NEW(c->arena, uml_transition);
  t->span = span;
  t->source = source;
  t->target = target;
  t->number = class->transitions.n;
  sv_push(class->transitions, t);
  sv_push(source->outgoing, t);
  sv_push(target->incoming, t);
  return t;
}

uml_signal *uml_signal_named(uml_context *c, sv_name name, sv_span span) {
  for (uint32_t i = 0; i < c->model->signals.n; i++)
    if (c->model->signals.at[i]->name.x == name.x) return c->model->signals.at[i];
  uml_signal *s = SV_ARENA_NEW(c->arena, uml_signal);
  *s = (uml_signal){.name = name, .span = span, .number = c->model->signals.n};
  sv_push(c->model->signals, s);
  return s;
}

void uml_add_text(uml_context *c, uml_behavior *b, sv_span text) {
  sv_span *all = SV_ARENA_ARRAY(c->arena, sv_span, b->texts + 1);
  if (b->texts) memcpy(all, b->text, b->texts * sizeof *all);
  all[b->texts++] = text;
  b->text = all;
}

// ---- finishing

static void drop_empty_regions(uml_vertex *v) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->regions.n; i++) {
    uml_region *r = v->regions.at[i];
    if (r->vertices.n) v->regions.at[kept++] = r;
    else sv_vec_free(r->vertices);
  }
  v->regions.n = kept;
}

static void number_region(uml_class *, uml_region *, uint32_t depth);

static void number_vertex(uml_class *class, uml_vertex *v, uint32_t depth) {
  v->depth = depth;
  v->number = class->vertices.n;
  sv_push(class->vertices, v);
  drop_empty_regions(v);
  for (uint32_t i = 0; i < v->points.n; i++) number_vertex(class, v->points.at[i], depth + 1);
  for (uint32_t i = 0; i < v->regions.n; i++) number_region(class, v->regions.at[i], depth + 1);
}

static void number_region(uml_class *class, uml_region *r, uint32_t depth) {
  assert(depth <= UML_DEPTH_MAX + 1);
  r->number = class->region_count++;
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    uml_vertex *v = r->vertices.at[i];
    if (v->kind == UML_INITIAL && !r->initial) r->initial = v;
    number_vertex(class, v, depth);
  }
}

static bool parse_vertex(uml_context *c, uml_vertex *v) {
  bool good = uml_parse_behavior(c, &v->entry);
  good &= uml_parse_behavior(c, &v->exit);
  return uml_parse_behavior(c, &v->activity) && good;
}

static bool parse_transition(uml_context *c, uml_transition *t) {
  bool good = uml_parse_behavior(c, &t->effect);
  if (t->guard_text.file) good &= uml_parse_guard(c, t->guard_text, &t->guard);
  return good;
}

bool uml_finish_class(uml_context *c, uml_class *class) {
  bool good = true;
  assert(!class->vertices.n);
  for (uint32_t i = 0; i < class->regions.n; i++) number_region(class, class->regions.at[i], 0);
  for (uint32_t i = 0; i < class->vertices.n; i++) good &= parse_vertex(c, class->vertices.at[i]);
  for (uint32_t i = 0; i < class->transitions.n; i++)
    good &= parse_transition(c, class->transitions.at[i]);
  return good;
}

// ---- the end

static void free_region(uml_region *);

static void free_vertex(uml_vertex *v) {
  for (uint32_t i = 0; i < v->regions.n; i++) free_region(v->regions.at[i]);
  for (uint32_t i = 0; i < v->points.n; i++) free_vertex(v->points.at[i]);
  sv_vec_free(v->regions);
  sv_vec_free(v->points);
  sv_vec_free(v->deferred);
  sv_vec_free(v->outgoing);
  sv_vec_free(v->incoming);
}

static void free_region(uml_region *r) {
  for (uint32_t i = 0; i < r->vertices.n; i++) free_vertex(r->vertices.at[i]);
  sv_vec_free(r->vertices);
}

static void free_class(uml_class *class) {
  for (uint32_t i = 0; i < class->transitions.n; i++)
    sv_vec_free(class->transitions.at[i]->triggers);
  for (uint32_t i = 0; i < class->regions.n; i++) free_region(class->regions.at[i]);
  sv_vec_free(class->regions);
  sv_vec_free(class->vertices);
  sv_vec_free(class->transitions);
}

void uml_model_free(uml_model *m) {
  if (!m) return;
  for (uint32_t i = 0; i < m->classes.n; i++) free_class(m->classes.at[i]);
  for (uint32_t i = 0; i < m->objects.n; i++) sv_vec_free(m->objects.at[i]->slots);
  sv_vec_free(m->classes);
  sv_vec_free(m->signals);
  sv_vec_free(m->enums);
  sv_vec_free(m->objects);
  sv_vec_free(m->properties);
  sv_vec_free(m->settings);
  sv_vec_free(m->stimulus);
  sv_vec_free(m->environment);
}
