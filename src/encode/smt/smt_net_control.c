// smt_net_control.c -- rules 1 to 4 of docs/model.md, "Control", over the state.
//
// The same passes as encode/control/control.c makes for bits.

#include "analysis/access/access.h"
#include "encode/smt/smt_net_inside.h"
#include "exec/exec_inside.h"

enum { MOST_CHOICES = 4096 };

static const sv_net_action *action_of(const sv_smt_making *m, uint32_t a) {
  return &m->s->net->actions.at[a];
}

static void narrow(sv_smt_making *m, uint32_t a, sv_smt_term by) {
  m->allowed[a] = sv_smt_and(m->s->z, m->allowed[a], by);
}

// ---- possible for some choices

static uint64_t members(const sv_smt_making *m, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(m->s->rep.terms, s);
  switch (info->kind) {
  case SV_SORT_BOOL: return 2;
  case SV_SORT_BV: return info->size < 20 ? UINT64_C(1) << info->size : UINT64_MAX;
  case SV_SORT_ENUM: return info->size;
  case SV_SORT_INT: return (uint64_t)info->hi - (uint64_t)info->lo + 1;
  case SV_SORT_REF: return (uint64_t)m->s->net->queues.n + 1;
  case SV_SORT_LOC: return m->s->net->model->templates.at[info->size].locations.n;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: break;
  }
  return UINT64_MAX;
}

static bool few_choices(const sv_smt_making *m, const sv_net_action *a) {
  uint64_t all = 1;
  for (uint32_t i = 0; i < a->choice_count; i++) {
    uint64_t n = members(m, a->choices[i]);
    if (!n || n > MOST_CHOICES || (all *= n) > MOST_CHOICES) return false;
  }
  return true;
}

static sv_smt_term with_values(sv_smt_making *m, uint32_t a, const sv_value *values) {
  const sv_net_action *x = action_of(m, a);
  sv_smt_terms to = {0};
  for (uint32_t i = 0; i < x->choice_count; i++)
    sv_push(to, sv_rep_value(&m->s->rep, x->choices[i], values[i]));
  sv_smt_term t = sv_smt_substitute(m->s->z, m->actions[a].possible, m->s->choices[a], to.at, to.n);
  sv_vec_free(to);
  return sv_smt_simplify(m->s->z, t);
}

static sv_smt_term expand(sv_smt_making *m, uint32_t a) {
  const sv_net_action *x = action_of(m, a);
  sv_exec *exec = sv_exec_new(m->s->net);
  sv_value *values = SV_NEW_ARRAY(sv_value, x->choice_count);
  sv_smt_terms any = {0};
  sv_exec_first(exec, x->choices, x->choice_count, values);
  do sv_push(any, with_values(m, a, values));
  while (sv_exec_next(exec, x->choices, x->choice_count, values));
  sv_smt_term t = sv_smt_or_all(m->s->z, any.at, any.n);
  sv_vec_free(any);
  sv_free(values);
  sv_exec_free(exec);
  return t;
}

static sv_smt_term quantify(sv_smt_making *m, uint32_t a) {
  const sv_smt_action *t = sv_smt_action_of(m, a);
  if (!action_of(m, a)->choice_count) return t->possible;
  if (!t->finite) return sv_smt_and(m->s->z, t->edges, t->guard);
  if (few_choices(m, action_of(m, a))) return expand(m, a);
  m->refused = a;
  return sv_smt_truth(m->s->z, false);
}

sv_smt_term sv_smt_some(sv_smt_making *m, uint32_t a) {
  if (!m->some[a].x) m->some[a] = quantify(m, a);
  return m->some[a];
}

// Possible for some choices where the rules so far allow it.
static sv_smt_term left(sv_smt_making *m, uint32_t a) {
  if (sv_smt_is_false(m->s->z, m->allowed[a])) return m->allowed[a];
  return sv_smt_and(m->s->z, sv_smt_some(m, a), m->allowed[a]);
}

typedef bool action_test(const sv_smt_making *, uint32_t a, uint32_t argument);

static sv_smt_term any_left(sv_smt_making *m, action_test *wanted, uint32_t argument) {
  sv_smt_terms any = {0};
  for (uint32_t a = 0; a < m->s->net->actions.n; a++)
    if (wanted(m, a, argument)) sv_push(any, left(m, a));
  sv_smt_term t = sv_smt_or_all(m->s->z, any.at, any.n);
  sv_vec_free(any);
  return t;
}

// ---- rule 1

static void apply_first(sv_smt_making *m) {
  sv_smt *z = m->s->z;
  const sv_net *net = m->s->net;
  for (uint32_t p = 0; p < net->processes.n; p++)
    m->exclusive[p] = sv_smt_where(m, p, SV_LOC_BLOCKING | SV_LOC_COMMITTED, true);
  sv_smt_term nobody = sv_smt_not(z, sv_smt_or_all(z, m->exclusive, net->processes.n));
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = action_of(m, a);
    m->allowed[a] = nobody;
    for (uint32_t i = 0; i < x->edge_count; i++)
      m->allowed[a] = sv_smt_or(z, m->allowed[a], m->exclusive[x->edges[i].process]);
  }
}

// ---- rule 2

static bool is_of_class(const sv_smt_making *m, uint32_t a, uint32_t class) {
  return action_of(m, a)->priority == class;
}

static void apply_second(sv_smt_making *m) {
  sv_smt *z = m->s->z;
  uint32_t n = m->s->net->actions.n, most = 0;
  sv_smt_term none_lower = sv_smt_truth(z, true);
  for (uint32_t a = 0; a < n; a++)
    if (action_of(m, a)->priority > most) most = action_of(m, a)->priority;
  for (uint32_t class = 1; class <= most; class ++) {
    none_lower = sv_smt_and(z, none_lower, sv_smt_not(z, any_left(m, is_of_class, class - 1)));
    for (uint32_t a = 0; a < n; a++)
      if (action_of(m, a)->priority == class) narrow(m, a, none_lower);
  }
}

// ---- rule 3

static bool is_move_of(const sv_smt_making *m, uint32_t a, uint32_t process) {
  return !action_of(m, a)->priority && sv_moves_itself(action_of(m, a), process);
}

sv_smt_term sv_smt_held_by(sv_smt_making *m, uint32_t process) {
  const sv_net_var *holder = &m->s->net->vars.at[m->s->net->holder];
  return sv_rep_is(&m->s->rep, holder->sort, m->now->cells[holder->first_cell], process + 1);
}

static void apply_third(sv_smt_making *m) {
  sv_smt *z = m->s->z;
  const sv_net *net = m->s->net;
  m->passing = sv_smt_truth(z, false);
  if (net->holder == SV_NO_VARIABLE) return;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    m->holds[p] = sv_smt_held_by(m, p);
    if (sv_smt_is_false(z, m->holds[p])) continue;
    sv_smt_term moves = sv_smt_and(z, m->holds[p], any_left(m, is_move_of, p));
    m->passing = sv_smt_or(z, m->passing, moves);
  }
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = action_of(m, a);
    sv_smt_term ok = sv_smt_not(z, m->passing);
    if (x->priority) continue;
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (sv_moves_itself(x, x->edges[i].process))
        ok = sv_smt_or(z, ok, m->holds[x->edges[i].process]);
    narrow(m, a, ok);
  }
}

// ---- rule 4

static bool outranks(const sv_smt_making *m, uint32_t other, uint32_t a) {
  return other != a && sv_competes(action_of(m, a), action_of(m, other));
}

static bool moves_a_holder(const sv_smt_making *m, uint32_t a, uint32_t unused) {
  const sv_net_action *x = action_of(m, a);
  SV_UNUSED(unused);
  for (uint32_t i = 0; i < x->edge_count && !x->priority && !x->cut; i++)
    if (sv_moves_itself(x, x->edges[i].process) &&
        !sv_smt_is_false(m->s->z, m->holds[x->edges[i].process]))
      return true;
  return false;
}

// All are judged at once, by what rule 3 left.
static void apply_fourth(sv_smt_making *m) {
  sv_smt *z = m->s->z;
  uint32_t n = m->s->net->actions.n;
  sv_smt_terms dropped = {0};
  for (uint32_t a = 0; a < n; a++)
    sv_push(dropped, sv_has_competitors(action_of(m, a)) ? any_left(m, outranks, a)
                                                         : sv_smt_truth(z, false));
  for (uint32_t a = 0; a < n; a++) narrow(m, a, sv_smt_not(z, dropped.at[a]));
  sv_vec_free(dropped);
  if (m->s->net->holder != SV_NO_VARIABLE)
    m->passing = sv_smt_and(z, m->passing, any_left(m, moves_a_holder, 0));
}

void sv_smt_make_control(sv_smt_making *m) {
  apply_first(m);
  apply_second(m);
  apply_third(m);
  apply_fourth(m);
}
