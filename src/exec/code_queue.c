// code_queue.c -- packed queues, reached by reference.
//
// A queue's messages lie one after the other, the deferred ones first. Slots
// beyond the length are zero: whatever leaves a queue takes its bits along.
// An operation is impossible on no queue, on a full or empty one, at a slot
// that is not there, and with a message that the queue cannot hold.

#include "exec/code.h"

typedef struct {
  const sv_net_queue *net;
  const sv_queue_layout *at;
  const sv_code_range *fields;
  uint64_t *words;
  int64_t length, deferred;
} queue;

static const sv_code_range *ranges_of(sv_arena *arena, const sv_net *net, const sv_net_queue *q) {
  sv_code_range *ranges = SV_ARENA_ARRAY(arena, sv_code_range, q->field_count + 1);
  for (uint32_t f = 0; f < q->field_count; f++)
    sv_layout_range(net, q->fields[f], &ranges[f].lo, &ranges[f].hi);
  return ranges;
}

void sv_code_init(sv_bytecode *code, const sv_layout *layout) {
  const sv_net *net = layout->net;
  *code = (sv_bytecode){.layout = layout, .arena = sv_arena_new()};
  const sv_code_range **fields =
      SV_ARENA_ARRAY(code->arena, const sv_code_range *, net->queues.n + 1);
  for (uint32_t i = 0; i < net->queues.n; i++)
    fields[i] = ranges_of(code->arena, net, &net->queues.at[i]);
  code->fields = fields;
}

void sv_code_free(sv_bytecode *code) {
  sv_vec_free(code->ins);
  sv_vec_free(code->peeks);
  sv_vec_free(code->queue_ops);
  sv_arena_free(code->arena);
}

static bool exists(const sv_layout *layout, int64_t ref) {
  return ref > 0 && ref <= layout->net->queues.n;
}

int64_t sv_code_deferred(const sv_layout *layout, const uint64_t *words, int64_t ref) {
  return exists(layout, ref) ? sv_field_get(words, layout->queues[ref - 1].deferred) : 0;
}

int64_t sv_code_length(const sv_layout *layout, const uint64_t *words, int64_t ref) {
  if (!exists(layout, ref)) return 0;
  return sv_field_get(words, layout->queues[ref - 1].length) - sv_code_deferred(layout, words, ref);
}

bool sv_code_full(const sv_layout *layout, const uint64_t *words, int64_t ref) {
  if (!exists(layout, ref)) return false;
  return sv_field_get(words, layout->queues[ref - 1].length) ==
         layout->net->queues.at[ref - 1].capacity;
}

int64_t sv_code_peek_at(const sv_layout *layout, const uint64_t *words, const sv_code_peek *peek,
                        int64_t ref, int64_t slot) {
  if (!exists(layout, ref)) return peek->missing;
  const sv_net_queue *q = &layout->net->queues.at[ref - 1];
  if (peek->field >= q->field_count || slot < 0 || slot >= sv_code_length(layout, words, ref))
    return peek->missing;
  slot += sv_code_deferred(layout, words, ref);
  assert(slot < q->capacity);
  int64_t value =
      sv_field_get(words, layout->queues[ref - 1].slots[slot * q->field_count + peek->field]);
  return value >= peek->lo && value <= peek->hi ? value : peek->missing;
}

static sv_field slot_field(const queue *q, int64_t message, uint32_t field) {
  assert(message >= 0 && message < q->net->capacity && field < q->net->field_count);
  return q->at->slots[message * q->net->field_count + field];
}

static void move_message(const queue *q, int64_t from, int64_t to) {
  for (uint32_t f = 0; f < q->net->field_count; f++)
    sv_field_set(q->words, slot_field(q, to, f), sv_field_get(q->words, slot_field(q, from, f)));
}

static void clear_message(const queue *q, int64_t message) {
  for (uint32_t f = 0; f < q->net->field_count; f++) {
    sv_field field = slot_field(q, message, f);
    sv_field_set(q->words, field, field.base);
  }
}

static bool fits(const queue *q, const sv_code_queue_op *op, const int64_t *r) {
  if (op->field_count != q->net->field_count) return false;
  for (uint32_t f = 0; f < op->field_count; f++) {
    int64_t value = r[op->fields + f];
    if (value < q->fields[f].lo || value > q->fields[f].hi) return false;
  }
  return true;
}

// Deferred messages are some of all, all fit, and the slots behind them are zero.
SV_ASSERT_ONLY static bool is_well_formed(const queue *q) {
  if (q->deferred < 0 || q->deferred > q->length || q->length > q->net->capacity) return false;
  for (int64_t i = q->length; i < q->net->capacity; i++)
    for (uint32_t f = 0; f < q->net->field_count; f++)
      if (sv_field_get(q->words, slot_field(q, i, f)) != slot_field(q, i, f).base) return false;
  return true;
}

static bool enqueue(queue *q, const sv_code_queue_op *op, const int64_t *r) {
  int64_t pending = q->length - q->deferred,
          slot = op->slot == SV_NO_REGISTER ? pending : r[op->slot];
  if (q->length == q->net->capacity || slot < 0 || slot > pending || !fits(q, op, r)) return false;
  slot += q->deferred;
  for (int64_t i = q->length; i > slot; i--) move_message(q, i - 1, i);
  for (uint32_t f = 0; f < op->field_count; f++)
    sv_field_set(q->words, slot_field(q, slot, f), r[op->fields + f]);
  q->length++;
  return true;
}

static bool dequeue(queue *q, const sv_code_queue_op *op, const int64_t *r) {
  int64_t slot = op->slot == SV_NO_REGISTER ? 0 : r[op->slot];
  if (slot < 0 || slot >= q->length - q->deferred) return false;
  q->length--;
  for (int64_t i = q->deferred + slot; i < q->length; i++) move_message(q, i + 1, i);
  clear_message(q, q->length);
  return true;
}

static bool empty(queue *q) {
  while (q->length) clear_message(q, --q->length);
  q->deferred = 0;
  return true;
}

static bool operate(queue *q, const sv_code_queue_op *op, const int64_t *r) {
  switch (op->verb) {
  case SV_ENQUEUE: return enqueue(q, op, r);
  case SV_DEQUEUE: return dequeue(q, op, r);
  case SV_DEFER: return q->deferred++ < q->length;
  case SV_FLUSH: q->deferred = 0; return true;
  case SV_EMPTY: return empty(q);
  }
  SV_UNREACHABLE();
}

bool sv_code_queue(const sv_bytecode *code, const sv_code_queue_op *op, const int64_t *r,
                   uint64_t *words) {
  const sv_layout *layout = code->layout;
  int64_t ref = r[op->queue];
  if (!exists(layout, ref)) return false;
  queue q = {&layout->net->queues.at[ref - 1],
             &layout->queues[ref - 1],
             code->fields[ref - 1],
             words,
             0,
             0};
  q.length = sv_field_get(words, q.at->length);
  q.deferred = sv_field_get(words, q.at->deferred);
  assert(is_well_formed(&q));
  if (!operate(&q, op, r)) return false;
  assert(is_well_formed(&q));
  assert(!q.deferred || q.at->deferred.bits);
  sv_field_set(words, q.at->length, q.length);
  if (q.at->deferred.bits) sv_field_set(words, q.at->deferred, q.deferred);
  return true;
}
