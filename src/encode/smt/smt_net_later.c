// smt_net_later.c -- control in the midst of a step: the rules of step_later.c, in terms.

#include "analysis/access/access.h"
#include "encode/smt/smt_net_inside.h"
#include "exec/exec_inside.h"

static sv_smt_term first_rule(sv_smt_making *m, const sv_net_action *a) {
  sv_smt *z = m->s->z;
  uint32_t n = m->s->net->processes.n;
  for (uint32_t p = 0; p < n; p++)
    if (!m->exclusive[p].x)
      m->exclusive[p] = sv_smt_where(m, p, SV_LOC_BLOCKING | SV_LOC_COMMITTED, true);
  sv_smt_term ok = sv_smt_not(z, sv_smt_or_all(z, m->exclusive, n));
  for (uint32_t i = 0; i < a->edge_count; i++)
    ok = sv_smt_or(z, ok, m->exclusive[a->edges[i].process]);
  return ok;
}

static sv_smt_term third_rule(sv_smt_making *m, const sv_net_action *a) {
  sv_smt *z = m->s->z;
  const sv_net *net = m->s->net;
  if (net->holder == SV_NO_VARIABLE) return sv_smt_truth(z, true);
  const sv_net_var *holder = &net->vars.at[net->holder];
  sv_smt_term ok = sv_rep_is(&m->s->rep, holder->sort, m->now->cells[holder->first_cell], 0);
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (sv_moves_itself(a, a->edges[i].process))
      ok = sv_smt_or(z, ok, sv_smt_held_by(m, a->edges[i].process));
  return ok;
}

static sv_smt_term outranked(sv_smt_making *m, uint32_t action) {
  const sv_net *net = m->s->net;
  const sv_net_action *a = &net->actions.at[action];
  sv_smt_terms rivals = {0};
  for (uint32_t k = 0; k < net->actions.n && sv_has_competitors(a); k++) {
    const sv_net_action *x = &net->actions.at[k];
    if (k == action || x->priority || !sv_competes(a, x)) continue;
    sv_push(rivals, sv_smt_and(m->s->z, sv_smt_some(m, k), first_rule(m, x)));
  }
  sv_smt_term any = sv_smt_or_all(m->s->z, rivals.at, rivals.n);
  sv_vec_free(rivals);
  return any;
}

sv_smt_term sv_smt_later(sv_smt_making *m, uint32_t action) {
  sv_smt *z = m->s->z;
  const sv_net_action *a = &m->s->net->actions.at[action];
  if (a->priority) return sv_smt_truth(z, false);
  sv_smt_term ok = sv_smt_and(z, first_rule(m, a), third_rule(m, a));
  return sv_smt_and(z, ok, sv_smt_not(z, outranked(m, action)));
}

bool sv_smt_needs_first(const sv_net *net, uint32_t action) {
  return net->holder != SV_NO_VARIABLE || net->actions.at[action].priority;
}
