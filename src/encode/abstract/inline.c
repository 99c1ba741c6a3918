// inline.c -- x = e with x quantified: e for x, as long as there is such a conjunct.
//
// Equations are also solved for a variable: over reals for any, over integers
// where its factor is 1 or -1. A quantified Boolean that is a conjunct itself,
// or equivalent to something, goes the same way.

#include "encode/abstract/eliminate_inside.h"
#include "encode/abstract/linear.h"

typedef struct {
  sv_term leaf, by;
} definition;

static bool occurs(const sv_terms *T, sv_term leaf, sv_term in) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, &in, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) found = cone.at[i] == sv_index(leaf);
  sv_vec_free(cone);
  return found;
}

static bool is_quantified_leaf(const sv_terms *T, sv_term t) {
  sv_term_list leaves = {0};
  sv_eliminate_leaves(T, t, &leaves, NULL);
  bool is = leaves.n && sv_same(leaves.at[leaves.n - 1], sv_positive(t));
  sv_vec_free(leaves);
  return is;
}

static bool defines(const sv_terms *T, sv_term leaf, sv_term by, definition *out) {
  if (sv_negated(leaf) || !is_quantified_leaf(T, leaf) || occurs(T, leaf, by)) return false;
  *out = (definition){leaf, by};
  return true;
}

// The other side where the factor of the leaf is one that can be divided by.
static bool solve_for(sv_terms *T, const sv_sum *sum, uint32_t i, definition *out) {
  sv_summand at = sum->parts.at[i];
  sv_numbers *N = sv_terms_numbers(T);
  bool unit = sv_value_same(at.factor, sv_small(1)) || sv_value_same(at.factor, sv_small(-1));
  if ((sum->is_int && !unit) || !is_quantified_leaf(T, at.term)) return false;
  sv_sum rest = {.constant = sv_small(0), .is_int = sum->is_int};
  sv_sum_add(T, &rest, sum, sv_number_quot(N, sv_small(-1), at.factor));
  sv_sum itself = {.constant = sv_small(0), .is_int = sum->is_int};
  sv_push(itself.parts, (sv_summand){at.term, sv_small(1)});
  sv_sum_add(T, &rest, &itself, sv_small(1));
  bool found = defines(T, at.term, sv_sum_term(T, &rest, true), out);
  sv_sum_free(&rest);
  sv_sum_free(&itself);
  return found;
}

static bool solve_equation(sv_terms *T, sv_term equation, definition *out) {
  sv_linear_atom atom = {0};
  bool found = false;
  if (!sv_linear_literal(T, equation, &atom)) return false;
  bool whole = !atom.sum.is_int || sv_number_is_int(sv_terms_numbers(T), atom.sum.constant);
  for (uint32_t i = 0; atom.relation == SV_SUM_EQ && whole && i < atom.sum.parts.n && !found; i++)
    found = solve_for(T, &atom.sum, i, out);
  sv_sum_free(&atom.sum);
  return found;
}

static bool find_definition(sv_terms *T, sv_term conjunct, definition *out) {
  sv_node n = sv_node_of(T, sv_index(conjunct));
  if (is_quantified_leaf(T, conjunct))
    return *out = (definition){sv_positive(conjunct), sv_bool_const(!sv_negated(conjunct))}, true;
  if (n.op != SV_OP_EQ) return false;
  bool is_bool = sv_sort_get(T, sv_sort_of(T, n.args[0]))->kind == SV_SORT_BOOL;
  if (sv_negated(conjunct) && !is_bool) return false;
  sv_term a = n.args[0], b = n.args[1];
  sv_term not_a = sv_negated(conjunct) ? sv_not(a) : a,
          not_b = sv_negated(conjunct) ? sv_not(b) : b;
  return defines(T, a, not_b, out) || defines(T, b, not_a, out) ||
         (!is_bool && solve_equation(T, conjunct, out));
}

void sv_eliminate_inline(sv_eliminator *e, sv_term_list *conjuncts) {
  for (uint32_t i = 0; i < conjuncts->n;) {
    definition d;
    if (!find_definition(e->terms, conjuncts->at[i], &d)) {
      i++;
      continue;
    }
    conjuncts->at[i] = SV_TRUE;
    sv_eliminate_replace(e->terms, conjuncts, d.leaf, d.by);
    e->numbers.inlined++;
    i = 0;
  }
}
