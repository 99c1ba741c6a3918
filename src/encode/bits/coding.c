// coding.c -- gives every varying bit of a net's states its number.
//
// The sort says which bits a value has, the profile which of them were seen
// to vary; a bit that was not is a constant. Whether a queue defers is read
// from the actions, so that counters need no watching.

#include "encode/bits/coding_inside.h"

enum {
  QUEUE_FIELDS_MAX = 1 << 16,  // slots times fields of one queue
  BITS_MAX = 1 << 24,
};

typedef struct {
  sv_coding *coding;
  const sv_profile *profile;  // or NULL: everything varies
  sv_u32s owners;             // by state bit
  uint32_t owner;             // of the bits being made
  bool *moves, *defers;       // by queue: messages move within it; some get deferred
  bool unused;                // no action does anything with queues, and they may be of any kind
  sv_code_item *cells;
  sv_code_queue *queues;
} making;

static const sv_observed everything = {UINT64_MAX, UINT64_MAX, SV_SIGN_BIT};

static sv_code_bit new_bit(making *m) {
  sv_push(m->owners, m->owner);
  return (sv_code_bit){m->owners.n + 1};
}

// Bit k of the sort, noted in the profile under `note`. What neither was nor
// can be seen is as in the default value.
static sv_code_bit make_bit(making *m, const sv_code_shape *shape, sv_observed observed,
                            uint32_t note, sv_value usual, uint32_t k) {
  bool zero = observed.zeros >> note & 1, one = observed.ones >> note & 1;
  const sv_numbers *N = sv_terms_numbers(m->coding->net->model->terms);
  if (k < shape->varying && zero && one) return new_bit(m);
  bool value = k < shape->varying && (zero || one) ? one : sv_code_value_bit(N, usual, k);
  return value ? SV_CODE_TRUE : SV_CODE_FALSE;
}

// Bits that were always copies of the sign are left out.
static sv_code_item make_item(making *m, const sv_code_shape *shape, sv_observed observed,
                              sv_value usual) {
  bool was_observed = observed.zeros | observed.ones;
  uint32_t sign = shape->n - 1, width = sign;
  assert(shape->n && shape->varying <= shape->n);
  if (was_observed && observed.width < SV_SIGN_BIT && observed.width < width)
    width = observed.width;
  sv_code_bit *at = SV_ARENA_ARRAY(m->coding->arena, sv_code_bit, width + 1);
  for (uint32_t k = 0; k < width; k++)
    at[k] = make_bit(m, shape, observed, sv_code_profile_bit(k), usual, k);
  at[width] = make_bit(m, shape, observed, SV_SIGN_BIT, usual, sign);
  return (sv_code_item){at, width + 1};
}

static sv_code_item make_value(making *m, sv_sort scalar, sv_observed observed) {
  const sv_net *net = m->coding->net;
  sv_code_shape shape;
  bool finite = sv_code_shape_of(net, scalar, &shape);
  assert(finite);
  SV_UNUSED(finite);
  return make_item(m, &shape, observed, sv_sort_default(net->model->terms, scalar));
}

// 0 .. most
static sv_code_item make_counter(making *m, uint32_t most) {
  sv_code_shape shape = {.n = 1};
  for (; most; most >>= 1) shape.n++, shape.varying++;
  return make_item(m, &shape, everything, sv_small(0));
}

// Of values that are somebody else's nothing is spelled out.
static void make_nothing(making *m, const sv_net_var *v) {
  sv_code_bit *at = SV_ARENA_ARRAY(m->coding->arena, sv_code_bit, 1);
  at[0] = SV_CODE_FALSE;
  for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
    m->cells[c] = (sv_code_item){at, 1};
}

static void make_var(making *m, const sv_net_var *v) {
  const bool *by_terms = m->coding->by_terms;
  if (by_terms && by_terms[v - m->coding->net->vars.at]) {
    make_nothing(m, v);
    return;
  }
  sv_sort scalar = sv_sort_scalar(m->coding->net->model->terms, v->sort);
  bool all = !m->profile || sv_is_none(v->init);
  for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++) {
    m->owner = c;
    m->cells[c] = make_value(m, scalar, all ? everything : m->profile->cells[c]);
  }
}

static void make_queue(making *m, uint32_t number) {
  const sv_net_queue *q = &m->coding->net->queues.at[number];
  const struct sv_observed_queue *observed = m->profile ? &m->profile->queues[number] : NULL;
  sv_code_queue *out = &m->queues[number];
  m->owner = m->coding->net->cells + number;
  out->slots = observed && observed->longest < q->capacity ? observed->longest : q->capacity;
  if (m->unused) out->slots = 0;
  assert(out->slots <= q->capacity);
  bool cyclic = m->coding->style == SV_QUEUE_CYCLIC && !m->moves[number] && out->slots > 1;
  uint32_t n = out->slots * q->field_count;
  sv_code_item *fields = SV_ARENA_ARRAY(m->coding->arena, sv_code_item, n + 1);
  out->length = make_counter(m, out->slots);
  out->deferred = make_counter(m, m->defers[number] ? out->slots : 0);
  out->head = make_counter(m, cyclic ? out->slots - 1 : 0);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t f = i % q->field_count;
    fields[i] = make_value(m, q->fields[f], observed ? observed->fields[f] : everything);
  }
  out->fields = fields;
}

// ---- how queues are used

static bool moves_messages(const sv_terms *T, const sv_queue_op *op) {
  sv_value v;
  switch (op->verb) {
  case SV_ENQUEUE: return !sv_is_none(op->slot);
  case SV_DEQUEUE:
    if (sv_is_none(op->slot)) return false;
    return !sv_is_const(T, op->slot, &v) || !sv_value_same(v, sv_small(0));
  case SV_DEFER:
  case SV_FLUSH: return true;
  case SV_EMPTY: return false;
  }
  SV_UNREACHABLE();
}

static void look_at_op(making *m, const sv_queue_op *op) {
  const sv_net *net = m->coding->net;
  uint32_t q, end;
  sv_code_candidates(net, op->queue, &q, &end);
  for (; q < end; q++) {
    m->moves[q] |= moves_messages(net->model->terms, op);
    m->defers[q] |= op->verb == SV_DEFER;
  }
}

static void look_at_queues(making *m) {
  const sv_net *net = m->coding->net;
  m->moves = SV_NEW_ARRAY(bool, net->queues.n + 1);
  m->defers = SV_NEW_ARRAY(bool, net->queues.n + 1);
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t k = 0; k < net->actions.at[i].queue_op_count; k++)
      look_at_op(m, &net->actions.at[i].queue_ops[k]);
}

// ---- all together

static void make_owned(making *m, uint32_t process, bool variables, bool queues) {
  const sv_net *net = m->coding->net;
  for (uint32_t pc = 2; variables && pc-- > 0;)
    for (uint32_t i = 0; i < net->vars.n; i++)
      if (net->vars.at[i].process == process && net->vars.at[i].is_pc == (pc == 1))
        make_var(m, &net->vars.at[i]);
  for (uint32_t i = 0; queues && i < net->queues.n; i++)
    if (net->queues.at[i].process == process) make_queue(m, i);
}

SV_ASSERT_ONLY static uint32_t bits_in(sv_code_item item) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < item.n; k++) n += !sv_code_is_const(item.at[k]);
  return n;
}

// Every state bit belongs to one item.
SV_ASSERT_ONLY static bool items_have_all_bits(const sv_coding *c) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < c->net->cells; i++) bits += bits_in(c->cells[i]);
  for (uint32_t i = 0; i < c->net->queues.n; i++) {
    const sv_code_queue *q = &c->queues[i];
    bits += bits_in(q->length) + bits_in(q->deferred) + bits_in(q->head);
    for (uint32_t k = 0; k < q->slots * c->net->queues.at[i].field_count; k++)
      bits += bits_in(q->fields[k]);
  }
  return bits == c->bits;
}

static void make_all(making *m) {
  sv_coding *c = m->coding;
  uint32_t processes = c->net->processes.n;
  m->cells = SV_ARENA_ARRAY(c->arena, sv_code_item, c->net->cells + 1);
  m->queues = SV_ARENA_ARRAY(c->arena, sv_code_queue, c->net->queues.n + 1);
  make_owned(m, SV_NO_PROCESS, true, false);
  for (uint32_t p = 0; p < processes; p++) make_owned(m, p, true, true);
  make_owned(m, SV_NO_PROCESS, false, true);
  uint32_t *owner = SV_ARENA_ARRAY(c->arena, uint32_t, m->owners.n + 1);
  if (m->owners.n) memcpy(owner, m->owners.at, m->owners.n * sizeof *owner);
  c->cells = m->cells, c->queues = m->queues, c->owner = owner;
  c->bits = m->owners.n;
  assert(items_have_all_bits(c));
}

// The most bits that the coding could get; UINT64_MAX if a queue is too long.
static uint64_t most_bits(const sv_net *net, const sv_profile *profile) {
  uint64_t bits = 0;
  sv_code_shape shape = {0};
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    if (sv_code_shape_of(net, sv_sort_scalar(net->model->terms, v->sort), &shape))
      bits += (uint64_t)v->cells * shape.n;
  }
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_net_queue *q = &net->queues.at[i];
    uint32_t longest = profile ? profile->queues[i].longest : q->capacity;
    uint64_t slots = longest < q->capacity ? longest : q->capacity;
    if (slots * (q->field_count + 1) > QUEUE_FIELDS_MAX) return UINT64_MAX;
    for (uint32_t f = 0; f < q->field_count; f++)
      if (sv_code_shape_of(net, q->fields[f], &shape)) bits += slots * shape.n;
  }
  return bits;
}

static bool fits(uint64_t bits, sv_text *why) {
  if (bits <= BITS_MAX) return true;
  sv_text_string(why, "the states are too large to be spelled out in bits");
  return false;
}

static bool codable(const sv_net *net, const sv_profile *profile, sv_text *why) {
  return sv_code_finite(net, why) && fits(most_bits(net, profile), why);
}

static sv_coding *make_coding(const sv_net *net, making m, sv_queue_style style,
                              const bool *by_terms) {
  sv_coding *c = m.coding = SV_NEW(sv_coding);
  c->net = net;
  c->style = style;
  c->arena = sv_arena_new();
  if (by_terms) {
    bool *copy = SV_ARENA_ARRAY(c->arena, bool, net->vars.n + 1);
    memcpy(copy, by_terms, net->vars.n * sizeof *copy);
    c->by_terms = copy;
  }
  look_at_queues(&m);
  make_all(&m);
  sv_free(m.moves);
  sv_free(m.defers);
  sv_vec_free(m.owners);
  return c;
}

sv_coding *sv_coding_new(const sv_net *net, const sv_profile *profile, sv_queue_style style,
                         sv_text *why) {
  if (!codable(net, profile, why)) return NULL;
  return make_coding(net, (making){.profile = profile}, style, NULL);
}

sv_coding *sv_coding_new_beside(const sv_net *net, const bool *by_terms, sv_text *why) {
  bool used = false;
  if (!sv_code_finite_beside(net, by_terms, why)) return NULL;
  for (uint32_t i = 0; i < net->actions.n; i++) used |= net->actions.at[i].queue_op_count != 0;
  if (used && !fits(most_bits(net, NULL), why)) return NULL;
  return make_coding(net, (making){.unused = !used}, SV_QUEUE_SHIFTING, by_terms);
}

void sv_coding_free(sv_coding *c) {
  if (!c) return;
  sv_arena_free(c->arena);
  sv_free(c);
}
