// Tests of the explicit search on models whose graphs are known by hand.

#include "unit/test_explicit.h"

// k counters of n values: n^k states, a grid.
static sv_model *grid(uint32_t k, int64_t n, uint32_t *x) {
  static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
  sv_model *m = sv_model_new();
  for (uint32_t i = 0; i < k; i++) x[i] = add_counter(m, names[i], n);
  return m;
}

static sv_term corner(sv_model *m, const uint32_t *x, uint32_t k, int64_t at) {
  sv_term t = SV_TRUE;
  for (uint32_t i = 0; i < k; i++) t = sv_and(m->terms, t, is(m, x[i], at));
  return t;
}

static const char *const every_way[] = {
    "reduction=off",
    "reduction=off search=dfs",
    "reduction=off store=collapse",
    "reduction=off store=collapse search=dfs",
    "reduction=off store=tree",
    "reduction=off store=tree search=dfs",
};
static const char *const every_search[] = {
    "reduction=off",
    "reduction=on",
    "reduction=off search=dfs",
    "reduction=on search=dfs",
    "store=collapse",
    "store=collapse search=dfs",
    "store=tree",
    "store=tree search=dfs",
#ifndef SV_STRESS_HASH  // where all states collide there is but one
    "store=bitstate",
    "store=bitstate search=dfs",
#endif
};

static void test_grid_counts(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  for (size_t i = 0; i < SV_COUNT(every_way); i++) {
    sv_model *m = grid(4, 5, x);
    sv_answer *a = run_engine(m, "explicit", every_way[i]);
    assert_verdict(a, SV_HOLDS);
    assert_counts(a, 625, 4 * 4 * 125, 16);
    assert_true(a->complete);
    assert_string_equal(a->engine, "explicit");
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// With nothing to look for one order of independent steps is enough.
static void test_grid_reduced(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  sv_model *m = grid(4, 5, x);
  add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
  sv_answer *a = run_engine(m, "explicit", "");
  assert_verdict(a, SV_HOLDS);
  assert_counts(a, 17, 16, 16);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_invariant_is_violated(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    sv_model *m = grid(3, 4, x);
    uint32_t p = add_property(m, "corner", SV_PROP_INVARIANT, sv_not(corner(m, x, 3, 2)));
    sv_answer *a = run_engine(m, "explicit", every_search[i]);
    assert_verdict(a, SV_VIOLATED);
    assert_int_equal(steps_of(a, p), 6);
    assert_false(a->complete);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

static void test_initial_state_violates(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    sv_model *m = grid(2, 3, x);
    uint32_t p = add_property(m, "start", SV_PROP_INVARIANT, sv_not(corner(m, x, 2, 0)));
    sv_answer *a = run_engine(m, "explicit", every_search[i]);
    assert_verdict(a, SV_VIOLATED);
    assert_int_equal(steps_of(a, p), 0);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// Any value at the start: 7 initial states, one of which violates.
static void test_many_initial_states(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    sv_model *m = sv_model_new();
    uint32_t x = add_counter(m, "x", 7);
    m->variables.at[x].init = SV_NONE;
    uint32_t p = add_property(m, "not5", SV_PROP_INVARIANT, sv_not(is(m, x, 5)));
    sv_answer *a = run_engine(m, "explicit", every_search[i]);
    assert_verdict(a, SV_VIOLATED);
    assert_true(steps_of(a, p) == 0 || strstr(every_search[i], "dfs"));
    sv_answer_free(a);
    a = run_engine(m, "explicit", "keep-going reduction=off");
    assert_counts(a, 7, 6, 0);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// A corridor of n steps beside a grid; its end fails an assertion. The way
// through the grid is longer for a depth-first search, never for bfs.
static sv_model *corridor(uint32_t n, uint32_t *assertion, uint32_t *invariant) {
  uint32_t x[6];
  sv_model *m = grid(2, 4, x);
  uint32_t t = add_process(m, "corridor", 1, 1), at[8];
  for (uint32_t i = 0; i <= n; i++) at[i] = add_location(m, t, "l", SV_LOC_END);
  *assertion = add_property(m, "assertion", SV_PROP_ASSERTION, SV_NONE);
  *invariant = add_property(m, "invariant", SV_PROP_INVARIANT, sv_not(corner(m, x, 2, 3)));
  for (uint32_t i = 0; i < n; i++)
    add_step(m,
             (step){.t = t, .from = at[i], .to = at[i + 1], .fails = i + 1 == n ? *assertion : 0});
  return m;
}

static void test_assertion(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    uint32_t assertion, invariant;
    sv_model *m = corridor(4, &assertion, &invariant);
    char settings[100];
    snprintf(settings, sizeof settings, "%s property=assertion", every_search[i]);
    sv_answer *a = run_engine(m, "explicit", settings);
    assert_verdict(a, SV_VIOLATED);
    assert_int_equal(a->findings.n, 1);
    if (!strstr(every_search[i], "dfs")) assert_int_equal(steps_of(a, assertion), 4);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// A failed assertion is passed; every property gets its own trace.
static void test_keep_going(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    uint32_t assertion, invariant;
    sv_model *m = corridor(4, &assertion, &invariant);
    char settings[100];
    snprintf(settings, sizeof settings, "%s keep-going", every_search[i]);
    sv_answer *a = run_engine(m, "explicit", settings);
    assert_verdict(a, SV_VIOLATED);
    assert_int_equal(a->findings.n, 2);
    assert_true(steps_of(a, assertion) >= 4 && steps_of(a, invariant) >= 6);
    if (strstr(every_search[i], "reduction=off")) assert_int_equal(decimal(a->states), 16 * 5);
    assert_true(a->complete == !strstr(every_search[i], "bitstate"));
    sv_answer_free(a);
    sv_model_free(m);
  }
}

static void test_stops_at_the_first(void **state) {
  SV_UNUSED(state);
  uint32_t assertion, invariant;
  sv_model *m = corridor(4, &assertion, &invariant);
  sv_answer *a = run_engine(m, "explicit", "");
  assert_verdict(a, SV_VIOLATED);
  assert_int_equal(steps_of(a, assertion), 4);
  assert_int_equal(sv_answer_finding(a, invariant)->verdict, SV_UNKNOWN);
  assert_string_equal(sv_answer_finding(a, invariant)->reason,
                      "the search stopped at the first violation");
  assert_null(a->reason);
  sv_answer_free(a);
  sv_model_free(m);
}

// A deadlock after two steps; an assertion that fails by the third is met
// while the same level is expanded, but the deadlock is nearer.
static void test_deadlock_is_nearer(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {
      "",
      "reduction=off",
      "store=collapse",
#ifndef SV_STRESS_HASH
      "store=bitstate",
#endif
  };
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_model *m = sv_model_new();
    uint32_t t = add_process(m, "p", 1, 1), at[5];
    for (uint32_t k = 0; k < 5; k++) at[k] = add_location(m, t, "l", 0);
    uint32_t assertion = add_property(m, "assertion", SV_PROP_ASSERTION, SV_NONE);
    uint32_t deadlock = add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
    add_step(m, (step){.t = t, .from = at[0], .to = at[1]});
    add_step(m, (step){.t = t, .from = at[1], .to = at[2]});
    add_step(m, (step){.t = t, .from = at[1], .to = at[3]});
    add_step(m, (step){.t = t, .from = at[2], .to = at[2], .fails = assertion});
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    assert_verdict(a, SV_VIOLATED);
    assert_int_equal(steps_of(a, deadlock), 2);
    assert_null(sv_answer_finding(a, assertion)->trace);
    sv_answer_free(a);
    a = run_engine(m, "explicit", "deadlock=off");
    assert_int_equal(a->findings.n, 1);
    assert_int_equal(steps_of(a, assertion), 3);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

static void test_depth(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  sv_model *m = grid(2, 5, x);
  add_property(m, "corner", SV_PROP_INVARIANT, sv_not(corner(m, x, 2, 4)));
  sv_answer *a = run_engine(m, "explicit", "depth=7");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "no violation within 7 steps");
  assert_string_equal(statistic(a, "reduction"), "off: --depth counts steps");
  assert_counts(a, 24, 38, 7);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "depth=8");
  assert_verdict(a, SV_VIOLATED);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "depth=7 search=dfs");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "no violation found; the search was cut at depth 7");
  sv_answer_free(a);
  sv_model_free(m);
}

// A bound that nothing lies beyond is no bound.
static void test_depth_is_enough(void **state) {
  SV_UNUSED(state);
  uint32_t x[6];
  sv_model *m = grid(2, 5, x);
  sv_answer *a = run_engine(m, "explicit", "depth=8");
  assert_verdict(a, SV_HOLDS);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "depth=8 search=dfs");
  assert_verdict(a, SV_HOLDS);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_cut(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {"", "reduction=off", "search=dfs", "store=collapse"};
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_model *m = sv_model_new();
    uint32_t x = add_counter(m, "x", 4), t = add_process(m, "p", 1, 1);
    uint32_t at = add_location(m, t, "l", SV_LOC_END);
    add_step(m, (step){.t = t, .from = at, .to = at, .guard = is(m, x, 3), .cut = "more than 3"});
    add_property(m, "fine", SV_PROP_INVARIANT, sv_not(is(m, x, 7)));
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    assert_verdict(a, SV_UNKNOWN);
    assert_string_equal(a->reason, "no violation; not covered: more than 3");
    assert_false(a->complete);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

static void test_bitstate_never_holds(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {"store=bitstate bits=20",
                                         "store=bitstate search=dfs bits=20"};
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    uint32_t x[6];
    sv_model *m = grid(3, 5, x);
    add_property(m, "fine", SV_PROP_INVARIANT, sv_not(is(m, x[0], 17)));
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    assert_verdict(a, SV_UNKNOWN);
    assert_non_null(strstr(a->reason, "a bitstate search may miss some"));
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// Only the first step of each process is seen: B's second step needs A's.
static void test_unreached(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < 4; i++) {
    sv_model *m = sv_model_new();
    uint32_t file = sv_sources_add(m->sources, "x.svm", "abc\n", 4);
    sv_span here = {file, 0, 1}, there = {file, 1, 2};
    uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 3), t = add_process(m, "thread", 2, 2);
    uint32_t a = sv_model_location(m, t, name_of(m, "L1"), SV_LOC_END, here);
    uint32_t b = sv_model_location(m, t, name_of(m, "L2"), SV_LOC_END, here);
    uint32_t c = sv_model_location(m, t, name_of(m, "L3"), SV_LOC_END, there);
    uint32_t d = add_location(m, t, "made", SV_LOC_END);
    add_step(m, (step){.t = t, .from = a, .to = b, .target = x, .value = plus(m, x, 1)});
    add_step(m, (step){.t = t, .from = b, .to = c, .guard = is(m, x, 3)});
    add_step(m, (step){.t = t, .from = c, .to = d});
    sv_answer *answer = run_engine(m, "explicit", every_search[i]);
    assert_verdict(answer, SV_HOLDS);
    assert_int_equal(answer->unreached.n, 1);
    assert_int_equal(answer->unreached.at[0].begin, 1);
    assert_string_equal(answer->unreached_names.at[0], "thread@L3");
    sv_answer_free(answer);
    sv_model_free(m);
  }
}

// A ring in which every process waits for its neighbour: nearly all states lie
// on one path, so a depth-first search has to give up most of its stack and
// expand states again; the counts must not show it.
static void test_deep_stack(void **state) {
  SV_UNUSED(state);
  static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  enum { N = 3 };
#ifdef SV_STRESS_HASH
  uint32_t k = 5;
#else
  uint32_t k = 8;
#endif
  uint32_t x[8];
  sv_model *m = sv_model_new();
  for (uint32_t i = 0; i < k; i++) x[i] = add_int(m, names[i], SV_GLOBAL, 0, N - 1);
  for (uint32_t i = 0; i < k; i++) {
    uint32_t t = add_process(m, names[i], 1, 1), at = add_location(m, t, "l", SV_LOC_END);
    sv_term behind = sv_app2(m->terms, SV_OP_LE, var(m, x[i]), var(m, x[(i + 1) % k]));
    add_step(m, (step){t, at, at, sv_and(m->terms, behind, below(m, x[i], N - 1)), x[i],
                       plus(m, x[i], 1), 0, NULL});
    add_step(m, (step){t, at, at, is(m, x[i], N - 1), x[i], number(m, 0), 0, NULL});
  }
  uint32_t p = add_property(m, "late", SV_PROP_INVARIANT, sv_not(corner(m, x, k, N - 1)));
  sv_answer *a = run_engine(m, "explicit", "reduction=off keep-going");
  for (size_t i = 0; i < 4; i++) {
    static const char *const ways[] = {"reduction=off search=dfs", "search=dfs",
                                       "reduction=off search=dfs store=collapse",
                                       "search=dfs store=collapse"};
    char settings[100];
    snprintf(settings, sizeof settings, "%s keep-going", ways[i]);
    sv_answer *b = run_engine(m, "explicit", settings);
    assert_true(b->depth > decimal(a->states) / 2);
    assert_string_equal(a->states, b->states);
    assert_string_equal(a->transitions, b->transitions);
    assert_true(steps_of(b, p) >= steps_of(a, p));
    sv_answer_free(b);
  }
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_limits(void **state) {
  SV_UNUSED(state);
#ifdef SV_STRESS_HASH
  skip();
#endif
  uint32_t x[6];
  sv_model *m = grid(6, 30, x);
  sv_answer *a = run_within(m, "explicit", "reduction=off", (bounds){0.2, 0});
  assert_verdict(a, SV_UNKNOWN);
  assert_memory_equal(a->reason, "time limit reached: no violation within ", 40);
  assert_true(a->seconds < 5);
  sv_answer_free(a);
  a = run_within(m, "explicit", "reduction=off", (bounds){0, sv_resident_bytes() + (20 << 20)});
  assert_verdict(a, SV_UNKNOWN);
  assert_memory_equal(a->reason, "memory limit reached: no violation within ", 42);
  sv_answer_free(a);
  a = run_within(m, "explicit", "reduction=off search=dfs",
                 (bounds){0, sv_resident_bytes() + (20 << 20)});
  assert_memory_equal(a->reason, "memory limit reached: no violation found in ", 44);
  sv_answer_free(a);
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grid_counts),
      cmocka_unit_test(test_grid_reduced),
      cmocka_unit_test(test_invariant_is_violated),
      cmocka_unit_test(test_initial_state_violates),
      cmocka_unit_test(test_many_initial_states),
      cmocka_unit_test(test_assertion),
      cmocka_unit_test(test_keep_going),
      cmocka_unit_test(test_stops_at_the_first),
      cmocka_unit_test(test_deadlock_is_nearer),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_depth_is_enough),
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_bitstate_never_holds),
      cmocka_unit_test(test_unreached),
      cmocka_unit_test(test_deep_stack),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
