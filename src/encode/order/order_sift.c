// order_sift.c -- sifting nodes to the place where the span is least.
//
// As sifting in BDDs, but with spans instead of diagrams: a node travels by
// swaps of neighbours to both sides and returns to the best place. A swap
// costs only the edges of the two: an edge with one of them becomes longer or
// shorter where that one is its first or last node, an edge with both does not
// change. Wide graphs are sifted within a window.

#include "encode/order/order_inside.h"

typedef struct {
  const sv_order_graph *g;
  uint32_t *order, *place;
  uint32_t *first, *last;  // by edge: nodes
  uint64_t *stamp, tick;   // by edge
  uint64_t work;
} sifter;

static uint32_t degree(const sv_order_graph *g, uint32_t node) {
  return g->node_begin[node + 1] - g->node_begin[node];
}

// Stamps: tick for edges of b, tick + 1 for those of both.
static void stamp_edges(sifter *s, uint32_t a, uint32_t b) {
  const sv_order_graph *g = s->g;
  s->tick += 2;
  for (uint32_t i = g->node_begin[b]; i < g->node_begin[b + 1]; i++)
    s->stamp[g->edges_of[i]] = s->tick;
  for (uint32_t i = g->node_begin[a]; i < g->node_begin[a + 1]; i++)
    if (s->stamp[g->edges_of[i]] == s->tick) s->stamp[g->edges_of[i]]++;
}

// b is before a from now on.
static void turn_edge(sifter *s, uint32_t edge, uint32_t a, uint32_t b) {
  if (s->first[edge] == a) s->first[edge] = b;
  if (s->last[edge] == b) s->last[edge] = a;
}

// The node makes room for one on this side of it: how its own edges change.
static int64_t change(sifter *s, uint32_t node, const uint32_t *near, const uint32_t *far,
                      uint32_t size) {
  const sv_order_graph *g = s->g;
  int64_t delta = 0;
  for (uint32_t i = g->node_begin[node]; i < g->node_begin[node + 1]; i++) {
    uint32_t e = g->edges_of[i];
    if (s->stamp[e] == s->tick + 1) continue;
    if (near[e] == node) delta -= (int64_t)(g->weights[e] * size);
    else if (far[e] == node) delta += (int64_t)(g->weights[e] * size);
  }
  return delta;
}

// Swaps the nodes at i and i + 1; how much longer all edges become.
static int64_t swap(sifter *s, uint32_t i) {
  const sv_order_graph *g = s->g;
  uint32_t a = s->order[i], b = s->order[i + 1];
  stamp_edges(s, a, b);
  int64_t delta = change(s, a, s->first, s->last, g->sizes[b]);
  delta += change(s, b, s->last, s->first, g->sizes[a]);
  for (uint32_t j = g->node_begin[a]; j < g->node_begin[a + 1]; j++)
    if (s->stamp[g->edges_of[j]] == s->tick + 1) turn_edge(s, g->edges_of[j], a, b);
  s->order[i] = b, s->place[b] = i;
  s->order[i + 1] = a, s->place[a] = i + 1;
  assert(s->order[s->place[a]] == a && s->order[s->place[b]] == b);
  s->work += 3 * (degree(g, a) + degree(g, b)) + 8;
  return delta;
}

// Moves a node and returns how much longer the edges are.
static int64_t move(sifter *s, uint32_t node, uint32_t to, int64_t now, int64_t *best,
                    uint32_t *best_place) {
  while (s->place[node] != to) {
    uint32_t at = s->place[node];
    now += swap(s, at < to ? at : at - 1);
    if (now < *best) *best = now, *best_place = s->place[node];
  }
  return now;
}

// How much was won.
static uint64_t sift_node(sifter *s, uint32_t node, uint32_t window) {
  uint32_t at = s->place[node], best_place = at, last = s->g->nodes - 1;
  uint32_t low = at > window ? at - window : 0, high = last - at > window ? at + window : last;
  int64_t best = 0, now = 0;
  bool down_first = at - low < high - at;
  now = move(s, node, down_first ? low : high, now, &best, &best_place);
  now = move(s, node, down_first ? high : low, now, &best, &best_place);
  move(s, node, best_place, now, &best, &best_place);
  assert(best <= 0 && s->place[node] == best_place);
  return (uint64_t)-best;
}

static void find_ends(sifter *s) {
  const sv_order_graph *g = s->g;
  for (uint32_t e = 0; e < g->edges; e++) {
    s->first[e] = s->last[e] = g->nodes_of[g->edge_begin[e]];
    for (uint32_t i = g->edge_begin[e]; i < g->edge_begin[e + 1]; i++) {
      uint32_t node = g->nodes_of[i];
      if (s->place[node] < s->place[s->first[e]]) s->first[e] = node;
      if (s->place[node] > s->place[s->last[e]]) s->last[e] = node;
    }
  }
}

static void sift_all(sifter *s, uint64_t budget) {
  const sv_order_graph *g = s->g;
  uint64_t window = budget / (20 * ((uint64_t)g->pins + g->nodes)) + 1, won = 1;
  if (window > g->nodes) window = g->nodes;
  while (won && s->work < budget) {
    won = 0;
    for (uint32_t i = 0; i < g->nodes && s->work < budget; i++)
      if (degree(g, i)) won += sift_node(s, i, (uint32_t)window);
  }
}

void sv_order_sift(const sv_order_graph *g, uint32_t *order, uint64_t budget) {
  if (g->nodes < 2 || !g->edges) return;
  sifter s = {.g = g, .order = order, .place = SV_NEW_ARRAY(uint32_t, g->nodes)};
  for (uint32_t i = 0; i < g->nodes; i++) s.place[order[i]] = i;
  s.first = SV_NEW_ARRAY(uint32_t, g->edges);
  s.last = SV_NEW_ARRAY(uint32_t, g->edges);
  s.stamp = SV_NEW_ARRAY(uint64_t, g->edges);
  find_ends(&s);
  sift_all(&s, budget);
  sv_free(s.place);
  sv_free(s.first);
  sv_free(s.last);
  sv_free(s.stamp);
}
