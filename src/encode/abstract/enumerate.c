// enumerate.c -- (6.7): models of a cluster, one by one, until all are known.

#include "encode/abstract/eliminate_inside.h"

// The values of the free variables in the model; *block: other ones.
static sv_bdd read_model(sv_eliminator *e, const sv_u32s *free, sv_smt_term *block) {
  sv_smt *z = e->query->z;
  sv_bdd cube = SV_BDD_TRUE;
  sv_smt_terms other = {0};
  for (uint32_t i = free->n; i-- > 0;) {
    sv_smt_term x = sv_query_term(e->query, sv_free_term(e->terms, free->at[i]));
    bool is = sv_smt_holds(z, x);
    sv_bdd var = sv_bdd_var(e->bdds, sv_eliminate_var(e, free->at[i]));
    sv_bdd_set(e->bdds, &cube,
               is ? sv_bdd_and(e->bdds, var, cube) : sv_bdd_minus(e->bdds, cube, var));
    sv_bdd_drop(e->bdds, var);
    sv_push(other, is ? sv_smt_not(z, x) : x);
  }
  *block = sv_smt_or_all(z, other.at, other.n);
  sv_vec_free(other);
  return cube;
}

static void assert_all(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care) {
  for (uint32_t i = 0; i < conjuncts->n; i++) sv_query_assert(e->query, conjuncts->at[i]);
  if (!e->structure.dont_cares) return;
  for (uint32_t i = 0; i < e->known.n; i++) sv_query_assert(e->query, e->known.at[i]);
  sv_query_assert(e->query, sv_eliminator_term(e, care));
}

sv_bdd sv_eliminate_enumerate(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care) {
  sv_u32s free = {0};
  sv_bdd found = SV_BDD_FALSE;
  for (uint32_t i = 0; i < conjuncts->n; i++)
    sv_eliminate_leaves(e->terms, conjuncts->at[i], NULL, &free);
  sv_query_push(e->query);
  assert_all(e, conjuncts, care);
  while (sv_query_check(e->query, NULL, 0) == SV_SAT_YES) {
    sv_smt_term block;
    sv_bdd cube = read_model(e, &free, &block);
    sv_bdd_set(e->bdds, &found, sv_bdd_or(e->bdds, found, cube));
    sv_bdd_drop(e->bdds, cube);
    sv_smt_assert(e->query->z, block);
    e->numbers.models++;
  }
  e->failed |= e->query->gave_up;
  sv_query_pop(e->query);
  sv_vec_free(free);
  return found;
}
