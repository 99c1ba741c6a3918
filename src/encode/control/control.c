// control.c -- rules 1 to 4, each narrowing what the rules before have left.

#include "analysis/access/access.h"
#include "encode/control/control_inside.h"
#include "encode/graph/exists.h"

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED, MOST_CHOICE_BITS = 10 };

static const sv_net_action *action_of(const sv_control *c, uint32_t a) {
  return &c->o.net->actions.at[a];
}

static void narrow(sv_control *c, uint32_t a, sv_lit by) {
  c->allowed[a] = sv_aig_and(c->o.aig, c->allowed[a], by);
}

// ---- possible for some choices

static void collect_choices(const sv_control *c, uint32_t a, sv_u32s *out) {
  for (uint32_t k = 0; k < action_of(c, a)->choice_count; k++) {
    uint32_t bits = sv_blast_choice_bits(c->o.net, a, k);
    for (uint32_t bit = 0; bit < bits; bit++) {
      sv_lit input = c->o.choice(c->o.context, k, bit);
      REQUIRE(sv_aig_is_input(c->o.aig, sv_lit_node(input)), "choices are inputs");
      sv_push(*out, sv_lit_node(input));
    }
  }
}

bool sv_control_some(sv_control *c, uint32_t a, sv_lit *out) {
  sv_u32s choices = {0};
  sv_lit possible = c->o.actions[a].possible;
  if (!c->knows_some[a]) {
    collect_choices(c, a, &choices);
    c->knows_some[a] =
        sv_aig_exists(c->o.aig, possible, choices.at, choices.n, MOST_CHOICE_BITS, &c->some[a]) ||
        (c->o.quantify && c->o.quantify(c->o.context, a, possible, &c->some[a]));
    sv_vec_free(choices);
  }
  if (c->knows_some[a]) *out = c->some[a];
  return c->knows_some[a];
}

// Possible for some choices where the rules so far allow it.
static sv_lit left(sv_control *c, uint32_t a) {
  sv_lit some = SV_LIT_FALSE;
  if (sv_lit_same(c->allowed[a], SV_LIT_FALSE)) return SV_LIT_FALSE;
  if (!sv_control_some(c, a, &some)) c->refused = a;
  return sv_aig_and(c->o.aig, some, c->allowed[a]);
}

// ---- rule 1

static bool is_exclusive(const sv_location *l, uint32_t unused) {
  SV_UNUSED(unused);
  return l->flags & EXCLUSIVE;
}

// Nobody is exclusive, or one of its processes is.
static void apply_first(sv_control *c) {
  uint32_t processes = c->o.net->processes.n;
  for (uint32_t p = 0; p < processes; p++)
    c->exclusive[p] = sv_blast_where(c->o.blaster, p, is_exclusive, 0);
  sv_lit nobody = sv_lit_not(sv_aig_or_all(c->o.aig, c->exclusive, processes));
  for (uint32_t a = 0; a < c->o.net->actions.n; a++) {
    const sv_net_action *x = action_of(c, a);
    c->allowed[a] = nobody;
    for (uint32_t i = 0; i < x->edge_count; i++)
      c->allowed[a] = sv_aig_or(c->o.aig, c->allowed[a], c->exclusive[x->edges[i].process]);
  }
}

// ---- rule 2

static uint32_t highest_class(const sv_net *net) {
  uint32_t most = 0;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].priority > most) most = net->actions.at[a].priority;
  return most;
}

static sv_lit left_in_class(sv_control *c, uint32_t class) {
  sv_lits some = {0};
  for (uint32_t a = 0; a < c->o.net->actions.n; a++)
    if (action_of(c, a)->priority == class) sv_push(some, left(c, a));
  sv_lit any = sv_aig_or_all(c->o.aig, some.at, some.n);
  sv_vec_free(some);
  return any;
}

static void apply_second(sv_control *c) {
  uint32_t most = highest_class(c->o.net);
  sv_lit none_lower = SV_LIT_TRUE;
  for (uint32_t class = 1; class <= most; class ++) {
    sv_lit lower = left_in_class(c, class - 1);
    none_lower = sv_aig_and(c->o.aig, none_lower, sv_lit_not(lower));
    for (uint32_t a = 0; a < c->o.net->actions.n; a++)
      if (action_of(c, a)->priority == class) narrow(c, a, none_lower);
  }
}

// ---- rule 3

static sv_lit can_move(sv_control *c, uint32_t p) {
  sv_lits moves = {0};
  for (uint32_t a = 0; a < c->o.net->actions.n; a++)
    if (!action_of(c, a)->priority && sv_moves_itself(action_of(c, a), p))
      sv_push(moves, left(c, a));
  sv_lit any = sv_aig_or_all(c->o.aig, moves.at, moves.n);
  sv_vec_free(moves);
  return any;
}

// Returns: somebody holds control and can move.
static sv_lit find_holders(sv_control *c) {
  sv_lits moving = {0};
  for (uint32_t p = 0; p < c->o.net->processes.n; p++) {
    c->holds[p] = sv_blast_held(c->o.blaster, p + 1);
    if (sv_lit_same(c->holds[p], SV_LIT_FALSE)) continue;
    sv_lit can = c->o.holders_move ? SV_LIT_TRUE : can_move(c, p);
    sv_push(moving, sv_aig_and(c->o.aig, c->holds[p], can));
    c->stuck_of[p] = sv_aig_and(c->o.aig, c->holds[p], sv_lit_not(can));
  }
  c->stuck = sv_aig_or_all(c->o.aig, c->stuck_of, c->o.net->processes.n);
  sv_lit held = sv_aig_or_all(c->o.aig, moving.at, moving.n);
  sv_vec_free(moving);
  return held;
}

// A higher class remains only where no holder can move: nothing to narrow.
static void apply_third(sv_control *c) {
  c->stuck = c->passing = SV_LIT_FALSE;
  if (c->o.net->holder == SV_NO_VARIABLE) return;
  c->passing = find_holders(c);
  for (uint32_t a = 0; a < c->o.net->actions.n; a++) {
    const sv_net_action *x = action_of(c, a);
    sv_lit ok = sv_lit_not(c->passing);
    if (x->priority) continue;
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (sv_moves_itself(x, x->edges[i].process))
        ok = sv_aig_or(c->o.aig, ok, c->holds[x->edges[i].process]);
    narrow(c, a, ok);
  }
}

// ---- rule 4

static sv_lit outranked(sv_control *c, uint32_t a) {
  sv_lits others = {0};
  for (uint32_t k = 0; k < c->o.net->actions.n; k++)
    if (k != a && sv_competes(action_of(c, a), action_of(c, k))) sv_push(others, left(c, k));
  sv_lit any = sv_aig_or_all(c->o.aig, others.at, others.n);
  sv_vec_free(others);
  return any;
}

static bool moves_a_holder(const sv_control *c, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (sv_moves_itself(a, a->edges[i].process) &&
        !sv_lit_same(c->holds[a->edges[i].process], SV_LIT_FALSE))
      return true;
  return false;
}

static sv_lit enabled_moves(sv_control *c) {
  sv_lits moves = {0};
  for (uint32_t a = 0; a < c->o.net->actions.n; a++) {
    const sv_net_action *x = action_of(c, a);
    if (!x->priority && !x->cut && moves_a_holder(c, x)) sv_push(moves, left(c, a));
  }
  sv_lit any = sv_aig_or_all(c->o.aig, moves.at, moves.n);
  sv_vec_free(moves);
  return any;
}

// All are judged at once, by what rule 3 left. That may drop every move of a
// holder (joint actions that outrank one another): then nobody acts.
static void apply_fourth(sv_control *c) {
  uint32_t n = c->o.net->actions.n;
  sv_lits dropped = {0};
  sv_fill(dropped, n);
  for (uint32_t a = 0; a < n; a++)
    if (sv_has_competitors(action_of(c, a))) dropped.at[a] = outranked(c, a);
  for (uint32_t a = 0; a < n; a++) narrow(c, a, sv_lit_not(dropped.at[a]));
  sv_vec_free(dropped);
  if (c->o.net->holder != SV_NO_VARIABLE)
    c->passing = sv_aig_and(c->o.aig, c->passing, enabled_moves(c));
}

// ---- all of it

sv_control *sv_control_new(const sv_control_options *o, uint32_t *refused) {
  uint32_t n = o->net->actions.n, processes = o->net->processes.n;
  sv_control *c = SV_NEW(sv_control);
  *c = (sv_control){.o = *o,
                    .some = SV_NEW_ARRAY(sv_lit, n + 1),
                    .knows_some = SV_NEW_ARRAY(bool, n + 1),
                    .allowed = SV_NEW_ARRAY(sv_lit, n + 1),
                    .exclusive = SV_NEW_ARRAY(sv_lit, processes + 1),
                    .holds = SV_NEW_ARRAY(sv_lit, processes + 1),
                    .stuck_of = SV_NEW_ARRAY(sv_lit, processes + 1),
                    .refused = UINT32_MAX};
  apply_first(c);
  apply_second(c);
  apply_third(c);
  apply_fourth(c);
  if (c->refused == UINT32_MAX) return c;
  *refused = c->refused;
  sv_control_free(c);
  return NULL;
}

void sv_control_free(sv_control *c) {
  if (!c) return;
  sv_free(c->some);
  sv_free(c->knows_some);
  sv_free(c->allowed);
  sv_free(c->exclusive);
  sv_free(c->holds);
  sv_free(c->stuck_of);
  sv_free(c);
}

sv_lit sv_control_allowed(const sv_control *c, uint32_t action) { return c->allowed[action]; }
sv_lit sv_control_stuck(const sv_control *c) { return c->stuck; }
sv_lit sv_control_stuck_process(const sv_control *c, uint32_t p) { return c->stuck_of[p]; }
sv_lit sv_control_passing(const sv_control *c) { return c->passing; }
