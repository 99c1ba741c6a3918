// infinite_store.c -- states as sequences of numbers. See infinite.h.
//
// Values are canonical within one table of numbers, so equal states have equal
// sequences, however large their numbers are.

#include "engine/explicit/infinite.h"

void sv_infinite_free(sv_infinite_store *s) {
  sv_free(s->numbers);
  sv_vec_free(s->states);
  sv_map_free(&s->table);
}

size_t sv_infinite_bytes(const sv_infinite_store *s) {
  return s->room * sizeof *s->numbers + s->states.cap * sizeof *s->states.at +
         s->table.cap * (sizeof *s->table.keys + sizeof *s->table.values);
}

static void push(sv_infinite_store *s, int64_t n) {
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 1024;
    s->numbers = sv_resize(s->numbers, s->room * sizeof *s->numbers);
  }
  s->numbers[s->count++] = n;
}

static void write(sv_infinite_store *s, const sv_state *state) {
  for (uint32_t i = 0; i < s->net->cells; i++) push(s, state->cells[i].x);
  for (uint32_t q = 0; q < s->net->queues.n; q++) {
    const sv_queue_state *queue = &state->queues[q];
    push(s, queue->deferred);
    push(s, queue->messages);
    for (uint32_t i = 0; i < queue->fields.n; i++) push(s, queue->fields.at[i].x);
  }
}

static uint32_t find(const sv_infinite_store *s, uint32_t first, size_t begin, uint32_t length) {
  for (uint32_t i = first; i != SV_INFINITE_NONE; i = s->states.at[i].next) {
    const sv_infinite_state *old = &s->states.at[i];
    if (old->length == length &&
        !memcmp(s->numbers + old->begin, s->numbers + begin, length * sizeof *s->numbers))
      return i;
  }
  return SV_INFINITE_NONE;
}

bool sv_infinite_add(sv_infinite_store *s, const sv_state *state, uint32_t parent,
                     const sv_step *step, uint32_t *index) {
  size_t begin = s->count;
  write(s, state);
  uint32_t length = (uint32_t)(s->count - begin);
  uint64_t hash = sv_hash_bytes(s->numbers + begin, length * sizeof *s->numbers, 0);
  uint32_t first = sv_map_get(&s->table, hash);
  uint32_t old = find(s, first, begin, length);
  *index = old == SV_INFINITE_NONE ? s->states.n : old;
  if (old != SV_INFINITE_NONE) return s->count = begin, false;
  sv_infinite_state new = {begin, length, parent, step ? step->action : 0, s->count, first};
  for (uint32_t i = 0; step && i < s->net->actions.at[step->action].choice_count; i++)
    push(s, step->choices[i].x);
  sv_map_put(&s->table, hash, s->states.n);
  sv_push(s->states, new);
  return true;
}

void sv_infinite_get(const sv_infinite_store *s, uint32_t index, sv_state *out) {
  const int64_t *at = s->numbers + s->states.at[index].begin;
  for (uint32_t i = 0; i < s->net->cells; i++) out->cells[i] = (sv_value){*at++};
  for (uint32_t q = 0; q < s->net->queues.n; q++) {
    sv_queue_state *queue = &out->queues[q];
    queue->deferred = (uint32_t)*at++;
    queue->messages = (uint32_t)*at++;
    sv_clear(queue->fields);
    for (uint32_t i = 0; i < queue->messages * s->net->queues.at[q].field_count; i++)
      sv_push(queue->fields, (sv_value){*at++});
  }
}

static void push_step(const sv_infinite_store *s, const sv_infinite_state *at, sv_trace *trace) {
  uint32_t n = s->net->actions.at[at->action].choice_count;
  sv_step step = {at->action, SV_NEW_ARRAY(sv_value, n + 1)};
  for (uint32_t i = 0; i < n; i++) step.choices[i] = (sv_value){s->numbers[at->choices + i]};
  sv_trace_push(s->net, trace, &step);
  sv_step_free(&step);
}

sv_trace *sv_infinite_trace(const sv_infinite_store *s, uint32_t index) {
  sv_u32s steps = {0};
  sv_state *initial = sv_state_new(s->net);
  for (uint32_t i = index; i != SV_INFINITE_NONE; i = s->states.at[i].parent) sv_push(steps, i);
  sv_infinite_get(s, sv_last(steps), initial);
  sv_trace *trace = sv_trace_new(s->net, initial);
  for (uint32_t i = steps.n - 1; i--;) push_step(s, &s->states.at[steps.at[i]], trace);
  sv_state_free(s->net, initial);
  sv_vec_free(steps);
  return trace;
}
