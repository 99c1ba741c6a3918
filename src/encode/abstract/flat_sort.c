// flat_sort.c -- "the value of this term is one of the sort's", as a term.

#include "encode/abstract/flat_inside.h"

static sv_sort_kind kind_of(const sv_terms *T, sv_sort s) { return sv_sort_get(T, s)->kind; }

static bool castable(const sv_terms *T, sv_sort s) {
  switch (kind_of(T, s)) {
  case SV_SORT_BOOL:
  case SV_SORT_BV:
  case SV_SORT_ENUM:
  case SV_SORT_INT:
  case SV_SORT_REAL: return true;
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  return false;
}

// lo <= t <= hi for a term of sort int or real.
static sv_term between(sv_terms *T, sv_term t, sv_value lo, sv_value hi) {
  bool real = kind_of(T, sv_sort_of(T, t)) == SV_SORT_REAL;
  sv_sort s = real ? sv_sort_real(T) : sv_sort_int(T);
  sv_term above = sv_app2(T, SV_OP_LE, sv_const(T, s, lo), t);  // one after the other:
  sv_term below = sv_app2(T, SV_OP_LE, t, sv_const(T, s, hi));  // handles must not depend
  return sv_and(T, above, below);                               // on the compiler
}

static sv_value power_of_two(sv_terms *T, uint32_t exponent) {
  mpz_t p;
  mpz_init(p);
  mpz_setbit(p, exponent);
  sv_value v = sv_number_mpz(sv_terms_numbers(T), p);
  mpz_clear(p);
  return v;
}

static sv_term in_bits(sv_terms *T, sv_term t, const sv_sort_info *info) {
  sv_numbers *N = sv_terms_numbers(T);
  sv_value size = power_of_two(T, info->size - info->is_signed);
  sv_value lo = info->is_signed ? sv_number_neg(N, size) : sv_small(0);
  return between(T, t, lo, sv_number_sub(N, size, sv_small(1)));
}

// Is the number t (int or real) a value of the scalar sort?
static sv_term number_in(sv_terms *T, sv_term t, const sv_sort_info *info) {
  switch (info->kind) {
  case SV_SORT_BOOL: return between(T, t, sv_small(0), sv_small(1));
  case SV_SORT_BV: return in_bits(T, t, info);
  case SV_SORT_ENUM: return between(T, t, sv_small(0), sv_small((int64_t)info->size - 1));
  case SV_SORT_INT:
    if (!info->ranged) return SV_TRUE;
    return between(T, t, sv_number_int(sv_terms_numbers(T), info->lo),
                   sv_number_int(sv_terms_numbers(T), info->hi));
  case SV_SORT_REAL: return SV_TRUE;
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  return SV_NONE;
}

static sv_term scalar_in(sv_terms *T, sv_term t, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, s);
  if (sv_sort_fits(T, s, sv_sort_of(T, t)) && !info->ranged) return SV_TRUE;
  if (!castable(T, s) || !castable(T, sv_sort_of(T, t))) return SV_NONE;
  if (kind_of(T, sv_sort_of(T, t)) != SV_SORT_REAL)
    return number_in(T, sv_cast(T, sv_sort_int(T), t), info);
  if (info->kind == SV_SORT_REAL) return SV_TRUE;
  sv_term floor = sv_cast(T, sv_sort_real(T), sv_cast(T, sv_sort_int(T), t));
  sv_term whole = sv_eq(T, floor, t);
  return sv_and(T, whole, number_in(T, t, info));
}

// Depth of recursion: the nesting of the array sort.
static sv_term array_in(sv_terms *T, sv_term t, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, s);
  if (!sv_sort_fits(T, s, sv_sort_of(T, t))) return SV_NONE;
  if (!sv_sort_get(T, sv_sort_scalar(T, s))->ranged) return SV_TRUE;
  sv_term *cells = SV_NEW_ARRAY(sv_term, info->size);
  for (uint32_t i = 0; i < info->size; i++)
    cells[i] = sv_flat_in_sort(T, sv_app2(T, SV_OP_SELECT, t, sv_int_const(T, i)), info->element);
  sv_term all = sv_and_all(T, cells, info->size);
  sv_free(cells);
  return all;
}

sv_term sv_flat_in_sort(sv_terms *T, sv_term t, sv_sort s) {
  if (sv_is_none(t)) return SV_NONE;
  return kind_of(T, s) == SV_SORT_ARRAY ? array_in(T, t, s) : scalar_in(T, t, s);
}
