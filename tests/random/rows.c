// rows.c -- see rows.h.

#include "random/rows.h"

static void add_queue(const sv_net *net, uint32_t q, const sv_state *s, sv_u64s *row) {
  const sv_queue_state *queue = &s->queues[q];
  sv_push(*row, queue->deferred);
  sv_push(*row, queue->messages);
  for (uint32_t i = 0; i < queue->messages * net->queues.at[q].field_count; i++)
    sv_push(*row, (uint64_t)queue->fields.at[i].x);
}

static void add_row(const sv_net *net, const sv_state *s, sv_u64s *row) {
  for (uint32_t i = 0; i < net->cells; i++) sv_push(*row, (uint64_t)s->cells[i].x);
  for (uint32_t q = 0; q < net->queues.n; q++) add_queue(net, q, s, row);
}

static uint64_t take_word(const rows *r, uint64_t *at) { return r->words.at[(*at)++]; }

static void take_queue(const rows *r, uint32_t q, uint64_t *at, sv_state *s) {
  sv_queue_state *queue = &s->queues[q];
  queue->deferred = (uint32_t)take_word(r, at);
  queue->messages = (uint32_t)take_word(r, at);
  sv_clear(queue->fields);
  for (uint32_t i = 0; i < queue->messages * r->net->queues.at[q].field_count; i++)
    sv_push(queue->fields, (sv_value){(int64_t)take_word(r, at)});
}

void rows_get(const rows *r, uint32_t i, sv_state *s) {
  assert(i < rows_count(r));
  uint64_t at = r->begin.at[i];
  for (uint32_t c = 0; c < r->net->cells; c++) s->cells[c].x = (int64_t)take_word(r, &at);
  for (uint32_t q = 0; q < r->net->queues.n; q++) take_queue(r, q, &at, s);
  assert(at == r->begin.at[i + 1]);
}

static bool same_row(const rows *r, uint32_t i, const uint64_t *row, uint64_t n) {
  uint64_t begin = r->begin.at[i], size = r->begin.at[i + 1] - begin;
  return size == n && !memcmp(r->words.at + begin, row, n * sizeof *row);
}

static uint32_t *find_slot(const rows *r, const uint64_t *row, uint64_t n) {
  uint64_t hash = sv_hash_bytes(row, n * sizeof *row, 0);
  uint32_t i = (uint32_t)hash & (r->slot_count - 1);
  while (r->slots[i] && !same_row(r, r->slots[i] - 1, row, n)) i = (i + 1) & (r->slot_count - 1);
  return &r->slots[i];
}

static void grow(rows *r) {
  sv_free(r->slots);
  r->slot_count = r->slot_count ? 2 * r->slot_count : 1024;
  r->slots = SV_NEW_ARRAY(uint32_t, r->slot_count);
  for (uint32_t i = 0; i < rows_count(r); i++) {
    uint64_t begin = r->begin.at[i];
    *find_slot(r, r->words.at + begin, r->begin.at[i + 1] - begin) = i + 1;
  }
}

// The new row is written behind the others and taken back if it is there already.
uint32_t rows_add(rows *r, const sv_state *s) {
  if (rows_count(r) * 2 >= r->slot_count) grow(r);
  uint32_t before = r->words.n;
  add_row(r->net, s, &r->words);
  uint32_t *slot = find_slot(r, r->words.at + before, r->words.n - before);
  if (*slot) r->words.n = before;
  else {
    sv_push(r->begin, r->words.n);
    *slot = rows_count(r);
  }
  return *slot - 1;
}

void rows_clear(rows *r) {
  sv_clear(r->words);
  r->begin.n = 1;
  if (r->slot_count) memset(r->slots, 0, r->slot_count * sizeof *r->slots);
}

rows rows_new(const sv_net *net) {
  rows r = {.net = net};
  sv_push(r.begin, 0);
  return r;
}

void rows_free(rows *r) {
  sv_vec_free(r->words);
  sv_vec_free(r->begin);
  sv_free(r->slots);
}
