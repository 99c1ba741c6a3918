// apply.c -- the single definition of what operators mean.
//
// One operator on constant scalar arguments. The simplifier folds with it and
// exec runs with it, so they cannot disagree. All operators are total:
//
//   int   div and mod are Euclidean (0 <= mod < |b|); x div 0 = 0, x mod 0 = x
//   real  exact; x / 0 = 0
//   bv    a value is the number itself, negative for signed sorts; results wrap
//         to the width. Unsigned x div 0 is all ones. Signed div truncates
//         toward zero, x div 0 is 1 for x < 0 and -1 otherwise, and the least
//         value div -1 wraps to itself. mod has the dividend's sign, x mod 0 = x.
//         A shift amount is read as unsigned; from the width on, everything is
//         shifted out: 0, or the sign for >> of a signed sort
//   < <=  the order of numbers; of enumerations, the order of members
//
// Bit vectors up to 62 bits are computed in machine words, wider ones in GMP.

#include "expr/table.h"

enum { SMALL_WIDTH = 62 };  // every value of such a bit vector is a small number

// What a rule for machine words may compute is wrapped to the width afterwards.
typedef int64_t small_rule(int64_t a, int64_t b, uint32_t width);
typedef void big_rule(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t width);

static int64_t small_add(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return a + b;
}
static int64_t small_sub(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return a - b;
}
static int64_t small_neg(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(b + width);
  return -a;
}
static int64_t small_and(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return a & b;
}
static int64_t small_or(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return a | b;
}
static int64_t small_xor(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return a ^ b;
}
static int64_t small_not(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(b + width);
  return ~a;
}

static int64_t small_mul(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

// An unsigned dividend is never negative, so by zero it gets -1: all ones.
static int64_t small_div(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return b ? a / b : a < 0 ? 1 : -1;
}

static int64_t small_mod(int64_t a, int64_t b, uint32_t width) {
  SV_UNUSED(width);
  return b ? a % b : a;
}

// A negative amount is at least 2^(width-1) >= width when read as unsigned.
static bool small_shifts_out(int64_t amount, uint32_t width) {
  return amount < 0 || amount >= width;
}

static int64_t small_shl(int64_t a, int64_t b, uint32_t width) {
  return small_shifts_out(b, width) ? 0 : (int64_t)((uint64_t)a << b);
}

static int64_t small_shr(int64_t a, int64_t b, uint32_t width) {
  return small_shifts_out(b, width) ? -(a < 0) : a >> b;
}

static void big_add(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_add(r, a, b);
}
static void big_sub(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_sub(r, a, b);
}
static void big_mul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_mul(r, a, b);
}
static void big_and(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_and(r, a, b);
}
static void big_or(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_ior(r, a, b);
}
static void big_xor(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  mpz_xor(r, a, b);
}

static void big_neg(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(b), SV_UNUSED(w);
  mpz_neg(r, a);
}

static void big_not(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(b), SV_UNUSED(w);
  mpz_com(r, a);
}

static void big_div(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  if (mpz_sgn(b)) mpz_tdiv_q(r, a, b);
  else mpz_set_si(r, mpz_sgn(a) < 0 ? 1 : -1);
}

static void big_mod(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  SV_UNUSED(w);
  if (mpz_sgn(b)) mpz_tdiv_r(r, a, b);
  else mpz_set(r, a);
}

static bool big_shifts_out(mpz_srcptr amount, uint32_t w) {
  return mpz_sgn(amount) < 0 || mpz_cmp_ui(amount, w) >= 0;
}

static void big_shl(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  if (big_shifts_out(b, w)) mpz_set_si(r, 0);
  else mpz_mul_2exp(r, a, mpz_get_ui(b));
}

static void big_shr(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, uint32_t w) {
  mpz_fdiv_q_2exp(r, a, big_shifts_out(b, w) ? w : mpz_get_ui(b));
}

typedef struct {
  small_rule *small;
  big_rule *big;
} bv_rule;
static const bv_rule bv_rules[] = {
    [SV_OP_ADD] = {small_add, big_add},   [SV_OP_SUB] = {small_sub, big_sub},
    [SV_OP_MUL] = {small_mul, big_mul},   [SV_OP_NEG] = {small_neg, big_neg},
    [SV_OP_DIV] = {small_div, big_div},   [SV_OP_MOD] = {small_mod, big_mod},
    [SV_OP_BVAND] = {small_and, big_and}, [SV_OP_BVOR] = {small_or, big_or},
    [SV_OP_BVXOR] = {small_xor, big_xor}, [SV_OP_BVNOT] = {small_not, big_not},
    [SV_OP_SHL] = {small_shl, big_shl},   [SV_OP_SHR] = {small_shr, big_shr},
};

static int64_t wrap_small(int64_t v, const sv_sort_info *sort) {
  assert(sort->size <= SMALL_WIDTH);
  uint64_t bits = (uint64_t)v & UINT64_MAX >> (64 - sort->size);
  bool negative = sort->is_signed && bits >> (sort->size - 1);
  return (int64_t)bits - (negative ? (int64_t)1 << sort->size : 0);
}

static void wrap_big(mpz_ptr v, const sv_sort_info *sort) {
  mpz_fdiv_r_2exp(v, v, sort->size);
  if (!sort->is_signed || !mpz_tstbit(v, sort->size - 1)) return;
  mpz_t modulus;
  mpz_init(modulus);
  mpz_setbit(modulus, sort->size);
  mpz_sub(v, v, modulus);
  mpz_clear(modulus);
}

static sv_value apply_bv_big(sv_numbers *N, big_rule *rule, const sv_sort_info *sort, sv_value a,
                             sv_value b) {
  mpq_t x, y;
  mpq_init(x), mpq_init(y);
  sv_number_get(N, a, x);
  sv_number_get(N, b, y);
  mpz_t r;
  mpz_init(r);
  rule(r, mpq_numref(x), mpq_numref(y), sort->size);
  wrap_big(r, sort);
  sv_value v = sv_number_mpz(N, r);
  mpz_clear(r);
  mpq_clear(x), mpq_clear(y);
  return v;
}

// For operators of one argument b is a.
static sv_value apply_bv(sv_numbers *N, sv_op op, const sv_sort_info *sort, sv_value a,
                         sv_value b) {
  const bv_rule *rule = &bv_rules[op];
  assert(rule->small && rule->big);
  if (sort->size > SMALL_WIDTH) return apply_bv_big(N, rule->big, sort, a, b);
  return sv_small(wrap_small(rule->small(sv_small_get(a), sv_small_get(b), sort->size), sort));
}

static sv_value whole(sv_numbers *N, const sv_sort_info *from, sv_value v) {
  return from->kind == SV_SORT_REAL ? sv_number_floor(N, v) : v;
}

static sv_value member(const sv_sort_info *sort, sv_value v) {
  bool inside = sv_is_small(v) && sv_small_get(v) >= 0 && sv_small_get(v) < (int64_t)sort->size;
  return inside ? v : sv_small(0);
}

// Casts see a value as a number: false 0, true 1, a member its place.
//   to bool   is it not 0?
//   to bv     the floor, wrapped to the width and sign of the target
//   to enum   the member in the place of the floor; member 0 if there is none
//   to int    the floor; a range is not enforced
//   to real   the number itself
static sv_value cast(sv_numbers *N, const sv_sort_info *to, const sv_sort_info *from, sv_value v) {
  switch (to->kind) {
  case SV_SORT_BOOL: return sv_bool_value(!sv_value_same(v, sv_small(0)));
  case SV_SORT_BV: return sv_number_wrap(N, whole(N, from, v), to->size, to->is_signed);
  case SV_SORT_ENUM: return member(to, whole(N, from, v));
  case SV_SORT_INT: return whole(N, from, v);
  case SV_SORT_REAL: return v;
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  SV_UNREACHABLE();
}

static sv_value conjunction(const sv_value *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (sv_value_same(args[i], sv_small(0))) return sv_small(0);
  return sv_small(1);
}

sv_value sv_apply(sv_numbers *N, const sv_terms *T, sv_op op, sv_sort to, sv_sort from,
                  const sv_value *args, uint32_t n) {
  assert(n >= 1);
  const sv_sort_info *sort = sv_sort_get(T, to);
  bool bv = sort->kind == SV_SORT_BV;
  sv_value a = args[0], b = args[n > 1];
  switch (op) {
  case SV_OP_AND: return conjunction(args, n);
  case SV_OP_EQ: return sv_bool_value(sv_value_same(a, b));
  case SV_OP_ITE: return sv_value_same(a, sv_small(0)) ? args[2] : args[1];
  case SV_OP_LT: return sv_bool_value(sv_number_compare(N, a, b) < 0);
  case SV_OP_LE: return sv_bool_value(sv_number_compare(N, a, b) <= 0);
  case SV_OP_ADD: return bv ? apply_bv(N, op, sort, a, b) : sv_number_add(N, a, b);
  case SV_OP_SUB: return bv ? apply_bv(N, op, sort, a, b) : sv_number_sub(N, a, b);
  case SV_OP_NEG: return bv ? apply_bv(N, op, sort, a, b) : sv_number_neg(N, a);
  case SV_OP_MUL: return bv ? apply_bv(N, op, sort, a, b) : sv_number_mul(N, a, b);
  case SV_OP_DIV: return bv ? apply_bv(N, op, sort, a, b) : sv_number_div(N, a, b);
  case SV_OP_MOD: return bv ? apply_bv(N, op, sort, a, b) : sv_number_mod(N, a, b);
  case SV_OP_QUOT: return sv_number_quot(N, a, b);
  case SV_ANY_BITS_OP: return apply_bv(N, op, sort, a, b);
  case SV_OP_CAST: return cast(N, sort, sv_sort_get(T, from), a);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  REQUIRE(false, "not an operator on scalars");
  SV_UNREACHABLE();
}
