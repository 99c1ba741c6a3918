// rules.c -- the rules of control (encode/control/rules.h), held against exec in every reachable
// state, before any solver sees them.
//
// Leaves are worked out on the state, and every reading must say what exec says: BEGIN
// everywhere; RELEASED where no holder is stuck, and where one is, as soon as it is forgotten;
// LATER never more than that, and as much where nobody holds control.

#include "encode/control/rules.h"
#include "encode/control/rule_fold.h"
#include "exec/exec_inside.h"
#include "random/compare.h"

struct rules_check {
  comparison *c;
  sv_rules *rules;
  sv_rule_fold *fold;
  sv_exec *exec;
  const sv_state *state;  // being looked at
  bool forgotten;         // its holder is
};

// ---- leaves

static bool is_possible(const rules_check *k, uint32_t action, bool tried) {
  const sv_net_action *a = &k->c->net->actions.at[action];
  if (!sv_exec_edges_fit(k->exec, k->state, a)) return false;
  if (!sv_exec_guard_holds(k->exec, k->state, action)) return false;
  if (!tried) return true;
  sv_value *values = SV_NEW_ARRAY(sv_value, a->choice_count + 1);
  bool found = false;
  sv_choices_first(k->c->net, a->choices, a->choice_count, values);
  do found = sv_exec_try(k->exec, k->state, action, values) == SV_STEP_OK;
  while (!found && sv_choices_next(k->c->net, a->choices, a->choice_count, values));
  sv_free(values);
  return found;
}

static bool stands(const rules_check *k, uint32_t process, const uint32_t *locations, uint32_t n) {
  uint32_t at = sv_state_location(k->c->net, k->state, process), i = 0;
  while (i < n && locations[i] != at) i++;
  return i < n;
}

static uint32_t holder(const rules_check *k) {
  const sv_net *net = k->c->net;
  if (net->holder == SV_NO_VARIABLE || k->forgotten) return 0;
  return (uint32_t)sv_small_get(k->state->cells[net->vars.at[net->holder].first_cell]);
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  const rules_check *k = context;
  const sv_property *properties = k->c->net->properties.at;
  switch (n->kind) {
  case SV_RULE_POSSIBLE: out->x = is_possible(k, n->subject, true); return true;
  case SV_RULE_ADMITTED: out->x = is_possible(k, n->subject, false); return true;
  case SV_RULE_AT: out->x = stands(k, n->subject, locations, n->n); return true;
  case SV_RULE_HOLDS: out->x = holder(k) == n->subject + 1; return true;
  case SV_RULE_HELD: out->x = holder(k) != 0; return true;
  case SV_RULE_TERM:
    out->x = sv_value_same(sv_exec_evaluate(k->exec, k->state, properties[n->subject].term),
                           sv_small(1));
    return true;
  case SV_RULE_ALL:
  case SV_RULE_ANY: break;
  }
  SV_UNREACHABLE();
}

// Only constants are left: all that is joined is a negation.
static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  SV_UNUSED(context);
  SV_UNUSED(kind);
  SV_UNUSED(parts);
  SV_UNUSED(n);
  SV_UNREACHABLE();
}

static bool holds(rules_check *k, sv_rule r) {
  sv_rule_value v = {0};
  bool known = sv_rule_fold_value(k->fold, r, &v);
  REQUIRE(known, "every leaf can be had");
  return v.x;
}

// ---- comparing

static bool wrong(const rules_check *k, const char *what, uint32_t number) {
  sv_text state = {0};
  sv_state_print(k->c->net, k->state, &state);
  note_wrong(k->c->note, what, "number %u in %s", number, sv_text_get(&state));
  sv_text_free(&state);
  return false;
}

static bool check_actions(rules_check *k, sv_reading reading) {
  sv_exec_survey(k->exec, k->state);
  for (uint32_t a = 0; a < k->c->net->actions.n; a++)
    if (holds(k, sv_rules_enabled(k->rules, reading, a)) != sv_bits_has(&k->exec->counts, a))
      return wrong(k, reading == SV_RULES_BEGIN ? "begin" : "released", a);
  return true;
}

static bool check_later(rules_check *k) {
  for (uint32_t a = 0; a < k->c->net->actions.n; a++) {
    bool later = holds(k, sv_rules_enabled(k->rules, SV_RULES_LATER, a));
    bool begin = holds(k, sv_rules_enabled(k->rules, SV_RULES_BEGIN, a));
    bool plain = !holder(k) && !k->c->net->actions.at[a].priority;
    if (plain ? later != begin : later && !begin) return wrong(k, "later", a);
  }
  return true;
}

static bool is_cut(rules_check *k, bool full) {
  const sv_net *net = k->c->net;
  sv_exec_survey(k->exec, k->state);
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].cut && (net->actions.at[a].full || !full) &&
        sv_bits_has(&k->exec->counts, a))
      return true;
  return false;
}

static bool check_states(rules_check *k, sv_reading reading) {
  bool passing = holds(k, sv_rules_passing(k->rules, reading));
  if (passing != sv_exec_passing(k->exec, k->state)) return wrong(k, "passing", reading);
  for (uint32_t full = 0; full < 2; full++)
    if (holds(k, sv_rules_cut(k->rules, reading, full)) != is_cut(k, full))
      return wrong(k, "cut", reading);
  for (uint32_t p = 1; p < k->c->net->properties.n; p++)
    if (holds(k, sv_rules_violated(k->rules, reading, p)) !=
        sv_exec_violated_in(k->exec, k->state, p))
      return wrong(k, "property", p);
  return true;
}

static void look_at(rules_check *k, bool forgotten) {
  k->forgotten = forgotten;
  sv_rule_fold_move(k->fold, k);
}

bool rules_check_state(rules_check *k, const sv_state *state) {
  bool stuck = false;
  k->state = state;
  look_at(k, false);
  if (!check_actions(k, SV_RULES_BEGIN) || !check_states(k, SV_RULES_BEGIN) || !check_later(k))
    return false;
  for (uint32_t p = 0; p < k->c->net->processes.n; p++)
    stuck |= holds(k, sv_rules_stuck(k->rules, p));
  if (stuck) look_at(k, true);
  return check_actions(k, SV_RULES_RELEASED) && check_states(k, SV_RULES_RELEASED);
}

// ---- setting up

rules_check *rules_check_new(comparison *c) {
  rules_check *k = SV_NEW(rules_check);
  sv_rule_algebra truths = {.context = k, .constants = {{0}, {1}}, .leaf = leaf, .join = join};
  *k = (rules_check){.c = c, .rules = sv_rules_new(c->net), .exec = sv_exec_new(c->net)};
  k->fold = sv_rule_fold_new(sv_rules_graph(k->rules), &truths);
  return k;
}

void rules_check_free(rules_check *k) {
  if (!k) return;
  sv_rule_fold_free(k->fold);
  sv_rules_free(k->rules);
  sv_exec_free(k->exec);
  sv_free(k);
}
