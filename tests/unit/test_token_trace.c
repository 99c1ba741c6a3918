// Tests of encode/events/token_trace.h and ordering.h: small random event nets, whose formulas are
// held against all orders of all sets of their events; and what happens without each axiom.

#include "encode/events/token_trace.h"

#include "base/random.h"
#include "encode/events/order_solver.h"
#include "unit/unit.h"

enum { PLACES = 3, EVENTS = 5 };

// What an event does at a place: nothing, look, or write; under a condition on another place.
typedef struct {
  enum { NOTHING, LOOKS, WRITES } what;
  int wants;    // value, or -1: any
  int puts;     // value, or -1: the negation of the old one
  int only_if;  // place whose value must be 1 for any of this, or -1
} use;

typedef struct {
  use uses[EVENTS][PLACES];
  bool initial[PLACES];
} program;

static use random_use(sv_random *r, uint32_t place) {
  use u = {.what = NOTHING, .only_if = -1};
  uint32_t die = sv_random_below(r, 5);
  if (die < 2) return u;
  u.what = die == 2 ? LOOKS : WRITES;
  u.wants = (int)sv_random_below(r, 3) - 1;
  u.puts = (int)sv_random_below(r, 3) - 1;
  // Conditions speak of the first place, which has none.
  if (place && !sv_random_below(r, 4)) u.only_if = 0;
  return u;
}

static program random_program(uint64_t seed) {
  sv_random r = {seed};
  program p;
  for (uint32_t k = 0; k < PLACES; k++) p.initial[k] = sv_random_below(&r, 2);
  for (uint32_t e = 0; e < EVENTS; e++) {
    bool conditional = false;
    for (uint32_t k = 0; k < PLACES; k++) {
      p.uses[e][k] = random_use(&r, k);
      conditional |= p.uses[e][k].only_if == 0;
    }
    if (conditional && p.uses[e][0].what == NOTHING)
      p.uses[e][0] = (use){.what = LOOKS, .wants = -1, .only_if = -1};
  }
  return p;
}

// ---- by brute force

static bool step(const program *p, uint32_t e, const bool *now, bool *next) {
  memcpy(next, now, PLACES * sizeof *now);
  for (uint32_t k = 0; k < PLACES; k++) {
    const use *u = &p->uses[e][k];
    if (u->what == NOTHING || (u->only_if == 0 && !now[0])) continue;
    if (u->wants >= 0 && now[k] != (bool)u->wants) return false;
    if (u->what == WRITES) next[k] = u->puts < 0 ? !now[k] : (bool)u->puts;
  }
  return true;
}

static bool can_run(const program *p, unsigned left, const bool *now) {
  if (!left) return true;
  for (uint32_t e = 0; e < EVENTS; e++) {
    bool next[PLACES];
    if (left >> e & 1 && step(p, e, now, next) && can_run(p, left & ~(1u << e), next)) return true;
  }
  return false;
}

// ---- by the formula

typedef struct {
  sv_event_net net;
  uint32_t widths[PLACES];
  sv_cnf *cnf;
  sv_cnf_sink to;
  sv_order_solver *solver;
  sv_token_trace tokens;
  bool mutant;
} solved;

static uint32_t put_value(sv_event_net *n, sv_lit a) {
  sv_push(n->values, a);
  return n->values.n - 1;
}

static void add_use(solved *s, uint32_t e, uint32_t k, const use *u, sv_lit *seen) {
  sv_event_net *n = &s->net;
  sv_lit occurs = n->events.at[e].occurs, in = sv_aig_input(n->aig);
  sv_lit active = u->only_if == 0 ? sv_aig_and(n->aig, occurs, seen[0]) : occurs;
  seen[k] = in;
  sv_lit wants = u->wants < 0 ? SV_LIT_TRUE : sv_lit_not_if(in, !u->wants);
  sv_lit good = sv_aig_implies(n->aig, active, wants);
  if (!sv_lit_same(good, SV_LIT_TRUE)) sv_cnf_clause(&s->to, sv_cnf_literal(s->cnf, good));
  sv_lit consumes = u->what == WRITES ? active : SV_LIT_FALSE;
  sv_push(n->inputs, (sv_input_arc){e, k, SV_ANY_SPOT, active, consumes, put_value(n, in), 0});
  if (u->what != WRITES) return;
  sv_lit new = u->puts < 0 ? sv_lit_not(in) : sv_lit_const(u->puts);
  sv_push(n->outputs, (sv_output_arc){e, k, SV_ANY_SPOT, active, put_value(n, new), 0});
}

static void solved_init(solved *s, const program *p, unsigned without, sv_order_kind kind) {
  *s = (solved){.mutant = without, .solver = sv_order_solver_new(kind)};
  s->to = sv_order_solver_sink(s->solver);
  sv_event_net *n = &s->net;
  n->aig = sv_aig_new();
  s->cnf = sv_cnf_new(n->aig, s->to);
  for (uint32_t k = 0; k < PLACES; k++) {
    s->widths[k] = 1;
    uint32_t value = put_value(n, sv_lit_const(p->initial[k]));
    sv_push(n->outputs, (sv_output_arc){SV_INITIAL_EVENT, k, SV_ANY_SPOT, SV_LIT_TRUE, value, 0});
  }
  n->widths = s->widths, n->places = PLACES;
  for (uint32_t e = 0; e < EVENTS; e++) {
    sv_lit seen[PLACES];
    sv_push(n->moments, (sv_moment){SV_NO_LINE, 0});
    sv_push(n->events, (sv_event){e, false, sv_aig_input(n->aig)});
    for (uint32_t k = 0; k < PLACES; k++)
      if (p->uses[e][k].what != NOTHING) add_use(s, e, k, &p->uses[e][k], seen);
  }
  assert_true(sv_token_trace_init(&s->tokens, n, s->cnf, s->to, without, NULL));
  if (!(without & SV_WITHOUT_ORDER))
    assert_true(sv_order_solver_close(s->solver, &s->tokens.ordering, UINT64_MAX));
}

static void solved_free(solved *s) {
  sv_token_trace_free(&s->tokens);
  sv_cnf_free(s->cnf);
  sv_order_solver_free(s->solver);
  sv_aig_free(s->net.aig);
  sv_event_net_free(&s->net);
}

static bool literal_value(void *context, int32_t literal) {
  return sv_order_solver_value(((solved *)context)->solver, literal);
}

// Is there a token trace of just these events?
static bool has_trace(solved *s, unsigned set) {
  int32_t assumed[EVENTS];
  for (uint32_t e = 0; e < EVENTS; e++) {
    int32_t occurs = sv_cnf_literal(s->cnf, s->net.events.at[e].occurs);
    assumed[e] = set >> e & 1 ? occurs : -occurs;
  }
  for (;;) {
    if (sv_order_solver_solve(s->solver, assumed, EVENTS, NULL) != SV_SAT_YES) return false;
    if (s->mutant) return true;
    bool cycle = sv_token_trace_refute(&s->tokens, literal_value, s);
    assert_true(!cycle || sv_order_solver_is_lazy(s->solver));
    if (!cycle) return true;
  }
}

// Any order that respects the trace is a run; here one that prefers late events.
static void check_order(solved *s, const program *p, unsigned set) {
  sv_u64s order = {0};
  bool now[PLACES], next[PLACES];
  unsigned left = set;
  memcpy(now, p->initial, sizeof now);
  sv_token_trace_order(&s->tokens, literal_value, s, &order);
  while (left) {
    uint32_t ready = UINT32_MAX;
    for (uint32_t e = 0; e < EVENTS; e++) {
      bool free = left >> e & 1;
      for (uint32_t i = 0; i < order.n; i++)
        free &= (uint32_t)order.at[i] != e || !(left >> (order.at[i] >> 32) & 1);
      if (free) ready = e;
    }
    assert_int_not_equal(ready, UINT32_MAX);
    assert_true(step(p, ready, now, next));
    memcpy(now, next, sizeof now);
    left &= ~(1u << ready);
  }
  sv_vec_free(order);
}

// How many sets of events the formula is wrong about.
static uint32_t disagreements(uint64_t seed, unsigned without, sv_order_kind kind) {
  program p = random_program(seed);
  solved s;
  uint32_t wrong = 0;
  solved_init(&s, &p, without, kind);
  for (unsigned set = 0; set < 1u << EVENTS; set++) {
    bool traced = has_trace(&s, set);
    wrong += traced != can_run(&p, set, p.initial);
    if (traced && !without && kind != SV_ORDER_LAZY) check_order(&s, &p, set);
  }
  solved_free(&s);
  return wrong;
}

static void test_brute_force(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 150; seed++) {
    assert_int_equal(disagreements(seed, SV_WITHOUT_NOTHING, SV_ORDER_EAGER), 0);
    assert_int_equal(disagreements(seed, SV_WITHOUT_NOTHING, SV_ORDER_LAZY), 0);
    assert_int_equal(disagreements(seed, SV_WITHOUT_NOTHING, SV_ORDER_THEORY), 0);
    if (seed <= 30)
      assert_int_equal(disagreements(seed, SV_WITHOUT_NOTHING, SV_ORDER_DIFFERENCE), 0);
  }
}

static void test_every_axiom_is_needed(void **state) {
  SV_UNUSED(state);
  static const unsigned axioms[] = {SV_WITHOUT_READERS, SV_WITHOUT_INJECTIVITY, SV_WITHOUT_ORDER};
  for (uint32_t i = 0; i < SV_COUNT(axioms); i++) {
    uint32_t wrong = 0;
    for (uint64_t seed = 1; seed <= 60; seed++)
      wrong += disagreements(seed, axioms[i], SV_ORDER_EAGER);
    assert_int_not_equal(wrong, 0);
  }
}

// P: x := 1 (from 0); x := 0; f := 1. Q: f is 1, and x is still 1.
static void test_stale_read(void **state) {
  SV_UNUSED(state);
  program p = {.initial = {false, false, false}};  // x, f, how far P is
  memset(p.uses, 0, sizeof p.uses);
  for (uint32_t e = 0; e < EVENTS; e++)
    for (uint32_t k = 0; k < PLACES; k++) p.uses[e][k].only_if = -1;
  p.uses[0][0] = (use){WRITES, 0, 1, -1};
  p.uses[1][0] = (use){WRITES, 1, 0, -1};
  p.uses[1][1] = (use){WRITES, 0, 1, -1};
  p.uses[2][0] = (use){LOOKS, 1, 0, -1};
  p.uses[2][1] = (use){LOOKS, 1, 0, -1};
  solved s;
  solved_init(&s, &p, SV_WITHOUT_NOTHING, SV_ORDER_EAGER);
  assert_true(has_trace(&s, 3));
  assert_false(has_trace(&s, 7));
  solved_free(&s);
  solved_init(&s, &p, SV_WITHOUT_READERS, SV_ORDER_EAGER);
  assert_true(has_trace(&s, 7));
  solved_free(&s);
}

// Two that look at the same token are in no order.
static void test_readers_are_not_ordered(void **state) {
  SV_UNUSED(state);
  program p = {.initial = {true, false, false}};
  memset(p.uses, 0, sizeof p.uses);
  for (uint32_t e = 0; e < EVENTS; e++)
    for (uint32_t k = 0; k < PLACES; k++) p.uses[e][k].only_if = -1;
  p.uses[0][0] = p.uses[1][0] = (use){LOOKS, 1, 0, -1};
  p.uses[2][0] = (use){WRITES, 1, 0, -1};
  solved s;
  sv_u64s order = {0};
  solved_init(&s, &p, SV_WITHOUT_NOTHING, SV_ORDER_EAGER);
  assert_true(has_trace(&s, 7));
  sv_token_trace_order(&s.tokens, literal_value, &s, &order);
  assert_int_equal(order.n, 2);
  for (uint32_t i = 0; i < order.n; i++) assert_int_equal((uint32_t)order.at[i], 2);
  sv_vec_free(order);
  solved_free(&s);
}

// Random graphs: edges chosen at random are possible together exactly if they have no cycle.
static bool has_cycle(const uint8_t *edges, uint32_t n) {
  uint8_t reach[64];
  memcpy(reach, edges, n * n);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++) reach[i * n + j] |= reach[i * n + k] & reach[k * n + j];
  for (uint32_t i = 0; i < n; i++)
    if (reach[i * n + i]) return true;
  return false;
}

static void check_graph(uint64_t seed, sv_order_kind kind) {
  enum { N = 7 };
  sv_random r = {seed};
  sv_moment moments[N];
  uint8_t edges[N * N] = {0};
  sv_ordering o;
  sv_order_solver *solver = sv_order_solver_new(kind);
  sv_i32s assumed = {0};
  for (uint32_t v = 0; v < N; v++) moments[v] = (sv_moment){v % 3 == 2 ? SV_NO_LINE : v % 3, v};
  sv_ordering_init(&o, moments, N, sv_order_solver_sink(solver));
  for (uint32_t i = 0; i < N; i++)
    for (uint32_t k = 0; k < N; k++) {
      if (i != k && moments[i].line == moments[k].line && moments[i].line != SV_NO_LINE && i < k)
        edges[i * N + k] = 1;
      if (i == k || sv_random_below(&r, 3)) continue;
      int32_t before = sv_ordering_before(&o, i, k);
      if (before == SV_BEFORE_TRUE || before == SV_BEFORE_FALSE) continue;
      if (!sv_random_below(&r, 2)) continue;
      sv_push(assumed, before);
      edges[i * N + k] = 1;
    }
  assert_true(sv_order_solver_close(solver, &o, UINT64_MAX));
  sv_sat_answer answer = sv_order_solver_solve(solver, assumed.at, assumed.n, NULL);
  assert_int_equal(answer == SV_SAT_NO, has_cycle(edges, N));
  sv_vec_free(assumed);
  sv_ordering_free(&o);
  sv_order_solver_free(solver);
}

static void test_orderings(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    check_graph(seed, SV_ORDER_EAGER);
    check_graph(seed, SV_ORDER_THEORY);
    if (seed <= 100) check_graph(seed, SV_ORDER_DIFFERENCE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_brute_force), cmocka_unit_test(test_every_axiom_is_needed),
      cmocka_unit_test(test_stale_read),  cmocka_unit_test(test_readers_are_not_ordered),
      cmocka_unit_test(test_orderings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
