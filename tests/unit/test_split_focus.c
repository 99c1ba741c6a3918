// Tests of sv_split_focus: questions about cones of one graph, in one solver, against all choices.

#include "base/random.h"
#include "encode/graph/tseitin.h"
#include "solver/split.h"
#include "unit/unit.h"

enum { ROUNDS = 60, QUESTIONS = 60, INPUTS = 9, NODES = 120 };

typedef struct {
  sv_aig *g;
  sv_split *s;
  sv_cnf *cnf;
  sv_random random;
  sv_lits pool;
} rig;

static sv_lit any(rig *r) {
  return sv_lit_not_if(r->pool.at[sv_random_below(&r->random, r->pool.n)],
                       sv_random_below(&r->random, 2));
}

static uint64_t choices(void *context, uint32_t input) {
  return ((const uint64_t *)context)[input];
}

// Does some choice make both true?
static bool both_can_be(rig *r, sv_lit a, sv_lit b) {
  sv_lit roots[] = {a, b};
  for (uint32_t base = 0; base < 1u << INPUTS; base += 64) {
    uint64_t word[INPUTS + 1] = {0}, out[2];
    for (uint32_t i = 0; i < INPUTS; i++)
      for (uint32_t k = 0; k < 64; k++) word[i + 1] |= (uint64_t)((base + k) >> i & 1) << k;
    sv_aig_simulate(r->g, roots, 2, choices, word, out);
    if (out[0] & out[1]) return true;
  }
  return false;
}

static void focus_on(rig *r, const sv_lit *roots, uint32_t n) {
  sv_u32s cone = {0};
  sv_i32s variables = {0};
  sv_aig_cone(r->g, roots, n, &cone);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_cnf_find(r->cnf, cone.at[i])) sv_push(variables, sv_cnf_find(r->cnf, cone.at[i]));
  sv_split_focus(r->s, variables.at, variables.n);
  sv_vec_free(cone);
  sv_vec_free(variables);
}

static uint64_t model(void *context, uint32_t input) {
  rig *r = context;
  int32_t v = sv_cnf_find(r->cnf, input);
  return v && sv_split_value(r->s, v);
}

static void ask(rig *r, uint64_t seed) {
  sv_lit roots[] = {any(r), any(r)};
  int32_t assumed[2];
  uint64_t out[2];
  for (uint32_t i = 0; i < 2; i++) assumed[i] = sv_cnf_literal(r->cnf, roots[i]);
  if (sv_random_below(&r->random, 5)) focus_on(r, roots, 2);
  else sv_split_focus(r->s, NULL, 0);
  sv_sat_answer have = sv_split_solve(r->s, assumed, 2, NULL);
  if ((have == SV_SAT_YES) != both_can_be(r, roots[0], roots[1])) fail_msg("seed %d", (int)seed);
  if (have != SV_SAT_YES) return;
  sv_aig_simulate(r->g, roots, 2, model, r, out);
  if (!(out[0] & out[1] & 1)) fail_msg("seed %d: the model is none", (int)seed);
}

static void test_cones(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    rig r = {.g = sv_aig_new(), .s = sv_split_new(), .random = {seed}};
    r.cnf = sv_cnf_new(r.g, sv_split_sink(r.s));
    for (uint32_t i = 0; i < INPUTS; i++) sv_push(r.pool, sv_aig_input(r.g));
    for (uint32_t i = 0; i < NODES; i++) {
      sv_lit a = any(&r), b = any(&r);
      sv_push(r.pool, i % 2 ? sv_aig_and(r.g, a, b) : sv_aig_xor(r.g, a, b));
    }
    for (uint32_t i = 0; i < QUESTIONS; i++) ask(&r, seed);
    sv_vec_free(r.pool);
    sv_cnf_free(r.cnf);
    sv_split_free(r.s);
    sv_aig_free(r.g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
