// oracle.c -- see oracle.h.

#include "random/oracle.h"

#include "random/rows.h"

#include "unit/passing.h"

typedef struct walk walk;
struct walk {
  oracle *o;
  oracle_limits limits;
  const sv_net *net;
  sv_exec *exec;
  oracle_visit *visit;
  void *context;
  rows rows;      // all states
  sv_u64s depth;  // of state i
  sv_state *state, *next;
  walk *inner;  // passing states behind the state at hand; NULL: they are states like others
};

static void add_state(walk *w, const sv_state *s, uint64_t depth) {
  if (rows_add(&w->rows, s) == w->depth.n) sv_push(w->depth, depth);
}

// ---- the search

static void note(walk *w, uint32_t property, uint64_t length) {
  uint64_t *shortest = &w->o->violated.at[property];
  if (length < *shortest) *shortest = length;
}

static bool add_initial(void *context, const sv_state *s) {
  walk *w = context;
  add_state(w, s, 0);
  return w->depth.n <= w->limits.states;
}

static void take_steps(walk *w, uint64_t depth, const sv_steps *steps) {
  for (uint32_t i = 0; i < steps->n; i++) {
    uint32_t fails = w->net->actions.at[steps->at[i].action].fails;
    if (fails) note(w, fails, depth + 1);
    sv_exec_fire(w->exec, w->state, &steps->at[i], w->next);
    bool passing = w->inner && is_passing(w->exec, w->next);
    if (w->inner && !passing) forget_holder(w->exec, w->next);
    add_state(passing ? w->inner : w, w->next, depth + 1);
  }
  w->o->transitions += steps->n;
}

// Looks at w->state, from which states of level depth + 1 are reached.
static bool look(walk *w, uint64_t violated, uint64_t depth, sv_steps *steps) {
  for (uint32_t p = 1; p < w->net->properties.n; p++)
    if (sv_exec_violated_in(w->exec, w->state, p)) note(w, p, violated);
  w->o->cut |= sv_exec_cut(w->exec, w->state) != UINT32_MAX;
  sv_exec_steps(w->exec, w->state, steps, NULL);
  if (w->visit && !w->visit(w->context, w->exec, w->state, steps)) return false;
  take_steps(w, depth, steps);
  return true;
}

static void forget_rows(walk *w) {
  sv_clear(w->depth);
  rows_clear(&w->rows);
}

static bool expand(walk *w, uint32_t i, sv_steps *steps) {
  uint64_t depth = w->depth.at[i];
  rows_get(&w->rows, i, w->state);
  w->o->depth = depth;
  if (!look(w, depth, depth, steps)) return false;
  for (uint32_t k = 0; w->inner && k < w->inner->depth.n; k++) {
    rows_get(&w->inner->rows, k, w->state);
    if (!look(w, depth + 1, depth, steps)) return false;
  }
  if (w->inner && w->inner->depth.n) forget_rows(w->inner);
  return true;
}

static bool within(const walk *w) {
  return w->depth.n <= w->limits.states && w->o->transitions <= w->limits.transitions;
}

static void explore(walk *w) {
  sv_steps steps = {0};
  bool listed = sv_exec_initials(w->exec, add_initial, w) == SV_EXEC_DONE, going = true;
  for (uint32_t i = 0; listed && going && i < w->depth.n && within(w); i++)
    going = expand(w, i, &steps);
  sv_steps_free(&steps);
  w->o->states = w->depth.n;
  w->o->too_large = !listed || !within(w);
}

static void free_walk(walk *w) {
  rows_free(&w->rows);
  sv_vec_free(w->depth);
  sv_state_free(w->net, w->state);
  sv_state_free(w->net, w->next);
  sv_exec_free(w->exec);
}

static walk new_walk(const sv_net *net, oracle_limits limits, oracle *o) {
  walk w = {.o = o,
            .limits = limits,
            .net = net,
            .rows = rows_new(net),
            .exec = sv_exec_new(net),
            .state = sv_state_new(net),
            .next = sv_state_new(net)};
  return w;
}

static oracle search(const sv_net *net, oracle_limits limits, oracle_visit *visit, void *context,
                     bool passes) {
  oracle o = {0};
  walk w = new_walk(net, limits, &o), inner = new_walk(net, limits, &o);
  w.visit = visit;
  w.context = context;
  w.inner = passes ? &inner : NULL;
  for (uint32_t p = 0; p < net->properties.n; p++) sv_push(o.violated, ORACLE_NEVER);
  explore(&w);
  free_walk(&w);
  free_walk(&inner);
  return o;
}

static bool agree(const oracle *a, const oracle *b) {
  for (uint32_t p = 0; p < a->violated.n; p++)
    if ((a->violated.at[p] == ORACLE_NEVER) != (b->violated.at[p] == ORACLE_NEVER)) return false;
  return a->cut == b->cut;
}

static void copy_numbers(const sv_u64s *from, sv_u64s *to) {
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, from->at[i]);
}

oracle oracle_explore(const sv_net *net, oracle_limits limits, oracle_visit *visit, void *context) {
  oracle all = search(net, limits, visit, context, false);
  copy_numbers(&all.violated, &all.steps);
  if (all.too_large || net->holder == SV_NO_VARIABLE) return all;
  oracle stored = search(net, limits, NULL, NULL, true);
  copy_numbers(&all.steps, &stored.steps);
  stored.wrong = !stored.too_large && !agree(&all, &stored);
  oracle_free(&all);
  return stored;
}

void oracle_free(oracle *o) {
  sv_vec_free(o->violated);
  sv_vec_free(o->steps);
}
