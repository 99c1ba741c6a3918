// properties.c -- symbolic states held against properties.

#include "engine/boppo/boppo.h"

static void drop_asked(sv_boppo *x, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->asked.n; i++)
    if (x->asked.at[i] != property) x->asked.at[kept++] = x->asked.at[i];
  assert(kept + 1 == x->asked.n);
  x->asked.n = kept;
}

// The condition can be true (by the move, if any): that violates the property.
static bool report(sv_boppo *x, sv_lit condition, uint32_t property, const sv_boppo_move *move) {
  sv_guard_answer answer = sv_decide_with_model(x->decider, condition);
  if (answer == SV_GUARD_UNKNOWN) return sv_boppo_stop(x, SV_BOPPO_LIMIT);
  if (answer == SV_GUARD_FALSE) {
    sv_answer_bug(x->answer, "a guard that could be true has no model");
    return sv_boppo_stop(x, SV_BOPPO_BROKEN);
  }
  sv_trace *path = sv_boppo_trace(x, move);
  if (!path) return sv_boppo_stop(x, x->answer->bug ? SV_BOPPO_BROKEN : SV_BOPPO_LIMIT);
  drop_asked(x, property);
  if (!sv_answer_violated(x->answer, property, path)) return sv_boppo_stop(x, SV_BOPPO_BROKEN);
  SV_LOG(x->run->log, 1, "boppo: property %u violated", property);
  return x->run->options->keep_going || sv_boppo_stop(x, SV_BOPPO_FOUND);
}

// In the part at hand.
static bool check_violated(sv_boppo *x, uint32_t property) {
  sv_lit bad;
  if (!sv_boppo_violated(x, property, &bad)) return false;
  sv_lit here = sv_aig_and(x->aig, x->guard, bad);
  if (sv_lit_same(here, SV_LIT_FALSE)) return true;
  if (sv_boppo_can_be(x, here)) return report(x, here, property, NULL);
  return x->end == SV_BOPPO_GOING;
}

// Who can move decides it.
static bool needs_moves(const sv_boppo *x, const sv_property *p) {
  bool held = sv_boppo_holder(x, sv_boppo_here(x));
  return p->kind == SV_PROP_DEADLOCK || (p->kind == SV_PROP_INVARIANT && p->stable && held);
}

static bool check_property(sv_boppo *x, uint32_t property) {
  const sv_property *p = &x->net->properties.at[property];
  return p->kind == SV_PROP_ASSERTION || needs_moves(x, p) || check_violated(x, property);
}

// A copy of what is asked: reports take properties out.
static bool check_each(sv_boppo *x, bool check(sv_boppo *, uint32_t)) {
  sv_u32s asked = {0};
  bool on = true;
  for (uint32_t i = 0; i < x->asked.n; i++) sv_push(asked, x->asked.at[i]);
  for (uint32_t i = 0; i < asked.n && on; i++) on = check(x, asked.at[i]);
  sv_vec_free(asked);
  return on;
}

bool sv_boppo_check_state(sv_boppo *x) { return check_each(x, check_property); }

// ---- with control

static bool check_assertion(sv_boppo *x, uint32_t property) {
  for (uint32_t i = 0; i < x->moves.n; i++) {
    const sv_boppo_move *m = &x->moves.at[i];
    const sv_net_action *a = &x->net->actions.at[m->action];
    if (a->cut || a->fails != property) continue;
    sv_lit taken = sv_aig_and(x->aig, m->allowed, m->step.possible);
    sv_lit condition = sv_aig_and(x->aig, x->guard, taken);
    if (sv_boppo_can_be(x, condition)) return report(x, condition, property, m);
    if (x->end != SV_BOPPO_GOING) return false;
  }
  return true;
}

static bool check_with_moves(sv_boppo *x, uint32_t property) {
  const sv_property *p = &x->net->properties.at[property];
  if (p->kind == SV_PROP_ASSERTION) return check_assertion(x, property);
  return !needs_moves(x, p) || check_violated(x, property);
}

static bool note_cut(sv_boppo *x, const sv_boppo_move *m) {
  sv_lit left = sv_aig_and(x->aig, m->allowed, m->step.possible);
  if (sv_bits_has(&x->cut, m->action)) return true;
  if (!sv_boppo_can_be(x, sv_aig_and(x->aig, x->guard, left))) return x->end == SV_BOPPO_GOING;
  sv_bits_add(&x->cut, m->action);
  bool full = x->net->actions.at[m->action].full;
  return !full || !x->run->stops_when_full || sv_boppo_stop(x, SV_BOPPO_FULL);
}

bool sv_boppo_check_moves(sv_boppo *x) {
  bool on = check_each(x, check_with_moves);
  for (uint32_t i = 0; i < x->moves.n && on; i++)
    if (x->net->actions.at[x->moves.at[i].action].cut) on = note_cut(x, &x->moves.at[i]);
  return on;
}
