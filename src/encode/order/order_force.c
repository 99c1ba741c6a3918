// order_force.c -- FORCE and the starts it is given.
//
// F. Aloul, I. Markov, K. Sakallah: FORCE: a fast and easy-to-implement
// variable-ordering heuristic, GLSVLSI 2003: every edge has a centre of
// gravity, every node moves to the mean of its edges' centres, the new places
// are ranked, and so on while the span falls. It depends on where it starts:
// the order given, a breadth-first one (good for chains and rings) and some at
// random are tried.

#include "encode/order/order_inside.h"

#include <stdlib.h>

#include "base/random.h"

enum { PATIENCE = 5, ROUNDS_MOST = 60, RANDOM_STARTS = 3 };
#define WORK (UINT64_C(20) * 1000 * 1000)  // places where an edge meets a node, per phase

typedef struct {
  double at;
  uint32_t place, node;
} pulled;

static int by_pull(const void *a, const void *b) {
  const pulled *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void find_middles(const sv_order_graph *g, const uint32_t *order, double *middle) {
  double begin = 0;
  for (uint32_t i = 0; i < g->nodes; i++) {
    middle[order[i]] = begin + g->sizes[order[i]] / 2.0;
    begin += g->sizes[order[i]];
  }
}

static void find_centres(const sv_order_graph *g, const double *middle, double *centre) {
  for (uint32_t e = 0; e < g->edges; e++) {
    double sum = 0;
    for (uint32_t i = g->edge_begin[e]; i < g->edge_begin[e + 1]; i++)
      sum += middle[g->nodes_of[i]];
    centre[e] = sum / (g->edge_begin[e + 1] - g->edge_begin[e]);
  }
}

static double pull(const sv_order_graph *g, uint32_t node, const double *centre, double otherwise) {
  double sum = 0, weights = 0;
  for (uint32_t i = g->node_begin[node]; i < g->node_begin[node + 1]; i++) {
    double weight = (double)g->weights[g->edges_of[i]];
    sum += weight * centre[g->edges_of[i]];
    weights += weight;
  }
  return weights > 0 ? sum / weights : otherwise;
}

typedef struct {
  double *middle, *centre;
  pulled *pulled;
} force;

// False if no node moved.
static bool force_round(const sv_order_graph *g, force *f, uint32_t *order) {
  bool moved = false;
  find_middles(g, order, f->middle);
  find_centres(g, f->middle, f->centre);
  for (uint32_t i = 0; i < g->nodes; i++) {
    uint32_t node = order[i];
    f->pulled[i] = (pulled){pull(g, node, f->centre, f->middle[node]), i, node};
  }
  qsort(f->pulled, g->nodes, sizeof *f->pulled, by_pull);
  for (uint32_t i = 0; i < g->nodes; i++) {
    moved |= order[i] != f->pulled[i].node;
    order[i] = f->pulled[i].node;
  }
  return moved;
}

// Improves the order in place, or leaves it.
static void force_rounds(const sv_order_graph *g, uint32_t *order, uint32_t rounds) {
  size_t bytes = g->nodes * sizeof *order;
  if (!g->nodes) return;
  force f = {.middle = SV_NEW_ARRAY(double, g->nodes),
             .centre = SV_NEW_ARRAY(double, g->edges + 1),
             .pulled = SV_NEW_ARRAY(pulled, g->nodes)};
  uint32_t *now = SV_NEW_ARRAY(uint32_t, g->nodes), idle = 0;
  memcpy(now, order, bytes);
  uint64_t best = sv_order_graph_span(g, order);
  for (uint32_t i = 0; i < rounds && idle < PATIENCE && force_round(g, &f, now); i++, idle++) {
    uint64_t span = sv_order_graph_span(g, now);
    if (span >= best) continue;
    best = span, idle = 0;
    memcpy(order, now, bytes);
  }
  sv_free(f.middle);
  sv_free(f.centre);
  sv_free(f.pulled);
  sv_free(now);
}

// ---- starts

// Appends what can be reached from a node; the last one is far from it.
static uint32_t reach(const sv_order_graph *g, uint32_t from, uint32_t *order, uint32_t n,
                      bool *node_met, bool *edge_met) {
  order[n] = from;
  node_met[from] = true;
  uint32_t end = n + 1;
  for (; n < end; n++) {
    uint32_t node = order[n];
    for (uint32_t i = g->node_begin[node]; i < g->node_begin[node + 1]; i++) {
      uint32_t e = g->edges_of[i];
      if (edge_met[e]) continue;
      edge_met[e] = true;
      for (uint32_t j = g->edge_begin[e]; j < g->edge_begin[e + 1]; j++) {
        uint32_t other = g->nodes_of[j];
        if (!node_met[other]) order[end++] = other;
        node_met[other] = true;
      }
    }
  }
  return end;
}

// Takes back what reach met.
static void forget(const sv_order_graph *g, const uint32_t *order, uint32_t begin, uint32_t end,
                   bool *node_met, bool *edge_met) {
  for (uint32_t i = begin; i < end; i++) {
    node_met[order[i]] = false;
    for (uint32_t j = g->node_begin[order[i]]; j < g->node_begin[order[i] + 1]; j++)
      edge_met[g->edges_of[j]] = false;
  }
}

// Breadth first from the rim of each connected part.
static void order_by_layers(const sv_order_graph *g, uint32_t *order) {
  bool *node_met = SV_NEW_ARRAY(bool, g->nodes + 1), *edge_met = SV_NEW_ARRAY(bool, g->edges + 1);
  for (uint32_t i = 0, n = 0; i < g->nodes; i++) {
    if (node_met[i]) continue;
    uint32_t end = reach(g, i, order, n, node_met, edge_met), far = order[end - 1];
    forget(g, order, n, end, node_met, edge_met);
    n = reach(g, far, order, n, node_met, edge_met);
    assert(n == end);  // the same nodes, from the other side
  }
  sv_free(node_met);
  sv_free(edge_met);
}

static void shuffle(uint32_t *at, uint32_t n, sv_random *r) {
  for (uint32_t i = n; i > 1; i--) {
    uint32_t j = sv_random_below(r, i), kept = at[i - 1];
    at[i - 1] = at[j];
    at[j] = kept;
  }
}

// ---- the whole

typedef struct {
  const sv_order_graph *g;
  uint32_t *order, *best;
  uint64_t span;
  uint32_t rounds;
  uint64_t sifting;  // budget for every start
} contest;

static void try_start(contest *c) {
  force_rounds(c->g, c->order, c->rounds);
  if (c->sifting) sv_order_sift(c->g, c->order, c->sifting);
  uint64_t span = sv_order_graph_span(c->g, c->order);
  if (span >= c->span) return;
  c->span = span;
  memcpy(c->best, c->order, c->g->nodes * sizeof *c->best);
}

static void copy_best(contest *c) { memcpy(c->order, c->best, c->g->nodes * sizeof *c->best); }

void sv_order_arrange(const sv_order_graph *g, uint32_t *order) {
  if (g->nodes < 3 || !g->edges) return;
  enum { STARTS = RANDOM_STARTS + 2 };
  uint64_t each = WORK / STARTS, size = (uint64_t)g->pins + g->nodes;
  contest c = {.g = g, .order = SV_NEW_ARRAY(uint32_t, g->nodes), .best = order};
  sv_random r = {1};
  c.rounds = each / (2 * size) < ROUNDS_MOST ? (uint32_t)(each / (2 * size)) + 3 : ROUNDS_MOST;
  c.sifting = 20 * size * g->nodes < each ? each : 0;  // where there is time for a whole pass
  c.span = sv_order_graph_span(g, order);
  copy_best(&c);
  try_start(&c);
  order_by_layers(g, c.order);
  try_start(&c);
  for (uint32_t i = 0; i < RANDOM_STARTS; i++) {
    shuffle(c.order, g->nodes, &r);
    try_start(&c);
  }
  sv_order_sift(g, order, WORK);
  assert(sv_order_graph_span(g, order) <= c.span);
  sv_free(c.order);
}
