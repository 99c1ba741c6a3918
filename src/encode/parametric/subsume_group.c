// subsume_group.c -- bits that can be looked at apart (third optimisation of section 4).
//
// Cut the conjuncts of the guard of `old` and its bits into classes that share no
// inputs, directly or through others. The set is then a product of factors, one
// for each class, for the choices of one class are independent of those of the
// others. A set F is contained in a product iff each projection of F is contained
// in its factor: if f in F then f is in the product iff each part of f is in
// its factor. Nothing is asked of F, so its own sharing does not matter, unlike in
// the paper. A class of guard without bits is a factor too, over no bits: it says
// that the choices can be made at all.
//
// The projection of `fresh` on a class needs only those conjuncts of its guard
// that share inputs, directly or through others, with the bits of the class, if
// the remaining ones can be satisfied; the caller has seen a state of `fresh`.
//
// A union of products is not a product, and the projections do not tell: {0,1}^2
// is not in {00} u {11} although both projections are. But what all old sets have
// literally in common can be factored out, (A x C) u (B x C) = (A u B) x C: classes
// are made for all old sets together, and those that differ become one.

#include "encode/parametric/subsume_inside.h"

#include <stdlib.h>

enum { MOST_CONJUNCTS = 1000 };

// ---- conjuncts

static int by_index(const void *a, const void *b) {
  uint32_t x = ((const sv_lit *)a)->x, y = ((const sv_lit *)b)->x;
  return (x > y) - (x < y);
}

static void sort_distinct(sv_lits *list) {
  uint32_t kept = 0;
  if (list->n) qsort(list->at, list->n, sizeof *list->at, by_index);
  for (uint32_t i = 0; i < list->n; i++)
    if (!kept || !sv_lit_same(list->at[kept - 1], list->at[i])) list->at[kept++] = list->at[i];
  list->n = kept;
}

// Ascending, each once. Beyond the limit some stay together.
static void conjuncts(const sv_aig *g, sv_lit guard, sv_lits *out) {
  sv_lits todo = {0};
  sv_push(todo, guard);
  while (todo.n) {
    sv_lit l = sv_pop(todo);
    if (sv_lit_same(l, SV_LIT_TRUE)) continue;
    bool opens = !sv_lit_negated(l) && sv_aig_is_and(g, sv_lit_node(l));
    if (!opens || todo.n + out->n >= MOST_CONJUNCTS) {
      sv_push(*out, l);
      continue;
    }
    sv_push(todo, sv_aig_right(g, sv_lit_node(l)));
    sv_push(todo, sv_aig_left(g, sv_lit_node(l)));
  }
  sort_distinct(out);
  sv_vec_free(todo);
}

// ---- classes of nodes that hang together

typedef struct {
  sv_u32s up;  // union-find by position in the cone; the last position stands for constants
  sv_map place;
} classes;

static uint32_t find(classes *c, uint32_t i) {
  while (c->up.at[i] != i) i = c->up.at[i] = c->up.at[c->up.at[i]];
  return i;
}

static uint32_t class_of(classes *c, sv_lit l) {
  return find(c, sv_lit_is_const(l) ? c->up.n - 1 : sv_map_get(&c->place, sv_lit_node(l)));
}

static void join(classes *c, sv_lit a, sv_lit b) {
  uint32_t x = class_of(c, a), y = class_of(c, b);
  assert(x < c->up.n && y < c->up.n);
  if (x != y) c->up.at[x > y ? x : y] = x > y ? y : x;
}

static void find_classes(const sv_aig *g, const sv_lits *roots, classes *c) {
  sv_u32s cone = {0};
  sv_aig_cone(g, roots->at, roots->n, &cone);
  assert(!c->up.n);
  for (uint32_t i = 0; i <= cone.n; i++) sv_push(c->up, i);
  for (uint32_t i = 0; i < cone.n; i++) sv_map_put(&c->place, cone.at[i], i);
  for (uint32_t i = 0; i < cone.n; i++) {
    if (!sv_aig_is_and(g, cone.at[i])) continue;
    sv_lit here = {cone.at[i] << 1};
    join(c, here, sv_aig_left(g, cone.at[i]));
    join(c, here, sv_aig_right(g, cone.at[i]));
  }
  sv_vec_free(cone);
}

static void free_classes(classes *c) {
  sv_vec_free(c->up);
  sv_map_free(&c->place);
}

// ---- groups

typedef struct {
  const sv_aig *g;
  const sv_parametric_set *fresh, *old;
  uint32_t olds, n;
  sv_lits *guards;  // conjuncts by old set
  classes old_classes;
  sv_map group_of;  // class -> index of group
  sv_subsume_groups *out;
} splitter;

static void classify_olds(splitter *t) {
  sv_lits roots = {0};
  for (uint32_t k = 0; k < t->olds; k++) {
    for (uint32_t i = 0; i < t->n; i++) sv_push(roots, t->old[k].bits[i]);
    for (uint32_t i = 0; i < t->guards[k].n; i++) sv_push(roots, t->guards[k].at[i]);
  }
  find_classes(t->g, &roots, &t->old_classes);
  for (uint32_t k = 1; k < t->olds; k++)
    for (uint32_t i = 0; i < t->n; i++) join(&t->old_classes, t->old[0].bits[i], t->old[k].bits[i]);
  sv_vec_free(roots);
}

static bool has(const sv_lits *sorted, sv_lit l) {
  return sorted->n && bsearch(&l, sorted->at, sorted->n, sizeof l, by_index);
}

// Joins all classes in which some old set differs from the first.
static void join_differences(splitter *t) {
  sv_lits differ = {0};
  for (uint32_t k = 1; k < t->olds; k++) {
    for (uint32_t i = 0; i < t->n; i++)
      if (!sv_lit_same(t->old[0].bits[i], t->old[k].bits[i])) sv_push(differ, t->old[k].bits[i]);
    for (uint32_t i = 0; i < t->guards[0].n; i++)
      if (!has(&t->guards[k], t->guards[0].at[i])) sv_push(differ, t->guards[0].at[i]);
    for (uint32_t i = 0; i < t->guards[k].n; i++)
      if (!has(&t->guards[0], t->guards[k].at[i])) sv_push(differ, t->guards[k].at[i]);
  }
  for (uint32_t i = 1; i < differ.n; i++) join(&t->old_classes, differ.at[0], differ.at[i]);
  sv_vec_free(differ);
}

static sv_subsume_group *group_of(splitter *t, sv_lit l) {
  uint32_t class = class_of(&t->old_classes, l), at = sv_map_get(&t->group_of, class);
  if (at == SV_MAP_NONE) {
    sv_map_put(&t->group_of, class, at = t->out->n);
    sv_push(*t->out, (sv_subsume_group){0});
    sv_fill(t->out->at[at].old, t->olds);
  }
  return &t->out->at[at];
}

static void fill_groups(splitter *t) {
  for (uint32_t k = 0; k < t->olds; k++) {
    for (uint32_t i = 0; i < t->n; i++)
      sv_push(group_of(t, t->old[k].bits[i])->old.at[k].bits, t->old[k].bits[i]);
    for (uint32_t i = 0; i < t->guards[k].n; i++)
      sv_push(group_of(t, t->guards[k].at[i])->old.at[k].guard, t->guards[k].at[i]);
  }
  for (uint32_t i = 0; i < t->n; i++)
    sv_push(group_of(t, t->old[0].bits[i])->fresh.bits, t->fresh->bits[i]);
}

// Is the factor of all old sets the same here?
static bool common(const sv_subsume_group *p) {
  for (uint32_t k = 1; k < p->old.n; k++) {
    assert(p->old.at[k].bits.n == p->old.at[0].bits.n);
    const sv_factor *a = &p->old.at[0], *b = &p->old.at[k];
    if (a->guard.n != b->guard.n) return false;
    if (a->bits.n && memcmp(a->bits.at, b->bits.at, a->bits.n * sizeof *a->bits.at)) return false;
    if (a->guard.n && memcmp(a->guard.at, b->guard.at, a->guard.n * sizeof *a->guard.at))
      return false;
  }
  return true;
}

static void keep_first(sv_subsume_group *p) {
  while (p->old.n > 1) {
    sv_factor_free(&sv_last(p->old));
    p->old.n--;
  }
}

// ---- the guard of the fresh set

static void add_fresh_guard(sv_subsume_group *p, classes *c, const sv_lits *guard) {
  sv_map here = {0};
  for (uint32_t i = 0; i < p->fresh.bits.n; i++)
    if (!sv_lit_is_const(p->fresh.bits.at[i]))
      sv_map_put(&here, class_of(c, p->fresh.bits.at[i]), 1);
  for (uint32_t i = 0; i < guard->n; i++)
    if (sv_map_get(&here, class_of(c, guard->at[i])) != SV_MAP_NONE)
      sv_push(p->fresh.guard, guard->at[i]);
  sv_map_free(&here);
}

static void add_fresh_guards(splitter *t) {
  sv_lits guard = {0}, roots = {0};
  classes c = {0};
  conjuncts(t->g, t->fresh->guard, &guard);
  for (uint32_t i = 0; i < t->n; i++) sv_push(roots, t->fresh->bits[i]);
  for (uint32_t i = 0; i < guard.n; i++) sv_push(roots, guard.at[i]);
  find_classes(t->g, &roots, &c);
  for (uint32_t i = 0; i < t->out->n; i++) add_fresh_guard(&t->out->at[i], &c, &guard);
  sv_vec_free(guard);
  sv_vec_free(roots);
  free_classes(&c);
}

void sv_subsume_split(const sv_aig *g, const sv_parametric_set *fresh, const sv_parametric_set *old,
                      uint32_t olds, uint32_t n, sv_subsume_groups *out) {
  splitter t = {.g = g, .fresh = fresh, .old = old, .olds = olds, .n = n, .out = out};
  t.guards = SV_NEW_ARRAY(sv_lits, olds + 1);
  for (uint32_t k = 0; k < olds; k++) conjuncts(g, old[k].guard, &t.guards[k]);
  classify_olds(&t);
  join_differences(&t);
  fill_groups(&t);
  add_fresh_guards(&t);
  for (uint32_t i = 0; i < out->n; i++)
    assert(out->at[i].old.n == olds &&
           (!olds || out->at[i].fresh.bits.n == out->at[i].old.at[0].bits.n));
  for (uint32_t i = 0; i < out->n; i++)
    if (common(&out->at[i])) keep_first(&out->at[i]);
  for (uint32_t k = 0; k < olds; k++) sv_vec_free(t.guards[k]);
  sv_free(t.guards);
  free_classes(&t.old_classes);
  sv_map_free(&t.group_of);
}

void sv_subsume_groups_free(sv_subsume_groups *groups) {
  for (uint32_t i = 0; i < groups->n; i++) {
    sv_factor_free(&groups->at[i].fresh);
    for (uint32_t k = 0; k < groups->at[i].old.n; k++) sv_factor_free(&groups->at[i].old.at[k]);
    sv_vec_free(groups->at[i].old);
  }
  sv_vec_free(*groups);
}
