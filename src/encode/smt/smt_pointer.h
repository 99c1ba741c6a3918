// smt_pointer.h -- pointers into queues: a number 0 .. n-1 in one of three forms.
//
// J. Dubrovin's thesis (2011), section 4.2.1, "Variants": an integer, a bit
// vector, or one Boolean for each value of which just one is true. A pointer is
// a run of `parts` terms; all of them are of one sort.

#ifndef SV_SMT_POINTER_H
#define SV_SMT_POINTER_H

#include "solver/smt.h"

typedef enum { SV_POINTER_INT, SV_POINTER_BITS, SV_POINTER_ONE_HOT } sv_pointer_kind;

typedef struct {
  sv_smt *z;
  sv_pointer_kind kind;
  uint32_t n;  // values; 0: no bound (an integer)
  uint32_t parts;
  sv_smt_sort sort;  // of each part
} sv_pointer;

sv_pointer sv_pointer_make(sv_smt *, sv_pointer_kind, uint32_t n);
void sv_pointer_const(const sv_pointer *, uint32_t value, sv_smt_term *out);
// Only for free parts: they are the form of a value.
sv_smt_term sv_pointer_within(const sv_pointer *, const sv_smt_term *);
sv_smt_term sv_pointer_is(const sv_pointer *, const sv_smt_term *, uint32_t value);
sv_smt_term sv_pointer_at_most(const sv_pointer *, const sv_smt_term *, uint32_t value);
sv_smt_term sv_pointer_same(const sv_pointer *, const sv_smt_term *, const sv_smt_term *);
sv_smt_term sv_pointer_int(const sv_pointer *, const sv_smt_term *);
// One more or less, modulo n; out may be the argument.
void sv_pointer_up(const sv_pointer *, const sv_smt_term *, sv_smt_term *out);
void sv_pointer_down(const sv_pointer *, const sv_smt_term *, sv_smt_term *out);

#endif
