// linearise.c -- from a token trace to a run.
//
// The events that happen before the violation, in an order that respects the links and the
// readers; the process that moved last goes on while it can, so that traces have few switches.

#include "encode/bits/blast.h"
#include "engine/events/rounds.h"

typedef struct {
  const sv_events_formula *f;
  const sv_net *net;     // of the trace
  uint32_t *event;       // by moment: 1 + the event that occurs then, or 0
  sv_u32s *before;       // by moment
  sv_bits needed, done;  // moments
  sv_trace *trace;
  bool irrational;  // some number of the model cannot be written down
} linear;

static const sv_unwound_event *event_at(const linear *x, uint32_t moment) {
  return &x->f->unwound.events.at[x->event[moment] - 1];
}

static void list_events(linear *x) {
  const sv_unwound *u = &x->f->unwound;
  for (uint32_t e = 0; e < u->events.n; e++)
    if (u->events.at[e].kind == SV_UNWOUND_ACTION &&
        sv_events_value(x->f, u->net.events.at[e].occurs)) {
      REQUIRE(!x->event[u->net.events.at[e].moment], "one event at a moment");
      x->event[u->net.events.at[e].moment] = e + 1;
    }
}

// Targets look, but no event depends on them.
static void list_order(linear *x) {
  sv_u64s order = {0};
  sv_token_trace_order(&x->f->tokens, sv_events_literal, (void *)x->f, &order);
  for (uint32_t i = 0; i < order.n; i++) {
    uint32_t first = (uint32_t)(order.at[i] >> 32), second = (uint32_t)order.at[i];
    if (x->event[first]) sv_push(x->before[second], first);
  }
  sv_vec_free(order);
}

static void need(linear *x, uint32_t moment) {
  sv_u32s todo = {0};
  sv_push(todo, moment);
  while (todo.n) {
    uint32_t at = sv_pop(todo);
    if (sv_bits_has(&x->needed, at)) continue;
    sv_bits_add(&x->needed, at);
    for (uint32_t i = 0; i < x->before[at].n; i++) sv_push(todo, x->before[at].at[i]);
  }
  sv_vec_free(todo);
}

// Where the property is violated: by an event, or at the moment of the targets.
static uint32_t moment_of_violation(const linear *x, uint32_t property) {
  const sv_unwinding *u = x->f->unwound.unwinding;
  uint32_t targets = u->spots.n;
  if (u->net->properties.at[property].kind != SV_PROP_ASSERTION) return targets;
  for (uint32_t m = 0; m < targets; m++)
    if (x->event[m] && u->net->actions.at[event_at(x, m)->action].fails == property) return m;
  SV_UNREACHABLE();
}

static bool is_ready(const linear *x, uint32_t moment) {
  if (!sv_bits_has(&x->needed, moment) || sv_bits_has(&x->done, moment)) return false;
  for (uint32_t i = 0; i < x->before[moment].n; i++)
    if (!sv_bits_has(&x->done, x->before[moment].at[i])) return false;
  return true;
}

static uint32_t next_moment(const linear *x, uint32_t last) {
  const sv_unwinding *u = x->f->unwound.unwinding;
  uint32_t any = UINT32_MAX;
  for (uint32_t m = 0; m < u->spots.n; m++) {
    if (!is_ready(x, m)) continue;
    if (last != UINT32_MAX && u->spots.at[m].line == u->spots.at[last].line) return m;
    if (any == UINT32_MAX) any = m;
  }
  return any;
}

static sv_value number_in_model(linear *x, sv_smt_term term) {
  const sv_unwound_terms *t = &x->f->unwound.terms;
  sv_numbers *numbers = sv_mold_terms_net(t->terms)->rep.numbers;
  sv_value v = sv_small(0);
  if (!sv_smt_value(t->z, term, numbers, &v)) x->irrational = true;
  return v;
}

static void push_step(linear *x, uint32_t moment) {
  const sv_net *net = x->f->unwound.unwinding->net;
  const sv_unwound_event *e = event_at(x, moment);
  const sv_net_action *a = &net->actions.at[e->action];
  sv_step step = {e->action, SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  const sv_lit *inputs = x->f->unwound.choices.at + e->first_choice;
  for (uint32_t k = 0; k < a->choice_count; k++) {
    uint32_t n = sv_blast_choice_bits(net, e->action, k);
    if (!sv_sort_finite(net->model->terms, a->choices[k])) {
      uint32_t event = x->event[moment] - 1;
      sv_smt_term choice = sv_unwound_choice(&x->f->unwound.terms, event, e->action, k);
      step.choices[k] = number_in_model(x, choice);
      continue;
    }
    uint8_t *bits = SV_NEW_ARRAY(uint8_t, n + 1);
    for (uint32_t i = 0; i < n; i++) bits[i] = sv_events_value(x->f, inputs[i]);
    step.choices[k] = sv_blast_choice_value(net, e->action, k, bits);
    inputs += n;
    sv_free(bits);
  }
  sv_trace_push(x->net, x->trace, &step);
  sv_step_free(&step);
}

static void begin_variable(linear *x, const sv_net_var *v, sv_state *state) {
  const sv_unwound_terms *t = &x->f->unwound.terms;
  const sv_rep *rep = &sv_mold_terms_net(t->terms)->rep;
  for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++) {
    sv_value found = number_in_model(x, sv_unwound_cell(t, UINT32_MAX, c));
    state->cells[c] = sv_rep_read(rep, sv_sort_scalar(rep->terms, v->sort), found);
  }
}

static void begin(linear *x) {
  const sv_unwound *u = &x->f->unwound;
  const sv_coding *coding = sv_molds_coding(u->unwinding->molds);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, coding->bits + 1);
  sv_state *whole = sv_state_new(coding->net), *state = sv_state_new(x->net);
  for (uint32_t i = 0; i < coding->bits; i++) bits[i] = sv_events_value(x->f, u->initial.at[i]);
  sv_coding_decode(coding, bits, whole);
  assert(x->net->cells <= coding->net->cells);
  for (uint32_t v = 0; coding->by_terms && v < coding->net->vars.n; v++)
    if (coding->by_terms[v]) begin_variable(x, &coding->net->vars.at[v], whole);
  memcpy(state->cells, whole->cells, x->net->cells * sizeof *state->cells);
  x->trace = sv_trace_new(x->net, state);
  sv_state_free(x->net, state);
  sv_state_free(coding->net, whole);
  sv_free(bits);
}

static void take_steps(linear *x, uint32_t property) {
  uint32_t last = UINT32_MAX, end = moment_of_violation(x, property);
  need(x, end);
  while ((last = next_moment(x, last)) != UINT32_MAX) {
    push_step(x, last);
    sv_bits_add(&x->done, last);
    if (last == end) break;
  }
}

sv_trace *sv_events_trace(const sv_events_formula *f, const sv_net *net, uint32_t property) {
  uint32_t n = f->unwound.net.moments.n;
  linear x = {.f = f,
              .net = net,
              .event = SV_NEW_ARRAY(uint32_t, n + 1),
              .before = SV_NEW_ARRAY(sv_u32s, n + 1)};
  sv_bits_init(&x.needed, n);
  sv_bits_init(&x.done, n);
  list_events(&x);
  list_order(&x);
  begin(&x);
  if (!x.irrational) take_steps(&x, property);
  for (uint32_t m = 0; m < n; m++) sv_vec_free(x.before[m]);
  sv_bits_free(&x.needed);
  sv_bits_free(&x.done);
  sv_free(x.event);
  sv_free(x.before);
  if (x.irrational) sv_trace_free(net, x.trace), x.trace = NULL;
  return x.trace;
}
