// subsume_copy.c -- cones of the search's graph in a small graph of one's own.
//
// The graph of the search is only read. Questions about subsumption are put
// together in a graph that lives as long as the question.

#include "encode/parametric/subsume_inside.h"

void sv_factor_free(sv_factor *f) {
  sv_vec_free(f->bits);
  sv_vec_free(f->guard);
}

void sv_factor_roots(const sv_factor *f, sv_lits *out) {
  for (uint32_t i = 0; i < f->bits.n; i++) sv_push(*out, f->bits.at[i]);
  for (uint32_t i = 0; i < f->guard.n; i++) sv_push(*out, f->guard.at[i]);
}

static uint32_t largest_node(const sv_lit *roots, uint32_t n) {
  uint32_t largest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (sv_lit_node(roots[i]) > largest) largest = sv_lit_node(roots[i]);
  return largest;
}

static sv_lit follow(const sv_lit *now, sv_lit a) {
  return sv_lit_not_if(now[sv_lit_node(a)], sv_lit_negated(a));
}

static sv_lit copied_node(const sv_aig *from, uint32_t node, sv_aig *to, const sv_map *by,
                          const sv_lit *now) {
  uint32_t x = sv_map_get(by, node);
  if (x != SV_MAP_NONE) return (sv_lit){x};
  if (sv_aig_is_input(from, node)) return from == to ? (sv_lit){node << 1} : SV_LIT_FALSE;
  return sv_aig_and(to, follow(now, sv_aig_left(from, node)),
                    follow(now, sv_aig_right(from, node)));
}

void sv_subsume_copy(const sv_aig *from, const sv_lit *roots, uint32_t n, sv_aig *to,
                     const sv_map *by, sv_lit *out) {
  sv_u32s cone = {0};
  sv_aig_cone(from, roots, n, &cone);
  sv_lit *now = sv_resize(NULL, sizeof *now * ((size_t)largest_node(roots, n) + 1));
  now[0] = SV_LIT_FALSE;
  for (uint32_t i = 0; i < cone.n; i++)
    now[cone.at[i]] = copied_node(from, cone.at[i], to, by, now);
  for (uint32_t i = 0; i < n; i++) out[i] = follow(now, roots[i]);
  sv_free(now);
  sv_vec_free(cone);
}

void sv_subsume_inputs(const sv_aig *from, const sv_lit *roots, uint32_t n, sv_aig *to,
                       sv_map *by) {
  sv_u32s support = {0};
  sv_aig_support(from, roots, n, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (sv_map_get(by, support.at[i]) == SV_MAP_NONE)
      sv_map_put(by, support.at[i], sv_aig_input(to).x);
  sv_vec_free(support);
}
