// simplify_numbers.c -- rules for arithmetic and bit vectors.
//
// Called when not all arguments are constant. Commutative operators are
// brought into one form: a constant stands second, other arguments in the
// order of their handles. A rule for bit vectors must hold for every width
// and sign; note that the constant 1 does not exist in sbv 1. Arguments that
// come back as the result may be leaves of a ranged sort: ranges never matter.

#include "expr/table.h"

static sv_term intern1(sv_terms *T, sv_op op, sv_sort s, sv_term a) {
  return sv_intern(T, &(sv_node){.op = op, .sort = s, .n = 1, .args = &a});
}

static sv_term intern2(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  sv_term args[2] = {a, b};
  return sv_intern(T, &(sv_node){.op = op, .sort = s, .n = 2, .args = args});
}

static sv_term zero(sv_terms *T, sv_sort s) { return sv_make_const(T, s, sv_small(0)); }

static sv_value apply2(sv_terms *T, sv_op op, sv_sort s, sv_value a, sv_value b) {
  sv_value args[2] = {a, b};
  return sv_apply(T->numbers, T, op, s, s, args, 2);
}

static bool is_all_ones(const sv_terms *T, sv_sort s, sv_term t) {
  sv_value v;
  if (!sv_is_const(T, t, &v)) return false;
  return sv_value_same(sv_apply(T->numbers, T, SV_OP_BVNOT, s, s, &v, 1), sv_small(0));
}

// Is a the operator `op` on b? For pairs like x and ~x.
static bool is_op_of(const sv_terms *T, sv_op op, sv_term a, sv_term b) {
  sv_node node = sv_node_of(T, sv_index(a));
  return node.op == op && sv_same(node.args[0], b);
}

static bool are_complements(const sv_terms *T, sv_term a, sv_term b) {
  return is_op_of(T, SV_OP_BVNOT, a, b) || is_op_of(T, SV_OP_BVNOT, b, a);
}

// (x op c) op d = x op (c op d) for an associative operator; none if not of that form.
static sv_term join_constants(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  sv_node node = sv_node_of(T, sv_index(a));
  sv_value c, d;
  if (node.op != op || !sv_is_const(T, b, &d) || !sv_is_const(T, node.args[1], &c)) return SV_NONE;
  sv_term x = node.args[0];
  return sv_simplify_arithmetic(T, op, s, x, sv_make_const(T, s, apply2(T, op, s, c, d)));
}

static sv_term keep_commutative(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  sv_term joined = join_constants(T, op, s, a, b);
  return sv_is_none(joined) ? intern2(T, op, s, a, b) : joined;
}

static sv_term simplify_add(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 0)) return a;
  if (is_op_of(T, SV_OP_NEG, a, b) || is_op_of(T, SV_OP_NEG, b, a)) return zero(T, s);
  return keep_commutative(T, SV_OP_ADD, s, a, b);
}

static sv_term simplify_sub(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 0)) return a;
  return sv_same(a, b) ? zero(T, s) : intern2(T, SV_OP_SUB, s, a, b);
}

static sv_term simplify_mul(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 0)) return b;
  return sv_is_number(T, b, 1) ? a : keep_commutative(T, SV_OP_MUL, s, a, b);
}

static sv_term simplify_div(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 1)) return a;
  bool by_zero_is_zero = sv_kind_of(T, s) != SV_SORT_BV;
  return by_zero_is_zero && sv_is_number(T, b, 0) ? b : intern2(T, op, s, a, b);
}

static sv_term simplify_mod(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 0)) return a;
  return sv_is_number(T, b, 1) ? zero(T, s) : intern2(T, SV_OP_MOD, s, a, b);
}

static sv_term simplify_bvand(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_same(a, b) || is_all_ones(T, s, b)) return a;
  if (sv_is_number(T, b, 0)) return b;
  return are_complements(T, a, b) ? zero(T, s) : keep_commutative(T, SV_OP_BVAND, s, a, b);
}

static sv_term simplify_bvor(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_same(a, b) || sv_is_number(T, b, 0)) return a;
  return is_all_ones(T, s, b) ? b : keep_commutative(T, SV_OP_BVOR, s, a, b);
}

static sv_term simplify_bvxor(sv_terms *T, sv_sort s, sv_term a, sv_term b) {
  if (sv_is_number(T, b, 0)) return a;
  return sv_same(a, b) ? zero(T, s) : keep_commutative(T, SV_OP_BVXOR, s, a, b);
}

static sv_term simplify_shift(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  return sv_is_number(T, a, 0) || sv_is_number(T, b, 0) ? a : intern2(T, op, s, a, b);
}

// For an operator that undoes itself.
static sv_term simplify_involution(sv_terms *T, sv_op op, sv_sort s, sv_term a) {
  sv_node node = sv_node_of(T, sv_index(a));
  return node.op == op ? node.args[0] : intern1(T, op, s, a);
}

sv_term sv_simplify_arithmetic(sv_terms *T, sv_op op, sv_sort s, sv_term a, sv_term b) {
  if (sv_op_commutes(op) && sv_swapped(T, a, b)) {
    sv_term t = a;
    a = b, b = t;
  }
  switch (op) {
  case SV_OP_ADD: return simplify_add(T, s, a, b);
  case SV_OP_SUB: return simplify_sub(T, s, a, b);
  case SV_OP_MUL: return simplify_mul(T, s, a, b);
  case SV_OP_DIV:
  case SV_OP_QUOT: return simplify_div(T, op, s, a, b);
  case SV_OP_MOD: return simplify_mod(T, s, a, b);
  case SV_OP_BVAND: return simplify_bvand(T, s, a, b);
  case SV_OP_BVOR: return simplify_bvor(T, s, a, b);
  case SV_OP_BVXOR: return simplify_bvxor(T, s, a, b);
  case SV_OP_SHL:
  case SV_OP_SHR: return simplify_shift(T, op, s, a, b);
  case SV_OP_NEG:
  case SV_OP_BVNOT: return simplify_involution(T, op, s, a);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}
