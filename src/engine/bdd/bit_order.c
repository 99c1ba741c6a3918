// bit_order.c -- items for encode/order/order.h, and back to bits.
//
// The bits of a cell are one item. A queue has one for its counters and one
// for each bit of a message, across all slots: taking a message moves such a
// bit from slot to slot, so those that are copied into each other are neighbours.

#include "engine/bdd/bit_order.h"

typedef struct {
  const sv_coding *coding;
  uint32_t *item_of_bit;
  SV_VEC(sv_u32s) bits;  // by item, in their order
  sv_u32s processes, sizes, bundles;
} items;

static uint32_t new_item(items *t, uint32_t process, uint32_t bundle) {
  sv_fill(t->bits, t->bits.n + 1);
  sv_push(t->processes, process);
  sv_push(t->bundles, bundle);
  return t->bits.n - 1;
}

static void put(items *t, uint32_t item, sv_code_bit b) {
  if (sv_code_is_const(b)) return;
  uint32_t bit = sv_code_state_bit(b);
  if (t->item_of_bit[bit] != UINT32_MAX) return;
  t->item_of_bit[bit] = item;
  sv_push(t->bits.at[item], bit);
}

static void put_all(items *t, uint32_t item, const sv_code_item *code) {
  for (uint32_t i = 0; i < code->n; i++) put(t, item, code->at[i]);
}

static uint32_t process_of_cell(const sv_net *net, uint32_t cell, uint32_t *var) {
  while (*var + 1 < net->vars.n && net->vars.at[*var + 1].first_cell <= cell) ++*var;
  return net->vars.at[*var].process;
}

static void add_cells(items *t, uint32_t *bundle) {
  const sv_net *net = t->coding->net;
  for (uint32_t cell = 0, var = 0; cell < net->cells; cell++) {
    uint32_t process = process_of_cell(net, cell, &var);
    put_all(t, new_item(t, process, (*bundle)++), &t->coding->cells[cell]);
  }
}

static uint32_t widest(const sv_code_queue *q, uint32_t fields, uint32_t field) {
  uint32_t n = 0;
  for (uint32_t slot = 0; slot < q->slots; slot++)
    if (q->fields[slot * fields + field].n > n) n = q->fields[slot * fields + field].n;
  return n;
}

static void add_field(items *t, const sv_net_queue *queue, const sv_code_queue *q, uint32_t field,
                      uint32_t bundle) {
  for (uint32_t i = 0, n = widest(q, queue->field_count, field); i < n; i++) {
    uint32_t item = new_item(t, queue->process, bundle);
    for (uint32_t slot = 0; slot < q->slots; slot++) {
      const sv_code_item *code = &q->fields[slot * queue->field_count + field];
      if (i < code->n) put(t, item, code->at[i]);
    }
  }
}

static void add_queues(items *t, uint32_t *bundle) {
  const sv_net *net = t->coding->net;
  for (uint32_t i = 0; i < net->queues.n; i++, ++*bundle) {
    const sv_code_queue *q = &t->coding->queues[i];
    uint32_t counters = new_item(t, net->queues.at[i].process, *bundle);
    put_all(t, counters, &q->length);
    put_all(t, counters, &q->deferred);
    put_all(t, counters, &q->head);
    for (uint32_t f = 0; f < net->queues.at[i].field_count; f++)
      add_field(t, &net->queues.at[i], q, f, *bundle);
  }
}

// Items that have no bit would only be in the way.
static void drop_empty(items *t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->bits.n; i++) {
    if (!t->bits.at[i].n) continue;
    for (uint32_t k = 0; k < t->bits.at[i].n; k++) t->item_of_bit[t->bits.at[i].at[k]] = kept;
    t->processes.at[kept] = t->processes.at[i];
    t->bundles.at[kept] = t->bundles.at[i];
    t->bits.at[kept++] = t->bits.at[i];
  }
  t->bits.n = t->processes.n = t->bundles.n = kept;
  for (uint32_t i = 0; i < kept; i++) sv_push(t->sizes, t->bits.at[i].n);
}

static void make_items(items *t) {
  uint32_t bundle = 0;
  t->item_of_bit = SV_NEW_ARRAY(uint32_t, t->coding->bits + 1);
  for (uint32_t i = 0; i < t->coding->bits; i++) t->item_of_bit[i] = UINT32_MAX;
  add_cells(t, &bundle);
  add_queues(t, &bundle);
  drop_empty(t);
}

static void spread(const items *t, const uint32_t *order, uint32_t *bit_of_place) {
  uint32_t place = 0;
  for (uint32_t i = 0; i < t->bits.n; i++) {
    const sv_u32s *bits = &t->bits.at[order[i]];
    for (uint32_t k = 0; k < bits->n; k++) bit_of_place[place++] = bits->at[k];
  }
  assert(place == t->coding->bits);
}

static void free_items(items *t) {
  for (uint32_t i = 0; i < t->bits.n; i++) sv_vec_free(t->bits.at[i]);
  sv_vec_free(t->bits);
  sv_vec_free(t->processes);
  sv_vec_free(t->sizes);
  sv_vec_free(t->bundles);
  sv_free(t->item_of_bit);
}

void sv_bit_order(const sv_coding *coding, const sv_bit_edges *edges, sv_opt_order kind,
                  uint32_t *bit_of_place) {
  items t = {.coding = coding};
  sv_u32s items_of_edges = {0};
  make_items(&t);
  for (uint32_t i = 0; i < edges->bits.n; i++)
    sv_push(items_of_edges, t.item_of_bit[edges->bits.at[i]]);
  sv_reserve(items_of_edges, 1);
  sv_order_input input = {.items = t.bits.n,
                          .sizes = t.sizes.at,
                          .processes = t.processes.at,
                          .bundles = t.bundles.at,
                          .edges = edges->begin.n - 1,
                          .edge_begin = edges->begin.at,
                          .edge_items = items_of_edges.at};
  uint32_t *order = SV_NEW_ARRAY(uint32_t, t.bits.n + 1);
  sv_order(&input, kind, order);
  spread(&t, order, bit_of_place);
  sv_free(order);
  sv_vec_free(items_of_edges);
  free_items(&t);
}
