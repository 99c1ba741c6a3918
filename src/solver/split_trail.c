// split_trail.c -- values, levels and propagation.
//
// A clause is watched through its first two literals. When a watched one
// becomes false, another that is not takes its place, or the remaining one
// must be true. The watch of a literal is in the list of its negation, so that
// lists are visited when their own literal becomes true.

#include "solver/split_inside.h"

// The reason makes the literal true: a long clause has it in front, and the other literal of a
// binary clause is false.
SV_ASSERT_ONLY static bool is_reason_for(const sv_split *s, uint32_t reason, uint32_t literal) {
  if (reason == SV_CDCL_NO_REASON || reason == SV_CDCL_THEORY) return true;
  if (reason & SV_CDCL_BINARY) return s->value.at[reason & ~SV_CDCL_BINARY] < 0;
  return reason < s->arena.n && s->arena.at[reason + SV_CDCL_HEADER] == literal;
}

void sv_cdcl_assign(sv_split *s, uint32_t literal, uint32_t reason) {
  assert(!s->value.at[literal]);
  assert(is_reason_for(s, reason, literal));
  assert(s->trail.n < s->vars);
  s->value.at[literal] = 1;
  s->value.at[literal ^ 1] = -1;
  s->cause.at[literal >> 1] = (sv_cdcl_cause){sv_cdcl_level(s), reason};
  sv_push(s->trail, literal);
}

void sv_cdcl_new_level(sv_split *s) { sv_push(s->starts, s->trail.n); }

void sv_cdcl_decide(sv_split *s, uint32_t literal) {
  sv_cdcl_new_level(s);
  sv_cdcl_assign(s, literal, SV_CDCL_NO_REASON);
}

void sv_cdcl_back(sv_split *s, uint32_t level) {
  if (level >= sv_cdcl_level(s)) return;
  uint32_t start = s->starts.at[level];
  for (uint32_t i = s->trail.n; i-- > start;) {
    uint32_t literal = s->trail.at[i], v = literal >> 1;
    assert(s->value.at[literal] > 0 && s->cause.at[v].level > level);
    if (i < s->told) sv_cdcl_forget(s, literal);
    s->value.at[literal] = s->value.at[literal ^ 1] = 0;
    s->phase.at[v] = literal & 1;
    if (!s->heap_place.at[v]) sv_cdcl_heap_insert(s, v);
    s->trail.n = i;
  }
  s->starts.n = level;
  s->head = start;
  if (s->told > start) s->told = start;
}

static bool follow_binary(sv_split *s, uint32_t literal) {
  const sv_u32s *implied = &s->implies.at[literal];
  assert(s->value.at[literal] > 0);
  for (uint32_t i = 0; i < implied->n; i++) {
    uint32_t other = implied->at[i];
    int8_t value = s->value.at[other];
    if (value > 0) continue;
    if (value < 0) {
      s->conflict = SV_CDCL_BINARY | (literal ^ 1);
      s->conflict_literal = other;
      return false;
    }
    sv_cdcl_assign(s, other, SV_CDCL_BINARY | (literal ^ 1));
  }
  return true;
}

// A literal of the clause from the third on that is not false; its place, or n.
static uint32_t find_open(const sv_split *s, const uint32_t *literals, uint32_t n) {
  uint32_t i = 2;
  while (i < n && s->value.at[literals[i]] < 0) i++;
  return i;
}

// The clause has lost a watched literal. True if it is now watched elsewhere; otherwise the
// watch stays, with a new blocker, and *implied is the only literal left.
static bool move_watch(sv_split *s, uint32_t lost, sv_cdcl_watch *w, uint32_t *implied) {
  uint32_t n = s->arena.at[w->clause], *literals = s->arena.at + w->clause + SV_CDCL_HEADER;
  uint32_t first = literals[0] ^ literals[1] ^ lost;
  assert(literals[0] == lost || literals[1] == lost);
  assert(s->value.at[lost] < 0 && n > 2);
  *implied = first;
  if (s->value.at[first] > 0) {
    w->blocker = first;
    return false;
  }
  uint32_t i = find_open(s, literals, n);
  assert(i == n || s->value.at[literals[i]] >= 0);
  literals[0] = first, literals[1] = lost;
  if (i == n) return false;
  literals[1] = literals[i], literals[i] = lost;
  sv_push(s->watches.at[literals[1] ^ 1], (sv_cdcl_watch){w->clause, first});
  return true;
}

static bool follow_long(sv_split *s, uint32_t literal) {
  uint32_t kept = 0, i = 0, n = s->watches.at[literal].n;
  sv_cdcl_watch *list = s->watches.at[literal].at;  // does not move: nothing is pushed here
  bool good = true;
  while (i < n && good) {
    sv_cdcl_watch w = list[i++];
    uint32_t implied;
    if (s->value.at[w.blocker] <= 0) {
      if (move_watch(s, literal ^ 1, &w, &implied)) continue;
      int8_t value = s->value.at[implied];
      if (!value) sv_cdcl_assign(s, implied, w.clause);
      else if (value < 0) s->conflict = w.clause, good = false;
    }
    list[kept++] = w;
  }
  while (i < n) list[kept++] = list[i++];
  s->watches.at[literal].n = kept;
  return good;
}

static bool follow_clauses(sv_split *s) {
  while (s->head < s->trail.n) {
    uint32_t literal = s->trail.at[s->head++];
    s->numbers.propagations++;
    if (!follow_binary(s, literal) || !follow_long(s, literal)) return false;
  }
  return true;
}

bool sv_cdcl_propagate(sv_split *s) {
  assert(s->head <= s->trail.n && (!s->starts.n || sv_last(s->starts) <= s->trail.n));
  bool good = follow_clauses(s);
  while (good && s->theory.learn && s->told < s->trail.n)
    good = sv_cdcl_tell(s) && follow_clauses(s);
  return good;
}
