// ltl_automaton.c -- from a formula to its automaton.
//
// A state is a set of formulas that all hold from here on. Each set is
// unfolded into covers: what must hold now, what from the next letter on, and
// which `until` is put off (its second part is promised, not given). A cover
// is an edge; mark u stands on the edges that do not put until u off, so that
// a run with each mark infinitely often keeps every promise (J.-M. Couvreur:
// On-the-fly verification of linear temporal logic, FM 1999). Covers that ask
// for more than another one are dropped.

#include "model/ltl_inside.h"

enum { STATES_MAX = 400, COVERS_MAX = 4096 };

// Sorted lists without repetitions.
typedef struct {
  sv_u32s now;        // leaves, as terms
  sv_u32s then;       // formulas from the next letter on
  uint64_t puts_off;  // untils
} cover;

typedef SV_VEC(cover) cover_list;

typedef struct {
  sv_ltl *l;
  sv_u32s untils;  // formulas; their places are marks
  SV_VEC(sv_u32s) states;
  SV_VEC(sv_automaton_edge) edges;
  bool too_large;
} builder;

// ---- sets

static void add_to(sv_u32s *set, uint32_t x) {
  uint32_t i = set->n;
  while (i && set->at[i - 1] > x) i--;
  if (i && set->at[i - 1] == x) return;
  sv_push(*set, x);
  memmove(set->at + i + 1, set->at + i, (set->n - 1 - i) * sizeof *set->at);
  set->at[i] = x;
}

static bool is_part(const sv_u32s *a, const sv_u32s *b) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    while (k < b->n && b->at[k] < a->at[i]) k++;
    if (k == b->n || b->at[k] != a->at[i]) return false;
  }
  return true;
}

static sv_u32s copy_of(const sv_u32s *set) {
  sv_u32s copy = {0};
  for (uint32_t i = 0; i < set->n; i++) sv_push(copy, set->at[i]);
  return copy;
}

static void free_cover(cover *c) {
  sv_vec_free(c->now);
  sv_vec_free(c->then);
}

static void free_covers(cover_list *list) {
  for (uint32_t i = 0; i < list->n; i++) free_cover(&list->at[i]);
  sv_vec_free(*list);
}

// ---- covers

static bool asks_for_more(const cover *a, const cover *b) {
  return is_part(&b->now, &a->now) && is_part(&b->then, &a->then) && !(b->puts_off & ~a->puts_off);
}

static bool is_contradictory(const cover *c) {
  for (uint32_t i = 0; i < c->now.n; i++) {
    if (c->now.at[i] == SV_FALSE.x) return true;
    if (i && c->now.at[i - 1] == (c->now.at[i] ^ 1)) return true;
  }
  return false;
}

// Takes the cover over.
static void add_cover(builder *b, cover_list *list, cover c) {
  bool useless = is_contradictory(&c);
  for (uint32_t i = 0; i < list->n && !useless; i++) useless = asks_for_more(&c, &list->at[i]);
  if (list->n > COVERS_MAX) b->too_large = true;
  if (useless || b->too_large) {
    free_cover(&c);
    return;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    if (asks_for_more(&list->at[i], &c)) free_cover(&list->at[i]);
    else list->at[kept++] = list->at[i];
  }
  list->n = kept;
  sv_push(*list, c);
}

static cover_list unfold(builder *b, sv_formula f);

// Both: every cover of one with every cover of the other. Takes the lists over.
static cover_list both(builder *b, cover_list x, cover_list y) {
  cover_list result = {0};
  for (uint32_t i = 0; i < x.n; i++)
    for (uint32_t k = 0; k < y.n && !b->too_large; k++) {
      cover c = {copy_of(&x.at[i].now), copy_of(&x.at[i].then),
                 x.at[i].puts_off | y.at[k].puts_off};
      for (uint32_t j = 0; j < y.at[k].now.n; j++) add_to(&c.now, y.at[k].now.at[j]);
      for (uint32_t j = 0; j < y.at[k].then.n; j++) add_to(&c.then, y.at[k].then.at[j]);
      add_cover(b, &result, c);
    }
  free_covers(&x);
  free_covers(&y);
  return result;
}

static cover_list either(builder *b, cover_list x, cover_list y) {
  for (uint32_t i = 0; i < y.n; i++) add_cover(b, &x, y.at[i]);
  sv_vec_free(y);
  return x;
}

// Conjunctions are taken apart, so that equal sets are found equal.
static void add_conjuncts(const sv_ltl *l, sv_formula f, sv_u32s *set) {
  sv_ltl_node n = sv_ltl_get(l, f);
  if (n.op == SV_LTL_AND) {
    add_conjuncts(l, n.a, set);
    add_conjuncts(l, n.b, set);
  } else if (!sv_ltl_is(l, f, SV_TRUE)) add_to(set, f.x);
}

static cover_list later(builder *b, sv_formula f, uint64_t puts_off) {
  cover_list list = {0};
  cover c = {.puts_off = puts_off};
  add_conjuncts(b->l, f, &c.then);
  sv_push(list, c);
  return list;
}

static cover_list now(sv_term leaf) {
  cover_list list = {0};
  cover c = {0};
  if (!sv_same(leaf, SV_TRUE)) sv_push(c.now, leaf.x);
  if (sv_same(leaf, SV_FALSE)) free_cover(&c);
  else sv_push(list, c);
  return list;
}

static uint64_t mark_of(builder *b, sv_formula f) {
  for (uint32_t i = 0; i < b->untils.n; i++)
    if (b->untils.at[i] == f.x) return UINT64_C(1) << i;
  if (b->untils.n == SV_MARKS_MAX) return b->too_large = true, 0;
  sv_push(b->untils, f.x);
  return UINT64_C(1) << (b->untils.n - 1);
}

static cover_list unfold(builder *b, sv_formula f) {
  sv_ltl_node n = sv_ltl_get(b->l, f);
  switch (n.op) {
  case SV_LTL_LEAF: return now(n.leaf);
  case SV_LTL_AND: return both(b, unfold(b, n.a), unfold(b, n.b));
  case SV_LTL_OR: return either(b, unfold(b, n.a), unfold(b, n.b));
  case SV_LTL_NEXT: return later(b, n.a, 0);
  case SV_LTL_UNTIL:
    return either(b, unfold(b, n.b), both(b, unfold(b, n.a), later(b, f, mark_of(b, f))));
  case SV_LTL_RELEASE: return both(b, unfold(b, n.b), either(b, unfold(b, n.a), later(b, f, 0)));
  }
  SV_UNREACHABLE();
}

// ---- states

static bool same_set(const sv_u32s *a, const sv_u32s *b) {
  return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

static uint32_t state_of(builder *b, const sv_u32s *set) {
  for (uint32_t i = 0; i < b->states.n; i++)
    if (same_set(&b->states.at[i], set)) return i;
  if (b->states.n == STATES_MAX) return b->too_large = true, 0;
  sv_push(b->states, copy_of(set));
  return b->states.n - 1;
}

static sv_term guard_of(builder *b, const cover *c) {
  sv_term guard = SV_TRUE;
  for (uint32_t i = 0; i < c->now.n; i++)
    guard = sv_and(b->l->terms, guard, (sv_term){c->now.at[i]});
  return guard;
}

static void expand(builder *b, uint32_t state) {
  cover_list covers = now(SV_TRUE);
  sv_u32s set = copy_of(&b->states.at[state]);
  for (uint32_t i = 0; i < set.n && !b->too_large; i++)
    covers = both(b, covers, unfold(b, (sv_formula){set.at[i]}));
  for (uint32_t i = 0; i < covers.n && !b->too_large; i++) {
    const cover *c = &covers.at[i];
    sv_automaton_edge e = {state, state_of(b, &c->then), guard_of(b, c), c->puts_off};
    sv_push(b->edges, e);
  }
  free_covers(&covers);
  sv_vec_free(set);
}

static sv_automaton *finish(builder *b, sv_arena *arena) {
  sv_automaton a = {.states = b->states.n,
                    .conditions = b->untils.n,
                    .edges = b->edges.at,
                    .edge_count = b->edges.n};
  uint64_t all = sv_automaton_all_marks(&a);
  for (uint32_t i = 0; i < b->edges.n; i++) b->edges.at[i].marks = all & ~b->edges.at[i].marks;
  return sv_automaton_reduce(arena, b->l->terms, &a);
}

sv_automaton *sv_ltl_automaton(sv_ltl *l, sv_formula f, sv_arena *arena) {
  builder b = {.l = l};
  sv_u32s first = {0};
  add_conjuncts(l, f, &first);
  state_of(&b, &first);
  for (uint32_t s = 0; s < b.states.n && !b.too_large; s++) expand(&b, s);
  sv_automaton *result = b.too_large ? NULL : finish(&b, arena);
  for (uint32_t i = 0; i < b.states.n; i++) sv_vec_free(b.states.at[i]);
  sv_vec_free(b.states);
  sv_vec_free(b.untils);
  sv_vec_free(b.edges);
  sv_vec_free(first);
  return result;
}
