// order_graph.c -- from items to nodes, and spans of orders of nodes.

#include "encode/order/order_inside.h"

#include <stdlib.h>

#include "base/vec.h"

typedef struct {
  const uint32_t *nodes;  // ascending
  uint32_t begin, n;
  uint64_t weight;
} edge;

typedef struct {
  sv_u32s nodes;
  SV_VEC(edge) edges;
} builder;

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static int by_nodes(const void *a, const void *b) {
  const edge *x = a, *y = b;
  for (uint32_t i = 0; i < x->n && i < y->n; i++)
    if (x->nodes[i] != y->nodes[i]) return x->nodes[i] < y->nodes[i] ? -1 : 1;
  return x->n < y->n ? -1 : x->n > y->n;
}

static uint32_t unique(uint32_t *at, uint32_t n) {
  uint32_t kept = 0;
  qsort(at, n, sizeof *at, ascending);
  for (uint32_t i = 0; i < n; i++)
    if (!i || at[i] != at[i - 1]) at[kept++] = at[i];
  return kept;
}

// An edge of the nodes from `begin` on, if it joins any.
static void finish_edge(builder *b, uint32_t begin, uint64_t weight) {
  uint32_t n = b->nodes.n - begin;
  if (n) n = unique(b->nodes.at + begin, n);
  if (!weight || n < 2) n = 0;
  b->nodes.n = begin + n;
  if (n) sv_push(b->edges, (edge){.begin = begin, .n = n, .weight = weight});
}

static void collect_edges(builder *b, const sv_order_input *in, const uint32_t *node_of) {
  for (uint32_t e = 0; e < in->edges; e++) {
    uint32_t begin = b->nodes.n;
    for (uint32_t i = in->edge_begin[e]; i < in->edge_begin[e + 1]; i++) {
      REQUIRE(in->edge_items[i] < in->items, "an edge of no item");
      sv_push(b->nodes, node_of[in->edge_items[i]]);
    }
    finish_edge(b, begin, in->edge_weights ? in->edge_weights[e] : 1);
  }
}

static void merge_edges(builder *b) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->edges.n; i++)
    b->edges.at[i].nodes = b->nodes.at + b->edges.at[i].begin;
  if (b->edges.n) qsort(b->edges.at, b->edges.n, sizeof *b->edges.at, by_nodes);
  for (uint32_t i = 0; i < b->edges.n; i++) {
    bool again = kept && !by_nodes(&b->edges.at[kept - 1], &b->edges.at[i]);
    if (again) b->edges.at[kept - 1].weight += b->edges.at[i].weight;
    else b->edges.at[kept++] = b->edges.at[i];
  }
  b->edges.n = kept;
}

static void keep_edges(sv_order_graph *g, const builder *b) {
  g->edges = b->edges.n;
  for (uint32_t i = 0; i < b->edges.n; i++) g->pins += b->edges.at[i].n;
  g->edge_begin = SV_ARENA_ARRAY(g->arena, uint32_t, g->edges + 1);
  g->nodes_of = SV_ARENA_ARRAY(g->arena, uint32_t, g->pins + 1);
  g->weights = SV_ARENA_ARRAY(g->arena, uint64_t, g->edges + 1);
  for (uint32_t i = 0; i < b->edges.n; i++) {
    const edge *e = &b->edges.at[i];
    memcpy(g->nodes_of + g->edge_begin[i], e->nodes, e->n * sizeof *e->nodes);
    g->edge_begin[i + 1] = g->edge_begin[i] + e->n;
    assert(e->n >= 2 && g->edge_begin[i + 1] <= g->pins);
    g->weights[i] = e->weight;
  }
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
  assert(!g->nodes || g->node_begin[g->nodes] == g->pins);
}

sv_order_graph *sv_order_graph_new(const sv_order_input *in, const uint32_t *node_of,
                                   uint32_t nodes) {
  sv_arena *arena = sv_arena_new();
  sv_order_graph *g = SV_ARENA_NEW(arena, sv_order_graph);
  builder b = {0};
  g->arena = arena;
  g->nodes = nodes;
  g->sizes = SV_ARENA_ARRAY(arena, uint32_t, nodes + 1);
  for (uint32_t i = 0; i < in->items; i++) g->sizes[node_of[i]] += in->sizes ? in->sizes[i] : 1;
  collect_edges(&b, in, node_of);
  merge_edges(&b);
  keep_edges(g, &b);
  turn_round(g);
  sv_vec_free(b.nodes);
  sv_vec_free(b.edges);
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
