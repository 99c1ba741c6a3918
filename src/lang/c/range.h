// range.h -- which values variables and terms can have, as intervals.
//
// An abstract interpretation of the finished model: a range for each global
// variable, and for each local variable in each location. Guards restrict what
// a step sees. Around loops, ranges of variables grow by whole bits (0 or -2^a ..
// 2^b - 1), so that they come to an end.

#ifndef C_RANGE_H
#define C_RANGE_H

#include "model/model.h"

typedef struct {
  bool any;        // whatever the sort has
  int64_t lo, hi;  // else
} c_range;

typedef struct c_ranges c_ranges;

c_ranges *c_ranges_new(const sv_model *);  // all of it; the model must outlive it
void c_ranges_free(c_ranges *);
c_range c_range_of_variable(const c_ranges *, uint32_t variable);  // of its elements, if an array
// Before the first term of another action: where this one begins, whatever its guard says.
// The action can happen: its guard and its constraint hold. False: they cannot.
bool c_ranges_restrict(c_ranges *, const sv_action *);
void c_ranges_enter(c_ranges *, const sv_action *);
c_range c_range_of_term(c_ranges *, sv_term);
bool c_range_fits(c_range, uint32_t width, bool is_signed);

#endif
