// reduce.c -- from the case split to expansions; see reduce.h.
//
// The free processes get an order: those that can move whatever the valuation
// come first, since then nothing is split; else by number, so that states that
// were reached in different ways go on in the same one. A candidate of the k-th
// is expanded where none of those before it that were taken is enabled, all others
// where no free process is. What is postponed is the complement of that.

#include "engine/boppo/reduce_inside.h"

sv_reducer *sv_reducer_new(const sv_net *net, const sv_aig *g, sv_reduce_method method,
                           const uint32_t *properties, uint32_t n, sv_limits *limits) {
  sv_reducer *r = SV_NEW(sv_reducer);
  *r = (sv_reducer){.net = net, .graph = g, .method = method, .limits = limits};
  if (method != SV_REDUCE_OFF) r->persistent = sv_persistent_new(net, properties, n);
  sv_bits_init(&r->free, net->processes.n);
  return r;
}

void sv_reducer_free(sv_reducer *r) {
  if (!r) return;
  sv_reduce_solver_free(r);
  sv_persistent_free(r->persistent);
  sv_bits_free(&r->free);
  sv_vec_free(r->proposals);
  sv_vec_free(r->focus);
  sv_free(r);
}

sv_reduce_statistics sv_reduce_numbers(const sv_reducer *r) {
  sv_reduce_statistics all = r->numbers;
  if (!r->solver) return all;
  sv_split_statistics now = sv_split_numbers(r->solver);
  all.hooked += now.hooked;
  all.decisions += now.decisions;
  all.conflicts += now.conflicts;
  return all;
}

// ---- the order

static sv_lit enabled_of(sv_cases *c, uint32_t process) {
  sv_lits any = {0};
  for (uint32_t i = 0; i < c->n; i++)
    if (c->candidates[i].process == process) sv_push(any, c->candidates[i].enabled);
  sv_lit result = sv_aig_or_all(c->g, any.at, any.n);
  sv_vec_free(any);
  return result;
}

// `always`: those that can move in any case; else the others.
static void put_in_order(sv_cases *c, bool always) {
  const sv_bits *free = &c->r->free;
  for (uint32_t p = sv_bits_next(free, 0); p != UINT32_MAX; p = sv_bits_next(free, p + 1)) {
    sv_lit enabled = enabled_of(c, p);
    if (sv_lit_same(enabled, SV_LIT_FALSE) || sv_lit_same(enabled, SV_LIT_TRUE) != always) continue;
    for (uint32_t i = 0; i < c->n; i++)
      if (c->candidates[i].process == p) c->rank.at[i] = c->order.n;
    assert(!c->order.n || sv_last(c->order).process != p);
    sv_push(c->order, (sv_free_process){.process = p, .enabled = enabled});
  }
}

static void make_order(sv_cases *c, const uint32_t *places) {
  for (uint32_t i = 0; i < c->n; i++) sv_push(c->rank, SV_NOT_RANKED);
  if (!c->r->persistent) return;
  sv_persistent_find(c->r->persistent, places, &c->r->free);
  put_in_order(c, true);
  put_in_order(c, false);
}

static void cases_free(sv_cases *c) {
  sv_vec_free(c->order);
  sv_vec_free(c->rank);
  sv_vec_free(c->taken);
  sv_vec_free(c->selectors);
  sv_bits_free(&c->found);
}

static sv_cases make_cases(sv_reducer *r, sv_aig *g, const uint32_t *places, sv_lit guard,
                           const sv_reduce_candidate *candidates, uint32_t n) {
  REQUIRE(g == r->graph, "a reducer is about one graph");
  sv_cases c = {.r = r, .g = g, .guard = guard, .candidates = candidates, .n = n};
  sv_bits_init(&c.found, n);
  make_order(&c, places);
  assert(c.rank.n == n);
  return c;
}

// ---- what comes out

// The place of a candidate's process among those taken; behind them if it is not.
static uint32_t turn_of(const sv_cases *c, uint32_t candidate) {
  uint32_t i = 0;
  while (i < c->taken.n && c->taken.at[i] != c->rank.at[candidate]) i++;
  return i;
}

// One of the first that were taken is enabled.
static sv_lit some_before(sv_cases *c, uint32_t turn) {
  sv_lits any = {0};
  for (uint32_t i = 0; i < turn; i++) sv_push(any, c->order.at[c->taken.at[i]].enabled);
  sv_lit result = sv_aig_or_all(c->g, any.at, any.n);
  sv_vec_free(any);
  return result;
}

// Is another process enabled where the k-th moves alone?
static sv_sat_answer has_postponed(sv_cases *c, uint32_t k, sv_lit when) {
  assert(k < c->order.n);
  sv_lits others = {0};
  for (uint32_t i = 0; i < c->n; i++)
    if (c->rank.at[i] != k) sv_push(others, c->candidates[i].enabled);
  sv_lit all[] = {c->guard, when, c->order.at[k].enabled, sv_aig_or_all(c->g, others.at, others.n)};
  sv_vec_free(others);
  if (sv_lit_is_const(all[3])) return sv_lit_same(all[3], SV_LIT_TRUE) ? SV_SAT_YES : SV_SAT_NO;
  return sv_cases_ask(c, all, 4);
}

static void put(const sv_cases *c, uint32_t turn, sv_lit when, bool reduced, sv_expansions *out) {
  for (uint32_t i = 0; i < c->n; i++)
    if (sv_bits_has(&c->found, i) && turn_of(c, i) == turn)
      sv_push(*out, (sv_expansion){i, when, reduced});
}

static bool put_all(sv_cases *c, sv_expansions *out) {
  bool any = false;
  for (uint32_t i = 0; i < c->taken.n; i++) {
    sv_lit when = sv_lit_not(some_before(c, i));
    sv_sat_answer postponed = has_postponed(c, c->taken.at[i], when);
    assert(!i || c->taken.at[i - 1] < c->taken.at[i]);
    if (postponed == SV_SAT_UNKNOWN) return false;
    put(c, i, when, postponed == SV_SAT_YES, out);
    any |= postponed == SV_SAT_YES;
  }
  put(c, c->taken.n, sv_lit_not(some_before(c, c->taken.n)), false, out);
  c->r->numbers.reduced += any;
  return true;
}

static bool put_postponed(sv_cases *c, sv_expansions *out) {
  for (uint32_t i = 0; i < c->n; i++) {
    sv_lit when = some_before(c, turn_of(c, i));
    sv_lit all[] = {c->guard, when, c->candidates[i].enabled};
    sv_sat_answer answer = sv_cases_ask(c, all, 3);
    if (answer == SV_SAT_UNKNOWN) return false;
    if (answer == SV_SAT_YES) sv_push(*out, (sv_expansion){i, when, false});
  }
  return true;
}

typedef bool put_fn(sv_cases *, sv_expansions *);

static bool run(sv_cases c, put_fn *put_out, sv_expansions *out) {
  double start = sv_now();
  bool done = sv_cases_solve(&c) && put_out(&c, out);
  c.r->numbers.seconds += sv_now() - start;
  cases_free(&c);
  return done;
}

bool sv_reduce(sv_reducer *r, sv_aig *g, const uint32_t *places, sv_lit guard,
               const sv_reduce_candidate *candidates, uint32_t n, sv_expansions *out) {
  r->numbers.states++;
  return run(make_cases(r, g, places, guard, candidates, n), put_all, out);
}

bool sv_reduce_postponed(sv_reducer *r, sv_aig *g, const uint32_t *places, sv_lit guard,
                         const sv_reduce_candidate *candidates, uint32_t n, sv_expansions *out) {
  return run(make_cases(r, g, places, guard, candidates, n), put_postponed, out);
}
