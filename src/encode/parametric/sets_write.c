// sets_write.c -- from a diagram to a parametric set (Coudert and Madre 1990; Aagaard, Jones, Seger 1999).
//
// A walk from the root to `true` chooses a state. `here` of a node says that the walk
// comes by; at a node both of whose branches lead to `true` the bit's parameter
// decides, elsewhere there is one way only. A bit that the walk skips is free.

#include "encode/parametric/sets_inside.h"

enum { MOST_WRITTEN = 1000 };

typedef struct {
  sv_sets *s;
  sv_aig *g;
  sv_map place;  // node -> index
  sv_bdd_list nodes;
  sv_lits here;
} walk;

static void visit(walk *w, sv_bdd node) {
  if (sv_bdd_is_const(node) || sv_map_get(&w->place, (uint64_t)node.x) != SV_MAP_NONE) return;
  sv_map_put(&w->place, (uint64_t)node.x, w->nodes.n);
  sv_push(w->nodes, node);
  sv_push(w->here, SV_LIT_FALSE);
}

// False: there are too many.
static bool find_nodes(walk *w, sv_bdd root) {
  visit(w, root);
  for (uint32_t i = 0; i < w->nodes.n && w->nodes.n <= MOST_WRITTEN; i++) {
    visit(w, sv_bdd_low(w->s->bdds, w->nodes.at[i]));
    visit(w, sv_bdd_high(w->s->bdds, w->nodes.at[i]));
  }
  return w->nodes.n <= MOST_WRITTEN;
}

static void arrive(walk *w, sv_bdd node, sv_lit when) {
  if (sv_bdd_is_const(node)) return;
  sv_lit *here = &w->here.at[sv_map_get(&w->place, (uint64_t)node.x)];
  *here = sv_aig_or(w->g, *here, when);
}

// What the node makes of its bit; the walk goes on.
static sv_lit pass(walk *w, uint32_t i, sv_lit parameter) {
  sv_bdd low = sv_bdd_low(w->s->bdds, w->nodes.at[i]);
  sv_bdd high = sv_bdd_high(w->s->bdds, w->nodes.at[i]);
  sv_lit value = sv_bdd_is_false(low)    ? SV_LIT_TRUE
                 : sv_bdd_is_false(high) ? SV_LIT_FALSE
                                         : parameter;
  sv_lit up = sv_aig_and(w->g, w->here.at[i], value);
  arrive(w, high, up);
  arrive(w, low, sv_aig_and(w->g, w->here.at[i], sv_lit_not(value)));
  return up;
}

// All nodes of the bit; they are above those of later bits.
static sv_lit write_bit(walk *w, uint32_t bit, sv_lit parameter) {
  sv_lit met = SV_LIT_FALSE, up = SV_LIT_FALSE;
  for (uint32_t i = 0; i < w->nodes.n; i++) {
    if (sv_bdd_top(w->s->bdds, w->nodes.at[i]) != sv_sets_var(bit)) continue;
    met = sv_aig_or(w->g, met, w->here.at[i]);
    up = sv_aig_or(w->g, up, pass(w, i, parameter));
  }
  return sv_aig_or(w->g, up, sv_aig_and(w->g, parameter, sv_lit_not(met)));
}

bool sv_sets_write(sv_sets *s, sv_bdd set, sv_aig *g, const sv_lit *parameters, const uint32_t *at,
                   uint32_t n, sv_lit *out) {
  walk w = {.s = s, .g = g};
  bool small = s->bdds && find_nodes(&w, set);
  if (small) arrive(&w, set, SV_LIT_TRUE);
  for (uint32_t i = 0; i < n && small; i++) out[i] = write_bit(&w, at[i], parameters[at[i]]);
  sv_map_free(&w.place);
  sv_vec_free(w.nodes);
  sv_vec_free(w.here);
  return small;
}
