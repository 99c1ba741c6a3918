// control.c -- the rules in the and-inverter graph: their leaves as literals.

#include "encode/control/control.h"
#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "encode/graph/exists.h"

enum { MOST_CHOICE_BITS = 10 };

typedef enum { UNKNOWN, KNOWN, TOO_MANY } knowledge;

struct sv_control {
  sv_control_options o;
  sv_rules *rules;
  sv_rule_fold *fold;
  sv_reading reading;
  sv_lit *some;          // by action, where known
  knowledge *knowledge;  // of it
  sv_lit *allowed;       // by action
  sv_lit *stuck_of;      // by process: it holds control and cannot move
  sv_lit stuck, passing;
  uint32_t refused;  // the last action that was needed and could not be quantified
};

// ---- possible for some choices

static void collect_choices(const sv_control *c, uint32_t a, sv_u32s *out) {
  for (uint32_t k = 0; k < c->o.net->actions.at[a].choice_count; k++) {
    uint32_t bits = sv_blast_choice_bits(c->o.net, a, k);
    for (uint32_t bit = 0; bit < bits; bit++) {
      sv_lit input = c->o.choice(c->o.context, k, bit);
      REQUIRE(sv_aig_is_input(c->o.aig, sv_lit_node(input)), "choices are inputs");
      sv_push(*out, sv_lit_node(input));
    }
  }
}

static bool hides_choices(const sv_control *c, sv_lit possible) {
  sv_u32s inputs = {0};
  bool hides = false;
  if (!c->o.hides) return false;
  sv_aig_support(c->o.aig, &possible, 1, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) hides |= c->o.hides(c->o.context, inputs.at[i]);
  sv_vec_free(inputs);
  return hides;
}

static knowledge quantify(const sv_control *c, uint32_t a, sv_lit *out) {
  sv_u32s choices = {0};
  sv_lit possible = c->o.actions[a].possible;
  if (hides_choices(c, possible)) return TOO_MANY;
  collect_choices(c, a, &choices);
  bool known = sv_aig_exists(c->o.aig, possible, choices.at, choices.n, MOST_CHOICE_BITS, out);
  sv_vec_free(choices);
  return known ? KNOWN : TOO_MANY;
}

bool sv_control_some(sv_control *c, uint32_t a, sv_lit *out) {
  if (c->knowledge[a] == UNKNOWN) c->knowledge[a] = quantify(c, a, &c->some[a]);
  if (c->knowledge[a] == TOO_MANY) return c->refused = a, false;
  *out = c->some[a];
  return true;
}

// Its edges and its guard allow it, which know of no choices.
static sv_lit admitted(const sv_control *c, uint32_t a) {
  const sv_net_action *x = &c->o.net->actions.at[a];
  sv_lit all = sv_blast_bool(c->o.blaster, x->guard);
  for (uint32_t i = 0; i < x->edge_count; i++) {
    const sv_net_edge *e = &x->edges[i];
    sv_lit there = sv_blast_among(c->o.blaster, e->process, e->from, e->from_count);
    all = sv_aig_and(c->o.aig, all, there);
  }
  return all;
}

// ---- leaves

// Codes of no state, with a holder that no process can be, are read alike by both readings.
static sv_lit control_is_held(const sv_control *c) {
  sv_lits all = {0};
  if (!c->o.holders_move) return sv_lit_not(sv_blast_held(c->o.blaster, 0));
  for (uint32_t p = 0; p < c->o.net->processes.n; p++)
    if (sv_rules_may_hold(c->rules, p)) sv_push(all, sv_blast_held(c->o.blaster, p + 1));
  sv_lit any = sv_aig_or_all(c->o.aig, all.at, all.n);
  sv_vec_free(all);
  return any;
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  sv_control *c = context;
  sv_lit l = SV_LIT_FALSE;
  switch (n->kind) {
  case SV_RULE_POSSIBLE:
    if (!sv_control_some(c, n->subject, &l)) return false;
    break;
  case SV_RULE_AT: l = sv_blast_among(c->o.blaster, n->subject, locations, n->n); break;
  case SV_RULE_HOLDS: l = sv_blast_held(c->o.blaster, n->subject + 1); break;
  case SV_RULE_HELD: l = control_is_held(c); break;
  case SV_RULE_TERM:
    l = sv_blast_bool(c->o.blaster, c->o.net->properties.at[n->subject].term);
    break;
  case SV_RULE_ADMITTED: l = admitted(c, n->subject); break;
  case SV_RULE_ALL:
  case SV_RULE_ANY: SV_UNREACHABLE();
  }
  *out = (sv_rule_value){l.x};
  return true;
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  sv_control *c = context;
  sv_lits all = {0};
  for (uint32_t i = 0; i < n; i++)
    sv_push(all, sv_lit_not_if((sv_lit){(uint32_t)parts[i].value.x}, parts[i].negated));
  sv_lit l = kind == SV_RULE_ALL ? sv_aig_and_all(c->o.aig, all.at, all.n)
                                 : sv_aig_or_all(c->o.aig, all.at, all.n);
  sv_vec_free(all);
  return (sv_rule_value){l.x};
}

static bool never(void *context, uint32_t action) {
  const sv_control *c = context;
  return sv_lit_same(c->o.actions[action].possible, SV_LIT_FALSE);
}

static bool value(sv_control *c, sv_rule r, sv_lit *out) {
  sv_rule_value v;
  if (!sv_rule_fold_value(c->fold, r, &v)) return false;
  assert(v.x >> 1 < sv_aig_nodes(c->o.aig));
  *out = (sv_lit){(uint32_t)v.x};
  return true;
}

// ---- all of it

// What engines ask for in any case.
static bool work_out(sv_control *c) {
  bool good = true;
  for (uint32_t a = 0; a < c->o.net->actions.n && good; a++)
    good = value(c, sv_rules_allowed(c->rules, c->reading, a), &c->allowed[a]);
  for (uint32_t p = 0; p < c->o.net->processes.n && good && !c->o.holders_move; p++)
    good = value(c, sv_rules_stuck(c->rules, p), &c->stuck_of[p]);
  c->stuck = sv_aig_or_all(c->o.aig, c->stuck_of, c->o.net->processes.n);
  return good && value(c, sv_rules_passing(c->rules, c->reading), &c->passing);
}

sv_control *sv_control_new(const sv_control_options *o, uint32_t *refused) {
  uint32_t n = o->net->actions.n;
  sv_control *c = SV_NEW(sv_control);
  *c = (sv_control){.o = *o,
                    .rules = sv_rules_new(o->net),
                    .reading = o->holders_move ? SV_RULES_RELEASED : SV_RULES_BEGIN,
                    .some = SV_NEW_ARRAY(sv_lit, n + 1),
                    .knowledge = SV_NEW_ARRAY(knowledge, n + 1),
                    .allowed = SV_NEW_ARRAY(sv_lit, n + 1),
                    .stuck_of = SV_NEW_ARRAY(sv_lit, o->net->processes.n + 1)};
  sv_rule_algebra literals = {.context = c,
                              .constants = {{SV_LIT_FALSE.x}, {SV_LIT_TRUE.x}},
                              .leaf = leaf,
                              .join = join,
                              .never = never};
  c->fold = sv_rule_fold_new(sv_rules_graph(c->rules), &literals);
  if (work_out(c)) return c;
  *refused = c->refused;
  sv_control_free(c);
  return NULL;
}

void sv_control_free(sv_control *c) {
  if (!c) return;
  sv_rule_fold_free(c->fold);
  sv_rules_free(c->rules);
  sv_free(c->some);
  sv_free(c->knowledge);
  sv_free(c->allowed);
  sv_free(c->stuck_of);
  sv_free(c);
}

sv_lit sv_control_allowed(const sv_control *c, uint32_t action) { return c->allowed[action]; }
sv_lit sv_control_stuck(const sv_control *c) { return c->stuck; }
sv_lit sv_control_stuck_process(const sv_control *c, uint32_t p) { return c->stuck_of[p]; }
sv_lit sv_control_passing(const sv_control *c) { return c->passing; }

// Where that cannot be had, it does not join.
sv_lit sv_control_later(sv_control *c, uint32_t action) {
  sv_lit later;
  return value(c, sv_rules_allowed(c->rules, SV_RULES_LATER, action), &later) ? later
                                                                              : SV_LIT_FALSE;
}

bool sv_control_cut(sv_control *c, bool full, sv_lit *out) {
  return value(c, sv_rules_cut(c->rules, c->reading, full), out);
}

bool sv_control_violated(sv_control *c, uint32_t property, sv_lit *out) {
  return value(c, sv_rules_violated(c->rules, c->reading, property), out);
}
