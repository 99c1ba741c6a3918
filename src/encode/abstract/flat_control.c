// flat_control.c -- the rules of control in terms: their leaves over the state.
//
// Where others depend on whether an action is possible, its choices are replaced by
// all their values.

#include "encode/abstract/flat_inside.h"
#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "exec/choices.h"

struct sv_flat_control {
  sv_rules *rules;
  sv_rule_fold *fold;
  uint32_t refused;  // the last action that was needed and has too many choices
};

// ---- possible for some choices

typedef struct {
  const sv_net_action *action;
  const sv_value *values;
} valuation;

static sv_term choose(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const valuation *v = context;
  SV_UNUSED(index);
  if (node->op != SV_OP_CHOICE || node->id >= v->action->choice_count) return SV_NONE;
  return sv_const(T, node->sort, v->values[node->id]);
}

static sv_term expand(sv_flat *f, uint32_t a) {
  const sv_net_action *x = sv_flat_source(f, a);
  sv_value *values = SV_NEW_ARRAY(sv_value, x->choice_count + 1);
  valuation v = {x, values};
  sv_term_list any = {0};
  sv_choices_first(f->net, x->choices, x->choice_count, values);
  do sv_push(any, sv_substitute(f->terms, f->actions[a].possible, choose, &v));
  while (sv_choices_next(f->net, x->choices, x->choice_count, values));
  sv_term some = sv_or_all(f->terms, any.at, any.n);
  sv_vec_free(any);
  sv_free(values);
  return some;
}

static bool possible(sv_flat *f, uint32_t a, sv_term *out) {
  const sv_net_action *x = sv_flat_source(f, a);
  if (!x->choice_count) return *out = f->actions[a].possible, true;
  if (!sv_choices_at_most(f->net, x->choices, x->choice_count, SV_RULES_MOST_CHOICES))
    return f->control->refused = a, false;
  *out = expand(f, a);
  return true;
}

// ---- leaves

static sv_term holder_is(const sv_flat *f, uint32_t number) {
  const sv_net_var *holder = &f->net->vars.at[f->net->holder];
  sv_term value = sv_const(f->terms, holder->sort, sv_small(number));
  return sv_eq(f->terms, sv_net_var_term(f->net, f->net->holder), value);
}

static bool leaf(void *context, const sv_rule_node *n, const uint32_t *locations,
                 sv_rule_value *out) {
  sv_flat *f = context;
  sv_term t = SV_NONE;
  switch (n->kind) {
  case SV_RULE_POSSIBLE:
    if (!possible(f, n->subject, &t)) return false;
    break;
  case SV_RULE_ADMITTED: t = sv_flat_admitted(f, n->subject); break;
  case SV_RULE_AT: t = sv_flat_at(f, n->subject, locations, n->n); break;
  case SV_RULE_HOLDS: t = holder_is(f, n->subject + 1); break;
  case SV_RULE_HELD: t = sv_not(holder_is(f, 0)); break;
  case SV_RULE_TERM: t = sv_flat_term(f, f->net->properties.at[n->subject].term); break;
  case SV_RULE_ALL:
  case SV_RULE_ANY: SV_UNREACHABLE();
  }
  assert(!sv_is_none(t));
  *out = (sv_rule_value){t.x};
  return true;
}

static sv_rule_value join(void *context, sv_rule_kind kind, const sv_rule_part *parts, uint32_t n) {
  sv_terms *T = ((sv_flat *)context)->terms;
  sv_term_list all = {0};
  for (uint32_t i = 0; i < n; i++) {
    sv_term t = {(uint32_t)parts[i].value.x};
    sv_push(all, parts[i].negated ? sv_not(t) : t);
  }
  sv_term t = kind == SV_RULE_ALL ? sv_and_all(T, all.at, all.n) : sv_or_all(T, all.at, all.n);
  sv_vec_free(all);
  return (sv_rule_value){t.x};
}

static bool never(void *context, uint32_t action) {
  return sv_same(((sv_flat *)context)->actions[action].possible, SV_FALSE);
}

static bool value(sv_flat *f, sv_rule r, sv_term *out) {
  sv_rule_value v;
  if (!sv_rule_fold_value(f->control->fold, r, &v)) return false;
  *out = (sv_term){(uint32_t)v.x};
  return true;
}

// ---- interface

static bool work_out(sv_flat *f) {
  sv_rules *rules = f->control->rules;
  bool good = true;
  for (uint32_t a = 0; a < f->net->actions.n && good; a++)
    good = value(f, sv_rules_allowed(rules, SV_RULES_BEGIN, a), &f->actions[a].allowed);
  return good && value(f, sv_rules_cut(rules, SV_RULES_BEGIN, false), &f->cut);
}

void sv_flat_open_control(sv_flat *f) {
  sv_flat_control *c = f->control = SV_NEW(sv_flat_control);
  sv_rule_algebra terms = {.context = f,
                           .constants = {{SV_FALSE.x}, {SV_TRUE.x}},
                           .leaf = leaf,
                           .join = join,
                           .never = never};
  c->rules = sv_rules_new(f->net);
  c->fold = sv_rule_fold_new(sv_rules_graph(c->rules), &terms);
  if (work_out(f)) return;
  sv_text why = {0};
  sv_rules_say_refused(f->net, c->refused, &why);
  sv_flat_refuse(f, "%s", sv_text_get(&why));
  sv_text_free(&why);
}

void sv_flat_close_control(sv_flat *f) {
  if (!f->control) return;
  sv_rule_fold_free(f->control->fold);
  sv_rules_free(f->control->rules);
  sv_free(f->control);
}

sv_term sv_flat_bad(sv_flat *f, uint32_t property) {
  sv_term bad;
  if (f->refused) return SV_NONE;
  sv_rule violated = sv_rules_violated(f->control->rules, SV_RULES_BEGIN, property);
  return value(f, violated, &bad) ? bad : SV_NONE;
}
