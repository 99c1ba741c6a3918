// sample.c -- variable sampling: one value of a few variables at a time.
//
// Which variables: those without which the cluster falls apart into at least two parts that
// say something about free variables; as few as possible, since every value that is needed costs
// a round, and of as many those whose largest part is smallest. A network of automata with a
// time-elapse step has one natural candidate, the time that passes; it is found like any other.

#include "encode/abstract/eliminate_inside.h"

enum { MOST_HUBS = 3, FEW_LEAVES = 12 };

static bool is_number(const sv_terms *T, sv_term t) {
  sv_sort_kind kind = sv_sort_get(T, sv_sort_of(T, t))->kind;
  return kind == SV_SORT_INT || kind == SV_SORT_REAL || kind == SV_SORT_BV;
}

// Clusters with free variables, and how many of these variables the largest one has.
typedef struct {
  uint32_t parts, largest;
} separation;

static separation separate(sv_eliminator *e, const sv_term_list *conjuncts,
                           const sv_term_list *fixed) {
  sv_u32s cluster = {0}, free = {0};
  uint32_t n = sv_eliminate_cluster(e->terms, conjuncts, fixed, &cluster);
  separation out = {0, 0};
  for (uint32_t k = 0; k < n; k++) {
    sv_clear(free);
    for (uint32_t i = 0; i < conjuncts->n; i++)
      if (cluster.at[i] == k) sv_eliminate_leaves(e->terms, conjuncts->at[i], NULL, &free);
    out.parts += free.n > 0;
    if (free.n > out.largest) out.largest = free.n;
  }
  sv_vec_free(cluster);
  sv_vec_free(free);
  return out;
}

typedef struct {
  sv_eliminator *e;
  const sv_term_list *conjuncts;
  sv_term_list candidates;
  sv_term_list fixed;  // as many of them as are tried at the moment
  sv_term_list *best;
  separation found;
} choice;

static void try_fixed(choice *c) {
  separation s = separate(c->e, c->conjuncts, &c->fixed);
  if (s.parts < 2) return;
  if (c->found.parts && s.largest >= c->found.largest) return;
  c->found = s;
  sv_clear(*c->best);
  for (uint32_t i = 0; i < c->fixed.n; i++) sv_push(*c->best, c->fixed.at[i]);
}

// All sets of so many more candidates.
static void try_sets(choice *c, uint32_t more, uint32_t from) {
  if (!more) return try_fixed(c);
  for (uint32_t i = from; i + more <= c->candidates.n; i++) {
    sv_push(c->fixed, c->candidates.at[i]);
    try_sets(c, more - 1, i + 1);
    c->fixed.n--;
  }
}

static void find_candidates(choice *c) {
  sv_term_list leaves = {0};
  for (uint32_t i = 0; i < c->conjuncts->n; i++)
    sv_eliminate_leaves(c->e->terms, c->conjuncts->at[i], &leaves, NULL);
  for (uint32_t i = 0; i < leaves.n; i++)
    if (is_number(c->e->terms, leaves.at[i])) sv_push(c->candidates, leaves.at[i]);
  sv_vec_free(leaves);
}

void sv_eliminate_hubs(sv_eliminator *e, const sv_term_list *conjuncts, sv_term_list *hubs) {
  choice c = {.e = e, .conjuncts = conjuncts, .best = hubs};
  if (conjuncts->n <= 2) return;
  find_candidates(&c);
  uint32_t most = c.candidates.n <= FEW_LEAVES ? MOST_HUBS : 1;
  for (uint32_t n = 1; n <= most && !hubs->n; n++) try_sets(&c, n, 0);
  sv_vec_free(c.candidates);
  sv_vec_free(c.fixed);
}

// ---- rounds

// The cluster with the hubs as the model of `outer` has them; false: a value is none of ours.
static bool fix_hubs(sv_eliminator *e, const sv_term_list *hubs, sv_term_list *conjuncts) {
  for (uint32_t i = 0; i < hubs->n; i++) {
    sv_value v;
    if (!sv_query_value(e->outer, hubs->at[i], &v)) return false;
    sv_term by = sv_const(e->terms, sv_sort_of(e->terms, hubs->at[i]), v);
    assert(!sv_is_none(by));
    sv_eliminate_replace(e->terms, conjuncts, hubs->at[i], by);
  }
  return true;
}

// What is still missing may be anywhere in `care`; with don't-cares only there.
static sv_bdd solve_round(sv_eliminator *e, sv_term_list *fixed, sv_bdd care, sv_bdd found) {
  sv_bdd missing = sv_bdd_minus(e->bdds, care, found);
  if (e->structure.inlining) sv_eliminate_inline(e, fixed);
  sv_bdd part =
      sv_eliminate_clusters(e, fixed, e->structure.dont_cares ? missing : SV_BDD_TRUE, false);
  if (e->structure.dont_cares)  // outside it is anything
    sv_bdd_set(e->bdds, &part, sv_bdd_and(e->bdds, part, missing));
  sv_bdd_drop(e->bdds, missing);
  return part;
}

sv_bdd sv_eliminate_sample(sv_eliminator *e, const sv_term_list *conjuncts,
                           const sv_term_list *hubs, sv_bdd care) {
  sv_bdd found = SV_BDD_FALSE;
  sv_term_list fixed = {0};
  sv_query_push(e->outer);
  for (uint32_t i = 0; i < conjuncts->n; i++) sv_query_assert(e->outer, conjuncts->at[i]);
  if (e->structure.dont_cares)
    for (uint32_t i = 0; i < e->known.n; i++) sv_query_assert(e->outer, e->known.at[i]);
  if (e->structure.dont_cares) sv_query_assert(e->outer, sv_eliminator_term(e, care));
  e->numbers.sampled++;
  while (!e->failed && sv_query_check(e->outer, NULL, 0) == SV_SAT_YES) {
    sv_clear(fixed);
    for (uint32_t i = 0; i < conjuncts->n; i++) sv_push(fixed, conjuncts->at[i]);
    e->failed |= !fix_hubs(e, hubs, &fixed);
    if (e->failed) break;
    sv_bdd part = solve_round(e, &fixed, care, found);
    sv_query_assert(e->outer, sv_not(sv_eliminator_term(e, part)));
    sv_bdd_set(e->bdds, &found, sv_bdd_or(e->bdds, found, part));
    sv_bdd_drop(e->bdds, part);
    e->numbers.samples++;
  }
  e->failed |= e->outer->gave_up;
  sv_query_pop(e->outer);
  sv_vec_free(fixed);
  return found;
}
