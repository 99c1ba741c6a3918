// search.c -- layer after layer on the device. See search.h.

#include "engine/gpu/search.h"

#include <inttypes.h>

enum {
  PER_THREAD = 4,
  WORDS_PER_THREAD = 1024,
  INITIALS_AT_ONCE = 1 << 16,
  MOST_INITIALS = 1 << 26
};

void sv_gpu_close(sv_gpu_device *d) {
  if (!d) return;
  d->close(d);
  sv_text_free(&d->error);
  sv_text_free(&d->uncached);
  sv_free(d);
}

bool sv_gpu_stop(sv_gpu_search *s, sv_gpu_end end) {
  s->end = end;
  return false;
}

// ---- what the device has to say

bool sv_gpu_fetch(sv_gpu_search *s, void *to, const void *from, size_t bytes) {
  return s->device->read(s->device, to, from, bytes) || sv_gpu_stop(s, SV_GPU_FAILED);
}

static bool some_finding(const sv_gpu_search *s) {
  for (uint32_t i = 0; i < s->questions; i++)
    if (s->findings[i].found) return true;
  return false;
}

uint64_t sv_gpu_states(const sv_gpu_search *s) { return s->stored + s->job.states.added; }

static void show_progress(const sv_gpu_search *s) {
  sv_progress_report r = {.phase = "gpu",
                          .states = sv_gpu_states(s),
                          .transitions = s->job.transitions,
                          .depth = s->depth,
                          .depth_of = "layer",
                          .size = sv_gpu_states(s) * 100 / (s->job.states.size + 1),
                          .size_of = "% of the table"};
  sv_progress_tick(s->run->progress, &r);
}

// After every launch; false if the search is to stop.
static bool look(sv_gpu_search *s) {
  if (!sv_gpu_fetch(s, &s->job, s->remote, sizeof s->job)) return false;
  if (s->job.overflow) return sv_gpu_stop(s, SV_GPU_OVERFLOWED);
  if (s->job.too_many) return sv_gpu_stop(s, SV_GPU_TOO_MANY);
  if (s->job.misfit) return sv_gpu_stop(s, SV_GPU_MISFIT);
  if (s->job.nodes_full) return sv_gpu_stop(s, SV_GPU_NODES_FULL);
  if (s->job.full) return sv_gpu_stop(s, SV_GPU_FULL);
  assert(sv_gpu_states(s) <= s->job.states.size + 1);
  show_progress(s);
  s->limit = sv_limits_check(s->run->limits);
  return !s->limit || sv_gpu_stop(s, SV_GPU_LIMITED);
}

static bool launch(sv_gpu_search *s, sv_gpu_kernel k, const uint64_t *words, uint64_t from,
                   uint64_t to) {
  uint64_t most = (uint64_t)s->job.threads * (k == SV_GPU_GATHER ? WORDS_PER_THREAD : PER_THREAD);
  for (; from < to; from += most) {
    uint64_t end = to - from > most ? from + most : to;
    if (!s->device->launch(s->device, k, s->remote, words, from, end))
      return sv_gpu_stop(s, SV_GPU_FAILED);
    if (!look(s)) return false;
  }
  return true;
}

// ---- initial states

typedef struct {
  sv_gpu_search *s;
  sv_u64s words;
  uint64_t *remote;
  bool good;
} starting;

static bool flush(starting *t) {
  sv_gpu_search *s = t->s;
  uint64_t n = s->layout->words ? t->words.n / s->layout->words : 0;
  t->good = s->device->write(s->device, t->remote, t->words.at, t->words.n * sizeof *t->words.at) ||
            sv_gpu_stop(s, SV_GPU_FAILED);
  t->good = t->good && launch(s, SV_GPU_START, t->remote, 0, n);
  sv_clear(t->words);
  return t->good;
}

static bool take_initial(void *context, const uint64_t *words) {
  starting *t = context;
  uint32_t n = t->s->layout->words;
  for (uint32_t i = 0; i < n; i++) sv_push(t->words, words[i]);
  if (++t->s->initials > MOST_INITIALS) return sv_gpu_stop(t->s, SV_GPU_FULL);
  return t->words.n < INITIALS_AT_ONCE * n || flush(t);
}

bool sv_gpu_send(sv_gpu_search *s) {
  return s->device->write(s->device, s->remote, &s->job, sizeof s->job) ||
         sv_gpu_stop(s, SV_GPU_FAILED);
}

static void fill_list(sv_gpu_set *set, const sv_gpu_list *l) {
  set->list = l->slots;
  set->bits = l->bits;
  set->added = 0;
}

static bool start(sv_gpu_search *s) {
  starting t = {.s = s, .good = true};
  size_t bytes = (size_t)INITIALS_AT_ONCE * s->layout->words * sizeof(uint64_t);
  t.remote = s->device->allocate(s->device, bytes);
  if (!t.remote) return sv_gpu_stop(s, SV_GPU_FAILED);
  fill_list(&s->job.states, &s->lists[0][0]);
  fill_list(&s->job.links, &s->lists[1][0]);
  if (!sv_gpu_send(s)) return false;
  sv_machine *m = sv_machine_new(s->program);
  sv_machine_stop_when(m, sv_limits_stop, s->run->limits);
  bool all = sv_machine_initials(m, take_initial, &t) == SV_EXEC_DONE;
  if (all && t.words.n) flush(&t);
  if (!all && s->end == SV_GPU_GOING) {
    s->limit = s->run->limits->hit;
    sv_gpu_stop(s, sv_machine_overflow(m) ? SV_GPU_OVERFLOWED : SV_GPU_LIMITED);
  }
  sv_machine_free(m);
  sv_vec_free(t.words);
  return s->end == SV_GPU_GOING;
}

// ---- layers

// The states for which there was no room in a list, as many as fit at a time.
static bool work_on_bits(sv_gpu_search *s, sv_gpu_kernel k, const sv_gpu_list *l, uint64_t words) {
  uint64_t most = (uint64_t)s->job.threads * WORDS_PER_THREAD, room = s->job.room_to_gather;
  uint64_t from = 0;
  while (from < words) {
    uint64_t to = words - from > most ? from + most : words;
    s->job.gathered = 0;
    if (!sv_gpu_send(s) || !launch(s, SV_GPU_GATHER, NULL, from, to)) return false;
    bool all = s->job.gathered <= room;
    uint64_t n = all ? s->job.gathered : room;
    if (n && !launch(s, k, l->slots, 0, n)) return false;
    if (all) from = to;
  }
  return true;
}

// All states that a set has listed, while the other list is filled.
static bool work_on(sv_gpu_search *s, sv_gpu_kernel k, sv_gpu_set *set, sv_gpu_list *lists) {
  bool second = set->list == lists[1].slots;
  const sv_gpu_list *l = &lists[second];
  uint64_t n = set->added;
  assert(set->list == l->slots && set->bits == l->bits);
  fill_list(set, &lists[!second]);
  s->job.gather = l->slots;
  s->job.bits = l->bits;
  s->job.room_to_gather = set->room;
  if (!sv_gpu_send(s)) return false;
  if (n <= set->room) return launch(s, k, l->slots, 0, n);
  return launch(s, k, l->slots, 0, set->room) && work_on_bits(s, k, l, set->size / 64 + 1);
}

// Links that a layer leads to belong to it, and those that links lead to.
static bool work_on_layer(sv_gpu_search *s) {
  s->stored += s->job.states.added;
  if (!work_on(s, SV_GPU_EXPAND, &s->job.states, s->lists[0])) return false;
  while (s->job.links.added)
    if (!work_on(s, SV_GPU_PASS, &s->job.links, s->lists[1])) return false;
  return true;
}

static bool report(sv_gpu_search *s, uint32_t question) {
  const sv_gpu_finding *f = &s->findings[question];
  sv_finding *of = &s->answer->findings.at[question];
  if (!f->found || of->trace) return true;
  sv_trace *trace = sv_gpu_trace(s, f);
  if (s->end == SV_GPU_FAILED) return false;
  if (!trace) {
    sv_answer_bug(s->answer, "no way back from a state of the device");
    return sv_gpu_stop(s, SV_GPU_BROKEN);
  }
  return sv_answer_violated(s->answer, of->property, trace) || sv_gpu_stop(s, SV_GPU_BROKEN);
}

// The device looks for deadlocks once, whatever number of properties asks for them.
void sv_gpu_share_deadlock(sv_gpu_search *s) {
  for (uint32_t i = 0; i < s->questions && s->job.deadlock; i++) {
    uint32_t property = s->answer->findings.at[i].property;
    if (s->net->properties.at[property].kind == SV_PROP_DEADLOCK)
      s->findings[i] = s->findings[s->job.deadlock - 1];
  }
}

// A deadlock is one step nearer than what a step shows.
static bool report_findings(sv_gpu_search *s) {
  size_t bytes = s->questions * sizeof *s->findings;
  if (!sv_gpu_fetch(s, s->findings, s->job.findings, bytes)) return false;
  sv_gpu_share_deadlock(s);
  if (!some_finding(s)) return true;
  uint32_t deadlock = s->job.deadlock;
  if (deadlock && !report(s, deadlock - 1)) return false;
  bool one = deadlock && s->findings[deadlock - 1].found && !s->run->options->keep_going;
  for (uint32_t i = 0; i < s->questions && !one; i++) {
    if (!report(s, i)) return false;
    one = s->findings[i].found && !s->run->options->keep_going;
  }
  return s->run->options->keep_going || sv_gpu_stop(s, SV_GPU_FOUND);
}

bool sv_gpu_read_flags(sv_gpu_search *s) {
  uint32_t n = s->net->actions.n;
  uint32_t *flags = SV_NEW_ARRAY(uint32_t, n + 1);
  bool good = sv_gpu_fetch(s, flags, s->job.fired, n * sizeof *flags);
  for (uint32_t i = 0; good && i < n; i++)
    if (flags[i]) sv_bits_add(&s->fired, i);
  good = good && sv_gpu_fetch(s, flags, s->job.cuts, n * sizeof *flags);
  for (uint32_t i = 0; good && i < n; i++) {
    bool full = s->net->actions.at[i].full;
    if (flags[i] && (s->cut == UINT32_MAX || (s->net->actions.at[s->cut].full && !full)))
      s->cut = i;
  }
  sv_free(flags);
  return good;
}

void sv_gpu_explore(sv_gpu_search *s) {
  s->start = sv_now();
  if (!start(s) || !report_findings(s)) return;
  for (; s->job.states.added; s->depth++) {
    SV_LOG(s->run->log, 2, "gpu: layer %" PRIu64 ": %" PRIu64 " states", s->depth,
           s->job.states.added);
    s->job.last = s->run->options->depth && s->depth == (uint64_t)s->run->options->depth;
    bool going = work_on_layer(s);
    if (s->end != SV_GPU_FAILED && s->end != SV_GPU_OVERFLOWED && !report_findings(s)) return;
    if (!going) break;
  }
  if (s->depth) s->depth--;
  if (s->end != SV_GPU_FAILED) sv_gpu_read_flags(s);
  if (s->end != SV_GPU_GOING) return;
  if (s->job.beyond) s->limit = SV_CAUSE_DEPTH;
  sv_gpu_stop(s, s->job.beyond ? SV_GPU_LIMITED : SV_GPU_ENDED);
}
