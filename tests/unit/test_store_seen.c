// Tests of engine/explicit/{collapse,bitstate,seen}.h.
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
      cmocka_unit_test(test_collapse_is_exact),
      cmocka_unit_test(test_collapse_budget),
      cmocka_unit_test(test_bitstate),
      cmocka_unit_test(test_bitstate_too_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
