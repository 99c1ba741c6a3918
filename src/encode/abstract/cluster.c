// cluster.c -- conjuncts that share quantified variables.

#include "encode/abstract/eliminate_inside.h"

static uint32_t root_of(sv_u32s *parent, uint32_t i) {
  while (parent->at[i] != i) i = parent->at[i] = parent->at[parent->at[i]];
  return i;
}

static bool is_listed(const sv_term_list *list, sv_term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (sv_same(list->at[i], t)) return true;
  return false;
}

// Joins a conjunct with the first one that has the same leaf.
static void join(sv_u32s *parent, sv_map *first, uint32_t conjunct, sv_term leaf) {
  uint32_t other = sv_map_get(first, leaf.x);
  if (other == SV_MAP_NONE) sv_map_put(first, leaf.x, conjunct);
  else parent->at[root_of(parent, conjunct)] = root_of(parent, other);
}

uint32_t sv_eliminate_cluster(const sv_terms *T, const sv_term_list *conjuncts,
                              const sv_term_list *fixed, sv_u32s *cluster) {
  sv_u32s parent = {0};
  sv_map first = {0}, number = {0};
  sv_term_list leaves = {0};
  uint32_t n = 0;
  sv_clear(*cluster);
  for (uint32_t i = 0; i < conjuncts->n; i++) sv_push(parent, i);
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    bool free = true;
    sv_clear(leaves);
    sv_eliminate_leaves(T, conjuncts->at[i], &leaves, NULL);
    for (uint32_t k = 0; k < leaves.n; k++) {
      if (is_listed(fixed, leaves.at[k])) continue;
      join(&parent, &first, i, leaves.at[k]);
      free = false;
    }
    sv_push(*cluster, free ? UINT32_MAX : 0);
  }
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    if (cluster->at[i] == UINT32_MAX) continue;
    uint32_t root = root_of(&parent, i);
    if (sv_map_get(&number, root) == SV_MAP_NONE) sv_map_put(&number, root, n++);
    cluster->at[i] = sv_map_get(&number, root);
  }
  sv_vec_free(parent);
  sv_vec_free(leaves);
  sv_map_free(&first);
  sv_map_free(&number);
  return n;
}
