// control.c -- who is active, and who may fire.
//
// The event at the head of the pool is one, so "enabled" speaks of that event
// and no term is needed per event. For a state s
//   own(s)    some transition from s is enabled
//   below(s)  some transition from inside of s is
// both built from the parts of s, so all of them together are as long as the
// machine. A transition from s fires if it is enabled and not below(s).

#include "lang/uml/lower/draft.h"

sv_term uml_unit_is(uml_lowering *l, sv_term unit, const uml_unit *u, uint32_t member) {
  return sv_eq(l->terms, unit, sv_const(l->terms, u->sort, sv_small(member)));
}

static sv_term unit_value(uml_lowering *l, const uml_instance *i, const uml_unit *u) {
  return uml_variable_of(l, i, i->unit[u->number]);
}

// Members are numbered from the outside, so a state with all that shares its unit is a range.
static sv_term in_range(uml_lowering *l, sv_term unit, const uml_unit *u, uint32_t first,
                        uint32_t last) {
  if (first > last) return SV_FALSE;
  if (first == last) return uml_unit_is(l, unit, u, first);
  sv_term low = sv_const(l->terms, u->sort, sv_small(first));
  sv_term high = sv_const(l->terms, u->sort, sv_small(last));
  return sv_and(l->terms, sv_app2(l->terms, SV_OP_LE, low, unit),
                last + 1 == u->members.n ? SV_TRUE : sv_app2(l->terms, SV_OP_LE, unit, high));
}

// A state is active where its unit stands in it or inside of it.
sv_term uml_active(uml_lowering *l, const uml_instance *i, const uml_vertex *v) {
  const uml_layout *y = i->layout;
  const uml_unit *u = y->unit_of[v->number];
  return in_range(l, unit_value(l, i, u), u, y->first[v->number], y->last[v->number]);
}

sv_term uml_finished(uml_lowering *l, const uml_instance *i) {
  uint32_t pc = l->model->templates.at[i->template_number].pc;
  sv_term at = l->self == i ? sv_model_var(l->model, pc, SV_ROLE_SELF)
                            : sv_remote(l->terms, l->model->variables.at[pc].sort, pc,
                                        sv_int_const(l->terms, 0));
  sv_sort sort = l->model->variables.at[pc].sort;
  return sv_eq(l->terms, at, sv_const(l->terms, sort, sv_small(i->done)));
}

// ---- enabled transitions

sv_term uml_matches(uml_lowering *l, const uml_instance *i, const uml_trigger *t, uint32_t n) {
  sv_term any = SV_FALSE;
  for (uint32_t k = 0; k < n; k++) {
    sv_term signal = sv_const(l->terms, l->signal_sort, sv_small(t[k].signal->number));
    any = sv_or(l->terms, any, sv_eq(l->terms, i->event, signal));
  }
  return any;
}

static sv_term is_guarded_by(uml_draft *d, const uml_transition *t);

// No sibling with a guard can be taken.
static sv_term otherwise(uml_draft *d, const uml_vertex *branch) {
  sv_term none = SV_TRUE;
  for (uint32_t i = 0; i < branch->outgoing.n; i++)
    if (branch->outgoing.at[i]->guard)
      none = sv_and(d->lowering->terms, none, sv_not(is_guarded_by(d, branch->outgoing.at[i])));
  return none;
}

static sv_term is_guarded_by(uml_draft *d, const uml_transition *t) {
  if (t->is_else) return otherwise(d, t->source);
  return t->guard ? uml_term(d, t->guard) : SV_TRUE;
}

sv_term uml_guard(uml_draft *d, const uml_compound *c) {
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < c->n; i++)
    all = sv_and(d->lowering->terms, all, is_guarded_by(d, c->path[i]));
  return all;
}

// Its completion event is the next one.
static sv_term completes(uml_draft *d, const uml_vertex *v) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  sv_term head = sv_model_var(l->model, i->completion[0], SV_ROLE_SELF);
  sv_term unit = sv_int_const(l->terms, (int64_t)i->layout->unit_of[v->number]->number + 1);
  return sv_and(l->terms, sv_eq(l->terms, head, unit),
                sv_and(l->terms, uml_active_now(d, v), uml_completed_now(d, v)));
}

// The guards are read with the event in the pool, or with the completion event.
static void prepare_fires(uml_lowering *l, uml_instance *i, const uml_compound *c) {
  const uml_transition *t = c->path[0];
  if (t->source->kind != UML_STATE) return;
  uml_draft d;
  uml_draft_open(&d, l, i);
  bool completion = !t->triggers.n;
  d.event = completion ? UML_FROM_NOTHING : UML_FROM_POOL;
  d.transition = t;
  sv_term asked = completion ? completes(&d, t->source)
                             : sv_and(l->terms, uml_active(l, i, t->source),
                                      uml_matches(l, i, t->triggers.at, t->triggers.n));
  d.when = asked;
  sv_term guard = uml_guard(&d, c);
  for (int f = 0; f < UML_FAULT_COUNT; f++) {
    sv_term *faults = completion ? i->completion_faults : i->faults;
    faults[f] = sv_or(l->terms, faults[f], d.bad[f]);
    guard = sv_and(l->terms, guard, sv_not(d.bad[f]));
  }
  i->fires[c->number] = sv_and(l->terms, asked, guard);
  uml_draft_free(&d);
}

typedef SV_VEC(sv_term) term_list;

static void list_own(const uml_instance *i, const uml_vertex *v, term_list *out) {
  const uml_layout *y = i->layout;
  for (uint32_t k = 0; v->kind == UML_STATE && k < v->outgoing.n; k++) {
    uint32_t t = v->outgoing.at[k]->number;
    if (!v->outgoing.at[k]->triggers.n) continue;
    for (uint32_t c = y->first_compound[t]; c < y->first_compound[t + 1]; c++)
      sv_push(*out, i->fires[c]);
  }
}

// The conjunction with "v is active" changes nothing, but keeps the parts of v in a term of their
// own: a disjunction would become part of the next one.
static void prepare_state(uml_lowering *l, uml_instance *i, const uml_vertex *v) {
  term_list own = {0}, below = {0}, blocked = {0};
  list_own(i, v, &own);
  for (uint32_t r = 0; r < v->regions.n; r++)
    for (uint32_t k = 0; k < v->regions.at[r]->vertices.n; k++) {
      const uml_vertex *c = v->regions.at[r]->vertices.at[k];
      sv_push(below, i->own[c->number]);
      sv_push(below, i->below[c->number]);
      sv_push(blocked, i->blocked[c->number]);
      if (c->deferred.n)
        sv_push(blocked, sv_and(l->terms, uml_active(l, i, c),
                                uml_matches(l, i, c->deferred.at, c->deferred.n)));
    }
  sv_term active = uml_active(l, i, v);
  i->own[v->number] = sv_or_all(l->terms, own.at, own.n);
  i->below[v->number] = sv_and(l->terms, active, sv_or_all(l->terms, below.at, below.n));
  i->blocked[v->number] = sv_and(l->terms, active, sv_or_all(l->terms, blocked.at, blocked.n));
  sv_vec_free(own);
  sv_vec_free(below);
  sv_vec_free(blocked);
}

// Inner states have larger numbers, so those inside of v are done before v.
static void prepare_hierarchy(uml_lowering *l, uml_instance *i) {
  for (uint32_t n = i->class->vertices.n; n-- > 0;) prepare_state(l, i, i->class->vertices.at[n]);
}

// ---- deferral

// The event is deferred by v itself: only transitions from v or inside of it override that.
sv_term uml_deferred_by(uml_lowering *l, const uml_instance *i, const uml_vertex *v) {
  if (!v->deferred.n) return SV_FALSE;
  sv_term defers =
      sv_and(l->terms, uml_active(l, i, v), uml_matches(l, i, v->deferred.at, v->deferred.n));
  if (l->thesis) return defers;
  sv_term overridden = sv_or(l->terms, i->own[v->number], i->below[v->number]);
  return sv_and(l->terms, defers, sv_not(overridden));
}

static void prepare_totals(uml_lowering *l, uml_instance *i) {
  term_list deferral = {0}, any = {0};
  for (uint32_t n = 0; n < i->class->vertices.n; n++) {
    const uml_vertex *v = i->class->vertices.at[n];
    if (v->deferred.n) sv_push(deferral, uml_deferred_by(l, i, v));
    sv_push(any, l->thesis ? sv_and(l->terms, i->own[n], sv_not(i->blocked[n])) : i->own[n]);
  }
  i->deferral = sv_or_all(l->terms, deferral.at, deferral.n);
  i->any = sv_or_all(l->terms, any.at, any.n);
  if (l->thesis) i->deferral = sv_and(l->terms, i->deferral, sv_not(i->any));
  else i->any = sv_and(l->terms, i->any, sv_not(i->deferral));
  sv_vec_free(deferral);
  sv_vec_free(any);
}

// Nothing of the last event is left to be done, and no completion waits.
static void prepare_idle(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  i->idle = SV_TRUE;
  for (uint32_t k = 0; k < uml_slots(y); k++) {
    uint32_t variable = i->token ? i->token[k] : i->selected[k];
    if (!variable) continue;
    sv_term selected = sv_model_var(l->model, variable, SV_ROLE_SELF);
    i->idle = sv_and(l->terms, i->idle, sv_eq(l->terms, selected, sv_int_const(l->terms, 0)));
  }
  i->quiet = i->idle;
  if (y->completing)
    i->quiet = sv_and(l->terms, i->quiet,
                      sv_eq(l->terms, sv_model_var(l->model, i->completion[0], SV_ROLE_SELF),
                            sv_int_const(l->terms, 0)));
}

void uml_prepare_pool(uml_lowering *l, uml_instance *i) {
  sv_term zero = sv_int_const(l->terms, 0);
  i->queue = sv_queue(l->terms, i->pool, SV_ROLE_SELF, SV_NONE);
  i->waiting = sv_app2(l->terms, SV_OP_LT, zero, sv_app1(l->terms, SV_OP_QLEN, i->queue));
  i->event = sv_peek(l->terms, l->signal_sort, i->queue, zero, 0);
}

void uml_prepare_control(uml_lowering *l, uml_instance *i) {
  uint32_t vertices = i->class->vertices.n + 1;
  assert(l->self == i);
  i->own = SV_ARENA_ARRAY(l->arena, sv_term, vertices);
  i->below = SV_ARENA_ARRAY(l->arena, sv_term, vertices);
  i->blocked = SV_ARENA_ARRAY(l->arena, sv_term, vertices);
  i->fires = SV_ARENA_ARRAY(l->arena, sv_term, i->layout->compounds.n + 1);
  for (int f = 0; f < UML_FAULT_COUNT; f++) i->faults[f] = i->completion_faults[f] = SV_FALSE;
  uml_prepare_pool(l, i);
  prepare_idle(l, i);
  for (uint32_t c = 1; c < i->layout->compounds.n; c++) {
    i->fires[c] = SV_FALSE;
    prepare_fires(l, i, &i->layout->compounds.at[c]);
  }
  prepare_hierarchy(l, i);
  prepare_totals(l, i);
}
