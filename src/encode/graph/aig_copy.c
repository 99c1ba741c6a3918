// aig_copy.c -- see aig_copy.h.

#include "encode/graph/aig_copy.h"

void sv_aig_part_init(sv_aig_part *s, const sv_aig *g, const sv_lit *roots, uint32_t n) {
  *s = (sv_aig_part){0};
  for (uint32_t i = 0; i < n; i++) sv_push(s->roots, roots[i]);
  sv_aig_cone(g, roots, n, &s->nodes);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->nodes.n; i++)
    if (sv_aig_is_and(g, s->nodes.at[i])) s->nodes.at[kept++] = s->nodes.at[i];
  s->nodes.n = kept;
  for (uint32_t i = 1; i < kept; i++) assert(s->nodes.at[i - 1] < s->nodes.at[i]);
}

void sv_aig_part_free(sv_aig_part *s) {
  sv_vec_free(s->nodes);
  sv_vec_free(s->roots);
}

static sv_lit follow(const sv_lit *now, sv_lit a) {
  return sv_lit_not_if(now[sv_lit_node(a)], sv_lit_negated(a));
}

void sv_aig_part_copy(const sv_aig_part *s, const sv_aig *from, sv_aig *to, sv_lit *now,
                      sv_lit *out) {
  now[0] = SV_LIT_FALSE;
  for (uint32_t i = 0; i < s->nodes.n; i++) {
    uint32_t node = s->nodes.at[i];
    assert(sv_lit_node(sv_aig_right(from, node)) < node);
    now[node] =
        sv_aig_and(to, follow(now, sv_aig_left(from, node)), follow(now, sv_aig_right(from, node)));
  }
  for (uint32_t i = 0; i < s->roots.n; i++) out[i] = follow(now, s->roots.at[i]);
}
