// bdd.c -- see bdd.h.
//
// Keys of the tables hold three numbers of 21 bits: nodes and variables are
// fewer than that. Recursion is as deep as there are variables.

#include "lang/promela/claim/bdd.h"

enum { KEY_BITS = 21 };

static uint64_t key_of(uint32_t a, uint32_t b, uint32_t c) {
  return ((uint64_t)a << KEY_BITS | b) << KEY_BITS | c;
}

void pml_bdds_free(pml_bdds *b) {
  sv_vec_free(b->nodes);
  sv_map_free(&b->unique);
  sv_map_free(&b->ite);
}

static void start(pml_bdds *b) {
  for (uint32_t i = 0; i < 2; i++) sv_push(b->nodes, (pml_bdd_node){UINT32_MAX, i, i});
}

uint32_t pml_bdd_node_of(pml_bdds *b, uint32_t var, uint32_t high, uint32_t low) {
  REQUIRE(var < UINT32_C(1) << KEY_BITS, "too many variables");
  if (!b->nodes.n) start(b);
  if (high == low) return high;
  uint64_t key = key_of(var, high, low);
  uint32_t found = sv_map_get(&b->unique, key);
  if (found != SV_MAP_NONE) return found;
  if (b->nodes.n >= PML_BDD_NODES_MAX) return b->full = true, 0;
  sv_push(b->nodes, (pml_bdd_node){var, high, low});
  sv_map_put(&b->unique, key, b->nodes.n - 1);
  return b->nodes.n - 1;
}

static uint32_t top_var(const pml_bdds *b, uint32_t f) {
  return f < 2 ? UINT32_MAX : b->nodes.at[f].var;
}

static uint32_t cofactor(const pml_bdds *b, uint32_t f, uint32_t var, bool high) {
  if (top_var(b, f) != var) return f;
  return high ? b->nodes.at[f].high : b->nodes.at[f].low;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

uint32_t pml_bdd_ite(pml_bdds *b, uint32_t f, uint32_t g, uint32_t h) {
  if (f < 2) return f ? g : h;
  if (g == h || b->full) return g;
  if (g == 1 && h == 0) return f;
  uint64_t key = key_of(f, g, h);
  uint32_t found = sv_map_get(&b->ite, key);
  if (found != SV_MAP_NONE) return found;
  uint32_t var = least(top_var(b, f), least(top_var(b, g), top_var(b, h)));
  uint32_t high = pml_bdd_ite(b, cofactor(b, f, var, true), cofactor(b, g, var, true),
                              cofactor(b, h, var, true));
  uint32_t low = pml_bdd_ite(b, cofactor(b, f, var, false), cofactor(b, g, var, false),
                             cofactor(b, h, var, false));
  uint32_t result = pml_bdd_node_of(b, var, high, low);
  sv_map_put(&b->ite, key, result);
  return result;
}

static uint32_t replace(pml_bdds *b, uint32_t f, uint32_t first, const uint32_t *value,
                        sv_map *done) {
  if (f < 2 || b->full) return f;
  uint32_t found = sv_map_get(done, f);
  if (found != SV_MAP_NONE) return found;
  pml_bdd_node node = b->nodes.at[f];
  uint32_t high = replace(b, node.high, first, value, done);
  uint32_t low = replace(b, node.low, first, value, done);
  uint32_t test = node.var >= first ? value[node.var - first] : pml_bdd_var(b, node.var);
  uint32_t result = pml_bdd_ite(b, test, high, low);
  sv_map_put(done, f, result);
  return result;
}

uint32_t pml_bdd_replace(pml_bdds *b, uint32_t f, uint32_t first, const uint32_t *value) {
  sv_map done = {0};
  uint32_t result = replace(b, f, first, value, &done);
  sv_map_free(&done);
  return result;
}

static void support(const pml_bdds *b, uint32_t f, sv_map *seen, sv_map *known, sv_u32s *vars) {
  if (f < 2 || sv_map_get(seen, f) != SV_MAP_NONE) return;
  sv_map_put(seen, f, 1);
  pml_bdd_node node = b->nodes.at[f];
  if (sv_map_get(known, node.var) == SV_MAP_NONE) {
    sv_map_put(known, node.var, 1);
    sv_push(*vars, node.var);
  }
  support(b, node.high, seen, known, vars);
  support(b, node.low, seen, known, vars);
}

void pml_bdd_support(const pml_bdds *b, uint32_t f, sv_u32s *vars) {
  sv_map seen = {0}, known = {0};
  for (uint32_t i = 0; i < vars->n; i++) sv_map_put(&known, vars->at[i], 1);
  support(b, f, &seen, &known, vars);
  sv_map_free(&seen);
  sv_map_free(&known);
}
