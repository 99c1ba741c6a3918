// Tests of --certify in the engine `bdd`, and of certify.c with sets that were tampered with, as a
// diagram and as a literal.

#include "engine/bdd/certify.h"
#include "engine/certify.h"
#include "unit/test_explicit.h"

// Counts to 11 and starts again, one number a round: 12 states at a, 11 at b.
static sv_model *ring(void) {
  sv_model *m = sv_model_new();
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 15), t = add_process(m, "p", 1, 1);
  uint32_t a = add_location(m, t, "a", 0), b = add_location(m, t, "b", 0);
  uint32_t never = add_property(m, "never", SV_PROP_ASSERTION, SV_NONE);
  add_step(m, (step){t, a, b, below(m, x, 11), x, plus(m, x, 1), 0, NULL});
  add_step(m, (step){.t = t, .from = b, .to = a});
  add_step(m, (step){t, a, a, is(m, x, 11), x, number(m, 0), 0, NULL});
  add_step(m, (step){.t = t, .from = a, .to = a, .guard = is(m, x, 13), .fails = never});
  add_step(m, (step){.t = t, .from = a, .to = a, .guard = is(m, x, 14), .cut = "a bound"});
  add_property(m, "below 12", SV_PROP_INVARIANT, below(m, x, 12));
  add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
  return m;
}

// Two processes that keep control for two steps, if nobody stops them: at w one
// waits until the other has made x even.
static sv_model *keepers(void) {
  sv_model *m = sv_model_new();
  uint32_t x = add_int(m, "x", SV_GLOBAL, 0, 5), t = add_process(m, "p", 2, 2);
  uint32_t a = add_location(m, t, "a", 0), w = add_location(m, t, "w", SV_LOC_YIELDING);
  uint32_t e = add_location(m, t, "e", SV_LOC_YIELDING);
  add_step(m, (step){t, a, w, below(m, x, 5), x, plus(m, x, 1), 0, NULL});
  add_step(m, (step){t, w, e, is(m, x, 2), x, plus(m, x, 1), 0, NULL});
  add_step(m, (step){.t = t, .from = w, .to = e, .guard = is(m, x, 4)});
  add_step(m, (step){t, e, a, SV_TRUE, x, number(m, 0), 0, NULL});
  add_property(m, "below 6", SV_PROP_INVARIANT, below(m, x, 6));
  return m;
}

// One state, of no bits.
static sv_model *lonely(void) {
  sv_model *m = sv_model_new();
  uint32_t t = add_process(m, "p", 1, 1), a = add_location(m, t, "a", 0);
  add_step(m, (step){.t = t, .from = a, .to = a});
  add_property(m, "deadlock", SV_PROP_DEADLOCK, SV_NONE);
  return m;
}

typedef struct {
  sv_model *m;
  sv_options options;
  sv_limits limits;
  sv_run run;
  sv_answer *a;
  sv_bdd_search x;
} rig;

static void out_of_memory(void *context, const char *why) {
  SV_UNUSED(context);
  fail_msg("%s", why);
}

// A finished search that can be spoilt before it is certified. Profiles are
// left out: every value has its code.
static void set_up(rig *r, sv_model *m) {
  sv_text why = {0};
  sv_symbolic_options o = {.order = SV_OPT_ORDER_BEST, .join = 1000, .fail = out_of_memory};
  *r = (rig){.m = m, .a = SV_NEW(sv_answer)};
  sv_options_init(&r->options);
  r->limits = sv_limits_make(0, 0, NULL);
  r->run = (sv_run){.options = &r->options, .limits = &r->limits};
  r->a->engine = "bdd";
  for (uint32_t p = 1; p < m->properties.n; p++)
    sv_push(r->a->findings, (sv_finding){.property = p, .verdict = SV_UNKNOWN});
  assert_non_null(sv_answer_net(r->a, m, &r->run));
  r->x = (sv_bdd_search){.run = &r->run, .answer = r->a, .search = SV_OPT_SEARCH_BFS};
  r->x.s = sv_symbolic_new(r->a->net, &r->run, NULL, &o, &why);
  assert_non_null(r->x.s);
  sv_bdd_search_bfs(&r->x);
  assert_int_equal(r->x.end, SV_BDD_ENDED);
}

static void tear_down(rig *r) {
  sv_bdd_drop(r->x.s->bdds, r->x.reached);
  for (uint32_t i = 0; i < r->x.layers.n; i++) sv_bdd_drop(r->x.s->bdds, r->x.layers.at[i]);
  sv_vec_free(r->x.layers);
  sv_vec_free(r->x.points);
  sv_symbolic_free(r->x.s);
  sv_answer_free(r->a);
  sv_options_free(&r->options);
  sv_model_free(r->m);
}

// ---- the same set as a literal, as other engines have it

static sv_lit literal_of(const rig *r, sv_aig *g, const sv_lit *now, sv_bdd d) {
  sv_bdds *b = r->x.s->bdds;
  if (sv_bdd_is_const(d)) return sv_bdd_is_true(d) ? SV_LIT_TRUE : SV_LIT_FALSE;
  sv_lit low = literal_of(r, g, now, sv_bdd_low(b, d));
  sv_lit high = literal_of(r, g, now, sv_bdd_high(b, d));
  return sv_aig_ite(g, now[r->x.s->bit_of_pair[sv_bdd_top(b, d) / 2]], high, low);
}

static const char *as_literal(void *context, sv_aig *g, const sv_lit *now, sv_lit *out) {
  const rig *r = context;
  *out = literal_of(r, g, now, r->x.reached);
  return NULL;
}

static bool certify_literal(rig *r) {
  sv_certificate c = {.net = r->a->net,
                      .coding = r->x.s->coding,
                      .answer = r->a,
                      .limits = &r->limits,
                      .set = as_literal,
                      .context = r};
  return sv_certify(&c);
}

static void expect_bug(rig *r) {
  assert_non_null(r->a->bug);
  assert_memory_equal(r->a->bug, "the certificate is wrong: ", 26);
}

static void refuse(rig *r) {
  assert_false(certify_literal(r));
  expect_bug(r);
  sv_free(r->a->bug);
  r->a->bug = NULL;
  assert_false(sv_bdd_certify(&r->x));
  expect_bug(r);
}

static void test_clean_set(void **state) {
  SV_UNUSED(state);
  sv_model *(*const models[])(void) = {ring, keepers, lonely};
  for (size_t i = 0; i < SV_COUNT(models); i++) {
    rig r;
    set_up(&r, models[i]());
    assert_true(certify_literal(&r));
    assert_true(sv_bdd_certify(&r.x));
    assert_null(r.a->bug);
    tear_down(&r);
  }
}

// State number k of the set, as a diagram.
static sv_bdd nth_state(rig *r, uint32_t k) {
  sv_symbolic *s = r->x.s;
  sv_bdd rest = sv_bdd_keep(s->bdds, r->x.reached), one = SV_BDD_FALSE;
  uint8_t *values = SV_NEW_ARRAY(uint8_t, s->vars + 1), *bits = SV_NEW_ARRAY(uint8_t, s->vars + 1);
  for (uint32_t i = 0; i <= k && sv_bdd_pick(s->bdds, rest, values); i++) {
    for (uint32_t bit = 0; bit < s->coding->bits; bit++)
      bits[bit] = values[2 * s->pair_of_bit[bit]];
    sv_bdd_set(s->bdds, &one, sv_symbolic_state(s, bits));
    sv_bdd_minus_to(s->bdds, &rest, one);
    if (i < k && sv_bdd_is_false(rest)) sv_bdd_set(s->bdds, &one, SV_BDD_FALSE);
  }
  sv_bdd_drop(s->bdds, rest);
  sv_free(values);
  sv_free(bits);
  return one;
}

// Every state of these models has a successor and a predecessor or is initial:
// whichever is taken away, it is missed.
static uint32_t take_each_away(sv_model *(*model)(void)) {
  for (uint32_t k = 0;; k++) {
    rig r;
    set_up(&r, model());
    sv_bdd one = nth_state(&r, k);
    bool there = !sv_bdd_is_false(one);
    if (there) {
      sv_bdd_minus_to(r.x.s->bdds, &r.x.reached, one);
      refuse(&r);
    }
    sv_bdd_drop(r.x.s->bdds, one);
    tear_down(&r);
    if (!there) return k;
  }
}

static void test_missing_state(void **state) {
  SV_UNUSED(state);
  assert_int_equal(take_each_away(ring), 12 + 11);
  assert_in_range(take_each_away(keepers), 10, 200);
}

// States with this value of x that were never reached are put in.
static void check_added(int64_t value, const char *bug) {
  rig r;
  set_up(&r, ring());
  sv_term same = sv_eq(r.m->terms, sv_net_var_term(r.a->net, 0), number(r.m, value));
  sv_bdd added = sv_symbolic_bool(r.x.s, sv_blast_bool(r.x.s->blaster, same));
  assert_int_equal(r.a->net->vars.at[0].variable, 1);
  if (value > 12) r.a->net->properties.at[2].term = SV_TRUE;  // nothing else is wrong with them
  sv_bdd_or_to(r.x.s->bdds, &r.x.reached, added);
  refuse(&r);
  assert_string_equal(r.a->bug, bug);
  sv_bdd_drop(r.x.s->bdds, added);
  tear_down(&r);
}

static void test_wrong_states(void **state) {
  SV_UNUSED(state);
  check_added(12, "the certificate is wrong: a state violates a property");
  check_added(13, "the certificate is wrong: a step violates a property (action step)");
  check_added(14, "the certificate is wrong: the run is cut (action step)");
}

static void test_overlooked_property(void **state) {
  SV_UNUSED(state);
  rig r;
  set_up(&r, ring());
  r.a->net->properties.at[2].term = SV_FALSE;
  refuse(&r);
  tear_down(&r);
}

static void test_no_time(void **state) {
  SV_UNUSED(state);
  rig r;
  set_up(&r, ring());
  r.limits.hit = SV_CAUSE_TIME;
  assert_false(sv_bdd_certify(&r.x));
  assert_null(r.a->bug);
  assert_string_equal(statistic(r.a, "certificate"), "time limit reached");
  tear_down(&r);
}

static void test_option(void **state) {
  SV_UNUSED(state);
  static const char *const settings[] = {"certify", "certify search=bfs", "certify search=chaining",
                                         "certify search=improviso", "certify search=twophase"};
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_model *m = ring();
    sv_answer *a = run_engine(m, "bdd", settings[i]);
    assert_verdict(a, SV_HOLDS);
    assert_true(a->certified);
    assert_int_equal(decimal(a->states), 12 + 11);
    if (i >= 3) assert_string_equal(statistic(a, "reduction"), "off: --certify needs all states");
    sv_answer_free(a);
    sv_model_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_option),
      cmocka_unit_test(test_clean_set),
      cmocka_unit_test(test_missing_state),
      cmocka_unit_test(test_wrong_states),
      cmocka_unit_test(test_overlooked_property),
      cmocka_unit_test(test_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
