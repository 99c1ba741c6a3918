// flat_queue.c -- queues: what terms read of them, and what operations do.
//
// Mirrors exec/exec_queue.c. The content of a slot after the operations of an
// action is a term over the slots before; it is computed from the last
// operation backwards, only for the slots that are asked for.

#include "encode/abstract/flat_inside.h"

static const sv_net_queue *queue_of(const sv_flat *f, uint32_t q) { return &f->net->queues.at[q]; }

static sv_term reference(const sv_flat *f, uint32_t q) {
  return sv_const(f->terms, sv_sort_ref(f->terms), sv_small((int64_t)q + 1));
}

static sv_term default_term(const sv_flat *f, sv_sort s) {
  return sv_const(f->terms, s, sv_sort_default(f->terms, s));
}

// Through choices, so that what cannot be meant is false.
sv_term sv_flat_ref_is(sv_flat *f, sv_term ref, uint32_t q) {
  sv_node n = sv_node_of(f->terms, sv_index(ref));
  if (n.op != SV_OP_ITE) return sv_eq(f->terms, ref, reference(f, q));
  sv_term c = n.args[0], a = n.args[1], b = n.args[2];
  sv_term yes = sv_flat_ref_is(f, a, q);
  return sv_ite(f->terms, c, yes, sv_flat_ref_is(f, b, q));
}

// ---- leaves

static sv_term length_leaf(const sv_flat *f, uint32_t q) {
  if (!queue_of(f, q)->capacity) return sv_int_const(f->terms, 0);
  return sv_app1(f->terms, SV_OP_QLEN, reference(f, q));
}

static sv_term deferred_leaf(const sv_flat *f, uint32_t q) {
  if (!sv_bits_has(&f->deferring, q)) return sv_int_const(f->terms, 0);
  return sv_app1(f->terms, SV_OP_QDEFER, reference(f, q));
}

// The field in the queue's own sort.
static sv_term slot_leaf(const sv_flat *f, uint32_t q, uint32_t slot, uint32_t field) {
  const sv_net_queue *queue = queue_of(f, q);
  sv_sort sort = queue->fields[field];
  if (slot >= queue->capacity) return default_term(f, sort);
  return sv_peek(f->terms, sort, reference(f, q), sv_int_const(f->terms, slot), field);
}

static sv_term is_full(const sv_flat *f, sv_term length, sv_term deferred, uint32_t capacity) {
  if (capacity == SV_UNBOUNDED) return SV_FALSE;
  sv_term all = sv_app2(f->terms, SV_OP_ADD, length, deferred);
  return sv_app2(f->terms, SV_OP_LE, sv_int_const(f->terms, capacity), all);
}

// ---- readings

// A value as a value of another sort; *fits: it is one. SV_NONE where that cannot be said.
static sv_term moved(sv_flat *f, sv_sort to, sv_term t, sv_term *fits) {
  sv_terms *T = f->terms;
  if (sv_sort_same(sv_sort_of(T, t), to)) return *fits = SV_TRUE, t;
  *fits = sv_flat_in_sort(T, t, to);
  if (sv_is_none(*fits) && sv_sort_fits(T, to, sv_sort_of(T, t))) *fits = SV_TRUE;
  if (!sv_is_none(*fits)) return sv_cast(T, to, t);
  sv_flat_refuse(f, "messages whose fields have other sorts than those who read them");
  *fits = SV_FALSE;
  return default_term(f, to);
}

static sv_term peek_slot(sv_flat *f, const sv_node *node, uint32_t q, uint32_t slot) {
  if (node->id >= queue_of(f, q)->field_count) return default_term(f, node->sort);
  sv_term fits, leaf = slot_leaf(f, q, slot, node->id);
  if (sv_sort_same(node->sort, queue_of(f, q)->fields[node->id])) return leaf;
  sv_term value = moved(f, node->sort, leaf, &fits);
  sv_term there = sv_app2(f->terms, SV_OP_LT, sv_int_const(f->terms, slot), length_leaf(f, q));
  return sv_ite(f->terms, sv_and(f->terms, there, fits), value, default_term(f, node->sort));
}

static sv_term peek(sv_flat *f, const sv_node *node, uint32_t q) {
  sv_terms *T = f->terms;
  sv_value v;
  int64_t k;
  sv_term slot = node->args[1], out = default_term(f, node->sort);
  if (sv_is_const(T, slot, &v)) {
    bool inside = sv_number_to_i64(sv_terms_numbers(T), v, &k) && k >= 0 && k < UINT32_MAX;
    return inside ? peek_slot(f, node, q, (uint32_t)k) : out;
  }
  if (queue_of(f, q)->capacity == SV_UNBOUNDED) {
    sv_flat_refuse(f, "a slot of a queue without bound that is not constant");
    return out;
  }
  for (uint32_t i = queue_of(f, q)->capacity; i-- > 0;)
    out = sv_ite(T, sv_eq(T, slot, sv_int_const(T, i)), peek_slot(f, node, q, i), out);
  return out;
}

static sv_term look(sv_flat *f, const sv_node *node, uint32_t q) {
  switch (node->op) {
  case SV_OP_QLEN: return length_leaf(f, q);
  case SV_OP_QDEFER: return deferred_leaf(f, q);
  case SV_OP_QFULL:
    return is_full(f, length_leaf(f, q), deferred_leaf(f, q), queue_of(f, q)->capacity);
  case SV_OP_PEEK: return peek(f, node, q);
  default: SV_UNREACHABLE();
  }
}

// Of a run of queues by index: a choice between constants; outside none.
static sv_term choose_queue(sv_flat *f, uint32_t first, uint32_t n, sv_term index) {
  sv_terms *T = f->terms;
  const sv_sort_info *info = sv_sort_get(T, sv_sort_of(T, index));
  if (info->kind != SV_SORT_INT) index = sv_cast(T, sv_sort_int(T), index);
  sv_term out = sv_const(T, sv_sort_ref(T), sv_small(0));
  for (uint32_t k = n; k-- > 0;)
    out = sv_ite(T, sv_eq(T, index, sv_int_const(T, k)), reference(f, first + k), out);
  return out;
}

sv_term sv_flat_reading(sv_flat *f, const sv_node *node) {
  sv_terms *T = f->terms;
  if (node->op == SV_OP_QUEUE && node->n)
    return choose_queue(f, node->id, node->role, node->args[0]);
  if (node->op != SV_OP_QLEN && node->op != SV_OP_QDEFER && node->op != SV_OP_QFULL &&
      node->op != SV_OP_PEEK)
    return SV_NONE;
  sv_term args[2] = {node->args[0], node->n > 1 ? node->args[1] : SV_NONE};
  sv_node copy = *node;
  copy.args = args;
  sv_term out = default_term(f, copy.sort);
  for (uint32_t q = f->net->queues.n; q-- > 0;) {
    sv_term here = sv_flat_ref_is(f, args[0], q);
    if (!sv_same(here, SV_FALSE)) out = sv_ite(T, here, look(f, &copy, q), out);
  }
  return out;
}

// ---- operations

// Before operation k of an action, a queue has these many messages.
typedef struct {
  sv_term length, deferred;
} lengths;

static sv_term plus(const sv_flat *f, sv_term t, int64_t n) {
  return sv_app2(f->terms, SV_OP_ADD, t, sv_int_const(f->terms, n));
}

static sv_term is_meant(sv_flat *f, const sv_queue_op *op, uint32_t q) {
  return sv_flat_ref_is(f, sv_flat_term(f, op->queue), q);
}

static lengths change(sv_flat *f, const sv_queue_op *op, lengths n) {
  switch (op->verb) {
  case SV_ENQUEUE: return (lengths){plus(f, n.length, 1), n.deferred};
  case SV_DEQUEUE: return (lengths){plus(f, n.length, -1), n.deferred};
  case SV_DEFER: return (lengths){plus(f, n.length, -1), plus(f, n.deferred, 1)};
  case SV_FLUSH:
    return (lengths){sv_app2(f->terms, SV_OP_ADD, n.length, n.deferred), sv_int_const(f->terms, 0)};
  case SV_EMPTY: return (lengths){sv_int_const(f->terms, 0), sv_int_const(f->terms, 0)};
  }
  SV_UNREACHABLE();
}

static lengths lengths_before(sv_flat *f, const sv_net_action *a, uint32_t k, uint32_t q) {
  lengths n = {length_leaf(f, q), deferred_leaf(f, q)};
  for (uint32_t i = 0; i < k; i++) {
    sv_term here = is_meant(f, &a->queue_ops[i], q);
    if (sv_same(here, SV_FALSE)) continue;
    lengths after = change(f, &a->queue_ops[i], n);
    n.length = sv_ite(f->terms, here, after.length, n.length);
    n.deferred = sv_ite(f->terms, here, after.deferred, n.deferred);
  }
  return n;
}

static sv_term fields_fit(sv_flat *f, const sv_queue_op *op, uint32_t q) {
  const sv_net_queue *queue = queue_of(f, q);
  sv_term all = sv_bool_const(op->field_count == queue->field_count), fits;
  for (uint32_t i = 0; i < queue->field_count && i < op->field_count; i++) {
    moved(f, queue->fields[i], sv_flat_term(f, op->fields[i]), &fits);
    all = sv_and(f->terms, all, fits);
  }
  return all;
}

// 0 <= slot < limit
static sv_term slot_inside(sv_flat *f, sv_term slot, sv_term limit) {
  sv_term above = sv_app2(f->terms, SV_OP_LE, sv_int_const(f->terms, 0), slot);
  return sv_and(f->terms, above, sv_app2(f->terms, SV_OP_LT, slot, limit));
}

static sv_term can_do(sv_flat *f, const sv_queue_op *op, uint32_t q, lengths n) {
  sv_terms *T = f->terms;
  sv_term slot = sv_is_none(op->slot) ? SV_NONE : sv_flat_term(f, op->slot);
  switch (op->verb) {
  case SV_ENQUEUE: {
    sv_term room = sv_not(is_full(f, n.length, n.deferred, queue_of(f, q)->capacity));
    if (!sv_is_none(slot)) room = sv_and(T, room, slot_inside(f, slot, plus(f, n.length, 1)));
    return sv_and(T, room, fields_fit(f, op, q));
  }
  case SV_DEQUEUE: return slot_inside(f, sv_is_none(slot) ? sv_int_const(T, 0) : slot, n.length);
  case SV_DEFER: return sv_app2(T, SV_OP_LT, sv_int_const(T, 0), n.length);
  case SV_FLUSH:
  case SV_EMPTY: return SV_TRUE;
  }
  SV_UNREACHABLE();
}

sv_term sv_flat_operations(sv_flat *f, uint32_t action) {
  const sv_net_action *a = sv_flat_source(f, action);
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    sv_term any = SV_FALSE;
    for (uint32_t q = 0; q < f->net->queues.n; q++) {
      sv_term here = is_meant(f, &a->queue_ops[i], q);
      if (sv_same(here, SV_FALSE)) continue;
      sv_term can = can_do(f, &a->queue_ops[i], q, lengths_before(f, a, i, q));
      any = sv_or(f->terms, any, sv_and(f->terms, here, can));
    }
    all = sv_and(f->terms, all, any);
  }
  return all;
}

// ---- contents after operations

typedef struct {
  sv_flat *f;
  uint32_t action, q, field;
} content;

static sv_term slot_after(const content *c, uint32_t k, uint32_t slot);

static sv_term sent(const content *c, const sv_queue_op *op) {
  sv_term fits;
  if (c->field >= op->field_count)
    return default_term(c->f, queue_of(c->f, c->q)->fields[c->field]);
  return moved(c->f, queue_of(c->f, c->q)->fields[c->field],
               sv_flat_term(c->f, op->fields[c->field]), &fits);
}

static sv_term enqueued(const content *c, const sv_queue_op *op, uint32_t k, uint32_t slot) {
  sv_terms *T = c->f->terms;
  sv_term here = sv_int_const(T, slot), before = slot_after(c, k, slot);
  sv_term at = sv_is_none(op->slot)
                   ? lengths_before(c->f, sv_flat_source(c->f, c->action), k, c->q).length
                   : sv_flat_term(c->f, op->slot);
  sv_term out = before;
  if (!sv_is_none(op->slot) && slot)
    out = sv_ite(T, sv_app2(T, SV_OP_LT, at, here), slot_after(c, k, slot - 1), out);
  return sv_ite(T, sv_eq(T, at, here), sent(c, op), out);
}

static sv_term dequeued(const content *c, const sv_queue_op *op, uint32_t k, uint32_t slot) {
  sv_terms *T = c->f->terms;
  sv_term behind = slot_after(c, k, slot + 1);
  if (sv_is_none(op->slot)) return behind;
  sv_term stays = sv_app2(T, SV_OP_LT, sv_int_const(T, slot), sv_flat_term(c->f, op->slot));
  return sv_ite(T, stays, slot_after(c, k, slot), behind);
}

// The same choice for the same slot, whoever asks and how often.
static uint32_t invention(const content *c, uint32_t operation, uint32_t slot) {
  sv_flat_action *a = &c->f->actions[c->action];
  for (uint32_t i = 0; i < a->inventions.n; i++) {
    const sv_flat_invention *v = &a->inventions.at[i];
    if (v->queue == c->q && v->field == c->field && v->operation == operation && v->slot == slot)
      return v->choice;
  }
  sv_push(a->choices, queue_of(c->f, c->q)->fields[c->field]);
  sv_flat_invention v = {c->q, c->field, operation, slot, a->choices.n - 1};
  sv_push(a->inventions, v);
  return v.choice;
}

// What was deferred comes back, and its contents are not known: an over-approximation.
static sv_term flushed(const content *c, uint32_t k, uint32_t slot) {
  sv_terms *T = c->f->terms;
  sv_sort sort = queue_of(c->f, c->q)->fields[c->field];
  lengths n = lengths_before(c->f, sv_flat_source(c->f, c->action), k, c->q);
  sv_term none = sv_eq(T, n.deferred, sv_int_const(T, 0)), before = slot_after(c, k, slot);
  if (sv_same(none, SV_TRUE)) return before;
  return sv_ite(T, none, before, sv_choice(T, sort, invention(c, k, slot)));
}

// The slot after the first k operations.
static sv_term slot_after(const content *c, uint32_t k, uint32_t slot) {
  if (slot >= queue_of(c->f, c->q)->capacity)
    return default_term(c->f, queue_of(c->f, c->q)->fields[c->field]);
  if (!k) return slot_leaf(c->f, c->q, slot, c->field);
  const sv_queue_op *op = &sv_flat_source(c->f, c->action)->queue_ops[k - 1];
  sv_term here = is_meant(c->f, op, c->q), before = slot_after(c, k - 1, slot), after = before;
  if (sv_same(here, SV_FALSE)) return before;
  switch (op->verb) {
  case SV_ENQUEUE: after = enqueued(c, op, k - 1, slot); break;
  case SV_DEFER:
  case SV_DEQUEUE: after = dequeued(c, op, k - 1, slot); break;
  case SV_FLUSH: after = flushed(c, k - 1, slot); break;
  case SV_EMPTY: after = default_term(c->f, queue_of(c->f, c->q)->fields[c->field]); break;
  }
  return sv_ite(c->f->terms, here, after, before);
}

static uint32_t number_of(const sv_flat *f, sv_term t) {
  sv_value v;
  bool known = sv_is_const(f->terms, t, &v);
  REQUIRE(known, "a leaf names its queue and its slot");
  return (uint32_t)sv_small_get(v);
}

sv_term sv_flat_queue_after(sv_flat *f, uint32_t action, sv_term leaf) {
  const sv_net_action *a = sv_flat_source(f, action);
  sv_node node = sv_node_of(f->terms, sv_index(leaf));
  if (!a->queue_op_count) return leaf;
  uint32_t q = number_of(f, node.args[0]) - 1;
  if (node.op != SV_OP_PEEK) {
    lengths n = lengths_before(f, a, a->queue_op_count, q);
    return node.op == SV_OP_QLEN ? n.length : n.deferred;
  }
  content c = {f, action, q, node.id};
  return slot_after(&c, a->queue_op_count, number_of(f, node.args[1]));
}

sv_term sv_flat_queue_within(sv_flat *f, sv_term leaf) {
  sv_terms *T = f->terms;
  sv_node node = sv_node_of(T, sv_index(leaf));
  uint32_t q = number_of(f, node.args[0]) - 1;
  if (node.op == SV_OP_PEEK) {  // a slot without a message has the default
    sv_term within = sv_flat_in_sort(T, leaf, node.sort);
    sv_term there = sv_app2(T, SV_OP_LT, node.args[1], length_leaf(f, q));
    sv_term empty = sv_eq(T, leaf, default_term(f, node.sort));
    return sv_and(T, sv_or(T, there, empty), sv_is_none(within) ? SV_TRUE : within);
  }
  uint32_t capacity = queue_of(f, q)->capacity;
  sv_term above = sv_app2(T, SV_OP_LE, sv_int_const(T, 0), leaf);
  if (capacity == SV_UNBOUNDED) return above;
  sv_term all = sv_app2(T, SV_OP_ADD, length_leaf(f, q), deferred_leaf(f, q));
  return sv_and(T, above, sv_app2(T, SV_OP_LE, all, sv_int_const(T, capacity)));
}
