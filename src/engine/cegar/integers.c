// integers.c -- are bit vectors better asked about as numbers?
//
// Words that are counted, added and compared are: sequence numbers, tickets,
// amounts. As bits every such question is one about adders, and those that a
// proof needs (x <= y keeps being true) are the hard ones. Words whose single
// bits matter, or that are multiplied with each other, stay bits.

#include "engine/cegar/cegar.h"

enum { WIDE = 16, NARROW = 8 };  // bits

static const sv_sort_info *info_of(const sv_terms *T, sv_term t) {
  return sv_sort_get(T, sv_sort_of(T, t));
}

static bool is_wide(const sv_terms *T, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_scalar(T, sort));
  return info->kind == SV_SORT_BV && info->size >= WIDE;
}

static bool has_wide_data(const sv_net *net) {
  const sv_terms *T = net->model->terms;
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (is_wide(T, net->vars.at[v].sort)) return true;
  for (uint32_t q = 0; q < net->queues.n; q++)
    for (uint32_t f = 0; f < net->queues.at[q].field_count; f++)
      if (is_wide(T, net->queues.at[q].fields[f])) return true;
  return false;
}

static bool is_number(const sv_terms *T, sv_term t) {
  sv_value v;
  return sv_is_const(T, t, &v);
}

// 2^k - 1
static bool is_low_mask(const sv_terms *T, sv_term t) {
  sv_value v;
  int64_t n;
  return sv_is_const(T, t, &v) && sv_number_to_i64(sv_terms_numbers(T), v, &n) && n >= 0 &&
         !(n & (n + 1));
}

// An operator that counts, as far as encode/smt/smt_view_integer.c has words for it.
static bool counts(const sv_terms *T, const sv_node *n) {
  switch (n->op) {
  case SV_OP_MUL: return is_number(T, n->args[0]) || is_number(T, n->args[1]);
  case SV_OP_DIV:
  case SV_OP_MOD:
  case SV_OP_SHL:
  case SV_OP_SHR: return is_number(T, n->args[1]);
  case SV_OP_BVAND: return is_low_mask(T, n->args[1]);
  case SV_OP_BVOR:
  case SV_OP_BVXOR: return false;
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_NEG:
  case SV_OP_BVNOT:
  case SV_OP_QUOT:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return true;
  }
  SV_UNREACHABLE();
}

// All terms of the model are looked at, whoever made them.
static bool only_counts(const sv_terms *T) {
  for (uint32_t i = 1; i <= sv_terms_count(T); i++) {
    sv_node n = sv_node_of(T, i);
    const sv_sort_info *info = info_of(T, sv_term_of_index(i));
    if (info->kind == SV_SORT_BV && info->size > NARROW && !counts(T, &n)) return false;
  }
  return true;
}

bool sv_cegar_counts(const sv_net *net, sv_opt_tristate wish) {
  if (wish != SV_OPT_TRISTATE_AUTO) return wish == SV_OPT_TRISTATE_ON;
  return has_wide_data(net) && only_counts(net->model->terms);
}
