// linearise.c -- arithmetic as rows of linear constraints.
//
// Bit vectors and enumerations are the integers that they stand for. What may
// wrap around is a helper that differs from the sum by a multiple of 2^width;
// division and remainder by a constant have helpers for the quotient. Whatever
// else is not linear is a variable that nothing is known of.

#include "encode/abstract/interpolate_inside.h"

static sv_numbers *numbers(const sv_refutation *r) { return sv_terms_numbers(r->T); }

static const sv_sort_info *info_of(const sv_refutation *r, sv_term t) {
  return sv_sort_get(r->T, sv_sort_of(r->T, t));
}

// ---- rows

void sv_refutation_row(sv_refutation *r, uint32_t group, sv_sum sum, sv_relation relation) {
  SV_VEC(sv_row_entry) entries = {0};
  mpq_t *factors = sv_alloc((sum.parts.n + 1) * sizeof *factors);
  mpq_t bound;
  mpq_init(bound);
  for (uint32_t i = 0; i < sum.parts.n; i++) {
    mpq_init(factors[i]);
    sv_number_get(numbers(r), sum.parts.at[i].factor, factors[i]);
    uint32_t var = sv_map_get(&r->var_of, sum.parts.at[i].term.x);
    assert(var != SV_MAP_NONE);
    sv_row_entry e = {r->vars.at[var].column, factors[i]};
    sv_push(entries, e);
  }
  sv_number_get(numbers(r), sv_number_neg(numbers(r), sum.constant), bound);
  sv_row_relation kind = relation == SV_SUM_EQ   ? SV_ROW_EQ
                         : relation == SV_SUM_LT ? SV_ROW_LT
                                                 : SV_ROW_LE;
  sv_simplex_add(r->lp, entries.at, entries.n, kind, bound);
  sv_lp_row row = {group, r->level, sum, relation};
  sv_push(r->rows, row);
  for (uint32_t i = 0; i < sum.parts.n; i++) mpq_clear(factors[i]);
  mpq_clear(bound);
  sv_free(factors);
  sv_vec_free(entries);
}

void sv_refutation_back(sv_refutation *r, uint32_t rows) {
  while (r->rows.n > rows) {
    sv_lp_row row = sv_pop(r->rows);
    sv_sum_free(&row.sum);
  }
  sv_simplex_back(r->lp, rows);
}

// ---- variables

static bool bounds_of(sv_refutation *r, sv_term name, sv_value *lo, sv_value *hi) {
  const sv_sort_info *info = info_of(r, name);
  sv_numbers *N = numbers(r);
  *lo = sv_small(0);
  switch (info->kind) {
  case SV_SORT_BV: {
    sv_value size = sv_small(1);
    for (uint32_t i = info->is_signed; i < info->size; i++) size = sv_number_add(N, size, size);
    if (info->is_signed) *lo = sv_number_neg(N, size);
    *hi = sv_number_sub(N, size, sv_small(1));
    return true;
  }
  case SV_SORT_ENUM: *hi = sv_small((int64_t)info->size - 1); return true;
  case SV_SORT_INT:
    *lo = sv_number_int(N, info->lo), *hi = sv_number_int(N, info->hi);
    return info->ranged;
  case SV_SORT_BOOL:
  case SV_SORT_REAL:
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  return false;
}

static uint32_t place_of(sv_refutation *r, uint32_t group, sv_term name) {
  uint32_t known = sv_map_get(&r->var_of, name.x);
  if (known != SV_MAP_NONE) return known;
  sv_lp_var v = {.name = name, .group = group, .is_int = info_of(r, name)->kind != SV_SORT_REAL};
  v.bounded = bounds_of(r, name, &v.lo, &v.hi);
  v.column = sv_simplex_var(r->lp);
  known = r->vars.n;
  sv_push(r->vars, v);
  sv_map_put(&r->var_of, name.x, known);
  return known;
}

static sv_sum single(sv_refutation *r, sv_term name, sv_value factor) {
  sv_sum s = {.constant = sv_small(0), .is_int = info_of(r, name)->kind != SV_SORT_REAL};
  sv_push(s.parts, (sv_summand){name, factor});
  return s;
}

// term <= bound, or bound <= term.
static void bound_row(sv_refutation *r, uint32_t group, sv_term name, sv_value bound, bool upper) {
  sv_numbers *N = numbers(r);
  sv_sum s = single(r, name, sv_small(upper ? 1 : -1));
  s.constant = upper ? sv_number_neg(N, bound) : bound;
  sv_refutation_row(r, group, s, SV_SUM_LE);
}

// The variable as a sum. Its bounds are known in every group that mentions it.
static sv_sum variable(sv_refutation *r, uint32_t group, sv_term name) {
  uint32_t v = place_of(r, group, name);
  uint64_t key = (uint64_t)v << 32 | group;
  if (r->vars.at[v].bounded && sv_map_get(&r->ranged, key) == SV_MAP_NONE) {
    uint32_t level = r->level;
    bool base = !level;  // rows of deeper levels are taken back
    if (base) sv_map_put(&r->ranged, key, 1);
    bound_row(r, group, name, r->vars.at[v].lo, false);
    bound_row(r, group, name, r->vars.at[v].hi, true);
  }
  return single(r, name, sv_small(1));
}

static sv_term new_helper(sv_refutation *r, uint32_t group, sv_sort s) {
  sv_term t = sv_var(r->T, s, SV_VERSION_BASE + r->path->fresh + r->helpers++, 0);
  uint32_t v = place_of(r, group, t);
  r->vars.at[v].is_helper = true;
  r->vars.at[v].group = group;  // one that was taken back may have belonged to another
  return t;
}

// ---- quotients

static bool constant_of(const sv_refutation *r, sv_term t, sv_value *v) {
  return sv_is_const(r->T, t, v);
}

// q with k * q <= s < k * q + k, for an integer k > 0 (over reals k = 1 is the floor).
static sv_term quotient(sv_refutation *r, uint32_t group, const sv_sum *s, sv_value k) {
  sv_numbers *N = numbers(r);
  sv_term q = new_helper(r, group, sv_sort_int(r->T));
  sv_sum below = single(r, q, k), above = single(r, q, sv_number_neg(N, k));
  below.is_int = above.is_int = s->is_int;
  sv_sum_add(r->T, &below, s, sv_small(-1));  // k q - s <= 0
  sv_sum_add(r->T, &above, s, sv_small(1));   // s - k q - k < 0
  above.constant = sv_number_sub(N, above.constant, k);
  if (s->is_int) above.constant = sv_number_add(N, above.constant, sv_small(1));
  sv_refutation_row(r, group, below, SV_SUM_LE);
  sv_refutation_row(r, group, above, s->is_int ? SV_SUM_LE : SV_SUM_LT);
  return q;
}

// ---- bit vectors

static bool linearise_bits(sv_refutation *r, uint32_t group, sv_term t, sv_sum *out);

// Where the sum lies, if its variables are bounded.
static bool sum_bounds(const sv_refutation *r, const sv_sum *s, sv_value *lo, sv_value *hi) {
  sv_numbers *N = numbers(r);
  *lo = *hi = s->constant;
  for (uint32_t i = 0; i < s->parts.n; i++) {
    const sv_lp_var *v = &r->vars.at[sv_map_get(&r->var_of, s->parts.at[i].term.x)];
    sv_value k = s->parts.at[i].factor;
    bool negative = sv_number_compare(N, k, sv_small(0)) < 0;
    if (!v->bounded) return false;
    *lo = sv_number_add(N, *lo, sv_number_mul(N, k, negative ? v->hi : v->lo));
    *hi = sv_number_add(N, *hi, sv_number_mul(N, k, negative ? v->lo : v->hi));
  }
  return true;
}

// The sum modulo 2^width, as a value of the sort.
static bool wrap(sv_refutation *r, uint32_t group, sv_sort sort, sv_sum *s) {
  sv_numbers *N = numbers(r);
  const sv_sort_info *info = sv_sort_get(r->T, sort);
  sv_value lo, hi, least, most, size = sv_small(1);
  sv_term result = new_helper(r, group, sort);
  bounds_of(r, result, &least, &most);
  if (sum_bounds(r, s, &lo, &hi) && sv_number_compare(N, least, lo) <= 0 &&
      sv_number_compare(N, hi, most) <= 0)
    return true;
  r->wraps = true;
  if (r->straight) return true;
  for (uint32_t i = 0; i < info->size; i++) size = sv_number_add(N, size, size);
  sv_term k = new_helper(r, group, sv_sort_int(r->T));
  sv_sum row = variable(r, group, result);  // result + size * k - sum = 0
  row.is_int = true;
  sv_sum times = single(r, k, size);
  sv_sum_add(r->T, &row, &times, sv_small(1));
  sv_sum_add(r->T, &row, s, sv_small(-1));
  sv_refutation_row(r, group, row, SV_SUM_EQ);
  sv_sum_free(&times);
  sv_sum_free(s);
  *s = single(r, result, sv_small(1));
  return true;
}

static bool combine(sv_refutation *r, uint32_t group, const sv_node *n, sv_value factor,
                    sv_sum *out) {
  sv_sum right;
  sv_term a = n->args[0], b = n->args[1];
  if (!linearise_bits(r, group, a, out)) return false;
  if (!linearise_bits(r, group, b, &right)) return sv_sum_free(out), false;
  sv_sum_add(r->T, out, &right, factor);
  sv_sum_free(&right);
  return true;
}

static bool scale(sv_refutation *r, uint32_t group, sv_term t, sv_value by, sv_sum *out) {
  if (!linearise_bits(r, group, t, out)) return false;
  if (!sv_value_same(by, sv_small(0))) sv_sum_scale(r->T, out, by);
  else sv_clear(out->parts), out->constant = sv_small(0);
  return true;
}

static bool power(sv_refutation *r, sv_term exponent, sv_value *out) {
  int64_t n;
  sv_value v;
  *out = sv_small(1);
  if (!constant_of(r, exponent, &v) || !sv_number_to_i64(numbers(r), v, &n) || n < 0 || n > 200)
    return false;
  while (n--) *out = sv_number_add(numbers(r), *out, *out);
  return true;
}

// A mask of low bits is a remainder.
static bool masked(sv_refutation *r, uint32_t group, const sv_node *n, sv_sum *out) {
  sv_numbers *N = numbers(r);
  sv_value mask, size = sv_small(1);
  sv_term a = n->args[0];
  if (!constant_of(r, n->args[1], &mask) || sv_number_compare(N, mask, sv_small(0)) < 0)
    return false;
  while (sv_number_compare(N, size, mask) <= 0) size = sv_number_add(N, size, size);
  if (!sv_value_same(sv_number_sub(N, size, sv_small(1)), mask)) return false;
  if (!linearise_bits(r, group, a, out)) return false;
  sv_term q = quotient(r, group, out, size);
  sv_sum part = single(r, q, size);
  sv_sum_add(r->T, out, &part, sv_small(-1));
  sv_sum_free(&part);
  return true;
}

static bool divided(sv_refutation *r, uint32_t group, sv_term t, sv_value by, bool rest,
                    sv_sum *out) {
  if (!linearise_bits(r, group, t, out)) return false;
  sv_term q = quotient(r, group, out, by);
  if (rest) {
    sv_sum part = single(r, q, by);
    sv_sum_add(r->T, out, &part, sv_small(-1));
    sv_sum_free(&part);
  } else {
    sv_sum_free(out);
    *out = single(r, q, sv_small(1));
  }
  return true;
}

static bool from_other(sv_refutation *r, uint32_t group, const sv_node *n, sv_sum *out) {
  sv_term t = n->args[0];
  sv_sort sort = n->sort;
  switch (info_of(r, t)->kind) {
  case SV_SORT_BV:
  case SV_SORT_ENUM: return linearise_bits(r, group, t, out) && wrap(r, group, sort, out);
  case SV_SORT_INT: return sv_linearise(r, group, t, out) && wrap(r, group, sort, out);
  default: return false;
  }
}

// False: it is none that we can say in sums.
static bool bits_operator(sv_refutation *r, uint32_t group, const sv_node *n, sv_sum *out) {
  bool is_signed = sv_sort_get(r->T, n->sort)->is_signed;
  sv_sort sort = n->sort;
  sv_value k;
  switch (n->op) {
  case SV_OP_ADD: return combine(r, group, n, sv_small(1), out) && wrap(r, group, sort, out);
  case SV_OP_SUB: return combine(r, group, n, sv_small(-1), out) && wrap(r, group, sort, out);
  case SV_OP_NEG:
    return scale(r, group, n->args[0], sv_small(-1), out) && wrap(r, group, sort, out);
  case SV_OP_MUL:
    return constant_of(r, n->args[1], &k) && scale(r, group, n->args[0], k, out) &&
           wrap(r, group, sort, out);
  case SV_OP_SHL:
    return power(r, n->args[1], &k) && scale(r, group, n->args[0], k, out) &&
           wrap(r, group, sort, out);
  case SV_OP_SHR: return power(r, n->args[1], &k) && divided(r, group, n->args[0], k, false, out);
  case SV_OP_DIV:
  case SV_OP_MOD:  // signed division rounds towards zero
    return !is_signed && constant_of(r, n->args[1], &k) && !sv_value_same(k, sv_small(0)) &&
           divided(r, group, n->args[0], k, n->op == SV_OP_MOD, out);
  case SV_OP_BVAND: return masked(r, group, n, out);
  case SV_OP_CAST: return from_other(r, group, n, out);
  default: return false;
  }
}

static bool linearise_bits(sv_refutation *r, uint32_t group, sv_term t, sv_sum *out) {
  sv_value v;
  if (constant_of(r, t, &v)) return *out = (sv_sum){.constant = v, .is_int = true}, true;
  sv_node n = sv_node_of(r->T, sv_index(t));
  sv_term args[2] = {n.n ? n.args[0] : SV_NONE, n.n > 1 ? n.args[1] : SV_NONE};
  n.args = args;
  if (n.op != SV_OP_VAR && bits_operator(r, group, &n, out)) return true;
  *out = variable(r, group, t);  // or something that nothing is known of
  out->is_int = true;
  return true;
}

// ---- numbers

// A part of a sum that is no sum itself.
static bool linearise_part(sv_refutation *r, uint32_t group, sv_term t, sv_sum *out) {
  sv_node n = sv_node_of(r->T, sv_index(t));
  sv_value k;
  sv_sum inner;
  bool divides = (n.op == SV_OP_DIV || n.op == SV_OP_MOD) && constant_of(r, n.args[1], &k) &&
                 sv_number_compare(numbers(r), k, sv_small(0)) > 0;
  if (divides) {
    sv_op op = n.op;
    if (!sv_linearise(r, group, n.args[0], &inner)) return false;
    sv_term q = quotient(r, group, &inner, k);
    *out = single(r, q, op == SV_OP_DIV ? sv_small(1) : sv_number_neg(numbers(r), k));
    if (op == SV_OP_MOD) sv_sum_add(r->T, out, &inner, sv_small(1));
    sv_sum_free(&inner);
    return true;
  }
  if (n.op == SV_OP_CAST) {
    sv_term of = n.args[0];
    sv_sort_kind from = info_of(r, of)->kind;
    bool to_int = sv_sort_get(r->T, n.sort)->kind == SV_SORT_INT;
    if (from == SV_SORT_BV || from == SV_SORT_ENUM) return linearise_bits(r, group, of, out);
    if (from == SV_SORT_INT) return sv_linearise(r, group, of, out);
    if (from == SV_SORT_REAL && to_int) {
      if (!sv_linearise(r, group, of, &inner)) return false;
      *out = single(r, quotient(r, group, &inner, sv_small(1)), sv_small(1));
      sv_sum_free(&inner);
      return true;
    }
  }
  *out = variable(r, group, t);
  return true;
}

bool sv_linearise(sv_refutation *r, uint32_t group, sv_term t, sv_sum *out) {
  sv_sort_kind kind = info_of(r, t)->kind;
  sv_sum sum;
  if (kind == SV_SORT_BV || kind == SV_SORT_ENUM) return linearise_bits(r, group, t, out);
  *out = (sv_sum){.constant = sv_small(0), .is_int = kind == SV_SORT_INT};
  if (!sv_sum_of(r->T, t, &sum)) return false;
  out->constant = sum.constant;
  bool good = true;
  for (uint32_t i = 0; i < sum.parts.n && good; i++) {
    sv_sum part;
    good = linearise_part(r, group, sum.parts.at[i].term, &part);
    if (!good) break;
    sv_sum_add(r->T, out, &part, sum.parts.at[i].factor);
    sv_sum_free(&part);
  }
  sv_sum_free(&sum);
  if (!good) sv_sum_free(out);
  return good;
}
