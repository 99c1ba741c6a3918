// engine.c -- the engine `gpu`: all reachable states, on a graphics processor.
//
// Breadth first, exact, without reduction: the states are those of `explicit
// --reduction off`. See docs/engine-gpu.md.

#include <inttypes.h>

#include "base/thread_pool.h"
#include "engine/gpu/search.h"
#include "engine/table.h"

// Threads that find the table full have counted all the same.
static uint64_t states_of(const sv_gpu_search *s) {
  const sv_gpu_table *t = &s->job.states;
  return t->count < t->most ? t->count : t->most;
}

static void say_covered(const sv_gpu_search *s, sv_text *t) {
  sv_text_printf(t, "no violation found in %" PRIu64 " states up to depth %" PRIu64, states_of(s),
                 s->depth);
}

static sv_cause say_ended(const sv_gpu_search *s, sv_text *t) {
  if (s->cut != UINT32_MAX) {
    sv_text_printf(t, "no violation; not covered: %s", s->net->actions.at[s->cut].cut);
    return SV_CAUSE_BOUND;
  }
  if (!s->questions) sv_text_string(t, "there is no property to check; ");
  sv_text_printf(t, s->questions ? "all %" PRIu64 " states were checked" : "%" PRIu64 " states",
                 s->job.states.count);
  return SV_CAUSE_NONE;
}

static sv_cause say(const sv_gpu_search *s, sv_text *t) {
  switch (s->end) {
  case SV_GPU_ENDED: return say_ended(s, t);
  case SV_GPU_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_GPU_LIMITED:
    sv_text_printf(t, "%s: ", sv_cause_text(s->limit));
    say_covered(s, t);
    return s->limit;
  case SV_GPU_FULL:
    sv_text_string(t, "the table of states on the device is full: ");
    say_covered(s, t);
    return SV_CAUSE_MEMORY;
  case SV_GPU_OVERFLOWED: sv_text_string(t, "a number does not fit 64 bits"); return SV_CAUSE_SIZE;
  case SV_GPU_TOO_MANY:
    sv_text_string(t, "an action has too many choices for one step on the device");
    return SV_CAUSE_SIZE;
  case SV_GPU_FAILED:
    sv_text_printf(t, "the device failed: %s", sv_text_get(&s->device->error));
    return SV_CAUSE_SYSTEM;
  case SV_GPU_GOING:
  case SV_GPU_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static char *decimal(uint64_t n) {
  sv_text t = {0};
  sv_text_printf(&t, "%" PRIu64, n);
  return sv_text_take(&t);
}

static void add_statistics(const sv_gpu_search *s, sv_answer *a) {
  double seconds = sv_now() - s->start;
  sv_answer_statistic(a, "device", "%s", s->device->name);
  sv_answer_statistic(a, "compiled", "in %.2f s", s->device->compiled_in);
  sv_answer_statistic(a, "search", "%.3f s", seconds);
  sv_answer_statistic(a, "initial states", "%" PRIu64, s->initials);
  sv_answer_statistic(a, "bytes of a packed state", "%u", s->layout->words * 8);
  sv_answer_statistic(a, "states that fit", "%" PRIu64, s->job.states.most);
  sv_answer_statistic(a, "threads", "%u", s->job.threads);
  if (s->net->holder != SV_NO_VARIABLE) {
    sv_answer_statistic(a, "states passed through", "%" PRIu64, s->job.passed);
  }
  if (seconds > 0)
    sv_answer_statistic(a, "states per second", "%.0f", (double)s->job.states.count / seconds);
}

static void conclude(sv_gpu_search *s) {
  sv_answer *a = s->answer;
  sv_text reason = {0};
  sv_cause cause = say(s, &reason);
  a->states = decimal(states_of(s));
  a->transitions = decimal(s->job.transitions);
  a->depth = a->reach = s->depth;
  a->complete = s->end == SV_GPU_ENDED && s->cut == UINT32_MAX;
  a->pool_full = s->end == SV_GPU_ENDED && s->cut != UINT32_MAX && s->net->actions.at[s->cut].full;
  if (a->complete) sv_answer_unreached(a, s->net, &s->fired, s->initials != 0);
  add_statistics(s, a);
  sv_answer_close(a, cause, sv_text_get(&reason));
  sv_text_free(&reason);
}

static sv_gpu_device *open_device(const sv_run *run, const char *text, sv_text *why) {
  const sv_options *o = run->options;
  uint32_t jobs = o->jobs ? (uint32_t)o->jobs : sv_processors();
  if (o->device == SV_OPT_DEVICE_HOST) return sv_gpu_open_host(text, run->limits, jobs, why);
  return sv_gpu_open_cuda(text, run->limits, why);
}

static void search(sv_gpu_search *s, const sv_run *run, sv_text *why) {
  sv_text text = {0};
  sv_gpu_text(s->program, s->layout, &text);
  s->device = open_device(run, sv_text_get(&text), why);
  sv_text_free(&text);
  if (!s->device) return;
  if (sv_gpu_set_up(s, why)) {
    SV_LOG(run->log, 1, "gpu: %s, room for %" PRIu64 " states of %u words", s->device->name,
           s->job.states.most, s->layout->words);
    sv_gpu_explore(s);
    conclude(s);
  }
  sv_gpu_clean_up(s);
  sv_gpu_close(s->device);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  sv_layout *layout = NULL;
  sv_program *program = NULL;
  if (!sv_answer_net(a, m, run)) return;
  if ((layout = sv_layout_new(a->net, false, &why)) && !layout->words)
    sv_text_string(&why, "a net without variables");
  else if (layout && (program = sv_program_new(layout, &why))) {
    sv_gpu_search s = {.run = run, .answer = a, .net = a->net, .layout = layout};
    s.program = program;
    search(&s, run, &why);
  }
  if (why.n) sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  if (program) sv_program_free(program);
  if (layout) sv_layout_free(layout);
  sv_text_free(&why);
}

const sv_engine sv_engine_gpu = {
    .name = "gpu",
    .options = "device jobs",
    .summary = "explores every reachable state on an NVIDIA GPU (breadth first)",
    .refuses = SV_FEATURE_REAL | SV_FEATURE_INT | SV_FEATURE_QUEUE | SV_FEATURE_WIDE,
    .searches = SV_SEARCH(AUTO) | SV_SEARCH(BFS),
    .isolated = true,
    .check = check,
};
