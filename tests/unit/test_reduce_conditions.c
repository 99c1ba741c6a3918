// test_reduce_conditions.c -- engine/boppo/reduce.h with random conditions.
//
// Guards and enabling conditions are random functions of six inputs, whatever
// the model says: for each of the 64 valuations a free process that is enabled
// must be expanded with all it can do, and nobody else, or everybody must be; the
// rest must come out as postponed. Both ways must select the same.

#include "analysis/access/access.h"
#include "analysis/reduction/persistent.h"
#include "unit/test_reduce_kit.h"

enum { MODELS = 800, MOST_STATES = 200 };

typedef struct {
  sv_aig *g;
  sv_random random;
  sv_lit inputs[6];
} conditions;

static sv_lit random_lit(conditions *c, uint32_t depth) {
  if (!sv_random_below(&c->random, 12)) return sv_lit_const(sv_random_below(&c->random, 2));
  if (!depth || !sv_random_below(&c->random, 4))
    return sv_lit_not_if(c->inputs[sv_random_below(&c->random, 6)], sv_random_below(&c->random, 2));
  sv_lit a = random_lit(c, depth - 1), b = random_lit(c, depth - 1);
  return sv_random_below(&c->random, 3) ? sv_aig_and(c->g, a, b) : sv_aig_xor(c->g, a, b);
}

static uint64_t input_word(void *context, uint32_t input) {
  static const uint64_t words[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                   0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  const conditions *c = context;
  uint32_t i = 0;
  while (sv_lit_node(c->inputs[i]) != input) i++;
  return words[i];
}

static uint64_t table_of(conditions *c, sv_lit a) {
  uint64_t word;
  sv_aig_simulate(c->g, &a, 1, input_word, c, &word);
  return word;
}

typedef struct {
  uint64_t enabled, expanded, postponed, reduced;  // by valuation
} fate;

static void add_fates(conditions *c, uint64_t guard, const sv_expansions *out, fate *fates,
                      bool later) {
  for (uint32_t i = 0; i < out->n; i++) {
    fate *f = &fates[out->at[i].candidate];
    uint64_t where = table_of(c, out->at[i].when) & guard & f->enabled;
    assert_true(where);
    assert_false((f->expanded | f->postponed) & where);
    if (later) f->postponed |= where;
    else f->expanded |= where;
    if (out->at[i].reduced) f->reduced |= where;
  }
}

// Every valuation: a free process with all that it can do, alone; or everybody.
static void check_fates(const sv_reduce_candidate *list, uint32_t n, const fate *fates,
                        uint64_t guard, const sv_bits *free) {
  for (uint32_t v = 0; v < 64; v++) {
    uint32_t enabled = 0, expanded = 0, mover = SV_NO_PROCESS, of_mover = 0;
    for (uint32_t i = 0; i < n; i++) {
      bool counts = guard >> v & 1 && fates[i].enabled >> v & 1, done = fates[i].expanded >> v & 1;
      assert_int_equal(counts, done + (fates[i].postponed >> v & 1));
      if (done) mover = list[i].process;
      enabled += counts, expanded += done;
    }
    if (expanded == enabled) continue;
    assert_true(mover != SV_NO_PROCESS && sv_bits_has(free, mover));
    for (uint32_t i = 0; i < n; i++) {
      if (list[i].process != mover) continue;
      if (fates[i].enabled >> v & 1) of_mover++;
      if (fates[i].expanded >> v & 1) assert_true(fates[i].reduced >> v & 1);
    }
    assert_int_equal(of_mover, expanded);
  }
}

static bool same_expansions(conditions *c, const sv_expansions *a, const sv_expansions *b,
                            uint64_t guard) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].candidate != b->at[i].candidate || a->at[i].reduced != b->at[i].reduced ||
        (table_of(c, a->at[i].when) ^ table_of(c, b->at[i].when)) & guard)
      return false;
  return true;
}

// One state's places with conditions that have nothing to do with it.
static void check_conditions(conditions *c, sv_reducer *const *ways, const uint32_t *places,
                             const sv_net *net, const sv_bits *free) {
  SV_VEC(sv_reduce_candidate) list = {0};
  sv_lit guard = sv_random_below(&c->random, 8) ? random_lit(c, 3) : SV_LIT_TRUE;
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = &net->actions.at[a];
    bool fits = !x->cut;
    for (uint32_t e = 0; e < x->edge_count; e++)
      fits &= sv_edge_leaves(&x->edges[e], places[x->edges[e].process]);
    if (fits) sv_push(list, (sv_reduce_candidate){a, process_of(net, a), random_lit(c, 3)});
  }
  uint64_t counts = table_of(c, guard);
  sv_expansions now[2] = {{0}}, later[2] = {{0}};
  for (uint32_t w = 0; w < 2; w++) {
    fate *fates = SV_NEW_ARRAY(fate, list.n + 1);
    for (uint32_t i = 0; i < list.n; i++) fates[i].enabled = table_of(c, list.at[i].enabled);
    assert_true(sv_reduce(ways[w], c->g, places, guard, list.at, list.n, &now[w]));
    add_fates(c, counts, &now[w], fates, false);
    assert_true(sv_reduce_postponed(ways[w], c->g, places, guard, list.at, list.n, &later[w]));
    add_fates(c, counts, &later[w], fates, true);
    check_fates(list.at, list.n, fates, counts, free);
    sv_free(fates);
  }
  assert_true(same_expansions(c, &now[0], &now[1], counts));
  assert_true(same_expansions(c, &later[0], &later[1], counts));
  for (uint32_t w = 0; w < 2; w++) sv_vec_free(now[w]), sv_vec_free(later[w]);
  sv_vec_free(list);
}

static void check_with_conditions(const specimen *x, sv_reduce_statistics *sums) {
  conditions c = {.g = sv_aig_new(), .random = {x->number + 1}};
  sv_persistent *f = sv_persistent_new(x->net, &x->k.deadlock, 1);
  sv_reducer *ways[2];
  sv_u32s places = {0};
  sv_bits free;
  sv_bits_init(&free, x->net->processes.n);
  for (uint32_t w = 0; w < 2; w++)
    ways[w] = sv_reducer_new(x->net, c.g, w ? SV_REDUCE_CLAUSES : SV_REDUCE_SPLIT, &x->k.deadlock,
                             1, NULL);
  for (uint32_t i = 0; i < 6; i++) c.inputs[i] = sv_aig_input(c.g);
  for (uint32_t k = 0; k < 10; k++) {
    places_of(x->g, sv_random_below(&c.random, x->g->states.n), &places);
    if (f) sv_persistent_find(f, places.at, &free);
    check_conditions(&c, ways, places.at, x->net, &free);
  }
  for (uint32_t w = 0; w < 2; w++) {
    sv_reduce_statistics s = sv_reduce_numbers(ways[w]);
    sums[w].states += s.states, sums[w].reduced += s.reduced, sums[w].sat_calls += s.sat_calls;
    sums[w].decisions += s.decisions, sums[w].hooked += s.hooked, sums[w].seconds += s.seconds;
    sv_reducer_free(ways[w]);
  }
  sv_persistent_free(f);
  sv_vec_free(places);
  sv_bits_free(&free);
  sv_aig_free(c.g);
}

static void test_conditions(void **state) {
  SV_UNUSED(state);
  sv_reduce_statistics sums[2] = {{0}};
  for (uint32_t i = 0; i < MODELS; i++) {
    specimen x;
    if (!specimen_new(&x, i, MOST_STATES)) continue;
    check_with_conditions(&x, sums);
    specimen_free(&x);
  }
  for (uint32_t w = 0; w < 2; w++)
    print_message("%s: %lu of %lu states reduced, %lu calls, %lu decisions, %lu hooked\n",
                  w ? "clauses" : "split", (unsigned long)sums[w].reduced,
                  (unsigned long)sums[w].states, (unsigned long)sums[w].sat_calls,
                  (unsigned long)sums[w].decisions, (unsigned long)sums[w].hooked);
  assert_true(sums[0].reduced > 500 && sums[0].reduced == sums[1].reduced);
  assert_true(sums[0].hooked && !sums[1].hooked);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_conditions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
