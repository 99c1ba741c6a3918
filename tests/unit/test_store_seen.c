// Tests of engine/explicit/{collapse,tree,bitstate,visited}.h.
//
// Collapse is held against exact storage on states made of few local parts;
// the layout is made by hand: a narrow global part, a part of one wide word,
// one of three words and a part without any information.

#include "base/random.h"
#include "engine/explicit/visited.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { STATES = 1000 };
#else
enum { STATES = 100000 };
#endif
enum { WORDS = 6 };

static sv_field cells[] = {
    {.word = 0, .shift = 0, .bits = 7},  {.word = 0, .shift = 7, .bits = 13},
    {.word = 1, .shift = 0, .bits = 60}, {.word = 2, .shift = 0, .bits = 62},
    {.word = 4, .shift = 3, .bits = 9},  {.word = 3, .bits = 0},
};
static uint32_t borders[] = {0, 1, 2, 5, 6};
static const sv_net net = {.cells = SV_COUNT(cells)};
static const sv_layout layout = {
    .net = &net, .words = WORDS, .cells = cells, .parts = 4, .part_begin = borders};

static void draw(sv_random *r, uint64_t *state) {
  state[0] = sv_random_below(r, 1u << 20);
  state[1] = UINT64_C(0xABCDEF0123456) * (1 + sv_random_below(r, 5)) & ((UINT64_C(1) << 60) - 1);
  uint64_t local = sv_random_below(r, 40);
  state[2] = local << 40;
  state[3] = 0;
  state[4] = local % 7 << 3;
  state[5] = 0;
}

static void test_collapse_is_exact(void **state) {
  SV_UNUSED(state);
  sv_text why = {0};
  sv_visited exact, small;
  sv_random r = {11};
  uint64_t words[WORDS], buffer[WORDS], a, b;
  assert_true(sv_visited_init(&exact, SV_VISITED_EXACT, &layout, 0, 0, &why));
  assert_true(sv_visited_init(&small, SV_VISITED_COLLAPSE, &layout, 0, 0, &why));
  for (uint32_t i = 0; i < STATES; i++) {
    draw(&r, words);
    bool known = sv_visited_has(&small, words, 0, &b);
    sv_stored one =
        sv_visited_insert(&exact, words, sv_visited_hash(&exact, words), SV_STORE_NONE, &a);
    sv_stored two = sv_visited_insert(&small, words, 0, SV_STORE_NONE, &b);
    assert_int_equal(one, two);
    assert_true(known == (one == SV_STORE_OLD));
    assert_memory_equal(sv_visited_get(&small, b, buffer), words, sizeof words);
    assert_memory_equal(sv_visited_get(&exact, a, buffer), words, sizeof words);
  }
  assert_int_equal(sv_visited_count(&exact), sv_visited_count(&small));
  assert_int_equal(sv_collapse_words(small.collapse), 2);  // 20 + 32, then 32 and 0 bits
  assert_int_equal(sv_collapse_tables(small.collapse), 2);
  assert_int_equal(sv_collapse_entries(small.collapse), 5 + 40);
#ifndef SV_STRESS_HASH
  assert_true(sv_visited_bytes(&small) < sv_visited_bytes(&exact) * 2 / 3);
#endif
  sv_visited_free(&exact);
  sv_visited_free(&small);
}

static void test_collapse_budget(void **state) {
  SV_UNUSED(state);
  sv_text why = {0};
  sv_visited small;
  sv_random r = {12};
  uint64_t words[WORDS], id;
  size_t budget = 500000;
  assert_true(sv_visited_init(&small, SV_VISITED_COLLAPSE, &layout, 0, budget, &why));
  for (uint32_t i = 0; i < STATES; i++) {
    draw(&r, words);
    if (sv_visited_insert(&small, words, 0, SV_STORE_NONE, &id) == SV_STORE_FULL) break;
    assert_true(sv_visited_bytes(&small) <= budget);
  }
  assert_true(sv_visited_bytes(&small) <= budget);
  sv_visited_free(&small);
}

// ---- trees

static uint64_t any_word(sv_random *r, uint32_t kind) {
  if (kind == 0) return sv_random_below(r, 3);
  return kind == 1 ? sv_random_below(r, 50) * UINT64_C(0x123456789ABCD) : sv_random_next(r) >> 24;
}

// States of so many words; some words take few values, some nearly always new ones.
static void draw_words(sv_random *r, uint64_t *state, uint32_t words) {
  for (uint32_t w = 0; w < words; w++) state[w] = any_word(r, (w * 7 + words) % 5 ? w % 2 : 2);
}

static bool knows(sv_visited *s, const uint64_t *words, uint64_t *id) {
  return sv_visited_has(s, words, sv_visited_hash(s, words), id);
}

static sv_stored add(sv_visited *s, const uint64_t *words, uint64_t parent, uint64_t *id) {
  return sv_visited_insert(s, words, sv_visited_hash(s, words), parent, id);
}

enum { MANY_WORDS = 20 };

// Ids, parents and marks are those of exact storage, also behind changes of the shape.
static void check_tree(uint32_t words, uint32_t bits, uint32_t states, bool stay) {
  sv_field fields[MANY_WORDS];
  for (uint32_t w = 0; w < words; w++)
    fields[w] = (sv_field){.word = w, .bits = (uint8_t)(w % 2 ? 62 : bits)};
  const sv_net small = {.cells = words};
  const sv_layout l = {.net = &small, .words = words, .cells = fields};
  sv_text why = {0};
  sv_visited exact, tree;
  sv_random r = {words};
  uint64_t state[MANY_WORDS], buffer[MANY_WORDS], a, b, last = SV_STORE_NONE;
  assert_true(sv_visited_init(&exact, SV_VISITED_EXACT, &l, 0, 0, &why));
  assert_true(sv_visited_init(&tree, SV_VISITED_TREE, &l, 0, 0, &why));
  if (stay) sv_fold_stay(tree.fold);
  for (uint32_t i = 0; i < states; i++) {
    draw_words(&r, state, words);
    for (uint32_t w = 0; w < words; w += 2) state[w] &= (UINT64_C(1) << bits) - 1;
    bool known = knows(&tree, state, &b);
    sv_stored one = add(&exact, state, last, &a), two = add(&tree, state, last, &b);
    assert_int_equal(one, two);
    assert_int_equal(a, b);
    assert_true(known == (one == SV_STORE_OLD));
    if (i % 5 == 0) sv_store_mark(exact.store, a, true), sv_store_mark(tree.store, a, true);
    last = a;
    if (i % 37 == 0) assert_true(sv_visited_reshape(&tree));
    if (i % 3 == 0)
      assert_memory_equal(sv_visited_get(&tree, b, buffer), state, words * sizeof *state);
  }
  assert_int_equal(sv_visited_count(&exact), sv_visited_count(&tree));
  for (uint32_t shard = 0; shard < SV_STORE_SHARDS; shard++)
    for (uint64_t k = 0; k < sv_store_shard_count(exact.store, shard); k++) {
      uint64_t id = sv_store_id(exact.store, shard, k);
      assert_memory_equal(sv_visited_get(&tree, id, buffer), sv_store_get(exact.store, id),
                          words * sizeof *state);
      assert_int_equal(sv_store_parent(tree.store, id), sv_store_parent(exact.store, id));
      assert_int_equal(sv_store_marked(tree.store, id), sv_store_marked(exact.store, id));
    }
  sv_visited_free(&exact);
  sv_visited_free(&tree);
}

static void test_tree_is_exact(void **state) {
  SV_UNUSED(state);
  check_tree(0, 20, 10, false);
  check_tree(1, 62, STATES / 10, false);
  check_tree(2, 20, STATES / 10, false);
  check_tree(3, 62, STATES / 4, true);
  check_tree(7, 20, STATES / 4, false);
  check_tree(MANY_WORDS, 62, STATES / 4, true);
}

static void test_tree_of_ones(void **state) {
  SV_UNUSED(state);
  sv_field fields[] = {{.word = 0, .bits = 32}, {.word = 1, .bits = 32}};
  const sv_net small = {.cells = 2};
  const sv_layout l = {.net = &small, .words = 2, .cells = fields};
  sv_text why = {0};
  sv_visited tree;
  uint64_t ones[] = {UINT32_MAX, UINT32_MAX}, id, again;
  assert_true(sv_visited_init(&tree, SV_VISITED_TREE, &l, 0, 0, &why));
  assert_int_equal(add(&tree, ones, SV_STORE_NONE, &id), SV_STORE_NEW);
  assert_true(knows(&tree, ones, &again));
  assert_int_equal(id, again);
  sv_visited_free(&tree);
}

static void test_tree_budget(void **state) {
  SV_UNUSED(state);
  sv_text why = {0};
  sv_visited tree;
  sv_random r = {13};
  sv_stored got = SV_STORE_NEW;
  uint64_t words[WORDS], id;
  size_t budget = 300000;
  assert_true(sv_visited_init(&tree, SV_VISITED_TREE, &layout, 0, budget, &why));
  for (uint32_t i = 0; i < 50000 && got != SV_STORE_FULL; i++) {
    draw_words(&r, words, WORDS);
    words[0] &= 0xFFFFF, words[4] &= 0xFF, words[3] = words[5] = 0;
    got = add(&tree, words, SV_STORE_NONE, &id);
    assert_true(sv_visited_bytes(&tree) <= budget);
  }
#ifndef SV_STRESS_HASH
  assert_int_equal(got, SV_STORE_FULL);
#endif
  sv_visited_free(&tree);
}

// Shared parts are kept once: 40 of a kind, in 6 bytes a state.
static void test_tree_is_small(void **state) {
  SV_UNUSED(state);
#ifdef SV_STRESS_HASH
  skip();
#endif
  sv_field fields[8];
  for (uint32_t w = 0; w < 8; w++) fields[w] = (sv_field){.word = w, .bits = 62};
  const sv_net small = {.cells = 8};
  const sv_layout l = {.net = &small, .words = 8, .cells = fields};
  sv_text why = {0};
  sv_visited tree;
  uint64_t words[8], id;
  assert_true(sv_visited_init(&tree, SV_VISITED_TREE, &l, 0, 0, &why));
  for (uint64_t i = 0; i < 300000; i++) {
    for (uint32_t w = 0; w < 8; w++) words[w] = (i >> 3 * w) % 8 * UINT64_C(0x123456789ABCD);
    assert_int_equal(add(&tree, words, SV_STORE_NONE, &id), SV_STORE_NEW);
  }
  size_t bytes = sv_visited_bytes(&tree) - sv_store_link_bytes(tree.store);
  assert_true(bytes < 300000 * 7);
  sv_visited_free(&tree);
}

// Known states are always known; unknown ones nearly always unknown.
static void test_bitstate(void **state) {
  SV_UNUSED(state);
  sv_bitstate b;
  uint32_t missed = 0;
  sv_bitstate_init(&b, 20);
  assert_int_equal(sv_bitstate_bytes(&b), 1 << 17);
  for (uint64_t i = 0; i < 10000; i++) {
    uint64_t hash = sv_store_hash(&i, 1);
    bool known = sv_bitstate_has(&b, hash);
    assert_true(sv_bitstate_add(&b, hash) != known);
    assert_true(sv_bitstate_has(&b, hash));
    assert_false(sv_bitstate_add(&b, hash));
    missed += known;
  }
  assert_int_equal(b.count + missed, 10000);
#ifndef SV_STRESS_HASH
  assert_true(missed < 10);
#endif
  for (uint64_t i = 0; i < 10000; i++) assert_true(sv_bitstate_has(&b, sv_store_hash(&i, 1)));
  sv_bitstate_free(&b);
}

static void test_bitstate_too_large(void **state) {
  SV_UNUSED(state);
  sv_text why = {0};
  sv_visited s;
  assert_false(sv_visited_init(&s, SV_VISITED_BITSTATE, &layout, 40, 1 << 20, &why));
  assert_string_equal(sv_text_get(&why),
                      "a table of 2^40 bits needs 131072 MB, more than there are");
  sv_text_free(&why);
  sv_visited_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_collapse_is_exact), cmocka_unit_test(test_collapse_budget),
      cmocka_unit_test(test_tree_is_exact),     cmocka_unit_test(test_tree_of_ones),
      cmocka_unit_test(test_tree_budget),       cmocka_unit_test(test_tree_is_small),
      cmocka_unit_test(test_bitstate),          cmocka_unit_test(test_bitstate_too_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
