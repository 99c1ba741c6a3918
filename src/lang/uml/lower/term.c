// term.c -- expressions in the middle of a step.
//
// Attributes have the value that the step has given them so far. What can go
// wrong is noted together with the condition under which it is evaluated.

#include "lang/uml/lower/draft.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

sv_term uml_value_now(uml_draft *d, sv_term variable) {
  for (uint32_t i = 0; i < d->updates.n; i++)
    if (sv_same(d->updates.at[i].target, variable)) return d->updates.at[i].value;
  return variable;
}

void uml_set_now(uml_draft *d, sv_term variable, sv_term value) {
  for (uint32_t i = 0; i < d->updates.n; i++)
    if (sv_same(d->updates.at[i].target, variable)) {
      d->updates.at[i].value = value;
      return;
    }
  sv_push(d->updates, (sv_update){variable, value});
}

void uml_draft_fault(uml_draft *d, uml_fault fault, sv_term bad) {
  d->bad[fault] = sv_or(T(d), d->bad[fault], sv_and(T(d), d->when, bad));
}

// ---- objects and their attributes

static uint32_t place_of(const uml_class *class, const uml_variable *v) {
  uint32_t i = 0;
  while (class->attributes.at[i] != v) i++;
  return i;
}

static sv_term attribute_of(uml_draft *d, const uml_instance *i, const uml_variable *v) {
  return uml_variable_of(d->lowering, i, i->attribute[place_of(i->class, v)]);
}

static sv_term is_object(uml_draft *d, sv_term reference, const uml_instance *i) {
  sv_sort sort = sv_sort_of(T(d), reference);
  return sv_eq(T(d), reference, sv_const(T(d), sort, sv_small((int64_t)i->object->of_class + 1)));
}

static void need_object(uml_draft *d, sv_term reference) {
  sv_sort sort = sv_sort_of(T(d), reference);
  uml_draft_fault(d, UML_FAULT_NIL, sv_eq(T(d), reference, sv_const(T(d), sort, sv_small(0))));
}

// For each object that the reference can be.
static sv_term read_attribute(uml_draft *d, sv_term reference, const uml_expr *e) {
  uml_lowering *l = d->lowering;
  const uml_class *class = e->arg[0]->type.class;
  sv_term value = uml_constant(l, &e->variable->type, NULL);
  need_object(d, reference);
  for (uint32_t k = l->machines->objects.n; k-- > 0;) {
    const uml_instance *i = &l->instances[k];
    if (i->class != class) continue;
    sv_term now = uml_value_now(d, attribute_of(d, i, e->variable));
    value = sv_ite(T(d), is_object(d, reference, i), now, value);
  }
  return value;
}

void uml_assign(uml_draft *d, const uml_expr *place, sv_term value) {
  uml_lowering *l = d->lowering;
  if (place->op == UML_E_NAME) {
    sv_term target = attribute_of(d, d->instance, place->variable);
    uml_set_now(d, target, sv_ite(T(d), d->when, value, uml_value_now(d, target)));
    return;
  }
  sv_term reference = uml_term(d, place->arg[0]);
  need_object(d, reference);
  for (uint32_t k = 0; k < l->machines->objects.n; k++) {
    const uml_instance *i = &l->instances[k];
    if (i->class != place->arg[0]->type.class) continue;
    sv_term here = sv_and(T(d), d->when, is_object(d, reference, i));
    if (sv_same(here, SV_FALSE)) continue;
    sv_term target = attribute_of(d, i, place->variable);
    uml_set_now(d, target, sv_ite(T(d), here, value, uml_value_now(d, target)));
  }
}

// ---- leaves

static sv_term event_field(uml_draft *d, uint32_t field) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  switch (d->event) {
  case UML_FROM_POOL:
    return sv_peek(T(d), l->fields[field], i->queue, sv_int_const(T(d), 0), field);
  case UML_FROM_VARIABLES: return sv_model_var(l->model, i->parameter[field], SV_ROLE_SELF);
  case UML_FROM_NOTHING:
    return sv_const(T(d), l->fields[field], sv_sort_default(T(d), l->fields[field]));
  }
  SV_UNREACHABLE();
}

static uint32_t parameter_place(const uml_trigger *t, sv_name name) {
  const uml_variables *p = &t->signal->parameters;
  for (uint32_t i = 0; i < p->n; i++) {
    bool named = t->parameter ? i < t->parameters && t->parameter[i].x == name.x
                              : p->at[i]->name.x == name.x;
    if (named) return i;
  }
  SV_UNREACHABLE();
}

// Whatever trigger it was that the name speaks of.
static sv_term parameter(uml_draft *d, const uml_expr *e) {
  uml_lowering *l = d->lowering;
  const uml_transition *t = d->transition;
  sv_term value = SV_NONE;
  assert(t && t->triggers.n);
  for (uint32_t k = t->triggers.n; k-- > 0;) {
    const uml_trigger *g = &t->triggers.at[k];
    uint32_t field = l->field_of[g->signal->number][parameter_place(g, e->name)];
    sv_term now = event_field(d, field);
    sv_term signal = sv_const(T(d), l->signal_sort, sv_small(g->signal->number));
    value =
        sv_is_none(value) ? now : sv_ite(T(d), sv_eq(T(d), event_field(d, 0), signal), now, value);
  }
  return value;
}

// A call without a definition: the same answer wherever it is asked in one step.
static sv_term input(uml_draft *d, const uml_expr *e) {
  uml_lowering *l = d->lowering;
  sv_name name = sv_names_cstr(l->context->names, uml_text(l, e->span));
  uint32_t k = 0;
  while (k < l->inputs.n && l->inputs.at[k].x != name.x) k++;
  if (k == l->inputs.n) sv_push(l->inputs, name);
  return sv_choice(T(d), l->boolean, k);
}

static const uml_instance *only_instance(const uml_draft *d) {
  return d->instance ? d->instance : &d->lowering->instances[0];
}

static sv_term name_term(uml_draft *d, const uml_expr *e) {
  switch (e->means) {
  case UML_N_ATTRIBUTE: return uml_value_now(d, attribute_of(d, only_instance(d), e->variable));
  case UML_N_PARAMETER: return parameter(d, e);
  case UML_N_OBJECT: return uml_object_term(d->lowering, &e->type, e->object);
  case UML_N_MEMBER: return uml_constant(d->lowering, &e->type, e);
  case UML_N_UNKNOWN: break;
  }
  SV_UNREACHABLE();
}

static sv_term in_term(uml_draft *d, const uml_expr *e) {
  uml_lowering *l = d->lowering;
  if (!e->n) {
    const uml_instance *i = only_instance(d);
    return i == d->instance ? uml_active_now(d, e->state[0]) : uml_active(l, i, e->state[0]);
  }
  sv_term reference = uml_term(d, e->arg[0]), any = SV_FALSE;
  need_object(d, reference);
  for (uint32_t k = 0; k < l->machines->objects.n; k++) {
    const uml_instance *i = &l->instances[k];
    if (i->class != e->state[0]->class) continue;
    sv_term active =
        i == d->instance ? uml_active_now(d, e->state[0]) : uml_active(l, i, e->state[0]);
    any = sv_or(T(d), any, sv_and(T(d), is_object(d, reference, i), active));
  }
  return any;
}

// ---- operators

static sv_term binary(uml_draft *d, sv_op op, const uml_expr *e) {
  sv_term a = uml_term(d, e->arg[0]);
  return sv_app2(T(d), op, a, uml_term(d, e->arg[1]));
}

// What is behind && and || is evaluated only where it matters.
static sv_term logical(uml_draft *d, const uml_expr *e, bool both) {
  sv_term a = uml_term(d, e->arg[0]), when = d->when;
  d->when = sv_and(T(d), when, both ? a : sv_not(a));
  sv_term b = uml_term(d, e->arg[1]);
  d->when = when;
  return both ? sv_and(T(d), a, b) : sv_or(T(d), a, b);
}

static sv_term implies(uml_draft *d, const uml_expr *e) {
  sv_term a = uml_term(d, e->arg[0]), when = d->when;
  d->when = sv_and(T(d), when, a);
  sv_term b = uml_term(d, e->arg[1]);
  d->when = when;
  return sv_or(T(d), sv_not(a), b);
}

static sv_term division(uml_draft *d, const uml_expr *e) {
  sv_term a = uml_term(d, e->arg[0]), b = uml_term(d, e->arg[1]);
  sv_term zero = sv_const(T(d), d->lowering->integer, sv_small(0));
  uml_draft_fault(d, UML_FAULT_DIVISION, sv_eq(T(d), b, zero));
  return sv_app2(T(d), e->op == UML_E_DIV ? SV_OP_DIV : SV_OP_MOD, a, b);
}

static sv_term equal(uml_draft *d, const uml_expr *e) {
  const uml_type *t = e->arg[0]->type.class ? &e->arg[0]->type : &e->arg[1]->type;
  bool nil[2] = {e->arg[0]->op == UML_E_NIL, e->arg[1]->op == UML_E_NIL};
  if (nil[0] && nil[1]) return SV_TRUE;
  sv_term side[2];
  for (int i = 0; i < 2; i++)
    side[i] = nil[i] ? uml_object_term(d->lowering, t, NULL) : uml_term(d, e->arg[i]);
  return sv_eq(T(d), side[0], side[1]);
}

sv_term uml_term(uml_draft *d, const uml_expr *e) {
  switch (e->op) {
  case UML_E_NUMBER: return sv_const(T(d), d->lowering->integer, sv_small(e->number));
  case UML_E_TRUE: return SV_TRUE;
  case UML_E_FALSE: return SV_FALSE;
  case UML_E_NIL: SV_UNREACHABLE();
  case UML_E_SELF: return uml_object_term(d->lowering, &e->type, d->instance->object);
  case UML_E_NAME: return name_term(d, e);
  case UML_E_DOT: return read_attribute(d, uml_term(d, e->arg[0]), e);
  case UML_E_CALL: return input(d, e);
  case UML_E_IN: return in_term(d, e);
  case UML_E_TEMPORAL: SV_UNREACHABLE();
  case UML_E_IMPLIES: return implies(d, e);
  case UML_E_NOT: return sv_not(uml_term(d, e->arg[0]));
  case UML_E_NEG: return sv_app1(T(d), SV_OP_NEG, uml_term(d, e->arg[0]));
  case UML_E_OR: return logical(d, e, false);
  case UML_E_AND: return logical(d, e, true);
  case UML_E_EQ: return equal(d, e);
  case UML_E_NE: return sv_not(equal(d, e));
  case UML_E_LT: return binary(d, SV_OP_LT, e);
  case UML_E_LE: return binary(d, SV_OP_LE, e);
  case UML_E_GT: return sv_not(binary(d, SV_OP_LE, e));
  case UML_E_GE: return sv_not(binary(d, SV_OP_LT, e));
  case UML_E_ADD: return binary(d, SV_OP_ADD, e);
  case UML_E_SUB: return binary(d, SV_OP_SUB, e);
  case UML_E_MUL: return binary(d, SV_OP_MUL, e);
  case UML_E_DIV:
  case UML_E_MOD: return division(d, e);
  }
  SV_UNREACHABLE();
}

// A value for something of this type.
sv_term uml_term_for(uml_draft *d, const uml_type *t, const uml_expr *e) {
  return e->op == UML_E_NIL ? uml_object_term(d->lowering, t, NULL) : uml_term(d, e);
}
