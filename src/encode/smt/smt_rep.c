// smt_rep.c -- sorts, constants and casts in SMT.

#include "encode/smt/smt_rep.h"

sv_rep sv_rep_make(sv_smt *z, const sv_net *net) {
  return (sv_rep){.z = z,
                  .net = net,
                  .terms = net->model->terms,
                  .numbers = sv_terms_numbers(net->model->terms)};
}

static const sv_sort_info *info_of(const sv_rep *r, sv_sort s) { return sv_sort_get(r->terms, s); }

// Values of an enumeration, of locations or references.
static uint64_t members(const sv_rep *r, const sv_sort_info *info) {
  if (info->kind == SV_SORT_ENUM) return info->size;
  if (info->kind == SV_SORT_REF) return (uint64_t)r->net->queues.n + 1;
  assert(info->kind == SV_SORT_LOC);
  return r->net->model->templates.at[info->size].locations.n;
}

static uint32_t width_for(uint64_t values) {
  uint32_t width = 1;
  while (width < 63 && UINT64_C(1) << width < values) width++;
  assert(width == 63 || values <= UINT64_C(1) << width);
  return width;
}

static bool is_bits(const sv_rep *r, const sv_sort_info *info) {
  if (info->kind == SV_SORT_BV) return !r->integers;
  return info->kind == SV_SORT_ENUM || info->kind == SV_SORT_LOC || info->kind == SV_SORT_REF;
}

static uint32_t width_of(const sv_rep *r, const sv_sort_info *info) {
  return info->kind == SV_SORT_BV ? info->size : width_for(members(r, info));
}

static bool is_negative_sort(const sv_sort_info *info) {
  return info->kind == SV_SORT_BV && info->is_signed;
}

sv_smt_sort sv_rep_sort(const sv_rep *r, sv_sort s) {
  const sv_sort_info *info = info_of(r, s);
  if (info->kind == SV_SORT_BOOL) return sv_smt_bool(r->z);
  if (info->kind == SV_SORT_REAL) return sv_smt_real(r->z);
  if (!is_bits(r, info)) return sv_smt_int(r->z);
  return sv_smt_bits(r->z, width_of(r, info));
}

sv_smt_term sv_rep_value(const sv_rep *r, sv_sort s, sv_value v) {
  if (info_of(r, s)->kind == SV_SORT_BOOL)
    return sv_smt_truth(r->z, !sv_value_same(v, sv_small(0)));
  return sv_smt_number(r->z, r->numbers, v, sv_rep_sort(r, s));
}

sv_value sv_rep_read(const sv_rep *r, sv_sort s, sv_value found) {
  const sv_sort_info *info = info_of(r, s);
  return is_negative_sort(info) ? sv_number_wrap(r->numbers, found, info->size, true) : found;
}

static sv_smt_term small(const sv_rep *r, sv_sort s, uint64_t n) {
  return sv_smt_number(r->z, r->numbers, sv_number_uint(r->numbers, n), sv_rep_sort(r, s));
}

// Is n a number that the sort's bits can show?
static bool shows(const sv_rep *r, const sv_sort_info *info, uint64_t n) {
  if (!is_bits(r, info)) return info->kind != SV_SORT_BOOL || n < 2;
  uint32_t width = width_of(r, info) - is_negative_sort(info);
  return width > 63 || n < UINT64_C(1) << width;
}

sv_smt_term sv_rep_is(const sv_rep *r, sv_sort s, sv_smt_term t, uint64_t n) {
  const sv_sort_info *info = info_of(r, s);
  if (!shows(r, info, n)) return sv_smt_truth(r->z, false);
  if (info->kind == SV_SORT_BOOL) return n ? t : sv_smt_not(r->z, t);
  return sv_smt_eq(r->z, t, small(r, s, n));
}

// Is it one of 0 .. n-1?
static sv_smt_term is_below(const sv_rep *r, sv_sort s, sv_smt_term t, uint64_t n) {
  const sv_sort_info *info = info_of(r, s);
  if (!n) return sv_smt_truth(r->z, false);
  if (info->kind == SV_SORT_BOOL) return n > 1 ? sv_smt_truth(r->z, true) : sv_smt_not(r->z, t);
  sv_smt_term low = small(r, s, 0);
  if (is_bits(r, info)) {
    bool negative = is_negative_sort(info);
    sv_smt_term above = negative ? sv_smt_app2(r->z, SV_SMT_SLE, low, t) : sv_smt_truth(r->z, true);
    if (!shows(r, info, n - 1)) return above;
    return sv_smt_and(r->z, above, sv_smt_app2(r->z, SV_SMT_ULE, t, small(r, s, n - 1)));
  }
  return sv_smt_and(r->z, sv_smt_app2(r->z, SV_SMT_LE, low, t),
                    sv_smt_app2(r->z, SV_SMT_LT, t, small(r, s, n)));
}

// Is the number one that so many bits can show?
static sv_smt_term fits_bits(const sv_rep *r, sv_smt_term number, const sv_sort_info *info) {
  sv_smt_sort sort = sv_smt_int(r->z);
  sv_value size = sv_small(1), low = sv_small(0);
  for (uint32_t k = is_negative_sort(info); k < info->size; k++)
    size = sv_number_add(r->numbers, size, size);
  if (is_negative_sort(info)) low = sv_number_neg(r->numbers, size);
  sv_smt_term above =
      sv_smt_app2(r->z, SV_SMT_LE, sv_smt_number(r->z, r->numbers, low, sort), number);
  return sv_smt_and(
      r->z, above,
      sv_smt_app2(r->z, SV_SMT_LT, number, sv_smt_number(r->z, r->numbers, size, sort)));
}

static sv_smt_term in_range(const sv_rep *r, const sv_sort_info *info, sv_smt_term t) {
  if (info->kind == SV_SORT_BV) return fits_bits(r, t, info);
  if (!info->ranged) return sv_smt_truth(r->z, true);
  sv_smt_sort sort = sv_smt_int(r->z);
  sv_smt_term low = sv_smt_small(r->z, info->lo, sort), high = sv_smt_small(r->z, info->hi, sort);
  return sv_smt_and(r->z, sv_smt_app2(r->z, SV_SMT_LE, low, t),
                    sv_smt_app2(r->z, SV_SMT_LE, t, high));
}

sv_smt_term sv_rep_within(const sv_rep *r, sv_sort s, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, s);
  if (info->kind == SV_SORT_INT) return in_range(r, info, t);
  if (info->kind == SV_SORT_BV && r->integers) return in_range(r, info, t);
  if (!is_bits(r, info) || info->kind == SV_SORT_BV) return sv_smt_truth(r->z, true);
  uint64_t n = members(r, info);
  if (n == UINT64_C(1) << width_of(r, info)) return sv_smt_truth(r->z, true);
  return is_below(r, s, t, n);
}

// ---- casts

static sv_smt_term bool_as(const sv_rep *r, sv_smt_sort to, sv_smt_term t) {
  return sv_smt_ite(r->z, t, sv_smt_small(r->z, 1, to), sv_smt_small(r->z, 0, to));
}

// Bits as a sum: linear arithmetic over the bits, which Z3 decides. The last bit
// counts negative where the sort is signed.
static sv_smt_term sum_of_bits(const sv_rep *r, sv_smt_term t, uint32_t width, bool is_signed) {
  assert(width);
  sv_smt_sort to = sv_smt_int(r->z);
  sv_smt_term zero = sv_smt_small(r->z, 0, to), sum = zero;
  sv_smt_term one = sv_smt_small(r->z, 1, sv_smt_bits(r->z, 1));
  sv_value weight = sv_small(1);
  for (uint32_t k = 0; k < width; k++) {
    bool negative = is_signed && k + 1 == width;
    sv_value w = negative ? sv_number_neg(r->numbers, weight) : weight;
    sv_smt_term bit = sv_smt_eq(r->z, sv_smt_extract(r->z, t, k, 1), one);
    sv_smt_term part = sv_smt_ite(r->z, bit, sv_smt_number(r->z, r->numbers, w, to), zero);
    sum = k ? sv_smt_app2(r->z, SV_SMT_ADD, sum, part) : part;
    weight = sv_number_add(r->numbers, weight, weight);
  }
  return sum;
}

sv_smt_term sv_rep_bits_as_number(const sv_rep *r, sv_smt_term bits, bool is_signed) {
  return sum_of_bits(r, bits, sv_smt_width(r->z, bits), is_signed);
}

// A term of sort int for a number of any sort but real.
static sv_smt_term as_int(const sv_rep *r, sv_sort from, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, from);
  assert(info->kind != SV_SORT_REAL);
  if (info->kind == SV_SORT_BOOL) return bool_as(r, sv_smt_int(r->z), t);
  if (!is_bits(r, info)) return t;
  return sum_of_bits(r, t, width_of(r, info), is_negative_sort(info));
}

sv_smt_term sv_rep_whole(const sv_rep *r, sv_sort from, sv_smt_term t) {
  if (info_of(r, from)->kind == SV_SORT_REAL) return sv_smt_app1(r->z, SV_SMT_FLOOR, t);
  return as_int(r, from, t);
}

sv_smt_term sv_rep_wrapped(const sv_rep *r, sv_sort to, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, to);
  sv_smt_sort sort = sv_smt_int(r->z);
  sv_value size = sv_small(1);
  assert(r->integers && info->kind == SV_SORT_BV);
  for (uint32_t k = 0; k < info->size; k++) size = sv_number_add(r->numbers, size, size);
  sv_smt_term modulus = sv_smt_number(r->z, r->numbers, size, sort);
  if (!info->is_signed) return sv_smt_app2(r->z, SV_SMT_MOD, t, modulus);
  sv_value half = sv_number_div(r->numbers, size, sv_small(2));
  sv_smt_term low = sv_smt_number(r->z, r->numbers, half, sort);
  sv_smt_term shifted = sv_smt_app2(r->z, SV_SMT_ADD, t, low);
  return sv_smt_app2(r->z, SV_SMT_SUB, sv_smt_app2(r->z, SV_SMT_MOD, shifted, modulus), low);
}

static sv_smt_term to_bits(const sv_rep *r, uint32_t width, sv_sort from, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, from);
  if (info->kind == SV_SORT_BOOL) return bool_as(r, sv_smt_bits(r->z, width), t);
  if (!is_bits(r, info)) return sv_smt_to_bits(r->z, sv_rep_whole(r, from, t), width);
  uint32_t have = width_of(r, info);
  assert(have && width);
  if (have >= width) return sv_smt_extract(r->z, t, 0, width);
  return sv_smt_extend(r->z, t, width, is_negative_sort(info));
}

// Member k where the number is k, else member 0.
static sv_smt_term to_members(const sv_rep *r, sv_sort to, sv_sort from, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, from);
  sv_smt_term number = info->kind == SV_SORT_REAL ? sv_rep_whole(r, from, t) : t;
  sv_smt_term out = small(r, to, 0);
  uint64_t n = members(r, info_of(r, to));
  for (uint64_t k = n; k-- > 1;) {
    sv_smt_term here =
        info->kind == SV_SORT_REAL
            ? sv_smt_eq(r->z, number, sv_smt_small(r->z, (int64_t)k, sv_smt_int(r->z)))
            : sv_rep_is(r, from, t, k);
    out = sv_smt_ite(r->z, here, small(r, to, k), out);
  }
  return out;
}

static sv_smt_term to_real(const sv_rep *r, sv_sort from, sv_smt_term t) {
  if (info_of(r, from)->kind == SV_SORT_REAL) return t;
  return sv_smt_app1(r->z, SV_SMT_TO_REAL, as_int(r, from, t));
}

static sv_smt_term is_not_zero(const sv_rep *r, sv_sort from, sv_smt_term t) {
  return sv_smt_not(r->z, sv_rep_is(r, from, t, 0));
}

sv_smt_term sv_rep_cast(const sv_rep *r, sv_sort to, sv_sort from, sv_smt_term t) {
  const sv_sort_info *info = info_of(r, to);
  switch (info->kind) {
  case SV_SORT_BOOL: return is_not_zero(r, from, t);
  case SV_SORT_BV:
    if (r->integers) return sv_rep_wrapped(r, to, sv_rep_whole(r, from, t));
    return to_bits(r, info->size, from, t);
  case SV_SORT_ENUM: return to_members(r, to, from, t);
  case SV_SORT_INT: return sv_rep_whole(r, from, t);
  case SV_SORT_REAL: return to_real(r, from, t);
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  SV_UNREACHABLE();
}

// ---- moving values between sorts

static sv_smt_term from_int(const sv_rep *r, sv_sort to, sv_smt_term number, sv_smt_term *fits) {
  const sv_sort_info *info = info_of(r, to);
  sv_smt_sort sort = sv_smt_int(r->z);
  sv_smt_term zero = sv_smt_small(r->z, 0, sort), one = sv_smt_small(r->z, 1, sort);
  switch (info->kind) {
  case SV_SORT_BOOL:
    *fits = sv_smt_or(r->z, sv_smt_eq(r->z, number, zero), sv_smt_eq(r->z, number, one));
    return sv_smt_eq(r->z, number, one);
  case SV_SORT_INT: *fits = in_range(r, info, number); return number;
  case SV_SORT_REAL:
    *fits = sv_smt_truth(r->z, true);
    return sv_smt_app1(r->z, SV_SMT_TO_REAL, number);
  case SV_SORT_BV:
    *fits = fits_bits(r, number, info);
    if (r->integers) return number;
    break;
  case SV_SORT_ENUM:
  case SV_SORT_LOC:
  case SV_SORT_REF: {
    sv_smt_term most = sv_smt_small(r->z, (int64_t)members(r, info), sort);
    *fits = sv_smt_and(r->z, sv_smt_app2(r->z, SV_SMT_LE, zero, number),
                       sv_smt_app2(r->z, SV_SMT_LT, number, most));
    break;
  }
  case SV_SORT_ARRAY: SV_UNREACHABLE();
  }
  return sv_smt_to_bits(r->z, number, width_of(r, info));
}

// Is every value of the one sort, as a number, a value of the other, and written alike?
static bool written_alike(const sv_sort_info *to, const sv_sort_info *from) {
  if (to->kind != from->kind || to->kind == SV_SORT_INT) return false;
  if (to->kind == SV_SORT_BV) return to->size == from->size && to->is_signed == from->is_signed;
  return (to->kind != SV_SORT_ENUM && to->kind != SV_SORT_LOC) || to->size == from->size;
}

sv_smt_term sv_rep_move(const sv_rep *r, sv_sort to, sv_sort from, sv_smt_term t,
                        sv_smt_term *fits) {
  const sv_sort_info *target = info_of(r, to), *source = info_of(r, from);
  *fits = sv_smt_truth(r->z, true);
  if (sv_sort_same(to, from)) return t;
  if (written_alike(target, source)) return t;
  if (source->kind != SV_SORT_REAL) return from_int(r, to, as_int(r, from, t), fits);
  sv_smt_term floor = sv_rep_whole(r, from, t), in = *fits;
  sv_smt_term out = from_int(r, to, floor, &in);
  *fits = sv_smt_and(r->z, in, sv_smt_eq(r->z, sv_smt_app1(r->z, SV_SMT_TO_REAL, floor), t));
  return out;
}
