// Tests of solver/sat.h: answers against truth tables, models, cores, limits.

#include "solver/sat.h"

#include "unit/test_cnf_kit.h"

static sv_sat *loaded(const formula *f) {
  sv_sat *s = sv_sat_new();
  sv_cnf_sink sink = sv_sat_sink(s);
  formula_send(f, &sink);
  assert_int_equal(sv_sat_vars(s), f->vars);
  return s;
}

static void check_model(const sv_sat *s, const formula *f) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t at = 0; formula_next(f, &at, &clause, &n);) {
    bool good = false;
    for (uint32_t i = 0; i < n; i++) good |= sv_sat_value(s, clause[i]);
    assert_true(good);
  }
}

// One call under some assumptions against the truth table.
static void check_call(sv_sat *s, const formula *f, const int32_t *assumed, uint32_t n) {
  int32_t core[8];
  uint32_t core_n = 0;
  bool satisfiable = count_models(f, assumed, n) > 0;
  assert_int_equal(sv_sat_solve(s, assumed, n, NULL), satisfiable ? SV_SAT_YES : SV_SAT_NO);
  if (satisfiable) {
    check_model(s, f);
    for (uint32_t i = 0; i < n; i++) assert_true(sv_sat_value(s, assumed[i]));
  } else {
    for (uint32_t i = 0; i < n; i++)
      if (sv_sat_failed(s, assumed[i])) core[core_n++] = assumed[i];
    assert_int_equal(count_models(f, core, core_n), 0);
  }
}

static void test_truth_tables(void **state) {
  SV_UNUSED(state);
  for (uint32_t seed = 1; seed <= 400; seed++) {
    sv_random r = {seed};
    uint32_t vars = 3 + sv_random_below(&r, 7);
    formula f = random_mixed(&r, vars, sv_random_below(&r, 4 * vars));
    sv_sat *s = loaded(&f);
    for (uint32_t call = 0; call < 4; call++) {
      int32_t assumed[4], extra = random_literal(&r, vars), other = random_literal(&r, vars);
      uint32_t n = sv_random_below(&r, 5);
      for (uint32_t i = 0; i < n; i++) assumed[i] = random_literal(&r, vars);
      check_call(s, &f, assumed, n);
      CLAUSE(&f, extra, other);
      sv_sat_add(s, (int32_t[]){extra, other}, 2);
    }
    assert_int_equal(sv_sat_numbers(s).solves, 4);
    sv_sat_free(s);
    formula_free(&f);
  }
}

static void test_empty(void **state) {
  SV_UNUSED(state);
  sv_sat *s = sv_sat_new();
  assert_int_equal(sv_sat_solve(s, NULL, 0, NULL), SV_SAT_YES);
  int32_t v = sv_sat_var(s), w = sv_sat_var(s);
  assert_int_equal(sv_sat_solve(s, (int32_t[]){-v}, 1, NULL), SV_SAT_YES);
  assert_true(sv_sat_value(s, -v));
  assert_true(sv_sat_value(s, w) != sv_sat_value(s, -w));
  assert_int_equal(sv_sat_solve(s, (int32_t[]){v, -v}, 2, NULL), SV_SAT_NO);
  assert_true(sv_sat_failed(s, v) && sv_sat_failed(s, -v));
  sv_sat_add(s, &v, 1);
  assert_int_equal(sv_sat_solve(s, NULL, 0, NULL), SV_SAT_YES);
  sv_sat_add(s, NULL, 0);
  assert_int_equal(sv_sat_solve(s, NULL, 0, NULL), SV_SAT_NO);
  assert_int_equal(sv_sat_solve(s, &w, 1, NULL), SV_SAT_NO);
  assert_false(sv_sat_failed(s, w));
  sv_sat_free(s);
}

static void test_structured(void **state) {
  SV_UNUSED(state);
  sv_random r = {7};
  formula all[] = {pigeons(6), parity_chains(&r, 12, false), adders(6),
                   parity_chains(&r, 12, true)};
  for (uint32_t i = 0; i < SV_COUNT(all); i++) {
    sv_sat *s = loaded(&all[i]);
    sv_sat_answer answer = sv_sat_solve(s, NULL, 0, NULL);
    assert_int_equal(answer, i == 3 ? SV_SAT_YES : SV_SAT_NO);
    if (answer == SV_SAT_YES) check_model(s, &all[i]);
    sv_sat_free(s);
    formula_free(&all[i]);
  }
}

static bool count_down(void *left) { return --*(int *)left <= 0; }

static void test_limits(void **state) {
  SV_UNUSED(state);
  formula f = pigeons(11);
  sv_sat *s = loaded(&f);
  assert_int_equal(sv_sat_solve(s, NULL, 0, &(sv_sat_limits){.conflicts = 50}), SV_SAT_UNKNOWN);
  int left = 5;
  sv_sat_limits stop = {.stop = count_down, .context = &left};
  assert_int_equal(sv_sat_solve(s, NULL, 0, &stop), SV_SAT_UNKNOWN);
  assert_int_equal(left, 0);
  int interrupt = 1;
  sv_limits interrupted = sv_limits_make(0, 0, &interrupt);
  assert_int_equal(sv_sat_solve(s, NULL, 0, &(sv_sat_limits){.run = &interrupted}), SV_SAT_UNKNOWN);
  sv_limits late = sv_limits_make(0.02, 0, NULL);
  double start = sv_now();
  assert_int_equal(sv_sat_solve(s, NULL, 0, &(sv_sat_limits){.run = &late}), SV_SAT_UNKNOWN);
  assert_int_equal(late.hit, SV_CAUSE_TIME);
  assert_true(sv_now() - start < 5);
  sv_sat_free(s);
  formula_free(&f);
}

static void value_without_model(void) { sv_sat_value(sv_sat_new(), 1); }
static void unknown_variable(void) { sv_sat_add(sv_sat_new(), (int32_t[]){1}, 1); }
static void core_without_need(void) {
  sv_sat *s = sv_sat_new();
  int32_t v = sv_sat_var(s);
  sv_sat_add(s, NULL, 0);
  sv_sat_solve(s, NULL, 0, NULL);
  sv_sat_failed(s, v);
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(value_without_model, "no model");
  assert_misuse(unknown_variable, "handed out");
  assert_misuse(core_without_need, "not assumed");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_truth_tables), cmocka_unit_test(test_empty),
      cmocka_unit_test(test_structured),   cmocka_unit_test(test_limits),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
