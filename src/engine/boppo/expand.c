// expand.c -- the successors of a symbolic state, all of them or some (section 3.4, corrected).
//
// A step of a free process may stand for all others, which are postponed. The
// successor then has to be visited later than this state: if it is dropped,
// because others cover it that do not wait any more, the postponed moves are made
// up for here, where that step was possible. So along any run of steps that stand
// for others the time of the visit grows, and no move is postponed for ever.

#include "engine/boppo/boppo.h"

static void write_bits(sv_boppo *x, const sv_boppo_move *m, sv_lit *bits) {
  memcpy(bits, sv_boppo_here(x)->bits, x->coding->bits * sizeof *bits);
  for (uint32_t i = 0; i < m->step.writes.n; i++)
    bits[m->step.writes.at[i].bit] = m->step.writes.at[i].value;
}

// *later: all that it leads to will be visited. False if the search is to end.
static bool take(sv_boppo *x, const sv_boppo_move *m, sv_lit when, bool *later) {
  sv_lit taken = sv_aig_and(x->aig, sv_aig_and(x->aig, m->allowed, m->step.possible), when);
  sv_lit guard = sv_aig_and(x->aig, x->guard, taken);
  assert(!x->net->actions.at[m->action].cut);
  *later = true;
  if (!sv_lit_same(guard, sv_boppo_here(x)->guard) && !sv_boppo_can_be(x, guard))
    return x->end == SV_BOPPO_GOING;
  sv_lit *bits = SV_NEW_ARRAY(sv_lit, x->coding->bits + 1);
  write_bits(x, m, bits);
  sv_bits_add(&x->fired, m->action);
  sv_parametric_state s = {.bits = bits,
                           .guard = guard,
                           .from = x->at,
                           .action = m->action,
                           .first_input = m->first_input,
                           .inputs = m->inputs,
                           .depth = sv_boppo_here(x)->depth + 1};
  sv_boppo_fate fate = sv_boppo_add(x, &s);
  // Where a process holds control, a part may be known as soon as that is forgotten.
  *later = fate != SV_BOPPO_OLD && !x->places[x->net->processes.n];
  sv_free(bits);
  return x->end == SV_BOPPO_GOING;
}

static bool expand_all(sv_boppo *x) {
  bool later;
  for (uint32_t i = 0; i < x->moves.n; i++)
    if (!take(x, &x->moves.at[i], SV_LIT_TRUE, &later)) return false;
  return true;
}

// ---- with reduction

typedef struct {
  SV_VEC(sv_reduce_candidate) candidates;  // by move
  sv_expansions chosen;
  sv_lits done;  // by move: where it has been taken
  sv_lit lost;   // where a step that stands for others led to what was visited before
} reduction;

static uint32_t mover(const sv_net_action *a) {
  return a->edge_count == 1 ? a->edges[0].process : SV_NO_PROCESS;
}

static bool list_candidates(sv_boppo *x, reduction *r) {
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_boppo_move *m = &x->moves.at[i];
    sv_reduce_candidate c = {m->action, mover(&x->net->actions.at[m->action]), SV_LIT_FALSE};
    if (!sv_boppo_enabled(x, m->action, &c.enabled)) return false;
    sv_push(r->candidates, c);
    sv_push(r->done, SV_LIT_FALSE);
  }
  return true;
}

static bool take_chosen(sv_boppo *x, reduction *r, const sv_expansion *e) {
  const sv_boppo_move *m = &x->moves.at[e->candidate];
  assert(e->candidate < x->moves.n && m->action == r->candidates.at[e->candidate].action);
  bool later;
  if (!take(x, m, e->when, &later)) return false;
  sv_lit *done = &r->done.at[e->candidate];
  *done = sv_aig_or(x->aig, *done, e->when);
  if (later || !e->reduced) return true;
  sv_lit here = sv_aig_and(x->aig, e->when, r->candidates.at[e->candidate].enabled);
  r->lost = sv_aig_or(x->aig, r->lost, here);
  return true;
}

static bool make_up(sv_boppo *x, const reduction *r) {
  bool later;
  if (sv_lit_same(r->lost, SV_LIT_FALSE)) return true;
  x->made_up++;
  assert(r->done.n == x->moves.n);
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_lit when = sv_aig_and(x->aig, r->lost, sv_lit_not(r->done.at[i]));
    if (!take(x, &x->moves.at[i], when, &later)) return false;
  }
  return true;
}

static bool expand_chosen(sv_boppo *x, reduction *r) {
  if (!list_candidates(x, r)) return false;
  if (!sv_reduce(x->reducer, x->aig, sv_boppo_here(x)->places, x->guard, r->candidates.at,
                 r->candidates.n, &r->chosen))
    return sv_boppo_stop(x, SV_BOPPO_LIMIT);
  for (uint32_t i = 0; i < r->chosen.n; i++)
    if (!take_chosen(x, r, &r->chosen.at[i])) return false;
  return make_up(x, r);
}

static bool is_a_step(const sv_boppo *x, const sv_boppo_move *m) {
  return !x->net->actions.at[m->action].cut;
}

bool sv_boppo_expand(sv_boppo *x) {
  sv_boppo_keep_moves(x, is_a_step);
  uint64_t bound = (uint64_t)x->run->options->depth;
  if (bound && sv_boppo_here(x)->depth >= bound) {
    x->bounded |= x->moves.n > 0;
    return true;
  }
  if (!x->reducer || x->moves.n < 2) return expand_all(x);
  reduction r = {.lost = SV_LIT_FALSE};
  bool on = expand_chosen(x, &r);
  sv_vec_free(r.candidates);
  sv_vec_free(r.chosen);
  sv_vec_free(r.done);
  return on;
}
