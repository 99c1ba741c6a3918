// relations.c -- the steps of sets.h as relations.

#include <stdlib.h>

#include "engine/threads/sets.h"

typedef struct {
  uint32_t pair;
  sv_lit value;
} assignment;
typedef SV_VEC(assignment) assignments;

static int by_pair(const void *a, const void *b) {
  uint32_t x = ((const assignment *)a)->pair, y = ((const assignment *)b)->pair;
  return x < y ? -1 : x > y;
}

static void assign(assignments *to, const sv_thread_writes *w, const sv_u32s *pairs) {
  for (uint32_t i = 0; i < w->n; i++) assert(w->at[i].bit < pairs->n);
  for (uint32_t i = 0; i < w->n; i++)
    sv_push(*to, (assignment){pairs->at[w->at[i].bit], w->at[i].value});
}

// Choices in whose last conjunct we are: by conjunct (0: "when"), variables.
typedef SV_VEC(sv_u32s) last_uses;

static void note_uses(const sv_thread_sets *x, sv_lit value, uint32_t conjunct, sv_map *last) {
  sv_u32s inputs = {0};
  sv_aig_support(x->s->aig, &value, 1, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) {
    uint32_t var = x->var_of_node.at[inputs.at[i]];
    if (var >= 2 * x->pairs) sv_map_put(last, var, conjunct);
  }
  sv_vec_free(inputs);
}

static void find_last_uses(const sv_thread_sets *x, sv_lit when, const assignments *all,
                           last_uses *out) {
  sv_map last = {0};
  note_uses(x, when, 0, &last);
  for (uint32_t i = all->n; i-- > 0;) note_uses(x, all->at[i].value, all->n - i, &last);
  sv_fill(*out, all->n + 1);
  for (uint32_t var = 2 * x->pairs; var < 2 * x->pairs + x->singles; var++) {
    uint32_t conjunct = sv_map_get(&last, var);
    if (conjunct != SV_MAP_NONE) sv_push(out->at[conjunct], var);
  }
  sv_map_free(&last);
}

static void conjoin(sv_thread_sets *x, sv_bdd *rel, sv_bdd with, const sv_u32s *forgotten) {
  sv_bdd cube = sv_bdd_cube(x->bdds, forgotten->at, forgotten->n);
  sv_bdd_set(x->bdds, rel, sv_bdd_and_exists(x->bdds, *rel, with, cube));
  sv_bdd_drop(x->bdds, with);
  sv_bdd_drop(x->bdds, cube);
}

// "when", and each pair's next bit is its value; choices are forgotten, each as soon as nothing
// else has it: a variable that becomes any value would otherwise be tied to all of its choice first.
static sv_bdd relate(sv_thread_sets *x, sv_lit when, assignments *all) {
  last_uses last = {0};
  if (all->n) qsort(all->at, all->n, sizeof *all->at, by_pair);
  find_last_uses(x, when, all, &last);
  sv_bdd rel = SV_BDD_TRUE;
  conjoin(x, &rel, sv_thread_diagram(x, when), &last.at[0]);
  for (uint32_t i = all->n; i-- > 0;) {
    sv_bdd value = sv_thread_diagram(x, all->at[i].value);
    sv_bdd next = sv_bdd_var(x->bdds, 2 * all->at[i].pair + 1);
    conjoin(x, &rel, sv_bdd_iff(x->bdds, value, next), &last.at[all->n - i]);
    sv_bdd_drop(x->bdds, value);
    sv_bdd_drop(x->bdds, next);
  }
  for (uint32_t i = 0; i < last.n; i++) sv_vec_free(last.at[i]);
  sv_vec_free(last);
  return rel;
}

static sv_bdd_relation make(sv_thread_sets *x, sv_lit when, assignments *all /*emptied*/) {
  sv_u32s pairs = {0};
  sv_bdd rel = relate(x, when, all);
  for (uint32_t i = 0; i < all->n; i++) sv_push(pairs, all->at[i].pair);
  sv_bdd_relation r = sv_bdd_relation_make(x->bdds, rel, pairs.at, pairs.n);
  sv_vec_free(pairs);
  sv_clear(*all);
  return r;
}

// ---- classes

static uint32_t class_of(sv_thread_sets *x, const assignments *written) {
  for (uint32_t c = 0; c < x->classes.n; c++) {
    const sv_u32s *p = &x->classes.at[c].pairs;
    bool same = p->n == written->n;
    for (uint32_t i = 0; i < p->n && same; i++) same = p->at[i] == written->at[i].pair;
    if (same) return c;
  }
  sv_thread_class new = {.rel = SV_BDD_FALSE, .passed = SV_BDD_FALSE};
  for (uint32_t i = 0; i < written->n; i++) sv_push(new.pairs, written->at[i].pair);
  sv_push(x->classes, new);
  return x->classes.n - 1;
}

static void make_base(sv_thread_sets *x, const sv_thread_action *a, sv_lit when,
                      sv_thread_relations *r) {
  assignments all = {0};
  assign(&all, &a->globals, &x->global_pairs);
  r->base = relate(x, when, &all);
  sv_bdd_set(x->bdds, &r->base, sv_bdd_and(x->bdds, r->base, x->started));
  r->class_number = class_of(x, &all);
  r->has_class = true;
  assert(x->classes.at[r->class_number].pairs.n == a->globals.n);
  sv_vec_free(all);
}

// ---- one action

static void relate_action(sv_thread_sets *x, const sv_thread_action *a, sv_thread_relations *r) {
  assignments all = {0};
  sv_lit when = sv_thread_condition(a, x->lazy);
  r->enabled = sv_thread_diagram(x, when);
  sv_bdd_set(x->bdds, &r->enabled, sv_bdd_exists(x->bdds, r->enabled, x->choice_cube));
  assign(&all, &a->globals, &x->global_pairs);
  assign(&all, &a->locals, &x->own_pairs);
  r->has_own = !a->ends && !a->net->cut;
  if (r->has_own) r->own = make(x, when, &all);
  for (uint32_t k = 0; k < a->started.n; k++) {
    sv_clear(all);
    assign(&all, &a->globals, &x->global_pairs);
    for (uint32_t i = 0; i < x->s->locals; i++)
      sv_push(all, (assignment){x->own_pairs.at[i], a->started.at[k].at[i]});
    sv_push(r->started, make(x, when, &all));
  }
  if (a->broadcasts) {
    sv_clear(all);
    assign(&all, &a->globals, &x->global_pairs);
    assign(&all, &a->passive, &x->passive_pairs);
    r->passive = make(x, a->passive_enabled, &all);
    r->has_passive = true;
  } else if (a->globals.n && !a->net->cut) {
    make_base(x, a, when, r);
  }
  sv_vec_free(all);
}

sv_bdd_relation sv_thread_birth(sv_thread_sets *x, uint32_t action) {
  const sv_thread_action *a = &x->s->actions.at[action];
  assignments all = {0};
  assign(&all, &a->globals, &x->global_pairs);
  assign(&all, &a->locals, &x->own_pairs);
  for (uint32_t i = 0; i < x->s->locals; i++)
    sv_push(all, (assignment){x->passive_pairs.at[i], a->started.at[0].at[i]});
  sv_bdd_relation r = make(x, sv_thread_condition(a, x->lazy), &all);
  sv_vec_free(all);
  return r;
}

// ---- who can be passive

static sv_bdd exclude(sv_thread_sets *x, sv_bdd a, sv_bdd b) {
  sv_bdd both = sv_bdd_and(x->bdds, a, b), not = sv_bdd_not(x->bdds, both);
  sv_bdd_drop(x->bdds, both);
  return not ;
}

static sv_lit passive_twin(sv_thread_system *s, sv_lit l) {
  sv_map by = {0};
  for (uint32_t i = 0; i < s->locals; i++)
    sv_map_put(&by, sv_lit_node(s->own_inputs.at[i]), s->passive_inputs.at[i].x);
  sv_aig_substitute(s->aig, &l, 1, &by);
  sv_map_free(&by);
  return l;
}

static void make_apart(sv_thread_sets *x) {
  sv_thread_system *s = x->s;
  x->apart = SV_BDD_TRUE;
  for (uint32_t i = 0; i < s->exclusive.n; i++) {
    sv_bdd has = sv_thread_diagram(x, s->exclusive.at[i]);
    sv_bdd other = sv_thread_diagram(x, passive_twin(s, s->exclusive.at[i]));
    sv_thread_meet(x->bdds, &x->apart, exclude(x, has, other));
    sv_bdd_drop(x->bdds, has);
    sv_bdd_drop(x->bdds, other);
  }
}

static void make_passable(sv_thread_sets *x) {
  sv_thread_system *s = x->s;
  sv_lits all = {0};
  for (uint32_t l = 1; l < s->at.n; l++)
    if (sv_thread_is_passed(s, x->lazy, l)) sv_push(all, s->at.at[l]);
  x->passable = sv_thread_diagram(x, sv_aig_or_all(s->aig, all.at, all.n));
  sv_bdd_set(x->bdds, &x->passable, sv_bdd_and(x->bdds, x->passable, x->started));
  sv_vec_free(all);
}

void sv_thread_relate(sv_thread_sets *x) {
  sv_thread_system *s = x->s;
  x->lazy = sv_thread_is_lazy(s, x->run->options);
  make_apart(x);
  make_passable(x);
  x->relations = SV_NEW_ARRAY(sv_thread_relations, s->actions.n + 1);
  for (uint32_t i = 0; i < s->actions.n; i++) relate_action(x, &s->actions.at[i], &x->relations[i]);
}

static void free_relations(sv_thread_sets *x, sv_thread_relations *r) {
  sv_bdd_drop(x->bdds, r->enabled);
  sv_bdd_drop(x->bdds, r->base);
  if (r->has_own) sv_bdd_relation_free(x->bdds, &r->own);
  if (r->has_passive) sv_bdd_relation_free(x->bdds, &r->passive);
  for (uint32_t i = 0; i < r->started.n; i++) sv_bdd_relation_free(x->bdds, &r->started.at[i]);
  sv_vec_free(r->started);
}

void sv_thread_relations_free(sv_thread_sets *x) {
  for (uint32_t i = 0; i < x->s->actions.n; i++) free_relations(x, &x->relations[i]);
  sv_free(x->relations);
  for (uint32_t c = 0; c < x->classes.n; c++) {
    sv_bdd_drop(x->bdds, x->classes.at[c].rel);
    sv_bdd_drop(x->bdds, x->classes.at[c].passed);
    sv_vec_free(x->classes.at[c].pairs);
  }
  sv_vec_free(x->classes);
}
