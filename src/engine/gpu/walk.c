// walk.c -- many random walks at the same time, for states that lie too deep for a search.
//
// The kernel is kernel_walk.c. All walkers take some turns, then findings are looked
// at: so what is found first does not depend on the threads that there are. The steps of the run that
// has found something are not known; it is walked once more, by itself, and they are
// written down.

#include "engine/gpu/search.h"

enum {
  MOST_WALKERS = 1 << 17,
  PLACE_WORDS = 1 << 24,    // of all walkers, at most
  TURNS_PER_WALKER = 1024,  // at least, before there is another walker
  TURNS = 64,               // of a walker in a launch
  PER_THREAD = 4,           // walkers of a launch
  INITIALS = 1024,          // initial states to choose from, at most
  LOG_ROOM = 1 << 14,
};

uint64_t sv_gpu_walkers(const sv_gpu_search *s, uint64_t turns) {
  uint64_t most = PLACE_WORDS / s->layout->words, n = turns / TURNS_PER_WALKER;
  if (most > MOST_WALKERS) most = MOST_WALKERS;
  if (n > most) n = most;
  return n ? n : 1;
}

static void show_progress(const sv_gpu_search *s) {
  sv_progress_report r = {.phase = "random walks", .size = s->job.transitions, .size_of = "steps"};
  sv_progress_tick(s->run->progress, &r);
}

static bool launch(sv_gpu_search *s, uint64_t from, uint64_t to) {
  if (!s->device->launch(s->device, SV_GPU_WALK, s->remote, NULL, from, to))
    return sv_gpu_stop(s, SV_GPU_FAILED);
  return sv_gpu_fetch(s, &s->job, s->remote, sizeof s->job);
}

// ---- the beginning

typedef struct {
  const sv_gpu_search *s;
  sv_u64s words;
} starting;

static bool take_initial(void *context, const uint64_t *words) {
  starting *t = context;
  uint32_t n = t->s->layout->words;
  for (uint32_t i = 0; i < n; i++) sv_push(t->words, words[i]);
  return t->words.n < INITIALS * n;
}

static bool write_initials(sv_gpu_search *s, const sv_u64s *words) {
  sv_gpu_job *j = &s->job;
  j->initial_count = s->initials = words->n / s->layout->words;
  j->initials = s->device->allocate(s->device, words->n * sizeof *words->at);
  return j->initials &&
         s->device->write(s->device, j->initials, words->at, words->n * sizeof *words->at);
}

static bool set_initials(sv_gpu_search *s) {
  starting t = {.s = s};
  sv_machine *m = sv_machine_new(s->program);
  sv_machine_stop_when(m, sv_limits_stop, s->run->limits);
  sv_machine_initials(m, take_initial, &t);
  if (sv_machine_stopped(m)) s->limit = s->run->limits->hit;
  if (sv_machine_overflow(m)) sv_gpu_stop(s, SV_GPU_OVERFLOWED);
  else if (s->limit) sv_gpu_stop(s, SV_GPU_LIMITED);
  else if (!write_initials(s, &t.words)) sv_gpu_stop(s, SV_GPU_FAILED);
  sv_machine_free(m);
  sv_vec_free(t.words);
  return s->end == SV_GPU_GOING;
}

static bool set_walkers(sv_gpu_search *s, uint64_t walkers, uint64_t share) {
  sv_gpu_walker *w = SV_NEW_ARRAY(sv_gpu_walker, walkers);
  for (uint64_t i = 0; i < walkers; i++) w[i].left = share;
  bool good = s->device->write(s->device, s->job.walkers, w, walkers * sizeof *w);
  sv_free(w);
  return good || sv_gpu_stop(s, SV_GPU_FAILED);
}

// Nothing is found yet: a finding's place in time is as late as can be.
static bool clear_findings(sv_gpu_search *s) {
  size_t bytes = s->questions * sizeof *s->findings;
  for (uint32_t i = 0; i < s->questions; i++)
    s->findings[i] = (sv_gpu_finding){.where = SV_GPU_NOTHING};
  return s->device->write(s->device, s->job.findings, s->findings, bytes) ||
         sv_gpu_stop(s, SV_GPU_FAILED);
}

static bool begin(sv_gpu_search *s, uint64_t walkers, uint64_t share) {
  const sv_options *o = s->run->options;
  sv_gpu_job *j = &s->job;
  j->seed = (uint64_t)o->seed;
  j->share = share;
  j->longest_run = o->depth ? (uint64_t)o->depth : UINT64_MAX;
  j->turns = TURNS;
  return set_initials(s) && set_walkers(s, walkers, share) && clear_findings(s) && sv_gpu_send(s);
}

// ---- a run once more

typedef struct {
  sv_gpu_search *s;
  sv_machine *m;
  sv_gpu_walker walker;
  uint32_t *action;
  uint64_t *choice, *initial;
  sv_trace *trace;
} again;

static bool fetch_walker(again *a, uint64_t number) {
  return sv_gpu_fetch(a->s, &a->walker, a->s->job.walkers + number, sizeof a->walker);
}

static bool write_walker(again *a, uint64_t number, sv_gpu_walker w) {
  return a->s->device->write(a->s->device, a->s->job.walkers + number, &w, sizeof w) ||
         sv_gpu_stop(a->s, SV_GPU_FAILED);
}

static bool begin_trace(again *a) {
  const sv_gpu_search *s = a->s;
  size_t n = s->layout->words;
  if (!sv_gpu_fetch(a->s, a->initial, s->job.initials + a->walker.initial * n,
                    n * sizeof(uint64_t)))
    return false;
  a->trace = sv_machine_begin_trace(a->m, a->initial);
  return true;
}

static bool push_steps(again *a, uint64_t n) {
  const sv_gpu_job *j = &a->s->job;
  if (!sv_gpu_fetch(a->s, a->action, j->log_action, n * sizeof *a->action) ||
      !sv_gpu_fetch(a->s, a->choice, j->log_choice, n * sizeof *a->choice))
    return false;
  for (uint64_t i = 0; i < n; i++) sv_machine_push_step(a->m, a->trace, a->action[i], a->choice[i]);
  return true;
}

// Steps from `from` on, as many as there is room for.
static bool walk_part(again *a, uint64_t number, uint64_t from, uint64_t end) {
  sv_gpu_search *s = a->s;
  s->job.log_from = from;
  s->job.log_end = end - from > LOG_ROOM ? from + LOG_ROOM : end;
  if (!sv_gpu_send(s) || !launch(s, number, number + 1) || !fetch_walker(a, number)) return false;
  if (a->walker.step != s->job.log_end) {
    sv_answer_bug(s->answer, "a walk on the device does not repeat itself");
    return sv_gpu_stop(s, SV_GPU_BROKEN);
  }
  return (from || begin_trace(a)) && push_steps(a, s->job.log_end - from);
}

// Its first steps: those of the run that the walker is in.
static bool walk_again(again *a, uint64_t number) {
  uint64_t end = a->walker.step, from = 0;
  sv_gpu_walker first = {.run = a->walker.run, .left = UINT64_MAX};
  if (!write_walker(a, number, first)) return false;
  do {
    if (!walk_part(a, number, from, end)) return false;
    from = a->s->job.log_end;
  } while (from < end);
  return true;
}

static bool set_log(sv_gpu_search *s) {
  sv_gpu_job *j = &s->job;
  j->log_room = LOG_ROOM;
  j->turns = LOG_ROOM + 1;
  j->log_choice = s->device->allocate(s->device, LOG_ROOM * sizeof *j->log_choice);
  j->log_action = s->device->allocate(s->device, LOG_ROOM * sizeof *j->log_action);
  return (j->log_action && j->log_choice) || sv_gpu_stop(s, SV_GPU_FAILED);
}

// The trace of the run that this walker is in. It is back where it was afterwards.
static sv_trace *trace_of(sv_gpu_search *s, uint64_t number) {
  sv_gpu_job kept = s->job;
  again a = {.s = s, .m = sv_machine_new(s->program)};
  a.action = SV_NEW_ARRAY(uint32_t, LOG_ROOM);
  a.choice = SV_NEW_ARRAY(uint64_t, LOG_ROOM);
  a.initial = SV_NEW_ARRAY(uint64_t, s->layout->words);
  bool good = fetch_walker(&a, number);
  sv_gpu_walker before = a.walker;
  good = good && set_log(s) && walk_again(&a, number) && write_walker(&a, number, before);
  if (!good && a.trace) sv_trace_free(s->net, a.trace), a.trace = NULL;
  s->job = kept;
  if (good && !sv_gpu_send(s)) sv_trace_free(s->net, a.trace), a.trace = NULL;
  sv_machine_free(a.m);
  sv_free(a.action);
  sv_free(a.choice);
  sv_free(a.initial);
  return a.trace;
}

// ---- findings

static bool report(sv_gpu_search *s, uint32_t question) {
  uint32_t one = 1;
  sv_finding *of = &s->answer->findings.at[question];
  if (s->findings[question].where == SV_GPU_NOTHING || of->trace) return true;
  sv_trace *trace = trace_of(s, s->findings[question].where & UINT32_MAX);
  if (!trace) return false;
  if (!s->device->write(s->device, s->job.done + question, &one, sizeof one))
    return sv_trace_free(s->net, trace), sv_gpu_stop(s, SV_GPU_FAILED);
  return sv_answer_violated(s->answer, of->property, trace) || sv_gpu_stop(s, SV_GPU_BROKEN);
}

static uint32_t earliest(const sv_gpu_search *s) {
  uint32_t first = 0;
  for (uint32_t i = 1; i < s->questions; i++)
    if (s->findings[i].where < s->findings[first].where) first = i;
  return first;
}

static bool report_findings(sv_gpu_search *s) {
  if (!s->questions) return true;
  if (!sv_gpu_fetch(s, s->findings, s->job.findings, s->questions * sizeof *s->findings))
    return false;
  sv_gpu_share_deadlock(s);
  uint32_t first = earliest(s);
  if (s->findings[first].where == SV_GPU_NOTHING) return true;
  if (!s->run->options->keep_going) return report(s, first) && sv_gpu_stop(s, SV_GPU_FOUND);
  bool all = true;
  for (uint32_t i = 0; i < s->questions; i++) {
    if (!report(s, i)) return false;
    all &= s->answer->findings.at[i].trace != NULL;
  }
  return all ? sv_gpu_stop(s, SV_GPU_FOUND) : clear_findings(s);
}

// ---- all walks

// Every walker some turns.
static bool walk_on(sv_gpu_search *s, uint64_t walkers) {
  uint64_t most = (uint64_t)s->job.threads * PER_THREAD;
  for (uint64_t from = 0; from < walkers; from += most) {
    if (!launch(s, from, walkers - from > most ? from + most : walkers)) return false;
    show_progress(s);
    s->limit = sv_limits_check(s->run->limits);
    if (s->limit) return sv_gpu_stop(s, SV_GPU_LIMITED);
  }
  return true;
}

void sv_gpu_walk(sv_gpu_search *s, uint64_t walkers, uint64_t share) {
  s->start = sv_now();
  bool going = begin(s, walkers, share) && s->initials;
  for (uint64_t turns = 0; going && turns < share; turns += TURNS) {
    going = walk_on(s, walkers);
    if (s->end == SV_GPU_GOING || s->end == SV_GPU_LIMITED) going = report_findings(s) && going;
  }
  s->depth = s->job.longest;
  if (s->end != SV_GPU_FAILED) sv_gpu_read_flags(s);
  if (s->end == SV_GPU_GOING) sv_gpu_stop(s, SV_GPU_ENDED);
}
