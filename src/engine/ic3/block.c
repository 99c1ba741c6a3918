// block.c -- proof obligations: states that must be shown to be unreachable.
//
// The one with the lowest level comes first. It is either excluded by a clause,
// or a predecessor is found that must be excluded one level below. An excluded
// one is kept for the next level: it would be found there again, and so runs
// that are longer than the frames are many can be found.

#include "engine/ic3/inside.h"

// ---- the queue

static bool comes_first(const sv_ic3 *x, uint32_t a, uint32_t b) {
  uint32_t one = x->obligations.at[a].level, other = x->obligations.at[b].level;
  return one != other ? one < other : a > b;
}

static void swap(sv_ic3 *x, uint32_t i, uint32_t k) {
  uint32_t o = x->queue.at[i];
  x->queue.at[i] = x->queue.at[k];
  x->queue.at[k] = o;
}

static void push(sv_ic3 *x, uint32_t o) {
  uint32_t i = x->queue.n;
  sv_push(x->queue, o);
  for (; i && comes_first(x, x->queue.at[i], x->queue.at[(i - 1) / 2]); i = (i - 1) / 2)
    swap(x, i, (i - 1) / 2);
}

SV_ASSERT_ONLY static bool comes_before_all(const sv_ic3 *x, uint32_t first) {
  for (uint32_t i = 0; i < x->queue.n; i++)
    if (x->queue.at[i] == first || comes_first(x, x->queue.at[i], first)) return false;
  return true;
}

static uint32_t pop(sv_ic3 *x) {
  uint32_t first = x->queue.at[0], last = sv_pop(x->queue), i = 0;
  if (!x->queue.n) return first;
  x->queue.at[0] = last;
  for (uint32_t k = 1; k < x->queue.n; k = 2 * i + 1) {
    if (k + 1 < x->queue.n && comes_first(x, x->queue.at[k + 1], x->queue.at[k])) k++;
    if (!comes_first(x, x->queue.at[k], x->queue.at[i])) break;
    swap(x, i, k);
    i = k;
  }
  assert(comes_before_all(x, first));
  return first;
}

void sv_ic3_forget_obligations(sv_ic3 *x) {
  for (uint32_t i = 0; i < x->obligations.n; i++) {
    sv_vec_free(x->obligations.at[i].cube);
    sv_free(x->obligations.at[i].inputs);
  }
  sv_clear(x->obligations);
  sv_clear(x->queue);
}

// ---- one obligation

// The model's state, as far as it matters, leads to obligation `to` (or meets the condition).
static uint32_t oblige(sv_ic3 *x, uint32_t level, uint32_t to, uint32_t condition) {
  sv_ic3_obligation o = {.level = level, .next = to};
  assert(level <= x->top);
  assert(to == UINT32_MAX || x->obligations.at[to].level == level + 1);
  uint32_t n = x->circuit->inputs.n;
  const sv_cube *target = to == UINT32_MAX ? NULL : &x->obligations.at[to].cube;
  o.depth = target ? x->obligations.at[to].depth + 1 : 0;
  o.inputs = SV_NEW_ARRAY(uint8_t, n + 1);
  if (n) memcpy(o.inputs, x->model_inputs, n);
  sv_ic3_lift(x, target, condition, &o.cube);
  assert(sv_cube_is_sorted(&o.cube));
  sv_push(x->obligations, o);
  x->numbers.obligations++;
  return x->obligations.n - 1;
}

// True: an initial state meets it.
static bool enqueue(sv_ic3 *x, uint32_t o) {
  if (sv_ic3_meets_start(x, &x->obligations.at[o].cube) && !x->stopped) return true;
  push(x, o);
  return false;
}

static void exclude(sv_ic3 *x, uint32_t o, sv_cube *core) {
  uint32_t frame = x->obligations.at[o].level - 1;
  sv_ic3_generalise(x, frame, core, 0);
  if (x->stopped) return;
  uint32_t level = sv_ic3_learn(x, frame, core);
  assert(x->stopped || (level > frame && sv_ic3_excluded(x, &x->obligations.at[o].cube, level)));
  if (level >= x->top) return;
  x->obligations.at[o].level = level + 1;
  push(x, o);
}

// UINT32_MAX, or an obligation that an initial state meets.
static uint32_t discharge(sv_ic3 *x, uint32_t o) {
  sv_cube cube = {0}, core = {0};
  uint32_t level = x->obligations.at[o].level, met = UINT32_MAX;
  assert(level >= 1 && level <= x->top);  // of level 0 are initial states only
  sv_cube_copy(&cube, &x->obligations.at[o].cube);
  if (sv_ic3_excluded(x, &cube, level)) {
    if (level < x->top) x->obligations.at[o].level++, push(x, o);
  } else {
    sv_sat_answer a = sv_ic3_reaches(x, level - 1, &cube, true, &core);
    assert(a != SV_SAT_NO || sv_cube_within(&core, &cube));
    if (a == SV_SAT_NO) exclude(x, o, &core);
    if (a == SV_SAT_YES) {
      push(x, o);
      uint32_t before = oblige(x, level - 1, o, 0);
      if (enqueue(x, before)) met = before;
    }
  }
  sv_vec_free(cube);
  sv_vec_free(core);
  return met;
}

// ---- all of them

sv_ic3_blocking sv_ic3_block(sv_ic3 *x) {
  for (;;) {
    sv_sat_answer a = sv_ic3_meets_condition(x, x->top);
    if (a == SV_SAT_UNKNOWN) return SV_IC3_STOPPED;
    if (a == SV_SAT_NO) return SV_IC3_BLOCKED;
    uint32_t met = oblige(x, x->top, UINT32_MAX, sv_ic3_met_by_model(x));
    if (!x->stopped && !enqueue(x, met)) met = UINT32_MAX;
    while (met == UINT32_MAX && x->queue.n && !x->stopped) met = discharge(x, pop(x));
    if (x->stopped) return SV_IC3_STOPPED;
    if (met != UINT32_MAX) return sv_ic3_make_run(x, met) ? SV_IC3_RUN : SV_IC3_STOPPED;
    sv_ic3_forget_obligations(x);
  }
}
