// parallel.c -- blocks of a level, and what one thread would have made of them.
//
// See parallel.h. After each block the lead takes over: it looks for the event that
// one thread would have met first, and adds up what that thread would have
// counted until then. Blocks end where the logs become large; nothing depends
// on where that is.

#include "engine/explicit/parallel.h"

enum {
  CHUNKS = 256,
  SHARE = 512,  // of all that is logged, one chunk should have
  MOST_PER_CHUNK = 256,
};

struct sv_parallel *sv_parallel_for(sv_search *lead) {
  sv_parallel *t = SV_NEW(sv_parallel);
  t->lead = lead;
  t->pool = sv_thread_pool_new(lead->jobs);
  t->n = sv_thread_pool_size(t->pool);
  t->members = SV_NEW_ARRAY(sv_worker *, t->n);
  for (uint32_t i = 0; i < t->n; i++) t->members[i] = sv_worker_new(t);
  t->chunks = SV_NEW_ARRAY(sv_chunk, CHUNKS);
  t->per_chunk = 1;
  return t;
}

void sv_parallel_free(sv_parallel *t) {
  if (!t) return;
  sv_thread_pool_free(t->pool);
  for (uint32_t i = 0; i < t->n; i++) sv_worker_free(t->members[i]);
  for (uint32_t i = 0; i < CHUNKS; i++) {
    sv_vec_free(t->chunks[i].roots);
    sv_vec_free(t->chunks[i].log.at);
    sv_vec_free(t->chunks[i].log.words);
    sv_vec_free(t->chunks[i].log.pairs);
    sv_vec_free(t->chunks[i].sorted);
  }
  sv_free(t->chunks);
  sv_free(t->members);
  sv_free(t);
}

// ---- the two phases

static void expand_chunks(void *context, uint32_t member) {
  sv_parallel *t = context;
  sv_search *s = t->members[member]->s;
  while (s->end == SV_GOING) {
    if (__atomic_load_n(&t->logged, __ATOMIC_RELAXED) > t->lead->most_logged) return;
    uint32_t i = __atomic_fetch_add(&t->next_chunk, 1, __ATOMIC_RELAXED);
    if (i >= t->chunk_count) return;
    sv_worker_expand(t->members[member], &t->chunks[i]);
  }
}

static void store_shards(void *context, uint32_t member) {
  sv_parallel *t = context;
  for (;;) {
    uint32_t shard = __atomic_fetch_add(&t->next_shard, 1, __ATOMIC_RELAXED);
    if (shard >= SV_STORE_SHARDS) return;
    sv_worker_store(t->members[member], shard);
  }
}

// While the lead waits, a worker may be in a long chain.
static void look_at_limits(void *context) {
  sv_parallel *t = context;
  if (sv_limits_check(t->lead->run->limits)) __atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
}

static size_t log_bytes(const sv_parallel *t) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < CHUNKS; i++) {
    const sv_chunk *c = &t->chunks[i];
    bytes += c->roots.cap * sizeof *c->roots.at + c->log.at.cap * sizeof *c->log.at.at +
             (c->log.words.cap + c->log.pairs.cap + c->sorted.cap) * sizeof(uint64_t);
  }
  return bytes;
}

static void begin_block(sv_parallel *t, uint64_t begin) {
  t->chunk_count = 0;
  for (uint64_t at = begin; at < t->size && t->chunk_count < CHUNKS; at += t->per_chunk) {
    sv_chunk *c = &t->chunks[t->chunk_count++];
    c->begin = at;
    c->end = t->size - at < t->per_chunk ? t->size : at + t->per_chunk;
  }
  t->next_chunk = t->next_shard = 0;
  assert(t->chunk_count && t->chunks[0].begin == begin);
  t->logged = 0;
  t->halt_from = UINT64_MAX;
  t->load_from = t->lead->pending.property ? 0 : UINT64_MAX;
  t->lead->beside = log_bytes(t);
  for (uint32_t i = 0; i < t->n; i++) sv_worker_begin(t->members[i]);
}

// What the members could not find in the tree is added in the order of one thread.
static void fold_rest(sv_parallel *t) {
  sv_search *s = t->lead;
  for (uint32_t k = 0; k < t->chunks_done; k++) {
    sv_chunk *c = &t->chunks[k];
    for (uint32_t root = 0, i = 0; root < c->roots.n && c->begin + root < t->insert_end; root++)
      for (; i < c->roots.at[root].end; i++) {
        uint64_t *pair = &c->log.pairs.at[i];
        if (sv_visited_is_pair(&s->seen, *pair)) continue;
        *pair = sv_visited_fold(&s->seen, c->log.words.at + (size_t)i * s->words);
        if (!sv_visited_is_pair(&s->seen, *pair)) return (void)(t->full = 1);
      }
  }
}

static uint64_t block_end(const sv_parallel *t) { return t->chunks[t->chunks_done - 1].end; }

// As many positions as give logs of a good size.
static void set_chunk_size(sv_parallel *t) {
  uint64_t roots = 0;
  for (uint32_t i = 0; i < t->chunks_done; i++) roots += t->chunks[i].roots.n;
  t->per_chunk = roots * (t->lead->most_logged / SHARE) / (t->logged + 1);
  if (t->per_chunk > MOST_PER_CHUNK) t->per_chunk = MOST_PER_CHUNK;
  if (t->per_chunk < 1) t->per_chunk = 1;
}

// ---- what one thread would have met

// The first event that is the deadlock, or that is not; or NULL.
static const sv_event *first_event(const sv_parallel *t, bool deadlock) {
  const sv_event *first = NULL;
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t p = 1; p < t->lead->net->properties.n; p++) {
      const sv_event *e = &t->members[i]->events[p];
      if (!e->set || (p == t->lead->deadlock) != deadlock) continue;
      if (!first || sv_search_point_before(&e->when, &first->when)) first = e;
    }
  return first;
}

static const sv_event *first_event_of(const sv_parallel *t, uint32_t property) {
  const sv_event *first = NULL;
  for (uint32_t i = 0; i < t->n; i++) {
    const sv_event *e = &t->members[i]->events[property];
    if (e->set && (!first || sv_search_point_before(&e->when, &first->when))) first = e;
  }
  return first;
}

static uint64_t overflow_at(const sv_parallel *t) {
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < t->n; i++)
    if (t->members[i]->overflow_at < least) least = t->members[i]->overflow_at;
  return least;
}

// Numbers did not fit while a state was expanded: a search by one thread would have
// stopped there, so events behind it do not count.
static void drop_events(sv_parallel *t) {
  uint64_t at = overflow_at(t);
  if (at == UINT64_MAX) return;
  sv_search_point last = {at, SV_AT_STORING, 0};
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t p = 0; p < t->lead->net->properties.n; p++) {
      sv_event *e = &t->members[i]->events[p];
      e->set = e->set && sv_search_point_before(&e->when, &last);
    }
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// Positions whose successors one thread would have stored, as far as is known
// before anything is. A violation by a step stops it before it stores what
// that step led to, unless it goes on to look for deadlocks.
static uint64_t insert_end(const sv_parallel *t) {
  const sv_event *first = first_event(t, false), *deadlock = first_event(t, true);
  uint64_t overflow = overflow_at(t), end = block_end(t);
  if (overflow < end) end = overflow + 1;
  if (t->lead->pending.property) return 0;
  if (t->lead->keep_going) return end;
  if (first) end = least(end, first->when.root + t->lead->defers);
  return deadlock ? least(end, deadlock->when.root) : end;
}

// The last moment at which one thread would have stored anything.
static sv_search_point last_point(const sv_parallel *t) {
  const sv_event *first = t->lead->keep_going ? NULL : first_event(t, false);
  sv_search_point end = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
  if (!first) return end;
  return t->lead->defers ? (sv_search_point){first->when.root, UINT64_MAX, UINT64_MAX}
                         : first->when;
}

// New states behind that moment.
static uint64_t surplus_of(const sv_chunk *c, const sv_search_point *last) {
  uint64_t n = 0;
  for (uint32_t k = 0; k < c->sorted.n; k++) {
    uint64_t entry = c->sorted.at[k];
    sv_search_point now = {c->begin + (entry >> 32 & INT32_MAX), SV_AT_STORING + (uint32_t)entry,
                           0};
    n += entry & SV_WAS_NEW && sv_search_point_before(last, &now);
  }
  return n;
}

static void count_chunk(sv_parallel *t, const sv_chunk *c, uint64_t end) {
  sv_search *s = t->lead;
  for (uint32_t i = 0; i < c->roots.n && c->begin + i < end; i++) {
    const sv_root *r = &c->roots.at[i];
    assert(!i || c->roots.at[i - 1].end <= r->end);
    s->transitions += r->transitions;
    s->passed += r->passed;
    s->asked += r->asked;
    s->reduced += r->reduced;
  }
}

// Adds up what was done until one thread would have stopped.
static void count_block(sv_parallel *t) {
  sv_search *s = t->lead;
  const sv_event *first = s->keep_going ? NULL : first_event(t, false);
  const sv_event *deadlock = s->keep_going ? NULL : first_event(t, true);
  sv_search_point last = last_point(t);
  uint64_t loaded = block_end(t), overflow = overflow_at(t);
  if (overflow < loaded) loaded = overflow + 1;
  uint64_t fired = loaded;
  if (deadlock) loaded = fired = deadlock->when.root + 1;
  if (first) fired = least(fired, first->when.root + 1);
  if (first && !s->defers) loaded = least(loaded, first->when.root + 1);
  if (s->pending.property) fired = 0;
  assert(loaded >= t->chunks[0].begin && loaded <= block_end(t));
  s->expanded += loaded - t->chunks[0].begin;
  for (uint32_t i = 0; i < t->chunks_done; i++) {
    count_chunk(t, &t->chunks[i], fired);
    if (first) s->surplus += surplus_of(&t->chunks[i], &last);
  }
}

static void join_members(sv_parallel *t) {
  sv_search *s = t->lead;
  for (uint32_t i = 0; i < t->n; i++) {
    const sv_worker *m = t->members[i];
    s->over |= m->s->over;
    sv_bits_join(&s->fired, &m->s->fired);
    if (m->s->cut) sv_search_note_cut(s, m->s->cut_action);
  }
}

// ---- reporting

static void copy_steps(sv_search *s, const sv_event *e) {
  sv_clear(s->steps);
  for (uint32_t i = 0; i < e->steps.n; i++) sv_push(s->steps, e->steps.at[i]);
}

static bool report(sv_search *s, const sv_event *e) {
  copy_steps(s, e);
  return sv_search_report(s, e->what);
}

// Where a model asks twice for deadlocks, one is enough for both.
static bool report_deadlock(sv_search *s, const sv_event *e) {
  sv_violation v = e->what;
  sv_clear(s->steps);
  for (; s->deadlock; v.property = s->deadlock)
    if (!sv_search_report(s, v)) return false;
  return true;
}

static bool report_each(sv_parallel *t) {
  const sv_event *deadlock = first_event(t, true);
  for (uint32_t p = 1; p < t->lead->net->properties.n; p++) {
    const sv_event *e = p == t->lead->deadlock ? NULL : first_event_of(t, p);
    if (e && e != deadlock && !report(t->lead, e)) return false;
  }
  return !deadlock || report_deadlock(t->lead, deadlock);
}

// What was met, or else why it ends here, if it does.
static bool report_events(sv_parallel *t) {
  sv_search *s = t->lead;
  const sv_event *first = first_event(t, false), *deadlock = first_event(t, true);
  if (s->keep_going) return report_each(t);
  if (deadlock) return report_deadlock(s, deadlock);
  if (!first || s->pending.property) return true;
  if (!s->defers) return report(s, first);
  copy_steps(s, first);
  s->pending = first->what;
  return true;
}

static bool end_block(sv_parallel *t) {
  sv_search *s = t->lead;
  drop_events(t);
  join_members(t);
  count_block(t);
  // Behind a full pool others may move who could not: what was met there does not count.
  if (s->full && s->run->stops_when_full) return sv_search_stop(s, SV_ENDED);
  if (!report_events(t)) return false;
  if (overflow_at(t) != UINT64_MAX) return sv_search_stop(s, SV_OVERFLOWED);
  if (t->crowded) return sv_search_overcrowded(s);
  if (t->full) return sv_search_out_of_memory(s);
  if (!t->stop) return true;
  s->limit = sv_limits_check(s->run->limits);
  return sv_search_stop(s, SV_LIMITED);
}

static void log_block(sv_parallel *t, uint64_t begin) {
  begin_block(t, begin);
  sv_thread_pool_run(t->pool, expand_chunks, look_at_limits, t);
  t->chunks_done = t->next_chunk < t->chunk_count ? t->next_chunk : t->chunk_count;
}

static bool expand_block(sv_parallel *t, uint64_t begin) {
  log_block(t, begin);
  drop_events(t);
  t->insert_end = t->stop || t->full ? 0 : insert_end(t);
  assert(t->chunks_done && t->insert_end <= block_end(t));
  if (t->lead->folds) fold_rest(t);
  if (t->insert_end > begin && !t->full) sv_thread_pool_run(t->pool, store_shards, NULL, t);
  return end_block(t);
}

void sv_parallel_begin_level(sv_parallel *t, const uint64_t *begin, const uint64_t *end) {
  t->level_begin = begin;
  t->level_end = end;
  t->size = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) t->size += end[i] - begin[i];
}

bool sv_parallel_expand(sv_parallel *t, const uint64_t *begin, const uint64_t *end, uint64_t from) {
  sv_parallel_begin_level(t, begin, end);
  for (uint64_t at = from; at < t->size; at = block_end(t)) {
    if (!expand_block(t, at)) return false;
    set_chunk_size(t);
    sv_search_settle(t->lead, block_end(t));
  }
  return true;
}

// ---- for ranks

// Why it has to stop, if it has.
static bool is_whole(sv_parallel *t) {
  sv_search *s = t->lead;
  if (overflow_at(t) != UINT64_MAX) return sv_search_stop(s, SV_OVERFLOWED);
  if (t->crowded) return sv_search_overcrowded(s);
  if (t->full) return sv_search_out_of_memory(s);
  if (!t->stop) return s->end == SV_GOING;
  s->limit = sv_limits_check(s->run->limits);
  return sv_search_stop(s, SV_LIMITED);
}

bool sv_parallel_log(sv_parallel *t, uint64_t from, uint64_t *end) {
  log_block(t, from);
  *end = block_end(t);
  join_members(t);
  t->lead->expanded += *end - from;
  for (uint32_t i = 0; i < t->chunks_done; i++) count_chunk(t, &t->chunks[i], *end);
  set_chunk_size(t);
  return is_whole(t);
}
