// queue_smt_look.c -- looking at queues: the accessors of section 4.1.

#include "encode/smt/queue_smt_inside.h"

static sv_smt_term truth(const sv_queue_smt *q, bool b) { return sv_smt_truth(sv_queue_z(q), b); }

static sv_smt_term number(const sv_queue_smt *q, int64_t n) {
  return sv_smt_small(sv_queue_z(q), n, sv_smt_int(sv_queue_z(q)));
}

// ---- contents

sv_smt_term *sv_queue_cell_at(const sv_queue_smt *q, sv_smt_term *parts, uint32_t k, uint32_t c) {
  assert(k < q->slots && q->encoding.contents != SV_CONTENTS_ARRAY);
  return &parts[q->contents + k * q->width + c];
}

sv_smt_term sv_queue_cell(const sv_queue_smt *q, const sv_smt_term *parts, uint32_t k, uint32_t c) {
  assert(k < q->slots && q->encoding.contents != SV_CONTENTS_ARRAY);
  return parts[q->contents + k * q->width + c];
}

// Nothing was sent since the time that q->time names.
static bool is_untouched(const sv_queue_smt *q, const sv_smt_term *parts) {
  return q->first.x && sv_smt_same(parts[q->contents], q->first);
}

static sv_smt_term read_part(const sv_queue_smt *q, const sv_smt_term *parts, const sv_smt_term *at,
                             uint32_t c) {
  sv_smt *z = sv_queue_z(q);
  if (q->encoding.contents == SV_CONTENTS_ARRAY)
    return sv_smt_app2(z, SV_SMT_SELECT, parts[q->contents + c], *at);
  if (q->encoding.layout == SV_LAYOUT_LINEAR) return sv_smt_call(z, q->functions[c], at, 1);
  if (is_untouched(q, parts))
    return sv_smt_call(z, q->functions[c], (sv_smt_term[]){q->time, *at}, 2);
  sv_smt_term out = sv_queue_cell(q, parts, q->slots - 1, c);
  for (uint32_t k = q->slots - 1; k-- > 0;)
    out = sv_smt_ite(z, sv_pointer_is(&q->pointer, at, k), sv_queue_cell(q, parts, k, c), out);
  return out;
}

static sv_smt_term read_int(const sv_queue_smt *q, const sv_smt_term *parts, sv_smt_term place,
                            uint32_t c) {
  sv_smt *z = sv_queue_z(q);
  if (q->encoding.contents != SV_CONTENTS_EXPLICIT && q->pointer.kind == SV_POINTER_INT)
    return read_part(q, parts, &place, c);
  sv_smt_term out = sv_queue_cell(q, parts, q->slots - 1, c);
  for (uint32_t k = q->slots - 1; k-- > 0;)
    out = sv_smt_ite(z, sv_smt_eq(z, place, number(q, k)), sv_queue_cell(q, parts, k, c), out);
  return out;
}

static sv_smt_term decoded(const sv_queue_smt *q, sv_smt_term element, uint32_t field) {
  return q->encoding.tags ? sv_smt_call(sv_queue_z(q), q->decode[field], &element, 1) : element;
}

static uint32_t column(const sv_queue_smt *q, uint32_t field) {
  return q->encoding.tags ? 0 : field;
}

// ---- how many

static sv_smt_term is_empty(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  if (!q->parts) return truth(q, true);
  if (q->encoding.layout == SV_LAYOUT_UNORDERED)
    return sv_smt_not(z, sv_smt_or_all(z, parts + q->tail, q->slots));
  if (q->encoding.layout == SV_LAYOUT_SHIFTING)
    return sv_pointer_is(&q->pointer, parts + q->tail, 0);
  return sv_pointer_same(&q->pointer, parts + q->head, parts + q->tail);
}

sv_smt_term sv_queue_smt_pending(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  if (q->encoding.layout != SV_LAYOUT_SHIFTING || !q->defers || !q->parts)
    return sv_smt_not(z, is_empty(q, parts));
  return sv_smt_not(z, sv_pointer_same(&q->pointer, parts + q->head, parts + q->tail));
}

static sv_smt_term ring_is_full(const sv_queue_smt *q, const sv_smt_term *parts) {
  assert(q->encoding.layout == SV_LAYOUT_CYCLIC && q->slots == q->capacity + 1);
  sv_smt_terms next = {0};
  sv_fill(next, q->pointer.parts);
  sv_pointer_up(&q->pointer, parts + q->tail, next.at);
  sv_smt_term full = sv_pointer_same(&q->pointer, next.at, parts + q->head);
  sv_vec_free(next);
  return full;
}

sv_smt_term sv_queue_smt_full(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  if (!q->parts) return truth(q, true);
  if (q->is_cut || q->capacity == SV_UNBOUNDED) return truth(q, false);
  switch (q->encoding.layout) {
  case SV_LAYOUT_SHIFTING: return sv_pointer_is(&q->pointer, parts + q->tail, q->capacity);
  case SV_LAYOUT_CYCLIC: return ring_is_full(q, parts);
  case SV_LAYOUT_LINEAR:
    return sv_smt_app2(z, SV_SMT_LE, number(q, q->capacity), sv_queue_smt_length(q, parts));
  case SV_LAYOUT_UNORDERED: return sv_smt_and_all(z, parts + q->tail, q->slots);
  }
  SV_UNREACHABLE();
}

static sv_smt_term count_used(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term sum = number(q, 0);
  for (uint32_t k = 0; k < q->slots; k++)
    sum = sv_smt_app2(z, SV_SMT_ADD, sum,
                      sv_smt_ite(z, parts[q->tail + k], number(q, 1), number(q, 0)));
  return sum;
}

sv_smt_term sv_queue_smt_length(const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = sv_queue_z(q);
  if (!q->parts) return number(q, 0);
  if (q->encoding.layout == SV_LAYOUT_UNORDERED) return count_used(q, parts);
  sv_smt_term tail = sv_pointer_int(&q->pointer, parts + q->tail);
  if (!sv_queue_has_head(q)) return tail;
  sv_smt_term head = sv_pointer_int(&q->pointer, parts + q->head);
  sv_smt_term length = sv_smt_app2(z, SV_SMT_SUB, tail, head);
  if (q->encoding.layout != SV_LAYOUT_CYCLIC) return length;
  sv_smt_term around = sv_smt_app2(z, SV_SMT_ADD, length, number(q, q->slots));
  return sv_smt_ite(z, sv_smt_app2(z, SV_SMT_LE, head, tail), length, around);
}

sv_smt_term sv_queue_smt_deferred(const sv_queue_smt *q, const sv_smt_term *parts) {
  if (!q->parts || !q->defers) return number(q, 0);
  return sv_pointer_int(&q->pointer, parts + q->head);
}

// ---- messages

static sv_smt_term first_slot(const sv_queue_smt *q, const sv_smt_term *parts, uint32_t field) {
  uint32_t c = column(q, field);
  assert(field < q->net_queue->field_count && c < q->width);
  if (!sv_queue_has_head(q)) return decoded(q, sv_queue_cell(q, parts, 0, c), field);
  return decoded(q, read_part(q, parts, parts + q->head, c), field);
}

sv_smt_term sv_queue_place(const sv_queue_smt *q, const sv_smt_term *parts, sv_smt_term slot) {
  sv_smt *z = sv_queue_z(q);
  if (!sv_queue_has_head(q)) return slot;
  sv_smt_term head = sv_pointer_int(&q->pointer, parts + q->head);
  sv_smt_term place = sv_smt_app2(z, SV_SMT_ADD, head, slot);
  if (q->encoding.layout != SV_LAYOUT_CYCLIC) return place;
  sv_smt_term around = sv_smt_app2(z, SV_SMT_SUB, place, number(q, q->slots));
  return sv_smt_ite(z, sv_smt_app2(z, SV_SMT_LT, place, number(q, q->slots)), place, around);
}

sv_smt_term sv_queue_smt_slot(const sv_queue_smt *q, const sv_smt_term *parts, sv_smt_term slot,
                              uint32_t field) {
  if (!slot.x) return first_slot(q, parts, field);
  REQUIRE(q->encoding.layout != SV_LAYOUT_UNORDERED, "there is no order of messages");
  sv_smt_term place = sv_queue_place(q, parts, slot);
  return decoded(q, read_int(q, parts, place, column(q, field)), field);
}

// ---- equality of two times

// Message i from the front (deferred ones included) is the same, if there is one.
static sv_smt_term same_message(const sv_queue_smt *q, const sv_smt_term *a, const sv_smt_term *b,
                                uint32_t i) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term all = truth(q, true), slot = number(q, i);
  bool by_slot = q->encoding.layout == SV_LAYOUT_SHIFTING;
  assert(i < q->capacity);
  for (uint32_t f = 0; f < q->net_queue->field_count; f++) {
    uint32_t c = column(q, f);
    sv_smt_term x =
        by_slot ? decoded(q, sv_queue_cell(q, a, i, c), f) : sv_queue_smt_slot(q, a, slot, f);
    sv_smt_term y =
        by_slot ? decoded(q, sv_queue_cell(q, b, i, c), f) : sv_queue_smt_slot(q, b, slot, f);
    all = sv_smt_and(z, all, sv_smt_eq(z, x, y));
  }
  return all;
}

static sv_smt_term same_slots(const sv_queue_smt *q, const sv_smt_term *a, const sv_smt_term *b) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term all = truth(q, true);
  for (uint32_t k = 0; k < q->slots; k++) {
    sv_smt_term used = a[q->tail + k];
    all = sv_smt_and(z, all, sv_smt_eq(z, used, b[q->tail + k]));
    for (uint32_t c = 0; c < q->width; c++)
      all = sv_smt_and(
          z, all,
          sv_smt_implies(z, used,
                         sv_smt_eq(z, sv_queue_cell(q, a, k, c), sv_queue_cell(q, b, k, c))));
  }
  return all;
}

// Of a queue without bound only what is certain: it stands still.
static sv_smt_term same_line(const sv_queue_smt *q, const sv_smt_term *a, const sv_smt_term *b) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term all =
      sv_smt_and(z, sv_smt_eq(z, a[q->head], b[q->head]), sv_smt_eq(z, a[q->tail], b[q->tail]));
  for (uint32_t i = q->contents; i < q->kept; i++)
    all = sv_smt_and(z, all, sv_smt_eq(z, a[i], b[i]));
  return all;
}

sv_smt_term sv_queue_smt_equal(const sv_queue_smt *q, const sv_smt_term *a, const sv_smt_term *b) {
  sv_smt *z = sv_queue_z(q);
  if (!q->parts) return truth(q, true);
  if (q->encoding.layout == SV_LAYOUT_UNORDERED) return same_slots(q, a, b);
  if (q->encoding.layout == SV_LAYOUT_LINEAR && q->capacity > 64) return same_line(q, a, b);
  sv_smt_term length = sv_queue_smt_length(q, a);
  sv_smt_term all = sv_smt_eq(z, length, sv_queue_smt_length(q, b));
  if (q->defers) all = sv_smt_and(z, all, sv_pointer_same(&q->pointer, a + q->head, b + q->head));
  bool shifting = q->encoding.layout == SV_LAYOUT_SHIFTING;
  for (uint32_t i = 0; i < q->capacity; i++) {
    sv_smt_term there = shifting ? sv_smt_not(z, sv_pointer_at_most(&q->pointer, a + q->tail, i))
                                 : sv_smt_app2(z, SV_SMT_LT, number(q, i), length);
    all = sv_smt_and(z, all, sv_smt_implies(z, there, same_message(q, a, b, i)));
  }
  return all;
}
