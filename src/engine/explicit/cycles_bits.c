// cycles_bits.c -- the search for infinite runs without stored states.
//
// Three bits per node (bitstate.h) cannot tell whether two nodes are the same, so a
// loop may only be closed where nodes are kept: on the path. The product is made
// smaller first: a node has a *level*, how many of the wanted marks were met, in their
// order, since all of them were met for the last time; so a cycle with all marks is one
// through a node of the highest level. That needs levels for fair processes, which
// components (cycles.c) do without. Then a nested depth-first search: when the blue
// search leaves a node of the highest level, a red one looks for a way back to the
// blue path (G. Holzmann, D. Peled, M. Yannakakis: On nested depth first search,
// 1996; loops of the blue path are seen at once: S. Schwoon, J. Esparza: A note on
// on-the-fly verification algorithms, TACAS 2005). Blue and red share the table.
//
// So what is found is a lasso of nodes that were compared in full, and what is not
// found proves nothing.

#include "engine/explicit/bitstate.h"
#include "engine/explicit/cycles.h"
#include "engine/explicit/visited.h"

enum { NOBODY = UINT32_MAX, FIRST_BUCKETS = 1 << 10 };

typedef struct {
  uint64_t node, hash;   // place in the log; with its level
  uint32_t begin, next;  // its arcs that are worth a try, and the next one
  uint32_t log;          // so much was written down before it
  uint32_t level;
  uint32_t full;   // nodes of the highest level on the path up to this one
  uint32_t below;  // the one before it in its bucket
} frame;

typedef struct {
  sv_cycles *c;
  sv_bitstate bits;
  sv_u32s wanted;  // marks, in the order of levels
  sv_cycles_log log;
  sv_cycle_arcs arcs;
  SV_VEC(frame) path;
  uint32_t blue;    // so many of the path; red ones are behind them
  sv_u32s buckets;  // of the blue ones, the last one first
  uint64_t states, depth, seen;
  size_t most;    // bytes; 0: any number
  uint32_t back;  // where the loop that was found begins
  sv_cycle_arc closing;
  bool found, done;
} nested;

// ---- nodes

static const uint64_t *words_of(const nested *s, uint64_t node) {
  return s->log.words.at + node * (s->c->words + 1);
}

static uint32_t next_level(const nested *s, uint32_t level, const uint64_t *marks) {
  if (level == s->wanted.n) level = 0;
  while (level < s->wanted.n) {
    uint32_t mark = s->wanted.at[level];
    if (!(marks[mark / 64] >> mark % 64 & 1)) break;
    level++;
  }
  return level;
}

static uint64_t hash_of(const nested *s, uint64_t node, uint32_t level) {
  return sv_mix64(s->log.hashes.at[node] + level * UINT64_C(0x9E3779B97F4A7C15));
}

static uint64_t red(uint64_t hash) { return sv_mix64(hash ^ UINT64_C(0xC2B2AE3D27D4EB4F)); }

static bool is_red(const nested *s) { return s->path.n > s->blue; }

// ---- the blue path

static uint32_t *bucket(nested *s, uint64_t hash) {
  return &s->buckets.at[hash & (s->buckets.n - 1)];
}

static void link_frame(nested *s, uint32_t i) {
  frame *f = &s->path.at[i];
  f->below = *bucket(s, f->hash);
  *bucket(s, f->hash) = i;
}

static void make_buckets(nested *s, uint32_t n) {
  sv_fill(s->buckets, n);
  for (uint32_t i = 0; i < n; i++) s->buckets.at[i] = NOBODY;
  for (uint32_t i = 0; i < s->blue; i++) link_frame(s, i);
}

// Only here two nodes are held to be the same: word by word.
static uint32_t on_path(nested *s, uint64_t node, uint32_t level, uint64_t hash) {
  size_t size = (s->c->words + 1) * sizeof(uint64_t);
  uint32_t i = *bucket(s, hash);
  for (; i != NOBODY; i = s->path.at[i].below) {
    const frame *f = &s->path.at[i];
    if (f->hash == hash && f->level == level &&
        !memcmp(words_of(s, f->node), words_of(s, node), size))
      break;
  }
  return i;
}

static bool has_full(const nested *s, uint32_t from) {
  uint32_t before = from ? s->path.at[from - 1].full : 0;
  return s->path.at[s->blue - 1].full > before;
}

// ---- arcs

// With its node, which was written down when the arc was made.
static void keep_arc(nested *s, uint32_t i, uint32_t to, uint64_t node) {
  uint32_t marks = s->c->mark_words, words = s->c->words + 1;
  uint64_t old = s->arcs.at.at[i].node;
  s->arcs.at.at[to] = s->arcs.at.at[i];
  s->arcs.at.at[to].node = node;
  memmove(s->arcs.marks.at + (size_t)to * marks, s->arcs.marks.at + (size_t)i * marks,
          marks * sizeof(uint64_t));
  memmove(s->log.words.at + node * words, words_of(s, old), words * sizeof(uint64_t));
  s->log.hashes.at[node] = s->log.hashes.at[old];
}

static void cut_log(nested *s, uint32_t n) {
  s->log.words.n = n * (s->c->words + 1);
  s->log.hashes.n = n;
}

static bool is_known(const nested *s, uint64_t hash) {
  return sv_bitstate_has(&s->bits, is_red(s) ? red(hash) : hash);
}

// Does the arc close a loop? A red search is behind a node of the highest level, a blue one need not be.
static bool closes(nested *s, const sv_cycle_arc *arc, uint32_t level, uint64_t hash) {
  uint32_t at = on_path(s, arc->node, level, hash);
  if (at == NOBODY || (!is_red(s) && !has_full(s, at))) return false;
  s->back = at;
  s->closing = *arc;
  return s->found = true;
}

// Arcs that close a loop end the search; of the others those to what is known are dropped.
static bool sift(nested *s, const frame *f) {
  uint32_t kept = 0;
  for (uint32_t i = f->begin; i < s->arcs.at.n; i++) {
    const sv_cycle_arc *arc = &s->arcs.at.at[i];
    uint32_t level = next_level(s, f->level, sv_arc_marks(s->c, &s->arcs, i));
    uint64_t hash = hash_of(s, arc->node, level);
    if (closes(s, arc, level, hash)) return false;
    if (is_known(s, hash)) continue;
    keep_arc(s, i, f->begin + kept, f->log + kept);
    kept++;
  }
  sv_arcs_cut(s->c, &s->arcs, f->begin + kept);
  cut_log(s, f->log + kept);
  return true;
}

// ---- the search

static size_t bytes(const nested *s) {
  return sv_bitstate_bytes(&s->bits) + s->log.words.cap * sizeof(uint64_t) +
         s->log.hashes.cap * sizeof(uint64_t) + s->arcs.at.cap * sizeof(sv_cycle_arc) +
         s->arcs.marks.cap * sizeof(uint64_t) + s->path.cap * sizeof(frame);
}

static bool may_go_on(nested *s) {
  sv_cycles *c = s->c;
  if (sv_cycles_late(c)) return false;
  bool room = (++s->seen % 1024 || !s->most || bytes(s) < s->most) &&
              s->log.words.n < UINT32_MAX / 2 && s->arcs.marks.n < UINT32_MAX / 2;
  if (!room) c->limit = c->run->limits->hit = SV_CAUSE_MEMORY;
  return room;
}

// The node, blue or red; false: the search is over.
static bool enter(nested *s, uint64_t node, uint32_t level, uint64_t hash, bool is_blue) {
  frame f = {.node = node, .hash = hash, .level = level, .log = s->log.hashes.n, .below = NOBODY};
  if (!may_go_on(s)) return false;
  f.begin = f.next = s->arcs.at.n;
  f.full = (s->path.n ? sv_last(s->path).full : 0) + (level == s->wanted.n);
  sv_push(s->path, f);
  sv_bitstate_add(&s->bits, is_blue ? hash : red(hash));
  if (is_blue) {
    s->states++;
    link_frame(s, s->blue++);
    if (s->blue > s->buckets.n) make_buckets(s, 2 * s->buckets.n);
    if (s->blue > s->depth) s->depth = s->blue;
  }
  return sv_cycles_expand_words(s->c, words_of(s, node), &s->arcs) && sift(s, &f);
}

static void leave(nested *s) {
  frame f = sv_last(s->path);
  if (!is_red(s)) *bucket(s, f.hash) = f.below, s->blue--;
  s->path.n--;
  sv_arcs_cut(s->c, &s->arcs, f.begin);
  cut_log(s, f.log);
}

// One arc of the last node, or back; false: the search is over.
static bool step(nested *s) {
  frame *f = &sv_last(s->path);
  if (f->next == s->arcs.at.n) return leave(s), true;
  uint32_t arc = f->next++;
  uint64_t node = s->arcs.at.at[arc].node;
  uint32_t level = next_level(s, f->level, sv_arc_marks(s->c, &s->arcs, arc));
  uint64_t hash = hash_of(s, node, level);
  return is_known(s, hash) || enter(s, node, level, hash, !is_red(s));
}

// From the last blue node, all of whose arcs were tried, back to the path.
static bool search_red(nested *s) {
  frame seed = sv_last(s->path);
  if (!enter(s, seed.node, seed.level, seed.hash, false)) return false;
  while (is_red(s))
    if (!step(s)) return false;
  return true;
}

static bool search_from(void *context, uint64_t node) {
  nested *s = context;
  uint64_t hash = hash_of(s, node, 0);
  if (sv_bitstate_has(&s->bits, hash)) return true;
  if (!enter(s, node, 0, hash, true)) return false;
  while (s->path.n) {
    const frame *f = &sv_last(s->path);
    bool seed = f->next == s->arcs.at.n && f->level == s->wanted.n;
    if (seed && !search_red(s)) return false;
    if (!step(s)) return false;
  }
  return true;
}

// ---- the run that was found

static void push_step(const nested *s, sv_trace *t, const sv_cycle_arc *arc) {
  if (arc->action != SV_ENDS) sv_machine_push_step(s->c->machine, t, arc->action, arc->choice);
}

// A red seed is the blue node in front of it once more.
static sv_trace *make_trace(const nested *s) {
  sv_trace *t = sv_machine_begin_trace(s->c->machine, words_of(s, s->path.at[0].node));
  t->lasso = true;
  for (uint32_t i = 0; i < s->path.n; i++) {
    if (i && i != s->blue) push_step(s, t, &s->arcs.at.at[s->path.at[i - 1].next - 1]);
    if (i == s->back) t->loop = t->steps.n;
  }
  push_step(s, t, &s->closing);
  return t;
}

// ---- all of it

static void list_marks(nested *s) {
  for (uint32_t i = 0; i < 64 * s->c->mark_words; i++)
    if (s->c->complete[i / 64] >> i % 64 & 1) sv_push(s->wanted, i);
}

static void free_nested(nested *s) {
  sv_bitstate_free(&s->bits);
  sv_vec_free(s->wanted);
  sv_vec_free(s->log.words);
  sv_vec_free(s->log.hashes);
  sv_arcs_free(&s->arcs);
  sv_vec_free(s->path);
  sv_vec_free(s->buckets);
}

bool sv_cycles_nested(sv_cycles *c, sv_answer *a, uint32_t property) {
  uint32_t bits = (uint32_t)c->run->options->bits;
  nested s = {.c = c, .most = sv_cycles_budget(c->run)};
  sv_text why = {0};
  REQUIRE(!c->pairs, "strong fairness is no set of marks");
  if (!sv_visited_has_room(bits, s.most, &why)) {
    sv_answer_undecided(a, sv_answer_finding(a, property), SV_CAUSE_SIZE, sv_text_get(&why));
    return sv_text_free(&why), true;
  }
  list_marks(&s);
  make_buckets(&s, FIRST_BUCKETS);
  sv_bitstate_init(&s.bits, bits);
  c->log = &s.log;
  s.done = sv_cycles_initials(c, search_from, &s);
  c->log = NULL;
  sv_cycles_end end = {.found = s.found, .done = s.done, .depth = s.depth, .states = s.states};
  end.misses = true;
  if (s.found) end.trace = make_trace(&s);
  bool over = sv_cycles_conclude(c, &end, a, property);
  sv_answer_statistic(a, "bits set for infinite runs", "%.2f%%",
                      100.0 * (double)s.bits.ones / ((double)s.bits.mask + 1));
  free_nested(&s);
  return over;
}
