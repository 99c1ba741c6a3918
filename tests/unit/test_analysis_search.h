// test_analysis_search.h -- reduced searches over a known state graph.
//
// The graph has been built without reduction; here it is walked again, taking
// in each state only what the stubborn sets select, under one of the two
// provisos. What must be kept is compared with the whole graph.

#ifndef SV_TEST_ANALYSIS_SEARCH_H
#define SV_TEST_ANALYSIS_SEARCH_H

#include "analysis/reduction/stubborn.h"
#include "unit/test_analysis_graph.h"

typedef struct {
  graph *g;
  sv_reduction *r;
  sv_stubborn *s;
  sv_u32s enabled, location, chosen;
  uint32_t state;
  uint64_t full, picked;  // enabled actions, and those selected
} oracle;

static inline bool guard_holds(void *context, uint32_t action) {
  const oracle *o = context;
  sv_value v =
      sv_exec_evaluate(o->g->x, o->g->states.at[o->state], o->g->net->actions.at[action].guard);
  return sv_small_get(v);
}

static inline bool oracle_new(oracle *o, graph *g, const uint32_t *properties, uint32_t n) {
  sv_text why = {0};
  *o = (oracle){.g = g, .r = sv_reduction_new(g->net, properties, n, &why)};
  if (!o->r) assert_true(why.n > 0);
  sv_text_free(&why);
  if (o->r) o->s = sv_stubborn_new(o->r);
  sv_fill(o->location, g->net->processes.n + 1);
  return o->r;
}

static inline void oracle_free(oracle *o) {
  sv_stubborn_free(o->s);
  sv_reduction_free(o->r);
  sv_vec_free(o->enabled);
  sv_vec_free(o->location);
  sv_vec_free(o->chosen);
}

// Fills enabled and chosen for this state.
static inline void ask(oracle *o, uint32_t state) {
  graph_enabled(o->g, state, &o->enabled);
  sv_fill(o->chosen, o->enabled.n);
  o->state = state;
  for (uint32_t p = 0; p < o->g->net->processes.n; p++)
    o->location.at[p] = sv_state_location(o->g->net, o->g->states.at[state], p);
  o->chosen.n = sv_stubborn_select(o->s, o->enabled.at, o->enabled.n, o->location.at, guard_holds,
                                   o, o->chosen.at);
  assert_true(o->chosen.n <= o->enabled.n && (o->chosen.n || !o->enabled.n));
  o->full += o->enabled.n;
  o->picked += o->chosen.n;
}

static inline bool is_chosen(const oracle *o, uint32_t action) {
  for (uint32_t i = 0; i < o->chosen.n; i++)
    if (o->chosen.at[i] == action) return true;
  return false;
}

// ---- searches

typedef struct {
  sv_bits seen, expanded, on_stack, fired;
  sv_u32s todo;
  uint32_t states;
} search;

static inline void search_init(search *s, const graph *g) {
  *s = (search){0};
  sv_bits_init(&s->seen, g->states.n);
  sv_bits_init(&s->expanded, g->states.n);
  sv_bits_init(&s->on_stack, g->states.n);
  sv_bits_init(&s->fired, g->net->actions.n);
}

static inline void search_free(search *s) {
  sv_bits_free(&s->seen);
  sv_bits_free(&s->expanded);
  sv_bits_free(&s->on_stack);
  sv_bits_free(&s->fired);
  sv_vec_free(s->todo);
}

static inline void see(search *s, uint32_t state) {
  if (sv_bits_has(&s->seen, state)) return;
  sv_bits_add(&s->seen, state);
  sv_push(s->todo, state);
  s->states++;
}

// The proviso: some selected successor is not in `old`.
static inline bool has_fresh(const oracle *o, uint32_t state, const sv_bits *old) {
  for (uint32_t i = o->g->first_arc.at[state]; i < o->g->first_arc.at[state + 1]; i++)
    if (is_chosen(o, o->g->arcs.at[i].action) && !sv_bits_has(old, o->g->arcs.at[i].to))
      return true;
  return false;
}

static inline void select_for(oracle *o, uint32_t state, const sv_bits *old) {
  ask(o, state);
  if (o->chosen.n == o->enabled.n) return;
  if (!sv_reduction_needs_proviso(o->r) || has_fresh(o, state, old)) return;
  sv_fill(o->chosen, o->enabled.n);
  memcpy(o->chosen.at, o->enabled.at, o->enabled.n * sizeof *o->enabled.at);
}

// Random order of expansion: breadth first if `order` is NULL.
static inline void run_closed(oracle *o, search *s, sv_random *order) {
  const graph *g = o->g;
  for (uint32_t i = 0; i < g->initials; i++) see(s, i);
  for (uint32_t next = 0; next < s->todo.n; next++) {
    uint32_t left = s->todo.n - next, pick = order ? next + sv_random_below(order, left) : next;
    uint32_t state = s->todo.at[pick];
    s->todo.at[pick] = s->todo.at[next], s->todo.at[next] = state;
    sv_bits_add(&s->expanded, state);
    select_for(o, state, &s->expanded);
    for (uint32_t i = g->first_arc.at[state]; i < g->first_arc.at[state + 1]; i++) {
      if (!is_chosen(o, g->arcs.at[i].action)) continue;
      sv_bits_add(&s->fired, g->arcs.at[i].action);
      see(s, g->arcs.at[i].to);
    }
  }
}

// Depth of recursion: the length of a path.
static inline void visit(oracle *o, search *s, uint32_t state) {
  const graph *g = o->g;
  sv_u32s successors = {0};
  sv_bits_add(&s->seen, state);
  sv_bits_add(&s->on_stack, state);
  s->states++;
  select_for(o, state, &s->on_stack);
  for (uint32_t i = g->first_arc.at[state]; i < g->first_arc.at[state + 1]; i++)
    if (is_chosen(o, g->arcs.at[i].action)) {
      sv_bits_add(&s->fired, g->arcs.at[i].action);
      sv_push(successors, g->arcs.at[i].to);
    }
  for (uint32_t i = 0; i < successors.n; i++)
    if (!sv_bits_has(&s->seen, successors.at[i])) visit(o, s, successors.at[i]);
  sv_bits_remove(&s->on_stack, state);
  sv_vec_free(successors);
}

static inline void run_stack(oracle *o, search *s) {
  for (uint32_t i = 0; i < o->g->initials; i++)
    if (!sv_bits_has(&s->seen, i)) visit(o, s, i);
}

// ---- what must be kept

static inline bool violated(const graph *g, const sv_bits *seen, const sv_bits *fired,
                            uint32_t property) {
  for (uint32_t a = 0; a < g->net->actions.n; a++)
    if (g->net->actions.at[a].fails == property && (!fired || sv_bits_has(fired, a))) return true;
  for (uint32_t s = 0; s < g->states.n; s++)
    if ((!seen || sv_bits_has(seen, s)) && sv_exec_violated_in(g->x, g->states.at[s], property))
      return true;
  return false;
}

static inline bool cut_met(const graph *g, const sv_bits *seen) {
  for (uint32_t s = 0; s < g->states.n; s++)
    if ((!seen || sv_bits_has(seen, s)) && sv_exec_cut(g->x, g->states.at[s]) != UINT32_MAX)
      return true;
  return false;
}

static inline void all_fired(const graph *g, sv_bits *fired) {
  for (uint32_t i = 0; i < g->arcs.n; i++) sv_bits_add(fired, g->arcs.at[i].action);
}

static inline bool has_sections(const sv_net *net) {
  const unsigned flags = SV_LOC_YIELDING | SV_LOC_BLOCKING | SV_LOC_COMMITTED;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    const sv_template *t = &net->model->templates.at[net->processes.at[p].template_number];
    for (uint32_t l = 1; l < t->locations.n; l++)
      if (t->locations.at[l].flags & flags) return true;
  }
  return false;
}

// The same deadlocked states, if nobody can be stuck inside a section and
// control is not held; else it is the verdict that counts.
static inline bool keeps_deadlocks(const graph *g, const search *s) {
  if (has_sections(g->net)) return true;
  for (uint32_t i = 0; i < g->states.n; i++)
    if (sv_exec_deadlocked(g->x, g->states.at[i]) && !sv_bits_has(&s->seen, i)) return false;
  return true;
}

// What is lost, or NULL.
static inline const char *find_loss(const oracle *o, const search *s, const uint32_t *properties,
                                    uint32_t n) {
  const graph *g = o->g;
  const char *lost = NULL;
  sv_bits fired;
  sv_bits_init(&fired, g->net->actions.n);
  all_fired(g, &fired);
  if (sv_reduction_needs_proviso(o->r) && !sv_bits_equal(&fired, &s->fired)) lost = "an action";
  if (cut_met(g, NULL) != cut_met(g, &s->seen)) lost = "a cut";
  for (uint32_t i = 0; i < n; i++) {
    if (violated(g, NULL, &fired, properties[i]) != violated(g, &s->seen, &s->fired, properties[i]))
      lost = "a violation";
    if (g->net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK && !keeps_deadlocks(g, s))
      lost = "a deadlock";
  }
  sv_bits_free(&fired);
  return lost;
}

// Searches in three ways; the number of states of the breadth-first one.
static inline uint32_t check_searches(oracle *o, const uint32_t *properties, uint32_t n,
                                      uint32_t number) {
  static const char *const names[] = {"breadth first", "random order", "depth first"};
  sv_random order = {number};
  uint32_t states = 0;
  for (int how = 0; how < 3; how++) {
    search s;
    search_init(&s, o->g);
    if (how == 2) run_stack(o, &s);
    else run_closed(o, &s, how ? &order : NULL);
    const char *lost = find_loss(o, &s, properties, n);
    if (lost)
      fail_msg("model %u, property %u, %s: %s is lost", number, properties[0], names[how], lost);
    if (!how) states = s.states;
    search_free(&s);
  }
  return states;
}

// ---- the definition of a strong stubborn set, looked up in the graph; control is plain

typedef struct {
  uint32_t state, image;
} pair;

// From s on, as long as nothing selected happens: t stays enabled with the
// same choices, and what happens, happens after t as well, to the same effect.
static inline void check_member(const oracle *o, uint32_t s, const arc *t, uint32_t number) {
  const graph *g = o->g;
  SV_VEC(pair) todo = {0};
  sv_bits seen;
  sv_bits_init(&seen, g->states.n);
  sv_push(todo, (pair){s, t->to});
  sv_bits_add(&seen, s);
  while (todo.n) {
    pair p = sv_pop(todo);
    for (uint32_t i = g->first_arc.at[p.state]; i < g->first_arc.at[p.state + 1]; i++) {
      arc b = g->arcs.at[i];
      if (is_chosen(o, b.action)) continue;
      const arc *after = graph_arc(g, p.image, b.action, b.choice);
      const arc *still = graph_arc(g, b.to, t->action, t->choice);
      if (!after || !still || after->to != still->to)
        fail_msg("model %u, state %u: action %u and %u, selected, do not commute", number, s,
                 b.action, t->action);
      if (sv_bits_has(&seen, b.to)) continue;
      sv_bits_add(&seen, b.to);
      sv_push(todo, (pair){b.to, after->to});
    }
  }
  sv_bits_free(&seen);
  sv_vec_free(todo);
}

// No selected action gets new choices on the way.
static inline void check_no_more(const oracle *o, uint32_t s, uint32_t number) {
  const graph *g = o->g;
  sv_u32s todo = {0};
  sv_bits seen;
  sv_bits_init(&seen, g->states.n);
  sv_push(todo, s);
  sv_bits_add(&seen, s);
  while (todo.n) {
    uint32_t at = sv_pop(todo);
    for (uint32_t i = g->first_arc.at[at]; i < g->first_arc.at[at + 1]; i++) {
      arc b = g->arcs.at[i];
      if (is_chosen(o, b.action)) {
        if (!graph_arc(g, s, b.action, b.choice))
          fail_msg("model %u: a member gains a choice", number);
      } else if (!sv_bits_has(&seen, b.to)) {
        sv_bits_add(&seen, b.to);
        sv_push(todo, b.to);
      }
    }
  }
  sv_bits_free(&seen);
  sv_vec_free(todo);
}

#endif
