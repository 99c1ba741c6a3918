// aig_walk.c -- passes over the cones of an and-inverter graph.
//
// Fan-ins have smaller indices, so a cone is found by one pass downwards over
// a bit set. Tables by node are allocated for all indices up to the largest
// root but only the cone's part is ever touched.

#include "base/bits.h"
#include "encode/graph/aig.h"

static uint32_t largest_node(const sv_lit *roots, uint32_t n) {
  uint32_t largest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (sv_lit_node(roots[i]) > largest) largest = sv_lit_node(roots[i]);
  return largest;
}

static uint32_t highest_bit(uint64_t w) { return 63 - (uint32_t)__builtin_clzll(w); }

// Adds everything below the members that lie in one word of the set.
static void mark_below(const sv_aig *g, sv_bits *visited, uint32_t word) {
  uint64_t todo = UINT64_MAX;
  while (visited->w[word] & todo) {
    uint32_t bit = highest_bit(visited->w[word] & todo), node = word * 64 + bit;
    todo = (UINT64_C(1) << bit) - 1;
    if (!sv_aig_is_and(g, node)) continue;
    sv_bits_add(visited, sv_lit_node(sv_aig_left(g, node)));
    sv_bits_add(visited, sv_lit_node(sv_aig_right(g, node)));
  }
}

void sv_aig_cone(const sv_aig *g, const sv_lit *roots, uint32_t n, sv_u32s *out) {
  sv_bits visited;
  sv_bits_init(&visited, largest_node(roots, n) + 1);
  for (uint32_t i = 0; i < n; i++) sv_bits_add(&visited, sv_lit_node(roots[i]));
  for (uint32_t w = sv_bits_words(visited.n); w--;) mark_below(g, &visited, w);
  for (uint32_t i = sv_bits_next(&visited, 1); i != UINT32_MAX; i = sv_bits_next(&visited, i + 1))
    sv_push(*out, i);
  sv_bits_free(&visited);
}

void sv_aig_support(const sv_aig *g, const sv_lit *roots, uint32_t n, sv_u32s *out) {
  uint32_t kept = out->n;
  sv_aig_cone(g, roots, n, out);
  for (uint32_t i = kept; i < out->n; i++)
    if (sv_aig_is_input(g, out->at[i])) out->at[kept++] = out->at[i];
  out->n = kept;
}

// The literal with its node replaced by the new one.
static sv_lit follow(const sv_lit *now, sv_lit a) {
  return sv_lit_not_if(now[sv_lit_node(a)], sv_lit_negated(a));
}

static sv_lit replaced_input(uint32_t node, const sv_map *by) {
  uint32_t x = sv_map_get(by, node);
  return x == SV_MAP_NONE ? (sv_lit){node << 1} : (sv_lit){x};
}

static sv_lit replaced_and(sv_aig *g, uint32_t node, const sv_lit *now) {
  sv_lit left = sv_aig_left(g, node), right = sv_aig_right(g, node);
  sv_lit new_left = follow(now, left), new_right = follow(now, right);
  assert(sv_lit_node(left) < node && sv_lit_node(right) < node);
  bool same = sv_lit_same(left, new_left) && sv_lit_same(right, new_right);
  return same ? (sv_lit){node << 1} : sv_aig_and(g, new_left, new_right);
}

void sv_aig_substitute(sv_aig *g, sv_lit *roots, uint32_t n, const sv_map *by) {
  sv_u32s cone = {0};
  sv_aig_cone(g, roots, n, &cone);
  sv_lit *now = sv_resize(NULL, sizeof *now * ((size_t)largest_node(roots, n) + 1));
  now[0] = SV_LIT_FALSE;
  for (uint32_t i = 0; i < cone.n; i++) {
    uint32_t node = cone.at[i];
    bool input = sv_aig_is_input(g, node);
    now[node] = input ? replaced_input(node, by) : replaced_and(g, node, now);
  }
  for (uint32_t i = 0; i < n; i++) roots[i] = follow(now, roots[i]);
  sv_free(now);
  sv_vec_free(cone);
}

// The inputs that are conjuncts of the literal, each as a constant.
static void forced_inputs(const sv_aig *g, sv_lit all, sv_map *out) {
  sv_lits todo = {0};
  sv_push(todo, all);
  while (todo.n) {
    sv_lit a = sv_pop(todo);
    uint32_t node = sv_lit_node(a);
    if (sv_aig_is_input(g, node)) {
      sv_map_put(out, node, sv_lit_const(!sv_lit_negated(a)).x);
    } else if (sv_aig_is_and(g, node) && !sv_lit_negated(a)) {
      sv_push(todo, sv_aig_left(g, node));
      sv_push(todo, sv_aig_right(g, node));
    }
  }
  sv_vec_free(todo);
}

void sv_aig_settle(sv_aig *g, sv_lit *roots, uint32_t n) {
  for (bool more = true; more;) {
    sv_map forced = {0};
    forced_inputs(g, roots[n - 1], &forced);
    more = forced.n;
    if (more) sv_aig_substitute(g, roots, n, &forced);
    sv_map_free(&forced);
  }
}

static uint64_t patterns(const uint64_t *at, sv_lit a) {
  return at[sv_lit_node(a)] ^ (sv_lit_negated(a) ? UINT64_MAX : 0);
}

void sv_aig_simulate(const sv_aig *g, const sv_lit *roots, uint32_t n, sv_aig_value_fn *value,
                     void *context, uint64_t *out) {
  sv_u32s cone = {0};
  sv_aig_cone(g, roots, n, &cone);
  uint64_t *at = sv_resize(NULL, sizeof *at * ((size_t)largest_node(roots, n) + 1));
  at[0] = 0;
  for (uint32_t i = 0; i < cone.n; i++) {
    uint32_t node = cone.at[i];
    at[node] = sv_aig_is_input(g, node)
                   ? value(context, node)
                   : patterns(at, sv_aig_left(g, node)) & patterns(at, sv_aig_right(g, node));
  }
  for (uint32_t i = 0; i < n; i++) out[i] = patterns(at, roots[i]);
  sv_free(at);
  sv_vec_free(cone);
}
