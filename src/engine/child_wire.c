// child_wire.c -- numbers, strings and traces as bytes.
//
// Large numbers are interned per process, so values that are not small go as
// text.

#include "engine/child_wire.h"

enum { NO_STRING, A_STRING };

void sv_wire_put(sv_text *t, uint64_t x) { sv_text_bytes(t, (const char *)&x, sizeof x); }

uint64_t sv_wire_get(sv_wire *w) {
  uint64_t x = 0;
  if (w->bad || w->n - w->next < sizeof x) return w->bad = true, 0;
  memcpy(&x, w->at + w->next, sizeof x);
  w->next += sizeof x;
  return x;
}

void sv_wire_put_string(sv_text *t, const char *s) {
  sv_wire_put(t, s ? A_STRING : NO_STRING);
  if (!s) return;
  sv_wire_put(t, strlen(s));
  sv_text_bytes(t, s, strlen(s));
}

char *sv_wire_get_string(sv_wire *w) {
  uint64_t kind = sv_wire_get(w);
  if (kind > A_STRING) w->bad = true;
  if (w->bad || kind == NO_STRING) return NULL;
  uint64_t n = sv_wire_get(w);
  if (w->bad || n > w->n - w->next || memchr(w->at + w->next, 0, n)) return w->bad = true, NULL;
  w->next += n;
  return sv_strndup(w->at + w->next - n, n);
}

// A count of things that take at least eight bytes each.
static uint32_t get_count(sv_wire *w) {
  uint64_t n = sv_wire_get(w);
  if (n > (w->n - w->next) / 8) return w->bad = true, 0;
  return (uint32_t)n;
}

// ---- values: the small ones as they are, the others as 1 and a string

static void put_value(sv_text *t, const sv_net *net, sv_value v) {
  sv_text number = {0};
  if (sv_is_small(v)) return sv_wire_put(t, (uint64_t)v.x);
  sv_number_print(sv_terms_numbers(net->model->terms), v, &number);
  sv_wire_put(t, 1);
  sv_wire_put_string(t, sv_text_get(&number));
  sv_text_free(&number);
}

static sv_value get_value(sv_wire *w, const sv_net *net) {
  sv_value v = {(int64_t)sv_wire_get(w)};
  if (sv_is_small(v)) return v;
  char *number = v.x == 1 ? sv_wire_get_string(w) : NULL;
  v = sv_small(0);
  if (!number || !sv_number_parse(sv_terms_numbers(net->model->terms), number, strlen(number), &v))
    w->bad = true;
  sv_free(number);
  return v;
}

// ---- states, steps, traces

static void put_state(sv_text *t, const sv_net *net, const sv_state *s) {
  for (uint32_t c = 0; c < net->cells; c++) put_value(t, net, s->cells[c]);
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_queue_state *queue = &s->queues[q];
    sv_wire_put(t, queue->deferred);
    sv_wire_put(t, queue->messages);
    sv_wire_put(t, queue->fields.n);
    for (uint32_t f = 0; f < queue->fields.n; f++) put_value(t, net, queue->fields.at[f]);
  }
}

static void get_queue(sv_wire *w, const sv_net *net, uint32_t q, sv_queue_state *queue) {
  uint32_t deferred = get_count(w), messages = get_count(w), n = get_count(w);
  for (uint32_t f = 0; f < n && !w->bad; f++) sv_push(queue->fields, get_value(w, net));
  if (deferred > messages || (uint64_t)messages * net->queues.at[q].field_count != n) w->bad = true;
  queue->deferred = deferred;
  queue->messages = messages;
}

static void get_state(sv_wire *w, const sv_net *net, sv_state *s) {
  for (uint32_t c = 0; c < net->cells && !w->bad; c++) s->cells[c] = get_value(w, net);
  for (uint32_t q = 0; q < net->queues.n && !w->bad; q++) get_queue(w, net, q, &s->queues[q]);
}

static void put_step(sv_text *t, const sv_net *net, const sv_step *step) {
  sv_wire_put(t, step->action);
  for (uint32_t c = 0; c < net->actions.at[step->action].choice_count; c++)
    put_value(t, net, step->choices[c]);
}

static void get_step(sv_wire *w, const sv_net *net, sv_trace *trace) {
  uint64_t action = sv_wire_get(w);
  if (action >= net->actions.n) w->bad = true;
  if (w->bad) return;
  uint32_t n = net->actions.at[action].choice_count;
  sv_step step = {.action = (uint32_t)action, .choices = n ? SV_NEW_ARRAY(sv_value, n) : NULL};
  for (uint32_t c = 0; c < n; c++) step.choices[c] = get_value(w, net);
  sv_push(trace->steps, step);
}

void sv_wire_put_trace(sv_text *t, const sv_net *net, const sv_trace *trace) {
  put_state(t, net, trace->initial);
  sv_wire_put(t, trace->steps.n);
  for (uint32_t i = 0; i < trace->steps.n; i++) put_step(t, net, &trace->steps.at[i]);
  sv_wire_put(t, trace->lasso ? 1 + trace->loop : 0);
}

sv_trace *sv_wire_get_trace(sv_wire *w, const sv_net *net) {
  sv_trace *trace = SV_NEW(sv_trace);
  trace->initial = sv_state_new(net);
  get_state(w, net, trace->initial);
  uint32_t n = get_count(w);
  for (uint32_t i = 0; i < n && !w->bad; i++) get_step(w, net, trace);
  uint64_t loop = sv_wire_get(w);
  trace->lasso = loop;
  trace->loop = loop ? (uint32_t)(loop - 1) : 0;
  if (!w->bad) return trace;
  sv_trace_free(net, trace);
  return NULL;
}
