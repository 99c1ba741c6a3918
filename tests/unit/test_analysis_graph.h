// test_analysis_graph.h -- the whole state graph of a small net, by exec.
//
// States are numbered in the order of a breadth-first search; arcs carry the
// action and the number of its choice values. Nothing of analysis/ is used
// here: this is what analyses are held against.

#ifndef SV_TEST_ANALYSIS_GRAPH_H
#define SV_TEST_ANALYSIS_GRAPH_H

#include "exec/exec.h"
#include "unit/test_analysis_models.h"

typedef struct {
  uint32_t action, choice, to;
} arc;

typedef struct {
  sv_net *net;
  sv_exec *x;
  SV_VEC(sv_state *) states;
  SV_VEC(arc) arcs;
  sv_u32s first_arc;  // states.n + 1 once a state is expanded
  sv_u32s chain;      // states of the same hash
  sv_map hashes;
  uint32_t initials;
  bool complete;  // all states were expanded
  sv_state *spare;
} graph;

static inline uint64_t hash_state(const sv_net *net, const sv_state *s) {
  uint64_t h = sv_hash_bytes(s->cells, net->cells * sizeof *s->cells, 1);
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_queue_state *x = &s->queues[q];
    h = sv_mix64(h ^ (x->messages * 31u + x->deferred));
    if (x->fields.n) h ^= sv_hash_bytes(x->fields.at, x->fields.n * sizeof *x->fields.at, h);
  }
  return h;
}

// The number of the state, or UINT32_MAX.
static inline uint32_t graph_find(const graph *g, const sv_state *s) {
  uint32_t i = sv_map_get(&g->hashes, hash_state(g->net, s));
  while (i != UINT32_MAX && !sv_state_equal(g->net, g->states.at[i], s)) i = g->chain.at[i];
  return i;
}

static inline uint32_t graph_add(graph *g, const sv_state *s) {
  uint32_t found = graph_find(g, s);
  if (found != UINT32_MAX) return found;
  uint64_t h = hash_state(g->net, s);
  sv_state *copy = sv_state_new(g->net);
  sv_state_copy(g->net, copy, s);
  sv_push(g->chain, sv_map_get(&g->hashes, h));
  sv_map_put(&g->hashes, h, g->states.n);
  sv_push(g->states, copy);
  return g->states.n - 1;
}

static inline bool graph_initial(void *context, const sv_state *s) {
  graph_add(context, s);
  return true;
}

static inline uint32_t choice_number(const graph *g, const sv_step *step) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->net->actions.at[step->action].choice_count; i++)
    n = n * 64 + (uint32_t)sv_small_get(step->choices[i]);
  return n;
}

static inline void graph_expand(graph *g, uint32_t s) {
  sv_steps steps = {0};
  sv_exec_steps(g->x, g->states.at[s], &steps, NULL);
  for (uint32_t i = 0; i < steps.n; i++) {
    sv_exec_fire(g->x, g->states.at[s], &steps.at[i], g->spare);
    arc a = {steps.at[i].action, choice_number(g, &steps.at[i]), graph_add(g, g->spare)};
    sv_push(g->arcs, a);
  }
  sv_steps_free(&steps);
}

// Gives up beyond `most` states: then it is not complete.
static inline graph *graph_new(sv_net *net, uint32_t most) {
  graph *g = SV_NEW(graph);
  g->net = net;
  g->x = sv_exec_new(net);
  g->spare = sv_state_new(net);
  sv_exec_initials(g->x, graph_initial, g);
  g->initials = g->states.n;
  for (uint32_t s = 0; s < g->states.n && g->states.n <= most; s++) {
    sv_push(g->first_arc, g->arcs.n);
    graph_expand(g, s);
  }
  g->complete = g->first_arc.n == g->states.n;
  sv_push(g->first_arc, g->arcs.n);
  return g;
}

static inline void graph_free(graph *g) {
  for (uint32_t i = 0; i < g->states.n; i++) sv_state_free(g->net, g->states.at[i]);
  sv_state_free(g->net, g->spare);
  sv_vec_free(g->states);
  sv_vec_free(g->arcs);
  sv_vec_free(g->first_arc);
  sv_vec_free(g->chain);
  sv_map_free(&g->hashes);
  sv_exec_free(g->x);
  sv_free(g);
}

// The arc of s with this action and choice, or NULL.
static inline const arc *graph_arc(const graph *g, uint32_t s, uint32_t action, uint32_t choice) {
  for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++)
    if (g->arcs.at[i].action == action && g->arcs.at[i].choice == choice) return &g->arcs.at[i];
  return NULL;
}

// Enabled actions of s, ascending, each once.
static inline void graph_enabled(const graph *g, uint32_t s, sv_u32s *out) {
  sv_clear(*out);
  for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++)
    if (!out->n || sv_last(*out) != g->arcs.at[i].action) sv_push(*out, g->arcs.at[i].action);
}

static inline bool graph_is_enabled(const graph *g, uint32_t s, uint32_t action) {
  for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++)
    if (g->arcs.at[i].action == action) return true;
  return false;
}

// A random model that is small enough; NULL if this one is not.
typedef struct {
  sketch k;
  sv_net *net;
  graph *g;
  uint32_t number;
} specimen;

static inline void specimen_free(specimen *x) {
  if (x->g) graph_free(x->g);
  sv_net_free(x->net);
  sv_model_free(x->k.m);
}

static inline bool specimen_new(specimen *x, uint32_t number, uint32_t most_states) {
  sv_text why = {0};
  *x = (specimen){.k = sketch_new(number, features_of(number)), .number = number};
  x->net = sv_net_new(x->k.m, (sv_net_options){.threads = 2}, &why);
  assert_non_null(x->net);
  x->g = graph_new(x->net, most_states);
  sv_text_free(&why);
  if (x->g->complete) return true;
  specimen_free(x);
  return false;
}

#endif
