// blast_state.c -- the symbolic state and what a step makes of it.
//
// Words of cells and queues are made from the state's literals when they are
// first asked for. A step keeps its changes beside them.

#include "encode/bits/blast_inside.h"

sv_lit sv_blast_item_bit(const sv_blaster *b, sv_code_bit bit) {
  return sv_code_is_const(bit) ? sv_lit_const(bit.x) : b->state[sv_code_state_bit(bit)];
}

static sv_word make_word(sv_blaster *b, sv_code_item item) {
  sv_clear(b->scratch);
  for (uint32_t k = 0; k < item.n; k++) sv_push(b->scratch, sv_blast_item_bit(b, item.at[k]));
  return sv_word_make(&b->lasting, b->scratch.at, item.n);
}

// ---- cells

sv_word sv_blast_cell(sv_blaster *b, uint32_t cell) {
  if (!b->cells[cell].n) b->cells[cell] = make_word(b, b->coding->cells[cell]);
  return b->cells[cell];
}

const sv_word *sv_blast_cells(sv_blaster *b, uint32_t first, uint32_t n) {
  for (uint32_t c = first; c < first + n; c++) sv_blast_cell(b, c);
  return b->cells + first;
}

sv_word sv_blast_new_cell(sv_blaster *b, uint32_t cell) {
  return b->changed[cell] ? b->new_cells[cell] : sv_blast_cell(b, cell);
}

void sv_blast_set_cell(sv_blaster *b, uint32_t cell, sv_word w) {
  if (!b->changed[cell]) sv_push(b->changed_cells, cell);
  b->changed[cell] = true;
  b->new_cells[cell] = w;
}

// ---- queues

static sv_queue_view *make_queue(sv_blaster *b, uint32_t number) {
  const sv_code_queue *q = &b->coding->queues[number];
  sv_queue_view *v = &b->queues[number];
  uint32_t n = q->slots * b->net->queues.at[number].field_count;
  if (v->made) return v;
  v->made = true;
  v->slots = q->slots;
  v->length = make_word(b, q->length);
  v->deferred = make_word(b, q->deferred);
  v->head = make_word(b, q->head);
  v->lost = SV_LIT_FALSE;
  v->fields = SV_ARENA_ARRAY(b->lasting.arena, sv_word, n + 1);
  for (uint32_t i = 0; i < n; i++) v->fields[i] = make_word(b, q->fields[i]);
  return v;
}

const sv_queue_view *sv_blast_queue(sv_blaster *b, bool after, uint32_t queue) {
  return after && b->new_queues[queue].made ? &b->new_queues[queue] : make_queue(b, queue);
}

sv_queue_view *sv_blast_change_queue(sv_blaster *b, uint32_t queue) {
  sv_queue_view *v = &b->new_queues[queue];
  if (v->made) return v;
  *v = *make_queue(b, queue);
  uint32_t n = v->slots * b->net->queues.at[queue].field_count;
  sv_word *fields = SV_ARENA_ARRAY(b->passing.arena, sv_word, n + 1);
  if (n) memcpy(fields, v->fields, n * sizeof *fields);
  v->fields = fields;
  sv_push(b->changed_queues, queue);
  return v;
}

sv_word sv_blast_blank(sv_blaster *b, uint32_t queue, uint32_t field) {
  const sv_code_queue *q = &b->coding->queues[queue];
  if (!q->slots) return sv_word_const(&b->passing, 0);
  sv_code_item item = q->fields[field];
  sv_clear(b->scratch);
  for (uint32_t k = 0; k < item.n; k++)
    sv_push(b->scratch, sv_lit_const(sv_code_is_const(item.at[k]) && item.at[k].x));
  return sv_word_make(&b->passing, b->scratch.at, item.n);
}
