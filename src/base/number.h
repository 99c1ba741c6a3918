// number.h -- exact numbers: integers and rationals of any size as 64-bit values.
//
// A value is a small integer (|n| < 2^62, stored inline) or the index of an
// interned GMP rational in an sv_numbers table. Interned means canonical:
// two values of one table are the same number exactly if they are the same
// bits. Numbers are freed with their table. Booleans and enumeration members
// are small integers too (false 0, true 1).

#ifndef SV_NUMBER_H
#define SV_NUMBER_H

#include <gmp.h>

#include "base/text.h"

typedef struct {
  int64_t x;
} sv_value;  // n << 1, or index << 1 | 1
typedef struct sv_numbers sv_numbers;

#define SV_SMALL_MAX ((INT64_C(1) << 62) - 1)
#define SV_SMALL_MIN (-SV_SMALL_MAX)

sv_numbers *sv_numbers_new(void);
void sv_numbers_free(sv_numbers *);

static inline sv_value sv_small(int64_t n) {
  assert(n >= SV_SMALL_MIN && n <= SV_SMALL_MAX);
  return (sv_value){(int64_t)((uint64_t)n << 1)};
}
static inline bool sv_is_small(sv_value v) { return !(v.x & 1); }
static inline int64_t sv_small_get(sv_value v) {
  assert(sv_is_small(v));
  return v.x >> 1;
}
static inline bool sv_value_same(sv_value a, sv_value b) { return a.x == b.x; }
static inline sv_value sv_bool_value(bool b) { return sv_small(b); }

sv_value sv_number_int(sv_numbers *, int64_t);
sv_value sv_number_uint(sv_numbers *, uint64_t);
sv_value sv_number_mpz(sv_numbers *, mpz_srcptr);
// "-12", "3/4", "0.25"; false if malformed.
bool sv_number_parse(sv_numbers *, const char *, size_t n, sv_value *);
void sv_number_get(const sv_numbers *, sv_value, mpq_ptr);  // out is initialised
bool sv_number_is_int(const sv_numbers *, sv_value);
bool sv_number_to_i64(const sv_numbers *, sv_value, int64_t *);  // false if it does not fit
size_t sv_number_bits(const sv_numbers *, sv_value);  // of the longer part of the fraction
void sv_number_print(const sv_numbers *, sv_value, sv_text *);

int sv_number_compare(const sv_numbers *, sv_value, sv_value);  // -1, 0, 1
sv_value sv_number_add(sv_numbers *, sv_value, sv_value);
sv_value sv_number_sub(sv_numbers *, sv_value, sv_value);
sv_value sv_number_mul(sv_numbers *, sv_value, sv_value);
sv_value sv_number_neg(sv_numbers *, sv_value);
// Exact quotient of rationals; by zero: 0.
sv_value sv_number_quot(sv_numbers *, sv_value, sv_value);
// SMT-LIB div and mod on integers (0 <= mod < |b|); by zero: div 0, mod a.
sv_value sv_number_div(sv_numbers *, sv_value, sv_value);
sv_value sv_number_mod(sv_numbers *, sv_value, sv_value);
sv_value sv_number_floor(sv_numbers *, sv_value);
// The value modulo 2^width, as unsigned or two's complement; integers only.
sv_value sv_number_wrap(sv_numbers *, sv_value, uint32_t width, bool is_signed);

#endif
