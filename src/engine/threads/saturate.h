// saturate.h -- wide numbers as far as constants go.
//
// A counter that any number of threads raise takes all of its 2^32 values, and one round of the
// fix-point finds one of them. So numbers that are wide keep their values from a little below 0 to a
// little more than the largest (not too large) constant of the program; all others are one
// value, BEYOND. What is read there is any number outside: a counter that is BEYOND stays so or
// comes back to the last value inside when it is lowered. This is a predicate abstraction by the
// predicates "x = c" for all these c, and has more runs than the program.

#ifndef SV_THREADS_SATURATE_H
#define SV_THREADS_SATURATE_H

#include "model/model.h"

typedef struct {
  int64_t low, high;  // what is kept; high + 1 is BEYOND
  uint32_t bits;      // of a signed number for it
  sv_bits variables;
} sv_saturation;

void sv_saturation_find(sv_saturation *, const sv_model *);
void sv_saturation_free(sv_saturation *);
sv_sort sv_saturation_sort(const sv_saturation *, sv_terms *);
// What a value of this sort is kept as.
sv_term sv_saturated(const sv_saturation *, sv_terms *, sv_term value);
// What stands behind a kept value: itself, or `outside`; and that this is outside.
sv_term sv_unsaturated(const sv_saturation *, sv_terms *, sv_term kept, sv_term outside,
                       sv_term *condition);

#endif
