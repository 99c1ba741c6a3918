// follow.c -- makes the following net. See follow.h.

#include "analysis/rewrite/follow.h"

#include "analysis/rewrite/record.h"
#include "analysis/rewrite/watch.h"

static const char *const mark_name = "_mark", *const served_name = "_served";

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
  for (uint32_t i = 0; i < w->marks; i++) sv_watch_variable(w, mark_name, boolean, 1);
  f->first_pair = w->out->vars.n;
  for (uint32_t i = 0; i < f->strong; i++) {
    sv_watch_variable(w, served_name, boolean, 1);
    sv_watch_variable(w, "_given_up", boolean, 1);
  }
}

// A requirement that was given up is enabled.
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

bool sv_follow_is_note(const sv_net *following, uint32_t v) {
  const sv_net_var *var = &following->vars.at[v];
  const char *name = sv_names_get(following->model->names, var->name);
  bool of_model = var->variable || var->is_pc || v == following->holder;
  return !of_model && (!strcmp(name, mark_name) || !strcmp(name, served_name));
}

static bool same_step(const sv_net *net, const sv_step *a, const sv_step *b) {
  if (a->action != b->action) return false;
  for (uint32_t k = 0; k < net->actions.at[a->action].choice_count; k++)
    if (!sv_value_same(a->choices[k], b->choices[k])) return false;
  return true;
}

// What the last steps of the stem have in common with those of the loop belongs to the loop: notes
// that differ before its first round are not the net's.
static void roll_back(const sv_net *net, sv_trace *t) {
  sv_exec *x = sv_exec_new(net);
  SV_VEC(sv_state *) states = {0};
  for (uint32_t i = 0; i <= t->steps.n; i++) {
    sv_push(states, sv_state_new(net));
    if (i) sv_exec_fire(x, states.at[i - 1], &t->steps.at[i - 1], states.at[i]);
    else sv_state_copy(net, states.at[0], t->initial);
  }
  for (uint32_t n = t->steps.n; t->loop && t->loop < n; n = t->steps.n) {
    bool same = sv_state_equal(net, states.at[t->loop], states.at[n]) &&
                sv_state_equal(net, states.at[t->loop - 1], states.at[n - 1]) &&
                same_step(net, &t->steps.at[t->loop - 1], &t->steps.at[n - 1]);
    if (!same) break;
    sv_step_free(&t->steps.at[--t->steps.n]);
    t->loop--;
  }
  for (uint32_t i = 0; i < states.n; i++) sv_state_free(net, states.at[i]);
  sv_vec_free(states);
  sv_exec_free(x);
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
  roll_back(net, t);
  return t;
}
