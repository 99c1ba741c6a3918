// profile_inside.h -- what the two files of the profile share.

#ifndef SV_PROFILE_INSIDE_H
#define SV_PROFILE_INSIDE_H

#include "analysis/profile.h"

sv_profile *sv_profile_blank(const sv_net *);  // nothing was seen
void sv_seen_add(sv_seen_values *, int64_t value);
void sv_seen_join(sv_seen_values *, const sv_seen_values *);

// The bits that some number below 2^62, or its complement, needs beside a sign.
static inline uint32_t sv_seen_width(int64_t value) {
  uint64_t folded = (uint64_t)(value < 0 ? ~value : value);
  return folded ? 64 - (uint32_t)__builtin_clzll(folded) : 0;
}

#endif
