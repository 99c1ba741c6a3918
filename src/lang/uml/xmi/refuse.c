// refuse.c -- what a reader that knows only states and signals would pass over.
//
// A state invariant, a port, a general class or an activity of nodes changes
// what a machine does, or what its objects are. A reader that skips what it
// does not know would answer for another machine, so these are refused by name.

#include "lang/uml/xmi/xmi.h"

static const xml_node *child_of(const xml_node *n, const char *name) {
  for (uint32_t i = 0; i < n->children; i++)
    if (!strcmp(n->child[i]->name, name)) return n->child[i];
  return NULL;
}

// It has the feature, as an attribute or as an element.
static bool has(const xml_node *n, const char *feature) {
  return uml_xml_get(n, feature) || child_of(n, feature);
}

void xmi_refuse_activity(xmi_reader *r, const xml_node *n) {
  if (has(n, "node") || has(n, "edge") || has(n, "structuredNode"))
    xmi_unsupported(r, n, "an activity of nodes is not supported: its action is its name");
}

void xmi_refuse_trigger(xmi_reader *r, const xml_node *n) {
  if (has(n, "port")) xmi_unsupported(r, n, "a trigger for some ports only is not supported");
}

void xmi_refuse_state(xmi_reader *r, const xml_node *n) {
  if (uml_xml_get(n, "submachine")) xmi_unsupported(r, n, "a submachine state is not supported");
  if (has(n, "stateInvariant"))
    xmi_unsupported(r, n, "a state invariant is not supported: ask for it by `--invariant`");
  if (has(n, "redefinedState")) xmi_unsupported(r, n, "a redefined state is not supported");
}

void xmi_refuse_machine(xmi_reader *r, const xml_node *n) {
  if (has(n, "extendedStateMachine"))
    xmi_unsupported(r, n, "an extended state machine is not supported");
}

// The class or signal of this document that it inherits from.
static const xml_node *general_of(const xmi_reader *r, const xml_node *n) {
  const xml_node *g = child_of(n, "generalization");
  const xml_node *general = g ? xmi_ref(r, g, "general") : NULL;
  return general && !strcmp(xmi_type(general), xmi_type(n)) ? general : NULL;
}

void xmi_refuse_signal(xmi_reader *r, const xml_node *n) {
  if (general_of(r, n)) xmi_unsupported(r, n, "a signal that inherits is not supported");
}

void xmi_refuse_class(xmi_reader *r, const xml_node *n) {
  enum { MOST_GENERAL = 100 };
  const xml_node *general = general_of(r, n);
  bool behaves = xmi_machine_of(r, n) != NULL;
  for (int i = 0; general && i < MOST_GENERAL && !behaves; i++, general = general_of(r, general))
    behaves = xmi_machine_of(r, general) != NULL;
  if (behaves && general_of(r, n)) xmi_unsupported(r, n, "a class that inherits is not supported");
}

static bool is_behavior(const char *type) {
  return !strcmp(type, "Activity") || !strcmp(type, "Interaction") ||
         !strcmp(type, "OpaqueBehavior") || !strcmp(type, "FunctionBehavior") ||
         !strcmp(type, "ProtocolStateMachine");
}

void xmi_refuse_behavior(xmi_reader *r, const xml_node *n) {
  const xml_node *behavior = xmi_ref(r, n, "classifierBehavior");
  const char *type = behavior ? xmi_type(behavior) : "";
  uint32_t machines = 0;
  if (behavior && is_behavior(type))
    xmi_unsupported(r, n, "a classifier behaviour of type `%s` is not supported", type);
  else if (has(n, "classifierBehavior") && strcmp(type, "StateMachine"))
    xmi_wrong(r, n, "its classifier behaviour is no state machine");
  for (uint32_t i = 0; !behavior && i < n->children; i++)
    machines += xmi_is(n->child[i], "ownedBehavior", "StateMachine");
  if (machines > 1)
    xmi_wrong(r, n, "it has %u state machines, and none is its classifier behaviour", machines);
}

void xmi_refuse_attribute(xmi_reader *r, const xml_node *n) {
  const char *all = uml_xml_get(n, "isStatic");
  if (all && !strcmp(all, "true"))
    xmi_unsupported(r, n, "an attribute that all objects share is not supported");
}

bool xmi_is_many(const xml_node *n) {
  const xml_node *upper = child_of(n, "upperValue");
  const char *value = upper ? uml_xml_get(upper, "value") : NULL;
  return value && strcmp(value, "1") != 0;
}

void xmi_refuse_parameter(xmi_reader *r, const xml_node *n) {
  if (xmi_is_many(n)) xmi_unsupported(r, n, "an attribute of many values is not supported");
}
