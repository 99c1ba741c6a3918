// race.c -- transitions of one step that do not commute.
//
// An event may fire transitions in several regions, and the UML leaves their
// order open. Two of them race if one writes an attribute that the other reads
// or writes, or if both send to the same object. What a transition may touch is
// collected from the exits, effects and entries that belong to it: exits count
// where their state is active, entries along the default ways, all branches of
// choices and of `if`. Guards are read before anything fires and race with
// nothing; the order of the log is no race.

#include "lang/uml/lower/race.h"

typedef struct {
  const uml_variable *attribute;  // NULL: a pool
  const uml_class *class;         // whose object it is
  sv_term object;                 // the reference
  sv_term when;
  bool writes;
} access;

typedef struct {
  uml_draft *draft;
  SV_VEC(access) all;
  sv_term when;
  bool *seen;  // by vertex: pseudostates that have been followed
} collector;

static sv_terms *T(const collector *c) { return c->draft->lowering->terms; }

static sv_term self_term(const collector *c) {
  const uml_instance *i = c->draft->instance;
  uml_type type = {.kind = UML_REF, .class = (uml_class *)i->class};
  return uml_object_term(c->draft->lowering, &type, i->object);
}

// ---- statements

static void touch(collector *c, const uml_variable *v, const uml_class *class, sv_term object,
                  bool writes) {
  sv_push(c->all, (access){v, class, object, c->when, writes});
}

static void reads(collector *c, const uml_expr *e) {
  if (!e) return;
  for (uint32_t i = 0; i < e->n; i++) reads(c, e->arg[i]);
  if (e->op == UML_E_NAME && e->means == UML_N_ATTRIBUTE)
    touch(c, e->variable, c->draft->instance->class, self_term(c), false);
  if (e->op == UML_E_DOT)
    touch(c, e->variable, e->arg[0]->type.class, uml_term(c->draft, e->arg[0]), false);
}

static void write_to(collector *c, const uml_expr *place) {
  uint32_t first = c->all.n;
  reads(c, place);
  assert(c->all.n > first);
  (void)first;
  sv_last(c->all).writes = true;
}

static void send_to(collector *c, const uml_expr *target) {
  reads(c, target);
  if (!target) touch(c, NULL, c->draft->instance->class, self_term(c), true);
  else touch(c, NULL, target->type.class, uml_term(c->draft, target), true);
}

static void block(collector *c, const uml_block *b) {
  for (uint32_t k = 0; k < b->n; k++) {
    const uml_stmt *s = b->at[k];
    reads(c, s->value);
    for (uint32_t i = 0; i < s->n; i++) reads(c, s->arg[i]);
    if (s->kind == UML_S_ASSIGN) write_to(c, s->target);
    if (s->kind == UML_S_SEND) send_to(c, s->target);
    block(c, &s->body);
    block(c, &s->otherwise);
  }
}

// ---- what a transition leaves and enters

static void leave(collector *c, const uml_transition *t, const uml_region *scope) {
  uml_draft *d = c->draft;
  const uml_class *class = d->instance->class;
  bool from_inside = uml_inside_region(t->source, scope);
  for (uint32_t k = 0; k < class->vertices.n; k++) {
    const uml_vertex *v = class->vertices.at[k];
    bool left = uml_inside_region(v, scope) &&
                (!from_inside || uml_inside(v, uml_main_vertex(t->source, scope)));
    if (!left || !uml_acts(&v->exit)) continue;
    c->when = uml_active(d->lowering, d->instance, v);
    block(c, &v->exit.body);
    c->when = SV_TRUE;
  }
}

static void follow(collector *, const uml_vertex *);

static void enter(collector *c, const uml_vertex *state) {
  block(c, &state->entry.body);
  for (uint32_t k = 0; k < state->regions.n; k++)
    if (state->regions.at[k]->initial) follow(c, state->regions.at[k]->initial);
}

// Everything that could be entered again.
static void restore(collector *c, const uml_region *r) {
  for (uint32_t k = 0; k < r->vertices.n; k++)
    if (uml_is_state(r->vertices.at[k])) enter(c, r->vertices.at[k]);
}

static void into(collector *c, const uml_transition *t, const uml_region *scope) {
  for (const uml_vertex *v = t->target->owner; v && scope && uml_inside_region(v, scope);
       v = v->owner)
    if (!uml_inside(t->source, v)) enter(c, v);
  follow(c, t->target);
}

static void follow(collector *c, const uml_vertex *v) {
  if (uml_is_state(v)) {
    enter(c, v);
    return;
  }
  if (c->seen[v->number]) return;
  c->seen[v->number] = true;
  if (uml_is_history(v)) restore(c, v->region);
  for (uint32_t k = 0; k < v->outgoing.n; k++) {
    block(c, &v->outgoing.at[k]->effect.body);
    into(c, v->outgoing.at[k], uml_scope_of(v->outgoing.at[k]));
  }
}

static void collect(collector *c, const uml_compound *way) {
  const uml_transition *t = way->path[0];
  const uml_region *scope = t->kind == UML_INTERNAL ? NULL : uml_scope_of(t);
  if (scope) leave(c, t, scope);
  block(c, &t->effect.body);
  if (t->kind != UML_INTERNAL) into(c, t, scope);
}

// ---- pairs

static sv_term meet(const collector *c, const access *a, const access *b) {
  if (a->attribute != b->attribute || a->class != b->class || (!a->writes && !b->writes))
    return SV_FALSE;
  return sv_and(T(c), sv_and(T(c), a->when, b->when), sv_eq(T(c), a->object, b->object));
}

static void open(collector *c, uml_draft *d, const uml_compound *way) {
  *c = (collector){.draft = d, .when = SV_TRUE};
  c->seen = SV_NEW_ARRAY(bool, d->instance->class->vertices.n + 1);
  collect(c, way);
}

static void close(collector *c) {
  sv_vec_free(c->all);
  sv_free(c->seen);
}

sv_term uml_race(uml_draft *d, const uml_compound *a, const uml_compound *b) {
  collector x, y;
  sv_term any = SV_FALSE;
  open(&x, d, a);
  open(&y, d, b);
  for (uint32_t i = 0; i < x.all.n; i++)
    for (uint32_t k = 0; k < y.all.n; k++)
      any = sv_or(T(&x), any, meet(&x, &x.all.at[i], &y.all.at[k]));
  close(&x);
  close(&y);
  return any;
}
