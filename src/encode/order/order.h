// order.h -- linear orders in which things that meet lie close together.
//
// BDDs are small where variables that are read and written together are
// neighbours. Here a problem is a hypergraph: items (a cell of the state, a
// slot of a queue, one bit across all slots: as the caller likes), and edges
// (an action, a constraint) that touch some of them. An edge covers the bits
// from its first item to its last one; the span of an order is the sum of what
// the edges cover. Nothing here knows nets or BDDs: the caller makes items out
// of bits and spreads the order of items over them.
//
//   source   as the items are numbered
//   process  each process's items stay together in their order; processes and
//            everything that belongs to no process are arranged by how often they
//            meet, so queues and globals come to lie between their users
//   force    F. Aloul, I. Markov, K. Sakallah: FORCE: a fast and easy-to-implement
//            variable-ordering heuristic (GLSVLSI 2003), from several starts,
//            then single items are sifted to where the span is least
//   best     the one of these with the least span
//
// All are deterministic. Items of one bundle (the slots of a queue that should
// not be torn apart) stay neighbours in their order under every method.

#ifndef SV_ORDER_H
#define SV_ORDER_H

#include "base/options.h"

#define SV_ORDER_NO_PROCESS UINT32_MAX

typedef struct {
  uint32_t items;
  const uint32_t *sizes;      // bits, by item; NULL: one each
  const uint32_t *processes;  // by item, or SV_ORDER_NO_PROCESS; NULL: none has one
  const uint32_t *bundles;    // by item, never falling; NULL: every item is one
  uint32_t edges;
  const uint32_t *edge_begin;    // edges + 1: edge e touches edge_items[edge_begin[e] ..]
  const uint32_t *edge_items;    // any order, may repeat
  const uint32_t *edge_weights;  // NULL: one each
} sv_order_input;

// order[place] becomes an item. Returns the span. `flow` is no order of items.
uint64_t sv_order(const sv_order_input *, sv_opt_order, uint32_t *order);
uint64_t sv_order_span(const sv_order_input *, const uint32_t *order);

#endif
