// interleave.c -- exit, effect and entry as steps of their own (--regions interleaved).
//
// Each unit has a token: the *point* that its part of the step has come to,
// such as "the effect of this transition comes next". A step of the model
// executes one behaviour of some unit and moves on to the next point; what
// needs no behaviour is passed through at once. Dispatching an event puts a
// token into every unit that takes it. Where a behaviour is missing, going on
// may have to wait for others (the exits of several regions); then it is done
// by a step that executes nothing, before anything else of the object happens.
//
// Leaving: the token of the transition stays where it is while the states that
// it leaves are left one by one, each when all inside of it has been left.

#include "lang/uml/lower/emit.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

// ---- points and their tokens

uint32_t uml_slots(const uml_layout *y) { return y->units.n + y->beside.n; }

// The point's own slot; if it has none, that of the unit around its state.
static uint32_t slot_beside(const uml_layout *y, const uml_vertex *point) {
  for (uint32_t k = 0; k < y->beside.n; k++)
    if (y->beside.at[k] == point) return y->units.n + k;
  return y->unit_of[point->number]->number;
}

uint32_t uml_slot_of(const uml_draft *d, const uml_task *task) {
  const uml_vertex *source = task->compound->path[task->segment]->source;
  return slot_beside(d->instance->layout, task->beside ? task->beside : source);
}

static bool same_task(const uml_task *a, const uml_task *b) {
  return a->kind == b->kind && a->compound == b->compound && a->segment == b->segment &&
         a->vertex == b->vertex && a->goal == b->goal && a->region == b->region &&
         a->way == b->way && a->history == b->history && a->beside == b->beside;
}

static uint32_t number_of(uml_layout *y, const uml_point *p) {
  for (uint32_t i = 1; i < y->points.n; i++) {
    const uml_point *q = &y->points.at[i];
    if (q->kind == p->kind && q->slot == p->slot && same_task(&q->task, &p->task)) return i;
  }
  assert(!y->points_known);
  sv_push(y->points, *p);
  return y->points.n - 1;
}

void uml_pause(uml_draft *d, uml_point_kind kind, uint32_t slot, const uml_task *task) {
  uml_point p = {kind, slot, *task};
  assert(d->lowering->interleaved);
  p.task.stage = UML_AT_BEGIN;
  d->token[slot] = number_of(d->instance->layout, &p);
}

bool uml_may_act(uml_draft *d, const uml_behavior *b) {
  if (!d->lowering->interleaved || !uml_acts(b)) return true;
  bool may = d->may_act;
  d->may_act = false;
  return may;
}

static sv_term token_is(uml_draft *d, uint32_t slot, int64_t point) {
  if (d->token[slot] >= 0) return sv_bool_const(d->token[slot] == point);
  if (!d->instance->token) return SV_TRUE;  // while points are being found
  sv_term token = sv_model_var(d->lowering->model, d->instance->token[slot], SV_ROLE_SELF);
  return sv_eq(T(d), token, sv_int_const(T(d), point));
}

sv_term uml_at_rest(uml_draft *d, const uml_unit *u) {
  return d->lowering->interleaved ? token_is(d, u->number, 0) : SV_TRUE;
}

sv_term uml_all_at_rest(uml_draft *d) {
  sv_term rest = SV_TRUE;
  for (uint32_t k = 0; k < uml_slots(d->instance->layout); k++)
    rest = sv_and(T(d), rest, token_is(d, k, 0));
  return rest;
}

// ---- what a transition leaves

typedef struct {
  const uml_vertex *vertex;  // or
  const uml_region *region;  // all of it
} left_part;

static left_part left_in(const uml_transition *t, const uml_region *scope) {
  const uml_vertex *from = t->source->kind == UML_EXIT_POINT ? t->source->owner : t->source;
  if (!scope || t->kind == UML_INTERNAL || from->kind == UML_ENTRY_POINT) return (left_part){0};
  if (!uml_inside_region(from, scope)) return (left_part){.region = scope};
  const uml_vertex *main = uml_main_vertex(from, scope);
  return (left_part){.vertex = main->kind == UML_STATE ? main : NULL};
}

// At a join that is not complete only the region of the source is left.
static left_part left_first(const uml_transition *t) {
  if (t->target->kind != UML_JOIN) return left_in(t, uml_scope_of(t));
  const uml_vertex *main = t->source, *state = uml_joined_state(t->target);
  while (main->owner != state) main = main->owner;
  return (left_part){.vertex = main};
}

static bool is_in(const uml_vertex *v, const left_part *part) {
  if (part->vertex) return uml_inside(v, part->vertex);
  return part->region && uml_inside_region(v, part->region);
}

bool uml_exits_for(const uml_transition *t) {
  left_part part = left_in(t, uml_scope_of(t));
  const uml_class *class = t->source->class;
  for (uint32_t i = 0; i < class->vertices.n; i++)
    if (uml_acts(&class->vertices.at[i]->exit) && is_in(class->vertices.at[i], &part)) return true;
  return false;
}

// No state with an exit behaviour is active there.
static sv_term exits_done(uml_draft *d, const left_part *part, const uml_vertex *but) {
  const uml_class *class = d->instance->class;
  sv_term done = SV_TRUE;
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    const uml_vertex *v = class->vertices.at[i];
    if (uml_acts(&v->exit) && v != but && is_in(v, part))
      done = sv_and(T(d), done, sv_not(uml_active_now(d, v)));
  }
  return done;
}

static const uml_transition *transition_of(const uml_point *p) {
  return p->task.compound->path[p->task.segment];
}

// The state around what has the slot.
static const uml_vertex *state_around(const uml_layout *y, uint32_t slot) {
  return slot < y->units.n ? y->units.at[slot]->state : y->beside.at[slot - y->units.n]->owner;
}

// The effect of a selected transition that may lead out of states around it has not happened yet.
static bool is_late(const uml_point *p) {
  const uml_compound *c = p->task.compound;
  return p->task.kind == UML_DO_SEGMENT && p->task.segment == 0 &&
         c->path[0]->source->kind == UML_STATE &&
         uml_leads_out(c->path[0]->source, c->path[c->n - 1]);
}

// Of several that may leave a state any may be first; what of the others has not happened does not.
static sv_term gives_way(uml_draft *d, uint32_t slot, uint32_t own) {
  const uml_layout *y = d->instance->layout;
  const uml_vertex *around = state_around(y, own);
  sv_term any = SV_FALSE;
  for (uint32_t n = 1; n < y->points.n; n++) {
    const uml_point *p = &y->points.at[n];
    bool leaves = p->kind == UML_TO_LEAVE || p->kind == UML_TO_KEEP;
    if (p->slot != slot || (!leaves && p->kind != UML_TO_EFFECT)) continue;
    if (p->task.kind != UML_DO_SEGMENT) continue;
    const uml_transition *t = transition_of(p);
    left_part all = left_in(t, uml_scope_of(t));
    sv_term ready = sv_bool_const(leaves && around && is_in(around, &all));
    if (t->target->kind == UML_JOIN && !sv_same(ready, SV_FALSE)) ready = uml_join_is_last(d, t);
    sv_term gives = is_late(p) ? SV_TRUE : ready;
    if (!sv_same(gives, SV_FALSE))
      any = sv_or(T(d), any, sv_and(T(d), gives, token_is(d, slot, n)));
  }
  return any;
}

// Nobody else is under way there, but for those who give way.
static sv_term rests_inside(uml_draft *d, const left_part *part, uint32_t own) {
  const uml_layout *y = d->instance->layout;
  sv_term rests = SV_TRUE;
  for (uint32_t k = 0; k < uml_slots(y); k++) {
    const uml_vertex *state = state_around(y, k);
    bool inside = state && is_in(state, part);
    // A transition beside the regions of a state waits for the region that shares the state's unit.
    if (k < y->units.n && own >= y->units.n)
      inside |= y->unit_of[y->beside.at[own - y->units.n]->number]->number == k;
    if (inside && k != own)
      rests = sv_and(T(d), rests, sv_or(T(d), token_is(d, k, 0), gives_way(d, k, own)));
  }
  return rests;
}

void uml_forget_inside(uml_draft *d, const uml_transition *t) {
  left_part part = left_in(t, uml_scope_of(t));
  for (uint32_t k = 0; d->lowering->interleaved && k < uml_slots(d->instance->layout); k++) {
    const uml_vertex *state = state_around(d->instance->layout, k);
    if (state && is_in(state, &part)) d->token[k] = 0;
  }
}

sv_term uml_all_done(uml_draft *d, const uml_task *task) {
  const uml_transition *t = task->compound->path[task->segment];
  left_part part = left_in(t, uml_scope_of(t));
  return sv_and(T(d), exits_done(d, &part, NULL), rests_inside(d, &part, uml_slot_of(d, task)));
}

bool uml_waits_for_units(const uml_draft *d, const uml_transition *t) {
  const uml_layout *y = d->instance->layout;
  left_part part = left_in(t, uml_scope_of(t));
  bool behind = t->source->kind != UML_STATE || t->target->kind == UML_JOIN;
  for (uint32_t k = 0; behind && k < y->units.n; k++)
    if (y->units.at[k]->state && is_in(y->units.at[k]->state, &part)) return true;
  return false;
}

// The point's transition is about to leave this state.
static sv_term leaves(uml_draft *d, uint32_t number, const uml_vertex *v) {
  const uml_point *p = &d->instance->layout->points.at[number];
  if (p->kind != UML_TO_LEAVE) return SV_FALSE;
  const uml_transition *t = transition_of(p);
  left_part first = left_first(t), all = left_in(t, uml_scope_of(t));
  if (!is_in(v, &all)) return SV_FALSE;
  sv_term here = token_is(d, p->slot, number);
  if (is_in(v, &first)) return sv_and(T(d), here, rests_inside(d, &first, p->slot));
  here = sv_and(T(d), here, rests_inside(d, &all, p->slot));
  return sv_and(T(d), here, sv_and(T(d), uml_join_is_last(d, t), exits_done(d, &first, NULL)));
}

// ---- deep history: kept before the first state is left

// Does leaving the part concern the deep history?
static bool is_kept_for(const uml_vertex *h, const left_part *part) {
  if (h->kind != UML_DEEP_HISTORY) return false;
  const uml_region *r = h->region;
  bool own = r == part->region || (part->vertex && part->vertex->region == r);
  return own || (r->state && is_in(r->state, part));
}

// Before the first state on a way that may lead out of the history's region is left.
static bool is_kept_around(const uml_vertex *h, const left_part *part, const uml_transition *t) {
  const uml_vertex *in = part->region ? part->region->vertices.at[0] : part->vertex;
  uml_vertex_kind to = t->target->kind;
  bool on = to == UML_CHOICE || to == UML_JUNCTION || to == UML_EXIT_POINT || to == UML_JOIN;
  return h->kind == UML_DEEP_HISTORY && t->source->kind == UML_STATE && on && in &&
         uml_inside_region(in, h->region);
}

static void keep_part(uml_draft *d, const left_part *part, const uml_transition *t,
                      sv_term condition) {
  const uml_class *class = d->instance->class;
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    const uml_vertex *h = class->vertices.at[i];
    if (!is_kept_for(h, part) && !is_kept_around(h, part, t)) continue;
    sv_term active = h->owner ? uml_active_now(d, h->owner) : SV_TRUE;
    uml_keep_deeply(d, h->region, sv_and(T(d), condition, active));
  }
}

bool uml_keeps_for(const uml_transition *t) {
  left_part part = left_in(t, uml_scope_of(t));
  for (uint32_t i = 0; i < t->source->class->vertices.n; i++)
    if (is_kept_for(t->source->class->vertices.at[i], &part)) return true;
  return false;
}

void uml_keep_for(uml_draft *d, const uml_transition *t, sv_term condition) {
  left_part first = left_first(t), all = left_in(t, uml_scope_of(t));
  keep_part(d, &first, t, condition);
  if (t->target->kind == UML_JOIN)
    keep_part(d, &all, t, sv_and(T(d), condition, uml_join_is_last(d, t)));
}

// ---- steps from point to point

static sv_term some_leg_waits(uml_draft *d, const uml_vertex *fork) {
  uml_layout *y = d->instance->layout;
  sv_term any = SV_FALSE;
  for (uint32_t i = 1; i < y->points.n; i++) {
    const uml_point *p = &y->points.at[i];
    if (p->kind == UML_TO_LEG && transition_of(p)->source == fork)
      any = sv_or(T(d), any, token_is(d, p->slot, i));
  }
  return any;
}

static void resume_leave(uml_draft *d, const uml_point *p) {
  left_part first = left_first(transition_of(p));
  uml_task task = p->task;
  task.stage = UML_AT_LEFT;
  uml_draft_require(d, exits_done(d, &first, NULL));
  uml_draft_require(d, rests_inside(d, &first, p->slot));
  uml_draft_task(d, task);
}

// Nothing inside changes any more. Who is under way has been kept already.
static void resume_keep(uml_draft *d, const uml_point *p) {
  const uml_transition *t = transition_of(p);
  for (uint32_t k = 0; k < d->instance->layout->units.n; k++)
    d->place[k].stays = k == p->slot ? SV_TRUE : sv_not(token_is(d, k, 0));
  left_part all = left_in(t, uml_scope_of(t));
  uml_draft_require(d, rests_inside(d, &all, p->slot));
  uml_keep_for(d, t, SV_TRUE);
  uml_pause(d, UML_TO_LEAVE, p->slot, &p->task);
}

// A leg of a fork waits behind its effect until the state has been entered.
static void resume_effect(uml_draft *d, const uml_point *p) {
  const uml_transition *t = transition_of(p);
  uml_task task = p->task;
  task.stage = UML_AT_EFFECT;
  if (task.kind != UML_DO_LEG) {
    uml_draft_task(d, task);
    return;
  }
  d->may_act = false;
  sv_text_string(&d->text, uml_transition_text(d->lowering, t));
  sv_push(d->taken, t->number);
  uml_behave(d, &t->effect.body);
  uml_pause(d, UML_TO_LEG, p->slot, &task);
}

static void resume_leg(uml_draft *d, const uml_point *p) {
  uml_task task = p->task;
  task.stage = UML_AT_EFFECT;
  uml_draft_require(d, uml_active_now(d, d->instance->layout->units.at[p->slot]->state));
  uml_draft_task(d, task);
}

static void resume(uml_draft *d, uint32_t number) {
  uml_point p = d->instance->layout->points.at[number];  // the vector may grow
  uml_draft_require(d, token_is(d, p.slot, number));
  d->token[p.slot] = 0;
  d->may_act = true;
  d->event = d->instance->parameter ? UML_FROM_VARIABLES : UML_FROM_NOTHING;
  switch (p.kind) {
  case UML_TO_LEAVE: resume_leave(d, &p); return;
  case UML_TO_KEEP: resume_keep(d, &p); return;
  case UML_TO_EFFECT: resume_effect(d, &p); return;
  case UML_TO_LEG: resume_leg(d, &p); return;
  case UML_TO_FORK: uml_draft_require(d, some_leg_waits(d, p.task.goal)); break;
  case UML_TO_ENTER:
  case UML_TO_REGION: break;
  }
  uml_draft_task(d, p.task);
}

// Where it stands in the source, and whether the object could wait for it.
static void locate_point(uml_draft *d, const uml_point *p) {
  const uml_transition *t = p->task.compound ? p->task.compound->path[p->task.segment] : NULL;
  d->span = d->instance->class->span;
  if (p->task.vertex) d->span = p->task.vertex->span;
  if (!t) return;
  d->span = t->span;
  if (p->kind == UML_TO_LEAVE && t->source->kind == UML_STATE)
    d->waits = uml_active(d->lowering, d->instance, t->source);
}

static void run_point(uml_lowering *l, uml_instance *i, uint32_t number, uml_emit_fn *emit,
                      void *context) {
  uml_draft d;
  uml_draft_open(&d, l, i);
  locate_point(&d, &i->layout->points.at[number]);
  resume(&d, number);
  uml_run(&d, emit, context);
  uml_draft_free(&d);
}

// ---- finding points

static void ignore(void *context, uml_draft *d) {
  SV_UNUSED(context);
  SV_UNUSED(d);
}

// The first ones are the transitions themselves, by the numbers of their ways.
static void add_transitions(uml_lowering *l, uml_instance *i) {
  uml_layout *y = i->layout;
  uml_draft d;
  uml_draft_open(&d, l, i);
  sv_push(y->points, (uml_point){0});
  for (uint32_t c = 1; c < y->compounds.n; c++) {
    uml_point p = {.kind = UML_TO_LEAVE,
                   .task = {.kind = UML_DO_SEGMENT, .compound = &y->compounds.at[c]}};
    p.slot = uml_slot_of(&d, &p.task);
    sv_push(y->points, p);
  }
  uml_draft_free(&d);
}

// The state around several regions may be left by several exit points at the same time.
static bool has_rival_point(const uml_vertex *v) {
  const uml_class *class = v->class;
  for (uint32_t k = 0; v->kind == UML_EXIT_POINT && k < class->vertices.n; k++) {
    const uml_vertex *w = class->vertices.at[k];
    if (w != v && w->kind == UML_EXIT_POINT && w->owner == v->owner) return true;
  }
  return false;
}

static void find_slots(uml_layout *y) {
  for (uint32_t k = 0; k < y->class->vertices.n; k++) {
    const uml_vertex *v = y->class->vertices.at[k];
    bool beside = has_rival_point(v) && uml_is_orthogonal(v->owner);
    for (uint32_t n = 0; v->kind == UML_ENTRY_POINT && n < v->outgoing.n; n++)
      beside |= !uml_scope_of(v->outgoing.at[n]);
    if (beside) sv_push(y->beside, v);
  }
}

// Initial transitions are never left.
static bool is_used(const uml_layout *y, uint32_t number) {
  const uml_point *p = &y->points.at[number];
  return number >= y->compounds.n || transition_of(p)->source->kind != UML_INITIAL;
}

static void find_points(uml_lowering *l, uml_instance *i) {
  uml_layout *y = i->layout;
  l->self = i;
  if (y->points_known || !i->class->regions.n) return;
  find_slots(y);
  add_transitions(l, i);
  uml_start(l, i, ignore, NULL);
  for (uint32_t n = 1; n < y->points.n; n++)
    if (is_used(y, n)) run_point(l, i, n, ignore, NULL);
  y->points_known = true;
}

static void declare_tokens(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  uint32_t *token = SV_ARENA_ARRAY(l->arena, uint32_t, uml_slots(y) + 1);
  sv_sort sort = sv_sort_range(l->terms, 0, y->points.n - 1);
  for (uint32_t k = 0; k < uml_slots(y); k++) {
    const char *of = k < y->units.n ? uml_unit_text(l, y, y->units.at[k])
                                    : uml_vertex_text(l, y->beside.at[k - y->units.n]);
    const char *name = sv_arena_printf(l->arena, "%s step", of);
    token[k] = sv_model_variable(l->model, sv_names_cstr(l->context->names, name), sort,
                                 i->template_number, sv_int_const(l->terms, 0), SV_NOWHERE);
    l->model->variables.at[token[k]].hidden = true;
  }
  i->token = token;
}

void uml_find_points(uml_lowering *l) {
  if (!l->interleaved) return;
  for (uint32_t o = 0; o < l->machines->objects.n; o++) {
    uml_instance *i = &l->instances[o];
    l->self = i;
    uml_prepare_pool(l, i);
    find_points(l, i);
  }
  for (uint32_t o = 0; o < l->machines->objects.n; o++)
    if (l->instances[o].class->regions.n) declare_tokens(l, &l->instances[o]);
}

// ---- the actions

// What goes on without a behaviour, by point.
typedef struct {
  sv_term *at;
  uint32_t number, n;  // the point at hand, of so many
} urgency;

static void collect_urgent(void *context, uml_draft *d) {
  urgency *u = context;
  if (d->may_act) u->at[u->number] = sv_or(T(d), u->at[u->number], d->guard);
}

// Of several ways on from one point none is before the others.
static sv_term urgent_elsewhere(const uml_draft *d, const urgency *u) {
  sv_term any = SV_FALSE;
  for (uint32_t n = 1; n < u->n; n++)
    if (n != u->number) any = sv_or(T(d), any, u->at[n]);
  return any;
}

static void emit_point(void *context, uml_draft *d) {
  const uml_instance *i = d->instance;
  if (!d->may_act) uml_draft_require(d, sv_not(urgent_elsewhere(d, context)));
  uml_edge edge = {&i->run, 1, i->run, d->text.n ? NULL : uml_step_text(d)};
  uml_emit(d, &edge);
}

// Whoever is under way inside of the state but does not leave it gives way from now on.
static void drop_others(uml_draft *d, const uml_vertex *v) {
  const uml_layout *y = d->instance->layout;
  for (uint32_t k = 0; k < uml_slots(y); k++) {
    const uml_vertex *state = state_around(y, k);
    if (!state || !uml_inside(state, v)) continue;
    sv_term token = sv_model_var(d->lowering->model, d->instance->token[k], SV_ROLE_SELF);
    sv_term zero = sv_int_const(T(d), 0), kept = zero;
    for (uint32_t n = 1; n < y->points.n; n++) {
      const uml_point *p = &y->points.at[n];
      if (p->slot != k || p->kind != UML_TO_LEAVE) continue;
      left_part all = left_in(transition_of(p), uml_scope_of(transition_of(p)));
      if (!is_in(v, &all)) continue;
      sv_term last = transition_of(p)->target->kind == UML_JOIN
                         ? uml_join_is_last(d, transition_of(p))
                         : SV_TRUE;
      sv_term here = sv_and(T(d), token_is(d, k, n), last);
      kept = sv_ite(T(d), here, sv_int_const(T(d), n), kept);
    }
    uml_set_now(d, token, kept);
  }
}

static void lower_exit(uml_lowering *l, uml_instance *i, const uml_vertex *v) {
  uml_draft d;
  uml_draft_open(&d, l, i);
  d.span = v->span;
  sv_term leaving = SV_FALSE;
  for (uint32_t n = 1; n < i->layout->points.n; n++)
    leaving = sv_or(l->terms, leaving, leaves(&d, n, v));
  left_part inside = {.vertex = v};
  uml_draft_require(&d, leaving);
  uml_draft_require(&d, uml_active_now(&d, v));
  uml_draft_require(&d, exits_done(&d, &inside, v));
  uml_draft_require(&d, sv_not(i->urgent));
  if (!uml_draft_is_dead(&d)) {
    uml_behave(&d, &v->exit.body);
    drop_others(&d, v);
    uml_leave_vertex(&d, v);
    uml_edge edge = {&i->run, 1, i->run,
                     sv_arena_printf(l->arena, "exit of %s", uml_vertex_text(l, v))};
    uml_emit(&d, &edge);
  }
  uml_draft_free(&d);
}

void uml_lower_units(uml_lowering *l, uml_instance *i) {
  uml_layout *y = i->layout;
  urgency u = {SV_NEW_ARRAY(sv_term, y->points.n + 1), 0, y->points.n};
  i->urgent = SV_FALSE;
  for (u.number = 1; u.number < u.n; u.number++) {
    u.at[u.number] = SV_FALSE;
    if (is_used(y, u.number)) run_point(l, i, u.number, collect_urgent, &u);
    i->urgent = sv_or(l->terms, i->urgent, u.at[u.number]);
  }
  for (u.number = 1; u.number < u.n; u.number++)
    if (is_used(y, u.number)) run_point(l, i, u.number, emit_point, &u);
  sv_free(u.at);
  for (uint32_t v = 0; v < i->class->vertices.n; v++)
    if (uml_acts(&i->class->vertices.at[v]->exit)) lower_exit(l, i, i->class->vertices.at[v]);
  for (uint32_t s = 0; s < l->machines->signals.n; s++)
    uml_lower_dispatch(l, i, l->machines->signals.at[s]);
}
