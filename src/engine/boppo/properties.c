// properties.c -- symbolic states held against properties.

#include "engine/boppo/boppo.h"

static void drop_asked(sv_boppo *x, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->asked.n; i++)
    if (x->asked.at[i] != property) x->asked.at[kept++] = x->asked.at[i];
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

static bool report_if(sv_boppo *x, sv_lit condition, uint32_t property) {
  if (sv_boppo_can_be(x, condition)) return report(x, condition, property, NULL);
  return x->end == SV_BOPPO_GOING;
}

// ---- without control

static bool somebody_is_bad(const sv_boppo *x, uint32_t property) {
  const uint32_t *places = sv_boppo_here(x)->places;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (places[p] && sv_net_location(x->net, p, places[p])->bad == property) return true;
  return false;
}

// Stable ones where nobody holds control; elsewhere that needs to know who can move.
static bool check_property(sv_boppo *x, uint32_t property) {
  const sv_property *p = &x->net->properties.at[property];
  bool held = sv_boppo_holder(x, sv_boppo_here(x));
  if (p->kind == SV_PROP_LOCATION && somebody_is_bad(x, property))
    return report(x, x->guard, property, NULL);
  if (p->kind != SV_PROP_INVARIANT || (p->stable && held)) return true;
  sv_lit wrong = sv_lit_not(sv_blast_bool(x->blaster, p->term));
  return report_if(x, sv_aig_and(x->aig, x->guard, wrong), property);
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

static bool somebody_is_not_at_an_end(const sv_boppo *x) {
  const uint32_t *places = sv_boppo_here(x)->places;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (places[p] && !(sv_net_location(x->net, p, places[p])->flags & SV_LOC_END)) return true;
  return false;
}

static bool is_cut(const sv_boppo *x, const sv_boppo_move *m) {
  return x->net->actions.at[m->action].cut;
}

// Part of the guard where no action is enabled, and (cuts) no cut is left.
static bool where_nothing_moves(sv_boppo *x, bool cuts, sv_lit *out) {
  *out = x->guard;
  for (uint32_t i = 0; i < x->moves.n && !sv_lit_same(*out, SV_LIT_FALSE); i++) {
    sv_lit enabled;
    if (!cuts && is_cut(x, &x->moves.at[i])) continue;
    if (!sv_boppo_enabled(x, &x->moves.at[i], &enabled)) return false;
    *out = sv_aig_and(x->aig, *out, sv_lit_not(enabled));
  }
  return true;
}

static bool check_deadlock(sv_boppo *x, uint32_t property) {
  sv_lit still;
  if (!somebody_is_not_at_an_end(x)) return true;
  return where_nothing_moves(x, true, &still) && report_if(x, still, property);
}

// Where somebody holds control only a state in which nobody can move is not passing.
static bool check_stable(sv_boppo *x, const sv_property *p, uint32_t property) {
  sv_lit still;
  if (!p->stable || !sv_boppo_holder(x, sv_boppo_here(x))) return true;
  if (!where_nothing_moves(x, false, &still)) return false;
  if (sv_lit_same(still, SV_LIT_FALSE)) return true;
  sv_lit wrong = sv_lit_not(sv_blast_bool(x->blaster, p->term));
  return report_if(x, sv_aig_and(x->aig, still, wrong), property);
}

static bool check_with_moves(sv_boppo *x, uint32_t property) {
  const sv_property *p = &x->net->properties.at[property];
  switch (p->kind) {
  case SV_PROP_ASSERTION: return check_assertion(x, property);
  case SV_PROP_DEADLOCK: return check_deadlock(x, property);
  case SV_PROP_INVARIANT: return check_stable(x, p, property);
  case SV_PROP_LOCATION: return true;
  }
  SV_UNREACHABLE();
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
    if (is_cut(x, &x->moves.at[i])) on = note_cut(x, &x->moves.at[i]);
  return on;
}
