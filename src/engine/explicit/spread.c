// spread.c -- level after level on all ranks. See spread.h and docs/distributed.md.

#include "engine/explicit/spread.h"

#include <inttypes.h>

enum { HELD = 64, POLL_EVERY = 8 };

static bool advance(sv_spread *p) {
  const sv_search *s = p->s;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    p->begin[i] = p->end[i];
    p->end[i] = sv_store_shard_count(s->seen.store, i);
  }
  return p->sums[SV_SUM_next];
}

// ---- one level

static void deliver_held(sv_spread *p) {
  sv_search *s = p->s;
  for (uint32_t k = 0; k < s->batch.at.n; k++)
    sv_visited_prefetch_vector(&s->seen, s->batch.at.at[k].hash);
  for (uint32_t i = 0, k = 0; i < p->held.n; i++)
    for (; k < p->held.at[i].end; k++)
      sv_spread_deliver(p, &p->held.at[i], sv_batch_words(s, k), s->batch.at.at[k].hash);
  sv_clear(p->held);
  sv_batch_cut(s, 0);
}

static bool goes_on(const sv_spread *p) {
  return !p->halted && !p->ranks->lost && p->s->end == SV_GOING;
}

static bool fail(sv_spread *p, const char *why) {
  sv_answer_bug(p->s->answer, "%s", why);
  return sv_search_stop(p->s, SV_BROKEN);
}

// Of a state that was left halfway nothing is delivered.
static bool give_up(sv_spread *p) {
  if (goes_on(p) && sv_search_trusts(p->s)) fail(p, "a rank has left out a state");
  sv_clear(p->held);
  sv_batch_cut(p->s, 0);
  sv_spread_halt(p);
  return false;
}

static bool hold(sv_spread *p, uint64_t id, uint32_t root) {
  sv_search *s = p->s;
  sv_push(p->held, (sv_spread_held){id, s->batch.at.n, root});
  if (s->batch.at.n < HELD && p->held.n < POLL_EVERY) return true;
  deliver_held(p);
  sv_spread_poll(p);
  return goes_on(p);
}

static bool expand(sv_spread *p, uint64_t id) {
  sv_search *s = p->s;
  uint32_t root = SV_NO_ROOT;
  if (!sv_search_tick(s) || !sv_search_load(s, sv_visited_get(&s->seen, id, s->current), id))
    return give_up(p);
  if (s->depth == s->bound)
    return s->over || (sv_search_fire_beyond(s) ? hold(p, id, root) : give_up(p));
  if (!sv_search_fire(s, id)) return give_up(p);
  if (s->other_count) {
    root = p->waiting.n;
    sv_push(p->waiting, (sv_spread_root){.id = id});
  }
  return hold(p, id, root);
}

static void expand_states(sv_spread *p) {
  sv_search *s = p->s;
  if (sv_spread_team_is_for(p)) {
    if (!sv_spread_team_expand(p)) give_up(p);
    return;
  }
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++)
    for (uint64_t k = p->begin[i]; k < p->end[i]; k++)
      if (!expand(p, sv_store_id(s->seen.store, i, k))) return;
}

// By what was left out of states of which no successor lies behind.
static void expand_rest(sv_spread *p) {
  sv_search *s = p->s;
  for (uint32_t i = 0; i < p->waiting.n; i++) {
    sv_spread_root *r = &p->waiting.at[i];
    if (r->good) continue;
    if (!sv_search_tick(s) ||
        !sv_search_fire_rest(s, sv_visited_get(&s->seen, r->id, s->current), r->id))
      return (void)give_up(p);
    if (!hold(p, r->id, SV_NO_ROOT)) return;
  }
}

static void finish_phase(sv_spread *p) {
  if (goes_on(p)) deliver_held(p);
  else give_up(p);
  sv_spread_settle(p);
  sv_spread_agree(p);
}

static void expand_level(sv_spread *p) {
  sv_clear(p->waiting);
  sv_spread_rebase(p);
  if (goes_on(p)) expand_states(p);
  finish_phase(p);
  if (!p->sums[SV_SUM_waiting]) return;
  sv_spread_rebase(p);
  if (goes_on(p)) expand_rest(p);
  sv_clear(p->waiting);
  finish_phase(p);
}

// ---- the first level

static bool take_initial(void *context, const uint64_t *state) {
  sv_search *s = context;
  sv_spread *p = s->spread;
  uint64_t id, hash = sv_visited_hash(&s->seen, state);
  if (!sv_search_tick(s)) return false;
  if (sv_spread_owner(p, state, hash) != p->ranks->rank) return true;
  return sv_spread_store(p, state, hash, SV_STORE_NONE, &id) != SV_STORE_FULL ||
         sv_search_out_of_memory(s);
}

static void check_level(sv_spread *p) {
  sv_search *s = p->s;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++)
    for (uint64_t k = p->begin[i]; k < p->end[i]; k++) {
      uint64_t id = sv_store_id(s->seen.store, i, k);
      sv_search_check_state(s, sv_visited_get(&s->seen, id, p->row), id);
    }
}

// Every rank goes through all initial states and keeps its own.
static void begin(sv_spread *p) {
  sv_search *s = p->s;
  bool good = sv_search_initials(s, take_initial);
  advance(p);
  if (good) check_level(p);
  sv_spread_agree(p);
  s->initials = p->sums[SV_SUM_states];
}

// ---- all of them

// What one level has brought, the same for all ranks. False: it was the last one.
static bool decide(sv_spread *p) {
  sv_search *s = p->s;
  const uint64_t *sums = p->sums;
  if (p->ranks->lost) return false;
  if (sums[SV_SUM_broken]) return fail(p, "a rank has found a bug");
  // Behind a full pool others may move who could not: what was met there does not count.
  bool grows = s->run->stops_when_full && sums[SV_SUM_full] && !sums[SV_SUM_cut];
  if (grows) return sv_search_stop(s, SV_ENDED);
  s->end = SV_GOING;
  if (sums[SV_SUM_events]) sv_spread_report(p);
  if (s->end != SV_GOING) return false;
  if (sums[SV_SUM_overflow]) return sv_search_stop(s, SV_OVERFLOWED);
  s->crowded = sums[SV_SUM_crowded];
  s->no_room = sums[SV_SUM_no_room];
  s->limit = SV_CAUSE_NONE;
  for (uint32_t c = SV_CAUSE_COUNT; c-- > 1;)
    if (sums[SV_SUM_LIMITS + c]) s->limit = (sv_cause)c;
  if (s->limit) s->run->limits->hit = s->limit;
  if (s->limit || s->no_room) return sv_search_stop(s, SV_LIMITED);
  return !sums[SV_SUM_halted] || fail(p, "a rank has stopped without a reason");
}

static bool is_too_large(sv_search *s) {
  return s->most_states && sv_search_states(s) > s->most_states && !sv_search_stop(s, SV_LIMITED);
}

static bool go_deeper(sv_spread *p) {
  sv_search *s = p->s;
  if (!decide(p) || !advance(p)) return false;
  s->covered = ++s->depth;
  SV_LOG(s->run->log, 2, "explicit: level %" PRIu64 ": %" PRIu64 " states on all ranks", s->depth,
         sv_search_states(s));
  if (is_too_large(s)) return false;
  if (!sv_visited_reshape(&s->seen)) sv_search_out_of_memory(s);
  sv_search_review(s);
  return true;
}

sv_spread *sv_spread_new(sv_search *s) {
  sv_spread *p = SV_NEW(sv_spread);
  p->s = s;
  p->ranks = s->run->ranks;
  p->row = SV_NEW_ARRAY(uint64_t, s->words + 2);
  p->events = SV_NEW_ARRAY(sv_spread_event, s->net->properties.n + 1);
  for (uint32_t i = 0; i < s->net->properties.n; i++) p->events[i].key = UINT64_MAX;
  return p;
}

void sv_spread_free(sv_spread *p) {
  if (!p) return;
  sv_spread_team_free(p->team);
  for (uint32_t i = 0; i < p->s->net->properties.n; i++) sv_vec_free(p->events[i].steps);
  sv_free(p->events);
  sv_vec_free(p->held);
  sv_vec_free(p->waiting);
  sv_vec_free(p->records);
  sv_free(p->row);
  sv_free(p);
}

void sv_search_spread(sv_search *s) {
  sv_spread *p = s->spread = sv_spread_new(s);
  p->team = sv_spread_team_new(p);
  s->path = sv_spread_trace;
  if (sv_wire_open(&p->wire, p->ranks, s->words)) begin(p);
  if (decide(p) && s->initials) do
      expand_level(p);
    while (go_deeper(p));
  sv_spread_conclude(p);
  if (s->end == SV_GOING) s->end = SV_ENDED;
}
