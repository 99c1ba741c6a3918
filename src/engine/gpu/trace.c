// trace.c -- from a state on the device back to an initial one.
//
// A state knows the low bits of the slot of the one that it came from. In sets of
// more than 2^31 slots several states may be meant: the way back is looked for
// depth first among those from which the machine on the host finds a step. The
// true one is among them, so there is a way. A link that was not passed through
// is stored without a step.

#include "engine/gpu/search.h"

typedef struct {
  const uint64_t *goal;
  uint32_t words;
  uint64_t choice;
  bool found;
} seeking;

static bool is_elsewhere(void *context, const uint64_t *state, uint64_t choice) {
  seeking *k = context;
  k->choice = choice;
  k->found = !memcmp(state, k->goal, k->words * sizeof *state);
  return !k->found;
}

// The action from one to the other, with its choice, or SV_GPU_NO_STEP.
static uint32_t step_between(const sv_gpu_search *s, sv_machine *m, const uint64_t *from,
                             const uint64_t *to, uint64_t *choice) {
  seeking k = {.goal = to, .words = s->layout->words};
  uint32_t n;
  sv_machine_load(m, from);
  const uint32_t *enabled = sv_machine_enabled(m, &n);
  for (uint32_t i = 0; i < n; i++) {
    sv_machine_fire(m, enabled[i], is_elsewhere, &k);
    *choice = k.choice;
    if (k.found) return enabled[i];
  }
  return SV_GPU_NO_STEP;
}

// ---- what the device has stored

static bool fetch(sv_gpu_search *s, void *to, const void *from, size_t bytes) {
  if (s->device->read(s->device, to, from, bytes)) return true;
  s->end = SV_GPU_FAILED;
  return false;
}

// The value of a node, all numbers of which are at `to`.
static bool fetch_node(sv_gpu_search *s, uint32_t node, uint64_t *to) {
  *to = 0;
  return node == s->job.node_size || fetch(s, to, s->job.nodes + node, sizeof *to);
}

static void split(uint64_t value, uint32_t *left) {
  left[0] = (uint32_t)(value >> 32);
  left[1] = (uint32_t)value;
}

// From the nodes of one level to those of the next lower one, in place.
static bool fetch_level(sv_gpu_search *s, uint32_t *nodes, uint32_t width) {
  for (uint32_t i = (width + 1) / 2; i-- > 0;) {
    uint64_t value;
    if (2 * i + 1 == width) nodes[2 * i] = nodes[i];
    else if (!fetch_node(s, nodes[i], &value)) return false;
    else split(value, nodes + (size_t)2 * i);
  }
  return true;
}

static bool fetch_stored(sv_gpu_search *s, uint64_t value, uint64_t *words) {
  uint32_t n = s->narrow->words;
  bool good = true;
  if (n == 1) return words[0] = value, true;
  uint32_t *nodes = SV_NEW_ARRAY(uint32_t, n + 1);
  split(value, nodes);
  for (uint32_t k = sv_gpu_tree_levels(n) - 1; good && k > 0; k--)
    good = fetch_level(s, nodes, sv_gpu_tree_width(n, k - 1));
  for (uint32_t i = 0; good && i < n; i++) good = fetch_node(s, nodes[i], &words[i]);
  sv_free(nodes);
  return good;
}

static bool fetch_words(sv_gpu_search *s, uint64_t value, uint64_t *words) {
  uint64_t *stored = SV_NEW_ARRAY(uint64_t, s->narrow->words);
  bool good = fetch_stored(s, value, stored);
  if (good) sv_gpu_narrow_unpack(s->narrow, stored, words);
  sv_free(stored);
  return good;
}

static const sv_gpu_set *set_of(const sv_gpu_search *s, uint64_t where) {
  return where & SV_GPU_LINK ? &s->job.links : &s->job.states;
}

// False: there is no state, or the device failed.
static bool fetch_state(sv_gpu_search *s, uint64_t where, uint64_t *words) {
  const sv_gpu_set *set = set_of(s, where);
  uint64_t slot = where & ~SV_GPU_LINK, value;
  if (!fetch(s, &value, set->slots + slot, sizeof value) || !value) return false;
  return fetch_words(s, slot == set->size ? 0 : value, words);
}

// ---- the way back

// A place on it, and the next slot that may be the one before.
typedef struct {
  uint64_t where, next;
  uint32_t parent;
} place;

typedef struct {
  sv_gpu_search *s;
  sv_machine *m;
  SV_VEC(place) places;  // the goal first
  sv_u64s words;         // of the places
  uint64_t *candidate;   // words
  sv_map seen;
} way;

static uint64_t *words_of(const way *w, uint32_t i) {
  return w->words.at + (size_t)i * w->s->layout->words;
}

static bool push_place(way *w, uint64_t where, const uint64_t *words) {
  place p = {.where = where};
  sv_map_put(&w->seen, where, 0);
  if (!fetch(w->s, &p.parent, set_of(w->s, where)->parents + (where & ~SV_GPU_LINK),
             sizeof p.parent))
    return false;
  p.next = p.parent & SV_GPU_SLOT_BITS;
  sv_push(w->places, p);
  for (uint32_t i = 0; i < w->s->layout->words; i++) sv_push(w->words, words[i]);
  return true;
}

static void pop_place(way *w) {
  w->places.n--;
  w->words.n -= w->s->layout->words;
}

// A link that was not passed through is stored, with its holder or without.
static bool is_released(const sv_gpu_search *s, const uint64_t *link, const uint64_t *state) {
  sv_field f = sv_gpu_holder(s->layout);
  uint64_t holder = f.bits ? (UINT64_MAX >> (64 - f.bits)) << f.shift : 0;
  for (uint32_t i = 0; i < s->layout->words; i++) {
    uint64_t differ = link[i] ^ state[i];
    if (i == f.word && !(state[i] & holder)) differ &= ~holder;
    if (differ) return false;
  }
  return true;
}

static bool leads(const way *w, uint64_t from, const uint64_t *words, uint32_t to) {
  uint64_t choice;
  if (step_between(w->s, w->m, words, words_of(w, to), &choice) != SV_GPU_NO_STEP) return true;
  return from & SV_GPU_LINK && !(w->places.at[to].where & SV_GPU_LINK) &&
         is_released(w->s, words, words_of(w, to));
}

// One place further back, or one less if there is nothing before the last one.
static bool go_back(way *w) {
  uint32_t last = w->places.n - 1;
  place *p = &w->places.at[last];
  uint64_t link = p->parent & SV_GPU_LINK_PARENT ? SV_GPU_LINK : 0;
  uint64_t size = set_of(w->s, link)->size;
  for (; p->next <= size; p->next += (uint64_t)SV_GPU_SLOT_BITS + 1) {
    uint64_t where = p->next | link;
    if (sv_map_get(&w->seen, where) != SV_MAP_NONE) continue;
    if (!fetch_state(w->s, where, w->candidate)) {
      if (w->s->end == SV_GPU_FAILED) return false;
      continue;
    }
    if (leads(w, where, w->candidate, last)) return push_place(w, where, w->candidate);
  }
  pop_place(w);
  return true;
}

static bool find_way(way *w, uint64_t goal) {
  bool good = fetch_state(w->s, goal, w->candidate) && push_place(w, goal, w->candidate);
  while (good && w->places.n && w->places.at[w->places.n - 1].parent != SV_GPU_NO_PARENT)
    good = go_back(w);
  return good && w->places.n;
}

// ---- the run

// From the last place to the first. Released links make no step.
static sv_trace *follow(const way *w, const sv_gpu_finding *f) {
  uint32_t last = w->places.n - 1;
  sv_trace *trace = sv_machine_begin_trace(w->m, words_of(w, last));
  for (uint32_t i = last; i > 0; i--) {
    uint64_t choice;
    uint32_t action = step_between(w->s, w->m, words_of(w, i), words_of(w, i - 1), &choice);
    if (action != SV_GPU_NO_STEP) sv_machine_push_step(w->m, trace, action, choice);
  }
  if (f->action != SV_GPU_NO_STEP) {
    sv_machine_load(w->m, words_of(w, 0));
    sv_machine_push_step(w->m, trace, f->action, f->choice);
  }
  return trace;
}

sv_trace *sv_gpu_trace(sv_gpu_search *s, const sv_gpu_finding *f) {
  way w = {.s = s, .m = sv_machine_new(s->program)};
  w.candidate = SV_NEW_ARRAY(uint64_t, s->layout->words);
  sv_trace *trace = find_way(&w, f->where) ? follow(&w, f) : NULL;
  sv_machine_free(w.m);
  sv_free(w.candidate);
  sv_vec_free(w.places);
  sv_vec_free(w.words);
  sv_map_free(&w.seen);
  return trace;
}
