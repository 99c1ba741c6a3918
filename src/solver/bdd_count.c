// bdd_count.c -- looking at decision diagrams: structure, support, exact counts.
//
// Counting goes by levels, not by variables, so that it is right in every order:
// the number at a node is over the counted variables from its level down.

#include <stdlib.h>

#include "base/map.h"
#include "solver/bdd_inside.h"

uint32_t sv_bdd_top(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  REQUIRE(f.x >= 2, "not a constant");
  return (uint32_t)bdd_var(f.x);
}

sv_bdd sv_bdd_low(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  REQUIRE(f.x >= 2, "not a constant");
  return (sv_bdd){sv_node_low(f.x)};
}

sv_bdd sv_bdd_high(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  REQUIRE(f.x >= 2, "not a constant");
  return (sv_bdd){sv_node_high(f.x)};
}

uint32_t sv_bdd_level(sv_bdds *b, uint32_t var) {
  REQUIRE(var < b->vars, "a variable of this package");
  return (uint32_t)bdd_var2level((int)var);
}

uint32_t sv_bdd_nodes(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  return (uint32_t)bdd_nodecount(f.x);
}

static int ascending(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static void mark_levels(int node, sv_map *visited, sv_u32s *levels) {
  if (node < 2 || sv_map_get(visited, (uint64_t)node) != SV_MAP_NONE) return;
  sv_map_put(visited, (uint64_t)node, 0);
  levels->at[sv_node_level(node)] = 1;
  mark_levels(sv_node_low(node), visited, levels);
  mark_levels(sv_node_high(node), visited, levels);
}

// BuDDy's own bdd_support does not survive a second bdd_init.
void sv_bdd_support(sv_bdds *b, sv_bdd f, sv_u32s *vars) {
  uint32_t first = vars->n;
  sv_map visited = {0};
  sv_u32s levels = {0};
  sv_fill(levels, b->vars + 1);
  mark_levels(f.x, &visited, &levels);
  for (uint32_t level = 0; level < b->vars; level++)
    if (levels.at[level]) sv_push(*vars, (uint32_t)bdd_level2var((int)level));
  if (vars->n > first) qsort(vars->at + first, vars->n - first, sizeof *vars->at, ascending);
  sv_map_free(&visited);
  sv_vec_free(levels);
}

bool sv_bdd_pick(sv_bdds *b, sv_bdd f, uint8_t *values) {
  memset(values, 0, b->vars);
  if (!f.x) return false;
  for (int n = f.x; n != 1;) {
    bool high = !sv_node_low(n);
    values[bdd_var(n)] = high;
    n = high ? sv_node_high(n) : sv_node_low(n);
  }
  return true;
}

typedef struct {
  sv_u32s below;  // per level: counted variables from there down
  sv_map index;   // of a node in counts
  SV_VEC(mpz_t) counts;
} counting;

// Variables between this level (exclusive) and the node's are free.
static void add_branch(const counting *c, unsigned level, int node, const mpz_t count, mpz_t sum) {
  mpz_t shifted;
  uint32_t free_vars = c->below.at[level + 1] - c->below.at[sv_node_level(node)];
  mpz_init(shifted);
  mpz_mul_2exp(shifted, count, free_vars);
  mpz_add(sum, sum, shifted);
  mpz_clear(shifted);
}

static uint32_t count_node(counting *c, int node) {
  uint32_t known = sv_map_get(&c->index, (uint64_t)node);
  if (known != SV_MAP_NONE) return known;
  uint32_t low = count_node(c, sv_node_low(node)), high = count_node(c, sv_node_high(node));
  uint32_t at = c->counts.n;
  sv_fill(c->counts, at + 1);
  mpz_init(c->counts.at[at]);
  add_branch(c, sv_node_level(node), sv_node_low(node), c->counts.at[low], c->counts.at[at]);
  add_branch(c, sv_node_level(node), sv_node_high(node), c->counts.at[high], c->counts.at[at]);
  sv_map_put(&c->index, (uint64_t)node, at);
  return at;
}

static void start_counting(sv_bdds *b, counting *c, const uint32_t *vars, uint32_t n) {
  sv_fill(c->below, b->vars + 1);
  for (uint32_t i = 0; i < n; i++) c->below.at[sv_bdd_level(b, vars[i])] = 1;
  for (uint32_t level = b->vars; level-- > 0;) c->below.at[level] += c->below.at[level + 1];
  sv_fill(c->counts, 2);
  for (uint32_t i = 0; i < 2; i++) {
    mpz_init_set_ui(c->counts.at[i], i);
    sv_map_put(&c->index, i, i);
  }
}

void sv_bdd_count(sv_bdds *b, sv_bdd f, const uint32_t *vars, uint32_t n, mpz_t out) {
  counting c = {0};
  start_counting(b, &c, vars, n);
  uint32_t top = sv_node_level(f.x) > b->vars ? b->vars : sv_node_level(f.x);
  uint32_t at = count_node(&c, f.x);
  mpz_mul_2exp(out, c.counts.at[at], c.below.at[0] - c.below.at[top]);
  for (uint32_t i = 0; i < c.counts.n; i++) mpz_clear(c.counts.at[i]);
  sv_vec_free(c.counts);
  sv_vec_free(c.below);
  sv_map_free(&c.index);
}
