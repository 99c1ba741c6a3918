// subsume_cegar.c -- containment by plans and counterexamples, with two SAT solvers.
//
// One solver looks for a fresh state that no plan so far covers (subsume_plan.c).
// If there is none, the set is contained. Else the state is looked up in the old
// sets: if none has it, it is the counterexample; if one has, its choice is the
// core of a new plan, which covers this state at least and mostly many more. (The
// usual expansion of two-level formulas, by the choice alone, would cover this one
// state only: bits are functions of the choice.)

#include "engine/boppo/subsume_plan.h"

enum { MOST_ROUNDS = 2000, MOST_NODES = 2000000 };

typedef struct {
  sv_subsumer *s;
  const sv_subsume_group *group;
  sv_subsume_table table;
  sv_split *guess;
  sv_cnf *cnf;
  bool *state;
} game;

static void add_clause(void *solver, const int32_t *literals, uint32_t n) {
  sv_split *s = solver;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = (uint32_t)(literals[i] > 0 ? literals[i] : -literals[i]);
    while (sv_split_vars(s) < v) sv_split_var(s);
  }
  sv_split_add(s, literals, n);
}

static int32_t literal_of(game *g, sv_lit l) {
  int32_t literal = sv_cnf_literal(g->cnf, l);
  while (sv_split_vars(g->guess) < (uint32_t)sv_cnf_count(g->cnf)) sv_split_var(g->guess);
  return literal;
}

static void demand(game *g, sv_lit l) {
  int32_t literal = literal_of(g, l);
  sv_split_add(g->guess, &literal, 1);
}

static bool chosen(const void *context, uint32_t input) { return sv_look_value(context, input); }

// SV_SAT_NO: no old set has the state. SV_SAT_YES: a new plan has been made.
static sv_sat_answer answer_guess(game *g) {
  for (uint32_t k = 0; k < g->group->old.n; k++) {
    const sv_factor *old = &g->group->old.at[k];
    sv_sat_answer has = sv_look_state(g->s, old, g->state);
    if (has == SV_SAT_NO) continue;
    if (has == SV_SAT_YES)
      demand(g, sv_lit_not(sv_subsume_plan(&g->table, old, chosen, g->s)));
    return has;
  }
  return SV_SAT_NO;
}

static bool too_much(const game *g, uint32_t round) {
  return round >= MOST_ROUNDS || sv_aig_nodes(g->table.own) >= MOST_NODES;
}

static sv_subsume_answer play(game *g) {
  sv_sat_limits limits = {.run = g->s->run};
  for (uint32_t round = 0; !too_much(g, round); round++) {
    g->s->numbers.rounds++;
    sv_sat_answer open = sv_split_solve(g->guess, NULL, 0, &limits);
    if (open == SV_SAT_NO) return SV_SUBSUMED;
    if (open == SV_SAT_UNKNOWN) break;
    for (uint32_t i = 0; i < g->table.bits.n; i++)
      g->state[i] = sv_split_value(g->guess, sv_cnf_literal(g->cnf, g->table.bits.at[i]));
    sv_sat_answer has = answer_guess(g);
    if (has == SV_SAT_NO) return SV_NOT_SUBSUMED;
    if (has == SV_SAT_UNKNOWN) break;
  }
  return SV_SUBSUME_GAVE_UP;
}

static void start(game *g, sv_lit open) {
  g->guess = sv_split_new();
  g->cnf = sv_cnf_new(g->table.own, add_clause, g->guess);
  for (uint32_t i = 0; i < g->table.bits.n; i++) literal_of(g, g->table.bits.at[i]);
  demand(g, open);
}

sv_subsume_answer sv_subsume_by_cegar(sv_subsumer *s, const sv_subsume_group *group, bool *state) {
  game g = {.s = s, .group = group, .state = state};
  sv_subsume_table_init(&g.table, s->graph, &group->fresh);
  sv_lit open = g.table.guard;
  for (uint32_t k = 0; k < group->old.n && !sv_lit_same(open, SV_LIT_FALSE); k++)
    open = sv_aig_and(g.table.own, open,
                      sv_lit_not(sv_subsume_plan(&g.table, &group->old.at[k], NULL, NULL)));
  sv_subsume_answer answer = SV_SUBSUMED;
  if (!sv_lit_same(open, SV_LIT_FALSE)) {
    start(&g, open);
    answer = play(&g);
  }
  sv_split_free(g.guess);
  sv_cnf_free(g.cnf);
  sv_subsume_table_free(&g.table);
  return answer;
}
