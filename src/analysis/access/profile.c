// profile.c -- recording values, and widening what was observed.
//
// Every set of values is kept as two masks and a width, so recording takes three
// operations and two profiles join bit by bit. Widening doubles the bits that
// vary, as a vector grows: a counter that runs to n is re-encoded log log n
// times.

#include "analysis/access/profile_inside.h"

#include "exec/pack.h"

// ---- sets of values

void sv_observed_add(sv_observed *observed, int64_t value) {
  uint32_t width = sv_visited_width(value);
  observed->ones |= (uint64_t)value;
  observed->zeros |= ~(uint64_t)value;
  if (width > observed->width) observed->width = width;
  assert((observed->ones | observed->zeros) == UINT64_MAX && observed->width <= SV_SIGN_BIT);
}

void sv_observed_join(sv_observed *observed, const sv_observed *more) {
  observed->ones |= more->ones;
  observed->zeros |= more->zeros;
  if (more->width > observed->width) observed->width = more->width;
}

static sv_observed everything(void) { return (sv_observed){UINT64_MAX, UINT64_MAX, SV_SIGN_BIT}; }

// Below the highest bit in which lo and hi differ every bit varies: the numbers
// …01111 and …10000 lie between them.
sv_observed sv_observed_sort(const sv_net *net, sv_sort sort) {
  int64_t lo, hi;
  if (!sv_layout_range(net, sort, &lo, &hi)) return everything();
  sv_observed observed = {0};
  sv_observed_add(&observed, lo);
  sv_observed_add(&observed, hi);
  uint64_t differ = (uint64_t)lo ^ (uint64_t)hi;
  if (!differ) return observed;
  uint64_t vary = UINT64_MAX >> __builtin_clzll(differ);
  assert(((uint64_t)lo & ~vary) == ((uint64_t)hi & ~vary));
  observed.zeros |= vary;
  observed.ones |= vary;
  return observed;
}

static void add_value(const sv_net *net, sv_observed *observed, sv_value value) {
  int64_t n = 0;
  sv_observed all = everything();
  if (sv_is_small(value)) sv_observed_add(observed, sv_small_get(value));
  else if (sv_number_to_i64(sv_terms_numbers(net->model->terms), value, &n))
    sv_observed_add(observed, n);
  else sv_observed_join(observed, &all);
}

// ---- profiles

sv_profile *sv_profile_blank(const sv_net *net) {
  sv_arena *arena = sv_arena_new();
  sv_profile *p = SV_ARENA_NEW(arena, sv_profile);
  p->net = net;
  p->arena = arena;
  p->cells = SV_ARENA_ARRAY(arena, sv_observed, net->cells + 1);
  p->queues = SV_ARENA_ARRAY(arena, struct sv_observed_queue, net->queues.n + 1);
  for (uint32_t i = 0; i < net->queues.n; i++)
    p->queues[i].fields = SV_ARENA_ARRAY(arena, sv_observed, net->queues.at[i].field_count + 1);
  return p;
}

static bool net_defers(const sv_net *net) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t j = 0; j < net->actions.at[i].queue_op_count; j++)
      if (net->actions.at[i].queue_ops[j].verb == SV_DEFER) return true;
  return false;
}

sv_profile *sv_profile_all(const sv_net *net) {
  sv_profile *p = sv_profile_blank(net);
  bool defers = net_defers(net);
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    sv_observed all = sv_observed_sort(net, sv_sort_scalar(net->model->terms, v->sort));
    for (uint32_t j = 0; j < v->cells; j++) p->cells[v->first_cell + j] = all;
  }
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_net_queue *q = &net->queues.at[i];
    p->queues[i].longest = q->capacity;
    p->queues[i].deferred = defers ? q->capacity : 0;
    for (uint32_t j = 0; j < q->field_count; j++)
      p->queues[i].fields[j] = sv_observed_sort(net, q->fields[j]);
  }
  return p;
}

void sv_profile_free(sv_profile *p) {
  if (p) sv_arena_free(p->arena);
}

void sv_profile_add(sv_profile *p, const sv_state *state) {
  const sv_net *net = p->net;
  p->states++;
  for (uint32_t i = 0; i < net->cells; i++) add_value(net, &p->cells[i], state->cells[i]);
  for (uint32_t i = 0; i < net->queues.n; i++) {
    const sv_queue_state *q = &state->queues[i];
    struct sv_observed_queue *observed = &p->queues[i];
    uint32_t fields = net->queues.at[i].field_count;
    if (q->messages > observed->longest) observed->longest = q->messages;
    if (q->deferred > observed->deferred) observed->deferred = q->deferred;
    for (uint32_t j = 0; j < q->messages * fields; j++)
      add_value(net, &observed->fields[j % fields], q->fields.at[j]);
  }
}

// ---- widening

// A bit without observations is 0, or what the sort always has there.
static void decide(sv_observed *observed, const sv_observed *all) {
  uint64_t open = ~(observed->zeros | observed->ones);
  assert(!open || open == UINT64_MAX);  // nothing was observed, or all bits of a value
  observed->ones |= open & all->ones & ~all->zeros;
  observed->zeros |= open & all->zeros;
  if (open) observed->width = sv_visited_width((int64_t)observed->ones);
}

static void vary(sv_observed *observed, uint64_t bits) {
  observed->zeros |= bits;
  observed->ones |= bits;
}

static void widen_bits(sv_observed *observed, const sv_observed *all, uint32_t bit) {
  uint64_t varying = observed->zeros & observed->ones, below = (UINT64_C(1) << bit) - 1;
  uint32_t end = bit + 1 + (uint32_t)__builtin_popcountll(varying & below);
  if (end > all->width) end = all->width;
  uint64_t until_end = (UINT64_C(1) << end) - 1;
  vary(observed, until_end & ~below & all->zeros & all->ones);
  if (end > observed->width) observed->width = end;
}

// A sort without signs has no bit there: then all of it must be meant.
static void widen_sign(sv_observed *observed, const sv_observed *all) {
  bool varies = all->zeros & all->ones & UINT64_C(1) << SV_SIGN_BIT;
  if (varies) vary(observed, UINT64_MAX << observed->width);
  else sv_observed_join(observed, all);
}

static bool widen(sv_observed *observed, const sv_observed *all, uint32_t bit) {
  sv_observed before = *observed;
  decide(observed, all);
  if (bit < all->width) widen_bits(observed, all, bit);
  else widen_sign(observed, all);
  assert(!(before.zeros & ~observed->zeros) && !(before.ones & ~observed->ones));
  assert((observed->zeros | observed->ones) == UINT64_MAX);
  return observed->zeros != before.zeros || observed->ones != before.ones ||
         observed->width != before.width;
}

static sv_sort sort_of_cell(const sv_net *net, uint32_t cell) {
  uint32_t low = 0, high = net->vars.n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (net->vars.at[middle].first_cell <= cell) low = middle;
    else high = middle;
  }
  return sv_sort_scalar(net->model->terms, net->vars.at[low].sort);
}

bool sv_profile_widen_cell(sv_profile *p, uint32_t cell, uint32_t bit) {
  REQUIRE(cell < p->net->cells, "no such cell");
  sv_observed all = sv_observed_sort(p->net, sort_of_cell(p->net, cell));
  return widen(&p->cells[cell], &all, bit);
}

bool sv_profile_widen_field(sv_profile *p, uint32_t queue, uint32_t field, uint32_t bit) {
  REQUIRE(queue < p->net->queues.n, "no such queue");
  REQUIRE(field < p->net->queues.at[queue].field_count, "no such field");
  sv_observed all = sv_observed_sort(p->net, p->net->queues.at[queue].fields[field]);
  return widen(&p->queues[queue].fields[field], &all, bit);
}

static uint32_t twice(uint32_t n, uint32_t most) {
  if (n > most / 2) return most;
  return n ? 2 * n : most ? 1 : 0;
}

bool sv_profile_widen_queue(sv_profile *p, uint32_t queue) {
  REQUIRE(queue < p->net->queues.n, "no such queue");
  struct sv_observed_queue *q = &p->queues[queue], before = *q;
  q->longest = twice(q->longest, p->net->queues.at[queue].capacity);
  if (net_defers(p->net)) q->deferred = twice(q->deferred, q->longest);
  assert(q->longest >= before.longest && q->longest <= p->net->queues.at[queue].capacity);
  assert(q->deferred <= q->longest);
  return q->longest != before.longest || q->deferred != before.deferred;
}
