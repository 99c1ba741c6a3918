// auto.c -- the engine `auto`: a schedule over the others.
//
// First what is quick and costs no process: a short random walk, and on small
// nets a short look by `explicit`. Then the engines that suit the model take
// turns (schedule.h, turns.h) until one of them decides. They check one another:
// a property that one proves and another violates is our own bug. Where a
// violation was found, `explicit` gets about as much time as was spent so far to
// find a shorter run; --shortest asks for the shortest one.
// docs/engine-auto.md has the evidence for the order and the slices.

#include "engine/auto/condense.h"
#include "engine/auto/merge.h"
#include "engine/auto/turns.h"
#include "engine/table.h"

// Only nets with at most so many actions and cells are looked at in this process, which cannot
// be suspended.
enum { SMALL_ACTIONS = 5000, SMALL_CELLS = 20000 };

typedef struct {
  sv_model *model;
  const sv_run *run;
  sv_run own;  // the run, and the net of the walk, which all others share
  double start;
  sv_auto_features features;
  sv_schedule schedule;
  const sv_answer *question;  // which properties are asked for
  sv_turns *turns;            // NULL: none has been started yet
} checker;

static double spent(const checker *c) { return sv_now() - c->start; }

// In this process, for so many seconds at most.
static sv_answer *run_here(const checker *c, const char *name, double seconds, double shorten) {
  sv_limits limits = sv_limits_part(c->run->limits, seconds);
  sv_run brief = *c->run;
  brief.limits = &limits;
  brief.shorten = shorten;
  sv_answer *a = sv_engine_run(sv_engine_find(name), c->model, &brief);
  sv_limits_end_part(c->run->limits, &limits);
  return a;
}

static bool is_small(const sv_net *net) {
  return net->actions.n <= SMALL_ACTIONS && net->cells <= SMALL_CELLS;
}

// ---- shorter traces

static uint32_t trace_length(const sv_answer *a) {
  uint32_t shortest = UINT32_MAX;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace && a->findings.at[i].trace->steps.n < shortest)
      shortest = a->findings.at[i].trace->steps.n;
  return shortest;
}

static bool takes_part(const checker *c, const char *engine) {
  for (uint32_t i = 0; i < c->schedule.n; i++)
    if (!strcmp(c->schedule.at[i].engine->name, engine)) return true;
  return false;
}

// Of one step a shorter run is looked for only if that is asked for.
static bool is_long(const checker *c, const sv_answer *a) {
  return trace_length(a) > (c->run->options->shortest ? 0 : 1);
}

// The run of a walk is never known to be the shortest one; one of `explicit` is.
static bool may_be_shorter(const checker *c, const sv_answer *a) {
  return a->verdict == SV_VIOLATED && !a->bug && !c->run->options->keep_going &&
         strcmp(a->engine, "explicit") && is_long(c, a) && takes_part(c, "explicit");
}

// The shorter one; a proof of what was violated is our own bug.
static sv_answer *choose(sv_answer *found, sv_answer *other, const sv_run *run) {
  if (!other) return found;
  if (other->bug || other->verdict == SV_HOLDS) return sv_auto_better(found, other, run);
  bool shorter = run->options->shortest || trace_length(other) <= trace_length(found);
  shorter &= other->verdict == SV_VIOLATED;
  sv_answer_free(shorter ? found : other);
  return shorter ? other : found;
}

static sv_answer *shorten(checker *c, sv_answer *found) {
  if (!may_be_shorter(c, found) || c->run->limits->hit) return found;
  double seconds = sv_schedule_shorten(spent(c), trace_length(found));
  double begin = sv_now();
  if (is_small(c->own.net)) sv_auto_condense(found, c->run->limits, seconds / 2);
  seconds -= sv_now() - begin;
  if (c->run->options->shortest) seconds = sv_limits_left(c->run->limits);
  if (seconds <= 0 || !is_long(c, found)) return found;
  SV_LOG(c->run->log, 1, "auto: %s has a run of %u steps; explicit has %.2f s for a shorter one",
         found->engine, trace_length(found), seconds);
  sv_answer *other = c->turns ? sv_turns_extra(c->turns, "explicit", seconds)
                              : run_here(c, "explicit", seconds, seconds);
  return choose(found, other, c->run);
}

// ---- the parts

static sv_answer *walk(const checker *c) {
  double thousands = (double)c->run->options->walk / 1000;
  return run_here(c, "random", c->schedule.walk * (thousands > 1 ? thousands : 1), 0);
}

// True if no other engine need be asked.
static bool is_over(const checker *c, const sv_answer *a) {
  return sv_auto_decided(a, c->run) || c->run->limits->hit ||
         (sv_auto_left_by(a, SV_CAUSE_DEPTH) && c->run->options->depth) ||
         (a->pool_full && c->run->stops_when_full);
}

// What the walk has seen counts, whichever engine answers.
static sv_answer *look(checker *c, sv_answer *best) {
  double seconds = c->schedule.look;
  if (seconds <= 0 || !takes_part(c, "explicit") || !is_small(c->own.net)) return best;
  sv_answer *a = run_here(c, "explicit", seconds, seconds);
  if (a->cause == SV_CAUSE_BUDGET) {
    sv_auto_merge(best, a);
    sv_answer_free(a);
    return best;
  }
  if (sv_auto_left_by(a, SV_CAUSE_BOUND)) sv_turns_only_unbounded(c->turns);
  sv_turns_leave_out(c->turns, "explicit");
  return sv_auto_better(best, a, c->run);
}

static void log_schedule(const checker *c) {
  const sv_auto_features *f = &c->features;
  SV_LOG(
      c->run->log, 2,
      "auto: %u processes, %u queues, %u actions, %.0f bits, %.1f to start with, %.1f to choose%s%s",
      f->processes, f->queues, f->actions, f->state_bits, f->start_bits, f->choice_bits,
      f->infinite ? ", infinite" : "", f->unbounded ? ", unbounded" : "");
  for (uint32_t i = 0; i < c->schedule.n; i++)
    SV_LOG(c->run->log, 2, "auto: turn %u: %s, share %.2f", i + 1, c->schedule.at[i].engine->name,
           c->schedule.at[i].share);
}

// Where no engine could begin, at least the walk has seen something.
static void add_walk(sv_answer *a, const char *walked) {
  bool refused = a->cause == SV_CAUSE_SIZE || a->cause == SV_CAUSE_UNSUPPORTED;
  if (!refused || a->bug || !strcmp(a->engine, "random")) return;
  sv_answer_precede(a, a->cause, walked);
}

static sv_answer *decide(checker *c, sv_answer *best) {
  char *walked = sv_strdup(best->reason ? best->reason : "");
  c->turns = sv_turns_new(&c->schedule, c->model, c->run, c->question);
  best = look(c, best);
  if (!is_over(c, best)) best = sv_turns_run(c->turns, best);
  best = shorten(c, best);
  sv_answer_name_limit(best, c->run->limits->hit);
  add_walk(best, walked);
  sv_turns_free(c->turns);
  sv_free(walked);
  return best;
}

static sv_answer *answer(checker *c) {
  log_schedule(c);
  sv_answer *best = walk(c);
  if (best->bug || c->run->limits->hit) return best;
  bool found = best->verdict == SV_VIOLATED && !c->run->options->keep_going;
  return found ? shorten(c, best) : decide(c, best);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  checker c = {.model = m, .own = *run, .start = sv_now(), .question = a};
  c.run = &c.own;
  if (!sv_answer_net(a, m, run)) return;
  c.own.net = sv_net_share(a->net);
  c.features = sv_auto_look(m, c.own.net, run->options, a->findings.n > 0);
  c.schedule = sv_schedule_make(m, &c.features, run->options);
  sv_answer *best = answer(&c);
  if (!best->net && best->threads == (uint32_t)run->options->threads)
    best->net = sv_net_share(c.own.net);
  sv_net_free(c.own.net);
  sv_answer_adopt(a, best);
}

const sv_engine sv_engine_auto = {
    .name = "auto",
    .summary = "a short random walk, then the engines that suit the model in turns",
    .refuses = 0,
    .check = check,
    .delegates = true,
};
