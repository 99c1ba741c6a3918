// Tests of solver/acyclic.h, and with it of theories in solver/split.h: clauses over the edges of random graphs, against
// CaDiCaL with clauses for the order (encode/events/ordering.h); proofs, in which every lemma must be a cycle.

#include "solver/acyclic.h"

#include "encode/events/ordering.h"
#include "unit/test_split_kit.h"

enum { VERTICES = 12, MOST_EDGES = 60 };

typedef struct {
  checker check;  // first: the checker's own functions take it
  sv_moment moments[VERTICES];
  sv_acyclic_vertex vertices[VERTICES];
  sv_acyclic_edge edges[MOST_EDGES];
  uint32_t n, edges_n, lemmas, longest;
} graph;

static void random_graph(graph *g, sv_random *r) {
  *g = (graph){.n = VERTICES};
  for (uint32_t v = 0; v < VERTICES; v++) {
    uint32_t chain = v % 5 < 3 ? v % 5 : SV_NO_CHAIN;
    g->vertices[v] = (sv_acyclic_vertex){chain, 3 * v};
    g->moments[v] = (sv_moment){chain == SV_NO_CHAIN ? SV_NO_LINE : chain, 3 * v};
  }
  for (uint32_t u = 0; u < VERTICES; u++)
    for (uint32_t v = 0; v < VERTICES; v++) {
      bool same =
          g->vertices[u].chain == g->vertices[v].chain && g->vertices[u].chain != SV_NO_CHAIN;
      if (u == v || same || g->edges_n == MOST_EDGES || sv_random_below(r, 2)) continue;
      g->edges[g->edges_n] = (sv_acyclic_edge){u, v, (int32_t)g->edges_n + 1};
      g->edges_n++;
    }
}

// Do the chains and these edges (by literal; NULL: all in the model) have a cycle?
static bool has_cycle(const graph *g, const bool *there) {
  bool reach[VERTICES][VERTICES] = {0};
  for (uint32_t u = 0; u < g->n; u++)
    for (uint32_t v = u + 1; v < g->n; v++)
      reach[u][v] =
          g->vertices[u].chain == g->vertices[v].chain && g->vertices[u].chain != SV_NO_CHAIN;
  for (uint32_t i = 0; i < g->edges_n; i++)
    if (there[i]) reach[g->edges[i].from][g->edges[i].to] = true;
  for (uint32_t k = 0; k < g->n; k++)
    for (uint32_t i = 0; i < g->n; i++)
      for (uint32_t j = 0; j < g->n; j++) reach[i][j] |= reach[i][k] && reach[k][j];
  bool cycle = false;
  for (uint32_t v = 0; v < g->n; v++) cycle |= reach[v][v];
  return cycle;
}

// A lemma forbids a cycle, and none of its literals can be left out.
static void check_lemma(void *context, const int32_t *literals, uint32_t n) {
  graph *g = context;
  bool there[MOST_EDGES] = {0};
  for (uint32_t i = 0; i < n; i++) {
    assert_true(literals[i] < 0 && -literals[i] <= (int32_t)g->edges_n);
    there[-literals[i] - 1] = true;
  }
  assert_true(has_cycle(g, there));
  for (uint32_t i = 0; i < n; i++) {
    there[-literals[i] - 1] = false;
    assert_false(has_cycle(g, there));
    there[-literals[i] - 1] = true;
  }
  g->lemmas++;
  if (n > g->longest) g->longest = n;
  formula_add(&g->check.known, literals, n);
}

// Clauses that want edges more often than not.
static formula random_clauses(graph *g, sv_random *r) {
  formula f = {.vars = g->edges_n + 10};
  uint32_t clauses = g->edges_n / 2 + sv_random_below(r, 2 * g->edges_n);
  for (uint32_t i = 0; i < clauses; i++) {
    int32_t literals[3];
    uint32_t n = sv_random_below(r, 20) ? 2 + sv_random_below(r, 2) : 1;
    for (uint32_t k = 0; k < n; k++) {
      literals[k] = 1 + (int32_t)sv_random_below(r, f.vars);
      if (!sv_random_below(r, 4)) literals[k] = -literals[k];
    }
    formula_add(&f, literals, n);
  }
  return f;
}

typedef struct {
  graph g;
  formula f;
  sv_split *split;
  sv_acyclic *theory;
  sv_sat *sat;
  sv_ordering order;
} pair;

static void load_reference(pair *p) {
  p->sat = sv_sat_new();
  load_sat(p->sat, &p->f);
  sv_ordering_init(&p->order, p->g.moments, p->g.n, sv_sat_sink(p->sat));
  for (uint32_t i = 0; i < p->g.edges_n; i++) {
    int32_t edge = p->g.edges[i].literal;
    int32_t before = sv_ordering_before(&p->order, p->g.edges[i].from, p->g.edges[i].to);
    sv_sat_add(p->sat, (int32_t[]){-edge, before}, 2);
  }
  assert_true(sv_ordering_close(&p->order, UINT64_MAX));
}

static void pair_init(pair *p, sv_random *r, bool prove) {
  random_graph(&p->g, r);
  p->f = random_clauses(&p->g, r);
  p->split = sv_split_new();
  sv_fill(p->g.check.value, p->f.vars + 1);
  for (uint32_t i = 0; i < p->f.flat.n; i++) sv_push(p->g.check.known.flat, p->f.flat.at[i]);
  if (prove)
    sv_split_set_proof(p->split,
                       &(sv_split_proof){checker_learnt, checker_deleted, &p->g, check_lemma});
  p->theory = sv_acyclic_new(p->g.vertices, p->g.n, p->g.edges, p->g.edges_n);
  load_split(p->split, &p->f);
  sv_acyclic_attach(p->theory, p->split);
  load_reference(p);
}

static void pair_free(pair *p) {
  sv_split_free(p->split);
  sv_acyclic_free(p->theory);
  sv_ordering_free(&p->order);
  sv_sat_free(p->sat);
  formula_free(&p->f);
  checker_free(&p->g.check);
}

static void check_acyclic_model(const pair *p) {
  bool there[MOST_EDGES] = {0};
  for (uint32_t i = 0; i < p->g.edges_n; i++)
    there[i] = sv_split_value(p->split, p->g.edges[i].literal);
  assert_false(has_cycle(&p->g, there));
}

static void check_core(pair *p, const int32_t *assumed, uint32_t n) {
  sv_i32s core = {0};
  for (uint32_t i = 0; i < n; i++)
    if (sv_split_failed(p->split, assumed[i])) sv_push(core, assumed[i]);
  assert_int_equal(sv_sat_solve(p->sat, core.at, core.n, NULL), SV_SAT_NO);
  sv_vec_free(core);
}

static void ask_both(pair *p, sv_random *r, uint32_t answers[3]) {
  int32_t assumed[6];
  uint32_t n = sv_random_below(r, 7);
  for (uint32_t i = 0; i < n; i++) assumed[i] = random_literal(r, p->f.vars);
  sv_sat_limits few = {.conflicts = 1 + sv_random_below(r, 4)};
  sv_sat_answer mine;
  do mine = sv_split_solve(p->split, assumed, n, &few);
  while (mine == SV_SAT_UNKNOWN);
  assert_int_equal(mine, sv_sat_solve(p->sat, assumed, n, NULL));
  answers[mine]++;
  if (mine == SV_SAT_YES) {
    check_split_model(p->split, &p->f, assumed, n);
    check_acyclic_model(p);
  } else {
    check_core(p, assumed, n);
  }
}

static void test_against_clauses(void **state) {
  SV_UNUSED(state);
  uint32_t answers[3] = {0}, lemmas = 0, longest = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    sv_random r = {seed};
    pair p;
    pair_init(&p, &r, seed % 2);
    for (uint32_t i = 0; i < 8; i++) ask_both(&p, &r, answers);
    lemmas += p.g.lemmas;
    if (p.g.longest > longest) longest = p.g.longest;
    pair_free(&p);
  }
  assert_true(answers[SV_SAT_YES] > 500 && answers[SV_SAT_NO] > 500);
  assert_true(lemmas > 1000 && longest > 3);
}

// What would close a cycle is false before anybody decides.
static void test_unit_edges(void **state) {
  SV_UNUSED(state);
  sv_acyclic_vertex vertices[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  sv_acyclic_edge edges[] = {{1, 2, 1}, {3, 0, 2}, {3, 1, 3}, {2, 1, 4}, {0, 3, 5}};
  sv_split *s = sv_split_new();
  sv_acyclic *a = sv_acyclic_new(vertices, 4, edges, 5);
  for (uint32_t i = 0; i < 5; i++) sv_split_var(s);
  sv_acyclic_attach(a, s);
  sv_split_add(s, (int32_t[]){1}, 1);
  int want[] = {1, -1, -1, -1, 0};
  for (int32_t i = 0; i < 5; i++) assert_int_equal(sv_split_now(s, i + 1), want[i]);
  assert_int_equal(sv_split_numbers(s).implied, 3);
  sv_split_free(s);
  sv_acyclic_free(a);
}

// Of two ways round the shorter one is the reason.
static void test_shortest_reason(void **state) {
  SV_UNUSED(state);
  graph g = {.n = 5, .edges_n = 6};
  const sv_acyclic_edge edges[] = {{0, 1, 1}, {1, 2, 2}, {2, 3, 3},
                                   {0, 3, 4}, {3, 4, 5}, {4, 0, 6}};
  memcpy(g.edges, edges, sizeof edges);
  for (uint32_t v = 0; v < 5; v++) g.vertices[v] = (sv_acyclic_vertex){SV_NO_CHAIN, 0};
  sv_split *s = sv_split_new();
  sv_split_set_proof(s, &(sv_split_proof){checker_learnt, checker_deleted, &g, check_lemma});
  sv_acyclic *a = sv_acyclic_new(g.vertices, g.n, g.edges, g.edges_n);
  for (uint32_t i = 0; i < g.edges_n; i++) sv_split_var(s);
  sv_fill(g.check.value, g.edges_n + 1);
  sv_acyclic_attach(a, s);
  for (int32_t i = 1; i <= 5; i++) {
    formula_add(&g.check.known, &i, 1);
    sv_split_add(s, &i, 1);
  }
  assert_int_equal(sv_split_now(s, 6), -1);
  assert_int_equal(g.lemmas, 1);
  assert_int_equal(g.longest, 3);
  sv_split_free(s);
  sv_acyclic_free(a);
  checker_free(&g.check);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_clauses),
                                     cmocka_unit_test(test_unit_edges),
                                     cmocka_unit_test(test_shortest_reason)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
