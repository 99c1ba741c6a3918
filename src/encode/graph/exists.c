// exists.c -- see exists.h.

#include "encode/graph/exists.h"

typedef struct {
  sv_aig *g;
  const uint32_t *inputs;
  uint32_t n;
  sv_map number;     // node -> its place among the inputs
  uint32_t *parent;  // by input: inputs that occur together form trees
  sv_lits conjuncts;
  sv_u32s groups;  // by conjunct: an input of its group, or UINT32_MAX
} expansion;

static uint32_t root_of(expansion *e, uint32_t i) {
  while (e->parent[i] != i) i = e->parent[i] = e->parent[e->parent[i]];
  return i;
}

// Everything whose conjunction it is.
static void split(expansion *e, sv_lit f) {
  sv_lits stack = {0};
  sv_map visited = {0};
  sv_push(stack, f);
  while (stack.n) {
    sv_lit a = sv_pop(stack);
    if (sv_map_get(&visited, a.x) != SV_MAP_NONE) continue;
    sv_map_put(&visited, a.x, 0);
    if (sv_lit_negated(a) || !sv_aig_is_and(e->g, sv_lit_node(a))) {
      sv_push(e->conjuncts, a);
      continue;
    }
    sv_push(stack, sv_aig_right(e->g, sv_lit_node(a)));
    sv_push(stack, sv_aig_left(e->g, sv_lit_node(a)));
  }
  sv_vec_free(stack);
  sv_map_free(&visited);
}

static uint32_t join_inputs(expansion *e, sv_lit conjunct) {
  sv_u32s support = {0};
  uint32_t group = UINT32_MAX;
  sv_aig_support(e->g, &conjunct, 1, &support);
  for (uint32_t i = 0; i < support.n; i++) {
    uint32_t k = sv_map_get(&e->number, support.at[i]);
    if (k == SV_MAP_NONE) continue;
    if (group == UINT32_MAX) group = k;
    else e->parent[root_of(e, k)] = root_of(e, group);
  }
  sv_vec_free(support);
  return group;
}

static bool occurs(const expansion *e, sv_lit f) {
  sv_u32s support = {0};
  bool some = false;
  sv_aig_support(e->g, &f, 1, &support);
  for (uint32_t i = 0; i < support.n && !some; i++)
    some = sv_map_get(&e->number, support.at[i]) != SV_MAP_NONE;
  sv_vec_free(support);
  return some;
}

static sv_lit without(sv_aig *g, sv_lit f, uint32_t input) {
  sv_lit cofactors[2] = {f, f};
  for (uint32_t value = 0; value < 2; value++) {
    sv_map by = {0};
    sv_map_put(&by, input, value);
    sv_aig_substitute(g, &cofactors[value], 1, &by);
    sv_map_free(&by);
  }
  return sv_aig_or(g, cofactors[0], cofactors[1]);
}

// The conjuncts of one group with its inputs quantified.
static bool expand(expansion *e, uint32_t group, uint32_t most, sv_lit *out) {
  sv_lits together = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->conjuncts.n; i++)
    if (e->groups.at[i] != UINT32_MAX && root_of(e, e->groups.at[i]) == group)
      sv_push(together, e->conjuncts.at[i]);
  for (uint32_t k = 0; k < e->n; k++) count += root_of(e, k) == group;
  sv_lit f = sv_aig_and_all(e->g, together.at, together.n);
  assert(count && root_of(e, group) == group);
  for (uint32_t k = 0; k < e->n && count <= most; k++)
    if (root_of(e, k) == group) f = without(e->g, f, e->inputs[k]);
  sv_vec_free(together);
  *out = f;
  return count <= most;
}

static bool expand_all(expansion *e, uint32_t most, sv_lit *out) {
  sv_lits parts = {0};
  bool small = true;
  for (uint32_t i = 0; i < e->conjuncts.n; i++)
    sv_push(e->groups, join_inputs(e, e->conjuncts.at[i]));
  for (uint32_t i = 0; i < e->conjuncts.n; i++)
    if (e->groups.at[i] == UINT32_MAX) sv_push(parts, e->conjuncts.at[i]);
  for (uint32_t k = 0; k < e->n && small; k++) {
    sv_lit part = SV_LIT_TRUE;
    if (root_of(e, k) != k) continue;
    small = expand(e, k, most, &part);
    sv_push(parts, part);
  }
  if (small) *out = sv_aig_and_all(e->g, parts.at, parts.n);
  assert(!small || !occurs(e, *out));  // the inputs are quantified away
  sv_vec_free(parts);
  return small;
}

bool sv_aig_exists(sv_aig *g, sv_lit f, const uint32_t *inputs, uint32_t n, uint32_t most,
                   sv_lit *out) {
  expansion e = {.g = g, .inputs = inputs, .n = n, .parent = SV_NEW_ARRAY(uint32_t, n + 1)};
  bool small = true;
  for (uint32_t i = 0; i < n; i++) {
    e.parent[i] = i;
    assert(sv_aig_is_input(g, inputs[i]));
    sv_map_put(&e.number, inputs[i], i);
  }
  if (n && occurs(&e, f)) {
    split(&e, f);
    small = expand_all(&e, most, out);
  } else {
    *out = f;
  }
  sv_map_free(&e.number);
  sv_vec_free(e.conjuncts);
  sv_vec_free(e.groups);
  sv_free(e.parent);
  return small;
}
