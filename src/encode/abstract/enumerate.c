// enumerate.c -- (6.7): models of a cluster, one by one, until all are known.
//
// With sampling each model stands for more than itself: all quantified leaves are fixed to
// what they are in it, and every assignment to the free variables that fits is in the set, too.
// Predicates are settled by the data, so these differ in what is kept (locations, mostly).

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

// ---- what else fits the data of a model

// By quantified leaf its value; false: one of them has none that can be written down.
static bool read_data(sv_eliminator *e, const sv_term_list *leaves, sv_map *values) {
  sv_map_clear(values);
  for (uint32_t i = 0; i < leaves->n; i++) {
    sv_sort s = sv_sort_of(e->terms, leaves->at[i]);
    sv_value v;
    if (sv_sort_get(e->terms, s)->kind == SV_SORT_ARRAY) return false;
    if (!sv_query_value(e->query, leaves->at[i], &v)) return false;
    sv_map_put(values, sv_index(leaves->at[i]), sv_const(e->terms, s, v).x);
  }
  return true;
}

static sv_term put_value(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  uint32_t value = sv_map_get(context, index);
  SV_UNUSED(T), SV_UNUSED(rebuilt);
  return value == SV_MAP_NONE ? SV_NONE : (sv_term){value};
}

// False: there is arithmetic about free variables left.
static bool fit(sv_eliminator *e, const sv_term_list *conjuncts, sv_map *values, sv_bdd *set) {
  *set = SV_BDD_TRUE;
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    sv_term left = sv_rewrite(e->terms, conjuncts->at[i], put_value, values);
    if (!sv_eliminate_is_boolean(e->terms, left)) return sv_bdd_drop(e->bdds, *set), false;
    sv_bdd one = sv_eliminate_diagram(e, left);
    sv_bdd_set(e->bdds, set, sv_bdd_and(e->bdds, *set, one));
    sv_bdd_drop(e->bdds, one);
  }
  return true;
}

// At least the model itself.
static bool find_fitting(sv_eliminator *e, const sv_term_list *conjuncts,
                         const sv_term_list *leaves, sv_map *values, sv_bdd *set) {
  if (!e->structure.sampling || !read_data(e, leaves, values)) return false;
  return fit(e, conjuncts, values, set);
}

// ---- all of them

static void assert_all(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care) {
  for (uint32_t i = 0; i < conjuncts->n; i++) sv_query_assert(e->query, conjuncts->at[i]);
  if (!e->structure.dont_cares) return;
  for (uint32_t i = 0; i < e->known.n; i++) sv_query_assert(e->query, e->known.at[i]);
  sv_query_assert(e->query, sv_eliminator_term(e, care));
}

// One model is known: what it says about the free variables, in *set, and that it is not wanted again.
static sv_smt_term take_model(sv_eliminator *e, const sv_term_list *conjuncts,
                              const sv_term_list *leaves, const sv_u32s *free, sv_map *values,
                              sv_bdd *set) {
  sv_smt_term block;
  e->numbers.models++;
  if (find_fitting(e, conjuncts, leaves, values, set))
    return sv_query_term(e->query, sv_not(sv_eliminator_term(e, *set)));
  *set = read_model(e, free, &block);
  return block;
}

sv_bdd sv_eliminate_enumerate(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care) {
  sv_u32s free = {0};
  sv_term_list leaves = {0};
  sv_map values = {0};
  sv_bdd found = SV_BDD_FALSE;
  for (uint32_t i = 0; i < conjuncts->n; i++)
    sv_eliminate_leaves(e->terms, conjuncts->at[i], &leaves, &free);
  sv_query_push(e->query);
  assert_all(e, conjuncts, care);
  while (sv_query_check(e->query, NULL, 0) == SV_SAT_YES) {
    sv_bdd set;
    sv_smt_term block = take_model(e, conjuncts, &leaves, &free, &values, &set);
    sv_bdd_set(e->bdds, &found, sv_bdd_or(e->bdds, found, set));
    sv_bdd_drop(e->bdds, set);
    sv_smt_assert(e->query->z, block);
  }
  e->failed |= e->query->gave_up;
  sv_query_pop(e->query);
  sv_map_free(&values);
  sv_vec_free(leaves);
  sv_vec_free(free);
  return found;
}
