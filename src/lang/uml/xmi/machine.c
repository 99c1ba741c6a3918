// machine.c -- regions, vertices and transitions of an XMI state machine.

#include "lang/uml/check/check.h"
#include "lang/uml/xmi/xmi.h"

// ---- texts

// The body of an opaque behaviour or expression; the value of a literal.
static const char *text_of(xmi_reader *r, const xml_node *n) {
  sv_text text = {0};
  uint32_t bodies = 0;
  const char *body = uml_xml_get(n, "body");
  if (body) sv_text_string(&text, body);
  for (uint32_t i = 0; i < n->children; i++) {
    if (strcmp(n->child[i]->name, "body")) continue;
    if (*n->child[i]->text && bodies++)
      xmi_unsupported(r, n, "a text in several languages is not supported: which one is meant?");
    else sv_text_string(&text, n->child[i]->text);
  }
  if (!strcmp(xmi_type(n), "LiteralBoolean")) {
    const char *value = uml_xml_get(n, "value");
    sv_text_string(&text, value ? value : "false");
  }
  if (!strcmp(xmi_type(n), "LiteralString") && uml_xml_get(n, "value"))
    sv_text_string(&text, uml_xml_get(n, "value"));
  const char *kept = sv_arena_strndup(r->context->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return kept;
}

// MagicDraw keeps an action as the name of an activity.
static void read_behavior(xmi_reader *r, const xml_node *n, uml_behavior *b) {
  const char *type = xmi_type(n), *text = NULL;
  if (!strcmp(type, "Activity")) {
    xmi_refuse_activity(r, n);
    text = uml_xml_get(n, "name");
  } else if (!strcmp(type, "OpaqueBehavior") || !strcmp(type, "FunctionBehavior") || !*type)
    text = text_of(r, n);
  else {
    xmi_unsupported(r, n, "a behaviour of type `%s` is not supported", type);
    return;
  }
  if (text && *text) uml_add_text(r->context, b, xmi_source(r, n, text));
}

// A behaviour that stands elsewhere.
static void read_referred(xmi_reader *r, const xml_node *n, const char *feature, uml_behavior *b) {
  const xml_node *behavior = xmi_ref(r, n, feature);
  const xml_node *part = NULL;
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, feature)) part = n->child[i];
  bool refers = uml_xml_get(n, feature) || (part && uml_xml_get_in(part, "xmi", "idref"));
  if (behavior) read_behavior(r, behavior, b);
  else if (refers) xmi_wrong(r, n, "the behaviour of its %s is missing", feature);
}

static bool is_text(const char *type) {
  return !*type || !strcmp(type, "OpaqueExpression") || !strcmp(type, "LiteralBoolean") ||
         !strcmp(type, "LiteralString");
}

static void read_guard_text(xmi_reader *r, const xml_node *constraint, const xml_node *n,
                            uml_transition *t) {
  const char *text = text_of(r, n), *at = text;
  if (!is_text(xmi_type(n)))
    xmi_unsupported(r, constraint, "a guard of type `%s` is not supported", xmi_type(n));
  while (*at == ' ' || *at == '\n' || *at == '\t') at++;
  if (!strncmp(at, "else", 4) && at[4 + strspn(at + 4, " \t\n")] == '\0') t->is_else = true;
  else if (*at) t->guard_text = xmi_source(r, constraint, text);
}

// The constraint that the transition calls its guard, or the only rule it has.
static const xml_node *guard_of(xmi_reader *r, const xml_node *n) {
  const xml_node *guard = xmi_ref(r, n, "guard"), *rule = NULL;
  if (!guard && uml_xml_get(n, "guard")) xmi_wrong(r, n, "the guard of this transition is missing");
  for (uint32_t i = 0; i < n->children; i++) {
    if (!guard && !strcmp(n->child[i]->name, "guard")) guard = n->child[i];
    if (strcmp(n->child[i]->name, "ownedRule")) continue;
    if (!guard && rule) xmi_wrong(r, n, "which rule of this transition is its guard?");
    rule = n->child[i];
  }
  return guard ? guard : rule;
}

static void read_guard(xmi_reader *r, const xml_node *n, uml_transition *t) {
  const xml_node *guard = guard_of(r, n), *text = NULL;
  for (uint32_t i = 0; guard && i < guard->children; i++)
    if (!strcmp(guard->child[i]->name, "specification")) text = guard->child[i];
  if (text) read_guard_text(r, guard, text, t);
  else if (guard) xmi_wrong(r, guard, "the specification of this guard is missing");
}

// ---- events

static void read_trigger(xmi_reader *r, const xml_node *n, uml_triggers *out) {
  const xml_node *event = xmi_ref(r, n, "event");
  xmi_refuse_trigger(r, n);
  if (!event) {
    xmi_wrong(r, n, "the event of this trigger is missing");
    return;
  }
  if (strcmp(xmi_type(event), "SignalEvent")) {
    const char *called = uml_xml_get(event, "name");
    if (!called || !*called) called = xmi_id(event);
    xmi_unsupported(r, n, "an event of type `%s` (`%s`) is not supported", xmi_type(event),
                    called ? called : "");
    return;
  }
  const xml_node *signal = xmi_ref(r, event, "signal");
  sv_name name = signal ? xmi_name(r, signal) : (sv_name){0};
  if (!name.x) {
    xmi_wrong(r, event, "the signal of this event is missing");
    return;
  }
  sv_span span = xmi_span(r, n);
  sv_push(*out, (uml_trigger){.name = name,
                              .span = span,
                              .signal = uml_signal_named(r->context, name, span)});
}

// ---- vertices

static bool kind_of(const xml_node *n, uml_vertex_kind *kind) {
  static const struct {
    const char *word;
    uml_vertex_kind kind;
  } known[] = {{"initial", UML_INITIAL},
               {"choice", UML_CHOICE},
               {"junction", UML_JUNCTION},
               {"fork", UML_FORK},
               {"join", UML_JOIN},
               {"shallowHistory", UML_SHALLOW_HISTORY},
               {"deepHistory", UML_DEEP_HISTORY},
               {"entryPoint", UML_ENTRY_POINT},
               {"exitPoint", UML_EXIT_POINT},
               {"terminate", UML_TERMINATE}};
  const char *type = xmi_type(n), *word = uml_xml_get(n, "kind");
  if (!strcmp(type, "State")) return *kind = UML_STATE, true;
  if (!strcmp(type, "FinalState")) return *kind = UML_FINAL, true;
  if (strcmp(type, "Pseudostate")) return false;
  for (size_t i = 0; i < SV_COUNT(known); i++)
    if (!strcmp(word ? word : "initial", known[i].word)) return *kind = known[i].kind, true;
  return false;
}

static void know(xmi_reader *r, const xml_node *n, uml_vertex *v) {
  const char *id = xmi_id(n);
  if (!id) return;
  sv_map_put(&r->vertex_of, sv_names_cstr(r->context->names, id).x, r->vertices.n);
  sv_push(r->vertices, v);
}

static void read_region(xmi_reader *, const xml_node *, uml_vertex *state, uint32_t depth);

static void read_point(xmi_reader *r, const xml_node *n, uml_vertex *state) {
  uml_vertex_kind kind;
  if (!kind_of(n, &kind) || (kind != UML_ENTRY_POINT && kind != UML_EXIT_POINT)) {
    xmi_unsupported(r, n, "a connection point of this kind is not supported");
    return;
  }
  know(r, n, uml_add_point(r->context, state, kind, xmi_name(r, n), xmi_span(r, n)));
}

static void read_state_part(xmi_reader *r, const xml_node *n, uml_vertex *v, uint32_t depth) {
  if (!strcmp(n->name, "entry")) read_behavior(r, n, &v->entry);
  else if (!strcmp(n->name, "exit")) read_behavior(r, n, &v->exit);
  else if (!strcmp(n->name, "doActivity")) read_behavior(r, n, &v->activity);
  else if (!strcmp(n->name, "deferrableTrigger")) read_trigger(r, n, &v->deferred);
  else if (!strcmp(n->name, "connectionPoint")) read_point(r, n, v);
  else if (!strcmp(n->name, "region")) read_region(r, n, v, depth + 1);
  else if (!strcmp(n->name, "connection"))
    xmi_unsupported(r, n, "a connection point reference is not supported");
}

static void read_vertex(xmi_reader *r, const xml_node *n, uml_region *region, uint32_t depth) {
  uml_vertex_kind kind;
  if (!kind_of(n, &kind)) {
    xmi_unsupported(r, n, "a vertex of type `%s`%s%s is not supported", xmi_type(n),
                    uml_xml_get(n, "kind") ? " and kind " : "",
                    uml_xml_get(n, "kind") ? uml_xml_get(n, "kind") : "");
    return;
  }
  xmi_refuse_state(r, n);
  uml_vertex *v = uml_add_vertex(r->context, region, kind,
                                 kind == UML_STATE ? xmi_name(r, n) : (sv_name){0}, xmi_span(r, n));
  know(r, n, v);
  for (uint32_t i = 0; i < n->children; i++)
    if (kind == UML_STATE && !xmi_is_skipped(n->child[i]))
      read_state_part(r, n->child[i], v, depth);
  if (kind != UML_STATE) return;
  read_referred(r, n, "entry", &v->entry);
  read_referred(r, n, "exit", &v->exit);
  read_referred(r, n, "doActivity", &v->activity);
}

static void read_region(xmi_reader *r, const xml_node *n, uml_vertex *state, uint32_t depth) {
  if (depth > UML_DEPTH_MAX || r->vertices.n > UML_VERTICES_MAX) {
    xmi_wrong(r, n, depth > UML_DEPTH_MAX ? "states are nested too deeply" : "too many states");
    return;
  }
  uml_region *region = uml_add_region(r->context, r->class, state);
  region->span = xmi_span(r, n);
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, "subvertex")) read_vertex(r, n->child[i], region, depth);
}

// ---- transitions

static uml_vertex *end_of(xmi_reader *r, const xml_node *n, const char *feature) {
  const xml_node *end = xmi_ref(r, n, feature);
  const char *id = end ? xmi_id(end) : NULL;
  sv_name name = id ? sv_names_find(r->context->names, id, strlen(id)) : (sv_name){0};
  uint32_t at = name.x ? sv_map_get(&r->vertex_of, name.x) : SV_MAP_NONE;
  if (at != SV_MAP_NONE && r->vertices.at[at]->class == r->class) return r->vertices.at[at];
  xmi_wrong(r, n, "the %s of this transition is missing", feature);
  return NULL;
}

// As PlantUML has it where there is no name.
static const char *text_of_end(const xmi_reader *r, const xml_node *n, const char *feature,
                               const uml_vertex *v) {
  const xml_node *end = xmi_ref(r, n, feature);
  const char *name = end ? uml_xml_get(end, "name") : NULL;
  if (v->name.x) return uml_text_of(r->context, v->name);
  if (v->kind == UML_INITIAL || v->kind == UML_FINAL) return "[*]";
  if (v->kind == UML_SHALLOW_HISTORY) return "[H]";
  if (v->kind == UML_DEEP_HISTORY) return "[H*]";
  return name && *name ? name : uml_kind_text(v->kind);
}

static const char *text_of_transition(xmi_reader *r, const uml_transition *t, const xml_node *n) {
  const uml_context *c = r->context;
  sv_text text = {0};
  sv_text_printf(&text, "%s --> ", text_of_end(r, n, "source", t->source));
  sv_text_string(&text, text_of_end(r, n, "target", t->target));
  for (uint32_t i = 0; i < t->triggers.n; i++)
    sv_text_printf(&text, "%s%s", i ? ", " : " : ", uml_text_of(c, t->triggers.at[i].name));
  if (uml_xml_get(n, "name") && *uml_xml_get(n, "name"))
    sv_text_printf(&text, " (%s)", uml_xml_get(n, "name"));
  const char *kept = sv_arena_strndup(c->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return kept;
}

static void read_transition(xmi_reader *r, const xml_node *n) {
  uml_vertex *from = end_of(r, n, "source"), *to = end_of(r, n, "target");
  const char *kind = uml_xml_get(n, "kind");
  if (!from || !to) return;
  uml_transition *t = uml_add_transition(r->context, r->class, from, to, xmi_span(r, n));
  t->name = xmi_name(r, n);
  if (kind && !strcmp(kind, "local")) t->kind = UML_LOCAL;
  if (kind && !strcmp(kind, "internal")) t->kind = UML_INTERNAL;
  if (kind && strcmp(kind, "local") && strcmp(kind, "internal") && strcmp(kind, "external"))
    xmi_wrong(r, n, "there is no kind of transitions `%s`", kind);
  if (t->kind == UML_INTERNAL && from != to)
    xmi_wrong(r, n, "an internal transition stays in its state");
  for (uint32_t i = 0; i < n->children; i++) {
    const xml_node *part = n->child[i];
    if (!strcmp(part->name, "trigger")) read_trigger(r, part, &t->triggers);
    else if (!strcmp(part->name, "effect")) read_behavior(r, part, &t->effect);
  }
  read_referred(r, n, "effect", &t->effect);
  read_guard(r, n, t);
  t->text = text_of_transition(r, t, n);
}

static void read_transitions(xmi_reader *r, const xml_node *n) {
  for (uint32_t i = 0; i < n->children; i++) {
    const xml_node *part = n->child[i];
    if (xmi_is_skipped(part)) continue;
    if (!strcmp(part->name, "transition")) read_transition(r, part);
    else if (!strcmp(part->name, "region") || !strcmp(part->name, "subvertex"))
      read_transitions(r, part);
  }
}

void xmi_read_machine(xmi_reader *r, const xml_node *machine) {
  xmi_refuse_machine(r, machine);
  for (uint32_t i = 0; i < machine->children; i++) {
    if (!strcmp(machine->child[i]->name, "region")) read_region(r, machine->child[i], NULL, 0);
    if (!strcmp(machine->child[i]->name, "connectionPoint"))
      xmi_unsupported(r, machine->child[i],
                      "a connection point of the machine itself is not supported");
  }
  read_transitions(r, machine);
}
