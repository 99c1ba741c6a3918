// test_control.c -- control in the graph against exec: random models and the corpus.
//
// CONTROL_SEED and CONTROL_COUNT in the environment choose other models.

#include "encode/graph/exists.h"
#include "unit/test_control_kit.h"
#include "unit/test_corpus_kit.h"
#include "unit/test_machine_models.h"

enum { MODELS = 150, ACTIONS_MOST = 1500 };

static void print_tally(const control_tally *t) {
  printf("%u nets, %u not quantified; %llu states, %llu held, %llu passing; actions: %llu enabled, "
         "%llu dropped, %llu cut; %llu violations\n",
         t->nets, t->refused, (unsigned long long)t->states, (unsigned long long)t->held,
         (unsigned long long)t->passing, (unsigned long long)t->enabled,
         (unsigned long long)t->dropped, (unsigned long long)t->cut,
         (unsigned long long)t->violated);
}

static void random_models(void **state) {
  const char *first = getenv("CONTROL_SEED"), *count = getenv("CONTROL_COUNT");
  uint64_t from = first ? strtoull(first, NULL, 10) : 1;
  uint64_t models = count ? strtoull(count, NULL, 10) : MODELS;
  control_tally t = {0};
  SV_UNUSED(state);
  for (uint64_t seed = from; seed < from + models; seed++) {
    sv_text why = {0};
    sv_model *m = gen_model(seed);
    sv_net *net = sv_net_new(m, (sv_net_options){.threads = 2}, &why);
    if (!net) fail_msg("seed %llu: %s", (unsigned long long)seed, sv_text_get(&why));
    control_of_net(net, "a random model", seed, &t);
    sv_text_free(&why);
    sv_net_free(net);
    sv_model_free(m);
  }
  print_tally(&t);
  assert_true(first || count || (t.passing > 100 && t.dropped > 1000 && t.refused * 10 < t.nets));
}

// ---- the corpus

static void walk_net(const sv_net *net, const char *path, void *context) {
  if (net && net->actions.n <= ACTIONS_MOST && corpus_codable(net, path))
    control_of_net(net, path, 1, context);
}

static void corpus(void **state) {
  control_tally t = {0};
  SV_UNUSED(state);
  corpus_everything(2, walk_net, &t);
  print_tally(&t);
  assert_true(t.nets > 150 && t.passing > 300 && t.dropped > 1000);
}

// ---- quantification

enum { INPUTS = 9, QUANTIFIED = 4, GATES = 30 };

static sv_lit draw_function(sv_aig *g, const sv_lit *inputs, sv_random *random) {
  sv_lit some[INPUTS + GATES];
  memcpy(some, inputs, INPUTS * sizeof *some);
  for (uint32_t i = INPUTS; i < INPUTS + GATES; i++) {
    sv_lit a = sv_lit_not_if(some[sv_random_below(random, i)], sv_random_below(random, 2));
    sv_lit b = sv_lit_not_if(some[sv_random_below(random, i)], sv_random_below(random, 2));
    some[i] = sv_random_below(random, 3) ? sv_aig_and(g, a, b) : sv_aig_xor(g, a, b);
  }
  return sv_aig_and_all(g, some + INPUTS + GATES - 3, 3);
}

typedef struct {
  const sv_lit *inputs;
  uint32_t values;  // by input
} assignment;

static uint64_t value_of(void *context, uint32_t input) {
  const assignment *a = context;
  for (uint32_t i = 0; i < INPUTS; i++)
    if (sv_lit_node(a->inputs[i]) == input) return a->values >> i & 1;
  fail_msg("an unknown input");
  return 0;
}

static bool is_true(const sv_aig *g, sv_lit f, const sv_lit *inputs, uint32_t values) {
  assignment a = {inputs, values};
  uint64_t out;
  sv_aig_simulate(g, &f, 1, value_of, &a, &out);
  return out & 1;
}

static void quantification(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sv_random random = {seed};
    sv_aig *g = sv_aig_new();
    sv_lit inputs[INPUTS], quantified;
    uint32_t nodes[QUANTIFIED];
    for (uint32_t i = 0; i < INPUTS; i++) inputs[i] = sv_aig_input(g);
    for (uint32_t i = 0; i < QUANTIFIED; i++) nodes[i] = sv_lit_node(inputs[i]);
    sv_lit f = draw_function(g, inputs, &random);
    assert_true(sv_aig_exists(g, f, nodes, QUANTIFIED, QUANTIFIED, &quantified));
    for (uint32_t rest = 0; rest < 1u << (INPUTS - QUANTIFIED); rest++) {
      bool some = false;
      for (uint32_t v = 0; v < 1u << QUANTIFIED; v++)
        some |= is_true(g, f, inputs, rest << QUANTIFIED | v);
      if (some != is_true(g, quantified, inputs, rest << QUANTIFIED | (rest & 15)))
        fail_msg("seed %llu: another function", (unsigned long long)seed);
    }
    sv_aig_free(g);
  }
}

// Inputs that occur apart count apart.
static void apart(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  sv_lit s = sv_aig_input(g), out, parts[3];
  uint32_t nodes[6];
  for (uint32_t i = 0; i < 3; i++) {
    sv_lit a = sv_aig_input(g), b = sv_aig_input(g);
    nodes[2 * i] = sv_lit_node(a), nodes[2 * i + 1] = sv_lit_node(b);
    parts[i] = sv_aig_xor(g, a, sv_aig_and(g, b, s));
  }
  sv_lit f = sv_aig_and(g, s, sv_aig_and_all(g, parts, 3));
  assert_true(sv_aig_exists(g, f, nodes, 6, 2, &out));
  assert_true(sv_lit_same(out, s));
  assert_false(sv_aig_exists(g, f, nodes, 6, 1, &out));
  assert_true(sv_aig_exists(g, s, nodes, 6, 0, &out));
  assert_true(sv_lit_same(out, s));
  sv_aig_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(quantification), cmocka_unit_test(apart),
                                     cmocka_unit_test(random_models), cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
