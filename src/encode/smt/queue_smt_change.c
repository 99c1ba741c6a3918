// queue_smt_change.c -- dequeue, defer, flush, enqueue.
//
// Equations (4.6) to (4.12) of the thesis, one operation at a time.

#include "encode/smt/queue_smt_inside.h"

static sv_smt_term truth(const sv_queue_smt *q, bool b) { return sv_smt_truth(sv_queue_z(q), b); }

static sv_smt_term number(const sv_queue_smt *q, int64_t n) {
  return sv_smt_small(sv_queue_z(q), n, sv_smt_int(sv_queue_z(q)));
}

// 0 <= slot <= or < the number of pending messages.
static sv_smt_term slot_exists(const sv_queue_smt *q, const sv_smt_term *parts, sv_smt_term slot,
                               bool or_end) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term above = sv_smt_app2(z, SV_SMT_LE, number(q, 0), slot);
  return sv_smt_and(
      z, above,
      sv_smt_app2(z, or_end ? SV_SMT_LE : SV_SMT_LT, slot, sv_queue_smt_length(q, parts)));
}

// The place where a shifting queue opens or closes a gap is at most k.
static sv_smt_term place_at_most(const sv_queue_smt *q, const sv_smt_term *parts, sv_smt_term slot,
                                 int64_t k) {
  sv_smt *z = sv_queue_z(q);
  if (k < 0) return truth(q, false);
  if (slot.x) return sv_smt_app2(z, SV_SMT_LE, sv_queue_place(q, parts, slot), number(q, k));
  if (!sv_queue_has_head(q)) return truth(q, true);
  return sv_pointer_at_most(&q->pointer, parts + q->head, (uint32_t)k);
}

// ---- dequeue

static void close_gap(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term slot) {
  assert(q->encoding.layout == SV_LAYOUT_SHIFTING);
  sv_smt *z = sv_queue_z(q);
  for (uint32_t k = 0; k + 1 < q->slots; k++) {
    sv_smt_term moves = place_at_most(q, parts, slot, k);
    for (uint32_t c = 0; c < q->width; c++) {
      sv_smt_term *cell = sv_queue_cell_at(q, parts, k, c);
      *cell = sv_smt_ite(z, moves, sv_queue_cell(q, parts, k + 1, c), *cell);
    }
  }
  sv_pointer_down(&q->pointer, parts + q->tail, parts + q->tail);
}

void sv_queue_smt_dequeue(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term slot,
                          sv_smt_term *possible) {
  sv_smt *z = sv_queue_z(q);
  *possible = sv_queue_smt_pending(q, parts);
  if (!q->parts) return;
  if (slot.x) *possible = sv_smt_and(z, *possible, slot_exists(q, parts, slot, false));
  switch (q->encoding.layout) {
  case SV_LAYOUT_SHIFTING: close_gap(q, parts, slot); return;
  case SV_LAYOUT_CYCLIC:
  case SV_LAYOUT_LINEAR:
    REQUIRE(!slot.x, "only a shifting queue has a middle");
    sv_pointer_up(&q->pointer, parts + q->head, parts + q->head);
    return;
  case SV_LAYOUT_UNORDERED:
    for (uint32_t k = 0; k < q->slots; k++)
      parts[q->tail + k] = sv_smt_and(z, parts[q->tail + k], sv_smt_not(z, parts[q->head + k]));
    return;
  }
}

// ---- defer and flush

void sv_queue_smt_defer(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term *possible) {
  *possible = sv_queue_smt_pending(q, parts);
  if (!q->parts) return;
  REQUIRE(q->defers, "this queue was said not to defer");
  sv_pointer_up(&q->pointer, parts + q->head, parts + q->head);
}

void sv_queue_smt_flush(const sv_queue_smt *q, sv_smt_term *parts) {
  if (q->parts && q->defers) sv_pointer_const(&q->pointer, 0, parts + q->head);
}

// ---- enqueue

// The terms that go into the slot: the message, or a new tag for it.
static void make_element(const sv_queue_smt *q, const sv_smt_term *fields, sv_queue_const_fn *fresh,
                         void *context, sv_smt_term *element, sv_smt_term *side) {
  sv_smt *z = sv_queue_z(q);
  if (!q->encoding.tags) {
    for (uint32_t c = 0; c < q->width; c++) element[c] = fields[c];
    return;
  }
  element[0] = fresh(context, "tag", sv_queue_element_sort(q, 0));
  for (uint32_t f = 0; f < q->net_queue->field_count; f++) {
    sv_smt_term field = sv_smt_call(z, q->decode[f], element, 1);
    *side = sv_smt_and(z, *side, sv_smt_eq(z, field, fields[f]));
  }
}

static void open_gap(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term slot,
                     const sv_smt_term *element) {
  sv_smt *z = sv_queue_z(q);
  for (uint32_t k = q->slots; k-- > 0;) {
    sv_smt_term here = slot.x ? sv_smt_eq(z, sv_queue_place(q, parts, slot), number(q, k))
                              : sv_pointer_is(&q->pointer, parts + q->tail, k);
    sv_smt_term moves = slot.x ? place_at_most(q, parts, slot, (int64_t)k - 1) : truth(q, false);
    for (uint32_t c = 0; c < q->width; c++) {
      sv_smt_term *cell = sv_queue_cell_at(q, parts, k, c);
      if (k && slot.x) *cell = sv_smt_ite(z, moves, sv_queue_cell(q, parts, k - 1, c), *cell);
      *cell = sv_smt_ite(z, here, element[c], *cell);
    }
  }
}

static void write_at_tail(const sv_queue_smt *q, sv_smt_term *parts, const sv_smt_term *element,
                          sv_smt_term *side) {
  sv_smt *z = sv_queue_z(q);
  const sv_smt_term *tail = parts + q->tail;
  assert(q->pointer.parts == 1);
  for (uint32_t c = 0; c < q->width; c++) {
    if (q->encoding.contents == SV_CONTENTS_ARRAY) {
      parts[q->contents + c] = sv_smt_store(z, parts[q->contents + c], *tail, element[c]);
    } else if (q->encoding.layout == SV_LAYOUT_LINEAR) {
      sv_smt_term there = sv_smt_call(z, q->functions[c], tail, 1);
      *side = sv_smt_and(z, *side, sv_smt_eq(z, there, element[c]));
    }
  }
}

static void put_into_free_slot(const sv_queue_smt *q, sv_smt_term *parts,
                               const sv_smt_term *element) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_term before = truth(q, true);
  assert(q->encoding.layout == SV_LAYOUT_UNORDERED);
  for (uint32_t k = 0; k < q->slots; k++) {
    sv_smt_term used = parts[q->tail + k];
    sv_smt_term here = sv_smt_and(z, before, sv_smt_not(z, used));
    for (uint32_t c = 0; c < q->width; c++) {
      sv_smt_term *cell = sv_queue_cell_at(q, parts, k, c);
      *cell = sv_smt_ite(z, here, element[c], *cell);
    }
    parts[q->tail + k] = sv_smt_or(z, used, before);
    before = sv_smt_and(z, before, used);
  }
}

static void put(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term slot,
                const sv_smt_term *element, sv_smt_term *side) {
  if (q->encoding.layout == SV_LAYOUT_UNORDERED) {
    put_into_free_slot(q, parts, element);
    return;
  }
  bool cells = q->encoding.contents == SV_CONTENTS_EXPLICIT ||
               (q->encoding.contents == SV_CONTENTS_UIF && q->encoding.layout != SV_LAYOUT_LINEAR);
  if (cells) open_gap(q, parts, slot, element);
  else write_at_tail(q, parts, element, side);
  sv_pointer_up(&q->pointer, parts + q->tail, parts + q->tail);
}

void sv_queue_smt_enqueue(const sv_queue_smt *q, sv_smt_term *parts, sv_smt_term slot,
                          const sv_smt_term *fields, sv_queue_const_fn *fresh, void *context,
                          sv_smt_term *possible, sv_smt_term *side) {
  sv_smt *z = sv_queue_z(q);
  sv_smt_terms element = {0};
  *side = truth(q, true);
  *possible = sv_smt_not(z, sv_queue_smt_full(q, parts));
  if (!q->parts) return;
  if (slot.x) *possible = sv_smt_and(z, *possible, slot_exists(q, parts, slot, true));
  REQUIRE(!slot.x || q->encoding.layout == SV_LAYOUT_SHIFTING,
          "only a shifting queue has a middle");
  sv_fill(element, q->width + 1);
  assert(q->width == 1 || !q->encoding.tags);
  make_element(q, fields, fresh, context, element.at, side);
  put(q, parts, slot, element.at, side);
  sv_vec_free(element);
}
