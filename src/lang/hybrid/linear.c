// linear.c -- see linear.h.

#include "lang/hybrid/linear.h"

#include <string.h>

ha_sum ha_constant(sv_value v) { return (ha_sum){.constant = v}; }

ha_sum ha_single(ha_space s, uint32_t var, bool primed) {
  ha_part *part = SV_ARENA_NEW(s.arena, ha_part);
  *part = (ha_part){var, primed, sv_small(1)};
  return (ha_sum){part, 1, sv_small(0)};
}

static int compare(const ha_part *a, const ha_part *b) {
  if (a->var != b->var) return a->var < b->var ? -1 : 1;
  return (int)a->primed - (int)b->primed;
}

ha_sum ha_add_times(ha_space s, ha_sum a, sv_value factor, ha_sum b) {
  ha_part *part = SV_ARENA_ARRAY(s.arena, ha_part, a.n + b.n);
  uint32_t i = 0, k = 0, n = 0;
  while (i < a.n || k < b.n) {
    int order = i == a.n ? 1 : k == b.n ? -1 : compare(&a.part[i], &b.part[k]);
    ha_part p = order <= 0 ? a.part[i] : b.part[k];
    sv_value mine = order <= 0 ? a.part[i++].factor : sv_small(0);
    sv_value other = order >= 0 ? b.part[k++].factor : sv_small(0);
    p.factor = sv_number_add(s.numbers, mine, sv_number_mul(s.numbers, factor, other));
    if (!ha_is_zero(p.factor)) part[n++] = p;
  }
  assert(n <= a.n + b.n);
  sv_value constant =
      sv_number_add(s.numbers, a.constant, sv_number_mul(s.numbers, factor, b.constant));
  return (ha_sum){part, n, constant};
}

ha_sum ha_times(ha_space s, sv_value factor, ha_sum a) {
  if (sv_value_same(factor, sv_small(1))) return a;
  return ha_add_times(s, ha_constant(sv_small(0)), factor, a);
}

sv_value ha_factor(ha_sum a, uint32_t var, bool primed) {
  for (uint32_t i = 0; i < a.n; i++)
    if (a.part[i].var == var && a.part[i].primed == primed) return a.part[i].factor;
  return sv_small(0);
}

static ha_sum without(ha_space s, ha_sum a, uint32_t var, bool primed) {
  ha_sum single = ha_single(s, var, primed);
  return ha_add_times(s, a, sv_number_neg(s.numbers, ha_factor(a, var, primed)), single);
}

ha_sum ha_put(ha_space s, ha_sum a, uint32_t var, bool primed, ha_sum by) {
  sv_value factor = ha_factor(a, var, primed);
  if (ha_is_zero(factor)) return a;
  return ha_add_times(s, without(s, a, var, primed), factor, by);
}

ha_sum ha_solve(ha_space s, ha_sum a, uint32_t var, bool primed) {
  sv_value factor = ha_factor(a, var, primed);
  assert(!ha_is_zero(factor));
  sv_value by = sv_number_quot(s.numbers, sv_small(-1), factor);
  return ha_times(s, by, without(s, a, var, primed));
}

bool ha_same_sum(ha_sum a, ha_sum b) {
  if (a.n != b.n || !sv_value_same(a.constant, b.constant)) return false;
  for (uint32_t i = 0; i < a.n; i++)
    if (compare(&a.part[i], &b.part[i]) || !sv_value_same(a.part[i].factor, b.part[i].factor))
      return false;
  return true;
}

int ha_sign(const sv_numbers *numbers, sv_value v) {
  return sv_number_compare(numbers, v, sv_small(0));
}

bool ha_proportional(ha_space s, ha_sum a, ha_sum b) {
  if (a.n != b.n) return false;
  a.constant = b.constant = sv_small(0);
  if (!a.n) return true;
  sv_value by = sv_number_quot(s.numbers, b.part[0].factor, a.part[0].factor);
  return ha_same_sum(ha_times(s, by, a), b);
}

// --- atoms

// The number that makes the factors whole and without common divisor.
static sv_value scale_of(ha_space s, ha_sum a) {
  mpz_t divisor, multiple;
  mpq_t q;
  mpz_inits(divisor, multiple, NULL);
  mpq_init(q);
  mpz_set_ui(multiple, 1);
  for (uint32_t i = 0; i < a.n; i++) {
    sv_number_get(s.numbers, a.part[i].factor, q);
    mpz_gcd(divisor, divisor, mpq_numref(q));
    mpz_lcm(multiple, multiple, mpq_denref(q));
  }
  sv_value scale = sv_number_quot(s.numbers, sv_number_mpz(s.numbers, multiple),
                                  sv_number_mpz(s.numbers, divisor));
  mpz_clears(divisor, multiple, NULL);
  mpq_clear(q);
  return scale;
}

ha_atom ha_normal(ha_space s, ha_atom a) {
  if (!a.sum.n) return a;
  sv_value scale = scale_of(s, a.sum);
  assert(ha_sign(s.numbers, scale) > 0);
  if (a.relation == HA_EQ && ha_sign(s.numbers, a.sum.part[0].factor) < 0)
    scale = sv_number_neg(s.numbers, scale);
  a.sum = ha_times(s, scale, a.sum);
  return a;
}

bool ha_is_constant(ha_atom a) { return !a.sum.n; }

bool ha_constant_truth(const sv_numbers *numbers, ha_atom a) {
  assert(ha_is_constant(a));
  int sign = ha_sign(numbers, a.sum.constant);
  switch (a.relation) {
  case HA_LE: return sign <= 0;
  case HA_LT: return sign < 0;
  case HA_EQ: return sign == 0;
  }
  SV_UNREACHABLE();
}
