// bfs.c -- breadth first over a store, level by level.
//
// There is no queue: a level is, in every shard of the store, the range of
// indices that was added while the level before was expanded. So the search
// costs nothing beside the store, and whether a state belongs to a level up to
// the current one can be read off its id. That is the proviso of the
// reduction: a selection is good if one of its successors lies behind the
// current level, whatever the order within the level. Wide levels are expanded
// by several threads (parallel.h), with the same result.
//
// Nearly all the time would be spent waiting for memory, so successors are
// held back until there are enough of them to be fetched at once, where they are
// not needed earlier by the proviso, and properties of states.

#include "engine/explicit/search.h"

#include <inttypes.h>

enum { HELD = 64 };

typedef struct {
  uint64_t id;
  uint32_t end;  // of its successors in the batch
} parent;

typedef struct {
  uint64_t begin[SV_STORE_SHARDS], end[SV_STORE_SHARDS];  // the current level
  uint64_t from;  // what is before this position was expanded by a run before this one
  struct sv_parallel *parallel;  // or NULL
  SV_VEC(parent) held;           // whose successors are in the batch
} levels;

// The next level is what was added behind the current one; false if nothing.
static bool advance(const sv_search *s, levels *l) {
  bool any = false;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    l->begin[i] = l->end[i];
    l->end[i] = sv_store_shard_count(s->seen.store, i);
    assert(l->begin[i] <= l->end[i]);
    any |= l->begin[i] < l->end[i];
  }
  return any;
}

static bool is_behind(const sv_search *s, const levels *l, uint64_t id) {
  const sv_store *store = s->seen.store;
  return sv_store_index(store, id) >= l->end[sv_store_shard_of(store, id)];
}

static bool store_successors(sv_search *s, uint64_t of, uint32_t first, uint32_t end,
                             bool *behind) {
  *behind = false;
  for (uint32_t i = first; i < end; i++) {
    const uint64_t *state = sv_batch_words(s, i);
    assert(s->batch.at.at[i].hash == sv_visited_hash(&s->seen, state));
    uint64_t id, hash = s->batch.at.at[i].hash;
    sv_stored got = s->folds ? sv_visited_insert_pair(&s->seen, s->batch.pairs.at[i], hash, of, &id)
                             : sv_visited_insert(&s->seen, state, hash, of, &id);
    if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
    *behind |= got == SV_STORE_NEW || is_behind(s, s->order, id);
    if (got == SV_STORE_NEW && !sv_search_check_state(s, state, id)) return false;
  }
  return true;
}

// Brings what the batch will be compared with into the cache.
static void fetch(const sv_search *s) {
  for (uint32_t i = 0; i < s->batch.at.n; i++)
    if (s->folds)
      sv_store_prefetch_pair_vector(s->seen.store, s->batch.pairs.at[i], s->batch.at.at[i].hash);
    else sv_visited_prefetch_vector(&s->seen, s->batch.at.at[i].hash);
}

// Stores the batch; *behind says if a successor of the last parent lies behind
// the current level.
static bool absorb(sv_search *s, levels *l, bool *behind) {
  bool going = true;
  assert((l->held.n ? sv_last(l->held).end : 0) == s->batch.at.n);
  fetch(s);
  for (uint32_t i = 0, first = 0; going && i < l->held.n; first = l->held.at[i++].end)
    going = store_successors(s, l->held.at[i].id, first, l->held.at[i].end, behind);
  sv_clear(l->held);
  sv_batch_cut(s, 0);
  return going;
}

static void hold(sv_search *s, levels *l, uint64_t id) {
  sv_push(l->held, (parent){id, s->batch.at.n});
}

static bool can_wait(const sv_search *s) {
  return !s->other_count && !s->state_properties.n && s->batch.at.n < HELD;
}

static bool expand(sv_search *s, levels *l, uint64_t id) {
  bool behind = false;
  if (!sv_search_tick(s)) return false;
  if (!sv_search_load(s, sv_visited_get(&s->seen, id, s->current), id)) return false;
  if (s->pending.property) return true;
  if (s->depth == s->bound) return sv_search_look_beyond(s);
  if (!sv_search_fire(s, id)) return false;
  hold(s, l, id);
  if (can_wait(s)) return true;
  if (!absorb(s, l, &behind)) return false;
  if (!s->other_count || behind) return true;
  if (!sv_search_fire_others(s, id)) return false;
  hold(s, l, id);
  return absorb(s, l, &behind);
}

// What is still held is stored, but nothing of a state that was left halfway.
static bool release(sv_search *s, levels *l) {
  sv_search_end end = s->end;
  bool behind;
  sv_batch_cut(s, l->held.n ? sv_last(l->held).end : 0);
  bool going = absorb(s, l, &behind);
  if (end != SV_GOING) s->end = end;
  return going;
}

static bool is_wide(const sv_search *s, const levels *l) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) n += l->end[i] - l->begin[i];
  return n >= s->least_shared;
}

// Everything before this position of the level is stored.
static bool settle(sv_search *s, levels *l, uint64_t at) {
  if (!release(s, l)) return false;
  sv_search_settle(s, at);
  return true;
}

// The states of the level from this position on.
static bool expand_from(sv_search *s, levels *l, uint64_t from) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    uint64_t n = l->end[i] - l->begin[i], skipped = from > at ? from - at : 0;
    if (skipped > n) skipped = n;
    at += skipped;
    for (uint64_t k = l->begin[i] + skipped; k < l->end[i]; k++, at++) {
      if (sv_search_is_unsettled(s) && !settle(s, l, at)) return false;
      if (!expand(s, l, sv_store_id(s->seen.store, i, k))) return release(s, l), false;
    }
  }
  return release(s, l);
}

static bool expand_level(sv_search *s, levels *l) {
  uint64_t from = l->from;
  l->from = 0;
  if (s->jobs == 1 || !is_wide(s, l)) return expand_from(s, l, from) && sv_search_pending(s);
  if (!l->parallel) l->parallel = sv_parallel_for(s);
  return sv_parallel_expand(l->parallel, l->begin, l->end, from) && sv_search_pending(s);
}

static bool take_initial(void *context, const uint64_t *state) {
  sv_search *s = context;
  uint64_t id;
  if (!sv_search_tick(s)) return false;
  uint64_t hash = sv_visited_hash(&s->seen, state);
  if (sv_visited_insert(&s->seen, state, hash, SV_STORE_NONE, &id) == SV_STORE_FULL)
    return sv_search_out_of_memory(s);
  return true;
}

static bool check_level(sv_search *s, const levels *l) {
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++)
    for (uint64_t k = l->begin[i]; k < l->end[i]; k++) {
      uint64_t id = sv_store_id(s->seen.store, i, k);
      if (!sv_search_check_state(s, sv_visited_get(&s->seen, id, s->current), id)) return false;
    }
  return true;
}

static bool begin(sv_search *s, levels *l) {
  if (!sv_search_initials(s, take_initial)) return false;
  s->initials = sv_visited_count(&s->seen);
  advance(s, l);
  if (!check_level(s, l)) return false;
  s->defers = s->deadlock && !s->keep_going;
  return true;
}

// ---- checkpoints

static void put_levels(sv_search *s, sv_snapshot *to) {
  const levels *l = s->order;
  sv_snapshot_put_u64(to, s->saver->at);
  sv_snapshot_put(to, l->begin, sizeof l->begin);
  sv_snapshot_put(to, l->end, sizeof l->end);
}

// A level lies within what is stored.
static bool fits(const sv_search *s, const levels *l) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    if (l->begin[i] > l->end[i] || l->end[i] > sv_store_shard_count(s->seen.store, i)) return false;
    size += l->end[i] - l->begin[i];
  }
  return l->from <= size;
}

static bool take_up(sv_search *s, levels *l) {
  if (!sv_search_restore(s)) return false;
  sv_snapshot *from = sv_search_source(s);
  l->from = sv_snapshot_get_u64(from);
  sv_snapshot_get(from, l->begin, sizeof l->begin);
  sv_snapshot_get(from, l->end, sizeof l->end);
  if (!fits(s, l)) sv_snapshot_refuse(from);
  s->defers = s->deadlock && !s->keep_going;
  return sv_search_restored(s);
}

static bool is_too_large(sv_search *s) {
  return s->most_states && sv_search_states(s) > s->most_states && !sv_search_stop(s, SV_LIMITED);
}

void sv_search_bfs(sv_search *s) {
  levels l = {0};
  if (s->folds) sv_fold_stay(s->seen.fold);
  s->order = &l;
  s->path = sv_search_trace;
  if (!(sv_search_takes_up(s) ? take_up : begin)(s, &l)) return;
  sv_search_ready(s, put_levels);
  sv_search_settle(s, l.from);
  while (expand_level(s, &l)) {
    if (!advance(s, &l)) break;
    s->covered = ++s->depth;
    SV_LOG(s->run->log, 2,
           "explicit: level %" PRIu64 ": %" PRIu64 " states, %" PRIu64 " transitions", s->depth,
           sv_search_states(s), s->transitions);
    if (is_too_large(s)) break;
    if (s->folds && !sv_visited_reshape(&s->seen)) {
      sv_search_out_of_memory(s);
      if (s->saver) s->saver->torn = true;
      break;
    }
    sv_search_review(s);
    sv_search_compile(s);
    sv_search_settle(s, 0);
  }
  if (s->end == SV_GOING) s->end = SV_ENDED;
  sv_search_save_last(s);
  if (s->end == SV_LIMITED) sv_search_pending(s);
  sv_parallel_free(l.parallel);
  sv_vec_free(l.held);
}
