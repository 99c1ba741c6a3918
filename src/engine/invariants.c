// invariants.c -- which of the guesses are inductive together: see invariants.h.
//
// One action at a time (encode/bits/circuit.h): the facts hold before it, which of them can fail
// behind it? Those that do in the solver's model are dropped, and it is asked again.

#include "engine/invariants.h"

#include "encode/bits/circuit.h"
#include "encode/graph/tseitin.h"
#include "solver/sat.h"

enum { MOST_ROUNDS = 3000 };

typedef struct {
  sv_circuit *circuit;
  sv_cnf *cnf;
  sv_sat *sat;
  sv_invariants *invariants;
  sv_limits *limits;
  uint64_t conflicts;
  uint32_t rounds;
} prover;

static void literals_of(prover *p, const sv_lit *state, sv_i32s *out) {
  sv_word_maker maker = {p->circuit->aig, sv_arena_new()};
  for (uint32_t i = 0; i < p->invariants->n; i++) {
    sv_lit parts[2];
    sv_invariant_literals(&maker, p->circuit->coding, state, &p->invariants->at[i], parts);
    sv_push(*out, sv_cnf_literal(p->cnf, sv_aig_or(p->circuit->aig, parts[0], parts[1])));
  }
  sv_arena_free(maker.arena);
}

// `some` says that one fact fails, whose literal is in `that`; from the state where the
// literals in `of` say what holds. The watchers of dropped facts are made false.
static void watch(prover *p, const sv_i32s *of, int32_t some, sv_i32s *watchers) {
  sv_i32s any = {0};
  sv_push(any, -some);
  for (uint32_t i = 0; i < of->n; i++) {
    int32_t watcher = sv_cnf_variable(p->cnf);
    sv_sat_add(p->sat, (const int32_t[]){-watcher, -of->at[i]}, 2);
    sv_push(*watchers, watcher);
    sv_push(any, watcher);
  }
  sv_sat_add(p->sat, any.at, any.n);
  assert(watchers->n == of->n);
  sv_vec_free(any);
}

// Drops what fails in the model.
static void drop_failing(prover *p, const sv_i32s *of, const sv_i32s *watchers, bool *dropped) {
  sv_i32s gone = {0};
  for (uint32_t i = 0; i < of->n; i++) {
    if (dropped[i] || sv_sat_value(p->sat, of->at[i])) continue;
    dropped[i] = true;
    sv_push(gone, -watchers->at[i]);
  }
  assert(gone.n);  // the model makes one of them fail
  for (uint32_t i = 0; i < gone.n; i++) sv_sat_add(p->sat, &gone.at[i], 1);
  sv_vec_free(gone);
}

// Until none of those left can fail where `from` and (if not NULL) all facts left hold.
static bool drop_all_failing(prover *p, int32_t from, const sv_i32s *holding, const sv_i32s *of,
                             bool *dropped) {
  sv_i32s watchers = {0}, assumed = {0};
  int32_t some = sv_cnf_variable(p->cnf);
  sv_sat_limits limits = {.run = p->limits, .conflicts = p->conflicts};
  sv_sat_answer answer = SV_SAT_YES;
  watch(p, of, some, &watchers);
  for (uint32_t i = 0; i < of->n; i++)
    if (dropped[i]) sv_sat_add(p->sat, (const int32_t[]){-watchers.at[i]}, 1);
  while (answer == SV_SAT_YES && p->rounds++ < MOST_ROUNDS) {
    sv_clear(assumed);
    sv_push(assumed, from);
    sv_push(assumed, some);
    for (uint32_t i = 0; holding && i < holding->n; i++)
      if (!dropped[i]) sv_push(assumed, holding->at[i]);
    answer = sv_sat_solve(p->sat, assumed.at, assumed.n, &limits);
    if (answer == SV_SAT_YES) drop_failing(p, of, &watchers, dropped);
  }
  sv_sat_add(p->sat, (const int32_t[]){-some}, 1);
  sv_vec_free(watchers);
  sv_vec_free(assumed);
  return answer == SV_SAT_NO;
}

static bool all_codes(const sv_circuit *c) { return !c->uncoded_steps.n; }

static bool prove(prover *p, bool *dropped) {
  const sv_circuit *c = p->circuit;
  sv_i32s now = {0}, next = {0};
  literals_of(p, c->state.at, &now);
  literals_of(p, c->next.at, &next);
  int32_t initial = sv_cnf_literal(p->cnf, c->initial);
  assert(now.n == p->invariants->n && next.n == now.n);
  int32_t step = sv_cnf_literal(p->cnf, sv_aig_and(c->aig, c->legal, c->step));
  bool good = drop_all_failing(p, initial, NULL, &now, dropped) &&
              drop_all_failing(p, step, &now, &next, dropped);
  sv_vec_free(now);
  sv_vec_free(next);
  return good;
}

static void keep(sv_invariants *invariants, const bool *dropped) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < invariants->n; i++)
    if (!dropped[i]) invariants->at[kept++] = invariants->at[i];
  invariants->n = kept;
}

sv_invariants_statistics sv_invariants_prove(const sv_coding *coding, sv_limits *limits,
                                             uint64_t conflicts, sv_invariants *invariants) {
  sv_invariants_statistics s = {.guessed = invariants->n};
  double start = sv_now();
  sv_text why = {0};
  bool *dropped = SV_NEW_ARRAY(bool, invariants->n + 1);
  prover p = {.invariants = invariants, .limits = limits, .conflicts = conflicts};
  p.circuit = invariants->n ? sv_circuit_new(coding, SV_SELECT_BINARY, &why) : NULL;
  bool good = p.circuit && all_codes(p.circuit);
  if (good) {
    p.sat = sv_sat_new_steady();
    p.cnf = sv_cnf_new(p.circuit->aig, sv_sat_sink(p.sat));
    good = prove(&p, dropped);
  }
  if (good) keep(invariants, dropped);
  else sv_clear(*invariants);
  sv_cnf_free(p.cnf);
  sv_sat_free(p.sat);
  sv_circuit_free(p.circuit);
  sv_free(dropped);
  sv_text_free(&why);
  s.rounds = p.rounds;
  s.seconds = sv_now() - start;
  return s;
}
