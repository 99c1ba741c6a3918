// ltl.c -- formulas: built, simplified, negated.
//
// Simplification is local: constants, idempotence, absorption of repeated
// operators (F F a, a U (a U b), F G F a, and the duals). More is left to the
// reduction of the automaton.

#include "model/ltl_inside.h"

sv_ltl *sv_ltl_new(sv_terms *terms) {
  sv_ltl *l = SV_NEW(sv_ltl);
  l->terms = terms;
  sv_push(l->nodes, (sv_ltl_node){0});
  return l;
}

void sv_ltl_free(sv_ltl *l) {
  if (!l) return;
  sv_vec_free(l->nodes);
  sv_map_free(&l->known);
  sv_map_free(&l->negated);
  sv_free(l);
}

sv_ltl_node sv_ltl_get(const sv_ltl *l, sv_formula f) {
  REQUIRE(f.x && f.x < l->nodes.n, "no such formula");
  return l->nodes.at[f.x];
}

bool sv_ltl_has_next(const sv_ltl *l) {
  for (uint32_t i = 1; i < l->nodes.n; i++)
    if (l->nodes.at[i].op == SV_LTL_NEXT) return true;
  return false;
}

static bool same_node(sv_ltl_node a, sv_ltl_node b) {
  return a.op == b.op && sv_same(a.leaf, b.leaf) && a.a.x == b.a.x && a.b.x == b.b.x;
}

static sv_formula intern(sv_ltl *l, sv_ltl_node node) {
  uint64_t key = sv_mix64(((uint64_t)node.op << 32 | node.leaf.x) ^
                          sv_mix64((uint64_t)node.a.x << 32 | node.b.x));
  uint32_t at;
  for (; (at = sv_map_get(&l->known, key)) != SV_MAP_NONE; key++)
    if (same_node(l->nodes.at[at], node)) return (sv_formula){at};
  sv_map_put(&l->known, key, l->nodes.n);
  sv_push(l->nodes, node);
  return (sv_formula){l->nodes.n - 1};
}

bool sv_ltl_is(const sv_ltl *l, sv_formula f, sv_term leaf) {
  return l->nodes.at[f.x].op == SV_LTL_LEAF && sv_same(l->nodes.at[f.x].leaf, leaf);
}

static bool is_op(const sv_ltl *l, sv_formula f, sv_ltl_op op) { return l->nodes.at[f.x].op == op; }

static sv_formula constant(sv_ltl *l, bool value) {
  return sv_ltl_leaf(l, value ? SV_TRUE : SV_FALSE);
}

sv_formula sv_ltl_leaf(sv_ltl *l, sv_term t) {
  return intern(l, (sv_ltl_node){.op = SV_LTL_LEAF, .leaf = t});
}

// Conjunctions and disjunctions: `unit` changes nothing, `zero` decides.
static sv_formula join(sv_ltl *l, sv_ltl_op op, sv_formula a, sv_formula b) {
  sv_term unit = op == SV_LTL_AND ? SV_TRUE : SV_FALSE, zero = sv_not(unit);
  if (sv_ltl_is(l, a, unit) || sv_formula_same(a, b) || sv_ltl_is(l, b, zero)) return b;
  if (sv_ltl_is(l, b, unit) || sv_ltl_is(l, a, zero)) return a;
  sv_ltl_node x = sv_ltl_get(l, a), y = sv_ltl_get(l, b);
  if (x.op == SV_LTL_LEAF && y.op == SV_LTL_LEAF)
    return sv_ltl_leaf(l, op == SV_LTL_AND ? sv_and(l->terms, x.leaf, y.leaf)
                                           : sv_or(l->terms, x.leaf, y.leaf));
  if (y.op == op && (sv_formula_same(y.a, a) || sv_formula_same(y.b, a))) return b;
  if (x.op == op && (sv_formula_same(x.a, b) || sv_formula_same(x.b, b))) return a;
  return intern(l, (sv_ltl_node){.op = op, .a = a.x < b.x ? a : b, .b = a.x < b.x ? b : a});
}

sv_formula sv_ltl_and(sv_ltl *l, sv_formula a, sv_formula b) { return join(l, SV_LTL_AND, a, b); }
sv_formula sv_ltl_or(sv_ltl *l, sv_formula a, sv_formula b) { return join(l, SV_LTL_OR, a, b); }

sv_formula sv_ltl_next(sv_ltl *l, sv_formula a) {
  if (sv_ltl_is(l, a, SV_TRUE) || sv_ltl_is(l, a, SV_FALSE)) return a;
  return intern(l, (sv_ltl_node){.op = SV_LTL_NEXT, .a = a});
}

static bool is_eventually(const sv_ltl *l, sv_formula f) {
  return is_op(l, f, SV_LTL_UNTIL) && sv_ltl_is(l, l->nodes.at[f.x].a, SV_TRUE);
}
static bool is_always(const sv_ltl *l, sv_formula f) {
  return is_op(l, f, SV_LTL_RELEASE) && sv_ltl_is(l, l->nodes.at[f.x].a, SV_FALSE);
}

sv_formula sv_ltl_until(sv_ltl *l, sv_formula a, sv_formula b) {
  bool decided = sv_ltl_is(l, b, SV_TRUE) || sv_ltl_is(l, b, SV_FALSE) || sv_ltl_is(l, a, SV_FALSE);
  if (decided || sv_formula_same(a, b)) return b;
  sv_ltl_node inner = sv_ltl_get(l, b);
  if (is_eventually(l, b)) return b;
  if (inner.op == SV_LTL_UNTIL && sv_formula_same(inner.a, a)) return b;
  if (sv_ltl_is(l, a, SV_TRUE) && inner.op == SV_LTL_UNTIL) return sv_ltl_until(l, a, inner.b);
  if (sv_ltl_is(l, a, SV_TRUE) && is_always(l, b) && is_eventually(l, inner.b)) return b;
  return intern(l, (sv_ltl_node){.op = SV_LTL_UNTIL, .a = a, .b = b});
}

sv_formula sv_ltl_release(sv_ltl *l, sv_formula a, sv_formula b) {
  bool decided = sv_ltl_is(l, b, SV_TRUE) || sv_ltl_is(l, b, SV_FALSE) || sv_ltl_is(l, a, SV_TRUE);
  if (decided || sv_formula_same(a, b)) return b;
  sv_ltl_node inner = sv_ltl_get(l, b);
  if (is_always(l, b)) return b;
  if (inner.op == SV_LTL_RELEASE && sv_formula_same(inner.a, a)) return b;
  if (sv_ltl_is(l, a, SV_FALSE) && inner.op == SV_LTL_RELEASE) return sv_ltl_release(l, a, inner.b);
  if (sv_ltl_is(l, a, SV_FALSE) && is_eventually(l, b) && is_always(l, inner.b)) return b;
  return intern(l, (sv_ltl_node){.op = SV_LTL_RELEASE, .a = a, .b = b});
}

sv_formula sv_ltl_eventually(sv_ltl *l, sv_formula f) {
  return sv_ltl_until(l, constant(l, true), f);
}
sv_formula sv_ltl_always(sv_ltl *l, sv_formula f) {
  return sv_ltl_release(l, constant(l, false), f);
}

// a W b: a until b, or for ever; as b R (a or b).
sv_formula sv_ltl_weak_until(sv_ltl *l, sv_formula a, sv_formula b) {
  return sv_ltl_release(l, b, sv_ltl_or(l, a, b));
}

static sv_formula dual(sv_ltl *l, sv_ltl_node n) {
  if (n.op == SV_LTL_LEAF) return sv_ltl_leaf(l, sv_not(n.leaf));
  sv_formula a = sv_ltl_not(l, n.a), b = n.b.x ? sv_ltl_not(l, n.b) : n.b;
  switch (n.op) {
  case SV_LTL_AND: return sv_ltl_or(l, a, b);
  case SV_LTL_OR: return sv_ltl_and(l, a, b);
  case SV_LTL_NEXT: return sv_ltl_next(l, a);
  case SV_LTL_UNTIL: return sv_ltl_release(l, a, b);
  case SV_LTL_RELEASE: return sv_ltl_until(l, a, b);
  case SV_LTL_LEAF: break;
  }
  SV_UNREACHABLE();
}

sv_formula sv_ltl_not(sv_ltl *l, sv_formula f) {
  uint32_t found = sv_map_get(&l->negated, f.x);
  if (found != SV_MAP_NONE) return (sv_formula){found};
  sv_formula result = dual(l, sv_ltl_get(l, f));
  sv_map_put(&l->negated, f.x, result.x);
  return result;
}
