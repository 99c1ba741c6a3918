// watch.c -- see watch.h.

#include "analysis/rewrite/watch.h"

#include "analysis/rewrite/rewrite.h"

sv_term sv_watch_var(const sv_watch *w, uint32_t v) { return sv_net_var_term(w->out, v); }

static sv_term number(const sv_watch *w, uint32_t q) {
  return sv_const(w->T, w->states, sv_small(q));
}

uint32_t sv_watch_variable(sv_watch *w, const char *name, sv_sort sort, uint32_t cells) {
  sv_net_var v = {.name = sv_names_cstr(w->net->model->names, name),
                  .sort = sort,
                  .process = SV_NO_PROCESS,
                  .first_cell = w->out->cells,
                  .cells = cells,
                  .init = sv_default_term(w->T, sort)};
  w->out->cells += cells;
  sv_push(w->out->vars, v);
  return w->out->vars.n - 1;
}

void sv_watch_set(const sv_watch *w, sv_watch_step *s, uint32_t v, sv_term value) {
  sv_push(s->updates, (sv_update){sv_watch_var(w, v), value});
}

// ---- what a step shows

// Where the automaton is, and where it goes in this step: its edges that fit.
static sv_term edges(const sv_watch *w, sv_term to, uint64_t marks) {
  const sv_automaton *a = w->property->automaton;
  sv_term some = SV_FALSE;
  for (uint32_t e = 0; e < a->edge_count; e++) {
    if (marks && !(a->edges[e].marks & marks)) continue;
    sv_term here = sv_eq(w->T, sv_watch_var(w, w->at), number(w, a->edges[e].from));
    sv_term there = sv_eq(w->T, to, number(w, a->edges[e].to));
    sv_term fits = sv_and(w->T, sv_and(w->T, here, there), a->edges[e].guard);
    some = sv_or(w->T, some, fits);
  }
  return some;
}

sv_term sv_watch_is_lost(const sv_watch *w) {
  return sv_eq(w->T, sv_watch_var(w, w->at), number(w, w->property->automaton->states));
}

sv_term sv_watch_gets_lost(const sv_watch *w, const sv_watch_step *s) {
  return sv_eq(w->T, s->to, number(w, w->property->automaton->states));
}

static sv_term moves_along(const sv_watch *w, const sv_watch_step *s) {
  sv_term rests = sv_eq(w->T, s->to, sv_watch_var(w, w->at));
  return sv_ite(w->T, s->passing, rests, edges(w, s->to, 0));
}

sv_term sv_watch_mark(const sv_watch *w, const sv_watch_step *s, uint32_t mark) {
  uint32_t conditions = w->property->automaton->conditions;
  if (mark < conditions)
    return sv_and(w->T, sv_not(s->passing), edges(w, s->to, UINT64_C(1) << mark));
  const sv_requirement *q = &w->fairness.at[mark - conditions];
  if (s->ends || sv_requirement_served(w->net, q, s->action)) return SV_TRUE;
  sv_term idle = q->process == SV_NO_PROCESS ? SV_FALSE : sv_net_at(w->net, q->process, 0);
  sv_term passing = sv_record_passing(w->net, s->action);
  sv_term waits = sv_or(w->T, w->moves->cut, sv_record_able(w->net, w->moves, q, SV_FALSE));
  return sv_or(w->T, idle, sv_and(w->T, sv_not(passing), sv_not(waits)));
}

// A run that ends enables no requirement of fairness.
sv_term sv_watch_able(const sv_watch *w, const sv_watch_step *s, const sv_requirement *q) {
  if (s->ends) return SV_FALSE;
  return sv_record_able(w->net, w->moves, q, sv_record_passing(w->net, s->action));
}

sv_term sv_watch_served(const sv_watch *w, const sv_watch_step *s, const sv_requirement *q) {
  return !s->ends && sv_requirement_served(w->net, q, s->action) ? SV_TRUE : SV_FALSE;
}

// ---- actions

static void add_choices(const sv_watch *w, sv_net_action *a, sv_sort own) {
  uint32_t n = a->choice_count;
  sv_sort *choices = SV_ARENA_ARRAY(w->out->arena, sv_sort, n + 2);
  uint32_t *inputs = SV_ARENA_ARRAY(w->out->arena, uint32_t, n + 2);
  for (uint32_t i = 0; i < n; i++) choices[i] = a->choices[i], inputs[i] = a->choice_inputs[i];
  choices[n] = w->states, choices[n + 1] = own;
  inputs[n] = inputs[n + 1] = UINT32_MAX;
  a->choices = choices;
  a->choice_inputs = inputs;
  a->choice_count = n + 2;
}

typedef struct {
  sv_sort choice;
  sv_watch_fn *fn;
  void *context;
} maker;

static void add_action(sv_watch *w, sv_net_action a, bool ends, const maker *m) {
  sv_watch_step s = {.action = &a, .ends = ends};
  if (a.cut) {
    sv_push(w->out->actions, a);
    return;
  }
  s.passing = w->property->stable ? sv_record_passing(w->net, &a) : SV_FALSE;
  s.to = sv_choice(w->T, w->states, a.choice_count);
  s.choice = sv_choice(w->T, m->choice, a.choice_count + 1);
  for (uint32_t i = 0; i < a.update_count; i++) sv_push(s.updates, a.updates[i]);
  sv_term condition = m->fn(m->context, &s);
  sv_watch_set(w, &s, w->at, s.to);
  sv_term goes = sv_or(w->T, moves_along(w, &s), sv_watch_gets_lost(w, &s));
  sv_net_action made = a;
  made.constraint = sv_and(w->T, a.constraint, sv_and(w->T, condition, goes));
  add_choices(w, &made, m->choice);
  SV_ARENA_KEEP(w->out->arena, s.updates, made.updates, made.update_count);
  sv_push(w->out->actions, made);
}

static uint32_t last_class(const sv_net *net) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (net->actions.at[i].priority > last) last = net->actions.at[i].priority;
  return last;
}

// While a process stands in a blocking or committed location only what has an edge of it is
// possible, be it one that takes it along: it makes no move, and stays.
static void add_end_in(sv_watch *w, sv_net_action end, uint32_t process, const maker *m) {
  SV_VEC(uint32_t) from = {0};
  for (uint32_t l = 1; l < sv_net_locations(w->net, process); l++)
    if (sv_net_location(w->net, process, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
      sv_push(from, l);
  sv_net_edge *e = SV_ARENA_ARRAY(w->out->arena, sv_net_edge, 1);
  *e = (sv_net_edge){.process = process, .to = SV_STAY, .flags = SV_EDGE_PASSIVE};
  SV_ARENA_KEEP(w->out->arena, from, e->from, e->from_count);
  end.edges = e;
  end.edge_count = 1;
  if (e->from_count) add_action(w, end, true, m);
}

void sv_watch_actions(sv_watch *w, sv_sort choice, sv_watch_fn *fn, void *context) {
  maker m = {choice, fn, context};
  for (uint32_t i = 0; i < w->net->actions.n; i++) add_action(w, w->net->actions.at[i], false, &m);
  if (!w->property->repeats) return;
  sv_net_action end = {.guard = SV_TRUE, .constraint = SV_TRUE, .priority = last_class(w->net) + 1};
  add_action(w, end, true, &m);
  for (uint32_t p = 0; p < w->net->processes.n; p++) add_end_in(w, end, p, &m);
}

// ---- the whole

static const char *refusal(const sv_watch *w) {
  const sv_property *p = w->property;
  if ((p->repeats || w->fairness.n) && !sv_record_knows_ends(w->net))
    return "runs that end are not recorded where joint actions have priorities";
  if (p->stable && sv_record_may_stay(w->net))
    return "a section that may never end is not recorded";
  return NULL;
}

static bool find_moves(sv_watch *w, sv_text *why) {
  if (!w->fairness.n) return true;
  return (w->moves = sv_record_moves_new(w->net, &w->fairness, why));
}

static uint32_t bits_for(uint32_t n) {
  uint32_t bits = 1;
  while (UINT32_C(1) << bits < n) bits++;
  return bits;
}

static void free_watch(sv_watch *w) {
  sv_record_moves_free(w->moves);
  sv_vec_free(w->fairness);
  sv_free(w);
}

sv_watch *sv_watch_new(const sv_net *net, uint32_t property, sv_text *why) {
  sv_watch *w = SV_NEW(sv_watch);
  *w = (sv_watch){.net = net, .property = &net->properties.at[property], .T = net->model->terms};
  REQUIRE(w->property->kind == SV_PROP_RECURRENCE, "only recurrences are watched");
  sv_fairness_of(net, w->property, &w->fairness);
  const char *no = refusal(w);
  if (no) sv_text_string(why, no);
  if (no || !find_moves(w, why)) return free_watch(w), NULL;
  w->states = sv_sort_bv(w->T, bits_for(w->property->automaton->states + 1), false);
  w->marks = w->property->automaton->conditions + w->fairness.n;
  w->out = sv_net_like(net);
  for (uint32_t v = 0; v < net->vars.n; v++) sv_push(w->out->vars, net->vars.at[v]);
  w->at = sv_watch_variable(w, "_automaton", w->states, 1);
  w->out->vars.at[w->at].init = number(w, 0);
  return w;
}

sv_net *sv_watch_finish(sv_watch *w, uint32_t property, sv_term invariant) {
  sv_net *out = w->out;
  sv_property *p = &out->properties.at[property];
  p->kind = SV_PROP_INVARIANT;
  p->term = invariant;
  p->stable = p->repeats = p->fair = false;
  p->automaton = NULL;
  free_watch(w);
  return out;
}
