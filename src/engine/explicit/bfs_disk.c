// bfs_disk.c -- breadth first, with visited states on disk (disk.h).
//
// A level is the rows of the table in memory that were added while the level before was expanded, and
// then what was spilled meanwhile, read from a file. Whether a state is new is known late, so the reduction's question
// (does a successor lie behind the current level?) is answered when candidates are
// resolved; states for which no answer was good are expanded once more at the end of the level, by what
// was left out, as on several ranks (spread.h). So levels, counts and what the reduction selects are those of
// the search in memory.
//
// Violations are seen when a candidate is met: what it violates is violated, whether it is new or not.

#include "engine/explicit/search.h"

#include <inttypes.h>

#define NO_ROW UINT32_MAX

enum { HELD = 64, MOST_OPEN = 1 << 16 };

// What `where` means in this search.
enum { LOADED, CANDIDATE, KEPT };

typedef struct {
  uint64_t word;  // that its successors get
  uint32_t end;   // of its successors in the batch
  uint32_t row;   // in held_rows, if the reduction left something out; or NO_ROW
} parent;

typedef struct {
  uint32_t asker, row;
} question;

typedef struct {
  sv_disk *disk;
  sv_states now, next;  // of the level and the one behind it, what is not in memory
  sv_states rest;       // states by the selection of which nothing behind the level was found
  uint32_t at;          // the next row of the level
  SV_VEC(parent) held;  // whose successors are in the batch
  sv_u64s held_rows;
  SV_VEC(bool) good;          // by asker: states of which it is not known yet
  sv_u64s askers;             // their words
  SV_VEC(question) open;      // candidates they wait for
  const uint64_t *candidate;  // that is being looked at
  uint64_t *kept;             // the state of a violation that waits for the end of its level
  uint64_t kept_level;
} order;

static bool disk_failed(sv_search *s, const order *f) {
  if (s->end != SV_GOING || !sv_disk_error(f->disk)) return false;
  s->limit = s->run->limits->hit = SV_CAUSE_DISK;
  return sv_search_stop(s, SV_LIMITED);
}

// ---- traces

// Several states have the same beginning of a key: which one leads to the state?
static const uint64_t *choose_parent(sv_search *s, sv_machine *machine, const sv_u64s *rows,
                                     const uint64_t *state) {
  uint32_t size = s->words + 1;
  for (uint32_t i = 0; i < rows->n; i += size)
    if (rows->n == size || sv_search_leads(s, machine, rows->at + i, state)) return rows->at + i;
  return NULL;
}

// From the last state of `way` back to an initial one.
static bool go_back(sv_search *s, sv_disk *d, uint64_t word, sv_u64s *way) {
  sv_machine *machine = sv_machine_new(s->program);
  sv_u64s rows = {0};
  const uint64_t *row = NULL;
  while (sv_disk_level(word)) {
    const uint64_t *state = way->at + way->n - s->words;
    bool good = sv_disk_parents(d, word, &rows);
    row = good ? choose_parent(s, machine, &rows, state) : NULL;
    if (!row) break;
    for (uint32_t i = 0; i < s->words; i++) sv_push(*way, row[i]);
    word = row[s->words];
  }
  bool good = !sv_disk_level(word);
  sv_machine_free(machine);
  sv_vec_free(rows);
  return good;
}

static const uint64_t *state_at(const sv_search *s, const order *f, uint64_t where) {
  return where == LOADED ? s->loaded : where == CANDIDATE ? f->candidate : f->kept;
}

// What cannot be written may still be read.
static sv_trace *path(sv_search *s, uint64_t where) {
  order *f = s->order;
  const uint64_t *state = state_at(s, f, where);
  sv_u64s way = {0};
  uint64_t word = 0;
  int error = sv_disk_forget_error(f->disk);
  for (uint32_t i = 0; i < s->words; i++) sv_push(way, state[i]);
  bool good = sv_disk_find(f->disk, state, &word) && go_back(s, f->disk, word, &way);
  uint32_t n = s->words ? way.n / s->words : 1;
  sv_trace *trace = good ? sv_search_connect(s, way.at, n) : NULL;
  sv_disk_note_error(f->disk, error);
  if (!trace) disk_failed(s, f);
  sv_vec_free(way);
  return trace;
}

// A violation that is reported later needs the state.
static void keep_pending(sv_search *s, order *f) {
  if (!s->pending.property || s->pending.where == KEPT) return;
  memcpy(f->kept, state_at(s, f, s->pending.where), s->words * sizeof *f->kept);
  s->pending.where = KEPT;
}

// ---- what the reduction has to know

static bool close_asker(order *f, uint32_t i, uint32_t words) {
  return f->good.at[i] || sv_states_put(f->disk, &f->rest, f->askers.at + (size_t)i * words);
}

static bool resolve(sv_search *s, order *f) {
  if (!sv_disk_resolve(f->disk)) return disk_failed(s, f);
  for (uint32_t i = 0; i < f->open.n; i++)
    if (sv_disk_resolved(f->disk, f->open.at[i].row) == SV_DISK_NEXT)
      f->good.at[f->open.at[i].asker] = true;
  bool good = true;
  for (uint32_t i = 0; i < f->good.n; i++) good &= close_asker(f, i, s->words);
  sv_clear(f->open);
  sv_clear(f->good);
  sv_clear(f->askers);
  return good || disk_failed(s, f);
}

static void add_asker(const sv_search *s, order *f, const parent *p) {
  const uint64_t *state = f->held_rows.at + p->row;
  for (uint32_t i = 0; i < s->words; i++) sv_push(f->askers, state[i]);
  sv_push(f->good, false);
}

// ---- successors

static bool make_room(sv_search *s, order *f, uint32_t n) {
  if (sv_disk_has_room(f->disk, n)) return true;
  if (!sv_disk_rows(f->disk)) return sv_search_out_of_memory(s);
  if (!resolve(s, f)) return false;
  if (!sv_disk_spill(f->disk, f->at, &f->now, &f->next)) return disk_failed(s, f);
  f->at = 0;
  SV_LOG(s->run->log, 2, "explicit: %" PRIu64 " states on disk", sv_disk_tell(f->disk).stored);
  return sv_disk_has_room(f->disk, n) || sv_search_out_of_memory(s);
}

static bool add_successors(sv_search *s, order *f, const parent *p, uint32_t first) {
  bool asks = p->row != NO_ROW;
  if (asks) add_asker(s, f, p);
  for (uint32_t i = first; i < p->end; i++) {
    uint32_t row;
    bool fresh;
    f->candidate = sv_batch_words(s, i);
    sv_disk_age age = sv_disk_add(f->disk, f->candidate, p->word, &row, &fresh);
    if (asks && age == SV_DISK_NEXT) sv_last(f->good) = true;
    if (asks && age == SV_DISK_OPEN) sv_push(f->open, (question){f->good.n - 1, row});
    if (!fresh) continue;
    if (!sv_search_check_state(s, f->candidate, CANDIDATE)) return false;
    keep_pending(s, f);
  }
  return true;
}

static void fetch(const sv_search *s, const order *f) {
  for (uint32_t i = 0; i < s->batch.at.n; i++) sv_disk_prefetch(f->disk, s->batch.at.at[i].hash);
  for (uint32_t i = 0; i < s->batch.at.n; i++)
    sv_disk_prefetch_row(f->disk, s->batch.at.at[i].hash);
}

static bool absorb(sv_search *s, order *f) {
  bool going = f->open.n < MOST_OPEN || resolve(s, f);
  going = going && make_room(s, f, s->batch.at.n);
  fetch(s, f);
  for (uint32_t i = 0, first = 0; going && i < f->held.n; first = f->held.at[i++].end)
    going = add_successors(s, f, &f->held.at[i], first);
  sv_clear(f->held);
  sv_clear(f->held_rows);
  sv_batch_cut(s, 0);
  return going;
}

// The state that was loaded; its successors are in the batch.
static bool hold(sv_search *s, order *f, bool asks) {
  parent p = {sv_disk_word(f->disk, s->loaded, s->depth + 1), s->batch.at.n, NO_ROW};
  if (asks) {
    p.row = f->held_rows.n;
    for (uint32_t i = 0; i < s->words; i++) sv_push(f->held_rows, s->loaded[i]);
  }
  sv_push(f->held, p);
  return s->batch.at.n < HELD || absorb(s, f);
}

// ---- one level

// The state in s->current.
static bool expand(sv_search *s, order *f) {
  if (!sv_search_tick(s) || !sv_search_load(s, s->current, LOADED)) return false;
  if (s->pending.property) return true;
  if (s->depth == s->bound) return sv_search_look_beyond(s) && !disk_failed(s, f);
  if (!sv_search_fire(s, LOADED)) return false;
  keep_pending(s, f);
  return hold(s, f, s->other_count);
}

static bool expand_rows(sv_search *s, order *f) {
  while (f->at < sv_disk_settled(f->disk)) {
    uint32_t row = f->at++;
    if (sv_disk_is_marked(f->disk, row)) continue;
    memcpy(s->current, sv_disk_row(f->disk, row), s->words * sizeof *s->current);
    if (!expand(s, f)) return false;
  }
  return true;
}

static bool expand_states(sv_search *s, order *f) {
  for (uint64_t n = f->now.n; n; n--)
    if (!sv_states_get(f->disk, &f->now, s->current)) return disk_failed(s, f);
    else if (!expand(s, f)) return false;
  return true;
}

// By what was left out of states of which no successor lies behind.
static bool expand_rest(sv_search *s, order *f) {
  for (uint64_t n = f->rest.n; n; n--) {
    if (!sv_states_get(f->disk, &f->rest, s->current)) return disk_failed(s, f);
    if (!sv_search_tick(s) || !sv_search_fire_rest(s, s->current, LOADED)) return false;
    keep_pending(s, f);
    if (!hold(s, f, false)) return false;
  }
  return sv_states_clear(&f->rest) || disk_failed(s, f);
}

static bool expand_level(sv_search *s, order *f) {
  return expand_rows(s, f) && expand_states(s, f) && absorb(s, f) && resolve(s, f) &&
         expand_rest(s, f) && absorb(s, f) && resolve(s, f) && sv_search_pending(s);
}

static bool any_row(const order *f, uint32_t from) {
  for (uint32_t i = from; i < sv_disk_rows(f->disk); i++)
    if (!sv_disk_is_marked(f->disk, i)) return true;
  return false;
}

// The next level; false if there is none.
static bool advance(sv_search *s, order *f) {
  sv_states read = f->now;
  f->at = sv_disk_settled(f->disk);
  sv_disk_advance(f->disk);
  if (!sv_states_clear(&read)) return disk_failed(s, f);
  f->now = f->next;
  f->next = read;
  return f->now.n || any_row(f, f->at);
}

// ---- the first level

static bool take_initial(void *context, const uint64_t *state) {
  sv_search *s = context;
  order *f = s->order;
  uint32_t row;
  bool fresh;
  if (!sv_search_tick(s) || !make_room(s, f, 1)) return false;
  sv_disk_add(f->disk, state, sv_disk_word(f->disk, NULL, 0), &row, &fresh);
  return true;
}

static bool check_level(sv_search *s, order *f) {
  for (uint32_t i = f->at; i < sv_disk_settled(f->disk); i++) {
    f->candidate = sv_disk_row(f->disk, i);
    if (!sv_search_check_state(s, f->candidate, CANDIDATE)) return false;
  }
  f->candidate = s->current;
  for (uint64_t n = f->now.n; n; n--) {
    if (!sv_states_get(f->disk, &f->now, s->current)) return disk_failed(s, f);
    if (!sv_search_check_state(s, f->candidate, CANDIDATE)) return false;
  }
  sv_states_rewind(&f->now);
  return true;
}

static bool begin(sv_search *s, order *f) {
  sv_disk *d = f->disk;
  if (!sv_disk_states(d, &f->now) || !sv_disk_states(d, &f->next) || !sv_disk_states(d, &f->rest))
    return disk_failed(s, f);
  if (!sv_search_initials(s, take_initial) || !resolve(s, f)) return false;
  s->initials = sv_disk_count(d);
  advance(s, f);
  if (s->end != SV_GOING || !check_level(s, f)) return false;
  s->defers = s->deadlock && !s->keep_going;
  return true;
}

// ---- all of them

static bool go_deeper(sv_search *s, order *f) {
  if (!advance(s, f)) return false;
  s->covered = ++s->depth;
  SV_LOG(s->run->log, 2, "explicit: level %" PRIu64 ": %" PRIu64 " states, %" PRIu64 " transitions",
         s->depth, sv_search_states(s), s->transitions);
  if (s->most_states && sv_search_states(s) > s->most_states) return sv_search_stop(s, SV_LIMITED);
  if (s->depth == SV_DISK_LAST_LEVEL) return sv_search_out_of_memory(s);
  sv_search_review(s);
  sv_search_compile(s);
  return true;
}

static bool poll(void *search) { return sv_search_poll(search); }

static void free_order(order *f) {
  sv_states_free(&f->now);
  sv_states_free(&f->next);
  sv_states_free(&f->rest);
  sv_vec_free(f->held);
  sv_vec_free(f->held_rows);
  sv_vec_free(f->good);
  sv_vec_free(f->askers);
  sv_vec_free(f->open);
  sv_free(f->kept);
}

void sv_search_bfs_disk(sv_search *s) {
  order f = {.disk = s->seen.disk};
  f.kept = SV_NEW_ARRAY(uint64_t, s->words + 1);
  s->order = &f;
  s->path = path;
  sv_disk_goes_on(f.disk, poll, s);
  if (begin(s, &f))
    while (expand_level(s, &f) && go_deeper(s, &f)) continue;
  if (s->end == SV_GOING) s->end = SV_ENDED;
  if (s->end == SV_LIMITED) sv_search_pending(s);
  sv_disk_goes_on(f.disk, NULL, NULL);
  free_order(&f);
}
