// bdd_ops.c -- the operations that BuDDy has, with references; and two tests
// (disjoint, implies) that need no new nodes.

#include <stdlib.h>

#include "solver/bdd_inside.h"

sv_bdd sv_bdd_keep(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  return sv_bdd_own(f.x);
}

void sv_bdd_drop(sv_bdds *b, sv_bdd f) {
  SV_UNUSED(b);
  bdd_delref(f.x);
}

void sv_bdd_set(sv_bdds *b, sv_bdd *to, sv_bdd value) {
  sv_bdd_drop(b, *to);
  *to = value;
}

sv_bdd sv_bdd_var(sv_bdds *b, uint32_t var) {
  REQUIRE(var < b->vars, "a variable of this package");
  return sv_bdd_own(bdd_ithvar((int)var));
}

// ---- operations, which may be limited

enum { STEPS_PER_NODE = 10, FEWEST_STEPS = 1000 };

// BuDDy's conjunction may go on and on without a new node, as its cache forgets too much; there would
// be no way out. Under a limit it is ours.
static int both(sv_bdds *b, int f, int g) {
  if (!f || !g || b->given_up) return 0;
  if (f == g || g == 1) return f;
  if (f == 1) return g;
  if (f > g) return both(b, g, f);
  uint64_t tag = sv_memo_tag(SV_MEMO_AND, 0, 0);
  int known = sv_memo_get(b, tag, f, g, 0);
  if (known >= 0) return known;
  if (sv_bdd_beyond_limit(b) || !b->steps_left--) {
    b->given_up = true;
    return 0;
  }
  unsigned level = sv_node_upper(f, g);
  int low = sv_guard(b, both(b, sv_node_at(f, level, 0), sv_node_at(g, level, 0)));
  int high = sv_guard(b, both(b, sv_node_at(f, level, 1), sv_node_at(g, level, 1)));
  int result = bdd_makenode(level, low, high);
  sv_unguard(b, 2);
  if (!b->given_up) sv_memo_put(b, tag, f, g, 0, result);
  return result;
}

typedef enum { NOT, AND, APPLY, EXISTS, AND_EXISTS, SIMPLIFY } operation;

static int compute(sv_bdds *b, operation what, int op, int f, int g, int h) {
  switch (what) {
  case AND: return b->limited ? both(b, f, g) : bdd_apply(f, g, bddop_and);
  case NOT: return bdd_not(f);
  case APPLY: return bdd_apply(f, g, op);
  case EXISTS: return bdd_exist(f, g);
  case AND_EXISTS: return bdd_appex(f, g, op, h);
  case SIMPLIFY: return bdd_simplify(f, g);
  }
  return 0;
}

// BuDDy's operations start with an empty stack of their own, so one that was left in the midst
// of it (bdd.c: on_collection) leaves nothing behind but garbage; and our own only guards.
static sv_bdd operate(sv_bdds *b, operation what, int op, sv_bdd f, sv_bdd g, sv_bdd h) {
  sv_bdd_enter(b);
  if (!b->limited) return sv_bdd_own(compute(b, what, op, f.x, g.x, h.x));
  sv_bdd result = SV_BDD_FALSE;
  const uint32_t guards = b->guards.n;
  if (!sv_bdd_beyond_limit(b) && !setjmp(b->out)) {
    b->may_leave = true;
    result = sv_bdd_own(compute(b, what, op, f.x, g.x, h.x));
  }
  b->may_leave = false;
  b->guards.n = guards;
  return result;
}

void sv_bdds_limit(sv_bdds *b, uint64_t nodes) {
  REQUIRE(!b->limited, "one limit at a time");
  b->limited = true;
  b->given_up = false;
  b->most_made = (uint64_t)bddproduced + nodes;
  b->steps_left = FEWEST_STEPS + STEPS_PER_NODE * nodes;
}

bool sv_bdds_unlimit(sv_bdds *b) {
  bool within = !sv_bdd_beyond_limit(b);
  b->limited = false;
  return within;
}

static sv_bdd apply(sv_bdds *b, sv_bdd f, sv_bdd g, int op) {
  return operate(b, APPLY, op, f, g, SV_BDD_FALSE);
}

sv_bdd sv_bdd_not(sv_bdds *b, sv_bdd f) {
  return operate(b, NOT, 0, f, SV_BDD_FALSE, SV_BDD_FALSE);
}

sv_bdd sv_bdd_and(sv_bdds *b, sv_bdd f, sv_bdd g) { return operate(b, AND, 0, f, g, SV_BDD_FALSE); }
sv_bdd sv_bdd_or(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_or); }
sv_bdd sv_bdd_iff(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_biimp); }
sv_bdd sv_bdd_minus(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_diff); }

sv_bdd sv_bdd_exists(sv_bdds *b, sv_bdd f, sv_bdd cube) {
  return operate(b, EXISTS, 0, f, cube, SV_BDD_FALSE);
}

sv_bdd sv_bdd_and_exists(sv_bdds *b, sv_bdd f, sv_bdd g, sv_bdd cube) {
  return operate(b, AND_EXISTS, bddop_and, f, g, cube);
}

sv_bdd sv_bdd_simplify(sv_bdds *b, sv_bdd f, sv_bdd care) {
  return operate(b, SIMPLIFY, 0, f, care, SV_BDD_FALSE);
}

// ---- cubes

static int by_level_down(const void *x, const void *y) {
  unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
  return a < b ? 1 : a > b ? -1 : 0;
}

sv_bdd sv_bdd_cube(sv_bdds *b, const uint32_t *vars, uint32_t n) {
  sv_bdd_enter(b);
  sv_u32s levels = {0};
  for (uint32_t i = 0; i < n; i++) sv_push(levels, sv_bdd_level(b, vars[i]));
  if (n) qsort(levels.at, n, sizeof *levels.at, by_level_down);
  int cube = sv_guard(b, 1);
  for (uint32_t i = 0; i < n; i++) {
    if (i && levels.at[i] == levels.at[i - 1]) continue;
    cube = sv_last(b->guards) = bdd_makenode(levels.at[i], 0, cube);
  }
  sv_unguard(b, 1);
  sv_vec_free(levels);
  return sv_bdd_own(cube);
}

// ---- tests

static bool disjoint(sv_bdds *b, int f, int g) {
  if (!f || !g) return true;
  if (f == 1 || g == 1 || f == g) return false;
  if (f > g) return disjoint(b, g, f);
  uint64_t tag = sv_memo_tag(SV_MEMO_DISJOINT, 0, 0);
  int known = sv_memo_get(b, tag, f, g, 0);
  if (known >= 0) return known;
  unsigned level = sv_node_upper(f, g);
  bool result = disjoint(b, sv_node_at(f, level, 0), sv_node_at(g, level, 0)) &&
                disjoint(b, sv_node_at(f, level, 1), sv_node_at(g, level, 1));
  sv_memo_put(b, tag, f, g, 0, result);
  return result;
}

static bool implies(sv_bdds *b, int f, int g) {
  if (!f || g == 1 || f == g) return true;
  if (f == 1 || !g) return false;
  uint64_t tag = sv_memo_tag(SV_MEMO_IMPLIES, 0, 0);
  int known = sv_memo_get(b, tag, f, g, 0);
  if (known >= 0) return known;
  unsigned level = sv_node_upper(f, g);
  bool result = implies(b, sv_node_at(f, level, 0), sv_node_at(g, level, 0)) &&
                implies(b, sv_node_at(f, level, 1), sv_node_at(g, level, 1));
  sv_memo_put(b, tag, f, g, 0, result);
  return result;
}

bool sv_bdd_disjoint(sv_bdds *b, sv_bdd f, sv_bdd g) { return disjoint(b, f.x, g.x); }
bool sv_bdd_implies(sv_bdds *b, sv_bdd f, sv_bdd g) { return implies(b, f.x, g.x); }
