// profile_inside.h -- what the files of the profile share. Only profile*.c include this.

#ifndef SV_PROFILE_INSIDE_H
#define SV_PROFILE_INSIDE_H

#include "analysis/access/profile.h"

sv_profile *sv_profile_blank(const sv_net *);  // no observations
void sv_observed_add(sv_observed *, int64_t value);
void sv_observed_join(sv_observed *, const sv_observed *);

// Numbers of values, UINT64_MAX for more: of a scalar sort, of all choices of an
// action together, of all variables together that start with any value.
uint64_t sv_profile_sort_size(const sv_net *, sv_sort);
uint64_t sv_profile_combinations(const sv_net *, const sv_net_action *);
uint64_t sv_profile_initial_tries(const sv_net *);
bool sv_profile_is_tractable(const sv_net *);

// The bits that some number below 2^62, or its complement, needs beside a sign.
static inline uint32_t sv_visited_width(int64_t value) {
  uint64_t folded = (uint64_t)(value < 0 ? ~value : value);
  return folded ? 64 - (uint32_t)__builtin_clzll(folded) : 0;
}

#endif
