// smt_net_state.c -- constants for states, and the initial ones.
//
// A cell that no action writes and whose initial value is known is that value;
// one that may start with any value is a constant for all times.

#include "encode/bits/coding.h"
#include "encode/smt/smt_net_inside.h"
#include "exec/trace.h"

// ---- what changes

static uint32_t target_variable(const sv_terms *T, sv_term target) {
  sv_node node = sv_node_of(T, sv_index(target));
  while (node.op == SV_OP_SELECT) node = sv_node_of(T, sv_index(node.args[0]));
  assert(node.op == SV_OP_VAR);
  return node.id;
}

static bool *find_written(const sv_net *net) {
  bool *written = SV_NEW_ARRAY(bool, net->vars.n + 1);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = &net->actions.at[a];
    if (x->cut) continue;
    for (uint32_t i = 0; i < x->update_count; i++)
      written[target_variable(net->model->terms, x->updates[i].target)] = true;
    for (uint32_t i = 0; i < x->edge_count; i++)
      if (x->edges[i].to != SV_STAY) written[net->processes.at[x->edges[i].process].pc] = true;
  }
  return written;
}

// ---- cells

static void add_state(sv_smt_net *s, sv_smt_term now, sv_smt_term next, sv_smt_term start) {
  sv_push(s->state, now);
  sv_push(s->after, next);
  sv_push(s->start, start);
  assert(s->state.n == s->after.n && s->state.n == s->start.n);
}

static sv_smt_term constant(sv_smt *z, const char *name, const char *mark, sv_smt_sort sort) {
  sv_text full = {0};
  sv_text_printf(&full, "%s%s", name, mark);
  sv_smt_term t = sv_smt_const(z, sv_text_get(&full), sort);
  sv_text_free(&full);
  return t;
}

static void make_cell(sv_smt_net *s, const sv_net_var *v, uint32_t cell, bool written,
                      sv_smt_term start) {
  sv_text name = {0};
  sv_smt_sort sort = sv_rep_sort(&s->rep, sv_sort_scalar(s->rep.terms, v->sort));
  sv_smt_term *now = &s->now.cells[cell], *next = &s->next.cells[cell];
  assert(cell < s->net->cells && !now->x && !next->x);
  sv_cell_name(s->net, cell, &name);
  sv_text_printf(&name, ".c%u", cell);  // names alone might not differ
  if (!written && start.x) {
    *now = *next = start;
  } else if (!written) {
    *now = *next = constant(s->z, sv_text_get(&name), "", sort);
    sv_push(s->rigid, *now);
  } else {
    *now = constant(s->z, sv_text_get(&name), "", sort);
    *next = constant(s->z, sv_text_get(&name), "'", sort);
    add_state(s, *now, *next, start);
  }
  sv_text_free(&name);
}

static void make_cells(sv_smt_making *m) {
  sv_smt_net *s = m->s;
  bool *written = find_written(s->net);
  for (uint32_t i = 0; i < s->net->vars.n; i++) {
    const sv_net_var *v = &s->net->vars.at[i];
    bool known = !sv_is_none(v->init);
    for (uint32_t c = 0; c < v->cells; c++) {
      sv_smt_term start = known ? sv_view_cells(&m->here, v->init)[c] : (sv_smt_term){NULL};
      if (known && v->cells == 1) start = sv_view_scalar(&m->here, v->init);
      make_cell(s, v, v->first_cell + c, written[i], start);
    }
  }
  sv_free(written);
}

// ---- queues

static void count_op(const sv_terms *T, const sv_queue_op *op, sv_queue_uses *needs,
                     uint32_t *enqueues, uint32_t *dequeues) {
  sv_value v;
  bool first = sv_is_none(op->slot) || (op->verb == SV_DEQUEUE && sv_is_const(T, op->slot, &v) &&
                                        sv_value_same(v, sv_small(0)));
  needs->moves |= !first;
  needs->defers |= op->verb == SV_DEFER;
  *enqueues += op->verb == SV_ENQUEUE;
  *dequeues += op->verb == SV_DEQUEUE;
}

// How many messages the action may send to the queue.
static uint32_t look_at_action(const sv_net *net, const sv_net_action *a, uint32_t queue,
                               sv_queue_uses *needs) {
  uint32_t enqueues = 0, dequeues = 0;
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    uint32_t first, end;
    sv_code_candidates(net, a->queue_ops[i].queue, &first, &end);
    if (queue >= first && queue < end)
      count_op(net->model->terms, &a->queue_ops[i], needs, &enqueues, &dequeues);
  }
  if (enqueues > needs->enqueues) needs->enqueues = enqueues;
  if (dequeues > needs->dequeues) needs->dequeues = dequeues;
  return enqueues;
}

static bool looks_at_queues(const sv_net *net, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(net->model->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_op op = sv_node_of(net->model->terms, cone.at[i]).op;
    found |= op == SV_OP_PEEK;
  }
  sv_vec_free(cone);
  return found;
}

static bool invariants_look_at_queues(const sv_net *net) {
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(net, p); l++) {
      sv_term t = net->location_invariants[p][l];
      if (!sv_is_none(t) && looks_at_queues(net, t)) return true;
    }
  return false;
}

// Some term of the model looks at a message that is not the first.
static bool looks_behind(const sv_net *net) {
  const sv_terms *T = net->model->terms;
  for (uint32_t i = 1; i <= sv_terms_count(T); i++) {
    sv_node node = sv_node_of(T, i);
    sv_value v;
    if (node.op != SV_OP_PEEK) continue;
    if (!sv_is_const(T, node.args[1], &v) || !sv_value_same(v, sv_small(0))) return true;
  }
  return false;
}

typedef struct {
  sv_smt_net *s;
  const char *mark;
} marker;

static sv_smt_term marked(void *context, const char *name, sv_smt_sort sort) {
  const marker *k = context;
  return constant(k->s->z, name, k->mark, sort);
}

static bool uses_time(const sv_queue_smt *q) {
  return q->encoding.layout == SV_LAYOUT_CYCLIC && q->encoding.contents == SV_CONTENTS_UIF;
}

static void add_queue_states(sv_smt_net *s, uint32_t i) {
  const sv_queue_smt *q = s->queues[i];
  sv_smt_terms start = {0};
  for (uint32_t k = 0; k < q->parts; k++) sv_push(start, s->now.queues[i][k]);
  sv_queue_smt_initial(q, start.at);
  for (uint32_t k = 0; k < q->parts; k++) {
    bool contents = k >= q->contents && k < q->kept;
    if (contents && uses_time(q)) continue;
    bool any = sv_smt_same(start.at[k], s->now.queues[i][k]);
    add_state(s, s->now.queues[i][k], s->next.queues[i][k],
              any ? (sv_smt_term){NULL} : start.at[k]);
  }
  sv_vec_free(start);
}

static void limit_steps(sv_smt_net *s, const sv_queue_smt *q, uint32_t enqueues) {
  if (!q->is_cut || !enqueues) return;
  uint32_t most = q->capacity / enqueues;
  if (most < s->most_steps) s->most_steps = most;
}

static void make_queue(sv_smt_net *s, uint32_t i, sv_queue_encoding encoding, sv_queue_uses needs) {
  marker now = {s, ""}, next = {s, "'"};
  sv_smt_term one = sv_smt_small(s->z, 1, sv_smt_int(s->z));
  uint32_t enqueues = 0;  // of all actions
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    enqueues += look_at_action(s->net, &s->net->actions.at[a], i, &needs);
  sv_queue_smt *q = s->queues[i] = sv_queue_smt_new(&s->rep, i, encoding, needs);
  assert(q->kept <= q->parts);
  s->now.queues[i] = SV_ARENA_ARRAY(s->arena, sv_smt_term, q->parts + 1);
  s->next.queues[i] = SV_ARENA_ARRAY(s->arena, sv_smt_term, q->parts + 1);
  sv_queue_smt_terms(q, marked, &now, s->time, s->now.queues[i]);
  sv_queue_smt_terms(q, marked, &next, sv_smt_app2(s->z, SV_SMT_ADD, s->time, one),
                     s->next.queues[i]);
  add_queue_states(s, i);
  limit_steps(s, q, s->o.semantics == SV_STEPS_INTERLEAVING ? needs.enqueues : enqueues);
  s->approximate |= q->encoding.layout == SV_LAYOUT_UNORDERED && q->parts;
}

// ---- all of it

void sv_smt_make_state(sv_smt_making *m, sv_queue_encoding encoding) {
  sv_smt_net *s = m->s;
  const sv_net *net = s->net;
  sv_queue_uses needs = {.slots = looks_behind(net), .foresight = invariants_look_at_queues(net)};
  s->time = sv_smt_const(s->z, "time", sv_smt_int(s->z));
  s->now.cells = SV_ARENA_ARRAY(s->arena, sv_smt_term, net->cells + 1);
  s->next.cells = SV_ARENA_ARRAY(s->arena, sv_smt_term, net->cells + 1);
  s->queues = SV_ARENA_ARRAY(s->arena, sv_queue_smt *, net->queues.n + 1);
  s->now.queues = SV_ARENA_ARRAY(s->arena, sv_smt_term *, net->queues.n + 1);
  s->next.queues = SV_ARENA_ARRAY(s->arena, sv_smt_term *, net->queues.n + 1);
  for (uint32_t i = 0; i < net->queues.n; i++) make_queue(s, i, encoding, needs);
  make_cells(m);
  for (uint32_t c = 0; c < net->cells; c++) assert(s->now.cells[c].x && s->next.cells[c].x);
}

sv_smt_term sv_smt_make_input(sv_smt_making *m, const char *name, sv_smt_sort sort) {
  sv_smt_term t = sv_smt_const(m->s->z, name, sort);
  sv_push(m->s->inputs, t);
  return t;
}

static sv_smt_term all_within(const sv_smt_net *s, const sv_smt_state *state) {
  sv_smt_terms all = {0};
  for (uint32_t i = 0; i < s->net->vars.n; i++) {
    const sv_net_var *v = &s->net->vars.at[i];
    sv_sort scalar = sv_sort_scalar(s->rep.terms, v->sort);
    for (uint32_t c = 0; c < v->cells; c++)
      sv_push(all, sv_rep_within(&s->rep, scalar, state->cells[v->first_cell + c]));
  }
  sv_smt_term t = sv_smt_and_all(s->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

sv_smt_term sv_smt_invariants(sv_smt_net *s, const sv_smt_state *state) {
  sv_smt_view view = {.rep = &s->rep, .queues = s->queues, .now = state};
  sv_smt_terms all = {0};
  for (uint32_t p = 0; p < s->net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(s->net, p); l++) {
      sv_term invariant = s->net->location_invariants[p][l];
      if (sv_is_none(invariant)) continue;
      sv_smt_term there = sv_view_among(&view, p, &l, 1);
      if (sv_smt_is_false(s->z, there)) continue;
      sv_push(all, sv_smt_implies(s->z, there, sv_view_scalar(&view, invariant)));
    }
  sv_smt_term t = sv_smt_and_all(s->z, all.at, all.n);
  sv_vec_free(all);
  sv_smt_view_free(&view);
  return t;
}

sv_smt_term sv_smt_legal_at(sv_smt_net *s, const sv_smt_state *state) {
  sv_smt_term legal = sv_smt_and(s->z, all_within(s, state), sv_smt_invariants(s, state));
  for (uint32_t i = 0; i < s->net->queues.n; i++)
    legal = sv_smt_and(s->z, legal, sv_queue_smt_within(s->queues[i], state->queues[i]));
  return legal;
}

void sv_smt_make_initial(sv_smt_making *m) {
  sv_smt_net *s = m->s;
  sv_smt_term init = sv_view_scalar(&m->here, s->net->init);
  s->initial = sv_smt_and_all(
      s->z, (sv_smt_term[]){all_within(s, &s->now), sv_smt_invariants(s, &s->now), init}, 3);
  s->legal = sv_smt_legal_at(s, &s->now);
  s->always = sv_smt_truth(s->z, true);
  for (uint32_t i = 0; i < s->net->queues.n; i++)
    s->always = sv_smt_and(s->z, s->always, sv_queue_smt_always(s->queues[i], s->now.queues[i]));
}
