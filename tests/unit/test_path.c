// test_path.c -- paths of actions: runs that exec accepts, interpolants that hold.
//
// Random models with numbers, without bounds or small, and random paths through
// their locations. A path that can be taken gives a run that the referee
// replays; one that cannot be taken has interpolants, which are checked step by
// step by the solver; whether it can be taken is, for small numbers, compared
// with all runs. Refined with the atoms of its interpolants, an abstraction by predicates has no such
// path any more: between any two steps the state may be exchanged for another one
// that looks the same, and still there is none. PATH_SEED and PATH_COUNT choose others.

#include "unit/test_abstract_kit.h"

#include "encode/abstract/refine.h"

enum { MODELS = 120, PATHS = 6, LENGTH = 7 };

typedef struct {
  uint64_t seed;
  sv_random random;
  sv_net *net;
  sv_exec *exec;
  sv_flat *flat;
  sv_query *query;
  uint64_t taken, refuted, interpolated, found, unrolled;
} held;

static bool fits(const held *h, const uint32_t *at, uint32_t a) {
  const sv_net_action *x = &h->net->actions.at[a];
  for (uint32_t i = 0; i < x->edge_count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < x->edges[i].from_count; k++)
      found |= x->edges[i].from[k] == at[x->edges[i].process];
    if (!found) return false;
  }
  return true;
}

static uint32_t draw_path(held *h, uint32_t *path) {
  uint32_t at[8], n = 0, length = 1 + sv_random_below(&h->random, LENGTH);
  for (uint32_t p = 0; p < h->net->processes.n; p++) at[p] = h->net->processes.at[p].entry;
  for (uint32_t tries = 0; tries < 100 && n < length && h->net->actions.n; tries++) {
    uint32_t a = sv_random_below(&h->random, h->net->actions.n);
    if (!fits(h, at, a)) continue;
    path[n++] = a;
    const sv_net_action *x = &h->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (x->edges[i].to != SV_STAY) at[x->edges[i].process] = x->edges[i].to;
  }
  return n;
}

// ---- by search

typedef struct {
  held *h;
  const uint32_t *path;
  uint32_t n;
  sv_term end;
  bool found;
} search;

static void follow(search *s, const sv_state *state, uint32_t depth) {
  held *h = s->h;
  if (depth == s->n) {
    s->found |= sv_small_get(sv_exec_evaluate(h->exec, state, s->end));
    return;
  }
  sv_steps steps = {0};
  sv_state *after = sv_state_new(h->net);
  sv_exec_steps(h->exec, state, &steps, NULL);
  for (uint32_t i = 0; i < steps.n && !s->found; i++) {
    if (steps.at[i].action != s->path[depth]) continue;
    sv_exec_fire(h->exec, state, &steps.at[i], after);
    follow(s, after, depth + 1);
  }
  sv_steps_free(&steps);
  sv_state_free(h->net, after);
}

static bool begin(void *context, const sv_state *state) {
  search *s = context;
  sv_state *copy = sv_state_new(s->h->net);
  sv_state_copy(s->h->net, copy, state);
  follow(s, copy, 0);
  sv_state_free(s->h->net, copy);
  return !s->found;
}

// ---- one path

static void check_run(held *h, sv_path *p, const uint32_t *path) {
  sv_text why = {0};
  sv_trace *trace = sv_path_trace(p, h->query, path);
  assert_non_null(trace);
  if (!sv_trace_replay(h->exec, trace, NULL, NULL, &why))
    fail_msg("seed %llu: %s", (unsigned long long)h->seed, sv_text_get(&why));
  sv_trace_free(h->net, trace);
  sv_text_free(&why);
}

static void check_interpolants(held *h, sv_path *p) {
  sv_term_list terms = {0};
  sv_interpolation_numbers numbers;
  sv_limits limits = sv_limits_make(5, 0, NULL);
  h->refuted++;
  if (sv_path_interpolate(p, &limits, false, &terms, &numbers)) {
    h->interpolated++;
    if (!sv_path_interpolants_hold(p, h->query, &terms))
      fail_msg("seed %llu: no interpolants", (unsigned long long)h->seed);
  }
  // Where nothing can wrap around it makes no difference whether that is taken for granted.
  if (sv_path_interpolate(p, &limits, true, &terms, &numbers) && !numbers.wraps)
    if (!sv_path_interpolants_hold(p, h->query, &terms))
      fail_msg("seed %llu: no interpolants, straight on", (unsigned long long)h->seed);
  sv_vec_free(terms);
}

// ---- the abstract unrolling

enum { COPIES = 0x3f000000, CHOICES = 64 };

// One of the states along the path, before (even) or after (odd) it was exchanged for one that
// looks the same: a variable for each leaf.
typedef struct {
  held *h;
  const sv_term_list *leaves;
  uint32_t copy, step;
} renaming;

static uint32_t place_of(const sv_term_list *leaves, sv_term leaf) {
  for (uint32_t i = 0; i < leaves->n; i++)
    if (sv_same(leaves->at[i], leaf)) return i;
  return UINT32_MAX;
}

static sv_term rename_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const renaming *r = context;
  sv_term t = sv_term_of_index(index);
  if (node->op == SV_OP_CHOICE) return sv_choice(T, node->sort, node->id + r->step * CHOICES);
  if (!sv_flat_is_leaf(r->h->flat, t)) return SV_NONE;
  uint32_t place = place_of(r->leaves, t);
  assert_true(place != UINT32_MAX);
  return sv_var(T, node->sort, COPIES + r->copy * r->leaves->n + place, 0);
}

static sv_term renamed(held *h, const sv_term_list *leaves, uint32_t copy, sv_term t) {
  renaming r = {h, leaves, copy, copy / 2};
  return sv_substitute(h->flat->terms, t, rename_leaf, &r);
}

static void add_leaves(held *h, sv_term t, sv_term_list *leaves) {
  sv_term_list some = {0};
  sv_flat_leaves(h->flat, t, &some);
  for (uint32_t i = 0; i < some.n; i++)
    if (place_of(leaves, some.at[i]) == UINT32_MAX) sv_push(*leaves, some.at[i]);
  sv_vec_free(some);
}

// All that the path, its end and the predicates depend on.
static void find_leaves(held *h, const sv_path_plan *plan, const sv_abstraction *a,
                        sv_term_list *leaves) {
  add_leaves(h, h->flat->initial, leaves);
  add_leaves(h, plan->end, leaves);
  for (uint32_t j = 0; j < a->predicates.n; j++) add_leaves(h, a->predicates.at[j], leaves);
  for (uint32_t i = 0; i < plan->n; i++)
    add_leaves(h, h->flat->actions[plan->actions[i]].enabled, leaves);
  for (uint32_t k = 0; k < leaves->n; k++) {
    add_leaves(h, sv_flat_within(h->flat, leaves->at[k]), leaves);
    for (uint32_t i = 0; i < plan->n; i++)
      add_leaves(h, sv_flat_after(h->flat, plan->actions[i], leaves->at[k]), leaves);
  }
}

// Steps are right for legal states, and only such ones may stand for each other.
static void assert_legal(held *h, const sv_term_list *leaves, uint32_t copy) {
  for (uint32_t k = 0; k < leaves->n; k++) {
    sv_term within = sv_flat_within(h->flat, leaves->at[k]);
    sv_query_assert(h->query, renamed(h, leaves, copy, within));
  }
}

static void assert_alike(held *h, const sv_term_list *leaves, const sv_abstraction *a,
                         uint32_t copy) {
  sv_terms *T = h->flat->terms;
  for (uint32_t k = 0; k < leaves->n + a->predicates.n; k++) {
    bool leaf = k < leaves->n;
    sv_term t = leaf ? leaves->at[k] : a->predicates.at[k - leaves->n];
    if (leaf && !sv_abstraction_is_kept(a, t)) continue;
    sv_term before = renamed(h, leaves, copy, t);
    sv_query_assert(h->query, sv_eq(T, before, renamed(h, leaves, copy + 1, t)));
  }
}

static void assert_step(held *h, const sv_term_list *leaves, uint32_t action, uint32_t copy) {
  sv_terms *T = h->flat->terms;
  sv_query_assert(h->query, renamed(h, leaves, copy, h->flat->actions[action].enabled));
  for (uint32_t k = 0; k < leaves->n; k++) {
    sv_term after = renamed(h, leaves, copy, sv_flat_after(h->flat, action, leaves->at[k]));
    sv_query_assert(h->query, sv_eq(T, renamed(h, leaves, copy + 1, leaves->at[k]), after));
  }
}

static void check_unrolling(held *h, const sv_path_plan *plan, const sv_abstraction *a) {
  sv_term_list leaves = {0};
  find_leaves(h, plan, a, &leaves);
  sv_query_push(h->query);
  sv_query_assert(h->query, renamed(h, &leaves, 0, h->flat->initial));
  for (uint32_t i = 0; i <= plan->n; i++) {
    assert_legal(h, &leaves, 2 * i);
    assert_legal(h, &leaves, 2 * i + 1);
    assert_alike(h, &leaves, a, 2 * i);
    if (i < plan->n) assert_step(h, &leaves, plan->actions[i], 2 * i + 1);
  }
  sv_query_assert(h->query, renamed(h, &leaves, 2 * plan->n + 1, plan->end));
  if (sv_query_check(h->query, NULL, 0) == SV_SAT_YES)
    fail_msg("seed %llu: the refined abstraction still has the path", (unsigned long long)h->seed);
  sv_query_pop(h->query);
  sv_vec_free(leaves);
}

static void check_refinement(held *h, const sv_path_plan *plan) {
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_abstraction_options o = {.partition = true, .locality = true, .queues_are_data = true};
  sv_refiner r = {.a = sv_abstraction_new(h->flat, o),
                  .query = h->query,
                  .limits = &limits,
                  .interpolants = true};
  sv_trace *none = NULL;
  sv_refinement out = sv_refine(&r, plan, 1, &none);
  if (out == SV_REFINE_BETTER && r.by_interpolants) check_unrolling(h, plan, r.a), h->unrolled++;
  sv_abstraction_free(r.a);
  sv_refiner_free(&r);
}

static void compare_path(held *h, bool infinite) {
  uint32_t path[LENGTH], n = draw_path(h, path);
  sv_term end = sv_random_below(&h->random, 2) ? sv_flat_bad(h->flat, 1) : SV_TRUE;
  sv_path_plan plan = {.actions = path, .n = n, .end = end};
  sv_path *p = sv_path_new(h->flat, &plan);
  sv_sat_answer answer = sv_path_check(p, h->query);
  if (answer == SV_SAT_YES) {
    check_run(h, p, path), h->taken++;
    sv_query_pop(h->query);
  } else if (answer == SV_SAT_NO) {
    check_interpolants(h, p);
    check_refinement(h, &plan);
  }
  search s = {.h = h, .path = path, .n = n, .end = end};
  if (!infinite && answer != SV_SAT_UNKNOWN) {
    sv_exec_initials(h->exec, begin, &s);
    if (s.found != (answer == SV_SAT_YES))
      fail_msg("seed %llu: the path %s be taken", (unsigned long long)h->seed,
               s.found ? "can" : "cannot");
  }
  sv_path_free(p);
}

static void compare_model(held *h) {
  drawn d;
  sv_text why = {0};
  bool infinite = h->seed % 2;
  sv_model *m = draw_model(&d, h->seed, infinite);
  h->net = sv_net_new(m, (sv_net_options){0}, &why);
  h->exec = sv_exec_new(h->net);
  h->flat = sv_flat_new(h->net);
  sv_limits limits = sv_limits_make(0, 0, NULL);
  h->query = sv_query_new(h->net, false, &limits);
  h->random.state = h->seed;
  for (uint32_t i = 0; i < PATHS; i++) compare_path(h, infinite);
  sv_query_free(h->query);
  sv_flat_free(h->flat);
  sv_exec_free(h->exec);
  sv_net_free(h->net);
  sv_model_free(m);
  sv_text_free(&why);
}

static uint64_t from_environment(const char *name, uint64_t fallback) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : fallback;
}

static void test_random(void **state) {
  SV_UNUSED(state);
  held h = {0};
  uint64_t first = from_environment("PATH_SEED", 1), n = from_environment("PATH_COUNT", MODELS);
  for (h.seed = first; h.seed < first + n; h.seed++) compare_model(&h);
  printf("%llu taken, %llu refuted, %llu with interpolants, %llu unrolled\n",
         (unsigned long long)h.taken, (unsigned long long)h.refuted,
         (unsigned long long)h.interpolated, (unsigned long long)h.unrolled);
  assert_true(h.taken > n / 4 && h.interpolated * 10 > h.refuted * 9);
  assert_true(h.unrolled > n / 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
