// cycles_pairs.c -- components under strong fairness.
//
// A cycle is strongly fair if for each pair of marks of which it has the first
// (the requirement was enabled) it has the second one as well (it was served).
// Where a component has the first mark of a pair and not the second, no fair
// cycle passes a node with the first: these nodes are dropped, the rest falls
// apart into components, and so on (E. Emerson, C. Lei: Modalities for model
// checking, 1987; Streett emptiness).

#include "engine/explicit/cycles.h"

typedef struct {
  sv_cycles *c;
  const uint64_t *nodes;
  uint32_t n;
  sv_map place;    // of a node in the list
  sv_u32s begin;   // by place: its arcs inside of the component; one more at the end
  sv_u32s to;      // by arc: a place
  sv_u64s marks;   // by arc: `mark_words`
  uint32_t *part;  // by place: which part it belongs to; 0: dropped
  uint32_t parts;
  SV_VEC(sv_u32s) open;  // parts that are to be looked at, as places
  // one pass over a part
  uint32_t *order;  // by place: when it was met; 0: not yet, UINT32_MAX: its component is finished
  sv_u32s path, tried, live, roots;
} component;

// ---- the component as a graph

static bool add_arcs(component *k, uint32_t place, sv_cycle_arcs *arcs) {
  sv_cycles *c = k->c;
  sv_arcs_cut(c, arcs, 0);
  if (sv_cycles_late(c)) return false;
  if (!sv_cycles_expand(c, k->nodes[place], arcs)) return false;
  for (uint32_t i = 0; i < arcs->at.n; i++) {
    uint32_t to = sv_map_get(&k->place, arcs->at.at[i].node);
    if (to == SV_MAP_NONE) continue;
    sv_push(k->to, to);
    for (uint32_t w = 0; w < c->mark_words; w++) sv_push(k->marks, sv_arc_marks(c, arcs, i)[w]);
  }
  return true;
}

static bool build(component *k) {
  sv_cycle_arcs arcs = {0};
  bool good = true;
  for (uint32_t i = 0; i < k->n; i++) sv_map_put(&k->place, k->nodes[i], i);
  for (uint32_t i = 0; i < k->n && good; i++) {
    sv_push(k->begin, k->to.n);
    good = add_arcs(k, i, &arcs);
  }
  sv_push(k->begin, k->to.n);
  sv_arcs_free(&arcs);
  return good;
}

// ---- marks

static bool has(const uint64_t *marks, uint32_t bit) { return marks[bit / 64] >> bit % 64 & 1; }

static void gather(const component *k, const sv_u32s *places, uint32_t part, uint64_t *marks) {
  uint32_t words = k->c->mark_words;
  memset(marks, 0, words * sizeof *marks);
  for (uint32_t i = 0; i < places->n; i++)
    for (uint32_t a = k->begin.at[places->at[i]]; a < k->begin.at[places->at[i] + 1]; a++)
      for (uint32_t w = 0; k->part[k->to.at[a]] == part && w < words; w++)
        marks[w] |= k->marks.at[(size_t)a * words + w];
}

static bool is_complete(const sv_cycles *c, const uint64_t *marks) {
  for (uint32_t w = 0; w < c->mark_words; w++)
    if (c->complete[w] & ~marks[w]) return false;
  return true;
}

static bool is_left_out(const sv_cycles *c, uint32_t requirement, const uint64_t *marks) {
  uint32_t n = c->fairness.n, waits = sv_mark_of(requirement) + n;
  return c->fairness.at[requirement].strong && has(marks, waits) && !has(marks, waits + n);
}

// Is a requirement that these marks do not serve enabled in this place? All its arcs say so.
static bool is_unfair(const component *k, uint32_t place, const uint64_t *marks) {
  const sv_cycles *c = k->c;
  uint32_t a = k->begin.at[place];
  if (a == k->begin.at[place + 1]) return false;
  for (uint32_t r = 0; r < c->fairness.n; r++)
    if (is_left_out(c, r, marks) &&
        has(k->marks.at + (size_t)a * c->mark_words, sv_mark_of(r) + c->fairness.n))
      return true;
  return false;
}

static bool is_fair(const sv_cycles *c, const uint64_t *marks) {
  for (uint32_t r = 0; r < c->fairness.n; r++)
    if (is_left_out(c, r, marks)) return false;
  return true;
}

// ---- parts

static void open_part(component *k, const uint32_t *places, uint32_t n) {
  sv_u32s list = {0};
  k->parts++;
  for (uint32_t i = 0; i < n; i++) {
    k->part[places[i]] = k->parts;
    k->order[places[i]] = 0;
    sv_push(list, places[i]);
  }
  sv_push(k->open, list);
}

// A strongly connected set of places: fair, or what is left of it is another part.
static bool judge(component *k, const sv_u32s *places, uint64_t *marks) {
  sv_u32s rest = {0};
  uint32_t part = ++k->parts;
  for (uint32_t i = 0; i < places->n; i++) k->part[places->at[i]] = part;
  gather(k, places, part, marks);
  bool complete = is_complete(k->c, marks), fair = complete && is_fair(k->c, marks);
  for (uint32_t i = 0; i < places->n && !fair; i++) {
    k->part[places->at[i]] = 0;
    if (complete && !is_unfair(k, places->at[i], marks)) sv_push(rest, places->at[i]);
  }
  if (rest.n) open_part(k, rest.at, rest.n);
  sv_vec_free(rest);
  return fair;
}

static void enter(component *k, uint32_t place) {
  sv_push(k->path, place);
  sv_push(k->tried, k->begin.at[place]);
  sv_push(k->live, place);
  k->order[place] = k->live.n;
  sv_push(k->roots, k->order[place]);
}

// The last place of the path is done; true if it was the first of its component, whose places
// are then in *out.
static bool leave(component *k, sv_u32s *out) {
  uint32_t place = sv_pop(k->path), top;
  k->tried.n--;
  if (sv_last(k->roots) != k->order[place]) return false;
  sv_clear(*out);
  do {
    top = sv_pop(k->live);
    k->order[top] = UINT32_MAX;
    sv_push(*out, top);
  } while (top != place);
  k->roots.n--;
  return true;
}

static void follow(component *k, uint32_t part) {
  uint32_t to = k->to.at[sv_last(k->tried)++];
  if (k->part[to] != part || k->order[to] == UINT32_MAX) return;
  if (!k->order[to]) enter(k, to);
  else
    while (sv_last(k->roots) > k->order[to]) k->roots.n--;
}

// All components of a part; true if one is fair, which then is in *found.
static bool split(component *k, const sv_u32s *places, uint64_t *marks, sv_u32s *found) {
  uint32_t part = k->part[places->at[0]];
  for (uint32_t i = 0; i < places->n; i++) {
    if (k->part[places->at[i]] != part || k->order[places->at[i]]) continue;
    enter(k, places->at[i]);
    while (k->path.n) {
      bool more = sv_last(k->tried) < k->begin.at[sv_last(k->path) + 1];
      if (more) follow(k, part);
      else if (leave(k, found) && judge(k, found, marks)) return true;
    }
  }
  return false;
}

static bool search(component *k, uint64_t *marks, sv_u32s *found) {
  sv_u32s all = {0};
  bool fair = false;
  for (uint32_t i = 0; i < k->n; i++) sv_push(all, i);
  open_part(k, all.at, all.n);
  while (k->open.n && !fair && !(k->c->limit = sv_limits_hit(k->c->run->limits))) {
    sv_u32s places = sv_pop(k->open);
    fair = split(k, &places, marks, found);
    sv_vec_free(places);
  }
  sv_vec_free(all);
  return fair;
}

static void free_component(component *k) {
  while (k->open.n) {
    sv_u32s places = sv_pop(k->open);
    sv_vec_free(places);
  }
  sv_map_free(&k->place);
  sv_vec_free(k->open);
  sv_vec_free(k->begin);
  sv_vec_free(k->to);
  sv_vec_free(k->marks);
  sv_vec_free(k->path);
  sv_vec_free(k->tried);
  sv_vec_free(k->live);
  sv_vec_free(k->roots);
  sv_free(k->part);
  sv_free(k->order);
}

// What is enabled has to be served; that it is enabled need not be shown.
static void set_wanted(const sv_cycles *c, uint64_t *marks) {
  uint32_t n = c->fairness.n;
  uint64_t *wanted = SV_NEW_ARRAY(uint64_t, c->mark_words);
  memcpy(wanted, c->complete, c->mark_words * sizeof *wanted);
  for (uint32_t r = 0; r < n; r++) {
    uint32_t waits = sv_mark_of(r) + n, served = waits + n;
    if (c->fairness.at[r].strong && has(marks, waits))
      wanted[served / 64] |= UINT64_C(1) << served % 64;
  }
  memcpy(marks, wanted, c->mark_words * sizeof *wanted);
  sv_free(wanted);
}

bool sv_cycles_fair_part(sv_cycles *c, const uint64_t *nodes, uint32_t n, sv_u64s *part,
                         uint64_t *marks) {
  component k = {.c = c, .nodes = nodes, .n = n};
  sv_u32s found = {0};
  k.part = SV_NEW_ARRAY(uint32_t, n + 1);
  k.order = SV_NEW_ARRAY(uint32_t, n + 1);
  bool fair = build(&k) && search(&k, marks, &found);
  for (uint32_t i = 0; i < found.n && fair; i++) sv_push(*part, nodes[found.at[i]]);
  if (fair) set_wanted(c, marks);
  sv_vec_free(found);
  free_component(&k);
  return fair;
}
