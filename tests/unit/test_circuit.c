// test_circuit.c -- nets as circuits against exec, on random models.
//
// CIRCUIT_SEED and CIRCUIT_COUNT in the environment choose other models.

#include "unit/test_circuit_kit.h"
#include "unit/test_machine_models.h"

enum { MODELS = 30 };

static void random_models(void **state) {
  const char *first = getenv("CIRCUIT_SEED"), *count = getenv("CIRCUIT_COUNT");
  uint64_t from = first ? strtoull(first, NULL, 10) : 1;
  uint64_t models = count ? strtoull(count, NULL, 10) : MODELS;
  circuit_tally t = {0};
  SV_UNUSED(state);
  for (uint64_t seed = from; seed < from + models; seed++) {
    sv_text why = {0};
    sv_model *m = gen_model(seed);
    sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
    if (!net) fail_msg("seed %llu: %s", (unsigned long long)seed, sv_text_get(&why));
    circuit_of_net(net, "a random model", seed, &t);
    sv_text_free(&why);
    sv_net_free(net);
    sv_model_free(m);
  }
  printf("%u nets, %u refused; %llu states, %llu left the coding; %llu steps, %llu violations, "
         "%llu cuts\n",
         t.nets, t.refused, (unsigned long long)t.states, (unsigned long long)t.outside,
         (unsigned long long)t.steps, (unsigned long long)t.violated, (unsigned long long)t.cut);
  assert_true(first || count || (t.refused * 5 < t.nets && t.steps > 500 && t.violated > 50));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
