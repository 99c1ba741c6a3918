// slots.c -- see slots.h.

#include "analysis/rewrite/slots.h"

#include "analysis/rewrite/rewrite.h"
#include "expr/walk.h"

enum { MOST_SLOTS = 16, MOST_CELLS = 64 };

typedef struct {
  bool stays;  // a queue
  uint32_t taken, first,
      next;         // variables: of each slot; where the first message is; where the next one goes
  uint32_t fields;  // the first of so many variables
} ring;

typedef struct {
  const sv_net *net;
  sv_terms *T;
  sv_net *out;
  ring *rings;    // by queue
  bool computes;  // a reference
} maker;

// ---- which queues

// One place is as good as a token, unless messages have no bits.
static uint32_t least_capacity(const maker *m, const sv_net_queue *q) {
  for (uint32_t f = 0; f < q->field_count; f++)
    if (!sv_sort_finite(m->T, q->fields[f])) return 1;
  return 2;
}

static bool is_none_of_them(const maker *m, const sv_net_queue *q) {
  bool refers = q->process != SV_NO_PROCESS;
  return refers || q->capacity < least_capacity(m, q) || q->capacity > MOST_SLOTS ||
         q->capacity * (q->field_count + 1) > MOST_CELLS;
}

static bool is_reference(const sv_terms *T, sv_sort sort) {
  return sv_sort_get(T, sort)->kind == SV_SORT_REF;
}

static uint32_t named(const maker *m, sv_term t) { return sv_net_named_queue(m->net, t); }

static bool is_number(const sv_terms *T, sv_term t, int64_t number) {
  sv_value v;
  return sv_is_const(T, t, &v) && sv_is_small(v) && sv_small_get(v) == number;
}

static void keep(maker *m, sv_term queue) {
  uint32_t q = named(m, queue);
  if (q != UINT32_MAX) m->rings[q].stays = true;
}

static void look_at_node(maker *m, const sv_node *n) {
  if (n->op != SV_OP_CONST && is_reference(m->T, n->sort)) m->computes = true;
  if (n->op == SV_OP_QDEFER) keep(m, n->args[0]);
  if (n->op != SV_OP_PEEK) return;
  uint32_t q = named(m, n->args[0]);
  if (q == UINT32_MAX) return;
  const sv_net_queue *x = &m->net->queues.at[q];
  bool plain =
      is_number(m->T, n->args[1], 0) && n->id < x->field_count && x->fields[n->id].x == n->sort.x;
  if (!plain) m->rings[q].stays = true;
}

static void look_at_term(maker *m, sv_term t) {
  sv_u32s cone = {0};
  if (!sv_is_none(t)) sv_cone(m->T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(m->T, cone.at[i]);
    look_at_node(m, &n);
  }
  sv_vec_free(cone);
}

static void look_at_op(maker *m, const sv_net_action *a, uint32_t i) {
  const sv_queue_op *op = &a->queue_ops[i];
  uint32_t q = named(m, op->queue);
  look_at_term(m, op->queue);
  look_at_term(m, op->slot);
  for (uint32_t f = 0; f < op->field_count; f++) look_at_term(m, op->fields[f]);
  if (q == UINT32_MAX) return;
  bool plain = sv_is_none(op->slot) && (op->verb == SV_DEQUEUE || op->verb == SV_ENQUEUE);
  if (op->verb == SV_ENQUEUE) plain &= op->field_count == m->net->queues.at[q].field_count;
  for (uint32_t k = 0; k < i; k++) plain &= named(m, a->queue_ops[k].queue) != q;
  if (!plain) m->rings[q].stays = true;
}

static void look_at_action(maker *m, const sv_net_action *a) {
  look_at_term(m, a->guard);
  look_at_term(m, a->constraint);
  look_at_term(m, a->waits);
  for (uint32_t i = 0; i < a->update_count; i++) {
    look_at_term(m, a->updates[i].target);
    look_at_term(m, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) look_at_op(m, a, i);
}

static void look_at_queue(maker *m, uint32_t q) {
  const sv_net_queue *x = &m->net->queues.at[q];
  if (is_none_of_them(m, x)) m->rings[q].stays = true;
  for (uint32_t f = 0; f < x->field_count; f++)
    if (is_reference(m->T, x->fields[f])) m->rings[q].stays = true;
}

// Some queue is to be a ring.
static bool choose(maker *m) {
  const sv_net *net = m->net;
  bool some = false;
  for (uint32_t q = 0; q < net->queues.n; q++) look_at_queue(m, q);
  for (uint32_t a = 0; a < net->actions.n; a++) look_at_action(m, &net->actions.at[a]);
  for (uint32_t p = 1; p < net->properties.n; p++) {
    look_at_term(m, net->properties.at[p].term);
    m->computes |= net->properties.at[p].automaton != NULL;
  }
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 0; l < sv_net_locations(net, p); l++)
      look_at_term(m, net->location_invariants[p][l]);
  look_at_term(m, net->init);
  for (uint32_t q = 0; q < net->queues.n; q++) some |= !m->rings[q].stays;
  return some && !m->computes;
}

// ---- variables

static uint32_t add_variable(maker *m, uint32_t queue, const char *what, sv_sort sort) {
  sv_text name = {0};
  sv_names *names = m->net->model->names;
  sv_text_printf(&name, "%s.%s", sv_names_get(names, m->net->queues.at[queue].name), what);
  sv_net_var v = {.name = sv_names_cstr(names, sv_text_get(&name)),
                  .sort = sort,
                  .process = SV_NO_PROCESS,
                  .first_cell = m->out->cells,
                  .cells = sv_sort_cells(m->T, sort),
                  .init = sv_default_term(m->T, sort)};
  m->out->cells += v.cells;
  sv_push(m->out->vars, v);
  sv_text_free(&name);
  return m->out->vars.n - 1;
}

static void add_ring(maker *m, uint32_t q) {
  const sv_net_queue *x = &m->net->queues.at[q];
  ring *r = &m->rings[q];
  sv_sort place = sv_sort_range(m->T, 0, (int64_t)x->capacity - 1);
  r->taken = add_variable(m, q, "taken", sv_sort_array(m->T, x->capacity, sv_sort_bool(m->T)));
  r->first = add_variable(m, q, "first", place);
  r->next = add_variable(m, q, "next", place);
  r->fields = m->out->vars.n;
  for (uint32_t f = 0; f < x->field_count; f++)
    add_variable(m, q, "message", sv_sort_array(m->T, x->capacity, x->fields[f]));
}

// ---- terms

static sv_term var(const maker *m, uint32_t v) { return sv_net_var_term(m->out, v); }

static sv_term cell(const maker *m, uint32_t array, sv_term index) {
  return sv_app2(m->T, SV_OP_SELECT, var(m, array), index);
}

static sv_term has_message(const maker *m, const ring *r) {
  return cell(m, r->taken, var(m, r->first));
}

static sv_term is_full(const maker *m, const ring *r) { return cell(m, r->taken, var(m, r->next)); }

static sv_term length(const maker *m, uint32_t q) {
  sv_term sum = sv_int_const(m->T, 0), one = sv_int_const(m->T, 1), none = sum;
  for (uint32_t k = 0; k < m->net->queues.at[q].capacity; k++) {
    sv_term taken = cell(m, m->rings[q].taken, sv_int_const(m->T, k));
    sum = sv_app2(m->T, SV_OP_ADD, sum, sv_ite(m->T, taken, one, none));
  }
  return sum;
}

static sv_term first_message(const maker *m, const ring *r, uint32_t field, sv_sort sort) {
  sv_term value = cell(m, r->fields + field, var(m, r->first));
  return sv_ite(m->T, has_message(m, r), value, sv_default_term(m->T, sort));
}

// The ring whose length this is, cast to wider numbers perhaps; NULL: it is something else.
static const ring *length_of(const maker *m, sv_term t) {
  if (sv_negated(t)) return NULL;
  sv_node n = sv_node_of(m->T, sv_index(t));
  const sv_sort_info *sort = sv_sort_get(m->T, n.sort);
  bool wide = sort->kind == SV_SORT_INT || (sort->kind == SV_SORT_BV && sort->size >= 8);
  if (n.op == SV_OP_CAST && wide) n = sv_node_of(m->T, sv_index(n.args[0]));
  uint32_t q = n.op == SV_OP_QLEN ? named(m, n.args[0]) : UINT32_MAX;
  return q == UINT32_MAX || m->rings[q].stays ? NULL : &m->rings[q];
}

// A comparison of a length with none or one is about the first slot.
static sv_term replace_comparison(const maker *m, const sv_node *n) {
  const ring *left = length_of(m, n->args[0]), *right = length_of(m, n->args[1]);
  const ring *r = left ? left : right;
  if (!r || (left && right)) return SV_NONE;
  sv_term other = n->args[left ? 1 : 0];
  bool none = is_number(m->T, other, 0), one = is_number(m->T, other, 1);
  if (n->op == SV_OP_EQ && none) return sv_not(has_message(m, r));
  if (n->op == SV_OP_LE && left && none) return sv_not(has_message(m, r));
  if (n->op == SV_OP_LT && left && one) return sv_not(has_message(m, r));
  if (n->op == SV_OP_LT && right && none) return has_message(m, r);
  return n->op == SV_OP_LE && right && one ? has_message(m, r) : SV_NONE;
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const maker *m = context;
  SV_UNUSED(rebuilt);
  sv_node n = sv_node_of(T, index);
  if (n.op == SV_OP_EQ || n.op == SV_OP_LT || n.op == SV_OP_LE) return replace_comparison(m, &n);
  if (n.op != SV_OP_QLEN && n.op != SV_OP_QFULL && n.op != SV_OP_PEEK) return SV_NONE;
  uint32_t q = named(m, n.args[0]);
  if (q == UINT32_MAX || m->rings[q].stays) return SV_NONE;
  if (n.op == SV_OP_QLEN) return length(m, q);
  if (n.op == SV_OP_QFULL) return is_full(m, &m->rings[q]);
  return first_message(m, &m->rings[q], n.id, n.sort);
}

static sv_term now(maker *m, sv_term t) {
  if (sv_is_none(t)) return t;
  sv_term made = sv_rewrite(m->T, t, replace, m);
  REQUIRE(!sv_is_none(made), "a term of the same sort can be put there");
  return made;
}

// ---- actions

typedef struct {
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) ops;
} effect;

static void set(effect *e, sv_term target, sv_term value) {
  sv_push(e->updates, (sv_update){target, value});
}

// One place on; the last one is followed by the first.
static void move_on(maker *m, effect *e, uint32_t v, uint32_t capacity) {
  sv_term here = var(m, v), last = sv_int_const(m->T, (int64_t)capacity - 1);
  sv_term on = sv_app2(m->T, SV_OP_ADD, here, sv_int_const(m->T, 1));
  set(e, here, sv_ite(m->T, sv_eq(m->T, here, last), sv_int_const(m->T, 0), on));
}

// When it can be done is returned.
static sv_term send(maker *m, effect *e, uint32_t q, const sv_queue_op *op) {
  const ring *r = &m->rings[q];
  for (uint32_t f = 0; f < op->field_count; f++)
    set(e, cell(m, r->fields + f, var(m, r->next)), now(m, op->fields[f]));
  set(e, is_full(m, r), SV_TRUE);
  move_on(m, e, r->next, m->net->queues.at[q].capacity);
  return sv_not(is_full(m, r));
}

static sv_term receive(maker *m, effect *e, uint32_t q) {
  const ring *r = &m->rings[q];
  set(e, has_message(m, r), SV_FALSE);
  move_on(m, e, r->first, m->net->queues.at[q].capacity);
  return has_message(m, r);
}

static sv_queue_op rewrite_op(maker *m, const sv_queue_op *op) {
  sv_queue_op out = *op;
  sv_term *fields = SV_ARENA_ARRAY(m->out->arena, sv_term, op->field_count + 1);
  for (uint32_t f = 0; f < op->field_count; f++) fields[f] = now(m, op->fields[f]);
  out.fields = fields;
  out.queue = now(m, op->queue);
  out.slot = now(m, op->slot);
  return out;
}

static sv_term add_op(maker *m, effect *e, const sv_queue_op *op) {
  uint32_t q = named(m, op->queue);
  if (q == UINT32_MAX || m->rings[q].stays) {
    sv_push(e->ops, rewrite_op(m, op));
    return SV_TRUE;
  }
  return op->verb == SV_ENQUEUE ? send(m, e, q, op) : receive(m, e, q);
}

static void add_action(maker *m, const sv_net_action *a) {
  effect e = {0};
  sv_net_action made = *a;
  made.guard = now(m, a->guard);
  made.constraint = now(m, a->constraint);
  made.waits = now(m, a->waits);
  made.print_count = made.blame_count = 0;  // traces are printed on the whole net
  for (uint32_t i = 0; i < a->update_count; i++)
    set(&e, now(m, a->updates[i].target), now(m, a->updates[i].value));
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    made.guard = sv_and(m->T, made.guard, add_op(m, &e, &a->queue_ops[i]));
  SV_ARENA_KEEP(m->out->arena, e.updates, made.updates, made.update_count);
  SV_ARENA_KEEP(m->out->arena, e.ops, made.queue_ops, made.queue_op_count);
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
    if (!m->rings[q].stays) add_ring(m, q);
  for (uint32_t a = 0; a < net->actions.n; a++) add_action(m, &net->actions.at[a]);
  for (uint32_t p = 1; p < net->properties.n; p++)
    m->out->properties.at[p].term = now(m, net->properties.at[p].term);
  m->out->init = now(m, net->init);
  add_invariants(m);
  assert(m->out->actions.n == net->actions.n && m->out->cells > net->cells);
}

sv_net *sv_slots_new(const sv_net *net) {
  maker m = {.net = net, .T = net->model->terms, .rings = SV_NEW_ARRAY(ring, net->queues.n + 1)};
  if (net->queues.n && choose(&m)) make(&m);
  sv_free(m.rings);
  return m.out;
}
