// order_graph.c -- from items to nodes, and spans of orders of nodes.

#include "encode/order_inside.h"

#include <stdlib.h>

#include "base/map.h"

typedef struct {
  sv_u32s begin, nodes;
  sv_u64s weights;
  sv_map known;  // hash of an edge's nodes to its number
} builder;

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static uint32_t unique(uint32_t *at, uint32_t n) {
  uint32_t kept = 0;
  qsort(at, n, sizeof *at, ascending);
  for (uint32_t i = 0; i < n; i++)
    if (!i || at[i] != at[i - 1]) at[kept++] = at[i];
  return kept;
}

static bool is_edge(const builder *b, uint32_t edge, const uint32_t *nodes, uint32_t n) {
  uint32_t begin = b->begin.at[edge], end = b->begin.at[edge + 1];
  return end - begin == n && !memcmp(b->nodes.at + begin, nodes, n * sizeof *nodes);
}

// The new edge lies behind the last one in b->nodes; it stays there or joins its equal.
static void finish_edge(builder *b, uint64_t weight) {
  uint32_t begin = sv_last(b->begin), *at = b->nodes.at + begin, known;
  uint32_t n = b->nodes.n == begin ? 0 : unique(at, b->nodes.n - begin);
  b->nodes.n = begin;
  if (n < 2 || !weight) return;
  uint64_t key = sv_hash_bytes(at, n * sizeof *at, 1);
  for (; (known = sv_map_get(&b->known, key)) != SV_MAP_NONE; key++) {
    if (!is_edge(b, known, at, n)) continue;
    b->weights.at[known] += weight;
    return;
  }
  sv_map_put(&b->known, key, b->weights.n);
  b->nodes.n += n;
  sv_push(b->begin, b->nodes.n);
  sv_push(b->weights, weight);
}

static void *keep(sv_arena *arena, const void *at, size_t bytes) {
  void *copy = sv_arena_alloc(arena, bytes + 1);
  if (bytes) memcpy(copy, at, bytes);
  return copy;
}

// Which edges a node is in.
static void turn_round(sv_order_graph *g) {
  g->node_begin = SV_ARENA_ARRAY(g->arena, uint32_t, g->nodes + 2);
  g->edges_of = SV_ARENA_ARRAY(g->arena, uint32_t, g->pins + 1);
  uint32_t *end = g->node_begin + 1;  // of a node, while they are filled
  for (uint32_t i = 0; i < g->pins; i++)
    if (g->nodes_of[i] + 1 < g->nodes) end[g->nodes_of[i] + 1]++;
  for (uint32_t i = 1; i < g->nodes; i++) end[i] += end[i - 1];
  for (uint32_t e = 0; e < g->edges; e++)
    for (uint32_t i = g->edge_begin[e]; i < g->edge_begin[e + 1]; i++)
      g->edges_of[end[g->nodes_of[i]]++] = e;
}

static void collect_edges(builder *b, const sv_order_input *in, const uint32_t *node_of) {
  sv_push(b->begin, 0);
  for (uint32_t e = 0; e < in->edges; e++) {
    for (uint32_t i = in->edge_begin[e]; i < in->edge_begin[e + 1]; i++) {
      REQUIRE(in->edge_items[i] < in->items, "an edge of no item");
      sv_push(b->nodes, node_of[in->edge_items[i]]);
    }
    finish_edge(b, in->edge_weights ? in->edge_weights[e] : 1);
  }
}

sv_order_graph *sv_order_graph_new(const sv_order_input *in, const uint32_t *node_of,
                                   uint32_t nodes) {
  sv_arena *arena = sv_arena_new();
  sv_order_graph *g = SV_ARENA_NEW(arena, sv_order_graph);
  builder b = {0};
  collect_edges(&b, in, node_of);
  g->arena = arena;
  g->nodes = nodes, g->edges = b.weights.n, g->pins = b.nodes.n;
  g->sizes = SV_ARENA_ARRAY(arena, uint32_t, nodes + 1);
  for (uint32_t i = 0; i < in->items; i++) g->sizes[node_of[i]] += in->sizes ? in->sizes[i] : 1;
  g->edge_begin = keep(arena, b.begin.at, b.begin.n * sizeof *b.begin.at);
  g->nodes_of = keep(arena, b.nodes.at, b.nodes.n * sizeof *b.nodes.at);
  g->weights = keep(arena, b.weights.at, b.weights.n * sizeof *b.weights.at);
  turn_round(g);
  sv_vec_free(b.begin);
  sv_vec_free(b.nodes);
  sv_vec_free(b.weights);
  sv_map_free(&b.known);
  return g;
}

void sv_order_graph_free(sv_order_graph *g) {
  if (g) sv_arena_free(g->arena);
}

uint64_t sv_order_graph_span(const sv_order_graph *g, const uint32_t *order) {
  uint64_t *begin = SV_NEW_ARRAY(uint64_t, g->nodes + 1), at = 0, span = 0;
  for (uint32_t i = 0; i < g->nodes; at += g->sizes[order[i++]]) begin[order[i]] = at;
  for (uint32_t e = 0; e < g->edges; e++) {
    uint64_t first = UINT64_MAX, end = 0;
    for (uint32_t i = g->edge_begin[e]; i < g->edge_begin[e + 1]; i++) {
      uint32_t node = g->nodes_of[i];
      if (begin[node] < first) first = begin[node];
      if (begin[node] + g->sizes[node] > end) end = begin[node] + g->sizes[node];
    }
    span += (end - first) * g->weights[e];
  }
  sv_free(begin);
  return span;
}
