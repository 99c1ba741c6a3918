// smt_view_integer.c -- operators of bit vectors where these are integers.
//
// A sum, a product or a cast is the number that it would be without bounds, and
// then a value of its sort again. Where it lies follows from the sorts of what
// it is made of: mostly it cannot leave its sort at all, or leaves it by less
// than 2^width, and a case says so; else a remainder does. What an operator
// does to single bits is asked of bits.

#include "encode/smt/smt_view_inside.h"

enum { BOUNDS_DEPTH = 8 };  // of terms that are looked into for where they lie

typedef struct {
  sv_value lo, hi;
  bool known;
} interval;

static const sv_sort_info *info_of(const sv_rep *r, sv_term t) {
  return sv_sort_get(r->terms, sv_sort_of(r->terms, t));
}

static sv_value power(const sv_rep *r, uint32_t exponent) {
  sv_value p = sv_small(1);
  while (exponent--) p = sv_number_add(r->numbers, p, p);
  return p;
}

// ---- where a value lies

static interval of_sort(const sv_rep *r, const sv_sort_info *info) {
  sv_value one = sv_small(1), low = sv_small(0);
  switch (info->kind) {
  case SV_SORT_BOOL: return (interval){low, one, true};
  case SV_SORT_ENUM: return (interval){low, sv_small((int64_t)info->size - 1), true};
  case SV_SORT_BV: {
    sv_value size = power(r, info->size - info->is_signed);
    if (info->is_signed) low = sv_number_neg(r->numbers, size);
    return (interval){low, sv_number_sub(r->numbers, size, one), true};
  }
  case SV_SORT_INT:
    return (interval){sv_number_int(r->numbers, info->lo), sv_number_int(r->numbers, info->hi),
                      info->ranged};
  case SV_SORT_REAL:
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  return (interval){.known = false};
}

static bool is_within(const sv_rep *r, interval inner, interval outer) {
  return inner.known && outer.known && sv_number_compare(r->numbers, outer.lo, inner.lo) <= 0 &&
         sv_number_compare(r->numbers, inner.hi, outer.hi) <= 0;
}

static interval sum(const sv_rep *r, interval a, interval b) {
  return (interval){sv_number_add(r->numbers, a.lo, b.lo), sv_number_add(r->numbers, a.hi, b.hi),
                    a.known && b.known};
}

static interval negative(const sv_rep *r, interval a) {
  return (interval){sv_number_neg(r->numbers, a.hi), sv_number_neg(r->numbers, a.lo), a.known};
}

static interval product(const sv_rep *r, interval a, interval b) {
  sv_value corner[4] = {
      sv_number_mul(r->numbers, a.lo, b.lo), sv_number_mul(r->numbers, a.lo, b.hi),
      sv_number_mul(r->numbers, a.hi, b.lo), sv_number_mul(r->numbers, a.hi, b.hi)};
  interval out = {corner[0], corner[0], a.known && b.known};
  for (uint32_t i = 1; i < 4; i++) {
    if (sv_number_compare(r->numbers, corner[i], out.lo) < 0) out.lo = corner[i];
    if (sv_number_compare(r->numbers, corner[i], out.hi) > 0) out.hi = corner[i];
  }
  return out;
}

static interval bounds(const sv_rep *r, sv_term t, uint32_t depth);

// Without wrapping around. Unknown where nothing is said of the operator.
static interval unbounded(const sv_rep *r, const sv_node *n, uint32_t depth) {
  interval a = bounds(r, n->args[0], depth);
  interval b = n->n > 1 ? bounds(r, n->args[1], depth) : a;
  if (!a.known || !b.known) return (interval){.known = false};
  switch (n->op) {
  case SV_OP_ADD: return sum(r, a, b);
  case SV_OP_SUB: return sum(r, a, negative(r, b));
  case SV_OP_NEG: return negative(r, a);
  case SV_OP_MUL: return product(r, a, b);
  case SV_OP_CAST: return a;
  default: return (interval){.known = false};
  }
}

static bool is_sum_like(sv_op op) {
  return op == SV_OP_ADD || op == SV_OP_SUB || op == SV_OP_NEG || op == SV_OP_MUL ||
         op == SV_OP_CAST;
}

static interval bounds(const sv_rep *r, sv_term t, uint32_t depth) {
  const sv_sort_info *info = info_of(r, t);
  interval all = of_sort(r, info);
  sv_node n = sv_node_of(r->terms, sv_index(t));
  if (info->kind == SV_SORT_BOOL || info->kind == SV_SORT_REAL) return all;
  if (n.op == SV_OP_CONST) return (interval){n.value, n.value, true};
  if (!depth || !is_sum_like(n.op) || info_of(r, n.args[0])->kind == SV_SORT_REAL) return all;
  interval free = unbounded(r, &n, depth - 1);
  if (info->kind == SV_SORT_INT) return free;
  return is_within(r, free, all) ? free : all;
}

// ---- a value of its sort again

// t lies in `at`: as it is, less or more than that by 2^width, or the remainder.
static sv_smt_term wrapped(const sv_view_job *job, sv_smt_term t, interval at) {
  const sv_rep *r = job->rep;
  const sv_sort_info *info = sv_sort_get(r->terms, job->node.sort);
  interval all = of_sort(r, info);
  sv_value size = power(r, info->size), minus = sv_number_neg(r->numbers, size);
  interval near = {sv_number_add(r->numbers, all.lo, minus),
                   sv_number_add(r->numbers, all.hi, size), true};
  if (is_within(r, at, all)) return t;
  if (!is_within(r, at, near)) return sv_rep_wrapped(r, job->node.sort, t);
  sv_smt_sort sort = sv_smt_int(r->z);
  sv_smt_term by = sv_smt_number(r->z, r->numbers, size, sort), out = t;
  if (sv_number_compare(r->numbers, at.lo, all.lo) < 0) {
    sv_smt_term low = sv_smt_number(r->z, r->numbers, all.lo, sort);
    out = sv_smt_ite(r->z, sv_smt_app2(r->z, SV_SMT_LT, t, low),
                     sv_smt_app2(r->z, SV_SMT_ADD, t, by), out);
  }
  if (sv_number_compare(r->numbers, all.hi, at.hi) < 0) {
    sv_smt_term high = sv_smt_number(r->z, r->numbers, all.hi, sort);
    out = sv_smt_ite(r->z, sv_smt_app2(r->z, SV_SMT_LT, high, t),
                     sv_smt_app2(r->z, SV_SMT_SUB, t, by), out);
  }
  return out;
}

// ---- operators

static sv_smt_term bits_of(const sv_view_job *job, sv_smt_term t) {
  uint32_t width = sv_sort_get(job->rep->terms, job->node.sort)->size;
  return sv_smt_to_bits(job->rep->z, t, width);
}

// Taken apart, and put together again.
static sv_smt_term by_bits(const sv_view_job *job, sv_smt_term a, sv_smt_term b) {
  const sv_sort_info *info = sv_sort_get(job->rep->terms, job->node.sort);
  sv_smt_term bits = sv_view_bit_vector(job, bits_of(job, a), bits_of(job, b));
  return sv_rep_bits_as_number(job->rep, bits, info->is_signed);
}

// What a constant second argument is; false: it is none, or smaller than `least`.
static bool constant_at_least(const sv_view_job *job, int64_t least, sv_value *k) {
  return job->node.n > 1 && sv_is_const(job->rep->terms, job->node.args[1], k) &&
         sv_number_compare(job->rep->numbers, *k, sv_small(least)) >= 0;
}

// a / k or the remainder, k > 0; towards zero, as for signed bit vectors. Others are not negative.
static sv_smt_term divided(const sv_view_job *job, sv_smt_term a, sv_value k) {
  sv_smt *z = job->rep->z;
  sv_smt_sort sort = sv_smt_int(z);
  sv_smt_term by = sv_smt_number(z, job->rep->numbers, k, sort);
  sv_smt_binary op = job->node.op == SV_OP_DIV ? SV_SMT_DIV : SV_SMT_MOD;
  sv_smt_term above = sv_smt_app2(z, op, a, by);
  if (!sv_sort_get(job->rep->terms, job->node.sort)->is_signed) return above;
  sv_smt_term below = sv_smt_app2(z, op, sv_smt_app1(z, SV_SMT_NEG, a), by);
  return sv_smt_ite(z, sv_smt_app2(z, SV_SMT_LE, sv_smt_small(z, 0, sort), a), above,
                    sv_smt_app1(z, SV_SMT_NEG, below));
}

// 2^k for a constant number of places that is smaller than the width.
static bool places(const sv_view_job *job, sv_value *factor) {
  int64_t k;
  sv_value v;
  uint32_t width = sv_sort_get(job->rep->terms, job->node.sort)->size;
  if (!constant_at_least(job, 0, &v) || !sv_number_to_i64(job->rep->numbers, v, &k)) return false;
  if (k >= (int64_t)width) return false;
  *factor = power(job->rep, (uint32_t)k);
  return true;
}

// Is the second argument 2^k - 1? Then *size is 2^k.
static bool is_low_mask(const sv_view_job *job, sv_value *size) {
  sv_value mask;
  if (!constant_at_least(job, 0, &mask)) return false;
  *size = sv_small(1);
  while (sv_number_compare(job->rep->numbers, *size, mask) <= 0)
    *size = sv_number_add(job->rep->numbers, *size, *size);
  return sv_value_same(sv_number_sub(job->rep->numbers, *size, sv_small(1)), mask);
}

static sv_smt_term with_number(const sv_view_job *job, sv_smt_binary op, sv_smt_term a,
                               sv_value k) {
  sv_smt *z = job->rep->z;
  return sv_smt_app2(z, op, a, sv_smt_number(z, job->rep->numbers, k, sv_smt_int(z)));
}

static sv_smt_term shifted_left(const sv_view_job *job, sv_smt_term a, sv_value factor) {
  interval at = product(job->rep, bounds(job->rep, job->node.args[0], BOUNDS_DEPTH),
                        (interval){factor, factor, true});
  return wrapped(job, with_number(job, SV_SMT_MUL, a, factor), at);
}

// ~x is -1 - x, and for unsigned x the largest value less x.
static sv_smt_term complement(const sv_view_job *job, sv_smt_term a) {
  sv_smt *z = job->rep->z;
  const sv_sort_info *info = sv_sort_get(job->rep->terms, job->node.sort);
  sv_value most = info->is_signed ? sv_small(-1) : of_sort(job->rep, info).hi;
  return sv_smt_app2(z, SV_SMT_SUB, sv_smt_number(z, job->rep->numbers, most, sv_smt_int(z)), a);
}

static sv_smt_term sum_like(const sv_view_job *job, sv_smt_binary op, sv_smt_term a,
                            sv_smt_term b) {
  interval at = unbounded(job->rep, &job->node, BOUNDS_DEPTH);
  return wrapped(job, sv_smt_app2(job->rep->z, op, a, b), at);
}

static sv_smt_term cast(const sv_view_job *job, sv_smt_term a) {
  sv_sort from = sv_view_argument_sort(job, 0);
  interval at = bounds(job->rep, job->node.args[0], BOUNDS_DEPTH);
  return wrapped(job, sv_rep_whole(job->rep, from, a), at);
}

sv_smt_term sv_view_integer(const sv_view_job *job) {
  sv_smt *z = job->rep->z;
  sv_smt_term a = sv_view_scalar_argument(job, 0);
  sv_smt_term b = job->node.n > 1 ? sv_view_scalar_argument(job, 1) : a;
  sv_value k;
  assert(job->rep->integers);
  switch (job->node.op) {
  case SV_OP_ADD: return sum_like(job, SV_SMT_ADD, a, b);
  case SV_OP_SUB: return sum_like(job, SV_SMT_SUB, a, b);
  case SV_OP_MUL: return sum_like(job, SV_SMT_MUL, a, b);
  case SV_OP_NEG: return sum_like(job, SV_SMT_SUB, sv_smt_small(z, 0, sv_smt_int(z)), a);
  case SV_OP_CAST: return cast(job, a);
  case SV_OP_DIV:
  case SV_OP_MOD: return constant_at_least(job, 1, &k) ? divided(job, a, k) : by_bits(job, a, b);
  case SV_OP_SHL: return places(job, &k) ? shifted_left(job, a, k) : by_bits(job, a, b);
  case SV_OP_SHR: return places(job, &k) ? with_number(job, SV_SMT_DIV, a, k) : by_bits(job, a, b);
  case SV_OP_BVAND:
    return is_low_mask(job, &k) ? with_number(job, SV_SMT_MOD, a, k) : by_bits(job, a, b);
  case SV_OP_BVNOT: return complement(job, a);
  case SV_OP_BVOR:
  case SV_OP_BVXOR: return by_bits(job, a, b);
  case SV_OP_QUOT:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}
