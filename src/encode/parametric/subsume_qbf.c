// subsume_qbf.c -- containment as a quantified formula for DepQBF (Equation 3).
//
// For all fresh choices there are old choices: if the fresh guard holds, then some
// old set has its guard true and the same bits. Old inputs that are easily found are
// gone already (subsume_eliminate.c); if all are, it is a question for a SAT solver,
// at which DepQBF is bad.

#include "encode/parametric/subsume_plan.h"
#include "solver/qbf.h"

typedef struct {
  sv_qbf *qbf;
  sv_i32s var;  // of the formula, by variable of the conversion; 0: not yet
  sv_i32s line;
} writer;

static int32_t translated(writer *w, int32_t literal) {
  uint32_t v = (uint32_t)(literal > 0 ? literal : -literal);
  if (v >= w->var.n) sv_fill(w->var, v + 1);
  if (!w->var.at[v]) w->var.at[v] = sv_qbf_gate(w->qbf);
  return literal > 0 ? w->var.at[v] : -w->var.at[v];
}

static void define(void *context, const int32_t *literals, uint32_t n) {
  writer *w = context;
  sv_clear(w->line);
  for (uint32_t i = 0; i < n; i++) sv_push(w->line, translated(w, literals[i]));
  sv_qbf_define(w->qbf, w->line.at, w->line.n);
}

// The inputs of the graph become variables of the two blocks.
static void declare(writer *w, sv_cnf *cnf, const sv_aig *own, uint32_t fresh_nodes) {
  uint32_t outer = sv_qbf_block(w->qbf, SV_FORALL), inner = sv_qbf_block(w->qbf, SV_EXISTS);
  for (uint32_t i = 1; i < sv_aig_nodes(own); i++) {
    if (!sv_aig_is_input(own, i)) continue;
    int32_t v = sv_cnf_literal(cnf, (sv_lit){i << 1});
    if ((uint32_t)v >= w->var.n) sv_fill(w->var, (uint32_t)v + 1);
    w->var.at[v] = sv_qbf_var(w->qbf, i < fresh_nodes ? outer : inner);
  }
}

static sv_sat_answer solve(const sv_aig *own, uint32_t fresh_nodes, sv_lit claim, sv_limits *run) {
  writer w = {.qbf = sv_qbf_new()};
  sv_cnf *cnf = sv_cnf_new(own, (sv_cnf_sink){.add = define, .solver = &w});
  declare(&w, cnf, own, fresh_nodes);
  int32_t holds = translated(&w, sv_cnf_literal(cnf, claim));
  sv_qbf_add(w.qbf, &holds, 1);
  sv_sat_limits limits = {.run = run};
  sv_sat_answer answer = sv_qbf_solve(w.qbf, run ? &limits : NULL);
  sv_cnf_free(cnf);
  sv_qbf_free(w.qbf);
  sv_vec_free(w.var);
  sv_vec_free(w.line);
  return answer;
}

// Some old set has nothing wrong, or the fresh guard is false.
static sv_lit claim_of(sv_subsume_table *t, const sv_subsume_group *group, uint32_t *open) {
  sv_lits claims = {0};
  sv_push(claims, sv_lit_not(t->guard));
  *open = 0;
  for (uint32_t k = 0; k < group->old.n; k++) {
    sv_subsume_target o;
    sv_subsume_target_init(&o, t, &group->old.at[k]);
    *open += o.open.n;
    sv_push(claims, sv_lit_not(sv_aig_or_all(t->own, o.wrong.at, o.wrong.n)));
    sv_subsume_target_free(&o);
  }
  sv_lit claim = sv_aig_or_all(t->own, claims.at, claims.n);
  sv_vec_free(claims);
  return claim;
}

sv_subsume_answer sv_subsume_by_qbf(sv_subsumer *s, const sv_subsume_group *group, bool *state,
                                    bool *found) {
  sv_subsume_table t;
  uint32_t open;  // inputs
  sv_subsume_table_init(&t, s->graph, &group->fresh);
  uint32_t fresh_nodes = sv_aig_nodes(t.own);
  sv_lit claim = claim_of(&t, group, &open);
  sv_sat_answer answer = open ? solve(t.own, fresh_nodes, claim, s->run) : SV_SAT_UNKNOWN;
  sv_subsume_table_free(&t);
  if (!open) return sv_subsume_by_cegar(s, group, state, found);
  if (answer == SV_SAT_UNKNOWN) return SV_SUBSUME_GAVE_UP;
  return answer == SV_SAT_YES ? SV_SUBSUMED : SV_NOT_SUBSUMED;
}
