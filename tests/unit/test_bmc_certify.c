// test_bmc_certify.c -- proofs by induction are shown again, and wrong ones are refused.

#include "engine/bmc/sat.h"
#include "unit/test_corpus_kit.h"

typedef struct {
  sv_coding *coding;
  sv_stepper *stepper;
  sv_invariants invariants;
  sv_limits limits;
  sv_u32s about;
  sv_bmc_exchange exchange;
} proven;

static void prepare(proven *p, const sv_net *net, bool with_invariants) {
  sv_text why = {0};
  *p = (proven){.coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why)};
  sv_step_options o = {.semantics = SV_STEPS_SERIAL};
  p->stepper = sv_stepper_new(p->coding, &o, &why);
  assert_non_null(p->stepper);
  if (with_invariants) sv_invariants_candidates(net, 1, NULL, &p->invariants);
  sv_invariants_prove(p->coding, NULL, 0, &p->invariants);
  for (uint32_t k = 1; k < net->properties.n; k++) sv_push(p->about, k);
  sv_push(p->about, SV_ASK_CUT);
}

static void release(proven *p) {
  sv_stepper_free(p->stepper);
  sv_coding_free(p->coding);
  sv_vec_free(p->invariants);
  sv_vec_free(p->about);
}

static sv_induction_options options_of(proven *p) {
  return (sv_induction_options){.stepper = p->stepper,
                                .coding = p->coding,
                                .limits = &p->limits,
                                .invariants = &p->invariants,
                                .exchange = &p->exchange};
}

// The number of steps over which the induction succeeds.
static uint32_t prove(proven *p, sv_sat_induction *x) {
  sv_induction_options o = options_of(p);
  for (uint32_t k = 0; k < 30; k++) {
    sv_bmc_question q = {p->about.at, p->about.n, 0, k};
    if (sv_bmc_induct(x, &o, &q) == SV_SAT_NO) return k;
  }
  fail_msg("there is no proof");
  return 0;
}

// Is it shown? Else there must be an explanation with this word.
static bool certifies(proven *p, const sv_sat_induction *x, uint32_t k, bool ended,
                      const char *word) {
  sv_answer *a = SV_NEW(sv_answer);
  sv_induction_options o = options_of(p);
  bool good = sv_bmc_certify(&(sv_bmc_proof){a, &o, {p->about.at, p->about.n, 0, k}, ended, x});
  if (!good && (!a->bug || !strstr(a->bug, word))) fail_msg("not refused because of '%s'", word);
  sv_answer_free(a);
  return good;
}

// Facts of others that nobody has shown: that the first cell is odd, or even.
static void check_foreign(proven *p, const sv_sat_induction *x, uint32_t k) {
  sv_fact_words *w = sv_fact_words_new(p->coding);
  int32_t odd = sv_fact_item_literal(w, 0, 0);
  p->exchange = (sv_bmc_exchange){.words = w, .count = 1, .generation = 1};
  sv_push(p->exchange.facts, odd);
  sv_push(p->exchange.facts, 0);
  assert_false(certifies(p, x, k, false, "a fact fails initially"));
  p->exchange.facts.at[0] = -odd;
  assert_false(certifies(p, x, k, false, "an action breaks a fact"));
  sv_bmc_exchange_free(&p->exchange);
  p->exchange = (sv_bmc_exchange){0};
}

static void check_proof(const sv_net *net, const char *path, void *context) {
  const bool *with_invariants = context;
  assert_non_null(net);
  SV_UNUSED(path);
  proven p;
  sv_sat_induction x = {0};
  prepare(&p, net, *with_invariants);
  uint32_t k = prove(&p, &x);
  assert_true(k > 0);
  assert_true(certifies(&p, &x, k, false, ""));
  assert_false(certifies(&p, &x, k, true, "runs go on"));
  assert_false(certifies(&p, &x, k - 1, false, "one step more"));
  check_foreign(&p, &x, k);
  sv_invariant_clause wrong = {SV_INVARIANT_AT_LEAST, SV_INVARIANT_ALWAYS, 0, 0, 1};
  sv_push(p.invariants, wrong);
  assert_false(certifies(&p, &x, k, false, "a fact fails initially"));
  wrong.kind = SV_INVARIANT_AT_MOST, wrong.value = 0;  // true as long as the first cell stays 0
  p.invariants.at[p.invariants.n - 1] = wrong;
  assert_false(certifies(&p, &x, k, false, "an action breaks a fact"));
  sv_sat_induction_free(&x, net);
  release(&p);
}

// Nothing violates it at once, but a run does.
static void check_violated(const sv_net *net, const char *path, void *context) {
  SV_UNUSED(context), SV_UNUSED(path);
  assert_non_null(net);
  proven p;
  prepare(&p, net, false);
  sv_sat_induction none = {0};
  assert_false(certifies(&p, &none, 9, false, "a run violates"));
  release(&p);
}

static void proofs(void **state) {
  SV_UNUSED(state);
  bool with = true, without = false;
  corpus_file(SELVAGE_ROOT "/tests/corpus/proc/lock.proc", 2, check_proof, &with);
  corpus_file(SELVAGE_ROOT "/tests/corpus/proc/lock.proc", 2, check_proof, &without);
  corpus_file(SELVAGE_ROOT "/tests/corpus/boolprog/peterson_hasty.bp", 2, check_violated, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(proofs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
