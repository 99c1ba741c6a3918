// expand.c -- from a state to its successors.
//
// A state is loaded into the machine, which says what is enabled; the
// reduction selects some of it; what is fired goes into the batch, together
// with its hash, whose slot is fetched into the cache meanwhile. A successor in
// which a process must go on goes into the chain instead, whose links are
// expanded at once; what comes out at its ends goes into the batch. Nothing is
// inserted here, so that an order of search can use the batch as its stack.

#include "engine/explicit/search.h"

#include "exec/emit.h"

bool sv_search_stop(sv_search *s, sv_search_end end) {
  s->end = end;
  return false;
}

bool sv_search_out_of_memory(sv_search *s) {
  s->no_room = true;
  s->limit = s->seen.budget ? SV_CAUSE_MEMORY : SV_CAUSE_NONE;
  if (!s->member && s->limit) s->run->limits->hit = s->limit;
  return sv_search_stop(s, SV_LIMITED);
}

bool sv_search_overcrowded(sv_search *s) {
  s->no_room = s->crowded = true;
  return sv_search_stop(s, SV_LIMITED);
}

bool sv_search_affords(const sv_search *s, size_t bytes) {
  return !s->seen.budget || sv_visited_bytes(&s->seen) + s->beside + bytes <= s->seen.budget;
}

void sv_batch_cut(sv_search *s, uint32_t n) {
  assert(n <= s->batch.at.n);
  s->batch.at.n = n;
  s->batch.words.n = n * s->words;
  if (s->folds) s->batch.pairs.n = n;
}

enum { MOST_BATCH_WORDS = 1 << 26, TICK_EVERY = 1024, COMPILE_ASK = 1024 };

// The batch doubles when it is full; stops first if that is too much.
static inline bool batch_has_room(sv_search *s) {
  const sv_batch *b = &s->batch;
  if (b->at.n < b->at.cap && b->words.cap - b->words.n >= s->words) return true;
  if (b->words.n > MOST_BATCH_WORDS) return sv_search_overcrowded(s);
  size_t entry = sizeof *b->at.at + (s->words + 1) * sizeof *b->words.at;
  return sv_search_affords(s, 3 * (size_t)b->at.n * entry) || sv_search_out_of_memory(s);
}

// Makes room for one state behind the last one.
static inline uint64_t *batch_tail(sv_search *s) {
  sv_reserve(s->batch.at, 1);
  sv_reserve(s->batch.words, s->words);
  return s->batch.words.at + s->batch.words.n;
}

// The next one's pair. A thread that only looks does not know it if a part is new.
static inline void fold_tail(sv_search *s, uint64_t hash) {
  const uint64_t *state = s->batch.words.at + s->batch.words.n;
  uint64_t pair = s->member ? sv_tree_find(s->seen.tree, s->seen.fold, state)
                            : sv_visited_fold(&s->seen, state);
  if (!s->member) sv_store_prefetch_pair(s->seen.store, pair, hash);
  sv_push(s->batch.pairs, pair);
}

// The state behind the last one belongs to the batch now.
static inline void extend_batch(sv_search *s, sv_link step) {
  uint64_t hash = sv_visited_hash(&s->seen, s->batch.words.at + s->batch.words.n);
  if (s->folds) fold_tail(s, hash);
  else if (!s->member) sv_visited_prefetch(&s->seen, hash);
  s->batch.at.at[s->batch.at.n++] = (sv_successor){step.action, step.from, step.choice, hash};
  s->batch.words.n += s->words;
  assert(s->batch.words.n == s->batch.at.n * s->words);
}

static bool add_to_batch(sv_search *s, const uint64_t *state, sv_link step) {
  if (!batch_has_room(s)) return false;
  uint64_t *to = batch_tail(s);
  for (uint32_t i = 0; i < s->words; i++) to[i] = state[i];
  extend_batch(s, step);
  return true;
}

static bool add_to_chain(sv_search *s, const uint64_t *state, uint32_t goer, sv_link step) {
  if (sv_chain_is_full(&s->chain)) {
    size_t bytes = 3 * sv_chain_bytes(&s->chain);
    if (s->chain.rows.n > MOST_BATCH_WORDS) return sv_search_overcrowded(s);
    if (!sv_search_affords(s, bytes)) return sv_search_out_of_memory(s);
  }
  sv_chain_add(&s->chain, state, goer, step);
  return true;
}

typedef struct {
  sv_search *s;
  uint32_t action;
  uint64_t count, first;  // successors, and the choice of the first one
} firing;

static bool take_successor(void *context, const uint64_t *state, uint64_t choice) {
  firing *f = context;
  sv_search *s = f->s;
  if (!f->count++) f->first = choice;
  if (f->count % TICK_EVERY == 0 && !sv_search_tick(s)) return false;
  sv_link step = {.from = s->link, .action = f->action, .choice = choice};
  uint32_t goer = sv_chain_goer(&s->chain, state);
  assert(s->link == SV_NO_LINK || s->link < s->chain.links.n);
  return goer ? add_to_chain(s, state, goer, step) : add_to_batch(s, state, step);
}

// A state that was written behind the last one.
static bool take_written(firing *f, const uint64_t *state, uint64_t choice) {
  sv_search *s = f->s;
  if (!f->count++) f->first = choice;
  if (f->count % TICK_EVERY == 0 && !sv_search_tick(s)) return false;
  sv_link step = {.from = s->link, .action = f->action, .choice = choice};
  uint32_t goer = sv_chain_goer(&s->chain, state);
  if (goer) return add_to_chain(s, state, goer, step);
  extend_batch(s, step);
  return true;
}

// By generated code they go straight into the batch.
static bool fire_generated(firing *f) {
  sv_search *s = f->s;
  uint64_t most = sv_machine_combinations(s->machine, f->action);
  for (uint64_t choice = 0; choice < most; choice++) {
    if (!batch_has_room(s)) return false;
    uint64_t *to = batch_tail(s);
    if (!sv_machine_next(s->machine, f->action, &choice, to)) break;
    if (!take_written(f, to, choice)) return false;
  }
  return !sv_machine_stopped(s->machine);
}

// Successors by one action; a failing step is reported with its first choice.
static bool fire(sv_search *s, uint32_t action, uint64_t where) {
  firing f = {.s = s, .action = action};
  bool going = sv_program_functions(s->program)
                   ? fire_generated(&f)
                   : sv_machine_fire(s->machine, action, take_successor, &f);
  if (!going) return false;
  if (!f.count) return true;
  s->transitions += f.count;
  sv_bits_add(&s->fired, action);
  if (!s->fails[action]) return true;
  return sv_search_violation(s, (sv_violation){s->fails[action], action, where, f.first, s->link});
}

static bool fire_each(sv_search *s, const uint32_t *actions, uint32_t n, uint64_t where) {
  for (uint32_t i = 0; i < n; i++)
    if (!fire(s, actions[i], where)) return false;
  return true;
}

// Of several cut actions that are met the same one is named, whatever the
// order: not a full pool if there is another.
void sv_search_note_cut(sv_search *s, uint32_t action) {
  const sv_net_action *a = &s->net->actions.at[action];
  bool better = !s->cut || s->full > a->full || (s->full == a->full && action < s->cut_action);
  if (!better) return;
  s->cut_action = action;
  s->cut = a->cut;
  s->full = a->full;
}

// False if the search is to stop: there will be another one with larger pools.
static bool note_cut(sv_search *s) {
  uint32_t cut = sv_machine_cut(s->machine);
  if (cut == UINT32_MAX) return true;
  sv_search_note_cut(s, cut);
  bool again = s->net->actions.at[cut].full && s->run->stops_when_full;
  return !again || s->member || s->spread || sv_search_stop(s, SV_ENDED);
}

// A link that passes is expanded, and looked at like any other state.
static bool pass(sv_search *s, uint64_t where) {
  sv_chain *c = &s->chain;
  if (!sv_search_tick(s)) return false;
  if (!sv_chain_passes(c, s->machine, s->link))
    return add_to_batch(s, c->end, c->links.at[s->link]);
  s->passed++;
  assert(c->actions.n);
  return note_cut(s) && sv_search_check_state(s, sv_chain_state(c, s->link), where) &&
         fire_each(s, c->actions.at, c->actions.n, where);
}

static bool fire_all(sv_search *s, const uint32_t *actions, uint32_t n, uint64_t where) {
  uint32_t link = s->chain.links.n;
  bool going = fire_each(s, actions, n, where);
  for (; going && link < s->chain.links.n; link++) {
    s->link = link;
    going = pass(s, where);
  }
  s->link = SV_NO_LINK;
  return going;
}

static void read_locations(sv_search *s, const uint64_t *state) {
  for (uint32_t p = 0; p < s->net->processes.n; p++) {
    uint32_t cell = s->net->vars.at[s->net->processes.at[p].pc].first_cell;
    s->locations[p] = (uint32_t)sv_field_get(state, s->layout->cells[cell]);
    assert(s->locations[p] < sv_net_locations(s->net, p));
  }
}

static void load(sv_search *s, const uint64_t *state) {
  if (s->compile_at && !s->member && s->expanded % COMPILE_ASK == 0) sv_search_compile(s);
  sv_chain_clear(&s->chain);
  sv_machine_load(s->machine, state);
  s->loaded = state;
}

bool sv_search_load(sv_search *s, const uint64_t *state, uint64_t where) {
  load(s, state);
  if (!note_cut(s)) return false;
  s->expanded++;
  while (s->deadlock && sv_machine_deadlocked(s->machine)) {
    if (!sv_search_violation(s, (sv_violation){s->deadlock, SV_NO_STEP, where, 0, SV_NO_LINK}))
      return false;
    if (s->member || s->spread) return true;
  }
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
  assert(k == chosen && k + s->other_count == n);
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
  uint64_t counted = s->transitions, passed = s->passed;
  uint32_t n;
  load(s, state);
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  bool going = reduced ? fire_all(s, s->chosen, select_some(s, enabled, n), SV_STORE_NONE)
                       : fire_all(s, enabled, n, SV_STORE_NONE);
  s->transitions = counted;
  s->passed = passed;
  return going;
}

bool sv_search_fire_others(sv_search *s, uint64_t where) {
  s->reduced--;
  assert(s->other_count);
  if (s->chain.links.n > 1) sv_machine_load(s->machine, s->loaded);
  return fire_all(s, s->others, s->other_count, where);
}

bool sv_search_fire_rest(sv_search *s, const uint64_t *state, uint64_t where) {
  uint32_t n;
  load(s, state);
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  leave_out(s, enabled, n, select_some(s, enabled, n));
  return sv_search_fire_others(s, where);
}

bool sv_search_fire_beyond(sv_search *s) {
  uint64_t counted = s->transitions, passed = s->passed;
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(s->machine, &n);
  s->looking = true;
  bool going = fire_all(s, enabled, n, SV_STORE_NONE);
  s->looking = false;
  s->transitions = counted;
  s->passed = passed;
  return going;
}

bool sv_search_look_beyond(sv_search *s) {
  uint32_t begin = s->batch.at.n;
  uint64_t id;
  if (s->over) return true;
  bool going = sv_search_fire_beyond(s);
  for (uint32_t i = begin; going && i < s->batch.at.n; i++)
    s->over |= !sv_visited_has(&s->seen, sv_batch_words(s, i), s->batch.at.at[i].hash, &id);
  sv_batch_cut(s, begin);
  return going;
}

bool sv_search_take_initial(void *context, const uint64_t *state) {
  return sv_search_tick(context) &&
         add_to_batch(context, state, (sv_link){.from = SV_NO_LINK, .action = SV_NO_STEP});
}

bool sv_search_initials(sv_search *s, sv_packed_fn *take) {
  sv_exec_end end = sv_machine_initials(s->machine, take, s);
  if (end == SV_EXEC_INFINITE) {
    sv_answer_bug(s->answer, "a finite net has infinitely many initial states");
    return sv_search_stop(s, SV_BROKEN);
  }
  // A limit may stop the machine itself, before it has found any initial state.
  if (end == SV_EXEC_STOPPED && s->end == SV_GOING) sv_search_trusts(s);
  return end == SV_EXEC_DONE;
}

enum { PROGRESS_EVERY = 1024, WORDS_PER_TURN = 64 };

static void show_progress(sv_search *s) {
  sv_progress_report report = {.phase = s->answer->engine,
                               .states = sv_search_states(s),
                               .transitions = s->transitions,
                               .depth = s->depth,
                               .saved = s->saver ? s->saver->last : 0};
  sv_progress_tick(s->run->progress, &report);
}

bool sv_search_overflow(const sv_search *s) {
  return sv_machine_overflow(s->machine) || (s->guards && sv_guards_overflow(s->guards));
}

// For tests: as if somebody interrupted it.
static void interrupt(const sv_search *s) {
  const sv_saver *k = s->saver;
  if (k && k->stop_at && s->ticks >= k->stop_at) s->run->limits->hit = SV_CAUSE_INTERRUPTED;
}

// For limits, a state of many words counts as several turns of the search.
bool sv_search_poll(sv_search *s) {
  if (s->ticks++ % PROGRESS_EVERY == 0) show_progress(s);
  interrupt(s);
  s->limit = sv_limits_hit_after(s->run->limits, 1 + s->words / WORDS_PER_TURN);
  return s->limit ? sv_search_stop(s, SV_LIMITED) : true;
}

bool sv_search_trusts(sv_search *s) {
  if (sv_search_overflow(s)) return sv_search_stop(s, SV_OVERFLOWED);
  if (!sv_machine_stopped(s->machine)) return true;
  s->limit = s->run->limits->hit;
  return sv_search_stop(s, SV_LIMITED);
}

bool sv_search_tick(sv_search *s) {
  if (s->member) return sv_worker_tick(s->member);
  return sv_search_trusts(s) && sv_search_poll(s);
}
