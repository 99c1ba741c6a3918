// confine.c -- see confine.h.

#include "analysis/rewrite/confine.h"

#include "analysis/rewrite/rewrite.h"
#include "expr/walk.h"

typedef struct {
  const sv_net *net;
  sv_terms *T;
  sv_net *out;
  uint32_t capacity;
} maker;

bool sv_has_unbounded_queues(const sv_net *net) {
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (net->queues.at[q].capacity == SV_UNBOUNDED) return true;
  return false;
}

static bool is_unbounded(const maker *m, uint32_t q) {
  return m->net->queues.at[q].capacity == SV_UNBOUNDED;
}

// ---- terms

static sv_term reference(const maker *m, uint32_t q) {
  return sv_const(m->T, sv_sort_ref(m->T), sv_small((int64_t)q + 1));
}

// The term names this queue.
static sv_term names(const maker *m, sv_term term, uint32_t q) {
  uint32_t named = sv_net_named_queue(m->net, term);
  if (named != UINT32_MAX) return named == q ? SV_TRUE : SV_FALSE;
  return sv_eq(m->T, term, reference(m, q));
}

static sv_term names_unbounded(const maker *m, sv_term term) {
  sv_term any = SV_FALSE;
  for (uint32_t q = 0; q < m->net->queues.n; q++)
    if (is_unbounded(m, q)) any = sv_or(m->T, any, names(m, term, q));
  return any;
}

// What is asked of a queue without bound whether it is full: it never is.
static sv_term replace(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const maker *m = context;
  if (sv_node_of(T, index).op != SV_OP_QFULL) return SV_NONE;
  sv_node n = sv_node_of(T, sv_index(rebuilt));
  if (n.op != SV_OP_QFULL) return SV_NONE;
  return sv_and(T, rebuilt, sv_not(names_unbounded(m, n.args[0])));
}

static sv_term now(maker *m, sv_term t) {
  if (sv_is_none(t)) return t;
  sv_term made = sv_rewrite(m->T, t, replace, m);
  REQUIRE(!sv_is_none(made), "a term of the same sort can be put there");
  return made;
}

// ---- actions

// To this queue, and how many of its messages perhaps.
static sv_term sends(maker *m, const sv_net_action *a, uint32_t q, uint32_t *n) {
  sv_term any = SV_FALSE;
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    if (a->queue_ops[i].verb != SV_ENQUEUE) continue;
    sv_term to = names(m, now(m, a->queue_ops[i].queue), q);
    *n += to.x != SV_FALSE.x;
    any = sv_or(m->T, any, to);
  }
  return any;
}

// There is no room for all that the action sends to the queue, whatever it receives from there.
static sv_term lacks_room(const maker *m, sv_term queue, uint32_t n) {
  if (n > m->capacity) return SV_TRUE;
  if (n == 1) return sv_app1(m->T, SV_OP_QFULL, queue);
  sv_term length = sv_app1(m->T, SV_OP_QLEN, queue);
  return sv_app2(m->T, SV_OP_LT, sv_int_const(m->T, (int64_t)(m->capacity - n)), length);
}

// In some queue that it sends to.
static sv_term is_cut(maker *m, const sv_net_action *a) {
  sv_term any = SV_FALSE;
  for (uint32_t q = 0; q < m->net->queues.n; q++) {
    uint32_t n = 0;
    sv_term sent = is_unbounded(m, q) ? sends(m, a, q, &n) : SV_FALSE;
    if (n) any = sv_or(m->T, any, sv_and(m->T, sent, lacks_room(m, reference(m, q), n)));
  }
  return any;
}

static sv_queue_op rewrite_op(maker *m, const sv_queue_op *op) {
  sv_term *fields = SV_ARENA_ARRAY(m->out->arena, sv_term, op->field_count + 1);
  sv_queue_op out = *op;
  for (uint32_t f = 0; f < op->field_count; f++) fields[f] = now(m, op->fields[f]);
  out.fields = fields;
  out.queue = now(m, op->queue);
  out.slot = now(m, op->slot);
  return out;
}

typedef SV_VEC(sv_queue_op) op_list;

// What is sent does not matter where it is not. Returned: when that could be done but for the room.
static sv_term keep_receipts(maker *m, const sv_net_action *a, op_list *ops) {
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    sv_queue_op op = rewrite_op(m, &a->queue_ops[i]);
    sv_term roomy = op.verb == SV_ENQUEUE ? names_unbounded(m, op.queue) : SV_FALSE;
    sv_term full = sv_app1(m->T, SV_OP_QFULL, op.queue);
    if (roomy.x == SV_FALSE.x) sv_push(*ops, op);
    else if (roomy.x != SV_TRUE.x) all = sv_and(m->T, all, sv_or(m->T, roomy, sv_not(full)));
  }
  return all;
}

static void keep_ops(maker *m, const sv_net_action *a, op_list *ops) {
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    sv_queue_op op = rewrite_op(m, &a->queue_ops[i]);
    sv_push(*ops, op);
  }
}

static sv_net_action rewrite_action(maker *m, const sv_net_action *a) {
  sv_net_action made = *a;
  SV_VEC(sv_update) updates = {0};
  made.guard = now(m, a->guard);
  made.constraint = now(m, a->constraint);
  made.waits = now(m, a->waits);
  made.print_count = made.blame_count = 0;  // traces are printed on the whole net
  for (uint32_t i = 0; i < a->update_count; i++)
    sv_push(updates, (sv_update){now(m, a->updates[i].target), now(m, a->updates[i].value)});
  SV_ARENA_KEEP(m->out->arena, updates, made.updates, made.update_count);
  return made;
}

static void add_action(maker *m, const sv_net_action *a) {
  sv_net_action made = rewrite_action(m, a);
  op_list ops = {0};
  keep_ops(m, a, &ops);
  made.guard = sv_and(m->T, made.guard, sv_not(is_cut(m, a)));
  SV_ARENA_KEEP(m->out->arena, ops, made.queue_ops, made.queue_op_count);
  sv_push(m->out->actions, made);
}

static void add_cut(maker *m, const sv_net_action *a) {
  sv_term cut = a->cut ? SV_FALSE : is_cut(m, a);
  if (cut.x == SV_FALSE.x) return;
  sv_net_action made = rewrite_action(m, a);
  op_list ops = {0};
  made.guard = sv_and(m->T, sv_and(m->T, made.guard, cut), keep_receipts(m, a, &ops));
  made.cut = "a queue without bound has more messages";
  SV_ARENA_KEEP(m->out->arena, ops, made.queue_ops, made.queue_op_count);
  sv_push(m->out->actions, made);
}

// ---- the whole

static void add_invariants(maker *m) {
  uint32_t n = m->net->processes.n;
  const sv_term **all = SV_ARENA_ARRAY(m->out->arena, const sv_term *, n + 1);
  for (uint32_t p = 0; p < n; p++) {
    uint32_t locations = sv_net_locations(m->net, p);
    sv_term *mine = SV_ARENA_ARRAY(m->out->arena, sv_term, locations + 1);
    for (uint32_t l = 0; l < locations; l++) mine[l] = now(m, m->net->location_invariants[p][l]);
    all[p] = mine;
  }
  m->out->location_invariants = all;
}

static void make(maker *m) {
  const sv_net *net = m->net;
  m->out = sv_net_like(net);
  for (uint32_t v = 0; v < net->vars.n; v++) sv_push(m->out->vars, net->vars.at[v]);
  for (uint32_t q = 0; q < net->queues.n; q++)
    if (is_unbounded(m, q)) m->out->queues.at[q].capacity = m->capacity;
  for (uint32_t a = 0; a < net->actions.n; a++) add_action(m, &net->actions.at[a]);
  for (uint32_t a = 0; a < net->actions.n; a++) add_cut(m, &net->actions.at[a]);
  for (uint32_t p = 1; p < net->properties.n; p++)
    m->out->properties.at[p].term = now(m, net->properties.at[p].term);
  m->out->init = now(m, net->init);
  add_invariants(m);
}

sv_net *sv_confine_new(const sv_net *net, uint32_t capacity) {
  maker m = {.net = net, .T = net->model->terms, .capacity = capacity};
  make(&m);
  return m.out;
}
