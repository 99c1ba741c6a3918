// control.c -- the rules of control in diagrams: from drafts to events, releases and cuts.
//
// Where a holder of control cannot move it is released (system.h), so the rules are
// read as if every holder could. A blind action (demand.c) is possible nowhere as far
// as the rules know: others give way to it by what is learnt of it later.

#include "encode/control/rules.h"
#include "engine/bdd/system.h"

typedef struct {
  sv_symbolic *s;
  sv_bdds *b;
  const sv_net *net;
  const sv_bdd_draft *drafts;
  sv_u32s rivals;  // blind actions that the one at hand gives way to
} controller;

// ---- leaves

static sv_rule_value value_of(sv_bdd d) { return (sv_rule_value){(uintptr_t)d.x}; }
static sv_bdd diagram_of(sv_rule_value v) { return (sv_bdd){(int32_t)v.x}; }

static sv_bdd possible(const sv_symbolic *s, uint32_t action) {
  REQUIRE(s->drafts, "asked while control is worked in");
  return s->drafts[action].blind ? SV_BDD_FALSE : s->drafts[action].possible;
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  sv_symbolic *s = context;
  sv_bdd d = SV_BDD_FALSE;
  switch (n->kind) {
  case SV_RULE_POSSIBLE: d = sv_bdd_keep(s->bdds, possible(s, n->subject)); break;
  case SV_RULE_AT:
    d = sv_symbolic_bool(s, sv_blast_among(s->blaster, n->subject, locations, n->n));
    break;
  case SV_RULE_HOLDS: d = sv_symbolic_bool(s, sv_blast_held(s->blaster, n->subject + 1)); break;
  case SV_RULE_HELD: d = sv_bdd_not(s->bdds, s->unheld); break;
  case SV_RULE_ADMITTED:
  case SV_RULE_TERM:
  case SV_RULE_ALL:
  case SV_RULE_ANY: SV_UNREACHABLE();
  }
  *out = value_of(d);
  return true;
}

static void join_all(sv_bdds *b, sv_bdd *all, const sv_rule_part *part) {
  sv_bdd d = diagram_of(part->value);
  if (part->negated) sv_bdd_minus_to(b, all, d);
  else sv_bdd_and_to(b, all, d);
}

static void join_any(sv_bdds *b, sv_bdd *any, const sv_rule_part *part) {
  sv_bdd d = diagram_of(part->value), no = SV_BDD_FALSE;
  if (part->negated) d = no = sv_bdd_not(b, d);
  sv_bdd_or_to(b, any, d);
  sv_bdd_drop(b, no);
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  sv_bdds *b = ((sv_symbolic *)context)->bdds;
  sv_bdd d = kind == SV_RULE_ALL ? SV_BDD_TRUE : SV_BDD_FALSE;
  for (uint32_t i = 0; i < n; i++) {
    if (kind == SV_RULE_ALL) join_all(b, &d, &parts[i]);
    else join_any(b, &d, &parts[i]);
  }
  return value_of(d);
}

static bool never(void *context, uint32_t action) {
  return sv_bdd_is_false(possible(context, action));
}

static void drop(void *context, sv_rule_value v) {
  sv_bdd_drop(((sv_symbolic *)context)->bdds, diagram_of(v));
}

sv_bdd sv_symbolic_rule(sv_symbolic *s, sv_rule r) {
  sv_rule_value v = {0};
  bool good = sv_rule_fold_value(s->fold, r, &v);
  REQUIRE(good, "every leaf can be had");
  return sv_bdd_keep(s->bdds, diagram_of(v));
}

static void open_rules(sv_symbolic *s) {
  sv_rule_algebra diagrams = {.context = s,
                              .constants = {value_of(SV_BDD_FALSE), value_of(SV_BDD_TRUE)},
                              .leaf = leaf,
                              .join = join,
                              .never = never,
                              .drop = drop};
  s->rules = sv_rules_new(s->net);
  s->fold = sv_rule_fold_new(sv_rules_graph(s->rules), &diagrams);
  s->unheld = sv_symbolic_bool(s, sv_blast_held(s->blaster, 0));
}

// ---- releases

// The holder is forgotten: its bits become those of 0.
static sv_bdd_relation release_relation(controller *c, sv_bdd from) {
  const sv_net_var *holder = &c->net->vars.at[c->net->holder];
  const sv_code_item *item = &c->s->coding->cells[holder->first_cell];
  sv_bdd_draft d = {.inside = from};
  for (uint32_t i = 0; i < item->n; i++) {
    if (sv_code_is_const(item->at[i])) continue;
    sv_push(d.bits, sv_code_state_bit(item->at[i]));
    sv_push(d.values, SV_BDD_FALSE);
    assert(d.bits.n == d.values.n);
  }
  sv_bdd_relation r = sv_symbolic_relation(c->s, &d, SV_BDD_TRUE);
  sv_vec_free(d.bits);
  sv_vec_free(d.values);
  return r;
}

sv_bdd sv_symbolic_holder_cube(sv_symbolic *s) {
  sv_u32s vars = {0};
  if (s->net->holder != SV_NO_VARIABLE) {
    const sv_code_item *item = &s->coding->cells[s->net->vars.at[s->net->holder].first_cell];
    for (uint32_t i = 0; i < item->n; i++)
      if (!sv_code_is_const(item->at[i]))
        sv_push(vars, 2 * s->pair_of_bit[sv_code_state_bit(item->at[i])]);
  }
  sv_bdd cube = sv_bdd_cube(s->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

static void add_release(controller *c, uint32_t p) {
  sv_bdd stuck = sv_symbolic_rule(c->s, sv_rules_stuck(c->s->rules, p));
  if (!sv_bdd_is_false(stuck)) sv_push(c->s->releases, release_relation(c, stuck));
  sv_bdd_drop(c->b, stuck);
}

// ---- events

// What rules 1 to 3 leave of the states in which the action is possible; new reference.
static sv_bdd left(controller *c, uint32_t a) {
  sv_bdd ok = sv_symbolic_rule(c->s, sv_rules_third(c->s->rules, SV_RULES_RELEASED, a));
  sv_bdd_and_to(c->b, &ok, c->drafts[a].possible);
  return ok;
}

static sv_bdd allowed(controller *c, uint32_t a) {
  return sv_symbolic_rule(c->s, sv_rules_allowed(c->s->rules, SV_RULES_RELEASED, a));
}

static bool is_left(controller *c, uint32_t a) {
  sv_bdd here = left(c, a);
  bool some = !sv_bdd_is_false(here);
  sv_bdd_drop(c->b, here);
  return some;
}

static void find_rivals(controller *c, uint32_t a) {
  uint32_t kept = 0;
  sv_rules_rivals(c->s->rules, a, &c->rivals);
  for (uint32_t i = 0; i < c->rivals.n; i++) {
    uint32_t k = c->rivals.at[i];
    assert(k != a);
    if (c->drafts[k].blind && is_left(c, k)) c->rivals.at[kept++] = k;
  }
  c->rivals.n = kept;
}

// False, and no relation, if it takes too many nodes.
static bool try_relation(controller *c, const sv_bdd_draft *d, sv_bdd from, sv_bdd_relation *out) {
  if (d->large || c->rivals.n) return false;
  sv_bdds_limit(c->b, c->s->most_made);
  *out = sv_symbolic_relation(c->s, d, from);
  bool good = sv_bdds_unlimit(c->b);
  if (!good) sv_bdd_relation_free(c->b, out);
  return good;
}

static void add_event(controller *c, uint32_t a, sv_bdd from, sv_bdd enabled) {
  const sv_bdd_draft *d = &c->drafts[a];
  sv_bdd_event e = {.action = a, .enabled = enabled};
  assert(!c->net->actions.at[a].cut);
  find_rivals(c, a);
  bool good = try_relation(c, d, from, &e.relation);
  sv_push(c->s->events, e);
  if (good) return;
  sv_bdd base = left(c, a);
  sv_symbolic_add_demand(c->s, c->s->events.n - 1, d, from, base, &c->rivals);
  sv_bdd_drop(c->b, base);
}

// A blind action is needed as long as others give way to it.
static void add_action(controller *c, uint32_t a) {
  sv_bdd from = allowed(c, a), enabled = sv_bdd_and(c->b, c->drafts[a].possible, from);
  bool needed = c->drafts[a].blind ? is_left(c, a) : !sv_bdd_is_false(enabled);
  if (!needed) sv_bdd_drop(c->b, enabled);
  else if (c->net->actions.at[a].cut) sv_push(c->s->cuts, (sv_bdd_cut){a, enabled});
  else add_event(c, a, from, enabled);
  sv_bdd_drop(c->b, from);
}

// A way out that control never allows is none.
static void narrow_outside(controller *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->s->outside.n; i++) {
    sv_bdd_outside o = c->s->outside.at[i];
    sv_bdd from = o.action == UINT32_MAX ? SV_BDD_TRUE : allowed(c, o.action);
    sv_bdd_and_to(c->b, &o.states, from);
    sv_bdd_drop(c->b, from);
    if (!sv_bdd_is_false(o.states)) c->s->outside.at[kept++] = o;
  }
  c->s->outside.n = kept;
}

void sv_symbolic_control(sv_symbolic *s, const sv_bdd_draft *drafts) {
  controller c = {.s = s, .b = s->bdds, .net = s->net, .drafts = drafts};
  s->drafts = drafts;
  open_rules(s);
  for (uint32_t p = 0; p < s->net->processes.n; p++) add_release(&c, p);
  for (uint32_t a = 0; a < s->net->actions.n; a++) add_action(&c, a);
  s->resting = sv_symbolic_rule(s, sv_rule_not(sv_rules_passing(s->rules, SV_RULES_RELEASED)));
  narrow_outside(&c);
  sv_rule_fold_move(s->fold, s);
  s->drafts = NULL;
  sv_vec_free(c.rivals);
}
