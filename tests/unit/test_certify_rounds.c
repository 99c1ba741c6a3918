// test_certify_rounds.c -- proofs about infinite runs are shown again by ranks; what does not hold is refused.

#include "engine/certify_rounds.h"
#include "unit/test_svm_kit.h"

static const char *const climber = "var x : int 0..7 = 0\n"
                                   "property settles formula (eventually (always (= x 3)))\n"
                                   "property moves formula (eventually (always (= x 2)))\n"
                                   "process P\n"
                                   "  location l\n"
                                   "  action\n"
                                   "    from l -> l\n"
                                   "    guard (< x 3)\n"
                                   "    set x := (+ x 1)\n"
                                   "  action\n"
                                   "    from l -> l\n"
                                   "    guard (= x 3)\n"
                                   "%s"
                                   "end\n";

typedef struct {
  sv_model *model;
  sv_answer *answer;
} rig;

static rig set_up(const char *more) {
  sv_text text = {0}, why = {0};
  sv_text_printf(&text, climber, more);
  rig r = {kit_model(sv_text_get(&text)), SV_NEW(sv_answer)};
  r.answer->net = sv_net_new(r.model, (sv_net_options){0}, &why);
  assert_non_null(r.answer->net);
  sv_text_free(&text);
  sv_text_free(&why);
  return r;
}

static void tear_down(rig *r) {
  sv_answer_free(r->answer);
  sv_model_free(r->model);
}

static bool is_shown(rig *r, const char *property) {
  sv_options options;
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_options_init(&options);
  sv_run run = {.options = &options, .limits = &limits};
  uint32_t number = 0;
  for (uint32_t p = 1; p < r->model->properties.n; p++)
    if (!strcmp(sv_names_get(r->model->names, r->model->properties.at[p].name), property))
      number = p;
  assert_true(number);
  bool shown = sv_certify_rounds(r->answer, &run, number);
  sv_options_free(&options);
  return shown;
}

static void test_shown(void **state) {
  SV_UNUSED(state);
  rig r = set_up("");
  assert_true(is_shown(&r, "settles"));
  assert_null(r.answer->bug);
  tear_down(&r);
}

static void test_refused(void **state) {
  SV_UNUSED(state);
  rig r = set_up("");
  assert_false(is_shown(&r, "moves"));
  assert_non_null(strstr(r.answer->bug, "rounds end again and again"));
  tear_down(&r);
  r = set_up("    set x := 0\n");
  assert_false(is_shown(&r, "settles"));
  assert_non_null(strstr(r.answer->bug, "rounds end again and again"));
  tear_down(&r);
}

static void test_cut(void **state) {
  SV_UNUSED(state);
  rig r = set_up("    cut \"here\"\n");
  assert_false(is_shown(&r, "settles"));
  assert_non_null(strstr(r.answer->bug, "a state is cut"));
  tear_down(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shown), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_cut)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
