// Tests of the states between: sections that are passed through, not stored.

#include "engine/explicit/search.h"
#include "unit/test_explicit.h"

static const char *const every_search[] = {
    "reduction=off",
    "reduction=on",
    "reduction=off search=dfs",
    "reduction=on search=dfs",
    "reduction=off store=collapse",
    "reduction=off store=collapse search=dfs",
    "reduction=off store=tree",
    "reduction=off store=bitstate bits=20",
    "reduction=on store=bitstate bits=20 search=dfs",
};

// P enters a section, counts x to `last` inside and leaves; Q counts to 2 beside it.
typedef struct {
  sv_model *m;
  uint32_t p, start, inside, over, x, q, never, deadlock;
} section;

static section make_section(int64_t last, unsigned inside) {
  section s = {.m = sv_model_new()};
  s.never = add_property(s.m, "never", SV_PROP_ASSERTION, SV_NONE);
  s.p = add_process(s.m, "P", 1, 1);
  s.start = add_location(s.m, s.p, "start", 0);
  s.inside = add_location(s.m, s.p, "inside", inside);
  s.over = add_location(s.m, s.p, "over", SV_LOC_END);
  s.x = add_int(s.m, "x", SV_GLOBAL, 0, last);
  s.q = add_counter(s.m, "q", 3);
  add_step(s.m, (step){s.p, s.start, s.inside, SV_TRUE, 0, SV_NONE, 0, NULL});
  add_step(s.m,
           (step){s.p, s.inside, s.inside, below(s.m, s.x, last), s.x, plus(s.m, s.x, 1), 0, NULL});
  add_step(s.m, (step){s.p, s.inside, s.over, is(s.m, s.x, last), 0, SV_NONE, 0, NULL});
  return s;
}

// Stored: P before or behind the section, with three values of q each.
static void test_only_ends_are_stored(void **state) {
  SV_UNUSED(state);
  section s = make_section(5, SV_LOC_YIELDING);
  sv_answer *a = run_engine(s.m, "explicit", "reduction=off");
  assert_verdict(a, SV_HOLDS);
  assert_counts(a, 6, 2 * 2 + 3 * 7, 3);
  assert_string_equal(statistic(a, "states passed through"), "18");
  sv_answer_free(a);
  a = run_engine(s.m, "explicit", "certify");
  assert_true(a->certified);
  sv_answer_free(a);
  sv_model_free(s.m);
}

static void test_violations_inside(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    section s = make_section(5, SV_LOC_YIELDING);
    uint32_t low = add_property(s.m, "low", SV_PROP_INVARIANT, sv_not(is(s.m, s.x, 3)));
    add_step(s.m, (step){s.p, s.inside, s.inside, is(s.m, s.x, 2), 0, SV_NONE, s.never, NULL});
    char settings[100];
    snprintf(settings, sizeof settings, "%s keep-going", every_search[i]);
    sv_answer *a = run_engine(s.m, "explicit", settings);
    assert_in_range(steps_of(a, low), 4, 6);
    assert_in_range(steps_of(a, s.never), 4, 6);
    sv_answer_free(a);
    a = run_engine(s.m, "explicit", every_search[i]);
    assert_verdict(a, SV_VIOLATED);
    sv_answer_free(a);
    sv_model_free(s.m);
  }
}

// A deadlock one level before is reported first, and the violation inside kept meanwhile.
static void test_deadlock_is_nearer(void **state) {
  SV_UNUSED(state);
  section s = make_section(5, SV_LOC_YIELDING);
  add_property(s.m, "low", SV_PROP_INVARIANT, sv_not(is(s.m, s.x, 3)));
  s.deadlock = add_property(s.m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
  sv_answer *a = run_engine(s.m, "explicit", "reduction=off");
  assert_int_equal(steps_of(a, 2), 4);
  sv_answer_free(a);
  uint32_t stuck = add_process(s.m, "R", 1, 1);
  uint32_t at = add_location(s.m, stuck, "at", SV_LOC_COMMITTED);
  SV_UNUSED(at);
  a = run_engine(s.m, "explicit", "reduction=off");
  assert_int_equal(steps_of(a, s.deadlock), 0);
  sv_answer_free(a);
  sv_model_free(s.m);
}

static void test_a_cut_inside(void **state) {
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(every_search); i++) {
    section s = make_section(5, SV_LOC_YIELDING);
    add_step(s.m, (step){s.p, s.inside, s.inside, is(s.m, s.x, 2), 0, SV_NONE, 0, "border"});
    sv_answer *a = run_engine(s.m, "explicit", every_search[i]);
    assert_verdict(a, SV_UNKNOWN);
    assert_non_null(strstr(a->reason, "border"));
    sv_answer_free(a);
    sv_model_free(s.m);
  }
}

// A way through the section is one step: 3 levels.
static void test_bound_counts_stored_states(void **state) {
  SV_UNUSED(state);
  section s = make_section(5, SV_LOC_YIELDING);
  uint32_t high = add_property(s.m, "high", SV_PROP_INVARIANT, below(s.m, s.q, 2));
  sv_answer *a = run_engine(s.m, "explicit", "depth=3 keep-going");
  assert_int_equal(sv_answer_finding(a, s.never)->verdict, SV_HOLDS);
  assert_int_equal(steps_of(a, high), 2);
  sv_answer_free(a);
  a = run_engine(s.m, "explicit", "depth=1");
  assert_verdict(a, SV_UNKNOWN);
  assert_counts(a, 3, 2 + 6, 1);
  sv_answer_free(a);
  sv_model_free(s.m);
}

// What lies beyond the bound may be nothing but the inside of a section that is never left.
static void test_looks_into_sections_beyond(void **state) {
  SV_UNUSED(state);
  for (int bad = 0; bad < 2; bad++) {
    sv_model *m = sv_model_new();
    uint32_t p = add_process(m, "P", 1, 1), x = add_int(m, "x", SV_GLOBAL, 0, 1);
    uint32_t first = add_location(m, p, "first", 0), start = add_location(m, p, "start", 0);
    uint32_t inside = add_location(m, p, "inside", SV_LOC_YIELDING);
    add_step(m, (step){p, first, start, SV_TRUE, 0, SV_NONE, 0, NULL});
    add_step(m, (step){p, start, inside, SV_TRUE, x, number(m, 1), 0, NULL});
    add_step(m, (step){p, inside, inside, SV_TRUE, 0, SV_NONE, 0, NULL});
    add_property(m, "low", SV_PROP_INVARIANT, bad ? is(m, x, 0) : SV_TRUE);
    sv_answer *a = run_engine(m, "explicit", "depth=1");
    assert_verdict(a, bad ? SV_UNKNOWN : SV_HOLDS);
    assert_int_equal(decimal(a->states), 2);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

static void test_limits_hold_inside(void **state) {
  SV_UNUSED(state);
  section s = make_section(100000000, SV_LOC_YIELDING);
  sv_answer *a = run_within(s.m, "explicit", "reduction=off", (bounds){0.1, 0});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(strstr(a->reason, "time"));
  sv_answer_free(a);
  a = run_within(s.m, "explicit", "reduction=off", (bounds){20, sv_resident_bytes() + (8 << 20)});
  assert_verdict(a, SV_UNKNOWN);
  assert_non_null(strstr(a->reason, "memory"));
  sv_answer_free(a);
  sv_model_free(s.m);
}

// ---- sticky places

static sv_search *new_search(section *s, sv_run *run, sv_answer *a) {
  sv_text why = {0};
  for (uint32_t p = 1; p < s->m->properties.n; p++)
    sv_push(a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  assert_true(sv_answer_net(a, s->m, run));
  sv_search *search = sv_search_new(s->m, run, a, &why);
  assert_non_null(search);
  return search;
}

// P goes on wherever it stands inside; others could move there, but need not.
static void explore_sticky(section *s, sv_opt_search order, sv_answer *a) {
  sv_options options;
  sv_options_init(&options);
  options.reduction = SV_OPT_REDUCTION_OFF;
  options.search = order;
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_search *search = new_search(s, &run, a);
  sv_bits sticky;
  sv_bits_init(&sticky, 64);
  sv_bits_add(&sticky, s->inside);
  sv_chain_free(&search->chain);
  search->sticky = &sticky;
  sv_chain_init(&search->chain, search->layout, &sticky);
  sv_search_explore(search);
  sv_search_close(search);
  sv_search_free(search);
  sv_bits_free(&sticky);
  sv_options_free(&options);
}

static void test_sticky_places(void **state) {
  SV_UNUSED(state);
  for (int bad = 0; bad < 2; bad++) {
    section s = make_section(5, 0);
    if (bad) add_property(s.m, "low", SV_PROP_INVARIANT, sv_not(is(s.m, s.x, 3)));
    for (int dfs = 0; dfs < 2; dfs++) {
      sv_answer *a = SV_NEW(sv_answer);
      explore_sticky(&s, dfs ? SV_OPT_SEARCH_DFS : SV_OPT_SEARCH_BFS, a);
      assert_null(a->bug);
      assert_verdict(a, bad ? SV_VIOLATED : SV_HOLDS);
      if (!bad) assert_int_equal(decimal(a->states), 6);
      sv_answer_free(a);
    }
    sv_model_free(s.m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_only_ends_are_stored),
      cmocka_unit_test(test_violations_inside),
      cmocka_unit_test(test_deadlock_is_nearer),
      cmocka_unit_test(test_a_cut_inside),
      cmocka_unit_test(test_bound_counts_stored_states),
      cmocka_unit_test(test_looks_into_sections_beyond),
      cmocka_unit_test(test_limits_hold_inside),
      cmocka_unit_test(test_sticky_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
