// defer.c -- events that wait until a state is left.
//
// The model's queues know deferred messages and can release them all at once.
// That is enough where no two states that defer are active together, and for
// the thesis, where every firing releases everything. Else a message carries
// the number of the state that holds it; when a state is left, all messages are
// released and then sorted again: those that another state still holds go back,
// one after the other, before anybody else moves.

#include "lang/uml/lower/emit.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

static sv_term variable(const uml_draft *d, uint32_t number) {
  return sv_model_var(d->lowering->model, number, SV_ROLE_SELF);
}

void uml_release(uml_draft *d, uint32_t scope) {
  const uml_class *class = d->instance->class;
  d->flushes = true;
  // Of several, the outermost one that was left.
  bool outer = !d->scope;
  if (d->scope && d->scope <= class->vertices.n && scope <= class->vertices.n)
    outer = uml_inside(class->vertices.at[d->scope - 1], class->vertices.at[scope - 1]);
  if (outer) d->scope = scope;
}

// ---- deferring

static sv_term *fields_at(uml_draft *d, sv_term slot, sv_term holder) {
  uml_lowering *l = d->lowering;
  sv_term *fields = SV_ARENA_ARRAY(l->arena, sv_term, l->field_count);
  for (uint32_t f = 0; f < l->field_count; f++)
    fields[f] = sv_peek(T(d), l->fields[f], d->instance->queue, slot, f);
  if (l->holder) fields[l->holder] = holder;
  return fields;
}

static void write_ops(uml_draft *d, const uml_edge *edge, const sv_queue_op *ops, uint32_t n,
                      sv_term guard) {
  uml_action_draft a = {.edge = edge};
  for (uint32_t k = 0; k < n; k++) sv_push(a.ops, ops[k]);
  uml_write_action(d, &a, guard);
  sv_vec_free(a.ops);
}

// The message is marked, and goes to the end of the deferred ones.
static void defer_held(uml_draft *d, const uml_edge *edge, const uml_vertex *v, sv_term guard) {
  uml_lowering *l = d->lowering;
  sv_term queue = d->instance->queue, zero = sv_int_const(T(d), 0);
  sv_term holder = sv_int_const(T(d), (int64_t)v->number + 1);
  sv_queue_op ops[] = {{.verb = SV_DEQUEUE, .queue = queue},
                       {.verb = SV_ENQUEUE,
                        .queue = queue,
                        .slot = zero,
                        .fields = fields_at(d, zero, holder),
                        .field_count = l->field_count},
                       {.verb = SV_DEFER, .queue = queue}};
  write_ops(d, edge, ops, SV_COUNT(ops), guard);
}

static bool comes_before(const uml_vertex *a, const uml_vertex *b) {
  return a->depth != b->depth ? a->depth > b->depth : a->number < b->number;
}

// The innermost state that defers it holds it, of several the first.
static sv_term is_holder(uml_draft *d, const uml_vertex *v) {
  uml_lowering *l = d->lowering;
  const uml_class *class = d->instance->class;
  sv_term holds = uml_deferred_by(l, d->instance, v);
  for (uint32_t k = 0; k < class->vertices.n; k++) {
    const uml_vertex *w = class->vertices.at[k];
    if (w->deferred.n && w != v && comes_before(w, v))
      holds = sv_and(T(d), holds, sv_not(uml_deferred_by(l, d->instance, w)));
  }
  return holds;
}

static void lower_defer(uml_draft *d) {
  const uml_instance *i = d->instance;
  sv_term guard = sv_and(T(d), sv_and(T(d), i->quiet, i->waiting), i->deferral);
  uml_edge edge = {&i->run, 1, i->run, "an event is deferred"};
  if (!i->sorting) {
    sv_queue_op op = {.verb = SV_DEFER, .queue = i->queue};
    write_ops(d, &edge, &op, 1, guard);
    return;
  }
  for (uint32_t k = 0; k < i->class->vertices.n; k++)
    if (i->class->vertices.at[k]->deferred.n)
      defer_held(d, &edge, i->class->vertices.at[k],
                 sv_and(T(d), guard, is_holder(d, i->class->vertices.at[k])));
}

// ---- sorting again

// The state that holds the message was left.
static sv_term is_released(uml_draft *d, sv_term holder) {
  const uml_instance *i = d->instance;
  const uml_class *class = i->class;
  sv_term scope = variable(d, i->scope), any = SV_FALSE;
  for (uint32_t n = 0; n < class->vertices.n; n++) {
    const uml_vertex *v = class->vertices.at[n];
    if (!v->deferred.n) continue;
    sv_term left = SV_FALSE;
    for (uint32_t s = 0; s < class->vertices.n; s++)
      if (uml_inside(v, class->vertices.at[s]))
        left = sv_or(T(d), left, sv_eq(T(d), scope, sv_int_const(T(d), (int64_t)s + 1)));
    for (uint32_t r = 0; r < class->region_count; r++) {
      bool inside = false;
      for (const uml_vertex *w = v; w; w = w->owner) inside |= w->region && w->region->number == r;
      if (inside)
        left = sv_or(T(d), left,
                     sv_eq(T(d), scope, sv_int_const(T(d), (int64_t) class->vertices.n + r + 1)));
    }
    sv_term held = sv_eq(T(d), holder, sv_int_const(T(d), (int64_t)n + 1));
    any = sv_or(T(d), any, sv_and(T(d), held, left));
  }
  return any;
}

static void step_on(uml_draft *d, bool passes) {
  const uml_instance *i = d->instance;
  sv_term one = sv_int_const(T(d), 1), zero = sv_int_const(T(d), 0);
  sv_term last = sv_eq(T(d), variable(d, i->again), one);
  sv_term passed = variable(d, i->passed);
  sv_term next = passes ? sv_app2(T(d), SV_OP_ADD, passed, one) : passed;
  uml_set_now(d, variable(d, i->again), sv_app2(T(d), SV_OP_SUB, variable(d, i->again), one));
  uml_set_now(d, passed, sv_ite(T(d), last, zero, next));
  uml_set_now(d, variable(d, i->scope), sv_ite(T(d), last, zero, variable(d, i->scope)));
}

// One message: it stays released, or goes back. The last one ends it.
static void lower_sort(uml_lowering *l, uml_instance *i, bool released, bool last) {
  uml_draft d;
  uml_draft_open(&d, l, i);
  d.span = i->class->span;
  sv_term slot = variable(&d, i->passed), zero = sv_int_const(l->terms, 0);
  sv_term holder = sv_peek(l->terms, l->fields[l->holder], i->queue, slot, l->holder);
  sv_term free = is_released(&d, holder);
  sv_term one = sv_eq(l->terms, variable(&d, i->again), sv_int_const(l->terms, 1));
  sv_term guard = sv_and(l->terms, released ? free : sv_not(free), last ? one : sv_not(one));
  step_on(&d, released);
  sv_queue_op ops[] = {{.verb = SV_DEQUEUE, .queue = i->queue, .slot = slot},
                       {.verb = SV_ENQUEUE,
                        .queue = i->queue,
                        .slot = released ? slot : zero,
                        .fields = fields_at(&d, slot, released ? zero : holder),
                        .field_count = l->field_count},
                       {.verb = SV_DEFER, .queue = i->queue}};
  uml_edge edge = {&i->sorting, 1, last ? i->run : i->sorting,
                   released ? "an event is released" : "an event stays deferred"};
  write_ops(&d, &edge, ops, released ? 2 : 3, guard);
  uml_draft_free(&d);
}

void uml_lower_deferral(uml_lowering *l, uml_instance *i) {
  uml_draft d;
  if (!i->layout->defers) return;
  uml_draft_open(&d, l, i);
  d.span = i->class->span;
  lower_defer(&d);
  uml_draft_free(&d);
  for (int k = 0; i->sorting && k < 4; k++) lower_sort(l, i, k & 1, k & 2);
}
