// The explicit search against exec, on random small models.
//
// exec explores the whole graph in a loop that is as simple as can be; every
// way of searching must agree with it: verdicts always; counts, depths and
// lengths of traces where the reduction is off; the first trace has the least
// length in every breadth-first search. Where the model has atomic sections
// exec goes through the graph once more, without storing passing states: for
// the verdicts that must make no difference, and it is what engines count.
// SELVAGE_SEEDS="from to" runs others.

#include "engine/explicit/store.h"
#include "exec/pack.h"
#include "unit/passing.h"
#include "unit/test_explicit_models.h"

#ifdef SV_STRESS_HASH
enum { SEEDS = 150, MOST_STATES = 300 };
#else
enum { SEEDS = 600, MOST_STATES = 5000 };
#endif

// ---- the graph by exec

typedef struct {
  sv_net *net;
  sv_layout *layout;
  sv_exec *exec;
  sv_store *store;
  sv_u64s queue;   // ids in the order of discovery
  sv_u32s depths;  // parallel
  uint64_t transitions, words[16];
  uint32_t least[8];  // by property: length of a shortest violation, or UINT32_MAX
  uint32_t depth, now;
  bool cut, huge;
  bool passes;      // passing states are not stored
  sv_store *inner;  // passing states behind the state at hand, by number
} graph;

static void note(graph *g, uint32_t p, uint32_t length) {
  if (length < g->least[p]) g->least[p] = length;
}

static void add_state(graph *g, const sv_state *state, uint32_t depth) {
  uint64_t id;
  sv_pack(g->layout, state, g->words);
  uint64_t hash = sv_store_hash(g->words, g->layout->words);
  if (sv_store_insert(g->store, g->words, hash, SV_STORE_NONE, &id) == SV_STORE_OLD) return;
  sv_push(g->queue, id);
  sv_push(g->depths, depth);
  if (depth > g->depth) g->depth = depth;
  for (uint32_t p = 1; p < g->net->properties.n; p++)
    if (g->net->properties.at[p].kind != SV_PROP_ASSERTION &&
        sv_exec_violated_in(g->exec, state, p))
      note(g, p, depth);
}

static bool add_initial(void *context, const sv_state *state) {
  add_state(context, state, 0);
  return true;
}

static void add_passing(graph *g, const sv_state *state, uint32_t depth) {
  uint64_t id;
  sv_pack(g->layout, state, g->words);
  uint64_t hash = sv_store_hash(g->words, g->layout->words);
  sv_store_insert(g->inner, g->words, hash, SV_STORE_NONE, &id);
  for (uint32_t p = 1; p < g->net->properties.n; p++)
    if (sv_exec_violated_in(g->exec, state, p)) note(g, p, depth);
}

static void take_steps(graph *g, const sv_state *state, sv_state *after, uint32_t depth) {
  sv_steps steps = {0};
  g->cut |= sv_exec_cut(g->exec, state) != UINT32_MAX;
  sv_exec_steps(g->exec, state, &steps, NULL);
  for (uint32_t s = 0; s < steps.n; s++) {
    uint32_t fails = g->net->actions.at[steps.at[s].action].fails;
    if (fails) note(g, fails, depth);
    sv_exec_fire(g->exec, state, &steps.at[s], after);
    bool passing = g->passes && is_passing(g->exec, after);
    if (g->passes && !passing) forget_holder(g->exec, after);
    if (passing) add_passing(g, after, depth);
    else add_state(g, after, depth);
  }
  g->transitions += steps.n;
  sv_steps_free(&steps);
}

static void expand(graph *g, sv_state *state, sv_state *after, uint32_t i) {
  uint32_t depth = g->depths.at[i] + 1;
  if (g->passes) g->inner = sv_store_new(g->layout->words, 0, false);
  sv_unpack(g->layout, sv_store_get(g->store, g->queue.at[i]), state);
  take_steps(g, state, after, depth);
  for (uint64_t k = 0; g->passes && k < sv_store_count(g->inner); k++) {
    sv_unpack(g->layout, sv_store_get(g->inner, k), state);
    take_steps(g, state, after, depth);
  }
  sv_store_free(g->inner);
  g->inner = NULL;
}

static void explore(graph *g, sv_model *m, bool passes) {
  sv_text why = {0};
  *g = (graph){.net = sv_net_new(m, (sv_net_options){.threads = 2}, &why), .passes = passes};
  memset(g->least, 0xff, sizeof g->least);
  assert_non_null(g->net);
  g->layout = sv_layout_new(g->net, false, &why);
  assert_non_null(g->layout);
  assert_true(g->layout->words <= 16);
  g->exec = sv_exec_new(g->net);
  g->store = sv_store_new(g->layout->words, SV_STORE_SHARD_BITS, true);
  sv_state *state = sv_state_new(g->net), *after = sv_state_new(g->net);
  sv_exec_initials(g->exec, add_initial, g);
  for (uint32_t i = 0; i < g->queue.n && !g->huge; i++) {
    expand(g, state, after, i);
    g->huge = g->queue.n > MOST_STATES;
  }
  sv_state_free(g->net, state);
  sv_state_free(g->net, after);
}

static void free_graph(graph *g) {
  sv_vec_free(g->queue);
  sv_vec_free(g->depths);
  sv_store_free(g->store);
  sv_exec_free(g->exec);
  sv_layout_free(g->layout);
  sv_net_free(g->net);
}

// ---- agreement

typedef struct {
  const char *settings;
  bool bfs, full, exact;
} way;
static const way ways[] = {
    {"reduction=off threads=2", true, true, true},
    {"reduction=off threads=2 search=dfs", false, true, true},
    {"reduction=on threads=2", true, false, true},
    {"reduction=on threads=2 search=dfs", false, false, true},
    {"reduction=off threads=2 store=collapse", true, true, true},
    {"reduction=on threads=2 store=collapse search=dfs", false, false, true},
    {"reduction=off threads=2 store=tree", true, true, true},
    {"reduction=on threads=2 store=tree search=dfs", false, false, true},
    {"reduction=on threads=2 store=bitstate bits=20", true, false, false},
    {"reduction=on threads=2 store=bitstate bits=20 search=dfs", false, false, false},
};

static void complain(uint64_t seed, const way *w, const char *what) {
  fail_msg("seed %llu, %s: %s", (unsigned long long)seed, w->settings, what);
}

static uint32_t least_of_all(const graph *g) {
  uint32_t least = UINT32_MAX;
  for (uint32_t p = 1; p < g->net->properties.n; p++)
    if (g->least[p] < least) least = g->least[p];
  return least;
}

static void compare_findings(const graph *g, sv_answer *a, const way *w, uint64_t seed) {
  for (uint32_t p = 1; p < g->net->properties.n; p++) {
    sv_finding *f = sv_answer_finding(a, p);
    bool violated = g->least[p] != UINT32_MAX;
    if (f->trace && !violated) complain(seed, w, "violated, but not for exec");
    if (!f->trace && violated && w->exact) complain(seed, w, "a violation is missing");
    if (f->verdict == SV_HOLDS && (g->cut || !w->exact)) complain(seed, w, "holds without a proof");
    if (!f->trace && f->verdict != SV_HOLDS && !g->cut && w->exact) complain(seed, w, "unknown");
    if (f->trace && w->full && w->bfs && trace_levels(a->net, f->trace) != g->least[p])
      complain(seed, w, "not shortest");
  }
}

static void check_way(const graph *g, sv_model *m, const way *w, uint64_t seed) {
  char settings[100];
  snprintf(settings, sizeof settings, "%s keep-going", w->settings);
  sv_answer *a = run_engine(m, "explicit", settings);
  compare_findings(g, a, w, seed);
  if (w->full && decimal(a->states) != g->queue.n) complain(seed, w, "number of states");
  if (w->full && decimal(a->transitions) != g->transitions)
    complain(seed, w, "number of transitions");
  if (w->full && w->bfs && a->depth != g->depth) complain(seed, w, "depth");
  if (w->exact && decimal(a->states) > g->queue.n) complain(seed, w, "too many states");
  sv_answer_free(a);
  a = run_engine(m, "explicit", w->settings);
  uint32_t least = least_of_all(g), found = UINT32_MAX;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace) found = trace_levels(a->net, a->findings.at[i].trace);
  if (w->exact && (least == UINT32_MAX) != (found == UINT32_MAX))
    complain(seed, w, "first violation");
  if (w->exact && w->bfs && found != least) complain(seed, w, "first trace is not the shortest");
  sv_answer_free(a);
}

static void check_unreached(sv_model *m, uint64_t seed) {
  sv_answer *a = run_engine(m, "explicit", "keep-going reduction=off threads=2");
  sv_answer *b = run_engine(m, "explicit", "keep-going threads=2");
  bool same = a->complete == b->complete && a->unreached.n == b->unreached.n;
  for (uint32_t i = 0; same && i < a->unreached.n; i++)
    same = !strcmp(a->unreached_names.at[i], b->unreached_names.at[i]);
  if (!same) complain(seed, &ways[2], "unreached");
  sv_answer_free(a);
  sv_answer_free(b);
}

static void check_certificate(sv_model *m, uint64_t seed) {
  sv_answer *a = run_engine(m, "explicit", "certify threads=2");
  if (a->certified != (a->verdict == SV_HOLDS)) complain(seed, &ways[0], "certificate");
  sv_answer_free(a);
}

// "No violation within N steps" is meant literally.
static void check_bound(const graph *g, sv_model *m, uint64_t seed) {
  uint32_t bound = 1 + (uint32_t)(seed % 6), least = least_of_all(g);
  char settings[40];
  snprintf(settings, sizeof settings, "threads=2 depth=%u", bound);
  sv_answer *a = run_engine(m, "explicit", settings);
  sv_verdict right = least <= bound                                        ? SV_VIOLATED
                     : least == UINT32_MAX && g->depth <= bound && !g->cut ? SV_HOLDS
                                                                           : SV_UNKNOWN;
  if (a->verdict != right) complain(seed, &(way){.settings = settings}, "verdict within a bound");
  sv_answer_free(a);
}

static void check_auto(const graph *g, sv_model *m, uint64_t seed) {
  sv_answer *a = run_engine(m, "auto", "threads=2 walk=200");
  sv_verdict right = least_of_all(g) != UINT32_MAX ? SV_VIOLATED : g->cut ? SV_UNKNOWN : SV_HOLDS;
  if (a->verdict != right) complain(seed, &(way){.settings = "auto"}, "verdict");
  sv_answer_free(a);
}

// The graph without passing states takes the place of the whole one.
static void leave_out_passing(graph *g, sv_model *m, uint64_t seed) {
  graph all = *g;
  explore(g, m, true);
  for (uint32_t p = 1; p < g->net->properties.n; p++)
    if ((all.least[p] == UINT32_MAX) != (g->least[p] == UINT32_MAX))
      complain(seed, &ways[0], "passing states make a difference");
  if (all.cut != g->cut) complain(seed, &ways[0], "passing states are cut");
  free_graph(&all);
}

static bool check_seed(uint64_t seed) {
  sv_model *m = random_model(seed);
  graph g;
  explore(&g, m, false);
  bool usable = !g.huge;
  if (usable && g.net->holder != SV_NO_VARIABLE) leave_out_passing(&g, m, seed);
  for (size_t i = 0; usable && i < SV_COUNT(ways); i++) check_way(&g, m, &ways[i], seed);
  if (usable) {
    check_unreached(m, seed);
    check_certificate(m, seed);
    check_bound(&g, m, seed);
    check_auto(&g, m, seed);
  }
  free_graph(&g);
  sv_model_free(m);
  return usable;
}

static void test_agreement(void **state) {
  SV_UNUSED(state);
  const char *wanted = getenv("SELVAGE_SEEDS");
  unsigned long from = 0, to = SEEDS, used = 0;
  if (wanted) sscanf(wanted, "%lu %lu", &from, &to);
  for (unsigned long seed = from; seed < to; seed++) used += check_seed(seed);
  assert_true(wanted || used > SEEDS / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
