// retrace.c -- see retrace.h.

#include "lang/retrace.h"

#include <string.h>

static void spell(const sv_retrace *r, const sv_retrace_place *p, sv_text *out) {
  sv_text_bytes(out, (const char *)&p->line, sizeof p->line);
  sv_text_bytes(out, (const char *)&p->process, sizeof p->process);
  if (p->order.n) sv_text_bytes(out, (const char *)p->order.at, p->order.n * sizeof *p->order.at);
  sv_text_bytes(out, (const char *)p->state->cells, r->net->cells * sizeof *p->state->cells);
  for (uint32_t q = 0; q < r->net->queues.n; q++) {
    const sv_queue_state *queue = &p->state->queues[q];
    sv_text_bytes(out, (const char *)&queue->deferred, sizeof queue->deferred);
    sv_text_bytes(out, (const char *)&queue->messages, sizeof queue->messages);
    if (queue->fields.n)
      sv_text_bytes(out, (const char *)queue->fields.at, queue->fields.n * sizeof(sv_value));
  }
}

static bool is_new(sv_retrace *r, const sv_retrace_place *p) {
  sv_text key = {0};
  spell(r, p, &key);
  uint32_t before = sv_names_count(r->seen);
  sv_names_intern(r->seen, key.at, key.n);
  sv_text_free(&key);
  return sv_names_count(r->seen) > before;
}

sv_retrace_move *sv_retrace_add(const sv_retrace *r, sv_retrace_place *p, uint32_t line,
                                uint32_t process, const sv_step *step) {
  sv_retrace_move m = {.line = line, .process = process, .steps = step != NULL};
  if (step) {
    uint32_t n = r->net->actions.at[step->action].choice_count;
    m.step = (sv_step){step->action, SV_NEW_ARRAY(sv_value, n + 1)};
    if (n) memcpy(m.step.choices, step->choices, n * sizeof *step->choices);
  }
  sv_push(p->moves, m);
  return &sv_last(p->moves);
}

// Takes over the state. True at the end of a run.
static bool enter(sv_retrace *r, sv_retrace_place p) {
  if (r->arrive) r->arrive(r->context, &p);
  bool fresh = is_new(r, &p);
  if (fresh && p.line > r->furthest) r->furthest = p.line;
  if (fresh) r->find_moves(r->context, &p);
  sv_push(r->places, p);
  return r->is_end && r->is_end(r->context, &p, !fresh);
}

static void leave(sv_retrace *r) {
  sv_retrace_place p = sv_pop(r->places);
  if (p.stepped) {
    sv_step last = sv_pop(r->run->steps);
    sv_step_free(&last);
  }
  for (uint32_t i = 0; i < p.moves.n; i++) sv_step_free(&p.moves.at[i].step);
  sv_vec_free(p.moves);
  sv_vec_free(p.order);
  sv_state_free(r->net, p.state);
}

static bool take(sv_retrace *r, const sv_retrace_move *m) {
  const sv_retrace_place *from = &sv_last(r->places);
  if (m->steps) sv_trace_push(r->net, r->run, &m->step);
  if (m->ends) {
    r->run->property = r->net->actions.at[m->step.action].fails;
    return true;
  }
  sv_retrace_place to = {.line = m->line, .process = m->process, .stepped = m->steps};
  for (uint32_t i = 0; i < from->order.n; i++) sv_push(to.order, from->order.at[i]);
  to.state = sv_state_new(r->net);
  if (m->steps) sv_exec_fire(r->exec, from->state, &m->step, to.state);
  else sv_state_copy(r->net, to.state, from->state);
  return enter(r, to);
}

static bool keep_first(void *context, const sv_state *s) {
  sv_retrace *r = context;
  r->run = sv_trace_new(r->net, s);
  return false;
}

bool sv_retrace_search(sv_retrace *r, uint32_t process) {
  r->seen = sv_names_new();
  sv_exec_initials(r->exec, keep_first, r);
  if (!r->run) return false;
  sv_retrace_place first = {.process = process, .state = sv_state_new(r->net)};
  sv_state_copy(r->net, first.state, r->run->initial);
  bool found = enter(r, first);
  while (!found && r->places.n && !sv_limits_hit(r->limits)) {
    sv_retrace_place *top = &sv_last(r->places);
    if (top->moves.n) {
      sv_retrace_move m = sv_pop(top->moves);
      found = take(r, &m);
      sv_step_free(&m.step);
    } else leave(r);
  }
  return found;
}

void sv_retrace_close(sv_retrace *r) {
  while (r->places.n) {
    sv_last(r->places).stepped = false;
    leave(r);
  }
  sv_vec_free(r->places);
  if (r->seen) sv_names_free(r->seen);
  sv_trace_free(r->net, r->run);
}
