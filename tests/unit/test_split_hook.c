// Tests of the hook of solver/split.h: whatever it proposes, answers stay right.

#include "unit/test_split_kit.h"

// A hook that proposes at random.
typedef struct {
  const sv_split *solver;
  sv_random r;
  uint32_t every;  // proposes in one of so many questions; 0: never
  uint64_t asked;
} proposer;

static int32_t propose(void *context, const sv_split *s) {
  proposer *m = context;
  uint32_t open = 0;
  m->asked++;
  assert_ptr_equal(s, m->solver);
  for (int32_t v = 1; v <= (int32_t)sv_split_vars(s); v++) {
    assert_int_equal(sv_split_now(s, v), -sv_split_now(s, -v));
    open += !sv_split_now(s, v);
  }
  assert_true(open);
  if (!m->every || sv_random_below(&m->r, m->every)) return 0;
  return random_literal(&m->r, sv_split_vars(s));  // perhaps one that has a value
}

static void attach(proposer *m, sv_split *s) {
  m->solver = s;
  sv_split_set_hook(s, &(sv_split_hook){propose, m});
}

static void check_proposals(formula *f, uint64_t seed) {
  sv_split *s = sv_split_new();
  proposer m = {.r = {seed}, .every = (uint32_t)seed % 4};
  load_split(s, f);
  attach(&m, s);
  sv_sat_answer answer = sv_split_solve(s, NULL, 0, NULL);
  if (answer != answer_of_sat(f)) fail_msg("seed %d: %d", (int)seed, answer);
  if (answer == SV_SAT_YES) check_split_model(s, f, NULL, 0);
  int32_t assumed[] = {1, -2, 3};
  answer = sv_split_solve(s, assumed, 3, NULL);
  for (int i = 0; i < 3; i++) CLAUSE(f, assumed[i]);
  if (answer != answer_of_sat(f)) fail_msg("seed %d: %d under assumptions", (int)seed, answer);
  if (answer == SV_SAT_YES) check_split_model(s, f, assumed, 3);
  if (m.every == 1 && m.asked > 5) assert_true(sv_split_numbers(s).hooked > 0);
  sv_split_free(s);
}

static void test_proposals(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 400; seed++) {
    sv_random r = {seed};
    uint32_t vars = 5 + sv_random_below(&r, 45);
    formula f = seed % 2 ? random_3cnf(&r, vars, vars * 4) : random_mixed(&r, vars, vars * 2);
    check_proposals(&f, seed);
    formula_free(&f);
  }
}

// A hook that always takes the first open variable: a plain case split.
static int32_t first_open(void *sign, const sv_split *s) {
  for (int32_t v = 1; v <= (int32_t)sv_split_vars(s); v++)
    if (!sv_split_now(s, v)) return v * *(int32_t *)sign;
  fail_msg("asked although everything has a value");
  return 0;
}

static void test_always_decides(void **state) {
  SV_UNUSED(state);
  int32_t sign = 1;
  for (uint64_t seed = 1; seed <= 300; seed++, sign = -sign) {
    sv_random r = {seed};
    formula f = random_3cnf(&r, 40, 160 + sv_random_below(&r, 30));
    sv_split *s = sv_split_new();
    load_split(s, &f);
    sv_split_set_hook(s, &(sv_split_hook){.decide = first_open, .context = &sign});
    sv_sat_answer answer = sv_split_solve(s, NULL, 0, NULL);
    if (answer != answer_of_sat(&f)) fail_msg("seed %d: %d", (int)seed, answer);
    if (answer == SV_SAT_YES) check_split_model(s, &f, NULL, 0);
    sv_split_statistics numbers = sv_split_numbers(s);
    assert_int_equal(numbers.hooked, numbers.decisions);
    sv_split_free(s);
    formula_free(&f);
  }
}

static void block_model(sv_split *s, uint64_t *row) {
  int32_t clause[16];
  uint32_t n = sv_split_vars(s);
  *row = 0;
  for (uint32_t i = 0; i < n; i++) {
    bool value = sv_split_value(s, (int32_t)i + 1);
    *row |= (uint64_t)value << i;
    clause[i] = value ? -(int32_t)(i + 1) : (int32_t)(i + 1);
  }
  sv_split_add(s, clause, n);
}

// Every model once, with a hook that keeps proposing.
static void test_enumeration(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    sv_random r = {seed};
    uint32_t vars = 4 + sv_random_below(&r, 6);
    formula f = random_mixed(&r, vars, vars);
    uint64_t expected = count_models(&f, NULL, 0), models = 0, row;
    sv_split *s = sv_split_new();
    proposer m = {.r = {seed}, .every = (uint32_t)seed % 3};
    uint8_t *found = SV_NEW_ARRAY(uint8_t, 1u << vars);
    load_split(s, &f);
    attach(&m, s);
    for (; sv_split_solve(s, NULL, 0, NULL) == SV_SAT_YES; models++) {
      check_split_model(s, &f, NULL, 0);
      block_model(s, &row);
      assert_false(found[row]);
      found[row] = 1;
    }
    assert_int_equal(models, expected);
    sv_free(found);
    sv_split_free(s);
    formula_free(&f);
  }
}

// The use in BOPPO: threads in order of preference; the first one whose guard
// can hold is the answer, the others are not tried.
typedef struct {
  int32_t threads[4];
} preference;

static int32_t prefer(void *context, const sv_split *s) {
  const preference *p = context;
  for (int i = 0; i < 4; i++) {
    int now = sv_split_now(s, p->threads[i]);
    if (now > 0) return 0;
    if (!now) return p->threads[i];
  }
  return 0;
}

static void test_preference(void **state) {
  SV_UNUSED(state);
  for (uint32_t able = 1; able < 16; able++) {
    sv_split *s = sv_split_new();
    preference p;
    for (int i = 0; i < 4; i++) p.threads[i] = sv_split_var(s);
    int32_t x = sv_split_var(s), y = sv_split_var(s);
    sv_split_add(s, p.threads, 4);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < i; j++) sv_split_add(s, (int32_t[]){-p.threads[i], -p.threads[j]}, 2);
      sv_split_add(s, (int32_t[]){-p.threads[i], x, y}, 3);
      if (able >> i & 1) continue;
      sv_split_add(s, (int32_t[]){-p.threads[i], -x, y}, 3);
      sv_split_add(s, (int32_t[]){-p.threads[i], x, -y}, 3);
      sv_split_add(s, (int32_t[]){-p.threads[i], -x, -y}, 3);
    }
    sv_split_set_hook(s, &(sv_split_hook){.decide = prefer, .context = &p});
    assert_int_equal(sv_split_solve(s, NULL, 0, NULL), SV_SAT_YES);
    int first = 0;
    while (!(able >> first & 1)) first++;
    assert_true(sv_split_value(s, p.threads[first]));
    sv_split_free(s);
  }
}

static int32_t out_of_range(void *context, const sv_split *s) {
  SV_UNUSED(context);
  return (int32_t)sv_split_vars(s) + 1;
}
static int32_t adds_clause(void *context, const sv_split *s) {
  SV_UNUSED(s);
  sv_split_add(context, NULL, 0);
  return 0;
}
static void solve_with(int32_t (*decide)(void *, const sv_split *)) {
  sv_split *s = sv_split_new();
  sv_split_var(s);
  sv_split_set_hook(s, &(sv_split_hook){.decide = decide, .context = s});
  sv_split_solve(s, NULL, 0, NULL);
}
static void propose_unknown(void) { solve_with(out_of_range); }
static void change_inside(void) { solve_with(adds_clause); }

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(propose_unknown, "the hook proposes");
  assert_misuse(change_inside, "may not add");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_proposals),   cmocka_unit_test(test_always_decides),
      cmocka_unit_test(test_enumeration), cmocka_unit_test(test_preference),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
