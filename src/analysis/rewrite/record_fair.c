// record_fair.c -- who could go on, said by terms. See record_fair.h.

#include "analysis/rewrite/record_fair.h"

static bool say(sv_text *why, const char *what) { return sv_text_string(why, what), false; }

// ---- ends, and sections without an end

bool sv_record_knows_ends(const sv_net *net) {
  bool classes = false, joint = false;
  for (uint32_t i = 0; i < net->actions.n; i++) {
    const sv_net_action *a = &net->actions.at[i];
    uint32_t active = 0;
    for (uint32_t e = 0; e < a->edge_count; e++) {
      classes |= a->edges[e].priority > 0;
      active += !sv_edge_is_passive(&a->edges[e]);
    }
    joint |= active > 1;
  }
  // Two joint actions may outrank one another, and then none is enabled.
  return !classes || !joint;
}

typedef struct {
  uint32_t n;
  bool *step;  // n * n: from, to
} flow;

static bool is_yielding(const sv_net *net, uint32_t process, uint32_t location) {
  return location && sv_net_location(net, process, location)->flags & SV_LOC_YIELDING;
}

// Steps of the process that can belong to a run that stays in passing states: moves of its own
// from yielding locations, and being taken along.
static void add_steps(const sv_net *net, uint32_t process, flow *f) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    for (uint32_t k = 0; k < net->actions.at[i].edge_count; k++) {
      const sv_net_edge *e = &net->actions.at[i].edges[k];
      for (uint32_t j = 0; e->process == process && j < e->from_count; j++) {
        bool own = !sv_edge_is_passive(e);
        if (own && !is_yielding(net, process, e->from[j])) continue;
        f->step[e->from[j] * f->n + (e->to == SV_STAY ? e->from[j] : e->to)] = true;
      }
    }
}

static bool may_cycle(const sv_net *net, uint32_t process) {
  flow f = {.n = sv_net_locations(net, process)};
  f.step = SV_NEW_ARRAY(bool, (size_t)f.n *f.n);
  add_steps(net, process, &f);
  for (uint32_t k = 0; k < f.n; k++)
    for (uint32_t a = 0; a < f.n; a++)
      for (uint32_t b = 0; f.step[a * f.n + k] && b < f.n; b++)
        f.step[a * f.n + b] |= f.step[k * f.n + b];
  bool found = false;
  for (uint32_t l = 0; l < f.n; l++) found |= f.step[l * f.n + l] && is_yielding(net, process, l);
  sv_free(f.step);
  return found;
}

bool sv_record_may_stay(const sv_net *net) {
  if (net->holder == SV_NO_VARIABLE) return false;
  for (uint32_t p = 0; p < net->processes.n; p++)
    if (may_cycle(net, p)) return true;
  return false;
}

sv_term sv_record_passing(const sv_net *net, const sv_net_action *a) {
  sv_terms *T = net->model->terms;
  sv_term result = SV_FALSE;
  if (net->holder == SV_NO_VARIABLE || a->priority) return result;
  sv_term holder = sv_net_var_term(net, net->holder);
  for (uint32_t i = 0; i < a->edge_count; i++) {
    if (sv_edge_is_passive(&a->edges[i])) continue;
    sv_term me = sv_const(T, sv_sort_of(T, holder), sv_small(a->edges[i].process + 1));
    result = sv_or(T, result, sv_eq(T, holder, me));
  }
  return result;
}

// ---- possible actions

static bool reads_choices(const sv_net *net, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  if (sv_is_none(t)) return false;
  sv_cone(net->model->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(net->model->terms, cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

// The value lies in the sort: always, or where *in says so.
static bool fits(const sv_net *net, sv_sort to, sv_term value, sv_term *in) {
  sv_terms *T = net->model->terms;
  const sv_sort_info *sort = sv_sort_get(T, to), *from = sv_sort_get(T, sv_sort_of(T, value));
  *in = SV_TRUE;
  if (sv_sort_same(to, sv_sort_of(T, value))) return true;
  if (sort->kind != SV_SORT_INT || from->kind != SV_SORT_INT) return false;
  if (!sort->ranged) return true;
  if (reads_choices(net, value)) return false;
  sv_term low = sv_app2(T, SV_OP_LE, sv_int_const(T, sort->lo), value);
  *in = sv_and(T, low, sv_app2(T, SV_OP_LE, value, sv_int_const(T, sort->hi)));
  return true;
}

// What is not written, outside of an array, need not fit.
static bool writes_fit(const sv_net *net, const sv_net_action *a, sv_term *all) {
  sv_terms *T = net->model->terms;
  *all = SV_TRUE;
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_term target = a->updates[i].target, in;
    bool whole = sv_node_of(T, sv_index(target)).op == SV_OP_VAR;
    if (!fits(net, sv_sort_of(T, target), a->updates[i].value, &in)) return false;
    if (!whole && !sv_same(in, SV_TRUE)) return false;
    *all = sv_and(T, *all, in);
  }
  return true;
}

static sv_term stands(const sv_net *net, const sv_net_edge *e) {
  sv_term some = SV_FALSE;
  for (uint32_t i = 0; i < e->from_count; i++)
    some = sv_or(net->model->terms, some, sv_net_at(net, e->process, e->from[i]));
  return some;
}

static bool fields_fit(const sv_net *net, const sv_queue_op *op, sv_value queue, sv_term *all) {
  sv_terms *T = net->model->terms;
  const sv_net_queue *q = &net->queues.at[sv_small_get(queue) - 1];
  *all = SV_TRUE;
  if (op->verb == SV_ENQUEUE && q->field_count != op->field_count) return false;
  for (uint32_t i = 0; i < op->field_count; i++) {
    sv_term in;
    if (!fits(net, q->fields[i], op->fields[i], &in)) return false;
    *all = sv_and(T, *all, in);
  }
  return true;
}

// One operation on one given queue.
static bool queue_ready(const sv_net *net, const sv_net_action *a, sv_term *ready) {
  sv_terms *T = net->model->terms;
  sv_value queue;
  sv_term fit;
  *ready = SV_TRUE;
  if (!a->queue_op_count) return true;
  const sv_queue_op *op = &a->queue_ops[0];
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (a->queue_ops[i].verb == SV_EMPTY || a->queue_ops[i].verb == SV_FLUSH) return false;
  if (a->queue_op_count > 1 || !sv_is_none(op->slot) || reads_choices(net, op->queue)) return false;
  if (!sv_is_const(T, op->queue, &queue) || !sv_small_get(queue)) return false;
  if (!fields_fit(net, op, queue, &fit)) return false;
  if (op->verb == SV_ENQUEUE) *ready = sv_not(sv_app1(T, SV_OP_QFULL, op->queue));
  else *ready = sv_app2(T, SV_OP_LT, sv_int_const(T, 0), sv_app1(T, SV_OP_QLEN, op->queue));
  *ready = sv_and(T, *ready, fit);
  return true;
}

// Queues that are emptied where a process ends hinder nothing.
static bool only_empties(const sv_net_action *a) {
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (a->queue_ops[i].verb != SV_EMPTY) return false;
  return true;
}

static sv_term in_exclusive(const sv_net *net, uint32_t process) {
  sv_term some = SV_FALSE;
  for (uint32_t l = 1; l < sv_net_locations(net, process); l++)
    if (sv_net_location(net, process, l)->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
      some = sv_or(net->model->terms, some, sv_net_at(net, process, l));
  return some;
}

// Rule 1: no process is in a blocking or committed location, or one of its processes is.
static sv_term stays_first(const sv_net *net, const sv_net_action *a) {
  sv_terms *T = net->model->terms;
  sv_term some = SV_FALSE, own = SV_FALSE;
  for (uint32_t p = 0; p < net->processes.n; p++) some = sv_or(T, some, in_exclusive(net, p));
  for (uint32_t i = 0; i < a->edge_count; i++)
    own = sv_or(T, own, in_exclusive(net, a->edges[i].process));
  return sv_or(T, sv_not(some), own);
}

// The conditions of the action itself, and rule 1.
static bool possible(const sv_net *net, const sv_net_action *a, sv_term *out) {
  sv_terms *T = net->model->terms;
  sv_term ready = SV_TRUE, fit;
  bool plain = sv_same(a->constraint, SV_TRUE) && writes_fit(net, a, &fit);
  if (!plain || !(only_empties(a) || queue_ready(net, a, &ready))) return false;
  *out = sv_and(T, sv_and(T, a->guard, fit), ready);
  *out = sv_and(T, *out, stays_first(net, a));
  for (uint32_t i = 0; i < a->edge_count; i++) *out = sv_and(T, *out, stands(net, &a->edges[i]));
  return true;
}

static bool has_invariants(const sv_net *net) {
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++)
      if (!sv_is_none(net->location_invariants[p][l])) return true;
  return false;
}

static bool find_possible(const sv_net *net, sv_record_terms *out, sv_text *why) {
  if (has_invariants(net)) return say(why, "fairness with invariants of locations is not recorded");
  for (uint32_t i = 0; i < net->actions.n; i++) {
    sv_term t;
    if (!possible(net, &net->actions.at[i], &t))
      return say(why,
                 "fairness is not recorded: whether a step is possible depends on its choices");
    sv_push(*out, t);
  }
  return true;
}

// Possible, and none of a lower global class is.
static sv_term remaining(const sv_net *net, const sv_record_terms *possible_ones, uint32_t action,
                         const sv_record_terms *by_class) {
  sv_terms *T = net->model->terms;
  sv_term t = possible_ones->at[action];
  for (uint32_t c = 0; c < net->actions.at[action].priority; c++)
    t = sv_and(T, t, sv_not(by_class->at[c]));
  return t;
}

static void group(const sv_net *net, const sv_record_terms *possible_ones, sv_record_terms *out) {
  sv_terms *T = net->model->terms;
  for (uint32_t i = 0; i < net->actions.n; i++) {
    uint32_t c = net->actions.at[i].priority;
    while (out->n <= c) sv_push(*out, SV_FALSE);
    out->at[c] = sv_or(T, out->at[c], possible_ones->at[i]);
  }
}

// Of a lower class of the same process, and remaining. Where actions have classes each has one
// edge that counts, so the two stand or fall together by the rules before.
static bool outranks(const sv_net_action *a, const sv_net_action *b) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t k = 0; k < b->edge_count; k++)
      if (a->edges[i].process == b->edges[k].process && !sv_edge_is_passive(&a->edges[i]) &&
          !sv_edge_is_passive(&b->edges[k]) && a->edges[i].priority < b->edges[k].priority)
        return true;
  return false;
}

static sv_term enabled(const sv_net *net, const sv_record_terms *possible_ones, uint32_t action,
                       const sv_record_terms *by_class) {
  sv_terms *T = net->model->terms;
  sv_term t = remaining(net, possible_ones, action, by_class);
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (outranks(&net->actions.at[i], &net->actions.at[action]))
      t = sv_and(T, t, sv_not(remaining(net, possible_ones, i, by_class)));
  return t;
}

sv_record_moves *sv_record_moves_new(const sv_net *net, const sv_requirements *fairness,
                                     sv_text *why) {
  sv_terms *T = net->model->terms;
  sv_record_moves *m = SV_NEW(sv_record_moves);
  sv_record_terms possible_ones = {0}, by_class = {0};
  bool good = find_possible(net, &possible_ones, why);
  m->cut = SV_FALSE;
  if (good) group(net, &possible_ones, &by_class);
  for (uint32_t i = 0; good && i < net->actions.n; i++) {
    bool asked = net->actions.at[i].cut;
    for (uint32_t k = 0; k < fairness->n; k++)
      asked |= sv_requirement_waits(net, &fairness->at[k], &net->actions.at[i]);
    sv_term t = asked ? enabled(net, &possible_ones, i, &by_class) : SV_FALSE;
    sv_push(m->enabled, t);
    if (net->actions.at[i].cut) m->cut = sv_or(T, m->cut, t);
  }
  sv_vec_free(possible_ones);
  sv_vec_free(by_class);
  if (good) return m;
  sv_record_moves_free(m);
  return NULL;
}

void sv_record_moves_free(sv_record_moves *m) {
  if (!m) return;
  sv_vec_free(m->enabled);
  sv_free(m);
}

sv_term sv_record_able(const sv_net *net, const sv_record_moves *m, const sv_requirement *r,
                       sv_term passing) {
  sv_terms *T = net->model->terms;
  sv_term able = SV_FALSE;
  for (uint32_t i = 0; i < net->actions.n; i++) {
    const sv_net_action *a = &net->actions.at[i];
    if (a->cut || !sv_requirement_waits(net, r, a)) continue;
    sv_term mine = sv_or(T, sv_not(passing), sv_record_passing(net, a));
    able = sv_or(T, able, sv_and(T, m->enabled.at[i], mine));
  }
  return able;
}
