// infinite.c -- breadth-first search with the reference interpreter. See infinite.h.
//
// `holds` only where every initial state and every step could be listed and
// nothing was cut: a choice or an initial value from an infinite sort leaves
// states out, and is said to.

#include "engine/explicit/infinite.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_STATES = 200000, MOST_BYTES = 64 << 20 };  // without --time
enum { CELLS_PER_TURN = 64 };                          // for limits: large states take long

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  sv_infinite_store store;
  sv_exec *lister, *firer;  // a step is fired while others are listed
  sv_state *state, *next;
  sv_bits fired;
  uint32_t current, level_end;  // being expanded; end of its level
  uint64_t depth, transitions;
  bool infinite, found, broken, too_many;
  bool long_numbers;   // some states were left out for them
  bool looking, over;  // beyond --depth; something is there
  uint32_t cut;        // an action, or UINT32_MAX
  sv_cause limit;
  double patience;  // until then it goes on: sv_limits_now(); 0: up to so many states
} plain;

// --- violations

static void report(plain *p, uint32_t property, uint32_t state, const sv_step *last) {
  sv_finding *f = sv_answer_finding(p->answer, property);
  if (!property || !f || f->trace) return;
  sv_trace *trace = sv_infinite_trace(&p->store, state);
  if (last) sv_trace_push(p->store.net, trace, last);
  p->broken |= !sv_answer_violated(p->answer, property, trace);
  p->found |= !p->run->options->keep_going;
}

static void check_state(plain *p, const sv_state *state, uint32_t index) {
  for (uint32_t i = 0; i < p->answer->findings.n; i++) {
    const sv_finding *f = &p->answer->findings.at[i];
    bool by_step = p->store.net->properties.at[f->property].kind == SV_PROP_ASSERTION;
    if (!f->trace && !by_step && sv_exec_violated_in(p->firer, state, f->property) &&
        !sv_exec_stopped(p->firer))
      report(p, f->property, index, NULL);
  }
}

// --- states

static bool goes_on(plain *p) {
  if (!p->limit)
    p->limit = sv_limits_hit_after(p->run->limits, 1 + p->store.net->cells / CELLS_PER_TURN);
  bool large = p->store.states.n > MOST_STATES || p->store.count > MOST_BYTES / sizeof(int64_t);
  p->too_many = p->patience > 0 ? sv_limits_now(p->run->limits) >= p->patience : large;
  return !p->limit && !p->too_many && !p->found && !p->broken;
}

static void show_progress(const plain *p) {
  sv_progress_report r = {.phase = "explicit",
                          .states = p->store.states.n,
                          .transitions = p->transitions,
                          .depth = p->depth};
  sv_progress_tick(p->run->progress, &r);
}

static bool take_initial(void *context, const sv_state *state) {
  plain *p = context;
  uint32_t index;
  sv_infinite_add(&p->store, state, SV_INFINITE_NONE, NULL, &index);
  return goes_on(p);
}

// Is there anything more to find? Then the search ends, and nothing of it is kept.
static bool look_beyond(plain *p, const sv_step *step) {
  sv_finding *f = sv_answer_finding(p->answer, p->store.net->actions.at[step->action].fails);
  uint32_t index;
  bool new = sv_infinite_add(&p->store, p->next, p->current, step, &index);
  if (new) (void)sv_pop(p->store.states);
  p->over = new || (f && !f->trace);
  return !p->over && goes_on(p);
}

static bool take_step(void *context, const sv_step *step) {
  plain *p = context;
  uint32_t index;
  sv_exec_fire(p->firer, p->state, step, p->next);
  if (p->looking) return look_beyond(p, step);
  p->transitions++;
  sv_bits_add(&p->fired, step->action);
  report(p, p->store.net->actions.at[step->action].fails, p->current, step);
  if (sv_state_is_long(p->store.net, p->next)) p->long_numbers = true;
  else if (sv_infinite_add(&p->store, p->next, p->current, step, &index))
    check_state(p, p->next, index);
  return goes_on(p);
}

static void expand(plain *p) {
  bool infinite = false;
  sv_infinite_get(&p->store, p->current, p->state);
  uint32_t cut = sv_exec_cut(p->firer, p->state);
  if (!goes_on(p)) return;
  if (cut != UINT32_MAX) p->cut = cut;
  sv_exec_each_step(p->lister, p->state, take_step, p, &infinite);
  p->infinite |= infinite;
}

// Level by level.
static void explore(plain *p) {
  uint64_t bound = p->run->options->depth > 0 ? (uint64_t)p->run->options->depth : UINT64_MAX;
  p->infinite = sv_exec_initials(p->lister, take_initial, p) == SV_EXEC_INFINITE;
  uint32_t initials = p->store.states.n;
  for (uint32_t i = 0; i < initials && goes_on(p); i++) {
    sv_infinite_get(&p->store, i, p->state);
    check_state(p, p->state, i);
  }
  p->level_end = initials;
  for (p->current = 0; p->current < p->store.states.n && goes_on(p); p->current++) {
    if (p->current == p->level_end) {
      p->level_end = p->store.states.n;
      p->depth++;
    }
    p->looking = p->depth == bound;
    expand(p);
    if (p->over) return;
    show_progress(p);
  }
}

// --- the answer

static sv_cause say_limit(const plain *p, sv_text *t) {
  sv_text_printf(t, "%s: no violation found in %u states up to depth %" PRIu64,
                 p->limit ? sv_cause_text(p->limit) : "too many states, maybe without end",
                 p->store.states.n, p->depth);
  return p->limit ? p->limit : SV_CAUSE_SIZE;
}

// Everything that was left out, with one cause for all of it: a bound of the user first.
static sv_cause say_left_out(const plain *p, sv_text *t) {
  sv_cause cause = SV_CAUSE_NONE;
  if (p->infinite) {
    sv_text_string(t, "infinitely many values can be chosen, and not all can be tried");
    cause = SV_CAUSE_INCOMPLETE;
  }
  if (p->long_numbers) {
    sv_text_printf(t, "%snot covered: numbers of more than %d bits", t->n ? "; " : "",
                   SV_MOST_BITS);
    cause = SV_CAUSE_SIZE;
  }
  if (p->cut != UINT32_MAX) cause = SV_CAUSE_BOUND;
  if (p->over) {
    sv_text_printf(t, "%sno violation within %" PRIu64 " steps", t->n ? "; " : "", p->depth);
    cause = SV_CAUSE_DEPTH;
  }
  if (p->cut != UINT32_MAX)
    sv_text_printf(t, "%snot covered: %s", t->n ? "; " : "", p->store.net->actions.at[p->cut].cut);
  return cause;
}

static sv_cause say(const plain *p, sv_text *t) {
  if (p->found) return sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)), SV_CAUSE_STOPPED;
  if (p->limit || p->too_many) return say_limit(p, t);
  sv_cause cause = say_left_out(p, t);
  if (!cause) sv_text_printf(t, "all %u states were checked", p->store.states.n);
  return cause;
}

static char *decimal(uint64_t n) {
  sv_text t = {0};
  sv_text_printf(&t, "%" PRIu64, n);
  return sv_text_take(&t);
}

static void close(plain *p) {
  sv_answer *a = p->answer;
  sv_text reason = {0};
  sv_cause cause = say(p, &reason);
  bool ended = !p->limit && !p->too_many && !p->found && !p->broken && !p->over;
  a->states = decimal(p->store.states.n);
  a->transitions = decimal(p->transitions);
  a->depth = p->depth;
  a->complete = ended && !p->infinite && !p->long_numbers && p->cut == UINT32_MAX;
  a->pool_full = ended && p->cut != UINT32_MAX && p->store.net->actions.at[p->cut].full;
  if (a->complete) sv_answer_unreached(a, p->store.net, &p->fired, p->store.states.n);
  sv_answer_statistic(a, "search", "bfs, by the reference interpreter");
  sv_answer_statistic(a, "store bytes", "%zu", sv_infinite_bytes(&p->store));
  sv_answer_close(a, cause, sv_text_get(&reason));
  if (p->run->options->certify && a->verdict == SV_HOLDS)
    a->certified = sv_infinite_certify(&p->store, p->run, a);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
  sv_text_free(&reason);
}

// With --time to its end, but for half of that where infinite runs are to be looked for behind it.
static double patience(const sv_model *m, const sv_run *run) {
  bool timed = run->options->time > 0 || run->options->time_per_property > 0;
  if (!timed) return 0;
  if (!sv_engine_asks_for_cycles(m, run->options)) return INFINITY;
  return sv_limits_now(run->limits) + sv_limits_left(run->limits) / 2;
}

bool sv_infinite_model(const sv_model *m) {
  return sv_model_features(m) & (SV_FEATURE_INT | SV_FEATURE_QUEUE | SV_FEATURE_WIDE);
}

void sv_infinite_check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_net *net = sv_answer_net(a, m, run);
  if (!net) return;
  plain p = {.run = run, .answer = a, .store = {.net = net}, .cut = UINT32_MAX};
  p.patience = patience(m, run);
  p.lister = sv_exec_new(net);
  p.firer = sv_exec_new(net);
  sv_exec_stop_when(p.lister, sv_limits_stop, run->limits);
  sv_exec_stop_when(p.firer, sv_limits_stop, run->limits);
  p.state = sv_state_new(net);
  p.next = sv_state_new(net);
  sv_bits_init(&p.fired, net->actions.n);
  explore(&p);
  if (!p.limit) p.limit = run->limits->hit;  // it may have stopped the interpreter alone
  close(&p);
  sv_bits_free(&p.fired);
  sv_state_free(net, p.state);
  sv_state_free(net, p.next);
  sv_exec_free(p.lister);
  sv_exec_free(p.firer);
  sv_infinite_free(&p.store);
}
