// exec_lasso.c -- the referee for infinite runs.

#include "exec/lasso.h"

#include "exec/exec_inside.h"

// Being started is no move of one's own: who does not run waits for nothing.
static void add_idle(const sv_exec *x, const sv_state *s, sv_bits *processes) {
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (!sv_state_location(x->net, s, p)) sv_bits_add(processes, p);
}

// Has an enabled action that is a move of its own?
static bool is_enabled(const sv_exec *x, uint32_t process) {
  for (uint32_t i = sv_bits_next(&x->counts, 0); i != UINT32_MAX;
       i = sv_bits_next(&x->counts, i + 1)) {
    const sv_net_action *a = &x->net->actions.at[i];
    if (sv_edges_move(a->edges, a->edge_count, process)) return true;
  }
  return false;
}

// Adds the processes that have no enabled action of their own here: only those that do not run
// where the state is passing, or the run is cut.
static void add_blocked(sv_exec *x, const sv_state *s, sv_bits *processes) {
  add_idle(x, s, processes);
  if (sv_exec_passing(x, s) || sv_exec_cut(x, s) != UINT32_MAX) return;
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (!is_enabled(x, p)) sv_bits_add(processes, p);
}

// ---- what the automaton sees

typedef struct {
  sv_exec *x;
  const sv_trace *t;
  const sv_property *p;
  SV_VEC(bool) fits;  // by letter and edge of the automaton
  uint32_t letters;
  uint32_t loop;   // the first letter of the loop, or UINT32_MAX
  sv_bits served;  // processes that move in the loop or are blocked there
} reading;

static void read_letter(reading *r, const sv_state *s, bool in_loop) {
  const sv_automaton *a = r->p->automaton;
  if (r->p->stable && sv_exec_passing(r->x, s)) return;
  if (in_loop && r->loop == UINT32_MAX) r->loop = r->letters;
  for (uint32_t e = 0; e < a->edge_count; e++)
    sv_push(r->fits,
            sv_value_same(sv_exec_evaluate(r->x, s, a->edges[e].guard), sv_bool_value(true)));
  r->letters++;
}

// Where the automaton sees nothing of the loop, it sees the state before for ever.
static void repeat_last(reading *r) {
  uint32_t n = r->p->automaton->edge_count;
  assert(r->letters);
  if (r->loop != UINT32_MAX) return;
  r->loop = r->letters;
  for (uint32_t e = 0; e < n; e++) {
    bool fit = r->fits.at[(r->letters - 1) * n + e];
    sv_push(r->fits, fit);
  }
  r->letters++;
}

static bool fits(void *context, uint32_t letter, uint32_t edge) {
  const reading *r = context;
  return r->fits.at[letter * r->p->automaton->edge_count + edge];
}

// ---- the run

static void serve(reading *r, const sv_state *s, const sv_step *step) {
  const sv_net_action *a = &r->x->net->actions.at[step->action];
  for (uint32_t i = 0; i < a->edge_count; i++) sv_bits_add(&r->served, a->edges[i].process);
  add_blocked(r->x, s, &r->served);
}

// The steps have been taken before: they are possible.
static bool walk(reading *r, sv_state *at, sv_state *begin, sv_state *spare) {
  const sv_trace *t = r->t;
  const sv_net *net = r->x->net;
  for (uint32_t i = 0; i < t->steps.n; i++) {
    if (i == t->loop) sv_state_copy(net, begin, at);
    read_letter(r, at, i >= t->loop);
    if (i >= t->loop) serve(r, at, &t->steps.at[i]);
    sv_exec_fire(r->x, at, &t->steps.at[i], spare);
    sv_state_copy(net, at, spare);
  }
  return t->loop == t->steps.n || sv_state_equal(net, at, begin);
}

// Nothing is left to be done, and nothing is cut.
static bool is_over(sv_exec *x, const sv_state *s) {
  sv_exec_survey(x, s);
  return sv_bits_empty(&x->counts);
}

static bool is_fair(const reading *r) {
  return sv_bits_count(&r->served) == r->x->net->processes.n;
}

static bool say(sv_text *why, const char *what) { return sv_text_string(why, what), false; }

static bool judge(reading *r, sv_state *at, sv_state *begin, sv_state *spare, sv_text *why) {
  const sv_trace *t = r->t;
  if (!walk(r, at, begin, spare)) return say(why, "the loop does not close");
  if (t->loop == t->steps.n) {
    if (!r->p->repeats) return say(why, "a run that ends does not count");
    if (!is_over(r->x, at)) return say(why, "the run does not end");
    read_letter(r, at, true);
  } else if (r->p->fair && !is_fair(r)) return say(why, "the loop is not fair");
  repeat_last(r);
  return sv_automaton_accepts(r->p->automaton, r->letters, r->loop, fits, r) ||
         say(why, "its automaton does not accept the run");
}

bool sv_lasso_violates(sv_exec *x, const sv_trace *t, sv_text *why) {
  const sv_net *net = x->net;
  reading r = {.x = x, .t = t, .p = &net->properties.at[t->property], .loop = UINT32_MAX};
  assert(r.p->kind == SV_PROP_RECURRENCE);
  if (!t->lasso || t->loop > t->steps.n) return say(why, "the run has no loop");
  sv_state *at = sv_state_new(net), *begin = sv_state_new(net), *spare = sv_state_new(net);
  sv_bits_init(&r.served, net->processes.n);
  sv_state_copy(net, at, t->initial);
  bool violates = judge(&r, at, begin, spare, why);
  sv_bits_free(&r.served);
  sv_vec_free(r.fits);
  sv_state_free(net, at);
  sv_state_free(net, begin);
  sv_state_free(net, spare);
  return violates;
}
