// auto.c -- the engine `auto`: a schedule over the others.
//
// First a short random walk, then `explicit`. When the walk has found a
// violation, explicit gets a short time to find a shorter trace for it. The
// two check one another: a property that explicit proves and the walk violates
// is our own bug.

#include "engine/table.h"

static const double shorten_seconds = 2;

static sv_answer *run_engine(const char *name, sv_model *m, const sv_run *run) {
  return sv_engine_run(sv_engine_find(name), m, run);
}

// Gives the run less time, if it had more.
static sv_answer *run_briefly(const char *name, sv_model *m, const sv_run *run, double seconds) {
  sv_limits brief = *run->limits;
  sv_run sooner = *run;
  double deadline = sv_now() + seconds;
  if (brief.deadline <= 0 || brief.deadline > deadline) brief.deadline = deadline;
  sooner.limits = &brief;
  sv_answer *a = run_engine(name, m, &sooner);
  if (brief.hit == SV_LIMIT_INTERRUPT) run->limits->hit = brief.hit;
  return a;
}

// Adds what the walk has found where the other has no verdict.
static void merge_finding(sv_answer *a, const sv_finding *f) {
  sv_finding *mine = sv_answer_finding(a, f->property);
  if (!f->trace || !mine || mine->trace || !a->net) return;
  if (mine->verdict == SV_HOLDS)
    sv_answer_bug(a, "%s proves a property that a random walk violates", a->engine);
  else if (sv_answer_violated(a, f->property, sv_trace_copy(a->net, f->trace)))
    a->verdict = SV_VIOLATED;
}

static void merge(sv_answer *a, const sv_answer *walk) {
  for (uint32_t i = 0; i < walk->findings.n && !a->bug; i++)
    merge_finding(a, &walk->findings.at[i]);
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
  sv_answer *exact = run_briefly("explicit", m, run, shorten_seconds);
  if (exact->verdict == SV_HOLDS) merge(exact, walk);
  bool better = exact->verdict == SV_VIOLATED || exact->bug;
  sv_answer_free(better ? walk : exact);
  return better ? exact : walk;
}

static sv_answer *in_full(sv_model *m, const sv_run *run, sv_answer *walk) {
  sv_answer *exact = run_engine("explicit", m, run);
  if (walk->verdict == SV_VIOLATED) merge(exact, walk);
  else if (exact->verdict == SV_UNKNOWN && !exact->net && walk->reason && walk->net)
    add_reason(exact, walk->reason);
  sv_answer_free(walk);
  return exact;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_answer *walk = run_engine("random", m, run);
  bool found = walk->verdict == SV_VIOLATED;
  if (walk->bug || run->limits->hit) sv_answer_adopt(a, walk);
  else if (found && !run->options->keep_going) sv_answer_adopt(a, shorter(m, run, walk));
  else sv_answer_adopt(a, in_full(m, run, walk));
}

const sv_engine sv_engine_auto = {
    .name = "auto",
    .summary = "a short random walk, then explicit",
    .refuses = 0,
    .check = check,
};
