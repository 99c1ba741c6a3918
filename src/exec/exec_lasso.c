// exec_lasso.c -- the referee for infinite runs.

#include "exec/lasso.h"

#include "exec/exec_inside.h"
#include "model/fairness.h"

// ---- fairness

// By requirement, over the whole loop.
typedef struct {
  sv_requirements all;
  sv_bits taken;    // a step that was asked for is taken
  sv_bits blocked;  // somewhere there is nothing to wait for
  sv_bits able;     // somewhere such a step is enabled
} justice;

static void justice_begin(justice *j, const sv_net *net, const sv_property *p) {
  *j = (justice){0};
  sv_fairness_of(net, p, &j->all);
  sv_bits_init(&j->taken, j->all.n);
  sv_bits_init(&j->blocked, j->all.n);
  sv_bits_init(&j->able, j->all.n);
}

static void justice_end(justice *j) {
  sv_vec_free(j->all);
  sv_bits_free(&j->taken);
  sv_bits_free(&j->blocked);
  sv_bits_free(&j->able);
}

static bool is_able(const sv_exec *x, const sv_requirement *r) {
  for (uint32_t i = sv_bits_next(&x->counts, 0); i != UINT32_MAX;
       i = sv_bits_next(&x->counts, i + 1)) {
    const sv_net_action *a = &x->net->actions.at[i];
    if (!a->cut && sv_requirement_waits(x->net, r, a)) return true;
  }
  return false;
}

static bool is_idle(const sv_exec *x, const sv_state *s, const sv_requirement *r) {
  return r->process != SV_NO_PROCESS && !sv_state_location(x->net, s, r->process);
}

// Who does not run waits for nothing. Otherwise passing states do not count as being blocked, nor
// do those where the run is cut.
static void justice_note(justice *j, sv_exec *x, const sv_state *s, const sv_step *step) {
  bool blind = sv_exec_passing(x, s) || sv_exec_cut(x, s) != UINT32_MAX;
  sv_exec_survey(x, s);
  for (uint32_t i = 0; i < j->all.n; i++) {
    const sv_requirement *r = &j->all.at[i];
    bool able = is_able(x, r);
    if (able) sv_bits_add(&j->able, i);
    if (is_idle(x, s, r) || (!able && !blind)) sv_bits_add(&j->blocked, i);
    if (sv_requirement_served(x->net, r, &x->net->actions.at[step->action]))
      sv_bits_add(&j->taken, i);
  }
}

static bool is_fair(const justice *j) {
  for (uint32_t i = 0; i < j->all.n; i++) {
    bool served = sv_bits_has(&j->taken, i);
    if (!served && !sv_bits_has(&j->blocked, i)) return false;
    if (!served && j->all.at[i].strong && sv_bits_has(&j->able, i)) return false;
  }
  return true;
}

// ---- what the automaton sees

typedef struct {
  sv_exec *x;
  const sv_trace *t;
  const sv_property *p;
  SV_VEC(bool) fits;  // by letter and edge of the automaton
  uint32_t letters;
  uint32_t loop;  // the first letter of the loop, or UINT32_MAX
  justice justice;
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

// The steps have been taken before: they are possible.
static bool walk(reading *r, sv_state *at, sv_state *begin, sv_state *spare) {
  const sv_trace *t = r->t;
  const sv_net *net = r->x->net;
  for (uint32_t i = 0; i < t->steps.n; i++) {
    if (i == t->loop) sv_state_copy(net, begin, at);
    read_letter(r, at, i >= t->loop);
    if (i >= t->loop) justice_note(&r->justice, r->x, at, &t->steps.at[i]);
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

static bool say(sv_text *why, const char *what) { return sv_text_string(why, what), false; }

static bool judge(reading *r, sv_state *at, sv_state *begin, sv_state *spare, sv_text *why) {
  const sv_trace *t = r->t;
  if (!walk(r, at, begin, spare)) return say(why, "the loop does not close");
  if (t->loop == t->steps.n) {
    if (!r->p->repeats) return say(why, "a run that ends does not count");
    if (!is_over(r->x, at)) return say(why, "the run does not end");
    read_letter(r, at, true);
  } else if (!is_fair(&r->justice)) return say(why, "the loop is not fair");
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
  justice_begin(&r.justice, net, r.p);
  sv_state_copy(net, at, t->initial);
  bool violates = judge(&r, at, begin, spare, why);
  justice_end(&r.justice);
  sv_vec_free(r.fits);
  sv_state_free(net, at);
  sv_state_free(net, begin);
  sv_state_free(net, spare);
  return violates;
}
