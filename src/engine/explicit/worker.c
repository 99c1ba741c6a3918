// worker.c -- what one thread of a team does. See parallel.h.

#include "engine/explicit/parallel.h"

// ---- a copy of the search

// In the middle of a step. The first worker runs on the lead's thread and looks at the limits.
static bool must_stop(void *context) {
  const sv_worker *m = context;
  sv_parallel *t = m->parallel;
  if (m == t->members[0] && sv_limits_check(t->lead->run->limits))
    __atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
  return __atomic_load_n(&t->stop, __ATOMIC_RELAXED);
}

sv_worker *sv_worker_new(sv_parallel *parallel) {
  sv_search *lead = parallel->lead, *s = SV_NEW(sv_search);
  sv_worker *m = SV_NEW(sv_worker);
  *s = *lead;
  s->member = m;
  s->machine = sv_machine_new(lead->program);
  sv_machine_stop_when(s->machine, must_stop, m);
  s->stubborn = lead->stubborn ? sv_stubborn_new(lead->reduction) : NULL;
  s->guards = lead->guards ? sv_guards_share(lead->guards) : NULL;
  s->batch = (sv_batch){0};
  s->seen = sv_visited_share(&lead->seen);
  s->steps = (sv_takens){0};
  s->current = SV_NEW_ARRAY(uint64_t, s->words + 1);
  s->chosen = SV_NEW_ARRAY(uint32_t, s->net->actions.n + 1);
  s->others = SV_NEW_ARRAY(uint32_t, s->net->actions.n + 1);
  s->locations = SV_NEW_ARRAY(uint32_t, s->net->processes.n + 1);
  sv_bits_init(&s->fired, s->net->actions.n);
  sv_chain_init(&s->chain, s->layout, s->sticky);
  s->chain.most = lead->chain.most;
  m->parallel = parallel;
  m->s = s;
  m->events = SV_NEW_ARRAY(sv_event, s->net->properties.n + 1);
  return m;
}

void sv_worker_free(sv_worker *m) {
  sv_search *s = m->s;
  for (uint32_t p = 0; p < s->net->properties.n; p++) sv_vec_free(m->events[p].steps);
  sv_free(m->events);
  sv_machine_free(s->machine);
  sv_stubborn_free(s->stubborn);
  sv_guards_free(s->guards);
  sv_free(s->chosen);
  sv_free(s->others);
  sv_free(s->locations);
  sv_bits_free(&s->fired);
  sv_chain_free(&s->chain);
  sv_visited_unshare(&s->seen);
  sv_free(s->current);
  sv_free(s);
  sv_free(m);
}

void sv_worker_begin(sv_worker *m) {
  sv_search *s = m->s, *lead = m->parallel->lead;
  s->seen.store = lead->seen.store;  // a tree of another shape has another one
  s->state_properties = lead->state_properties;
  s->deadlock = lead->deadlock;
  s->defers = lead->defers;
  s->cold = lead->cold;
  s->depth = lead->depth;
  s->cut = lead->cut;
  s->cut_action = lead->cut_action;
  s->full = lead->full;
  s->over = lead->over;
  s->beside = lead->beside;
  s->end = SV_GOING;
  m->overflow_at = UINT64_MAX;
  for (uint32_t p = 0; p < s->net->properties.n; p++) m->events[p].set = false;
}

// ---- events

bool sv_search_point_before(const sv_search_point *a, const sv_search_point *b) {
  if (a->root != b->root) return a->root < b->root;
  return a->order != b->order ? a->order < b->order : a->serial < b->serial;
}

static void lower(uint64_t *at, uint64_t value) {
  uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (value < old &&
         !__atomic_compare_exchange_n(at, &old, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

static bool is_at_or_behind(const uint64_t *at, uint64_t position) {
  return position >= __atomic_load_n(at, __ATOMIC_RELAXED);
}

// One thread would go on as far as --keep-going, or a deadlock in this level, asks for.
bool sv_worker_note(sv_worker *m, sv_violation v) {
  sv_event *e = &m->events[v.property];
  if (m->s->spread) return sv_spread_note(m->s->spread, v);
  if (sv_search_overflow(m->s) || sv_machine_stopped(m->s->machine)) return false;
  m->now.serial++;
  if (!e->set || sv_search_point_before(&m->now, &e->when)) {
    e->set = true;
    e->when = m->now;
    e->what = v;
    sv_search_set_steps(m->s, v.link, &e->steps);
  }
  if (m->s->keep_going) return true;
  bool goes_on = m->s->defers && v.property != m->s->deadlock;
  lower(goes_on ? &m->parallel->load_from : &m->parallel->halt_from, m->now.root + 1);
  return goes_on;
}

bool sv_worker_tick(sv_worker *m) {
  sv_parallel *t = m->parallel;
  if (sv_search_overflow(m->s)) {
    if (m->now.root < m->overflow_at) m->overflow_at = m->now.root;
    return sv_search_stop(m->s, SV_OVERFLOWED);
  }
  if (m == t->members[0] && !sv_search_poll(t->lead))
    __atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
  return __atomic_load_n(&t->stop, __ATOMIC_RELAXED) ? sv_search_stop(m->s, SV_LIMITED) : true;
}

// ---- expanding

// The id of a successor, if it has one already.
static uint64_t stored_as(const sv_search *s, uint32_t i) {
  uint64_t hash = s->batch.at.at[i].hash;
  if (s->folds) return sv_visited_find_pair(&s->seen, s->batch.pairs.at[i], hash);
  return sv_store_find(s->seen.store, sv_batch_words(s, i), hash);
}

static bool is_any_behind(const sv_worker *m, uint32_t first) {
  const sv_search *s = m->s;
  const sv_store *store = s->seen.store;
  for (uint32_t i = first; i < s->batch.at.n; i++) {
    uint64_t id = stored_as(s, i);
    if (id == SV_STORE_NONE) return true;
    if (sv_store_index(store, id) >= m->parallel->level_end[sv_store_shard_of(store, id)])
      return true;
  }
  return false;
}

static bool expand(sv_worker *m, uint64_t id) {
  sv_search *s = m->s;
  uint32_t first = s->batch.at.n;
  m->now.order = SV_AT_LOADING;
  if (!sv_search_tick(s) || !sv_search_load(s, sv_visited_get(&s->seen, id, s->current), id))
    return false;
  if (is_at_or_behind(&m->parallel->load_from, m->now.root)) return true;
  if (s->depth == s->bound) return sv_search_look_beyond(s);
  m->now.order = SV_AT_FIRING;
  if (!sv_search_fire(s, id)) return false;
  if (!s->other_count || is_any_behind(m, first)) return true;
  return sv_search_fire_others(s, id);
}

// For ranks: owners are asked later whether what the reduction left out is needed.
static bool expand_for_ranks(sv_worker *m, uint64_t id) {
  sv_search *s = m->s;
  s->other_count = 0;
  if (!sv_search_tick(s) || !sv_search_load(s, sv_visited_get(&s->seen, id, s->current), id))
    return false;
  if (s->depth == s->bound) return s->over || sv_search_fire_beyond(s);
  return sv_search_fire(s, id);
}

// Expands one state and writes down what it cost.
static bool expand_root(sv_worker *m, sv_chunk *c, uint64_t id) {
  sv_search *s = m->s;
  s->asked = s->reduced = s->transitions = s->passed = 0;
  bool going = s->spread ? expand_for_ranks(m, id) : expand(m, id);
  bool rest = s->spread && s->other_count && s->depth != s->bound;
  assert(c->roots.n == m->now.root - c->begin);
  if (sv_search_overflow(s) && m->now.root < m->overflow_at) m->overflow_at = m->now.root;
  sv_push(c->roots,
          (sv_root){id, s->batch.at.n, s->asked, s->reduced, rest, s->transitions, s->passed});
  return going;
}

// A walk over the positions of the level.
typedef struct {
  uint32_t shard;
  uint64_t index;
} cursor;

static cursor cursor_at(const sv_parallel *t, uint64_t position) {
  cursor c = {0, 0};
  uint64_t size;
  while (position >= (size = t->level_end[c.shard] - t->level_begin[c.shard]))
    position -= size, c.shard++;
  c.index = t->level_begin[c.shard] + position;
  assert(c.index < t->level_end[c.shard]);
  return c;
}

static void step(const sv_parallel *t, cursor *c) {
  c->index++;
  while (c->index == t->level_end[c->shard] && c->shard + 1 < SV_STORE_SHARDS)
    c->index = t->level_begin[++c->shard];
}

// Counting sort by shard; the order within a shard stays.
static void sort(sv_chunk *c) {
  uint32_t next[SV_STORE_SHARDS] = {0}, n = c->log.at.n, sum = 0;
  for (uint32_t i = 0; i < n; i++) next[sv_store_shard_of_hash(c->log.at.at[i].hash)]++;
  for (uint32_t h = 0; h < SV_STORE_SHARDS; h++) {
    uint32_t count = next[h];
    c->first[h] = next[h] = sum;
    sum += count;
  }
  c->first[SV_STORE_SHARDS] = n;
  sv_clear(c->sorted);
  sv_reserve(c->sorted, n);
  c->sorted.n = n;
  for (uint32_t root = 0, i = 0; root < c->roots.n; root++)
    for (; i < c->roots.at[root].end; i++)
      c->sorted.at[next[sv_store_shard_of_hash(c->log.at.at[i].hash)]++] = (uint64_t)root << 32 | i;
}

// By shard, and in the order of the log within a shard.
SV_ASSERT_ONLY static bool is_sorted(const sv_chunk *c) {
  for (uint32_t h = 0; h < SV_STORE_SHARDS; h++)
    for (uint32_t k = c->first[h]; k < c->first[h + 1]; k++) {
      uint32_t i = (uint32_t)c->sorted.at[k];
      if (sv_store_shard_of_hash(c->log.at.at[i].hash) != h) return false;
      if (k > c->first[h] && (uint32_t)c->sorted.at[k - 1] >= i) return false;
    }
  return c->first[SV_STORE_SHARDS] == c->log.at.n;
}

void sv_worker_expand(sv_worker *m, sv_chunk *c) {
  sv_search *s = m->s;
  sv_parallel *t = m->parallel;
  cursor at = cursor_at(t, c->begin);
  s->batch = c->log;
  sv_batch_cut(s, 0);
  sv_clear(c->roots);
  for (m->now.root = c->begin; m->now.root < c->end; m->now.root++, step(t, &at)) {
    if (is_at_or_behind(&t->halt_from, m->now.root)) break;
    if (!expand_root(m, c, sv_store_id(s->seen.store, at.shard, at.index))) break;
  }
  if (s->end == SV_LIMITED && s->crowded) __atomic_store_n(&t->crowded, 1, __ATOMIC_RELAXED);
  if (s->end == SV_LIMITED && s->no_room) __atomic_store_n(&t->full, 1, __ATOMIC_RELAXED);
  c->log = s->batch;
  s->batch = (sv_batch){0};
  if (!s->spread) sort(c);
  assert(s->spread || is_sorted(c));
  assert(!c->roots.n || sv_last(c->roots).end == c->log.at.n);
  __atomic_fetch_add(&t->logged, c->log.words.n + 3 * (uint64_t)c->log.at.n, __ATOMIC_RELAXED);
}

// ---- storing

static sv_stored store_state(sv_search *s, const sv_chunk *c, uint32_t i, uint64_t parent,
                             uint64_t *id) {
  uint64_t hash = c->log.at.at[i].hash;
  if (s->folds) return sv_visited_insert_pair(&s->seen, c->log.pairs.at[i], hash, parent, id);
  const uint64_t *state = c->log.words.at + (size_t)i * s->words;
  return sv_store_insert(s->seen.store, state, hash, parent, id);
}

static bool store_entry(sv_worker *m, sv_chunk *c, uint64_t *entry) {
  sv_search *s = m->s;
  uint32_t i = (uint32_t)*entry, root = (uint32_t)(*entry >> 32);
  assert(root < c->roots.n && i < c->roots.at[root].end);
  assert(!root || i >= c->roots.at[root - 1].end);
  const uint64_t *state = c->log.words.at + (size_t)i * s->words;
  uint64_t id;
  sv_stored got = store_state(s, c, i, c->roots.at[root].id, &id);
  if (got == SV_STORE_FULL) __atomic_store_n(&m->parallel->full, 1, __ATOMIC_RELAXED);
  if (got != SV_STORE_NEW) return got == SV_STORE_OLD;
  *entry |= SV_WAS_NEW;
  if (!s->state_properties.n) return true;
  m->now.root = c->begin + root;
  m->now.order = SV_AT_STORING + i;
  return sv_search_check_state(s, state, id);
}

// The entries of a shard are spread over all chunks. They go through in short
// windows: while one is stored, the slots of the next are on their way into
// the cache.
enum { WINDOW = 32 };
typedef struct {
  sv_chunk *chunk;
  uint32_t at;  // in its `sorted`
} place;
typedef struct {
  uint32_t shard, chunk, at;  // the next one
  uint32_t n[2];
  place places[2][WINDOW];
} windows;

static uint64_t hash_at(const place *p) {
  return p->chunk->log.at.at[(uint32_t)p->chunk->sorted.at[p->at]].hash;
}

static uint64_t pair_at(const place *p) {
  return p->chunk->log.pairs.at[(uint32_t)p->chunk->sorted.at[p->at]];
}

static void fetch_slot(const sv_search *s, const place *p) {
  if (s->folds) sv_store_prefetch_pair(s->seen.store, pair_at(p), hash_at(p));
  else sv_store_prefetch(s->seen.store, hash_at(p));
}

static void fetch_vector(const sv_search *s, const place *p) {
  if (s->folds) sv_store_prefetch_pair_vector(s->seen.store, pair_at(p), hash_at(p));
  else sv_store_prefetch_vector(s->seen.store, hash_at(p));
}

static void open_window(const sv_worker *m, windows *w, uint32_t side) {
  sv_parallel *t = m->parallel;
  w->n[side] = 0;
  for (; w->chunk < t->chunks_done; w->chunk++, w->at = 0) {
    sv_chunk *c = &t->chunks[w->chunk];
    uint32_t n = c->first[w->shard + 1] - c->first[w->shard];
    for (; w->at < n; w->at++) {
      if (w->n[side] == WINDOW) return;
      place *p = &w->places[side][w->n[side]++];
      *p = (place){c, c->first[w->shard] + w->at};
      fetch_slot(m->s, p);
      assert(sv_store_shard_of_hash(hash_at(p)) == w->shard);
    }
  }
}

static bool store_window(sv_worker *m, const place *places, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) fetch_vector(m->s, &places[i]);
  for (uint32_t i = 0; i < n; i++) {
    sv_chunk *c = places[i].chunk;
    uint64_t *entry = &c->sorted.at[places[i].at];
    if (c->begin + (*entry >> 32) >= m->parallel->insert_end) return false;
    if (!store_entry(m, c, entry)) return false;
  }
  return true;
}

void sv_worker_store(sv_worker *m, uint32_t shard) {
  const sv_parallel *t = m->parallel;
  windows w = {.shard = shard};
  bool going = true;
  open_window(m, &w, 0);
  for (uint32_t side = 0; going && w.n[side]; side = !side) {
    open_window(m, &w, !side);
    going = store_window(m, w.places[side], w.n[side]);
  }
  if (sv_search_overflow(m->s) && t->chunks[0].begin < m->overflow_at)
    m->overflow_at = t->chunks[0].begin;
}
