// search.c -- the searches that visit every state: layer by layer, by chaining, by saturation.

#include "engine/bdd/search.h"

#include <inttypes.h>

#include "engine/child.h"

// ---- looking at new states

static bool stop(sv_bdd_search *x, sv_bdd_end why) {
  x->end = why;
  return false;
}

static bool report(sv_bdd_search *x, sv_bdd bad, uint32_t property) {
  sv_trace *trace = sv_bdd_trace(x, bad, property);
  if (!trace) {
    sv_answer_bug(x->answer, "no way back from a state that was reached");
    return stop(x, SV_BDD_BROKEN);
  }
  if (!sv_answer_violated(x->answer, property, trace)) return stop(x, SV_BDD_BROKEN);
  SV_LOG(x->run->log, 1, "bdd: property %u violated", property);
  return x->run->options->keep_going ? true : stop(x, SV_BDD_FOUND);
}

static bool look_for_violations(sv_bdd_search *x, sv_bdd states) {
  uint32_t kept = 0;
  bool on = true;
  for (uint32_t i = 0; i < x->asked.n; i++) {
    uint32_t property = x->asked.at[i];
    sv_bdd bad = on ? sv_symbolic_violations(x->s, states, property) : SV_BDD_FALSE;
    assert(sv_bdd_implies(x->s->bdds, bad, states));
    if (sv_bdd_is_false(bad)) x->asked.at[kept++] = property;
    else on = report(x, bad, property);
    sv_bdd_drop(x->s->bdds, bad);
  }
  x->asked.n = kept;
  return on;
}

static bool stays_inside(sv_bdd_search *x, sv_bdd states) {
  return sv_symbolic_stays(x->s, states) || stop(x, SV_BDD_OUTSIDE);
}

static bool fits_pools(sv_bdd_search *x, sv_bdd states) {
  for (uint32_t i = 0; x->run->stops_when_full && i < x->s->cuts.n; i++)
    if (x->s->net->actions.at[x->s->cuts.at[i].action].full &&
        !sv_bdd_disjoint(x->s->bdds, states, x->s->cuts.at[i].states))
      return stop(x, SV_BDD_FULL);
  return true;
}

bool sv_bdd_search_check(sv_bdd_search *x, sv_bdd states) {
  sv_symbolic_meet(x->s, states);
  return look_for_violations(x, states) && fits_pools(x, states) && stays_inside(x, states);
}

void sv_bdd_search_tick(sv_bdd_search *x) {
  uint32_t nodes = sv_bdd_nodes(x->s->bdds, x->reached);
  sv_progress_report r = {.phase = "bdd",
                          .depth = ++x->iterations,
                          .depth_of = "round",
                          .size = nodes,
                          .size_of = "nodes"};
  if (nodes > x->peak) x->peak = nodes;
  sv_push(x->points, (sv_bdd_point){nodes, (uint32_t)sv_bdds_used(x->s->bdds)});
  assert(x->points.n == x->iterations);
  sv_progress_tick(x->run->progress, &r);
  SV_LOG(x->run->log, 2, "bdd: iteration %u, %u nodes", x->iterations, nodes);
  if (x->layers.n) sv_child_covered(x->run, "no violation within %u steps", x->layers.n - 1);
  else sv_child_covered(x->run, "no violation in %u iterations", x->iterations);
}

// ---- layer by layer

static bool add_layer(sv_bdd_search *x, sv_bdd layer) {
  assert(sv_bdd_disjoint(x->s->bdds, layer, x->reached));
  sv_push(x->layers, sv_bdd_keep(x->s->bdds, layer));
  sv_bdd_or_to(x->s->bdds, &x->reached, layer);
  bool on = sv_bdd_search_check(x, layer);
  sv_bdd_search_tick(x);
  return on;
}

// What a step leads to and was not known; a new reference.
static sv_bdd successors(sv_bdd_search *x, sv_bdd from) {
  sv_bdds *b = x->s->bdds;
  sv_bdd image = sv_symbolic_image(x->s, from, &x->s->steps);
  sv_symbolic_add_demanded(x->s, from, UINT32_MAX, &image);
  sv_bdd_set(b, &image, sv_symbolic_released(x->s, image));
  sv_bdd_minus_to(b, &image, x->reached);
  return image;
}

// Nothing new can be reached by a step.
SV_ASSERT_ONLY static bool is_closed(sv_bdd_search *x) {
  sv_bdd next = successors(x, x->reached);
  bool closed = sv_bdd_is_false(next);
  sv_bdd_drop(x->s->bdds, next);
  return closed;
}

void sv_bdd_search_bfs(sv_bdd_search *x) {
  uint64_t bound = (uint64_t)x->run->options->depth;
  if (!add_layer(x, x->s->initial)) return;
  for (;;) {
    sv_bdd next = successors(x, sv_last(x->layers));
    bool empty = sv_bdd_is_false(next), deep = bound && x->layers.n > bound;
    assert(!empty || is_closed(x));
    if (empty || deep) x->end = empty ? SV_BDD_ENDED : SV_BDD_BOUNDED;
    bool on = !empty && !deep && add_layer(x, next);
    sv_bdd_drop(x->s->bdds, next);
    if (!on) return;
  }
}

// ---- chaining: what one relation adds is there for the next one

static void add_released(sv_bdd_search *x, sv_bdd image) {
  sv_bdds *b = x->s->bdds;
  sv_bdd fresh = sv_bdd_minus(b, image, x->reached);
  if (!sv_bdd_is_false(fresh)) {
    sv_bdd_set(b, &fresh, sv_symbolic_released(x->s, fresh));
    sv_bdd_or_to(b, &x->reached, fresh);
  }
  sv_bdd_drop(b, fresh);
}

static void chain_demands(sv_bdd_search *x) {
  sv_bdd image = SV_BDD_FALSE;
  sv_symbolic_add_demanded(x->s, x->reached, UINT32_MAX, &image);
  add_released(x, image);
  sv_bdd_drop(x->s->bdds, image);
}

static void chain_once(sv_bdd_search *x) {
  for (uint32_t i = 0; i < x->s->steps.n; i++) {
    sv_bdd image = sv_bdd_image(x->s->bdds, x->reached, &x->s->steps.at[i]);
    add_released(x, image);
    sv_bdd_drop(x->s->bdds, image);
  }
  chain_demands(x);
}

// Looks at what is new after each round, until nothing is.
static void go_round(sv_bdd_search *x, void (*round)(sv_bdd_search *)) {
  sv_bdds *b = x->s->bdds;
  sv_bdd known = SV_BDD_FALSE;
  sv_bdd_set(b, &x->reached, sv_bdd_keep(b, x->s->initial));
  bool on = true;
  while (on && !sv_bdd_same(known, x->reached)) {
    sv_bdd fresh = sv_bdd_minus(b, x->reached, known);
    assert(sv_bdd_implies(b, known, x->reached));  // sets only grow
    on = sv_bdd_search_check(x, fresh);
    sv_bdd_drop(b, fresh);
    sv_bdd_set(b, &known, sv_bdd_keep(b, x->reached));
    if (on) round(x);
    sv_bdd_search_tick(x);
  }
  sv_bdd_drop(b, known);
  assert(!on || is_closed(x));
  if (on) x->end = SV_BDD_ENDED;
}

void sv_bdd_search_chaining(sv_bdd_search *x) { go_round(x, chain_once); }

// ---- saturation

static bool on_fire(void *context, uint64_t fired) {
  sv_bdd_search *x = context;
  sv_progress_report r = {
      .phase = "bdd", .transitions = fired, .size = sv_bdds_used(x->s->bdds), .size_of = "nodes"};
  sv_progress_tick(x->run->progress, &r);
  return true;
}

// Releases are events like others here.
sv_bdd sv_bdd_search_closure(sv_bdd_search *x, sv_bdd from, const sv_bdd_relations *steps) {
  sv_bdd_relations all = {0};
  for (uint32_t i = 0; i < steps->n; i++) sv_push(all, steps->at[i]);
  for (uint32_t i = 0; i < x->s->releases.n; i++) sv_push(all, x->s->releases.at[i]);
  sv_bdd closed = sv_bdd_saturate(x->s->bdds, from, all.at, all.n, on_fire, x);
  sv_bdd_set(x->s->bdds, &closed, sv_symbolic_released(x->s, closed));
  sv_vec_free(all);
  return closed;
}

void sv_bdd_search_end(sv_bdd_search *x, sv_bdd reached) {
  sv_bdd_set(x->s->bdds, &x->reached, reached);
  bool on = sv_bdd_search_check(x, x->reached);
  assert(!on || x->reduced || is_closed(x));
  sv_bdd_search_tick(x);
  if (on) x->end = SV_BDD_ENDED;
}

void sv_bdd_search_close(sv_bdd_search *x, const sv_bdd_relations *steps) {
  sv_bdd_search_end(x, sv_bdd_search_closure(x, x->s->initial, steps));
}

// Relations that grow are not closed under but chained: what was remembered of the others stays
// good.
static void close_and_chain(sv_bdd_search *x) {
  sv_bdd_set(x->s->bdds, &x->reached, sv_bdd_search_closure(x, x->reached, &x->s->steps));
  chain_demands(x);
}

void sv_bdd_search_saturation(sv_bdd_search *x) {
  if (x->s->demands.n) go_round(x, close_and_chain);
  else sv_bdd_search_close(x, &x->s->steps);
}
