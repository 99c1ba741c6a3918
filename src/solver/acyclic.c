// acyclic.c -- see acyclic.h.

#include "solver/acyclic.h"

#include "base/bits.h"

#include <stdlib.h>

#define NO_VERTEX UINT32_MAX
#define NO_EDGE UINT32_MAX

typedef struct {
  uint32_t edge;
  uint32_t changes;  // of clocks that were made before
  bool joined;       // false: it would close a cycle
} told_edge;

typedef struct {
  uint64_t clock;  // place in the array
  uint32_t before;
} change;

typedef struct {
  uint32_t vertex;
  uint32_t edge, next;  // by which the goal is reached from here; NO_EDGE: along the chain
} visit;
typedef SV_VEC(visit) visits;

struct sv_acyclic {
  uint32_t n, chains;
  uint32_t *chain, *index;  // by vertex; index: 0, 1, … along its chain
  uint32_t *next, *previous;
  SV_VEC(sv_acyclic_edge) edges;  // by source, then chain of the target, then index there
  uint32_t *first;                // by vertex: its first edge; one more at the end
  sv_u32s edge_of;                // by variable
  sv_u32s *out, *in;              // by vertex: edges that are true, in the order in which they came
  uint32_t *clock;  // by vertex and chain: 1 + the last index from which it is reached
  SV_VEC(told_edge) told;
  SV_VEC(change) changes;
  uint32_t *order;  // by edge: place in `told`
  uint32_t *stamp;  // by edge: how many edges were told when it became impossible
  sv_u32s moved;    // vertices whose clock has moved on, to be passed on
  sv_bits waiting;  // those
  visits now, later, path;
  uint32_t *path_at;  // by vertex: 1 + its place in `path`, while a path is looked for
};

// ---- building

typedef struct {
  uint32_t vertex;
  sv_acyclic_vertex at;
} placed;

static int by_place(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->at.chain != y->at.chain) return x->at.chain < y->at.chain ? -1 : 1;
  return (x->at.position > y->at.position) - (x->at.position < y->at.position);
}

static bool follows(const placed *all, uint32_t i) {
  return i && all[i].at.chain != SV_NO_CHAIN && all[i].at.chain == all[i - 1].at.chain;
}

static void number_chains(sv_acyclic *a, const sv_acyclic_vertex *vertices) {
  placed *all = SV_NEW_ARRAY(placed, a->n + 1);
  for (uint32_t v = 0; v < a->n; v++) all[v] = (placed){v, vertices[v]};
  if (a->n) qsort(all, a->n, sizeof *all, by_place);
  for (uint32_t i = 0; i < a->n; i++) {
    uint32_t v = all[i].vertex, last = follows(all, i) ? all[i - 1].vertex : NO_VERTEX;
    a->next[v] = NO_VERTEX, a->previous[v] = last;
    if (last != NO_VERTEX) a->next[last] = v;
    if (last == NO_VERTEX) a->chains++;
    a->chain[v] = a->chains - 1;
    a->index[v] = last == NO_VERTEX ? 0 : a->index[last] + 1;
  }
  sv_free(all);
}

typedef struct {
  sv_acyclic_edge edge;
  uint32_t chain, index;  // of the target
} sorted_edge;

static int by_target(const void *left, const void *right) {
  const sorted_edge *a = left, *b = right;
  if (a->edge.from != b->edge.from) return a->edge.from < b->edge.from ? -1 : 1;
  if (a->chain != b->chain) return a->chain < b->chain ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

static void sort_edges(sv_acyclic *a, const sv_acyclic_edge *edges, uint32_t m) {
  sorted_edge *all = SV_NEW_ARRAY(sorted_edge, m + 1);
  for (uint32_t i = 0; i < m; i++) {
    const sv_acyclic_edge *e = &edges[i];
    REQUIRE(e->from < a->n && e->to < a->n && e->literal > 0, "no such edge");
    REQUIRE(a->chain[e->from] != a->chain[e->to], "along a chain there are no edges");
    all[i] = (sorted_edge){*e, a->chain[e->to], a->index[e->to]};
  }
  if (m) qsort(all, m, sizeof *all, by_target);
  for (uint32_t i = 0; i < m; i++) {
    uint32_t variable = (uint32_t)all[i].edge.literal;
    sv_push(a->edges, all[i].edge);
    a->first[all[i].edge.from + 1] = i + 1;
    if (a->edge_of.n <= variable) sv_fill(a->edge_of, variable + 1);
    a->edge_of.at[variable] = i;
  }
  for (uint32_t v = 0; v < a->n; v++)
    if (a->first[v + 1] < a->first[v]) a->first[v + 1] = a->first[v];
  sv_free(all);
}

static uint32_t *clock_of(const sv_acyclic *a, uint32_t v) {
  return a->clock + (size_t)v * a->chains;
}

// The vertex v, or one behind it on its chain, is reached from w's side: v comes before w.
static bool reaches(const sv_acyclic *a, uint32_t v, uint32_t w) {
  return clock_of(a, w)[a->chain[v]] > a->index[v];
}

sv_acyclic *sv_acyclic_new(const sv_acyclic_vertex *vertices, uint32_t n,
                           const sv_acyclic_edge *edges, uint32_t m) {
  sv_acyclic *a = SV_NEW(sv_acyclic);
  a->n = n;
  uint32_t **arrays[] = {&a->chain, &a->index, &a->next, &a->previous, &a->first, &a->path_at};
  for (uint32_t i = 0; i < SV_COUNT(arrays); i++) *arrays[i] = SV_NEW_ARRAY(uint32_t, n + 2);
  a->order = SV_NEW_ARRAY(uint32_t, m + 1);
  a->stamp = SV_NEW_ARRAY(uint32_t, m + 1);
  number_chains(a, vertices);
  sort_edges(a, edges, m);
  a->out = SV_NEW_ARRAY(sv_u32s, n + 1);
  a->in = SV_NEW_ARRAY(sv_u32s, n + 1);
  a->clock = SV_NEW_ARRAY(uint32_t, (size_t)n * a->chains + 1);
  for (uint32_t v = 0; v < n; v++) clock_of(a, v)[a->chain[v]] = a->index[v] + 1;
  sv_bits_init(&a->waiting, n + 1);
  return a;
}

void sv_acyclic_free(sv_acyclic *a) {
  if (!a) return;
  for (uint32_t v = 0; v < a->n; v++) {
    sv_vec_free(a->out[v]);
    sv_vec_free(a->in[v]);
  }
  uint32_t *arrays[] = {a->chain,   a->index, a->next,  a->previous, a->first,
                        a->path_at, a->order, a->stamp, a->clock};
  for (uint32_t i = 0; i < SV_COUNT(arrays); i++) sv_free(arrays[i]);
  sv_free(a->out), sv_free(a->in);
  sv_vec_free(a->edges), sv_vec_free(a->edge_of), sv_vec_free(a->told), sv_vec_free(a->changes);
  sv_vec_free(a->moved), sv_vec_free(a->now), sv_vec_free(a->later), sv_vec_free(a->path);
  sv_bits_free(&a->waiting);
  sv_free(a);
}

// ---- clocks

// The first edge from v to the chain at this index or later.
static uint32_t first_edge(const sv_acyclic *a, uint32_t v, uint32_t chain, uint32_t index) {
  uint32_t low = a->first[v], high = a->first[v + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2, to = a->edges.at[middle].to;
    bool before = a->chain[to] < chain || (a->chain[to] == chain && a->index[to] < index);
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

// v is now reached from the chain up to `until`: edges from v back to there are impossible.
static void refuse_edges(sv_acyclic *a, sv_split *s, uint32_t v, uint32_t chain, uint32_t from,
                         uint32_t until) {
  for (uint32_t e = first_edge(a, v, chain, from); e < a->first[v + 1]; e++) {
    const sv_acyclic_edge *edge = &a->edges.at[e];
    if (a->chain[edge->to] != chain || a->index[edge->to] >= until) return;
    if (sv_split_imply(s, -edge->literal)) a->stamp[e] = a->told.n;
  }
}

// Whatever comes before `from` comes before `to`.
static void pass_on(sv_acyclic *a, sv_split *s, uint32_t from, uint32_t to) {
  const uint32_t *theirs = clock_of(a, from);
  uint32_t *mine = clock_of(a, to);
  bool moves = false, leaves = a->first[to] < a->first[to + 1];
  for (uint32_t c = 0; c < a->chains; c++) {
    if (theirs[c] <= mine[c]) continue;
    uint32_t before = mine[c];
    sv_push(a->changes, (change){(size_t)to * a->chains + c, before});
    mine[c] = theirs[c], moves = true;
    if (leaves) refuse_edges(a, s, to, c, before, theirs[c]);
  }
  if (!moves || sv_bits_has(&a->waiting, to)) return;
  sv_bits_add(&a->waiting, to);
  sv_push(a->moved, to);
}

static void pass_all_on(sv_acyclic *a, sv_split *s) {
  while (a->moved.n) {
    uint32_t v = sv_pop(a->moved);
    sv_bits_remove(&a->waiting, v);
    for (uint32_t i = 0; i < a->out[v].n; i++) pass_on(a, s, v, a->edges.at[a->out[v].at[i]].to);
    if (a->next[v] != NO_VERTEX) pass_on(a, s, v, a->next[v]);
  }
}

static bool learn(void *context, sv_split *s, int32_t literal) {
  sv_acyclic *a = context;
  uint32_t e = a->edge_of.at[literal], from = a->edges.at[e].from, to = a->edges.at[e].to;
  bool fits = !reaches(a, to, from);
  a->order[e] = a->told.n;
  sv_push(a->told, (told_edge){e, a->changes.n, fits});
  if (!fits) return false;
  sv_push(a->out[from], e);
  sv_push(a->in[to], e);
  pass_on(a, s, from, to);
  pass_all_on(a, s);
  return true;
}

static void forget(void *context, int32_t literal) {
  sv_acyclic *a = context;
  told_edge last = sv_pop(a->told);
  const sv_acyclic_edge *edge = &a->edges.at[last.edge];
  REQUIRE(edge->literal == literal, "what was told last is forgotten first");
  while (a->changes.n > last.changes) {
    change c = sv_pop(a->changes);
    a->clock[c.clock] = c.before;
  }
  if (!last.joined) return;
  a->out[edge->from].n--;
  a->in[edge->to].n--;
}

// ---- reasons

// Backwards from the goal, by vertices that the source reaches; `now` has those of so many
// literals, `later` those of one more.
static void look_back(sv_acyclic *a, const visit *at, uint32_t source, uint32_t until) {
  uint32_t v = at->vertex, before = a->previous[v];
  if (before != NO_VERTEX && !a->path_at[before] && reaches(a, source, before))
    sv_push(a->now, (visit){before, NO_EDGE, v});
  for (uint32_t i = 0; i < a->in[v].n; i++) {
    uint32_t e = a->in[v].at[i], from = a->edges.at[e].from;
    if (a->order[e] < until && !a->path_at[from] && reaches(a, source, from))
      sv_push(a->later, (visit){from, e, v});
  }
}

// Visits, by place in `path`, until one is on the source's chain behind it; that one.
static uint32_t search_back(sv_acyclic *a, uint32_t source, uint32_t goal, uint32_t until) {
  sv_push(a->now, (visit){goal, NO_EDGE, NO_VERTEX});
  for (;;) {
    if (!a->now.n) {
      visits emptied = a->now;
      a->now = a->later, a->later = emptied;
      REQUIRE(a->now.n, "there is no path");
    }
    visit at = sv_pop(a->now);
    if (a->path_at[at.vertex]) continue;
    sv_push(a->path, at);
    a->path_at[at.vertex] = a->path.n;
    if (a->chain[at.vertex] == a->chain[source]) return a->path.n - 1;
    look_back(a, &at, source, until);
  }
}

// Appends the literals of a path, of edges that were told before `until`.
static void explain_path(sv_acyclic *a, uint32_t source, uint32_t goal, uint32_t until,
                         sv_i32s *out) {
  uint32_t at = search_back(a, source, goal, until);
  while (a->path.at[at].vertex != goal) {
    const visit *v = &a->path.at[at];
    if (v->edge != NO_EDGE) sv_push(*out, a->edges.at[v->edge].literal);
    at = a->path_at[v->next] - 1;
  }
  for (uint32_t i = 0; i < a->path.n; i++) a->path_at[a->path.at[i].vertex] = 0;
  sv_clear(a->now), sv_clear(a->later), sv_clear(a->path);
}

static void explain(void *context, int32_t literal, sv_i32s *out) {
  sv_acyclic *a = context;
  uint32_t e = literal ? a->edge_of.at[-literal] : sv_last(a->told).edge;
  const sv_acyclic_edge *edge = &a->edges.at[e];
  if (!literal) sv_push(*out, edge->literal);
  explain_path(a, edge->to, edge->from, literal ? a->stamp[e] : a->told.n, out);
}

void sv_acyclic_attach(sv_acyclic *a, sv_split *s) {
  sv_i32s watched = {0};
  for (uint32_t i = 0; i < a->edges.n; i++) sv_push(watched, a->edges.at[i].literal);
  sv_split_set_theory(s, &(sv_split_theory){learn, forget, explain, a}, watched.at, watched.n);
  sv_vec_free(watched);
}
