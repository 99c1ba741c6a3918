// enabled.c -- which actions fit the locations of a state, and what they would do.

#include "engine/boppo/boppo.h"

void sv_boppo_index_actions(sv_boppo *x) {
  uint32_t rows = 0;
  x->first_row = SV_ARENA_ARRAY(x->arena, uint32_t, x->net->processes.n + 1);
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    x->first_row[p] = rows;
    rows += sv_net_locations(x->net, p);
  }
  x->first_row[x->net->processes.n] = rows;
  x->leaving = SV_NEW_ARRAY(sv_u32s, rows + 1);
  for (uint32_t a = 0; a < x->net->actions.n; a++) {
    const sv_net_action *action = &x->net->actions.at[a];
    if (!action->edge_count) sv_push(x->unbound, a);
    for (uint32_t i = 0; action->edge_count && i < action->edges[0].from_count; i++)
      sv_push(x->leaving[x->first_row[action->edges[0].process] + action->edges[0].from[i]], a);
  }
}

static bool edges_fit(const sv_net_action *a, const uint32_t *places) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!sv_edge_leaves(&a->edges[i], places[a->edges[i].process])) return false;
  return true;
}

// ---- effects

// A fresh input for each bit of a choice, when it is asked for.
static void reserve_inputs(sv_boppo *x, sv_boppo_move *m) {
  const sv_net_action *a = &x->net->actions.at[m->action];
  m->first_input = x->inputs.n;
  for (uint32_t k = 0; k < a->choice_count; k++)
    m->inputs += sv_blast_choice_bits(x->net, m->action, k);
  for (uint32_t i = 0; i < m->inputs; i++) sv_push(x->inputs, UINT32_MAX);
}

static void consider(sv_boppo *x, uint32_t action) {
  sv_boppo_move m = {.action = action, .allowed = SV_LIT_TRUE};
  assert(x->move_of[action] == SV_NO_MOVE);
  reserve_inputs(x, &m);
  x->blasting = &m;
  sv_blast_action(x->blaster, action, &m.step);
  x->blasting = NULL;
  if (m.step.outside.n) sv_answer_bug(x->answer, "a step leaves a coding that has all codes");
  if (m.step.outside.n) sv_boppo_stop(x, SV_BOPPO_BROKEN);
  sv_lit here = sv_aig_and(x->aig, sv_boppo_here(x)->guard, m.step.possible);
  if (sv_lit_same(here, SV_LIT_FALSE)) {
    sv_blasted_free(&m.step);
  } else {
    x->move_of[action] = x->moves.n;
    sv_push(x->moves, m);
  }
}

void sv_boppo_find_moves(sv_boppo *x) {
  const uint32_t *places = sv_boppo_here(x)->places;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    assert(places[p] < sv_net_locations(x->net, p));
  sv_blaster_move(x->blaster, sv_boppo_here(x)->bits);
  sv_rule_fold_move(x->fold, x);
  for (uint32_t p = 0; p <= x->net->processes.n; p++) {
    bool last = p == x->net->processes.n;
    const sv_u32s *list = last ? &x->unbound : &x->leaving[x->first_row[p] + places[p]];
    for (uint32_t i = 0; i < list->n; i++) {
      uint32_t a = list->at[i];
      if (edges_fit(&x->net->actions.at[a], places) && sv_boppo_first_rule(x, a)) consider(x, a);
    }
  }
}

void sv_boppo_keep_moves(sv_boppo *x, bool wanted(const sv_boppo *, const sv_boppo_move *)) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_boppo_move *m = &x->moves.at[i];
    assert(x->move_of[m->action] == i);
    bool stays = wanted(x, m);
    x->move_of[m->action] = stays ? kept : SV_NO_MOVE;
    if (stays) x->moves.at[kept++] = *m;
    else sv_blasted_free(&m->step);
  }
  x->moves.n = kept;
}

static bool no_move(const sv_boppo *x, const sv_boppo_move *m) {
  SV_UNUSED(x);
  SV_UNUSED(m);
  return false;
}

void sv_boppo_clear_moves(sv_boppo *x) { sv_boppo_keep_moves(x, no_move); }

sv_lit sv_boppo_choice(void *context, uint32_t k, uint32_t bit) {
  sv_boppo *x = context;
  uint32_t at = x->blasting->first_input + bit;
  for (uint32_t i = 0; i < k; i++) at += sv_blast_choice_bits(x->net, x->blasting->action, i);
  assert(at < x->blasting->first_input + x->blasting->inputs);
  if (x->inputs.at[at] == UINT32_MAX) x->inputs.at[at] = sv_lit_node(sv_aig_input(x->aig));
  return (sv_lit){x->inputs.at[at] << 1};
}
