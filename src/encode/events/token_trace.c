// token_trace.c -- the clauses of token traces: see token_trace.h.

#include "encode/events/token_trace.h"

enum { MOST_LINKS = 6000000, PAIRWISE = 5 };

void sv_event_net_free(sv_event_net *n) {
  sv_vec_free(n->events);
  sv_vec_free(n->outputs);
  sv_vec_free(n->inputs);
  sv_vec_free(n->values);
  sv_vec_free(n->terms);
  sv_vec_free(n->moments);
  sv_vec_free(n->frontiers);
}

// ---- clauses over literals of the graph, of the solver, and of the ordering

typedef struct {
  int32_t at[8];
  uint32_t n;
  bool is_true;
} clause;

static void with(clause *c, int32_t literal) {
  assert(c->n < SV_COUNT(c->at));
  c->at[c->n++] = literal;
}

static void with_before(clause *c, int32_t before) {
  if (before == SV_BEFORE_TRUE) c->is_true = true;
  else if (before != SV_BEFORE_FALSE) with(c, before);
}

static void with_lit(sv_token_trace *t, clause *c, sv_lit a) {
  if (sv_lit_same(a, SV_LIT_TRUE)) c->is_true = true;
  else if (!sv_lit_same(a, SV_LIT_FALSE)) with(c, sv_cnf_literal(t->cnf, a));
}

static void emit(sv_token_trace *t, const clause *c) {
  if (c->is_true) return;
  sv_cnf_add(&t->to, c->at, c->n);
  t->clauses++;
}

static void imply_lit(sv_token_trace *t, int32_t when, sv_lit then) {
  clause c = {.at = {-when}, .n = 1};
  with_lit(t, &c, then);
  emit(t, &c);
}

static void imply_before(sv_token_trace *t, int32_t when, uint32_t u, uint32_t v) {
  clause c = {.at = {-when}, .n = 1};
  with_before(&c, sv_ordering_before(&t->ordering, u, v));
  emit(t, &c);
}

static void imply_equal(sv_token_trace *t, int32_t when, sv_lit a, sv_lit b) {
  clause c = {.at = {-when}, .n = 1}, d = c;
  if (sv_lit_same(a, b)) return;
  with_lit(t, &c, a), with_lit(t, &c, sv_lit_not(b));
  with_lit(t, &d, sv_lit_not(a)), with_lit(t, &d, b);
  emit(t, &c);
  emit(t, &d);
}

// ---- links

static uint32_t moment_of(const sv_token_trace *t, uint32_t event) {
  return t->net->events.at[event].moment;
}

// Can the output be where the arc has its token from, for all that the lines say?
static bool may_link(const sv_token_trace *t, const sv_input_arc *in, const sv_output_arc *out) {
  if (in->place != out->place || in->event == out->event) return false;
  if (in->spot != SV_ANY_SPOT && in->spot != out->spot) return false;
  if (out->event == SV_INITIAL_EVENT) return true;
  const sv_moment *a = &t->net->moments.at[moment_of(t, out->event)];
  const sv_moment *b = &t->net->moments.at[moment_of(t, in->event)];
  if (moment_of(t, out->event) == moment_of(t, in->event)) return false;
  return a->line != b->line || a->line == SV_NO_LINE || a->position < b->position;
}

static int32_t consumed_literal(sv_token_trace *t, const sv_input_arc *in, int32_t linked) {
  if (sv_lit_same(in->consumes, SV_LIT_FALSE)) return 0;
  if (sv_lit_same(in->consumes, in->active)) return linked;
  int32_t consumed = sv_cnf_variable(t->cnf);
  clause c = {.at = {-linked, consumed}, .n = 2};
  with_lit(t, &c, sv_lit_not(in->consumes));
  emit(t, &c);
  return consumed;
}

static void link_output(sv_token_trace *t, uint32_t input, uint32_t output) {
  const sv_event_net *net = t->net;
  const sv_input_arc *in = &net->inputs.at[input];
  const sv_output_arc *out = &net->outputs.at[output];
  int32_t linked = sv_cnf_variable(t->cnf);
  imply_lit(t, linked, in->active);
  imply_lit(t, linked, out->active);
  for (uint32_t i = 0; i < net->widths[in->place]; i++) {
    sv_lit seen = net->values.at[in->value + i];
    if (!sv_lit_same(seen, SV_UNREAD)) imply_equal(t, linked, seen, net->values.at[out->value + i]);
  }
  if (in->term && out->term) net->equal(net->equal_context, linked, in->term - 1, out->term - 1);
  if (out->event != SV_INITIAL_EVENT)
    imply_before(t, linked, moment_of(t, out->event), moment_of(t, in->event));
  sv_push(t->links, (sv_token_link){input, output, false, linked, consumed_literal(t, in, linked)});
}

static void link_frontier(sv_token_trace *t, uint32_t input, uint32_t frontier) {
  const sv_input_arc *in = &t->net->inputs.at[input];
  sv_lit condition = SV_LIT_TRUE;
  if (in->event == frontier || moment_of(t, in->event) == moment_of(t, frontier)) return;
  if (!t->net->chaos(t->net->context, frontier, in, &condition)) return;
  if (sv_lit_same(condition, SV_LIT_FALSE)) return;
  int32_t before =
      sv_ordering_before(&t->ordering, moment_of(t, frontier), moment_of(t, in->event));
  if (before == SV_BEFORE_FALSE) return;
  int32_t linked = sv_cnf_variable(t->cnf);
  imply_lit(t, linked, in->active);
  imply_lit(t, linked, t->net->events.at[frontier].occurs);
  imply_lit(t, linked, condition);
  if (before != SV_BEFORE_TRUE)
    imply_before(t, linked, moment_of(t, frontier), moment_of(t, in->event));
  sv_push(t->links, (sv_token_link){input, frontier, true, linked, 0});
}

static void demand_link(sv_token_trace *t, uint32_t input) {
  sv_i32s some = {0};
  sv_lit active = t->net->inputs.at[input].active;
  if (sv_lit_same(active, SV_LIT_FALSE)) return;
  if (!sv_lit_same(active, SV_LIT_TRUE)) sv_push(some, -sv_cnf_literal(t->cnf, active));
  for (uint32_t i = t->first.at[input]; i < t->links.n; i++) sv_push(some, t->links.at[i].linked);
  sv_cnf_add(&t->to, some.at, some.n);
  t->clauses++;
  sv_vec_free(some);
}

typedef struct {
  sv_u32s *by_place;  // outputs
} output_index;

static void index_outputs(const sv_event_net *net, output_index *x) {
  x->by_place = SV_NEW_ARRAY(sv_u32s, net->places + 1);
  for (uint32_t o = 0; o < net->outputs.n; o++) sv_push(x->by_place[net->outputs.at[o].place], o);
}

static void index_free(const sv_event_net *net, output_index *x) {
  for (uint32_t p = 0; p < net->places; p++) sv_vec_free(x->by_place[p]);
  sv_free(x->by_place);
}

static void link_input(sv_token_trace *t, const output_index *x, uint32_t input) {
  const sv_input_arc *in = &t->net->inputs.at[input];
  const sv_u32s *here = &x->by_place[in->place];
  if (!sv_lit_same(in->active, SV_LIT_FALSE)) {
    for (uint32_t i = 0; i < here->n; i++)
      if (may_link(t, in, &t->net->outputs.at[here->at[i]])) link_output(t, input, here->at[i]);
    for (uint32_t i = 0; i < t->net->frontiers.n; i++)
      link_frontier(t, input, t->net->frontiers.at[i]);
  }
  demand_link(t, input);
}

static bool make_links(sv_token_trace *t, sv_limits *limits) {
  output_index x;
  bool whole = true;
  index_outputs(t->net, &x);
  for (uint32_t i = 0; i < t->net->inputs.n && whole; i++) {
    sv_push(t->first, t->links.n);
    link_input(t, &x, i);
    whole = t->links.n < MOST_LINKS && (!limits || sv_limits_hit(limits) == SV_CAUSE_NONE);
  }
  sv_push(t->first, t->links.n);
  index_free(t->net, &x);
  return whole;
}

// ---- of one output

// At most one of them: pairwise, or by a ladder.
static void at_most_one(sv_token_trace *t, const int32_t *all, uint32_t n) {
  if (n <= PAIRWISE) {
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = i + 1; k < n; k++) emit(t, &(clause){.at = {-all[i], -all[k]}, .n = 2});
    return;
  }
  int32_t before = 0;  // one of those before this one
  for (uint32_t i = 0; i < n; i++) {
    int32_t now = sv_cnf_variable(t->cnf);
    emit(t, &(clause){.at = {-all[i], now}, .n = 2});
    if (before) {
      emit(t, &(clause){.at = {-before, now}, .n = 2});
      emit(t, &(clause){.at = {-before, -all[i]}, .n = 2});
    }
    before = now;
  }
}

static void take_once(sv_token_trace *t, const sv_u32s *links) {
  sv_i32s takers = {0};
  for (uint32_t i = 0; i < links->n; i++)
    if (t->links.at[links->at[i]].consumed) sv_push(takers, t->links.at[links->at[i]].consumed);
  at_most_one(t, takers.at, takers.n);
  sv_vec_free(takers);
}

// Does the reader rule put these events in an order?
static bool is_ordered(const sv_token_trace *t, uint32_t reader, uint32_t taker) {
  const sv_event *events = t->net->events.at;
  return reader != taker && !(events[reader].frontier && events[taker].frontier);
}

// Who is linked to the token, and does not surely take it, happens before who takes it.
static void read_before(sv_token_trace *t, uint32_t reader, uint32_t taker) {
  const sv_token_link *r = &t->links.at[reader], *c = &t->links.at[taker];
  if (reader == taker || !c->consumed || r->consumed == r->linked) return;
  uint32_t u = t->net->inputs.at[r->input].event, v = t->net->inputs.at[c->input].event;
  if (!is_ordered(t, u, v)) return;
  clause k = {.at = {-r->linked, -c->consumed}, .n = 2};
  with_before(&k, sv_ordering_before(&t->ordering, moment_of(t, u), moment_of(t, v)));
  emit(t, &k);
}

static bool share_outputs(sv_token_trace *t, unsigned without, sv_limits *limits) {
  sv_u32s *links = SV_NEW_ARRAY(sv_u32s, t->net->outputs.n + 1);
  bool whole = true;
  for (uint32_t i = 0; i < t->links.n; i++)
    if (!t->links.at[i].chaotic) sv_push(links[t->links.at[i].source], i);
  for (uint32_t o = 0; o < t->net->outputs.n; o++) {
    if (whole && !(without & SV_WITHOUT_INJECTIVITY)) take_once(t, &links[o]);
    for (uint32_t i = 0; whole && !(without & SV_WITHOUT_READERS) && i < links[o].n; i++) {
      for (uint32_t k = 0; k < links[o].n; k++) read_before(t, links[o].at[i], links[o].at[k]);
      whole = t->clauses < 16 * (uint64_t)MOST_LINKS &&
              (!limits || sv_limits_hit(limits) == SV_CAUSE_NONE);
    }
    sv_vec_free(links[o]);
  }
  sv_free(links);
  return whole;
}

// Who else writes there does so before the token is put there, or after it is looked at. This
// follows from the rest, but a solver sees it sooner.
static void write_elsewhere(sv_token_trace *t, const sv_token_link *l, uint32_t output) {
  const sv_event_net *net = t->net;
  const sv_input_arc *in = &net->inputs.at[l->input];
  const sv_output_arc *other = &net->outputs.at[output], *out = &net->outputs.at[l->source];
  if (output == l->source || other->event == SV_INITIAL_EVENT || other->event == in->event ||
      other->event == out->event)
    return;
  uint32_t reader = moment_of(t, in->event), writer = moment_of(t, other->event);
  clause c = {.at = {-l->linked}, .n = 1};
  if (reader == writer) return;
  with_lit(t, &c, sv_lit_not(other->active));
  with_before(&c, sv_ordering_before(&t->ordering, reader, writer));
  if (out->event != SV_INITIAL_EVENT) {
    uint32_t source = moment_of(t, out->event);
    if (source == writer) return;
    with_before(&c, sv_ordering_before(&t->ordering, writer, source));
  }
  emit(t, &c);
}

static void order_writers(sv_token_trace *t) {
  output_index x;
  index_outputs(t->net, &x);
  for (uint32_t i = 0; i < t->links.n; i++) {
    const sv_token_link l = t->links.at[i];
    if (l.chaotic) continue;
    const sv_u32s *here = &x.by_place[t->net->inputs.at[l.input].place];
    for (uint32_t k = 0; k < here->n; k++) write_elsewhere(t, &l, here->at[k]);
  }
  index_free(t->net, &x);
}

// ---- all of it

static void demand_events(sv_token_trace *t) {
  for (uint32_t i = 0; i < t->net->inputs.n; i++) {
    const sv_input_arc *in = &t->net->inputs.at[i];
    clause c = {0};
    with_lit(t, &c, sv_lit_not(in->active));
    with_lit(t, &c, t->net->events.at[in->event].occurs);
    if (!sv_lit_same(in->active, t->net->events.at[in->event].occurs)) emit(t, &c);
  }
}

static int32_t add_variable(void *context) {
  return sv_cnf_variable(((sv_token_trace *)context)->cnf);
}

static void add_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_token_trace *t = context;
  sv_cnf_add(&t->to, literals, n);
  t->clauses++;
}

bool sv_token_trace_init(sv_token_trace *t, const sv_event_net *net, sv_cnf *cnf, sv_cnf_sink to,
                         unsigned without, sv_limits *limits) {
  *t = (sv_token_trace){.net = net, .cnf = cnf, .to = to};
  sv_cnf_sink own = {.var = add_variable, .add = add_clause, .solver = t};
  sv_ordering_init(&t->ordering, net->moments.at, net->moments.n, own);
  demand_events(t);
  if (!make_links(t, limits) || !share_outputs(t, without, limits)) return false;
  if (!without) order_writers(t);
  return true;
}

void sv_token_trace_free(sv_token_trace *t) {
  sv_ordering_free(&t->ordering);
  sv_vec_free(t->links);
  sv_vec_free(t->first);
}

// ---- what a model says

static void order_readers(const sv_token_trace *t, sv_u32s *links, sv_model_fn *value,
                          void *context, sv_u64s *out) {
  for (uint32_t i = 0; i < links->n; i++)
    for (uint32_t k = 0; k < links->n; k++) {
      const sv_token_link *r = &t->links.at[links->at[i]], *c = &t->links.at[links->at[k]];
      bool reads = i != k && c->consumed && value(context, c->consumed);
      if (!reads || (r->consumed && value(context, r->consumed))) continue;
      uint32_t u = t->net->inputs.at[r->input].event, v = t->net->inputs.at[c->input].event;
      if (is_ordered(t, u, v) && moment_of(t, u) != moment_of(t, v))
        sv_push(*out, (uint64_t)moment_of(t, u) << 32 | moment_of(t, v));
    }
}

void sv_token_trace_order(const sv_token_trace *t, sv_model_fn *value, void *context,
                          sv_u64s *out) {
  const sv_event_net *net = t->net;
  sv_u32s *links = SV_NEW_ARRAY(sv_u32s, net->outputs.n + 1);
  for (uint32_t i = 0; i < t->links.n; i++) {
    const sv_token_link *l = &t->links.at[i];
    if (!value(context, l->linked)) continue;
    uint32_t producer = l->chaotic ? l->source : net->outputs.at[l->source].event;
    if (!l->chaotic) sv_push(links[l->source], i);
    if (producer == SV_INITIAL_EVENT) continue;
    uint32_t v = moment_of(t, net->inputs.at[l->input].event);
    sv_push(*out, (uint64_t)moment_of(t, producer) << 32 | v);
  }
  for (uint32_t o = 0; o < net->outputs.n; o++) {
    order_readers(t, &links[o], value, context, out);
    sv_vec_free(links[o]);
  }
  sv_free(links);
}

bool sv_token_trace_refute(sv_token_trace *t, sv_model_fn *value, void *context) {
  sv_u64s order = {0};
  sv_bits needed;
  sv_bits_init(&needed, t->ordering.edges.n + 1);
  sv_token_trace_order(t, value, context, &order);
  for (uint32_t i = 0; i < order.n; i++) {
    uint32_t edge = sv_map_get(&t->ordering.known, order.at[i]);
    if (edge != SV_MAP_NONE) sv_bits_add(&needed, edge);
  }
  bool cycle = sv_ordering_refute(&t->ordering, &needed);
  sv_bits_free(&needed);
  sv_vec_free(order);
  return cycle;
}
