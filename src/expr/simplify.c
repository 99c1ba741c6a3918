// simplify.c -- layer 2: rules that make equal meanings equal handles.
//
// Small local rules only; each one keeps the value under every valuation (a
// randomised test holds them to it). What the rules rely on elsewhere:
//
//   and    flat, arguments ascending by handle, so t and its negation would be
//          neighbours; never contains true, false or both t and not t
//   =      a constant stands second, else the smaller handle first; a Boolean =
//          has no negated argument
//   ite    the condition is not negated; a Boolean ite has no constant branch
//          and no negated then-branch
//
// Constants fold through sv_apply, so there is one definition of operators.

#include <stdlib.h>

#include "expr/table.h"

static int by_handle(const void *a, const void *b) {
  uint32_t x = ((const sv_term *)a)->x, y = ((const sv_term *)b)->x;
  return (x > y) - (x < y);
}

static void sort_terms(sv_term *terms, uint32_t n) {
  if (n > 16) {
    qsort(terms, n, sizeof *terms, by_handle);
    return;
  }
  for (uint32_t i = 1; i < n; i++) {
    sv_term t = terms[i];
    uint32_t j = i;
    for (; j && terms[j - 1].x > t.x; j--) terms[j] = terms[j - 1];
    terms[j] = t;
  }
}

// Collects the conjuncts in the scratch vector, which is empty before. The
// arguments may lie in the pool: pushing here does not move it.
static void flatten(sv_terms *T, const sv_term *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_node node = sv_node_of(T, sv_index(args[i]));
    if (node.op != SV_OP_AND || sv_negated(args[i]) || node.n > SV_FLATTEN_MAX) {
      sv_push(T->scratch, args[i]);
      continue;
    }
    for (uint32_t j = 0; j < node.n; j++) sv_push(T->scratch, node.args[j]);
  }
}

// Drops duplicates and true from the sorted scratch vector; false if the
// conjunction is false.
static bool tidy(sv_terms *T) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < T->scratch.n; i++) {
    sv_term t = T->scratch.at[i], last = kept ? T->scratch.at[kept - 1] : SV_NONE;
    if (sv_same(t, SV_TRUE) || sv_same(t, last)) continue;
    if (sv_same(t, SV_FALSE) || sv_same(t, sv_not(last))) return false;
    T->scratch.at[kept++] = t;
  }
  T->scratch.n = kept;
  return true;
}

static sv_term simplify_and(sv_terms *T, const sv_term *args, uint32_t n) {
  sv_clear(T->scratch);
  flatten(T, args, n);
  sort_terms(T->scratch.at, T->scratch.n);
  if (!tidy(T)) return SV_FALSE;
  if (T->scratch.n == 0) return SV_TRUE;
  if (T->scratch.n == 1) return T->scratch.at[0];
  return sv_intern(
      T,
      &(sv_node){.op = SV_OP_AND, .sort = SV_THE_BOOL, .n = T->scratch.n, .args = T->scratch.at});
}

bool sv_swapped(const sv_terms *T, sv_term a, sv_term b) {
  bool ca = sv_is_const(T, a, NULL), cb = sv_is_const(T, b, NULL);
  return ca != cb ? ca : a.x > b.x;
}

static sv_term intern2(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  sv_term args[2] = {a, b};
  return sv_intern(T, &(sv_node){.op = op, .sort = s, .n = 2, .args = args});
}

static sv_term equal_bools(sv_terms *T, sv_term a, sv_term b) {
  bool negate = sv_negated(a) != sv_negated(b);
  a = sv_positive(a), b = sv_positive(b);
  assert(a.x < b.x || sv_same(b, SV_TRUE));
  sv_term t = sv_same(b, SV_TRUE) ? a : intern2(T, SV_OP_EQ, SV_THE_BOOL, a, b);
  return negate ? sv_not(t) : t;
}

// c ? k : l compared with the constant m.
static sv_term equal_ite(const sv_terms *T, sv_term ite, sv_term constant) {
  sv_node node = sv_node_of(T, sv_index(ite));
  if (node.op != SV_OP_ITE || !sv_is_const(T, constant, NULL)) return SV_NONE;
  if (!sv_is_const(T, node.args[1], NULL) || !sv_is_const(T, node.args[2], NULL)) return SV_NONE;
  assert(!sv_same(node.args[1], node.args[2]));
  if (sv_same(node.args[1], constant)) return node.args[0];
  return sv_same(node.args[2], constant) ? sv_not(node.args[0]) : SV_FALSE;
}

static sv_term simplify_eq(sv_terms *T, sv_term a, sv_term b) {
  if (sv_same(a, b)) return SV_TRUE;
  if (sv_swapped(T, a, b)) {
    sv_term t = a;
    a = b, b = t;
  }
  sv_sort s = sv_sort_of(T, a);
  if (s.x == SV_THE_BOOL.x) return sv_same(a, sv_not(b)) ? SV_FALSE : equal_bools(T, a, b);
  if (sv_is_const(T, a, NULL) && sv_is_const(T, b, NULL)) return SV_FALSE;
  sv_term decided = equal_ite(T, a, b);
  return sv_is_none(decided) ? intern2(T, SV_OP_EQ, SV_THE_BOOL, a, b) : decided;
}

// Boolean branches that are constant, or tell the condition again; else none.
static sv_term ite_as_and(sv_terms *T, sv_term c, sv_term a, sv_term b) {
  if (sv_same(a, SV_TRUE) || sv_same(a, c)) return sv_or(T, c, b);
  if (sv_same(a, SV_FALSE) || sv_same(a, sv_not(c))) return sv_and(T, sv_not(c), b);
  if (sv_same(b, SV_TRUE) || sv_same(b, sv_not(c))) return sv_or(T, sv_not(c), a);
  if (sv_same(b, SV_FALSE) || sv_same(b, c)) return sv_and(T, c, a);
  if (sv_same(a, sv_not(b))) return sv_eq(T, c, a);
  return SV_NONE;
}

static sv_term intern_ite(sv_terms *T, sv_sort s, sv_term c, sv_term a, sv_term b) {
  sv_term args[3] = {c, a, b};
  return sv_intern(T, &(sv_node){.op = SV_OP_ITE, .sort = s, .n = 3, .args = args});
}

// A branch that asks the same condition again: what it becomes there.
static sv_term under(const sv_terms *T, sv_term branch, sv_term c, bool holds) {
  sv_node node = sv_node_of(T, sv_index(branch));
  if (node.op != SV_OP_ITE || !sv_same(node.args[0], c)) return branch;
  sv_term taken = node.args[holds ? 1 : 2];
  return sv_negated(branch) ? sv_not(taken) : taken;
}

static sv_term simplify_ite(sv_terms *T, sv_sort s, sv_term c, sv_term a, sv_term b) {
  if (sv_same(c, SV_TRUE)) return a;
  if (sv_same(c, SV_FALSE)) return b;
  if (sv_negated(c)) {
    sv_term t = a;
    a = b, b = t, c = sv_not(c);
  }
  a = under(T, a, c, true), b = under(T, b, c, false);
  if (sv_same(a, b)) return a;
  if (s.x != SV_THE_BOOL.x) return intern_ite(T, s, c, a, b);
  sv_term easy = ite_as_and(T, c, a, b);
  if (!sv_is_none(easy)) return easy;
  return sv_negated(a) ? sv_not(intern_ite(T, s, c, sv_not(a), sv_not(b)))
                       : intern_ite(T, s, c, a, b);
}

// Unsigned bit vectors and enumerations have nothing below their value 0.
static bool starts_at_zero(const sv_terms *T, sv_term t) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_of(T, t));
  return info->kind == SV_SORT_ENUM || (info->kind == SV_SORT_BV && !info->is_signed);
}

static sv_term simplify_less(sv_terms *T, sv_op op, sv_term a, sv_term b) {
  if (sv_same(a, b)) return sv_bool_const(op == SV_OP_LE);
  if (op == SV_OP_LT && sv_is_number(T, b, 0) && starts_at_zero(T, b)) return SV_FALSE;
  if (op == SV_OP_LE && sv_is_number(T, a, 0) && starts_at_zero(T, a)) return SV_TRUE;
  return intern2(T, op, SV_THE_BOOL, a, b);
}

// The folded constant if all (at most three) arguments are scalar constants.
static sv_term fold(sv_terms *T, const sv_node *node) {
  sv_value values[3];
  for (uint32_t i = 0; i < node->n; i++)
    if (i >= SV_COUNT(values) || !sv_is_const(T, node->args[i], &values[i])) return SV_NONE;
  sv_sort from = sv_sort_of(T, node->args[0]);
  return sv_make_const(T, node->sort,
                       sv_apply(T->numbers, T, node->op, node->sort, from, values, node->n));
}

// Interns a node whose arguments may lie in the pool.
static sv_term intern_copy(sv_terms *T, const sv_node *node) {
  sv_node copy = *node;
  sv_clear(T->scratch);
  for (uint32_t i = 0; i < node->n; i++) sv_push(T->scratch, node->args[i]);
  copy.args = T->scratch.at;
  return sv_intern(T, &copy);
}

static sv_term fold_or_arithmetic(sv_terms *T, const sv_node *node) {
  sv_term folded = fold(T, node);
  if (!sv_is_none(folded)) return folded;
  return sv_simplify_arithmetic(T, node->op, node->sort, node->args[0], node->args[node->n > 1]);
}

static sv_term fold_or_less(sv_terms *T, const sv_node *node) {
  sv_term folded = fold(T, node);
  return sv_is_none(folded) ? simplify_less(T, node->op, node->args[0], node->args[1]) : folded;
}

static sv_term fold_or_keep(sv_terms *T, const sv_node *node) {
  sv_term folded = fold(T, node);
  return sv_is_none(folded) ? intern_copy(T, node) : folded;
}

sv_term sv_simplify(sv_terms *T, const sv_node *node) {
  const sv_term *a = node->args;
  switch (node->op) {
  case SV_OP_AND: return simplify_and(T, a, node->n);
  case SV_OP_EQ: return simplify_eq(T, a[0], a[1]);
  case SV_OP_ITE: return simplify_ite(T, node->sort, a[0], a[1], a[2]);
  case SV_ANY_COMPARISON_OP: return fold_or_less(T, node);
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP: return fold_or_arithmetic(T, node);
  case SV_ANY_CONVERSION_OP: return fold_or_keep(T, node);
  case SV_OP_SELECT: return sv_simplify_select(T, node->sort, a[0], a[1]);
  case SV_OP_STORE: return sv_simplify_store(T, node->sort, a[0], a[1], a[2]);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return intern_copy(T, node);
  }
  SV_UNREACHABLE();
}
