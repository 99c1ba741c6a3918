// blast_write.c -- from changed words to bits of the code, and ways out of it.
//
// A value has a code if its bits are the constants of its item and it is no
// wider; bits that its sort fixes need no look. The sign is named first: a
// profile cannot reach it by widening other bits.

#include "encode/bits/blast_inside.h"

#include <stdlib.h>

typedef struct {
  sv_blaster *b;
  sv_aig *aig;
  sv_blasted *out;
} writer;

static void write_item(writer *w, sv_code_item item, sv_word word) {
  for (uint32_t k = 0; k < item.n; k++) {
    if (sv_code_is_const(item.at[k])) continue;
    uint32_t bit = sv_code_state_bit(item.at[k]);
    assert(bit < w->b->coding->bits);
    // The last bit of an item is its sign, whatever bits the word has between.
    sv_lit value = k + 1 < item.n ? sv_word_bit(word, k) : sv_word_negative(word);
    if (sv_lit_same(value, w->b->state[bit])) continue;
    sv_push(w->out->writes, (sv_bit_write){bit, value});
  }
}

// Bit k of the sort (its last is the sign) keeps the word from having a code.
static sv_lit misfit(const writer *w, const sv_code_shape *shape, sv_code_item item, sv_word word,
                     uint32_t k) {
  uint32_t width = item.n - 1, sign = shape->n - 1;
  sv_lit bit = k == sign ? sv_word_negative(word) : sv_word_bit(word, k);
  if (k >= shape->varying) return SV_LIT_FALSE;
  if (k >= width && k < sign) return sv_aig_xor(w->aig, bit, sv_word_negative(word));
  sv_code_bit code = item.at[k == sign ? width : k];
  if (!sv_code_is_const(code)) return SV_LIT_FALSE;
  return sv_lit_not_if(bit, code.x);
}

static void add_uncoded(writer *w, sv_uncoded uncoded) {
  uncoded.when = sv_aig_and(w->aig, uncoded.when, w->out->possible);
  if (!sv_lit_same(uncoded.when, SV_LIT_FALSE)) sv_push(w->out->outside, uncoded);
}

// The k-th bit to look at: the sign, then from the least on.
static uint32_t bit_to_look_at(const sv_code_shape *shape, uint32_t k) {
  return k ? k - 1 : shape->n - 1;
}

static uint32_t name_of_bit(const sv_code_shape *shape, uint32_t k) {
  return k == shape->n - 1 ? SV_SIGN_BIT : sv_code_profile_bit(k);
}

static const sv_net_var *var_of(const sv_net *net, uint32_t cell) {
  uint32_t low = 0, high = net->vars.n;
  assert(cell < net->cells);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (net->vars.at[middle].first_cell <= cell) low = middle;
    else high = middle;
  }
  return &net->vars.at[low];
}

static sv_code_shape shape_of(const writer *w, sv_sort scalar) {
  sv_code_shape shape;
  bool finite = sv_code_shape_of(w->b->net, scalar, &shape);
  assert(finite);
  SV_UNUSED(finite);
  return shape;
}

static void write_cell(writer *w, uint32_t cell) {
  const sv_net *net = w->b->net;
  sv_code_item item = w->b->coding->cells[cell];
  sv_word word = w->b->new_cells[cell];
  sv_code_shape shape = shape_of(w, sv_sort_scalar(w->b->terms, var_of(net, cell)->sort));
  write_item(w, item, word);
  for (uint32_t i = 0; i < shape.n; i++) {
    uint32_t k = bit_to_look_at(&shape, i);
    add_uncoded(w, (sv_uncoded){.when = misfit(w, &shape, item, word, k),
                                .cell = cell,
                                .bit = name_of_bit(&shape, k)});
  }
}

// ---- queues

static void leave_by_field(writer *w, uint32_t queue, uint32_t f) {
  const sv_code_queue *code = &w->b->coding->queues[queue];
  const sv_net_queue *q = &w->b->net->queues.at[queue];
  sv_code_shape shape = shape_of(w, q->fields[f]);
  sv_lits slots = {0};
  for (uint32_t i = 0; i < shape.n; i++) {
    uint32_t k = bit_to_look_at(&shape, i);
    sv_clear(slots);
    for (uint32_t s = 0; s < code->slots; s++) {
      uint32_t at = s * q->field_count + f;
      sv_word word = w->b->new_queues[queue].fields[at];
      sv_push(slots, misfit(w, &shape, code->fields[at], word, k));
    }
    add_uncoded(w, (sv_uncoded){.when = sv_aig_or_all(w->aig, slots.at, slots.n),
                                .cell = UINT32_MAX,
                                .queue = queue,
                                .field = f,
                                .bit = name_of_bit(&shape, k)});
  }
  sv_vec_free(slots);
}

static void leave_by_length(writer *w, uint32_t queue) {
  const sv_queue_view *v = &w->b->new_queues[queue];
  uint32_t slots = w->b->coding->queues[queue].slots;
  sv_word_maker *m = &w->b->passing;
  sv_lit when = v->lost;
  if (v->slots > slots) when = sv_word_less(m, sv_word_const(m, slots), v->length);
  add_uncoded(w,
              (sv_uncoded){
                  .when = when, .cell = UINT32_MAX, .queue = queue, .field = UINT32_MAX, .bit = 0});
}

static void write_queue(writer *w, uint32_t queue) {
  const sv_code_queue *code = &w->b->coding->queues[queue];
  const sv_queue_view *v = &w->b->new_queues[queue];
  uint32_t width = w->b->net->queues.at[queue].field_count;
  write_item(w, code->length, v->length);
  write_item(w, code->deferred, v->deferred);
  write_item(w, code->head, v->head);
  for (uint32_t i = 0; i < code->slots * width; i++) write_item(w, code->fields[i], v->fields[i]);
  leave_by_length(w, queue);
  for (uint32_t f = 0; f < width; f++) leave_by_field(w, queue, f);
}

static int by_bit(const void *a, const void *b) {
  uint32_t x = ((const sv_bit_write *)a)->bit, y = ((const sv_bit_write *)b)->bit;
  return (x > y) - (x < y);
}

void sv_blast_write_step(sv_blaster *b, sv_blasted *out) {
  writer w = {b, b->aig, out};
  for (uint32_t i = 0; i < b->changed_cells.n; i++)
    if (sv_blast_cell_termed(b, b->changed_cells.at[i]))
      sv_push(out->cells, b->changed_cells.at[i]);
    else write_cell(&w, b->changed_cells.at[i]);
  for (uint32_t i = 0; i < b->changed_queues.n; i++) write_queue(&w, b->changed_queues.at[i]);
  if (out->writes.n) qsort(out->writes.at, out->writes.n, sizeof *out->writes.at, by_bit);
  for (uint32_t i = 1; i < out->writes.n; i++)
    assert(out->writes.at[i - 1].bit < out->writes.at[i].bit);  // each bit once
}
