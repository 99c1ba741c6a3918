// net_print.c -- terms of a net, for people and for messages.

#include "model/net_build.h"

static void print_name(const sv_net *net, sv_name name, sv_text *out) {
  sv_text_string(out, sv_names_get(net->model->names, name));
}

static void print_constant(const sv_net *net, const sv_terms *T, const sv_node *node,
                           sv_text *out) {
  const sv_sort_info *info = sv_sort_get(T, node->sort);
  int64_t n = sv_is_small(node->value) ? sv_small_get(node->value) : -1;
  if (info->kind == SV_SORT_LOC && n >= 0 && n < net->model->templates.at[info->size].locations.n)
    print_name(net, net->model->templates.at[info->size].locations.at[n].name, out);
  else sv_value_print(T, node->sort, node->value, out);
}

static void print_leaf(void *context, const sv_terms *T, const sv_node *node, sv_text *out) {
  const sv_net *net = context;
  switch (node->op) {
  case SV_OP_CONST: print_constant(net, T, node, out); return;
  case SV_OP_VAR: print_name(net, net->vars.at[node->id].name, out); return;
  case SV_OP_NEXT:
    sv_text_printf(out, "%s'", sv_names_get(net->model->names, net->vars.at[node->id].name));
    return;
  case SV_OP_CHOICE: sv_text_printf(out, "?%u", node->id); return;
  case SV_OP_QUEUE:
    print_name(net, net->model->queues.at[net->queues.at[node->id].family].name, out);
    return;
  case SV_ANY_INSTANCE_OP:
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

void sv_net_print_term(const sv_net *net, sv_term term, sv_text *out) {
  sv_net net_copy = *net;  // printers take a plain pointer; nothing is changed
  sv_term_print(net->model->terms, term, print_leaf, &net_copy, out);
}
