// oracle.c -- see oracle.h. States are kept as rows of numbers.

#include "random/oracle.h"

#include "unit/passing.h"

typedef struct walk walk;
struct walk {
  oracle *o;
  oracle_limits limits;
  const sv_net *net;
  sv_exec *exec;
  oracle_visit *visit;
  void *context;
  sv_u64s words;    // all rows
  sv_u64s begin;    // state i is words begin[i] .. begin[i+1]-1
  sv_u64s depth;    // of state i
  uint32_t *slots;  // open addressing: state + 1
  uint32_t slot_count;
  sv_state *state, *next;
  walk *inner;  // passing states behind the state at hand; NULL: they are states like others
};

// ---- rows

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

static uint64_t take_word(const walk *w, uint64_t *at) { return w->words.at[(*at)++]; }

static void take_queue(const walk *w, uint32_t q, uint64_t *at, sv_state *s) {
  sv_queue_state *queue = &s->queues[q];
  queue->deferred = (uint32_t)take_word(w, at);
  queue->messages = (uint32_t)take_word(w, at);
  sv_clear(queue->fields);
  for (uint32_t i = 0; i < queue->messages * w->net->queues.at[q].field_count; i++)
    sv_push(queue->fields, (sv_value){(int64_t)take_word(w, at)});
}

static void take_row(const walk *w, uint32_t i, sv_state *s) {
  uint64_t at = w->begin.at[i];
  for (uint32_t c = 0; c < w->net->cells; c++) s->cells[c].x = (int64_t)take_word(w, &at);
  for (uint32_t q = 0; q < w->net->queues.n; q++) take_queue(w, q, &at, s);
}

// ---- the set of states

static bool same_row(const walk *w, uint32_t i, const uint64_t *row, uint64_t n) {
  uint64_t begin = w->begin.at[i], size = w->begin.at[i + 1] - begin;
  return size == n && !memcmp(w->words.at + begin, row, n * sizeof *row);
}

static uint32_t *find_slot(const walk *w, const uint64_t *row, uint64_t n) {
  uint64_t hash = sv_hash_bytes(row, n * sizeof *row, 0);
  uint32_t i = (uint32_t)hash & (w->slot_count - 1);
  while (w->slots[i] && !same_row(w, w->slots[i] - 1, row, n)) i = (i + 1) & (w->slot_count - 1);
  return &w->slots[i];
}

static void grow(walk *w) {
  sv_free(w->slots);
  w->slot_count = w->slot_count ? 2 * w->slot_count : 1024;
  w->slots = SV_NEW_ARRAY(uint32_t, w->slot_count);
  for (uint32_t i = 0; i < w->depth.n; i++) {
    uint64_t begin = w->begin.at[i];
    *find_slot(w, w->words.at + begin, w->begin.at[i + 1] - begin) = i + 1;
  }
}

// The new row is written behind the others and taken back if it is there already.
static void add_state(walk *w, const sv_state *s, uint64_t depth) {
  if (w->depth.n * 2 >= w->slot_count) grow(w);
  uint32_t before = w->words.n;
  add_row(w->net, s, &w->words);
  uint32_t *slot = find_slot(w, w->words.at + before, w->words.n - before);
  if (*slot) {
    w->words.n = before;
    return;
  }
  sv_push(w->depth, depth);
  sv_push(w->begin, w->words.n);
  *slot = w->depth.n;
}

// ---- the search

static void note(walk *w, uint32_t property, uint64_t length) {
  uint64_t *shortest = &w->o->violated.at[property];
  if (length < *shortest) *shortest = length;
}

static bool add_initial(void *context, const sv_state *s) {
  walk *w = context;
  add_state(w, s, 0);
  return w->depth.n <= w->limits.states;
}

static void take_steps(walk *w, uint64_t depth, const sv_steps *steps) {
  for (uint32_t i = 0; i < steps->n; i++) {
    uint32_t fails = w->net->actions.at[steps->at[i].action].fails;
    if (fails) note(w, fails, depth + 1);
    sv_exec_fire(w->exec, w->state, &steps->at[i], w->next);
    bool passing = w->inner && is_passing(w->exec, w->next);
    if (w->inner && !passing) forget_holder(w->exec, w->next);
    add_state(passing ? w->inner : w, w->next, depth + 1);
  }
  w->o->transitions += steps->n;
}

// Looks at w->state, from which states of level depth + 1 are reached.
static bool look(walk *w, uint64_t violated, uint64_t depth, sv_steps *steps) {
  for (uint32_t p = 1; p < w->net->properties.n; p++)
    if (sv_exec_violated_in(w->exec, w->state, p)) note(w, p, violated);
  w->o->cut |= sv_exec_cut(w->exec, w->state) != UINT32_MAX;
  sv_exec_steps(w->exec, w->state, steps, NULL);
  if (w->visit && !w->visit(w->context, w->exec, w->state, steps)) return false;
  take_steps(w, depth, steps);
  return true;
}

static void forget_rows(walk *w) {
  sv_clear(w->words);
  sv_clear(w->depth);
  w->begin.n = 1;
  if (w->slot_count) memset(w->slots, 0, w->slot_count * sizeof *w->slots);
}

static bool expand(walk *w, uint32_t i, sv_steps *steps) {
  uint64_t depth = w->depth.at[i];
  take_row(w, i, w->state);
  w->o->depth = depth;
  if (!look(w, depth, depth, steps)) return false;
  for (uint32_t k = 0; w->inner && k < w->inner->depth.n; k++) {
    take_row(w->inner, k, w->state);
    if (!look(w, depth + 1, depth, steps)) return false;
  }
  if (w->inner && w->inner->depth.n) forget_rows(w->inner);
  return true;
}

static bool within(const walk *w) {
  return w->depth.n <= w->limits.states && w->o->transitions <= w->limits.transitions;
}

static void explore(walk *w) {
  sv_steps steps = {0};
  bool listed = sv_exec_initials(w->exec, add_initial, w) == SV_EXEC_DONE, going = true;
  for (uint32_t i = 0; listed && going && i < w->depth.n && within(w); i++)
    going = expand(w, i, &steps);
  sv_steps_free(&steps);
  w->o->states = w->depth.n;
  w->o->too_large = !listed || !within(w);
}

static void free_walk(walk *w) {
  sv_vec_free(w->words);
  sv_vec_free(w->begin);
  sv_vec_free(w->depth);
  sv_free(w->slots);
  sv_state_free(w->net, w->state);
  sv_state_free(w->net, w->next);
  sv_exec_free(w->exec);
}

static walk new_walk(const sv_net *net, oracle_limits limits, oracle *o) {
  walk w = {.o = o,
            .limits = limits,
            .net = net,
            .exec = sv_exec_new(net),
            .state = sv_state_new(net),
            .next = sv_state_new(net)};
  sv_push(w.begin, 0);
  return w;
}

static oracle search(const sv_net *net, oracle_limits limits, oracle_visit *visit, void *context,
                     bool passes) {
  oracle o = {0};
  walk w = new_walk(net, limits, &o), inner = new_walk(net, limits, &o);
  w.visit = visit;
  w.context = context;
  w.inner = passes ? &inner : NULL;
  for (uint32_t p = 0; p < net->properties.n; p++) sv_push(o.violated, ORACLE_NEVER);
  explore(&w);
  free_walk(&w);
  free_walk(&inner);
  return o;
}

static bool agree(const oracle *a, const oracle *b) {
  for (uint32_t p = 0; p < a->violated.n; p++)
    if ((a->violated.at[p] == ORACLE_NEVER) != (b->violated.at[p] == ORACLE_NEVER)) return false;
  return a->cut == b->cut;
}

static void copy_numbers(const sv_u64s *from, sv_u64s *to) {
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, from->at[i]);
}

oracle oracle_explore(const sv_net *net, oracle_limits limits, oracle_visit *visit, void *context) {
  oracle all = search(net, limits, visit, context, false);
  copy_numbers(&all.violated, &all.steps);
  if (all.too_large || net->holder == SV_NO_VARIABLE) return all;
  oracle stored = search(net, limits, NULL, NULL, true);
  copy_numbers(&all.steps, &stored.steps);
  stored.wrong = !stored.too_large && !agree(&all, &stored);
  oracle_free(&all);
  return stored;
}

void oracle_free(oracle *o) {
  sv_vec_free(o->violated);
  sv_vec_free(o->steps);
}
