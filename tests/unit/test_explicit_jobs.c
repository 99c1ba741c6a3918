// Several threads give what one gives: every count, verdict, trace and text.
//
// The levels of random models are narrow, so here threads are woken for every
// level, and meet after every few states. SELVAGE_SEEDS="from to" runs others.

#include "base/thread_pool.h"
#include "engine/explicit/search.h"
#include "unit/test_explicit_models.h"
#include "unit/test_svm_kit.h"

#ifdef SV_STRESS_HASH
enum { SEEDS = 70, MOST_STATES = 300 };
#else
enum { SEEDS = 400, MOST_STATES = 20000 };
#endif

static void ask(sv_model *m, sv_answer *a) {
  for (uint32_t p = 1; p < m->properties.n; p++)
    sv_push(a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
}

static void search_with(sv_search *s, uint32_t jobs) {
  s->jobs = jobs;
  s->least_shared = 1;
  s->most_logged = jobs == 2 ? 40 : 1000;
  s->most_states = MOST_STATES;
  sv_search_explore(s);
  sv_search_close(s);
  sv_search_free(s);
}

// One search with the settings and so many threads; NULL where the search is
// refused: models with numbers that no bits are enough for.
static sv_answer *explore(sv_model *m, const char *settings, uint32_t jobs) {
  sv_options options;
  sv_text why = {0};
  char *copy = sv_strdup(settings), *rest = NULL;
  sv_options_init(&options);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    char *value = strchr(word, '=');
    if (value) *value++ = 0;
    assert_true(sv_options_set(&options, word, value, &why));
  }
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer *a = SV_NEW(sv_answer);
  ask(m, a);
  assert_true(sv_answer_net(a, m, &run));
  sv_search *s = sv_search_new(m, &run, a, &why);
  if (s) search_with(s, jobs);
  else assert_true(why.n);
  if (!s) sv_answer_free(a), a = NULL;
  sv_text_free(&why);
  sv_options_free(&options);
  sv_free(copy);
  if (a && a->bug) fail_msg("bug: %s", a->bug);
  return a;
}

static void differ(const char *model, const char *settings, uint32_t jobs, const char *what) {
  fail_msg("%s, %s, %u jobs: %s", model, settings, jobs, what);
}

static bool same_steps(const sv_net *net, const sv_trace *a, const sv_trace *b) {
  if (!a || !b) return a == b;
  if (a->steps.n != b->steps.n || !sv_state_equal(net, a->initial, b->initial)) return false;
  for (uint32_t i = 0; i < a->steps.n; i++) {
    const sv_step *x = &a->steps.at[i], *y = &b->steps.at[i];
    if (x->action != y->action) return false;
    for (uint32_t c = 0; c < net->actions.at[x->action].choice_count; c++)
      if (x->choices[c].x != y->choices[c].x) return false;
  }
  return true;
}

static bool same_findings(const sv_answer *a, const sv_answer *b) {
  for (uint32_t i = 0; i < a->findings.n; i++) {
    const sv_finding *x = &a->findings.at[i], *y = &b->findings.at[i];
    if (x->verdict != y->verdict || !same_steps(a->net, x->trace, y->trace)) return false;
  }
  return true;
}

static bool same_unreached(const sv_answer *a, const sv_answer *b) {
  bool same = a->unreached_names.n == b->unreached_names.n;
  for (uint32_t i = 0; same && i < a->unreached_names.n; i++)
    same = !strcmp(a->unreached_names.at[i], b->unreached_names.at[i]);
  return same;
}

static bool same_statistic(const sv_answer *a, const sv_answer *b, const char *name) {
  return !strcmp(statistic(a, name), statistic(b, name));
}

static void compare(const sv_answer *a, const sv_answer *b, const char *model, const char *settings,
                    uint32_t jobs) {
  const char *why = a->reason ? a->reason : "", *other = b->reason ? b->reason : "";
  if (strcmp(a->states, b->states)) differ(model, settings, jobs, "states");
  if (strcmp(a->transitions, b->transitions)) differ(model, settings, jobs, "transitions");
  if (a->depth != b->depth) differ(model, settings, jobs, "depth");
  if (a->verdict != b->verdict || !same_findings(a, b)) differ(model, settings, jobs, "findings");
  if (a->complete != b->complete || !same_unreached(a, b))
    differ(model, settings, jobs, "unreached");
  if (strcmp(why, other)) differ(model, settings, jobs, "reason");
  if (!same_statistic(a, b, "reduction")) differ(model, settings, jobs, "reduction");
  if (a->complete && !same_statistic(a, b, "tree nodes"))
    differ(model, settings, jobs, "tree nodes");
  if (!same_statistic(a, b, "states passed through")) differ(model, settings, jobs, "passed");
}

static const char *const ways[] = {
    "reduction=off threads=2",
    "reduction=on threads=2",
    "reduction=off threads=2 keep-going",
    "reduction=on threads=2 keep-going",
    "threads=2 depth=4",
    "reduction=off threads=2 store=tree",
    "reduction=on threads=2 store=tree keep-going",
    "threads=2 depth=3 keep-going",
};

static void check_model(sv_model *m, const char *model) {
  for (size_t i = 0; i < SV_COUNT(ways); i++) {
    sv_answer *one = explore(m, ways[i], 1);
    if (!one) continue;
    for (uint32_t jobs = 2; jobs <= 3; jobs++) {
      sv_answer *many = explore(m, ways[i], jobs);
      compare(one, many, model, ways[i], jobs);
      sv_answer_free(many);
    }
    sv_answer_free(one);
  }
}

static void check_seed(unsigned long seed) {
  char model[40];
  sv_model *m = random_model(seed);
  snprintf(model, sizeof model, "seed %lu", seed);
  check_model(m, model);
  sv_model_free(m);
}

// Which another search answers.
static bool asks_about_infinite_runs(const sv_model *m) {
  bool found = false;
  for (uint32_t p = 1; p < m->properties.n; p++)
    found |= m->properties.at[p].kind == SV_PROP_RECURRENCE;
  return found;
}

static void check_file(const char *path, const char *name, void *context) {
  sv_text text = {0};
  SV_UNUSED(context);
  assert_true(kit_read_file(path, &text));
  sv_model *m = kit_model(sv_text_get(&text));
  if (!(sv_model_features(m) & sv_engine_find("explicit")->refuses) && !asks_about_infinite_runs(m))
    check_model(m, name);
  sv_model_free(m);
  sv_text_free(&text);
}

static void test_corpus(void **state) {
  SV_UNUSED(state);
  assert_true(kit_each_file("tests/corpus/svm", ".svm", check_file, NULL) >= 30);
}

static void test_random_models(void **state) {
  SV_UNUSED(state);
  const char *wanted = getenv("SELVAGE_SEEDS");
  unsigned long from = 0, to = SEEDS;
  if (wanted) sscanf(wanted, "%lu %lu", &from, &to);
  for (unsigned long seed = from; seed < to; seed++) check_seed(seed);
}

// A grid wide enough for threads as they come.
static void test_wide_levels(void **state) {
  SV_UNUSED(state);
  static const char *const names[] = {"a", "b", "c", "d"};
  sv_model *m = sv_model_new();
  sv_term far = SV_TRUE;
  for (uint32_t i = 0; i < 4; i++)
    far = sv_and(m->terms, far, is(m, add_counter(m, names[i], 30), 15));
  add_property(m, "far", SV_PROP_INVARIANT, sv_not(far));
  for (uint32_t jobs = 1; jobs <= 4; jobs++) {
    char settings[40];
    snprintf(settings, sizeof settings, "reduction=off keep-going jobs=%u", jobs);
    sv_answer *a = run_engine(m, "explicit", settings);
    assert_counts(a, 30 * 30 * 30 * 30, 4 * 29 * 30 * 30 * 30, 4 * 29);
    assert_int_equal(steps_of(a, 1), 60);
    sv_answer_free(a);
  }
  sv_model_free(m);
}

static void test_other_orders_use_one_thread(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  add_counter(m, "a", 3);
  sv_answer *a = run_engine(m, "explicit", "search=dfs jobs=3");
  assert_string_equal(statistic(a, "jobs"), "1: depth first");
  sv_answer_free(a);
  a = run_engine(m, "explicit", "store=collapse jobs=3");
  assert_string_equal(statistic(a, "jobs"), "1: only --store exact and tree are shared");
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_limits(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  for (uint32_t i = 0; i < 6; i++) add_counter(m, (const char[]){(char)('a' + i), 0}, 200);
  add_property(m, "never", SV_PROP_ASSERTION, SV_NONE);
  sv_answer *a = run_within(m, "explicit", "reduction=off jobs=2", (bounds){0.5, 0});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(strstr(a->reason, "time"));
  sv_answer_free(a);
  a = run_within(m, "explicit", "reduction=off jobs=2",
                 (bounds){60, sv_resident_bytes() + (24 << 20)});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(strstr(a->reason, "memory"));
  sv_answer_free(a);
  sv_model_free(m);
}

// ---- crews

typedef struct {
  uint64_t sums[8];
  uint32_t calls;
} tally;

static void add_up(void *context, uint32_t member) {
  tally *t = context;
  t->sums[member]++;
  __atomic_fetch_add(&t->calls, 1, __ATOMIC_RELAXED);
}

static void test_thread_pool(void **state) {
  SV_UNUSED(state);
  tally t = {0};
  assert_true(sv_processors() >= 1);
  for (uint32_t n = 1; n <= 8; n++) {
    sv_thread_pool *pool = sv_thread_pool_new(n);
    assert_int_equal(sv_thread_pool_size(pool), n);
    for (uint32_t run = 0; run < 100; run++) sv_thread_pool_run(pool, add_up, NULL, &t);
    sv_thread_pool_free(pool);
  }
  assert_int_equal(t.calls, 100 * 36);
  assert_int_equal(t.sums[0], 800);
  assert_int_equal(t.sums[7], 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_thread_pool),
      cmocka_unit_test(test_random_models),
      cmocka_unit_test(test_corpus),
      cmocka_unit_test(test_wide_levels),
      cmocka_unit_test(test_other_orders_use_one_thread),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
