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

sv_bdd sv_bdd_not(sv_bdds *b, sv_bdd f) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_not(f.x));
}

static sv_bdd apply(sv_bdds *b, sv_bdd f, sv_bdd g, int op) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_apply(f.x, g.x, op));
}

sv_bdd sv_bdd_and(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_and); }
sv_bdd sv_bdd_or(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_or); }
sv_bdd sv_bdd_xor(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_xor); }
sv_bdd sv_bdd_iff(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_biimp); }
sv_bdd sv_bdd_minus(sv_bdds *b, sv_bdd f, sv_bdd g) { return apply(b, f, g, bddop_diff); }

sv_bdd sv_bdd_ite(sv_bdds *b, sv_bdd f, sv_bdd g, sv_bdd h) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_ite(f.x, g.x, h.x));
}

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

sv_bdd sv_bdd_exists(sv_bdds *b, sv_bdd f, sv_bdd cube) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_exist(f.x, cube.x));
}

sv_bdd sv_bdd_and_exists(sv_bdds *b, sv_bdd f, sv_bdd g, sv_bdd cube) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_appex(f.x, g.x, bddop_and, cube.x));
}

sv_bdd sv_bdd_restrict(sv_bdds *b, sv_bdd f, sv_bdd literals) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_restrict(f.x, literals.x));
}

sv_bdd sv_bdd_simplify(sv_bdds *b, sv_bdd f, sv_bdd care) {
  sv_bdd_enter(b);
  return sv_bdd_own(bdd_simplify(f.x, care.x));
}

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
