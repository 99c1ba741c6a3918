// split_learn.c -- what a conflict teaches.
//
// The conflict's clause is resolved with the reasons of the last level's
// literals, newest first, until one of that level is left (the first unique
// implication point, Marques-Silva and Sakallah 1999). Then literals that the
// others imply are left out (Soerensson and Biere 2009), and the clause makes
// its one literal of the last level true at the highest level of the others.

#include "solver/split_inside.h"

enum { SEEN = 1, REMOVABLE = 2, NEEDED = 3, DEEPEST = 400, GOOD_GLUE = 6 };

static void set_mark(sv_split *s, uint32_t variable, uint8_t mark) {
  if (!s->mark.at[variable]) sv_push(s->marked, variable);
  s->mark.at[variable] = mark;
}

static void clear_marks(sv_split *s) {
  for (uint32_t i = 0; i < s->marked.n; i++) s->mark.at[s->marked.at[i]] = 0;
  sv_clear(s->marked);
}

static uint32_t next_stamp(sv_split *s) {
  if (!++s->stamp) {
    memset(s->level_stamp.at, 0, s->level_stamp.n * sizeof *s->level_stamp.at);
    s->stamp = 1;
  }
  return s->stamp;
}

// Different levels among the literals; they are stamped.
static uint32_t count_levels(sv_split *s, const uint32_t *literals, uint32_t n) {
  uint32_t stamp = next_stamp(s), levels = 0;
  assert(sv_cdcl_level(s) < s->level_stamp.n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *mine = &s->level_stamp.at[s->cause.at[literals[i] >> 1].level];
    levels += *mine != stamp;
    *mine = stamp;
  }
  return levels;
}

// A learnt clause that takes part in a conflict is worth keeping for a while.
static void praise(sv_split *s, uint32_t reason) {
  if (reason & SV_CDCL_BINARY || !(s->arena.at[reason + 1] & SV_CDCL_LEARNT)) return;
  uint32_t flags = s->arena.at[reason + 1], glue = flags & SV_CDCL_GLUE;
  if (glue > 2) {
    uint32_t now = count_levels(s, s->arena.at + reason + SV_CDCL_HEADER, s->arena.at[reason]);
    if (now < glue) glue = now;
  }
  uint32_t used = glue <= GOOD_GLUE ? 2 * SV_CDCL_USED_ONE : SV_CDCL_USED_ONE;
  s->arena.at[reason + 1] = SV_CDCL_LEARNT | used | glue;
}

// Marks a false literal; 1 if it is new and of the last level. If it is new and of another
// level, it goes into the learnt clause.
static uint32_t note(sv_split *s, uint32_t literal) {
  uint32_t v = literal >> 1, level = s->cause.at[v].level;
  assert(s->value.at[literal] < 0 && level <= sv_cdcl_level(s));
  if (s->mark.at[v] || !level) return 0;
  set_mark(s, v, SEEN);
  if (level == sv_cdcl_level(s)) return 1;
  sv_push(s->learnt, literal);
  return 0;
}

static uint32_t resolve(sv_split *s, uint32_t reason, uint32_t without) {
  uint32_t other, n, open = 0;
  praise(s, reason);
  const uint32_t *literals = sv_cdcl_literals(s, reason, &other, &n);
  for (uint32_t i = 0; i < n; i++)
    if (literals[i] != without) open += note(s, literals[i]);
  return open;
}

static void find_first_uip(sv_split *s) {
  uint32_t open = 0, at = s->trail.n, literal = 0, reason = s->conflict;
  sv_clear(s->learnt);
  sv_push(s->learnt, 0);
  if (reason & SV_CDCL_BINARY) open = note(s, s->conflict_literal);
  do {
    open += resolve(s, reason, literal);
    assert(open);  // else the conflict does not depend on the last level
    while (!s->mark.at[s->trail.at[--at] >> 1]) {}
    literal = s->trail.at[at];
    assert(s->cause.at[literal >> 1].level == sv_cdcl_level(s));
    if (open > 1) reason = sv_cdcl_reason(s, literal >> 1);
    assert(open == 1 || reason != SV_CDCL_NO_REASON);
  } while (--open);
  s->learnt.at[0] = literal ^ 1;
}

// Do the other literals of the learnt clause imply this false one? Levels of the learnt
// clause are stamped: a literal of another level cannot be implied.
static bool implied(sv_split *s, uint32_t literal, uint32_t depth) {
  uint32_t v = literal >> 1, other, n;
  sv_cdcl_cause cause = s->cause.at[v];
  if (!cause.level || (depth && (s->mark.at[v] == SEEN || s->mark.at[v] == REMOVABLE))) return true;
  if (cause.reason == SV_CDCL_NO_REASON || s->mark.at[v] == NEEDED || depth > DEEPEST ||
      s->level_stamp.at[cause.level] != s->stamp)
    return false;
  uint32_t reason = sv_cdcl_reason(s, v);
  bool good = true;
  sv_cdcl_literals(s, reason, &other, &n);
  for (uint32_t i = 0; i < n && good; i++) {  // the arena may move: further reasons are made
    uint32_t next = sv_cdcl_literals(s, reason, &other, &n)[i];
    good = next >> 1 == v || implied(s, next, depth + 1);
  }
  if (depth) set_mark(s, v, good ? REMOVABLE : NEEDED);
  return good;
}

static void minimise(sv_split *s) {
  uint32_t kept = 1;
  for (uint32_t i = 1; i < s->learnt.n; i++)
    if (!implied(s, s->learnt.at[i], 0)) s->learnt.at[kept++] = s->learnt.at[i];
  s->learnt.n = kept;
}

// The literal of the highest level but the last goes to place 1; its level.
static uint32_t find_jump(sv_split *s) {
  uint32_t best = 1, *learnt = s->learnt.at;
  if (s->learnt.n == 1) return 0;
  for (uint32_t i = 2; i < s->learnt.n; i++)
    if (s->cause.at[learnt[i] >> 1].level > s->cause.at[learnt[best] >> 1].level) best = i;
  uint32_t literal = learnt[best];
  learnt[best] = learnt[1], learnt[1] = literal;
  return s->cause.at[literal >> 1].level;
}

// After going back: all literals are false but the first, which is open.
SV_ASSERT_ONLY static bool is_asserting(const sv_split *s) {
  for (uint32_t i = 1; i < s->learnt.n; i++)
    if (s->value.at[s->learnt.at[i]] >= 0) return false;
  return s->learnt.n && !s->value.at[s->learnt.at[0]];
}

static void assert_learnt(sv_split *s, uint32_t glue) {
  const uint32_t *learnt = s->learnt.at;
  uint32_t reason = SV_CDCL_NO_REASON;
  assert(is_asserting(s));
  assert(s->learnt.n == 1 ? !sv_cdcl_level(s)
                          : s->cause.at[learnt[1] >> 1].level == sv_cdcl_level(s));
  sv_cdcl_prove(s, learnt, s->learnt.n);
  if (s->learnt.n == 2) {
    sv_cdcl_store_binary(s, learnt[0], learnt[1]);
    reason = SV_CDCL_BINARY | learnt[1];
  } else if (s->learnt.n > 2) {
    uint32_t used = glue <= GOOD_GLUE ? 2 * SV_CDCL_USED_ONE : SV_CDCL_USED_ONE;
    reason = sv_cdcl_store(s, learnt, s->learnt.n, SV_CDCL_LEARNT | used | glue);
  }
  sv_cdcl_assign(s, learnt[0], reason);
}

void sv_cdcl_learn(sv_split *s) {
  assert(!s->marked.n && sv_cdcl_level(s));
  find_first_uip(s);
  for (uint32_t i = 0; i < s->marked.n; i++) sv_cdcl_bump(s, s->marked.at[i]);
  sv_cdcl_decay(s);
  uint32_t glue = count_levels(s, s->learnt.at, s->learnt.n);
  assert(glue >= 1 && glue <= s->learnt.n);
  minimise(s);
  clear_marks(s);
  sv_cdcl_pace_conflict(&s->pace, s->numbers.conflicts, glue);
  sv_cdcl_back(s, find_jump(s));
  assert_learnt(s, glue);
}

static void mark_reason(sv_split *s, uint32_t reason) {
  uint32_t other, n;
  const uint32_t *literals = sv_cdcl_literals(s, reason, &other, &n);
  for (uint32_t i = 0; i < n; i++)
    if (s->cause.at[literals[i] >> 1].level) set_mark(s, literals[i] >> 1, SEEN);
}

void sv_cdcl_fail(sv_split *s, uint32_t assumption) {
  s->failed.at[assumption] = 1;
  assert(s->value.at[assumption] < 0 && !s->marked.n);
  assert(sv_cdcl_level(s) < s->assumed.n);  // so all decisions are assumptions
  sv_clear(s->learnt);
  sv_push(s->learnt, assumption ^ 1);
  if (s->cause.at[assumption >> 1].level) set_mark(s, assumption >> 1, SEEN);
  for (uint32_t i = s->trail.n; s->marked.n && i-- > s->starts.at[0];) {
    uint32_t literal = s->trail.at[i];
    if (!s->mark.at[literal >> 1]) continue;
    uint32_t reason = sv_cdcl_reason(s, literal >> 1);
    if (reason != SV_CDCL_NO_REASON) mark_reason(s, reason);
    else s->failed.at[literal] = 1, sv_push(s->learnt, literal ^ 1);
  }
  clear_marks(s);
  sv_cdcl_prove(s, s->learnt.at, s->learnt.n);
}
