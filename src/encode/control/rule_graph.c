// rule_graph.c -- see rule_graph.h.

#include "encode/control/rule_graph.h"

void sv_rule_graph_free(sv_rule_graph *g) {
  sv_vec_free(g->nodes);
  sv_vec_free(g->items);
  sv_map_free(&g->by_hash);
}

// ---- hash-consing

static bool is_same(const sv_rule_graph *g, const sv_rule_node *a, sv_rule_kind kind,
                    uint32_t subject, const uint32_t *items, uint32_t n) {
  return a->kind == kind && a->subject == subject && a->n == n &&
         (!n || !memcmp(g->items.at + a->first, items, n * sizeof *items));
}

static void add_node(sv_rule_graph *g, sv_rule_node node, const uint32_t *items) {
  for (uint32_t i = 0; i < node.n; i++) sv_push(g->items, items[i]);
  sv_push(g->nodes, node);
}

// The first node is the conjunction of nothing: true.
static void begin(sv_rule_graph *g) {
  if (!g->nodes.n) add_node(g, (sv_rule_node){.kind = SV_RULE_ALL, .next = UINT32_MAX}, NULL);
}

static sv_rule intern(sv_rule_graph *g, sv_rule_kind kind, uint32_t subject, const uint32_t *items,
                      uint32_t n) {
  uint64_t seed = (uint64_t)kind << 32 | subject;
  uint64_t hash = sv_hash_bytes(items, n * sizeof *items, sv_mix64(seed));
  begin(g);
  uint32_t first = sv_map_get(&g->by_hash, hash);
  for (uint32_t i = first; i != UINT32_MAX; i = g->nodes.at[i].next)
    if (is_same(g, &g->nodes.at[i], kind, subject, items, n)) return (sv_rule){i << 1};
  uint32_t index = g->nodes.n;
  add_node(g, (sv_rule_node){kind, subject, g->items.n, n, first}, items);
  sv_map_put(&g->by_hash, hash, index);
  return (sv_rule){index << 1};
}

// ---- building

sv_rule sv_rule_leaf(sv_rule_graph *g, sv_rule_kind kind, uint32_t subject) {
  assert(kind > SV_RULE_ANY && kind != SV_RULE_AT);
  return intern(g, kind, subject, NULL, 0);
}

sv_rule sv_rule_at(sv_rule_graph *g, uint32_t process, const uint32_t *locations, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) assert(locations[i - 1] < locations[i]);
  return n ? intern(g, SV_RULE_AT, process, locations, n) : SV_RULE_FALSE;
}

static sv_rule join(sv_rule_graph *g, sv_rule_kind kind, const sv_rule *parts, uint32_t n) {
  sv_rule neutral = kind == SV_RULE_ALL ? SV_RULE_TRUE : SV_RULE_FALSE, made = neutral;
  sv_u32s kept = {0};
  for (uint32_t i = 0; i < n; i++) {
    assert(sv_rule_index(parts[i]) < g->nodes.n || sv_rule_index(parts[i]) == 0);
    if (sv_rule_same(parts[i], sv_rule_not(neutral))) {
      sv_vec_free(kept);
      return parts[i];
    }
    if (!sv_rule_same(parts[i], neutral)) sv_push(kept, parts[i].x);
  }
  if (kept.n == 1) made = (sv_rule){kept.at[0]};
  if (kept.n > 1) made = intern(g, kind, 0, kept.at, kept.n);
  sv_vec_free(kept);
  return made;
}

sv_rule sv_rule_all(sv_rule_graph *g, const sv_rule *parts, uint32_t n) {
  return join(g, SV_RULE_ALL, parts, n);
}

sv_rule sv_rule_any(sv_rule_graph *g, const sv_rule *parts, uint32_t n) {
  return join(g, SV_RULE_ANY, parts, n);
}
