// Tests of engine/explicit/store.h: exact storage, against what was put in.
//
// In a build where all hashes collide everything is one long chain, so there
// the sets are small.

#include "engine/explicit/store.h"

#include "base/random.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { MANY = 1500 };
#else
enum { MANY = 200000 };
#endif

// Vector number i: different for every i, in every word if there are several.
static void make(uint64_t *to, uint32_t words, uint64_t i) {
  sv_random r = {i * 977};
  for (uint32_t w = 0; w < words; w++) to[w] = w ? sv_random_next(&r) & 0xFF : i;
}

static sv_stored insert(sv_store *s, const uint64_t *v, uint32_t words, uint64_t parent,
                        uint64_t *id) {
  return sv_store_insert(s, v, sv_store_hash(v, words), parent, id);
}

static void check_store(uint32_t words, uint32_t shard_bits, uint64_t n) {
  sv_store *s = sv_store_new(words, shard_bits, true);
  uint64_t v[8], *ids = SV_NEW_ARRAY(uint64_t, n), id;
  for (uint64_t i = 0; i < n; i++) {
    make(v, words, i);
    assert_int_equal(sv_store_find(s, v, sv_store_hash(v, words)), SV_STORE_NONE);
    assert_int_equal(insert(s, v, words, i ? ids[i / 2] : SV_STORE_NONE, &ids[i]), SV_STORE_NEW);
  }
  assert_int_equal(sv_store_count(s), n);
  for (uint64_t i = 0; i < n; i++) {
    make(v, words, i);
    assert_int_equal(insert(s, v, words, 0, &id), SV_STORE_OLD);
    assert_int_equal(id, ids[i]);
    assert_int_equal(sv_store_find(s, v, sv_store_hash(v, words)), id);
    assert_memory_equal(sv_store_get(s, id), v, words * sizeof *v);
    assert_int_equal(sv_store_parent(s, id), i ? ids[i / 2] : SV_STORE_NONE);
  }
  assert_int_equal(sv_store_count(s), n);
  sv_free(ids);
  sv_store_free(s);
}

static void test_insert_find_get(void **state) {
  SV_UNUSED(state);
  check_store(1, SV_STORE_SHARD_BITS, MANY);
  check_store(2, SV_STORE_SHARD_BITS, MANY);
  check_store(7, SV_STORE_SHARD_BITS, MANY / 4);
  check_store(1, 0, MANY);
  check_store(3, 0, 1);
}

static void test_no_words(void **state) {
  SV_UNUSED(state);
  sv_store *s = sv_store_new(0, SV_STORE_SHARD_BITS, false);
  uint64_t v[1] = {0}, a, b;
  assert_int_equal(insert(s, v, 0, SV_STORE_NONE, &a), SV_STORE_NEW);
  assert_int_equal(insert(s, v, 0, SV_STORE_NONE, &b), SV_STORE_OLD);
  assert_int_equal(a, b);
  sv_store_free(s);
}

static void test_marks(void **state) {
  SV_UNUSED(state);
  sv_store *s = sv_store_new(1, SV_STORE_SHARD_BITS, true);
  uint64_t ids[100];
  for (uint64_t i = 0; i < 100; i++) insert(s, &i, 1, i ? ids[i - 1] : SV_STORE_NONE, &ids[i]);
  for (uint32_t i = 0; i < 100; i += 3) sv_store_mark(s, ids[i], true);
  for (uint32_t i = 0; i < 100; i++) {
    assert_true(sv_store_marked(s, ids[i]) == (i % 3 == 0));
    sv_store_mark(s, ids[i], false);
    assert_false(sv_store_marked(s, ids[i]));
    assert_int_equal(sv_store_parent(s, ids[i]), i ? ids[i - 1] : SV_STORE_NONE);
  }
  sv_store_free(s);
}

// With one shard ids count up; with several, indices do within each.
static void test_ids_are_in_order(void **state) {
  SV_UNUSED(state);
  sv_store *one = sv_store_new(1, 0, false), *many = sv_store_new(1, SV_STORE_SHARD_BITS, true);
  for (uint64_t i = 0; i < 1000; i++) {
    uint64_t id, before[SV_STORE_SHARDS];
    insert(one, &i, 1, SV_STORE_NONE, &id);
    assert_int_equal(id, i);
    for (uint32_t k = 0; k < SV_STORE_SHARDS; k++) before[k] = sv_store_shard_count(many, k);
    insert(many, &i, 1, SV_STORE_NONE, &id);
    uint32_t shard = sv_store_shard_of(many, id);
    assert_int_equal(sv_store_index(many, id), before[shard]);
    assert_int_equal(sv_store_id(many, shard, before[shard]), id);
    assert_int_equal(sv_store_shard_count(many, shard), before[shard] + 1);
  }
  sv_store_free(one);
  sv_store_free(many);
}

// The promise: never more than the packed size and 16 bytes per vector.
static void check_memory(uint32_t words, uint64_t least) {
  sv_store *s = sv_store_new(words, SV_STORE_SHARD_BITS, true);
  uint64_t v[8], id;
  for (uint64_t i = 0; i < MANY * 2; i++) {
    make(v, words, i);
    insert(s, v, words, i ? id : SV_STORE_NONE, &id);
    if (i >= least) assert_true(sv_store_bytes(s) <= (i + 1) * (words * 8 + 16));
  }
  sv_store_free(s);
}

static void test_memory(void **state) {
  SV_UNUSED(state);
#ifdef SV_STRESS_HASH
  skip();
#endif
  check_memory(1, 50000);
  check_memory(2, 50000);
  check_memory(4, 100000);
}

static void test_budget(void **state) {
  SV_UNUSED(state);
  size_t budget = 1 << 20;
  sv_store *s = sv_store_new(2, SV_STORE_SHARD_BITS, true);
  uint64_t v[2], id, n = 0;
  sv_store_budget(s, budget);
  for (;; n++) {
    make(v, 2, n);
    assert_true(sv_store_bytes(s) <= budget);
    if (n >= MANY || insert(s, v, 2, SV_STORE_NONE, &id) == SV_STORE_FULL) break;
  }
  for (uint64_t i = 0; i < n; i++) {
    make(v, 2, i);
    assert_int_equal(insert(s, v, 2, SV_STORE_NONE, &id), SV_STORE_OLD);
  }
#ifndef SV_STRESS_HASH
  assert_in_range(n, budget / 45, budget / 20);
#endif
  assert_int_equal(sv_store_count(s), n);
  sv_store_free(s);
}

static void ask_for_a_parent(void) {
  sv_store *s = sv_store_new(1, 0, false);
  uint64_t v = 1, id;
  insert(s, &v, 1, SV_STORE_NONE, &id);
  sv_store_parent(s, id);
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(ask_for_a_parent, "store without links");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_insert_find_get), cmocka_unit_test(test_no_words),
      cmocka_unit_test(test_marks),           cmocka_unit_test(test_ids_are_in_order),
      cmocka_unit_test(test_memory),          cmocka_unit_test(test_budget),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
