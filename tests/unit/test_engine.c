// Tests of what happens around every run: the table of engines, which
// properties are asked for, what is refused, the referee, and how answers are
// closed.

#include "unit/test_explicit.h"

static sv_model *counter(uint32_t *x) {
  sv_model *m = sv_model_new();
  *x = add_counter(m, "x", 4);
  add_property(m, "small", SV_PROP_INVARIANT, below(m, *x, 9));
  add_property(m, "tiny", SV_PROP_INVARIANT, below(m, *x, 2));
  return m;
}

static void test_table(void **state) {
  SV_UNUSED(state);
  uint32_t n;
  const sv_engine *const *engines = sv_engines(&n);
  assert_true(n >= 3);
  for (uint32_t i = 0; i < n; i++) {
    assert_ptr_equal(sv_engine_find(engines[i]->name), engines[i]);
    assert_non_null(engines[i]->summary);
    assert_non_null(engines[i]->check);
  }
  assert_null(sv_engine_find("nonesuch"));
  assert_non_null(sv_engine_find("auto"));
}

static void test_property(void **state) {
  SV_UNUSED(state);
  uint32_t x;
  sv_model *m = counter(&x);
  sv_answer *a = run_engine(m, "explicit", "property=small");
  assert_verdict(a, SV_HOLDS);
  assert_int_equal(a->findings.n, 1);
  assert_int_equal(a->findings.at[0].property, 1);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "property=tiny property=small");
  assert_int_equal(a->findings.n, 2);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "property=small property=tinny");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(
      a->reason, "no property is named 'tinny'; the model has small, tiny; did you mean 'tiny'?");
  sv_answer_free(a);
  a = run_engine(m, "explicit", "property=large");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "no property is named 'large'; the model has small, tiny");
  assert_int_equal(a->findings.n, 0);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_no_property(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  add_counter(m, "x", 4);
  sv_answer *a = run_engine(m, "explicit", "reduction=off");
  assert_verdict(a, SV_HOLDS);
  assert_int_equal(a->findings.n, 0);
  assert_int_equal(decimal(a->states), 4);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "property=y");
  assert_string_equal(a->reason, "no property is named 'y'; the model has none");
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_deadlock(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t t = add_process(m, "p", 1, 1);
  add_location(m, t, "stuck", 0);
  sv_answer *a = run_engine(m, "explicit", "");
  assert_verdict(a, SV_HOLDS);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "deadlock=on");
  assert_verdict(a, SV_VIOLATED);
  assert_int_equal(m->properties.n, 2);
  assert_int_equal(steps_of(a, 1), 0);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "deadlock=on");
  assert_int_equal(m->properties.n, 2);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "deadlock=off");
  assert_verdict(a, SV_HOLDS);
  assert_int_equal(a->findings.n, 0);
  sv_answer_free(a);
  a = run_engine(m, "explicit", "deadlock=off property=deadlock");
  assert_string_equal(a->reason, "property 'deadlock' is switched off by --deadlock off");
  sv_answer_free(a);
  sv_model_free(m);
}

// x counts without end, from 0 in steps of 1 or 2.
static sv_model *endless(int64_t forbidden) {
  sv_model *m = sv_model_new();
  sv_sort sort = sv_sort_int(m->terms);
  uint32_t x = sv_model_variable(m, name_of(m, "x"), sort, SV_GLOBAL, number(m, 0), SV_NOWHERE);
  uint32_t t = add_process(m, "p", 1, 1), at = add_location(m, t, "l", SV_LOC_END);
  add_step(m, (step){.t = t, .from = at, .to = at, .target = x, .value = plus(m, x, 1)});
  add_step(m, (step){.t = t, .from = at, .to = at, .target = x, .value = plus(m, x, 2)});
  add_property(m, "bound", SV_PROP_INVARIANT, below(m, x, forbidden));
  return m;
}

static void test_refusal(void **state) {
  SV_UNUSED(state);
  sv_model *m = endless(5);
  sv_answer *a = run_engine(m, "bdd", "");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "the engine 'bdd' does not take unbounded integers");
  assert_int_equal(a->findings.n, 1);
  assert_string_equal(a->findings.at[0].reason, a->reason);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_random(void **state) {
  SV_UNUSED(state);
  uint32_t x;
  sv_model *m = counter(&x);
  sv_answer *a = run_engine(m, "random", "");
  assert_verdict(a, SV_VIOLATED);
  assert_string_equal(a->engine, "random");
  assert_int_equal(steps_of(a, 2), 2);
  sv_answer_free(a);
  a = run_engine(m, "random", "property=small walk=100");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "no violation in a random walk of 100 steps");
  sv_answer_free(a);
  a = run_engine(m, "random", "walk=0");
  assert_verdict(a, SV_UNKNOWN);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_random_is_seeded(void **state) {
  SV_UNUSED(state);
  enum { SEEDS = 8 };
  uint32_t length[2][SEEDS], different = 0;
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
      sv_model *m = endless(40);
      char settings[30];
      snprintf(settings, sizeof settings, "seed=%u", seed);
      sv_answer *a = run_engine(m, "random", settings);
      assert_verdict(a, SV_VIOLATED);
      length[round][seed] = steps_of(a, 1);
      sv_answer_free(a);
      sv_model_free(m);
    }
  assert_memory_equal(length[0], length[1], sizeof length[0]);
  for (uint32_t i = 1; i < SEEDS; i++) different += length[0][i] != length[0][0];
  assert_true(different > 0);
}

static void test_auto_prefers_short_traces(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  uint32_t t = add_process(m, "p", 1, 1), at = add_location(m, t, "l", SV_LOC_END);
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 100);
  for (int64_t by = 1; by <= 20; by++)
    add_step(m, (step){.t = t, .from = at, .to = at, .target = x, .value = plus(m, x, by)});
  uint32_t p = add_property(m, "bound", SV_PROP_INVARIANT, below(m, x, 80));
  sv_answer *a = run_engine(m, "auto", "shortest");
  assert_verdict(a, SV_VIOLATED);
  assert_string_equal(a->engine, "explicit");
  assert_int_equal(steps_of(a, p), 4);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_auto_proves(void **state) {
  SV_UNUSED(state);
  uint32_t x;
  sv_model *m = counter(&x);
  sv_answer *a = run_engine(m, "auto", "property=small certify");
  assert_verdict(a, SV_HOLDS);
  assert_true(a->certified);
  sv_answer_free(a);
  a = run_engine(m, "auto", "keep-going");
  assert_verdict(a, SV_VIOLATED);
  assert_int_equal(sv_answer_finding(a, 1)->verdict, SV_HOLDS);
  assert_int_equal(steps_of(a, 2), 2);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_auto_on_infinite_models(void **state) {
  SV_UNUSED(state);
  sv_model *m = endless(30);
  sv_answer *a = run_engine(m, "auto", "");
  assert_verdict(a, SV_VIOLATED);
  sv_answer_free(a);
  sv_model_free(m);
  m = endless(1000000);
  a = run_engine(m, "auto", "walk=50 depth=40");
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "no violation within 40 steps");
  assert_int_equal(a->cause, SV_CAUSE_DEPTH);
  sv_answer_free(a);
  sv_model_free(m);
}

// ---- answers by hand

static sv_answer *by_hand(sv_model *m, uint32_t findings) {
  sv_options options;
  sv_options_init(&options);
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer *a = SV_NEW(sv_answer);
  a->engine = "test";
  for (uint32_t p = 1; p <= findings; p++)
    sv_push(a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  assert_non_null(sv_answer_net(a, m, &run));
  assert_ptr_equal(sv_answer_net(a, m, &run), a->net);
  sv_options_free(&options);
  return a;
}

// A run of n steps of the only action, from an initial state.
static bool keep_first(void *context, const sv_state *state) {
  sv_answer *a = ((void **)context)[0];
  ((void **)context)[1] = sv_trace_new(a->net, state);
  return false;
}

static sv_trace *run_of(sv_answer *a, uint32_t n) {
  void *context[2] = {a, NULL};
  sv_exec *exec = sv_exec_new(a->net);
  sv_exec_initials(exec, keep_first, context);
  sv_exec_free(exec);
  for (uint32_t i = 0; i < n; i++) sv_trace_push(a->net, context[1], &(sv_step){0, NULL});
  return context[1];
}

static void test_referee(void **state) {
  SV_UNUSED(state);
  uint32_t x;
  sv_model *m = counter(&x);
  sv_answer *a = by_hand(m, 2);
  assert_true(sv_answer_violated(a, 2, run_of(a, 2)));
  assert_int_equal(sv_answer_finding(a, 2)->trace->property, 2);
  assert_true(sv_answer_violated(a, 2, run_of(a, 3)));  // the first one stays
  assert_int_equal(steps_of(a, 2), 2);
  assert_null(sv_answer_finding(a, 7));
  assert_false(sv_answer_violated(a, 1, run_of(a, 2)));  // x < 9: not violated
  assert_non_null(strstr(a->bug, "test found a trace that cannot be replayed"));
  assert_null(sv_answer_finding(a, 1)->trace);
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
  assert_int_equal(sv_answer_finding(a, 1)->verdict, SV_UNKNOWN);
  assert_string_equal(sv_answer_finding(a, 1)->reason, "internal error");
  sv_answer_free(a);
  a = by_hand(m, 2);
  assert_false(sv_answer_violated(a, 2, run_of(a, 4)));  // the fourth step is impossible
  assert_non_null(a->bug);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_close(void **state) {
  SV_UNUSED(state);
  uint32_t x;
  sv_model *m = counter(&x);
  sv_answer *a = by_hand(m, 2);
  sv_answer_close(a, SV_CAUSE_GAVE_UP, "tired");
  assert_int_equal(a->cause, SV_CAUSE_GAVE_UP);
  assert_int_equal(a->findings.at[1].cause, SV_CAUSE_GAVE_UP);
  assert_verdict(a, SV_UNKNOWN);
  assert_string_equal(a->reason, "tired");
  assert_string_equal(a->findings.at[1].reason, "tired");
  sv_answer_close(a, SV_CAUSE_NONE, "by luck");
  assert_int_equal(a->cause, SV_CAUSE_NONE);
  assert_int_equal(a->findings.at[1].cause, SV_CAUSE_NONE);
  assert_verdict(a, SV_HOLDS);
  assert_string_equal(a->reason, "by luck");
  assert_null(a->findings.at[1].reason);
  assert_true(sv_answer_violated(a, 2, run_of(a, 2)));
  sv_answer_close(a, SV_CAUSE_NONE, NULL);
  assert_verdict(a, SV_VIOLATED);
  assert_int_equal(a->findings.at[0].verdict, SV_HOLDS);
  sv_answer_statistic(a, "apples", "%d", 3);
  assert_string_equal(statistic(a, "apples"), "3");
  sv_answer *b = SV_NEW(sv_answer);
  sv_answer_adopt(b, a);
  assert_int_equal(steps_of(b, 2), 2);
  sv_answer_free(b);
  sv_model_free(m);
}

// Starts up to n workers, in an unbounded pool; "few" fails when the sixth is started.
static sv_model *farm(uint32_t n, uint32_t limit) {
  sv_model *m = sv_model_new();
  uint32_t t = add_process(m, "M", 1, 1), w = add_process(m, "W", 0, SV_UNBOUNDED);
  uint32_t at = add_location(m, t, "m", SV_LOC_END);
  add_location(m, w, "w", SV_LOC_END);
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 99);
  add_property(m, "all", SV_PROP_INVARIANT, below(m, x, n + 1));
  add_property(m, "few", SV_PROP_INVARIANT, below(m, x, 6));
  sv_edge edge = {.template_number = t, .instance = SV_ANY_INSTANCE, .from = &at, .from_count = 1};
  sv_update count = {var(m, x), plus(m, x, 1)};
  sv_start start = {.template_number = w, .result = SV_NONE};
  sv_action run = {.name = name_of(m, "run"),
                   .edges = &edge,
                   .edge_count = 1,
                   .guard = below(m, x, n),
                   .updates = &count,
                   .update_count = 1,
                   .starts = &start,
                   .start_count = 1};
  sv_model_action(m, &run);
  m->process_limit = limit;
  return m;
}

static void assert_grows(const char *engine, const char *settings, uint32_t n, uint32_t limit,
                         sv_verdict verdict, uint32_t threads) {
  sv_model *m = farm(n, limit);
  sv_answer *a = run_engine(m, engine, settings);
  assert_verdict(a, verdict);
  assert_int_equal(a->threads, threads);
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_growing_pools(void **state) {
  SV_UNUSED(state);
  assert_grows("explicit", "property=all", 20, 0, SV_UNKNOWN, 0);  // no limit: 8, and cut
  assert_grows("explicit", "property=all", 3, 255, SV_HOLDS, 4);
  assert_grows("explicit", "property=all", 20, 255, SV_HOLDS, 32);
  assert_grows("auto", "property=all", 20, 255, SV_HOLDS, 32);
  assert_grows("explicit", "property=all threads=5", 20, 255, SV_UNKNOWN, 5);
  assert_grows("explicit", "", 20, 255, SV_VIOLATED, 8);  // it stops there
  assert_grows("explicit", "keep-going=on", 20, 255, SV_VIOLATED, 32);
  assert_grows("auto", "", 20, 255, SV_VIOLATED, 8);
  assert_grows("explicit", "property=all", 20, 10, SV_HOLDS, 10);  // nothing beyond the limit
  assert_grows("explicit", "property=all depth=5", 20, 255, SV_UNKNOWN,
               8);  // then the depth stops it
  assert_grows("random", "property=all", 7, 255, SV_UNKNOWN, 8);
}

// All but larger pools was seen, one property was proven, and then the time is up.
static void check_in_vain(sv_model *m, const sv_run *run, sv_answer *a) {
  assert_true(sv_answer_net(a, m, run));
  sv_answer_close(a, SV_CAUSE_BOUND, "the pool is full");
  sv_answer_proven(&a->findings.at[1]);
  a->pool_full = true;
  run->limits->hit = SV_CAUSE_TIME;
}

// Larger pools were left out because of the limit.
static void test_limit_between_pools(void **state) {
  SV_UNUSED(state);
  static const sv_engine slow = {.name = "slow", .check = check_in_vain};
  sv_model *m = farm(20, 255);
  sv_options options;
  sv_options_init(&options);
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer *a = sv_engine_run(&slow, m, &run);
  assert_verdict(a, SV_UNKNOWN);
  assert_int_equal(a->cause, SV_CAUSE_TIME);
  assert_string_equal(a->reason, "time limit reached; the pool is full");
  assert_int_equal(a->findings.at[0].cause, SV_CAUSE_TIME);
  assert_string_equal(a->findings.at[0].reason, a->reason);
  assert_int_equal(a->findings.at[1].verdict, SV_HOLDS);
  sv_answer_free(a);
  sv_options_free(&options);
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_property),
      cmocka_unit_test(test_no_property),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_refusal),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_random_is_seeded),
      cmocka_unit_test(test_auto_prefers_short_traces),
      cmocka_unit_test(test_auto_proves),
      cmocka_unit_test(test_auto_on_infinite_models),
      cmocka_unit_test(test_referee),
      cmocka_unit_test(test_close),
      cmocka_unit_test(test_growing_pools),
      cmocka_unit_test(test_limit_between_pools),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
