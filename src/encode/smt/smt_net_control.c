// smt_net_control.c -- the rules of control in SMT: their leaves as terms over the state.
//
// Where others depend on whether an action is possible, its choices are replaced by
// all their values.

#include "encode/smt/smt_net_inside.h"
#include "exec/choices.h"

static const sv_net_action *action_of(const sv_smt_making *m, uint32_t a) {
  return &m->s->net->actions.at[a];
}

// ---- possible for some choices

static sv_smt_term with_values(sv_smt_making *m, uint32_t a, const sv_value *values) {
  const sv_net_action *x = action_of(m, a);
  sv_smt_terms to = {0};
  for (uint32_t i = 0; i < x->choice_count; i++)
    sv_push(to, sv_rep_value(&m->s->rep, x->choices[i], values[i]));
  sv_smt_term t = sv_smt_substitute(m->s->z, m->actions[a].possible, m->s->choices[a], to.at, to.n);
  assert(to.n == x->choice_count);
  sv_vec_free(to);
  return sv_smt_simplify(m->s->z, t);
}

static sv_smt_term expand(sv_smt_making *m, uint32_t a) {
  const sv_net_action *x = action_of(m, a);
  const sv_net *net = m->s->net;
  sv_value *values = SV_NEW_ARRAY(sv_value, x->choice_count);
  sv_smt_terms any = {0};
  sv_choices_first(net, x->choices, x->choice_count, values);
  do sv_push(any, with_values(m, a, values));
  while (sv_choices_next(net, x->choices, x->choice_count, values));
  sv_smt_term t = sv_smt_or_all(m->s->z, any.at, any.n);
  sv_vec_free(any);
  sv_free(values);
  return t;
}

static bool possible(sv_smt_making *m, uint32_t a, sv_smt_term *out) {
  const sv_smt_action *t = sv_smt_action_of(m, a);
  const sv_net_action *x = action_of(m, a);
  if (!x->choice_count) return *out = t->possible, true;
  if (!sv_choices_at_most(m->s->net, x->choices, x->choice_count, SV_RULES_MOST_CHOICES))
    return m->refused = a, false;
  *out = expand(m, a);
  return true;
}

static sv_smt_term admitted(sv_smt_making *m, uint32_t a) {
  const sv_smt_action *t = sv_smt_action_of(m, a);
  return sv_smt_and(m->s->z, t->edges, t->guard);
}

// ---- leaves

static sv_smt_term holder_is(const sv_smt_making *m, uint32_t number) {
  const sv_net_var *holder = &m->s->net->vars.at[m->s->net->holder];
  return sv_rep_is(&m->s->rep, holder->sort, m->now->cells[holder->first_cell], number);
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  sv_smt_making *m = context;
  sv_smt_term t = {NULL};
  switch (n->kind) {
  case SV_RULE_POSSIBLE:
    if (!possible(m, n->subject, &t)) return false;
    break;
  case SV_RULE_ADMITTED: t = admitted(m, n->subject); break;
  case SV_RULE_AT: t = sv_view_among(&m->here, n->subject, locations, n->n); break;
  case SV_RULE_HOLDS: t = holder_is(m, n->subject + 1); break;
  case SV_RULE_HELD: t = sv_smt_not(m->s->z, holder_is(m, 0)); break;
  case SV_RULE_TERM: t = sv_view_scalar(&m->here, m->s->net->properties.at[n->subject].term); break;
  case SV_RULE_ALL:
  case SV_RULE_ANY: SV_UNREACHABLE();
  }
  *out = (sv_rule_value){(uintptr_t)t.x};
  return true;
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  sv_smt *z = ((sv_smt_making *)context)->s->z;
  sv_smt_terms all = {0};
  for (uint32_t i = 0; i < n; i++) {
    sv_smt_term t = {(void *)parts[i].value.x};
    sv_push(all, parts[i].negated ? sv_smt_not(z, t) : t);
  }
  sv_smt_term t =
      kind == SV_RULE_ALL ? sv_smt_and_all(z, all.at, all.n) : sv_smt_or_all(z, all.at, all.n);
  sv_vec_free(all);
  return (sv_rule_value){(uintptr_t)t.x};
}

// Known of actions that were made here.
static bool never(void *context, uint32_t action) {
  const sv_smt_making *m = context;
  sv_smt_term t = m->actions[action].possible;
  return t.x && sv_smt_is_false(m->s->z, t);
}

// ---- interface

static sv_rule_fold *new_fold(sv_smt_making *m) {
  sv_smt *z = m->s->z;
  sv_rule_value no = {(uintptr_t)sv_smt_truth(z, false).x},
                yes = {(uintptr_t)sv_smt_truth(z, true).x};
  sv_rule_algebra terms = {
      .context = m, .constants = {no, yes}, .leaf = leaf, .join = join, .never = never};
  return sv_rule_fold_new(sv_rules_graph(m->rules), &terms);
}

void sv_smt_open_control(sv_smt_making *m) {
  m->rules = sv_rules_new(m->s->net);
  m->fold = new_fold(m);
  m->elsewhere = new_fold(m);
}

void sv_smt_close_control(sv_smt_making *m) {
  sv_rule_fold_free(m->fold);
  sv_rule_fold_free(m->elsewhere);
  sv_rules_free(m->rules);
}

sv_smt_term sv_smt_rule(sv_smt_making *m, sv_rule r) {
  sv_rule_value v;
  if (!sv_rule_fold_value(m->fold, r, &v)) return sv_smt_truth(m->s->z, false);
  return (sv_smt_term){(void *)v.x};
}

sv_smt_term sv_smt_allowed(sv_smt_making *m, uint32_t action) {
  return sv_smt_rule(m, sv_rules_allowed(m->rules, SV_RULES_BEGIN, action));
}

sv_smt_term sv_smt_later(sv_smt_making *m, uint32_t action) {
  sv_rule_fold_move(m->fold, m);
  return sv_smt_rule(m, sv_rules_allowed(m->rules, SV_RULES_LATER, action));
}

bool sv_smt_needs_first(const sv_smt_making *m, uint32_t action) {
  return !sv_rule_same(sv_rules_allowed(m->rules, SV_RULES_LATER, action),
                       sv_rules_allowed(m->rules, SV_RULES_BEGIN, action));
}
