// smt_net_parallel.c -- several actions that all begin in the same state.
//
// Section 5.1.4 of the thesis, in terms; step_single.c has the same for bits. No action of
// a step uses what an earlier one, in the total order, writes. A queue may be appended to
// and taken from in the same step, in either order (5.1.6): it is looked at as the earlier
// actions leave it.

#include "encode/smt/smt_net_inside.h"
#include "encode/step/step_resources.h"

typedef struct {
  sv_smt_making *m;
  sv_smt_net *s;
  sv_smt *z;
  sv_resources *resources;
  sv_smt_term *written;  // by resource: an action that writes it is taken
  sv_smt_state state;    // cells where the step begins, queues as the actions so far leave them
  sv_smt_terms *all;
} parallel;

static void demand_unaffected(parallel *x, uint32_t action) {
  const sv_uses *uses = &x->resources->uses[action];
  sv_smt_term taken = x->s->taken[action];
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_smt_term before = x->written[uses->at[i].resource];
    sv_push(*x->all, sv_smt_not(x->z, sv_smt_and(x->z, taken, before)));
  }
  for (uint32_t i = 0; i < uses->n; i++) {
    sv_smt_term *mark = &x->written[uses->at[i].resource];
    if (uses->at[i].writes) *mark = sv_smt_or(x->z, *mark, taken);
  }
}

static void write_queues(parallel *x, uint32_t action) {
  sv_smt_making here = sv_smt_making_at(x->m, &x->state, x->s->arena);
  sv_smt_make_action(&here, action);
  const sv_smt_action *a = &here.actions[action];
  sv_push(*x->all, sv_smt_implies(x->z, x->s->taken[action], a->side));
  for (uint32_t q = 0; q < x->s->net->queues.n; q++) {
    if (a->after.queues[q] == x->state.queues[q]) continue;
    sv_smt_merge(x->m, action, "queue", q, x->state.queues[q], a->after.queues[q],
                 x->s->queues[q]->kept, x->all);
    x->state.queues[q] = a->after.queues[q];
  }
  sv_smt_view_free(&here.here);
}

static void offer(parallel *x, uint32_t action) {
  const sv_smt_action *a = &x->m->actions[action];
  sv_smt_term taken = x->s->taken[action];
  sv_smt_term enabled = sv_smt_and(x->z, a->possible, sv_smt_allowed(x->m, action));
  sv_push(*x->all, sv_smt_implies(x->z, taken, enabled));
  demand_unaffected(x, action);
  if (x->s->net->actions.at[action].queue_op_count) write_queues(x, action);
  x->s->moves = sv_smt_or(x->z, x->s->moves, taken);
}

static void demand_queues(const parallel *x) {
  const sv_smt_net *s = x->s;
  for (uint32_t q = 0; q < s->net->queues.n; q++)
    for (uint32_t i = 0; i < s->queues[q]->kept; i++)
      sv_push(*x->all, sv_smt_eq(x->z, s->next.queues[q][i], x->state.queues[q][i]));
}

void sv_smt_make_parallel(sv_smt_making *m, sv_smt_terms *all) {
  sv_smt_net *s = m->s;
  uint32_t queues = s->net->queues.n;
  parallel x = {
      .m = m, .s = s, .z = s->z, .all = all, .resources = sv_resources_new(s->net, true, NULL)};
  x.written = SV_NEW_ARRAY(sv_smt_term, x.resources->n + 1);
  for (uint32_t r = 0; r < x.resources->n; r++) x.written[r] = sv_smt_truth(s->z, false);
  x.state = (sv_smt_state){s->now.cells, SV_ARENA_ARRAY(s->arena, sv_smt_term *, queues + 1)};
  for (uint32_t q = 0; q < queues; q++) x.state.queues[q] = s->now.queues[q];
  s->moves = sv_smt_truth(s->z, false);
  for (uint32_t i = 0; i < s->order.n; i++) offer(&x, s->order.at[i]);
  sv_smt_make_cells(m, all);
  demand_queues(&x);
  sv_free(x.written);
  sv_resources_free(x.resources, s->net);
}
