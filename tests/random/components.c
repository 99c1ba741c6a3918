// components.c -- see components.h.

#include "random/components.h"

typedef struct {
  const graph *g;
  uint32_t *next;   // by arc: another one of the same source, or target; UINT32_MAX: none
  uint32_t *first;  // by node
  bool *met;        // by node
  sv_u32s path;     // nodes that are open
  uint32_t *tried;  // by node: the arc to be tried
  sv_u32s *order;   // nodes as they are left
  bool against;     // arcs are followed from target to source
} search;

static uint32_t near_end(const search *s, uint32_t arc) {
  return s->against ? s->g->arcs.at[arc].to : s->g->arcs.at[arc].from;
}
static uint32_t far_end(const search *s, uint32_t arc) {
  return s->against ? s->g->arcs.at[arc].from : s->g->arcs.at[arc].to;
}

static search new_search(const graph *g, bool against, sv_u32s *order) {
  search s = {.g = g, .against = against, .order = order};
  s.next = SV_NEW_ARRAY(uint32_t, g->arcs.n + 1);
  s.first = SV_NEW_ARRAY(uint32_t, g->nodes + 1);
  s.tried = SV_NEW_ARRAY(uint32_t, g->nodes + 1);
  s.met = SV_NEW_ARRAY(bool, g->nodes + 1);
  for (uint32_t i = 0; i < g->nodes; i++) s.first[i] = UINT32_MAX;
  for (uint32_t a = 0; a < g->arcs.n; a++) {
    uint32_t node = near_end(&s, a);
    assert(node < g->nodes);
    s.next[a] = s.first[node];
    s.first[node] = a;
  }
  return s;
}

static void free_search(search *s) {
  sv_free(s->next);
  sv_free(s->first);
  sv_free(s->tried);
  sv_free(s->met);
  sv_vec_free(s->path);
}

static void open_node(search *s, uint32_t node) {
  s->met[node] = true;
  s->tried[node] = s->first[node];
  sv_push(s->path, node);
}

static void search_from(search *s, uint32_t node) {
  if (s->met[node]) return;
  open_node(s, node);
  while (s->path.n) {
    uint32_t top = sv_last(s->path), arc = s->tried[top];
    if (arc == UINT32_MAX) {
      sv_push(*s->order, top);
      s->path.n--;
      continue;
    }
    s->tried[top] = s->next[arc];
    if (!s->met[far_end(s, arc)]) open_node(s, far_end(s, arc));
  }
}

// By node: the number of its component.
static void find_components(const graph *g, uint32_t *component) {
  sv_u32s left = {0}, members = {0};
  search along = new_search(g, false, &left), against = new_search(g, true, &members);
  uint32_t count = 0;
  for (uint32_t i = 0; i < g->nodes; i++) search_from(&along, i);
  for (uint32_t i = left.n; i-- > 0;) {
    sv_clear(members);
    search_from(&against, left.at[i]);
    for (uint32_t k = 0; k < members.n; k++) component[members.at[k]] = count;
    count += members.n != 0;
  }
  free_search(&along);
  free_search(&against);
  sv_vec_free(left);
  sv_vec_free(members);
}

// By node: does a way lead into a good component?
static void reach_good(const graph *g, const uint32_t *component, const bool *good, bool *out) {
  sv_u32s met = {0};
  search against = new_search(g, true, &met);
  for (uint32_t i = 0; i < g->nodes; i++)
    if (good[component[i]]) search_from(&against, i);
  for (uint32_t i = 0; i < g->nodes; i++) out[i] = against.met[i];
  free_search(&against);
  sv_vec_free(met);
}

// Arcs that no cycle can use: those between components, and those with the first mark of a pair
// whose second mark their component does not have. False if there are none.
static bool drop_arcs(graph *g, const uint32_t *component, const uint64_t *inside,
                      const graph_pair *pairs, uint32_t n) {
  uint32_t kept = 0, all = g->arcs.n;
  for (uint32_t a = 0; a < all; a++) {
    graph_arc arc = g->arcs.at[a];
    bool stays = component[arc.from] == component[arc.to];
    for (uint32_t i = 0; i < n && stays; i++)
      stays = !(arc.marks & pairs[i].first) || inside[component[arc.from]] & pairs[i].second;
    if (stays) g->arcs.at[kept++] = arc;
  }
  g->arcs.n = kept;
  return kept < all;
}

void graph_accepting(const graph *g, uint64_t marks, const graph_pair *pairs, uint32_t n,
                     bool *out) {
  uint32_t *component = SV_NEW_ARRAY(uint32_t, g->nodes + 1);
  uint64_t *inside = SV_NEW_ARRAY(uint64_t, g->nodes + 1);
  bool *good = SV_NEW_ARRAY(bool, g->nodes + 1);
  graph rest = {.nodes = g->nodes};
  for (uint32_t a = 0; a < g->arcs.n; a++) sv_push(rest.arcs, g->arcs.at[a]);
  do {
    find_components(&rest, component);
    memset(inside, 0, g->nodes * sizeof *inside);
    for (uint32_t a = 0; a < rest.arcs.n; a++) {
      graph_arc arc = rest.arcs.at[a];
      if (component[arc.from] == component[arc.to]) inside[component[arc.from]] |= arc.marks;
    }
  } while (drop_arcs(&rest, component, inside, pairs, n));
  for (uint32_t a = 0; a < rest.arcs.n; a++) {
    uint32_t c = component[rest.arcs.at[a].from];
    good[c] = !(marks & ~inside[c]);
  }
  reach_good(g, component, good, out);
  graph_free(&rest);
  sv_free(component);
  sv_free(inside);
  sv_free(good);
}

void graph_free(graph *g) { sv_vec_free(g->arcs); }
