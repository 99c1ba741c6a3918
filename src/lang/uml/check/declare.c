// declare.c -- types, enumerations, signals, attributes, objects, stimulus.

#include "lang/uml/check/check.h"

#include "base/suggest.h"
#include "lang/uml/build.h"

uml_class *uml_find_class(const uml_context *c, sv_name name) {
  for (uint32_t i = 0; i < c->model->classes.n; i++)
    if (c->model->classes.at[i]->name.x == name.x) return c->model->classes.at[i];
  return NULL;
}

uml_object *uml_find_object(const uml_context *c, sv_name name) {
  for (uint32_t i = 0; i < c->model->objects.n; i++)
    if (c->model->objects.at[i]->name.x == name.x) return c->model->objects.at[i];
  return NULL;
}

// ---- types

static uml_type_kind plain_type(const char *name) {
  static const struct {
    const char *name;
    uml_type_kind kind;
  } known[] = {{"Integer", UML_INT},          {"int", UML_INT},
               {"Boolean", UML_BOOL},         {"bool", UML_BOOL},
               {"UnlimitedNatural", UML_INT}, {"boolean", UML_BOOL}};
  for (size_t i = 0; i < SV_COUNT(known); i++)
    if (!strcmp(known[i].name, name)) return known[i].kind;
  return UML_BAD;
}

static void suggest_type(uml_checker *k, const char *name) {
  const uml_model *m = k->context->model;
  sv_suggestion best = sv_suggest(name);
  sv_suggest_try(&best, "Integer");
  sv_suggest_try(&best, "Boolean");
  for (uint32_t i = 0; i < m->enums.n; i++)
    sv_suggest_try(&best, uml_name(k, m->enums.at[i]->name));
  for (uint32_t i = 0; i < m->classes.n; i++)
    sv_suggest_try(&best, uml_name(k, m->classes.at[i]->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  else
    sv_diag_hint(k->context->diags,
                 "a type is Integer, Boolean, an enumeration (`' enum Name: a, b`) or a class");
}

static bool resolve_type(uml_checker *k, uml_type *t) {
  const uml_model *m = k->context->model;
  t->kind = t->named.x ? plain_type(uml_name(k, t->named)) : UML_INT;
  if (t->kind != UML_BAD) return true;
  for (uint32_t i = 0; i < m->enums.n; i++)
    if (m->enums.at[i]->name.x == t->named.x) {
      t->kind = UML_ENUM;
      t->set = m->enums.at[i];
      return true;
    }
  if ((t->class = uml_find_class(k->context, t->named))) return t->kind = UML_REF, true;
  uml_fail(k, t->span, "there is no type `%s`", uml_name(k, t->named));
  suggest_type(k, uml_name(k, t->named));
  return false;
}

// ---- names that must differ

static void check_variables(uml_checker *k, const uml_variables *all, const char *what) {
  for (uint32_t i = 0; i < all->n; i++) {
    uml_variable *v = all->at[i];
    resolve_type(k, &v->type);
    for (uint32_t j = 0; j < i; j++) {
      if (all->at[j]->name.x != v->name.x) continue;
      uml_fail(k, v->span, "the %s `%s` is declared twice", what, uml_name(k, v->name));
      sv_diag(k->context->diags, SV_NOTE, all->at[j]->span, "it is declared here first");
      break;
    }
  }
}

static void check_enums(uml_checker *k) {
  const uml_model *m = k->context->model;
  for (uint32_t i = 0; i < m->enums.n; i++)
    for (uint32_t j = 0; j < i; j++) {
      if (m->enums.at[i]->name.x != m->enums.at[j]->name.x) continue;
      uml_fail(k, m->enums.at[i]->span, "the enumeration `%s` is declared twice",
               uml_name(k, m->enums.at[i]->name));
      break;
    }
}

// ---- signals

// Parameters that only a trigger names are integers.
static void add_parameters(uml_checker *k, uml_signal *s, const uml_trigger *t) {
  sv_arena *arena = k->context->arena;
  uml_variable **all = SV_ARENA_ARRAY(arena, uml_variable *, t->parameters);
  for (uint32_t i = 0; i < t->parameters; i++) {
    if (i < s->parameters.n) {
      all[i] = s->parameters.at[i];
      continue;
    }
    all[i] = SV_ARENA_NEW(arena, uml_variable);
    all[i]->name = t->parameter[i];
    all[i]->span = t->span;
    all[i]->type = (uml_type){.kind = UML_INT, .span = t->span};
  }
  s->parameters = (uml_variables){all, t->parameters};
}

static void check_trigger(uml_checker *k, uml_trigger *t) {
  uml_signal *s = t->signal;
  assert(s);
  if (s->operation) {
    sv_diag(k->context->diags, SV_UNSUPPORTED, t->span, "a call event (`%s`) is not supported",
            uml_name(k, t->name));
    k->failed = true;
    return;
  }
  if (t->parameters <= s->parameters.n) return;
  if (!s->declared) {
    add_parameters(k, s, t);
    return;
  }
  uml_fail(k, t->span, "`%s` has %u parameter%s, not %u", uml_name(k, t->name), s->parameters.n,
           s->parameters.n == 1 ? "" : "s", t->parameters);
  sv_diag(k->context->diags, SV_NOTE, s->span, "it is declared here");
}

static void check_triggers(uml_checker *k, uml_class *class) {
  for (uint32_t i = 0; i < class->transitions.n; i++) {
    uml_transition *t = class->transitions.at[i];
    for (uint32_t j = 0; j < t->triggers.n; j++) check_trigger(k, &t->triggers.at[j]);
  }
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    uml_vertex *v = class->vertices.at[i];
    for (uint32_t j = 0; j < v->deferred.n; j++) check_trigger(k, &v->deferred.at[j]);
  }
}

void uml_check_declarations(uml_checker *k) {
  uml_model *m = k->context->model;
  check_enums(k);
  for (uint32_t i = 0; i < m->signals.n; i++)
    check_variables(k, &m->signals.at[i]->parameters, "parameter");
  for (uint32_t i = 0; i < m->classes.n; i++) {
    check_variables(k, &m->classes.at[i]->attributes, "attribute");
    check_triggers(k, m->classes.at[i]);
  }
}

// ---- objects

static void default_objects(uml_context *c) {
  uml_model *m = c->model;
  for (uint32_t i = 0; i < m->classes.n && !m->objects.n; i++)
    for (uint32_t j = 0; j < m->classes.n; j++) {
      uml_class *class = m->classes.at[j];
      if (!class->regions.n) continue;
      uml_object *o = SV_ARENA_NEW(c->arena, uml_object);
      *o = (uml_object){.name = class->name,
                        .span = class->span,
                        .class_name = class->name,
                        .class_span = class->span,
                        .class = class};
      sv_push(m->objects, o);
    }
}

static bool resolve_class(uml_checker *k, uml_object *o) {
  const uml_model *m = k->context->model;
  o->class = uml_find_class(k->context, o->class_name);
  if (o->class) return true;
  uml_fail(k, o->class_span, "there is no class `%s`", uml_name(k, o->class_name));
  sv_suggestion best = sv_suggest(uml_name(k, o->class_name));
  for (uint32_t i = 0; i < m->classes.n; i++)
    sv_suggest_try(&best, uml_name(k, m->classes.at[i]->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  return false;
}

static void number_object(uml_checker *k, uml_object *o, uint32_t number) {
  o->number = number;
  o->of_class = o->class->objects++;
  for (uint32_t i = 0; i < number; i++) {
    if (k->context->model->objects.at[i]->name.x != o->name.x) continue;
    uml_fail(k, o->span, "the object `%s` is declared twice", uml_name(k, o->name));
    return;
  }
}

static bool is_constant(const uml_expr *e) {
  switch (e->op) {
  case UML_E_NUMBER:
  case UML_E_TRUE:
  case UML_E_FALSE:
  case UML_E_NIL: return true;
  case UML_E_NEG: return e->arg[0]->op == UML_E_NUMBER;
  case UML_E_NAME: return e->means == UML_N_OBJECT || e->means == UML_N_MEMBER;
  default: return false;
  }
}

static void check_constant(uml_checker *k, const uml_type *t, uml_expr *e, const char *what) {
  if (!uml_check_value(k, t, e, what)) return;
  if (!is_constant(e))
    uml_fail(k, e->span, "%s begins with a constant, not with %s", what, uml_source_of(k, e->span));
}

static uml_variable *find_attribute(const uml_class *class, sv_name name) {
  for (uint32_t i = 0; i < class->attributes.n; i++)
    if (class->attributes.at[i]->name.x == name.x) return class->attributes.at[i];
  return NULL;
}

// What --set says comes in place of what the model says.
static void apply_setting(uml_checker *k, const uml_setting *s) {
  uml_object *o = uml_find_object(k->context, s->object);
  if (!o) {
    uml_fail(k, s->span, "there is no object `%s`", uml_name(k, s->object));
    return;
  }
  for (uint32_t i = 0; i < o->slots.n; i++)
    if (o->slots.at[i].attribute.x == s->slot.attribute.x) {
      o->slots.at[i] = s->slot;
      return;
    }
  sv_push(o->slots, s->slot);
}

static void check_slots(uml_checker *k, uml_object *o) {
  for (uint32_t i = 0; i < o->slots.n; i++) {
    uml_slot *s = &o->slots.at[i];
    s->variable = find_attribute(o->class, s->attribute);
    if (s->variable) {
      check_constant(k, &s->variable->type, s->value,
                     sv_arena_printf(k->context->arena, "`%s`", uml_name(k, s->attribute)));
      continue;
    }
    uml_fail(k, s->span, "the class `%s` has no attribute `%s`", uml_name(k, o->class_name),
             uml_name(k, s->attribute));
  }
}

static void check_defaults(uml_checker *k, const uml_class *class) {
  for (uint32_t i = 0; i < class->attributes.n; i++) {
    uml_variable *v = class->attributes.at[i];
    if (v->init)
      check_constant(k, &v->type, v->init,
                     sv_arena_printf(k->context->arena, "`%s`", uml_name(k, v->name)));
  }
}

// ---- events from outside

static uml_signal *known_signal(uml_checker *k, sv_name name, sv_span span) {
  const uml_model *m = k->context->model;
  for (uint32_t i = 0; i < m->signals.n; i++)
    if (m->signals.at[i]->name.x == name.x) return m->signals.at[i];
  uml_fail(k, span, "there is no signal `%s`", uml_name(k, name));
  sv_suggestion best = sv_suggest(uml_name(k, name));
  for (uint32_t i = 0; i < m->signals.n; i++)
    sv_suggest_try(&best, uml_name(k, m->signals.at[i]->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  return NULL;
}

static void check_receiver(uml_checker *k, uml_event *e) {
  const uml_model *m = k->context->model;
  if (e->object.x) {
    e->to = uml_find_object(k->context, e->object);
    if (!e->to) uml_fail(k, e->span, "there is no object `%s`", uml_name(k, e->object));
    return;
  }
  e->to = m->objects.at[0];
  if (m->objects.n == 1) return;
  uml_fail(k, e->span, "which object is `%s` for?", uml_name(k, e->signal));
  sv_diag_hint(k->context->diags, "write `%s.%s`", uml_name(k, m->objects.at[0]->name),
               uml_name(k, e->signal));
}

static void check_event(uml_checker *k, uml_event *e) {
  check_receiver(k, e);
  e->meant = known_signal(k, e->signal, e->span);
  if (!e->meant) return;
  if (e->n != e->meant->parameters.n) {
    uml_fail(k, e->span, "`%s` has %u parameter%s, not %u", uml_name(k, e->signal),
             e->meant->parameters.n, e->meant->parameters.n == 1 ? "" : "s", e->n);
    return;
  }
  for (uint32_t i = 0; i < e->n; i++)
    check_constant(k, &e->meant->parameters.at[i]->type, e->arg[i], "a parameter");
}

void uml_check_objects(uml_checker *k) {
  uml_model *m = k->context->model;
  default_objects(k->context);
  if (!m->objects.n) {
    uml_fail(k, m->classes.n ? m->classes.at[0]->span : SV_NOWHERE,
             "there is no class with a state machine");
    return;
  }
  for (uint32_t i = 0; i < m->settings.n; i++) apply_setting(k, &m->settings.at[i]);
  if (m->objects.n > UML_OBJECTS_MAX) {
    uml_fail(k, m->objects.at[0]->span, "more than %d objects", UML_OBJECTS_MAX);
    return;
  }
  for (uint32_t i = 0; i < m->objects.n; i++)
    if (resolve_class(k, m->objects.at[i])) number_object(k, m->objects.at[i], i);
  if (k->failed) return;
  k->property = true;  // names are those of objects
  for (uint32_t i = 0; i < m->classes.n; i++) check_defaults(k, m->classes.at[i]);
  for (uint32_t i = 0; i < m->objects.n; i++) check_slots(k, m->objects.at[i]);
  for (uint32_t i = 0; i < m->stimulus.n; i++) check_event(k, &m->stimulus.at[i]);
  for (uint32_t i = 0; i < m->environment.n; i++) {
    uml_trigger *t = &m->environment.at[i];
    t->signal = known_signal(k, t->name, t->span);
  }
  k->property = false;
}
