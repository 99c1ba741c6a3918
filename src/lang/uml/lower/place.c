// place.c -- where units stand in a draft, and completion events.
//
// Completions wait first in, first out, each by the number of its unit: there
// is at most one in a unit, since only the innermost active state of it can
// have completed. (A flag per state would admit any order.)

#include "lang/uml/lower/draft.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

static bool is_within(const uml_unit *u, const uml_unit *outer) {
  while (u && u != outer) u = u->around;
  return u;
}

// What was left before in it does not count any more.
void uml_place_at(uml_draft *d, const uml_unit *u, const uml_vertex *v) {
  const uml_layout *y = d->instance->layout;
  for (uint32_t k = 0; k < y->units.n; k++)
    if (is_within(y->units.at[k], u)) d->place[k].was = SV_NONE;
  d->place[u->number] = (uml_place){.kind = UML_AT, .at = v};
}

void uml_place_off(uml_draft *d, const uml_unit *u) {
  d->place[u->number] = (uml_place){.kind = UML_IS_OFF};
}

static const uml_unit *unit_of(const uml_draft *d, const uml_vertex *v) {
  return d->instance->layout->unit_of[v->number];
}

sv_term uml_active_now(uml_draft *d, const uml_vertex *v) {
  const uml_place *p = &d->place[unit_of(d, v)->number];
  switch (p->kind) {
  case UML_KEEPS: return uml_active(d->lowering, d->instance, v);
  case UML_AT: return sv_bool_const(p->at && uml_inside(p->at, v));
  case UML_IS_OFF:
  case UML_WAITS_AT: return SV_FALSE;
  }
  SV_UNREACHABLE();
}

static uint32_t waiting_member(const uml_unit *u, const uml_vertex *join) {
  for (uint32_t i = 1; i < u->members.n; i++)
    if (u->members.at[i].kind == UML_WAITS && u->members.at[i].at == join) return i;
  return UML_OFF;
}

bool uml_unit_waits(const uml_unit *u, const uml_vertex *join) {
  return waiting_member(u, join) != UML_OFF;
}

sv_term uml_waits_now(uml_draft *d, const uml_unit *u, const uml_vertex *join) {
  const uml_place *p = &d->place[u->number];
  if (p->kind != UML_KEEPS) return sv_bool_const(p->kind == UML_WAITS_AT && p->at == join);
  sv_term unit = uml_variable_of(d->lowering, d->instance, d->instance->unit[u->number]);
  return uml_unit_is(d->lowering, unit, u, waiting_member(u, join));
}

sv_term uml_place_term(uml_draft *d, const uml_unit *u) {
  const uml_layout *y = d->instance->layout;
  const uml_place *p = &d->place[u->number];
  uint32_t member = UML_OFF;
  switch (p->kind) {
  case UML_KEEPS: return uml_variable_of(d->lowering, d->instance, d->instance->unit[u->number]);
  case UML_AT:
    assert(!p->at || y->member_of[p->at->number]);
    if (p->at) member = y->member_of[p->at->number];
    break;
  case UML_WAITS_AT: member = waiting_member(u, p->at); break;
  case UML_IS_OFF: break;
  }
  return sv_const(T(d), u->sort, sv_small(member));
}

// ---- completion events

static sv_term is_number(uml_draft *d, sv_term slot, uint32_t n) {
  return sv_eq(T(d), slot, sv_int_const(T(d), n));
}

// Behind those that wait already.
void uml_draft_complete(uml_draft *d, uint32_t unit, sv_term condition) {
  sv_term free = condition, number = sv_int_const(T(d), (int64_t)unit + 1);
  for (uint32_t k = 0; k < d->instance->layout->completing; k++) {
    sv_term empty = is_number(d, d->completion[k], 0);
    d->completion[k] = sv_ite(T(d), sv_and(T(d), free, empty), number, d->completion[k]);
    free = sv_and(T(d), free, sv_not(empty));
  }
}

// It dies with its state; those behind it move up.
void uml_draft_forget(uml_draft *d, uint32_t unit) {
  uint32_t n = d->instance->layout->completing;
  sv_term gone = SV_FALSE, zero = sv_int_const(T(d), 0);
  for (uint32_t k = 0; k < n; k++) {
    gone = sv_or(T(d), gone, is_number(d, d->completion[k], unit + 1));
    sv_term next = k + 1 < n ? d->completion[k + 1] : zero;
    d->completion[k] = sv_ite(T(d), gone, next, d->completion[k]);
  }
}
