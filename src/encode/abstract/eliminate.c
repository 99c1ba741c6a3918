// eliminate.c -- the order of things: inline, then cluster by cluster.

#include "encode/abstract/eliminate_inside.h"

sv_eliminator *sv_eliminator_new(const sv_net *net, sv_structure structure, bool integers,
                                 sv_limits *limits) {
  sv_eliminator *e = SV_NEW(sv_eliminator);
  *e = (sv_eliminator){.terms = net->model->terms,
                       .structure = structure,
                       .query = sv_query_new(net, integers, limits),
                       .outer = sv_query_new(net, integers, limits)};
  return e;
}

void sv_eliminator_free(sv_eliminator *e) {
  if (!e) return;
  sv_query_free(e->query);
  sv_query_free(e->outer);
  for (uint32_t i = 0; i < e->solved.n; i++) sv_vec_free(e->solved.at[i].conjuncts);
  sv_map_free(&e->constant);
  sv_map_free(&e->vars);
  sv_map_free(&e->frees);
  sv_vec_free(e->solved);
  sv_vec_free(e->spare);
  sv_vec_free(e->known);
  sv_free(e);
}

void sv_eliminator_name(sv_eliminator *e, uint32_t free, uint32_t var) {
  sv_map_put(&e->vars, free, var);
  sv_map_put(&e->frees, var, free);
}

uint32_t sv_eliminate_var(const sv_eliminator *e, uint32_t free) {
  uint32_t var = sv_map_get(&e->vars, free);
  REQUIRE(var != SV_MAP_NONE, "a free variable without a place in the diagrams");
  return var;
}

// ---- leaves

uint32_t sv_free_number(const sv_terms *T, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  return n.op == SV_OP_VAR && n.id >= SV_FREE_BASE ? n.id - SV_FREE_BASE : UINT32_MAX;
}

static bool is_quantified(const sv_node *n) {
  switch (n->op) {
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_CHOICE:
  case SV_OP_QLEN:
  case SV_OP_QDEFER:
  case SV_OP_PEEK: return true;
  default: return false;
  }
}

static void push_once(sv_u32s *list, uint32_t x) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == x) return;
  sv_push(*list, x);
}

static void push_term_once(sv_term_list *list, sv_term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (sv_same(list->at[i], t)) return;
  sv_push(*list, t);
}

void sv_eliminate_leaves(const sv_terms *T, sv_term t, sv_term_list *quantified, sv_u32s *free) {
  sv_u32s cone = {0};
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_term at = sv_term_of_index(cone.at[i]);
    sv_node n = sv_node_of(T, cone.at[i]);
    uint32_t number = sv_free_number(T, at);
    if (number != UINT32_MAX && free) push_once(free, number);
    else if (number == UINT32_MAX && quantified && is_quantified(&n))
      push_term_once(quantified, at);
  }
  sv_vec_free(cone);
}

typedef struct {
  sv_term from, to;
} exchange;

static sv_term exchange_leaf(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const exchange *e = context;
  SV_UNUSED(T), SV_UNUSED(rebuilt);
  return index == sv_index(e->from) ? e->to : SV_NONE;
}

void sv_eliminate_replace(sv_terms *T, sv_term_list *conjuncts, sv_term leaf, sv_term by) {
  exchange e = {leaf, by};
  assert(!sv_same(leaf, by) && !sv_negated(leaf));
  sv_term_list out = {0};
  for (uint32_t i = 0; i < conjuncts->n; i++)
    sv_conjuncts(T, sv_rewrite(T, conjuncts->at[i], exchange_leaf, &e), &out);
  sv_clear(*conjuncts);
  for (uint32_t i = 0; i < out.n; i++) push_term_once(conjuncts, out.at[i]);
  sv_vec_free(out);
}

// ---- diagrams

sv_bdd sv_eliminate_ite(sv_bdds *b, sv_bdd x, sv_bdd y, sv_bdd z) {
  sv_bdd then = sv_bdd_and(b, x, y), against = sv_bdd_not(b, x);
  sv_bdd other = sv_bdd_and(b, against, z);
  sv_bdd out = sv_bdd_or(b, then, other);
  sv_bdd_drop(b, then);
  sv_bdd_drop(b, against);
  sv_bdd_drop(b, other);
  return out;
}

static sv_bdd negated_if(sv_eliminator *e, bool negated, sv_bdd b) {
  return negated ? sv_bdd_not(e->bdds, b) : sv_bdd_keep(e->bdds, b);
}

typedef struct {
  sv_eliminator *e;
  sv_map place;
  sv_bdd_list made;
} translation;

static sv_bdd argument(const translation *t, sv_term a) {
  uint32_t place = sv_map_get(&t->place, sv_index(a));
  assert(place < t->made.n);
  return negated_if(t->e, sv_negated(a), t->made.at[place]);
}

static sv_bdd conjunction(const translation *t, const sv_node *n) {
  sv_bdd all = SV_BDD_TRUE;
  for (uint32_t i = 0; i < n->n; i++) {
    sv_bdd x = argument(t, n->args[i]);
    sv_bdd_set(t->e->bdds, &all, sv_bdd_and(t->e->bdds, all, x));
    sv_bdd_drop(t->e->bdds, x);
  }
  return all;
}

static sv_bdd node_bdd(const translation *t, uint32_t index) {
  sv_bdds *b = t->e->bdds;
  sv_node n = sv_node_of(t->e->terms, index);
  uint32_t number = sv_free_number(t->e->terms, sv_term_of_index(index));
  if (index == sv_index(SV_TRUE)) return SV_BDD_TRUE;
  if (number != UINT32_MAX) return sv_bdd_var(b, sv_eliminate_var(t->e, number));
  if (n.op == SV_OP_AND) return conjunction(t, &n);
  REQUIRE(n.op == SV_OP_EQ || n.op == SV_OP_ITE, "a Boolean term over free variables");
  sv_bdd x = argument(t, n.args[0]), y = argument(t, n.args[1]), out;
  if (n.op == SV_OP_EQ) {
    out = sv_bdd_iff(b, x, y);
  } else {
    sv_bdd z = argument(t, n.args[2]);
    out = sv_eliminate_ite(b, x, y, z);
    sv_bdd_drop(b, z);
  }
  sv_bdd_drop(b, x);
  sv_bdd_drop(b, y);
  return out;
}

sv_bdd sv_eliminate_diagram(sv_eliminator *e, sv_term root) {
  translation t = {.e = e};
  sv_u32s cone = {0};
  sv_cone(e->terms, &root, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_map_put(&t.place, cone.at[i], t.made.n);
    sv_push(t.made, node_bdd(&t, cone.at[i]));
  }
  sv_bdd out = argument(&t, root);
  for (uint32_t i = 0; i < t.made.n; i++) sv_bdd_drop(e->bdds, t.made.at[i]);
  sv_vec_free(t.made);
  sv_map_free(&t.place);
  sv_vec_free(cone);
  return out;
}

static sv_term free_of_var(const sv_eliminator *e, uint32_t var) {
  uint32_t free = sv_map_get(&e->frees, var);
  REQUIRE(free != SV_MAP_NONE, "a diagram over other variables");
  return sv_free_term(e->terms, free);
}

static sv_term diagram_term(sv_eliminator *e, sv_bdd b, sv_map *memo, sv_term_list *made) {
  if (sv_bdd_is_const(b)) return sv_bool_const(sv_bdd_is_true(b));
  uint32_t known = sv_map_get(memo, (uint64_t)(uint32_t)b.x);
  if (known != SV_MAP_NONE) return made->at[known];
  sv_term high = diagram_term(e, sv_bdd_high(e->bdds, b), memo, made);
  sv_term low = diagram_term(e, sv_bdd_low(e->bdds, b), memo, made);
  sv_term out = sv_ite(e->terms, free_of_var(e, sv_bdd_top(e->bdds, b)), high, low);
  sv_map_put(memo, (uint64_t)(uint32_t)b.x, made->n);
  sv_push(*made, out);
  return out;
}

sv_term sv_eliminator_term(sv_eliminator *e, sv_bdd b) {
  sv_map memo = {0};
  sv_term_list made = {0};
  sv_term out = diagram_term(e, b, &memo, &made);
  sv_map_free(&memo);
  sv_vec_free(made);
  return out;
}

// ---- clusters

static sv_bdd solve_cluster(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care,
                            bool may_sample) {
  sv_term_list hubs = {0};
  sv_u32s free = {0};
  sv_bdd out;
  assert(conjuncts->n);
  for (uint32_t i = 0; i < conjuncts->n; i++)
    sv_eliminate_leaves(e->terms, conjuncts->at[i], NULL, &free);
  if (free.n > e->numbers.largest) e->numbers.largest = free.n;
  if (may_sample && e->structure.sampling) sv_eliminate_hubs(e, conjuncts, &hubs);
  e->numbers.clusters++;
  if (hubs.n) out = sv_eliminate_sample(e, conjuncts, &hubs, care);
  else if (!e->structure.guided || !sv_eliminate_guided(e, conjuncts, care, &out))
    out = sv_eliminate_enumerate(e, conjuncts, care);
  sv_vec_free(hubs);
  sv_vec_free(free);
  return out;
}

static bool is_constant(const sv_eliminator *e, const sv_term_list *conjuncts) {
  for (uint32_t i = 0; i < conjuncts->n; i++)
    if (sv_map_get(&e->constant, conjuncts->at[i].x) == SV_MAP_NONE) return false;
  return true;
}

static bool are_same(const sv_term_list *a, const sv_term_list *b) {
  return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

// A cluster that does not depend on the step at hand is solved once, without any don't-cares.
static sv_bdd solve_once(sv_eliminator *e, const sv_term_list *conjuncts) {
  for (uint32_t i = 0; i < e->solved.n; i++)
    if (are_same(&e->solved.at[i].conjuncts, conjuncts))
      return sv_bdd_keep(e->bdds, e->solved.at[i].set);
  sv_solved_cluster solved = {.set = SV_BDD_TRUE};
  assert(is_constant(e, conjuncts));
  sv_term_list known = e->known;
  e->known = (sv_term_list){0};
  solved.set = solve_cluster(e, conjuncts, SV_BDD_TRUE, true);
  e->known = known;
  for (uint32_t i = 0; i < conjuncts->n; i++) sv_push(solved.conjuncts, conjuncts->at[i]);
  sv_push(e->solved, solved);
  return sv_bdd_keep(e->bdds, solved.set);
}

static sv_bdd solve_part(sv_eliminator *e, const sv_term_list *part, sv_bdd care, bool may_sample) {
  if (is_constant(e, part)) return solve_once(e, part);
  return solve_cluster(e, part, e->structure.dont_cares ? care : SV_BDD_TRUE, may_sample);
}

bool sv_eliminate_is_boolean(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  bool all = true;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && all; i++)
    all = sv_sort_get(T, sv_sort_of(T, sv_term_of_index(cone.at[i])))->kind == SV_SORT_BOOL;
  sv_vec_free(cone);
  return all;
}

// A conjunct over free variables only; there may be arithmetic about their bits.
static sv_bdd free_conjunct(sv_eliminator *e, sv_term t) {
  if (sv_eliminate_is_boolean(e->terms, t)) return sv_eliminate_diagram(e, t);
  sv_term_list one = {0};
  sv_push(one, t);
  sv_bdd out = sv_eliminate_enumerate(e, &one, SV_BDD_TRUE);
  sv_vec_free(one);
  return out;
}

static void conjoin(sv_eliminator *e, sv_bdd *all, sv_bdd more) {
  sv_bdd_set(e->bdds, all, sv_bdd_and(e->bdds, *all, more));
  sv_bdd_drop(e->bdds, more);
}

sv_bdd sv_eliminate_clusters(sv_eliminator *e, const sv_term_list *conjuncts, sv_bdd care,
                             bool may_sample) {
  sv_u32s cluster = {0};
  sv_term_list fixed = {0}, part = {0};
  sv_bdd all = SV_BDD_TRUE;
  uint32_t n = sv_eliminate_cluster(e->terms, conjuncts, &fixed, &cluster);
  for (uint32_t i = 0; i < conjuncts->n; i++)
    if (cluster.at[i] == UINT32_MAX) conjoin(e, &all, free_conjunct(e, conjuncts->at[i]));
  for (uint32_t k = 0; k < n && !e->failed && !sv_bdd_is_false(all); k++) {
    sv_clear(part);
    for (uint32_t i = 0; i < conjuncts->n; i++)
      if (cluster.at[i] != UINT32_MAX && (cluster.at[i] == k || !e->structure.clustering))
        sv_push(part, conjuncts->at[i]);
    sv_bdd cares = sv_bdd_and(e->bdds, care, all);
    conjoin(e, &all, solve_part(e, &part, cares, may_sample));
    sv_bdd_drop(e->bdds, cares);
    if (!e->structure.clustering) break;
  }
  sv_vec_free(part);
  sv_vec_free(cluster);
  return all;
}

sv_bdd sv_eliminate(sv_eliminator *e, const sv_term *conjuncts, uint32_t n, sv_bdd care) {
  sv_term_list list = {0};
  for (uint32_t i = 0; i < n; i++) sv_conjuncts(e->terms, conjuncts[i], &list);
  e->numbers.problems++;
  if (e->structure.inlining) sv_eliminate_inline(e, &list);
  sv_bdd out = sv_eliminate_clusters(e, &list, e->structure.dont_cares ? care : SV_BDD_TRUE, true);
  e->failed |= e->query->gave_up || e->outer->gave_up;
  e->numbers.checks = sv_smt_numbers(e->query->z).checks + sv_smt_numbers(e->outer->z).checks;
  sv_vec_free(list);
  return out;
}
