// fair.c -- infinite runs that meet some sets of states again and again.
//
// E. Emerson, C. Lei, Efficient model checking in fragments of the propositional
// mu-calculus, LICS 1986: the greatest set of states from each of which a path
// within it leads, by at least one step, to each of the sets. Here it is looked
// for within what was reached; sets are those of a following net (follow.h), so
// fairness is nothing special. A lasso is found as E. Clarke, O. Grumberg,
// K. McMillan and X. Zhao do it (Efficient generation of counterexamples and
// witnesses in symbolic model checking, DAC 1995): from a state past all sets; if
// there is no way back, from where that led to.

#include "analysis/rewrite/follow.h"
#include "analysis/rewrite/record.h"
#include "engine/bdd/walker.h"

typedef struct {
  sv_bdd_walker w;
  sv_bdd hull;
  uint32_t first, end;  // sets, as properties of the net
  uint32_t rounds;
} fair;

// Those of the states that belong to a set.
static sv_bdd those_in(fair *f, sv_bdd states, uint32_t set) {
  sv_bdd out = sv_symbolic_violations(f->w.s, states, set);
  sv_bdd in = sv_bdd_minus(f->w.b, states, out);
  sv_bdd_drop(f->w.b, out);
  return in;
}

// States of the hull with a way within it to these (dropped).
static sv_bdd ways_to(fair *f, sv_bdd goal) {
  sv_bdds *b = f->w.b;
  sv_bdd all = sv_bdd_keep(b, goal), fresh = goal;
  while (!sv_bdd_is_false(fresh)) {
    sv_bdd_set(b, &fresh, sv_bdd_walk_before(&f->w, fresh));
    sv_bdd_and_to(b, &fresh, f->hull);
    sv_bdd_minus_to(b, &fresh, all);
    sv_bdd_or_to(b, &all, fresh);
  }
  sv_bdd_drop(b, fresh);
  return all;
}

// Keeps the states from which at least one step leads on to the goal (dropped).
static void narrow(fair *f, sv_bdd goal) {
  sv_bdd ways = ways_to(f, goal);
  sv_bdd_set(f->w.b, &ways, sv_bdd_walk_before(&f->w, ways));
  sv_bdd_and_to(f->w.b, &f->hull, ways);
  sv_bdd_drop(f->w.b, ways);
}

static void shrink(fair *f) {
  sv_bdds *b = f->w.b;
  sv_bdd before = SV_BDD_FALSE;
  do {
    sv_bdd_set(b, &before, sv_bdd_keep(b, f->hull));
    f->rounds++;
    if (f->first == f->end) narrow(f, sv_bdd_keep(b, f->hull));
    for (uint32_t set = f->first; set < f->end && !sv_bdd_is_false(f->hull); set++)
      narrow(f, those_in(f, f->hull, set));
  } while (!sv_bdd_same(before, f->hull));
  sv_bdd_drop(b, before);
}

// ---- a lasso

// What steps within the hull lead to, layer by layer, from this state until the goal is met.
static bool spread(fair *f, sv_bdd from, sv_bdd goal, sv_bdd_list *layers) {
  sv_bdds *b = f->w.b;
  sv_bdd seen = SV_BDD_FALSE, now = sv_bdd_keep(b, from);
  bool met = false;
  while (!met && !sv_bdd_is_false(now)) {
    sv_push(*layers, now);
    now = sv_bdd_walk_after(&f->w, now);
    sv_bdd_and_to(b, &now, f->hull);
    sv_bdd_minus_to(b, &now, seen);
    sv_bdd_or_to(b, &seen, now);
    met = !sv_bdd_disjoint(b, now, goal);
  }
  sv_push(*layers, now);
  sv_bdd_drop(b, seen);
  return met;
}

static void turn(sv_bdd_walker *w, uint32_t first) {
  for (uint32_t i = first, k = w->codes.n; i + 1 < k--; i++) {
    uint8_t *code = w->codes.at[i];
    w->codes.at[i] = w->codes.at[k];
    w->codes.at[k] = code;
  }
}

// Goes from *at to some state of the goal, by a step at least. False: there is no way.
static bool go(fair *f, sv_bdd *at, sv_bdd goal) {
  sv_bdds *b = f->w.b;
  sv_bdd_list layers = {0};
  bool met = spread(f, *at, goal, &layers);
  uint32_t first = f->w.codes.n;
  if (met) {
    sv_bdd_set(b, at, sv_bdd_walk_add(&f->w, sv_bdd_and(b, sv_last(layers), goal)));
    sv_bdd back = sv_bdd_keep(b, *at);
    for (uint32_t i = layers.n - 1; i-- > 1;) {
      sv_bdd_set(b, &back, sv_bdd_walk_before(&f->w, back));
      sv_bdd from = sv_bdd_and(b, back, layers.at[i]);
      sv_bdd_set(b, &back, sv_bdd_walk_add(&f->w, from));
    }
    sv_bdd_drop(b, back);
    turn(&f->w, first);
  }
  for (uint32_t i = 0; i < layers.n; i++) sv_bdd_drop(b, layers.at[i]);
  sv_vec_free(layers);
  return met;
}

static bool go_past_all(fair *f, sv_bdd *at) {
  bool good = true;
  if (f->first == f->end) return go(f, at, f->hull);
  for (uint32_t set = f->first; set < f->end && good; set++) {
    sv_bdd goal = those_in(f, f->hull, set);
    good = go(f, at, goal);
    sv_bdd_drop(f->w.b, goal);
  }
  return good;
}

// The code at which the loop begins, which is also the last one; 0: our own bug.
static uint32_t find_loop(fair *f) {
  sv_bdds *b = f->w.b;
  uint8_t *last = sv_last(f->w.codes);
  sv_bdd at = sv_symbolic_state(f->w.s, last);
  uint32_t begin = 0;
  bool good = true, back = false;
  while (good && !back) {
    sv_bdd here = sv_bdd_keep(b, at);
    begin = f->w.codes.n;
    good = go_past_all(f, &at);
    back = good && (sv_bdd_same(at, here) || go(f, &at, here));
    sv_bdd_drop(b, here);
  }
  sv_bdd_drop(b, at);
  return good ? begin : 0;
}

static sv_trace *lasso(fair *f, uint32_t property) {
  uint32_t begin = sv_bdd_walk_to(&f->w, f->hull) ? find_loop(f) : 0;
  bool good = begin && sv_bdd_walk_steps(&f->w, property);
  if (!good) sv_trace_free(f->w.s->net, f->w.trace), f->w.trace = NULL;
  if (!good) return NULL;
  f->w.trace->lasso = true;
  f->w.trace->loop = begin - 1;
  return f->w.trace;
}

// ---- all of it

void sv_bdd_search_fair(sv_bdd_search *x, uint32_t property) {
  uint32_t sets = sv_follow_sets(x->s->net);
  fair f = {.first = sets + 1, .end = x->s->net->properties.n};
  sv_bdd_walker_init(&f.w, x);
  f.hull = those_in(&f, x->reached, sets);
  shrink(&f);
  sv_answer_statistic(x->answer, "rounds of the fair hull", "%u", (unsigned)f.rounds);
  if (!sv_bdd_is_false(f.hull)) {
    sv_trace *trace = lasso(&f, property);
    if (!trace) sv_answer_bug(x->answer, "no way through a fair set of states");
    else sv_record_close(x->s->net, trace);
    bool good = trace && sv_answer_violated(x->answer, property, trace);
    x->end = good ? SV_BDD_FOUND : SV_BDD_BROKEN;
  }
  sv_bdd_drop(f.w.b, f.hull);
  sv_bdd_walker_free(&f.w);
}
