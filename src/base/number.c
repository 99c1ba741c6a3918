// number.c -- exact numbers.
//
// Small integers never touch GMP: their sums cannot overflow 64 bits, and
// products are checked. All else goes through temporary rationals and ends in
// `give`, which keeps values canonical: a small integer whenever it is one,
// else the index of the one table entry that holds this number. The table maps
// the hash of a number to a chain of entries.

#include "base/number.h"

#include <inttypes.h>

#include "base/map.h"

_Static_assert(sizeof(long) == sizeof(int64_t), "the GMP calls below take 64-bit longs");

typedef struct {
  mpq_t q;        // canonical
  uint32_t next;  // entry with the same hash, or SV_MAP_NONE
} entry;

struct sv_numbers {
  SV_VEC(entry) at;
  sv_map first;  // hash -> first entry of its chain
};

sv_numbers *sv_numbers_new(void) { return SV_NEW(sv_numbers); }

void sv_numbers_free(sv_numbers *t) {
  if (!t) return;
  for (uint32_t i = 0; i < t->at.n; i++) mpq_clear(t->at.at[i].q);
  sv_vec_free(t->at);
  sv_map_free(&t->first);
  sv_free(t);
}

static uint64_t hash_integer(mpz_srcptr z, uint64_t seed) {
  return sv_hash_bytes(mpz_limbs_read(z), mpz_size(z) * sizeof(mp_limb_t),
                       seed + (uint64_t)(mpz_sgn(z) < 0));
}

static sv_value intern(sv_numbers *t, mpq_srcptr q) {
  uint64_t hash = hash_integer(mpq_denref(q), hash_integer(mpq_numref(q), 0));
  uint32_t first = sv_map_get(&t->first, hash);
  for (uint32_t i = first; i != SV_MAP_NONE; i = t->at.at[i].next)
    if (mpq_equal(t->at.at[i].q, q)) return (sv_value){(int64_t)i << 1 | 1};
  entry e = {.next = first};
  mpq_init(e.q);
  mpq_set(e.q, q);
  uint32_t index = t->at.n;
  sv_push(t->at, e);
  sv_map_put(&t->first, hash, index);
  return (sv_value){(int64_t)index << 1 | 1};
}

static bool is_one(mpz_srcptr z) { return !mpz_cmp_ui(z, 1); }
static bool fits_small(int64_t n) { return n >= SV_SMALL_MIN && n <= SV_SMALL_MAX; }

// The value of a canonical rational.
static sv_value give(sv_numbers *t, mpq_srcptr q) {
  if (is_one(mpq_denref(q)) && mpz_fits_slong_p(mpq_numref(q))) {
    int64_t n = mpz_get_si(mpq_numref(q));
    if (fits_small(n)) return sv_small(n);
  }
  return intern(t, q);
}

static mpq_srcptr big(const sv_numbers *t, sv_value v) {
  uint64_t index = (uint64_t)v.x >> 1;
  REQUIRE(!sv_is_small(v) && index < t->at.n, "a number of another table");
  return t->at.at[index].q;
}

sv_value sv_number_int(sv_numbers *t, int64_t n) {
  if (fits_small(n)) return sv_small(n);
  mpq_t q;
  mpq_init(q);
  mpq_set_si(q, n, 1);
  sv_value v = intern(t, q);
  mpq_clear(q);
  return v;
}

sv_value sv_number_uint(sv_numbers *t, uint64_t n) {
  if (n <= SV_SMALL_MAX) return sv_small((int64_t)n);
  mpq_t q;
  mpq_init(q);
  mpq_set_ui(q, n, 1);
  sv_value v = intern(t, q);
  mpq_clear(q);
  return v;
}

sv_value sv_number_mpz(sv_numbers *t, mpz_srcptr z) {
  mpq_t q;
  mpq_init(q);
  mpq_set_z(q, z);
  sv_value v = give(t, q);
  mpq_clear(q);
  return v;
}

static size_t skip_digits(const char *s, size_t i, size_t n) {
  while (i < n && s[i] >= '0' && s[i] <= '9') i++;
  return i;
}

static void set_digits(mpz_ptr z, const char *s, size_t n) {
  char *copy = sv_strndup(s, n);
  int bad = mpz_set_str(z, copy, 10);
  assert(!bad), SV_UNUSED(bad);
  sv_free(copy);
}

// "W.F" as WF / 10^|F|; the point is at s[point].
static void set_decimal(mpq_ptr q, const char *s, size_t n, size_t point) {
  char *digits = sv_strndup(s, n);
  memmove(digits + point, digits + point + 1, n - point);
  set_digits(mpq_numref(q), digits, n - 1);
  mpz_ui_pow_ui(mpq_denref(q), 10, n - point - 1);
  sv_free(digits);
}

// number: '-'? digits (('/' | '.') digits)?
bool sv_number_parse(sv_numbers *t, const char *s, size_t n, sv_value *out) {
  size_t start = n && s[0] == '-', split = skip_digits(s, start, n);
  if (split == start) return false;
  if (split < n) {
    if (s[split] != '/' && s[split] != '.') return false;
    if (split + 1 == n || skip_digits(s, split + 1, n) != n) return false;
  }
  mpq_t q;
  mpq_init(q);
  if (split < n && s[split] == '.') {
    set_decimal(q, s, n, split);
  } else {
    set_digits(mpq_numref(q), s, split);
    if (split < n) set_digits(mpq_denref(q), s + split + 1, n - split - 1);
  }
  bool ok = mpz_sgn(mpq_denref(q));
  if (ok) mpq_canonicalize(q), *out = give(t, q);
  mpq_clear(q);
  return ok;
}

void sv_number_get(const sv_numbers *t, sv_value v, mpq_ptr out) {
  if (sv_is_small(v)) mpq_set_si(out, sv_small_get(v), 1);
  else mpq_set(out, big(t, v));
}

bool sv_number_is_int(const sv_numbers *t, sv_value v) {
  return sv_is_small(v) || is_one(mpq_denref(big(t, v)));
}

bool sv_number_to_i64(const sv_numbers *t, sv_value v, int64_t *out) {
  if (sv_is_small(v)) return *out = sv_small_get(v), true;
  mpq_srcptr q = big(t, v);
  if (!is_one(mpq_denref(q)) || !mpz_fits_slong_p(mpq_numref(q))) return false;
  *out = mpz_get_si(mpq_numref(q));
  return true;
}

size_t sv_number_bits(const sv_numbers *t, sv_value v) {
  if (sv_is_small(v)) {
    int64_t n = sv_small_get(v);
    return n ? 64 - (size_t)__builtin_clzll((unsigned long long)(n < 0 ? -n : n)) : 1;
  }
  size_t above = mpz_sizeinbase(mpq_numref(big(t, v)), 2);
  size_t below = mpz_sizeinbase(mpq_denref(big(t, v)), 2);
  return above > below ? above : below;
}

void sv_number_print(const sv_numbers *t, sv_value v, sv_text *out) {
  if (sv_is_small(v)) {
    sv_text_printf(out, "%" PRId64, sv_small_get(v));
    return;
  }
  mpq_srcptr q = big(t, v);
  char *digits =
      sv_alloc(mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) + 3);
  mpq_get_str(digits, 10, q);
  sv_text_string(out, digits);
  sv_free(digits);
}

int sv_number_compare(const sv_numbers *t, sv_value a, sv_value b) {
  if (sv_value_same(a, b)) return 0;
  if (sv_is_small(a) && sv_is_small(b)) return a.x < b.x ? -1 : 1;
  mpq_t p, q;
  mpq_inits(p, q, NULL);
  sv_number_get(t, a, p);
  sv_number_get(t, b, q);
  int order = mpq_cmp(p, q);
  mpq_clears(p, q, NULL);
  return order < 0 ? -1 : order > 0;
}

typedef void rational_operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

static sv_value rationally(sv_numbers *t, sv_value a, sv_value b, rational_operation *op) {
  mpq_t p, q;
  mpq_inits(p, q, NULL);
  sv_number_get(t, a, p);
  sv_number_get(t, b, q);
  op(p, p, q);
  sv_value v = give(t, p);
  mpq_clears(p, q, NULL);
  return v;
}

static bool both_small(sv_value a, sv_value b) { return sv_is_small(a) && sv_is_small(b); }

sv_value sv_number_add(sv_numbers *t, sv_value a, sv_value b) {
  if (both_small(a, b)) return sv_number_int(t, sv_small_get(a) + sv_small_get(b));
  return rationally(t, a, b, mpq_add);
}

sv_value sv_number_sub(sv_numbers *t, sv_value a, sv_value b) {
  if (both_small(a, b)) return sv_number_int(t, sv_small_get(a) - sv_small_get(b));
  return rationally(t, a, b, mpq_sub);
}

sv_value sv_number_mul(sv_numbers *t, sv_value a, sv_value b) {
  int64_t n;
  if (both_small(a, b) && !__builtin_mul_overflow(sv_small_get(a), sv_small_get(b), &n))
    return sv_number_int(t, n);
  return rationally(t, a, b, mpq_mul);
}

sv_value sv_number_neg(sv_numbers *t, sv_value a) { return sv_number_sub(t, sv_small(0), a); }

sv_value sv_number_quot(sv_numbers *t, sv_value a, sv_value b) {
  if (sv_value_same(b, sv_small(0))) return sv_small(0);
  if (both_small(a, b) && sv_small_get(a) % sv_small_get(b) == 0)
    return sv_small(sv_small_get(a) / sv_small_get(b));
  return rationally(t, a, b, mpq_div);
}

// a modulo b for small numbers, b not 0; the remainder is never negative.
static int64_t small_mod(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r >= 0 ? r : b > 0 ? r + b : r - b;
}

static void integer_div(mpq_ptr out, mpq_srcptr a, mpq_srcptr b) {
  if (mpz_sgn(mpq_numref(b)) > 0) mpz_fdiv_q(mpq_numref(out), mpq_numref(a), mpq_numref(b));
  else mpz_cdiv_q(mpq_numref(out), mpq_numref(a), mpq_numref(b));
}

static void integer_mod(mpq_ptr out, mpq_srcptr a, mpq_srcptr b) {
  mpz_mod(mpq_numref(out), mpq_numref(a), mpq_numref(b));
}

sv_value sv_number_div(sv_numbers *t, sv_value a, sv_value b) {
  REQUIRE(sv_number_is_int(t, a) && sv_number_is_int(t, b), "div is for integers");
  if (sv_value_same(b, sv_small(0))) return sv_small(0);
  if (!both_small(a, b)) return rationally(t, a, b, integer_div);
  int64_t x = sv_small_get(a), y = sv_small_get(b);
  return sv_small((x - small_mod(x, y)) / y);
}

sv_value sv_number_mod(sv_numbers *t, sv_value a, sv_value b) {
  REQUIRE(sv_number_is_int(t, a) && sv_number_is_int(t, b), "mod is for integers");
  if (sv_value_same(b, sv_small(0))) return a;
  if (!both_small(a, b)) return rationally(t, a, b, integer_mod);
  return sv_small(small_mod(sv_small_get(a), sv_small_get(b)));
}

sv_value sv_number_floor(sv_numbers *t, sv_value a) {
  if (sv_number_is_int(t, a)) return a;
  mpz_t z;
  mpz_init(z);
  mpz_fdiv_q(z, mpq_numref(big(t, a)), mpq_denref(big(t, a)));
  sv_value v = sv_number_mpz(t, z);
  mpz_clear(z);
  return v;
}

static sv_value wrap_big(sv_numbers *t, sv_value a, uint32_t width, bool is_signed) {
  mpq_t q;
  mpq_init(q);
  sv_number_get(t, a, q);
  mpz_ptr z = mpq_numref(q);
  mpz_fdiv_r_2exp(z, z, width);
  if (is_signed && mpz_tstbit(z, width - 1)) {
    mpz_t all;
    mpz_init_set_ui(all, 1);
    mpz_mul_2exp(all, all, width);
    mpz_sub(z, z, all);
    mpz_clear(all);
  }
  sv_value v = give(t, q);
  mpq_clear(q);
  return v;
}

sv_value sv_number_wrap(sv_numbers *t, sv_value a, uint32_t width, bool is_signed) {
  REQUIRE(sv_number_is_int(t, a), "only integers wrap");
  if (!width) return sv_small(0);
  if (!sv_is_small(a)) return wrap_big(t, a, width, is_signed);
  int64_t n = sv_small_get(a);
  if (width > 62) return is_signed || n >= 0 ? a : wrap_big(t, a, width, is_signed);
  uint64_t bits = (uint64_t)n & ((UINT64_C(1) << width) - 1);
  if (is_signed && bits >> (width - 1))
    return sv_number_int(t, (int64_t)bits - (INT64_C(1) << width));
  return sv_small((int64_t)bits);
}
