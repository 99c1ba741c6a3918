// linear.c -- see linear.h.

#include "encode/abstract/linear.h"

#include <stdlib.h>

static sv_numbers *numbers(const sv_terms *T) { return sv_terms_numbers(T); }

static bool is_zero(sv_value v) { return sv_value_same(v, sv_small(0)); }

sv_value sv_rational(sv_terms *T, mpq_srcptr q) {
  sv_numbers *N = numbers(T);
  assert(mpz_sgn(mpq_denref(q)) > 0);
  sv_value above = sv_number_mpz(N, mpq_numref(q));
  return sv_number_quot(N, above, sv_number_mpz(N, mpq_denref(q)));
}

void sv_sum_free(sv_sum *s) { sv_vec_free(s->parts); }

// ---- sums

static void add_part(sv_terms *T, sv_sum *s, sv_term t, sv_value factor) {
  uint32_t i = 0;
  while (i < s->parts.n && s->parts.at[i].term.x < t.x) i++;
  if (i < s->parts.n && sv_same(s->parts.at[i].term, t)) {
    sv_value sum = sv_number_add(numbers(T), s->parts.at[i].factor, factor);
    s->parts.at[i].factor = sum;
    if (!is_zero(sum)) return;
    s->parts.n--;
    memmove(s->parts.at + i, s->parts.at + i + 1, (s->parts.n - i) * sizeof *s->parts.at);
    return;
  }
  sv_push(s->parts, (sv_summand){t, factor});
  memmove(s->parts.at + i + 1, s->parts.at + i, (s->parts.n - 1 - i) * sizeof *s->parts.at);
  s->parts.at[i] = (sv_summand){t, factor};
}

void sv_sum_add(sv_terms *T, sv_sum *to, const sv_sum *other, sv_value factor) {
  if (is_zero(factor)) return;
  for (uint32_t i = 0; i < other->parts.n; i++)
    add_part(T, to, other->parts.at[i].term,
             sv_number_mul(numbers(T), other->parts.at[i].factor, factor));
  sv_value constant = sv_number_mul(numbers(T), other->constant, factor);
  to->constant = sv_number_add(numbers(T), to->constant, constant);
}

void sv_sum_scale(sv_terms *T, sv_sum *s, sv_value factor) {
  assert(!is_zero(factor));
  for (uint32_t i = 0; i < s->parts.n; i++)
    s->parts.at[i].factor = sv_number_mul(numbers(T), s->parts.at[i].factor, factor);
  s->constant = sv_number_mul(numbers(T), s->constant, factor);
}

sv_value sv_sum_factor(const sv_sum *s, sv_term t) {
  for (uint32_t i = 0; i < s->parts.n; i++)
    if (sv_same(s->parts.at[i].term, t)) return s->parts.at[i].factor;
  return sv_small(0);
}

// ---- from terms

// Adds factor * t, by a stack of what is still to be looked at.
typedef SV_VEC(sv_summand) work_list;

// The constant factor of a product, and the other one; false if there is none.
static bool split_product(const sv_terms *T, const sv_node *n, sv_term *rest, sv_value *factor) {
  if (sv_is_const(T, n->args[1], factor)) return *rest = n->args[0], true;
  return sv_is_const(T, n->args[0], factor) && (*rest = n->args[1], true);
}

static bool is_int_to_real(const sv_terms *T, const sv_node *n) {
  return n->op == SV_OP_CAST && sv_sort_get(T, n->sort)->kind == SV_SORT_REAL &&
         sv_sort_get(T, sv_sort_of(T, n->args[0]))->kind == SV_SORT_INT;
}

static void look(sv_terms *T, sv_sum *s, sv_summand at, work_list *work) {
  sv_numbers *N = numbers(T);
  sv_node n = sv_node_of(T, sv_index(at.term));
  sv_value k;
  sv_term rest;
  if (n.op == SV_OP_CONST) {
    s->constant = sv_number_add(N, s->constant, sv_number_mul(N, at.factor, n.value));
  } else if (n.op == SV_OP_ADD || n.op == SV_OP_SUB) {
    sv_push(*work, (sv_summand){n.args[0], at.factor});
    sv_push(*work,
            (sv_summand){n.args[1], n.op == SV_OP_ADD ? at.factor : sv_number_neg(N, at.factor)});
  } else if (n.op == SV_OP_NEG) {
    sv_push(*work, (sv_summand){n.args[0], sv_number_neg(N, at.factor)});
  } else if (n.op == SV_OP_MUL && split_product(T, &n, &rest, &k)) {
    if (!is_zero(k)) sv_push(*work, (sv_summand){rest, sv_number_mul(N, at.factor, k)});
  } else if (n.op == SV_OP_QUOT && sv_is_const(T, n.args[1], &k) && !is_zero(k)) {
    sv_push(*work, (sv_summand){n.args[0], sv_number_quot(N, at.factor, k)});
  } else if (is_int_to_real(T, &n) && sv_node_of(T, sv_index(n.args[0])).op == SV_OP_CONST) {
    sv_push(*work, (sv_summand){n.args[0], at.factor});
  } else {
    add_part(T, s, at.term, at.factor);
  }
}

bool sv_sum_of(sv_terms *T, sv_term t, sv_sum *out) {
  sv_sort_kind kind = sv_sort_get(T, sv_sort_of(T, t))->kind;
  work_list work = {0};
  *out = (sv_sum){.constant = sv_small(0), .is_int = kind == SV_SORT_INT};
  if (kind != SV_SORT_INT && kind != SV_SORT_REAL) return false;
  sv_push(work, (sv_summand){t, sv_small(1)});
  while (work.n) {
    sv_summand at = sv_pop(work);
    look(T, out, at, &work);
  }
  sv_vec_free(work);
  return true;
}

// ---- to terms

static sv_term number_term(sv_terms *T, const sv_sum *s, sv_value v) {
  return sv_const(T, s->is_int ? sv_sort_int(T) : sv_sort_real(T), v);
}

sv_term sv_sum_term(sv_terms *T, const sv_sum *s, bool with_constant) {
  sv_term out = SV_NONE;
  for (uint32_t i = 0; i < s->parts.n; i++) {
    sv_term part = s->parts.at[i].term;
    if (!sv_value_same(s->parts.at[i].factor, sv_small(1)))
      part = sv_app2(T, SV_OP_MUL, part, number_term(T, s, s->parts.at[i].factor));
    out = sv_is_none(out) ? part : sv_app2(T, SV_OP_ADD, out, part);
  }
  if (sv_is_none(out)) return number_term(T, s, with_constant ? s->constant : sv_small(0));
  return with_constant ? sv_app2(T, SV_OP_ADD, out, number_term(T, s, s->constant)) : out;
}

void sv_sum_normalise(sv_terms *T, sv_sum *s) {
  mpq_t q, factor;
  mpz_t divisor, multiple;
  if (!s->parts.n) return;
  mpq_inits(q, factor, NULL);
  mpz_init(divisor);
  mpz_init_set_ui(multiple, 1);
  for (uint32_t i = 0; i < s->parts.n; i++) {
    sv_number_get(numbers(T), s->parts.at[i].factor, q);
    mpz_gcd(divisor, divisor, mpq_numref(q));
    mpz_lcm(multiple, multiple, mpq_denref(q));
  }
  assert(mpz_sgn(divisor) > 0 && mpz_sgn(multiple) > 0);
  // gcd(a/b, c/d) = gcd(a, c) / lcm(b, d) for fractions in lowest terms
  mpz_set(mpq_numref(factor), multiple);
  mpz_set(mpq_denref(factor), divisor);
  mpq_canonicalize(factor);
  sv_sum_scale(T, s, sv_rational(T, factor));
  mpq_clears(q, factor, NULL);
  mpz_clears(divisor, multiple, NULL);
}

// ---- atoms

static bool difference(sv_terms *T, sv_term a, sv_term b, sv_sum *out) {
  sv_sum right;
  if (!sv_sum_of(T, a, out)) return false;
  sv_sum_of(T, b, &right);
  sv_sum_add(T, out, &right, sv_small(-1));
  sv_sum_free(&right);
  return true;
}

// Over integers, sum < 0 is sum + 1 <= 0, and what is left behind the common divisor is rounded.
static void tighten(sv_terms *T, sv_linear_atom *a) {
  sv_numbers *N = numbers(T);
  sv_sum_normalise(T, &a->sum);
  if (!a->sum.is_int || a->relation == SV_SUM_EQ) return;
  // sum parts <= -constant
  sv_value bound = sv_number_neg(N, a->sum.constant), whole = sv_number_floor(N, bound);
  bool exact = sv_value_same(whole, bound);
  if (a->relation == SV_SUM_LT && exact) whole = sv_number_sub(N, whole, sv_small(1));
  a->sum.constant = sv_number_neg(N, whole);
  a->relation = SV_SUM_LE;
}

bool sv_linear_literal(sv_terms *T, sv_term t, sv_linear_atom *out) {
  sv_node n = sv_node_of(T, sv_index(t));
  bool negated = sv_negated(t);
  if (n.op != SV_OP_LT && n.op != SV_OP_LE && n.op != SV_OP_EQ) return false;
  if (n.op == SV_OP_EQ && negated) return false;
  sv_term a = n.args[negated], b = n.args[!negated];  // not a < b is b <= a
  if (!difference(T, a, b, &out->sum)) return false;
  bool strict = (n.op == SV_OP_LT) != negated;
  out->relation = n.op == SV_OP_EQ ? SV_SUM_EQ : strict ? SV_SUM_LT : SV_SUM_LE;
  tighten(T, out);
  return true;
}

static bool is_negative(const sv_terms *T, sv_value v) {
  return sv_number_compare(numbers(T), v, sv_small(0)) < 0;
}

static sv_term constant_atom(const sv_terms *T, const sv_linear_atom *a) {
  int sign = sv_number_compare(numbers(T), a->sum.constant, sv_small(0));
  switch (a->relation) {
  case SV_SUM_LE: return sv_bool_const(sign <= 0);
  case SV_SUM_LT: return sv_bool_const(sign < 0);
  case SV_SUM_EQ: return sv_bool_const(sign == 0);
  }
  SV_UNREACHABLE();
}

static sv_term compare(sv_terms *T, sv_relation r, const sv_sum *s) {
  sv_op op = r == SV_SUM_LE ? SV_OP_LE : r == SV_SUM_LT ? SV_OP_LT : SV_OP_EQ;
  sv_term bound = number_term(T, s, sv_number_neg(numbers(T), s->constant));
  return sv_app2(T, op, sv_sum_term(T, s, false), bound);
}

// The first factor becomes positive: -x <= k is not (x < -k).
static sv_term turn(sv_terms *T, const sv_linear_atom *a) {
  sv_numbers *N = numbers(T);
  sv_sum s = {.constant = sv_small(0), .is_int = a->sum.is_int};
  sv_sum_add(T, &s, &a->sum, sv_small(-1));
  sv_term out;
  if (a->relation == SV_SUM_EQ) {
    out = compare(T, SV_SUM_EQ, &s);
  } else if (a->sum.is_int) {  // s >= 0: not s <= -1
    s.constant = sv_number_add(N, s.constant, sv_small(1));
    out = sv_not(compare(T, SV_SUM_LE, &s));
  } else {
    out = sv_not(compare(T, a->relation == SV_SUM_LE ? SV_SUM_LT : SV_SUM_LE, &s));
  }
  sv_sum_free(&s);
  return out;
}

sv_term sv_linear_atom_term(sv_terms *T, const sv_linear_atom *a) {
  if (!a->sum.parts.n) return constant_atom(T, a);
  if (a->relation == SV_SUM_EQ && a->sum.is_int && !sv_number_is_int(numbers(T), a->sum.constant))
    return SV_FALSE;
  assert(!is_zero(a->sum.parts.at[0].factor));
  if (is_negative(T, a->sum.parts.at[0].factor)) return turn(T, a);
  return compare(T, a->relation, &a->sum);
}

// x < y is not (y <= x); k <= x is not (x <= k - 1).
static sv_term order_of_bits(sv_terms *T, sv_term a, sv_term b) {
  sv_value k;
  if (!sv_is_const(T, a, &k)) return sv_app2(T, SV_OP_LE, a, b);
  sv_value before = sv_number_sub(sv_terms_numbers(T), k, sv_small(1));
  sv_term less = sv_const(T, sv_sort_of(T, a), before);
  return sv_is_none(less) ? SV_TRUE : sv_not(sv_app2(T, SV_OP_LE, b, less));
}

static bool is_order_of_bits(const sv_terms *T, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  return (n.op == SV_OP_LE || n.op == SV_OP_LT) &&
         sv_sort_get(T, sv_sort_of(T, n.args[0]))->kind == SV_SORT_BV;
}

sv_term sv_canonical_atom(sv_terms *T, sv_term t) {
  sv_linear_atom atom = {0};
  if (is_order_of_bits(T, t)) {
    sv_node n = sv_node_of(T, sv_index(t));
    sv_term a = n.args[0], b = n.args[1];
    sv_term order = n.op == SV_OP_LE ? order_of_bits(T, a, b) : sv_not(order_of_bits(T, b, a));
    return sv_negated(t) ? sv_not(order) : order;
  }
  if (!sv_linear_literal(T, sv_positive(t), &atom)) return t;
  sv_term out = sv_linear_atom_term(T, &atom);
  sv_sum_free(&atom.sum);
  return sv_negated(t) ? sv_not(out) : out;
}
