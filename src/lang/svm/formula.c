// formula.c -- formulas about runs: temporal operators over terms.
//
// (always f) (eventually f) (next f) (until f g) (weakuntil f g) (release f g),
// or with the signs [] <> X U W R V; they may stand below each other and below
// not, and, or, =>. Everything else is a term.

#include "lang/svm/reader.h"

typedef struct {
  svm_reader *r;
  sv_ltl *ltl;
} formulas;

static sv_temporal operator_of(const svm_reader *r, const svm_node *node) {
  if (!node->is_list || !node->n || node->child[0]->is_list) return SV_TEMPORAL_NONE;
  const svm_token *t = &node->child[0]->token;
  if (t->quoted || (t->kind != SVM_T_NAME && t->kind != SVM_T_SIGN)) return SV_TEMPORAL_NONE;
  const char *word = svm_name(r, t->name);
  return sv_temporal_by_word(word, strlen(word));
}

static bool is_connective(const svm_reader *r, const svm_node *node) {
  if (!node->is_list || node->n < 2) return false;
  const svm_node *head = node->child[0];
  return svm_is_atom(r, head, "and") || svm_is_atom(r, head, "or") ||
         (svm_is_atom(r, head, "not") && node->n == 2) ||
         (svm_is_atom(r, head, "=>") && node->n == 3);
}

static bool is_temporal(const svm_reader *r, const svm_node *node) {
  if (operator_of(r, node)) return true;
  for (uint32_t i = 1; is_connective(r, node) && i < node->n; i++)
    if (is_temporal(r, node->child[i])) return true;
  return false;
}

static sv_formula formula_of(formulas *f, const svm_node *node);

static sv_formula timed(formulas *f, const svm_node *node, sv_temporal op) {
  uint32_t wanted = sv_temporal_is_binary(op) ? 2 : 1;
  if (node->n != wanted + 1) {
    svm_report(f->r, node->span, "`%s` takes %u operand%s, but there are %u",
               svm_name(f->r, node->child[0]->token.name), wanted, wanted > 1 ? "s" : "",
               node->n - 1);
    return sv_ltl_leaf(f->ltl, SV_TRUE);
  }
  sv_formula a = formula_of(f, node->child[1]);
  return sv_temporal_apply(f->ltl, op, a, wanted > 1 ? formula_of(f, node->child[2]) : a);
}

static sv_formula formula_of(formulas *f, const svm_node *node) {
  svm_reader *r = f->r;
  sv_temporal op = operator_of(r, node);
  if (op) return timed(f, node, op);
  if (!is_temporal(r, node)) {
    sv_term t = svm_term(r, &(svm_scope){0}, node, sv_sort_bool(r->T));
    return sv_ltl_leaf(f->ltl, sv_is_none(t) ? SV_TRUE : t);
  }
  const svm_node *head = node->child[0];
  sv_formula all = formula_of(f, node->child[1]);
  if (svm_is_atom(r, head, "not") || svm_is_atom(r, head, "=>")) all = sv_ltl_not(f->ltl, all);
  bool conjunction = svm_is_atom(r, head, "and");
  for (uint32_t i = 2; i < node->n; i++) {
    sv_formula next = formula_of(f, node->child[i]);
    all = conjunction ? sv_ltl_and(f->ltl, all, next) : sv_ltl_or(f->ltl, all, next);
  }
  return all;
}

void svm_define_formula(svm_reader *r, uint32_t property, const svm_node *node) {
  formulas f = {r, sv_ltl_new(r->T)};
  uint32_t before = sv_diags_errors(r->diags);
  sv_formula formula = formula_of(&f, node);
  if (sv_diags_errors(r->diags) == before) sv_temporal_define(r->m, property, f.ltl, formula);
  sv_ltl_free(f.ltl);
}
