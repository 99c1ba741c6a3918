// inductive.c -- see inductive.h.

#include "engine/inductive.h"

#include "solver/sat.h"

enum { MOST_ROUNDS = 3000, PASSES = 8 };

typedef struct {
  sv_guesses *of;
  sv_cnf *cnf;
  sv_sat *sat;
  uint64_t rounds_left;  // of questions about one of them
} prover;

static void literals_of(prover *p, const sv_lit *guesses, sv_i32s *out) {
  for (uint32_t i = 0; i < p->of->n; i++) sv_push(*out, sv_cnf_literal(p->cnf, guesses[i]));
}

// `some` says that one guess fails, whose literal is in `that`; from the state where the
// literals in `of` say what holds. The watchers of dropped guesses are made false.
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

typedef struct {
  int32_t from;            // where this holds,
  const sv_i32s *holding;  // and all guesses left (if not NULL),
  const sv_i32s *of;       // can one of these that are left fail?
  sv_i32s watchers;
  bool *dropped;
} question;

static sv_sat_answer ask(prover *p, const question *q, int32_t fails) {
  sv_i32s assumed = {0};
  sv_sat_limits limits = {.run = p->of->limits, .conflicts = p->of->conflicts};
  sv_push(assumed, q->from);
  sv_push(assumed, fails);
  for (uint32_t i = 0; q->holding && i < q->holding->n; i++)
    if (!q->dropped[i]) sv_push(assumed, q->holding->at[i]);
  sv_sat_answer answer = sv_sat_solve(p->sat, assumed.at, assumed.n, &limits);
  if (answer == SV_SAT_YES) drop_failing(p, q->of, &q->watchers, q->dropped);
  sv_vec_free(assumed);
  return answer;
}

static bool is_stopped(const prover *p) {
  return p->of->limits && sv_limits_check(p->of->limits) != SV_CAUSE_NONE;
}

// What is not shown is dropped. Once round without that, and each is shown where all that are left hold.
static bool each_by_itself(prover *p, const question *q) {
  for (uint32_t i = 0, kept = 0; kept < q->of->n; i = (i + 1) % q->of->n, kept++) {
    if (q->dropped[i]) continue;
    if (p->rounds_left-- == 0 || is_stopped(p)) return false;
    sv_sat_answer answer = ask(p, q, q->watchers.at[i]);
    if (answer != SV_SAT_NO) kept = 0;
    if (answer != SV_SAT_UNKNOWN) continue;
    q->dropped[i] = true;
    sv_sat_add(p->sat, (const int32_t[]){-q->watchers.at[i]}, 1);
  }
  return true;
}

// Until none of those left can fail.
static bool drop_all_failing(prover *p, int32_t from, const sv_i32s *holding, const sv_i32s *of,
                             bool *dropped) {
  question q = {.from = from, .holding = holding, .of = of, .dropped = dropped};
  int32_t some = sv_cnf_variable(p->cnf);
  sv_sat_answer answer = SV_SAT_YES;
  watch(p, of, some, &q.watchers);
  for (uint32_t i = 0; i < of->n; i++)
    if (dropped[i]) sv_sat_add(p->sat, (const int32_t[]){-q.watchers.at[i]}, 1);
  while (answer == SV_SAT_YES && p->of->rounds++ < MOST_ROUNDS) answer = ask(p, &q, some);
  bool good = answer == SV_SAT_NO;
  sv_sat_add(p->sat, (const int32_t[]){-some}, 1);
  if (!good && p->of->one_by_one) good = each_by_itself(p, &q);
  sv_vec_free(q.watchers);
  return good;
}

static bool prove(prover *p, bool *dropped) {
  const sv_circuit *c = p->of->circuit;
  sv_i32s now = {0}, next = {0};
  literals_of(p, p->of->now, &now);
  literals_of(p, p->of->next, &next);
  int32_t initial = sv_cnf_literal(p->cnf, c->initial);
  sv_lit legal = sv_aig_and(c->aig, c->legal, p->of->known);
  int32_t step = sv_cnf_literal(p->cnf, sv_aig_and(c->aig, legal, c->step));
  bool good = drop_all_failing(p, initial, NULL, &now, dropped) &&
              drop_all_failing(p, step, &now, &next, dropped);
  sv_vec_free(now);
  sv_vec_free(next);
  return good;
}

bool sv_inductive_part(sv_guesses *of, bool *dropped) {
  prover p = {.of = of, .sat = sv_sat_new_steady(), .rounds_left = (uint64_t)of->n * PASSES};
  p.cnf = sv_cnf_new(of->circuit->aig, sv_sat_sink(p.sat));
  bool good = prove(&p, dropped);
  for (uint32_t i = 0; !good && i < of->n; i++) dropped[i] = true;
  sv_cnf_free(p.cnf);
  sv_sat_free(p.sat);
  return good;
}
