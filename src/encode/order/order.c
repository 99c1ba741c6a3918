// order.c -- the methods of order.h, all on one engine.
//
// `force` arranges bundles, `process` arranges whole processes (and bundles of
// no process); both then spread the nodes over the items. Spans are compared on the
// items themselves.

#include "encode/order/order_inside.h"

// ---- span

static uint32_t size_of(const sv_order_input *in, uint32_t item) {
  return in->sizes ? in->sizes[item] : 1;
}

static uint64_t covered(const sv_order_input *in, uint32_t edge, const uint64_t *begin) {
  uint64_t first = UINT64_MAX, end = 0;
  for (uint32_t i = in->edge_begin[edge]; i < in->edge_begin[edge + 1]; i++) {
    uint32_t item = in->edge_items[i];
    uint64_t item_end = begin[item] + size_of(in, item);
    if (begin[item] < first) first = begin[item];
    if (item_end > end) end = item_end;
  }
  return first < end ? end - first : 0;
}

uint64_t sv_order_span(const sv_order_input *in, const uint32_t *order) {
  uint64_t *begin = SV_NEW_ARRAY(uint64_t, in->items + 1), at = 0, span = 0;
  for (uint32_t i = 0; i < in->items; i++) {
    begin[order[i]] = at;
    at += size_of(in, order[i]);
  }
  for (uint32_t e = 0; e < in->edges; e++)
    span += covered(in, e, begin) * (in->edge_weights ? in->edge_weights[e] : 1);
  sv_free(begin);
  return span;
}

// ---- groups of items

static bool same_bundle(const sv_order_input *in, uint32_t a, uint32_t b) {
  return in->bundles ? in->bundles[a] == in->bundles[b] : a == b;
}

// The bundles, numbered as their items are.
static uint32_t group_bundles(const sv_order_input *in, uint32_t *node_of) {
  uint32_t nodes = 0;
  for (uint32_t i = 0; i < in->items; i++) {
    if (!i || !same_bundle(in, i - 1, i)) nodes++;
    node_of[i] = nodes - 1;
  }
  return nodes;
}

static uint32_t process_of(const sv_order_input *in, uint32_t item) {
  return in->processes ? in->processes[item] : SV_ORDER_NO_PROCESS;
}

static uint32_t count_processes(const sv_order_input *in) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < in->items; i++) {
    uint32_t process = process_of(in, i);
    if (process != SV_ORDER_NO_PROCESS && process >= n) n = process + 1;
  }
  return n;
}

// Processes, and bundles of no process, numbered by their first items. A bundle is
// its first item's process's.
static uint32_t group_processes(const sv_order_input *in, uint32_t *node_of) {
  uint32_t processes = count_processes(in), nodes = 0;
  uint32_t *node_of_process = SV_NEW_ARRAY(uint32_t, processes + 1);  // 1 + node, or 0
  for (uint32_t i = 0; i < in->items; i++) {
    uint32_t process = process_of(in, i);
    if (i && same_bundle(in, i - 1, i)) node_of[i] = node_of[i - 1];
    else if (process == SV_ORDER_NO_PROCESS) node_of[i] = nodes++;
    else {
      if (!node_of_process[process]) node_of_process[process] = ++nodes;
      node_of[i] = node_of_process[process] - 1;
    }
  }
  sv_free(node_of_process);
  return nodes;
}

// Node by node; the items of one in their order.
static void spread(const sv_order_input *in, const uint32_t *node_of, uint32_t nodes,
                   const uint32_t *node_order, uint32_t *order) {
  uint32_t *count = SV_NEW_ARRAY(uint32_t, nodes + 1), at = 0;
  for (uint32_t i = 0; i < in->items; i++) count[node_of[i]]++;
  for (uint32_t i = 0; i < nodes; i++) {  // counts become first places
    uint32_t n = count[node_order[i]];
    count[node_order[i]] = at;
    at += n;
  }
  for (uint32_t i = 0; i < in->items; i++) order[count[node_of[i]]++] = i;
  assert(at == in->items);
  sv_free(count);
}

// ---- methods

// The nodes in the order in which their first items lie.
static void gather(const sv_order_input *in, const uint32_t *node_of, uint32_t nodes,
                   const uint32_t *order, uint32_t *node_order) {
  bool *there = SV_NEW_ARRAY(bool, nodes + 1);
  for (uint32_t i = 0, n = 0; i < in->items; i++) {
    uint32_t node = node_of[order[i]];
    if (!there[node]) node_order[n++] = node;
    there[node] = true;
  }
  sv_free(there);
}

typedef uint32_t group_fn(const sv_order_input *, uint32_t *node_of);

static void arrange_groups(const sv_order_input *in, group_fn *group, uint32_t *order) {
  uint32_t *node_of = SV_NEW_ARRAY(uint32_t, in->items + 1);
  uint32_t nodes = group(in, node_of);
  assert(nodes <= in->items);
  uint32_t *node_order = SV_NEW_ARRAY(uint32_t, nodes + 1);
  gather(in, node_of, nodes, order, node_order);
  sv_order_graph *g = sv_order_graph_new(in, node_of, nodes);
  sv_order_arrange(g, node_order);
  sv_order_graph_free(g);
  spread(in, node_of, nodes, node_order, order);
  sv_free(node_order);
  sv_free(node_of);
}

SV_ASSERT_ONLY static bool is_permutation(const uint32_t *order, uint32_t n) {
  bool *met = SV_NEW_ARRAY(bool, n + 1), good = true;
  for (uint32_t i = 0; i < n && good; i++) {
    good = order[i] < n && !met[order[i]];
    if (good) met[order[i]] = true;
  }
  sv_free(met);
  return good;
}

// Replaces `best` if this is better.
static void compare(const sv_order_input *in, const uint32_t *order, uint32_t *best,
                    uint64_t *span) {
  uint64_t its = sv_order_span(in, order);
  assert(is_permutation(order, in->items));
  if (its >= *span) return;
  *span = its;
  memcpy(best, order, in->items * sizeof *best);
}

uint64_t sv_order(const sv_order_input *in, sv_opt_order kind, uint32_t *order) {
  REQUIRE(kind != SV_OPT_ORDER_FLOW, "an order of actions, not of bits");
  bool best = kind == SV_OPT_ORDER_BEST;
  uint32_t *tried = SV_NEW_ARRAY(uint32_t, in->items + 1);
  for (uint32_t i = 0; i < in->items; i++) tried[i] = order[i] = i;
  uint64_t span = best || kind == SV_OPT_ORDER_SOURCE ? sv_order_span(in, order) : UINT64_MAX;
  if (kind != SV_OPT_ORDER_SOURCE) arrange_groups(in, group_processes, tried);
  if (best || kind == SV_OPT_ORDER_PROCESS) compare(in, tried, order, &span);
  if (best || kind == SV_OPT_ORDER_FORCE) {
    arrange_groups(in, group_bundles, tried);
    compare(in, tried, order, &span);
  }
  sv_free(tried);
  return span;
}
