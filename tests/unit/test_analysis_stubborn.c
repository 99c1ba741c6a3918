// test_analysis_stubborn.c -- stubborn sets held against the whole state graph.
//
// On random models: the reduced searches (any order with the closed-set
// proviso, depth first with the stack proviso) meet the same deadlocks, fire
// the same actions, violate the same properties and notice cuts as the whole
// graph does; and where control is plain, every selection meets the definition
// of a strong stubborn set, looked up in the graph.

#include "unit/test_analysis_search.h"

enum { MODELS = 1500, MOST_STATES = 2500, MOST_CHECKED = 300 };

static void test_verdicts(void **state) {
  SV_UNUSED(state);
  uint64_t searches = 0, whole = 0, reduced = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (!specimen_new(&x, i, MOST_STATES)) continue;
    uint32_t all[] = {x.k.assertion, x.k.location, x.k.invariant, x.k.deadlock};
    for (uint32_t set = 0; set < 5; set++) {  // each alone, then all together
      oracle o;
      const uint32_t *properties = set < 4 ? &all[set] : all;
      uint32_t n = set < 4 ? 1 : 4;
      if (oracle_new(&o, x.g, properties, n)) {
        reduced += check_searches(&o, properties, n, i);
        whole += x.g->states.n;
        searches++;
      }
      oracle_free(&o);
    }
    specimen_free(&x);
  }
  print_message("%lu searches: %lu states of %lu\n", (unsigned long)searches,
                (unsigned long)reduced, (unsigned long)whole);
  assert_true(searches > 1000 && reduced < whole / 4 * 3);
}

// ---- the definition

static void check_definition(const specimen *x, oracle *o) {
  const graph *g = x->g;
  for (uint32_t s = 0; s < g->states.n; s++) {
    ask(o, s);
    if (o->chosen.n == o->enabled.n) continue;
    for (uint32_t i = g->first_arc.at[s]; i < g->first_arc.at[s + 1]; i++)
      if (is_chosen(o, g->arcs.at[i].action)) check_member(o, s, &g->arcs.at[i], x->number);
    check_no_more(o, s, x->number);
  }
}

static void test_definition(void **state) {
  SV_UNUSED(state);
  uint32_t checked = 0;
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    oracle o;
    if (features_of(i) & WITH_SECTIONS || !specimen_new(&x, i, MOST_CHECKED)) continue;
    if (oracle_new(&o, x.g, &x.k.deadlock, 1)) checked++, check_definition(&x, &o);
    oracle_free(&o);
    specimen_free(&x);
  }
  assert_true(checked > 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_definition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
