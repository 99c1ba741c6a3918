// control.c -- the rules of control in one symbolic state: their leaves as literals.
//
// The locations of all processes and the holder of control are known, so most leaves are
// constants. Where the holder can move and where it cannot are different states
// (search.c), so the rules are read as if every holder could.

#include "engine/boppo/boppo.h"

enum { MOST_NODES = 200000 };  // of one quantification

static const sv_boppo_move *move_of(const sv_boppo *x, uint32_t action) {
  return x->move_of[action] == SV_NO_MOVE ? NULL : &x->moves.at[x->move_of[action]];
}

// ---- leaves

// An action counts as soon as some of its choices make it possible.
static bool possible(sv_boppo *x, uint32_t action, sv_lit *out) {
  const sv_boppo_move *m = move_of(x, action);
  sv_u32s inputs = {0};
  *out = SV_LIT_FALSE;
  if (!m) return true;
  for (uint32_t i = 0; i < m->inputs; i++) sv_push(inputs, x->inputs.at[m->first_input + i]);
  bool done = sv_boppo_exists(x->aig, m->step.possible, &inputs, MOST_NODES, out);
  sv_vec_free(inputs);
  return done || sv_boppo_refuse(x, "whether some choice makes an action possible");
}

static bool is_among(uint32_t place, const uint32_t *locations, uint32_t n) {
  uint32_t low = 0, high = n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (locations[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low < n && locations[low] == place;
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  sv_boppo *x = context;
  const sv_parametric_state *here = sv_boppo_here(x);
  sv_lit l = SV_LIT_FALSE;
  switch (n->kind) {
  case SV_RULE_POSSIBLE:
    if (!possible(x, n->subject, &l)) return false;
    break;
  case SV_RULE_AT: l = sv_lit_const(is_among(here->places[n->subject], locations, n->n)); break;
  case SV_RULE_HOLDS: l = sv_lit_const(sv_boppo_holder(x, here) == n->subject + 1); break;
  case SV_RULE_HELD: l = sv_lit_const(sv_boppo_holder(x, here)); break;
  case SV_RULE_TERM: l = sv_blast_bool(x->blaster, x->net->properties.at[n->subject].term); break;
  case SV_RULE_ADMITTED:
  case SV_RULE_ALL:
  case SV_RULE_ANY: SV_UNREACHABLE();
  }
  *out = (sv_rule_value){l.x};
  return true;
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  sv_boppo *x = context;
  sv_lits all = {0};
  for (uint32_t i = 0; i < n; i++)
    sv_push(all, sv_lit_not_if((sv_lit){(uint32_t)parts[i].value.x}, parts[i].negated));
  sv_lit l = kind == SV_RULE_ALL ? sv_aig_and_all(x->aig, all.at, all.n)
                                 : sv_aig_or_all(x->aig, all.at, all.n);
  sv_vec_free(all);
  return (sv_rule_value){l.x};
}

static bool never(void *context, uint32_t action) { return !move_of(context, action); }

void sv_boppo_open_rules(sv_boppo *x) {
  sv_rule_algebra literals = {.context = x,
                              .constants = {{SV_LIT_FALSE.x}, {SV_LIT_TRUE.x}},
                              .leaf = leaf,
                              .join = join,
                              .never = never};
  x->rules = sv_rules_new(x->net);
  x->fold = sv_rule_fold_new(sv_rules_graph(x->rules), &literals);
}

// ---- interface

static bool value(sv_boppo *x, sv_rule r, sv_lit *out) {
  sv_rule_value v;
  if (!sv_rule_fold_value(x->fold, r, &v)) return false;
  assert(v.x >> 1 < sv_aig_nodes(x->aig));
  *out = (sv_lit){(uint32_t)v.x};
  return true;
}

bool sv_boppo_first_rule(sv_boppo *x, uint32_t action) {
  sv_lit ok;
  bool known = value(x, sv_rules_first(x->rules, action), &ok);
  REQUIRE(known && sv_lit_is_const(ok), "rule 1 is about places");
  return sv_lit_same(ok, SV_LIT_TRUE);
}

bool sv_boppo_movable(sv_boppo *x, sv_lit *out) {
  uint32_t holder = sv_boppo_holder(x, sv_boppo_here(x));
  assert(holder && holder <= x->net->processes.n);
  return value(x, sv_rules_can_move(x->rules, holder - 1), out);
}

static bool is_allowed(const sv_boppo *x, const sv_boppo_move *m) {
  SV_UNUSED(x);
  return !sv_lit_same(m->allowed, SV_LIT_FALSE);
}

bool sv_boppo_rank(sv_boppo *x) {
  for (uint32_t i = 0; i < x->moves.n; i++) {
    sv_boppo_move *m = &x->moves.at[i];
    if (!value(x, sv_rules_allowed(x->rules, SV_RULES_RELEASED, m->action), &m->allowed))
      return false;
  }
  sv_boppo_keep_moves(x, is_allowed);
  return true;
}

bool sv_boppo_enabled(sv_boppo *x, uint32_t action, sv_lit *out) {
  return value(x, sv_rules_enabled(x->rules, SV_RULES_RELEASED, action), out);
}

bool sv_boppo_violated(sv_boppo *x, uint32_t property, sv_lit *out) {
  return value(x, sv_rules_violated(x->rules, SV_RULES_RELEASED, property), out);
}
