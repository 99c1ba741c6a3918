// generalise.c -- from a cube that is not reached to a smaller one that is not either.
//
// Literals are left out one after the other, those of rare bits first. If the
// rest is reached after all, then from a state that speaks against it (a
// counterexample to generalisation): either that state is unreachable itself,
// and a clause against it is learnt on the way, or the cube is joined with it.
// (Hassan, Bradley, Somenzi 2013, figures 2 and 3.)

#include <stdlib.h>

#include "engine/ic3/inside.h"

enum { MOST_DEPTH = 1, MOST_COUNTEREXAMPLES = 3, MOST_JOINS = 6, MOST_FAILURES = 5 };

// ---- one literal less

// Keeps the literals that the other one has too; false if one of those is lost that must stay.
static bool join(sv_ic3 *x, sv_cube *c, const sv_cube *other, const sv_cube *must) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->n; i++) {
    if (sv_cube_has(other, c->at[i])) c->at[kept++] = c->at[i];
    else if (sv_cube_has(must, c->at[i])) return false;
  }
  c->n = kept;
  x->numbers.joins++;
  return true;
}

// The model's state is itself unreachable so far: says so by a clause.
static bool refute(sv_ic3 *x, uint32_t frame, const sv_cube *c, uint32_t depth) {
  sv_cube state = {0}, core = {0};
  bool refuted = false;
  if (frame) {
    sv_ic3_lift(x, c, 0, &state);
    refuted = !x->stopped && !sv_ic3_meets_sample(x, &state) && !sv_ic3_meets_start(x, &state) &&
              sv_ic3_reaches(x, frame - 1, &state, true, &core) == SV_SAT_NO;
  }
  if (refuted) {
    x->numbers.counterexamples++;
    uint32_t from = frame - 1;
    assert(sv_cube_within(&core, &state));
    while (from + 1 < x->top && sv_ic3_reaches(x, from + 1, &core, true, NULL) == SV_SAT_NO) from++;
    if (!x->stopped) sv_ic3_generalise(x, from, &core, depth + 1);
    if (!x->stopped) sv_ic3_add(x, &core, from + 1);
  }
  sv_vec_free(state);
  sv_vec_free(core);
  return refuted && !x->stopped;
}

static void note_model(const sv_ic3 *x, const sv_cube *c, sv_cube *out) {
  sv_clear(*out);
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t bit = sv_cube_bit(c->at[i]);
    sv_push(*out, x->model_state[bit] ? (int32_t)bit + 1 : -(int32_t)bit - 1);
  }
}

// The cube, or one around it, is inductive relative to the frame: then it becomes that.
static bool shrink(sv_ic3 *x, uint32_t frame, sv_cube *c, const sv_cube *must, uint32_t depth) {
  sv_cube core = {0}, against = {0};
  uint32_t refuted = 0, joins = 0;
  bool good = false;
  while (!x->stopped && !sv_ic3_meets_sample(x, c) && !sv_ic3_meets_start(x, c)) {
    sv_sat_answer a = sv_ic3_reaches(x, frame, c, true, &core);
    good = a == SV_SAT_NO;
    assert(!good || sv_cube_within(&core, c));
    if (good) sv_cube_copy(c, &core);
    assert(c->n);
    if (a != SV_SAT_YES || depth > MOST_DEPTH) break;
    note_model(x, c, &against);
    if (refuted < MOST_COUNTEREXAMPLES && refute(x, frame, c, depth)) {
      refuted++;
      continue;
    }
    refuted = 0;
    if (joins++ >= MOST_JOINS || !join(x, c, &against, must)) break;
  }
  sv_vec_free(core);
  sv_vec_free(against);
  return good && !x->stopped;
}

// ---- all literals

typedef struct {
  int32_t literal;
  double activity;
} ranked;

static int by_activity(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->activity != y->activity) return x->activity < y->activity ? -1 : 1;
  return (x->literal > y->literal) - (x->literal < y->literal);
}

static ranked *rank(const sv_ic3 *x, const sv_cube *c) {
  ranked *order = SV_NEW_ARRAY(ranked, c->n + 1);
  for (uint32_t i = 0; i < c->n; i++)
    order[i] = (ranked){c->at[i], x->activity.at[sv_cube_bit(c->at[i])]};
  qsort(order, c->n, sizeof *order, by_activity);
  return order;
}

static void leave_out(const sv_cube *c, int32_t literal, sv_cube *out) {
  sv_clear(*out);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->at[i] != literal) sv_push(*out, c->at[i]);
}

void sv_ic3_generalise(sv_ic3 *x, uint32_t frame, sv_cube *c, uint32_t depth) {
  ranked *order = rank(x, c);
  uint32_t n = c->n, failures = 0;
  assert(sv_cube_is_sorted(c) && frame < x->frames.n);
  sv_cube less = {0}, must = {0};
  x->numbers.generalised++;
  for (uint32_t i = 0; i < n && c->n > 1 && failures < MOST_FAILURES && !x->stopped; i++) {
    if (!sv_cube_has(c, order[i].literal)) continue;
    leave_out(c, order[i].literal, &less);
    uint32_t before = c->n;
    if (shrink(x, frame, &less, &must, depth)) {
      sv_cube_copy(c, &less);
      x->numbers.dropped += before - c->n;
      failures = 0;
    } else {
      sv_push(must, order[i].literal);
      sv_cube_sort(&must);
      failures++;
    }
  }
  sv_vec_free(less);
  sv_vec_free(must);
  sv_free(order);
}

uint32_t sv_ic3_learn(sv_ic3 *x, uint32_t frame, const sv_cube *c) {
  uint32_t level = frame + 1;
  assert(level <= x->top && c->n);
  while (level < x->top && sv_ic3_reaches(x, level, c, true, NULL) == SV_SAT_NO) level++;
  if (!x->stopped) sv_ic3_add(x, c, level);
  return level;
}
