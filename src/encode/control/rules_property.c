// rules_property.c -- where a state is passing, a run cut, a property violated.

#include "analysis/access/access.h"
#include "encode/control/rules_inside.h"

// ---- passing states

static bool moves_a_holder(const sv_rules *r, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count && !a->priority; i++)
    if (sv_moves_itself(a, a->edges[i].process) && sv_rules_may_hold(r, a->edges[i].process))
      return true;
  return false;
}

static uint32_t active_edges(const sv_net_action *a) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->edge_count; i++) n += !sv_edge_is_passive(&a->edges[i]);
  return n;
}

// A holder that can move acts, unless rule 4 leaves none of its moves, or cut ones
// only. The lowest class of a process alone always stays: dropping them all takes
// joint actions that outrank one another.
static bool may_jam(const sv_rules *r) {
  for (uint32_t i = 0; i < r->net->actions.n; i++) {
    const sv_net_action *a = sv_rules_action(r, i);
    if (!moves_a_holder(r, a)) continue;
    if (a->cut || (active_edges(a) > 1 && sv_has_competitors(a))) return true;
  }
  return false;
}

// Where the holder can move, rule 3 leaves nothing else.
static sv_rule some_move_taken(sv_rules *r, sv_reading reading) {
  sv_rule_list some = {0};
  for (uint32_t i = 0; i < r->net->actions.n; i++)
    if (moves_a_holder(r, sv_rules_action(r, i)) && !sv_rules_action(r, i)->cut)
      sv_push(some, sv_rules_enabled(r, reading, i));
  sv_rule any = sv_rule_any(&r->graph, some.at, some.n);
  sv_vec_free(some);
  return any;
}

sv_rule sv_rules_passing(sv_rules *r, sv_reading reading) {
  REQUIRE(reading != SV_RULES_LATER, "where a step begins");
  if (r->net->holder == SV_NO_VARIABLE) return SV_RULE_FALSE;
  sv_rule moves = reading == SV_RULES_BEGIN ? r->moving : sv_rule_leaf(&r->graph, SV_RULE_HELD, 0);
  return may_jam(r) ? sv_rule_and(&r->graph, moves, some_move_taken(r, reading)) : moves;
}

// ---- cuts

sv_rule sv_rules_cut(sv_rules *r, sv_reading reading, bool full) {
  sv_rule_list cuts = {0};
  for (uint32_t i = 0; i < r->net->actions.n; i++) {
    const sv_net_action *a = sv_rules_action(r, i);
    if (a->cut && (a->full || !full)) sv_push(cuts, sv_rules_enabled(r, reading, i));
  }
  sv_rule any = sv_rule_any(&r->graph, cuts.at, cuts.n);
  sv_vec_free(cuts);
  return any;
}

// ---- properties

static bool is_bad(const sv_location *l, uint32_t property) { return l->bad == property; }
static bool lacks_flag(const sv_location *l, uint32_t flag) { return !(l->flags & flag); }

sv_rule sv_rules_bad(sv_rules *r, uint32_t p, uint32_t property) {
  return sv_rules_where(r, p, is_bad, property);
}

sv_rule sv_rules_unfinished(sv_rules *r, uint32_t p) {
  return sv_rules_where(r, p, lacks_flag, SV_LOC_END);
}

static sv_rule some_process_is_bad(sv_rules *r, uint32_t property) {
  sv_rule_list some = {0};
  for (uint32_t p = 0; p < r->net->processes.n; p++) sv_push(some, sv_rules_bad(r, p, property));
  sv_rule any = sv_rule_any(&r->graph, some.at, some.n);
  sv_vec_free(some);
  return any;
}

static sv_rule is_false(sv_rules *r, sv_reading reading, uint32_t property) {
  sv_rule wrong = sv_rule_not(sv_rule_leaf(&r->graph, SV_RULE_TERM, property));
  if (!r->net->properties.at[property].stable) return wrong;
  return sv_rule_and(&r->graph, sv_rule_not(sv_rules_passing(r, reading)), wrong);
}

// Nothing is enabled, nothing cut, and a process is not at an end.
static sv_rule is_deadlocked(sv_rules *r, sv_reading reading) {
  sv_rule_list some = {0}, all = {0};
  for (uint32_t p = 0; p < r->net->processes.n; p++) sv_push(some, sv_rules_unfinished(r, p));
  sv_push(all, sv_rule_any(&r->graph, some.at, some.n));
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    sv_push(all, sv_rule_not(sv_rules_enabled(r, reading, a)));
  sv_rule still = sv_rule_all(&r->graph, all.at, all.n);
  sv_vec_free(some);
  sv_vec_free(all);
  return still;
}

sv_rule sv_rules_violated(sv_rules *r, sv_reading reading, uint32_t property) {
  switch (r->net->properties.at[property].kind) {
  case SV_PROP_ASSERTION:
  case SV_PROP_RECURRENCE: return SV_RULE_FALSE;
  case SV_PROP_LOCATION: return some_process_is_bad(r, property);
  case SV_PROP_INVARIANT: return is_false(r, reading, property);
  case SV_PROP_DEADLOCK: return is_deadlocked(r, reading);
  }
  SV_UNREACHABLE();
}
