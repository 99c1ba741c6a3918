// bounds.c -- one bound after the other.
//
// A question about the bounds from .. to is one about runs of exactly that many
// steps each; everything up to `from` was answered before.

#include "engine/bmc/bmc.h"
#include "engine/child.h"

const char *sv_bmc_unit(const sv_bmc *x) {
  return x->formula->semantics == SV_STEPS_INTERLEAVING ? "steps" : "joint steps";
}

static bool stop(sv_bmc *x, sv_bmc_end why) {
  if (x->end == SV_BMC_GOING) x->end = why;
  return false;
}

static void drop_asked(sv_bmc *x, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->asked.n; i++)
    if (x->asked.at[i] != property) x->asked.at[kept++] = x->asked.at[i];
  assert(kept + 1 == x->asked.n);
  x->asked.n = kept;
}

static bool report(sv_bmc *x) {
  uint32_t depth = 0, property = x->formula->found(x->formula->self, &depth);
  assert(depth >= x->covered);  // shorter runs were asked about before
  sv_trace *trace = x->formula->trace(x->formula->self, property, depth);
  drop_asked(x, property);
  if (depth > x->answer->depth) x->answer->depth = depth;
  if (!sv_answer_violated(x->answer, property, trace)) return stop(x, SV_BMC_BROKEN);
  SV_LOG(x->run->log, 1, "bmc: property %u violated after %u steps", property, depth);
  return x->run->options->keep_going || stop(x, SV_BMC_FOUND);
}

// Is one of them the case after from .. to steps? Unknown: `end` is set.
static sv_sat_answer ask(sv_bmc *x, const sv_u32s *about, uint32_t from, uint32_t to, bool *ended) {
  sv_bmc_question q = {about->at, about->n, from, to};
  assert(from <= to);
  sv_sat_answer answer = x->formula->ask(x->formula->self, &q, ended);
  if (answer == SV_SAT_UNKNOWN) stop(x, SV_BMC_LIMIT);
  return answer;
}

static bool ask_one(sv_bmc *x, uint32_t about, uint32_t from, uint32_t to) {
  uint32_t list[] = {about};
  bool ended;
  return ask(x, &(const sv_u32s){list, 1, 1}, from, to, &ended) == SV_SAT_YES;
}

// Where a run is cut nothing is proven.
static void look_for_cuts(sv_bmc *x, uint32_t from, uint32_t to) {
  if (x->run->stops_when_full && ask_one(x, SV_ASK_FULL, from, to)) stop(x, SV_BMC_FULL);
  if (!x->cut)
    x->cut = !x->formula->knows(x->formula->self, SV_ASK_CUT) || ask_one(x, SV_ASK_CUT, from, to);
}

// That nothing is cut has to be shown too.
static void look_for_proof(sv_bmc *x, uint32_t depth) {
  const sv_bmc_formula *f = x->formula;
  if (!f->proves || x->cut || !x->asked.n || x->end != SV_BMC_GOING) return;
  if (x->run->options->induction == SV_OPT_INDUCTION_OFF) return;
  assert(x->covered == depth + 1);
  sv_u32s about = {0};
  for (uint32_t i = 0; i < x->asked.n; i++) sv_push(about, x->asked.at[i]);
  sv_push(about, SV_ASK_CUT);
  if (f->proves(f->self, about.at, about.n, depth)) stop(x, SV_BMC_PROVED);
  sv_vec_free(about);
}

// False: the loop is over.
static bool look(sv_bmc *x, uint32_t from, uint32_t to) {
  bool ended = false;
  assert(from == x->covered);
  for (sv_sat_answer answer = SV_SAT_YES; answer == SV_SAT_YES;) {
    answer = ask(x, &x->asked, from, to, &ended);
    if (answer == SV_SAT_UNKNOWN || (answer == SV_SAT_YES && !report(x))) return false;
  }
  x->covered = to + 1;
  if (to > x->answer->depth) x->answer->depth = to;
  SV_LOG(x->run->log, 2, "bmc: no violation within %u %s, %u properties left", to, sv_bmc_unit(x),
         x->asked.n);
  look_for_cuts(x, from, to);
  if (ended) stop(x, SV_BMC_ENDED);
  look_for_proof(x, to);
  return x->end == SV_BMC_GOING;
}

static void tick(sv_bmc *x, uint32_t bound) {
  sv_progress_report r = {.phase = "bmc", .depth = bound, .depth_of = "bound"};
  if (x->formula->clauses) r.size = x->formula->clauses(x->formula->self), r.size_of = "clauses";
  sv_progress_tick(x->run->progress, &r);
  SV_LOG(x->run->log, 2, "bmc: bound %u", bound);
  if (x->covered)
    sv_child_covered(x->run, "no violation within %u %s", x->covered - 1, sv_bmc_unit(x));
}

static uint32_t next_bound(const sv_bmc *x, uint32_t bound) {
  uint64_t next = bound + 1 + (uint64_t)bound * (uint64_t)x->run->options->grow / 100;
  uint64_t most = (uint64_t)x->run->options->bound;
  assert(next > bound);
  return (uint32_t)(next > most && bound < most ? most : next);
}

void sv_bmc_loop(sv_bmc *x) {
  uint32_t from = 0, to = (uint32_t)x->run->options->from, most = (uint32_t)x->run->options->bound;
  uint32_t steps = 0;
  if (to > most) to = most;
  while (x->end == SV_BMC_GOING) {
    for (; steps < to && sv_limits_check(x->run->limits) == SV_CAUSE_NONE; steps++)
      x->formula->extend(x->formula->self);
    if (steps < to) stop(x, SV_BMC_LIMIT);
    tick(x, to);
    if (x->end != SV_BMC_GOING || !look(x, from, to)) break;
    if (to >= most) stop(x, SV_BMC_BOUND);
    from = to + 1;
    to = next_bound(x, to);
  }
}
