// walk_exec.c -- random walks on nets that are not finite.
//
// exec lists the steps whose choices are finite, of very many only the first
// ones; others, which need a witness from an infinite sort, are not tried. A
// walk proves nothing, so it need not be complete.

#include "engine/auto/walk.h"

typedef struct {
  sv_random_walk *w;
  sv_exec *exec;
  sv_state *initial, *state, *next;
  uint32_t candidates;
  sv_step picked;  // its choices have room for those of any action
  sv_trace *run;
} walker;

static bool pick_initial(void *context, const sv_state *state) {
  walker *k = context;
  if (sv_walk_keeps(k->w, ++k->candidates)) sv_state_copy(k->w->net, k->initial, state);
  return k->candidates < SV_WALK_INITIALS;
}

static void report(walker *k, uint32_t property) {
  sv_walk_report(k->w, property, sv_trace_copy(k->w->net, k->run));
}

static void check_state(walker *k) {
  for (uint32_t p = 1; p < k->w->net->properties.n && !k->w->stopped; p++)
    if (k->w->net->properties.at[p].kind != SV_PROP_ASSERTION && sv_walk_asks(k->w, p) &&
        sv_exec_violated_in(k->exec, k->state, p) && !sv_exec_stopped(k->exec))
      report(k, p);
}

static void take(walker *k, const sv_step *step) {
  uint32_t fails = k->w->net->actions.at[step->action].fails;
  sv_exec_fire(k->exec, k->state, step, k->next);
  sv_trace_push(k->w->net, k->run, step);
  k->w->steps++, k->w->left--;
  if (sv_walk_asks(k->w, fails)) report(k, fails);
}

static bool pick_step(void *context, const sv_step *step) {
  walker *k = context;
  uint32_t n = k->w->net->actions.at[step->action].choice_count;
  if (sv_walk_keeps(k->w, ++k->candidates)) {
    k->picked.action = step->action;
    if (n) memcpy(k->picked.choices, step->choices, n * sizeof *step->choices);
  }
  return k->candidates < SV_WALK_STEPS;
}

static bool step(walker *k) {
  k->candidates = 0;
  sv_exec_each_step(k->exec, k->state, pick_step, k, NULL);
  if (!k->candidates || sv_exec_stopped(k->exec)) return false;
  take(k, &k->picked);
  return true;
}

static void walk_once(walker *k) {
  uint64_t length = sv_walk_length(k->w);
  k->w->runs++;
  k->run = sv_trace_new(k->w->net, k->initial);
  sv_state_copy(k->w->net, k->state, k->initial);
  for (;;) {
    uint32_t cut = k->w->full ? UINT32_MAX : sv_exec_cut(k->exec, k->state);
    if (sv_exec_stopped(k->exec)) break;
    sv_walk_cut(k->w, cut);
    check_state(k);
    if (!sv_walk_goes_on(k->w) || k->run->steps.n >= length || !step(k)) break;
    sv_state *old = k->state;
    k->state = k->next;
    k->next = old;
    if (sv_state_is_long(k->w->net, k->state)) break;
  }
  if (k->run->steps.n > k->w->longest) k->w->longest = k->run->steps.n;
  if (!k->run->steps.n && k->w->left) k->w->left--;
  sv_trace_free(k->w->net, k->run);
}

static void walk_all(walker *k, sv_text *why) {
  while (sv_walk_goes_on(k->w)) {
    k->candidates = 0;
    sv_exec_end end = sv_exec_initials(k->exec, pick_initial, k);
    if (end == SV_EXEC_INFINITE) sv_text_string(why, "the initial states cannot be listed");
    if (end == SV_EXEC_INFINITE || !k->candidates) return;
    walk_once(k);
  }
}

static uint32_t most_choices(const sv_net *net) {
  uint32_t most = 0;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].choice_count > most) most = net->actions.at[a].choice_count;
  return most;
}

void sv_walk_exec(sv_random_walk *w, sv_text *why) {
  walker k = {.w = w,
              .exec = sv_exec_new(w->net),
              .initial = sv_state_new(w->net),
              .state = sv_state_new(w->net),
              .next = sv_state_new(w->net)};
  k.picked.choices = SV_NEW_ARRAY(sv_value, most_choices(w->net) + 1);
  sv_exec_stop_when(k.exec, sv_limits_stop, w->run->limits);
  walk_all(&k, why);
  sv_step_free(&k.picked);
  sv_state_free(w->net, k.initial);
  sv_state_free(w->net, k.state);
  sv_state_free(w->net, k.next);
  sv_exec_free(k.exec);
}
