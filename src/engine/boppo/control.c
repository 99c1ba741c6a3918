// control.c -- docs/model.md, "Control", rules 2 to 4, on the moves of one symbolic state.
//
// An action counts as soon as some of its choices make it possible: they are
// quantified where somebody else's being enabled depends on it, and only then.

#include "engine/boppo/boppo.h"

enum { MOST_NODES = 200000 };  // of one quantification

static bool possible_for_some(sv_boppo *x, sv_boppo_move *m, sv_lit *out) {
  if (!m->knows_some) {
    sv_u32s inputs = {0};
    for (uint32_t i = 0; i < m->inputs; i++) sv_push(inputs, x->inputs.at[m->first_input + i]);
    bool done = sv_boppo_exists(x->aig, m->step.possible, &inputs, MOST_NODES, &m->some);
    sv_vec_free(inputs);
    if (!done) return sv_boppo_refuse(x, "whether some choice makes an action possible");
    m->knows_some = true;
  }
  *out = m->some;
  return true;
}

bool sv_boppo_enabled(sv_boppo *x, sv_boppo_move *m, sv_lit *out) {
  sv_lit some;
  if (!possible_for_some(x, m, &some)) return false;
  *out = sv_aig_and(x->aig, some, m->allowed);
  return true;
}

static const sv_net_action *action_of(const sv_boppo *x, const sv_boppo_move *m) {
  return &x->net->actions.at[m->action];
}

// ---- rule 3

bool sv_boppo_keep_holder(sv_boppo *x, sv_lit *movable) {
  uint32_t holder = sv_boppo_holder(x, sv_boppo_here(x)) - 1, kept = 0;
  *movable = SV_LIT_FALSE;
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_boppo_move *m = &x->moves.at[i];
    const sv_net_action *a = action_of(x, m);
    sv_lit some;
    if (a->priority || !sv_moves_itself(a, holder)) {
      sv_blasted_free(&m->step);
      continue;
    }
    if (!possible_for_some(x, m, &some)) return false;
    *movable = sv_aig_or(x->aig, *movable, some);
    x->moves.at[kept++] = *m;
  }
  x->moves.n = kept;
  return true;
}

// ---- rule 2

static bool classes_differ(const sv_boppo *x) {
  for (uint32_t i = 1; i < x->moves.n; i++)
    if (action_of(x, &x->moves.at[i])->priority != action_of(x, &x->moves.at[0])->priority)
      return true;
  return false;
}

// The least class above this one, or UINT32_MAX.
static uint32_t next_class(const sv_boppo *x, int64_t class) {
  uint32_t next = UINT32_MAX;
  for (uint32_t i = 0; i < x->moves.n; i++) {
    uint32_t other = action_of(x, &x->moves.at[i])->priority;
    if (other > class && other < next) next = other;
  }
  return next;
}

// Where nobody of a lower class is possible; adds this class to `lower`.
static bool rank_class(sv_boppo *x, uint32_t class, sv_lit *lower) {
  sv_lit here = SV_LIT_FALSE, some;
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_boppo_move *m = &x->moves.at[i];
    if (action_of(x, m)->priority != class) continue;
    if (!possible_for_some(x, m, &some)) return false;
    m->ranked = sv_lit_not(*lower);
    here = sv_aig_or(x->aig, here, some);
  }
  *lower = sv_aig_or(x->aig, *lower, here);
  return true;
}

static bool apply_second(sv_boppo *x) {
  sv_lit lower = SV_LIT_FALSE;
  if (!classes_differ(x)) return true;
  for (uint32_t c = next_class(x, -1); c != UINT32_MAX; c = next_class(x, c))
    if (!rank_class(x, c, &lower)) return false;
  return true;
}

// ---- rule 4

// All are judged at once: also one that is outranked itself outranks others.
static bool apply_fourth(sv_boppo *x, sv_boppo_move *m) {
  m->allowed = m->ranked;
  if (!sv_has_competitors(action_of(x, m))) return true;
  for (uint32_t k = 0; k < x->moves.n; k++) {
    sv_boppo_move *other = &x->moves.at[k];
    sv_lit some;
    if (other == m || !sv_competes(action_of(x, m), action_of(x, other))) continue;
    if (!possible_for_some(x, other, &some)) return false;
    sv_lit left = sv_aig_and(x->aig, some, other->ranked);
    m->allowed = sv_aig_and(x->aig, m->allowed, sv_lit_not(left));
  }
  return true;
}

bool sv_boppo_rank(sv_boppo *x) {
  if (!apply_second(x)) return false;
  for (uint32_t i = 0; i < x->moves.n; i++)
    if (!apply_fourth(x, &x->moves.at[i])) return false;
  return true;
}
