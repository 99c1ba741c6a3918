// test_ic3_shoals.c -- shoals (rlive): what they prove, the loops that are found, and certificates that
// were tampered with.

#include "analysis/rewrite/count.h"
#include "engine/ic3/certify.h"
#include "unit/test_svm_kit.h"

// Goes up to 3, and from there to a value of the test's.
static const char *const climber = "var x : int 0..7 = 0\n"
                                   "var noise : bool = false\n"
                                   "property p formula (eventually (always (= x 3)))\n"
                                   "process P\n"
                                   "  location l\n"
                                   "  action\n"
                                   "    from l -> l\n"
                                   "    guard (< x 3)\n"
                                   "    set x := (+ x 1)\n"
                                   "  action\n"
                                   "    from l -> l\n"
                                   "    guard (= x 3)\n"
                                   "    set x := %s\n"
                                   "    set noise := (not noise)\n"
                                   "end\n";

typedef struct {
  sv_model *model;
  sv_net *net, *rounds;
  sv_options options;
  sv_limits limits;
  sv_run run;
  sv_coding *coding;
  sv_circuit *circuit;
  sv_shoals *shoals;
} rig;

static uint32_t property_of(const sv_net *net) {
  for (uint32_t p = 1; p < net->properties.n; p++)
    if (net->properties.at[p].kind == SV_PROP_RECURRENCE) return p;
  fail_msg("there is no recurrence");
  return 0;
}

static void set_up(rig *r, const char *behind) {
  sv_text text = {0}, why = {0};
  sv_text_printf(&text, climber, behind);
  *r = (rig){.limits = sv_limits_make(0, 0, NULL)};
  sv_options_init(&r->options);
  r->run = (sv_run){.options = &r->options, .limits = &r->limits};
  r->model = kit_model(sv_text_get(&text));
  r->net = sv_net_new(r->model, (sv_net_options){0}, &why);
  uint32_t p = property_of(r->net);
  r->rounds = sv_rounds_new(r->net, p, &why);
  r->coding = sv_coding_new(r->rounds, NULL, SV_QUEUE_SHIFTING, &why);
  r->circuit = sv_circuit_new(r->coding, SV_SELECT_BINARY, &why);
  assert_non_null(r->circuit);
  uint32_t cell = r->rounds->vars.at[sv_rounds_shown(r->rounds, p)].first_cell;
  uint32_t bit = sv_code_state_bit(r->coding->cells[cell].at[0]);
  sv_shoals_goal goal = {.shown = r->circuit->state.at[bit], .bit = bit};
  r->shoals = sv_shoals_new(r->circuit, &goal, &(sv_ic3_options){0});
  sv_text_free(&text);
  sv_text_free(&why);
}

static void tear_down(rig *r) {
  sv_shoals_free(r->shoals);
  sv_circuit_free(r->circuit);
  sv_coding_free(r->coding);
  sv_net_free(r->rounds);
  sv_net_free(r->net);
  sv_model_free(r->model);
  sv_options_free(&r->options);
}

static bool is_certified(rig *r, sv_text *because) {
  sv_answer *a = SV_NEW(sv_answer);
  a->net = r->rounds;
  bool good = sv_ic3_certify_shoals(a, &r->run, r->shoals, r->coding, property_of(r->rounds));
  assert_true(good == !a->bug);
  if (a->bug) sv_text_printf(because, "%s\n", a->bug);
  a->net = NULL;
  sv_answer_free(a);
  return good;
}

static void test_proved(void **state) {
  SV_UNUSED(state);
  rig r;
  sv_text because = {0};
  set_up(&r, "3");
  assert_int_equal(sv_shoals_search(r.shoals), SV_SHOALS_PROVED);
  assert_true(sv_shoals_count(r.shoals) > 1);
  assert_true(is_certified(&r, &because));
  sv_text_free(&because);
  tear_down(&r);
}

static void test_loop(void **state) {
  SV_UNUSED(state);
  rig r;
  set_up(&r, "0");
  assert_int_equal(sv_shoals_search(r.shoals), SV_SHOALS_LOOP);
  sv_shoals_run run = sv_shoals_loop(r.shoals);
  assert_true(run.begin < run.n);
  tear_down(&r);
}

// A cube that excludes something else: `literals` instead.
static void tamper(rig *r, int32_t *literals, uint32_t n, sv_text *because) {
  for (uint32_t i = 0; i < sv_shoals_count(r->shoals); i++)
    for (uint32_t k = 0; k < sv_shoals_size(r->shoals, i); k++) {
      sv_i32s *cube = (sv_i32s *)sv_shoals_cube(r->shoals, i, k), kept = *cube;
      *cube = (sv_i32s){.at = literals, .n = n};
      is_certified(r, because);
      *cube = kept;
    }
}

static void test_tampered(void **state) {
  SV_UNUSED(state);
  rig r;
  sv_text because = {0};
  set_up(&r, "3");
  assert_int_equal(sv_shoals_search(r.shoals), SV_SHOALS_PROVED);
  int32_t nothing[] = {1, -1};
  tamper(&r, nothing, 2, &because);  // excludes no state: the shoal is larger
  assert_non_null(strstr(sv_text_get(&because), "the end of a round leads to no older shoal"));
  for (int32_t bit = 1; bit <= (int32_t)r.coding->bits; bit++) {
    int32_t other = -bit;
    tamper(&r, &bit, 1, &because);
    tamper(&r, &other, 1, &because);
  }
  assert_non_null(strstr(sv_text_get(&because), "a step leads out of a shoal"));
  sv_clear(because);
  tamper(&r, NULL, 0, &because);  // excludes all states: there is no such shoal
  assert_non_null(strstr(sv_text_get(&because), "the end of a round leads to no shoal"));
  assert_true(is_certified(&r, &because));
  sv_text_free(&because);
  tear_down(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_proved), cmocka_unit_test(test_loop),
                                     cmocka_unit_test(test_tampered)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
