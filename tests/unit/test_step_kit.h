// test_step_kit.h -- counting the runs that a formula describes: its models,
// projected to moves and choices.

#ifndef SV_TEST_STEP_KIT_H
#define SV_TEST_STEP_KIT_H

#include "encode/graph/tseitin.h"
#include "encode/step/step_inside.h"
#include "solver/sat.h"
#include "unit/unit.h"

typedef struct {
  sv_unrolling *u;
  sv_cnf *cnf;
  sv_sat *sat;
} counter;

static inline void demand(counter *c, const sv_lit *any, uint32_t n) {
  sv_i32s clause = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (sv_lit_same(any[i], SV_LIT_TRUE)) goto done;
    if (!sv_lit_is_const(any[i])) sv_push(clause, sv_cnf_literal(c->cnf, any[i]));
  }
  sv_sat_add(c->sat, clause.at, clause.n);
done:
  sv_vec_free(clause);
}

static inline void take_clauses(counter *c) {
  for (uint32_t i = 0, begin = 0; i < c->u->ends.n; begin = c->u->ends.at[i++])
    demand(c, c->u->clauses.at + begin, c->u->ends.at[i] - begin);
}

static inline void demand_steps(counter *c) {
  for (uint32_t t = 0; t < sv_unrolled(c->u); t++) {
    sv_lits taken = {0};
    const sv_frame *m = &c->u->frames.at[t];
    for (uint32_t i = 0; i < m->moves.n; i++) sv_push(taken, m->moves.at[i].taken);
    demand(c, taken.at, taken.n);
    sv_vec_free(taken);
  }
}

static inline void block(counter *c, const sv_net *net, const sv_step_move *m, sv_lits *clause) {
  int32_t taken = sv_cnf_literal(c->cnf, m->taken);
  bool yes = sv_sat_value(c->sat, taken);
  sv_push(*clause, sv_lit_not_if(m->taken, yes));
  if (!yes || !net->actions.at[m->action].choice_count) return;
  for (uint32_t b = 0; b < sv_blast_choice_bits(net, m->action, 0); b++) {
    sv_lit bit = c->u->choices.at[m->first_choice + b];
    sv_push(*clause, sv_lit_not_if(bit, sv_sat_value(c->sat, sv_cnf_literal(c->cnf, bit))));
  }
}

// Every literal that will be looked at has a variable before the solver is asked.
static inline void convert_inputs(counter *c) {
  for (uint32_t i = 0; i < c->u->choices.n; i++) sv_cnf_literal(c->cnf, c->u->choices.at[i]);
}

// All runs of so many steps; with a property: that violate it, and matter for it.
static inline uint64_t count_models(const sv_stepper *s, const sv_net *net, uint32_t steps,
                                    uint32_t property, uint64_t most) {
  counter c = {.u = sv_unrolling_new(s, true), .sat = sv_sat_new()};
  uint64_t models = 0;
  sv_lit end[2] = {SV_LIT_TRUE, SV_LIT_TRUE};
  for (uint32_t t = 0; t < steps; t++) {
    if (property && s->o.relevance) sv_unrolled_end(c.u, &property, 1);  // was asked, and is over
    sv_unroll(c.u);
  }
  if (property) end[0] = sv_unrolled_bad(c.u, property, steps);
  if (property && s->o.relevance) end[1] = sv_unrolled_end(c.u, &property, 1);
  c.cnf = sv_cnf_new(c.u->aig, sv_sat_sink(c.sat));
  take_clauses(&c);
  demand(&c, &end[0], 1);
  demand(&c, &end[1], 1);
  demand_steps(&c);
  convert_inputs(&c);
  for (; sv_sat_solve(c.sat, NULL, 0, NULL) == SV_SAT_YES && models <= most; models++) {
    sv_lits clause = {0};
    for (uint32_t t = 0; t < steps; t++)
      for (uint32_t i = 0; i < c.u->frames.at[t].moves.n; i++)
        block(&c, net, &c.u->frames.at[t].moves.at[i], &clause);
    demand(&c, clause.at, clause.n);
    sv_vec_free(clause);
  }
  sv_cnf_free(c.cnf);
  sv_sat_free(c.sat);
  sv_unrolling_free(c.u);
  return models;
}

#endif
