// spread_wire.c -- states that come and go while a level is expanded. See spread.h.

#include "engine/explicit/spread.h"

enum { POLLED = 8, WINDOW = 32, LOOK_EVERY = 64 };
static const double patience = 3;                              // seconds
static const uint64_t most_parents = (UINT64_C(1) << 39) - 2;  // a store has 39 bits for a link

// Other bits of the hash choose the shard. What collapses has no hash of the state.
uint32_t sv_spread_owner(const sv_spread *p, const uint64_t *state, uint64_t hash) {
  if (p->s->seen.kind == SV_VISITED_COLLAPSE) hash = sv_store_hash(state, p->s->words);
  uint64_t mixed = sv_mix64(hash ^ UINT64_C(0xD1B54A32D192ED03)) >> 32;
  return (uint32_t)(mixed * p->ranks->size >> 32);
}

sv_stored sv_spread_store(sv_spread *p, const uint64_t *state, uint64_t hash, uint64_t parent,
                          uint64_t *id) {
  if (parent != SV_STORE_NONE && parent > most_parents) return SV_STORE_FULL;
  return sv_visited_insert(&p->s->seen, state, hash, parent, id);
}

// True if it lies behind the current level.
static bool take(sv_spread *p, const uint64_t *state, uint64_t hash, uint64_t parent) {
  sv_search *s = p->s;
  uint64_t id;
  if (s->end != SV_GOING) return false;
  if (s->depth == s->bound) {
    s->over = s->over || !sv_visited_has(&s->seen, state, hash, &id);
    return false;
  }
  sv_stored got = sv_spread_store(p, state, hash, parent, &id);
  if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
  if (got == SV_STORE_NEW) sv_search_check_state(s, state, id);
  return got == SV_STORE_NEW ||
         sv_store_index(s->seen.store, id) >= p->end[sv_store_shard_of(s->seen.store, id)];
}

// ---- what comes

// The next few of a message: their hashes, and what they will be compared with in the cache.
static void fetch(const sv_spread *p, const sv_message *m, uint32_t from, uint64_t *hashes) {
  const sv_visited *seen = &p->s->seen;
  uint32_t n = m->n - from < WINDOW ? m->n - from : WINDOW;
  for (uint32_t i = 0; i < n; i++) {
    hashes[i] = sv_visited_hash(seen, m->body + (size_t)(from + i) * p->wire.record + 1);
    sv_visited_prefetch(seen, hashes[i]);
  }
  for (uint32_t i = 0; i < n; i++) sv_visited_prefetch_vector(seen, hashes[i]);
}

static void take_states(sv_spread *p, const sv_message *m) {
  uint64_t hashes[WINDOW];
  sv_clear(p->records);
  for (uint32_t i = 0; i < m->n; i++) {
    const uint64_t *record = m->body + (size_t)i * p->wire.record;
    if (i % WINDOW == 0) fetch(p, m, i, hashes);
    uint64_t parent = sv_spread_reference(p, record[0], m->from);
    if (take(p, record + 1, hashes[i % WINDOW], parent) && m->kind == SV_WIRE_QUESTION)
      sv_push(p->records, i);
  }
  if (m->kind == SV_WIRE_QUESTION) sv_wire_reply(&p->wire, m, p->records.at, p->records.n);
}

static void take_reply(sv_spread *p, const sv_message *m) {
  const uint32_t *roots = sv_wire_roots(&p->wire, m);
  for (uint32_t i = 0; i < m->n; i++)
    if (roots[m->body[i]] != SV_NO_ROOT) p->waiting.at[roots[m->body[i]]].good = true;
  sv_wire_replied(&p->wire, m);
}

bool sv_spread_poll(sv_spread *p) {
  sv_message m;
  uint32_t n = 0;
  for (; n < POLLED && sv_wire_next(&p->wire, &m); n++) {
    if (m.kind == SV_WIRE_REPLY) take_reply(p, &m);
    else if (m.kind != SV_WIRE_STOP) take_states(p, &m);
    else if (m.search == p->ranks->searches) p->halted = true;
    sv_wire_taken(&p->wire);
  }
  if (n) p->turns = 0;
  return n;
}

void sv_spread_halt(sv_spread *p) {
  if (!p->halted) sv_wire_stop(&p->wire);
  p->halted = true;
}

// ---- waiting

// Nothing has come. Once a limit is hit, who does not answer within a few seconds is lost.
static void idle(sv_spread *p) {
  sv_search *s = p->s;
  sv_ranks_pause(p->turns);
  if (p->turns++ % LOOK_EVERY || !sv_limits_check(s->run->limits)) return;
  if (s->end == SV_GOING) {
    s->limit = s->run->limits->hit;
    sv_search_stop(s, SV_LIMITED);
    sv_spread_halt(p);
  }
  if (p->patience <= 0) p->patience = sv_now() + patience;
  if (sv_now() > p->patience) p->ranks->lost = true;
}

void sv_spread_deliver(sv_spread *p, const sv_spread_held *from, const uint64_t *state,
                       uint64_t hash) {
  uint32_t to = sv_spread_owner(p, state, hash), root = from->root, me = p->ranks->rank;
  if (to == me) {
    bool behind = take(p, state, hash, sv_spread_reference(p, from->id, me));
    if (behind && root != SV_NO_ROOT) p->waiting.at[root].good = true;
    return;
  }
  if (root != SV_NO_ROOT && p->waiting.at[root].good) root = SV_NO_ROOT;  // known already
  while (!p->ranks->lost && !sv_wire_add(&p->wire, to, from->id, state, root))
    if (!sv_spread_poll(p)) idle(p);
}

static bool is_settled(sv_spread *p, bool *dealt, const uint64_t *expected) {
  if (!*dealt) {
    int done = p->ranks->calls->finished();
    if (done < 0) p->ranks->lost = true;
    *dealt = done == 1;
  }
  return *dealt && p->wire.received == *expected && !p->wire.awaiting;
}

// Every rank tells every other how many messages it has sent to it; a rank that has received so many has
// received all, for receiving causes no messages but replies, and these are awaited.
void sv_spread_settle(sv_spread *p) {
  uint64_t expected = 0;
  bool dealt = false;
  sv_wire *w = &p->wire;
  if (p->ranks->lost) return;
  sv_wire_flush(w);
  if (p->ranks->calls->deal(w->sent, &expected)) p->ranks->lost = true;
  while (!p->ranks->lost && !is_settled(p, &dealt, &expected))
    if (!sv_spread_poll(p)) idle(p);
  for (uint32_t i = 0; i < p->ranks->size; i++) w->sent[i] = 0;
  w->received = 0;
}
