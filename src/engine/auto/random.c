// random.c -- the engine `random`: random walks.
//
// They find shallow violations in large systems quickly and can
// never prove anything: the answer is `violated` or `unknown`.

#include "engine/auto/walk.h"
#include "engine/table.h"

#include <inttypes.h>

// A step that copies so many cells counts as one more turn of a loop that looks at limits.
enum { CELLS_PER_TURN = 64, TICK_EVERY = 1024 };

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint64_t sv_walk_length(const sv_random_walk *w) {
  uint64_t half = w->left / 2, bound = (uint64_t)w->run->options->depth;
  if (half < SV_WALK_SHORTEST) half = SV_WALK_SHORTEST;
  return least(least(half, w->left), bound ? bound : UINT64_MAX);
}

bool sv_walk_goes_on(sv_random_walk *w) {
  if (w->stopped) return false;
  w->limit = sv_limits_hit_after(w->run->limits, 1 + w->net->cells / CELLS_PER_TURN);
  if (w->limit) w->stopped = true;
  if (w->steps % TICK_EVERY == 0)
    sv_progress_tick(
        w->run->progress,
        &(sv_progress_report){.phase = "random walk", .size = w->steps, .size_of = "steps"});
  return !w->stopped && w->left;
}

bool sv_walk_asks(const sv_random_walk *w, uint32_t property) {
  const sv_finding *f = property ? sv_answer_finding(w->answer, property) : NULL;
  return f && !f->trace;
}

void sv_walk_report(sv_random_walk *w, uint32_t property, sv_trace *trace) {
  bool good = sv_answer_violated(w->answer, property, trace);
  if (!good || !w->keep_going) w->stopped = true;
}

void sv_walk_cut(sv_random_walk *w, uint32_t action) {
  if (action != UINT32_MAX && w->net->actions.at[action].full) w->full = true;
}

bool sv_walk_keeps(sv_random_walk *w, uint32_t n) { return sv_random_below(&w->random, n) == 0; }

static void close_walk(sv_random_walk *w, sv_text *why) {
  sv_text reason = {0};
  // A part of a run is as good as a walk of fewer steps.
  sv_cause limit = w->limit == SV_CAUSE_BUDGET ? SV_CAUSE_NONE : w->limit;
  if (limit) sv_text_printf(&reason, "%s: ", sv_cause_text(limit));
  sv_text_printf(&reason, "no violation in a random walk of %" PRIu64 " steps", w->steps);
  if (why->n) sv_text_printf(&reason, "; %s", sv_text_get(why));
  w->answer->depth = w->longest;
  w->answer->pool_full = w->full && !limit;
  sv_answer_statistic(w->answer, "random steps", "%" PRIu64, w->steps);
  sv_answer_statistic(w->answer, "random runs", "%" PRIu64, w->runs);
  sv_answer_close(w->answer, limit ? limit : SV_CAUSE_INCOMPLETE, sv_text_get(&reason));
  sv_text_free(&reason);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (!sv_answer_net(a, m, run)) return;
  sv_random_walk w = {.run = run,
                      .answer = a,
                      .net = a->net,
                      .random = {(uint64_t)run->options->seed},
                      .left = (uint64_t)run->options->walk,
                      .keep_going = run->options->keep_going};
  if (!sv_walk_machine(&w)) sv_walk_exec(&w, &why);
  close_walk(&w, &why);
  sv_text_free(&why);
}

const sv_engine sv_engine_random = {
    .name = "random",
    .options = "depth seed walk",
    .summary = "random walks (finds violations, proves nothing)",
    .refuses = 0,
    .check = check,
};
