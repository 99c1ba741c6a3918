// partition.h -- the coarsest partition of parts that all users respect.
//
// A user declares which ranges of parts it uses, how, and under which condition;
// the latter are numbers without a meaning here. The borders of all ranges cut
// the parts into blocks; blocks with the same users and uses are one.

#ifndef SV_PARTITION_H
#define SV_PARTITION_H

#include "analysis/access/parts.h"

typedef struct {
  uint32_t lo, hi, user;
  unsigned how;  // bits
  uint32_t when;
} sv_part_use;
typedef SV_VEC(sv_part_use) sv_part_uses;

// Of a block; for the same user and condition, all of its uses together.
typedef struct {
  uint32_t user;
  unsigned how;
  uint32_t when;
} sv_partition_user;
typedef SV_VEC(sv_partition_user) sv_partition_users;

typedef struct {
  bool (*wants)(void *context, uint32_t lo, const sv_partition_users *);  // or of no interest
  void (*take)(void *context,
               const sv_partition_users *);  // each one that is wanted and not known yet
  void *context;
} sv_partition_sink;

// The uses of one user lie together.
void sv_partition(const sv_part_uses *, const sv_partition_sink *);

#endif
