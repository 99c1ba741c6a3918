// Tests of --certify, and of certify.c with stores that were tampered with.

#include "engine/explicit/search.h"
#include "unit/test_explicit.h"

// A process that counts to 11 and starts again: 12 states at a, 11 at b.
static sv_model *ring(sv_term (*invariant)(sv_model *, uint32_t)) {
  sv_model *m = sv_model_new();
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 15), t = add_process(m, "p", 1, 1);
  uint32_t a = add_location(m, t, "a", 0), b = add_location(m, t, "b", 0);
  add_step(m, (step){.t = t,
                     .from = a,
                     .to = b,
                     .guard = below(m, x, 11),
                     .target = x,
                     .value = plus(m, x, 1)});
  add_step(m, (step){.t = t, .from = b, .to = a});
  add_step(
      m,
      (step){
          .t = t, .from = a, .to = a, .guard = is(m, x, 11), .target = x, .value = number(m, 0)});
  if (invariant) add_property(m, "invariant", SV_PROP_INVARIANT, invariant(m, x));
  add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
  return m;
}

static sv_term below_12(sv_model *m, uint32_t x) { return below(m, x, 12); }

static void test_certify(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {"certify", "certify search=dfs", "certify store=collapse",
                                         "certify store=tree"};
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_model *m = ring(below_12);
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    assert_verdict(a, SV_HOLDS);
    assert_true(a->certified);
    assert_int_equal(decimal(a->states), 12 + 11);
    assert_string_equal(statistic(a, "reduction"), "off: --certify needs all states");
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// A finished search that can be spoilt before it is certified.
typedef struct {
  sv_model *m;
  sv_options options;
  sv_limits limits;
  sv_run run;
  sv_answer *a;
  sv_search *s;
} rig;

static void set_up(rig *r, const char *store) {
  sv_text why = {0};
  *r = (rig){.m = ring(below_12)};
  sv_options_init(&r->options);
  assert_true(sv_options_set(&r->options, "certify", NULL, &why));
  assert_true(sv_options_set(&r->options, "store", store, &why));
  r->limits = sv_limits_make(0, 0, NULL);
  r->run = (sv_run){.options = &r->options, .limits = &r->limits};
  r->a = SV_NEW(sv_answer);
  r->a->engine = "explicit";
  for (uint32_t p = 1; p < r->m->properties.n; p++)
    sv_push(r->a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  assert_non_null(sv_answer_net(r->a, r->m, &r->run));
  r->s = sv_search_new(r->m, &r->run, r->a, &why);
  assert_non_null(r->s);
  sv_search_explore(r->s);
  assert_true(sv_search_complete(r->s));
}

static void tear_down(rig *r) {
  sv_search_free(r->s);
  sv_answer_free(r->a);
  sv_options_free(&r->options);
  sv_model_free(r->m);
}

static void test_clean_store(void **state) {
  SV_UNUSED(state);
  static const char *const stores[] = {"exact", "collapse", "tree"};
  for (uint32_t i = 0; i < 2; i++) {
    rig r;
    set_up(&r, stores[i]);
    assert_true(sv_search_certify(r.s));
    assert_null(r.a->bug);
    tear_down(&r);
  }
}

static uint64_t nth_id(const sv_store *store, uint32_t n) {
  for (uint32_t i = 0; i < sv_store_shards(store); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(store, i); k++)
      if (!n--) return sv_store_id(store, i, k);
  fail_msg("no such state");
  return 0;
}

// Whichever stored state is changed into something else, the certificate
// breaks: a state is missing or a wrong one is there.
static void test_tampered_store(void **state) {
  SV_UNUSED(state);
  for (uint32_t n = 0; n < 23; n++) {
    rig r;
    set_up(&r, "exact");
    assert_int_equal(sv_visited_count(&r.s->seen), 23);
    uint64_t *words =
        (uint64_t *)(uintptr_t)sv_store_get(r.s->seen.store, nth_id(r.s->seen.store, n));
    sv_field x = {0};
    for (uint32_t v = 0; v < r.s->net->vars.n; v++)
      if (!r.s->net->vars.at[v].is_pc) x = r.s->layout->cells[r.s->net->vars.at[v].first_cell];
    sv_field_set(words, x, 13);
    assert_false(sv_search_certify(r.s));
    assert_non_null(r.a->bug);
    assert_memory_equal(r.a->bug, "the certificate is wrong: ", 26);
    tear_down(&r);
  }
}

// A state that is there twice instead of another one: nothing is wrong with it, but the other one is missing.
static void test_missing_state(void **state) {
  SV_UNUSED(state);
  for (uint32_t n = 0; n < 23; n++) {
    rig r;
    set_up(&r, "exact");
    const sv_store *store = r.s->seen.store;
    uint64_t *words = (uint64_t *)(uintptr_t)sv_store_get(store, nth_id(store, n));
    memcpy(words, sv_store_get(store, nth_id(store, (n + 1) % 23)), r.s->words * sizeof *words);
    assert_false(sv_search_certify(r.s));
    assert_non_null(r.a->bug);
    assert_non_null(strstr(r.a->bug, " is missing"));
    tear_down(&r);
  }
}

// An invariant that the search is made to overlook is found by exec.
static void test_overlooked_property(void **state) {
  SV_UNUSED(state);
  rig r;
  set_up(&r, "exact");
  ((sv_net *)(uintptr_t)r.s->net)->properties.at[1].term = SV_FALSE;
  assert_false(sv_search_certify(r.s));
  assert_string_equal(r.a->bug, "the certificate is wrong: a state violates a property");
  tear_down(&r);
}

static void test_no_time(void **state) {
  SV_UNUSED(state);
  rig r;
  set_up(&r, "exact");
  r.limits.hit = SV_CAUSE_TIME;
  assert_false(sv_search_certify(r.s));
  assert_null(r.a->bug);
  assert_string_equal(statistic(r.a, "certificate"), "time limit reached");
  tear_down(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_certify),
      cmocka_unit_test(test_clean_store),
      cmocka_unit_test(test_tampered_store),
      cmocka_unit_test(test_missing_state),
      cmocka_unit_test(test_overlooked_property),
      cmocka_unit_test(test_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
