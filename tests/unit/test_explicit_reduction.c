// Programs on which a careless reduction goes wrong, and some on which a
// careful one must do its work. Every search with and without reduction.

#include "unit/test_explicit.h"

static const char *const settings[] = {
    "reduction=off",
    "reduction=on",
    "reduction=on search=dfs",
    "reduction=on store=collapse",
#ifndef SV_STRESS_HASH
    "reduction=on store=bitstate",
    "reduction=on store=bitstate search=dfs",
#endif
};

// A process that goes through n locations; returns the template, whose
// locations are 1 … n.
static uint32_t line(sv_model *m, const char *name, uint32_t n) {
  uint32_t t = add_process(m, name, 1, 1);
  for (uint32_t i = 0; i < n; i++) add_location(m, t, "l", SV_LOC_END);
  return t;
}

static void assert_all_violated(sv_model *m, uint32_t property, uint32_t length) {
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    assert_verdict(a, SV_VIOLATED);
    if (!strstr(settings[i], "dfs")) assert_int_equal(steps_of(a, property), length);
    sv_answer_free(a);
  }
  sv_model_free(m);
}

// A: x := 1.  B: skip; if x = 0 then error. The write meets no present access
// of B, but a later one.
static void test_later_access(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 1), a = line(m, "A", 2), b = line(m, "B", 3);
  uint32_t error = add_property(m, "error", SV_PROP_ASSERTION, SV_NONE);
  add_step(m, (step){.t = a, .from = 1, .to = 2, .target = x, .value = number(m, 1)});
  add_step(m, (step){.t = b, .from = 1, .to = 2});
  add_step(m, (step){.t = b, .from = 2, .to = 3, .guard = is(m, x, 0), .fails = error});
  assert_all_violated(m, error, 2);
}

// x := 1; x := 0 beside y := 1; y := 0, with the invariant !(x & y): the steps
// are independent, but the invariant sees them all.
static void test_visibility(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 1), y = add_int(m, "y", SV_GLOBAL, 0, 1);
  uint32_t vars[] = {x, y}, t[] = {line(m, "A", 3), line(m, "B", 3)};
  for (uint32_t i = 0; i < 2; i++) {
    add_step(m, (step){.t = t[i], .from = 1, .to = 2, .target = vars[i], .value = number(m, 1)});
    add_step(m, (step){.t = t[i], .from = 2, .to = 3, .target = vars[i], .value = number(m, 0)});
  }
  sv_term both = sv_and(m->terms, is(m, x, 1), is(m, y, 1));
  assert_all_violated(m, add_property(m, "apart", SV_PROP_INVARIANT, sv_not(both)), 2);
}

// One process runs around an invisible loop for ever, the other has a bad
// step: it must not be put off for ever.
static void test_cycle(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t a = line(m, "A", 3), b = line(m, "B", 2);
  uint32_t error = add_property(m, "error", SV_PROP_ASSERTION, SV_NONE);
  for (uint32_t i = 1; i <= 3; i++) add_step(m, (step){.t = a, .from = i, .to = i % 3 + 1});
  add_step(m, (step){.t = b, .from = 1, .to = 2, .fails = error});
  assert_all_violated(m, error, 1);
}

// a := *; b := !a; assume(a)  beside  assume(b); error.
static void test_blocked_branch(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t a = add_int(m, "a", SV_GLOBAL, 0, 1), b = add_int(m, "b", SV_GLOBAL, 0, 1);
  uint32_t p = line(m, "P", 4), q = line(m, "Q", 3);
  uint32_t error = add_property(m, "error", SV_PROP_ASSERTION, SV_NONE);
  for (int64_t v = 0; v <= 1; v++)
    add_step(m, (step){.t = p, .from = 1, .to = 2, .target = a, .value = number(m, v)});
  sv_term flipped = sv_app2(m->terms, SV_OP_SUB, number(m, 1), var(m, a));
  add_step(m, (step){.t = p, .from = 2, .to = 3, .target = b, .value = flipped});
  add_step(m, (step){.t = p, .from = 3, .to = 4, .guard = is(m, a, 1)});
  add_step(m, (step){.t = q, .from = 1, .to = 2, .guard = is(m, b, 1)});
  add_step(m, (step){.t = q, .from = 2, .to = 3, .fails = error});
  assert_all_violated(m, error, 4);
}

// Local work of k processes: one order is enough, with loops one round each.
static void test_it_reduces(void **state) {
  SV_UNUSED(state);
  static const char *const names[] = {"A", "B", "C", "D", "E"};
  static const char *const ways[] = {"merge=off", "search=dfs merge=off",
                                     "store=collapse merge=off"};
  for (size_t w = 0; w < SV_COUNT(ways); w++) {
    sv_model *m = sv_model_new();
    uint32_t t[5];
    for (uint32_t i = 0; i < 5; i++) {
      t[i] = line(m, names[i], 6);
      for (uint32_t l = 1; l < 6; l++) add_step(m, (step){.t = t[i], .from = l, .to = l + 1});
    }
    add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
    sv_answer *a = run_engine(m, "explicit", ways[w]);
    assert_verdict(a, SV_HOLDS);
    assert_counts(a, 26, 25, 25);
    assert_true(a->complete);
    sv_answer_free(a);
    a = run_engine(m, "explicit", "reduction=off");
    assert_int_equal(decimal(a->states), 7776);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_later_access), cmocka_unit_test(test_visibility),
      cmocka_unit_test(test_cycle),        cmocka_unit_test(test_blocked_branch),
      cmocka_unit_test(test_it_reduces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
