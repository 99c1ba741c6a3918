// expand.c -- from a state to its successors.
//
// A state is loaded into the machine, which says what is enabled; the
// reduction selects some of it; what is fired goes into the batch, together
// with its hash, whose slot is fetched into the cache meanwhile. Nothing is
// inserted here, so that an order of search can use the batch as its stack.

#include "engine/explicit/search.h"

bool sv_search_stop(sv_search *s, sv_search_end end) {
  s->end = end;
  return false;
}

bool sv_search_out_of_memory(sv_search *s) {
  s->limit = s->run->limits->hit = SV_LIMIT_MEMORY;
  return sv_search_stop(s, SV_LIMITED);
}

bool sv_search_affords(const sv_search *s, size_t bytes) {
  return !s->seen.budget || sv_seen_bytes(&s->seen) + bytes <= s->seen.budget;
}

void sv_batch_cut(sv_search *s, uint32_t n) {
  s->batch.at.n = n;
  s->batch.words.n = n * s->words;
}

enum { MOST_BATCH_WORDS = 1 << 26, TICK_EVERY = 1024 };

// The batch doubles when it is full; says first whether that is too much.
static bool batch_has_room(sv_search *s) {
  const sv_batch *b = &s->batch;
  if (b->at.n < b->at.cap && b->words.cap - b->words.n >= s->words) return true;
  if (b->words.n > MOST_BATCH_WORDS) return false;
  size_t entry = sizeof *b->at.at + s->words * sizeof *b->words.at;
  return sv_search_affords(s, 3 * (size_t)b->at.n * entry);
}

static bool add_to_batch(sv_search *s, const uint64_t *state, uint32_t action, uint64_t choice) {
  if (!batch_has_room(s)) return sv_search_out_of_memory(s);
  uint64_t hash = sv_seen_hash(&s->seen, state);
  sv_seen_prefetch(&s->seen, hash);
  sv_push(s->batch.at, (sv_successor){action, choice, hash});
  sv_reserve(s->batch.words, s->words);
  uint64_t *to = s->batch.words.at + s->batch.words.n;
  for (uint32_t i = 0; i < s->words; i++) to[i] = state[i];
  s->batch.words.n += s->words;
  return true;
}

typedef struct {
  sv_search *s;
  uint32_t action;
} firing;

static bool take_successor(void *context, const uint64_t *state, uint64_t choice) {
  firing *f = context;
  if (f->s->batch.at.n % TICK_EVERY == TICK_EVERY - 1 && !sv_search_tick(f->s)) return false;
  return add_to_batch(f->s, state, f->action, choice);
}

// Successors by one action; a failing step is reported with its first choice.
static bool fire(sv_search *s, uint32_t action, uint64_t where) {
  firing f = {s, action};
  uint32_t before = s->batch.at.n;
  if (!sv_machine_fire(s->machine, action, take_successor, &f)) return false;
  if (s->batch.at.n == before) return true;
  s->transitions += s->batch.at.n - before;
  sv_bits_add(&s->fired, action);
  if (!s->fails[action]) return true;
  uint64_t choice = s->batch.at.at[before].choice;
  return sv_search_violation(s, (sv_violation){s->fails[action], action, where, choice});
}

static bool fire_all(sv_search *s, const uint32_t *actions, uint32_t n, uint64_t where) {
  for (uint32_t i = 0; i < n; i++)
    if (!fire(s, actions[i], where)) return false;
  return true;
}

static void read_locations(sv_search *s, const uint64_t *state) {
  for (uint32_t p = 0; p < s->net->processes.n; p++) {
    uint32_t cell = s->net->vars.at[s->net->processes.at[p].pc].first_cell;
    s->locations[p] = (uint32_t)sv_field_get(state, s->layout->cells[cell]);
  }
}

static void note_cut(sv_search *s) {
  uint32_t cut = sv_machine_cut(s->machine);
  if (cut == UINT32_MAX) return;
  const sv_net_action *a = &s->net->actions.at[cut];
  if (!s->cut || (s->full && !a->full)) s->cut = a->cut, s->full = a->full;
}

bool sv_search_load(sv_search *s, const uint64_t *state, uint64_t where) {
  sv_machine_load(s->machine, state);
  note_cut(s);
  s->expanded++;
  s->loaded = state;
  while (s->deadlock && sv_machine_deadlocked(s->machine))
    if (!sv_search_violation(s, (sv_violation){s->deadlock, SV_NO_STEP, where, 0})) return false;
  return true;
}

static bool guard_holds(void *context, uint32_t action) { return sv_guards_hold(context, action); }

// Both lists are ascending, `chosen` is part of `enabled`.
static void leave_out(sv_search *s, const uint32_t *enabled, uint32_t n, uint32_t chosen) {
  uint32_t k = 0;
  s->other_count = 0;
  for (uint32_t i = 0; i < n; i++)
    if (k < chosen && s->chosen[k] == enabled[i]) k++;
    else s->others[s->other_count++] = enabled[i];
}

// Asking for a selection costs more than firing everything. Where it is good
// in less than one state of 256, only one state of 16 is asked for, chosen by
// its hash and not by its turn, so the order of states does not matter.
enum { REVIEW_EVERY = 4096, RARE = 256, SAMPLE = 16 };

void sv_search_review(sv_search *s) {
  if (s->asked < REVIEW_EVERY) return;
  s->cold = s->reduced * RARE < s->asked;
}

static bool is_asked_for(const sv_search *s) {
  return !s->cold || sv_store_hash(s->loaded, s->words) % SAMPLE == 0;
}

// The number of selected actions, which are in s->chosen.
static uint32_t select_some(sv_search *s, const uint32_t *enabled, uint32_t n) {
  read_locations(s, s->loaded);
  sv_guards_load(s->guards, s->loaded);
  uint32_t chosen =
      sv_stubborn_select(s->stubborn, enabled, n, s->locations, guard_holds, s->guards, s->chosen);
  assert(chosen >= 1 && chosen <= n);
  return chosen;
}

bool sv_search_fire(sv_search *s, uint64_t where) {
  uint32_t n, chosen;
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  s->other_count = 0;
  if (!s->stubborn || n < 2 || !is_asked_for(s)) return fire_all(s, enabled, n, where);
  s->asked++;
  chosen = select_some(s, enabled, n);
  if (chosen == n) return fire_all(s, enabled, n, where);
  leave_out(s, enabled, n, chosen);
  s->reduced++;
  return fire_all(s, s->chosen, chosen, where);
}

bool sv_search_fire_again(sv_search *s, const uint64_t *state, bool reduced) {
  uint64_t counted = s->transitions;
  uint32_t n;
  sv_machine_load(s->machine, state);
  s->loaded = state;
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  bool going = reduced ? fire_all(s, s->chosen, select_some(s, enabled, n), SV_STORE_NONE)
                       : fire_all(s, enabled, n, SV_STORE_NONE);
  s->transitions = counted;
  return going;
}

bool sv_search_fire_others(sv_search *s, uint64_t where) {
  s->reduced--;
  return fire_all(s, s->others, s->other_count, where);
}

typedef struct {
  sv_search *s;
  bool fails;
} look;

static bool is_known(void *context, const uint64_t *state, uint64_t choice) {
  look *l = context;
  uint64_t id;
  SV_UNUSED(choice);
  return !l->fails && sv_seen_has(&l->s->seen, state, sv_seen_hash(&l->s->seen, state), &id);
}

void sv_search_look_beyond(sv_search *s) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  for (uint32_t i = 0; i < n && !s->over; i++) {
    look l = {s, s->fails[enabled[i]] != 0};
    if (!sv_machine_fire(s->machine, enabled[i], is_known, &l)) s->over = true;
    sv_bits_add(&s->fired, enabled[i]);
  }
}

bool sv_search_take_initial(void *context, const uint64_t *state) {
  return sv_search_tick(context) && add_to_batch(context, state, SV_NO_STEP, 0);
}

bool sv_search_initials(sv_search *s, sv_packed_fn *take) {
  sv_exec_end end = sv_machine_initials(s->machine, take, s);
  if (end == SV_EXEC_INFINITE) {
    sv_answer_bug(s->answer, "a finite net has infinitely many initial states");
    return sv_search_stop(s, SV_BROKEN);
  }
  return end == SV_EXEC_DONE;
}

enum { PROGRESS_EVERY = 1024 };

static void show_progress(sv_search *s) {
  sv_progress_report report = {.phase = s->answer->engine,
                               .states = sv_seen_count(&s->seen),
                               .transitions = s->transitions,
                               .depth = s->depth};
  sv_progress_tick(s->run->progress, &report);
}

bool sv_search_overflow(const sv_search *s) {
  return sv_machine_overflow(s->machine) || (s->guards && sv_guards_overflow(s->guards));
}

bool sv_search_tick(sv_search *s) {
  if (sv_search_overflow(s)) return sv_search_stop(s, SV_OVERFLOWED);
  if (s->ticks++ % PROGRESS_EVERY == 0) show_progress(s);
  if (s->most_states && sv_seen_count(&s->seen) > s->most_states)
    return sv_search_stop(s, SV_LIMITED);
  s->limit = sv_limits_hit(s->run->limits);
  return s->limit ? sv_search_stop(s, SV_LIMITED) : true;
}
