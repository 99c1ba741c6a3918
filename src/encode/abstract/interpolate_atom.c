// interpolate_atom.c -- sums of constraints as terms again.
//
// Sums of integers are rounded (linear.h). Sums of bit vectors are written as
// signed bit vectors that are wide enough for every value, since the solver
// knows no good way between bit vectors and integers; what is subtracted stands
// on the other side, since adders are easier for it than products with -1.

#include "encode/abstract/interpolate_inside.h"

static sv_numbers *numbers(const sv_refutation *r) { return sv_terms_numbers(r->T); }

static sv_sort_kind kind_of(const sv_refutation *r, sv_term t) {
  return sv_sort_get(r->T, sv_sort_of(r->T, t))->kind;
}

static bool all_are(const sv_refutation *r, const sv_sum *s, sv_sort_kind kind) {
  for (uint32_t i = 0; i < s->parts.n; i++)
    if (kind_of(r, s->parts.at[i].term) != kind) return false;
  return true;
}

static bool any_is(const sv_refutation *r, const sv_sum *s, sv_sort_kind kind) {
  for (uint32_t i = 0; i < s->parts.n; i++)
    if (kind_of(r, s->parts.at[i].term) == kind) return true;
  return false;
}

// parts <= bound with integers for factors; the sum is normalised.
static sv_value rounded_bound(sv_refutation *r, const sv_sum *s, bool strict) {
  sv_numbers *N = numbers(r);
  sv_value bound = sv_number_neg(N, s->constant), whole = sv_number_floor(N, bound);
  if (strict && sv_value_same(whole, bound)) whole = sv_number_sub(N, whole, sv_small(1));
  return whole;
}

// ---- bit vectors

static uint32_t width_for(sv_refutation *r, const sv_sum *s, sv_value bound) {
  sv_numbers *N = numbers(r);
  size_t most = sv_number_bits(N, bound);
  for (uint32_t i = 0; i < s->parts.n; i++) {
    uint32_t width = sv_sort_get(r->T, sv_sort_of(r->T, s->parts.at[i].term))->size;
    size_t bits = sv_number_bits(N, s->parts.at[i].factor) + width + 1;
    if (bits > most) most = bits;
  }
  uint32_t more = 2;
  while (1u << (more - 2) < s->parts.n + 1) more++;
  return (uint32_t)most + more;
}

// The parts with positive factors, or those with negative ones and their signs changed, and a
// constant where that is positive. SV_NONE: nothing.
static sv_term wide_side(sv_refutation *r, const sv_sum *s, sv_sort wide, bool left, sv_value k) {
  sv_terms *T = r->T;
  sv_term out = SV_NONE;
  for (uint32_t i = 0; i < s->parts.n; i++) {
    sv_value factor = s->parts.at[i].factor;
    if ((sv_number_compare(numbers(r), factor, sv_small(0)) > 0) != left) continue;
    if (!left) factor = sv_number_neg(numbers(r), factor);
    sv_term part = sv_cast(T, wide, s->parts.at[i].term);
    if (!sv_value_same(factor, sv_small(1)))
      part = sv_app2(T, SV_OP_MUL, part, sv_const(T, wide, factor));
    out = sv_is_none(out) ? part : sv_app2(T, SV_OP_ADD, out, part);
  }
  bool named = sv_number_compare(numbers(r), k, sv_small(0)) > 0 || sv_is_none(out);
  if (!named) return out;
  sv_term constant = sv_const(T, wide, k);
  return sv_is_none(out) ? constant : sv_app2(T, SV_OP_ADD, out, constant);
}

// x <= k or k <= x in the variable's own sort.
static sv_term compare_one(sv_refutation *r, sv_summand x, sv_value bound) {
  sv_terms *T = r->T;
  sv_sort s = sv_sort_of(T, x.term);
  bool upper = sv_value_same(x.factor, sv_small(1));
  if (!upper) bound = sv_number_neg(numbers(r), bound);
  const sv_lp_var *v = &r->vars.at[sv_map_get(&r->var_of, x.term.x)];
  int low = sv_number_compare(numbers(r), bound, v->lo);
  int high = sv_number_compare(numbers(r), bound, v->hi);
  if (upper && (low < 0 || high >= 0)) return sv_bool_const(high >= 0);
  if (!upper && (low <= 0 || high > 0)) return sv_bool_const(low <= 0);
  sv_term k = sv_const(T, s, bound);
  return upper ? sv_app2(T, SV_OP_LE, x.term, k) : sv_app2(T, SV_OP_LE, k, x.term);
}

// x <= y or x < y, of one sort: no wider one is needed.
static bool is_order(sv_refutation *r, const sv_sum *s, sv_value bound) {
  if (s->parts.n != 2) return false;
  const sv_summand *a = &s->parts.at[0], *b = &s->parts.at[1];
  bool opposite = sv_value_same(a->factor, sv_number_neg(numbers(r), b->factor)) &&
                  (sv_value_same(a->factor, sv_small(1)) || sv_value_same(b->factor, sv_small(1)));
  return opposite && sv_sort_same(sv_sort_of(r->T, a->term), sv_sort_of(r->T, b->term)) &&
         (sv_value_same(bound, sv_small(0)) || sv_value_same(bound, sv_small(-1)));
}

static sv_term order_atom(sv_refutation *r, const sv_sum *s, sv_value bound) {
  bool first = sv_value_same(s->parts.at[0].factor, sv_small(1));
  sv_term x = s->parts.at[!first].term, y = s->parts.at[first].term;
  if (sv_value_same(bound, sv_small(0))) return sv_app2(r->T, SV_OP_LE, x, y);
  return sv_not(sv_app2(r->T, SV_OP_LE, y, x));
}

static sv_term bits_atom(sv_refutation *r, const sv_sum *s, bool strict) {
  sv_value bound = rounded_bound(r, s, strict);
  bool one = s->parts.n == 1;
  assert(s->parts.n);
  if (one) return compare_one(r, s->parts.at[0], bound);
  if (is_order(r, s, bound)) return order_atom(r, s, bound);
  sv_sort wide = sv_sort_bv(r->T, width_for(r, s, bound), true);
  return sv_app2(r->T, SV_OP_LE, wide_side(r, s, wide, true, sv_number_neg(numbers(r), bound)),
                 wide_side(r, s, wide, false, bound));
}

// ---- numbers

static sv_term as_number(sv_refutation *r, sv_term t, bool real) {
  if (kind_of(r, t) == SV_SORT_REAL) return t;
  if (kind_of(r, t) != SV_SORT_INT) t = sv_cast(r->T, sv_sort_int(r->T), t);
  return real ? sv_cast(r->T, sv_sort_real(r->T), t) : t;
}

static sv_term number_atom(sv_refutation *r, const sv_sum *s, bool strict) {
  bool real = any_is(r, s, SV_SORT_REAL);
  sv_term sum = SV_NONE;
  sv_sort sort = real ? sv_sort_real(r->T) : sv_sort_int(r->T);
  for (uint32_t i = 0; i < s->parts.n; i++) {
    sv_term part = as_number(r, s->parts.at[i].term, real);
    part = sv_app2(r->T, SV_OP_MUL, part, sv_const(r->T, sort, s->parts.at[i].factor));
    sum = sv_is_none(sum) ? part : sv_app2(r->T, SV_OP_ADD, sum, part);
  }
  sv_value bound = sv_number_neg(numbers(r), s->constant);
  if (!real) bound = rounded_bound(r, s, strict), strict = false;
  sv_term t = sv_app2(r->T, strict ? SV_OP_LT : SV_OP_LE, sum, sv_const(r->T, sort, bound));
  return sv_canonical_atom(r->T, t);
}

sv_term sv_refutation_atom(sv_refutation *r, const sv_sum *sum, bool strict) {
  sv_sum s = {.constant = sv_small(0), .is_int = sum->is_int};
  sv_sum_add(r->T, &s, sum, sv_small(1));
  if (!s.parts.n) {
    int sign = sv_number_compare(numbers(r), s.constant, sv_small(0));
    return sv_bool_const(strict ? sign < 0 : sign <= 0);
  }
  sv_sum_normalise(r->T, &s);
  bool small = all_are(r, &s, SV_SORT_BV) || (all_are(r, &s, SV_SORT_ENUM) && s.parts.n == 1);
  sv_term t = small ? bits_atom(r, &s, strict) : number_atom(r, &s, strict);
  sv_sum_free(&s);
  return t;
}
