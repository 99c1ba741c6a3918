// smt_net_action.c -- the conditions of docs/model.md, "Actions", in their order.
//
// Mirrors exec/exec_step.c: queue operations, updates, moves, then what must
// hold afterwards.

#include <stdio.h>

#include "encode/bits/coding.h"
#include "encode/smt/smt_net_inside.h"

typedef struct {
  sv_smt_making *m;
  sv_smt_net *s;
  sv_smt *z;
  uint32_t number;
  const sv_net_action *a;
  sv_smt_action *out;
  sv_smt_view view;  // state, choices, and the state after
  bool *copied;      // by queue: its parts after the step are our own
} making;

static void demand(making *k, sv_smt_term condition) {
  k->out->possible = sv_smt_and(k->z, k->out->possible, condition);
}

// ---- choices

static void add_choices(making *k) {
  sv_smt_net *s = k->s;
  sv_smt_term *choices = SV_ARENA_ARRAY(s->arena, sv_smt_term, k->a->choice_count + 1);
  for (uint32_t i = 0; i < k->a->choice_count; i++) {
    char name[48];
    snprintf(name, sizeof name, "choice.%u.%u", k->number, i);
    choices[i] = sv_smt_make_input(k->m, name, sv_rep_sort(&s->rep, k->a->choices[i]));
  }
  s->choices[k->number] = choices;
}

static void make_choices(making *k) {
  sv_smt_net *s = k->s;
  if (!s->choices[k->number]) add_choices(k);
  const sv_smt_term *choices = k->view.choices = s->choices[k->number];
  k->out->finite = true;
  for (uint32_t i = 0; i < k->a->choice_count; i++) {
    demand(k, sv_rep_within(&s->rep, k->a->choices[i], choices[i]));
    k->out->finite &= sv_sort_finite(s->rep.terms, k->a->choices[i]);
  }
}

// ---- queue operations

static sv_smt_term fresh_tag(void *context, const char *name, sv_smt_sort sort) {
  making *k = context;
  char full[48];
  snprintf(full, sizeof full, "%s.%u", name, (*k->m->tags)++);
  return sv_smt_make_input(k->m, full, sort);
}

static sv_smt_term *own_parts(making *k, uint32_t q) {
  uint32_t n = k->s->queues[q]->parts;
  if (!k->copied[q]) {
    sv_smt_term *own = SV_ARENA_ARRAY(k->m->arena, sv_smt_term, n + 1);
    if (n) memcpy(own, k->out->after.queues[q], n * sizeof *own);
    k->out->after.queues[q] = own;
    k->copied[q] = true;
  }
  return k->out->after.queues[q];
}

// The message in the queue's sorts; *possible: it fits.
static void make_fields(making *k, const sv_queue_op *op, const sv_net_queue *q,
                        sv_smt_terms *fields, sv_smt_term *possible) {
  sv_clear(*fields);
  *possible = sv_smt_truth(k->z, op->field_count == q->field_count);
  for (uint32_t f = 0; f < q->field_count && f < op->field_count; f++) {
    sv_smt_term fits, value = sv_view_scalar(&k->view, op->fields[f]);
    sv_sort from = sv_sort_of(k->s->rep.terms, op->fields[f]);
    sv_push(*fields, sv_rep_move(&k->s->rep, q->fields[f], from, value, &fits));
    *possible = sv_smt_and(k->z, *possible, fits);
  }
}

static bool is_first_slot(const making *k, const sv_queue_op *op) {
  sv_value v;
  if (sv_is_none(op->slot)) return true;
  return op->verb == SV_DEQUEUE && sv_is_const(k->s->rep.terms, op->slot, &v) &&
         sv_value_same(v, sv_small(0));
}

static void enqueue(making *k, const sv_queue_op *op, uint32_t q, sv_smt_term slot,
                    sv_smt_term *parts, sv_smt_term *possible, sv_smt_term *side) {
  sv_smt_terms fields = {0};
  sv_smt_term room;
  *side = sv_smt_truth(k->z, true);
  make_fields(k, op, k->s->queues[q]->net_queue, &fields, possible);
  if (!sv_smt_is_false(k->z, *possible)) {
    sv_queue_smt_enqueue(k->s->queues[q], parts, slot, fields.at, fresh_tag, k, &room, side);
    *possible = sv_smt_and(k->z, *possible, room);
  }
  sv_vec_free(fields);
}

static void do_op(making *k, const sv_queue_op *op, uint32_t q, sv_smt_term *parts,
                  sv_smt_term *possible, sv_smt_term *side) {
  const sv_queue_smt *queue = k->s->queues[q];
  assert(parts != k->m->now->queues[q] || !queue->parts);
  sv_smt_term slot = {NULL};
  if (!is_first_slot(k, op)) slot = sv_view_scalar(&k->view, op->slot);
  *possible = *side = sv_smt_truth(k->z, true);
  switch (op->verb) {
  case SV_ENQUEUE: enqueue(k, op, q, slot, parts, possible, side); break;
  case SV_DEQUEUE: sv_queue_smt_dequeue(queue, parts, slot, possible); break;
  case SV_DEFER: sv_queue_smt_defer(queue, parts, possible); break;
  case SV_FLUSH: sv_queue_smt_flush(queue, parts); break;
  case SV_EMPTY: sv_queue_smt_clear(queue, parts); break;
  }
}

// Queue q, if it is the one that is named; what is possible then.
static sv_smt_term do_op_if(making *k, const sv_queue_op *op, uint32_t q, sv_smt_term here) {
  uint32_t n = k->s->queues[q]->parts;
  sv_smt_term *parts = own_parts(k, q), possible, side;
  sv_smt_terms changed = {0};
  sv_fill(changed, n + 1);
  if (n) memcpy(changed.at, parts, n * sizeof *parts);
  do_op(k, op, q, changed.at, &possible, &side);
  for (uint32_t i = 0; i < n; i++) parts[i] = sv_smt_ite(k->z, here, changed.at[i], parts[i]);
  k->out->side = sv_smt_and(k->z, k->out->side, sv_smt_implies(k->z, here, side));
  sv_vec_free(changed);
  return possible;
}

static void make_queue_op(making *k, const sv_queue_op *op) {
  sv_sort sort = sv_sort_of(k->s->rep.terms, op->queue);
  sv_smt_term ref = sv_view_scalar(&k->view, op->queue), any = sv_smt_truth(k->z, false);
  uint32_t first, end;
  sv_code_candidates(k->s->net, op->queue, &first, &end);
  for (uint32_t q = first; q < end; q++) {
    sv_smt_term here = sv_rep_is(&k->s->rep, sort, ref, (uint64_t)q + 1);
    if (sv_smt_is_false(k->z, here)) continue;
    any = sv_smt_or(k->z, any, sv_smt_and(k->z, here, do_op_if(k, op, q, here)));
  }
  demand(k, any);
}

// ---- updates

typedef struct {
  sv_term indices[32];  // outermost first
  uint32_t depth;
  const sv_net_var *var;
} target;

static target split_target(const sv_smt_net *s, sv_term t) {
  target out = {0};
  sv_node node = sv_node_of(s->rep.terms, sv_index(t));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(s->rep.terms, sv_index(node.args[0]))) {
    REQUIRE(out.depth < SV_COUNT(out.indices), "an array of that many dimensions");
    out.indices[out.depth++] = node.args[1];
  }
  for (uint32_t i = 0, j = out.depth; i + 1 < j; i++, j--) {
    sv_term swap = out.indices[i];
    out.indices[i] = out.indices[j - 1], out.indices[j - 1] = swap;
  }
  out.var = &s->net->vars.at[node.id];
  return out;
}

// The part of the variable that begins at this cell is meant.
static sv_smt_term is_meant(making *k, const target *t, uint32_t offset) {
  const sv_terms *T = k->s->rep.terms;
  sv_smt_term all = sv_smt_truth(k->z, true);
  sv_sort sort = t->var->sort;
  for (uint32_t i = 0; i < t->depth; i++) {
    sort = sv_sort_get(T, sort)->element;
    uint32_t size = sv_sort_cells(T, sort), index = offset / size;
    assert(size && offset < t->var->cells);
    offset %= size;
    sv_smt_term at = sv_view_scalar(&k->view, t->indices[i]);
    all = sv_smt_and(k->z, all, sv_rep_is(&k->s->rep, sv_sort_of(T, t->indices[i]), at, index));
  }
  return all;
}

static void write_cell(making *k, const target *t, uint32_t cell, sv_smt_term here, sv_term value,
                       uint32_t part, uint32_t c) {
  sv_sort to = sv_sort_scalar(k->s->rep.terms, t->var->sort);
  sv_sort from = sv_sort_scalar(k->s->rep.terms, sv_sort_of(k->s->rep.terms, value));
  sv_smt_term v = part == 1 ? sv_view_scalar(&k->view, value) : sv_view_cells(&k->view, value)[c];
  sv_smt_term fits, moved = sv_rep_move(&k->s->rep, to, from, v, &fits);
  sv_smt_term *after = &k->out->after.cells[cell];
  assert(cell < k->s->net->cells && after->x);
  *after = sv_smt_ite(k->z, here, moved, *after);
  demand(k, sv_smt_implies(k->z, here, fits));
}

static void make_update(making *k, const sv_update *u) {
  target t = split_target(k->s, u->target);
  uint32_t part = sv_sort_cells(k->s->rep.terms, sv_sort_of(k->s->rep.terms, u->target));
  assert(part && t.var->cells % part == 0);
  for (uint32_t offset = 0; offset < t.var->cells; offset += part) {
    sv_smt_term here = is_meant(k, &t, offset);
    if (sv_smt_is_false(k->z, here)) continue;
    for (uint32_t c = 0; c < part; c++)
      write_cell(k, &t, t.var->first_cell + offset + c, here, u->value, part, c);
  }
}

// ---- moves and what must hold

static void make_moves(making *k) {
  const sv_net *net = k->s->net;
  for (uint32_t i = 0; i < k->a->edge_count; i++) {
    const sv_net_edge *e = &k->a->edges[i];
    const sv_net_var *pc = &net->vars.at[net->processes.at[e->process].pc];
    if (e->to == SV_STAY) continue;
    k->out->after.cells[pc->first_cell] = sv_rep_value(&k->s->rep, pc->sort, sv_small(e->to));
  }
}

static void make_edges_and_guard(making *k) {
  k->out->edges = sv_smt_truth(k->z, true);
  assert(!k->out->possible.x);  // made once
  for (uint32_t i = 0; i < k->a->edge_count; i++) {
    const sv_net_edge *e = &k->a->edges[i];
    k->out->edges = sv_smt_and(k->z, k->out->edges,
                               sv_view_among(&k->m->here, e->process, e->from, e->from_count));
  }
  k->out->guard = sv_view_scalar(&k->m->here, k->a->guard);
  k->out->possible = sv_smt_and(k->z, k->out->edges, k->out->guard);
}

static void begin_after(making *k) {
  sv_smt_net *s = k->s;
  sv_smt_state *after = &k->out->after;
  const sv_smt_state *now = k->m->now;
  after->cells = SV_ARENA_ARRAY(k->m->arena, sv_smt_term, s->net->cells + 1);
  after->queues = SV_ARENA_ARRAY(k->m->arena, sv_smt_term *, s->net->queues.n + 1);
  memcpy(after->cells, now->cells, s->net->cells * sizeof *after->cells);
  for (uint32_t q = 0; q < s->net->queues.n; q++) after->queues[q] = now->queues[q];
}

void sv_smt_make_action(sv_smt_making *m, uint32_t number) {
  sv_smt_net *s = m->s;
  making k = {.m = m,
              .s = s,
              .z = s->z,
              .number = number,
              .a = &s->net->actions.at[number],
              .out = &m->actions[number],
              .view = {.rep = &s->rep, .queues = s->queues, .now = m->now}};
  k.copied = SV_NEW_ARRAY(bool, s->net->queues.n + 1);
  k.out->side = sv_smt_truth(s->z, true);
  make_edges_and_guard(&k);
  make_choices(&k);
  begin_after(&k);
  k.view.next = &k.out->after;
  for (uint32_t i = 0; i < k.a->queue_op_count; i++) make_queue_op(&k, &k.a->queue_ops[i]);
  for (uint32_t i = 0; i < k.a->update_count; i++) make_update(&k, &k.a->updates[i]);
  make_moves(&k);
  demand(&k, sv_view_scalar(&k.view, k.a->constraint));
  demand(&k, sv_smt_invariants(s, &k.out->after));
  sv_smt_view_free(&k.view);
  sv_free(k.copied);
}

const sv_smt_action *sv_smt_action_of(sv_smt_making *m, uint32_t number) {
  if (!m->actions[number].possible.x) sv_smt_make_action(m, number);
  return &m->actions[number];
}
