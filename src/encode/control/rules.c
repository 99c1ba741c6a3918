// rules.c -- rules 1 to 4, each narrowing what the rules before have left.

#include <stdlib.h>

#include "analysis/access/access.h"
#include "encode/control/rules_inside.h"
#include "exec/choices.h"

static const sv_rule UNMADE = {UINT32_MAX};

// An action counts as soon as some of its choices make it possible. Infinitely many
// cannot be tried: then conditions 1 and 2 decide.
static sv_rule counts(sv_rules *r, uint32_t a) {
  const sv_net_action *x = sv_rules_action(r, a);
  bool finite = sv_choices_finite(r->net, x->choices, x->choice_count);
  return sv_rule_leaf(&r->graph, finite ? SV_RULE_POSSIBLE : SV_RULE_ADMITTED, a);
}

sv_rule sv_rules_where(sv_rules *r, uint32_t p, sv_rules_location_fn *wanted, uint32_t argument) {
  sv_u32s there = {0};
  for (uint32_t l = 1; l < sv_net_locations(r->net, p); l++)
    if (wanted(sv_net_location(r->net, p, l), argument)) sv_push(there, l);
  sv_rule at = sv_rule_at(&r->graph, p, there.at, there.n);
  sv_vec_free(there);
  return at;
}

static bool has_flags(const sv_location *l, uint32_t flags) { return l->flags & flags; }

// ---- rule 1

static void find_exclusive(sv_rules *r) {
  r->exclusive = SV_NEW_ARRAY(sv_rule, r->net->processes.n + 1);
  for (uint32_t p = 0; p < r->net->processes.n; p++)
    r->exclusive[p] = sv_rules_where(r, p, has_flags, SV_LOC_BLOCKING | SV_LOC_COMMITTED);
  r->some_exclusive = sv_rule_any(&r->graph, r->exclusive, r->net->processes.n);
}

// No process is exclusive, or one of its processes is.
sv_rule sv_rules_first(sv_rules *r, uint32_t a) {
  const sv_net_action *x = sv_rules_action(r, a);
  sv_rule_list any = {0};
  if (sv_rule_same(r->some_exclusive, SV_RULE_FALSE)) return SV_RULE_TRUE;
  for (uint32_t i = 0; i < x->edge_count; i++) sv_push(any, r->exclusive[x->edges[i].process]);
  sv_push(any, sv_rule_not(r->some_exclusive));
  sv_rule ok = sv_rule_any(&r->graph, any.at, any.n);
  sv_vec_free(any);
  return ok;
}

// ---- rule 2

static uint32_t place_of_class(const sv_rules *r, uint32_t class) {
  uint32_t i = 0;
  while (r->classes.at[i] != class) i++;
  assert(i < r->classes.n);
  return i;
}

// Nothing of a lower class is left.
static sv_rule second(const sv_rules *r, uint32_t a) {
  return r->none_lower[place_of_class(r, sv_rules_action(r, a)->priority)];
}

// What rules 1 and 2 leave.
static sv_rule left(sv_rules *r, uint32_t a) {
  return sv_rule_all(&r->graph, (const sv_rule[]){sv_rules_first(r, a), second(r, a), counts(r, a)},
                     3);
}

static sv_rule left_in_class(sv_rules *r, uint32_t class) {
  sv_rule_list some = {0};
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    if (sv_rules_action(r, a)->priority == class) sv_push(some, left(r, a));
  sv_rule any = sv_rule_any(&r->graph, some.at, some.n);
  sv_vec_free(some);
  return any;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void sort_and_unite(sv_u32s *all) {
  uint32_t kept = 0;
  if (all->n) qsort(all->at, all->n, sizeof *all->at, by_number);
  for (uint32_t i = 0; i < all->n; i++)
    if (!kept || all->at[kept - 1] != all->at[i]) all->at[kept++] = all->at[i];
  all->n = kept;
}

static void rank_classes(sv_rules *r) {
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    sv_push(r->classes, sv_rules_action(r, a)->priority);
  sort_and_unite(&r->classes);
  r->none_lower = SV_NEW_ARRAY(sv_rule, r->classes.n + 1);
  for (uint32_t i = 0; i < r->classes.n; i++) r->none_lower[i] = SV_RULE_TRUE;
  for (uint32_t i = 1; i < r->classes.n; i++) {
    sv_rule lower = left_in_class(r, r->classes.at[i - 1]);
    r->none_lower[i] = sv_rule_and(&r->graph, r->none_lower[i - 1], sv_rule_not(lower));
  }
}

// ---- rule 3

// The holder of control stands in a yielding location.
static bool has_yielding(const sv_net *net, uint32_t p) {
  for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
    if (sv_net_location(net, p, l)->flags & SV_LOC_YIELDING) return true;
  return false;
}

static void find_holders(sv_rules *r) {
  r->holds = SV_NEW_ARRAY(sv_rule, r->net->processes.n + 1);
  for (uint32_t p = 0; p < r->net->processes.n; p++) {
    bool may = r->net->holder != SV_NO_VARIABLE && has_yielding(r->net, p);
    r->holds[p] = may ? sv_rule_leaf(&r->graph, SV_RULE_HOLDS, p) : SV_RULE_FALSE;
  }
}

bool sv_rules_may_hold(const sv_rules *r, uint32_t p) {
  return !sv_rule_same(r->holds[p], SV_RULE_FALSE);
}

static void list_moves(sv_rules *r) {
  r->moves = SV_NEW_ARRAY(sv_u32s, r->net->processes.n + 1);
  for (uint32_t a = 0; a < r->net->actions.n; a++) {
    const sv_net_action *x = sv_rules_action(r, a);
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (sv_moves_itself(x, x->edges[i].process)) sv_push(r->moves[x->edges[i].process], a);
  }
}

static sv_rule some_move(sv_rules *r, uint32_t p) {
  sv_rule_list some = {0};
  for (uint32_t i = 0; i < r->moves[p].n; i++)
    if (!sv_rules_action(r, r->moves[p].at[i])->priority) sv_push(some, left(r, r->moves[p].at[i]));
  sv_rule any = sv_rule_any(&r->graph, some.at, some.n);
  sv_vec_free(some);
  return any;
}

static void find_moving(sv_rules *r) {
  sv_rule_list moving = {0};
  r->can_move = SV_NEW_ARRAY(sv_rule, r->net->processes.n + 1);
  for (uint32_t p = 0; p < r->net->processes.n; p++) {
    r->can_move[p] = sv_rules_may_hold(r, p) ? some_move(r, p) : SV_RULE_FALSE;
    sv_push(moving, sv_rule_and(&r->graph, r->holds[p], r->can_move[p]));
  }
  r->moving = sv_rule_any(&r->graph, moving.at, moving.n);
  sv_vec_free(moving);
}

sv_rule sv_rules_can_move(const sv_rules *r, uint32_t p) {
  REQUIRE(sv_rules_may_hold(r, p), "a process that may hold control");
  return r->can_move[p];
}

sv_rule sv_rules_stuck(sv_rules *r, uint32_t p) {
  return sv_rule_and(&r->graph, r->holds[p], sv_rule_not(r->can_move[p]));
}

// One of its processes that move holds control, or none that counts does: one that
// can move, which is found out at the beginning of a step, or any at all. A
// higher class is left only where no holder can move.
static sv_rule third(sv_rules *r, sv_reading reading, uint32_t a) {
  const sv_net_action *x = sv_rules_action(r, a);
  sv_rule_list any = {0};
  if (r->net->holder == SV_NO_VARIABLE) return SV_RULE_TRUE;
  if (reading == SV_RULES_BEGIN && x->priority) return SV_RULE_TRUE;
  for (uint32_t i = 0; i < x->edge_count && !x->priority; i++)
    if (sv_moves_itself(x, x->edges[i].process)) sv_push(any, r->holds[x->edges[i].process]);
  sv_rule held = reading == SV_RULES_BEGIN ? r->moving : sv_rule_leaf(&r->graph, SV_RULE_HELD, 0);
  sv_push(any, sv_rule_not(held));
  sv_rule ok = sv_rule_any(&r->graph, any.at, any.n);
  sv_vec_free(any);
  return ok;
}

sv_rule sv_rules_third(sv_rules *r, sv_reading reading, uint32_t a) {
  return sv_rule_all(
      &r->graph, (const sv_rule[]){sv_rules_first(r, a), third(r, reading, a), second(r, a)}, 3);
}

// ---- rule 4

void sv_rules_rivals(const sv_rules *r, uint32_t a, sv_u32s *out) {
  const sv_net_action *x = sv_rules_action(r, a);
  sv_clear(*out);
  for (uint32_t i = 0; i < x->edge_count && sv_has_competitors(x); i++) {
    const sv_u32s *others = &r->moves[x->edges[i].process];
    for (uint32_t k = 0; k < others->n; k++)
      if (others->at[k] != a && sv_competes(x, sv_rules_action(r, others->at[k])))
        sv_push(*out, others->at[k]);
  }
  sort_and_unite(out);
}

// All are judged at once, by what rule 3 left. In the midst of a step, where only
// class 0 joins, against all that rules 1 and 2 might leave.
static sv_rule outranked(sv_rules *r, sv_reading reading, uint32_t a) {
  sv_u32s rivals = {0};
  sv_rule_list some = {0};
  sv_rules_rivals(r, a, &rivals);
  for (uint32_t i = 0; i < rivals.n; i++) {
    uint32_t k = rivals.at[i];
    sv_rule stays =
        reading == SV_RULES_LATER ? sv_rules_first(r, k) : sv_rules_third(r, reading, k);
    sv_push(some, sv_rule_and(&r->graph, stays, counts(r, k)));
  }
  sv_rule any = sv_rule_any(&r->graph, some.at, some.n);
  sv_vec_free(rivals);
  sv_vec_free(some);
  return any;
}

// ---- all of it

static sv_rule make_allowed(sv_rules *r, sv_reading reading, uint32_t a) {
  if (reading == SV_RULES_LATER && sv_rules_action(r, a)->priority) return SV_RULE_FALSE;
  sv_rule stays = sv_rules_third(r, reading, a);
  return sv_rule_and(&r->graph, stays, sv_rule_not(outranked(r, reading, a)));
}

sv_rule sv_rules_allowed(sv_rules *r, sv_reading reading, uint32_t a) {
  sv_rule *known = &r->allowed[reading][a];
  if (sv_rule_same(*known, UNMADE)) *known = make_allowed(r, reading, a);
  return *known;
}

sv_rule sv_rules_enabled(sv_rules *r, sv_reading reading, uint32_t a) {
  return sv_rule_and(&r->graph, sv_rules_allowed(r, reading, a), counts(r, a));
}

void sv_rules_say_refused(const sv_net *net, uint32_t a, sv_text *why) {
  const sv_action *action = &net->model->actions.at[net->actions.at[a].action];
  const char *name = sv_names_get(net->model->names, action->name);
  sv_text_printf(why, "action %s has too many choices to say where others must give way",
                 *name          ? name
                 : action->text ? action->text
                                : "?");
}

sv_rules *sv_rules_new(const sv_net *net) {
  sv_rules *r = SV_NEW(sv_rules);
  r->net = net;
  for (uint32_t i = 0; i < SV_READINGS; i++) {
    r->allowed[i] = SV_NEW_ARRAY(sv_rule, net->actions.n + 1);
    for (uint32_t a = 0; a < net->actions.n; a++) r->allowed[i][a] = UNMADE;
  }
  list_moves(r);
  find_exclusive(r);
  rank_classes(r);
  find_holders(r);
  find_moving(r);
  return r;
}

void sv_rules_free(sv_rules *r) {
  if (!r) return;
  for (uint32_t p = 0; p < r->net->processes.n; p++) sv_vec_free(r->moves[p]);
  for (uint32_t i = 0; i < SV_READINGS; i++) sv_free(r->allowed[i]);
  sv_free(r->moves);
  sv_free(r->exclusive);
  sv_free(r->none_lower);
  sv_free(r->holds);
  sv_free(r->can_move);
  sv_vec_free(r->classes);
  sv_rule_graph_free(&r->graph);
  sv_free(r);
}

const sv_rule_graph *sv_rules_graph(const sv_rules *r) { return &r->graph; }
