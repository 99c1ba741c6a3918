// Tests of base/snapshot.h and of what explicit search puts into one: files that are whole or
// not there, and stores that come back with the same ids, links and marks.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/random.h"
#include "engine/explicit/bitstate.h"
#include "engine/explicit/store.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { MANY = 300 };
#else
enum { MANY = 20000 };
#endif

static const char path[] = "test_snapshot.tmp", beside[] = "test_snapshot.tmp.new";

static sv_snapshot *create(void) {
  sv_text why = {0};
  sv_snapshot *s = sv_snapshot_create(path, &why);
  assert_non_null(s);
  return s;
}

static void commit(sv_snapshot *s) {
  sv_text why = {0};
  assert_true(sv_snapshot_commit(s, &why));
}

static sv_snapshot *reopen(void) {
  sv_text why = {0};
  sv_snapshot *s = sv_snapshot_open(path, &why);
  assert_string_equal(sv_text_get(&why), "");
  assert_non_null(s);
  return s;
}

static void refused(const char *pattern) {
  sv_text why = {0};
  assert_null(sv_snapshot_open(path, &why));
  assert_non_null(strstr(sv_text_get(&why), pattern));
  sv_text_free(&why);
}

// More than a buffer, in parts of all sizes.
static void write_many(uint64_t n) {
  sv_snapshot *s = create();
  for (uint64_t i = 0; i < n; i++) {
    sv_snapshot_put(s, "abcdefghijk", i % 11);
    sv_snapshot_put_u64(s, i * i);
  }
  sv_snapshot_put_text(s, "end", 3);
  commit(s);
}

static void test_comes_back(void **state) {
  SV_UNUSED(state);
  for (uint64_t n = 0; n < 100000; n = n * 7 + 1) {
    write_many(n);
    sv_snapshot *s = reopen();
    char letters[11];
    sv_text end = {0};
    for (uint64_t i = 0; i < n; i++) {
      sv_snapshot_get(s, letters, i % 11);
      assert_memory_equal(letters, "abcdefghijk", i % 11);
      assert_int_equal(sv_snapshot_get_u64(s), i * i);
    }
    sv_snapshot_get_text(s, &end);
    assert_string_equal(sv_text_get(&end), "end");
    assert_true(sv_snapshot_at_end(s) && !sv_snapshot_bad(s));
    assert_int_equal(sv_snapshot_get_u64(s), 0);
    assert_true(sv_snapshot_bad(s));
    sv_text_free(&end);
    sv_snapshot_close(s);
  }
  assert_int_equal(access(beside, F_OK), -1);
}

static long size_of(void) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  fclose(f);
  return size;
}

static void flip(long at, int bits) {
  FILE *f = fopen(path, "r+b");
  fseek(f, at, SEEK_SET);
  int c = fgetc(f);
  fseek(f, at, SEEK_SET);
  fputc(c ^ bits, f);
  fclose(f);
}

static void test_every_flipped_bit_is_noticed(void **state) {
  SV_UNUSED(state);
  write_many(40);
  for (long at = 0, size = size_of(); at < size; at++) {
    flip(at, 1 << at % 8);
    refused("checkpoint");
    flip(at, 1 << at % 8);
  }
  sv_snapshot_close(reopen());
}

static void test_every_cut_is_noticed(void **state) {
  SV_UNUSED(state);
  write_many(40);
  for (long size = size_of(); size-- > 0;) {
    assert_int_equal(truncate(path, size), 0);
    refused("");
  }
}

static void test_old_file_stays(void **state) {
  SV_UNUSED(state);
  write_many(3);
  sv_snapshot *s = create();
  sv_snapshot_put_u64(s, 1);
  sv_snapshot *old = reopen();  // who is killed now leaves this
  assert_int_equal(sv_snapshot_get_u64(old), 0);
  sv_snapshot_close(old);
  commit(s);
  s = reopen();
  assert_int_equal(sv_snapshot_get_u64(s), 1);
  sv_snapshot_close(s);
}

static void test_leftovers_are_overwritten(void **state) {
  SV_UNUSED(state);
  FILE *f = fopen(beside, "wb");
  for (int i = 0; i < 100000; i++) fputc('x', f);
  fclose(f);
  write_many(5);
  sv_snapshot_close(reopen());
}

static void test_one_writer_at_a_time(void **state) {
  SV_UNUSED(state);
  sv_text why = {0};
  int other = open(beside, O_RDWR | O_CREAT, 0666);
  assert_int_equal(flock(other, LOCK_EX), 0);
  assert_null(sv_snapshot_create(path, &why));
  assert_non_null(strstr(sv_text_get(&why), "another process"));
  sv_text_free(&why);
  close(other);
  unlink(beside);
}

static void test_counts_are_bounded(void **state) {
  SV_UNUSED(state);
  sv_snapshot *s = create();
  sv_snapshot_put_u64(s, 3);
  sv_snapshot_put_u64(s, 0);
  commit(s);
  s = reopen();
  assert_int_equal(sv_snapshot_get_count(s, 4), 0);  // three of them would take 12 bytes
  assert_true(sv_snapshot_bad(s));
  sv_snapshot_close(s);
}

// ---- stores

static void fill(sv_store *s, bool pairs, uint32_t words, uint64_t n) {
  sv_random r = {words + 5};
  uint64_t v[8], id, last = SV_STORE_NONE;
  for (uint64_t i = 0; i < n; i++) {
    for (uint32_t w = 0; w < words; w++) v[w] = sv_random_next(&r) >> (i % 40);
    v[0] = pairs ? i << 32 | (v[0] & 0xFFFF) : v[0] ^ i;
    uint64_t hash = sv_store_hash(v, words);
    sv_stored got = pairs ? sv_store_insert_pair(s, v[0], sv_mix64(i), last, &id)
                          : sv_store_insert(s, v, hash, last, &id);
    if (got != SV_STORE_NEW) continue;
    sv_store_mark(s, id, i % 3 == 0);
    last = i % 1000 ? id : SV_STORE_NONE;
  }
}

static void check_same(const sv_store *a, const sv_store *b, bool pairs, uint32_t words,
                       const uint64_t *counts) {
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) {
    assert_int_equal(sv_store_shard_count(b, i), counts[i]);
    for (uint64_t k = 0; k < counts[i]; k++) {
      uint64_t id = sv_store_id(a, i, k);
      assert_int_equal(sv_store_parent(a, id), sv_store_parent(b, id));
      assert_int_equal(sv_store_marked(a, id), sv_store_marked(b, id));
      if (pairs) {
        assert_int_equal(sv_store_get_pair(a, id), sv_store_get_pair(b, id));
        continue;
      }
      const uint64_t *v = sv_store_get(a, id);
      assert_memory_equal(v, sv_store_get(b, id), words * sizeof *v);
      assert_int_equal(sv_store_find(b, v, sv_store_hash(v, words)), id);
    }
  }
}

static sv_store *make(bool pairs, uint32_t words) {
  return pairs ? sv_store_new_pairs() : sv_store_new(words, SV_STORE_SHARD_BITS, true);
}

static void check_store(bool pairs, uint32_t words, bool whole) {
  sv_store *a = make(pairs, words), *b = make(pairs, words);
  uint64_t counts[SV_STORE_SHARDS];
  fill(a, pairs, words, MANY / 2);  // the beginning, whose parents lie in it too
  for (uint32_t i = 0; i < SV_STORE_SHARDS; i++) counts[i] = sv_store_shard_count(a, i);
  if (!whole) fill(a, pairs, words, MANY);
  sv_snapshot *s = create();
  sv_store_save(a, whole ? NULL : counts, s);
  commit(s);
  s = reopen();
  assert_int_equal(sv_store_restore(b, s), SV_STORE_NEW);
  assert_true(sv_snapshot_at_end(s));
  check_same(a, b, pairs, words, counts);
  if (whole) assert_int_equal(sv_store_bytes(a), sv_store_bytes(b));
  sv_snapshot_close(s);
  sv_store_free(a);
  sv_store_free(b);
}

static void test_stores(void **state) {
  SV_UNUSED(state);
  for (uint32_t words = 1; words < 5; words++) {
    check_store(false, words, true);
    check_store(false, words, false);
  }
  check_store(true, 1, true);
  check_store(true, 1, false);
}

static void test_no_room(void **state) {
  SV_UNUSED(state);
  sv_store *a = make(false, 2), *b = make(false, 2);
  fill(a, false, 2, MANY);
  sv_store_budget(b, sv_store_bytes(a) / 2);
  sv_snapshot *s = create();
  sv_store_save(a, NULL, s);
  commit(s);
  s = reopen();
  assert_int_equal(sv_store_restore(b, s), SV_STORE_FULL);
  sv_snapshot_close(s);
  sv_store_free(a);
  sv_store_free(b);
}

// A vector twice, or a parent that is not there.
static void test_nonsense(void **state) {
  SV_UNUSED(state);
  for (uint64_t kind = 0; kind < 2; kind++) {
    sv_store *b = sv_store_new(1, 0, true);
    sv_snapshot *s = create();
    sv_snapshot_put_u64(s, 2);
    for (int i = 0; i < 2; i++) {
      uint32_t parent = kind ? 2 : 0;
      sv_snapshot_put_u64(s, kind ? (uint64_t)i : 7);
      sv_snapshot_put(s, &parent, 4);
      sv_snapshot_put(s, "", 1);
    }
    commit(s);
    s = reopen();
    assert_int_equal(sv_store_restore(b, s), SV_STORE_OLD);
    assert_true(sv_snapshot_bad(s));
    sv_snapshot_close(s);
    sv_store_free(b);
  }
}

static void test_bits(void **state) {
  SV_UNUSED(state);
  sv_bitstate a, b, other;
  sv_bitstate_init(&a, 14);
  sv_bitstate_init(&b, 14);
  sv_bitstate_init(&other, 15);
  sv_random r = {3};
  for (int i = 0; i < 2000; i++) sv_bitstate_add(&a, sv_random_next(&r));
  sv_snapshot *s = create();
  sv_bitstate_save(&a, s);
  sv_bitstate_save(&a, s);
  commit(s);
  s = reopen();
  assert_true(sv_bitstate_restore(&b, s));
  assert_int_equal(a.count, b.count);
  assert_int_equal(a.ones, b.ones);
  assert_memory_equal(a.words, b.words, sv_bitstate_bytes(&a));
  assert_false(sv_bitstate_restore(&other, s));
  sv_snapshot_close(s);
  sv_bitstate_free(&a);
  sv_bitstate_free(&b);
  sv_bitstate_free(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_comes_back),
      cmocka_unit_test(test_every_flipped_bit_is_noticed),
      cmocka_unit_test(test_every_cut_is_noticed),
      cmocka_unit_test(test_old_file_stays),
      cmocka_unit_test(test_leftovers_are_overwritten),
      cmocka_unit_test(test_one_writer_at_a_time),
      cmocka_unit_test(test_counts_are_bounded),
      cmocka_unit_test(test_stores),
      cmocka_unit_test(test_no_room),
      cmocka_unit_test(test_nonsense),
      cmocka_unit_test(test_bits),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(path);
  return failed;
}
