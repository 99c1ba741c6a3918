// quantify.c -- "for some choices": one input after the other is expanded.
//
// What an action's choices can influence was made after them, so only nodes
// from the first of them on are looked at, however deep the state's functions are.

#include "engine/boppo/boppo.h"

typedef struct {
  sv_aig *g;
  uint32_t low;     // nodes below stay as they are
  sv_lits with[2];  // by node - low: with the input false or true
  SV_VEC(uint8_t) marked;
} expansion;

static sv_lit follow(const expansion *e, bool value, sv_lit a) {
  uint32_t node = sv_lit_node(a);
  if (node < e->low) return a;
  return sv_lit_not_if(e->with[value].at[node - e->low], sv_lit_negated(a));
}

static void mark(expansion *e, uint32_t top) {
  sv_clear(e->marked);
  sv_fill(e->marked, top - e->low + 1);
  e->marked.at[top - e->low] = 1;
  for (uint32_t node = top; node > e->low; node--) {
    if (!e->marked.at[node - e->low] || !sv_aig_is_and(e->g, node)) continue;
    uint32_t left = sv_lit_node(sv_aig_left(e->g, node));
    uint32_t right = sv_lit_node(sv_aig_right(e->g, node));
    if (left >= e->low) e->marked.at[left - e->low] = 1;
    if (right >= e->low) e->marked.at[right - e->low] = 1;
  }
}

static void rebuild(expansion *e, uint32_t input, uint32_t node) {
  for (int value = 0; value < 2; value++) {
    sv_lit now = {node << 1};
    if (node == input) now = sv_lit_const(value);
    else if (sv_aig_is_and(e->g, node))
      now = sv_aig_and(e->g, follow(e, value, sv_aig_left(e->g, node)),
                       follow(e, value, sv_aig_right(e->g, node)));
    e->with[value].at[node - e->low] = now;
  }
}

static sv_lit without(expansion *e, sv_lit root, uint32_t input) {
  uint32_t top = sv_lit_node(root);
  if (top < input) return root;
  e->low = input;
  mark(e, top);
  if (!e->marked.at[0]) return root;
  sv_fill(e->with[0], top - e->low + 1);
  sv_fill(e->with[1], top - e->low + 1);
  for (uint32_t node = e->low; node <= top; node++)
    if (e->marked.at[node - e->low]) rebuild(e, input, node);
  return sv_aig_or(e->g, follow(e, false, root), follow(e, true, root));
}

bool sv_boppo_exists(sv_aig *g, sv_lit root, const sv_u32s *inputs, uint32_t most, sv_lit *out) {
  expansion e = {.g = g};
  uint32_t nodes = sv_aig_nodes(g);
  *out = root;
  for (uint32_t i = inputs->n; i-- > 0 && sv_aig_nodes(g) - nodes <= most;)
    if (inputs->at[i] != UINT32_MAX) *out = without(&e, *out, inputs->at[i]);
  sv_vec_free(e.with[0]);
  sv_vec_free(e.with[1]);
  sv_vec_free(e.marked);
  return sv_aig_nodes(g) - nodes <= most;
}
