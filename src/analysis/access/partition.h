// partition.h -- parts cut into pieces that everybody uses as a whole.
//
// Users say which ranges of parts they use, how, and under which condition; how
// and conditions are numbers that mean nothing here. All borders of ranges cut
// the parts into pieces; pieces that the same users use in the same way are one.

#ifndef SV_PARTITION_H
#define SV_PARTITION_H

#include "analysis/access/parts.h"

typedef struct {
  uint32_t lo, hi, user;
  unsigned how;  // bits
  uint32_t when;
} sv_part_use;
typedef SV_VEC(sv_part_use) sv_part_uses;

// Of a piece; for the same user and condition, everything that it does there.
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
} sv_partition_taker;

// The uses of one user lie together.
void sv_partition(const sv_part_uses *, const sv_partition_taker *);

#endif
