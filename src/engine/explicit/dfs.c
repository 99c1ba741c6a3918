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
  uint64_t *entered;     // words of the state on top
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
  const uint64_t *state = sv_visited_get(&s->seen, d->id, d->entered);
  if (!sv_search_fire_again(s, state, top->next & REDUCED)) return false;
  drop_known(s, 0, &open);
  return true;
}

// ---- the search

static bool expand(sv_search *s, descent *d) {
  uint32_t begin = s->batch.at.n;
  bool open = false;
  if (!sv_search_tick(s) || !sv_search_load(s, d->entered, where(s, d))) return false;
  sv_search_review(s);
  if (s->seen.tree && !sv_visited_reshape(&s->seen)) return sv_search_out_of_memory(s);
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

static bool push_frame(sv_search *s, descent *d, uint64_t id) {
  size_t bytes = 3 * (size_t)d->stack.cap * sizeof(frame);
  if (d->stack.n == d->stack.cap && !sv_search_affords(s, bytes)) return sv_search_out_of_memory(s);
  sv_push(d->stack, (frame){s->batch.at.n, s->batch.at.n});
  if (d->stack.n - 1 > s->depth) s->depth = d->stack.n - 1;
  d->id = id;
  if (s->seen.store) sv_store_mark(s->seen.store, id, true);
  assert(d->stack.n == 1 || d->stack.at[d->stack.n - 2].begin == GONE ||
         d->stack.at[d->stack.n - 2].begin <= sv_last(d->stack).begin);
  return true;
}

static bool enter(sv_search *s, descent *d, const uint64_t *state) {
  uint64_t parent = d->stack.n ? d->id : SV_STORE_NONE, id;
  sv_stored got = sv_visited_insert(&s->seen, state, sv_visited_hash(&s->seen, state), parent, &id);
  if (got == SV_STORE_OLD) return true;
  if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
  memcpy(d->entered, state, s->words * sizeof(uint64_t));
  if (!push_frame(s, d, id)) return false;
  return sv_search_check_state(s, d->entered, where(s, d)) && expand(s, d);
}

static bool enter_next(sv_search *s, descent *d, frame *top) {
  uint32_t i = top->next++ & ~REDUCED;
  return enter(s, d, sv_batch_words(s, i));
}

static bool leave(sv_search *s, descent *d) {
  sv_batch_cut(s, sv_pop(d->stack).begin);
  if (!s->seen.store) return true;
  sv_store_mark(s->seen.store, d->id, false);
  d->id = sv_store_parent(s->seen.store, d->id);
  return !d->stack.n || sv_last(d->stack).begin != GONE || restore(s, d);
}

static bool descend(sv_search *s, descent *d) {
  if (!enter(s, d, d->root)) return false;
  while (d->stack.n) {
    frame *top = &sv_last(d->stack);
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

void sv_search_dfs(sv_search *s) {
  descent d = {.entered = SV_NEW_ARRAY(uint64_t, s->words + 1)};
  s->order = &d;
  s->path = s->seen.store ? sv_search_trace : path;
  bool going = begin(s, &d);
  for (uint64_t i = 0; going && i < s->initials; i++) {
    d.root = d.roots.at + i * s->words;
    going = descend(s, &d);
  }
  if (s->end == SV_GOING) s->end = SV_ENDED;
  sv_vec_free(d.stack);
  sv_vec_free(d.roots);
  sv_free(d.entered);
}
