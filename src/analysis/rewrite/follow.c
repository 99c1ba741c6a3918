// follow.c -- makes the following net. See follow.h.

#include "analysis/rewrite/follow.h"

#include "analysis/rewrite/record.h"
#include "analysis/rewrite/watch.h"

typedef struct {
  sv_watch *w;
  uint32_t first_mark;  // variables: carried by the last step
  uint32_t first_pair;  // strong fairness: "was served" by it, "was given up" of each
  uint32_t strong;
  sv_sort gives_up;
} follower;

static sv_term var(const follower *f, uint32_t v) { return sv_watch_var(f->w, v); }

static void add_variables(follower *f) {
  sv_watch *w = f->w;
  sv_sort boolean = sv_sort_bool(w->T);
  for (uint32_t i = 0; i < w->fairness.n; i++) f->strong += w->fairness.at[i].strong;
  f->gives_up = sv_sort_range(w->T, 0, f->strong);  // whom, from 1
  f->first_mark = w->out->vars.n;
  for (uint32_t i = 0; i < w->marks; i++) sv_watch_variable(w, "_mark", boolean, 1);
  f->first_pair = w->out->vars.n;
  for (uint32_t i = 0; i < f->strong; i++) {
    sv_watch_variable(w, "_served", boolean, 1);
    sv_watch_variable(w, "_given_up", boolean, 1);
  }
}

// Somebody who was given up could go on.
static sv_term look_at_pairs(const follower *f, sv_watch_step *s) {
  sv_terms *T = f->w->T;
  sv_term broken = SV_FALSE;
  uint32_t v = f->first_pair, who = 0;
  for (uint32_t i = 0; i < f->w->fairness.n; i++) {
    const sv_requirement *q = &f->w->fairness.at[i];
    if (!q->strong) continue;
    sv_term chosen = sv_eq(T, s->choice, sv_const(T, f->gives_up, sv_small(++who)));
    broken = sv_or(T, broken, sv_and(T, var(f, v + 1), sv_watch_able(f->w, s, q)));
    sv_watch_set(f->w, s, v, sv_watch_served(f->w, s, q));
    sv_watch_set(f->w, s, v + 1, sv_or(T, var(f, v + 1), chosen));
    v += 2;
  }
  return broken;
}

// The step's own choice is who is given up with it.
static sv_term follow(void *context, sv_watch_step *s) {
  follower *f = context;
  for (uint32_t m = 0; m < f->w->marks; m++)
    sv_watch_set(f->w, s, f->first_mark + m, sv_watch_mark(f->w, s, m));
  return sv_or(f->w->T, sv_not(look_at_pairs(f, s)), sv_watch_gets_lost(f->w, s));
}

static void add_set(sv_net *out, sv_term states) {
  sv_push(out->properties, (sv_property){.kind = SV_PROP_INVARIANT, .term = states});
}

static void add_sets(const follower *f) {
  sv_net *out = f->w->out;
  add_set(out, sv_not(sv_watch_is_lost(f->w)));
  for (uint32_t m = 0; m < f->w->marks; m++) add_set(out, var(f, f->first_mark + m));
  for (uint32_t i = 0; i < f->strong; i++) {
    uint32_t v = f->first_pair + 2 * i;
    add_set(out, sv_or(f->w->T, var(f, v), var(f, v + 1)));
  }
}

// Accepts what is never lost.
static const sv_automaton *any_run(const follower *f) {
  sv_automaton *a = SV_ARENA_ARRAY(f->w->out->arena, sv_automaton, 1);
  sv_automaton_edge *edge = SV_ARENA_ARRAY(f->w->out->arena, sv_automaton_edge, 1);
  *edge = (sv_automaton_edge){.guard = sv_not(sv_watch_is_lost(f->w))};
  *a = (sv_automaton){.states = 1, .edges = edge, .edge_count = 1};
  return a;
}

sv_net *sv_follow_new(const sv_net *net, uint32_t property, sv_text *why) {
  follower f = {.w = sv_watch_new(net, property, why)};
  if (!f.w) return NULL;
  assert(net->properties.n == net->model->properties.n);
  add_variables(&f);
  sv_watch_actions(f.w, f.gives_up, follow, &f);
  add_sets(&f);
  const sv_automaton *any = any_run(&f);
  sv_net *out = sv_watch_finish(f.w, property, SV_TRUE);
  out->properties.at[property].kind = SV_PROP_RECURRENCE;
  out->properties.at[property].automaton = any;
  return out;
}

sv_trace *sv_follow_trace(const sv_net *net, const sv_trace *from) {
  sv_trace *t = sv_trace_new(net, from->initial);
  t->lasso = true;
  for (uint32_t i = 0; i < from->steps.n; i++) {
    if (i == from->loop) t->loop = t->steps.n;
    if (from->steps.at[i].action < net->actions.n) sv_trace_push(net, t, &from->steps.at[i]);
  }
  if (from->loop == from->steps.n) t->loop = t->steps.n;
  sv_record_close(net, t);
  return t;
}
