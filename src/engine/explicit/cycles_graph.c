// cycles_graph.c -- see cycles_graph.h.
//
// R. Tarjan, Depth-first search and linear graph algorithms, 1972; with a path
// of our own instead of recursion.

#include "engine/explicit/cycles_graph.h"

// ---- the graph

void sv_graph_free(sv_graph *g) {
  sv_vec_free(g->first);
  sv_vec_free(g->count);
  sv_vec_free(g->arcs);
  sv_vec_free(g->marks);
  sv_map_free(&g->known);
}

size_t sv_graph_bytes(const sv_graph *g) {
  return g->first.cap * sizeof *g->first.at + g->count.cap * sizeof *g->count.at +
         g->arcs.cap * sizeof *g->arcs.at;
}

static void make_room(sv_graph *g, uint64_t node) {
  if (node < g->first.n) return;
  sv_fill(g->first, node + 1 + node / 2);
  sv_fill(g->count, node + 1 + node / 2);
}

void sv_graph_begin(sv_graph *g, uint64_t node) {
  make_room(g, node);
  assert(!g->first.at[node]);
  g->first.at[node] = (uint64_t)g->arcs.n + 1;
}

static uint64_t *marks_at(const sv_graph *g, uint32_t number) {
  return g->marks.at + (size_t)number * g->c->mark_words;
}

// Vectors with equal hashes are rare: then the next key is taken.
static uint32_t number_of(sv_graph *g, const uint64_t *marks) {
  uint32_t words = g->c->mark_words, number;
  uint64_t key = sv_hash_bytes(marks, words * sizeof *marks, 0);
  for (; (number = sv_map_get(&g->known, key)) != SV_MAP_NONE; key++)
    if (!memcmp(marks_at(g, number), marks, words * sizeof *marks)) return number;
  number = (uint32_t)(g->marks.n / words);
  for (uint32_t i = 0; i < words; i++) sv_push(g->marks, marks[i]);
  sv_map_put(&g->known, key, number);
  return number;
}

void sv_graph_add(sv_graph *g, uint64_t node, uint64_t to, const uint64_t *marks) {
  uint32_t last = g->arcs.n ? sv_last(g->arcs).marks : 0, words = g->c->mark_words;
  bool same = g->arcs.n && !memcmp(marks_at(g, last), marks, words * sizeof *marks);
  make_room(g, to);
  sv_push(g->arcs, (sv_graph_arc){(uint32_t)to, same ? last : number_of(g, marks)});
  g->count.at[node]++;
}

// ---- its components

#define DONE UINT32_MAX

typedef struct {
  const sv_graph *g;
  sv_cycles *c;
  uint32_t *order, *low;  // by node; order 0: not met, DONE: its component is finished
  uint32_t *component;    // by node: which one, from 1; 0: none yet
  uint32_t count, components;
  sv_u32s path, tried, live;
  sv_u64s nodes;  // of the component at hand
  uint64_t *marks;
} walk;

static void enter(walk *w, uint32_t node) {
  w->order[node] = w->low[node] = ++w->count;
  sv_push(w->path, node);
  sv_push(w->tried, 0);
  sv_push(w->live, node);
}

static const sv_graph_arc *arcs_of(const walk *w, uint64_t node) {
  return w->g->arcs.at + w->g->first.at[node] - 1;
}

static void gather(walk *w) {
  memset(w->marks, 0, w->c->mark_words * sizeof *w->marks);
  for (uint32_t i = 0; i < w->nodes.n; i++) {
    const sv_graph_arc *arcs = arcs_of(w, w->nodes.at[i]);
    for (uint32_t k = 0; k < w->g->count.at[w->nodes.at[i]]; k++)
      for (uint32_t x = 0; w->component[arcs[k].to] == w->components && x < w->c->mark_words; x++)
        w->marks[x] |= marks_at(w->g, arcs[k].marks)[x];
  }
}

static bool is_complete(const walk *w) {
  for (uint32_t i = 0; i < w->c->mark_words; i++)
    if (w->c->complete[i] & ~w->marks[i]) return false;
  return true;
}

// The component that begins with this node is finished. Is there a fair cycle in it?
static bool judge(walk *w, uint32_t first, sv_u64s *part, uint64_t *wanted) {
  uint32_t node;
  sv_clear(w->nodes);
  w->components++;
  do {
    node = sv_pop(w->live);
    w->order[node] = DONE;
    w->component[node] = w->components;
    sv_push(w->nodes, node);
  } while (node != first);
  gather(w);
  if (!is_complete(w)) return false;
  if (w->c->pairs) return sv_cycles_fair_part(w->c, w->nodes.at, w->nodes.n, part, wanted);
  for (uint32_t i = 0; i < w->nodes.n; i++) sv_push(*part, w->nodes.at[i]);
  return true;
}

static void see(walk *w, uint32_t node, uint32_t to) {
  if (!w->g->first.at[to] || w->order[to] == DONE) return;
  if (!w->order[to]) enter(w, to);
  else if (w->order[to] < w->low[node]) w->low[node] = w->order[to];
}

static bool walk_from(walk *w, uint32_t root, sv_u64s *part, uint64_t *wanted) {
  enter(w, root);
  while (w->path.n) {
    uint32_t node = sv_last(w->path), *next = &sv_last(w->tried);
    if (*next < w->g->count.at[node]) {
      see(w, node, arcs_of(w, node)[(*next)++].to);
      continue;
    }
    w->path.n--;
    w->tried.n--;
    bool first = w->low[node] == w->order[node];
    if (first && judge(w, node, part, wanted)) return true;
    uint32_t *below = w->path.n ? &w->low[sv_last(w->path)] : NULL;
    if (!first && w->low[node] < *below) *below = w->low[node];
    if (w->c->limit) return false;
  }
  return false;
}

bool sv_graph_accepts(const sv_graph *g, sv_cycles *c, sv_u64s *part, uint64_t *wanted) {
  walk w = {.g = g, .c = c, .marks = SV_NEW_ARRAY(uint64_t, c->mark_words)};
  w.order = SV_NEW_ARRAY(uint32_t, g->first.n + 1);
  w.low = SV_NEW_ARRAY(uint32_t, g->first.n + 1);
  w.component = SV_NEW_ARRAY(uint32_t, g->first.n + 1);
  bool found = false;
  for (uint32_t i = 0; i < g->first.n && !found && !c->limit; i++) {
    if (!g->first.at[i] || w.order[i]) continue;
    if (!sv_cycles_late(c)) found = walk_from(&w, i, part, wanted);
  }
  sv_free(w.order);
  sv_free(w.low);
  sv_free(w.component);
  sv_free(w.marks);
  sv_vec_free(w.path);
  sv_vec_free(w.tried);
  sv_vec_free(w.live);
  sv_vec_free(w.nodes);
  return found;
}
