// queue_ends.c -- which end of a queue an action uses.
//
// Appending and removing at opposite ends of a FIFO queue commute while both are
// possible (Holzmann and Peled use the same for exclusive channel ends). Here
// it is a property of one action and one queue: the action "sends" if it only
// appends, and tests whether the queue is full; it "receives" if it only removes
// first messages, reads messages that it removes, and tests whether they exist
// (0 < len q). Everything else observes the queue: other tests of its length,
// later messages, slots, deferring, priorities and location invariants.

#include "analysis/access/reads.h"
#include "analysis/access/relations.h"

typedef SV_VEC(sv_term) term_list;

typedef struct {
  const sv_accesses *all;
  const sv_net *net;
  const sv_terms *terms;
  sv_reader reader;
  sv_bits shared;                  // queues in location invariants
  sv_bits looks, sends, receives;  // of one action
  sv_u32s cone;
  term_list roots;
} ends_gather;

static void gather_roots(ends_gather *g, const sv_net_action *a) {
  sv_clear(g->roots);
  sv_push(g->roots, a->guard);
  sv_push(g->roots, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_push(g->roots, a->updates[i].target);
    sv_push(g->roots, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    const sv_queue_op *op = &a->queue_ops[i];
    sv_push(g->roots, op->queue);
    if (!sv_is_none(op->slot)) sv_push(g->roots, op->slot);
    for (uint32_t f = 0; f < op->field_count; f++) sv_push(g->roots, op->fields[f]);
  }
}

// Does the action, if it is possible, remove the pending message in this slot?
static bool is_removed(const ends_gather *g, const sv_net_action *a, sv_term queue, sv_term slot) {
  sv_value v;
  int64_t k, removed = 0;
  if (!a || !sv_is_const(g->terms, slot, &v)) return false;
  if (!sv_number_to_i64(sv_terms_numbers(g->terms), v, &k) || k < 0) return false;
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    removed += a->queue_ops[i].verb == SV_DEQUEUE && sv_same(a->queue_ops[i].queue, queue);
  return k < removed;
}

static bool asks_for_size(sv_op op) {
  return op == SV_OP_QLEN || op == SV_OP_QFULL || op == SV_OP_QDEFER;
}

// k < len q, where the message in slot k is removed.
static bool is_presence(const ends_gather *g, const sv_net_action *a, const sv_node *node) {
  if (node->op != SV_OP_LT) return false;
  sv_node size = sv_node_of(g->terms, sv_index(node->args[1]));
  return size.op == SV_OP_QLEN && is_removed(g, a, size.args[0], node->args[0]);
}

// Is the queue full? Where the action is possible, it is not.
static bool is_room(const sv_net_action *a, const sv_node *node) {
  for (uint32_t i = 0; a && node->op == SV_OP_QFULL && i < a->queue_op_count; i++) {
    const sv_queue_op *op = &a->queue_ops[i];
    if (op->verb == SV_ENQUEUE && sv_same(op->queue, node->args[0])) return true;
  }
  return false;
}

static void add_size(ends_gather *g, const sv_net_action *a, sv_term t, sv_bits *out) {
  sv_node node = sv_node_of(g->terms, sv_index(t));
  if (asks_for_size(node.op) && !is_room(a, &node)) sv_reader_refs(&g->reader, node.args[0], out);
}

static void add_looks(ends_gather *g, const sv_net_action *a, sv_bits *out) {
  for (uint32_t i = 0; i < g->roots.n; i++) add_size(g, a, g->roots.at[i], out);
  sv_cone(g->terms, g->roots.at, g->roots.n, &g->cone);
  for (uint32_t i = 0; i < g->cone.n; i++) {
    sv_node node = sv_node_of(g->terms, g->cone.at[i]);
    if (node.op == SV_OP_PEEK && !is_removed(g, a, node.args[0], node.args[1]))
      sv_reader_refs(&g->reader, node.args[0], out);
    for (uint32_t k = 0; k < node.n && !is_presence(g, a, &node); k++)
      add_size(g, a, node.args[k], out);
  }
}

static void add_ops(ends_gather *g, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    const sv_queue_op *op = &a->queue_ops[i];
    bool end = sv_is_none(op->slot);
    sv_bits *to = op->verb == SV_ENQUEUE && end   ? &g->sends
                  : op->verb == SV_DEQUEUE && end ? &g->receives
                                                  : &g->looks;
    sv_reader_refs(&g->reader, op->queue, to);
  }
}

static bool is_in(const ends_gather *g, const sv_parts *parts, uint32_t queue) {
  return sv_parts_has(parts, g->all->map.first[sv_queue_object(&g->all->map, queue)]);
}

static void keep(const ends_gather *g, uint32_t action, const sv_bits *ends, const sv_bits *others,
                 sv_parts *out) {
  for (uint32_t q = sv_bits_next(ends, 0); q != UINT32_MAX; q = sv_bits_next(ends, q + 1)) {
    if (sv_bits_has(others, q) || sv_bits_has(&g->looks, q) || sv_bits_has(&g->shared, q)) continue;
    if (is_in(g, &g->all->actions[action].priority, q)) continue;
    uint32_t part = g->all->map.first[sv_queue_object(&g->all->map, q)];
    sv_parts_add(out, part, part + 1);
  }
  sv_parts_seal(out);
}

static void ends_of_action(ends_gather *g, uint32_t action, sv_queue_ends *out) {
  const sv_net_action *a = &g->net->actions.at[action];
  if (!a->queue_op_count) return;
  sv_bits_clear(&g->looks);
  sv_bits_clear(&g->sends);
  sv_bits_clear(&g->receives);
  gather_roots(g, a);
  add_looks(g, a, &g->looks);
  add_ops(g, a);
  keep(g, action, &g->sends, &g->receives, &out->sends);
  keep(g, action, &g->receives, &g->sends, &out->receives);
}

static void add_invariants(ends_gather *g) {
  for (uint32_t p = 0; p < g->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(g->net, p); l++)
      if (!sv_is_none(g->net->location_invariants[p][l])) {
        sv_clear(g->roots);
        sv_push(g->roots, g->net->location_invariants[p][l]);
        add_looks(g, NULL, &g->shared);
      }
}

sv_queue_ends *sv_queue_ends_new(const sv_accesses *all) {
  const sv_net *net = all->net;
  sv_queue_ends *ends = SV_NEW_ARRAY(sv_queue_ends, net->actions.n + 1);
  if (!net->queues.n) return ends;
  ends_gather g = {.all = all, .net = net, .terms = net->model->terms};
  sv_reader_init(&g.reader, &all->map);
  sv_bits_init(&g.shared, net->queues.n);
  sv_bits_init(&g.looks, net->queues.n);
  sv_bits_init(&g.sends, net->queues.n);
  sv_bits_init(&g.receives, net->queues.n);
  add_invariants(&g);
  for (uint32_t a = 0; a < net->actions.n; a++) ends_of_action(&g, a, &ends[a]);
  sv_bits_free(&g.shared);
  sv_bits_free(&g.looks);
  sv_bits_free(&g.sends);
  sv_bits_free(&g.receives);
  sv_vec_free(g.cone);
  sv_vec_free(g.roots);
  sv_reader_free(&g.reader);
  return ends;
}

void sv_queue_ends_free(const sv_accesses *all, sv_queue_ends *ends) {
  for (uint32_t a = 0; ends && a < all->net->actions.n; a++) {
    sv_vec_free(ends[a].sends);
    sv_vec_free(ends[a].receives);
  }
  sv_free(ends);
}
