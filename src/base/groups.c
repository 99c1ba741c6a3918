// groups.c -- a counting sort.

#include "base/groups.h"

sv_groups sv_groups_make(const uint32_t *group_of, uint32_t n, uint32_t groups) {
  sv_groups g = {.first = SV_NEW_ARRAY(uint32_t, (size_t)groups + 2), .groups = groups};
  for (uint32_t i = 0; i < n; i++)
    if (group_of[i] < groups) g.first[group_of[i] + 2]++;
  for (uint32_t k = 2; k <= groups + 1; k++) g.first[k] += g.first[k - 1];
  g.items = SV_NEW_ARRAY(uint32_t, (size_t)g.first[groups + 1] + 1);
  // first[k + 1] runs from the beginning of group k to its end, which is the beginning of the next
  for (uint32_t i = 0; i < n; i++)
    if (group_of[i] < groups) g.items[g.first[group_of[i] + 1]++] = i;
  assert(g.first[0] == 0);
  return g;
}

void sv_groups_free(sv_groups *g) {
  sv_free(g->first);
  sv_free(g->items);
  *g = (sv_groups){0};
}
