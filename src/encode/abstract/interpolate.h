// interpolate.h -- sequence interpolants of a path that cannot be taken.
//
// For every state between two steps a term that holds after all runs of the
// steps before it, that the next step turns into the next one, and that excludes
// the rest. Where the path is a conjunction of linear constraints, Farkas'
// lemma gives them: the refutation is a sum of constraints, an interpolant is the
// sum of those before the cut. Over integers they are rounded. Everything that
// is no conjunction is split into cases; a case split in step j joins what its
// branches say: before j all of them, from j on one of them. Bit vectors are
// numbers that may wrap around; division, remainder and wrapping bring in
// integers of their own, which are split like everything else.

#ifndef SV_INTERPOLATE_H
#define SV_INTERPOLATE_H

#include "encode/abstract/path.h"

typedef struct {
  uint64_t leaves, splits, cuts;  // cases, how often there were several, splits of integers
  uint64_t pivots;
  bool wraps;  // some sum of bit vectors might wrap around
} sv_interpolation_numbers;

// False: not found (arithmetic that is not linear, too many cases; the relaxation to rationals may
// have a solution although the path has none). `out` by state: time 0 .. groups - 2. straight: as if
// no sum of bit vectors wrapped around; what is found then may be none.
bool sv_path_interpolate(sv_path *, sv_limits *, bool straight, sv_term_list *out,
                         sv_interpolation_numbers *);
// Are these interpolants of the path? Asks the solver about every step.
bool sv_path_interpolants_hold(sv_path *, sv_query *, const sv_term_list *);

#endif
