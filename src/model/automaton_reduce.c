// automaton_reduce.c -- the same language with fewer states.
//
// First edges between components and in components without an accepting cycle
// lose their marks (they say nothing), and states from which no accepting
// cycle can be reached are dropped; then states whose edges agree up to
// merging are merged, until nothing changes (bisimulation, the coarsest one by
// refinement); of two edges between the same states one goes that has the
// same guard and fewer marks.

#include "base/map.h"
#include "base/vec.h"
#include "model/automaton.h"

#include <stdlib.h>

typedef SV_VEC(sv_automaton_edge) edge_list;

typedef struct {
  sv_terms *terms;
  edge_list edges;
  uint32_t states, conditions;
  bool *reach;       // states * states: a path of at least one edge
  sv_u32s class_of;  // by state
  uint32_t classes;
} reducer;

static bool *path(reducer *r, uint32_t a, uint32_t b) { return &r->reach[a * r->states + b]; }

static void find_paths(reducer *r) {
  memset(r->reach, 0, (size_t)r->states * r->states);
  for (uint32_t i = 0; i < r->edges.n; i++) *path(r, r->edges.at[i].from, r->edges.at[i].to) = true;
  for (uint32_t k = 0; k < r->states; k++)
    for (uint32_t a = 0; a < r->states; a++)
      for (uint32_t b = 0; *path(r, a, k) && b < r->states; b++)
        if (*path(r, k, b)) *path(r, a, b) = true;
}

static bool is_inner(reducer *r, const sv_automaton_edge *e) {
  return *path(r, e->to, e->from) || e->to == e->from;
}

static uint64_t all_marks(const reducer *r) {
  return sv_automaton_all_marks(&(sv_automaton){.conditions = r->conditions});
}

// The marks in the component of a state; all ones if it is trivial and can have no cycle: 0.
static uint64_t marks_around(reducer *r, uint32_t s) {
  uint64_t marks = 0;
  for (uint32_t i = 0; i < r->edges.n; i++) {
    const sv_automaton_edge *e = &r->edges.at[i];
    bool here = (e->from == s || (*path(r, s, e->from) && *path(r, e->from, s)));
    if (here && is_inner(r, e)) marks |= e->marks;
  }
  return marks;
}

static bool is_accepting(reducer *r, uint32_t s) {
  return *path(r, s, s) && marks_around(r, s) == all_marks(r);
}

static void drop_useless(reducer *r) {
  bool *good = SV_NEW_ARRAY(bool, r->states), *live = SV_NEW_ARRAY(bool, r->states);
  uint32_t kept = 0;
  find_paths(r);
  for (uint32_t s = 0; s < r->states; s++) good[s] = is_accepting(r, s);
  for (uint32_t s = 0; s < r->states; s++) {
    live[s] = good[s];
    for (uint32_t t = 0; t < r->states && !live[s]; t++) live[s] = good[t] && *path(r, s, t);
  }
  for (uint32_t i = 0; i < r->edges.n; i++) {
    sv_automaton_edge e = r->edges.at[i];
    bool start = !e.from || *path(r, 0, e.from);
    if (!live[e.to] || !start || sv_same(e.guard, SV_FALSE)) continue;
    if (!good[e.from] || !is_inner(r, &e)) e.marks = 0;
    r->edges.at[kept++] = e;
  }
  r->edges.n = kept;
  sv_free(good);
  sv_free(live);
}

// ---- merging

static int by_place(const void *a, const void *b) {
  const sv_automaton_edge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  if (x->guard.x != y->guard.x) return x->guard.x < y->guard.x ? -1 : 1;
  return x->marks < y->marks ? -1 : x->marks > y->marks;
}

// Of edges that differ in their marks alone only those with most marks stay.
static void tidy(reducer *r) {
  uint32_t kept = 0;
  if (r->edges.n) qsort(r->edges.at, r->edges.n, sizeof *r->edges.at, by_place);
  for (uint32_t i = 0; i < r->edges.n; i++) {
    sv_automaton_edge e = r->edges.at[i];
    bool same = kept && r->edges.at[kept - 1].from == e.from && r->edges.at[kept - 1].to == e.to &&
                sv_same(r->edges.at[kept - 1].guard, e.guard);
    // A cycle may take both in turn, so together they have both's marks.
    if (same) r->edges.at[kept - 1].marks |= e.marks;
    else r->edges.at[kept++] = e;
  }
  r->edges.n = kept;
}

// Between two states with the same marks: one edge with either guard.
static void join_guards(reducer *r) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->edges.n; i++) {
    sv_automaton_edge e = r->edges.at[i];
    uint32_t k = 0;
    while (k < kept && !(r->edges.at[k].from == e.from && r->edges.at[k].to == e.to &&
                         r->edges.at[k].marks == e.marks))
      k++;
    if (k < kept) r->edges.at[k].guard = sv_or(r->terms, r->edges.at[k].guard, e.guard);
    else r->edges.at[kept++] = e;
  }
  r->edges.n = kept;
}

static uint64_t signature(const reducer *r, uint32_t s) {
  uint64_t sum = r->class_of.at[s];
  uint64_t last = 0;
  SV_VEC(uint64_t) seen = {0};
  for (uint32_t i = 0; i < r->edges.n; i++) {
    const sv_automaton_edge *e = &r->edges.at[i];
    if (e->from != s) continue;
    last = sv_mix64(sv_mix64(((uint64_t)e->guard.x << 32) ^ r->class_of.at[e->to]) ^ e->marks);
    bool known = false;
    for (uint32_t k = 0; k < seen.n; k++) known |= seen.at[k] == last;
    if (!known) sv_push(seen, last), sum += last;
  }
  sv_vec_free(seen);
  return sv_mix64(sum);
}

static void refine(reducer *r) {
  sv_map known = {0};
  sv_u32s class_of = {0};
  uint32_t classes = 0;
  for (uint32_t s = 0; s < r->states; s++) {
    uint64_t key = signature(r, s);
    uint32_t found = sv_map_get(&known, key);
    if (found == SV_MAP_NONE) sv_map_put(&known, key, found = classes++);
    sv_push(class_of, found);
  }
  sv_map_free(&known);
  sv_vec_free(r->class_of);
  r->class_of = class_of;
  r->classes = classes;
}

static void merge(reducer *r) {
  sv_clear(r->class_of);
  sv_fill(r->class_of, r->states);
  r->classes = 1;
  for (uint32_t before = 0; before != r->classes;) {
    before = r->classes;
    refine(r);
  }
  for (uint32_t i = 0; i < r->edges.n; i++) {
    r->edges.at[i].from = r->class_of.at[r->edges.at[i].from];
    r->edges.at[i].to = r->class_of.at[r->edges.at[i].to];
  }
  r->states = r->classes;
  assert(!r->class_of.at[0]);
}

// ---- numbers

// States in the order in which they are met from 0.
static void number_states(reducer *r) {
  sv_u32s number = {0}, order = {0};
  sv_fill(number, r->states);
  sv_push(order, 0);
  number.at[0] = 1;
  for (uint32_t k = 0; k < order.n; k++)
    for (uint32_t i = 0; i < r->edges.n; i++) {
      const sv_automaton_edge *e = &r->edges.at[i];
      if (e->from != order.at[k] || number.at[e->to]) continue;
      sv_push(order, e->to);
      number.at[e->to] = order.n;
    }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->edges.n; i++) {
    sv_automaton_edge e = r->edges.at[i];
    if (!number.at[e.from]) continue;
    e.from = number.at[e.from] - 1, e.to = number.at[e.to] - 1;
    r->edges.at[kept++] = e;
  }
  r->edges.n = kept;
  r->states = order.n;
  sv_vec_free(number);
  sv_vec_free(order);
}

// A mark that each edge of the accepting components has can go, as long as one is left:
// it is met by every infinite run within them.
static void drop_marks(reducer *r) {
  find_paths(r);
  for (uint32_t c = r->conditions; c-- > 0;) {
    bool everywhere = true;
    for (uint32_t i = 0; i < r->edges.n; i++) {
      const sv_automaton_edge *e = &r->edges.at[i];
      if (is_inner(r, e) && is_accepting(r, e->from)) everywhere &= e->marks >> c & 1;
      else if (is_inner(r, e)) everywhere = false;
    }
    if (!everywhere) continue;
    uint64_t below = (UINT64_C(1) << c) - 1;
    for (uint32_t i = 0; i < r->edges.n; i++) {
      uint64_t m = r->edges.at[i].marks;
      r->edges.at[i].marks = (m & below) | (c + 1 < 64 ? (m >> (c + 1)) << c : 0);
    }
    r->conditions--;
  }
}

sv_automaton *sv_automaton_reduce(sv_arena *arena, sv_terms *terms, const sv_automaton *a) {
  reducer r = {.terms = terms, .states = a->states, .conditions = a->conditions};
  r.reach = SV_NEW_ARRAY(bool, (size_t)a->states * a->states);
  for (uint32_t i = 0; i < a->edge_count; i++) sv_push(r.edges, a->edges[i]);
  drop_useless(&r);
  for (uint32_t before = 0; before != r.states;) {
    before = r.states;
    tidy(&r);
    join_guards(&r);
    merge(&r);
  }
  tidy(&r);
  number_states(&r);
  drop_marks(&r);
  sv_automaton result = {r.states, r.conditions, r.edges.at, r.edges.n};
  sv_automaton *out = sv_automaton_copy(arena, &result);
  sv_vec_free(r.edges);
  sv_vec_free(r.class_of);
  sv_free(r.reach);
  return out;
}
