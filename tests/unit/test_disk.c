// Tests of engine/explicit/{young,spool,sorted,disk}.h.
//
// States are drawn from few, level by level, and held against a store in memory: which are new, which
// belong to the level that is being found, and how many there are, must be known exactly behind
// every resolution, however often memory was spilled meanwhile.

#include "base/random.h"
#include "engine/explicit/disk.h"
#include "unit/unit.h"

#include <errno.h>
#include <unistd.h>

#ifdef SV_STRESS_HASH
enum { DRAWN = 300, LEVELS = 12 };
#else
enum { DRAWN = 3000, LEVELS = 20 };
#endif
enum { WORDS = 2, MOST_ROWS = 100000 };

typedef struct {
  sv_disk *disk;
  sv_store *all;    // of levels up to the current one, and behind them the next
  uint64_t before;  // ids of levels up to the current one
  sv_states now, next;
  uint64_t spills;
} pairing;

static void draw(sv_random *r, uint64_t *state) {
  state[0] = sv_random_below(r, 1200);
  state[1] = (uint64_t)sv_random_below(r, 12) << 40;
}

static sv_disk_age truth(const pairing *p, const uint64_t *state) {
  uint64_t id = sv_store_find(p->all, state, sv_store_hash(state, WORDS));
  assert_true(id != SV_STORE_NONE);
  return id < p->before ? SV_DISK_OLD : SV_DISK_NEXT;
}

static void check_rows(pairing *p) {
  assert_true(sv_disk_resolve(p->disk));
  for (uint32_t i = 0; i < sv_disk_rows(p->disk); i++)
    assert_int_equal(sv_disk_resolved(p->disk, i), truth(p, sv_disk_row(p->disk, i)));
  assert_int_equal(sv_disk_count(p->disk), sv_store_count(p->all));
}

static void add(pairing *p, const uint64_t *state, uint64_t level) {
  uint64_t id, parent[WORDS] = {state[0] / 2, 0};
  uint32_t row;
  bool fresh;
  if (!sv_disk_has_room(p->disk, 1)) {
    check_rows(p);
    assert_true(sv_disk_spill(p->disk, sv_disk_settled(p->disk), &p->now, &p->next));
    p->spills++;
    assert_true(sv_disk_has_room(p->disk, 1));
  }
  sv_store_insert(p->all, state, sv_store_hash(state, WORDS), SV_STORE_NONE, &id);
  uint64_t word = sv_disk_word(p->disk, level ? parent : NULL, level);
  sv_disk_age age = sv_disk_add(p->disk, state, word, &row, &fresh);
  if (age != SV_DISK_OPEN) assert_int_equal(age, truth(p, state));
}

// Every state is in the next level once: in memory, or among those that were spilled.
static void check_next(pairing *p) {
  uint64_t n = p->next.n, state[WORDS];
  sv_store *seen = sv_store_new(WORDS, 0, false);
  for (uint32_t i = sv_disk_settled(p->disk); i < sv_disk_rows(p->disk); i++)
    n += !sv_disk_is_marked(p->disk, i);
  assert_int_equal(n, sv_store_count(p->all) - p->before);
  while (p->next.next < p->next.n) {
    uint64_t id;
    assert_true(sv_states_get(p->disk, &p->next, state));
    assert_int_equal(truth(p, state), SV_DISK_NEXT);
    assert_int_equal(sv_store_insert(seen, state, sv_store_hash(state, WORDS), SV_STORE_NONE, &id),
                     SV_STORE_NEW);
  }
  sv_store_free(seen);
}

// The word is that of the level in which a state came first, or an unresolved one's of later.
static void check_words(pairing *p, uint64_t level) {
  for (uint64_t id = 0; id < sv_store_count(p->all); id += 7) {
    uint64_t word;
    assert_true(sv_disk_has(p->disk, sv_store_get(p->all, id)));
    assert_true(sv_disk_find(p->disk, sv_store_get(p->all, id), &word));
    assert_true(sv_disk_level(word) <= level);
    if (id < p->before) assert_true(sv_disk_level(word) < level);
  }
  assert_false(sv_disk_has(p->disk, (uint64_t[WORDS]){5000, 1}));
}

static void go(uint32_t most, size_t budget, uint64_t least_spills) {
  sv_random r = {most + 1};
  pairing p = {.disk = sv_disk_new("/tmp", WORDS, budget, most),
               .all = sv_store_new(WORDS, 0, true)};
  assert_true(sv_disk_states(p.disk, &p.now) && sv_disk_states(p.disk, &p.next));
  for (uint64_t level = 0; level < LEVELS; level++) {
    p.before = sv_store_count(p.all);
    for (uint32_t i = 0; i < DRAWN; i++) {
      uint64_t state[WORDS];
      draw(&r, state);
      add(&p, state, level);
    }
    check_rows(&p);
    check_next(&p);
    check_words(&p, level);
    sv_disk_advance(p.disk);
    assert_true(sv_states_clear(&p.next));
  }
  assert_true(p.spills >= least_spills);
  assert_int_equal(sv_disk_error(p.disk), 0);
  sv_states_free(&p.now);
  sv_states_free(&p.next);
  sv_disk_free(p.disk);
  sv_store_free(p.all);
}

static void test_all_in_memory(void **state) {
  SV_UNUSED(state);
  go(MOST_ROWS, 0, 0);
}

static void test_spilled_by_number(void **state) {
  SV_UNUSED(state);
  go(DRAWN / 10, 0, LEVELS);
}

static void test_spilled_by_budget(void **state) {
  SV_UNUSED(state);
  go(0, 100000, DRAWN > 1000 ? 3 : 0);
}

// ---- parents

static void test_parents(void **state) {
  SV_UNUSED(state);
  sv_disk *d = sv_disk_new("/tmp", 1, 0, 4);
  sv_states now, next;
  sv_u64s rows = {0};
  uint32_t row;
  bool fresh;
  assert_true(sv_disk_states(d, &now) && sv_disk_states(d, &next));
  for (uint64_t i = 0; i < 40; i++) {  // a path: state i is on level i
    uint64_t before = i - 1;
    if (!sv_disk_has_room(d, 1)) assert_true(sv_disk_spill(d, sv_disk_settled(d), &now, &next));
    sv_disk_add(d, &i, sv_disk_word(d, i ? &before : NULL, i), &row, &fresh);
    assert_true(sv_disk_resolve(d));
    sv_disk_advance(d);
  }
  for (uint64_t i = 39; i > 0; i--) {
    uint64_t word;
    bool found = false;
    assert_true(sv_disk_find(d, &i, &word));
    assert_int_equal(sv_disk_level(word), i);
    assert_true(sv_disk_parents(d, word, &rows));
    for (uint32_t k = 0; k < rows.n; k += 2) {
      assert_int_equal(sv_disk_level(rows.at[k + 1]), i - 1);
      found |= rows.at[k] == i - 1;
    }
    assert_true(found);
  }
  sv_vec_free(rows);
  sv_states_free(&now);
  sv_states_free(&next);
  sv_disk_free(d);
}

// ---- what goes wrong

static void test_no_folder(void **state) {
  SV_UNUSED(state);
  int error = 0;
  assert_null(sv_spool_new("/nowhere/at/all", SV_SPOOL_SMALL, &error));
  assert_int_equal(error, ENOENT);
}

#ifndef SV_STRESS_HASH
// A file whose records are not in order was not written like that.
static void test_damaged(void **state) {
  SV_UNUSED(state);
  int error = 0;
  sv_sorted *f = sv_sorted_new("/tmp", 1, UINT64_MAX, 2, &error);
  uint64_t records[][2] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}};
  for (size_t i = 0; i < SV_COUNT(records); i++)
    assert_true(sv_sorted_put(f, records[i], sv_store_hash(records[i], 1)));
  assert_true(sv_sorted_finish(f));
  sv_reader r;
  sv_reader_begin(&r, f);
  while (sv_reader_step(&r)) continue;
  sv_reader_end(&r);
  assert_int_equal(error, EIO);
  error = 0;
  f->first.at[2] = 1;
  sv_lookup l;
  sv_lookup_begin(&l, f);
  assert_null(sv_lookup_from(&l, UINT64_MAX));
  sv_lookup_end(&l);
  assert_int_equal(error, EIO);
  sv_sorted_free(f);
}
#endif

#ifndef SV_STRESS_HASH
// Turns a bit of what is on disk around.
static void spoil(sv_spool *s, uint64_t bit) {
  int file = *(const int *)s;  // its first member
  unsigned char byte;
  assert_int_equal(pread(file, &byte, 1, (off_t)(bit / 8)), 1);
  byte ^= (unsigned char)(1u << bit % 8);
  assert_int_equal(pwrite(file, &byte, 1, (off_t)(bit / 8)), 1);
}

static uint32_t read_all(sv_sorted *f) {
  uint32_t n = 0;
  sv_reader r;
  sv_reader_begin(&r, f);
  while (sv_reader_step(&r)) n++;
  sv_reader_end(&r);
  return n;
}

// Whatever bit of a file of states is another one, whoever reads it gets an error and not a state less.
static void test_every_bit_counts(void **state) {
  SV_UNUSED(state);
  enum { N = 12, SEVERAL = 5 };
  uint64_t keys[N];
  int error = 0;
  sv_sorted *f = sv_sorted_new("/tmp", 1, UINT64_MAX, SEVERAL, &error);
  sv_young y;
  sv_young_init(&y, 1, UINT64_MAX);
  for (uint64_t i = 0; i < N; i++) {
    bool fresh;
    assert_true(sv_young_makes_room(&y, 1));
    sv_young_add(&y, &i, sv_young_key(&y, &i), i, &fresh);
  }
  uint32_t *order = sv_young_order(&y, 0);
  for (uint32_t i = 0; i < N; i++) {
    const uint64_t *row = sv_young_row(&y, order[i]);
    keys[i] = sv_young_key(&y, row);
    assert_true(sv_sorted_put(f, row, keys[i]));
  }
  assert_true(sv_sorted_finish(f));
  assert_int_equal(read_all(f), N);
  for (uint64_t bit = 0; bit < N * 128; bit++) {
    spoil(f->file, bit);
    assert_true(read_all(f) < N && error == EIO);
    error = 0;
    uint32_t i = (uint32_t)(bit / 128);
    sv_lookup l;
    sv_lookup_begin(&l, f);
    assert_null(sv_lookup_find(&l, sv_young_row(&y, order[i]), keys[i]));
    sv_lookup_end(&l);
    assert_int_equal(error, EIO);
    error = 0;
    spoil(f->file, bit);
  }
  assert_int_equal(read_all(f), N);
  sv_free(order);
  sv_young_free(&y);
  sv_sorted_free(f);
}

// The same for states of a level, which are not sorted.
static void test_every_bit_of_a_level(void **state) {
  SV_UNUSED(state);
  enum { N = 40 };
  sv_disk *d = sv_disk_new("/tmp", 1, 0, 10);
  sv_states s;
  uint64_t got;
  assert_true(sv_disk_states(d, &s));
  for (uint64_t i = 0; i < N; i++) assert_true(sv_states_put(d, &s, &i));
  assert_true(sv_spool_seal(s.file));
  for (uint64_t bit = 0; bit < N * 64; bit++) {
    uint32_t n = 0;
    spoil(s.file, bit);
    sv_states_rewind(&s);
    while (n < N && sv_states_get(d, &s, &got)) n++;
    assert_true(n < N && n <= bit / 64);
    assert_int_equal(sv_disk_forget_error(d), EIO);
    spoil(s.file, bit);
  }
  sv_states_free(&s);
  sv_disk_free(d);
}
#endif

// Keys that end at the very last places of the table.
static void test_last_places(void **state) {
  SV_UNUSED(state);
  enum { ROWS = 200 };
  sv_young y;
  sv_young_init(&y, 1, 0);  // all keys are 0
  for (uint64_t i = 0; i < ROWS; i++) {
    bool fresh;
    assert_true(sv_young_makes_room(&y, 1));
    assert_int_equal(sv_young_add(&y, &(uint64_t){ROWS - i}, 0, i, &fresh), i);
    assert_true(fresh);
  }
  uint32_t *order = sv_young_order(&y, 0);
  for (uint32_t i = 0; i < ROWS; i++) assert_int_equal(order[i], ROWS - 1 - i);
  sv_free(order);
  sv_young_free(&y);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_in_memory),
      cmocka_unit_test(test_spilled_by_number),
      cmocka_unit_test(test_spilled_by_budget),
      cmocka_unit_test(test_parents),
      cmocka_unit_test(test_no_folder),
      cmocka_unit_test(test_last_places),
#ifndef SV_STRESS_HASH
      cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_every_bit_counts),
      cmocka_unit_test(test_every_bit_of_a_level),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
