// dfs.c -- depth first, with a stack of our own.
//
// The stack has a frame of 8 bytes per state on the current path; which state
// that is, the parents in the store say. The successors still to be tried lie
// in the batch, each frame owning a stretch of it; those already known when a
// state is expanded are dropped at once. When the batch outgrows an eighth of
// the store, its lower half is given up: those states are expanded again when
// the search comes back to them. States on the stack are marked in the store:
// the proviso of the reduction asks for a successor that is not on the stack.
//
// A bitstate table has neither parents nor marks: there nothing is given up, so
// the states on the path are in the batch; and a successor must be new.

#include "engine/explicit/search.h"

#define GONE UINT32_MAX              // as begin: the stretch was given up
#define REDUCED (UINT32_C(1) << 31)  // in next: only a selection was fired
#define DONE UINT32_MAX              // as next: given up when all were tried

typedef struct {
  uint32_t begin;  // of its stretch, which ends where the next one begins
  uint32_t next;   // successor to try
} frame;

typedef struct {
  SV_VEC(frame) stack;
  uint64_t id;           // of the state on top; SV_STORE_NONE in bitstate
  sv_u64s roots;         // initial states
  const uint64_t *root;  // the one below
  uint64_t at;           // its number
  uint64_t *entered;     // words of the state on top
  bool fresh;            // it was entered, but not expanded to the end
  bool going_back;       // its stretch is being made again
  sv_tally before;       // it was expanded
} descent;

static uint64_t where(const sv_search *s, const descent *d) {
  return s->seen.store ? d->id : d->stack.n;
}

// The state that was entered from frame i.
static const uint64_t *state_behind(const sv_search *s, const descent *d, uint32_t i) {
  assert(i < d->stack.n && d->stack.at[i].begin != GONE && d->stack.at[i].next & ~REDUCED);
  return sv_batch_words(s, (d->stack.at[i].next & ~REDUCED) - 1);
}

static sv_trace *path(sv_search *s, uint64_t height) {
  const descent *d = s->order;
  const uint64_t *from = d->root;
  sv_machine *machine = sv_machine_new(s->program);
  sv_trace *trace = sv_machine_begin_trace(s->machine, from);
  for (uint32_t i = 0; trace && i + 1 < height; i++) {
    const uint64_t *to = state_behind(s, d, i);
    if (!sv_search_push_steps(s, machine, trace, from, to))
      sv_trace_free(s->net, trace), trace = NULL;
    from = to;
  }
  sv_machine_free(machine);
  return trace;
}

// Drops known successors from `begin` on; *open says if one is not on the stack.
static void drop_known(sv_search *s, uint32_t begin, bool *open) {
  uint32_t kept = begin;
  assert(begin <= s->batch.at.n);
  for (uint32_t i = begin; i < s->batch.at.n; i++) {
    uint64_t id;
    bool known = sv_visited_has(&s->seen, sv_batch_words(s, i), s->batch.at.at[i].hash, &id);
    *open |= !known || (s->seen.store && !sv_store_marked(s->seen.store, id));
    if (known) continue;
    s->batch.at.at[kept] = s->batch.at.at[i];
    memmove(s->batch.words.at + (size_t)kept * s->words, sv_batch_words(s, i),
            s->words * sizeof(uint64_t));
    kept++;
  }
  sv_batch_cut(s, kept);
}

// ---- giving up and getting back

#ifdef SV_STRESS_HASH
enum { LEAST_WINDOW = 3, SHARE = 1 << 30 };  // give up all the time
#else
enum { LEAST_WINDOW = 1 << 10, SHARE = 8 };
#endif

static bool is_too_much(const sv_search *s) {
  uint32_t n = s->batch.at.n;
  size_t entry = sizeof *s->batch.at.at + s->words * sizeof(uint64_t);
  return s->seen.store && n > LEAST_WINDOW && n * entry > sv_visited_bytes(&s->seen) / SHARE;
}

static void move_down(sv_search *s, uint32_t by) {
  uint32_t rest = s->batch.at.n - by;
  memmove(s->batch.at.at, s->batch.at.at + by, rest * sizeof *s->batch.at.at);
  memmove(s->batch.words.at, sv_batch_words(s, by), (size_t)rest * s->words * sizeof(uint64_t));
  sv_batch_cut(s, rest);
}

// The stretches of the frames below `first`, the last of which ends at `end`.
static void give_up(descent *d, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i-- > 0 && d->stack.at[i].begin != GONE;) {
    frame *f = &d->stack.at[i];
    uint32_t begin = f->begin;
    if ((f->next & ~REDUCED) == end) f->next = DONE;
    f->begin = GONE;
    end = begin;
  }
}

// Gives up the stretches that begin in the lower half of the batch.
static void shed(sv_search *s, descent *d) {
  uint32_t half = s->batch.at.n / 2, first = d->stack.n - 1;
  while (first && d->stack.at[first - 1].begin != GONE && d->stack.at[first - 1].begin >= half)
    first--;
  uint32_t by = d->stack.at[first].begin;
  if (!by) return;
  give_up(d, first, by);
  for (uint32_t i = first; i < d->stack.n; i++)
    d->stack.at[i].begin -= by, d->stack.at[i].next -= by;
  move_down(s, by);
  assert(!d->stack.at[first].begin && (!first || d->stack.at[first - 1].begin == GONE));
}

// The state on top gets its stretch back, without what is known by now.
static bool restore(sv_search *s, descent *d) {
  frame *top = &sv_last(d->stack);
  bool open = false;
  assert(!s->batch.at.n);
  top->begin = 0;
  if (top->next == DONE) return top->next = 0, true;
  top->next &= REDUCED;
  d->going_back = true;
  const uint64_t *state = sv_visited_get(&s->seen, d->id, d->entered);
  if (!sv_search_fire_again(s, state, top->next & REDUCED)) return false;
  d->going_back = false;
  drop_known(s, 0, &open);
  return true;
}

// ---- the search

static bool reshape_failed(sv_search *s) {
  if (s->saver) s->saver->torn = true;
  return sv_search_out_of_memory(s);
}

static bool expand(sv_search *s, descent *d) {
  uint32_t begin = s->batch.at.n;
  bool open = false;
  if (!sv_search_tick(s) || !sv_search_load(s, d->entered, where(s, d))) return false;
  sv_search_review(s);
  if (s->seen.tree && !sv_visited_reshape(&s->seen)) return reshape_failed(s);
  if (d->stack.n - 1 == s->bound) return sv_search_look_beyond(s);
  if (!sv_search_fire(s, where(s, d))) return false;
  drop_known(s, begin, &open);
  if (s->other_count && open) sv_last(d->stack).next |= REDUCED;
  if (s->other_count && !open) {
    uint32_t more = s->batch.at.n;
    if (!sv_search_fire_others(s, where(s, d))) return false;
    drop_known(s, more, &open);
  }
  if (is_too_much(s)) shed(s, d);
  return true;
}

static bool has_frame(const sv_search *s, const descent *d) {
  size_t bytes = 3 * (size_t)d->stack.cap * sizeof(frame);
  return d->stack.n < d->stack.cap || sv_search_affords(s, bytes);
}

static void push_frame(sv_search *s, descent *d, uint64_t id) {
  sv_push(d->stack, (frame){s->batch.at.n, s->batch.at.n});
  if (d->stack.n - 1 > s->depth) s->depth = d->stack.n - 1;
  d->id = id;
  if (s->seen.store) sv_store_mark(s->seen.store, id, true);
  assert(d->stack.n == 1 || d->stack.at[d->stack.n - 2].begin == GONE ||
         d->stack.at[d->stack.n - 2].begin <= sv_last(d->stack).begin);
}

// The state that was entered.
static bool open_top(sv_search *s, descent *d) {
  d->fresh = true;
  d->before = sv_search_tally(s);
  if (!sv_search_check_state(s, d->entered, where(s, d)) || !expand(s, d)) return false;
  d->fresh = false;
  return true;
}

static bool enter(sv_search *s, descent *d, const uint64_t *state) {
  uint64_t parent = d->stack.n ? d->id : SV_STORE_NONE, id;
  if (!has_frame(s, d)) return sv_search_out_of_memory(s);
  sv_stored got = sv_visited_insert(&s->seen, state, sv_visited_hash(&s->seen, state), parent, &id);
  if (got == SV_STORE_OLD) return true;
  if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
  memcpy(d->entered, state, s->words * sizeof(uint64_t));
  push_frame(s, d, id);
  return open_top(s, d);
}

static bool enter_next(sv_search *s, descent *d, frame *top) {
  uint32_t i = top->next++ & ~REDUCED;
  bool going = enter(s, d, sv_batch_words(s, i));
  if (!going && !d->fresh) sv_last(d->stack).next--;  // it will be tried again
  return going;
}

static bool leave(sv_search *s, descent *d) {
  sv_batch_cut(s, sv_pop(d->stack).begin);
  if (!s->seen.store) return true;
  sv_store_mark(s->seen.store, d->id, false);
  d->id = sv_store_parent(s->seen.store, d->id);
  return !d->stack.n || sv_last(d->stack).begin != GONE || restore(s, d);
}

static bool descend(sv_search *s, descent *d) {
  if (!d->stack.n && !enter(s, d, d->root)) return false;
  while (d->stack.n) {
    frame *top = &sv_last(d->stack);
    sv_search_save_if_due(s);
    bool done = (top->next & ~REDUCED) == s->batch.at.n;
    if (!(done ? leave(s, d) : enter_next(s, d, top))) return false;
  }
  return true;
}

static bool begin(sv_search *s, descent *d) {
  if (!sv_search_initials(s, sv_search_take_initial)) return false;
  s->initials = s->batch.at.n;
  sv_u64s empty = {0};
  d->roots = s->batch.words;
  s->batch.words = empty;
  sv_batch_cut(s, 0);
  return true;
}

// ---- checkpoints

// What was done halfway is undone: the state on top is to be expanded, or its stretch to be made,
// from the beginning.
static void take_back(sv_search *s, descent *d) {
  if (!d->stack.n) return;
  frame *top = &sv_last(d->stack);
  if (d->going_back) {
    sv_batch_cut(s, 0);
    top->begin = GONE;
  } else if (d->fresh) {
    sv_batch_cut(s, top->begin);
    top->next = top->begin;
    sv_search_restore_tally(s, &d->before);
  }
}

static void put_words(const sv_u64s *words, sv_snapshot *to) {
  sv_snapshot_put_u64(to, words->n);
  sv_snapshot_put(to, words->at, words->n * sizeof *words->at);
}

static void put_descent(sv_search *s, sv_snapshot *to) {
  const descent *d = s->order;
  sv_snapshot_put_u64(to, d->at);
  sv_snapshot_put_u64(to, d->id);
  sv_snapshot_put_u64(to, d->fresh);
  sv_snapshot_put(to, d->entered, s->words * sizeof *d->entered);
  put_words(&d->roots, to);
  sv_snapshot_put_u64(to, d->stack.n);
  sv_snapshot_put(to, d->stack.at, d->stack.n * sizeof *d->stack.at);
  sv_snapshot_put_u64(to, s->batch.at.n);
  put_words(&s->batch.words, to);
}

static void get_words(sv_u64s *words, sv_snapshot *from) {
  uint64_t n = sv_snapshot_get_count(from, sizeof *words->at);
  sv_clear(*words);
  sv_reserve(*words, n);
  sv_snapshot_get(from, words->at, n * sizeof *words->at);
  words->n = (uint32_t)n;
}

// Of the successors to be tried only the words are needed, and whether they are known.
static void get_batch(sv_search *s, sv_snapshot *from) {
  uint64_t n = sv_snapshot_get_count(from, 0);
  get_words(&s->batch.words, from);
  if (n * s->words != s->batch.words.n || n >= DONE / 2) sv_snapshot_refuse(from), n = 0;
  sv_fill(s->batch.at, n);
  for (uint32_t i = 0; i < n; i++)
    s->batch.at.at[i].hash = sv_visited_hash(&s->seen, sv_batch_words(s, i));
}

static bool get_stack(sv_search *s, descent *d, sv_snapshot *from) {
  uint64_t n = sv_snapshot_get_count(from, sizeof *d->stack.at);
  sv_fill(d->stack, n);
  sv_snapshot_get(from, d->stack.at, n * sizeof *d->stack.at);
  get_batch(s, from);
  for (uint64_t i = 0; i < n; i++) {
    const frame *f = &d->stack.at[i];
    bool gone = f->begin == GONE;
    if (!gone && (f->begin > s->batch.at.n || (f->next & ~REDUCED) > s->batch.at.n))
      return sv_snapshot_refuse(from);
  }
  return true;
}

static bool take_up(sv_search *s, descent *d) {
  if (!sv_search_restore(s)) return false;
  sv_snapshot *from = sv_search_source(s);
  d->at = sv_snapshot_get_u64(from);
  d->id = sv_snapshot_get_u64(from);
  d->fresh = sv_snapshot_get_u64(from);
  sv_snapshot_get(from, d->entered, s->words * sizeof *d->entered);
  get_words(&d->roots, from);
  if (d->at >= s->initials || d->roots.n != s->initials * s->words) sv_snapshot_refuse(from);
  return get_stack(s, d, from), sv_search_restored(s);
}

// The state that the run before was at.
static bool go_on(sv_search *s, descent *d) {
  d->root = d->roots.at + d->at * s->words;
  sv_search_ready(s, put_descent);
  if (!d->stack.n) return true;
  if (d->fresh) return open_top(s, d);
  return sv_last(d->stack).begin != GONE || restore(s, d);
}

static bool start(sv_search *s, descent *d) {
  if (sv_search_takes_up(s)) return take_up(s, d) && go_on(s, d);
  if (!begin(s, d)) return false;
  sv_search_ready(s, put_descent);
  return true;
}

void sv_search_dfs(sv_search *s) {
  descent d = {.entered = SV_NEW_ARRAY(uint64_t, s->words + 1)};
  s->order = &d;
  s->path = s->seen.store ? sv_search_trace : path;
  bool going = start(s, &d);
  for (; going && d.at < s->initials; d.at += going) {
    d.root = d.roots.at + d.at * s->words;
    going = descend(s, &d);
  }
  if (s->end == SV_GOING) s->end = SV_ENDED;
  if (s->end == SV_LIMITED && s->saver) take_back(s, &d);
  sv_search_save_last(s);
  sv_vec_free(d.stack);
  sv_vec_free(d.roots);
  sv_free(d.entered);
}
