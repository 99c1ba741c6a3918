// enabled.c -- which actions fit where everybody stands, and what they would do.

#include "engine/boppo/boppo.h"

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED };

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

// ---- explicit conditions

static bool edges_fit(const sv_net_action *a, const uint32_t *places) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!sv_edge_leaves(&a->edges[i], places[a->edges[i].process])) return false;
  return true;
}

static bool is_exclusive(const sv_boppo *x, const uint32_t *places, uint32_t p) {
  return places[p] && sv_net_location(x->net, p, places[p])->flags & EXCLUSIVE;
}

static bool somebody_is_exclusive(const sv_boppo *x, const uint32_t *places) {
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (is_exclusive(x, places, p)) return true;
  return false;
}

static bool has_exclusive_edge(const sv_boppo *x, const uint32_t *places, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (is_exclusive(x, places, a->edges[i].process)) return true;
  return false;
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
  sv_boppo_move m = {.action = action, .ranked = SV_LIT_TRUE, .allowed = SV_LIT_TRUE};
  reserve_inputs(x, &m);
  x->blasting = &m;
  sv_blast_action(x->blaster, action, &m.step);
  x->blasting = NULL;
  if (m.step.outside.n) sv_answer_bug(x->answer, "a step leaves a coding that has all codes");
  if (m.step.outside.n) sv_boppo_stop(x, SV_BOPPO_BROKEN);
  sv_lit here = sv_aig_and(x->aig, sv_boppo_here(x)->guard, m.step.possible);
  if (sv_lit_same(here, SV_LIT_FALSE)) sv_blasted_free(&m.step);
  else sv_push(x->moves, m);
}

void sv_boppo_find_moves(sv_boppo *x) {
  const uint32_t *places = sv_boppo_here(x)->places;
  bool exclusive = somebody_is_exclusive(x, places);
  sv_blaster_move(x->blaster, sv_boppo_here(x)->bits);
  for (uint32_t p = 0; p <= x->net->processes.n; p++) {
    bool last = p == x->net->processes.n;
    const sv_u32s *list = last ? &x->unbound : &x->leaving[x->first_row[p] + places[p]];
    for (uint32_t i = 0; i < list->n; i++) {
      const sv_net_action *a = &x->net->actions.at[list->at[i]];
      if (!edges_fit(a, places) || (exclusive && !has_exclusive_edge(x, places, a))) continue;
      consider(x, list->at[i]);
    }
  }
}

void sv_boppo_clear_moves(sv_boppo *x) {
  for (uint32_t i = 0; i < x->moves.n; i++) sv_blasted_free(&x->moves.at[i].step);
  sv_clear(x->moves);
}

void sv_boppo_drop_cuts(sv_boppo *x) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->moves.n; i++) {
    if (x->net->actions.at[x->moves.at[i].action].cut) sv_blasted_free(&x->moves.at[i].step);
    else x->moves.at[kept++] = x->moves.at[i];
  }
  x->moves.n = kept;
}

sv_lit sv_boppo_choice(void *context, uint32_t k, uint32_t bit) {
  sv_boppo *x = context;
  uint32_t at = x->blasting->first_input + bit;
  for (uint32_t i = 0; i < k; i++) at += sv_blast_choice_bits(x->net, x->blasting->action, i);
  if (x->inputs.at[at] == UINT32_MAX) x->inputs.at[at] = sv_lit_node(sv_aig_input(x->aig));
  return (sv_lit){x->inputs.at[at] << 1};
}
