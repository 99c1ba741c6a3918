// smt_pointer.c -- integers, bit vectors, one-hot Booleans.

#include "encode/smt/smt_pointer.h"

static uint32_t width_for(uint32_t values) {
  uint32_t width = 1;
  while (width < 32 && UINT64_C(1) << width < values) width++;
  return width;
}

sv_pointer sv_pointer_make(sv_smt *z, sv_pointer_kind kind, uint32_t n) {
  sv_pointer p = {.z = z, .kind = n ? kind : SV_POINTER_INT, .n = n, .parts = 1};
  if (p.kind == SV_POINTER_ONE_HOT) p.parts = n, p.sort = sv_smt_bool(z);
  else p.sort = p.kind == SV_POINTER_BITS ? sv_smt_bits(z, width_for(n)) : sv_smt_int(z);
  return p;
}

static sv_smt_term number(const sv_pointer *p, int64_t n) { return sv_smt_small(p->z, n, p->sort); }

void sv_pointer_const(const sv_pointer *p, uint32_t value, sv_smt_term *out) {
  assert(!p->n || value < p->n);
  if (p->kind != SV_POINTER_ONE_HOT) *out = number(p, value);
  else
    for (uint32_t k = 0; k < p->n; k++) out[k] = sv_smt_truth(p->z, k == value);
}

static sv_smt_term just_one(const sv_pointer *p, const sv_smt_term *at) {
  sv_smt_term before = at[0], all = sv_smt_truth(p->z, true);
  for (uint32_t k = 1; k < p->n; k++) {
    all = sv_smt_and(p->z, all, sv_smt_not(p->z, sv_smt_and(p->z, before, at[k])));
    before = sv_smt_or(p->z, before, at[k]);
  }
  return sv_smt_and(p->z, all, before);
}

sv_smt_term sv_pointer_within(const sv_pointer *p, const sv_smt_term *at) {
  if (p->kind == SV_POINTER_ONE_HOT) return just_one(p, at);
  if (p->kind == SV_POINTER_BITS) return sv_smt_app2(p->z, SV_SMT_ULE, *at, number(p, p->n - 1));
  sv_smt_term above = sv_smt_app2(p->z, SV_SMT_LE, number(p, 0), *at);
  return p->n ? sv_smt_and(p->z, above, sv_smt_app2(p->z, SV_SMT_LT, *at, number(p, p->n))) : above;
}

sv_smt_term sv_pointer_is(const sv_pointer *p, const sv_smt_term *at, uint32_t value) {
  if (p->n && value >= p->n) return sv_smt_truth(p->z, false);
  if (p->kind == SV_POINTER_ONE_HOT) return at[value];
  return sv_smt_eq(p->z, *at, number(p, value));
}

sv_smt_term sv_pointer_at_most(const sv_pointer *p, const sv_smt_term *at, uint32_t value) {
  if (p->n && value + 1 >= p->n) return sv_smt_truth(p->z, true);
  if (p->kind == SV_POINTER_INT) return sv_smt_app2(p->z, SV_SMT_LE, *at, number(p, value));
  if (p->kind == SV_POINTER_BITS) return sv_smt_app2(p->z, SV_SMT_ULE, *at, number(p, value));
  // Nested, so that the answers for neighbouring values share their terms.
  sv_smt_term any = at[0];
  for (uint32_t k = 1; k <= value; k++) any = sv_smt_or(p->z, any, at[k]);
  return any;
}

sv_smt_term sv_pointer_same(const sv_pointer *p, const sv_smt_term *a, const sv_smt_term *b) {
  if (p->kind != SV_POINTER_ONE_HOT) return sv_smt_eq(p->z, *a, *b);
  sv_smt_term any = sv_smt_truth(p->z, false);
  for (uint32_t k = 0; k < p->n; k++) any = sv_smt_or(p->z, any, sv_smt_and(p->z, a[k], b[k]));
  return any;
}

sv_smt_term sv_pointer_int(const sv_pointer *p, const sv_smt_term *at) {
  if (p->kind == SV_POINTER_INT) return *at;
  sv_smt_sort sort = sv_smt_int(p->z);
  sv_smt_term out = sv_smt_small(p->z, p->n - 1, sort);
  for (uint32_t k = p->n - 1; k-- > 0;)
    out = sv_smt_ite(p->z, sv_pointer_is(p, at, k), sv_smt_small(p->z, k, sort), out);
  return out;
}

static void turn(const sv_pointer *p, const sv_smt_term *at, sv_smt_term *out, bool up) {
  sv_smt_terms copy = {0};
  for (uint32_t k = 0; k < p->n; k++) sv_push(copy, at[k]);
  for (uint32_t k = 0; k < p->n; k++) out[k] = copy.at[(up ? k + p->n - 1 : k + 1) % p->n];
  sv_vec_free(copy);
}

static sv_smt_term add(const sv_pointer *p, sv_smt_term a, int64_t more) {
  bool bits = p->kind == SV_POINTER_BITS, up = more > 0;
  sv_smt_binary op = bits ? (up ? SV_SMT_BVADD : SV_SMT_BVSUB) : (up ? SV_SMT_ADD : SV_SMT_SUB);
  return sv_smt_app2(p->z, op, a, number(p, 1));
}

void sv_pointer_up(const sv_pointer *p, const sv_smt_term *at, sv_smt_term *out) {
  if (p->kind == SV_POINTER_ONE_HOT) turn(p, at, out, true);
  else if (!p->n) *out = add(p, *at, 1);
  else *out = sv_smt_ite(p->z, sv_pointer_is(p, at, p->n - 1), number(p, 0), add(p, *at, 1));
}

void sv_pointer_down(const sv_pointer *p, const sv_smt_term *at, sv_smt_term *out) {
  if (p->kind == SV_POINTER_ONE_HOT) turn(p, at, out, false);
  else if (!p->n) *out = add(p, *at, -1);
  else *out = sv_smt_ite(p->z, sv_pointer_is(p, at, 0), number(p, p->n - 1), add(p, *at, -1));
}
