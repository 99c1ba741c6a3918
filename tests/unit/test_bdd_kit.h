// test_bdd_kit.h -- decision diagrams against truth tables.
//
// A table has one entry per assignment; bit v of the assignment is variable v.

#ifndef SV_TEST_BDD_KIT_H
#define SV_TEST_BDD_KIT_H

#include "base/random.h"
#include "solver/bdd.h"
#include "unit/unit.h"

enum { MOST_VARS = 16 };

typedef struct {
  jmp_buf jump;
  bool jumps;
  int failures, signs;
} bdd_watch;

static inline void watch_fail(void *context, const char *why) {
  bdd_watch *w = context;
  w->failures++;
  if (w->jumps) longjmp(w->jump, 1);
  fail_msg("decision diagrams failed: %s", why);
}

static inline void watch_alive(void *context) { ((bdd_watch *)context)->signs++; }

static inline sv_bdds *new_bdds(bdd_watch *w, uint32_t pairs, uint32_t singles, size_t memory) {
  sv_bdds_options o = {pairs, singles, memory, watch_fail, watch_alive, w};
  return sv_bdds_new(&o);
}

static inline bool bdd_value(sv_bdds *b, sv_bdd f, uint32_t assignment) {
  while (!sv_bdd_is_const(f))
    f = assignment >> sv_bdd_top(b, f) & 1 ? sv_bdd_high(b, f) : sv_bdd_low(b, f);
  return sv_bdd_is_true(f);
}

static inline void assert_table(sv_bdds *b, sv_bdd f, const uint8_t *table, uint32_t vars,
                                uint64_t seed) {
  for (uint32_t a = 0; a < 1u << vars; a++)
    if (bdd_value(b, f, a) != table[a])
      fail_msg("seed %llu: wrong at %u", (unsigned long long)seed, a);
}

// The function of a table, over variables 0..vars-1.
static inline sv_bdd bdd_of_table(sv_bdds *b, const uint8_t *table, uint32_t vars) {
  if (!vars) return table[0] ? SV_BDD_TRUE : SV_BDD_FALSE;
  sv_bdd low = bdd_of_table(b, table, vars - 1);
  sv_bdd high = bdd_of_table(b, table + (1u << (vars - 1)), vars - 1);
  sv_bdd var = sv_bdd_var(b, vars - 1);
  sv_bdd_set(b, &high, sv_bdd_and(b, var, high));
  sv_bdd_set(b, &low, sv_bdd_minus(b, low, var));
  sv_bdd f = sv_bdd_or(b, low, high);
  sv_bdd_drop(b, low);
  sv_bdd_drop(b, high);
  sv_bdd_drop(b, var);
  return f;
}

// Nobody holds anything but the variables any more.
static inline void assert_no_leaks(sv_bdds *b, uint32_t vars) {
  assert_int_equal(sv_bdds_numbers(b).live, 2 + 2 * vars);
}

#endif
