// choices.c -- counts through the values of finite sorts.
//
// A tuple of values is an odometer whose last digit turns fastest. Nothing is
// stored but the current tuple, so sorts of any finite size can be walked.

#include "exec/choices.h"

bool sv_choices_finite(const sv_net *net, const sv_sort *sorts, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!sv_sort_finite(net->model->terms, sorts[i])) return false;
  return true;
}

// UINT64_MAX: too many, or infinitely many.
static uint64_t members(const sv_net *net, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, s);
  if (!sv_sort_finite(net->model->terms, s)) return UINT64_MAX;
  switch (info->kind) {
  case SV_SORT_BOOL: return 2;
  case SV_SORT_BV: return info->size < 64 ? UINT64_C(1) << info->size : UINT64_MAX;
  case SV_SORT_ENUM: return info->size;
  case SV_SORT_INT: return (uint64_t)info->hi - (uint64_t)info->lo + 1;
  case SV_SORT_REF: return (uint64_t)net->queues.n + 1;
  case SV_SORT_LOC: return net->model->templates.at[info->size].locations.n;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: break;
  }
  return UINT64_MAX;
}

bool sv_choices_at_most(const sv_net *net, const sv_sort *sorts, uint32_t n, uint64_t most) {
  uint64_t all = 1;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t here = members(net, sorts[i]);
    if (!here || here > most / all) return false;
    all *= here;
  }
  return true;
}

bool sv_choices_has(const sv_net *net, sv_sort sort, sv_value v) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  if (!sv_sort_has(net->model->terms, sort, v)) return false;
  if (info->kind == SV_SORT_REF) return sv_small_get(v) <= net->queues.n;
  if (info->kind != SV_SORT_LOC) return true;
  return sv_small_get(v) < net->model->templates.at[info->size].locations.n;
}

static sv_value least_bits(const sv_net *net, uint32_t width) {
  mpz_t n;
  mpz_init(n);
  mpz_setbit(n, width - 1);
  mpz_neg(n, n);
  sv_value v = sv_number_mpz(sv_terms_numbers(net->model->terms), n);
  mpz_clear(n);
  return v;
}

static sv_value least(const sv_net *net, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  if (info->kind == SV_SORT_INT)
    return sv_number_int(sv_terms_numbers(net->model->terms), info->lo);
  if (info->kind == SV_SORT_BV && info->is_signed) return least_bits(net, info->size);
  return sv_small(0);
}

void sv_choices_first(const sv_net *net, const sv_sort *sorts, uint32_t n, sv_value *values) {
  for (uint32_t i = 0; i < n; i++) values[i] = least(net, sorts[i]);
}

bool sv_choices_next(const sv_net *net, const sv_sort *sorts, uint32_t n, sv_value *values) {
  for (uint32_t i = n; i--;) {
    values[i] = sv_number_add(sv_terms_numbers(net->model->terms), values[i], sv_small(1));
    if (sv_choices_has(net, sorts[i], values[i])) return true;
    values[i] = least(net, sorts[i]);
    assert(sv_choices_has(net, sorts[i], values[i]));
  }
  return false;
}
