// exec_queue.c -- what queue operations do.
//
// A queue is one sequence of messages; the first `deferred` of them are
// deferred, the others pending. Slots count pending messages.

#include "exec/exec_inside.h"

// The slot's value if it is given and lies in 0 .. limit-1, else UINT32_MAX.
static uint32_t slot_of(const sv_exec *x, const sv_code *code, uint32_t root, uint32_t limit) {
  int64_t k;
  sv_value v = sv_exec_scalar(x, code, root);
  bool inside = sv_number_to_i64(x->numbers, v, &k) && k >= 0 && k < limit;
  return inside ? (uint32_t)k : UINT32_MAX;
}

// Moves the fields from message `at` on by n fields up, to make room.
static void open_gap(sv_queue_state *s, uint32_t first, uint32_t n) {
  uint32_t old = s->fields.n;
  assert(first <= old);
  sv_fill(s->fields, old + n);
  if (n)
    memmove(s->fields.at + first + n, s->fields.at + first, (old - first) * sizeof *s->fields.at);
}

static void close_gap(sv_queue_state *s, uint32_t first, uint32_t n) {
  uint32_t rest = s->fields.n - first - n;
  assert(first + n <= s->fields.n);
  if (n) memmove(s->fields.at + first, s->fields.at + first + n, rest * sizeof *s->fields.at);
  s->fields.n -= n;
}

static bool fields_fit(const sv_exec *x, const sv_code *code, const sv_queue_op *op, uint32_t root,
                       const sv_net_queue *q) {
  if (op->field_count != q->field_count) return false;
  for (uint32_t i = 0; i < q->field_count; i++)
    if (!sv_choices_has(x->net, q->fields[i], sv_exec_scalar(x, code, root + i))) return false;
  return true;
}

static bool enqueue(const sv_exec *x, const sv_code *code, const sv_queue_op *op, uint32_t root,
                    const sv_net_queue *q, sv_queue_state *s) {
  uint32_t pending = s->messages - s->deferred, slot = pending;
  if (s->messages >= q->capacity) return false;
  if (!sv_is_none(op->slot)) slot = slot_of(x, code, root++, pending + 1);
  if (slot == UINT32_MAX || !fields_fit(x, code, op, root, q)) return false;
  uint32_t first = (s->deferred + slot) * q->field_count;
  open_gap(s, first, q->field_count);
  for (uint32_t i = 0; i < q->field_count; i++)
    s->fields.at[first + i] = sv_exec_scalar(x, code, root + i);
  s->messages++;
  return true;
}

static bool dequeue(const sv_exec *x, const sv_code *code, const sv_queue_op *op, uint32_t root,
                    const sv_net_queue *q, sv_queue_state *s) {
  uint32_t pending = s->messages - s->deferred, slot = 0;
  if (!sv_is_none(op->slot)) slot = slot_of(x, code, root, pending);
  if (slot >= pending) return false;
  close_gap(s, (s->deferred + slot) * q->field_count, q->field_count);
  s->messages--;
  return true;
}

static bool defer(sv_queue_state *s) {
  if (s->deferred == s->messages) return false;
  s->deferred++;
  return true;
}

static void empty(sv_queue_state *s) {
  s->deferred = s->messages = 0;
  sv_clear(s->fields);
}

bool sv_exec_queue_op(sv_exec *x, const sv_code *code, const sv_queue_op *op, uint32_t root,
                      sv_state *after) {
  sv_value ref = sv_exec_scalar(x, code, root);
  if (!sv_is_small(ref) || sv_small_get(ref) < 1 || sv_small_get(ref) > x->net->queues.n)
    return false;
  uint32_t number = (uint32_t)sv_small_get(ref) - 1;
  const sv_net_queue *q = &x->net->queues.at[number];
  sv_queue_state *s = &after->queues[number];
  assert(s->deferred <= s->messages && s->fields.n == s->messages * q->field_count);
  switch (op->verb) {
  case SV_ENQUEUE: return enqueue(x, code, op, root + 1, q, s);
  case SV_DEQUEUE: return dequeue(x, code, op, root + 1, q, s);
  case SV_DEFER: return defer(s);
  case SV_FLUSH: return s->deferred = 0, true;
  case SV_EMPTY: return empty(s), true;
  }
  SV_UNREACHABLE();
}
