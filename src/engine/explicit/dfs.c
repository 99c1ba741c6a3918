// dfs.c -- depth first, with a stack of our own.
//
// The stack has a frame per state on the current path; the successors still to
// be tried lie in the batch, each frame owning a stretch of it. Successors that
// are known already when a state is expanded are dropped at once. States on
// the stack are marked in the store: the proviso of the reduction asks for a
// successor that is not on the stack. A bitstate table has no marks; there a
// successor must be new. The way to a violation is the stack itself.

#include "engine/explicit/search.h"

typedef struct {
  uint64_t id;
  uint64_t choice;  // of the step into this state
  uint32_t action;
  uint32_t begin, next, end;  // successors in the batch
} frame;

typedef struct {
  SV_VEC(frame) stack;
  uint64_t *root;     // the initial state below
  uint64_t *entered;  // words of the state just entered
} descent;

static sv_trace *path(sv_search *s, uint64_t where) {
  const descent *d = s->order;
  sv_trace *trace = sv_search_begin_trace(s, d->root);
  for (uint32_t i = 1; i < where; i++)
    sv_search_push_step(s, trace, d->stack.at[i].action, d->stack.at[i].choice);
  return trace;
}

// Drops known successors from `begin` on; *open says if one is not on the stack.
static void drop_known(sv_search *s, uint32_t begin, bool *open) {
  uint32_t kept = begin;
  for (uint32_t i = begin; i < s->batch.at.n; i++) {
    uint64_t id;
    bool known = sv_seen_has(&s->seen, sv_batch_words(s, i), s->batch.at.at[i].hash, &id);
    *open |= !known || (s->seen.store && !sv_store_marked(s->seen.store, id));
    if (known) continue;
    s->batch.at.at[kept] = s->batch.at.at[i];
    memmove(s->batch.words.at + (size_t)kept * s->words, sv_batch_words(s, i),
            s->words * sizeof(uint64_t));
    kept++;
  }
  sv_batch_cut(s, kept);
}

static bool expand(sv_search *s, descent *d) {
  uint32_t height = d->stack.n, begin = s->batch.at.n;
  bool open = false;
  if (!sv_search_tick(s) || !sv_search_load(s, d->entered, height)) return false;
  sv_search_review(s);
  if (height - 1 == s->bound) return sv_search_look_beyond(s), true;
  if (!sv_search_fire(s, height)) return false;
  drop_known(s, begin, &open);
  if (s->other_count && !open) {
    uint32_t more = s->batch.at.n;
    if (!sv_search_fire_others(s, height)) return false;
    drop_known(s, more, &open);
  }
  sv_last(d->stack).end = s->batch.at.n;
  return true;
}

static bool push_frame(sv_search *s, descent *d, const sv_successor *e, uint64_t id) {
  size_t bytes = 3 * (size_t)d->stack.cap * sizeof(frame);
  if (d->stack.n == d->stack.cap && !sv_search_affords(s, bytes)) return sv_search_out_of_memory(s);
  uint32_t top = s->batch.at.n;
  sv_push(d->stack, (frame){id, e->choice, e->action, top, top, top});
  if (d->stack.n - 1 > s->depth) s->depth = d->stack.n - 1;
  if (s->seen.store) sv_store_mark(s->seen.store, id, true);
  return true;
}

// Enters successor number i of the batch, unless it has become known.
static bool enter(sv_search *s, descent *d, uint32_t i) {
  sv_successor e = s->batch.at.at[i];
  uint64_t parent = d->stack.n ? sv_last(d->stack).id : SV_STORE_NONE, id;
  sv_stored got = sv_seen_insert(&s->seen, sv_batch_words(s, i), e.hash, parent, &id);
  if (got == SV_STORE_OLD) return true;
  if (got == SV_STORE_FULL) return sv_search_out_of_memory(s);
  memcpy(d->entered, sv_batch_words(s, i), s->words * sizeof(uint64_t));
  if (!push_frame(s, d, &e, id)) return false;
  return sv_search_check_state(s, d->entered, d->stack.n) && expand(s, d);
}

static void leave(sv_search *s, descent *d) {
  frame f = sv_pop(d->stack);
  if (s->seen.store) sv_store_mark(s->seen.store, f.id, false);
  sv_batch_cut(s, f.begin);
}

static bool descend(sv_search *s, descent *d, uint32_t initial) {
  memcpy(d->root, sv_batch_words(s, initial), s->words * sizeof(uint64_t));
  if (!enter(s, d, initial)) return false;
  while (d->stack.n) {
    frame *top = &sv_last(d->stack);
    if (top->next == top->end) leave(s, d);
    else if (!enter(s, d, top->next++)) return false;
  }
  return true;
}

void sv_search_dfs(sv_search *s) {
  descent d = {.root = SV_NEW_ARRAY(uint64_t, s->words),
               .entered = SV_NEW_ARRAY(uint64_t, s->words)};
  s->order = &d;
  s->path = path;
  bool going = sv_search_initials(s, sv_search_take_initial);
  s->initials = s->batch.at.n;
  for (uint32_t i = 0; going && i < s->initials; i++) going = descend(s, &d, i);
  if (s->end == SV_GOING) s->end = SV_ENDED;
  sv_vec_free(d.stack);
  sv_free(d.root);
  sv_free(d.entered);
}
