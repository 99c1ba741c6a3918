// setup.c -- what a search has on the device, and how its memory is divided.

#include "engine/gpu/search.h"

// Of the device's free memory; of that, the buffers of threads; of the rest, links, without or with
// sticky locations.
static const double usable = 0.92, buffers_part = 0.25, links_part = 0.25, sticky_part = 0.5;
static const double list_part = 1.0 / 64;  // of a set, each of two

enum { LEAST_SLOTS = 1024, LEAST_LIST = 4096, BITS = 64 };

static void *zeroes(sv_gpu_search *s, size_t bytes) {
  return s->device->allocate(s->device, bytes);
}

static uint64_t at_least(double n, uint64_t least) {
  return n < (double)least ? least : (uint64_t)n;
}

static bool set_list(sv_gpu_search *s, sv_gpu_list *l, uint64_t room, uint64_t slots) {
  l->slots = zeroes(s, room * sizeof *l->slots);
  l->bits = zeroes(s, (slots / BITS + 1) * sizeof *l->bits);
  return l->slots && l->bits;
}

// As many slots as fit: 8 bytes of value, 4 of the parent, a bit in either list.
static bool set_states(sv_gpu_search *s, sv_gpu_set *set, sv_gpu_list *lists, double bytes) {
  set->room = s->device->list_room;
  if (!set->room) set->room = at_least(bytes * list_part / sizeof(uint64_t), LEAST_LIST);
  set->size = at_least(bytes * (1 - 2 * list_part) / (8 + 4 + 0.25), LEAST_SLOTS);
  if ((set->size & SV_GPU_SLOT_BITS) == SV_GPU_SLOT_BITS) set->size--;
  set->slots = zeroes(s, (set->size + 1) * sizeof *set->slots);
  set->parents = zeroes(s, (set->size + 1) * sizeof *set->parents);
  return set->slots && set->parents && set_list(s, &lists[0], set->room, set->size + 1) &&
         set_list(s, &lists[1], set->room, set->size + 1);
}

static bool set_nodes(sv_gpu_search *s, double *bytes) {
  sv_gpu_job *j = &s->job;
  double most = s->narrow->words > 1 ? *bytes * s->nodes_part / sizeof *j->nodes : 0;
  j->node_size = at_least(most > SV_GPU_MOST_NODES ? SV_GPU_MOST_NODES : most, LEAST_SLOTS);
  *bytes -= (double)j->node_size * sizeof *j->nodes;
  j->nodes = zeroes(s, (j->node_size + 1) * sizeof *j->nodes);
  return j->nodes;
}

static bool set_tables(sv_gpu_search *s, double bytes) {
  double part = s->merge ? sticky_part : links_part;
  bool links = s->merge || s->net->holder != SV_NO_VARIABLE;
  if (!set_nodes(s, &bytes)) return false;
  return set_states(s, &s->job.links, s->lists[1], links ? bytes * part : 1 << 16) &&
         set_states(s, &s->job.states, s->lists[0], links ? bytes * (1 - part) : bytes);
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
  s->buffers = (size_t)(each * j->threads);
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
  j->misfits = zeroes(s, s->layout->words * sizeof *j->misfits);
  s->findings = SV_NEW_ARRAY(sv_gpu_finding, s->questions + 1);
  return good && j->findings && j->fired && j->cuts && j->misfits;
}

static bool set_walks(sv_gpu_search *s, uint64_t walkers) {
  sv_gpu_job *j = &s->job;
  j->walkers = zeroes(s, walkers * sizeof *j->walkers);
  j->places = zeroes(s, walkers * s->layout->words * sizeof *j->places);
  j->done = zeroes(s, (s->questions + 1) * sizeof *j->done);
  return j->walkers && j->places && j->done;
}

static bool set_up(sv_gpu_search *s, uint64_t walkers, sv_text *why) {
  double bytes = usable * (double)s->device->memory;
  s->cut = UINT32_MAX;
  sv_bits_init(&s->fired, s->net->actions.n);
  bool good = set_questions(s) && set_buffers(s, bytes * buffers_part, why) &&
              (walkers ? set_walks(s, walkers) : set_tables(s, bytes - (double)s->buffers));
  s->remote = good ? zeroes(s, sizeof *s->remote) : NULL;
  if (s->remote) return true;
  if (!why->n) sv_text_printf(why, "the device: %s", sv_text_get(&s->device->error));
  return false;
}

bool sv_gpu_set_up(sv_gpu_search *s, sv_text *why) { return set_up(s, 0, why); }

bool sv_gpu_set_up_walks(sv_gpu_search *s, uint64_t walkers, sv_text *why) {
  assert(walkers);
  return set_up(s, walkers, why);
}

void sv_gpu_clean_up(sv_gpu_search *s) {
  sv_bits_free(&s->fired);
  sv_free(s->findings);
}
