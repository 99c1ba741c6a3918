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

// Where the unit is, or was before it was left in this step and not entered again: on a way out through
// pseudostates what is left first counts, too.
static sv_term last_value(uml_draft *d, const uml_unit *u) {
  const uml_place *p = &d->place[u->number];
  const uint32_t *member_of = d->instance->layout->member_of;
  bool between = p->kind == UML_AT && (!p->at || !member_of[p->at->number]);
  if (!sv_is_none(p->was)) return p->was;
  return between ? sv_const(T(d), u->sort, sv_small(UML_OFF)) : uml_place_term(d, u);
}

// What the history restores. Where the region had ended, nothing.
static sv_term kept_value(uml_draft *d, const uml_unit *u, const uml_region *r) {
  const uml_layout *y = d->instance->layout;
  sv_term none = sv_const(T(d), u->sort, sv_small(UML_OFF)), value = last_value(d, u);
  if (y->unit_of[r->vertices.at[0]->number] != u) return value;
  for (uint32_t k = 0; k < r->vertices.n; k++)
    if (r->vertices.at[k]->kind == UML_FINAL)
      value = sv_ite(T(d), uml_active_now(d, r->vertices.at[k]), none, value);
  return value;
}

// The unit, or one around it, was left in an earlier step: it waits at a join, or interleaved.
static sv_term stays(uml_draft *d, const uml_unit *u) {
  sv_term any = SV_FALSE;
  for (; u; u = u->around) {
    const uml_place *p = &d->place[u->number];
    if (!sv_is_none(p->stays)) any = sv_or(T(d), any, p->stays);
    for (uint32_t m = 1; m < u->members.n; m++)
      if (u->members.at[m].kind == UML_WAITS)
        any = sv_or(T(d), any, uml_unit_is(d->lowering, last_value(d, u), u, m));
  }
  return any;
}

static void keep_unit(uml_draft *d, const uml_region *r, const uml_unit *u, sv_term condition) {
  uint32_t kept = d->instance->kept_deep[r->number][u->number];
  if (!kept) return;
  sv_term target = sv_model_var(d->lowering->model, kept, SV_ROLE_SELF);
  sv_term anew = sv_and(T(d), condition, sv_not(stays(d, u)));
  uml_set_now(d, target, sv_ite(T(d), anew, kept_value(d, u, r), uml_value_now(d, target)));
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
  if (!d->instance->kept_deep[r->number]) return;
  sv_term active = sv_and(T(d), left, is_somewhere(d, r));
  for (uint32_t u = 0; u < y->units.n; u++) keep_unit(d, r, y->units.at[u], active);
}

void uml_keep_waiting(uml_draft *d, const uml_region *mine) {
  const uml_layout *y = d->instance->layout;
  for (const uml_region *r = mine->state->region; r; r = r->state ? r->state->region : NULL)
    for (uint32_t u = 0; d->instance->kept_deep[r->number] && u < y->units.n; u++)
      if (uml_inside_region(y->units.at[u]->region->vertices.at[0], mine))
        keep_unit(d, r, y->units.at[u], SV_TRUE);
}

static bool may_lead_out(const uml_vertex *v) {
  for (uint32_t r = 0; r < v->regions.n; r++)
    for (uint32_t k = 0; k < v->regions.at[r]->vertices.n; k++) {
      uml_vertex_kind kind = v->regions.at[r]->vertices.at[k]->kind;
      if (kind == UML_CHOICE || kind == UML_JUNCTION) return true;
    }
  return v->points.n > 0;
}

void uml_keep_entered(uml_draft *d, const uml_vertex *v) {
  const uml_layout *y = d->instance->layout;
  if (!d->lowering->interleaved || !may_lead_out(v)) return;
  for (const uml_region *r = v->region; r; r = r->state ? r->state->region : NULL)
    for (uint32_t u = 0; d->instance->kept_deep[r->number] && u < y->units.n; u++)
      if (y->units.at[u] == y->unit_of[v->number] ||
          (y->units.at[u]->state && uml_inside(y->units.at[u]->state, v)))
        keep_unit(d, r, y->units.at[u], SV_TRUE);
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
    sv_term was = last_value(d, u);
    uml_place_off(d, u);
    d->place[i].was = was;
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
  sv_term was = last_value(d, u);
  d->place[u->number] =
      (uml_place){.kind = UML_AT, .at = u->region == r ? NULL : r->state, .was = was};
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
