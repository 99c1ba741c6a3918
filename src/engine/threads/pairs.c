// pairs.c -- the fix-point of pairs.h.
//
// By induction over a run every thread state is among the singles and every two threads
// of one state are among the pairs. Let thread t take a step. Itself and whom it starts come
// from the singles. Another thread u made a pair with t: the pair after the step, or u alone if t
// ends. Of two threads afterwards, one is t (its step in the pair, or a birth: whom it has
// started), or one is new (started by t beside the other), or both only watch: then each of them
// made a pair with t, and they one with each other, all with the same globals.
//
// Pairs are kept symmetric. For the third thread, own bits are those of t; the watchers have the
// passive bits and the next values of these, which no relation on pairs needs.

#include "engine/threads/pairs.h"

enum { MOST_NODES = 40000 };  // of the pairs

typedef struct {
  sv_thread_sets *x;
  sv_bdd singles, pairs;
  sv_bdd frame;  // no pair is outside
  sv_bdd own_is_passive, own_is_third, passive_is_third, third_cube;
  SV_VEC(sv_bdd_relation) births;  // by action, as far as it has one
} pairing;

// ---- renaming

static sv_bdd identity(sv_thread_sets *x, const sv_u32s *a, uint32_t shift_a, const sv_u32s *b,
                       uint32_t shift_b) {
  sv_bdd all = SV_BDD_TRUE;
  assert(a->n == b->n);
  for (uint32_t i = a->n; i-- > 0;) {
    sv_bdd l = sv_bdd_var(x->bdds, 2 * a->at[i] + shift_a),
           r = sv_bdd_var(x->bdds, 2 * b->at[i] + shift_b);
    sv_thread_meet(x->bdds, &all, sv_bdd_iff(x->bdds, l, r));
    sv_bdd_drop(x->bdds, l);
    sv_bdd_drop(x->bdds, r);
  }
  return all;
}

// The same set with other names; taken.
static sv_bdd rename_by(pairing *p, sv_bdd set, sv_bdd same, sv_bdd cube) {
  sv_bdd_set(p->x->bdds, &set, sv_bdd_and_exists(p->x->bdds, set, same, cube));
  return set;
}

static sv_bdd swapped(pairing *p, sv_bdd set) {
  sv_bdd to = rename_by(p, sv_bdd_keep(p->x->bdds, set), p->own_is_third, p->x->own_cube);
  to = rename_by(p, to, p->own_is_passive, p->x->passive_cube);
  return rename_by(p, to, p->passive_is_third, p->third_cube);
}

static sv_bdd third_cube(sv_thread_sets *x) {
  sv_u32s vars = {0};
  for (uint32_t i = 0; i < x->passive_pairs.n; i++) sv_push(vars, 2 * x->passive_pairs.at[i] + 1);
  sv_bdd cube = sv_bdd_cube(x->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

// ---- new ones

static void add_single(pairing *p, sv_bdd set /*taken*/) {
  sv_thread_meet(p->x->bdds, &set, sv_bdd_keep(p->x->bdds, p->x->reached));
  sv_thread_join(p->x->bdds, &p->singles, set);
}

static void add_pairs(pairing *p, sv_bdd set /*taken*/) {
  sv_bdds *b = p->x->bdds;
  sv_bdd_set(b, &set, sv_bdd_and(b, set, p->frame));
  if (!sv_bdd_implies(b, set, p->pairs)) {
    sv_thread_join(b, &p->pairs, swapped(p, set));
    sv_bdd_set(b, &p->pairs, sv_bdd_or(b, p->pairs, set));
  }
  sv_bdd_drop(b, set);
}

// ---- steps of one of the two

// The acting thread has ended, and the other one sees what it wrote.
static void end_beside(pairing *p, const sv_thread_relations *r) {
  sv_thread_sets *x = p->x;
  const sv_u32s *written = &x->classes.at[r->class_number].pairs;
  assert(!r->has_own && r->has_class);
  sv_bdd_relation last =
      sv_bdd_relation_make(x->bdds, sv_bdd_keep(x->bdds, r->base), written->at, written->n);
  sv_bdd left = sv_bdd_image(x->bdds, p->pairs, &last);
  sv_bdd_relation_free(x->bdds, &last);
  sv_bdd_set(x->bdds, &left, sv_bdd_exists(x->bdds, left, x->own_cube));
  add_single(p, rename_by(p, left, p->own_is_passive, x->passive_cube));
}

static void take(pairing *p, uint32_t action) {
  sv_bdds *b = p->x->bdds;
  const sv_thread_action *a = &p->x->s->actions.at[action];
  const sv_thread_relations *r = &p->x->relations[action];
  if (a->net->cut) return;
  if (r->has_own) {
    add_single(p, sv_bdd_image(b, p->singles, &r->own));
    add_pairs(p, sv_bdd_image(b, p->pairs, &r->own));
  } else if (r->has_class) {
    end_beside(p, r);
  }
  for (uint32_t k = 0; k < r->started.n; k++) {
    add_single(p, sv_bdd_image(b, p->singles, &r->started.at[k]));
    add_pairs(p, sv_bdd_image(b, p->pairs, &r->started.at[k]));
  }
  if (r->started.n && r->has_own) add_pairs(p, sv_bdd_image(b, p->singles, &p->births.at[action]));
}

// ---- steps of a third thread

static void watch(pairing *p, uint32_t class_number, sv_bdd watchers, sv_bdd to_third) {
  sv_thread_sets *x = p->x;
  sv_bdds *b = x->bdds;
  const sv_thread_class *c = &x->classes.at[class_number];
  sv_bdd rel = SV_BDD_FALSE;
  for (uint32_t i = 0; i < x->s->actions.n; i++) {
    if (!x->relations[i].has_class || x->relations[i].class_number != class_number) continue;
    sv_bdd acting = sv_bdd_and(b, p->pairs, x->relations[i].base);
    sv_thread_join(b, &rel, sv_bdd_and_exists(b, acting, to_third, x->own_cube));
    sv_bdd_drop(b, acting);
  }
  sv_bdd_relation r = sv_bdd_relation_make(b, rel, c->pairs.at, c->pairs.n);
  sv_bdd after = sv_bdd_image(b, watchers, &r);
  sv_bdd_relation_free(b, &r);
  add_pairs(p, rename_by(p, after, p->own_is_third, p->third_cube));
}

static void watch_all(pairing *p) {
  sv_thread_sets *x = p->x;
  for (uint32_t c = 0; c < x->classes.n; c++) {
    sv_bdd watchers = rename_by(p, sv_bdd_keep(x->bdds, p->pairs), p->own_is_third, x->own_cube);
    sv_bdd to_third =
        rename_by(p, sv_bdd_keep(x->bdds, p->pairs), p->passive_is_third, x->passive_cube);
    watch(p, c, watchers, to_third);
    sv_bdd_drop(x->bdds, watchers);
    sv_bdd_drop(x->bdds, to_third);
  }
}

// ---- all of it

static sv_bdd make_frame(pairing *p) {
  sv_thread_sets *x = p->x;
  sv_bdd other = rename_by(p, sv_bdd_keep(x->bdds, x->reached), p->own_is_passive, x->own_cube);
  sv_bdd frame = sv_bdd_and(x->bdds, x->reached, other);
  sv_bdd_drop(x->bdds, other);
  sv_bdd_set(x->bdds, &frame, sv_bdd_and(x->bdds, frame, x->apart));
  sv_bdd_set(x->bdds, &frame, sv_bdd_and(x->bdds, frame, x->started));
  return frame;
}

static void begin(pairing *p) {
  sv_thread_sets *x = p->x;
  p->own_is_passive = identity(x, &x->own_pairs, 0, &x->passive_pairs, 0);
  p->own_is_third = identity(x, &x->own_pairs, 0, &x->passive_pairs, 1);
  p->passive_is_third = identity(x, &x->passive_pairs, 0, &x->passive_pairs, 1);
  p->third_cube = third_cube(x);
  p->frame = make_frame(p);
  sv_fill(p->births, x->s->actions.n);
  for (uint32_t i = 0; i < x->s->actions.n; i++)
    if (x->relations[i].started.n && x->relations[i].has_own)
      p->births.at[i] = sv_thread_birth(x, i);
  add_single(p, sv_thread_diagram(x, x->s->initial));
}

static void finish(pairing *p) {
  sv_bdd all[] = {p->own_is_passive, p->own_is_third, p->passive_is_third, p->third_cube, p->frame,
                  p->singles,        p->pairs};
  for (uint32_t i = 0; i < SV_COUNT(all); i++) sv_bdd_drop(p->x->bdds, all[i]);
  for (uint32_t i = 0; i < p->births.n; i++)
    if (p->births.at[i].pairs) sv_bdd_relation_free(p->x->bdds, &p->births.at[i]);
  sv_vec_free(p->births);
}

SV_ASSERT_ONLY static bool is_symmetric(pairing *p) {
  sv_bdd other = swapped(p, p->pairs);
  bool same = sv_bdd_same(other, p->pairs);
  sv_bdd_drop(p->x->bdds, other);
  return same;
}

// One round; false: nothing new.
static bool go_round(pairing *p) {
  sv_thread_sets *x = p->x;
  sv_bdd singles = sv_bdd_keep(x->bdds, p->singles), pairs = sv_bdd_keep(x->bdds, p->pairs);
  for (uint32_t i = 0; i < x->s->actions.n; i++) take(p, i);
  watch_all(p);
  sv_bdd seen = sv_bdd_exists(x->bdds, p->pairs, x->passive_cube);
  assert(is_symmetric(p));
  add_single(p, seen);
  bool new = !sv_bdd_same(singles, p->singles) || !sv_bdd_same(pairs, p->pairs);
  assert(sv_bdd_implies(x->bdds, singles, p->singles) && sv_bdd_implies(x->bdds, pairs, p->pairs));
  sv_bdd_drop(x->bdds, singles);
  sv_bdd_drop(x->bdds, pairs);
  return new;
}

static bool is_for(const sv_thread_sets *x) {
  if (x->s->has_broadcasts || x->s->stack) return false;
  for (uint32_t i = 0; i < x->s->actions.n; i++)
    if (x->s->actions.at[i].started.n > 1) return false;
  return true;
}

bool sv_thread_pair_up(sv_thread_sets *x) {
  if (!is_for(x)) return false;
  pairing p = {.x = x};
  bool new = true, small = true;
  begin(&p);
  while (new &&small && !sv_limits_check(x->run->limits)) {
    new = go_round(&p);
    small = sv_bdd_nodes(x->bdds, p.pairs) <= MOST_NODES;
    SV_LOG(x->run->log, 2, "threads: pairs: %u nodes", sv_bdd_nodes(x->bdds, p.pairs));
  }
  if (!new) {
    assert(sv_bdd_implies(x->bdds, p.singles, x->reached));
    sv_bdd_set(x->bdds, &x->together, sv_bdd_keep(x->bdds, p.pairs));
    sv_bdd_set(x->bdds, &x->reached, sv_bdd_keep(x->bdds, p.singles));
    x->has_together = true;
    sv_thread_judge(x);
  }
  finish(&p);
  return !new;
}
