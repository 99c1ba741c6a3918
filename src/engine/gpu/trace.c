// trace.c -- from a state on the device back to an initial one.
//
// A state knows the one that it came from. The step between the two is looked
// for with the machine on the host. A link that was not passed through is
// stored without a step.

#include "engine/gpu/search.h"

typedef struct {
  const uint64_t *goal;
  uint32_t words;
  uint64_t choice;
  bool found;
} seeking;

static bool is_elsewhere(void *context, const uint64_t *state, uint64_t choice) {
  seeking *k = context;
  k->choice = choice;
  k->found = !memcmp(state, k->goal, k->words * sizeof *state);
  return !k->found;
}

// The step from one to the other; false if there is none.
static bool push_between(sv_machine *m, sv_trace *trace, const uint64_t *from, const uint64_t *to,
                         uint32_t words) {
  seeking k = {.goal = to, .words = words};
  uint32_t n;
  sv_machine_load(m, from);
  const uint32_t *enabled = sv_machine_enabled(m, &n);
  for (uint32_t i = 0; i < n; i++) {
    sv_machine_fire(m, enabled[i], is_elsewhere, &k);
    if (k.found) return sv_machine_push_step(m, trace, enabled[i], k.choice), true;
  }
  return false;
}

typedef struct {
  sv_u32s where;  // the goal first
  sv_u64s words;
} way;

static bool add(sv_gpu_search *s, way *w, uint32_t where, uint32_t *parent) {
  const sv_gpu_table *t = where & SV_GPU_LINK ? &s->job.links : &s->job.states;
  uint64_t number = where & ~SV_GPU_LINK;
  uint32_t n = s->layout->words, at = w->words.n;
  assert(number < t->count);
  sv_push(w->where, where);
  sv_fill(w->words, at + n);
  return s->device->read(s->device, w->words.at + at, t->words + number * n,
                         n * sizeof *t->words) &&
         s->device->read(s->device, parent, t->parents + number, sizeof *parent);
}

// From the last of the way to the first.
static sv_trace *follow(const sv_gpu_search *s, const way *w, const sv_gpu_finding *f) {
  uint32_t n = s->layout->words, last = w->where.n - 1;
  const uint64_t *words = w->words.at;
  sv_machine *m = sv_machine_new(s->program);
  sv_trace *trace = sv_machine_begin_trace(m, words + (size_t)last * n);
  bool good = true;
  for (uint32_t i = last; good && i > 0; i--) {
    bool released = (w->where.at[i] & SV_GPU_LINK) && !(w->where.at[i - 1] & SV_GPU_LINK);
    good =
        push_between(m, trace, words + (size_t)i * n, words + (size_t)(i - 1) * n, n) || released;
  }
  if (good && f->action != SV_GPU_NO_STEP) sv_machine_push_step(m, trace, f->action, f->choice);
  sv_machine_free(m);
  if (good) return trace;
  sv_trace_free(s->net, trace);
  return NULL;
}

sv_trace *sv_gpu_trace(sv_gpu_search *s, const sv_gpu_finding *f) {
  way w = {0};
  bool good = true;
  for (uint32_t at = f->where, parent; good && at != SV_GPU_NO_PARENT; at = parent) {
    parent = SV_GPU_NO_PARENT;
    good = add(s, &w, at, &parent);
    assert(w.where.n <= s->job.states.count + s->job.links.count);
  }
  if (!good) s->end = SV_GPU_FAILED;
  sv_trace *trace = good ? follow(s, &w, f) : NULL;
  sv_vec_free(w.where);
  sv_vec_free(w.words);
  return trace;
}
