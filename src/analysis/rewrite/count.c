// count.c -- makes the counting net. See count.h.

#include "analysis/rewrite/count.h"

#include "analysis/rewrite/watch.h"

typedef struct {
  sv_watch *w;
  bool shows;           // that a round ends, and counts none
  uint32_t most;        // rounds
  uint32_t count;       // variables: rounds so far, up to one more than the most; "one has ended"
  uint32_t first_mark;  // collected in this round; without marks the automaton's moving on is one
  uint32_t marks;
  uint32_t first_pair;  // strong fairness: "was served" in this round, "was given up" of each
  sv_sort counts, gives_up;
} counter;

static sv_term var(const counter *c, uint32_t v) { return sv_watch_var(c->w, v); }

static uint32_t strong_ones(const sv_watch *w) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->fairness.n; i++) n += w->fairness.at[i].strong;
  return n;
}

static void add_variables(counter *c) {
  sv_watch *w = c->w;
  sv_sort boolean = sv_sort_bool(w->T);
  c->counts = c->shows ? boolean : sv_sort_range(w->T, 0, c->most + 1);
  c->gives_up = sv_sort_range(w->T, 0, strong_ones(w));  // whom, from 1
  c->count = sv_watch_variable(w, "_rounds", c->counts, 1);
  c->marks = w->marks + !w->property->automaton->conditions;
  c->first_mark = w->out->vars.n;
  for (uint32_t i = 0; i < c->marks; i++) sv_watch_variable(w, "_mark", boolean, 1);
  c->first_pair = w->out->vars.n;
  for (uint32_t i = 0; i < strong_ones(w); i++) {
    sv_watch_variable(w, "_served", boolean, 1);
    sv_watch_variable(w, "_given_up", boolean, 1);
  }
}

// Behind those of the watch: the automaton moves on.
static sv_term mark_of(const counter *c, const sv_watch_step *s, uint32_t mark) {
  const sv_watch *w = c->w;
  if (mark < w->marks) return sv_watch_mark(w, s, mark);
  return sv_and(w->T, sv_not(s->passing), sv_not(sv_watch_gets_lost(w, s)));
}

typedef struct {
  sv_term complete;     // all is collected with this step
  sv_term broken;       // a requirement that was given up is enabled
  SV_VEC(sv_term) met;  // by collected variable: with this step
} round_state;

static void look_at_pairs(const counter *c, const sv_watch_step *s, round_state *r) {
  sv_terms *T = c->w->T;
  uint32_t v = c->first_pair;
  for (uint32_t i = 0; i < c->w->fairness.n; i++) {
    const sv_requirement *q = &c->w->fairness.at[i];
    if (!q->strong) continue;
    sv_term served = sv_or(T, var(c, v), sv_watch_served(c->w, s, q)), given_up = var(c, v + 1);
    r->broken = sv_or(T, r->broken, sv_and(T, given_up, sv_watch_able(c->w, s, q)));
    r->complete = sv_and(T, r->complete, sv_or(T, served, given_up));
    sv_push(r->met, served);
    v += 2;
  }
}

static round_state look_at(const counter *c, const sv_watch_step *s) {
  sv_terms *T = c->w->T;
  round_state r = {.complete = SV_TRUE, .broken = SV_FALSE};
  for (uint32_t m = 0; m < c->marks; m++) {
    sv_term met = sv_or(T, var(c, c->first_mark + m), mark_of(c, s, m));
    r.complete = sv_and(T, r.complete, met);
    sv_push(r.met, met);
  }
  look_at_pairs(c, s, &r);
  return r;
}

static sv_term one_more(const counter *c) {
  sv_terms *T = c->w->T;
  sv_term at_most = sv_const(T, c->counts, sv_small(c->most + 1)), value = at_most;
  for (uint32_t i = c->most + 1; i-- > 0;)
    value = sv_ite(T, sv_eq(T, var(c, c->count), sv_const(T, c->counts, sv_small(i))),
                   sv_const(T, c->counts, sv_small(i + 1)), value);
  return value;
}

static void give_up(const counter *c, sv_watch_step *s) {
  sv_terms *T = c->w->T;
  for (uint32_t i = 0; i < strong_ones(c->w); i++) {
    sv_term chosen = sv_eq(T, s->choice, sv_const(T, c->gives_up, sv_small(i + 1)));
    uint32_t v = c->first_pair + 2 * i + 1;
    sv_watch_set(c->w, s, v, sv_or(T, var(c, v), chosen));
  }
}

// The step's own choice is who is given up with it.
static sv_term count(void *context, sv_watch_step *s) {
  counter *c = context;
  sv_terms *T = c->w->T;
  round_state r = look_at(c, s);
  for (uint32_t i = 0; i < r.met.n; i++) {
    uint32_t v = i < c->marks ? c->first_mark + i : c->first_pair + 2 * (i - c->marks);
    sv_watch_set(c->w, s, v, sv_and(T, r.met.at[i], sv_not(r.complete)));
  }
  give_up(c, s);
  sv_term counted = c->shows ? r.complete : sv_ite(T, r.complete, one_more(c), var(c, c->count));
  sv_watch_set(c->w, s, c->count, counted);
  sv_vec_free(r.met);
  return sv_or(T, sv_not(r.broken), sv_watch_gets_lost(c->w, s));
}

sv_net *sv_count_new(const sv_net *net, uint32_t property, uint32_t rounds, sv_text *why) {
  counter c = {.w = sv_watch_new(net, property, why), .most = rounds};
  if (!c.w) return NULL;
  add_variables(&c);
  sv_watch_actions(c.w, c.gives_up, count, &c);
  sv_term most = sv_const(c.w->T, c.counts, sv_small(rounds + 1));
  return sv_watch_finish(c.w, property, sv_not(sv_eq(c.w->T, var(&c, c.count), most)));
}

// ---- shown only

// Accepts where the term is true again and again.
static const sv_automaton *again_and_again(const counter *c, sv_net *out) {
  sv_automaton *a = SV_ARENA_ARRAY(out->arena, sv_automaton, 1);
  sv_automaton_edge *edges = SV_ARENA_ARRAY(out->arena, sv_automaton_edge, 2);
  edges[0] = (sv_automaton_edge){.guard = sv_not(var(c, c->count))};
  edges[1] = (sv_automaton_edge){.guard = var(c, c->count), .marks = 1};
  *a = (sv_automaton){.states = 1, .conditions = 1, .edges = edges, .edge_count = 2};
  return a;
}

sv_net *sv_rounds_new(const sv_net *net, uint32_t property, sv_text *why) {
  counter c = {.w = sv_watch_new(net, property, why), .shows = true};
  if (!c.w) return NULL;
  add_variables(&c);
  sv_watch_actions(c.w, c.gives_up, count, &c);
  const sv_automaton *again = again_and_again(&c, c.w->out);
  sv_net *out = sv_watch_finish(c.w, property, SV_TRUE);
  out->properties.at[property].kind = SV_PROP_RECURRENCE;
  out->properties.at[property].automaton = again;
  return out;
}

uint32_t sv_rounds_shown(const sv_net *rounds, uint32_t property) {
  sv_term shown = rounds->properties.at[property].automaton->edges[1].guard;
  return sv_node_of(rounds->model->terms, sv_index(shown)).id;
}
