// cycles_team.c -- the search for infinite runs with several threads.
//
// Nested searches and those for components go depth first, which does not
// parallelise. What takes the time is not that but computing successors.
// So the product is expanded level by level: members take chunks of a block and
// write down the successors, then each shard of the store belongs to one member,
// who inserts what was written down for it, in order (parallel.h does the same);
// the lead appends the arcs to a graph. Whenever that has doubled, and in the
// end, one thread looks at its components. So nodes have the same numbers, and
// the answer and its lasso are the same, however many threads there are. What is
// reduced is a function of the state (cycles_reduce.c), so no stack is missed.

#include "base/thread_pool.h"
#include "engine/explicit/cycles_graph.h"

enum {
  CHUNKS = 256,      // of a block
  PER_CHUNK = 32,    // nodes
  LEAST = 128,       // nodes of a block that is worth waking the others
  FIRST_LOOK = 1024  // nodes of the graph when its components are looked at for the first time
};

typedef struct {
  uint64_t begin, end;  // positions in the level
  sv_cycles_log log;
  sv_cycle_arcs arcs;  // their nodes: places in the log
  sv_u64s nodes;       // that were expanded
  sv_u32s ends;        // by them: of their arcs
  sv_u64s from, ids;   // by place in the log
  sv_u32s sorted;      // places by shard, in order
  uint32_t first[SV_STORE_SHARDS + 1];
} chunk;

typedef struct {
  sv_cycles *lead;
  sv_thread_pool *pool;
  uint32_t n;
  sv_cycles **members;
  sv_graph graph;
  uint64_t level_begin[SV_STORE_SHARDS], level_end[SV_STORE_SHARDS], size, depth;
  chunk *chunks;
  uint32_t chunk_count, next_chunk, next_shard;  // next: atomic
  int stop, full;                                // atomic
  uint64_t expanded, look_at;
  bool found, done;
  sv_u64s part;
  sv_map inside;
  uint64_t *wanted;
} team;

// ---- expanding a chunk

static uint64_t node_at(const team *t, uint64_t position) {
  uint32_t shard = 0;
  uint64_t size;
  while (position >= (size = t->level_end[shard] - t->level_begin[shard]))
    position -= size, shard++;
  return sv_store_id(t->lead->store, shard, t->level_begin[shard] + position);
}

static void sort(chunk *c) {
  uint32_t next[SV_STORE_SHARDS] = {0}, n = c->log.hashes.n, sum = 0;
  for (uint32_t i = 0; i < n; i++) next[sv_store_shard_of_hash(c->log.hashes.at[i])]++;
  for (uint32_t h = 0; h < SV_STORE_SHARDS; h++) {
    uint32_t count = next[h];
    c->first[h] = next[h] = sum;
    sum += count;
  }
  c->first[SV_STORE_SHARDS] = n;
  sv_fill(c->sorted, n);
  sv_fill(c->ids, n);
  for (uint32_t i = 0; i < n; i++)
    c->sorted.at[next[sv_store_shard_of_hash(c->log.hashes.at[i])]++] = i;
}

static void clear(chunk *c, sv_cycles *m) {
  sv_clear(c->log.words);
  sv_clear(c->log.hashes);
  sv_arcs_cut(m, &c->arcs, 0);
  sv_clear(c->nodes);
  sv_clear(c->ends);
  sv_clear(c->from);
}

static void expand_chunk(team *t, uint32_t member, chunk *c) {
  sv_cycles *m = t->members[member];
  clear(c, m);
  m->log = &c->log;
  for (uint64_t at = c->begin; at < c->end; at++) {
    uint64_t node = node_at(t, at);
    if (!member && sv_limits_hit(t->lead->run->limits))
      __atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
    if (sv_cycles_late(m) || !sv_cycles_expand(m, node, &c->arcs)) break;
    sv_push(c->nodes, node);
    sv_push(c->ends, c->arcs.at.n);
    while (c->from.n < c->log.hashes.n) sv_push(c->from, node);
  }
  m->log = NULL;
  sort(c);
}

static void expand_chunks(void *context, uint32_t member) {
  team *t = context;
  for (;;) {
    uint32_t i = __atomic_fetch_add(&t->next_chunk, 1, __ATOMIC_RELAXED);
    if (i >= t->chunk_count) return;
    expand_chunk(t, member, &t->chunks[i]);
  }
}

// ---- storing

static bool store_entry(team *t, chunk *c, uint32_t i) {
  const sv_cycles *lead = t->lead;
  const uint64_t *row = c->log.words.at + (size_t)i * (lead->words + 1);
  return sv_store_insert(lead->store, row, c->log.hashes.at[i], c->from.at[i], &c->ids.at[i]) !=
             SV_STORE_FULL &&
         c->ids.at[i] < UINT32_MAX;
}

static bool store_shard(team *t, uint32_t shard) {
  for (uint32_t k = 0; k < t->chunk_count; k++) {
    chunk *c = &t->chunks[k];
    for (uint32_t i = c->first[shard]; i < c->first[shard + 1]; i++)
      if (!store_entry(t, c, c->sorted.at[i])) return false;
  }
  return true;
}

static void store_shards(void *context, uint32_t member) {
  team *t = context;
  SV_UNUSED(member);
  for (;;) {
    uint32_t shard = __atomic_fetch_add(&t->next_shard, 1, __ATOMIC_RELAXED);
    if (shard >= SV_STORE_SHARDS) return;
    if (!store_shard(t, shard)) __atomic_store_n(&t->full, 1, __ATOMIC_RELAXED);
  }
}

static void append(team *t, const chunk *c) {
  for (uint32_t k = 0, i = 0; k < c->nodes.n; k++) {
    sv_graph_begin(&t->graph, c->nodes.at[k]);
    for (; i < c->ends.at[k]; i++)
      sv_graph_add(&t->graph, c->nodes.at[k], c->ids.at[c->arcs.at.at[i].node],
                   sv_arc_marks(t->lead, &c->arcs, i));
  }
  t->expanded += c->nodes.n;
}

// ---- blocks and levels

static void look_at_limits(void *context) {
  team *t = context;
  if (sv_limits_check(t->lead->run->limits)) __atomic_store_n(&t->stop, 1, __ATOMIC_RELAXED);
}

static void join_members(team *t) {
  sv_cycles *lead = t->lead;
  for (uint32_t i = 0; i < t->n; i++) {
    sv_cycles *m = t->members[i];
    lead->transitions += m->transitions;
    lead->reduced += m->reduced;
    m->transitions = m->reduced = 0;
    sv_cycles_note_cut(lead, m->cut);
    lead->overflowed |= sv_cycles_overflow(m);
  }
  if (t->stop) lead->limit = sv_limits_check(lead->run->limits);
  if (t->full) lead->limit = lead->run->limits->hit = SV_CAUSE_MEMORY;
}

static bool arcs_fit(const team *t) {
  uint64_t n = t->graph.arcs.n;
  for (uint32_t i = 0; i < t->chunk_count; i++) n += t->chunks[i].arcs.at.n;
  return n < UINT32_MAX / 2;
}

static void run(team *t, sv_thread_pool_fn *fn, bool small) {
  if (small) fn(t, 0);
  else sv_thread_pool_run(t->pool, fn, look_at_limits, t);
}

static bool look(team *t) {
  t->look_at = 2 * t->expanded;
  t->found = sv_graph_accepts(&t->graph, t->lead, &t->part, t->wanted);
  return !t->found && !t->lead->limit;
}

static bool expand_block(team *t, uint64_t begin) {
  bool small = t->size - begin < LEAST;
  t->chunk_count = t->next_chunk = t->next_shard = 0;
  for (uint64_t at = begin; at < t->size && t->chunk_count < CHUNKS; at += PER_CHUNK) {
    chunk *c = &t->chunks[t->chunk_count++];
    c->begin = at;
    c->end = t->size - at < PER_CHUNK ? t->size : at + PER_CHUNK;
  }
  run(t, expand_chunks, small);
  if (!arcs_fit(t)) t->full = 1;
  if (!t->stop && !t->full) run(t, store_shards, small);
  join_members(t);
  if (t->lead->limit || t->lead->overflowed || sv_cycles_gives_up(t->lead)) return false;
  for (uint32_t i = 0; i < t->chunk_count; i++) append(t, &t->chunks[i]);
  return t->expanded < t->look_at || look(t);
}

static bool next_level(team *t) {
  t->size = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    t->level_begin[i] = t->level_end[i];
    t->level_end[i] = sv_store_shard_count(t->lead->store, i);
    t->size += t->level_end[i] - t->level_begin[i];
  }
  return t->size;
}

static bool begin(void *context, uint64_t node) {
  SV_UNUSED(context);
  return node < UINT32_MAX;
}

static void search(team *t) {
  if (!sv_cycles_initials(t->lead, begin, NULL)) return;
  for (; next_level(t); t->depth++)
    for (uint64_t at = 0; at < t->size; at += CHUNKS * PER_CHUNK)
      if (!expand_block(t, at)) return;
  t->done = look(t);
}

// ---- the run that was found

static bool is_inside(void *context, uint64_t node) {
  const team *t = context;
  return sv_map_get(&t->inside, node) != SV_MAP_NONE;
}

static uint64_t nearest(const team *t) {
  uint64_t best = t->part.at[0];
  for (uint32_t i = 1; i < t->part.n; i++) {
    uint64_t a = sv_store_index(t->lead->store, t->part.at[i]),
             b = sv_store_index(t->lead->store, best);
    if (a < b || (a == b && t->part.at[i] < best)) best = t->part.at[i];
  }
  return best;
}

// The arc from one node to another, which there is unless a limit strikes.
static bool arc_between(sv_cycles *c, uint64_t from, uint64_t to, sv_cycle_arc *arc) {
  sv_cycle_arcs arcs = {0};
  bool found = false;
  if (sv_cycles_expand(c, from, &arcs))
    for (uint32_t i = 0; i < arcs.at.n && !found; i++)
      if ((found = arcs.at.at[i].node == to)) *arc = arcs.at.at[i];
  sv_arcs_free(&arcs);
  return found;
}

static sv_trace *make_trace(team *t) {
  sv_cycles *c = t->lead;
  sv_u64s way = {0};
  SV_VEC(sv_cycle_arc) stem = {0};
  for (uint32_t i = 0; i < t->part.n; i++) sv_map_put(&t->inside, t->part.at[i], 1);
  for (uint64_t at = nearest(t); at != SV_STORE_NONE; at = sv_store_parent(c->store, at))
    sv_push(way, at);
  bool good = true;
  for (uint32_t i = way.n - 1; i && good; i--) {
    sv_cycle_arc arc;
    good = arc_between(c, way.at[i], way.at[i - 1], &arc);
    if (good) sv_push(stem, arc);
  }
  sv_trace *trace =
      good ? sv_cycles_trace(c, sv_last(way), stem.at, stem.n, is_inside, t, t->wanted) : NULL;
  sv_vec_free(way);
  sv_vec_free(stem);
  return trace;
}

// ---- all of it

static void free_team(team *t) {
  for (uint32_t i = 0; i < CHUNKS; i++) {
    chunk *c = &t->chunks[i];
    sv_vec_free(c->log.words);
    sv_vec_free(c->log.hashes);
    sv_arcs_free(&c->arcs);
    sv_vec_free(c->nodes);
    sv_vec_free(c->ends);
    sv_vec_free(c->from);
    sv_vec_free(c->ids);
    sv_vec_free(c->sorted);
  }
  for (uint32_t i = 0; i < t->n; i++) sv_cycles_member_free(t->members[i]);
  sv_free(t->members);
  sv_free(t->chunks);
  sv_thread_pool_free(t->pool);
  sv_graph_free(&t->graph);
  sv_vec_free(t->part);
  sv_map_free(&t->inside);
  sv_free(t->wanted);
}

bool sv_cycles_team(sv_cycles *c, uint32_t jobs, sv_answer *a, uint32_t property) {
  team t = {.lead = c, .graph = {.c = c}, .look_at = FIRST_LOOK};
  t.wanted = SV_NEW_ARRAY(uint64_t, c->mark_words);
  memcpy(t.wanted, c->complete, c->mark_words * sizeof *t.wanted);
  t.pool = sv_thread_pool_new(jobs);
  t.n = sv_thread_pool_size(t.pool);
  t.chunks = SV_NEW_ARRAY(chunk, CHUNKS);
  t.members = SV_NEW_ARRAY(sv_cycles *, t.n);
  for (uint32_t i = 0; i < t.n; i++) t.members[i] = sv_cycles_member(c, &t.stop);
  search(&t);
  sv_cycles_end end = {.found = t.found, .done = t.done, .depth = t.depth};
  end.states = sv_store_count(c->store);
  if (t.found) end.trace = make_trace(&t);
  bool over = sv_cycles_conclude(c, &end, a, property);
  sv_answer_statistic(a, "graph bytes", "%zu", sv_graph_bytes(&t.graph));
  free_team(&t);
  return over;
}
