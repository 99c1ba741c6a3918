// reduce_split.c -- the case split: who can move where.
//
// Every candidate has a selector that implies its literal, and one of the
// selectors must be true. The first decisions of the solver are the hook's: it
// proposes the selectors of free processes, in order. As long as one of them can
// be true the answer has it, because a first decision is taken back only if it
// cannot be. Then the process is taken and the rest of the valuations is asked
// for: those that do not enable it. Every process comes out under the condition that
// those who were taken before are not enabled.
//
// With SV_REDUCE_CLAUSES there is no hook, but a clause for each free process
// and each candidate behind it: where the one is enabled the other is not
// selected. Taken processes are blocked by their selectors.
//
// One solver for the search, as clauses of common nodes and what was learnt
// about them may serve again. It splits on variables of the state at hand only:
// selectors of others are false, and other nodes are functions of inputs. Still,
// one that has grown much larger than its last state needed is thrown away.

#include "engine/boppo/reduce_inside.h"

#include <stdlib.h>

enum { LEAST_VARIABLES = 4000, GROWTH = 3 };

// ---- the solver

static int32_t propose(void *context, const sv_split *s) {
  const sv_reducer *r = context;
  for (uint32_t i = 0; i < r->proposals.n; i++) {
    int now = sv_split_now(s, r->proposals.at[i]);
    if (now > 0) return 0;
    if (!now) return r->proposals.at[i];
  }
  return 0;
}

#define CLAUSE(r, ...)                                      \
  sv_split_add((r)->solver, (const int32_t[]){__VA_ARGS__}, \
               sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

void sv_reduce_solver_free(sv_reducer *r) {
  if (r->solver) {
    sv_split_statistics s = sv_split_numbers(r->solver);
    r->numbers.hooked += s.hooked;
    r->numbers.decisions += s.decisions;
    r->numbers.conflicts += s.conflicts;
  }
  sv_cnf_free(r->cnf);
  sv_split_free(r->solver);
  r->cnf = NULL, r->solver = NULL;
}

static void renew_solver(sv_reducer *r) {
  sv_reduce_solver_free(r);
  r->solver = sv_split_new();
  r->cnf = sv_cnf_new(r->graph, sv_split_sink(r->solver));
  if (r->method == SV_REDUCE_SPLIT)
    sv_split_set_hook(r->solver, &(sv_split_hook){.decide = propose, .context = r});
}

static sv_sat_answer solve(sv_reducer *r, const int32_t *assumptions, uint32_t n) {
  r->numbers.sat_calls++;
  return sv_split_solve(r->solver, assumptions, n, &(sv_sat_limits){.run = r->limits});
}

// ---- one state as clauses

static void make_selectors(sv_cases *c) {
  sv_i32s one = {0};
  c->some = sv_cnf_variable(c->r->cnf);
  sv_push(one, -c->some);
  sv_clear(c->selectors);
  for (uint32_t i = 0; i < c->n; i++) {
    bool never = sv_lit_same(c->candidates[i].enabled, SV_LIT_FALSE);
    sv_push(c->selectors, never ? 0 : sv_cnf_variable(c->r->cnf));
    if (never) continue;
    CLAUSE(c->r, -c->selectors.at[i], sv_cnf_literal(c->r->cnf, c->candidates[i].enabled));
    sv_push(one, c->selectors.at[i]);
  }
  sv_split_add(c->r->solver, one.at, one.n);
  assert(c->selectors.n == c->n);
  sv_vec_free(one);
}

static void make_proposals(sv_cases *c) {
  sv_clear(c->r->proposals);
  for (uint32_t k = 0; k < c->order.n; k++)
    for (uint32_t i = 0; i < c->n; i++)
      if (c->rank.at[i] == k && c->selectors.at[i]) sv_push(c->r->proposals, c->selectors.at[i]);
}

// SV_NOT_RANKED is behind all others.
static void make_exclusions(sv_cases *c) {
  for (uint32_t k = 0; k < c->order.n; k++) {
    int32_t enabled = sv_cnf_literal(c->r->cnf, c->order.at[k].enabled);
    for (uint32_t i = 0; i < c->n; i++)
      if (c->rank.at[i] > k && c->selectors.at[i]) CLAUSE(c->r, -enabled, -c->selectors.at[i]);
  }
}

// Who is enabled, under the guard, and what was asked for besides.
static void focus(sv_cases *c, const sv_lit *more, uint32_t n) {
  sv_reducer *r = c->r;
  sv_lits roots = {0};
  sv_u32s cone = {0};
  sv_push(roots, c->guard);
  for (uint32_t i = 0; i < c->n; i++) sv_push(roots, c->candidates[i].enabled);
  for (uint32_t k = 0; k < c->order.n; k++) sv_push(roots, c->order.at[k].enabled);
  for (uint32_t i = 0; i < n; i++) sv_push(roots, more[i]);
  sv_aig_cone(r->graph, roots.at, roots.n, &cone);
  sv_clear(r->focus);
  sv_push(r->focus, c->some);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->selectors.at[i]) sv_push(r->focus, c->selectors.at[i]);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_cnf_find(r->cnf, cone.at[i])) sv_push(r->focus, sv_cnf_find(r->cnf, cone.at[i]));
  sv_split_focus(r->solver, r->focus.at, r->focus.n);
  sv_vec_free(roots);
  sv_vec_free(cone);
}

sv_sat_answer sv_cases_ask(sv_cases *c, const sv_lit *all, uint32_t n) {
  sv_i32s assumptions = {0};
  for (uint32_t i = 0; i < n; i++)
    if (sv_lit_same(all[i], SV_LIT_FALSE)) return SV_SAT_NO;
  for (uint32_t i = 0; i < n; i++)
    if (!sv_lit_is_const(all[i])) sv_push(assumptions, sv_cnf_literal(c->r->cnf, all[i]));
  if (assumptions.n) focus(c, all, n);
  sv_sat_answer answer = assumptions.n ? solve(c->r, assumptions.at, assumptions.n) : SV_SAT_YES;
  sv_vec_free(assumptions);
  return answer;
}

static void begin(sv_cases *c) {
  sv_reducer *r = c->r;
  bool renewed = !r->solver || sv_split_vars(r->solver) > r->most_variables;
  assert(!r->proposals.n && !c->taken.n);
  if (renewed) renew_solver(r);
  make_selectors(c);
  if (r->method == SV_REDUCE_SPLIT) make_proposals(c);
  if (r->method == SV_REDUCE_CLAUSES) make_exclusions(c);
  sv_cnf_literal(r->cnf, c->guard);
  for (uint32_t k = 0; k < c->order.n; k++) sv_cnf_literal(r->cnf, c->order.at[k].enabled);
  focus(c, NULL, 0);
  if (renewed) r->most_variables = LEAST_VARIABLES + GROWTH * sv_split_vars(r->solver);
}

// What was said of this state no longer counts.
static void end(sv_cases *c) {
  sv_clear(c->r->proposals);
  CLAUSE(c->r, -c->some);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->selectors.at[i]) CLAUSE(c->r, -c->selectors.at[i]);
}

// ---- answers

static void block(sv_cases *c, uint32_t candidate) { CLAUSE(c->r, -c->selectors.at[candidate]); }

static sv_sat_answer next_answer(sv_cases *c, int32_t selector) {
  int32_t assumptions[] = {c->some, sv_cnf_literal(c->r->cnf, c->guard), selector};
  return solve(c->r, assumptions, selector ? 3 : 2);
}

// Which of its candidates can be, where no process before it can move?
static bool take(sv_cases *c, uint32_t k) {
  assert(c->r->method == SV_REDUCE_CLAUSES || !c->taken.n || sv_last(c->taken) < k);
  sv_push(c->taken, k);
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->rank.at[i] != k || !c->selectors.at[i] || sv_bits_has(&c->found, i)) continue;
    sv_sat_answer answer = next_answer(c, c->selectors.at[i]);
    if (answer == SV_SAT_UNKNOWN) return false;
    if (answer == SV_SAT_YES) sv_bits_add(&c->found, i);
  }
  if (c->r->method == SV_REDUCE_SPLIT) {
    CLAUSE(c->r, -c->some, -sv_cnf_literal(c->r->cnf, c->order.at[k].enabled));
    return true;
  }
  for (uint32_t i = 0; i < c->n; i++)
    if (c->rank.at[i] == k && c->selectors.at[i]) block(c, i);
  return true;
}

// The first free process that the model selects; else all others selected are found.
static uint32_t read_model(sv_cases *c) {
  uint32_t first = SV_NOT_RANKED;
  for (uint32_t i = 0; i < c->n; i++) {
    bool selected = c->selectors.at[i] && sv_split_value(c->r->solver, c->selectors.at[i]);
    if (selected && c->rank.at[i] < first) first = c->rank.at[i];
  }
  for (uint32_t i = 0; i < c->n; i++)
    if (c->selectors.at[i] && c->rank.at[i] == first &&
        sv_split_value(c->r->solver, c->selectors.at[i]))
      sv_bits_add(&c->found, i);
  return first;
}

static void block_found(sv_cases *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->rank.at[i] == SV_NOT_RANKED && sv_bits_has(&c->found, i)) block(c, i);
}

static bool answers(sv_cases *c) {
  for (;;) {
    sv_sat_answer answer = next_answer(c, 0);
    if (answer == SV_SAT_UNKNOWN) return false;
    if (answer == SV_SAT_NO) return true;
    uint32_t k = read_model(c);
    assert(!sv_bits_empty(&c->found));  // one of the selectors is true
    if (k == SV_NOT_RANKED) block_found(c);
    else if (!take(c, k)) return false;
    else if (sv_lit_same(c->order.at[k].enabled, SV_LIT_TRUE)) return true;
  }
}

static int compare_ranks(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

bool sv_cases_solve(sv_cases *c) {
  if (sv_lit_same(c->guard, SV_LIT_FALSE)) return true;
  begin(c);
  bool done = answers(c);
  end(c);
  if (c->r->method == SV_REDUCE_CLAUSES && c->taken.n)
    qsort(c->taken.at, c->taken.n, sizeof *c->taken.at, compare_ranks);
  return done;
}
