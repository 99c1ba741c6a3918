// leave.c -- leaving states: exits from the inside out, in declaration order.
//
// Which states inside are active is known only when the step happens, so every
// exit is done on the condition that its state is. With a state die its
// completion event and its do-behaviour; what it has deferred is released; what
// was active in regions with a history is remembered.

#include "lang/uml/lower/draft.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

// ---- history

// The vertex of the region that is active, or what was kept before.
static void keep_shallowly(uml_draft *d, const uml_region *r, sv_term left) {
  uint32_t variable = d->instance->kept[r->number];
  if (!variable) return;
  sv_term target = sv_model_var(d->lowering->model, variable, SV_ROLE_SELF);
  sv_term value = uml_value_now(d, target);
  for (uint32_t k = 0; k < r->vertices.n; k++) {
    const uml_vertex *v = r->vertices.at[k];
    bool state = v->kind == UML_STATE;
    if (!state && v->kind != UML_FINAL) continue;
    sv_term number = sv_int_const(T(d), state ? (int64_t)k + 1 : 0);
    value = sv_ite(T(d), sv_and(T(d), left, uml_active_now(d, v)), number, value);
  }
  uml_set_now(d, target, value);
}

// The unit as it is: what the history restores. Where the region had ended, nothing.
static sv_term kept_value(uml_draft *d, const uml_unit *u, const uml_region *r) {
  const uml_place *p = &d->place[u->number];
  const uml_layout *y = d->instance->layout;
  bool between = p->kind == UML_AT && (!p->at || !y->member_of[p->at->number]);
  sv_term none = sv_const(T(d), u->sort, sv_small(UML_OFF));
  sv_term value = between ? none : uml_place_term(d, u);
  if (y->unit_of[r->vertices.at[0]->number] != u) return value;
  for (uint32_t k = 0; k < r->vertices.n; k++)
    if (r->vertices.at[k]->kind == UML_FINAL)
      value = sv_ite(T(d), uml_active_now(d, r->vertices.at[k]), none, value);
  return value;
}

// Between two states, or while it waits at a join, nothing is, and what was kept before stays.
static sv_term is_somewhere(uml_draft *d, const uml_region *r) {
  sv_term any = SV_FALSE;
  for (uint32_t k = 0; k < r->vertices.n; k++) {
    uml_vertex_kind kind = r->vertices.at[k]->kind;
    if (kind == UML_STATE || kind == UML_FINAL)
      any = sv_or(T(d), any, uml_active_now(d, r->vertices.at[k]));
  }
  return any;
}

// The region is left: all that is active in it, with the units inside.
void uml_keep_deeply(uml_draft *d, const uml_region *r, sv_term left) {
  const uml_layout *y = d->instance->layout;
  const uint32_t *kept = d->instance->kept_deep[r->number];
  if (!kept) return;
  sv_term active = sv_and(T(d), left, is_somewhere(d, r));
  for (uint32_t u = 0; u < y->units.n; u++) {
    if (!kept[u]) continue;
    sv_term target = sv_model_var(d->lowering->model, kept[u], SV_ROLE_SELF);
    sv_term value = kept_value(d, y->units.at[u], r);
    uml_set_now(d, target, sv_ite(T(d), active, value, uml_value_now(d, target)));
  }
}

// Interleaved: states inside may have been left already, so all of it is kept before (interleave.c).
static void keep_history(uml_draft *d, const uml_region *r, sv_term left) {
  keep_shallowly(d, r, left);
  if (!d->lowering->interleaved) uml_keep_deeply(d, r, left);
}

// ---- states

static bool defers_in(const uml_vertex *v) {
  if (v->deferred.n) return true;
  for (uint32_t r = 0; r < v->regions.n; r++)
    for (uint32_t k = 0; k < v->regions.at[r]->vertices.n; k++)
      if (defers_in(v->regions.at[r]->vertices.at[k])) return true;
  return false;
}

static void leave_state(uml_draft *d, const uml_vertex *v) {
  sv_term active = uml_active_now(d, v);
  if (sv_same(active, SV_FALSE)) return;
  for (uint32_t r = 0; r < v->regions.n; r++) {
    const uml_region *region = v->regions.at[r];
    keep_history(d, region, active);
    for (uint32_t k = 0; k < region->vertices.n; k++) leave_state(d, region->vertices.at[k]);
  }
  if (!d->lowering->interleaved) uml_behave_if(d, active, &v->exit.body);
  uint32_t activity = d->instance->activity[v->number];
  if (activity)
    uml_set_now(d, sv_model_var(d->lowering->model, activity, SV_ROLE_SELF), sv_int_const(T(d), 0));
}

static void forget_units(uml_draft *d, const uml_vertex *v) {
  const uml_layout *y = d->instance->layout;
  for (uint32_t i = 0; i < y->units.n; i++) {
    const uml_unit *u = y->units.at[i];
    if (!u->state || !uml_inside(u->state, v)) continue;
    if (u->completes) uml_draft_forget(d, i);
    if (d->instance->selected[i])  // what has not fired inside does not
      uml_set_now(d, sv_model_var(d->lowering->model, d->instance->selected[i], SV_ROLE_SELF),
                  sv_int_const(T(d), 0));
    uml_place_off(d, u);
  }
}

// What was still to be done inside is not done.
static bool concerns(const uml_task *task, const uml_vertex *v) {
  switch (task->kind) {
  case UML_DO_SEGMENT: return uml_inside(task->compound->path[task->segment]->source, v);
  case UML_DO_ENTER:
  case UML_DO_SETTLE:
  case UML_DO_OUT: return uml_inside(task->vertex, v);
  case UML_DO_INTO:
  case UML_DO_DEFAULT:
  case UML_DO_RESTORE:
  case UML_DO_LEG: return task->region->state && uml_inside(task->region->state, v);
  }
  SV_UNREACHABLE();
}

static void drop_tasks(uml_draft *d, const uml_vertex *v) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < d->todo.n; i++)
    if (!concerns(&d->todo.at[i], v)) d->todo.at[kept++] = d->todo.at[i];
  d->todo.n = kept;
}

static void leave(uml_draft *d, const uml_vertex *v) {
  if (v->kind != UML_STATE) return;
  leave_state(d, v);
  drop_tasks(d, v);
  if (defers_in(v)) uml_release(d, v->number + 1);
  forget_units(d, v);
}

static void arrive_between(uml_draft *d, const uml_region *r, const uml_vertex *member) {
  const uml_unit *u = d->instance->layout->unit_of[member->number];
  if (u->completes) uml_draft_forget(d, u->number);
  uml_place_at(d, u, u->region == r ? NULL : r->state);
}

void uml_leave_vertex(uml_draft *d, const uml_vertex *v) {
  if (v->kind == UML_STATE) keep_history(d, v->region, uml_active_now(d, v));
  leave(d, v);
  arrive_between(d, v->region, v);
}

void uml_leave_region(uml_draft *d, const uml_region *r) {
  if (r->state) keep_history(d, r, uml_active_now(d, r->state));
  for (uint32_t k = 0; k < r->vertices.n; k++) leave(d, r->vertices.at[k]);
  if (d->flushes) d->scope = d->instance->class->vertices.n + r->number + 1;
  arrive_between(d, r, r->vertices.at[0]);
}
