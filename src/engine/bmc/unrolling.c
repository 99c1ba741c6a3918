// unrolling.c -- an unrolling and its solver.

#include "engine/bmc/sat.h"

static int32_t add_variable(void *context) { return sv_sat_var(((sv_bmc_runs *)context)->sat); }

static void add_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_bmc_runs *r = context;
  sv_sat_add(r->sat, literals, n);
  r->clauses++;
  r->literals += n;
  for (uint32_t i = 0; r->keeps && i < n; i++) sv_push(r->kept, literals[i]);
  if (r->keeps) sv_push(r->kept, 0);
}

int32_t sv_bmc_literal(sv_bmc_runs *r, sv_lit a) {
  assert(!sv_lit_is_const(a));
  return sv_cnf_literal(r->cnf, a);
}

void sv_bmc_assert(sv_bmc_runs *r, const sv_lit *any, uint32_t n) {
  sv_i32s clause = {0};
  bool is_true = false;
  for (uint32_t i = 0; i < n; i++) {
    is_true |= sv_lit_same(any[i], SV_LIT_TRUE);
    if (!sv_lit_is_const(any[i])) sv_push(clause, sv_bmc_literal(r, any[i]));
  }
  if (!is_true) {
    r->contradiction |= !clause.n;
    add_clause(r, clause.at, clause.n);
  }
  sv_vec_free(clause);
}

// What the unrolling says must be true goes to the solver.
static void take_clauses(sv_bmc_runs *r) {
  sv_unrolling *u = r->runs;
  assert(u->clauses.n == (u->ends.n ? sv_last(u->ends) : 0));
  for (uint32_t i = 0, begin = 0; i < u->ends.n; i++) {
    sv_bmc_assert(r, u->clauses.at + begin, u->ends.at[i] - begin);
    begin = u->ends.at[i];
  }
  sv_clear(u->clauses);
  sv_clear(u->ends);
}

void sv_bmc_runs_init(sv_bmc_runs *r, const sv_stepper *s, const sv_net *net, bool initial,
                      bool keeps, sv_limits *limits) {
  *r = (sv_bmc_runs){
      .runs = sv_unrolling_new(s, initial), .sat = sv_sat_new(), .limits = limits, .keeps = keeps};
  r->cnf = sv_cnf_new(r->runs->aig, (sv_cnf_sink){add_variable, add_clause, r});
  r->bad = SV_NEW_ARRAY(sv_lits, net->properties.n + 2);
  take_clauses(r);
}

void sv_bmc_runs_free(sv_bmc_runs *r, const sv_net *net) {
  for (uint32_t i = 0; r->bad && i < net->properties.n + 2; i++) sv_vec_free(r->bad[i]);
  sv_free(r->bad);
  sv_bmc_lasso_free(r->lasso);
  sv_vec_free(r->kept);
  sv_cnf_free(r->cnf);
  sv_sat_free(r->sat);
  sv_unrolling_free(r->runs);
}

void sv_bmc_runs_extend(sv_bmc_runs *r) {
  sv_unroll(r->runs);
  take_clauses(r);
}

sv_lit sv_bmc_end_of_run(sv_bmc_runs *r, const uint32_t *properties, uint32_t n) {
  sv_lit end = sv_unrolled_end(r->runs, properties, n);
  take_clauses(r);
  return end;
}

void sv_bmc_runs_demand(sv_bmc_runs *r, uint32_t steps) {
  assert(steps <= sv_unrolled(r->runs));
  for (; r->demanded < steps; r->demanded++) {
    const sv_frame *m = &r->runs->frames.at[r->demanded];
    sv_lits taken = {0};
    for (uint32_t i = 0; i < m->moves.n; i++) sv_push(taken, m->moves.at[i].taken);
    sv_bmc_assert(r, taken.at, taken.n);
    sv_vec_free(taken);
  }
}

static sv_lit make_bad(sv_bmc_runs *r, uint32_t about, uint32_t depth) {
  if (about == SV_ASK_CUT || about == SV_ASK_FULL)
    return sv_unrolled_cut(r->runs, about == SV_ASK_FULL, depth);
  if (sv_bmc_lasso_is(r->lasso, about)) return sv_bmc_lasso_closes(r->lasso, r, depth);
  return sv_unrolled_bad(r->runs, about, depth);
}

sv_lit sv_bmc_bad(sv_bmc_runs *r, const sv_net *net, uint32_t about, uint32_t depth) {
  sv_lits *known = &r->bad[about == SV_ASK_FULL ? net->properties.n : about];
  assert(depth < r->runs->frames.n && (about == SV_ASK_FULL || about < net->properties.n));
  while (known->n <= depth) {
    sv_lit bad = make_bad(r, about, known->n);
    sv_push(*known, bad);
  }
  return known->at[depth];
}

sv_sat_answer sv_bmc_solve(sv_bmc_runs *r, const int32_t *assumed, uint32_t n, uint64_t conflicts) {
  sv_sat_limits limits = {.run = r->limits, .conflicts = conflicts};
  return sv_sat_solve(r->sat, assumed, n, &limits);
}

static uint64_t input_value(void *context, uint32_t input) {
  const sv_bmc_runs *r = context;
  int32_t var = sv_cnf_find(r->cnf, input);
  return var && sv_sat_value(r->sat, var);
}

void sv_bmc_values(const sv_bmc_runs *r, const sv_lit *of, uint32_t n, uint64_t *out) {
  sv_aig_simulate(r->runs->aig, of, n, input_value, (void *)(uintptr_t)r, out);
}

bool sv_bmc_value(const sv_bmc_runs *r, sv_lit a) {
  uint64_t word = 0;
  int32_t var = sv_lit_is_const(a) ? 0 : sv_cnf_find(r->cnf, sv_lit_node(a));
  assert(sv_lit_node(a) < sv_aig_nodes(r->runs->aig));
  if (var) return sv_sat_value(r->sat, var) != sv_lit_negated(a);
  sv_bmc_values(r, &a, 1, &word);
  return word & 1;
}
