// record.c -- makes the recording net. See record.h.

#include "analysis/rewrite/record.h"

#include "analysis/rewrite/watch.h"

enum { MOST_CELLS = 4096 };

typedef struct {
  sv_watch *w;
  uint32_t saved;          // variables: a state is recorded
  uint32_t copy;           // of variable 0; the others follow
  uint32_t queue;          // first variable of the copies of queues
  uint32_t first_mark;     // seen since the state was recorded
  uint32_t first_pair;     // strong fairness: "could go on" and "was served" of each in turn
  sv_watch_terms content;  // of queues: what their copies copy
} recorder;

static sv_term var(const recorder *r, uint32_t v) { return sv_watch_var(r->w, v); }

// ---- variables

static void add_content(recorder *r, sv_term t) {
  sv_push(r->content, t);
  sv_watch_variable(r->w, "_recorded", sv_sort_of(r->w->T, t), 1);
}

// The length, and every slot; behind the last message a slot reads its default.
static void add_queue(recorder *r, uint32_t q) {
  const sv_net_queue *queue = &r->w->net->queues.at[q];
  sv_term ref = sv_const(r->w->T, sv_sort_ref(r->w->T), sv_small(q + 1));
  sv_term length = sv_app1(r->w->T, SV_OP_QLEN, ref);
  sv_sort counts = sv_sort_range(r->w->T, 0, queue->capacity);
  if (queue->capacity) add_content(r, sv_cast(r->w->T, counts, length));
  for (uint32_t i = 0; i < queue->capacity; i++)
    for (uint32_t f = 0; f < queue->field_count; f++)
      add_content(r, sv_peek(r->w->T, queue->fields[f], ref, sv_int_const(r->w->T, i), f));
}

static void add_variables(recorder *r) {
  sv_watch *w = r->w;
  const sv_net *net = w->net;
  r->saved = sv_watch_variable(w, "_recording", sv_sort_bool(w->T), 1);
  r->copy = w->out->vars.n;
  for (uint32_t v = 0; v < net->vars.n; v++)
    sv_watch_variable(w, "_recorded", net->vars.at[v].sort, net->vars.at[v].cells);
  sv_watch_variable(w, "_recorded", w->states, 1);
  r->queue = w->out->vars.n;
  for (uint32_t q = 0; q < net->queues.n; q++) add_queue(r, q);
  r->first_mark = w->out->vars.n;
  for (uint32_t i = 0; i < w->marks; i++) sv_watch_variable(w, "_mark", sv_sort_bool(w->T), 1);
  r->first_pair = w->out->vars.n;
  for (uint32_t i = 0; i < w->fairness.n; i++) {
    if (!w->fairness.at[i].strong) continue;
    sv_watch_variable(w, "_able", sv_sort_bool(w->T), 1);
    sv_watch_variable(w, "_served", sv_sort_bool(w->T), 1);
  }
}

// ---- steps

// Noted since the state was recorded.
static void note(const recorder *r, sv_watch_step *s, uint32_t v, sv_term saved, sv_term met) {
  sv_terms *T = r->w->T;
  sv_watch_set(r->w, s, v, sv_and(T, saved, sv_or(T, var(r, v), met)));
}

static void note_pairs(const recorder *r, sv_watch_step *s, sv_term saved) {
  uint32_t v = r->first_pair;
  for (uint32_t i = 0; i < r->w->fairness.n; i++) {
    const sv_requirement *q = &r->w->fairness.at[i];
    if (!q->strong) continue;
    note(r, s, v++, saved, sv_watch_able(r->w, s, q));
    note(r, s, v++, saved, sv_watch_served(r->w, s, q));
  }
}

// The step's own choice is whether it records the state it leaves.
static sv_term record(void *context, sv_watch_step *s) {
  recorder *r = context;
  sv_watch *w = r->w;
  sv_term saved = sv_or(w->T, var(r, r->saved), s->choice);
  uint32_t n = w->net->vars.n;
  for (uint32_t v = 0; v < n; v++)
    sv_watch_set(w, s, r->copy + v, sv_ite(w->T, s->choice, var(r, v), var(r, r->copy + v)));
  sv_watch_set(w, s, r->copy + n, sv_ite(w->T, s->choice, var(r, w->at), var(r, r->copy + n)));
  for (uint32_t i = 0; i < r->content.n; i++)
    sv_watch_set(w, s, r->queue + i,
                 sv_ite(w->T, s->choice, r->content.at[i], var(r, r->queue + i)));
  for (uint32_t m = 0; m < w->marks; m++)
    note(r, s, r->first_mark + m, saved, sv_watch_mark(w, s, m));
  note_pairs(r, s, saved);
  sv_watch_set(w, s, r->saved, saved);
  return sv_not(sv_and(w->T, s->choice, var(r, r->saved)));  // once
}

// ---- the invariant

static sv_term same_value(sv_terms *T, sv_term a, sv_term b) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_of(T, a));
  if (info->kind != SV_SORT_ARRAY) return sv_eq(T, a, b);
  sv_term all = SV_TRUE;
  for (uint32_t i = 0, n = info->size; i < n; i++) {
    sv_term at = sv_int_const(T, i);
    sv_term x = sv_app2(T, SV_OP_SELECT, a, at), y = sv_app2(T, SV_OP_SELECT, b, at);
    all = sv_and(T, all, same_value(T, x, y));
  }
  return all;
}

static sv_term closes_loop(const recorder *r) {
  const sv_watch *w = r->w;
  uint32_t n = w->net->vars.n;
  sv_term closed = sv_and(w->T, var(r, r->saved), sv_not(sv_watch_is_lost(w)));
  for (uint32_t v = 0; v < n; v++)
    closed = sv_and(w->T, closed, same_value(w->T, var(r, v), var(r, r->copy + v)));
  closed = sv_and(w->T, closed, sv_eq(w->T, var(r, w->at), var(r, r->copy + n)));
  for (uint32_t i = 0; i < r->content.n; i++)
    closed = sv_and(w->T, closed, sv_eq(w->T, r->content.at[i], var(r, r->queue + i)));
  for (uint32_t m = 0; m < w->marks; m++) closed = sv_and(w->T, closed, var(r, r->first_mark + m));
  for (uint32_t v = r->first_pair; v < w->out->vars.n; v += 2)
    closed = sv_and(w->T, closed, sv_or(w->T, sv_not(var(r, v)), var(r, v + 1)));
  return closed;
}

// ---- the whole

static bool defers(const sv_net *net) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t k = 0; k < net->actions.at[i].queue_op_count; k++)
      if (net->actions.at[i].queue_ops[k].verb == SV_DEFER) return true;
  return false;
}

static bool is_infinite(const sv_net *net) {
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (net->queues.at[q].capacity == SV_UNBOUNDED) return true;
  return sv_model_features(net->model) & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
}

static const char *refusal(const sv_net *net) {
  if (is_infinite(net)) return "infinite runs are recorded in finite models only";
  if (defers(net)) return "deferred messages are not recorded";
  if (net->cells > MOST_CELLS) return "the state is too large to be recorded";
  return NULL;
}

sv_net *sv_record_new(const sv_net *net, uint32_t property, sv_text *why) {
  const char *no = refusal(net);
  if (no) return sv_text_string(why, no), NULL;
  recorder r = {.w = sv_watch_new(net, property, why)};
  if (!r.w) return NULL;
  add_variables(&r);
  sv_watch_actions(r.w, sv_sort_bool(r.w->T), record, &r);
  sv_net *out = sv_watch_finish(r.w, property, sv_not(closes_loop(&r)));
  sv_vec_free(r.content);
  return out;
}

// ---- back

static bool records(const sv_net *recording, const sv_step *s) {
  uint32_t last = recording->actions.at[s->action].choice_count - 1;
  return sv_value_same(s->choices[last], sv_bool_value(true));
}

static void push_again(const sv_net *net, sv_trace *t) {
  uint32_t end = t->steps.n, begin = t->loop;
  t->loop = end;
  for (uint32_t i = begin; i < end; i++) {
    sv_step again = t->steps.at[i];
    sv_trace_push(net, t, &again);
  }
}

static bool closes(const sv_net *net, const sv_trace *t) {
  sv_exec *x = sv_exec_new(net);
  sv_state *at = sv_state_new(net), *next = sv_state_new(net), *begin = sv_state_new(net);
  sv_state_copy(net, at, t->initial);
  bool good = true;
  for (uint32_t i = 0; i < t->steps.n && good; i++) {
    if (i == t->loop) sv_state_copy(net, begin, at);
    good = sv_exec_enabled(x, at, &t->steps.at[i]);
    if (good) sv_exec_fire(x, at, &t->steps.at[i], next);
    sv_state_copy(net, at, next);
  }
  good &= t->loop == t->steps.n || sv_state_equal(net, at, begin);
  sv_state_free(net, at);
  sv_state_free(net, next);
  sv_state_free(net, begin);
  sv_exec_free(x);
  return good;
}

void sv_record_close(const sv_net *net, sv_trace *t) {
  if (t->loop < t->steps.n && !closes(net, t)) push_again(net, t);
}

sv_trace *sv_record_trace(const sv_net *net, const sv_net *recording, const sv_trace *from) {
  sv_trace *t = sv_trace_new(net, from->initial);
  t->lasso = true;
  t->loop = UINT32_MAX;
  for (uint32_t i = 0; i < from->steps.n; i++) {
    const sv_step *s = &from->steps.at[i];
    if (records(recording, s)) t->loop = t->steps.n;
    if (s->action < net->actions.n) sv_trace_push(net, t, s);
  }
  if (t->loop > t->steps.n) t->loop = 0;
  sv_record_close(net, t);
  return t;
}
