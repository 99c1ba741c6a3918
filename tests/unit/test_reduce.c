// test_reduce.c -- engine/boppo/reduce.h and analysis/reduction/persistent.h.
//
// Small programs that break careless reductions: who is free where, and that
// nothing is lost. Then random models: every selection in a single state must
// be a strong stubborn set of the whole graph, and searches over sets of states,
// in every order, must fire, violate and block what the whole graph does.

#include "analysis/reduction/persistent.h"
#include "unit/test_reduce_kit.h"
#include "unit/test_svm_kit.h"

enum { MODELS = 1000, MOST_STATES = 400, MOST_CHECKED = 200 };

// ---- programs

typedef struct {
  sv_model *m;
  sv_net *net;
} program;

static program read_program(const char *text) {
  sv_text why = {0};
  program p = {.m = kit_model(text)};
  p.net = sv_net_new(p.m, (sv_net_options){.threads = 2}, &why);
  assert_non_null(p.net);
  sv_text_free(&why);
  return p;
}

static void program_free(program *p) {
  sv_net_free(p->net);
  sv_model_free(p->m);
}

// `places` has one digit for each process; `expected` has their names' places in
// the net: "02" are the first and the third.
static void expect_free(const program *p, const char *places, const char *expected) {
  uint32_t property = 1, at[16] = {0};
  char got[16] = {0};
  sv_persistent *f = sv_persistent_new(p->net, &property, 1);
  sv_bits free;
  assert_non_null(f);
  sv_bits_init(&free, p->net->processes.n);
  for (uint32_t i = 0; i < p->net->processes.n; i++) at[i] = (uint32_t)(places[i] - '0');
  sv_persistent_find(f, at, &free);
  for (uint32_t i = 0, n = 0; i < p->net->processes.n; i++)
    if (sv_bits_has(&free, i)) got[n++] = (char)('0' + i);
  if (strcmp(got, expected)) fail_msg("at %s: \"%s\" are free, not \"%s\"", places, got, expected);
  sv_bits_free(&free);
  sv_persistent_free(f);
}

// All searches in all ways; the least number of groups and that without reduction.
static uint32_t check_graph(graph *g, const uint32_t *properties, uint32_t n, uint32_t number,
                            uint32_t *whole) {
  uint32_t least = UINT32_MAX;
  for (uint32_t k = 0; k < 13; k++) {
    set_search s;
    sv_reduce_method way = k == 12 ? SV_REDUCE_OFF : k % 2 ? SV_REDUCE_SPLIT : SV_REDUCE_CLAUSES;
    set_search_init(&s, g, way, properties, n);
    s.covers = k / 2 % 2 ? BY_ONE : BY_UNION;
    s.narrow = k % 3;
    explore(&s, k == 12 ? BREADTH_FIRST : (search_order)(k / 4), number);
    const char *lost = set_loss(&s, properties, n);
    if (lost)
      fail_msg("model %u, property %u, search %u: %s is lost", number, properties[0], k, lost);
    if (k == 12) *whole = s.groups.n;
    else if (s.groups.n < least) least = s.groups.n;
    set_search_free(&s);
  }
  return least;
}

// The first property is violated, and every search sees it.
static void finds(program *p) {
  uint32_t property = 1, whole;
  graph *g = graph_new(p->net, 10000);
  sv_bits fired;
  sv_bits_init(&fired, p->net->actions.n);
  all_fired(g, &fired);
  assert_true(g->complete && violated(g, NULL, &fired, property));
  check_graph(g, &property, 1, 0, &whole);
  sv_bits_free(&fired);
  graph_free(g);
}

// A: x := 1.  B: skip; if (!x) error.  C looks on.
#define LATER(before)                                  \
  "property p assertion\n"                             \
  "var x : bool = false\n"                             \
  "process A\n location a\n location b\n"              \
  " action set\n  from a -> b\n  set x := true\nend\n" \
  "process B\n location a\n location b\n location c\n" \
  " action skip\n  from a -> b\n" before               \
  " action error\n  from b -> c\n  guard (not x)\n  fails p\nend\n"

static void test_later_access(void **state) {
  SV_UNUSED(state);
  program p = read_program(LATER(""));
  expect_free(&p, "11", "1");  // B's skip, but not A's write, which B will read
  expect_free(&p, "12", "");
  expect_free(&p, "13", "0");  // now nobody will
  finds(&p);
  program_free(&p);
}

static void test_later_in_a_loop(void **state) {
  SV_UNUSED(state);
  program p = read_program(LATER(
      " action again\n  from b -> a\n") "process C\n location a\n action turn\n  from a\nend\n");
  expect_free(&p, "111", "12");
  expect_free(&p, "121", "2");
  expect_free(&p, "131", "02");
  finds(&p);
  program_free(&p);
}

// B starts D, which reads x.
static void test_later_in_a_child(void **state) {
  SV_UNUSED(state);
  program p = read_program("property p assertion\n"
                           "var x : bool = false\n"
                           "process A\n location a\n location b\n"
                           " action set\n  from a -> b\n  set x := true\nend\n"
                           "process B\n location a\n location b\n location c\n"
                           " action skip\n  from a -> b\n"
                           " action begin\n  from b -> c\n  start D\nend\n"
                           "process D initial 0 pool 1\n location a\n location b\n"
                           " action skip\n  from a -> b\n"
                           " action error\n  from b -> b\n  guard (not x)\n  fails p\nend\n");
  expect_free(&p, "110", "1");
  expect_free(&p, "120", "");
  expect_free(&p, "130", "0");
  expect_free(&p, "131", "2");
  finds(&p);
  program_free(&p);
}

// x := 1; x := 0 || y := 1; y := 0, never both.
static void test_visible(void **state) {
  SV_UNUSED(state);
  program p = read_program("property never invariant (not (and x y))\n"
                           "var x : bool = false\nvar y : bool = false\n"
                           "process A\n location a\n location b\n location c\n"
                           " action up\n  from a -> b\n  set x := true\n"
                           " action down\n  from b -> c\n  set x := false\nend\n"
                           "process B\n location a\n location b\n location c\n"
                           " action up\n  from a -> b\n  set y := true\n"
                           " action down\n  from b -> c\n  set y := false\nend\n");
  expect_free(&p, "11", "");
  expect_free(&p, "22", "");
  finds(&p);
  program_free(&p);
}

// The same about locations.
static void test_visible_places(void **state) {
  SV_UNUSED(state);
  program p = read_program(
      "property never invariant (not (and (at A 0 b) (at B 0 b)))\n"
      "process A\n location a\n location b\n location c\n location d\n"
      " action one\n  from a -> b\n action two\n  from b -> c\n action three\n  from c -> d\nend\n"
      "process B\n location a\n location b\n location c\n location d\n"
      " action one\n  from a -> b\n action two\n  from b -> c\n action three\n  from c -> d\nend\n");
  expect_free(&p, "11", "");
  expect_free(&p, "31", "0");
  finds(&p);
  program_free(&p);
}

// a := *; b := !a; assume(a) || assume(b); error.
static void test_enabling(void **state) {
  SV_UNUSED(state);
  program p = read_program("property p assertion\n"
                           "var a : bool = false\nvar b : bool = false\n"
                           "process A\n location k\n location l\n location m\n location n\n"
                           " action any\n  from k -> l\n  choice c : bool\n  set a := ?c\n"
                           " action not\n  from l -> m\n  set b := (not a)\n"
                           " action assume\n  from m -> n\n  guard a\nend\n"
                           "process B\n location k\n location l\n location m\n"
                           " action wait\n  from k -> l\n  guard b\n"
                           " action error\n  from l -> m\n  fails p\nend\n");
  expect_free(&p, "11", "0");
  expect_free(&p, "21", "");
  expect_free(&p, "31", "01");  // where a holds, A; where it does not, B
  finds(&p);
  program_free(&p);
}

// A turns for ever; B has one bad step.
static void test_cycle(void **state) {
  SV_UNUSED(state);
  program p =
      read_program("property p assertion\n"
                   "process A\n location a\n location b\n"
                   " action there\n  from a -> b\n action back\n  from b -> a\nend\n"
                   "process B\n location a\n location b\n location c\n"
                   " action skip\n  from a -> b\n action bad\n  from b -> c\n  fails p\nend\n");
  expect_free(&p, "11", "01");
  finds(&p);
  program_free(&p);
}

// Sections: entering, standing in one, waiting for another process in one.
static void test_sections(void **state) {
  SV_UNUSED(state);
  program p = read_program("property p assertion\n"
                           "process Q\n location a\n location b blocking\n location c\n"
                           " action enter\n  from a -> b\n"
                           " action meet\n  from b -> c\n  with P from b -> c\nend\n"
                           "process P\n location a\n location b\n location c\n"
                           " action come\n  from a -> b\nend\n"
                           "process R\n location a\n location b\n"
                           " action go\n  from a -> b\n  fails p\nend\n");
  expect_free(&p, "111", "2");  // Q would enter, P would wake Q
  expect_free(&p, "211", "");   // somebody is in a section
  finds(&p);
  program_free(&p);
}

// A message that comes early spares Q the waiting in its section, and R its chance.
static void test_woken_by_a_message(void **state) {
  SV_UNUSED(state);
  program p = read_program("property p assertion\n"
                           "queue q capacity 2 of bool\n"
                           "process A\n location a\n location b\n"
                           " action send\n  from a -> b\n  enqueue q : true\nend\n"
                           "process Q\n location a\n location b yielding\n location c\n"
                           " action enter\n  from a -> b\n"
                           " action take\n  from b -> c\n  dequeue q\nend\n"
                           "process R\n location a\n location b\n"
                           " action see\n  from a -> b\n  guard (at Q 0 b)\n  fails p\nend\n");
  expect_free(&p, "111", "");
  finds(&p);
  program_free(&p);
}

// Steps without a process, and processes that they start.
static void test_steps_without_process(void **state) {
  SV_UNUSED(state);
  static const char *const texts[] = {
      "action error\n  guard (not x)\n  fails p\n",
      "var once : bool = true\n"
      "action begin\n  guard once\n  set once := false\n  start D\n"
      "process D initial 0 pool 1\n location a\n location b\n"
      " action error\n  from a -> b\n  guard (not x)\n  fails p\nend\n",
  };
  for (uint32_t i = 0; i < 2; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "property p assertion\nvar x : bool = false\n%s"
             "process A\n location a\n location b\n location c\n"
             " action set\n  from a -> b\n  set x := true\n"
             " action skip\n  from b -> c\nend\n",
             texts[i]);
    program p = read_program(text);
    uint32_t a = p.net->processes.n - 1;
    expect_free(&p, a ? "01" : "1", "");
    expect_free(&p, a ? "02" : "2", a ? "1" : "0");
    finds(&p);
    program_free(&p);
  }
}

// One end of a queue, if nothing else is done there.
static void test_queue_ends(void **state) {
  SV_UNUSED(state);
  program p = read_program("property p assertion\n"
                           "queue q capacity 2 of bool\nvar x : bool = false\n"
                           "process A\n location a\n location b\n location c\n"
                           " action one\n  from a -> b\n  enqueue q : true\n"
                           " action two\n  from b -> c\n  enqueue q : false\n"
                           " action skip\n  from b -> c\nend\n"
                           "process B\n location a\n location b\n location c\n"
                           " action take\n  from a -> b\n  set x := (peek q 0 0)\n  dequeue q\n"
                           " action look\n  from b -> c\n  guard (= (len q) 0)\n  fails p\nend\n");
  expect_free(&p, "11", "1");  // B will look at the length
  expect_free(&p, "12", "");
  expect_free(&p, "13", "0");
  finds(&p);
  program_free(&p);
  p = read_program("property p assertion\n"
                   "queue q capacity 2 of bool\nvar x : bool = false\n"
                   "process A\n location a\n location b\n location c\n"
                   " action one\n  from a -> b\n  enqueue q : true\n"
                   " action two\n  from b -> c\n  enqueue q : false\n"
                   " action skip\n  from b -> c\nend\n"
                   "process B\n location a\n location b\n"
                   " action take\n  from a -> b\n  set x := (peek q 0 0)\n  dequeue q\n"
                   " action error\n  from b -> b\n  guard x\n  fails p\nend\n");
  expect_free(&p, "11", "01");
  expect_free(&p, "21", "1");  // A can skip where there is no room
  finds(&p);
  program_free(&p);
}

// ---- random models, state by state

// Fills enabled and chosen of the oracle by sv_reduce in a single state.
static void ask_reducer(set_search *s, oracle *o, uint32_t state) {
  group m = {0};
  sv_expansions out = {0};
  sv_push(m.members, state);
  graph_enabled(s->g, state, &o->enabled);
  make_candidates(s, &m);
  places_of(s->g, state, &s->places);
  assert_true(sv_reduce(s->reducer, s->aig, s->places.at, SV_LIT_TRUE, s->candidates.at,
                        s->candidates.n, &out));
  sv_clear(o->chosen);
  for (uint32_t i = 0; i < out.n; i++) {
    assert_true(sv_lit_same(out.at[i].when, SV_LIT_TRUE));
    assert_int_equal(out.at[i].reduced, out.n < o->enabled.n);
    sv_push(o->chosen, s->candidates.at[out.at[i].candidate].action);
  }
  sv_clear(out);
  assert_true(sv_reduce_postponed(s->reducer, s->aig, s->places.at, SV_LIT_TRUE, s->candidates.at,
                                  s->candidates.n, &out));
  assert_int_equal(o->chosen.n + out.n, o->enabled.n);
  for (uint32_t i = 0; i < out.n; i++)
    assert_false(is_chosen(o, s->candidates.at[out.at[i].candidate].action));
  sv_vec_free(out);
  sv_vec_free(m.members);
}

static uint32_t check_definition(const specimen *x) {
  const graph *g = x->g;
  set_search s;
  oracle o = {.g = x->g};
  uint32_t reduced = 0;
  set_search_init(&s, x->g, SV_REDUCE_SPLIT, &x->k.deadlock, 1);
  for (uint32_t at = 0; at < g->states.n; at++) {
    ask_reducer(&s, &o, at);
    assert_true(o.chosen.n || !o.enabled.n);
    if (o.chosen.n == o.enabled.n) continue;
    reduced++;
    for (uint32_t i = g->first_arc.at[at]; i < g->first_arc.at[at + 1]; i++)
      if (is_chosen(&o, g->arcs.at[i].action)) check_member(&o, at, &g->arcs.at[i], x->number);
    check_no_more(&o, at, x->number);
  }
  set_search_free(&s);
  oracle_free(&o);
  return reduced;
}

static void test_definition(void **state) {
  SV_UNUSED(state);
  uint32_t reduced = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (features_of(i) & WITH_SECTIONS || !specimen_new(&x, i, MOST_CHECKED)) continue;
    reduced += check_definition(&x);
    specimen_free(&x);
  }
  print_message("%u selections\n", reduced);
  assert_true(reduced > 1000);
}

// ---- random models, searches over sets

static void test_searches(void **state) {
  SV_UNUSED(state);
  uint64_t all = 0, least = 0, searches = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (!specimen_new(&x, i, MOST_STATES)) continue;
    const uint32_t properties[] = {x.k.assertion, x.k.location, x.k.invariant, x.k.deadlock};
    uint32_t set = i % 5, whole;  // each alone, or all together
    least += check_graph(x.g, set < 4 ? &properties[set] : properties, set < 4 ? 1 : 4, i, &whole);
    all += whole;
    searches++;
    specimen_free(&x);
  }
  print_message("%lu models: %lu groups of %lu\n", (unsigned long)searches, (unsigned long)least,
                (unsigned long)all);
  assert_true(searches > 300 && least < all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_later_access),
      cmocka_unit_test(test_later_in_a_loop),
      cmocka_unit_test(test_later_in_a_child),
      cmocka_unit_test(test_visible),
      cmocka_unit_test(test_visible_places),
      cmocka_unit_test(test_enabling),
      cmocka_unit_test(test_cycle),
      cmocka_unit_test(test_sections),
      cmocka_unit_test(test_woken_by_a_message),
      cmocka_unit_test(test_steps_without_process),
      cmocka_unit_test(test_queue_ends),
      cmocka_unit_test(test_definition),
      cmocka_unit_test(test_searches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
