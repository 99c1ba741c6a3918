// test_split_kit.h -- checks for the split solver: models, cores, proofs.

#ifndef SV_TEST_SPLIT_KIT_H
#define SV_TEST_SPLIT_KIT_H

#include "solver/sat.h"
#include "solver/split.h"

#include "unit/test_cnf_kit.h"

// A checker of proofs: clauses, and for each line of the proof unit propagation
// from its negation until nothing changes.
typedef struct {
  formula known;
  SV_VEC(int8_t) value;  // per variable
  sv_u32s set;           // variables with a value
  bool refuted;
  uint64_t lines, deletions;
} checker;

static inline int8_t checker_value(const checker *c, int32_t literal) {
  int8_t value = c->value.at[abs(literal)];
  return (int8_t)(literal > 0 ? value : -value);
}

static inline void checker_set(checker *c, int32_t literal) {
  c->value.at[abs(literal)] = literal > 0 ? 1 : -1;
  sv_push(c->set, (uint32_t)abs(literal));
}

// 1: changed something, 0: did not, -1: the clause is violated.
static inline int checker_visit(checker *c, const int32_t *clause, uint32_t n) {
  int32_t unit = 0;
  for (uint32_t i = 0; i < n; i++) {
    int8_t value = checker_value(c, clause[i]);
    if (value > 0) return 0;
    if (value < 0 || clause[i] == unit) continue;
    if (unit) return 0;
    unit = clause[i];
  }
  if (!unit) return -1;
  checker_set(c, unit);
  return 1;
}

// Does unit propagation from these literals, negated, find a contradiction?
static inline bool checker_follows(checker *c, const int32_t *literals, uint32_t n) {
  const int32_t *clause;
  uint32_t size;
  bool found = false, changed = true;
  for (uint32_t i = 0; i < n && !found; i++) {
    if (checker_value(c, literals[i]) > 0) found = true;
    else if (!checker_value(c, literals[i])) checker_set(c, -literals[i]);
  }
  while (changed && !found) {
    changed = false;
    for (uint32_t at = 0; !found && formula_next(&c->known, &at, &clause, &size);) {
      int what = checker_visit(c, clause, size);
      changed |= what > 0, found |= what < 0;
    }
  }
  while (c->set.n) c->value.at[sv_pop(c->set)] = 0;
  return found;
}

static inline void checker_learnt(void *context, const int32_t *literals, uint32_t n) {
  checker *c = context;
  c->lines++;
  if (c->refuted) return;
  assert_true(checker_follows(c, literals, n));
  if (n) formula_add(&c->known, literals, n);
  else c->refuted = true;
}

static inline bool same_literals(const int32_t *a, const int32_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t j = 0;
    while (j < n && a[j] != b[i]) j++;
    if (j == n) return false;
  }
  return true;
}

static inline void checker_deleted(void *context, const int32_t *literals, uint32_t n) {
  checker *c = context;
  const int32_t *clause;
  uint32_t size;
  c->deletions++;
  for (uint32_t at = 0; formula_next(&c->known, &at, &clause, &size);) {
    if (size != n || !same_literals(clause, literals, n)) continue;
    memmove(c->known.flat.at + at - size - 1, c->known.flat.at + at,
            (c->known.flat.n - at) * sizeof *clause);
    c->known.flat.n -= size + 1;
    return;
  }
  fail_msg("a clause is deleted that is not there");
}

static inline void checker_free(checker *c) {
  formula_free(&c->known);
  sv_vec_free(c->value);
  sv_vec_free(c->set);
}

static inline void load_split(sv_split *s, const formula *f) {
  sv_cnf_sink sink = sv_split_sink(s);
  formula_send(f, &sink);
}

static inline void load_sat(sv_sat *s, const formula *f) {
  sv_cnf_sink sink = sv_sat_sink(s);
  formula_send(f, &sink);
}

static inline sv_sat_answer answer_of_sat(const formula *f) {
  sv_sat *s = sv_sat_new();
  load_sat(s, f);
  sv_sat_answer answer = sv_sat_solve(s, NULL, 0, NULL);
  sv_sat_free(s);
  return answer;
}

static inline void check_split_model(const sv_split *s, const formula *f, const int32_t *assumed,
                                     uint32_t assumed_n) {
  const int32_t *clause;
  uint32_t n;
  for (uint32_t at = 0; formula_next(f, &at, &clause, &n);) {
    bool good = false;
    for (uint32_t i = 0; i < n; i++) good |= sv_split_value(s, clause[i]);
    assert_true(good);
  }
  for (uint32_t i = 0; i < assumed_n; i++) assert_true(sv_split_value(s, assumed[i]));
}

#endif
