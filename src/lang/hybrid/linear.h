// linear.h -- sums of variables with rational factors.
//
// The data of hybrid automata are linear: guards, invariants, rates and changes
// compare sums like 2x - y' + 1/3 with 0. Sums are exact, sorted by variable,
// without zero factors, and never changed once made. A primed variable is the
// value after a jump, in `wait {…}` the rate.

#ifndef HA_LINEAR_H
#define HA_LINEAR_H

#include "base/arena.h"
#include "base/number.h"
#include "base/source.h"

typedef struct {
  uint32_t var;
  bool primed;
  sv_value factor;  // not 0
} ha_part;

typedef struct {
  const ha_part *part;
  uint32_t n;
  sv_value constant;
} ha_sum;

typedef struct {
  sv_arena *arena;
  sv_numbers *numbers;
  uint32_t *count;  // of formulas made so far
  uint32_t *walks;  // over formulas, so far (formula.h)
} ha_space;         // where sums and formulas live

ha_sum ha_constant(sv_value);
ha_sum ha_single(ha_space, uint32_t var, bool primed);
ha_sum ha_add_times(ha_space, ha_sum, sv_value factor, ha_sum);  // a + factor * b
ha_sum ha_times(ha_space, sv_value factor, ha_sum);
static inline ha_sum ha_minus(ha_space s, ha_sum a, ha_sum b) {
  return ha_add_times(s, a, sv_small(-1), b);
}
// The factor of a variable, or 0.
sv_value ha_factor(ha_sum, uint32_t var, bool primed);
ha_sum ha_put(ha_space, ha_sum, uint32_t var, bool primed, ha_sum by);
// The variable such that the sum is 0: the sum without it, divided by minus its factor.
ha_sum ha_solve(ha_space, ha_sum, uint32_t var, bool primed);
bool ha_same_sum(ha_sum, ha_sum);
int ha_sign(const sv_numbers *, sv_value);  // -1, 0, 1
static inline bool ha_is_zero(sv_value v) { return sv_value_same(v, sv_small(0)); }
// The factors of b are those of a times some number (not 0); constants do not count.
bool ha_proportional(ha_space, ha_sum a, ha_sum b);

typedef enum { HA_LE, HA_LT, HA_EQ } ha_relation;

typedef struct {
  ha_sum sum;  // compared with 0
  ha_relation relation;
  sv_span span;
} ha_atom;

// The atom with whole factors that have no common divisor; equations begin with a positive one.
ha_atom ha_normal(ha_space, ha_atom);
// Has it no variables, and is it true then?
bool ha_is_constant(ha_atom);
bool ha_constant_truth(const sv_numbers *, ha_atom);

#endif
