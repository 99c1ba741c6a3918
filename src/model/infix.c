// infix.c -- terms for people.
//
// Used in messages, traces and pictures. x' is the value after the step, $1.x
// belongs to a partner, other.x to the others of a broadcast, P.x[i] to
// instance i of P; locations have their names, choice inputs their numbers.

#include "model/print.h"

static const char *name(const sv_model *m, sv_name n) { return sv_names_get(m->names, n); }

static const char *template_name(const sv_model *m, uint32_t t) {
  return t && t < m->templates.n ? name(m, m->templates.at[t].name) : "?";
}

static void print_role(uint32_t role, sv_text *out) {
  if (role == SV_ROLE_OTHER) sv_text_string(out, "other.");
  else if (role) sv_text_printf(out, "$%u.", role);
}

static void print_variable(const sv_model *m, const sv_node *node, sv_text *out) {
  if (!node->id || node->id >= m->variables.n) return;
  const sv_variable *v = &m->variables.at[node->id];
  if (node->op == SV_OP_FIND) sv_text_string(out, "find ");
  if (node->op == SV_OP_REMOTE || node->op == SV_OP_FIND)
    sv_text_printf(out, "%s.", template_name(m, v->owner));
  else print_role(node->role, out);
  sv_text_string(out, name(m, v->name));
  if (node->op == SV_OP_NEXT) sv_text_char(out, '\'');
}

static void print_queue(const sv_model *m, const sv_node *node, sv_text *out) {
  if (!node->id || node->id >= m->queues.n) return;
  print_role(node->role, out);
  sv_text_string(out, name(m, m->queues.at[node->id].name));
}

static void print_location(const sv_model *m, const sv_node *node, sv_text *out) {
  uint32_t t = sv_sort_get(m->terms, node->sort)->size;
  int64_t l = sv_small_get(node->value);
  if (t && t < m->templates.n && l < m->templates.at[t].locations.n)
    sv_text_string(out, name(m, m->templates.at[t].locations.at[l].name));
}

static void print_leaf(void *context, const sv_terms *T, const sv_node *node, sv_text *out) {
  const sv_model *m = context;
  SV_UNUSED(T);
  switch (node->op) {
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_REMOTE:
  case SV_OP_FIND: print_variable(m, node, out); return;
  case SV_OP_CHOICE: sv_text_printf(out, "?%u", node->id); return;
  case SV_OP_SELF:
    print_role(node->role, out);
    sv_text_string(out, "self");
    return;
  case SV_OP_ALIVE: sv_text_printf(out, "alive(%s)", template_name(m, node->id)); return;
  case SV_OP_QUEUE: print_queue(m, node, out); return;
  case SV_OP_CONST: print_location(m, node, out); return;
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}

// The context of a leaf printer is not const; this one only reads.
void sv_model_print_infix(const sv_model *m, sv_term t, sv_text *out) {
  union {
    const sv_model *in;
    void *out;
  } context = {.in = m};
  sv_term_print_infix(m->terms, t, print_leaf, context.out, out);
}
