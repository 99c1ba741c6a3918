// spread_agree.c -- what all ranks find out together, between two levels. See spread.h.

#include "engine/explicit/spread.h"

#include <inttypes.h>

// For a collective call that was begun: waits until it is finished. False: a rank is lost.
static bool begun(sv_spread *p, int code) {
  if (code) p->ranks->lost = true;
  return !p->ranks->lost && sv_ranks_wait(p->ranks, p->s->run->limits);
}

// ---- sums

static uint64_t behind_level(const sv_spread *p) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++)
    n += sv_store_shard_count(p->s->seen.store, i) - p->end[i];
  return n;
}

static uint64_t waiting(const sv_spread *p) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < p->waiting.n; i++) n += !p->waiting.at[i].good;
  return n;
}

static bool any_event(const sv_spread *p) {
  for (uint32_t i = 0; i < p->s->net->properties.n; i++)
    if (p->events[i].key != UINT64_MAX) return true;
  return false;
}

static void gather(const sv_spread *p, uint64_t *mine) {
  const sv_search *s = p->s;
  mine[SV_SUM_transitions] = s->transitions;
  mine[SV_SUM_passed] = s->passed;
  mine[SV_SUM_expanded] = s->expanded;
  mine[SV_SUM_asked] = s->asked;
  mine[SV_SUM_reduced] = s->reduced;
  mine[SV_SUM_states] = sv_visited_count(&s->seen);
  mine[SV_SUM_next] = behind_level(p);
  mine[SV_SUM_waiting] = waiting(p);
  mine[SV_SUM_over] = s->over;
  mine[SV_SUM_crowded] = s->crowded;
  mine[SV_SUM_no_room] = s->no_room;
  mine[SV_SUM_overflow] = s->end == SV_OVERFLOWED;
  mine[SV_SUM_broken] = s->end == SV_BROKEN;
  mine[SV_SUM_halted] = p->halted;
  mine[SV_SUM_cut] = s->cut && !s->full;
  mine[SV_SUM_full] = s->cut && s->full;
  mine[SV_SUM_events] = any_event(p);
  mine[SV_SUM_messages] = p->wire.messages;
  mine[SV_SUM_message_bytes] = p->wire.bytes;
  mine[SV_SUM_store_bytes] = sv_visited_bytes(&s->seen);
  if (s->end == SV_LIMITED && s->limit) mine[SV_SUM_LIMITS + s->limit] = 1;
}

// From here on the search of every rank counts what all have counted.
void sv_spread_agree(sv_spread *p) {
  sv_search *s = p->s;
  uint64_t mine[SV_SUM_COUNT] = {0};
  if (s->end == SV_GOING) sv_search_trusts(s);
  gather(p, mine);
  if (p->ranks->lost || !begun(p, p->ranks->calls->sum(mine, p->sums, SV_SUM_COUNT))) return;
  s->transitions = p->sums[SV_SUM_transitions];
  s->passed = p->sums[SV_SUM_passed];
  s->expanded = p->sums[SV_SUM_expanded];
  s->asked = p->sums[SV_SUM_asked];
  s->reduced = p->sums[SV_SUM_reduced];
  s->over = p->sums[SV_SUM_over];
  s->elsewhere = p->sums[SV_SUM_states] - mine[SV_SUM_states];
}

// The sums are carried on by the first rank alone.
void sv_spread_rebase(sv_spread *p) {
  sv_search *s = p->s;
  if (p->ranks->rank) s->transitions = s->passed = s->expanded = s->asked = s->reduced = 0;
}

// ---- events

// Few steps from the stored state on are better than many.
static uint32_t steps_to(const sv_search *s, uint32_t link) {
  uint32_t n = 0;
  for (; link != SV_NO_LINK && n < UINT8_MAX; n++) link = s->chain.links.at[link].from;
  return n;
}

static uint64_t event_key(sv_spread *p, const sv_violation *v) {
  const sv_search *s = p->s;
  const uint64_t *state = sv_visited_get(&s->seen, v->where, p->row);
  uint64_t key = sv_store_hash(state, s->words);
  key = sv_mix64(key ^ ((uint64_t)v->action << 32 | v->link));
  key = (uint64_t)steps_to(s, v->link) << 56 | sv_mix64(key ^ v->choice) >> 8;
  return key == UINT64_MAX ? 0 : key;
}

bool sv_spread_note(sv_spread *p, sv_violation v) {
  sv_search *s = p->s;
  sv_spread_event *e = &p->events[v.property];
  if (sv_search_overflow(s) || sv_machine_stopped(s->machine)) return true;  // nothing is certain
  uint64_t key = event_key(p, &v);
  if (key >= e->key) return true;
  e->key = key;
  e->what = v;
  sv_search_set_steps(s, v.link, &e->steps);
  return true;
}

// By property: the rank whose event counts, or UINT64_MAX. False: a rank is lost.
static bool find_owners(sv_spread *p, uint64_t *owners) {
  uint32_t n = p->s->net->properties.n;
  uint64_t *keys = SV_NEW_ARRAY(uint64_t, 2 * (size_t)n), *least = keys + n;
  for (uint32_t i = 0; i < n; i++) keys[i] = p->events[i].key;
  bool good = begun(p, p->ranks->calls->least(keys, least, n));
  for (uint32_t i = 0; i < n; i++)
    keys[i] = least[i] != UINT64_MAX && keys[i] == least[i] ? p->ranks->rank : UINT64_MAX;
  good = good && begun(p, p->ranks->calls->least(keys, owners, n));
  sv_free(keys);
  return good;
}

enum { WHERE, ACTION, CHOICE, STEPS, EVENT_WORDS };

static bool share_steps(sv_spread *p, uint32_t owner, uint32_t n) {
  sv_search *s = p->s;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, 2 * (size_t)n + 1);
  for (uint32_t i = 0; p->ranks->rank == owner && i < n; i++) {
    words[2 * i] = s->steps.at[i].action;
    words[2 * i + 1] = s->steps.at[i].choice;
  }
  bool good = begun(p, p->ranks->calls->share(words, 2 * n, owner));
  sv_clear(s->steps);
  for (uint32_t i = 0; good && i < n; i++)
    sv_push(s->steps, (sv_taken){(uint32_t)words[2 * i], words[2 * i + 1]});
  sv_free(words);
  return good;
}

// All ranks get the owner's event; `where` becomes a reference.
static bool share_event(sv_spread *p, uint32_t property, uint32_t owner, sv_violation *v) {
  sv_search *s = p->s;
  const sv_spread_event *e = &p->events[property];
  uint64_t words[EVENT_WORDS] = {e->what.where, e->what.action, e->what.choice, e->steps.n};
  sv_clear(s->steps);
  for (uint32_t i = 0; i < e->steps.n; i++) sv_push(s->steps, e->steps.at[i]);
  if (!begun(p, p->ranks->calls->share(words, EVENT_WORDS, owner))) return false;
  *v = (sv_violation){.property = property,
                      .action = (uint32_t)words[ACTION],
                      .where = sv_spread_reference(p, words[WHERE], owner),
                      .choice = words[CHOICE]};
  return !words[STEPS] ? sv_clear(s->steps), true : share_steps(p, owner, (uint32_t)words[STEPS]);
}

// Where a model asks twice for deadlocks, one is enough for both.
static bool report(sv_spread *p, uint32_t property, uint64_t owner) {
  sv_search *s = p->s;
  sv_violation v;
  if (owner == UINT64_MAX) return true;
  if (!share_event(p, property, (uint32_t)owner, &v)) return false;
  bool deadlock = property == s->deadlock;
  do {
    if (!sv_search_report(s, v)) return false;
    v.property = s->deadlock;
  } while (deadlock && s->deadlock);
  return true;
}

// A deadlock is one step nearer than what a step shows.
static void report_each(sv_spread *p, const uint64_t *owners) {
  const sv_search *s = p->s;
  uint32_t deadlock = s->deadlock;
  if (deadlock && !s->keep_going && !report(p, deadlock, owners[deadlock])) return;
  for (uint32_t i = 1; i < s->net->properties.n; i++)
    if (i != deadlock && !report(p, i, owners[i])) return;
  if (deadlock && s->keep_going) report(p, deadlock, owners[deadlock]);
}

void sv_spread_report(sv_spread *p) {
  uint32_t n = p->s->net->properties.n;
  uint64_t *owners = SV_NEW_ARRAY(uint64_t, n);
  if (find_owners(p, owners)) report_each(p, owners);
  sv_free(owners);
  for (uint32_t i = 0; i < n; i++) p->events[i].key = UINT64_MAX;
}

// ---- traces

// From the state back to an initial one: each owner broadcasts the state and its parent.
sv_trace *sv_spread_trace(sv_search *s, uint64_t where) {
  sv_spread *p = s->spread;
  sv_u64s rows = {0};
  uint32_t ranks = p->ranks->size;
  bool good = true;
  while (good && where != SV_STORE_NONE) {
    uint32_t owner = (uint32_t)(where % ranks);
    uint64_t id = where / ranks;
    if (owner == p->ranks->rank) {
      const uint64_t *state = sv_visited_get(&s->seen, id, p->row);
      if (state != p->row) memcpy(p->row, state, s->words * sizeof *state);
      p->row[s->words] = sv_store_parent(s->seen.store, id);
    }
    good = begun(p, p->ranks->calls->share(p->row, s->words + 1, owner));
    for (uint32_t i = 0; i < s->words; i++) sv_push(rows, p->row[i]);
    where = p->row[s->words];
  }
  sv_trace *trace = good ? sv_search_connect(s, rows.at, s->words ? rows.n / s->words : 1) : NULL;
  sv_vec_free(rows);
  return trace;
}

// ---- the end

static uint64_t cut_key(const sv_search *s) {
  return s->cut ? (uint64_t)s->full << 32 | s->cut_action : UINT64_MAX;
}

static bool join_cuts(sv_spread *p) {
  sv_search *s = p->s;
  uint64_t n = sv_visited_count(&s->seen), mine[] = {cut_key(s), n, ~n}, least[3];
  if (!begun(p, p->ranks->calls->least(mine, least, 3))) return false;
  if (least[0] != UINT64_MAX) sv_search_note_cut(s, (uint32_t)least[0]);
  p->least_states = least[1];
  p->most_states = ~least[2];
  return true;
}

static bool join_fired(sv_spread *p) {
  sv_bits *fired = &p->s->fired;
  uint32_t n = sv_bits_words(fired->n);
  sv_bits all;
  sv_bits_init(&all, fired->n);
  bool good = begun(p, p->ranks->calls->join(fired->w, all.w, n));
  if (good) sv_bits_copy(fired, &all);
  sv_bits_free(&all);
  return good;
}

// Messages that are still under way are for this search alone.
static bool part(sv_spread *p) {
  uint64_t one = 1, all;
  if (p->ranks->calls->close()) p->ranks->lost = true;
  return !p->ranks->lost && begun(p, p->ranks->calls->sum(&one, &all, 1));
}

void sv_spread_conclude(sv_spread *p) {
  sv_search *s = p->s;
  if (!p->ranks->lost && join_cuts(p) && join_fired(p)) part(p);
  sv_wire_close(&p->wire);
  if (!p->ranks->lost) return;
  s->limit = s->run->limits->hit ? s->run->limits->hit : SV_CAUSE_RANK;
  s->run->limits->hit = s->limit;
  if (s->end != SV_FOUND && s->end != SV_BROKEN) sv_search_stop(s, SV_LIMITED);
}

void sv_spread_statistics(const sv_spread *p, sv_answer *a) {
  double states = (double)sv_search_states(p->s), bytes = (double)p->sums[SV_SUM_message_bytes];
  sv_answer_statistic(a, "ranks", "%u", (unsigned)p->ranks->size);
  sv_answer_statistic(a, "states of a rank", "%" PRIu64 " to %" PRIu64, p->least_states,
                      p->most_states);
  sv_answer_statistic(a, "messages", "%" PRIu64, p->sums[SV_SUM_messages]);
  sv_answer_statistic(a, "message bytes", "%" PRIu64, p->sums[SV_SUM_message_bytes]);
  if (states > 0) sv_answer_statistic(a, "message bytes per state", "%.1f", bytes / states);
}

// ---- before it

static uint64_t digest(uint64_t h, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
  return h;
}

static void print_options(const sv_options *o, sv_text *t) {
  sv_text_printf(t, "%d %d %d %d %d %d %d %" PRId64 " %" PRId64, (int)o->reduction, (int)o->merge,
                 (int)o->store, (int)o->keep_going, (int)o->shortest, (int)o->certify,
                 (int)o->explain, o->depth, o->threads);
}

bool sv_spread_same(const sv_model *m, const sv_run *run, const sv_answer *a, sv_text *why) {
  sv_text t = {0};
  uint64_t h[2], least[2];
  sv_model_print(m, &t);
  print_options(run->options, &t);
  for (uint32_t i = 0; i < a->findings.n; i++)
    sv_text_printf(&t, " %u", (unsigned)a->findings.at[i].property);
  sv_text_string(&t, SELVAGE_VERSION);
  h[0] = digest(UINT64_C(0xCBF29CE484222325), sv_text_get(&t), t.n);
  h[1] = ~h[0];
  sv_text_free(&t);
  bool good = !run->ranks->lost && !run->ranks->calls->least(h, least, 2) &&
              sv_ranks_wait(run->ranks, run->limits);
  if (!good) {
    run->ranks->lost = true;
    sv_text_string(why, "a rank does not answer");
  } else if (least[0] != ~least[1])
    sv_text_string(why, "the ranks have read different models, or were given different options");
  return !why->n;
}
