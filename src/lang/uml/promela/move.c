// move.c -- leaving, effects, pseudostates and entering, as nested Promela.
//
// Code is written in the order in which things happen. Branches at choices are
// written out; what follows a branch that has left the state at hand is
// guarded by "the state is still active".

#include "lang/uml/promela/translate.h"

static void go_into(ump_writer *, const uml_region *, const uml_vertex *goal, const ump_way *,
                    uint32_t segment);
static void take_segment(ump_writer *, const ump_way *, uint32_t segment);
static void enter(ump_writer *, const uml_vertex *, const uml_vertex *goal, const ump_way *,
                  uint32_t segment, const uml_region *deep);

// ---- histories

static bool has_history(const uml_region *r, uml_vertex_kind kind) {
  for (uint32_t i = 0; i < r->vertices.n; i++)
    if (r->vertices.at[i]->kind == kind) return true;
  return false;
}

static const char *shallow(ump_writer *w, const uml_region *r) {
  return ump_say(w, "o%u_h%u", w->object->number, r->number);
}

static const char *deep(ump_writer *w, const uml_region *history, const uml_region *r) {
  return ump_say(w, "o%u_d%u_%u", w->object->number, history->number, r->number);
}

static void keep_nothing(ump_writer *w, const uml_region *history, const uml_region *r) {
  ump_line(w, "%s = 0;", deep(w, history, r));
  for (uint32_t i = 0; i < r->vertices.n; i++)
    for (uint32_t k = 0; k < r->vertices.at[i]->regions.n; k++)
      keep_nothing(w, history, r->vertices.at[i]->regions.at[k]);
}

// What is active, or was when it was left in this step. A region that waits at a join was kept before.
static void keep_region(ump_writer *w, const uml_region *history, const uml_region *r) {
  const char *here = ump_region(w, r), *kept = deep(w, history, r);
  const char *last = ump_say(w, "(%s != 0 -> %s : was[%u])", here, here, r->number);
  ump_open(w, "if");
  ump_case(w, "%s <= %u", last, r->vertices.n);
  ump_line(w, "%s = %s;", kept, last);
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    const uml_vertex *v = r->vertices.at[i];
    if (!v->regions.n) continue;
    ump_open(w, "if");
    ump_case(w, "%s == %u", kept, i + 1);
    for (uint32_t k = 0; k < v->regions.n; k++) keep_region(w, history, v->regions.at[k]);
    ump_otherwise(w);
    for (uint32_t k = 0; k < v->regions.n; k++) keep_nothing(w, history, v->regions.at[k]);
    ump_close(w, "fi");
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

// The region is going to wait at a join: the histories around it know what was active.
static void keep_waiting(ump_writer *w, const uml_region *mine) {
  for (const uml_region *r = mine->state->region; r; r = r->state ? r->state->region : NULL)
    if (has_history(r, UML_DEEP_HISTORY)) keep_region(w, r, mine);
}

// In this step.
static void forget_was(ump_writer *w, const uml_region *r) {
  if (!ump_is_kept_deeply(r)) return;
  ump_line(w, "was[%u] = 0;", r->number);
  for (uint32_t i = 0; i < r->vertices.n; i++)
    for (uint32_t k = 0; k < r->vertices.at[i]->regions.n; k++)
      forget_was(w, r->vertices.at[i]->regions.at[k]);
}

static void leave_empty(ump_writer *w, const uml_region *r) {
  const char *here = ump_region(w, r);
  uint32_t n = r->number;
  if (ump_is_kept_deeply(r)) ump_line(w, "was[%u] = (%s != 0 -> %s : was[%u]);", n, here, here, n);
  ump_line(w, "%s = 0;", here);
}

static void stand(ump_writer *w, const uml_vertex *v) {
  forget_was(w, v->region);
  ump_line(w, "%s = %u;", ump_region(w, v->region), ump_index(v));
}

// In some state of the region, not between two of them or waiting at a join.
static const char *somewhere(ump_writer *w, const uml_region *r) {
  const char *any = "false";
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    uml_vertex_kind kind = r->vertices.at[i]->kind;
    if (kind == UML_STATE || kind == UML_FINAL)
      any = ump_say(w, "%s || %s", any, ump_active(w, r->vertices.at[i]));
  }
  return any;
}

static void keep_history(ump_writer *w, const uml_region *r) {
  if (has_history(r, UML_SHALLOW_HISTORY)) {
    ump_open(w, "if");
    for (uint32_t i = 0; i < r->vertices.n; i++) {
      const uml_vertex *v = r->vertices.at[i];
      if (v->kind != UML_STATE && v->kind != UML_FINAL) continue;
      ump_case(w, "%s", ump_active(w, v));
      ump_line(w, "%s = %u;", shallow(w, r), v->kind == UML_STATE ? i + 1 : 0);
    }
    ump_otherwise(w);
    ump_close(w, "fi");
  }
  if (!has_history(r, UML_DEEP_HISTORY)) return;
  ump_open(w, "if");
  ump_case(w, "%s", somewhere(w, r));
  keep_region(w, r, r);
  ump_otherwise(w);
  ump_close(w, "fi");
  for (uint32_t i = 0; i < r->vertices.n; i++)
    if (r->vertices.at[i]->kind == UML_FINAL) {
      ump_open(w, "if");
      ump_case(w, "%s", ump_active(w, r->vertices.at[i]));
      ump_line(w, "%s = 0;", deep(w, r, r));
      ump_otherwise(w);
      ump_close(w, "fi");
    }
}

// ---- leaving

static void leave_contents(ump_writer *w, const uml_region *r);

static void leave_state(ump_writer *w, const uml_vertex *v) {
  uint32_t o = w->object->number;
  if (v->kind != UML_STATE) return;
  ump_open(w, "if");
  ump_case(w, "%s", ump_active(w, v));
  for (uint32_t i = 0; i < v->regions.n; i++) keep_history(w, v->regions.at[i]);
  for (uint32_t i = 0; i < v->regions.n; i++) {
    leave_contents(w, v->regions.at[i]);
    if (ump_is_unit(v->regions.at[i])) ump_line(w, "o%u_s%u = 0;", o, v->regions.at[i]->number);
  }
  ump_block(w, &v->exit.body);
  if (uml_acts(&v->activity)) ump_line(w, "o%u_a%u = 0;", o, v->number);
  if (ump_completes(v)) ump_line(w, "o%u_forget(%u);", o, v->number + 1);
  if (v->deferred.n) ump_line(w, "rel[%u] = 1;", v->number);
  for (uint32_t i = 0; i < w->entering.n; i++)
    if (w->entering.at[i] == v) ump_line(w, "gone[%u] = 1;", i);
  ump_otherwise(w);
  ump_close(w, "fi");
}

static void leave_contents(ump_writer *w, const uml_region *r) {
  for (uint32_t i = 0; i < r->vertices.n; i++) leave_state(w, r->vertices.at[i]);
  leave_empty(w, r);
}

static void leave_for(ump_writer *w, const uml_transition *t, const uml_region *scope) {
  const uml_vertex *from = t->source->kind == UML_EXIT_POINT ? t->source->owner : t->source;
  if (!scope || t->source->kind == UML_ENTRY_POINT) return;
  if (!uml_inside_region(from, scope)) {
    keep_history(w, scope);
    leave_contents(w, scope);
    return;
  }
  const uml_vertex *main = ump_main(from, scope);
  if (main->kind != UML_STATE) return;
  keep_history(w, scope);
  leave_state(w, main);
  leave_empty(w, scope);
}

// ---- completion

static const char *ended(ump_writer *w, const uml_region *r) {
  const char *text = ump_say(w, "%s == 0", ump_region(w, r));
  for (uint32_t i = 0; i < r->vertices.n; i++)
    if (r->vertices.at[i]->kind == UML_FINAL)
      text = ump_say(w, "%s || %s", text, ump_active(w, r->vertices.at[i]));
  return ump_say(w, "(%s)", text);
}

static void settle(ump_writer *w, const uml_vertex *v) {
  const char *when = ump_active(w, v);
  if (!ump_completes(v)) return;
  for (uint32_t i = 0; i < v->regions.n; i++)
    when = ump_say(w, "%s && %s", when, ended(w, v->regions.at[i]));
  if (uml_acts(&v->activity))
    when =
        ump_say(w, "%s && o%u_a%u == %u", when, w->object->number, v->number, v->activity.body.n);
  ump_open(w, "if");
  ump_case(w, "%s", when);
  ump_line(w, "o%u_complete(%u);", w->object->number, v->number + 1);
  ump_otherwise(w);
  ump_close(w, "fi");
}

static bool is_being_entered(const ump_writer *w, const uml_vertex *v) {
  for (uint32_t i = 0; i < w->entering.n; i++)
    if (w->entering.at[i] == v) return true;
  return false;
}

static void finish(ump_writer *w) {
  ump_line(w, "o%u_loc = 2;", w->object->number);
  ump_line(w, "goto finish_o%u;", w->object->number);
}

static void reach_final(ump_writer *w, const uml_vertex *v) {
  stand(w, v);
  if (v->owner) {
    if (!is_being_entered(w, v->owner)) settle(w, v->owner);
    return;
  }
  const char *all = "true";
  for (uint32_t i = 0; i < w->class->regions.n; i++) {
    const uml_region *r = w->class->regions.at[i];
    const char *any = "false";
    for (uint32_t k = 0; k < r->vertices.n; k++)
      if (r->vertices.at[k]->kind == UML_FINAL)
        any = ump_say(w, "%s || %s", any, ump_active(w, r->vertices.at[k]));
    all = ump_say(w, "%s && (%s)", all, any);
  }
  ump_open(w, "if");
  ump_case(w, "%s", all);
  finish(w);
  ump_otherwise(w);
  ump_close(w, "fi");
}

static void clear_all(ump_writer *w) {
  for (uint32_t i = 0; i < w->class->vertices.n; i++)
    for (uint32_t k = 0; k < w->class->vertices.at[i]->regions.n; k++)
      ump_line(w, "%s = 0;", ump_region(w, w->class->vertices.at[i]->regions.at[k]));
  for (uint32_t i = 0; i < w->class->regions.n; i++)
    ump_line(w, "%s = 0;", ump_region(w, w->class->regions.at[i]));
}

// ---- pseudostates

// All ways on from here; junctions behind it are part of them.
typedef SV_VEC(const uml_transition *) path;

static void each_way(ump_writer *w, path *p, const uml_transition *t) {
  sv_push(*p, t);
  if (t->target->kind == UML_JUNCTION) {
    for (uint32_t i = 0; i < t->target->outgoing.n; i++) each_way(w, p, t->target->outgoing.at[i]);
  } else {
    const char *guard = "true";
    for (uint32_t i = 0; i < p->n; i++)
      guard = ump_say(w, "%s && %s", guard, ump_guard(w, p->at[i]));
    const uml_transition **copy = SV_ARENA_ARRAY(w->context->arena, const uml_transition *, p->n);
    memcpy(copy, p->at, p->n * sizeof *copy);
    ump_way way = {copy, p->n};
    ump_case(w, "%s", guard);
    take_segment(w, &way, 0);
  }
  p->n--;
}

static void branch(ump_writer *w, const uml_vertex *v) {
  path p = {0};
  for (uint32_t i = 0; i < v->outgoing.n; i++)
    if (v->outgoing.at[i]->guard) ump_checks(w, v->outgoing.at[i]->guard, "true");
  ump_open(w, "if");
  for (uint32_t i = 0; i < v->outgoing.n; i++) each_way(w, &p, v->outgoing.at[i]);
  ump_otherwise(w);
  ump_fault(w);
  ump_close(w, "fi");
  sv_vec_free(p);
}

static void default_entry(ump_writer *w, const uml_region *r) {
  if (r->initial) branch(w, r->initial);
}

static const uml_vertex *state_of(const uml_vertex *pseudo, bool fork) {
  const uml_vertex *first = fork ? pseudo->outgoing.at[0]->target : pseudo->incoming.at[0]->source;
  uint32_t n = fork ? pseudo->outgoing.n : pseudo->incoming.n;
  for (const uml_vertex *s = first->owner; s; s = s->owner) {
    bool all = s->regions.n > 1;
    for (uint32_t i = 0; all && i < n; i++) {
      const uml_vertex *end =
          fork ? pseudo->outgoing.at[i]->target : pseudo->incoming.at[i]->source;
      all = uml_inside(end, s) && end != s;
    }
    if (all) return s;
  }
  return NULL;
}

static const uml_region *region_in(const uml_vertex *v, const uml_vertex *state) {
  while (v->owner != state) v = v->owner;
  return v->region;
}

// The other regions that lead to the join wait there.
static const char *others_wait(ump_writer *w, const uml_vertex *join, const uml_vertex *state,
                               const uml_region *mine) {
  const char *text = "true";
  for (uint32_t i = 0; i < state->regions.n; i++) {
    const uml_region *r = state->regions.at[i];
    bool leads = false;
    for (uint32_t k = 0; k < join->incoming.n; k++) {
      const uml_vertex *from = join->incoming.at[k]->source;
      leads |= from != state && !uml_is_point(from) && region_in(from, state) == r;
    }
    if (leads && r != mine)
      text = ump_say(w, "%s && %s == %u", text, ump_region(w, r), ump_waiting(r, join));
  }
  return text;
}

static void restore(ump_writer *w, const uml_region *r, const uml_region *history);

static void at_history(ump_writer *w, const uml_vertex *h) {
  const uml_region *r = h->region;
  bool is_deep = h->kind == UML_DEEP_HISTORY;
  const char *kept = is_deep ? deep(w, r, r) : shallow(w, r);
  ump_open(w, "if");
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    if (r->vertices.at[i]->kind != UML_STATE) continue;
    ump_case(w, "%s == %u", kept, i + 1);
    enter(w, r->vertices.at[i], r->vertices.at[i], NULL, 0, is_deep ? r : NULL);
  }
  ump_otherwise(w);
  if (h->outgoing.n) {
    ump_way way = {(const uml_transition *const *)h->outgoing.at, 1};
    take_segment(w, &way, 0);
  } else {
    default_entry(w, r);
  }
  ump_close(w, "fi");
}

static void restore(ump_writer *w, const uml_region *r, const uml_region *history) {
  ump_open(w, "if");
  for (uint32_t i = 0; i < r->vertices.n; i++) {
    const uml_vertex *v = r->vertices.at[i];
    if (v->kind != UML_STATE && v->kind != UML_FINAL) continue;
    ump_case(w, "%s == %u", deep(w, history, r), i + 1);
    if (v->kind == UML_STATE) enter(w, v, v, NULL, 0, history);
    else reach_final(w, v);
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

// ---- entering

static const uml_transition *leg_into(const uml_vertex *from, const uml_region *r) {
  for (uint32_t i = 0; i < from->outgoing.n; i++)
    if (uml_inside_region(from->outgoing.at[i]->target, r)) return from->outgoing.at[i];
  return NULL;
}

static void take_leg(ump_writer *w, const uml_transition *t) {
  const uml_transition **one = SV_ARENA_ARRAY(w->context->arena, const uml_transition *, 1);
  one[0] = t;
  ump_way way = {one, 1};
  take_segment(w, &way, 0);
}

static void enter_region(ump_writer *w, const uml_vertex *v, const uml_region *r,
                         const uml_vertex *goal, const ump_way *way, uint32_t segment,
                         const uml_region *history) {
  bool fork = goal == w->fork;
  const uml_vertex *forked = fork ? state_of(goal, true) : NULL;
  const uml_transition *leg = fork && forked == v ? leg_into(goal, r) : NULL;
  if (leg) {
    if (leg != goal->outgoing.at[0]) ump_block(w, &leg->effect.body);
    go_into(w, r, leg->target, NULL, 0);
  } else if (fork && forked != v && uml_inside_region(forked, r)) {
    const uml_vertex *next = ump_main(forked, r);
    enter(w, next, goal, NULL, 0, NULL);
  } else if (goal->kind == UML_ENTRY_POINT && goal->owner == v && leg_into(goal, r)) {
    take_leg(w, leg_into(goal, r));
  } else if (!fork && goal != v && uml_inside_region(goal, r)) {
    go_into(w, r, goal, way, segment);
  } else if (history && goal == v) {
    restore(w, r, history);
  } else {
    default_entry(w, r);
  }
}

static void enter(ump_writer *w, const uml_vertex *v, const uml_vertex *goal, const ump_way *way,
                  uint32_t segment, const uml_region *history) {
  uint32_t place = w->entering.n;
  const char *still = ump_say(w, "%s && !gone[%u]", ump_active(w, v), place);
  assert(place < ump_nesting(w->class));
  stand(w, v);
  ump_line(w, "gone[%u] = 0;", place);
  ump_block(w, &v->entry.body);
  sv_push(w->entering, v);
  for (uint32_t i = 0; i < v->regions.n; i++) {
    ump_open(w, "if");
    ump_case(w, "%s", still);
    enter_region(w, v, v->regions.at[i], goal, way, segment, history);
    ump_otherwise(w);
    ump_close(w, "fi");
  }
  for (uint32_t i = 0; goal->kind == UML_ENTRY_POINT && goal->owner == v && i < goal->outgoing.n;
       i++)
    if (!ump_scope(goal->outgoing.at[i])) take_leg(w, goal->outgoing.at[i]);
  w->entering.n--;
  if (!ump_completes(v)) return;
  ump_open(w, "if");
  ump_case(w, "!gone[%u]", place);
  settle(w, v);
  ump_otherwise(w);
  ump_close(w, "fi");
}

static void start_fork(ump_writer *w, const uml_vertex *fork) {
  const uml_transition *first = fork->outgoing.at[0];
  const uml_region *scope = ump_scope(first);
  leave_for(w, first, scope);
  ump_block(w, &first->effect.body);
  const uml_vertex *outer = w->fork;
  w->fork = fork;
  enter(w, ump_main(state_of(fork, true), scope), fork, NULL, 0, NULL);
  w->fork = outer;
}

static void arrive(ump_writer *w, const uml_vertex *v, const ump_way *way, uint32_t segment) {
  switch (v->kind) {
  case UML_STATE: enter(w, v, v, NULL, 0, NULL); return;
  case UML_FINAL: reach_final(w, v); return;
  case UML_INITIAL:
  case UML_CHOICE:
  case UML_JOIN: branch(w, v); return;
  case UML_JUNCTION: take_segment(w, way, segment + 1); return;
  case UML_FORK: start_fork(w, v); return;
  case UML_SHALLOW_HISTORY:
  case UML_DEEP_HISTORY: at_history(w, v); return;
  case UML_TERMINATE:
    clear_all(w);
    finish(w);
    return;
  case UML_ENTRY_POINT:
  case UML_EXIT_POINT: break;
  }
  SV_UNREACHABLE();
}

static void go_into(ump_writer *w, const uml_region *r, const uml_vertex *goal, const ump_way *way,
                    uint32_t segment) {
  const uml_vertex *next = ump_main(goal, r);
  if (next == goal) arrive(w, goal, way, segment);
  else enter(w, next, goal, way, segment, NULL);
}

// ---- segments

static void leave_by_point(ump_writer *w, const uml_vertex *point, const uml_region *mine) {
  const uml_vertex *s = point->owner;
  if (!mine || s->regions.n < 2) {
    branch(w, point);
    return;
  }
  ump_open(w, "if");
  ump_case(w, "%s", others_wait(w, point, s, mine));
  branch(w, point);
  ump_otherwise(w);
  keep_waiting(w, mine);
  ump_line(w, "%s = %u;", ump_region(w, mine), ump_waiting(mine, point));
  ump_close(w, "fi");
}

static void take_join(ump_writer *w, const uml_transition *t) {
  const uml_vertex *state = state_of(t->target, false);
  const uml_region *mine = region_in(t->source, state), *scope = ump_scope(t);
  ump_open(w, "if");
  ump_case(w, "%s", others_wait(w, t->target, state, mine));
  leave_for(w, t, scope);
  ump_block(w, &t->effect.body);
  go_into(w, scope, t->target, NULL, 0);
  ump_otherwise(w);
  keep_history(w, mine);
  leave_state(w, ump_main(t->source, mine));
  leave_empty(w, mine);
  keep_waiting(w, mine);
  ump_block(w, &t->effect.body);
  ump_line(w, "%s = %u;", ump_region(w, mine), ump_waiting(mine, t->target));
  ump_close(w, "fi");
}

static void take_segment(ump_writer *w, const ump_way *way, uint32_t segment) {
  const uml_transition *t = way->path[segment];
  if (t->triggers.n) w->transition = t;
  if (t->kind == UML_INTERNAL) {
    ump_block(w, &t->effect.body);
    return;
  }
  if (t->target->kind == UML_JOIN) {
    take_join(w, t);
    return;
  }
  const uml_region *scope = ump_scope(t);
  leave_for(w, t, scope);
  ump_block(w, &t->effect.body);
  if (t->target->kind == UML_EXIT_POINT) leave_by_point(w, t->target, scope);
  else if (scope) go_into(w, scope, t->target, way, segment);
}

void ump_fire(ump_writer *w, const ump_way *way) {
  take_segment(w, way, 0);
  w->transition = NULL;
}

void ump_start(ump_writer *w) {
  for (uint32_t i = 0; i < w->class->regions.n; i++) default_entry(w, w->class->regions.at[i]);
}
