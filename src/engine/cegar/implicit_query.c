// implicit_query.c -- questions about frames, steps and predicates, to the SMT solver.

#include <stdio.h>

#include "engine/cegar/implicit.h"

static sv_smt_term label(sv_implicit *x, const char *name) {
  char full[48];
  snprintf(full, sizeof full, "%s.%u", name, x->labels++);
  return sv_smt_const(x->s->z, full, sv_smt_bool(x->s->z));
}

static void say_if(sv_implicit *x, sv_smt_term when, sv_smt_term what) {
  sv_smt_assert(x->s->z, sv_smt_implies(x->s->z, when, what));
}

static sv_smt_term translated(sv_implicit *x, const sv_smt_state *state, sv_term t) {
  sv_smt_view view = {.rep = &x->s->rep, .queues = x->s->queues, .now = state};
  sv_smt_term out = sv_view_scalar(&view, t);
  sv_smt_view_free(&view);
  return out;
}

// ---- predicates

static void add_predicate(sv_implicit *x, sv_term t, uint32_t group) {
  sv_smt *z = x->s->z;
  sv_implicit_predicate p = {
      .term = t, .now = label(x, "now"), .next = label(x, "next"), .group = group};
  sv_smt_assert(z, sv_smt_eq(z, p.now, translated(x, &x->s->now, t)));
  say_if(x, x->step, sv_smt_eq(z, p.next, translated(x, &x->s->next, t)));
  sv_push(x->predicates, p);
}

void sv_implicit_take_predicates(sv_implicit *x) {
  for (; x->taken < x->c->a->predicates.n; x->taken++)
    add_predicate(x, x->c->a->predicates.at[x->taken], UINT32_MAX);
}

// The values of a kept cell, of which it has one.
static void add_cell(sv_implicit *x, sv_sort s, sv_term cell, uint32_t group) {
  sv_terms *T = x->c->flat->terms;
  const sv_net *net = x->c->net;
  const sv_sort_info *info = sv_sort_get(T, s);
  int64_t lo = 0, hi = -1;
  switch (info->kind) {
  case SV_SORT_BOOL: add_predicate(x, cell, UINT32_MAX); return;
  case SV_SORT_ENUM: hi = (int64_t)info->size - 1; break;
  case SV_SORT_INT: lo = info->lo, hi = info->hi; break;
  case SV_SORT_LOC: hi = (int64_t)net->model->templates.at[info->size].locations.n - 1; break;
  case SV_SORT_REF: hi = net->queues.n; break;
  case SV_SORT_BV:
    hi = (INT64_C(1) << (info->size - info->is_signed)) - 1;
    if (info->is_signed) lo = -hi - 1;
    break;
  case SV_SORT_REAL:
  case SV_SORT_ARRAY: SV_UNREACHABLE();
  }
  for (int64_t v = lo; v <= hi; v++)
    add_predicate(
        x, sv_eq(T, cell, sv_const(T, info->kind == SV_SORT_INT ? sv_sort_int(T) : s, sv_small(v))),
        group);
}

static void add_cells(sv_implicit *x, sv_sort s, sv_term t, uint32_t *group) {
  sv_terms *T = x->c->flat->terms;
  const sv_sort_info *info = sv_sort_get(T, s);
  if (info->kind != SV_SORT_ARRAY) {
    add_cell(x, s, t, (*group)++);
    return;
  }
  for (uint32_t i = 0; i < info->size; i++)
    add_cells(x, info->element, sv_app2(T, SV_OP_SELECT, t, sv_int_const(T, i)), group);
}

static void add_kept(sv_implicit *x) {
  uint32_t group = 0;
  for (uint32_t v = 0; v < x->c->net->vars.n; v++)
    if (sv_bits_has(&x->c->a->kept, v))
      add_cells(x, x->c->net->vars.at[v].sort, sv_net_var_term(x->c->net, v), &group);
}

// ---- the system

static sv_smt_term start_of(const sv_smt_net *s) {
  sv_smt_terms all = {0};
  sv_push(all, s->initial);
  for (uint32_t i = 0; i < s->state.n; i++)
    if (s->start.at[i].x) sv_push(all, sv_smt_eq(s->z, s->state.at[i], s->start.at[i]));
  sv_smt_term t = sv_smt_and_all(s->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

static sv_smt_term after_step(const sv_smt_net *s, sv_smt_term t) {
  return sv_smt_substitute(s->z, t, s->state.at, s->after.at, s->state.n);
}

static sv_smt_term fails(const sv_smt_net *s, uint32_t property) {
  sv_smt_term any = sv_smt_truth(s->z, false);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (s->net->actions.at[a].fails == property) any = sv_smt_or(s->z, any, s->taken[a]);
  return any;
}

static sv_smt_term violation(sv_implicit *x, uint32_t property) {
  sv_smt_net *s = x->s;
  if (s->net->properties.at[property].kind != SV_PROP_ASSERTION) return s->bad[property];
  return sv_smt_and(s->z, x->step, fails(s, property));
}

static void add_target(sv_implicit *x, uint32_t property, uint32_t action, sv_smt_term what) {
  sv_implicit_target t = {property, action, label(x, "target")};
  say_if(x, t.label, what);
  sv_push(x->targets, t);
}

static void load(sv_implicit *x) {
  sv_smt_net *s = x->s;
  x->initial = label(x, "initial");
  x->step = label(x, "step");
  sv_smt_assert(s->z, s->legal);
  sv_smt_assert(s->z, s->always);
  say_if(x, x->initial, start_of(s));
  say_if(x, x->step, s->step);
  say_if(x, x->step, s->moves);
  say_if(x, x->step, after_step(s, s->always));
  for (uint32_t i = 0; i < x->c->asked.n; i++)
    add_target(x, x->c->asked.at[i], UINT32_MAX, violation(x, x->c->asked.at[i]));
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (s->net->actions.at[a].cut) add_target(x, 0, a, s->effects[a].enabled);
}

sv_implicit *sv_implicit_new(sv_cegar *c) {
  sv_implicit *x = SV_NEW(sv_implicit);
  sv_text why = {0};
  x->c = c;
  x->bump = 1;
  x->s = sv_cegar_system(c, &why);
  if (!x->s) sv_cegar_stop(c, SV_CAUSE_SIZE, "%s", sv_text_get(&why));
  else if (x->s->most_steps != UINT32_MAX || x->s->approximate)
    sv_cegar_stop(c, SV_CAUSE_UNSUPPORTED,
                  "queues without bound whose messages are taken from the middle");
  sv_text_free(&why);
  if (c->end != SV_CEGAR_GOING) return sv_implicit_free(x), NULL;
  load(x);
  add_kept(x);
  sv_implicit_take_predicates(x);
  sv_implicit_open_level(x);
  return x;
}

void sv_implicit_free(sv_implicit *x) {
  if (!x) return;
  for (uint32_t i = 0; i < x->frames.n; i++) {
    for (uint32_t k = 0; k < x->frames.at[i].n; k++) sv_vec_free(x->frames.at[i].at[k]);
    sv_vec_free(x->frames.at[i]);
  }
  for (uint32_t i = 0; i < x->obligations.n; i++) sv_vec_free(x->obligations.at[i].cube);
  sv_vec_free(x->frames);
  sv_vec_free(x->obligations);
  sv_vec_free(x->queue);
  sv_vec_free(x->predicates);
  sv_vec_free(x->targets);
  sv_vec_free(x->levels);
  sv_vec_free(x->assumed);
  sv_smt_net_free(x->s);
  sv_free(x);
}

// ---- frames

void sv_implicit_open_level(sv_implicit *x) {
  sv_fill(x->frames, x->frames.n + 1);
  sv_push(x->levels, label(x, "level"));
}

static sv_smt_term literal(const sv_implicit *x, int32_t l, bool next) {
  assert(l && (uint32_t)(l < 0 ? -l : l) <= x->predicates.n);
  const sv_implicit_predicate *p = &x->predicates.at[(l < 0 ? -l : l) - 1];
  sv_smt_term t = next ? p->next : p->now;
  return l < 0 ? sv_smt_not(x->s->z, t) : t;
}

// Some literal of the cube is false now.
static sv_smt_term outside_of(const sv_implicit *x, const sv_literals *cube) {
  sv_smt_terms any = {0};
  for (uint32_t i = 0; i < cube->n; i++) sv_push(any, literal(x, -cube->at[i], false));
  sv_smt_term t = sv_smt_or_all(x->s->z, any.at, any.n);
  sv_vec_free(any);
  return t;
}

void sv_implicit_add_clause(sv_implicit *x, const sv_literals *cube, uint32_t level) {
  assert(level && level < x->levels.n);
  say_if(x, x->levels.at[level], outside_of(x, cube));
  x->clauses++;
}

// ---- questions

static sv_sat_answer solve(sv_implicit *x) {
  sv_sat_limits limits = {.run = x->c->run->limits};
  x->queries++;
  sv_sat_answer answer = sv_smt_check(x->s->z, x->assumed.at, x->assumed.n, &limits);
  if (answer != SV_SAT_UNKNOWN) return answer;
  sv_cegar_stop(x->c, SV_CAUSE_GAVE_UP, "Z3 says %s; no violation within %u steps",
                sv_smt_reason(x->s->z), x->top);
  x->stopped = true;
  return answer;
}

static void assume_frame(sv_implicit *x, uint32_t level) {
  assert(level < x->levels.n);
  sv_clear(x->assumed);
  if (!level) sv_push(x->assumed, x->initial);
  for (uint32_t i = level ? level : 1; i < x->levels.n; i++) sv_push(x->assumed, x->levels.at[i]);
}

static void keep_core(sv_implicit *x, const sv_literals *cube, sv_literals *core) {
  sv_clear(*core);
  for (uint32_t i = 0; i < cube->n; i++)
    if (sv_smt_failed(x->s->z, literal(x, cube->at[i], true))) sv_push(*core, cube->at[i]);
}

sv_sat_answer sv_implicit_reaches(sv_implicit *x, uint32_t level, const sv_literals *cube,
                                  bool outside, sv_literals *core) {
  assume_frame(x, level);
  sv_push(x->assumed, x->step);
  if (outside) {
    sv_smt_term l = label(x, "outside");
    say_if(x, l, outside_of(x, cube));
    sv_push(x->assumed, l);
  }
  for (uint32_t i = 0; i < cube->n; i++) sv_push(x->assumed, literal(x, cube->at[i], true));
  sv_sat_answer answer = solve(x);
  if (answer == SV_SAT_NO && core) keep_core(x, cube, core);
  return answer;
}

sv_sat_answer sv_implicit_meets_start(sv_implicit *x, const sv_literals *cube) {
  sv_clear(x->assumed);
  sv_push(x->assumed, x->initial);
  for (uint32_t i = 0; i < cube->n; i++) sv_push(x->assumed, literal(x, cube->at[i], false));
  return solve(x);
}

sv_sat_answer sv_implicit_meets_target(sv_implicit *x, uint32_t level, uint32_t *which) {
  sv_smt_term any = label(x, "any");
  sv_smt_terms labels = {0};
  for (uint32_t i = 0; i < x->targets.n; i++) sv_push(labels, x->targets.at[i].label);
  say_if(x, any, sv_smt_or_all(x->s->z, labels.at, labels.n));
  assume_frame(x, level);
  sv_push(x->assumed, any);
  sv_sat_answer answer = solve(x);
  for (*which = 0; answer == SV_SAT_YES && !sv_smt_holds(x->s->z, labels.at[*which]);) ++*which;
  sv_vec_free(labels);
  return answer;
}

void sv_implicit_drop_target(sv_implicit *x, uint32_t which) {
  assert(which < x->targets.n);
  x->targets.at[which] = x->targets.at[x->targets.n - 1];
  x->targets.n--;
}

// ---- models

void sv_implicit_read_cube(sv_implicit *x, sv_literals *out) {
  sv_clear(*out);
  for (uint32_t i = 0; i < x->predicates.n; i++) {
    const sv_implicit_predicate *p = &x->predicates.at[i];
    bool holds = sv_smt_holds(x->s->z, p->now);
    if (holds || p->group == UINT32_MAX) sv_push(*out, holds ? (int32_t)i + 1 : -(int32_t)i - 1);
  }
}

uint32_t sv_implicit_read_action(sv_implicit *x) {
  for (uint32_t a = 0; a < x->s->net->actions.n; a++)
    if (sv_smt_holds(x->s->z, x->s->taken[a])) return a;
  return UINT32_MAX;
}
