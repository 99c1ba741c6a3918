// blast_message.c -- queue operations on symbolic queues.
//
// Done on every queue that the reference may name, under the condition that it
// does. While an action runs, a shifting queue has a slot more for each message
// that it may get, so that only what is there at the end must have a code. A
// ring cannot grow: a message that finds no slot is lost at once.

#include "encode/bits/blast_inside.h"

typedef struct {
  sv_blaster *b;
  sv_word_maker *m;
  const sv_queue_op *op;
  uint32_t number;  // of the queue
  const sv_net_queue *q;
  sv_queue_view *v;
  bool cyclic;
  sv_lit here;  // the reference names this queue
} message;

static sv_word constant(const message *d, int64_t n) { return sv_word_const(d->m, n); }

static sv_lit is_here_and(const message *d, sv_lit condition) {
  return sv_aig_and(d->m->aig, d->here, condition);
}

static sv_word if_here(const message *d, sv_word then, sv_word other) {
  return sv_word_ite(d->m, d->here, then, other);
}

static sv_word *field(const message *d, uint32_t slot, uint32_t f) {
  assert(slot < d->v->slots && f < d->q->field_count);
  return &d->v->fields[slot * d->q->field_count + f];
}

static sv_word slot_term(const message *d) {
  bool given = !sv_is_none(d->op->slot);
  return given ? sv_blast_scalar(d->b, false, d->op->slot) : constant(d, 0);
}

static sv_word pending(const message *d) { return sv_word_sub(d->m, d->v->length, d->v->deferred); }

static void set_length(const message *d, sv_word length) {
  d->v->length = if_here(d, length, d->v->length);
}

// ---- enqueue

static void add_slot(const message *d) {
  uint32_t width = d->q->field_count, n = d->v->slots * width;
  assert(!d->cyclic && d->v->slots < d->q->capacity);
  sv_word *fields = SV_ARENA_ARRAY(d->m->arena, sv_word, n + width + 1);
  if (n) memcpy(fields, d->v->fields, n * sizeof *fields);
  d->v->fields = fields;
  d->v->slots++;
  for (uint32_t f = 0; f < width; f++) fields[n + f] = sv_blast_blank(d->b, d->number, f);
}

static sv_lit fields_fit(const message *d) {
  sv_lit fit = SV_LIT_TRUE;
  for (uint32_t f = 0; f < d->q->field_count; f++) {
    sv_word w = sv_blast_fitted(d->b, d->op->fields[f], d->q->fields[f]);
    sv_lit fits = sv_blast_in_sort(d->b, d->m, d->q->fields[f], d->op->fields[f], w);
    fit = sv_aig_and(d->m->aig, fit, fits);
  }
  return fit;
}

static void put_message(const message *d, uint32_t slot, sv_lit here) {
  for (uint32_t f = 0; f < d->q->field_count; f++) {
    sv_word w = sv_blast_fitted(d->b, d->op->fields[f], d->q->fields[f]);
    *field(d, slot, f) = sv_word_ite(d->m, here, w, *field(d, slot, f));
  }
}

static void put_in_order(const message *d, sv_word place) {
  for (uint32_t i = d->v->slots; i--;) {
    sv_lit before = is_here_and(d, sv_word_less(d->m, place, constant(d, i)));
    for (uint32_t f = 0; i && f < d->q->field_count; f++)
      *field(d, i, f) = sv_word_ite(d->m, before, *field(d, i - 1, f), *field(d, i, f));
    put_message(d, i, is_here_and(d, sv_word_equal(d->m, place, constant(d, i))));
  }
}

static void put_at_end(const message *d, sv_word place) {
  for (uint32_t i = 0; i < d->v->slots; i++)
    put_message(d, i, is_here_and(d, sv_word_equal(d->m, place, constant(d, i))));
}

static sv_word around(const message *d, sv_word place) {
  sv_word slots = constant(d, d->v->slots);
  sv_lit inside = sv_word_less(d->m, place, slots);
  return sv_word_ite(d->m, inside, place, sv_word_sub(d->m, place, slots));
}

static sv_lit has_room(const message *d) {
  bool grown = !sv_lit_same(d->v->lost, SV_LIT_FALSE);  // the length may exceed the slots
  if (d->v->slots < d->q->capacity && !grown) return SV_LIT_TRUE;
  return sv_word_less(d->m, d->v->length, constant(d, d->q->capacity));
}

static void put_in_ring(const message *d) {
  sv_lit no_slot = sv_word_at_most(d->m, constant(d, d->v->slots), d->v->length);
  assert(d->cyclic && sv_is_none(d->op->slot));
  if (d->v->slots < d->q->capacity)
    d->v->lost = sv_aig_or(d->m->aig, d->v->lost, is_here_and(d, no_slot));
  put_at_end(d, around(d, sv_word_add(d->m, d->v->head, d->v->length)));
}

static sv_lit enqueue(const message *d) {
  sv_aig *g = d->m->aig;
  if (d->op->field_count != d->q->field_count || !d->q->capacity) return SV_LIT_FALSE;
  sv_lit possible = sv_aig_and(g, has_room(d), fields_fit(d));
  if (!d->cyclic && d->v->slots < d->q->capacity) add_slot(d);
  if (d->cyclic) {
    put_in_ring(d);
  } else if (sv_is_none(d->op->slot)) {
    put_at_end(d, d->v->length);
  } else {
    sv_word slot = slot_term(d), most = pending(d);
    possible = sv_aig_and(g, possible, sv_lit_not(sv_word_negative(slot)));
    possible = sv_aig_and(g, possible, sv_word_at_most(d->m, slot, most));
    put_in_order(d, sv_word_add(d->m, d->v->deferred, slot));
  }
  set_length(d, sv_word_add(d->m, d->v->length, constant(d, 1)));
  return possible;
}

// ---- dequeue

static void close_gap(const message *d, sv_word place) {
  for (uint32_t i = 0; i < d->v->slots; i++) {
    sv_lit behind = is_here_and(d, sv_word_at_most(d->m, place, constant(d, i)));
    for (uint32_t f = 0; f < d->q->field_count; f++) {
      bool last = i + 1 == d->v->slots;
      sv_word next = last ? sv_blast_blank(d->b, d->number, f) : *field(d, i + 1, f);
      *field(d, i, f) = sv_word_ite(d->m, behind, next, *field(d, i, f));
    }
  }
}

static void take_from_ring(const message *d) {
  for (uint32_t i = 0; i < d->v->slots; i++) {
    sv_lit first = is_here_and(d, sv_word_equal(d->m, d->v->head, constant(d, i)));
    for (uint32_t f = 0; f < d->q->field_count; f++)
      *field(d, i, f) =
          sv_word_ite(d->m, first, sv_blast_blank(d->b, d->number, f), *field(d, i, f));
  }
  sv_word next = around(d, sv_word_add(d->m, d->v->head, constant(d, 1)));
  d->v->head = if_here(d, next, d->v->head);
}

static sv_lit dequeue(const message *d) {
  sv_word slot = slot_term(d);
  sv_lit below = sv_word_less(d->m, slot, pending(d));
  if (d->cyclic) take_from_ring(d);
  else close_gap(d, sv_word_add(d->m, d->v->deferred, slot));
  set_length(d, sv_word_sub(d->m, d->v->length, constant(d, 1)));
  return sv_aig_and(d->m->aig, below, sv_lit_not(sv_word_negative(slot)));
}

// ---- the others

static sv_lit defer(const message *d) {
  sv_lit some = sv_word_less(d->m, d->v->deferred, d->v->length);
  sv_word more = sv_word_add(d->m, d->v->deferred, constant(d, 1));
  d->v->deferred = if_here(d, more, d->v->deferred);
  return some;
}

static sv_lit flush(const message *d) {
  d->v->deferred = if_here(d, constant(d, 0), d->v->deferred);
  return SV_LIT_TRUE;
}

static sv_lit empty(const message *d) {
  flush(d);
  set_length(d, constant(d, 0));
  d->v->head = if_here(d, constant(d, 0), d->v->head);
  for (uint32_t i = 0; i < d->v->slots; i++)
    for (uint32_t f = 0; f < d->q->field_count; f++)
      *field(d, i, f) = if_here(d, sv_blast_blank(d->b, d->number, f), *field(d, i, f));
  return SV_LIT_TRUE;
}

static sv_lit do_message(const message *d) {
  switch (d->op->verb) {
  case SV_ENQUEUE: return enqueue(d);
  case SV_DEQUEUE: return dequeue(d);
  case SV_DEFER: return defer(d);
  case SV_FLUSH: return flush(d);
  case SV_EMPTY: return empty(d);
  }
  SV_UNREACHABLE();
}

sv_lit sv_blast_queue_op(sv_blaster *b, const sv_queue_op *op) {
  sv_word_maker *m = &b->passing;
  sv_word ref = sv_blast_scalar(b, false, op->queue);
  sv_lit possible = SV_LIT_FALSE;
  uint32_t q, end;
  sv_code_candidates(b->net, op->queue, &q, &end);
  for (; q < end; q++) {
    sv_lit here = sv_word_equal(m, ref, sv_word_const(m, (int64_t)q + 1));
    if (sv_lit_same(here, SV_LIT_FALSE)) continue;
    message d = {b, m, op, q, &b->net->queues.at[q], sv_blast_change_queue(b, q), false, here};
    d.cyclic = sv_code_queue_is_cyclic(&b->coding->queues[q]);
    possible = sv_aig_or(m->aig, possible, is_here_and(&d, do_message(&d)));
  }
  return possible;
}
