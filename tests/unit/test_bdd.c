// Tests of solver/bdd.h: operations against truth tables, references,
// collections, reordering, limits.

#define _POSIX_C_SOURCE 200809L

#include "unit/test_bdd_kit.h"

enum { PAIRS = 3, SINGLES = 2, VARS = 2 * PAIRS + SINGLES, SIZE = 1 << VARS, POOL = 12 };

typedef struct {
  sv_bdd f;
  uint8_t table[SIZE];
} function;

typedef struct {
  sv_bdds *b;
  sv_random random;
  uint64_t seed;
  function pool[POOL];
} pool;

static uint32_t below(pool *p, uint32_t n) { return sv_random_below(&p->random, n); }

static void fill_pool(pool *p) {
  for (uint32_t i = 0; i < POOL; i++) {
    for (uint32_t a = 0; a < SIZE; a++) p->pool[i].table[a] = below(p, i % 4 + 2) == 0;
    p->pool[i].f = bdd_of_table(p->b, p->pool[i].table, VARS);
  }
}

static bool exists(const uint8_t *table, uint32_t a, uint32_t vars) {
  for (uint32_t sub = vars;; sub = (sub - 1) & vars) {
    if (table[(a & ~vars) | sub]) return true;
    if (!sub) return false;
  }
}

static sv_bdd cube_of(sv_bdds *b, uint32_t vars) {
  uint32_t list[VARS], n = 0;
  for (uint32_t v = VARS; v-- > 0;)
    if (vars >> v & 1) list[n++] = v;
  return sv_bdd_cube(b, list, n);
}

static void put(pool *p, uint32_t to, sv_bdd f, const uint8_t *table) {
  assert_table(p->b, f, table, VARS, p->seed);
  sv_bdd_set(p->b, &p->pool[to].f, f);
  memcpy(p->pool[to].table, table, SIZE);
}

static void random_connective(pool *p) {
  const function *f = &p->pool[below(p, POOL)], *g = &p->pool[below(p, POOL)];
  uint32_t op = below(p, 5);
  uint8_t t[SIZE];
  sv_bdd r = op == 0   ? sv_bdd_not(p->b, f->f)
             : op == 1 ? sv_bdd_and(p->b, f->f, g->f)
             : op == 2 ? sv_bdd_or(p->b, f->f, g->f)
             : op == 3 ? sv_bdd_iff(p->b, f->f, g->f)
                       : sv_bdd_minus(p->b, f->f, g->f);
  for (uint32_t a = 0; a < SIZE; a++) {
    bool x = f->table[a], y = g->table[a];
    t[a] = op == 0 ? !x : op == 1 ? x && y : op == 2 ? x || y : op == 3 ? x == y : x && !y;
  }
  put(p, below(p, POOL), r, t);
}

static void random_quantifier(pool *p) {
  const function *f = &p->pool[below(p, POOL)], *g = &p->pool[below(p, POOL)];
  uint32_t op = below(p, 2), vars = below(p, SIZE);
  uint8_t t[SIZE], both[SIZE];
  sv_bdd cube = cube_of(p->b, vars);
  sv_bdd r = op ? sv_bdd_and_exists(p->b, f->f, g->f, cube) : sv_bdd_exists(p->b, f->f, cube);
  for (uint32_t a = 0; a < SIZE; a++) both[a] = f->table[a] && g->table[a];
  for (uint32_t a = 0; a < SIZE; a++) t[a] = exists(op ? both : f->table, a, vars);
  sv_bdd_drop(p->b, cube);
  if (below(p, 2)) {  // these lose most of what there is
    assert_table(p->b, r, t, VARS, p->seed);
    sv_bdd_drop(p->b, r);
  } else {
    put(p, below(p, POOL), r, t);
  }
}

static void look_at_relations(pool *p) {
  const function *f = &p->pool[below(p, POOL)], *g = &p->pool[below(p, POOL)];
  bool disjoint = true, implies = true, same = true;
  for (uint32_t a = 0; a < SIZE; a++) {
    disjoint &= !(f->table[a] && g->table[a]);
    implies &= !f->table[a] || g->table[a];
    same &= f->table[a] == g->table[a];
  }
  assert_int_equal(sv_bdd_disjoint(p->b, f->f, g->f), disjoint);
  assert_int_equal(sv_bdd_implies(p->b, f->f, g->f), implies);
  assert_int_equal(sv_bdd_same(f->f, g->f), same);
  sv_bdd s = sv_bdd_simplify(p->b, f->f, g->f);
  for (uint32_t a = 0; a < SIZE; a++)
    if (g->table[a]) assert_int_equal(bdd_value(p->b, s, a), f->table[a]);
  sv_bdd_drop(p->b, s);
}

static void look_at_count(pool *p, const function *f) {
  uint32_t vars[VARS], ones = 0;
  uint8_t values[VARS];
  mpz_t count;
  for (uint32_t v = 0; v < VARS; v++) vars[v] = v;
  for (uint32_t a = 0; a < SIZE; a++) ones += f->table[a];
  mpz_init(count);
  sv_bdd_count(p->b, f->f, vars, VARS, count);
  assert_int_equal(mpz_get_ui(count), ones);
  mpz_clear(count);
  assert_int_equal(sv_bdd_pick(p->b, f->f, values), ones != 0);
  uint32_t a = 0;
  for (uint32_t v = 0; v < VARS; v++) a |= (uint32_t)values[v] << v;
  if (ones) assert_true(f->table[a]);
}

static void look_at_support(pool *p, const function *f) {
  sv_u32s vars = {0};
  mpz_t count;
  uint32_t mask = 0, ones = 0;
  sv_bdd_support(p->b, f->f, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    assert_true(!i || vars.at[i - 1] < vars.at[i]);
    mask |= 1u << vars.at[i];
  }
  for (uint32_t v = 0; v < VARS; v++) {
    bool depends = false;
    for (uint32_t a = 0; a < SIZE; a++) depends |= f->table[a] != f->table[a ^ 1u << v];
    assert_int_equal(mask >> v & 1, depends);
  }
  for (uint32_t a = 0; a < SIZE; a++) ones += !(a & ~mask) && f->table[a];
  mpz_init(count);
  sv_bdd_count(p->b, f->f, vars.at, vars.n, count);
  assert_int_equal(mpz_get_ui(count), ones);
  mpz_clear(count);
  sv_vec_free(vars);
}

static void check_order(pool *p) {
  for (uint32_t i = 0; i < PAIRS; i++)
    assert_int_equal(sv_bdd_level(p->b, 2 * i) + 1, sv_bdd_level(p->b, 2 * i + 1));
  for (uint32_t v = 2 * PAIRS; v < VARS; v++) assert_int_equal(sv_bdd_level(p->b, v), v);
}

static void random_run(uint64_t seed) {
  bdd_watch watch = {0};
  pool p = {.b = new_bdds(&watch, PAIRS, SINGLES, 0), .random = {seed}, .seed = seed};
  fill_pool(&p);
  for (uint32_t i = 0; i < 150; i++) {
    random_connective(&p);
    random_quantifier(&p);
    look_at_relations(&p);
    look_at_count(&p, &p.pool[below(&p, POOL)]);
    look_at_support(&p, &p.pool[below(&p, POOL)]);
    if (i % 40 == 17) sv_bdds_reorder(p.b);
    if (i % 10 == 9) check_order(&p);
    if (i % 50 == 49) sv_bdds_numbers(p.b);
  }
  for (uint32_t i = 0; i < POOL; i++) {
    assert_table(p.b, p.pool[i].f, p.pool[i].table, VARS, seed);
    sv_bdd_drop(p.b, p.pool[i].f);
  }
  assert_no_leaks(p.b, VARS);
  assert_int_equal(sv_bdds_numbers(p.b).reorders, 4);
  sv_bdds_free(p.b);
}

static void test_random_operations(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 20; seed++) random_run(seed);
}

// x0 = x1', x1 = x2' ... in a bad order: grows, collects, reorders by itself.
static sv_bdd far_equalities(sv_bdds *b, uint32_t pairs) {
  sv_bdd all = SV_BDD_TRUE;
  for (uint32_t i = 0; i < pairs / 2; i++) {
    sv_bdd x = sv_bdd_var(b, 2 * i), y = sv_bdd_var(b, 2 * (i + pairs / 2));
    sv_bdd_set(b, &x, sv_bdd_iff(b, x, y));
    sv_bdd_set(b, &all, sv_bdd_and(b, all, x));
    sv_bdd_drop(b, x);
    sv_bdd_drop(b, y);
  }
  return all;
}

static void assert_far_count(sv_bdds *b, sv_bdd f, uint32_t pairs) {
  sv_u32s vars = {0};
  mpz_t count;
  for (uint32_t v = 0; v < 2 * pairs; v++) sv_push(vars, v);
  mpz_init(count);
  sv_bdd_count(b, f, vars.at, vars.n, count);
  assert_int_equal(mpz_popcount(count), 1);
  assert_int_equal(mpz_sizeinbase(count, 2), 1 + 2 * pairs - pairs / 2);
  mpz_clear(count);
  sv_vec_free(vars);
}

static void test_growth(void **state) {
  SV_UNUSED(state);
  enum { N = 32 };
  bdd_watch watch = {0};
  sv_bdds *b = new_bdds(&watch, N, 1, 0);
  sv_bdd f = far_equalities(b, N);
  assert_far_count(b, f, N);
  assert_int_equal(sv_bdd_nodes(b, f), 3 * ((1 << N / 2) - 1));
  assert_true(watch.signs > 0);
  sv_bdds_reorder(b);
  assert_far_count(b, f, N);
  assert_true(sv_bdd_nodes(b, f) < 3 * N);
  assert_true(sv_bdds_numbers(b).peak >= 3 * ((1 << N / 2) - 1));
  sv_bdd_drop(b, f);
  assert_no_leaks(b, 2 * N + 1);
  sv_bdds_free(b);
}

static void test_automatic_reordering(void **state) {
  SV_UNUSED(state);
  enum { N = 60 };
  bdd_watch watch = {0};
  sv_bdds *b = new_bdds(&watch, N, 0, 0);
  sv_bdds_reorder_from(b, 1000);
  sv_bdd f = far_equalities(b, N);
  assert_far_count(b, f, N);
  assert_true(sv_bdd_nodes(b, f) < 10000);
  sv_bdds_statistics s = sv_bdds_numbers(b);
  assert_true(s.reorders >= 1 && s.reorder_seconds > 0 && s.bytes > 0);
  sv_bdd_drop(b, f);
  assert_no_leaks(b, 2 * N);
  sv_bdds_free(b);
}

static void run_out_of(size_t memory) {
  bdd_watch watch = {.jumps = true};
  sv_bdds *b = new_bdds(&watch, 60, 0, memory);
  if (!setjmp(watch.jump)) {
    far_equalities(b, 60);
    fail_msg("%zu bytes were enough", memory);
  }
  assert_int_equal(watch.failures, 1);
  sv_bdds_free(b);
}

static void test_out_of_memory(void **state) {
  SV_UNUSED(state);
  bdd_watch watch = {0};
  run_out_of(1);
  run_out_of(100000);
  run_out_of(3000000);
  run_out_of(20000000);
  sv_bdds *b = new_bdds(&watch, 3, 0, 0);
  sv_bdd f = far_equalities(b, 2);
  assert_int_equal(sv_bdd_nodes(b, f), 3);
  sv_bdds_free(b);
}

static void test_references(void **state) {
  SV_UNUSED(state);
  bdd_watch watch = {0};
  sv_bdds *b = new_bdds(&watch, 4, 0, 0);
  sv_bdd f = far_equalities(b, 4);
  sv_bdd g = sv_bdd_keep(b, f);
  sv_bdd_drop(b, f);
  assert_true(sv_bdds_numbers(b).live > 2 + 2 * 8);
  sv_bdds_reorder(b);
  sv_bdd_drop(b, g);
  assert_no_leaks(b, 8);
  sv_bdd_drop(b, SV_BDD_TRUE);
  sv_bdd_drop(b, SV_BDD_FALSE);
  assert_no_leaks(b, 8);
  sv_bdds_free(b);
}

static void twice(void) {
  bdd_watch watch = {0};
  new_bdds(&watch, 1, 0, 0);
  new_bdds(&watch, 1, 0, 0);
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(twice, "one package");
}

static void test_no_variables(void **state) {
  SV_UNUSED(state);
  bdd_watch watch = {0};
  mpz_t count;
  sv_bdds *b = new_bdds(&watch, 0, 0, 0);
  mpz_init(count);
  sv_bdd_count(b, SV_BDD_TRUE, NULL, 0, count);
  assert_int_equal(mpz_get_ui(count), 1);
  sv_bdd_count(b, SV_BDD_FALSE, NULL, 0, count);
  assert_int_equal(mpz_get_ui(count), 0);
  mpz_clear(count);
  sv_bdds_reorder(b);
  sv_bdds_free(b);
}

// What is given up, in the midst of an operation or between two, leaves nothing behind.
static void test_limit(void **state) {
  enum { N = 24 };
  SV_UNUSED(state);
  bdd_watch watch = {0};
  sv_bdds *b = new_bdds(&watch, N, 0, 0);
  const uint64_t limits[] = {0, 10, 1000, 8000, 100000000};
  for (uint32_t i = 0; i < SV_COUNT(limits); i++) {
    sv_bdds_limit(b, limits[i]);
    sv_bdd f = far_equalities(b, N);
    bool within = sv_bdds_unlimit(b);
    assert_int_equal(within, i == SV_COUNT(limits) - 1);
    if (within) assert_far_count(b, f, N);
    sv_bdd_drop(b, f);
    assert_no_leaks(b, 2 * N);
  }
  sv_bdds_free(b);
}

// Negations that the table has no room for are left while garbage is collected.
static void test_limit_within(void **state) {
  enum { N = 32, TIMES = 8 };
  SV_UNUSED(state);
  bdd_watch watch = {0};
  sv_bdds *b = new_bdds(&watch, N, 0, 0);
  sv_bdd f = far_equalities(b, N), left[TIMES];
  sv_bdds_limit(b, 1000);
  for (uint32_t i = 0; i < TIMES; i++) left[i] = sv_bdd_not(b, f);
  assert_false(sv_bdds_unlimit(b));
  for (uint32_t i = 1; i < TIMES; i++) assert_true(sv_bdd_is_false(left[i]));
  for (uint32_t i = 0; i < TIMES; i++) sv_bdd_drop(b, left[i]);
  assert_far_count(b, f, N);
  sv_bdd g = sv_bdd_not(b, f);
  assert_true(sv_bdd_disjoint(b, f, g));
  sv_bdd_drop(b, g);
  sv_bdd_drop(b, f);
  assert_no_leaks(b, 2 * N);
  sv_bdds_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_operations),    cmocka_unit_test(test_growth),
      cmocka_unit_test(test_automatic_reordering), cmocka_unit_test(test_out_of_memory),
      cmocka_unit_test(test_references),           cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_no_variables),         cmocka_unit_test(test_limit),
      cmocka_unit_test(test_limit_within),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
