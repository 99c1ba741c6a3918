// certify.c -- proofs of `bmc`, made again and shown by Z3.
//
// What the search hands out is a number of steps, facts, and pairs of moments whose
// states differ. From the net's formulas, unrolled anew, Z3 shows
//
//   runs    no run of so many steps violates anything, none is cut
//   ended   and none has that many steps at all; or
//   facts   they hold initially and every action keeps them (one step of a circuit that names
//           actions by an input each; the search names them by numbers)
//   step    one step more, from any state in which the facts hold, violates nothing
//
// Shared with the search are the coding and what turns nets into graphs and clauses; not the
// solver, nor anything that it has learnt.

#include "encode/bits/circuit.h"
#include "engine/bmc/sat.h"
#include "solver/smt_clauses.h"

typedef struct {
  const sv_bmc_proof *proof;
  uint32_t queries, variables;
} check;

// The solver is asked, and freed.
static bool never(check *c, sv_smt_clauses *z3, const char *what) {
  sv_answer *a = c->proof->answer;
  sv_limits *run = c->proof->options->limits;
  sv_sat_answer answer = sv_smt_clauses_solve(z3, NULL, 0, &(sv_sat_limits){.run = run});
  c->queries++;
  if (sv_smt_clauses_vars(z3) > c->variables) c->variables = sv_smt_clauses_vars(z3);
  if (answer == SV_SAT_YES) sv_answer_bug(a, "the certificate is wrong: %s", what);
  if (answer == SV_SAT_UNKNOWN)
    sv_answer_statistic(a, "certificate", "%s",
                        run->hit ? sv_cause_text(run->hit) : sv_smt_clauses_reason(z3));
  sv_smt_clauses_free(z3);
  return answer == SV_SAT_NO;
}

static bool runs_are_contradictory(check *c, const sv_bmc_runs *r, const char *what) {
  sv_smt_clauses *z3 = sv_smt_clauses_new();
  for (uint32_t i = 0, begin = 0; i < r->kept.n; i++) {
    if (r->kept.at[i]) continue;
    sv_smt_clauses_add(z3, r->kept.at + begin, i - begin);
    begin = i + 1;
  }
  return never(c, z3, what);
}

// ---- runs from the start

static void say_some_bad(sv_bmc_runs *r, const sv_net *net, const sv_bmc_question *q) {
  sv_lits any = {0};
  for (uint32_t i = 0; i < q->n; i++)
    for (uint32_t d = 0; d <= q->to; d++) sv_push(any, sv_bmc_bad(r, net, q->about[i], d));
  sv_bmc_assert(r, any.at, any.n);
  sv_vec_free(any);
}

static bool check_runs(check *c, bool ended) {
  const sv_induction_options *o = c->proof->options;
  const sv_bmc_question *q = &c->proof->question;
  sv_bmc_runs r;
  sv_bmc_runs_init(&r, o->stepper, o->coding->net, true, true, o->limits);
  while (sv_unrolled(r.runs) < q->to) sv_bmc_runs_extend(&r);
  if (ended) sv_bmc_runs_demand(&r, q->to);
  else say_some_bad(&r, o->coding->net, q);
  bool good = runs_are_contradictory(c, &r, ended ? "runs go on" : "a run violates a property");
  sv_bmc_runs_free(&r, o->coding->net);
  return good;
}

// ---- facts

static bool is_never(check *c, const sv_circuit *k, sv_lit a, sv_lit b, const char *what) {
  sv_lit query = sv_aig_and(k->aig, a, b);
  if (sv_lit_same(query, SV_LIT_FALSE)) return true;
  sv_smt_clauses *z3 = sv_smt_clauses_new();
  sv_cnf *cnf = sv_cnf_new(k->aig, sv_smt_clauses_sink(z3));
  if (!sv_lit_same(query, SV_LIT_TRUE))
    sv_smt_clauses_add(z3, (const int32_t[]){sv_cnf_literal(cnf, query)}, 1);
  bool good = never(c, z3, what);
  sv_cnf_free(cnf);
  return good;
}

static sv_lit all_invariants(check *c, const sv_circuit *k, const sv_lit *state) {
  const sv_induction_options *o = c->proof->options;
  sv_word_maker maker = {k->aig, sv_arena_new()};
  sv_lits all = {0};
  for (uint32_t i = 0; i < o->invariants->n; i++) {
    sv_lit parts[2];
    sv_invariant_literals(&maker, o->coding, state, &o->invariants->at[i], parts);
    sv_push(all, sv_aig_or(k->aig, parts[0], parts[1]));
  }
  if (o->exchange) sv_bmc_facts(o->exchange, k->aig, state, &all);
  sv_lit whole = sv_aig_and_all(k->aig, all.at, all.n);
  sv_vec_free(all);
  sv_arena_free(maker.arena);
  return whole;
}

static bool has_facts(const sv_induction_options *o) {
  return o->invariants->n || (o->exchange && o->exchange->facts.n);
}

static bool check_invariants(check *c) {
  sv_text why = {0};
  if (!has_facts(c->proof->options)) return true;
  sv_circuit *k = sv_circuit_new(c->proof->options->coding, SV_SELECT_ONE_HOT, &why);
  sv_text_free(&why);
  if (!k) return false;
  sv_lit now = all_invariants(c, k, k->state.at), next = all_invariants(c, k, k->next.at);
  sv_lit step = sv_aig_and(k->aig, sv_aig_and(k->aig, now, k->legal), k->step);
  bool good = !k->uncoded_steps.n &&
              is_never(c, k, k->initial, sv_lit_not(now), "a fact fails initially") &&
              is_never(c, k, step, sv_lit_not(next), "an action breaks a fact");
  sv_circuit_free(k);
  return good;
}

// ---- one step more

static bool check_step(check *c) {
  const sv_bmc_proof *p = c->proof;
  const sv_net *net = p->options->coding->net;
  sv_sat_induction again = {0};
  sv_induction_begin(&again, p->options, &p->question, true);
  sv_induction_extend(&again, p->options, p->question.to + 1);
  const sv_u32s *apart = &p->induction->told_apart;
  assert(apart->n % 2 == 0);
  for (uint32_t i = 0; i + 1 < apart->n; i += 2)
    sv_induction_distinguish(&again, p->options->coding->bits, apart->at[i], apart->at[i + 1]);
  sv_lit bad = sv_induction_bad(&again, net, p->question.to + 1);
  sv_bmc_assert(&again.runs, &bad, 1);
  bool good = runs_are_contradictory(c, &again.runs, "one step more violates a property");
  sv_sat_induction_free(&again, net);
  return good;
}

bool sv_bmc_certify(const sv_bmc_proof *p) {
  check c = {.proof = p};
  double start = sv_now();
  bool good = check_runs(&c, false) &&
              (p->ended ? check_runs(&c, true) : check_invariants(&c) && check_step(&c));
  if (good)
    sv_answer_statistic(p->answer, "certificate", "Z3: %u queries, at most %u variables, %.2f s",
                        c.queries, c.variables, sv_now() - start);
  return good;
}
