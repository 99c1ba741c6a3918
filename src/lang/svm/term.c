// term.c -- terms: the frame.
//
// svm_build turns a tree into a term; the parser has bounded its depth. The
// sort that a place expects travels down, the sort that a term has comes up,
// and the two meet in svm_term, which is where most mistakes are told.

#include "lang/svm/reader.h"

bool svm_is_atom(const svm_reader *r, const svm_node *node, const char *word) {
  if (node->is_list || node->token.quoted) return false;
  if (node->token.kind != SVM_T_NAME && node->token.kind != SVM_T_SIGN) return false;
  return !strcmp(svm_name(r, node->token.name), word);
}

// Counts what follows the operator.
static bool arity(svm_reader *r, const svm_node *list, uint32_t least, uint32_t most) {
  uint32_t n = list->n - 1;
  const char *word = svm_name(r, list->child[0]->token.name);
  if (n >= least && n <= most) return true;
  if (n < least)
    svm_report(r, list->span, "`%s` needs %s%u operand%s, this has %u", word,
               least == most ? "" : "at least ", least, least == 1 ? "" : "s", n);
  else
    svm_report(r, list->child[most + 1]->span, "`%s` takes no more than %u operand%s", word, most,
               most == 1 ? "" : "s");
  return false;
}

// --- numbers that have no sort of their own

static bool is_whole(const svm_reader *r, const svm_token *t) {
  return t->kind == SVM_T_NUMBER && !strpbrk(svm_name(r, t->name), "./");
}

static bool is_flexible(svm_reader *r, const svm_scope *s, const svm_node *node);

static bool all_flexible(svm_reader *r, const svm_scope *s, const svm_node *list, uint32_t first) {
  for (uint32_t i = first; i < list->n; i++)
    if (!is_flexible(r, s, list->child[i])) return false;
  return list->n > first;
}

static bool is_arithmetic(const svm_operator *o) {
  return sv_class_of(o->op) == SV_CLASS_ARITHMETIC || sv_class_of(o->op) == SV_CLASS_BITS;
}

// A member of several enumerations is as undecided as a number.
static bool is_undecided_member(const svm_reader *r, const svm_scope *s, const svm_token *t) {
  return t->kind == SVM_T_NAME && sv_map_get(&r->members, t->name.x) == SVM_SEVERAL &&
         !svm_is_hidden(r, s, t);
}

static bool is_flexible(svm_reader *r, const svm_scope *s, const svm_node *node) {
  if (!node->is_list) return is_whole(r, &node->token) || is_undecided_member(r, s, &node->token);
  if (node->n < 2) return false;
  const svm_operator *o = svm_find_operator(r, node->child[0]);
  if (!o) return false;
  if (o->op == SV_OP_ITE) return node->n == 4 && all_flexible(r, s, node, 2);
  if (o->op == SV_OP_FILL) return node->n == 2;
  if (o->op == SV_OP_STORE) return is_flexible(r, s, node->child[1]);
  return (o->op == SV_OP_ARRAY || is_arithmetic(o)) && all_flexible(r, s, node, 1);
}

// First those that have a sort, then those that take it.
bool svm_operands(svm_reader *r, const svm_scope *s, svm_node *const *nodes, uint32_t n,
                  sv_sort expected, sv_term *out) {
  bool fine = true, decided = false;
  for (uint32_t i = 0; i < n; i++) {
    out[i] = SV_NONE;
    if (is_flexible(r, s, nodes[i])) continue;
    out[i] = svm_build(r, s, nodes[i], expected);
    fine &= !sv_is_none(out[i]);
    if (!sv_is_none(out[i]) && !decided) expected = sv_sort_of(r->T, out[i]), decided = true;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!is_flexible(r, s, nodes[i])) continue;
    out[i] = svm_build(r, s, nodes[i], expected);
    fine &= !sv_is_none(out[i]);
  }
  return fine;
}

// --- the two halves

static sv_term build_list(svm_reader *r, const svm_scope *s, const svm_node *node,
                          sv_sort expected) {
  if (!node->n) {
    svm_report(r, node->span, "an operator must follow the parenthesis");
    return SV_NONE;
  }
  const svm_operator *o = svm_find_operator(r, node->child[0]);
  if (!o) {
    svm_suggest_operator(r, node->child[0]);
    return SV_NONE;
  }
  if (!arity(r, node, o->least, o->most)) return SV_NONE;
  return o->build(r, s, node, expected);
}

sv_term svm_build(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  return node->is_list ? build_list(r, s, node, expected) : svm_leaf(r, s, &node->token, expected);
}

sv_term svm_term(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  sv_term t = svm_build(r, s, node, expected);
  if (sv_is_none(t) || !expected.x || sv_sort_fits(r->T, expected, sv_sort_of(r->T, t))) return t;
  svm_report(r, node->span, "this has sort `%s`, but `%s` is needed here",
             svm_sort_text(r, sv_sort_of(r->T, t)), svm_sort_text(r, expected));
  return SV_NONE;
}
