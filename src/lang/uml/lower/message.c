// message.c -- where messages go, and whether there is room for them.

#include "lang/uml/lower/emit.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

// ---- who receives it

static bool can_receive(const uml_sending *m, const uml_instance *i) {
  return m->to ? m->to == i : m->class == i->class;
}

// The message goes to this object.
static sv_term goes_to(uml_draft *d, const uml_sending *m, const uml_instance *i) {
  if (!can_receive(m, i)) return SV_FALSE;
  if (m->to) return SV_TRUE;
  sv_sort sort = sv_sort_of(T(d), m->target);
  return sv_eq(T(d), m->target, sv_const(T(d), sort, sv_small((int64_t)i->object->of_class + 1)));
}

sv_term uml_receiver_queue(uml_draft *d, const uml_sending *m) {
  uml_lowering *l = d->lowering;
  if (m->to) return sv_queue(T(d), m->to->pool, SV_ROLE_SELF, SV_NONE);
  sv_sort ref = sv_sort_ref(T(d));
  sv_term queue = sv_const(T(d), ref, sv_sort_default(T(d), ref));
  for (uint32_t k = l->machines->objects.n; k-- > 0;) {
    const uml_instance *i = &l->instances[k];
    if (can_receive(m, i))
      queue = sv_ite(T(d), goes_to(d, m, i), sv_queue(T(d), i->pool, SV_ROLE_SELF, SV_NONE), queue);
  }
  return queue;
}

sv_term uml_is_received(uml_draft *d, const uml_sending *m) {
  uml_lowering *l = d->lowering;
  sv_term finished = SV_FALSE;
  for (uint32_t k = 0; k < l->machines->objects.n; k++) {
    const uml_instance *i = &l->instances[k];
    if (can_receive(m, i) && i->layout->can_finish && i != d->instance)
      finished = sv_or(T(d), finished, sv_and(T(d), goes_to(d, m, i), uml_finished(l, i)));
  }
  return sv_and(T(d), m->when, sv_not(finished));
}

sv_term uml_comes_back(uml_draft *d, const uml_messages *all) {
  sv_term some = SV_FALSE;
  for (uint32_t k = 0; k < all->n; k++)
    some = sv_or(T(d), some, goes_to(d, all->at[k], d->instance));
  return some;
}

// ---- room

// Both messages have the same receiver.
static sv_term same_receiver(uml_draft *d, const uml_sending *a, const uml_sending *b) {
  if (a->to && b->to) return sv_bool_const(a->to == b->to);
  if (a->class != b->class) return SV_FALSE;
  if (a->to) return goes_to(d, b, a->to);
  return b->to ? goes_to(d, a, b->to) : sv_eq(T(d), a->target, b->target);
}

static sv_term number_if(uml_draft *d, sv_term condition) {
  return sv_ite(T(d), condition, sv_int_const(T(d), 1), sv_int_const(T(d), 0));
}

static sv_term capacity_of(uml_draft *d, const uml_sending *m) {
  uml_lowering *l = d->lowering;
  sv_term capacity = sv_int_const(T(d), l->capacity);
  for (uint32_t k = 0; k < l->machines->objects.n; k++) {
    const uml_instance *i = &l->instances[k];
    uint32_t own = l->model->queues.at[i->pool].capacity;
    if (can_receive(m, i) && own != l->capacity)
      capacity = sv_ite(T(d), goes_to(d, m, i), sv_int_const(T(d), own), capacity);
  }
  return capacity;
}

sv_term uml_room(uml_draft *d, const uml_messages *all, uint32_t n) {
  const uml_sending *m = all->at[n];
  sv_term queue = uml_receiver_queue(d, m), zero = sv_int_const(T(d), 0), more = zero;
  for (uint32_t k = 0; k < n; k++)
    more = sv_app2(T(d), SV_OP_ADD, more, number_if(d, same_receiver(d, all->at[k], m)));
  if (d->dequeues) more = sv_app2(T(d), SV_OP_SUB, more, number_if(d, goes_to(d, m, d->instance)));
  if (sv_same(more, sv_int_const(T(d), -1))) return SV_TRUE;
  if (sv_same(more, zero)) return sv_not(sv_app1(T(d), SV_OP_QFULL, queue));
  sv_term used = sv_app1(T(d), SV_OP_QLEN, queue);
  if (d->lowering->layouts[m->class->number].defers)
    used = sv_app2(T(d), SV_OP_ADD, used, sv_app1(T(d), SV_OP_QDEFER, queue));
  return sv_app2(T(d), SV_OP_LT, sv_app2(T(d), SV_OP_ADD, used, more), capacity_of(d, m));
}
