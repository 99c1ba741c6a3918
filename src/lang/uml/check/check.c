// check.c -- all checks in their order. See check.h.

#include "lang/uml/check/check.h"

#include <stdarg.h>

void uml_fail(uml_checker *k, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(k->context->diags, SV_ERROR, span, format, args);
  va_end(args);
  k->failed = true;
}

const char *uml_name(const uml_checker *k, sv_name n) { return uml_text_of(k->context, n); }

const char *uml_kind_text(uml_vertex_kind kind) {
  switch (kind) {
  case UML_STATE: return "state";
  case UML_FINAL: return "final state";
  case UML_INITIAL: return "initial pseudostate";
  case UML_CHOICE: return "choice";
  case UML_JUNCTION: return "junction";
  case UML_FORK: return "fork";
  case UML_JOIN: return "join";
  case UML_SHALLOW_HISTORY: return "shallow history";
  case UML_DEEP_HISTORY: return "deep history";
  case UML_ENTRY_POINT: return "entry point";
  case UML_EXIT_POINT: return "exit point";
  case UML_TERMINATE: return "terminate pseudostate";
  }
  SV_UNREACHABLE();
}

const char *uml_path(const uml_context *c, const uml_vertex *v) {
  const char *name = v->name.x ? uml_text_of(c, v->name) : uml_kind_text(v->kind);
  const char *around = v->owner ? uml_path(c, v->owner) : uml_text_of(c, v->class->name);
  return sv_arena_printf(c->arena, "%s::%s", around, name);
}

static void check_transition(uml_checker *k, uml_transition *t) {
  k->transition = t;
  if (t->guard) uml_need_bool(k, t->guard, "a guard");
  uml_check_block(k, &t->effect.body);
  k->transition = NULL;
}

static void check_class(uml_checker *k, uml_class *class) {
  k->class = class;
  uml_check_structure(k, class);
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    uml_vertex *v = class->vertices.at[i];
    uml_check_block(k, &v->entry.body);
    uml_check_block(k, &v->exit.body);
    uml_check_block(k, &v->activity.body);
  }
  for (uint32_t i = 0; i < class->transitions.n; i++) check_transition(k, class->transitions.at[i]);
  k->class = NULL;
}

// Names of what is checked without being asked for.
static bool is_reserved(const char *name) {
  static const char *const words[] = {"deadlock", "overflow", "race", "nil", "division", "loop"};
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (!strcmp(words[i], name)) return true;
  return false;
}

static void check_name(uml_checker *k, uint32_t place) {
  const uml_model *m = k->context->model;
  const uml_property *p = m->properties.at[place];
  const char *name = uml_text_of(k->context, p->name);
  if (is_reserved(name)) uml_fail(k, p->span, "`%s` is checked anyway: use another name", name);
  for (uint32_t i = 0; i < place; i++) {
    if (m->properties.at[i]->name.x != p->name.x) continue;
    uml_fail(k, p->span, "the property `%s` is declared twice", name);
    sv_diag(k->context->diags, SV_NOTE, m->properties.at[i]->span, "it is declared here first");
    return;
  }
}

// Inside of anything but the connectives there are no temporal operators.
static void check_shape(uml_checker *k, const uml_expr *e, bool inside) {
  if (e->op == UML_E_TEMPORAL && inside)
    uml_fail(k, e->span, "a temporal operator cannot stand inside of another expression");
  inside |= !uml_is_connective(e);
  for (uint32_t i = 0; i < e->n; i++)
    if (e->arg[i]) check_shape(k, e->arg[i], inside);
}

static void check_properties(uml_checker *k) {
  for (uint32_t i = 0; i < k->context->model->properties.n; i++) check_name(k, i);
  k->property = true;
  for (uint32_t i = 0; i < k->context->model->properties.n; i++) {
    uml_need_bool(k, k->context->model->properties.at[i]->value, "a property");
    check_shape(k, k->context->model->properties.at[i]->value, false);
  }
  k->property = false;
}

bool uml_check(uml_context *c) {
  uml_checker k = {.context = c};
  uml_check_declarations(&k);
  for (uint32_t i = 0; i < c->model->classes.n; i++) check_class(&k, c->model->classes.at[i]);
  if (!k.failed) uml_check_objects(&k);
  if (!k.failed) check_properties(&k);
  sv_map_free(&k.warned);
  return !k.failed;
}
