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

void sv_net_leaf(void *context, const sv_terms *T, const sv_node *node, sv_text *out) {
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
  case SV_OP_SELF:
  case SV_OP_ALIVE:
  case SV_OP_REMOTE:
  case SV_OP_FIND:
  case SV_OP_AND:
  case SV_OP_EQ:
  case SV_OP_ITE:
  case SV_OP_LT:
  case SV_OP_LE:
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_NEG:
  case SV_OP_MUL:
  case SV_OP_DIV:
  case SV_OP_MOD:
  case SV_OP_QUOT:
  case SV_OP_BVAND:
  case SV_OP_BVOR:
  case SV_OP_BVXOR:
  case SV_OP_BVNOT:
  case SV_OP_SHL:
  case SV_OP_SHR:
  case SV_OP_CAST:
  case SV_OP_SELECT:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER:
  case SV_OP_PEEK: break;
  }
  SV_UNREACHABLE();
}

void sv_net_print_term(const sv_net *net, sv_term term, sv_text *out) {
  sv_net net_copy = *net;  // printers take a plain pointer; nothing is changed
  sv_term_print(net->model->terms, term, sv_net_leaf, &net_copy, out);
}
