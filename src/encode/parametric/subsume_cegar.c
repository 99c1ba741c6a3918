// subsume_cegar.c -- containment by plans and counterexamples, with SAT solvers.
//
// One solver looks for a fresh choice that no plan so far covers (subsume_plan.c).
// If there is none, the set is contained. Else the others, one for each old set,
// look for values of its open inputs: if none has any, the choice is the
// counterexample; if one has, they are the core of a new plan, which covers this
// choice at least and mostly many more. (The usual expansion of two-level formulas,
// by the values alone, would often cover this one state only: bits are functions of
// the choice.) An old set without open inputs has one plan, which says it all.

#include "encode/parametric/subsume_plan.h"

enum { MOST_ROUNDS = 2000, MOST_NODES = 2000000 };

typedef struct {
  sv_split *solver;  // NULL: not made yet
  sv_cnf *cnf;
} prover;

typedef struct {
  sv_subsume_target target;
  prover check;
  sv_u32s fresh;  // inputs of the fresh set that it depends on
} opponent;

typedef struct {
  sv_subsumer *s;
  sv_subsume_table table;
  prover guess;
  opponent *old;
  uint32_t olds;
  sv_i32s moves;
} game;

// ---- provers

static void make_prover(prover *p, const sv_aig *own) {
  p->solver = sv_split_new();
  p->cnf = sv_cnf_new(own, sv_split_sink(p->solver));
}

static void free_prover(prover *p) {
  sv_split_free(p->solver);
  sv_cnf_free(p->cnf);
}

static void demand(prover *p, sv_lit l) {
  int32_t literal = sv_cnf_literal(p->cnf, l);
  sv_split_add(p->solver, &literal, 1);
}

static bool value_in(const prover *p, uint32_t input) {
  int32_t v = sv_cnf_find(p->cnf, input);
  return v && sv_split_value(p->solver, v);
}

// ---- opponents

static void start_check(game *g, opponent *o) {
  make_prover(&o->check, g->table.own);
  for (uint32_t i = 0; i < o->target.wrong.n; i++)
    demand(&o->check, sv_lit_not(o->target.wrong.at[i]));
  sv_map open = {0};
  sv_u32s support = {0};
  for (uint32_t i = 0; i < o->target.open.n; i++) sv_map_put(&open, o->target.open.at[i], 1);
  sv_aig_support(g->table.own, o->target.wrong.at, o->target.wrong.n, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (sv_map_get(&open, support.at[i]) == SV_MAP_NONE) sv_push(o->fresh, support.at[i]);
  for (uint32_t i = 0; i < support.n; i++)
    sv_cnf_literal(o->check.cnf, (sv_lit){support.at[i] << 1});
  sv_map_free(&open);
  sv_vec_free(support);
}

static sv_sat_answer look(game *g, opponent *o) {
  sv_sat_limits limits = {.run = g->s->run};
  if (!o->target.open.n) return SV_SAT_NO;
  if (!o->check.solver) start_check(g, o);
  sv_clear(g->moves);
  for (uint32_t i = 0; i < o->fresh.n; i++) {
    int32_t v = sv_cnf_find(o->check.cnf, o->fresh.at[i]);
    assert(v);
    sv_push(g->moves, value_in(&g->guess, o->fresh.at[i]) ? v : -v);
  }
  g->s->numbers.lookups++;
  return sv_split_solve(o->check.solver, g->moves.at, g->moves.n, &limits);
}

// All inputs on which the opponent depends have a variable there.
static bool chosen(const void *context, uint32_t input) {
  return value_in(&((const opponent *)context)->check, input);
}

// SV_SAT_NO: no old set has the state. SV_SAT_YES: a new plan has been made.
static sv_sat_answer answer_guess(game *g) {
  for (uint32_t k = 0; k < g->olds; k++) {
    opponent *o = &g->old[k];
    sv_sat_answer has = look(g, o);
    if (has == SV_SAT_NO) continue;
    if (has == SV_SAT_YES)
      demand(&g->guess, sv_lit_not(sv_subsume_plan(&g->table, &o->target, chosen, o)));
    return has;
  }
  return SV_SAT_NO;
}

// ---- the game

static bool too_much(const game *g, uint32_t round) {
  return round >= MOST_ROUNDS || sv_aig_nodes(g->table.own) >= MOST_NODES;
}

static uint64_t guessed(void *context, uint32_t input) {
  return value_in(&((const game *)context)->guess, input) ? UINT64_MAX : 0;
}

static void take_state(game *g, bool *state) {
  uint32_t n = g->table.bits.n;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, n + 1);
  sv_aig_simulate(g->table.own, g->table.bits.at, n, guessed, g, words);
  for (uint32_t i = 0; i < n; i++) state[i] = words[i] & 1;
  sv_free(words);
}

static sv_subsume_answer play(game *g, bool *state) {
  sv_sat_limits limits = {.run = g->s->run};
  for (uint32_t round = 0; !too_much(g, round); round++) {
    g->s->numbers.rounds++;
    sv_sat_answer open = sv_split_solve(g->guess.solver, NULL, 0, &limits);
    if (open == SV_SAT_NO) return SV_SUBSUMED;
    if (open == SV_SAT_UNKNOWN) break;
    sv_sat_answer has = answer_guess(g);
    if (has == SV_SAT_NO) return take_state(g, state), SV_NOT_SUBSUMED;
    if (has == SV_SAT_UNKNOWN) break;
  }
  return SV_SUBSUME_GAVE_UP;
}

// What the first plans leave open.
static sv_lit first_plans(game *g, const sv_subsume_group *group) {
  sv_lit open = g->table.guard;
  g->olds = group->old.n;
  assert(g->table.bits.n == group->fresh.bits.n);
  g->old = SV_NEW_ARRAY(opponent, g->olds + 1);
  for (uint32_t k = 0; k < g->olds && !sv_lit_same(open, SV_LIT_FALSE); k++) {
    sv_subsume_target *o = &g->old[k].target;
    sv_subsume_target_init(o, &g->table, &group->old.at[k]);
    open = sv_aig_and(g->table.own, open, sv_lit_not(sv_subsume_plan(&g->table, o, NULL, NULL)));
  }
  return open;
}

static void free_game(game *g) {
  for (uint32_t k = 0; k < g->olds; k++) {
    sv_subsume_target_free(&g->old[k].target);
    free_prover(&g->old[k].check);
    sv_vec_free(g->old[k].fresh);
  }
  sv_free(g->old);
  sv_vec_free(g->moves);
  free_prover(&g->guess);
  sv_subsume_table_free(&g->table);
}

sv_subsume_answer sv_subsume_by_cegar(sv_subsumer *s, const sv_subsume_group *group, bool *state,
                                      bool *found) {
  game g = {.s = s};
  sv_subsume_table_init(&g.table, s->graph, &group->fresh);
  sv_lit open = first_plans(&g, group);
  sv_subsume_answer answer = SV_SUBSUMED;
  if (sv_lit_same(open, SV_LIT_FALSE)) s->numbers.structural++;
  else {
    make_prover(&g.guess, g.table.own);
    demand(&g.guess, open);
    answer = play(&g, state);
  }
  free_game(&g);
  *found = answer == SV_NOT_SUBSUMED;
  return answer;
}
