// expr.c -- names and types of expressions.

#include "lang/uml/check/check.h"

#include "base/suggest.h"

const char *uml_source_of(const uml_checker *k, sv_span span) {
  const char *text = sv_source_text(k->context->sources, span.file) + span.begin;
  uint32_t n = span.end - span.begin;
  if (n > 40) return sv_arena_printf(k->context->arena, "`%.36s…`", text);
  return sv_arena_printf(k->context->arena, "`%.*s`", (int)n, text);
}

const char *uml_type_text(const uml_checker *k, const uml_type *t) {
  switch (t->kind) {
  case UML_BAD: return "nothing";
  case UML_BOOL: return "a Boolean";
  case UML_INT: return "an Integer";
  case UML_ENUM: return sv_arena_printf(k->context->arena, "a `%s`", uml_name(k, t->set->name));
  case UML_REF:
    if (!t->class) return "no object";
    return sv_arena_printf(k->context->arena, "an object of class `%s`",
                           uml_name(k, t->class->name));
  }
  SV_UNREACHABLE();
}

static bool bad(uml_expr *e) {
  e->type.kind = UML_BAD;
  return false;
}

static bool is(uml_expr *e, uml_type_kind kind) {
  e->type = (uml_type){.kind = kind};
  return true;
}

static bool need(uml_checker *k, uml_expr *e, uml_type_kind kind, const char *who) {
  if (!uml_check_expr(k, e)) return false;
  if (e->type.kind == kind) return true;
  uml_fail(k, e->span, "%s needs %s, but %s is %s", who,
           kind == UML_INT ? "an Integer" : "a Boolean", uml_source_of(k, e->span),
           uml_type_text(k, &e->type));
  if (e->op == UML_E_CALL && kind == UML_INT)
    sv_diag_hint(k->context->diags,
                 "what has no definition may be true or false, but has no number");
  if (kind == UML_BOOL && e->type.kind == UML_INT)
    sv_diag_hint(k->context->diags, "a number is no truth value; write `… != 0`");
  return bad(e);
}

bool uml_need_bool(uml_checker *k, uml_expr *e, const char *who) {
  return need(k, e, UML_BOOL, who);
}

static bool fits(const uml_type *to, const uml_type *from) {
  if (to->kind != from->kind) return false;
  if (to->kind == UML_ENUM) return to->set == from->set;
  return to->kind != UML_REF || !from->class || !to->class || to->class == from->class;
}

bool uml_check_value(uml_checker *k, const uml_type *t, uml_expr *e, const char *what) {
  // A member of the enumeration that is expected, whatever else has its name.
  if (t->kind == UML_ENUM && e->op == UML_E_NAME)
    for (uint32_t i = 0; i < t->set->members; i++)
      if (t->set->member[i].x == e->name.x) {
        e->means = UML_N_MEMBER;
        e->number = i;
        e->type = *t;
        return true;
      }
  if (!uml_check_expr(k, e) || t->kind == UML_BAD) return false;
  if (fits(t, &e->type)) return true;
  uml_fail(k, e->span, "%s is %s, but %s is %s", what, uml_type_text(k, t),
           uml_source_of(k, e->span), uml_type_text(k, &e->type));
  return false;
}

void uml_warn_of_call(uml_checker *k, sv_span span, sv_name name, const char *what) {
  if (sv_map_get(&k->warned, name.x) != SV_MAP_NONE) return;
  sv_map_put(&k->warned, name.x, 1);
  sv_diag(k->context->diags, SV_WARNING, span, "`%s` is not defined: %s", uml_name(k, name), what);
}

// ---- names

static uml_variable *find(const uml_variables *all, sv_name name) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i]->name.x == name.x) return all->at[i];
  return NULL;
}

// The parameter of that name in this trigger.
static uml_variable *parameter_of(const uml_trigger *t, sv_name name) {
  if (!t->parameter) return find(&t->signal->parameters, name);
  for (uint32_t i = 0; i < t->parameters && i < t->signal->parameters.n; i++)
    if (t->parameter[i].x == name.x) return t->signal->parameters.at[i];
  return NULL;
}

// A name that every trigger has, with one type.
static bool check_parameter(uml_checker *k, uml_expr *e) {
  const uml_transition *t = k->transition;
  uml_variable *first = NULL;
  for (uint32_t i = 0; t && i < t->triggers.n; i++) {
    uml_variable *v = parameter_of(&t->triggers.at[i], e->name);
    if (!v || (first && !fits(&first->type, &v->type))) return false;
    if (!first) first = v;
  }
  if (!first) return false;
  e->means = UML_N_PARAMETER;
  e->variable = first;
  e->type = first->type;
  return true;
}

static bool check_member(uml_checker *k, uml_expr *e) {
  const uml_model *m = k->context->model;
  for (uint32_t i = 0; i < m->enums.n; i++)
    for (uint32_t j = 0; j < m->enums.at[i]->members; j++) {
      if (m->enums.at[i]->member[j].x != e->name.x) continue;
      e->means = UML_N_MEMBER;
      e->number = j;
      e->type = (uml_type){.kind = UML_ENUM, .set = m->enums.at[i]};
      return true;
    }
  return false;
}

// Objects are known by class only once all are resolved; names come first.
static bool check_object(uml_checker *k, uml_expr *e) {
  e->object = uml_find_object(k->context, e->name);
  if (!e->object) return false;
  if (!e->object->class) e->object->class = uml_find_class(k->context, e->object->class_name);
  if (!e->object->class) return false;
  e->means = UML_N_OBJECT;
  e->type = (uml_type){.kind = UML_REF, .class = e->object->class};
  return true;
}

static bool check_attribute(uml_checker *k, uml_expr *e) {
  const uml_model *m = k->context->model;
  const uml_class *class = k->class;
  if (!class && m->objects.n == 1) class = m->objects.at[0]->class;
  uml_variable *v = class ? find(&class->attributes, e->name) : NULL;
  if (!v) return false;
  e->means = UML_N_ATTRIBUTE;
  e->variable = v;
  e->type = v->type;
  return true;
}

static const uml_enum *find_enum(const uml_checker *k, sv_name name) {
  const uml_model *m = k->context->model;
  for (uint32_t i = 0; i < m->enums.n; i++)
    if (m->enums.at[i]->name.x == name.x && m->enums.at[i]->members) return m->enums.at[i];
  return NULL;
}

static bool no_such_name(uml_checker *k, uml_expr *e) {
  const char *name = uml_name(k, e->name);
  const uml_enum *set = find_enum(k, e->name);
  sv_suggestion best = sv_suggest(name);
  uml_fail(k, e->span, "there is no attribute, parameter, object or enumeration member `%s`", name);
  if (set) {
    sv_diag_hint(k->context->diags, "members of an enumeration are written alone, as `%s`",
                 uml_name(k, set->member[0]));
    return bad(e);
  }
  if (k->class)
    for (uint32_t i = 0; i < k->class->attributes.n; i++)
      sv_suggest_try(&best, uml_name(k, k->class->attributes.at[i]->name));
  for (uint32_t i = 0; i < k->context->model->objects.n; i++)
    sv_suggest_try(&best, uml_name(k, k->context->model->objects.at[i]->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  else
    sv_diag_hint(k->context->diags, "attributes are declared: `' attributes: %s: Integer = 0`",
                 name);
  return bad(e);
}

static bool check_name(uml_checker *k, uml_expr *e) {
  return check_parameter(k, e) || check_attribute(k, e) || check_object(k, e) ||
         check_member(k, e) || no_such_name(k, e);
}

static bool check_dot(uml_checker *k, uml_expr *e) {
  if (!uml_check_expr(k, e->arg[0])) return bad(e);
  const uml_type *t = &e->arg[0]->type;
  if (t->kind != UML_REF || !t->class) {
    uml_fail(k, e->span, "%s is %s, not an object", uml_source_of(k, e->arg[0]->span),
             uml_type_text(k, t));
    return bad(e);
  }
  e->variable = find(&t->class->attributes, e->name);
  if (e->variable) return e->type = e->variable->type, true;
  uml_fail(k, e->span, "the class `%s` has no attribute `%s`", uml_name(k, t->class->name),
           uml_name(k, e->name));
  sv_suggestion best = sv_suggest(uml_name(k, e->name));
  for (uint32_t i = 0; i < t->class->attributes.n; i++)
    sv_suggest_try(&best, uml_name(k, t->class->attributes.at[i]->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  return bad(e);
}

// ---- states

// The end of the vertex's path, with `.` or `::` between the parts.
static bool is_path(const uml_checker *k, const uml_vertex *v, const char *path) {
  const char *names[] = {uml_name(k, v->name), uml_name(k, v->alias)};
  for (int i = 0; i < 2; i++) {
    size_t n = strlen(names[i]), length = strlen(path);
    if (!n || n > length || strcmp(path + length - n, names[i])) continue;
    if (n == length) return true;
    size_t sign = path[length - n - 1] == '.' ? 1 : 2;
    if (length - n < sign || (sign == 2 && memcmp(path + length - n - 2, "::", 2))) continue;
    char *around = sv_arena_strndup(k->context->arena, path, length - n - sign);
    if (v->owner ? is_path(k, v->owner, around) : !strcmp(around, uml_name(k, v->class->name)))
      return true;
  }
  return false;
}

static const uml_vertex *find_state(uml_checker *k, const uml_class *class, uml_expr *e) {
  const uml_vertex *found = NULL;
  const char *path = uml_name(k, e->name);
  sv_suggestion best = sv_suggest(path);
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    const uml_vertex *v = class->vertices.at[i];
    if (v->kind != UML_STATE && v->kind != UML_FINAL) continue;
    sv_suggest_try(&best, uml_name(k, v->alias));
    if (!is_path(k, v, path)) continue;
    if (found) {
      uml_fail(k, e->span, "there are several states `%s` in `%s`", path, uml_name(k, class->name));
      sv_diag_hint(k->context->diags, "say which: `in(\"%s\")` or `in(\"%s\")`",
                   uml_path(k->context, found), uml_path(k->context, v));
      return NULL;
    }
    found = v;
  }
  if (found) return found;
  uml_fail(k, e->span, "the class `%s` has no state `%s`", uml_name(k, class->name), path);
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  return NULL;
}

static bool check_in(uml_checker *k, uml_expr *e) {
  const uml_model *m = k->context->model;
  const uml_class *class = k->class;
  if (e->n) {
    if (!uml_check_expr(k, e->arg[0])) return bad(e);
    class = e->arg[0]->type.kind == UML_REF ? e->arg[0]->type.class : NULL;
    if (!class) {
      uml_fail(k, e->arg[0]->span, "%s is %s, not an object", uml_source_of(k, e->arg[0]->span),
               uml_type_text(k, &e->arg[0]->type));
      return bad(e);
    }
  } else if (!class && m->objects.n == 1) {
    class = m->objects.at[0]->class;
  }
  if (!class) {
    uml_fail(k, e->span, "in which object?");
    sv_diag_hint(k->context->diags, "write `in(o, %s)`", uml_name(k, e->name));
    return bad(e);
  }
  e->state = SV_ARENA_ARRAY(k->context->arena, const uml_vertex *, 1);
  e->states = 1;
  e->state[0] = find_state(k, class, e);
  return e->state[0] ? is(e, UML_BOOL) : bad(e);
}

// ---- operators

static bool check_call(uml_checker *k, uml_expr *e) {
  const char *text = sv_source_text(k->context->sources, e->span.file);
  if (text[e->span.begin] == '"') {
    uml_fail(k, e->span, "a text is no value");
    return bad(e);
  }
  if (k->property) {
    uml_fail(k, e->span, "`%s` is not defined", uml_name(k, e->name));
    return bad(e);
  }
  uml_warn_of_call(k, e->span, e->name, "it may be true or false");
  return is(e, UML_BOOL);
}

static bool both(uml_checker *k, uml_expr *e, uml_type_kind kind, const char *who) {
  bool left = need(k, e->arg[0], kind, who);
  return need(k, e->arg[1], kind, who) && left;
}

static bool check_equality(uml_checker *k, uml_expr *e) {
  if (!uml_check_expr(k, e->arg[0])) return bad(e);
  if (e->arg[0]->type.kind == UML_ENUM || e->arg[1]->op == UML_E_NAME) {
    if (!uml_check_value(k, &e->arg[0]->type, e->arg[1],
                         sv_arena_printf(k->context->arena, "the left side %s",
                                         uml_source_of(k, e->arg[0]->span))))
      return bad(e);
    return is(e, UML_BOOL);
  }
  if (!uml_check_expr(k, e->arg[1])) return bad(e);
  if (fits(&e->arg[0]->type, &e->arg[1]->type)) return is(e, UML_BOOL);
  uml_fail(k, e->span, "%s is %s, but %s is %s", uml_source_of(k, e->arg[0]->span),
           uml_type_text(k, &e->arg[0]->type), uml_source_of(k, e->arg[1]->span),
           uml_type_text(k, &e->arg[1]->type));
  return bad(e);
}

static bool check_self(uml_checker *k, uml_expr *e) {
  if (!k->class) {
    uml_fail(k, e->span, "a property has no `self`");
    return bad(e);
  }
  e->type = (uml_type){.kind = UML_REF};
  for (uint32_t i = 0; i < k->context->model->classes.n; i++)
    if (k->context->model->classes.at[i] == k->class)
      e->type.class = k->context->model->classes.at[i];
  return true;
}

static bool check_temporal(uml_checker *k, uml_expr *e) {
  bool good = true;
  for (uint32_t i = 0; i < e->n; i++)
    good = need(k, e->arg[i], UML_BOOL, "a temporal operator") && good;
  return good ? is(e, UML_BOOL) : bad(e);
}

bool uml_check_expr(uml_checker *k, uml_expr *e) {
  switch (e->op) {
  case UML_E_NUMBER:
    if (e->number > INT32_MAX) {
      uml_fail(k, e->span, "this number is too large");
      sv_diag_hint(k->context->diags, "integers have 32 bits");
      return bad(e);
    }
    return is(e, UML_INT);
  case UML_E_TRUE:
  case UML_E_FALSE: return is(e, UML_BOOL);
  case UML_E_NIL: return is(e, UML_REF);
  case UML_E_SELF: return check_self(k, e);
  case UML_E_NAME: return e->means == UML_N_UNKNOWN ? check_name(k, e) : true;
  case UML_E_DOT: return check_dot(k, e);
  case UML_E_CALL: return check_call(k, e);
  case UML_E_IN: return check_in(k, e);
  case UML_E_NOT: return need(k, e->arg[0], UML_BOOL, "`!`") ? is(e, UML_BOOL) : bad(e);
  case UML_E_NEG:
    if (e->arg[0]->op == UML_E_NUMBER) return is(e->arg[0], UML_INT), is(e, UML_INT);
    return need(k, e->arg[0], UML_INT, "`-`") ? is(e, UML_INT) : bad(e);
  case UML_E_IMPLIES: return both(k, e, UML_BOOL, "`->`") ? is(e, UML_BOOL) : bad(e);
  case UML_E_TEMPORAL: return check_temporal(k, e);
  case UML_E_OR: return both(k, e, UML_BOOL, "`||`") ? is(e, UML_BOOL) : bad(e);
  case UML_E_AND: return both(k, e, UML_BOOL, "`&&`") ? is(e, UML_BOOL) : bad(e);
  case UML_E_EQ:
  case UML_E_NE: return check_equality(k, e);
  case UML_E_LT:
  case UML_E_LE:
  case UML_E_GT:
  case UML_E_GE: return both(k, e, UML_INT, "a comparison") ? is(e, UML_BOOL) : bad(e);
  case UML_E_ADD:
  case UML_E_SUB:
  case UML_E_MUL:
  case UML_E_DIV:
  case UML_E_MOD: return both(k, e, UML_INT, "an operator") ? is(e, UML_INT) : bad(e);
  }
  SV_UNREACHABLE();
}
