// bfs_bits.c -- breadth first without stored states.
//
// A bitstate table cannot give states back, so the states of the current level
// and of the next one are kept in full, each with a node in a tree of steps
// that leads back to an initial state. Nodes count their users; those on no
// way to a living state are used again. The proviso of the reduction is the
// cautious one: a selection is good if one of its successors is new.

#include "engine/explicit/search.h"

#define NO_NODE UINT32_MAX

typedef struct {
  uint32_t parent;  // or NO_NODE: choice is the index of an initial state
  uint32_t users;   // children and, in a level, the state itself
  uint32_t action;
  uint64_t choice;
} node;

typedef struct {
  sv_u64s words;
  sv_u32s nodes;
} level;

typedef struct {
  level now, next;
  SV_VEC(node) tree;
  uint32_t spare;  // first unused node (linked by parent), or NO_NODE
  sv_u64s initials;
  uint32_t at;      // the state of the level that is being expanded
  sv_tally before;  // that
} frontier;

static uint32_t new_node(frontier *f, node n) {
  uint32_t i = f->spare;
  if (n.parent != NO_NODE) f->tree.at[n.parent].users++;
  if (i == NO_NODE) {
    sv_push(f->tree, n);
    return f->tree.n - 1;
  }
  f->spare = f->tree.at[i].parent;
  f->tree.at[i] = n;
  return i;
}

static void release(frontier *f, uint32_t i) {
  while (i != NO_NODE && !--f->tree.at[i].users) {
    uint32_t parent = f->tree.at[i].parent;
    f->tree.at[i].parent = f->spare;
    f->spare = i;
    i = parent;
  }
}

static size_t frontier_bytes(const frontier *f) {
  return (f->now.words.cap + f->next.words.cap) * sizeof(uint64_t) +
         (f->now.nodes.cap + f->next.nodes.cap) * sizeof(uint32_t) + f->tree.cap * sizeof(node) +
         f->initials.cap * sizeof(uint64_t);
}

// For so many states.
static bool has_room(const sv_search *s, const frontier *f, uint32_t n) {
  uint64_t words = f->next.words.n + (uint64_t)n * s->words;
  if (words > UINT32_MAX / 4) return false;
  if (n <= f->next.nodes.cap - f->next.nodes.n) return true;
  return sv_search_affords(s, 2 * frontier_bytes(f) + (size_t)words * sizeof(uint64_t));
}

static bool add(sv_search *s, frontier *f, const uint64_t *state, node n) {
  uint32_t i = new_node(f, n);
  sv_push(f->next.nodes, i);
  for (uint32_t w = 0; w < s->words; w++) sv_push(f->next.words, state[w]);
  return sv_search_check_state(s, state, i);
}

// The node of a link: of states on the chain nodes have only children.
static uint32_t node_of(const sv_search *s, frontier *f, uint32_t parent, uint32_t link) {
  sv_u32s links = {0};
  for (; link != SV_NO_LINK; link = s->chain.links.at[link].from) sv_push(links, link);
  while (links.n) {
    const sv_link *l = &s->chain.links.at[sv_pop(links)];
    parent = new_node(f, (node){.parent = parent, .action = l->action, .choice = l->choice});
  }
  sv_vec_free(links);
  return parent;
}

static bool tear(sv_search *s) {
  if (s->saver) s->saver->torn = true;
  return false;
}

// Takes the batch into the next level; *fresh says if anything was new.
// None of it if there is no room for all: what is in the table cannot be taken out.
static bool absorb(sv_search *s, frontier *f, uint32_t parent, bool *fresh) {
  if (!has_room(s, f, s->batch.at.n)) return sv_search_out_of_memory(s);
  for (uint32_t i = 0; i < s->batch.at.n; i++) {
    const sv_successor *e = &s->batch.at.at[i];
    uint64_t id;
    if (sv_visited_insert(&s->seen, sv_batch_words(s, i), e->hash, 0, &id) == SV_STORE_OLD)
      continue;
    uint32_t from = node_of(s, f, parent, e->link);
    node n = {.parent = from, .users = 1, .action = e->action, .choice = e->choice};
    *fresh = true;
    if (!add(s, f, sv_batch_words(s, i), n)) return tear(s);
  }
  sv_batch_cut(s, 0);
  return true;
}

static bool expand(sv_search *s, frontier *f, uint32_t i) {
  const uint64_t *state = f->now.words.at + (size_t)i * s->words;
  uint32_t at = f->now.nodes.at[i];
  bool fresh = false;
  if (!sv_search_tick(s) || !sv_search_load(s, state, at)) return false;
  if (s->pending.property) return true;
  if (s->depth == s->bound) return sv_search_look_beyond(s);
  if (!sv_search_fire(s, at) || !absorb(s, f, at, &fresh)) return false;
  if (s->other_count && !fresh && !(sv_search_fire_others(s, at) && absorb(s, f, at, &fresh)))
    return false;
  if (!s->pending.property) release(f, at);
  return true;
}

static bool expand_level(sv_search *s, frontier *f) {
  for (; f->at < f->now.nodes.n; f->at++) {
    if (!s->pending.property) sv_search_save_if_due(s);
    f->before = sv_search_tally(s);
    if (!expand(s, f, f->at)) return false;
  }
  f->at = 0;
  return sv_search_pending(s) || tear(s);
}

static bool advance(frontier *f) {
  level old = f->now;
  f->now = f->next;
  f->next = old;
  sv_clear(f->next.words);
  sv_clear(f->next.nodes);
  return f->now.nodes.n;
}

static sv_trace *path(sv_search *s, uint64_t where) {
  const frontier *f = s->order;
  sv_u32s steps = {0};
  uint32_t i = (uint32_t)where;
  for (; f->tree.at[i].parent != NO_NODE; i = f->tree.at[i].parent) sv_push(steps, i);
  sv_trace *trace =
      sv_machine_begin_trace(s->machine, f->initials.at + f->tree.at[i].choice * s->words);
  while (steps.n) {
    const node *n = &f->tree.at[sv_pop(steps)];
    sv_machine_push_step(s->machine, trace, n->action, n->choice);
  }
  sv_vec_free(steps);
  return trace;
}

static bool add_initial(sv_search *s, frontier *f, const uint64_t *state) {
  node n = {.parent = NO_NODE, .users = 1, .action = SV_NO_STEP, .choice = s->initials++};
  for (uint32_t w = 0; w < s->words; w++) sv_push(f->initials, state[w]);
  if (!has_room(s, f, 1)) return sv_search_out_of_memory(s);
  return add(s, f, state, n);
}

static bool begin(sv_search *s, frontier *f) {
  if (!sv_search_initials(s, sv_search_take_initial)) return false;
  for (uint32_t i = 0; i < s->batch.at.n; i++) {
    uint64_t id;
    sv_stored got =
        sv_visited_insert(&s->seen, sv_batch_words(s, i), s->batch.at.at[i].hash, 0, &id);
    if (got == SV_STORE_NEW && !add_initial(s, f, sv_batch_words(s, i))) return false;
  }
  sv_batch_cut(s, 0);
  advance(f);
  s->defers = s->deadlock && !s->keep_going;
  return true;
}

// ---- checkpoints

static void put_level(const level *l, sv_snapshot *to) {
  sv_snapshot_put_u64(to, l->nodes.n);
  sv_snapshot_put(to, l->nodes.at, l->nodes.n * sizeof *l->nodes.at);
  sv_snapshot_put(to, l->words.at, l->words.n * sizeof *l->words.at);
}

static void put_frontier(sv_search *s, sv_snapshot *to) {
  const frontier *f = s->order;
  sv_snapshot_put_u64(to, f->at);
  put_level(&f->now, to);
  put_level(&f->next, to);
  sv_snapshot_put_u64(to, f->spare);
  sv_snapshot_put_u64(to, f->tree.n);
  for (uint32_t i = 0; i < f->tree.n; i++) {
    const node *n = &f->tree.at[i];
    sv_snapshot_put_u64(to, (uint64_t)n->parent << 32 | n->users);
    sv_snapshot_put_u64(to, n->action);
    sv_snapshot_put_u64(to, n->choice);
  }
  sv_snapshot_put_u64(to, f->initials.n);
  sv_snapshot_put(to, f->initials.at, f->initials.n * sizeof *f->initials.at);
}

static void get_level(const sv_search *s, level *l, sv_snapshot *from) {
  uint64_t n = sv_snapshot_get_count(from, sizeof *l->nodes.at + s->words * sizeof *l->words.at);
  sv_fill(l->nodes, n);
  sv_fill(l->words, n * s->words);
  sv_snapshot_get(from, l->nodes.at, n * sizeof *l->nodes.at);
  sv_snapshot_get(from, l->words.at, n * s->words * sizeof *l->words.at);
}

static bool is_node(const frontier *f, uint32_t i) { return i == NO_NODE || i < f->tree.n; }

static bool are_nodes(const frontier *f, const sv_u32s *nodes) {
  for (uint32_t i = 0; i < nodes->n; i++)
    if (nodes->at[i] >= f->tree.n) return false;
  return true;
}

static void get_tree(frontier *f, sv_snapshot *from) {
  bool good = true;
  f->spare = (uint32_t)sv_snapshot_get_u64(from);
  sv_fill(f->tree, sv_snapshot_get_count(from, 3 * sizeof(uint64_t)));
  for (uint32_t i = 0; i < f->tree.n; i++) {
    uint64_t both = sv_snapshot_get_u64(from), action = sv_snapshot_get_u64(from);
    f->tree.at[i] = (node){.parent = (uint32_t)(both >> 32),
                           .users = (uint32_t)both,
                           .action = (uint32_t)action,
                           .choice = sv_snapshot_get_u64(from)};
    good &= is_node(f, f->tree.at[i].parent);
  }
  if (!good || !is_node(f, f->spare) || !are_nodes(f, &f->now.nodes) ||
      !are_nodes(f, &f->next.nodes))
    sv_snapshot_refuse(from);
}

static bool take_up(sv_search *s, frontier *f) {
  if (!sv_search_restore(s)) return false;
  sv_snapshot *from = sv_search_source(s);
  f->at = (uint32_t)sv_snapshot_get_u64(from);
  get_level(s, &f->now, from);
  get_level(s, &f->next, from);
  get_tree(f, from);
  sv_fill(f->initials, sv_snapshot_get_count(from, sizeof *f->initials.at));
  sv_snapshot_get(from, f->initials.at, f->initials.n * sizeof *f->initials.at);
  if (f->initials.n != s->initials * s->words) sv_snapshot_refuse(from);
  s->defers = s->deadlock && !s->keep_going;
  return sv_search_restored(s);
}

static void free_frontier(frontier *f) {
  sv_vec_free(f->now.words);
  sv_vec_free(f->now.nodes);
  sv_vec_free(f->next.words);
  sv_vec_free(f->next.nodes);
  sv_vec_free(f->tree);
  sv_vec_free(f->initials);
}

void sv_search_bfs_bits(sv_search *s) {
  frontier f = {.spare = NO_NODE};
  s->order = &f;
  s->path = path;
  bool going = (sv_search_takes_up(s) ? take_up : begin)(s, &f);
  if (going) sv_search_ready(s, put_frontier);
  while (going && expand_level(s, &f)) {
    if (!advance(&f)) break;
    s->depth++;
    sv_search_review(s);
  }
  if (s->end == SV_GOING) s->end = SV_ENDED;
  if (s->end == SV_LIMITED && going && s->saver) sv_search_restore_tally(s, &f.before);
  sv_search_save_last(s);
  if (s->end == SV_LIMITED) sv_search_pending(s);
  free_frontier(&f);
}
