// guided.c -- enumeration along the diagram of a cluster's Boolean structure.
//
// Atoms are variables of the diagram, below the free ones; a free variable that
// is defined to be an atom stands for it. The walk decides one variable after
// the other, tells the solver what its atom is said to be, and turns back where
// the diagram is false or the solver finds a contradiction. Below the free
// variables one consistent way is enough.

#include "encode/abstract/atoms.h"
#include "encode/abstract/eliminate_inside.h"

enum { MOST_ATOMS = 4096 };

typedef struct {
  uint32_t var;  // of the diagrams
  bool is_free;
  sv_term atom;  // SV_NONE: it says nothing but its own truth
} decision;

typedef struct {
  sv_eliminator *e;
  SV_VEC(decision) order;  // as the diagrams have them
  sv_map var_of;           // atom -> place in `order`
  uint32_t used;           // of the spare variables
  bool short_of;
} walk;

// ---- the structure

static sv_bdd build(walk *w, sv_term t);

static uint32_t add_decision(walk *w, uint32_t var, bool is_free, sv_term atom) {
  sv_push(w->order, (decision){var, is_free, atom});
  return w->order.n - 1;
}

static sv_bdd atom_var(walk *w, sv_term atom) {
  sv_eliminator *e = w->e;
  uint32_t known = sv_map_get(&w->var_of, atom.x);
  if (known == SV_MAP_NONE && w->used == e->spare.n) {
    w->short_of = true;
    return SV_BDD_TRUE;
  }
  if (known == SV_MAP_NONE) {
    known = add_decision(w, e->spare.at[w->used++], false, atom);
    sv_map_put(&w->var_of, atom.x, known);
  }
  return sv_bdd_var(e->bdds, w->order.at[known].var);
}

static sv_bdd build_node(walk *w, sv_term t) {
  sv_eliminator *e = w->e;
  sv_node n = sv_node_of(e->terms, sv_index(t));
  uint32_t number = sv_free_number(e->terms, t);
  if (number != UINT32_MAX) return sv_bdd_var(e->bdds, sv_eliminate_var(e, number));
  if (!sv_is_connective(e->terms, t)) return atom_var(w, t);
  sv_term args[3] = {n.args[0], n.args[1], n.n > 2 ? n.args[2] : SV_NONE};
  sv_bdd x = build(w, args[0]), out;
  if (n.op == SV_OP_AND) {
    for (uint32_t i = 1; i < n.n; i++) {
      sv_bdd y = build(w, sv_node_of(e->terms, sv_index(t)).args[i]);
      sv_bdd_set(e->bdds, &x, sv_bdd_and(e->bdds, x, y));
      sv_bdd_drop(e->bdds, y);
    }
    return x;
  }
  sv_bdd y = build(w, args[1]), z = n.op == SV_OP_ITE ? build(w, args[2]) : SV_BDD_FALSE;
  out = n.op == SV_OP_ITE ? sv_eliminate_ite(e->bdds, x, y, z) : sv_bdd_iff(e->bdds, x, y);
  sv_bdd_drop(e->bdds, x);
  sv_bdd_drop(e->bdds, y);
  sv_bdd_drop(e->bdds, z);
  return out;
}

static sv_bdd build(walk *w, sv_term t) {
  if (sv_same(t, SV_TRUE)) return SV_BDD_TRUE;
  if (sv_same(t, SV_FALSE)) return SV_BDD_FALSE;
  sv_bdd b = build_node(w, sv_positive(t));
  if (sv_negated(t)) sv_bdd_set(w->e->bdds, &b, sv_bdd_not(w->e->bdds, b));
  return b;
}

// p = atom: from now on p stands for it.
static bool takes_over(walk *w, sv_term conjunct) {
  sv_terms *T = w->e->terms;
  sv_node n = sv_node_of(T, sv_index(conjunct));
  if (n.op != SV_OP_EQ) return false;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t number = sv_free_number(T, n.args[i]);
    sv_term atom = n.args[1 - i];
    if (number == UINT32_MAX || sv_is_connective(T, atom) ||
        sv_free_number(T, atom) != UINT32_MAX || sv_map_get(&w->var_of, atom.x) != SV_MAP_NONE)
      continue;
    for (uint32_t k = 0; k < w->order.n; k++)
      if (w->order.at[k].var == sv_eliminate_var(w->e, number) && sv_is_none(w->order.at[k].atom)) {
        w->order.at[k].atom = sv_negated(conjunct) ? sv_not(atom) : atom;
        if (!sv_negated(conjunct)) sv_map_put(&w->var_of, atom.x, k);
        return !sv_negated(conjunct);
      }
  }
  return false;
}

static int by_level(sv_bdds *b, const decision *x, const decision *y) {
  uint32_t i = sv_bdd_level(b, x->var), k = sv_bdd_level(b, y->var);
  return (i > k) - (i < k);
}

static void sort_order(walk *w) {
  for (uint32_t i = 1; i < w->order.n; i++)
    for (uint32_t j = i; j && by_level(w->e->bdds, &w->order.at[j - 1], &w->order.at[j]) > 0; j--) {
      decision swap = w->order.at[j];
      w->order.at[j] = w->order.at[j - 1], w->order.at[j - 1] = swap;
    }
}

// ---- the walk

static sv_bdd go(walk *w, uint32_t at, sv_bdd here);

static bool consistent(walk *w) {
  sv_sat_answer answer = sv_query_check(w->e->query, NULL, 0);
  w->e->failed |= answer == SV_SAT_UNKNOWN;
  return answer == SV_SAT_YES;
}

static sv_bdd branch(walk *w, uint32_t at, sv_bdd there, bool yes) {
  const decision *d = &w->order.at[at];
  if (sv_bdd_is_false(there) || w->e->failed) return SV_BDD_FALSE;
  if (sv_is_none(d->atom)) return go(w, at + 1, there);
  sv_query_push(w->e->query);
  sv_query_assert(w->e->query, yes ? d->atom : sv_not(d->atom));
  sv_bdd out = consistent(w) ? go(w, at + 1, there) : SV_BDD_FALSE;
  sv_query_pop(w->e->query);
  return out;
}

static sv_bdd go(walk *w, uint32_t at, sv_bdd here) {
  sv_bdds *b = w->e->bdds;
  if (sv_bdd_is_false(here)) return SV_BDD_FALSE;
  if (at == w->order.n) {
    assert(sv_bdd_is_true(here));
    w->e->numbers.models++;
    return SV_BDD_TRUE;
  }
  const decision *d = &w->order.at[at];
  bool asks = !sv_bdd_is_const(here) && sv_bdd_top(b, here) == d->var;
  if (!asks && sv_is_none(d->atom)) return go(w, at + 1, here);
  if (!asks && !d->is_free) return go(w, at + 1, here);
  sv_bdd high = branch(w, at, asks ? sv_bdd_high(b, here) : here, true);
  if (!d->is_free && sv_bdd_is_true(high)) return high;
  sv_bdd low = branch(w, at, asks ? sv_bdd_low(b, here) : here, false);
  if (!d->is_free) return low;
  sv_bdd var = sv_bdd_var(b, d->var), out = sv_eliminate_ite(b, var, high, low);
  sv_bdd_drop(b, var);
  sv_bdd_drop(b, high);
  sv_bdd_drop(b, low);
  return out;
}

static sv_bdd walk_all(walk *w, sv_bdd structure) {
  sv_eliminator *e = w->e;
  sv_query_push(e->query);
  if (e->structure.dont_cares)
    for (uint32_t i = 0; i < e->known.n; i++) sv_query_assert(e->query, e->known.at[i]);
  sv_bdd out = consistent(w) ? go(w, 0, structure) : SV_BDD_FALSE;
  sv_query_pop(e->query);
  return out;
}

// Atoms that some free variable stands for stay as they are: drawing them out gives them one form.
static bool collect(walk *w, const sv_term_list *conjuncts, sv_bdd *structure) {
  sv_eliminator *e = w->e;
  sv_term_list plain = {0};
  bool all = true;
  for (uint32_t i = 0; i < conjuncts->n && all; i++) {
    sv_term t = sv_plain_atoms(e->terms, conjuncts->at[i], MOST_ATOMS);
    all = !sv_is_none(t);
    if (all) sv_conjuncts(e->terms, t, &plain);
  }
  for (uint32_t i = 0; i < plain.n && all; i++)
    if (takes_over(w, plain.at[i])) plain.at[i] = SV_TRUE;
  for (uint32_t i = 0; i < plain.n && all; i++) {
    sv_bdd part = build(w, plain.at[i]);
    sv_bdd_set(e->bdds, structure, sv_bdd_and(e->bdds, *structure, part));
    sv_bdd_drop(e->bdds, part);
    all = !w->short_of;
  }
  sv_vec_free(plain);
  return all;
}

// What the don't-cares say of these variables.
static sv_bdd project(sv_eliminator *e, sv_bdd care, const sv_u32s *free) {
  sv_u32s support = {0}, others = {0};
  sv_bdd_support(e->bdds, care, &support);
  for (uint32_t i = 0; i < support.n; i++) {
    bool own = false;
    for (uint32_t k = 0; k < free->n && !own; k++)
      own = sv_eliminate_var(e, free->at[k]) == support.at[i];
    if (!own) sv_push(others, support.at[i]);
  }
  sv_bdd cube = sv_bdd_cube(e->bdds, others.at, others.n);
  sv_bdd out = sv_bdd_exists(e->bdds, care, cube);
  sv_bdd_drop(e->bdds, cube);
  sv_vec_free(support);
  sv_vec_free(others);
  return out;
}

bool sv_eliminate_guided(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care,
                         sv_bdd *out) {
  walk w = {.e = e};
  sv_u32s free = {0};
  for (uint32_t i = 0; i < conjuncts->n; i++)
    sv_eliminate_leaves(e->terms, conjuncts->at[i], NULL, &free);
  sv_bdd structure = project(e, care, &free);
  for (uint32_t i = 0; i < free.n; i++)
    add_decision(&w, sv_eliminate_var(e, free.at[i]), true, SV_NONE);
  bool fits = collect(&w, conjuncts, &structure);
  if (fits) {
    sort_order(&w);
    *out = walk_all(&w, structure);
  }
  sv_bdd_drop(e->bdds, structure);
  sv_map_free(&w.var_of);
  sv_vec_free(w.order);
  sv_vec_free(free);
  return fits;
}
