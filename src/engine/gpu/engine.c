// engine.c -- the engine `gpu`: all reachable states, on a graphics processor.
//
// Breadth first and exact: with --reduction off the states are those of `explicit
// --reduction off`. See docs/engine-gpu.md.

#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <unistd.h>

#include "base/thread_pool.h"
#include "engine/gpu/guess.h"
#include "engine/gpu/reduce.h"
#include "engine/gpu/search.h"
#include "engine/table.h"

// Of the memory for tables: how much of it nodes get at first, and at most, if they need more.
static const double first_nodes_part = 1.0 / 16, last_nodes_part = 0.5;
enum { MORE_NODES = 4 };

static void say_covered(const sv_gpu_search *s, sv_text *t) {
  sv_text_printf(t, "no violation found in %" PRIu64 " states up to depth %" PRIu64,
                 sv_gpu_states(s), s->depth);
}

static sv_cause say_ended(const sv_gpu_search *s, sv_text *t) {
  if (s->cut != UINT32_MAX) {
    sv_text_printf(t, "no violation; not covered: %s", s->net->actions.at[s->cut].cut);
    return SV_CAUSE_BOUND;
  }
  if (!s->questions) sv_text_string(t, "there is no property to check; ");
  sv_text_printf(t, s->questions ? "all %" PRIu64 " states were checked" : "%" PRIu64 " states",
                 sv_gpu_states(s));
  if (s->questions && s->merge) sv_text_string(t, " (with partial-order reduction)");
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
  case SV_GPU_NODES_FULL:
    sv_text_printf(t, "the table of %s on the device is full: ",
                   s->end == SV_GPU_FULL ? "states" : "parts of states");
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
  case SV_GPU_MISFIT:
  case SV_GPU_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static char *decimal(uint64_t n) {
  sv_text t = {0};
  sv_text_printf(&t, "%" PRIu64, n);
  return sv_text_take(&t);
}

static void add_device(const sv_gpu_search *s, sv_answer *a) {
  sv_answer_statistic(a, "device", "%s", s->device->name);
  if (s->device->cached) sv_answer_statistic(a, "compiled", "before");
  else sv_answer_statistic(a, "compiled", "in %.2f s", s->device->compiled_in);
  if (s->device->uncached.n)
    sv_answer_statistic(a, "cache", "not written: %s", sv_text_get(&s->device->uncached));
  sv_answer_statistic(a, "search", "%.3f s", sv_now() - s->start);
  sv_answer_statistic(a, "threads", "%u", s->job.threads);
}

static void add_statistics(const sv_gpu_search *s, sv_answer *a) {
  double seconds = sv_now() - s->start;
  add_device(s, a);
  sv_answer_statistic(a, "initial states", "%" PRIu64, s->initials);
  sv_answer_statistic(a, "bytes of a packed state", "%u", s->layout->words * 8);
  sv_answer_statistic(a, "bytes of what varies", "%u", s->narrow->words * 8);
  sv_answer_statistic(a, "slots for states", "%" PRIu64, s->job.states.size);
  sv_answer_statistic(a, "slots for their parts", "%" PRIu64, s->job.node_size);
  sv_answer_statistic(a, "reduction", s->reduced ? "on" : "off");
  if (s->merge)
    sv_answer_statistic(a, "sticky locations", "%u of %u", s->merge->count, s->merge->places);
  if (s->merge || s->net->holder != SV_NO_VARIABLE) {
    sv_answer_statistic(a, "states passed through", "%" PRIu64, s->job.passed);
  }
  if (seconds > 0)
    sv_answer_statistic(a, "states per second", "%.0f", (double)sv_gpu_states(s) / seconds);
}

static void conclude(sv_gpu_search *s) {
  sv_answer *a = s->answer;
  sv_text reason = {0};
  sv_cause cause = say(s, &reason);
  a->states = decimal(sv_gpu_states(s));
  a->transitions = decimal(s->job.transitions);
  a->depth = s->depth;
  a->reach = s->merge ? 0 : s->depth;  // with it a layer is no step
  a->complete = s->end == SV_GPU_ENDED && s->cut == UINT32_MAX;
  a->pool_full = s->end == SV_GPU_ENDED && s->cut != UINT32_MAX && s->net->actions.at[s->cut].full;
  if (a->complete) sv_answer_unreached(a, s->net, &s->fired, s->initials != 0);
  add_statistics(s, a);
  sv_answer_close(a, cause, sv_text_get(&reason));
  sv_text_free(&reason);
}

static sv_gpu_device *open_device(const sv_run *run, sv_text *text, unsigned kernels,
                                  sv_text *why) {
  const sv_options *o = run->options;
  sv_gpu_code code = {.text = sv_text_get(text), .kernels = kernels, .cache = o->cache};
  uint32_t jobs = o->jobs ? (uint32_t)o->jobs : sv_processors();
  if (o->device == SV_OPT_DEVICE_HOST) return sv_gpu_open_host(&code, run->limits, jobs, why);
  return sv_gpu_open_cuda(&code, run->limits, why);
}

// One search of several: with what the ones before it have shown.
typedef struct {
  sv_gpu_guess guess;
  sv_gpu_device *device;  // with the kernels for the guess, or NULL
  uint32_t misfits;
  bool recalled;  // the guess was found in the cache
  bool learnt;    // it is not the first one
} attempt;

enum { MOST_MISFITS = 2 };  // at the last one, all bits are stored

static bool read_misfits(sv_gpu_search *s, attempt *a) {
  uint32_t n = s->layout->words;
  uint64_t *bits = SV_NEW_ARRAY(uint64_t, n);
  bool good = s->device->read(s->device, bits, s->job.misfits, n * sizeof *bits);
  sv_gpu_narrow *narrow = &a->guess.narrow;
  if (good && ++a->misfits < MOST_MISFITS) sv_gpu_narrow_widen(narrow, s->layout, bits);
  else sv_gpu_narrow_none(narrow, s->layout);
  SV_LOG(s->run->log, 1, "gpu: more bits vary: %u of %u words are stored", narrow->words, n);
  sv_free(bits);
  return good;
}

static void close_device(attempt *a) {
  sv_gpu_close(a->device);
  a->device = NULL;
}

// The first guess, by a look at the net or from the cache.
static void begin_guess(const sv_gpu_search *s, attempt *a, bool recall) {
  const sv_options *o = s->run->options;
  a->recalled =
      recall && o->cache &&
      sv_gpu_guess_get(o->cache, s->program, s->layout, s->run->limits->memory, &a->guess);
  if (a->recalled) return;
  sv_gpu_narrow_free(&a->guess.narrow);
  a->guess.nodes_part = first_nodes_part;
  sv_gpu_narrow_init(&a->guess.narrow, s->layout, (uint64_t)o->seed, s->run->limits);
}

static void keep_guess(const sv_gpu_search *s, const attempt *a) {
  const char *cache = s->run->options->cache;
  if (cache && a->learnt && (s->end == SV_GPU_ENDED || s->end == SV_GPU_FOUND))
    sv_gpu_guess_put(cache, s->program, s->run->limits->memory, &a->guess);
}

// False: it is to begin again.
static bool explore(sv_gpu_search *s, attempt *a, sv_text *why) {
  const sv_run *run = s->run;
  if (!sv_gpu_set_up(s, why)) return true;
  SV_LOG(run->log, 1, "gpu: %s, room for %" PRIu64 " states of %u words, %" PRIu64 " parts",
         s->device->name, s->job.states.size, s->narrow->words, s->job.node_size);
  sv_gpu_explore(s);
  if (s->end == SV_GPU_NODES_FULL && s->nodes_part < last_nodes_part) {
    double part = s->nodes_part * MORE_NODES;
    a->guess.nodes_part = part < last_nodes_part ? part : last_nodes_part;
    a->learnt = true;
    return false;
  }
  if (s->end == SV_GPU_MISFIT && read_misfits(s, a)) {
    close_device(a);
    a->learnt = true;
    return false;
  }
  if (s->end == SV_GPU_FULL && a->recalled) {  // less memory may be free than there was
    close_device(a);
    begin_guess(s, a, false);
    return false;
  }
  keep_guess(s, a);
  conclude(s);
  return true;
}

static void compile(const sv_gpu_search *s, attempt *a, sv_text *why) {
  sv_text text = {0};
  sv_gpu_search_text(s->program, s->layout, &a->guess.narrow, s->merge, &text);
  a->device = open_device(s->run, &text, ~(1u << SV_GPU_WALK), why);
  sv_text_free(&text);
}

static void search(const sv_gpu_search *begin, sv_text *why) {
  attempt a = {0};
  begin_guess(begin, &a, true);
  for (bool done = false; !done;) {
    sv_gpu_search s = *begin;
    if (!a.device) compile(begin, &a, why);
    if (!a.device) break;
    s.device = a.device;
    s.narrow = &a.guess.narrow;
    s.nodes_part = a.guess.nodes_part;
    done = explore(&s, &a, why);
    sv_gpu_clean_up(&s);
    if (a.device) a.device->release(a.device);
  }
  sv_gpu_close(a.device);
  sv_gpu_narrow_free(&a.guess.narrow);
}

// ---- walks

// So many steps where --walk does not say how many.
static const uint64_t walk_turns = UINT64_C(1) << 30;

static uint64_t turns_asked_for(const sv_options *o) {
  return sv_option_given(o, sv_option_find("walk")) ? (uint64_t)o->walk : walk_turns;
}

static void conclude_walks(sv_gpu_search *s, uint64_t walkers) {
  sv_answer *a = s->answer;
  sv_text reason = {0};
  bool ended = s->end == SV_GPU_ENDED || s->end == SV_GPU_LIMITED;
  sv_cause cause = s->end == SV_GPU_ENDED ? SV_CAUSE_INCOMPLETE : s->limit;
  if (!ended) cause = say(s, &reason);
  if (s->end == SV_GPU_LIMITED) sv_text_printf(&reason, "%s: ", sv_cause_text(cause));
  if (ended)
    sv_text_printf(&reason, "no violation in random walks of %" PRIu64 " steps",
                   s->job.transitions);
  a->depth = s->depth;
  a->pool_full = s->end == SV_GPU_ENDED && s->cut != UINT32_MAX && s->net->actions.at[s->cut].full;
  add_device(s, a);
  sv_answer_statistic(a, "walkers", "%" PRIu64, walkers);
  sv_answer_statistic(a, "random steps", "%" PRIu64, s->job.transitions);
  sv_answer_statistic(a, "random runs", "%" PRIu64, s->job.passed);
  sv_answer_close(a, cause, sv_text_get(&reason));
  sv_text_free(&reason);
}

static void walk(const sv_gpu_search *begin, sv_text *why) {
  sv_gpu_search s = *begin;
  sv_text text = {0};
  uint64_t turns = turns_asked_for(s.run->options), walkers = sv_gpu_walkers(&s, turns);
  sv_gpu_walks_text(s.program, s.layout, &text);
  s.device = open_device(s.run, &text, 1u << SV_GPU_WALK, why);
  if (s.device && sv_gpu_set_up_walks(&s, walkers, why)) {
    sv_gpu_walk(&s, walkers, (turns + walkers - 1) / walkers);
    conclude_walks(&s, walkers);
  }
  if (s.device) sv_gpu_clean_up(&s);
  sv_gpu_close(s.device);
  sv_text_free(&text);
}

static void run_on(const sv_gpu_search *s, sv_text *why) {
  if (s->run->options->search == SV_OPT_SEARCH_WALK) walk(s, why);
  else search(s, why);
}

// Walks are not worth a reduction.
static const sv_net *net_of(sv_gpu_reduction *r, const sv_answer *a, const sv_options *o) {
  *r = (sv_gpu_reduction){0};
  return o->search == SV_OPT_SEARCH_WALK ? a->net : sv_gpu_reduce(r, a, o);
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  sv_gpu_reduction reduction;
  sv_program *program = NULL;
  if (!sv_answer_net(a, m, run)) return;
  const sv_net *net = net_of(&reduction, a, run->options);
  sv_layout *layout = sv_layout_new(net, false, &why);
  if (layout && !layout->words && net != a->net) {  // nothing of it matters
    sv_layout_free(layout);
    sv_gpu_reduction_free(&reduction);
    reduction = (sv_gpu_reduction){0};
    layout = sv_layout_new(net = a->net, false, &why);
  }
  if (layout && !layout->words) sv_text_string(&why, "a net without variables");
  else if (layout && (program = sv_program_new(layout, &why))) {
    sv_gpu_search s = {.run = run, .answer = a, .net = net, .layout = layout, .program = program};
    s.merge = reduction.merge;
    s.reduced = sv_gpu_reduces(&reduction);
    run_on(&s, &why);
  }
  if (why.n) sv_answer_refuse(a, run, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  if (program) sv_program_free(program);
  if (layout) sv_layout_free(layout);
  sv_gpu_reduction_free(&reduction);
  sv_text_free(&why);
}

// A look that loads nothing: `auto` asks before it starts processes.
static bool runs_here(const sv_options *o) {
  static const char *const nodes[] = {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"};
  if (o->device == SV_OPT_DEVICE_HOST) return true;
  for (uint32_t i = 0; i < SV_COUNT(nodes); i++)
    if (!access(nodes[i], F_OK)) return true;
  return false;
}

const sv_engine sv_engine_gpu = {
    .name = "gpu",
    .runs_here = runs_here,
    .without = "explores every reachable state on an NVIDIA GPU (there is none here)",
    .options = "device jobs seed cache search walk depth reduction merge",
    .summary = "explores every reachable state on an NVIDIA GPU (breadth first)",
    .refuses = SV_FEATURE_REAL | SV_FEATURE_INT | SV_FEATURE_QUEUE | SV_FEATURE_WIDE,
    .searches = SV_SEARCH(AUTO) | SV_SEARCH(BFS) | SV_SEARCH(WALK),
    .isolated = true,
    .check = check,
};
