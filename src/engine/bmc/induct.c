// induct.c -- k-induction over steps.
//
// M. Sheeran, S. Singh, G. Stålmarck: Checking Safety Properties Using Induction
// and a SAT-Solver (FMCAD 2000). If no run of up to k steps violates anything,
// and no k + 1 steps from any state lead from states in which all is well to a
// violation, nothing is ever violated. A shortest run to a violation passes no
// state twice: where a model does, these two are told apart from then on.
// Steps are those of the semantics: what is true of them is true of single
// actions, since each of these is a step. Facts that are known to hold in every
// reachable state (invariants.h) are said of every state of the run.

#include "engine/bmc/sat.h"

enum { MOST_ROUNDS = 200 };

void sv_sat_induction_free(sv_sat_induction *x, const sv_net *net) {
  if (x->made) sv_bmc_runs_free(&x->runs, net);
  sv_vec_free(x->about);
  sv_vec_free(x->told_apart);
  x->made = false;
}

// What was assumed of a property that turned out to be violated is worth nothing.
static bool is_about(const sv_sat_induction *x, const sv_bmc_question *q) {
  if (!x->made || x->about.n != q->n) return false;
  return !q->n || !memcmp(x->about.at, q->about, q->n * sizeof *q->about);
}

void sv_induction_begin(sv_sat_induction *x, const sv_induction_options *o,
                        const sv_bmc_question *q, bool keeps) {
  sv_sat_induction_free(x, o->coding->net);
  *x = (sv_sat_induction){.made = true};
  sv_bmc_runs_init(&x->runs, o->stepper, o->coding->net, false, keeps, o->limits);
  for (uint32_t i = 0; i < q->n; i++) sv_push(x->about, q->about[i]);
}

sv_lit sv_induction_bad(sv_sat_induction *x, const sv_net *net, uint32_t depth) {
  sv_lits any = {0};
  for (uint32_t i = 0; i < x->about.n; i++)
    sv_push(any, sv_bmc_bad(&x->runs, net, x->about.at[i], depth));
  sv_lit bad = sv_aig_or_all(x->runs.runs->aig, any.at, any.n);
  sv_vec_free(any);
  return bad;
}

static void report_invariants(sv_sat_induction *x, const sv_induction_options *o) {
  const sv_unrolling *u = x->runs.runs;
  sv_word_maker maker = {u->aig, sv_arena_new()};
  for (; o->invariants->n && x->asserted_invariants < u->frames.n; x->asserted_invariants++)
    for (uint32_t i = 0; i < o->invariants->n; i++) {
      sv_lit any[2];
      sv_invariant_literals(&maker, o->coding, u->frames.at[x->asserted_invariants].state,
                            &o->invariants->at[i], any);
      sv_bmc_assert(&x->runs, any, 2);
    }
  sv_arena_free(maker.arena);
}

// Of all moments again where there are more of them.
static void report_facts(sv_sat_induction *x, const sv_induction_options *o) {
  const sv_unrolling *u = x->runs.runs;
  sv_lits facts = {0};
  if (x->generation != o->exchange->generation) x->asserted_facts = 0;
  x->generation = o->exchange->generation;
  for (; o->exchange->facts.n && x->asserted_facts < u->frames.n; x->asserted_facts++) {
    sv_clear(facts);
    sv_bmc_facts(o->exchange, u->aig, u->frames.at[x->asserted_facts].state, &facts);
    for (uint32_t i = 0; i < facts.n; i++) sv_bmc_assert(&x->runs, &facts.at[i], 1);
  }
  sv_vec_free(facts);
}

void sv_induction_extend(sv_sat_induction *x, const sv_induction_options *o, uint32_t steps) {
  while (sv_unrolled(x->runs.runs) < steps) sv_bmc_runs_extend(&x->runs);
  sv_bmc_runs_demand(&x->runs, steps);
  assert(x->assumed <= steps && x->asserted_invariants <= x->runs.runs->frames.n);
  for (; x->assumed < steps; x->assumed++) {
    sv_lit bad = sv_induction_bad(x, o->coding->net, x->assumed);
    sv_bmc_assert(&x->runs, (const sv_lit[]){sv_lit_not(bad)}, 1);
  }
  report_invariants(x, o);
  if (o->exchange) report_facts(x, o);
}

void sv_induction_distinguish(sv_sat_induction *x, uint32_t bits, uint32_t frame, uint32_t other) {
  const sv_frame *a = &x->runs.runs->frames.at[frame], *b = &x->runs.runs->frames.at[other];
  assert(frame != other && frame < x->runs.runs->frames.n && other < x->runs.runs->frames.n);
  sv_lits differ = {0};
  for (uint32_t i = 0; i < bits; i++) {
    sv_lit bit = sv_aig_xor(x->runs.runs->aig, a->state[i], b->state[i]);
    sv_push(differ, bit);
  }
  sv_bmc_assert(&x->runs, differ.at, differ.n);
  sv_push(x->told_apart, frame);
  sv_push(x->told_apart, other);
  assert(x->told_apart.n % 2 == 0);
  sv_vec_free(differ);
}

// Pairs of states that are the same in the model; false: there is none. The last state does
// not count: a step that fails an assertion may go back.
static bool distinguish_equal(sv_sat_induction *x, uint32_t bits) {
  const sv_unrolling *u = x->runs.runs;
  uint32_t frames = u->frames.n - 1;
  bool some = false;
  sv_lits all = {0};
  for (uint32_t m = 0; m < frames; m++)
    for (uint32_t i = 0; i < bits; i++) sv_push(all, u->frames.at[m].state[i]);
  uint64_t *values = SV_NEW_ARRAY(uint64_t, all.n + 1);
  sv_bmc_values(&x->runs, all.at, all.n, values);
  for (uint32_t k = 0; k < all.n; k++) values[k] &= 1;
  for (uint32_t i = 0; i < frames; i++)
    for (uint32_t j = 0; j < i; j++) {
      if (memcmp(values + i * bits, values + j * bits, bits * sizeof *values)) continue;
      sv_induction_distinguish(x, bits, i, j);
      some = true;
    }
  sv_free(values);
  sv_vec_free(all);
  return some;
}

sv_sat_answer sv_bmc_induct(sv_sat_induction *x, const sv_induction_options *o,
                            const sv_bmc_question *q) {
  const sv_net *net = o->coding->net;
  if (!is_about(x, q)) sv_induction_begin(x, o, q, false);
  sv_induction_extend(x, o, q->to + 1);
  assert(sv_unrolled(x->runs.runs) == q->to + 1 && x->assumed == q->to + 1);
  sv_lit bad = sv_induction_bad(x, net, q->to + 1);
  if (sv_lit_same(bad, SV_LIT_FALSE)) return SV_SAT_NO;
  int32_t assumed = sv_lit_is_const(bad) ? 0 : sv_bmc_literal(&x->runs, bad);
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    sv_sat_answer answer = sv_bmc_solve(&x->runs, &assumed, assumed != 0, o->conflicts);
    if (answer != SV_SAT_YES || !distinguish_equal(x, o->coding->bits)) return answer;
  }
  return SV_SAT_UNKNOWN;
}
