// ordering.c -- see ordering.h.

#include "encode/events/ordering.h"

#include <stdlib.h>

void sv_ordering_init(sv_ordering *o, const sv_moment *moments, uint32_t n, sv_cnf_sink to) {
  *o = (sv_ordering){.moments = moments, .n = n, .to = to};
}

void sv_ordering_free(sv_ordering *o) {
  sv_map_free(&o->known);
  sv_vec_free(o->edges);
}

static uint64_t key_of(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }

static bool on_one_line(const sv_ordering *o, uint32_t u, uint32_t v) {
  return o->moments[u].line == o->moments[v].line && o->moments[u].line != SV_NO_LINE;
}

int32_t sv_ordering_before(sv_ordering *o, uint32_t from, uint32_t to) {
  REQUIRE(from < o->n && to < o->n, "no such moment");
  if (from == to) return SV_BEFORE_FALSE;
  if (on_one_line(o, from, to))
    return o->moments[from].position < o->moments[to].position ? SV_BEFORE_TRUE : SV_BEFORE_FALSE;
  uint32_t known = sv_map_get(&o->known, key_of(from, to));
  if (known != SV_MAP_NONE) return o->edges.at[known].literal;
  sv_map_put(&o->known, key_of(from, to), o->edges.n);
  sv_push(o->edges, (sv_order_edge){from, to, sv_cnf_var(&o->to)});
  return sv_last(o->edges).literal;
}

static void add_clause(sv_ordering *o, const int32_t *literals, uint32_t n) {
  sv_cnf_add(&o->to, literals, n);
  o->clauses++;
}

// ---- the graph

typedef struct {
  sv_ordering *o;
  sv_u32s *out, *in;  // neighbours that are not eliminated
  sv_bits *has;       // by vertex: where an edge goes
} graph;

static void add_arc(graph *g, uint32_t from, uint32_t to) {
  if (sv_bits_has(&g->has[from], to)) return;
  sv_bits_add(&g->has[from], to);
  sv_push(g->out[from], to);
  sv_push(g->in[to], from);
}

typedef struct {
  uint32_t vertex;
  sv_moment at;
} placed;

static int by_place(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
  return (x->at.position > y->at.position) - (x->at.position < y->at.position);
}

// Moments next to one another on a line.
static void each_neighbours(const sv_ordering *o, sv_before_fn *say, void *context) {
  placed *all = SV_NEW_ARRAY(placed, o->n + 1);
  for (uint32_t v = 0; v < o->n; v++) all[v] = (placed){v, o->moments[v]};
  if (o->n) qsort(all, o->n, sizeof *all, by_place);
  for (uint32_t i = 1; i < o->n; i++)
    if (on_one_line(o, all[i - 1].vertex, all[i].vertex))
      say(context, all[i - 1].vertex, all[i].vertex, 0);
  sv_free(all);
}

void sv_ordering_each(const sv_ordering *o, uint32_t edges, sv_before_fn *say, void *context) {
  each_neighbours(o, say, context);
  for (uint32_t i = 0; i < edges; i++)
    say(context, o->edges.at[i].from, o->edges.at[i].to, o->edges.at[i].literal);
}

static void add_neighbours(void *context, uint32_t from, uint32_t to, int32_t literal) {
  SV_UNUSED(literal);
  add_arc(context, from, to);
}

static void graph_init(graph *g, sv_ordering *o) {
  *g = (graph){.o = o,
               .out = SV_NEW_ARRAY(sv_u32s, o->n + 1),
               .in = SV_NEW_ARRAY(sv_u32s, o->n + 1),
               .has = SV_NEW_ARRAY(sv_bits, o->n + 1)};
  for (uint32_t v = 0; v < o->n; v++) sv_bits_init(&g->has[v], o->n);
  each_neighbours(o, add_neighbours, g);
}

static void graph_free(graph *g) {
  for (uint32_t v = 0; v < g->o->n; v++) {
    sv_vec_free(g->out[v]);
    sv_vec_free(g->in[v]);
    sv_bits_free(&g->has[v]);
  }
  sv_free(g->out);
  sv_free(g->in);
  sv_free(g->has);
}

// ---- components: only edges inside of one can be on a cycle

typedef struct {
  const graph *g;
  uint32_t *index, *low, *component;
  uint32_t next, components;
  sv_u32s stack, path, at;  // path: vertices being looked at; at: how far
  sv_bits open;
} tarjan;

static void enter(tarjan *t, uint32_t v) {
  t->index[v] = t->low[v] = ++t->next;
  sv_push(t->stack, v);
  sv_bits_add(&t->open, v);
  sv_push(t->path, v);
  sv_push(t->at, 0);
}

static void leave(tarjan *t) {
  uint32_t v = sv_pop(t->path);
  t->at.n--;
  if (t->path.n && t->low[v] < t->low[sv_last(t->path)]) t->low[sv_last(t->path)] = t->low[v];
  if (t->low[v] != t->index[v]) return;
  uint32_t w;
  do {
    w = sv_pop(t->stack);
    sv_bits_remove(&t->open, w);
    t->component[w] = t->components;
  } while (w != v);
  t->components++;
}

static void visit(tarjan *t, uint32_t root) {
  enter(t, root);
  while (t->path.n) {
    uint32_t v = sv_last(t->path);
    const sv_u32s *out = &t->g->out[v];
    if (sv_last(t->at) == out->n) {
      leave(t);
      continue;
    }
    uint32_t w = out->at[sv_last(t->at)++];
    if (!t->index[w]) enter(t, w);
    else if (sv_bits_has(&t->open, w) && t->index[w] < t->low[v]) t->low[v] = t->index[w];
  }
}

// By vertex; the caller frees it.
static uint32_t *components_of(const graph *g) {
  uint32_t n = g->o->n;
  tarjan t = {.g = g,
              .index = SV_NEW_ARRAY(uint32_t, n + 1),
              .low = SV_NEW_ARRAY(uint32_t, n + 1),
              .component = SV_NEW_ARRAY(uint32_t, n + 1)};
  sv_bits_init(&t.open, n + 1);
  for (uint32_t v = 0; v < n; v++)
    if (!t.index[v]) visit(&t, v);
  sv_free(t.index);
  sv_free(t.low);
  sv_vec_free(t.stack);
  sv_vec_free(t.path);
  sv_vec_free(t.at);
  sv_bits_free(&t.open);
  return t.component;
}

static void drop_foreign(graph *g, sv_u32s *list, const uint32_t *component, uint32_t v, bool out) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    uint32_t w = list->at[i];
    if (component[w] == component[v]) list->at[kept++] = w;
    else if (out) sv_bits_remove(&g->has[v], w);
  }
  list->n = kept;
}

static void keep_components(graph *g) {
  uint32_t *component = components_of(g);
  for (uint32_t v = 0; v < g->o->n; v++) {
    drop_foreign(g, &g->out[v], component, v, true);
    drop_foreign(g, &g->in[v], component, v, false);
  }
  sv_free(component);
}

// ---- elimination

static void drop_neighbour(sv_u32s *list, uint32_t v) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == v) {
      list->at[i] = sv_pop(*list);
      return;
    }
}

// u before v and v before w: then u before w.
static void join(graph *g, uint32_t u, uint32_t v, uint32_t w) {
  int32_t first = sv_ordering_before(g->o, u, v), second = sv_ordering_before(g->o, v, w);
  int32_t both = u == w ? SV_BEFORE_FALSE : sv_ordering_before(g->o, u, w), clause[3];
  uint32_t n = 0;
  if (u != w && both != SV_BEFORE_FALSE) add_arc(g, u, w);
  if (both == SV_BEFORE_TRUE) return;
  if (first != SV_BEFORE_TRUE) clause[n++] = -first;
  if (second != SV_BEFORE_TRUE) clause[n++] = -second;
  if (both != SV_BEFORE_FALSE) clause[n++] = both;
  assert(n);
  add_clause(g->o, clause, n);
}

static void eliminate(graph *g, uint32_t v) {
  for (uint32_t i = 0; i < g->in[v].n; i++) drop_neighbour(&g->out[g->in[v].at[i]], v);
  for (uint32_t i = 0; i < g->out[v].n; i++) drop_neighbour(&g->in[g->out[v].at[i]], v);
  for (uint32_t i = 0; i < g->in[v].n; i++)
    for (uint32_t k = 0; k < g->out[v].n; k++) join(g, g->in[v].at[i], v, g->out[v].at[k]);
}

static uint32_t cheapest(const graph *g, const sv_bits *done) {
  uint32_t best = UINT32_MAX;
  uint64_t least = UINT64_MAX;
  for (uint32_t v = 0; v < g->o->n; v++) {
    uint64_t cost = (uint64_t)g->in[v].n * g->out[v].n;
    if (!sv_bits_has(done, v) && cost < least) least = cost, best = v;
  }
  return best;
}

bool sv_ordering_close(sv_ordering *o, uint64_t most) {
  graph g;
  sv_bits done;
  graph_init(&g, o);
  for (uint32_t i = 0; i < o->edges.n; i++) add_arc(&g, o->edges.at[i].from, o->edges.at[i].to);
  keep_components(&g);
  sv_bits_init(&done, o->n + 1);
  bool whole = true;
  for (uint32_t i = 0; i < o->n && whole; i++) {
    uint32_t v = cheapest(&g, &done);
    sv_bits_add(&done, v);
    whole = o->clauses + (uint64_t)g.in[v].n * g.out[v].n <= most;
    if (whole) eliminate(&g, v);
  }
  sv_bits_free(&done);
  graph_free(&g);
  return whole;
}

// ---- cycles of a model

typedef struct {
  const graph *g;
  uint8_t *colour;  // 0 new, 1 on the path, 2 done
  sv_u32s path, at;
} search;

// A vertex of the path that an edge leads back to, or UINT32_MAX.
static uint32_t find_cycle(search *s, uint32_t root) {
  sv_push(s->path, root);
  sv_push(s->at, 0);
  s->colour[root] = 1;
  while (s->path.n) {
    uint32_t v = sv_last(s->path);
    if (sv_last(s->at) == s->g->out[v].n) {
      s->colour[v] = 2;
      s->path.n--, s->at.n--;
      continue;
    }
    uint32_t w = s->g->out[v].at[sv_last(s->at)++];
    if (s->colour[w] == 1) return w;
    if (s->colour[w]) continue;
    s->colour[w] = 1;
    sv_push(s->path, w);
    sv_push(s->at, 0);
  }
  return UINT32_MAX;
}

static void exclude(sv_ordering *o, const sv_u32s *path, uint32_t begin) {
  sv_i32s clause = {0};
  uint32_t first = 0;
  while (path->at[first] != begin) first++;
  for (uint32_t i = first; i < path->n; i++) {
    uint32_t next = i + 1 < path->n ? path->at[i + 1] : begin;
    int32_t before = sv_ordering_before(o, path->at[i], next);
    if (before != SV_BEFORE_TRUE) sv_push(clause, -before);
  }
  assert(clause.n);
  add_clause(o, clause.at, clause.n);
  sv_vec_free(clause);
}

bool sv_ordering_refute(sv_ordering *o, const sv_bits *needed) {
  graph g;
  graph_init(&g, o);
  for (uint32_t i = 0; i < o->edges.n; i++)
    if (sv_bits_has(needed, i)) add_arc(&g, o->edges.at[i].from, o->edges.at[i].to);
  search s = {.g = &g, .colour = SV_NEW_ARRAY(uint8_t, o->n + 1)};
  uint32_t back = UINT32_MAX;
  for (uint32_t v = 0; v < o->n && back == UINT32_MAX; v++)
    if (!s.colour[v]) back = find_cycle(&s, v);
  if (back != UINT32_MAX) exclude(o, &s.path, back);
  sv_free(s.colour);
  sv_vec_free(s.path);
  sv_vec_free(s.at);
  graph_free(&g);
  return back != UINT32_MAX;
}
