// data.c -- sorts, constants and variables.

#include "lang/excerpt.h"
#include "lang/uml/lower/lower.h"

#define INTEGER_BITS 32u

static uint32_t enum_place(const uml_lowering *l, const uml_enum *e) {
  uint32_t i = 0;
  while (l->machines->enums.at[i] != e) i++;
  return i;
}

sv_sort uml_sort(uml_lowering *l, const uml_type *t) {
  switch (t->kind) {
  case UML_BOOL: return l->boolean;
  case UML_INT: return l->integer;
  case UML_ENUM: return l->enum_sorts[enum_place(l, t->set)];
  case UML_REF: return l->class_sorts[t->class->number];
  case UML_BAD: break;
  }
  SV_UNREACHABLE();
}

// An enumeration whose name is not taken yet.
static sv_sort fresh_enum(uml_lowering *l, const char *text, const sv_name *members, uint32_t n) {
  sv_name name = sv_names_cstr(l->context->names, text);
  for (uint32_t k = 2; sv_sort_find_enum(l->terms, name).x; k++)
    name = sv_names_cstr(l->context->names, sv_arena_printf(l->arena, "%s~%u", text, k));
  return sv_sort_enum(l->terms, name, members, n);
}

// References: `nil`, then the objects of the class in their order.
static void declare_class_sort(uml_lowering *l, const uml_class *class) {
  sv_name *members = SV_ARENA_ARRAY(l->arena, sv_name, class->objects + 1);
  members[0] = sv_names_cstr(l->context->names, "nil");
  for (uint32_t i = 0; i < l->machines->objects.n; i++) {
    const uml_object *o = l->machines->objects.at[i];
    if (o->class == class) members[o->of_class + 1] = o->name;
  }
  l->class_sorts[class->number] =
      fresh_enum(l, uml_text_of(l->context, class->name), members, class->objects + 1);
}

static void declare_signals(uml_lowering *l) {
  uint32_t n = l->machines->signals.n;
  sv_name *members = SV_ARENA_ARRAY(l->arena, sv_name, n + 1);
  for (uint32_t i = 0; i < n; i++) members[i] = l->machines->signals.at[i]->name;
  if (!n) members[n++] = sv_names_cstr(l->context->names, "nothing");
  l->signal_sort = fresh_enum(l, "Signal", members, n);
}

// Parameters of one sort share fields: the k-th Integer of any signal is in the same place.
static uint32_t place_field(uml_lowering *l, sv_sort sort, uint32_t used) {
  for (uint32_t f = 1; f < l->field_count; f++)
    if (sv_sort_same(l->fields[f], sort) && !used--) return f;
  l->fields[l->field_count] = sort;
  return l->field_count++;
}

static void place_parameters(uml_lowering *l, const uml_signal *s) {
  const uml_variables *p = &s->parameters;
  l->field_of[s->number] = SV_ARENA_ARRAY(l->arena, uint32_t, p->n + 1);
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t used = 0;
    sv_sort sort = uml_sort(l, &p->at[i]->type);
    for (uint32_t j = 0; j < i; j++) used += sv_sort_same(uml_sort(l, &p->at[j]->type), sort);
    l->field_of[s->number][i] = place_field(l, sort, used);
  }
}

static void declare_fields(uml_lowering *l) {
  uint32_t most = 2;
  for (uint32_t i = 0; i < l->machines->signals.n; i++)
    most += l->machines->signals.at[i]->parameters.n;
  l->fields = SV_ARENA_ARRAY(l->arena, sv_sort, most);
  l->fields[0] = l->signal_sort;
  l->field_count = 1;
  l->field_of = SV_ARENA_ARRAY(l->arena, uint32_t *, l->machines->signals.n + 1);
  for (uint32_t i = 0; i < l->machines->signals.n; i++)
    place_parameters(l, l->machines->signals.at[i]);
}

// Where two states that defer can be active together, an event must know which one holds it.
void uml_declare_holder(uml_lowering *l) {
  uint32_t vertices = 0;
  for (uint32_t i = 0; i < l->machines->classes.n; i++)
    if (l->layouts[i].defers_twice && l->machines->classes.at[i]->vertices.n > vertices)
      vertices = l->machines->classes.at[i]->vertices.n;
  if (!vertices || l->thesis) return;
  l->holder = l->field_count;
  l->fields[l->field_count++] = sv_sort_range(l->terms, 0, vertices);
}

void uml_declare_sorts(uml_lowering *l) {
  const uml_model *m = l->machines;
  l->boolean = sv_sort_bool(l->terms);
  l->integer = sv_sort_bv(l->terms, INTEGER_BITS, true);
  l->enum_sorts = SV_ARENA_ARRAY(l->arena, sv_sort, m->enums.n + 1);
  l->class_sorts = SV_ARENA_ARRAY(l->arena, sv_sort, m->classes.n + 1);
  for (uint32_t i = 0; i < m->enums.n; i++)
    l->enum_sorts[i] = fresh_enum(l, uml_text_of(l->context, m->enums.at[i]->name),
                                  m->enums.at[i]->member, m->enums.at[i]->members);
  for (uint32_t i = 0; i < m->classes.n; i++) declare_class_sort(l, m->classes.at[i]);
  declare_signals(l);
  declare_fields(l);
}

// ---- values

sv_term uml_variable_of(uml_lowering *l, const uml_instance *i, uint32_t variable) {
  if (l->self == i) return sv_model_var(l->model, variable, SV_ROLE_SELF);
  return sv_remote(l->terms, l->model->variables.at[variable].sort, variable,
                   sv_int_const(l->terms, 0));
}

sv_term uml_object_term(uml_lowering *l, const uml_type *t, const uml_object *o) {
  return sv_const(l->terms, l->class_sorts[t->class->number],
                  sv_small(o ? (int64_t)o->of_class + 1 : 0));
}

static int64_t number_of(const uml_expr *e) {
  return e->op == UML_E_NEG ? -e->arg[0]->number : e->number;
}

sv_term uml_constant(uml_lowering *l, const uml_type *t, const uml_expr *e) {
  switch (t->kind) {
  case UML_BOOL: return sv_bool_const(e && e->op == UML_E_TRUE);
  case UML_INT: return sv_const(l->terms, l->integer, sv_small(e ? number_of(e) : 0));
  case UML_ENUM: return sv_const(l->terms, uml_sort(l, t), sv_small(e ? e->number : 0));
  case UML_REF: return uml_object_term(l, t, e && e->op == UML_E_NAME ? e->object : NULL);
  case UML_BAD: break;
  }
  SV_UNREACHABLE();
}

uint32_t uml_fault_property(uml_lowering *l, uml_fault fault) {
  static const struct {
    const char *name, *text;
  } known[] = {
#define FAULT(NAME, PROPERTY, TEXT) {PROPERTY, TEXT},
      UML_FAULTS(FAULT)
#undef FAULT
  };
  if (!l->properties[fault])
    l->properties[fault] =
        sv_model_property(l->model, sv_names_cstr(l->context->names, known[fault].name),
                          SV_PROP_ASSERTION, SV_NONE, known[fault].text, SV_NOWHERE);
  return l->properties[fault];
}

sv_name uml_input_name(const uml_lowering *l, uint32_t number) {
  if (number < l->inputs.n) return l->inputs.at[number];
  const char *word = number % 2 ? "kept" : "which";
  return sv_names_cstr(l->context->names,
                       sv_arena_printf(l->arena, "%s%u", word, (number - UML_PICK(0)) / 2 + 1));
}

const char *uml_text(uml_lowering *l, sv_span span) {
  return sv_lang_excerpt(l->model->sources, span, l->arena);
}

const char *uml_transition_text(uml_lowering *l, const uml_transition *t) {
  return t->text ? t->text : uml_text(l, t->span);
}
