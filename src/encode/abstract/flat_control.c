// flat_control.c -- rules 1 to 4 of docs/model.md, "Control", in terms.

#include "analysis/access/access.h"
#include "encode/abstract/flat_inside.h"
#include "exec/choices.h"

enum { MOST_CHOICES = 4096 };

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
  sv_term any = SV_FALSE;
  uint32_t n = 0;
  sv_choices_first(f->net, x->choices, x->choice_count, values);
  do any = sv_or(f->terms, any, sv_substitute(f->terms, f->actions[a].possible, choose, &v));
  while (n++ < MOST_CHOICES && sv_choices_next(f->net, x->choices, x->choice_count, values));
  sv_free(values);
  return n > MOST_CHOICES ? SV_NONE : any;
}

static sv_term edges_and_guard(sv_flat *f, uint32_t a) {
  const sv_net_action *x = sv_flat_source(f, a);
  sv_term all = sv_flat_term(f, x->guard);
  for (uint32_t i = 0; i < x->edge_count; i++) {
    sv_term any = SV_FALSE;
    for (uint32_t k = 0; k < x->edges[i].from_count; k++)
      any = sv_or(f->terms, any, sv_net_at(f->net, x->edges[i].process, x->edges[i].from[k]));
    all = sv_and(f->terms, all, any);
  }
  return all;
}

sv_term sv_flat_some(sv_flat *f, uint32_t a) {
  if (!sv_flat_source(f, a)->choice_count) return f->actions[a].possible;
  return f->actions[a].finite ? expand(f, a) : edges_and_guard(f, a);
}

// ---- the rules

typedef struct {
  sv_flat *f;
  sv_term *some, *exclusive, *holds;  // by action; by process
} control;

static const sv_net_action *action_of(const control *c, uint32_t a) {
  return sv_flat_source(c->f, a);
}

static void say_refused(control *c, uint32_t a) {
  const sv_model *m = c->f->net->model;
  const sv_action *action = &m->actions.at[action_of(c, a)->action];
  const char *name = sv_names_get(m->names, action->name);
  sv_flat_refuse(c->f, "action %s has too many choices to say where others must give way",
                 *name          ? name
                 : action->text ? action->text
                                : "?");
}

// Possible for some choices where the rules so far allow it.
static sv_term left(control *c, uint32_t a) {
  sv_term allowed = c->f->actions[a].allowed;
  if (sv_same(allowed, SV_FALSE)) return allowed;
  if (sv_is_none(c->some[a])) c->some[a] = sv_flat_some(c->f, a);
  if (!sv_is_none(c->some[a])) return sv_and(c->f->terms, c->some[a], allowed);
  say_refused(c, a);
  return SV_FALSE;
}

typedef bool action_test(const control *, uint32_t a, uint32_t argument);

static sv_term any_left(control *c, action_test *wanted, uint32_t argument) {
  sv_term any = SV_FALSE;
  for (uint32_t a = 0; a < c->f->net->actions.n; a++)
    if (wanted(c, a, argument)) any = sv_or(c->f->terms, any, left(c, a));
  return any;
}

static void narrow(control *c, uint32_t a, sv_term by) {
  sv_term *allowed = &c->f->actions[a].allowed;
  *allowed = sv_and(c->f->terms, *allowed, by);
}

static void apply_first(control *c) {
  const sv_net *net = c->f->net;
  sv_terms *T = c->f->terms;
  sv_term somebody = SV_FALSE;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    c->exclusive[p] = SV_FALSE;
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
      if (sv_net_location(net, p, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
        c->exclusive[p] = sv_or(T, c->exclusive[p], sv_net_at(net, p, l));
    somebody = sv_or(T, somebody, c->exclusive[p]);
  }
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = action_of(c, a);
    sv_term ok = sv_not(somebody);
    for (uint32_t i = 0; i < x->edge_count; i++)
      ok = sv_or(T, ok, c->exclusive[x->edges[i].process]);
    c->f->actions[a].allowed = ok;
  }
}

static bool is_of_class(const control *c, uint32_t a, uint32_t class) {
  return action_of(c, a)->priority == class;
}

static void apply_second(control *c) {
  uint32_t n = c->f->net->actions.n, most = 0;
  sv_term none_lower = SV_TRUE;
  for (uint32_t a = 0; a < n; a++)
    if (action_of(c, a)->priority > most) most = action_of(c, a)->priority;
  for (uint32_t class = 1; class <= most; class ++) {
    sv_term lower = any_left(c, is_of_class, class - 1);
    none_lower = sv_and(c->f->terms, none_lower, sv_not(lower));
    for (uint32_t a = 0; a < n; a++)
      if (action_of(c, a)->priority == class) narrow(c, a, none_lower);
  }
}

static bool is_move_of(const control *c, uint32_t a, uint32_t process) {
  return !action_of(c, a)->priority && sv_moves_itself(action_of(c, a), process);
}

static sv_term held_by(const control *c, uint32_t process) {
  const sv_net_var *holder = &c->f->net->vars.at[c->f->net->holder];
  sv_term me = sv_const(c->f->terms, holder->sort, sv_small((int64_t)process + 1));
  if (sv_is_none(me)) return SV_FALSE;
  return sv_eq(c->f->terms, sv_net_var_term(c->f->net, c->f->net->holder), me);
}

static void apply_third(control *c) {
  sv_terms *T = c->f->terms;
  const sv_net *net = c->f->net;
  c->f->passing = SV_FALSE;
  if (net->holder == SV_NO_VARIABLE) return;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    c->holds[p] = held_by(c, p);
    if (sv_same(c->holds[p], SV_FALSE)) continue;
    sv_term moves = sv_and(T, c->holds[p], any_left(c, is_move_of, p));
    c->f->passing = sv_or(T, c->f->passing, moves);
  }
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = action_of(c, a);
    sv_term ok = sv_not(c->f->passing);
    if (x->priority) continue;
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (sv_moves_itself(x, x->edges[i].process)) ok = sv_or(T, ok, c->holds[x->edges[i].process]);
    narrow(c, a, ok);
  }
}

static bool outranks(const control *c, uint32_t other, uint32_t a) {
  return other != a && sv_competes(action_of(c, a), action_of(c, other));
}

static bool moves_a_holder(const control *c, uint32_t a, uint32_t unused) {
  const sv_net_action *x = action_of(c, a);
  SV_UNUSED(unused);
  for (uint32_t i = 0; i < x->edge_count && !x->priority && !x->cut; i++)
    if (sv_moves_itself(x, x->edges[i].process) &&
        !sv_same(c->holds[x->edges[i].process], SV_FALSE))
      return true;
  return false;
}

// All are judged at once, by what rule 3 left.
static void apply_fourth(control *c) {
  uint32_t n = c->f->net->actions.n;
  sv_term_list dropped = {0};
  for (uint32_t a = 0; a < n; a++)
    sv_push(dropped, sv_has_competitors(action_of(c, a)) ? any_left(c, outranks, a) : SV_FALSE);
  for (uint32_t a = 0; a < n; a++) narrow(c, a, sv_not(dropped.at[a]));
  sv_vec_free(dropped);
  if (c->f->net->holder == SV_NO_VARIABLE) return;
  sv_term moves = any_left(c, moves_a_holder, 0);
  c->f->passing = sv_and(c->f->terms, c->f->passing, moves);
}

void sv_flat_make_control(sv_flat *f) {
  control c = {f, SV_NEW_ARRAY(sv_term, f->net->actions.n + 1),
               SV_NEW_ARRAY(sv_term, f->net->processes.n + 1),
               SV_NEW_ARRAY(sv_term, f->net->processes.n + 1)};
  apply_first(&c);
  apply_second(&c);
  apply_third(&c);
  apply_fourth(&c);
  sv_free(c.some);
  sv_free(c.exclusive);
  sv_free(c.holds);
}
