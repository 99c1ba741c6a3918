// certify.c -- see certify.h.

#include "engine/ic3/certify.h"

#include "encode/cnf.h"
#include "engine/ic3/inside.h"

typedef struct {
  sv_answer *answer;
  const sv_run *run;
  const sv_ic3 *search;
  sv_circuit *circuit;
  sv_cnf *cnf;
  sv_ic3_solver solver;
  int32_t vars;      // that the solver has
  sv_lit now, next;  // legal, and all clauses
  uint32_t queries;
} check;

// ---- asking

static void make_variables(check *c) {
  for (; c->vars < sv_cnf_count(c->cnf); c->vars++) sv_ic3_solver_var(&c->solver);
}

static void add_clause(void *context, const int32_t *literals, uint32_t n) {
  check *c = context;
  make_variables(c);
  sv_ic3_solver_add(&c->solver, literals, n);
}

static bool never(check *c, sv_lit a, sv_lit b, const char *what) {
  sv_lit query = sv_aig_and(c->circuit->aig, a, b);
  if (sv_lit_same(query, SV_LIT_FALSE)) return true;
  int32_t literal = sv_cnf_literal(c->cnf, query);
  make_variables(c);
  c->queries++;
  sv_sat_answer answer = sv_ic3_solver_solve(&c->solver, &literal, 1, c->run->limits);
  if (answer == SV_SAT_YES) sv_answer_bug(c->answer, "the certificate is wrong: %s", what);
  if (answer == SV_SAT_UNKNOWN)
    sv_answer_statistic(c->answer, "certificate", "%s", sv_limit_reason(c->run->limits->hit));
  return answer == SV_SAT_NO;
}

// ---- the invariant

static sv_lit clause_of(const check *c, const sv_i32s *cube) {
  sv_lits all = {0};
  for (uint32_t i = 0; i < cube->n; i++)
    sv_push(all, sv_lit_not_if(c->circuit->state.at[sv_cube_bit(cube->at[i])], cube->at[i] > 0));
  sv_lit clause = sv_aig_or_all(c->circuit->aig, all.at, all.n);
  sv_vec_free(all);
  return clause;
}

static void make_invariant(check *c) {
  sv_lits all = {0};
  sv_map next = {0};
  sv_push(all, c->circuit->legal);
  for (uint32_t i = 0; i < sv_ic3_invariant(c->search); i++)
    sv_push(all, clause_of(c, sv_ic3_clause(c->search, i)));
  c->now = c->next = sv_aig_and_all(c->circuit->aig, all.at, all.n);
  for (uint32_t i = 0; i < c->circuit->state.n; i++)
    sv_map_put(&next, sv_lit_node(c->circuit->state.at[i]), c->circuit->next.at[i].x);
  sv_aig_substitute(c->circuit->aig, &c->next, 1, &next);
  sv_map_free(&next);
  sv_vec_free(all);
}

static bool check_all(check *c) {
  const sv_circuit *k = c->circuit;
  sv_lit from = sv_aig_and(k->aig, c->now, k->step);
  bool good = never(c, k->initial, sv_lit_not(c->now), "an initial state is missing") &&
              never(c, from, sv_lit_not(c->next), "a successor is missing") &&
              never(c, c->now, k->cut, "the run is cut");
  for (uint32_t i = 0; i < c->answer->findings.n && good; i++)
    good = never(c, c->now, k->bad.at[c->answer->findings.at[i].property],
                 "a state or step violates a property");
  return good;
}

static bool check_circuit(check *c, bool big_solver) {
  double start = sv_now();
  c->cnf = sv_cnf_new(c->circuit->aig, add_clause, c);
  c->solver = sv_ic3_solver_new(big_solver);
  make_invariant(c);
  bool good = check_all(c);
  if (good)
    sv_answer_statistic(c->answer, "certificate", "%u queries, %d variables, %.2f s", c->queries,
                        c->vars, sv_now() - start);
  sv_ic3_solver_free(&c->solver);
  sv_cnf_free(c->cnf);
  return good;
}

bool sv_ic3_certify(sv_answer *a, const sv_run *run, const sv_ic3 *search, bool big_solver) {
  check c = {.answer = a, .run = run, .search = search};
  sv_text why = {0};
  sv_coding *coding = sv_coding_new(a->net, NULL, SV_QUEUE_SHIFTING, &why);
  if (coding) c.circuit = sv_circuit_new(coding, SV_SELECT_ONE_HOT, &why);
  bool good = c.circuit && check_circuit(&c, big_solver);
  sv_circuit_free(c.circuit);
  sv_coding_free(coding);
  sv_text_free(&why);
  return good;
}
