// image.c -- see image.h.

#include "encode/parametric/image.h"

static uint32_t variable_of(void *context, uint32_t input) {
  return sv_map_get(&((sv_imager *)context)->var_of, input);
}

static void find_ends(sv_imager *m, sv_conjunction *c) {
  sv_map visited = {0};
  sv_u32s support = {0};
  sv_fill(c->ends, c->roots.n);
  for (uint32_t i = c->roots.n; i--;) {
    sv_clear(support);
    sv_aig_support(m->graph, &c->roots.at[i], 1, &support);
    for (uint32_t j = 0; j < support.n; j++) {
      if (sv_map_get(&visited, support.at[j]) != SV_MAP_NONE) continue;
      sv_map_put(&visited, support.at[j], 1);
      sv_push(c->ends.at[i], sv_map_get(&m->var_of, support.at[j]));
    }
  }
  sv_map_free(&visited);
  sv_vec_free(support);
}

static void tie_bits(sv_imager *m, sv_conjunction *c, uint32_t first) {
  sv_bdds *b = m->bdds;
  for (uint32_t i = first; i < c->made.n; i++) {
    sv_bdd x = sv_bdd_var(b, m->state_var.at[i - first]);
    sv_bdd_set(b, &c->made.at[i], sv_bdd_iff(b, x, c->made.at[i]));
    sv_bdd_drop(b, x);
  }
}

static sv_bdd quantify(sv_imager *m, sv_conjunction *c) {
  sv_bdds *b = m->bdds;
  sv_bdd all = SV_BDD_TRUE;
  for (uint32_t i = 0; i < c->made.n; i++) {
    if (sv_bdds_used(b) > m->most && sv_bdds_numbers(b).live > m->most) m->too_much = true;
    if (m->too_much) break;
    sv_bdd cube = sv_bdd_cube(b, c->ends.at[i].at, c->ends.at[i].n);
    sv_bdd_set(b, &all, sv_bdd_and_exists(b, all, c->made.at[i], cube));
    sv_bdd_drop(b, cube);
  }
  for (uint32_t i = 0; i < c->made.n; i++) sv_bdd_drop(b, c->made.at[i]);
  return all;
}

// Also after a jump out of the middle.
static void free_conjunction(sv_conjunction *c) {
  for (uint32_t i = 0; i < c->ends.n; i++) sv_vec_free(c->ends.at[i]);
  sv_vec_free(c->ends);
  sv_vec_free(c->roots);
  sv_vec_free(c->made);
  *c = (sv_conjunction){0};
}

sv_bdd sv_image(sv_imager *m, const sv_factor *f) {
  sv_conjunction *c = &m->conjunction;
  for (uint32_t i = 0; i < f->guard.n; i++) sv_push(c->roots, f->guard.at[i]);
  for (uint32_t i = 0; i < f->bits.n; i++) sv_push(c->roots, f->bits.at[i]);
  sv_fill(c->made, c->roots.n);
  find_ends(m, c);
  m->bucket.most = m->most, m->bucket.too_much = false;
  sv_diagram_make(m->bdds, m->graph, c->roots.at, c->roots.n, variable_of, m, c->made.at,
                  &m->bucket);
  m->too_much |= m->bucket.too_much;
  tie_bits(m, c, f->guard.n);
  sv_bdd result = quantify(m, c);
  free_conjunction(c);
  return result;
}

void sv_imager_free(sv_imager *m) {
  sv_map_free(&m->var_of);
  sv_vec_free(m->state_var);
  free_conjunction(&m->conjunction);
  sv_diagram_scratch_free(&m->bucket);
}
