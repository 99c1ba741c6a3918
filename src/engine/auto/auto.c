// auto.c -- the engine `auto`: a schedule over the others.
//
// First a short random walk, then `explicit`, `bdd`, `boppo`, `bmc` and `ic3` in turns, each
// time with four times the time, until one of them comes to an end: most models are
// small and explicit has them at once; where it runs into millions of states sets of
// states may still be small (all together: bdd; one for each place: boppo); a violation
// may need few steps but the right numbers (bmc); and where there is much data that no
// property depends on, an inductive invariant may be small (ic3). docs/engine-auto.md has
// the evidence. When the walk has found a violation, explicit gets a short time to find a
// shorter trace for it. A model with infinitely many values or messages is for explicit,
// as few of them may be reachable, and bmc, which asks Z3. They check one
// another: a property that one proves and the walk violates is our own bug.
// Where they find that threads could be started for ever, or that a recursion has no bound,
// `threads` has the last word.

#include "engine/table.h"

static const double shorten_seconds = 2, recursion_seconds = 2, growth = 4;

// Who runs, and for how many seconds the first time.
typedef struct {
  const char *name;
  double seconds;
} turn;
static const turn finite[] = {{"explicit", 2}, {"bdd", 2}, {"boppo", 1},
                              {"bmc", 2},      {"ic3", 3}, {NULL, 0}};
static const turn nothing_asked[] = {{"explicit", 10}, {NULL, 0}};
static const turn infinite[] = {{"explicit", 2}, {"bmc", 8}, {NULL, 0}};

static sv_answer *run_engine(const char *name, sv_model *m, const sv_run *run) {
  return sv_engine_run(sv_engine_find(name), m, run);
}

// Gives the run less time, if it had more; *hit says what stopped it.
static sv_answer *run_briefly(const char *name, sv_model *m, const sv_run *run, double seconds,
                              sv_limit *hit) {
  sv_limits brief = *run->limits;
  sv_run sooner = *run;
  double deadline = sv_now() + seconds;
  bool shortened = brief.deadline <= 0 || brief.deadline > deadline;
  if (shortened) brief.deadline = deadline;
  sooner.limits = &brief;
  sv_answer *a = run_engine(name, m, &sooner);
  bool final = brief.hit == SV_LIMIT_INTERRUPT || (brief.hit == SV_LIMIT_TIME && !shortened);
  if (final) run->limits->hit = brief.hit;
  *hit = brief.hit;
  return a;
}

// Adds what another run has found where this one has no verdict. Pools of another size make
// other nets, of which traces cannot be carried over.
static void merge_finding(sv_answer *a, const sv_answer *other, const sv_finding *f) {
  sv_finding *mine = sv_answer_finding(a, f->property);
  if (!f->trace || !mine || mine->trace || !a->net) return;
  if (mine->verdict == SV_HOLDS)
    sv_answer_bug(a, "%s proves a property that %s violates", a->engine, other->engine);
  else if (a->threads == other->threads &&
           sv_answer_violated(a, f->property, sv_trace_copy(a->net, f->trace)))
    a->verdict = SV_VIOLATED;
}

static void merge(sv_answer *a, const sv_answer *other) {
  for (uint32_t i = 0; i < other->findings.n && !a->bug; i++)
    merge_finding(a, other, &other->findings.at[i]);
  if (a->bug) sv_answer_close(a, SV_UNKNOWN, NULL);
  if (a->verdict == SV_VIOLATED) sv_free(a->reason), a->reason = NULL;
}

static void add_reason(sv_answer *a, const char *walk) {
  sv_text reason = {0};
  sv_text_printf(&reason, "%s; %s", walk, a->reason ? a->reason : "");
  sv_answer_close(a, SV_UNKNOWN, sv_text_get(&reason));
  sv_text_free(&reason);
}

// The walk has found something; nobody asks for more.
static sv_answer *shorter(sv_model *m, const sv_run *run, sv_answer *walk) {
  sv_limit hit;
  sv_answer *exact = run_briefly("explicit", m, run, shorten_seconds, &hit);
  if (exact->verdict == SV_HOLDS) merge(exact, walk);
  bool better = exact->verdict == SV_VIOLATED || exact->bug;
  sv_answer_free(better ? walk : exact);
  return better ? exact : walk;
}

// ---- in turns

static bool is_infinite(const sv_model *m) {
  return sv_model_features(m) & (SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE);
}

// Nothing was left out for want of time or memory, or somebody wants no more. What ends
// without an answer on an infinite model may have one by other means, unless the user
// wants to know about so many steps only. Nor is what bmc does not know known to nobody.
static bool is_final(const sv_answer *a, const sv_model *m, const sv_run *run, sv_limit hit) {
  if (a->bug || run->limits->hit) return true;
  if (a->verdict == SV_VIOLATED) return !run->options->keep_going || !hit;
  bool gave_up = a->reason && strstr(a->reason, "limit reached");
  bool others = (is_infinite(m) || !strcmp(a->engine, "bmc")) && !run->options->depth;
  return a->verdict == SV_HOLDS || (!hit && a->net && !gave_up && !others);
}

static bool may_run(const sv_engine *e, const sv_model *m, const sv_run *run) {
  return !(sv_model_features(m) & e->refuses) && sv_engine_knows_search(e, run->options->search);
}

// The later answer, unless it came to nothing; with what the earlier ones have found.
static sv_answer *better(sv_answer *before, sv_answer *after) {
  bool keep = before && !after->bug && after->verdict == SV_UNKNOWN;
  if (before && !keep && !after->bug) merge(after, before);
  if (before) sv_answer_free(keep ? after : before);
  return keep ? before : after;
}

typedef struct {
  sv_answer *best;
  bool done;
} outcome;

// True if somebody would do more with more time.
static bool take_round(sv_model *m, const sv_run *run, const turn *t, double times, outcome *o) {
  bool late = false;
  for (; t->name && !o->done; t++) {
    sv_limit hit = SV_LIMIT_NONE;
    if (!may_run(sv_engine_find(t->name), m, run)) continue;
    sv_answer *a = run_briefly(t->name, m, run, t->seconds * times, &hit);
    late |= hit == SV_LIMIT_TIME;
    o->done = is_final(a, m, run, hit);
    o->best = better(o->best, a);
  }
  return late;
}

static sv_answer *take_turns(sv_model *m, const sv_run *run) {
  const turn *in_turn = !is_infinite(m) ? finite : m->properties.n > 1 ? infinite : nothing_asked;
  outcome o = {0};
  for (double times = 1; !o.done; times *= growth)
    if (!take_round(m, run, in_turn, times, &o)) break;
  return o.best ? o.best : run_engine("explicit", m, run);
}

static sv_answer *in_full(sv_model *m, const sv_run *run, sv_answer *walk) {
  sv_answer *exact = take_turns(m, run);
  if (walk->verdict == SV_VIOLATED) merge(exact, walk);
  else if (exact->verdict == SV_UNKNOWN && !exact->net && walk->reason && walk->net)
    add_reason(exact, walk->reason);
  sv_answer_free(walk);
  return exact;
}

// More threads than there was room for, or a deeper recursion: the engine that knows no bound,
// unless the user named one for the threads.
static sv_answer *without_bound(sv_model *m, const sv_run *run, sv_answer *a) {
  bool full = (a->pool_full && !run->options->threads) || m->unbounded;
  if (a->verdict != SV_UNKNOWN || !full || a->bug || run->limits->hit) return a;
  sv_answer *t = run_engine("threads", m, run);
  bool better = t->verdict != SV_UNKNOWN || t->bug;
  sv_answer_free(better ? a : t);
  return better ? t : a;
}

// A recursion without bound that is safe has no end for the others. (For violations they
// have shorter traces.)
static bool is_recursion_safe(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_limit hit;
  if (!m->unbounded) return false;
  sv_answer *t = run_briefly("threads", m, run, recursion_seconds, &hit);
  bool safe = t->verdict == SV_HOLDS;
  if (safe) sv_answer_adopt(a, t);
  else sv_answer_free(t);
  return safe;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_answer *walk = run_engine("random", m, run);
  bool found = walk->verdict == SV_VIOLATED;
  if (walk->bug || run->limits->hit) sv_answer_adopt(a, walk);
  else if (found && !run->options->keep_going) sv_answer_adopt(a, shorter(m, run, walk));
  else if (!found && is_recursion_safe(m, run, a)) sv_answer_free(walk);
  else sv_answer_adopt(a, without_bound(m, run, in_full(m, run, walk)));
}

const sv_engine sv_engine_auto = {
    .name = "auto",
    .summary = "a short random walk, then explicit, bdd, boppo, bmc and ic3 in turns; threads",
    .refuses = 0,
    .check = check,
};
