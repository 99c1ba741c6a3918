// Tests of lang/c/narrow: variables of as many bits as they need, and the same
// states as before.

#include "lang/c/narrow.h"
#include "unit/test_explicit.h"
#include "unit/test_svm_kit.h"

static void assert_sort(const sv_model *m, const char *variable, const char *sort) {
  sv_name name = sv_names_cstr(m->names, variable);
  for (uint32_t v = 1; v < m->variables.n; v++) {
    if (m->variables.at[v].name.x != name.x) continue;
    sv_text t = {0};
    sv_sort_print(m->terms, m->variables.at[v].sort, &t);
    assert_string_equal(sv_text_get(&t), sort);
    sv_text_free(&t);
    return;
  }
  fail_msg("no variable %s", variable);
}

static uint64_t states_of(sv_model *m) {
  sv_answer *a = run_engine(m, "explicit", "reduction=off keep-going=on");
  uint64_t n = decimal(a->states);
  sv_answer_free(a);
  return n;
}

// Reads the text, narrows it, and sees to it that it has as many states as before.
static sv_model *narrowed(const char *text) {
  sv_model *before = kit_model(text), *after = kit_model(text);
  c_range *ranges = SV_NEW_ARRAY(c_range, after->variables.n);
  c_narrow(after, &(c_goals){0}, ranges);
  sv_free(ranges);
  sv_diags *diags = sv_diags_new(after->sources);
  assert_true(sv_model_validate(after, diags));
  sv_diags_free(diags);
  assert_int_equal(states_of(before), states_of(after));
  sv_model_free(before);
  return after;
}

static void test_constants(void **state) {
  SV_UNUSED(state);
  sv_model *m = narrowed("var lock : sbv 32 = 0\n var low : sbv 32 = -3\n var zero : sbv 64 = 0\n"
                         "process p initial 2 pool 2 entry a\n"
                         "  location a\n  location b\n  location c end\n"
                         "  action x\n from a -> b\n guard (= lock 0)\n set lock := 1\n"
                         "  action y\n from b -> c\n set lock := 0\n set low := 2\n"
                         "end\n");
  assert_sort(m, "lock", "bv 1");
  assert_sort(m, "low", "sbv 3");
  assert_sort(m, "zero", "bv 1");
  sv_model_free(m);
}

// A guard keeps a counter small; without one it needs all its bits.
static void test_loops(void **state) {
  SV_UNUSED(state);
  sv_model *m = narrowed("var wild : sbv 8 = 0\n"
                         "process p initial 1 pool 1 entry a\n"
                         "  var i : sbv 64 = 0\n"
                         "  location a\n  location b\n  location c end\n"
                         "  action x\n from a -> b\n guard (< i 10)\n"
                         "  action y\n from b -> a\n set i := (+ i 1)\n set wild := (+ wild 1)\n"
                         "  action z\n from a -> c\n guard (not (< i 10))\n"
                         "end\n");
  assert_sort(m, "i", "bv 4");
  assert_sort(m, "wild", "sbv 8");
  assert_false(sv_model_features(m) & SV_FEATURE_WIDE);
  sv_model_free(m);
}

static void test_arrays(void **state) {
  SV_UNUSED(state);
  sv_model *m = narrowed(
      "var a : array 4 of sbv 32 = (fill 0)\n"
      "process p initial 1 pool 1 entry l\n"
      "  var i : sbv 32 = 0\n"
      "  location l\n  location m end\n"
      "  action x\n from l -> l\n guard (< i 4)\n set (select a i) := (* i 2)\n set i := (+ i 1)\n"
      "  action y\n from l -> m\n guard (= i 4)\n set i := (+ (select a 3) (select a 9))\n"
      "end\n");
  assert_sort(m, "a", "array 4 of bv 3");
  sv_model_free(m);
}

// What is chosen may be anything; what a started process gets is seen.
static void test_choices_and_starts(void **state) {
  SV_UNUSED(state);
  sv_model *m =
      narrowed("var x : sbv 6 = 0\n var y : sbv 16 = 0\n"
               "process p initial 1 pool 1 entry l\n"
               "  location l\n  location m end\n"
               "  action x\n choice c : sbv 6\n from l -> m\n set x := ?c\n start q with n := 5\n"
               "end\n"
               "process q initial 0 pool 1 entry l\n"
               "  var n : sbv 16 = 0\n"
               "  location l\n  location m end\n"
               "  action x\n from l -> m\n set y := (- n 9)\n"
               "end\n");
  assert_sort(m, "x", "sbv 6");
  assert_sort(m, "n", "bv 3");
  assert_sort(m, "y", "sbv 5");
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_choices_and_starts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
