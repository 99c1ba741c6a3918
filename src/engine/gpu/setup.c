// setup.c -- what a search has on the device, and how its memory is divided.

#include "engine/gpu/search.h"

static const double usable = 0.92;      // of the device's free memory
static const double fill = 0.75;        // of the slots, at most
static const double links_part = 0.25;  // of the memory, where states are passed through

static void *zeroes(sv_gpu_search *s, size_t bytes) {
  return s->device->allocate(s->device, bytes);
}

// A table of as many states as fit.
static bool set_table(sv_gpu_search *s, sv_gpu_table *t, double bytes) {
  double state = 8.0 * s->layout->words + 4;
  uint64_t slots = 1024;
  while ((double)(2 * slots) * (8 + fill * state) <= bytes && slots < (UINT64_C(1) << 32))
    slots *= 2;
  double room = (bytes - 8.0 * (double)slots) / state, most = fill * (double)slots;
  if (room < most) most = room;
  t->most = most > SV_GPU_MOST ? SV_GPU_MOST : most < 1 ? 1 : (uint64_t)most;
  t->mask = slots - 1;
  t->slots = zeroes(s, slots * sizeof *t->slots);
  t->words = zeroes(s, t->most * s->layout->words * sizeof *t->words);
  t->parents = zeroes(s, t->most * sizeof *t->parents);
  return t->slots && t->words && t->parents;
}

// Every thread has room for all actions of the net.
static bool set_buffers(sv_gpu_search *s, double bytes, sv_text *why) {
  sv_gpu_job *j = &s->job;
  j->room = s->net->actions.n + 1;
  double each = (double)j->room * (16 + 8.0 * s->layout->words);
  if (each * 32 > bytes) return sv_text_string(why, "too many actions for its memory"), false;
  j->threads = s->device->threads;
  if (each * j->threads > bytes) j->threads = (uint32_t)(bytes / each) / 32 * 32;
  size_t n = (size_t)j->room * j->threads;
  j->action = zeroes(s, n * sizeof *j->action);
  j->kept = zeroes(s, n * sizeof *j->kept);
  j->choice = zeroes(s, n * sizeof *j->choice);
  j->words = zeroes(s, n * s->layout->words * sizeof *j->words);
  return j->action && j->kept && j->choice && j->words;
}

static bool upload(sv_gpu_search *s, const sv_u32s *list, uint32_t **to) {
  *to = zeroes(s, (list->n + 1) * sizeof **to);
  return *to && s->device->write(s->device, *to, list->at, list->n * sizeof **to);
}

typedef struct {
  sv_u32s asked, property, stable, fails;
} questions;

static void ask(sv_gpu_search *s, uint32_t question, questions *q) {
  const sv_finding *f = &s->answer->findings.at[question];
  const sv_property *p = &s->net->properties.at[f->property];
  switch (p->kind) {
  case SV_PROP_LOCATION:
  case SV_PROP_INVARIANT:
    sv_push(q->asked, question);
    sv_push(q->property, f->property);
    sv_push(q->stable, (uint32_t)p->stable);
    return;
  case SV_PROP_DEADLOCK: s->job.deadlock = question + 1; return;
  case SV_PROP_ASSERTION:
    for (uint32_t a = 0; a < s->net->actions.n; a++)
      if (s->net->actions.at[a].fails == f->property) q->fails.at[a] = question + 1;
    return;
  case SV_PROP_RECURRENCE: break;
  }
  SV_UNREACHABLE();
}

static bool set_questions(sv_gpu_search *s) {
  questions q = {0};
  sv_gpu_job *j = &s->job;
  sv_fill(q.fails, s->net->actions.n + 1);
  s->questions = s->answer->findings.n;
  for (uint32_t i = 0; i < s->questions; i++) ask(s, i, &q);
  j->asked_count = q.asked.n;
  bool good = upload(s, &q.asked, &j->asked) && upload(s, &q.property, &j->asked_property) &&
              upload(s, &q.stable, &j->asked_stable) && upload(s, &q.fails, &j->fails);
  sv_vec_free(q.asked);
  sv_vec_free(q.property);
  sv_vec_free(q.stable);
  sv_vec_free(q.fails);
  j->findings = zeroes(s, (s->questions + 1) * sizeof *j->findings);
  j->fired = zeroes(s, (s->net->actions.n + 1) * sizeof *j->fired);
  j->cuts = zeroes(s, (s->net->actions.n + 1) * sizeof *j->cuts);
  s->findings = SV_NEW_ARRAY(sv_gpu_finding, s->questions + 1);
  return good && j->findings && j->fired && j->cuts;
}

bool sv_gpu_set_up(sv_gpu_search *s, sv_text *why) {
  double bytes = usable * (double)s->device->memory;
  bool links = s->net->holder != SV_NO_VARIABLE;
  s->cut = UINT32_MAX;
  sv_bits_init(&s->fired, s->net->actions.n);
  bool good = set_questions(s) && set_buffers(s, bytes / 4, why) &&
              set_table(s, &s->job.links, links ? bytes * 0.75 * links_part : 1 << 16) &&
              set_table(s, &s->job.states, bytes * 0.75 * (links ? 1 - links_part : 1));
  s->remote = good ? zeroes(s, sizeof *s->remote) : NULL;
  if (s->remote && s->device->write(s->device, s->remote, &s->job, sizeof s->job)) return true;
  if (!why->n) sv_text_printf(why, "the device: %s", sv_text_get(&s->device->error));
  return false;
}

void sv_gpu_clean_up(sv_gpu_search *s) {
  sv_bits_free(&s->fired);
  sv_free(s->findings);
}
