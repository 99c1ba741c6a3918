// groups.h -- numbers by the group that they belong to, in one pass.
//
// For loops of the shape "for each process, all variables: those of the process":
// they are quadratic, and models may have a hundred thousand processes.

#ifndef SV_GROUPS_H
#define SV_GROUPS_H

#include "base/base.h"

typedef struct {
  uint32_t *first;  // by group: where its numbers begin; one more for the end
  uint32_t *items;  // in each group in increasing order
  uint32_t groups;
} sv_groups;

// group_of[i] is the group of i < n, or at least `groups` for none.
sv_groups sv_groups_make(const uint32_t *group_of, uint32_t n, uint32_t groups);
void sv_groups_free(sv_groups *);

#endif
