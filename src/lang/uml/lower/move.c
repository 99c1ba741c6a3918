// move.c -- the rest of a step: effects, pseudostates, entries.
//
// Tasks are done one after the other, the last one of the list first. Regions
// are entered in the order of their declaration, states from the outside in.

#include "lang/uml/lower/draft.h"

typedef struct {
  uml_emit_fn *emit;
  void *context;
} runner;

static void run(uml_draft *, const runner *);

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

static const uml_unit *unit_of(const uml_draft *d, const uml_vertex *v) {
  return d->instance->layout->unit_of[v->number];
}

static const uml_unit *unit_of_region(const uml_draft *d, const uml_region *r) {
  return unit_of(d, r->vertices.at[0]);
}

// ---- ways that part

// A copy of the draft in which the condition holds, and one more task; NULL if it never does.
static bool fork_draft(uml_draft *copy, const uml_draft *d, sv_term condition) {
  if (sv_same(sv_and(T(d), d->guard, condition), SV_FALSE)) return false;
  uml_draft_copy(copy, d);
  uml_draft_require(copy, condition);
  return true;
}

static void run_if(const uml_draft *d, const runner *r, sv_term condition, uml_task task) {
  uml_draft copy;
  if (!fork_draft(&copy, d, condition)) return;
  uml_draft_task(&copy, task);
  run(&copy, r);
  uml_draft_free(&copy);
}

static void run_stuck(const uml_draft *d, const runner *r, sv_term condition) {
  uml_draft copy;
  if (!fork_draft(&copy, d, condition)) return;
  sv_clear(copy.todo);
  copy.bad[UML_FAULT_STUCK] = SV_TRUE;
  r->emit(r->context, &copy);
  uml_draft_free(&copy);
}

// At a choice, or where several transitions leave an initial state, a join or an exit point: the
// guards are read now.
static void branch(uml_draft *d, const runner *r, const uml_vertex *v, const uml_vertex *beside) {
  const uml_layout *y = d->instance->layout;
  sv_term none = SV_TRUE;
  for (uint32_t k = 0; k < v->outgoing.n; k++) {
    uint32_t t = v->outgoing.at[k]->number;
    for (uint32_t c = y->first_compound[t]; c < y->first_compound[t + 1]; c++) {
      const uml_compound *way = &y->compounds.at[c];
      sv_term guard = uml_guard(d, way);
      none = sv_and(T(d), none, sv_not(guard));
      run_if(d, r, guard, (uml_task){.kind = UML_DO_SEGMENT, .compound = way, .beside = beside});
    }
  }
  run_stuck(d, r, none);
}

// ---- histories

static void default_history(uml_draft *d, const runner *r, const uml_vertex *h, sv_term none) {
  const uml_layout *y = d->instance->layout;
  if (!h->outgoing.n) {
    run_if(d, r, none, (uml_task){.kind = UML_DO_DEFAULT, .region = h->region});
    return;
  }
  const uml_compound *way = &y->compounds.at[y->first_compound[h->outgoing.at[0]->number]];
  run_if(d, r, none, (uml_task){.kind = UML_DO_SEGMENT, .compound = way});
}

static void restore_shallowly(uml_draft *d, const runner *r, const uml_vertex *h) {
  const uml_region *region = h->region;
  sv_term kept =
      uml_value_now(d, sv_model_var(d->lowering->model, d->instance->kept[region->number], 0));
  for (uint32_t k = 0; k < region->vertices.n; k++) {
    if (region->vertices.at[k]->kind != UML_STATE) continue;
    sv_term last = sv_eq(T(d), kept, sv_int_const(T(d), (int64_t)k + 1));
    run_if(d, r, last,
           (uml_task){.kind = UML_DO_INTO, .region = region, .goal = region->vertices.at[k]});
  }
  default_history(d, r, h, sv_eq(T(d), kept, sv_int_const(T(d), 0)));
}

// What was active in the region last, by the members of its unit; true of *none if nothing was. The history's
// own region begins anew where it has ended; those inside of what is restored have still ended.
static void restore_region(uml_draft *d, const runner *r, const uml_region *region,
                           const uml_region *history, sv_term *none) {
  const uml_unit *u = unit_of_region(d, region);
  uint32_t variable = d->instance->kept_deep[history->number][u->number];
  sv_term kept = uml_value_now(d, sv_model_var(d->lowering->model, variable, SV_ROLE_SELF));
  *none = SV_TRUE;
  for (uint32_t m = 1; m < u->members.n; m++) {
    const uml_vertex *at = u->members.at[m].at;
    bool ended = at->kind == UML_FINAL && at->region == region && region == history;
    if (u->members.at[m].kind != UML_RESTS || !uml_inside_region(at, region) || ended) continue;
    sv_term last = uml_unit_is(d->lowering, kept, u, m);
    *none = sv_and(T(d), *none, sv_not(last));
    run_if(d, r, last,
           (uml_task){.kind = UML_DO_INTO,
                      .region = region,
                      .goal = at,
                      .way = UML_DEEPLY,
                      .history = history});
  }
}

// ---- joins and exit points

static const uml_region *leg_region(const uml_vertex *source, const uml_vertex *state) {
  while (source->owner != state) source = source->owner;
  return source->region;
}

// All regions that lead to it, but this one, wait there.
static sv_term others_wait(uml_draft *d, const uml_vertex *join, const uml_region *mine) {
  const uml_vertex *s = uml_joined_state(join);
  sv_term all = SV_TRUE;
  for (uint32_t k = 0; k < s->regions.n; k++) {
    const uml_unit *u = unit_of_region(d, s->regions.at[k]);
    if (s->regions.at[k] == mine || !uml_unit_waits(u, join)) continue;
    all = sv_and(T(d), all, uml_waits_now(d, u, join));
  }
  return all;
}

sv_term uml_join_is_last(uml_draft *d, const uml_transition *t) {
  return others_wait(d, t->target, leg_region(t->source, uml_joined_state(t->target)));
}

static void wait_at(uml_draft *d, const uml_region *r, const uml_vertex *join) {
  if (!d->lowering->interleaved) uml_keep_waiting(d, r);
  d->place[unit_of_region(d, r)->number] = (uml_place){.kind = UML_WAITS_AT, .at = join};
}

// ---- segments

static void note(uml_draft *d, const uml_transition *t) {
  sv_push(d->taken, t->number);
  if (!d->span.file) d->span = t->span;
  sv_text_string(&d->text, d->text.n ? "; " : "");
  sv_text_string(&d->text, uml_transition_text(d->lowering, t));
}

static void leave_for(uml_draft *d, const uml_transition *t, const uml_region *scope) {
  const uml_vertex *from = t->source->kind == UML_EXIT_POINT ? t->source->owner : t->source;
  if (!scope || t->source->kind == UML_ENTRY_POINT) return;
  if (!uml_inside_region(from, scope)) {  // local: the target's region is left
    uml_leave_region(d, scope);
    uml_forget_inside(d, t);
    return;
  }
  const uml_vertex *main = uml_main_vertex(from, scope);
  if (main->kind == UML_STATE) uml_leave_vertex(d, main);
  uml_forget_inside(d, t);
}

static void follow(uml_draft *d, const uml_task *task, const uml_region *scope) {
  const uml_transition *t = task->compound->path[task->segment];
  if (t->target->kind == UML_EXIT_POINT)
    uml_draft_task(
        d, (uml_task){
               .kind = UML_DO_OUT, .vertex = t->target, .region = scope, .beside = task->beside});
  else if (scope)
    uml_draft_task(d, (uml_task){.kind = UML_DO_INTO,
                                 .region = scope,
                                 .goal = t->target,
                                 .compound = task->compound,
                                 .segment = task->segment});
}

static void run_effect(uml_draft *d, const uml_transition *t) {
  if (t->triggers.n) d->transition = t;
  uml_behave(d, &t->effect.body);
}

// Where the effect waits that comes next: in the unit of its region.
static uint32_t effect_slot(const uml_draft *d, const uml_task *task, const uml_region *scope) {
  return scope && !task->beside ? unit_of_region(d, scope)->number : uml_slot_of(d, task);
}

// True: the exits come first, by steps of their own, and what other units have to do.
static bool waits_for_exits(uml_draft *d, const uml_task *task, const uml_transition *t) {
  if (!d->lowering->interleaved || task->stage != UML_AT_BEGIN) return false;
  bool first = t->source->kind == UML_STATE, keeps = !first && uml_keeps_for(t);
  if (!keeps && !uml_exits_for(t) && !uml_waits_for_units(d, t)) return false;
  uml_pause(d, keeps ? UML_TO_KEEP : UML_TO_LEAVE, uml_slot_of(d, task), task);
  return true;
}

static void start_fork(uml_draft *, const uml_vertex *fork);

static void segment(uml_draft *d, const uml_task *task) {
  const uml_transition *t = task->compound->path[task->segment];
  if (t->source->kind == UML_FORK) {
    if (!waits_for_exits(d, task, t)) start_fork(d, t->source);
    return;
  }
  const uml_region *scope = t->kind == UML_INTERNAL ? NULL : uml_scope_of(t);
  if (t->kind != UML_INTERNAL && waits_for_exits(d, task, t)) return;
  if (task->stage != UML_AT_EFFECT && t->kind != UML_INTERNAL) leave_for(d, t, scope);
  if (!uml_may_act(d, &t->effect)) {
    uml_pause(d, UML_TO_EFFECT, effect_slot(d, task, scope), task);
    return;
  }
  note(d, t);
  run_effect(d, t);
  if (t->kind != UML_INTERNAL) follow(d, task, scope);
}

// Not yet complete: only the source's region is left.
static void join_and_wait(uml_draft *d, const uml_task *task, const uml_region *mine) {
  const uml_transition *t = task->compound->path[task->segment];
  if (task->stage != UML_AT_EFFECT) uml_leave_vertex(d, uml_main_vertex(t->source, mine));
  if (!uml_may_act(d, &t->effect)) {
    uml_pause(d, UML_TO_EFFECT, unit_of_region(d, mine)->number, task);
    return;
  }
  note(d, t);
  run_effect(d, t);
  wait_at(d, mine, t->target);
}

// The last one to come takes the others along; before, it only waits.
static void join_segment(uml_draft *d, const runner *r, const uml_task *task) {
  const uml_transition *t = task->compound->path[task->segment];
  const uml_region *mine = leg_region(t->source, uml_joined_state(t->target));
  sv_term last = others_wait(d, t->target, mine), goes = last, gone = SV_FALSE;
  uml_draft copy;
  if (d->lowering->interleaved && task->stage == UML_AT_LEFT)
    goes = sv_and(T(d), last, uml_all_done(d, task));
  if (d->lowering->interleaved && task->stage != UML_AT_BEGIN)  // the state has been left for it
    gone = sv_not(uml_active_now(d, uml_joined_state(t->target)));
  if (fork_draft(&copy, d, sv_or(T(d), goes, gone))) {
    segment(&copy, task);
    run(&copy, r);
    uml_draft_free(&copy);
  }
  if (!fork_draft(&copy, d, sv_and(T(d), sv_not(last), sv_not(gone)))) return;
  if (!waits_for_exits(&copy, task, t)) join_and_wait(&copy, task, mine);
  run(&copy, r);
  uml_draft_free(&copy);
}

static void leave_by_point(uml_draft *d, const runner *r, const uml_task *task) {
  const uml_vertex *point = task->vertex;
  bool joins = task->region && uml_is_orthogonal(point->owner);
  sv_term last = joins ? others_wait(d, point, task->region) : SV_TRUE;
  uml_draft copy;
  if (fork_draft(&copy, d, last)) {
    branch(&copy, r, point, task->beside);
    uml_draft_free(&copy);
  }
  if (!fork_draft(&copy, d, sv_not(last))) return;
  wait_at(&copy, task->region, point);
  run(&copy, r);
  uml_draft_free(&copy);
}

// ---- entering

// What the way leads to.
static const uml_vertex *way_to(const uml_task *task) {
  return task->way == UML_FORKED ? uml_forked_state(task->goal) : task->goal;
}

static const uml_transition *leg_into(const uml_vertex *from, const uml_region *r) {
  for (uint32_t k = 0; k < from->outgoing.n; k++)
    if (uml_inside_region(from->outgoing.at[k]->target, r)) return from->outgoing.at[k];
  return NULL;
}

static const uml_compound *compound_of(const uml_draft *d, const uml_transition *t) {
  const uml_layout *y = d->instance->layout;
  return &y->compounds.at[y->first_compound[t->number]];
}

static uml_task fork_task(const uml_draft *d, const uml_vertex *fork, const uml_region *r) {
  const uml_transition *leg = leg_into(fork, r);
  if (d->lowering->interleaved)  // it has been waiting for the state to be entered
    return (uml_task){.kind = UML_DO_SETTLE, .vertex = fork};
  if (leg == fork->outgoing.at[0])
    return (uml_task){.kind = UML_DO_INTO, .region = r, .goal = leg->target};
  return (uml_task){.kind = UML_DO_LEG, .compound = compound_of(d, leg), .region = r};
}

// What happens to a region of a state that is entered.
static uml_task region_task(const uml_draft *d, const uml_task *enter, const uml_region *r) {
  const uml_vertex *v = enter->vertex, *goal = enter->goal, *to = way_to(enter);
  if (enter->way == UML_FORKED && to == v && leg_into(goal, r)) return fork_task(d, goal, r);
  if (goal->kind == UML_ENTRY_POINT && goal->owner == v && leg_into(goal, r))
    return (uml_task){.kind = UML_DO_SEGMENT, .compound = compound_of(d, leg_into(goal, r))};
  if (to != v && uml_inside_region(to, r))
    return (uml_task){.kind = UML_DO_INTO,
                      .region = r,
                      .goal = goal,
                      .way = enter->way,
                      .compound = enter->compound,
                      .segment = enter->segment,
                      .history = enter->history};
  // A state that was empty stays so.
  if (enter->way == UML_DEEPLY && goal == v && !uml_is_orthogonal(v))
    return (uml_task){.kind = UML_DO_SETTLE};
  bool deeply = enter->way == UML_DEEPLY && goal == v;
  return (uml_task){
      .kind = deeply ? UML_DO_RESTORE : UML_DO_DEFAULT, .region = r, .history = enter->history};
}

// Transitions of an entry point that lead into no region come last.
static void add_other_legs(uml_draft *d, const uml_vertex *v, const uml_vertex *goal) {
  for (uint32_t k = goal->outgoing.n; goal->kind == UML_ENTRY_POINT && goal->owner == v && k-- > 0;)
    if (!uml_scope_of(goal->outgoing.at[k]))
      uml_draft_task(d, (uml_task){.kind = UML_DO_SEGMENT,
                                   .compound = compound_of(d, goal->outgoing.at[k]),
                                   .beside = goal});
}

// Interleaved: regions beside each other are entered in any order.
void uml_enter_region(uml_draft *d, const uml_region *r, const uml_task *task) {
  const uml_unit *u = unit_of_region(d, r);
  bool empty = task->kind == UML_DO_DEFAULT && !r->initial;
  if (d->lowering->interleaved && u->region == r && !empty)
    uml_pause(d, UML_TO_REGION, u->number, task);
  else uml_draft_task(d, *task);
}

static void enter(uml_draft *d, const uml_task *task) {
  const uml_vertex *v = task->vertex;
  if (!uml_may_act(d, &v->entry)) {
    uml_pause(d, UML_TO_ENTER, unit_of(d, v)->number, task);
    return;
  }
  uml_place_at(d, unit_of(d, v), v);
  if (task->way != UML_DEEPLY) uml_keep_entered(d, v);
  sv_push(d->entered, v->number);
  uint32_t activity = d->instance->activity[v->number];
  if (activity)
    uml_set_now(d, sv_model_var(d->lowering->model, activity, SV_ROLE_SELF), sv_int_const(T(d), 0));
  uml_behave(d, &v->entry.body);
  uml_draft_task(d, (uml_task){.kind = UML_DO_SETTLE, .vertex = v});
  add_other_legs(d, v, task->goal);
  for (uint32_t k = v->regions.n; k-- > 0;) {
    uml_task next = region_task(d, task, v->regions.at[k]);
    if (next.kind == UML_DO_SETTLE) continue;  // it has a token already
    if (uml_is_orthogonal(v)) uml_place_off(d, unit_of_region(d, v->regions.at[k]));
    uml_enter_region(d, v->regions.at[k], &next);
  }
}

// ---- completion

static sv_term region_ended(uml_draft *d, const uml_region *r) {
  const uml_unit *u = unit_of_region(d, r);
  const uml_place *p = &d->place[u->number];
  sv_term done = SV_FALSE;
  if (u->region == r && p->kind != UML_KEEPS && p->kind != UML_AT)
    return sv_bool_const(p->kind == UML_IS_OFF);
  if (p->kind == UML_AT)
    return sv_bool_const(p->at &&
                         (p->at == r->state || (p->at->kind == UML_FINAL && p->at->region == r)));
  for (uint32_t k = 0; k < r->vertices.n; k++)
    if (r->vertices.at[k]->kind == UML_FINAL)
      done = sv_or(T(d), done, uml_active_now(d, r->vertices.at[k]));
  uint32_t empty = u->region == r ? UML_OFF : d->instance->layout->member_of[r->state->number];
  if (u->region != r && !empty) return done;
  return sv_or(T(d), done, uml_unit_is(d->lowering, uml_place_term(d, u), u, empty));
}

// Nothing is going on in it either.
static sv_term region_completed(uml_draft *d, const uml_region *r) {
  const uml_unit *u = unit_of_region(d, r);
  sv_term ended = region_ended(d, r);
  return u->region == r ? sv_and(T(d), ended, uml_at_rest(d, u)) : ended;
}

// All its regions are at their ends, and its do-behaviour too.
sv_term uml_completed_now(uml_draft *d, const uml_vertex *v) {
  sv_term all = SV_TRUE;
  for (uint32_t k = 0; k < v->regions.n; k++)
    all = sv_and(T(d), all, region_completed(d, v->regions.at[k]));
  uint32_t activity = d->instance->activity[v->number];
  if (!activity) return all;
  sv_term now = uml_value_now(d, sv_model_var(d->lowering->model, activity, SV_ROLE_SELF));
  return sv_and(T(d), all, sv_eq(T(d), now, sv_int_const(T(d), v->activity.body.n)));
}

static void settle(uml_draft *d, const uml_vertex *v) {
  if (!v || !uml_completes(v)) return;
  uml_draft_complete(d, unit_of(d, v)->number,
                     sv_and(T(d), uml_active_now(d, v), uml_completed_now(d, v)));
}

static bool is_being_entered(const uml_draft *d, const uml_vertex *v) {
  for (uint32_t k = 0; k < d->todo.n; k++)
    if (d->todo.at[k].kind == UML_DO_SETTLE && d->todo.at[k].vertex == v) return true;
  return false;
}

static void end_machine(uml_draft *d) {
  d->ends = true;
  sv_clear(d->todo);
}

static sv_term machine_completed(uml_draft *d) {
  sv_term all = SV_TRUE;
  for (uint32_t k = 0; k < d->instance->class->regions.n; k++) {
    const uml_region *r = d->instance->class->regions.at[k];
    sv_term off = SV_FALSE;
    for (uint32_t n = 0; n < r->vertices.n; n++)
      if (r->vertices.at[n]->kind == UML_FINAL)
        off = sv_or(T(d), off, uml_active_now(d, r->vertices.at[n]));
    all = sv_and(T(d), all, sv_and(T(d), off, uml_at_rest(d, unit_of_region(d, r))));
  }
  return all;
}

// The object has finished when all regions of its machine have.
static void reach_final(uml_draft *d, const runner *r, const uml_vertex *v) {
  uml_place_at(d, unit_of(d, v), v);
  sv_push(d->entered, v->number);
  if (v->owner) {
    if (!is_being_entered(d, v->owner)) settle(d, v->owner);
    run(d, r);
    return;
  }
  sv_term all = machine_completed(d);
  uml_draft copy;
  if (fork_draft(&copy, d, all)) {
    end_machine(&copy);
    run(&copy, r);
    uml_draft_free(&copy);
  }
  if (!fork_draft(&copy, d, sv_not(all))) return;
  run(&copy, r);
  uml_draft_free(&copy);
}

static void terminate(uml_draft *d) {
  const uml_layout *y = d->instance->layout;
  for (uint32_t k = 0; k < y->units.n; k++) uml_place_off(d, y->units.at[k]);
  for (uint32_t k = 0; k < uml_slots(y); k++) d->token[k] = 0;
  end_machine(d);
}

// ---- arriving

// Interleaved: the legs go on by themselves, and the first of them enters the state.
static void spread_fork(uml_draft *d, const uml_vertex *fork, const uml_region *scope) {
  const uml_vertex *state = uml_forked_state(fork);
  for (uint32_t k = 0; k < fork->outgoing.n; k++) {
    const uml_transition *t = fork->outgoing.at[k];
    const uml_region *r = leg_region(t->target, state);
    uml_task task = {.kind = UML_DO_LEG, .compound = compound_of(d, t), .region = r};
    uml_place_off(d, unit_of_region(d, r));
    uml_pause(d, uml_acts(&t->effect) ? UML_TO_EFFECT : UML_TO_LEG, unit_of_region(d, r)->number,
              &task);
  }
  uml_task enter_state = {.kind = UML_DO_INTO, .region = scope, .goal = fork, .way = UML_FORKED};
  uml_pause(d, UML_TO_FORK, unit_of_region(d, scope)->number, &enter_state);
}

// The first leg's effect comes before the state is entered.
static void start_fork(uml_draft *d, const uml_vertex *fork) {
  const uml_transition *first = fork->outgoing.at[0];
  const uml_region *scope = uml_scope_of(first);
  leave_for(d, first, scope);
  if (d->lowering->interleaved) {
    spread_fork(d, fork, scope);
    return;
  }
  note(d, first);
  run_effect(d, first);
  uml_draft_task(d,
                 (uml_task){.kind = UML_DO_INTO, .region = scope, .goal = fork, .way = UML_FORKED});
}

static void leg(uml_draft *d, const uml_task *task) {
  const uml_transition *t = task->compound->path[0];
  if (task->stage == UML_AT_BEGIN) {
    note(d, t);
    run_effect(d, t);
  }
  uml_draft_task(d, (uml_task){.kind = UML_DO_INTO, .region = task->region, .goal = t->target});
}

// Inside of what is restored, a region that was empty stays so.
static void restore(uml_draft *d, const runner *r, const uml_region *region,
                    const uml_region *history, const uml_vertex *start) {
  sv_term none;
  restore_region(d, r, region, history, &none);
  if (start) default_history(d, r, start, none);
  else run_if(d, r, none, (uml_task){.kind = UML_DO_SETTLE});
}

// At the goal of the way. Those who run on by themselves return true.
static bool arrive(uml_draft *d, const runner *r, const uml_task *task) {
  const uml_vertex *v = task->goal;
  switch (v->kind) {
  case UML_STATE:
    uml_draft_task(d, (uml_task){UML_DO_ENTER, .vertex = v, .goal = v, .way = task->way,
                                 .history = task->history});
    return false;
  case UML_FINAL: return reach_final(d, r, v), true;
  case UML_CHOICE:
  case UML_INITIAL:
  case UML_JOIN: return branch(d, r, v, NULL), true;
  case UML_SHALLOW_HISTORY: return restore_shallowly(d, r, v), true;
  case UML_DEEP_HISTORY: return restore(d, r, v->region, v->region, v), true;
  case UML_FORK:
    uml_draft_task(
        d, (uml_task){.kind = UML_DO_SEGMENT, .compound = compound_of(d, v->outgoing.at[0])});
    return false;
  case UML_TERMINATE: return terminate(d), false;
  case UML_JUNCTION:
    uml_draft_task(d, (uml_task){.kind = UML_DO_SEGMENT,
                                 .compound = task->compound,
                                 .segment = task->segment + 1});
    return false;
  case UML_ENTRY_POINT:
  case UML_EXIT_POINT: break;
  }
  SV_UNREACHABLE();
}

// One vertex further on the way to the goal.
static bool into(uml_draft *d, const runner *r, const uml_task *task) {
  const uml_vertex *next = uml_main_vertex(way_to(task), task->region);
  if (next == task->goal) return arrive(d, r, task);
  uml_draft_task(d, (uml_task){UML_DO_ENTER, .vertex = next, .goal = task->goal, .way = task->way,
                               .compound = task->compound, .segment = task->segment,
                               .history = task->history});
  return false;
}

static void default_entry(uml_draft *d, const uml_region *r) {
  if (r->initial)
    uml_draft_task(d, (uml_task){.kind = UML_DO_INTO, .region = r, .goal = r->initial});
}

static bool is_join_leg(const uml_task *task) {
  return task->compound->path[task->segment]->target->kind == UML_JOIN;
}

// Does one task; true if the draft has been used up.
static bool step(uml_draft *d, const runner *r) {
  uml_task task = sv_pop(d->todo);
  switch (task.kind) {
  case UML_DO_SEGMENT:
    if (is_join_leg(&task)) return join_segment(d, r, &task), true;
    return segment(d, &task), false;
  case UML_DO_ENTER: return enter(d, &task), false;
  case UML_DO_INTO: return into(d, r, &task);
  case UML_DO_DEFAULT: return default_entry(d, task.region), false;
  case UML_DO_RESTORE: return restore(d, r, task.region, task.history, NULL), true;
  case UML_DO_LEG: return leg(d, &task), false;
  case UML_DO_SETTLE: return settle(d, task.vertex), false;
  case UML_DO_OUT: return leave_by_point(d, r, &task), true;
  }
  SV_UNREACHABLE();
}

static void run(uml_draft *d, const runner *r) {
  while (d->todo.n)
    if (step(d, r)) return;
  r->emit(r->context, d);
}

void uml_run(uml_draft *d, uml_emit_fn *emit, void *context) {
  runner r = {emit, context};
  run(d, &r);
}
