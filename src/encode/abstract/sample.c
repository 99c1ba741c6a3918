// sample.c -- variable sampling: one value of a few variables at a time.
//
// Which variables: those without which the cluster falls apart into parts that
// all say something about free variables; few of them, since every value that
// is needed costs a round. A network of automata with a time-elapse step has
// one natural candidate, the time that passes; it is found like any other.

#include "encode/abstract/eliminate_inside.h"

enum { MOST_HUBS = 3 };

static bool is_number(const sv_terms *T, sv_term t) {
  sv_sort_kind kind = sv_sort_get(T, sv_sort_of(T, t))->kind;
  return kind == SV_SORT_INT || kind == SV_SORT_REAL || kind == SV_SORT_BV;
}

// How many clusters with free variables are left without these leaves.
static uint32_t parts_without(sv_eliminator *e, const sv_term_list *conjuncts,
                              const sv_term_list *fixed) {
  sv_u32s cluster = {0}, free = {0};
  uint32_t n = sv_eliminate_cluster(e->terms, conjuncts, fixed, &cluster), parts = 0;
  for (uint32_t k = 0; k < n; k++) {
    sv_clear(free);
    for (uint32_t i = 0; i < conjuncts->n; i++)
      if (cluster.at[i] == k) sv_eliminate_leaves(e->terms, conjuncts->at[i], NULL, &free);
    parts += free.n > 0;
  }
  sv_vec_free(cluster);
  sv_vec_free(free);
  return parts;
}

static bool is_listed(const sv_term_list *list, sv_term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (sv_same(list->at[i], t)) return true;
  return false;
}

static uint32_t degree(const sv_terms *T, const sv_term_list *conjuncts, sv_term leaf) {
  sv_term_list leaves = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    sv_clear(leaves);
    sv_eliminate_leaves(T, conjuncts->at[i], &leaves, NULL);
    n += is_listed(&leaves, leaf);
  }
  sv_vec_free(leaves);
  return n;
}

// The leaf that leaves most parts behind, of those the one in most conjuncts.
static sv_term best_hub(sv_eliminator *e, const sv_term_list *conjuncts, const sv_term_list *leaves,
                        sv_term_list *hubs, uint32_t *parts) {
  sv_term best = SV_NONE;
  uint32_t most = 0, degrees = 0;
  for (uint32_t i = 0; i < leaves->n; i++) {
    if (is_listed(hubs, leaves->at[i]) || !is_number(e->terms, leaves->at[i])) continue;
    sv_push(*hubs, leaves->at[i]);
    uint32_t n = parts_without(e, conjuncts, hubs);
    hubs->n--;
    uint32_t d = degree(e->terms, conjuncts, leaves->at[i]);
    if (n > most || (n == most && d > degrees)) best = leaves->at[i], most = n, degrees = d;
  }
  *parts = most;
  return best;
}

void sv_eliminate_hubs(sv_eliminator *e, const sv_term_list *conjuncts, sv_term_list *hubs) {
  sv_term_list leaves = {0};
  uint32_t parts = 1;
  if (conjuncts->n > 2)
    for (uint32_t i = 0; i < conjuncts->n; i++)
      sv_eliminate_leaves(e->terms, conjuncts->at[i], &leaves, NULL);
  while (hubs->n < MOST_HUBS && parts < 2) {
    sv_term hub = best_hub(e, conjuncts, &leaves, hubs, &parts);
    if (sv_is_none(hub)) break;
    sv_push(*hubs, hub);
  }
  if (parts < 2) sv_clear(*hubs);
  sv_vec_free(leaves);
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
