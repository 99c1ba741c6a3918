// decide.c -- guards are conjunctions that grow step by step, and most of them can be true.
//
// So every node is simulated once, when it is met first, under some choices
// at random and some that made earlier guards true (with new inputs at
// random): where one of them makes the guard true, no solver need be asked.

#include "encode/parametric/decide.h"

#include "base/random.h"
#include "encode/graph/tseitin.h"
#include "solver/sat.h"

enum { WORDS = 3, MODELS = 16 };

typedef struct {
  uint64_t at[WORDS];
} sample;

struct sv_decider {
  const sv_aig *aig;
  sv_limits *limits;
  sv_cnf *cnf;
  sv_sat *sat;
  sv_random random;
  SV_VEC(sample) samples;  // by node
  sv_u32s inputs;          // nodes among them
  sv_u64s models;          // by input: bit k is its value in the model k that is waiting
  uint32_t waiting;        // so many models are not among the samples yet
  uint32_t turn;           // which of the words takes them
  sv_decide_statistics numbers;
};

sv_decider *sv_decider_new(const sv_aig *g, sv_limits *limits) {
  sv_decider *d = SV_NEW(sv_decider);
  d->aig = g, d->limits = limits;
  d->sat = sv_sat_new();
  d->cnf = sv_cnf_new(g, sv_sat_sink(d->sat));
  d->random = (sv_random){1};
  return d;
}

void sv_decider_free(sv_decider *d) {
  if (!d) return;
  sv_cnf_free(d->cnf);
  sv_sat_free(d->sat);
  sv_vec_free(d->samples);
  sv_vec_free(d->inputs);
  sv_vec_free(d->models);
  sv_free(d);
}

// ---- samples

static uint64_t word_of(const sv_decider *d, sv_lit a, uint32_t w) {
  uint64_t word = d->samples.at[sv_lit_node(a)].at[w];
  return sv_lit_negated(a) ? ~word : word;
}

static void sample_and(sv_decider *d, uint32_t node) {
  sv_lit a = sv_aig_left(d->aig, node), b = sv_aig_right(d->aig, node);
  for (uint32_t w = 0; w < WORDS; w++)
    d->samples.at[node].at[w] = word_of(d, a, w) & word_of(d, b, w);
}

static void sample_new_nodes(sv_decider *d) {
  uint32_t n = sv_aig_nodes(d->aig);
  for (uint32_t node = d->samples.n; node < n; node++) {
    sample s = {{0}};
    bool is_input = sv_aig_is_input(d->aig, node);
    if (is_input) sv_push(d->inputs, node);
    if (is_input) sv_push(d->models, sv_random_next(&d->random));
    for (uint32_t w = 0; is_input && w < WORDS; w++) s.at[w] = sv_random_next(&d->random);
    sv_push(d->samples, s);
    if (sv_aig_is_and(d->aig, node)) sample_and(d, node);
  }
}

static bool sampled_true(const sv_decider *d, sv_lit a) {
  for (uint32_t w = 0; w < WORDS; w++)
    if (word_of(d, a, w)) return true;
  return false;
}

// The first word stays random; the waiting models replace a part of the others.
static void use_models(sv_decider *d) {
  uint32_t parts = 64 / MODELS, part = d->turn++ % (parts * (WORDS - 1));
  uint32_t w = 1 + part / parts, shift = part % parts * MODELS;
  uint64_t mask = ((UINT64_C(1) << MODELS) - 1) << shift;
  assert(w < WORDS && shift + MODELS <= 64);
  for (uint32_t i = 0; i < d->inputs.n; i++) {
    uint64_t *word = &d->samples.at[d->inputs.at[i]].at[w];
    *word = (*word & ~mask) | (d->models.at[i] << shift & mask);
  }
  for (uint32_t node = 1; node < d->samples.n; node++)
    if (sv_aig_is_and(d->aig, node)) sample_and(d, node);
  d->waiting = 0;
}

// Inputs that did not matter keep a random value.
static void keep_model(sv_decider *d) {
  uint64_t bit = UINT64_C(1) << d->waiting;
  assert(d->waiting < MODELS && d->inputs.n == d->models.n);
  for (uint32_t i = 0; i < d->inputs.n; i++) {
    int32_t var = sv_cnf_find(d->cnf, d->inputs.at[i]);
    uint64_t *word = &d->models.at[i];
    if (var) *word = sv_sat_value(d->sat, var) ? *word | bit : *word & ~bit;
  }
  if (++d->waiting == MODELS) use_models(d);
}

// ---- questions

static sv_guard_answer ask(sv_decider *d, sv_lit a) {
  double since = sv_now();
  int32_t literal = sv_cnf_literal(d->cnf, a);
  sv_sat_limits limits = {.run = d->limits};
  sv_sat_answer answer = sv_sat_solve(d->sat, &literal, 1, &limits);
  d->numbers.calls++;
  d->numbers.seconds += sv_now() - since;
  if (answer == SV_SAT_YES) keep_model(d);
  return answer == SV_SAT_YES  ? SV_GUARD_TRUE
         : answer == SV_SAT_NO ? SV_GUARD_FALSE
                               : SV_GUARD_UNKNOWN;
}

sv_guard_answer sv_decide(sv_decider *d, sv_lit a) {
  if (sv_lit_is_const(a)) return sv_lit_same(a, SV_LIT_TRUE) ? SV_GUARD_TRUE : SV_GUARD_FALSE;
  d->numbers.asked++;
  sample_new_nodes(d);
  return sampled_true(d, a) ? SV_GUARD_TRUE : ask(d, a);
}

sv_guard_answer sv_decide_with_model(sv_decider *d, sv_lit a) {
  if (sv_lit_same(a, SV_LIT_FALSE)) return SV_GUARD_FALSE;
  d->numbers.asked++;
  sample_new_nodes(d);
  return ask(d, a);
}

bool sv_decider_value(const sv_decider *d, uint32_t input) {
  int32_t var = sv_cnf_find(d->cnf, input);
  return var && sv_sat_value(d->sat, var);
}

sv_decide_statistics sv_decide_numbers(const sv_decider *d) { return d->numbers; }
