// class.c -- packages: classes, signals, enumerations, instances.

#include "lang/uml/action/parse.h"
#include "lang/uml/xmi/xmi.h"

typedef void visit_fn(xmi_reader *, const xml_node *);

// All classifiers and instances of the package, of those inside, and of classes.
static void visit(xmi_reader *r, const xml_node *n, visit_fn *see) {
  for (uint32_t i = 0; i < n->children; i++) {
    const xml_node *part = n->child[i];
    bool element = !strcmp(part->name, "packagedElement") ||
                   !strcmp(part->name, "nestedClassifier") || !strcmp(part->name, "ownedElement");
    if (!element || xmi_is_skipped(part)) continue;
    see(r, part);
    visit(r, part, see);
  }
}

// ---- types and values

static const char *type_text(const xmi_reader *r, const xml_node *n) {
  const xml_node *type = xmi_ref(r, n, "type");
  if (type) return uml_xml_get(type, "name");
  for (uint32_t i = 0; i < n->children; i++) {
    if (strcmp(n->child[i]->name, "type")) continue;
    const char *href = uml_xml_get(n->child[i], "href");
    const char *hash = href ? strrchr(href, '#') : NULL;
    if (hash) return hash + 1;
  }
  return NULL;
}

static uml_expr *literal(xmi_reader *r, const xml_node *n, uml_op op) {
  uml_expr *e = SV_ARENA_NEW(r->context->arena, uml_expr);
  e->op = op;
  e->span = xmi_span(r, n);
  return e;
}

// Without a value it has the first one of its type.
static uml_expr *value_unsaid(xmi_reader *r, const xml_node *n) {
  const char *type = xmi_type(n);
  if (!strcmp(type, "LiteralBoolean")) return literal(r, n, UML_E_FALSE);
  if (!strcmp(type, "LiteralInteger") || !strcmp(type, "LiteralUnlimitedNatural"))
    return literal(r, n, UML_E_NUMBER);
  if (!strcmp(type, "InstanceValue")) xmi_wrong(r, n, "the instance of this value is missing");
  else xmi_unsupported(r, n, "a value of type `%s` without a text is not supported", type);
  return NULL;
}

// A value becomes an expression: as text where it has one, else by its type.
static uml_expr *value_of(xmi_reader *r, const xml_node *n) {
  const char *type = xmi_type(n), *value = uml_xml_get(n, "value");
  const xml_node *instance = xmi_ref(r, n, "instance");
  uml_expr *e = NULL;
  if (!strcmp(type, "LiteralNull")) return literal(r, n, UML_E_NIL);
  if (instance) value = uml_xml_get(instance, "name");
  for (uint32_t i = 0; !value && i < n->children; i++)
    if (!strcmp(n->child[i]->name, "body")) value = n->child[i]->text;
  if (!value) return value_unsaid(r, n);
  if (!uml_parse_guard(r->context, xmi_source(r, n, value), &e)) r->failed = true;
  return e;
}

static uml_variable *read_variable(xmi_reader *r, const xml_node *n) {
  uml_variable *v = SV_ARENA_NEW(r->context->arena, uml_variable);
  const char *type = type_text(r, n);
  v->name = xmi_name(r, n);
  v->span = v->type.span = xmi_span(r, n);
  if (type) v->type.named = sv_names_cstr(r->context->names, type);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "defaultValue")) v->init = value_of(r, n->child[i]);
  return v;
}

// Strings, numbers with a point and collections have no meaning in actions; they cannot be named either.
static bool is_usable(xmi_reader *r, const xml_node *n) {
  const char *type = type_text(r, n);
  if (!xmi_name(r, n).x || xmi_is_many(n)) return false;
  return !type || (strcmp(type, "String") && strcmp(type, "Real"));
}

static void read_variables(xmi_reader *r, const xml_node *n, uml_variables *out) {
  UML_LIST(uml_variable) all = {0};
  for (uint32_t i = 0; i < n->children; i++) {
    const xml_node *part = n->child[i];
    if (strcmp(part->name, "ownedAttribute")) continue;
    xmi_refuse_attribute(r, part);
    if (is_usable(r, part)) sv_push(all, read_variable(r, part));
  }
  SV_ARENA_KEEP(r->context->arena, all, out->at, out->n);
}

// ---- declarations

static void declare_signal(xmi_reader *r, const xml_node *n) {
  sv_name name = xmi_name(r, n);
  if (!name.x) return;
  uml_signal *s = uml_signal_named(r->context, name, xmi_span(r, n));
  if (s->declared) return;  // MagicDraw declares one per machine
  s->declared = true;
  xmi_refuse_signal(r, n);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "ownedAttribute")) xmi_refuse_parameter(r, n->child[i]);
  read_variables(r, n, &s->parameters);
}

static void declare_enum(xmi_reader *r, const xml_node *n) {
  uml_enum *e = SV_ARENA_NEW(r->context->arena, uml_enum);
  SV_VEC(sv_name) members = {0};
  e->name = xmi_name(r, n);
  e->span = xmi_span(r, n);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "ownedLiteral") && xmi_name(r, n->child[i]).x)
      sv_push(members, xmi_name(r, n->child[i]));
  SV_ARENA_KEEP(r->context->arena, members, e->member, e->members);
  if (e->name.x && e->members) sv_push(r->context->model->enums, e);
}

static void declare(xmi_reader *r, const xml_node *n) {
  if (!strcmp(xmi_type(n), "Signal")) declare_signal(r, n);
  if (!strcmp(xmi_type(n), "Enumeration")) declare_enum(r, n);
}

void xmi_read_declarations(xmi_reader *r, const xml_node *package) { visit(r, package, declare); }

// ---- classes

const xml_node *xmi_machine_of(const xmi_reader *r, const xml_node *class) {
  const xml_node *machine = xmi_ref(r, class, "classifierBehavior");
  for (uint32_t i = 0; !machine && i < class->children; i++)
    if (xmi_is(class->child[i], "ownedBehavior", "StateMachine")) machine = class->child[i];
  return machine && !strcmp(xmi_type(machine), "StateMachine") ? machine : NULL;
}

static uml_class *add_class(xmi_reader *r, const xml_node *n) {
  uml_context *c = r->context;
  sv_name name = xmi_name(r, n);
  if (!name.x) name = sv_names_cstr(c->names, "Machine");
  for (uint32_t i = 0; i < c->model->classes.n; i++)
    if (c->model->classes.at[i]->name.x == name.x)
      xmi_wrong(r, n, "there is another class `%s`", uml_text_of(c, name));
  return uml_add_class(c, name, xmi_span(r, n));
}

static void read_class(xmi_reader *r, const xml_node *n) {
  bool class = !strcmp(xmi_type(n), "Class"), machine = !strcmp(xmi_type(n), "StateMachine");
  const xml_node *behavior = machine ? n : class ? xmi_machine_of(r, n) : NULL;
  if (!class && !machine) return;
  if (class) {
    xmi_refuse_behavior(r, n);
    xmi_refuse_class(r, n);
  }
  r->class = add_class(r, n);
  read_variables(r, n, &r->class->attributes);
  if (behavior) xmi_read_machine(r, behavior);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->class->regions.n; i++) {
    uml_region *region = r->class->regions.at[i];
    if (region->vertices.n) r->class->regions.at[kept++] = region;
    else sv_vec_free(region->vertices);
  }
  r->class->regions.n = kept;
  if (!uml_finish_class(r->context, r->class)) r->failed = true;
}

void xmi_read_classes(xmi_reader *r, const xml_node *package) { visit(r, package, read_class); }

// ---- instances

static void read_slot(xmi_reader *r, const xml_node *n, uml_object *o) {
  const xml_node *feature = xmi_ref(r, n, "definingFeature");
  uml_slot slot = {.span = xmi_span(r, n)};
  if (!feature || !is_usable(r, feature)) return;
  slot.attribute = xmi_name(r, feature);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "value")) slot.value = value_of(r, n->child[i]);
  if (slot.value) sv_push(o->slots, slot);
}

static void read_object(xmi_reader *r, const xml_node *n) {
  const xml_node *classifier =
      strcmp(xmi_type(n), "InstanceSpecification") ? NULL : xmi_ref(r, n, "classifier");
  if (!classifier || strcmp(xmi_type(classifier), "Class") || !xmi_name(r, n).x) return;
  uml_object *o = SV_ARENA_NEW(r->context->arena, uml_object);
  o->name = xmi_name(r, n);
  o->span = o->class_span = xmi_span(r, n);
  o->class_name = xmi_name(r, classifier);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "slot")) read_slot(r, n->child[i], o);
  sv_push(r->context->model->objects, o);
}

void xmi_read_objects(xmi_reader *r, const xml_node *package) { visit(r, package, read_object); }
