// test_blast.c -- blasted actions against exec, on random models.
//
// BLAST_SEED and BLAST_COUNT in the environment choose other models.

#include "unit/test_blast_kit.h"
#include "unit/test_machine_models.h"

enum { MODELS = 80, ROUNDS = 3 };

static void random_models(void **state) {
  uint64_t steps = 0, left = 0;
  const char *first = getenv("BLAST_SEED"), *count = getenv("BLAST_COUNT");
  uint64_t from = first ? strtoull(first, NULL, 10) : 1;
  uint64_t models = count ? strtoull(count, NULL, 10) : MODELS;
  SV_UNUSED(state);
  for (uint64_t seed = from; seed < from + models; seed++) {
    sv_text why = {0};
    sv_model *m = gen_model(seed);
    sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
    if (!net) fail_msg("seed %llu: %s", (unsigned long long)seed, sv_text_get(&why));
    steps += compare_net(net, "a random model", seed, ROUNDS, &left);
    sv_text_free(&why);
    sv_net_free(net);
    sv_model_free(m);
  }
  printf("%llu steps, %llu left the coding\n", (unsigned long long)steps, (unsigned long long)left);
  assert_true(first || count || (steps > 50000 && left > 500));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
