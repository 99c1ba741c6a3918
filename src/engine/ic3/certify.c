// certify.c -- see certify.h.

#include "engine/ic3/certify.h"

#include "analysis/rewrite/count.h"
#include "encode/graph/tseitin.h"
#include "engine/ic3/inside.h"
#include "solver/smt_clauses.h"

typedef struct {
  sv_answer *answer;
  const sv_run *run;
  const sv_ic3 *search;
  const sv_coding *coding;  // the search's
  const sv_shoals *shoals;  // or NULL
  uint32_t rounds_of;       // property
  sv_circuit *circuit;
  sv_lits bits;  // by bit of the search's coding: over the circuit's state
  sv_lits laws;  // what makes it a code of the state
  sv_cnf *cnf;
  sv_smt_clauses *solver;
  sv_lit now, next;  // legal, and all clauses
  uint32_t queries;
} check;

// ---- asking

static const char *reason(const check *c) {
  sv_cause hit = c->run->limits->hit;
  return hit ? sv_cause_text(hit) : sv_smt_clauses_reason(c->solver);
}

static bool never(check *c, sv_lit a, sv_lit b, const char *what) {
  sv_lit query = sv_aig_and(c->circuit->aig, a, b);
  if (sv_lit_same(query, SV_LIT_FALSE)) return true;
  int32_t literal = sv_cnf_literal(c->cnf, query);
  sv_sat_limits limits = {.run = c->run->limits};
  c->queries++;
  sv_sat_answer answer = sv_smt_clauses_solve(c->solver, &literal, 1, &limits);
  if (answer == SV_SAT_YES) sv_answer_bug(c->answer, "the certificate is wrong: %s", what);
  if (answer == SV_SAT_UNKNOWN) sv_answer_statistic(c->answer, "certificate", "%s", reason(c));
  return answer == SV_SAT_NO;
}

// ---- one coding in the other

static sv_code_bit bit_of(const sv_code_item *item, uint32_t k) {
  return item->at[k < item->n ? k : item->n - 1];
}

static sv_lit full_bit(const check *c, const sv_code_item *item, uint32_t k) {
  sv_code_bit bit = bit_of(item, k);
  return sv_code_is_const(bit) ? sv_lit_const(bit.x) : c->circuit->state.at[sv_code_state_bit(bit)];
}

// Both items have the same value, where that matters.
static void match(check *c, const sv_code_item *mine, const sv_code_item *full, sv_lit matters) {
  uint32_t n = mine->n > full->n ? mine->n : full->n;
  for (uint32_t k = 0; k < n; k++) {
    sv_code_bit from = bit_of(mine, k);
    sv_lit value = full_bit(c, full, k);
    sv_lit *known = sv_code_is_const(from) ? NULL : &c->bits.at[sv_code_state_bit(from)];
    if (known && known->x == UINT32_MAX) {
      *known = value;
    } else {
      sv_lit same = sv_aig_iff(c->circuit->aig, value, known ? *known : sv_lit_const(from.x));
      sv_push(c->laws, sv_aig_implies(c->circuit->aig, matters, same));
    }
  }
}

static sv_lit is_used(check *c, const sv_code_item *length, uint32_t slot) {
  sv_word_maker maker = {c->circuit->aig, sv_arena_new()};
  sv_lits bits = {0};
  for (uint32_t k = 0; k < length->n; k++) sv_push(bits, full_bit(c, length, k));
  sv_word word = sv_word_make(&maker, bits.at, bits.n);
  sv_lit used = sv_word_less(&maker, sv_word_const(&maker, slot), word);
  sv_vec_free(bits);
  sv_arena_free(maker.arena);
  return used;
}

// Unused slots are zero in both, but for bits that are constant in one of them.
static void match_queue(check *c, uint32_t queue) {
  const sv_code_queue *mine = &c->coding->queues[queue];
  const sv_code_queue *full = &c->circuit->coding->queues[queue];
  uint32_t fields = c->coding->net->queues.at[queue].field_count;
  match(c, &mine->length, &full->length, SV_LIT_TRUE);
  match(c, &mine->deferred, &full->deferred, SV_LIT_TRUE);
  match(c, &mine->head, &full->head, SV_LIT_TRUE);
  for (uint32_t i = 0; i < mine->slots * fields; i++)
    match(c, &mine->fields[i], &full->fields[i], is_used(c, &full->length, i / fields));
}

static void match_codings(check *c) {
  const sv_net *net = c->coding->net;
  sv_fill(c->bits, c->coding->bits);
  for (uint32_t i = 0; i < c->bits.n; i++) c->bits.at[i].x = UINT32_MAX;
  for (uint32_t i = 0; i < net->cells; i++)
    match(c, &c->coding->cells[i], &c->circuit->coding->cells[i], SV_LIT_TRUE);
  for (uint32_t q = 0; q < net->queues.n; q++) match_queue(c, q);
  for (uint32_t i = 0; i < c->bits.n; i++)
    REQUIRE(c->bits.at[i].x != UINT32_MAX, "every bit of a coding belongs to an item");
  sv_reserve(c->bits, 1);
  sv_blaster *b = sv_blaster_new(c->circuit->aig, c->coding, c->bits.at, NULL, NULL);
  sv_push(c->laws, sv_blast_legal(b));
  sv_blaster_free(b);
}

// ---- the invariant

static sv_lit clause_of(const check *c, const sv_i32s *cube) {
  sv_lits all = {0};
  for (uint32_t i = 0; i < cube->n; i++)
    sv_push(all, sv_lit_not_if(c->bits.at[sv_cube_bit(cube->at[i])], cube->at[i] > 0));
  sv_lit clause = sv_aig_or_all(c->circuit->aig, all.at, all.n);
  sv_vec_free(all);
  return clause;
}

// The same of the state behind the step.
static sv_lit behind(const check *c, sv_lit now) {
  sv_map next = {0};
  for (uint32_t i = 0; i < c->circuit->state.n; i++)
    sv_map_put(&next, sv_lit_node(c->circuit->state.at[i]), c->circuit->next.at[i].x);
  sv_aig_substitute(c->circuit->aig, &now, 1, &next);
  sv_map_free(&next);
  return now;
}

static void make_invariant(check *c) {
  match_codings(c);
  sv_push(c->laws, c->circuit->legal);
  for (uint32_t i = 0; i < sv_ic3_invariant(c->search); i++)
    sv_push(c->laws, clause_of(c, sv_ic3_clause(c->search, i)));
  c->now = sv_aig_and_all(c->circuit->aig, c->laws.at, c->laws.n);
  c->next = behind(c, c->now);
}

static bool check_invariant(check *c) {
  const sv_circuit *k = c->circuit;
  sv_lit from = sv_aig_and(k->aig, c->now, k->step);
  return never(c, k->initial, sv_lit_not(c->now), "an initial state is missing") &&
         never(c, from, sv_lit_not(c->next), "a successor is missing") &&
         never(c, c->now, k->cut, "the run is cut") &&
         never(c, c->now, k->outside, "a step has no code");
}

static bool check_properties(check *c) {
  const sv_circuit *k = c->circuit;
  bool good = true;
  for (uint32_t i = 0; i < c->answer->findings.n && good; i++)
    good = never(c, c->now, k->bad.at[c->answer->findings.at[i].property],
                 "a state or step violates a property");
  return good;
}

// ---- shoals

static sv_lit shoal_of(const check *c, uint32_t shoal) {
  sv_lit all = SV_LIT_TRUE;
  for (uint32_t i = 0; i < sv_shoals_size(c->shoals, shoal); i++)
    all = sv_aig_and(c->circuit->aig, all, clause_of(c, sv_shoals_cube(c->shoals, shoal, i)));
  return all;
}

// The step ends a round.
static sv_lit end_of_round(const check *c) {
  const sv_coding *full = c->circuit->coding;
  uint32_t v = sv_rounds_shown(full->net, c->rounds_of);
  return behind(c, full_bit(c, &full->cells[full->net->vars.at[v].first_cell], 0));
}

static bool check_shoals(check *c) {
  sv_aig *g = c->circuit->aig;
  sv_lit step = sv_aig_and(g, c->now, c->circuit->step), ends = end_of_round(c);
  sv_lit older = SV_LIT_FALSE;
  bool good = true;
  for (uint32_t i = 0; i < sv_shoals_count(c->shoals) && good; i++) {
    sv_lit here = shoal_of(c, i), all = sv_aig_or(g, older, here);
    sv_lit from = sv_aig_and(g, step, here);
    good = never(c, sv_aig_and(g, from, sv_lit_not(ends)), sv_lit_not(behind(c, all)),
                 "a step leads out of a shoal") &&
           never(c, sv_aig_and(g, from, ends), sv_lit_not(behind(c, older)),
                 "the end of a round leads to no older shoal");
    older = all;
  }
  return good && never(c, sv_aig_and(g, step, ends), sv_lit_not(behind(c, older)),
                       "the end of a round leads to no shoal");
}

static bool check_circuit(check *c) {
  double start = sv_now();
  c->solver = sv_smt_clauses_new();
  c->cnf = sv_cnf_new(c->circuit->aig, sv_smt_clauses_sink(c->solver));
  make_invariant(c);
  bool good = check_invariant(c) && (c->shoals ? check_shoals(c) : check_properties(c));
  if (good)
    sv_answer_statistic(c->answer, "certificate", "Z3: %u queries, %u variables, %.2f s",
                        c->queries, sv_smt_clauses_vars(c->solver), sv_now() - start);
  sv_smt_clauses_free(c->solver);
  sv_cnf_free(c->cnf);
  return good;
}

static bool certify(check *c) {
  sv_text why = {0};
  sv_coding *coding = sv_coding_new(c->answer->net, NULL, SV_QUEUE_SHIFTING, &why);
  if (coding) c->circuit = sv_circuit_new(coding, SV_SELECT_ONE_HOT, &why);
  bool good = c->circuit && check_circuit(c);
  sv_vec_free(c->bits);
  sv_vec_free(c->laws);
  sv_circuit_free(c->circuit);
  sv_coding_free(coding);
  sv_text_free(&why);
  return good;
}

bool sv_ic3_certify(sv_answer *a, const sv_run *run, const sv_ic3 *search, const sv_coding *mine) {
  return certify(&(check){.answer = a, .run = run, .search = search, .coding = mine});
}

bool sv_ic3_certify_shoals(sv_answer *a, const sv_run *run, const sv_shoals *shoals,
                           const sv_coding *mine, uint32_t property) {
  return certify(&(check){.answer = a,
                          .run = run,
                          .search = sv_shoals_reach(shoals),
                          .coding = mine,
                          .shoals = shoals,
                          .rounds_of = property});
}
