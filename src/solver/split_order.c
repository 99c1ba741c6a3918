// split_order.c -- which variable next: a heap by activity (VSIDS).
//
// Variables in conflicts get more active; activities fade by letting the
// bump grow. Among equals the smaller variable comes first.

#include "solver/split_inside.h"

#define HUGE_ACTIVITY 1e100
#define FADE 0.95

static bool before(const sv_split *s, uint32_t a, uint32_t b) {
  double x = s->activity.at[a], y = s->activity.at[b];
  return x > y || (x >= y && a < b);
}

static void put(sv_split *s, uint32_t place, uint32_t v) {
  s->heap.at[place] = v;
  s->heap_place.at[v] = place + 1;
}

static void up(sv_split *s, uint32_t place) {
  uint32_t v = s->heap.at[place];
  while (place && before(s, v, s->heap.at[(place - 1) / 2])) {
    put(s, place, s->heap.at[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  put(s, place, v);
}

static void down(sv_split *s, uint32_t place) {
  uint32_t v = s->heap.at[place], child;
  while ((child = 2 * place + 1) < s->heap.n) {
    if (child + 1 < s->heap.n && before(s, s->heap.at[child + 1], s->heap.at[child])) child++;
    if (!before(s, s->heap.at[child], v)) break;
    put(s, place, s->heap.at[child]);
    place = child;
  }
  put(s, place, v);
}

void sv_cdcl_heap_insert(sv_split *s, uint32_t variable) {
  if (s->focus.n && !s->in_focus.at[variable]) return;
  assert(!s->heap_place.at[variable]);
  sv_push(s->heap, variable);
  up(s, s->heap.n - 1);
}

static uint32_t take_first(sv_split *s) {
  uint32_t first = s->heap.at[0], last = sv_pop(s->heap);
  s->heap_place.at[first] = 0;
  if (s->heap.n) {
    s->heap.at[0] = last;
    down(s, 0);
  }
  return first;
}

uint32_t sv_cdcl_heap_next(sv_split *s) {
  while (s->heap.n) {
    uint32_t v = take_first(s);
    if (!s->value.at[2 * v]) return v;
  }
  return 0;
}

// The heap and the places of variables in it say the same.
SV_ASSERT_ONLY static bool places_agree(const sv_split *s) {
  uint32_t in = 0;
  for (uint32_t v = 1; v <= s->vars; v++) {
    uint32_t place = s->heap_place.at[v];
    if (place && (place > s->heap.n || s->heap.at[place - 1] != v)) return false;
    in += place != 0;
  }
  return in == s->heap.n;
}

static void set_focus(sv_split *s, uint8_t is) {
  for (uint32_t i = 0; i < s->focus.n; i++) s->in_focus.at[s->focus.at[i]] = is;
}

static void fill_heap(sv_split *s) {
  while (s->heap.n) s->heap_place.at[sv_pop(s->heap)] = 0;
  for (uint32_t i = 0; i < s->focus.n; i++) sv_cdcl_heap_insert(s, s->focus.at[i]);
  for (uint32_t v = 1; v <= s->vars && !s->focus.n; v++) sv_cdcl_heap_insert(s, v);
  assert(places_agree(s));
}

void sv_split_focus(sv_split *s, const int32_t *variables, uint32_t n) {
  REQUIRE(!s->solving, "not while solving");
  set_focus(s, 0);
  sv_clear(s->focus);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(sv_cdcl_known(s, variables[i]), "a variable that was never handed out");
    uint32_t v = sv_cdcl_in(variables[i]) >> 1;
    if (!s->in_focus.at[v]) sv_push(s->focus, v);
    s->in_focus.at[v] = 1;
  }
  fill_heap(s);
}

static void rescale(sv_split *s) {
  for (uint32_t v = 1; v <= s->vars; v++) s->activity.at[v] /= HUGE_ACTIVITY;
  s->bump /= HUGE_ACTIVITY;
}

void sv_cdcl_bump(sv_split *s, uint32_t variable) {
  if ((s->activity.at[variable] += s->bump) > HUGE_ACTIVITY) rescale(s);
  if (s->heap_place.at[variable]) up(s, s->heap_place.at[variable] - 1);
}

void sv_cdcl_decay(sv_split *s) { s->bump /= FADE; }
