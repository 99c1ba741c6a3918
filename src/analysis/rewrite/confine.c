// confine.c -- see confine.h.

#include "analysis/rewrite/confine.h"

#include "analysis/rewrite/rewrite.h"
#include "expr/walk.h"

typedef struct {
  const sv_net *net;
  sv_terms *T;
  sv_net *out;
  uint32_t capacity;
  bool computes;  // which queue is meant
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

// What is asked of a queue without bound whether it is full: it never is.
static sv_term replace(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  maker *m = context;
  SV_UNUSED(rebuilt);
  sv_node n = sv_node_of(T, index);
  if (n.op != SV_OP_QFULL) return SV_NONE;
  uint32_t q = sv_net_named_queue(m->net, n.args[0]);
  m->computes |= q == UINT32_MAX;
  return q != UINT32_MAX && is_unbounded(m, q) ? SV_FALSE : SV_NONE;
}

static sv_term now(maker *m, sv_term t) {
  if (sv_is_none(t)) return t;
  sv_term made = sv_rewrite(m->T, t, replace, m);
  REQUIRE(!sv_is_none(made), "a term of the same sort can be put there");
  return made;
}

// ---- actions

static uint32_t sent(const maker *m, const sv_net_action *a, uint32_t q) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    n += a->queue_ops[i].verb == SV_ENQUEUE &&
         sv_net_named_queue(m->net, a->queue_ops[i].queue) == q;
  return n;
}

static sv_term reference(const maker *m, const sv_net_action *a, uint32_t q) {
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    if (sv_net_named_queue(m->net, a->queue_ops[i].queue) == q) return a->queue_ops[i].queue;
  SV_UNREACHABLE();
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
    uint32_t n = is_unbounded(m, q) ? sent(m, a, q) : 0;
    if (n) any = sv_or(m->T, any, lacks_room(m, reference(m, a, q), n));
  }
  return any;
}

static void keep_op(maker *m, const sv_queue_op *op, sv_queue_op *out) {
  sv_term *fields = SV_ARENA_ARRAY(m->out->arena, sv_term, op->field_count + 1);
  *out = *op;
  for (uint32_t f = 0; f < op->field_count; f++) fields[f] = now(m, op->fields[f]);
  out->fields = fields;
  out->slot = now(m, op->slot);
  m->computes |= sv_net_named_queue(m->net, op->queue) == UINT32_MAX;
}

// The net's action, and where there is no room: what cuts.
static void add_action(maker *m, const sv_net_action *a, sv_term cut) {
  sv_net_action made = *a;
  SV_VEC(sv_update) updates = {0};
  SV_VEC(sv_queue_op) ops = {0};
  bool cuts = !sv_is_none(cut);
  made.guard = sv_and(m->T, now(m, a->guard), cuts ? cut : sv_not(is_cut(m, a)));
  made.constraint = now(m, a->constraint);
  made.waits = now(m, a->waits);
  made.print_count = made.blame_count = 0;  // traces are printed on the whole net
  for (uint32_t i = 0; i < a->update_count; i++)
    sv_push(updates, (sv_update){now(m, a->updates[i].target), now(m, a->updates[i].value)});
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    uint32_t q = sv_net_named_queue(m->net, a->queue_ops[i].queue);
    bool sends = a->queue_ops[i].verb == SV_ENQUEUE && q != UINT32_MAX && is_unbounded(m, q);
    if (cuts && sends) continue;
    sv_queue_op op;
    keep_op(m, &a->queue_ops[i], &op);
    sv_push(ops, op);
  }
  if (cuts) made.cut = "a queue without bound has more messages";
  SV_ARENA_KEEP(m->out->arena, updates, made.updates, made.update_count);
  SV_ARENA_KEEP(m->out->arena, ops, made.queue_ops, made.queue_op_count);
  sv_push(m->out->actions, made);
}

static void add_cut(maker *m, const sv_net_action *a) {
  sv_term cut = a->cut ? SV_FALSE : is_cut(m, a);
  if (cut.x != SV_FALSE.x) add_action(m, a, cut);
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
  for (uint32_t a = 0; a < net->actions.n; a++) add_action(m, &net->actions.at[a], SV_NONE);
  for (uint32_t a = 0; a < net->actions.n; a++) add_cut(m, &net->actions.at[a]);
  for (uint32_t p = 1; p < net->properties.n; p++)
    m->out->properties.at[p].term = now(m, net->properties.at[p].term);
  m->out->init = now(m, net->init);
  add_invariants(m);
}

sv_net *sv_confine_new(const sv_net *net, uint32_t capacity, sv_text *why) {
  maker m = {.net = net, .T = net->model->terms, .capacity = capacity};
  make(&m);
  if (!m.computes) return m.out;
  sv_text_string(why, "which queue without bound is meant is computed");
  sv_net_free(m.out);
  return NULL;
}
