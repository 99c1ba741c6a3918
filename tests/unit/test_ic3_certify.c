// test_ic3_certify.c -- an invariant of ic3 is shown again, and one that was tampered with is refused.

#include "engine/ic3/certify.h"
#include "engine/ic3/inside.h"
#include "unit/test_corpus_kit.h"

typedef struct {
  sv_options options;
  sv_limits limits;
  sv_run run;
  sv_coding *coding;
  sv_circuit *circuit;
  sv_ic3 *search;
} rig;

static void set_up(rig *r, const sv_net *net) {
  sv_text why = {0};
  sv_lits bad = {0};
  *r = (rig){.limits = sv_limits_make(0, 0, NULL)};
  sv_options_init(&r->options);
  r->run = (sv_run){.options = &r->options, .limits = &r->limits};
  r->coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  r->circuit = sv_circuit_new(r->coding, SV_SELECT_BINARY, &why);
  assert_non_null(r->circuit);
  for (uint32_t p = 1; p < net->properties.n; p++) sv_push(bad, r->circuit->bad.at[p]);
  r->search = sv_ic3_new(r->circuit, bad.at, bad.n, &(sv_ic3_options){0});
  assert_int_equal(sv_ic3_search(r->search), SV_IC3_PROVED);
  assert_true(sv_ic3_invariant(r->search) > 0);
  sv_vec_free(bad);
}

static void tear_down(rig *r) {
  sv_ic3_free(r->search);
  sv_circuit_free(r->circuit);
  sv_coding_free(r->coding);
  sv_options_free(&r->options);
}

// Is it refused, and because of this?
static bool is_refused(rig *r, const sv_net *net, const char *because) {
  sv_answer *a = SV_NEW(sv_answer);
  a->net = (sv_net *)net;
  for (uint32_t p = 1; p < net->properties.n; p++)
    sv_push(a->findings, (sv_finding){.property = p, .verdict = SV_HOLDS});
  bool good = sv_ic3_certify(a, &r->run, r->search, r->coding);
  assert_true(good == !a->bug);
  bool refused = a->bug && strstr(a->bug, because);
  a->net = NULL;
  sv_answer_free(a);
  return refused;
}

// A clause says instead that a bit keeps the value, or has not the value, that `set` tells.
static uint32_t tamper(rig *r, const sv_net *net, bool set, const char *because) {
  sv_i32s *cube = (sv_i32s *)sv_ic3_clause(r->search, 0), kept = *cube;
  uint32_t refused = 0;
  for (uint32_t bit = 0; bit < r->coding->bits; bit++) {
    int32_t literal = set ? (int32_t)bit + 1 : -(int32_t)bit - 1;
    *cube = (sv_i32s){.at = &literal, .n = 1};
    refused += is_refused(r, net, because);
  }
  *cube = kept;
  return refused;
}

static void check_net(const sv_net *net, const char *path, void *context) {
  SV_UNUSED(path), SV_UNUSED(context);
  assert_non_null(net);
  rig r;
  set_up(&r, net);
  assert_false(is_refused(&r, net, ""));
  uint32_t unset = tamper(&r, net, false, "an initial state is missing");
  uint32_t set = tamper(&r, net, true, "an initial state is missing");
  assert_int_equal(unset + set, r.coding->bits);  // one initial state
  assert_true(tamper(&r, net, true, "a successor is missing") > 0);
  tear_down(&r);
}

static void test_tampered(void **state) {
  SV_UNUSED(state);
  corpus_file(SELVAGE_ROOT "/tests/corpus/proc/lock.proc", 2, check_net, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tampered)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
