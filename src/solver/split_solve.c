// split_solve.c -- the search of the split solver.
//
// Propagate; learn from a conflict; otherwise make the next assumption true,
// or ask the hook, or take the most active open variable. The first levels
// belong to the assumptions (one each, perhaps empty), so restarts go back to
// the last of them.

#include "solver/split_inside.h"

enum { ASK_EVERY = 256 };  // decisions between two looks at the limits

typedef struct {
  sv_sat_watch watch;
  uint64_t last_conflict;  // the one after which to give up
  uint64_t next_look;      // in decisions
} budget;

static bool is_used_up(const sv_split *s, budget *b, bool conflict) {
  if (!b->watch.limits) return false;
  if (conflict && s->numbers.conflicts >= b->last_conflict) return true;
  if (!conflict && s->numbers.decisions < b->next_look) return false;
  b->next_look = s->numbers.decisions + ASK_EVERY;
  return sv_sat_watch_stops(&b->watch);
}

static sv_sat_answer refuted(sv_split *s) {
  assert(!sv_cdcl_level(s));
  s->broken = true;
  sv_cdcl_prove(s, NULL, 0);
  return SV_SAT_NO;
}

// The next assumption without a value, or 0. False if one cannot hold.
static bool next_assumption(sv_split *s, uint32_t *literal) {
  *literal = 0;
  while (!*literal && sv_cdcl_level(s) < s->assumed.n) {
    uint32_t wanted = s->assumed.at[sv_cdcl_level(s)];
    assert(s->head == s->trail.n);
    if (s->value.at[wanted] < 0) {
      sv_cdcl_fail(s, wanted);
      return false;
    }
    if (s->value.at[wanted] > 0) sv_cdcl_new_level(s);
    else *literal = wanted;
  }
  return true;
}

static uint32_t ask_hook(sv_split *s) {
  if (!s->hook.decide || s->trail.n == s->vars) return 0;
  int32_t wish = s->hook.decide(s->hook.context, s);
  if (!wish) return 0;
  REQUIRE(sv_cdcl_known(s, wish), "the hook proposes a variable that was never handed out");
  uint32_t literal = sv_cdcl_in(wish);
  if (s->value.at[literal]) return 0;
  s->numbers.hooked++;
  return literal;
}

static uint32_t next_decision(sv_split *s) {
  uint32_t literal = ask_hook(s);
  if (literal) return literal;
  uint32_t v = sv_cdcl_heap_next(s);
  return v ? 2 * v + s->phase.at[v] : 0;
}

// Does the trail make every clause true? (Binary ones: what a true literal implies is true.)
SV_ASSERT_ONLY static bool all_clauses_true(const sv_split *s) {
  for (uint32_t i = 0; i < s->trail.n; i++) {
    const sv_u32s *implied = &s->implies.at[s->trail.at[i]];
    for (uint32_t k = 0; k < implied->n; k++)
      if (s->value.at[implied->at[k]] <= 0) return false;
  }
  for (uint32_t at = 0; at < s->arena.n; at += s->arena.at[at] + SV_CDCL_HEADER) {
    uint32_t n = s->arena.at[at], k = 0;
    while (k < n && s->value.at[s->arena.at[at + SV_CDCL_HEADER + k]] <= 0) k++;
    if (k == n) return false;
  }
  return true;
}

SV_ASSERT_ONLY static bool all_assumptions_true(const sv_split *s) {
  for (uint32_t i = 0; i < s->assumed.n; i++)
    if (s->value.at[s->assumed.at[i]] <= 0) return false;
  return true;
}

static void keep_model(sv_split *s) {
  assert(s->focus.n || (s->trail.n == s->vars && all_clauses_true(s)));
  assert(all_assumptions_true(s));
  sv_clear(s->model);
  sv_fill(s->model, s->vars + 1);
  for (uint32_t i = 0; i < s->trail.n; i++)
    s->model.at[s->trail.at[i] >> 1] = s->trail.at[i] & 1 ? -1 : 1;
}

// After propagation without conflict. True when the search is over.
static bool go_on(sv_split *s, sv_sat_answer *answer) {
  if (s->numbers.conflicts >= s->next_reduction) sv_cdcl_reduce(s);
  if (sv_cdcl_level(s) > s->assumed.n && sv_cdcl_pace_restart(&s->pace)) {
    s->numbers.restarts++;
    sv_cdcl_back(s, s->assumed.n);
  }
  uint32_t literal;
  if (!next_assumption(s, &literal)) {
    *answer = SV_SAT_NO;
    return true;
  }
  if (!literal) literal = next_decision(s);
  if (!literal) {
    keep_model(s);
    *answer = SV_SAT_YES;
    return true;
  }
  s->numbers.decisions++;
  sv_cdcl_decide(s, literal);
  return false;
}

static sv_sat_answer search(sv_split *s, budget *b) {
  sv_sat_answer answer = SV_SAT_UNKNOWN;
  for (bool over = false; !over;) {
    bool conflict = !sv_cdcl_propagate(s);
    if (conflict) {
      s->numbers.conflicts++;
      if (!sv_cdcl_level(s)) return refuted(s);
      sv_cdcl_learn(s);
    } else {
      over = go_on(s, &answer);
    }
    if (!over && is_used_up(s, b, conflict)) break;
  }
  return answer;
}

// Every literal on the trail is true and belongs to the level whose stretch it lies in.
SV_ASSERT_ONLY static bool trail_is_consistent(const sv_split *s) {
  for (uint32_t i = 0, level = 0; i < s->trail.n; i++) {
    while (level < s->starts.n && s->starts.at[level] <= i) level++;
    if (s->value.at[s->trail.at[i]] != 1 || s->value.at[s->trail.at[i] ^ 1] != -1) return false;
    if (s->cause.at[s->trail.at[i] >> 1].level != level) return false;
  }
  return true;
}

static void start(sv_split *s, const int32_t *assumptions, uint32_t n) {
  for (uint32_t i = 0; i < s->assumed.n; i++)
    s->failed.at[s->assumed.at[i]] = s->failed.at[s->assumed.at[i] ^ 1] = 0;
  sv_clear(s->assumed);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(sv_cdcl_known(s, assumptions[i]), "a variable that was never handed out");
    sv_push(s->assumed, sv_cdcl_in(assumptions[i]));
  }
  sv_fill(s->level_stamp, s->vars + n + 1);
  s->numbers.solves++;
}

sv_sat_answer sv_split_solve(sv_split *s, const int32_t *assumptions, uint32_t n,
                             const sv_sat_limits *limits) {
  REQUIRE(!s->solving, "a hook may not solve");
  budget b = {.watch = sv_sat_watch_make(limits), .last_conflict = UINT64_MAX};
  if (limits && limits->conflicts) b.last_conflict = s->numbers.conflicts + limits->conflicts;
  start(s, assumptions, n);
  s->last = SV_SAT_UNKNOWN;
  if (s->broken) return s->last = SV_SAT_NO;
  if (sv_sat_watch_stops(&b.watch)) return SV_SAT_UNKNOWN;
  if (!sv_cdcl_propagate(s)) return s->last = refuted(s);  // a limit may have come between
  s->solving = true;
  sv_cdcl_simplify(s);
  s->last = search(s, &b);
  assert(s->last != SV_SAT_NO || s->broken || sv_cdcl_level(s) < s->assumed.n);
  assert(trail_is_consistent(s));
  sv_cdcl_back(s, 0);
  s->solving = false;
  return s->last;
}
