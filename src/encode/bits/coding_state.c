// coding_state.c -- states to bits and back.

#include "encode/bits/coding_inside.h"

typedef struct {
  const sv_coding *coding;
  sv_numbers *numbers;
  uint8_t *bits;
} writing;

// The value must have the item's constants and no bits beyond its sign.
static bool put(const writing *w, sv_code_item item, sv_value v) {
  bool fits = sv_code_value_width(w->numbers, v) <= item.n;
  for (uint32_t k = 0; k < item.n; k++) {
    bool bit = sv_code_value_bit(w->numbers, v, k);
    sv_code_bit code = item.at[k];
    assert(sv_code_is_const(code) || sv_code_state_bit(code) < w->coding->bits);
    if (sv_code_is_const(code)) fits &= code.x == bit;
    else w->bits[sv_code_state_bit(code)] = bit;
  }
  return fits;
}

static bool put_queue(const writing *w, uint32_t number, const sv_queue_state *s) {
  const sv_code_queue *q = &w->coding->queues[number];
  uint32_t width = w->coding->net->queues.at[number].field_count;
  if (s->messages > q->slots) return false;
  bool fits = put(w, q->length, sv_small(s->messages));
  fits &= put(w, q->deferred, sv_small(s->deferred));
  for (uint32_t i = 0; i < s->messages * width; i++) fits &= put(w, q->fields[i], s->fields.at[i]);
  return fits;
}

SV_ASSERT_ONLY static bool decodes_to(const sv_coding *c, const uint8_t *bits, const sv_state *s) {
  sv_state *again = sv_state_new(c->net);
  sv_coding_decode(c, bits, again);
  bool same = sv_state_equal(c->net, s, again);
  sv_state_free(c->net, again);
  return same;
}

bool sv_coding_encode(const sv_coding *c, const sv_state *s, uint8_t *bits) {
  writing w = {c, sv_terms_numbers(c->net->model->terms), bits};
  bool fits = true;
  if (c->bits) memset(bits, 0, c->bits);
  for (uint32_t i = 0; i < c->net->cells; i++) fits &= put(&w, c->cells[i], s->cells[i]);
  for (uint32_t i = 0; i < c->net->queues.n; i++) fits &= put_queue(&w, i, &s->queues[i]);
  assert(!fits || decodes_to(c, bits, s));
  return fits;
}

// ---- and back

typedef struct {
  const sv_coding *coding;
  sv_numbers *numbers;
  const uint8_t *bits;
} reading;

static bool bit_of(const reading *r, sv_code_item item, uint32_t k) {
  sv_code_bit code = item.at[k < item.n ? k : item.n - 1];
  return sv_code_is_const(code) ? code.x : r->bits[sv_code_state_bit(code)];
}

static sv_value get_wide(const reading *r, sv_code_item item) {
  mpz_t n;
  mpz_init(n);
  if (bit_of(r, item, item.n - 1)) mpz_set_si(n, -1);
  for (uint32_t k = 0; k + 1 < item.n; k++)
    if (bit_of(r, item, k)) mpz_setbit(n, k);
    else mpz_clrbit(n, k);
  sv_value v = sv_number_mpz(r->numbers, n);
  mpz_clear(n);
  return v;
}

static sv_value get(const reading *r, sv_code_item item) {
  uint64_t n = 0;
  if (item.n > 62) return get_wide(r, item);
  for (uint32_t k = 0; k < 64; k++) n |= (uint64_t)bit_of(r, item, k) << k;
  return sv_small((int64_t)n);
}

static uint32_t get_counter(const reading *r, sv_code_item item) {
  return (uint32_t)sv_small_get(get(r, item));
}

static void get_queue(const reading *r, uint32_t number, sv_queue_state *s) {
  const sv_code_queue *q = &r->coding->queues[number];
  uint32_t width = r->coding->net->queues.at[number].field_count;
  uint32_t head = get_counter(r, q->head);
  s->messages = get_counter(r, q->length);
  s->deferred = get_counter(r, q->deferred);
  bool sane = s->messages <= q->slots && s->deferred <= s->messages && (!head || head < q->slots);
  REQUIRE(sane, "not the code of a state");
  sv_clear(s->fields);
  for (uint32_t i = 0; i < s->messages; i++)
    for (uint32_t f = 0; f < width; f++)
      sv_push(s->fields, get(r, q->fields[(head + i) % q->slots * width + f]));
}

void sv_coding_decode(const sv_coding *c, const uint8_t *bits, sv_state *s) {
  reading r = {c, sv_terms_numbers(c->net->model->terms), bits};
  for (uint32_t i = 0; i < c->net->cells; i++) s->cells[i] = get(&r, c->cells[i]);
  for (uint32_t i = 0; i < c->net->queues.n; i++) get_queue(&r, i, &s->queues[i]);
}
