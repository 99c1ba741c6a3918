// order_inside.h -- the hypergraph on which orders are looked for.
//
// Its nodes are groups of items (bundles, or whole processes). Edges within
// one node are gone, equal edges are one, so weights are sums.

#ifndef SV_ORDER_INSIDE_H
#define SV_ORDER_INSIDE_H

#include "base/arena.h"
#include "encode/order/order.h"

typedef struct {
  uint32_t nodes, edges, pins;
  uint32_t *sizes;                  // by node: bits
  uint32_t *edge_begin, *nodes_of;  // edges + 1; at least two nodes each, ascending
  uint64_t *weights;                // by edge
  uint32_t *node_begin, *edges_of;  // nodes + 1
  sv_arena *arena;
} sv_order_graph;

// node_of: by item, nodes 0 .. nodes-1.
sv_order_graph *sv_order_graph_new(const sv_order_input *, const uint32_t *node_of, uint32_t nodes);
void sv_order_graph_free(sv_order_graph *);
uint64_t sv_order_graph_span(const sv_order_graph *, const uint32_t *order);

// Visits about `budget` places where an edge meets a node.
void sv_order_sift(const sv_order_graph *, uint32_t *order, uint64_t budget);
// The best of several starts (besides `order` as it is given), each improved.
void sv_order_arrange(const sv_order_graph *, uint32_t *order);

#endif
