// weakest.c -- see weakest.h.

#include "encode/abstract/weakest.h"

#include "encode/abstract/atoms.h"
#include "encode/abstract/linear.h"

enum { MOST_CONJUNCTS = 400, MOST_ATOMS = 400 };

// ---- in terms of a state

static bool is_of_state(const sv_path *p, uint32_t time, sv_term version) {
  for (uint32_t i = 0; i < p->versions.at[time].n; i++)
    if (sv_same(p->versions.at[time].at[i].version, version)) return true;
  return false;
}

typedef struct {
  const sv_path *p;
  uint32_t time;
  bool changed;
} unfolding;

static sv_term unfold_one(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  unfolding *u = context;
  sv_term t = sv_term_of_index(index);
  if (!sv_is_version(T, t) || is_of_state(u->p, u->time, t)) return SV_NONE;
  sv_term value = u->p->values.at[node->id - SV_VERSION_BASE];
  u->changed |= !sv_is_none(value);
  return value;
}

static sv_term unfold(const sv_path *p, uint32_t time, sv_term t) {
  unfolding u = {.p = p, .time = time, .changed = true};
  while (u.changed) {
    u.changed = false;
    t = sv_substitute(p->terms, t, unfold_one, &u);
  }
  return t;
}

// ---- choices

// A version that is not of the state, or SV_NONE.
static sv_term foreign_in(const sv_path *p, uint32_t time, sv_term t) {
  sv_u32s cone = {0};
  sv_term found = SV_NONE;
  sv_cone(p->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && sv_is_none(found); i++) {
    sv_term at = sv_term_of_index(cone.at[i]);
    if (sv_is_version(p->terms, at) && !is_of_state(p, time, at)) found = at;
  }
  sv_vec_free(cone);
  return found;
}

static bool mentions(const sv_terms *T, sv_term t, sv_term leaf) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) found = cone.at[i] == sv_index(leaf);
  sv_vec_free(cone);
  return found;
}

typedef struct {
  sv_term from, to;
} exchange;

static sv_term exchange_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const exchange *e = context;
  SV_UNUSED(T), SV_UNUSED(node);
  return index == sv_index(e->from) ? e->to : SV_NONE;
}

static void replace(sv_terms *T, sv_term_list *list, sv_term leaf, sv_term by) {
  exchange e = {leaf, by};
  sv_term_list out = {0};
  for (uint32_t i = 0; i < list->n; i++)
    sv_conjuncts(T, sv_substitute(T, list->at[i], exchange_leaf, &e), &out);
  sv_vec_free(*list);
  *list = out;
}

// leaf = something else, solved for it.
static sv_term definition_of(sv_terms *T, sv_term conjunct, sv_term leaf) {
  sv_node n = sv_node_of(T, sv_index(conjunct));
  sv_linear_atom atom = {0};
  if (sv_same(sv_positive(conjunct), leaf)) return sv_bool_const(!sv_negated(conjunct));
  if (n.op != SV_OP_EQ || sv_negated(conjunct)) return SV_NONE;
  sv_term a = n.args[0], b = n.args[1];
  if (sv_same(a, leaf) && !mentions(T, b, leaf)) return b;
  if (sv_same(b, leaf) && !mentions(T, a, leaf)) return a;
  if (!sv_linear_literal(T, conjunct, &atom)) return SV_NONE;
  sv_value k = sv_sum_factor(&atom.sum, leaf);
  bool unit = sv_value_same(k, sv_small(1)) || sv_value_same(k, sv_small(-1));
  sv_term out = SV_NONE;
  if (unit || (!atom.sum.is_int && !sv_value_same(k, sv_small(0)))) {
    sv_sum rest = {.constant = sv_small(0), .is_int = atom.sum.is_int}, itself = rest;
    sv_push(itself.parts, (sv_summand){leaf, sv_small(1)});
    sv_sum_add(T, &rest, &atom.sum, sv_number_quot(sv_terms_numbers(T), sv_small(-1), k));
    sv_sum_add(T, &rest, &itself, sv_small(1));
    out = sv_sum_term(T, &rest, true);
    if (mentions(T, out, leaf)) out = SV_NONE;
    sv_sum_free(&rest);
    sv_sum_free(&itself);
  }
  sv_sum_free(&atom.sum);
  return out;
}

static bool eliminate_equal(sv_terms *T, sv_term_list *list, sv_term leaf) {
  for (uint32_t i = 0; i < list->n; i++) {
    sv_term by = definition_of(T, list->at[i], leaf);
    if (sv_is_none(by)) continue;
    list->at[i] = SV_TRUE;
    replace(T, list, leaf, by);
    return true;
  }
  return false;
}

// ---- Fourier and Motzkin

typedef struct {
  sv_linear_atom atom;  // parts of the leaf taken out
  sv_value factor;
} bound;
typedef SV_VEC(bound) bound_list;

static bool collect_bound(sv_terms *T, sv_term conjunct, sv_term leaf, bound_list *lower,
                          bound_list *upper) {
  bound b = {0};
  if (!sv_linear_literal(T, conjunct, &b.atom)) return false;
  b.factor = sv_sum_factor(&b.atom.sum, leaf);
  bool unit = sv_value_same(b.factor, sv_small(1)) || sv_value_same(b.factor, sv_small(-1));
  bool usable = b.atom.relation != SV_SUM_EQ && !sv_value_same(b.factor, sv_small(0)) &&
                (unit || !b.atom.sum.is_int);
  sv_sum itself = {.constant = sv_small(0), .is_int = b.atom.sum.is_int};
  sv_push(itself.parts, (sv_summand){leaf, sv_small(1)});
  if (usable) sv_sum_add(T, &b.atom.sum, &itself, sv_number_neg(sv_terms_numbers(T), b.factor));
  usable = usable && !mentions(T, sv_sum_term(T, &b.atom.sum, true), leaf);
  sv_sum_free(&itself);
  if (!usable) return sv_sum_free(&b.atom.sum), false;
  bool is_lower = sv_number_compare(sv_terms_numbers(T), b.factor, sv_small(0)) < 0;
  if (is_lower) sv_push(*lower, b);
  else sv_push(*upper, b);
  return true;
}

// l <= x and x <= u: l <= u.
static sv_term combine(sv_terms *T, const bound *lower, const bound *upper) {
  sv_numbers *N = sv_terms_numbers(T);
  sv_linear_atom out = {.sum = {.constant = sv_small(0), .is_int = lower->atom.sum.is_int}};
  bool strict = lower->atom.relation == SV_SUM_LT || upper->atom.relation == SV_SUM_LT;
  sv_sum_add(T, &out.sum, &lower->atom.sum, upper->factor);
  sv_sum_add(T, &out.sum, &upper->atom.sum, sv_number_neg(N, lower->factor));
  out.relation = strict ? SV_SUM_LT : SV_SUM_LE;
  sv_term t = sv_linear_atom_term(T, &out);
  sv_sum_free(&out.sum);
  return t;
}

static void free_bounds(bound_list *list) {
  for (uint32_t i = 0; i < list->n; i++) sv_sum_free(&list->at[i].atom.sum);
  sv_vec_free(*list);
}

static bool eliminate_bounded(sv_terms *T, sv_term_list *list, sv_term leaf) {
  bound_list lower = {0}, upper = {0};
  sv_term_list rest = {0};
  bool all = true;
  for (uint32_t i = 0; i < list->n && all; i++) {
    if (!mentions(T, list->at[i], leaf)) sv_push(rest, list->at[i]);
    else all = collect_bound(T, list->at[i], leaf, &lower, &upper);
  }
  all = all && lower.n * upper.n + rest.n <= MOST_CONJUNCTS;
  for (uint32_t i = 0; i < lower.n && all; i++)
    for (uint32_t k = 0; k < upper.n; k++) sv_push(rest, combine(T, &lower.at[i], &upper.at[k]));
  free_bounds(&lower);
  free_bounds(&upper);
  if (!all) return sv_vec_free(rest), false;
  sv_vec_free(*list);
  *list = rest;
  return true;
}

// ---- all of it

static bool drop_with(sv_terms *T, sv_term_list *list, sv_term leaf) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->n; i++)
    if (!mentions(T, list->at[i], leaf)) list->at[kept++] = list->at[i];
  bool dropped = kept < list->n;
  list->n = kept;
  return dropped;
}

// Cases of single conjuncts are left together: only plain conjunctions can be projected.
static void project(sv_path *p, uint32_t time, sv_term_list *list, bool *exact) {
  sv_terms *T = p->terms;
  for (uint32_t i = 0; i < list->n;) {
    sv_term leaf = foreign_in(p, time, list->at[i]);
    if (sv_is_none(leaf)) {
      i++;
      continue;
    }
    if (!eliminate_equal(T, list, leaf) && !eliminate_bounded(T, list, leaf) &&
        drop_with(T, list, leaf))
      *exact = false;
    i = 0;
  }
}

static bool defines_version(const sv_path *p, sv_term conjunct) {
  sv_node n = sv_node_of(p->terms, sv_index(conjunct));
  if (n.op != SV_OP_EQ || sv_negated(conjunct)) return false;
  for (uint32_t i = 0; i < 2; i++) {
    sv_node side = sv_node_of(p->terms, sv_index(n.args[i]));
    if (!sv_is_version(p->terms, n.args[i])) continue;
    if (sv_same(p->values.at[side.id - SV_VERSION_BASE], n.args[1 - i])) return true;
  }
  return false;
}

void sv_path_precondition(sv_path *p, uint32_t time, sv_term_list *out, bool *exact) {
  sv_term_list list = {0};
  *exact = true;
  for (uint32_t g = time + 1; g < p->groups.n; g++)
    for (uint32_t i = 0; i < p->groups.at[g].n; i++) {
      if (defines_version(p, p->groups.at[g].at[i])) continue;
      sv_term t = unfold(p, time, p->groups.at[g].at[i]);
      sv_term plain = sv_plain_atoms(p->terms, t, MOST_ATOMS);
      sv_conjuncts(p->terms, sv_is_none(plain) ? t : plain, &list);
    }
  project(p, time, &list, exact);
  for (uint32_t i = 0; i < list.n; i++) {
    sv_term t = sv_path_state_term(p, time, list.at[i]);
    if (!sv_is_none(t)) sv_push(*out, t);
  }
  sv_vec_free(list);
}
