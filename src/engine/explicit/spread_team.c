// spread_team.c -- ranks that have several threads. See spread.h.
//
// Threads expand blocks of the level (parallel.h, worker.h) and write down the successors; while they do, nothing is
// stored, so they read the store without locks. Then this rank's own thread, which alone knows of messages, goes
// through what was written, in the order of the level: it stores what is its own, passes on the rest, and takes
// what has come. What violates a property is noted by each thread, and that with the least key counts, as among
// ranks. So neither the number of ranks nor that of threads changes anything that is counted.

#include "engine/explicit/parallel.h"
#include "engine/explicit/spread.h"

enum { WINDOW = 32, POLL_EVERY = 64 };

struct sv_spread_team {
  sv_parallel *parallel;
  sv_spread **notes;  // by member: where it notes violations
};

struct sv_spread_team *sv_spread_team_new(sv_spread *p) {
  if (p->s->jobs < 2) return NULL;
  struct sv_spread_team *team = SV_NEW(struct sv_spread_team);
  sv_parallel *t = team->parallel = sv_parallel_for(p->s);
  team->notes = SV_NEW_ARRAY(sv_spread *, t->n);
  for (uint32_t i = 0; i < t->n; i++)
    team->notes[i] = t->members[i]->s->spread = sv_spread_new(t->members[i]->s);
  return team;
}

void sv_spread_team_free(struct sv_spread_team *team) {
  if (!team) return;
  for (uint32_t i = 0; i < team->parallel->n; i++) sv_spread_free(team->notes[i]);
  sv_parallel_free(team->parallel);
  sv_free(team->notes);
  sv_free(team);
}

bool sv_spread_team_is_for(const sv_spread *p) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) n += p->end[i] - p->begin[i];
  return p->team && n >= p->s->least_shared;
}

// ---- what members have noted

static void take_event(sv_spread_event *mine, sv_spread_event *e) {
  if (e->key < mine->key) {
    mine->key = e->key;
    mine->what = e->what;
    sv_clear(mine->steps);
    for (uint32_t i = 0; i < e->steps.n; i++) sv_push(mine->steps, e->steps.at[i]);
  }
  e->key = UINT64_MAX;
}

static void take_events(sv_spread *p) {
  for (uint32_t i = 0; i < p->team->parallel->n; i++)
    for (uint32_t k = 0; k < p->s->net->properties.n; k++)
      take_event(&p->events[k], &p->team->notes[i]->events[k]);
}

// ---- what they have written down

static void fetch(const sv_spread *p, const sv_batch *log, uint32_t from) {
  uint32_t n = log->at.n - from < WINDOW ? log->at.n - from : WINDOW;
  for (uint32_t i = 0; i < n; i++) sv_visited_prefetch(&p->s->seen, log->at.at[from + i].hash);
  for (uint32_t i = 0; i < n; i++)
    sv_visited_prefetch_vector(&p->s->seen, log->at.at[from + i].hash);
}

static bool goes_on(const sv_spread *p) {
  return !p->halted && !p->ranks->lost && p->s->end == SV_GOING;
}

static uint32_t root_of(sv_spread *p, const sv_root *r) {
  if (!r->rest) return SV_NO_ROOT;
  sv_push(p->waiting, (sv_spread_root){.id = r->id});
  return p->waiting.n - 1;
}

static bool deliver(sv_spread *p, const sv_chunk *c) {
  const sv_batch *log = &c->log;
  for (uint32_t i = 0, k = 0; i < c->roots.n; i++) {
    const sv_root *r = &c->roots.at[i];
    sv_spread_held held = {r->id, r->end, root_of(p, r)};
    for (; k < r->end; k++) {
      if (k % WINDOW == 0) fetch(p, log, k);
      sv_spread_deliver(p, &held, log->words.at + (size_t)k * p->s->words, log->at.at[k].hash);
    }
    if (i % POLL_EVERY == 0) sv_spread_poll(p);
    if (!goes_on(p)) return false;
  }
  return true;
}

bool sv_spread_team_expand(sv_spread *p) {
  sv_parallel *t = p->team->parallel;
  sv_parallel_begin_level(t, p->begin, p->end);
  for (uint64_t at = 0; at < t->size;) {
    bool whole = sv_parallel_log(t, at, &at);
    take_events(p);
    if (!whole) return false;
    for (uint32_t i = 0; i < t->chunks_done; i++)
      if (!deliver(p, &t->chunks[i])) return false;
    while (sv_spread_poll(p)) continue;
    if (!goes_on(p)) return false;
  }
  return true;
}
