// Tests of solver/split.h: answers against CaDiCaL, models, cores, proofs,
// limits. The hook has its own file (test_split_hook.c).

#include "unit/test_split_kit.h"

static uint64_t solve_both(const formula *f, const char *what, uint64_t seed) {
  sv_split *s = sv_split_new();
  load_split(s, f);
  sv_sat_answer mine = sv_split_solve(s, NULL, 0, NULL), other = answer_of_sat(f);
  if (mine != other) fail_msg("%s, seed %d: %d, but CaDiCaL says %d", what, (int)seed, mine, other);
  if (mine == SV_SAT_YES) check_split_model(s, f, NULL, 0);
  uint64_t conflicts = sv_split_numbers(s).conflicts;
  sv_split_free(s);
  return conflicts;
}

static void test_random_3cnf(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 400; seed++) {
    sv_random r = {seed};
    uint32_t vars = 50 + sv_random_below(&r, 71);
    formula f = random_3cnf(&r, vars, vars * 426 / 100);
    solve_both(&f, "3cnf", seed);
    formula_free(&f);
  }
}

static void test_random_mixed(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    sv_random r = {seed};
    uint32_t vars = 5 + sv_random_below(&r, 60);
    formula f = random_mixed(&r, vars, vars * (150 + sv_random_below(&r, 150)) / 100);
    solve_both(&f, "mixed", seed);
    formula_free(&f);
  }
}

static void test_structured(void **state) {
  SV_UNUSED(state);
  sv_random r = {5};
  formula all[] = {pigeons(6),
                   pigeons(7),
                   pigeons(8),
                   adders(6),
                   parity_chains(&r, 8, false),
                   parity_chains(&r, 14, false),
                   parity_chains(&r, 40, true)};
  for (uint32_t i = 0; i < SV_COUNT(all); i++) {
    solve_both(&all[i], "structured", i);
    formula_free(&all[i]);
  }
}

static void check_proof(const formula *f, uint64_t seed, checker *c) {
  sv_split *s = sv_split_new();
  sv_fill(c->value, f->vars + 1);
  formula_free(&c->known);
  c->known.vars = f->vars;
  c->refuted = false;
  for (uint32_t i = 0; i < f->flat.n; i++) sv_push(c->known.flat, f->flat.at[i]);
  sv_split_set_proof(s, &(sv_split_proof){checker_learnt, checker_deleted, c, NULL});
  load_split(s, f);
  sv_sat_answer answer = sv_split_solve(s, NULL, 0, NULL);
  if (c->refuted != (answer == SV_SAT_NO)) fail_msg("seed %d: no end of proof", (int)seed);
  sv_split_free(s);
}

static void test_proofs(void **state) {
  SV_UNUSED(state);
  checker c = {0};
  for (uint64_t seed = 1; seed <= 150; seed++) {
    sv_random r = {seed};
    uint32_t vars = 10 + sv_random_below(&r, 40);
    formula f = seed % 2 ? random_3cnf(&r, vars, vars * 5) : random_mixed(&r, vars, vars * 3);
    check_proof(&f, seed, &c);
    formula_free(&f);
  }
  formula more[] = {pigeons(6), adders(6), random_3cnf(&(sv_random){1}, 100, 460)};
  for (uint32_t i = 0; i < SV_COUNT(more); i++) {
    check_proof(&more[i], i, &c);
    formula_free(&more[i]);
  }
  assert_true(c.lines > 1000 && c.deletions > 50);
  checker_free(&c);
}

typedef struct {
  formula f;
  sv_split *split;
  sv_sat *sat;
  checker check;
  sv_random r;
} sequence;

static void add_some(sequence *q, uint32_t clauses) {
  while (clauses--) {
    int32_t literals[4];
    uint32_t n = (sv_random_below(&q->r, 25) ? 2u : 1u) + sv_random_below(&q->r, 3);
    for (uint32_t i = 0; i < n; i++) literals[i] = random_literal(&q->r, q->f.vars);
    formula_add(&q->f, literals, n);
    formula_add(&q->check.known, literals, n);
    sv_split_add(q->split, literals, n);
    sv_sat_add(q->sat, literals, n);
  }
}

static void add_vars(sequence *q, uint32_t n) {
  while (n--) {
    q->f.vars++;
    assert_int_equal(sv_split_var(q->split), q->f.vars);
    assert_int_equal(sv_sat_var(q->sat), q->f.vars);
  }
  sv_fill(q->check.value, q->f.vars + 1);
}

// The failed assumptions are a core; each of the others may hold or not.
static void check_core(sequence *q, const int32_t *assumed, uint32_t n) {
  sv_i32s core = {0};
  for (uint32_t i = 0; i < n; i++)
    if (sv_split_failed(q->split, assumed[i])) sv_push(core, assumed[i]);
  assert_int_equal(sv_sat_solve(q->sat, core.at, core.n, NULL), SV_SAT_NO);
  assert_int_equal(sv_split_solve(q->split, core.at, core.n, NULL), SV_SAT_NO);
  sv_vec_free(core);
}

static void ask(sequence *q) {
  int32_t assumed[12];
  uint32_t n = sv_random_below(&q->r, 13);
  for (uint32_t i = 0; i < n; i++) assumed[i] = random_literal(&q->r, q->f.vars);
  sv_sat_answer mine = sv_split_solve(q->split, assumed, n, NULL);
  assert_int_equal(mine, sv_sat_solve(q->sat, assumed, n, NULL));
  if (mine == SV_SAT_YES) check_split_model(q->split, &q->f, assumed, n);
  else check_core(q, assumed, n);
}

static void run_sequence(uint64_t seed, bool prove) {
  sequence q = {.split = sv_split_new(), .sat = sv_sat_new(), .r = {seed}};
  if (prove)
    sv_split_set_proof(q.split, &(sv_split_proof){checker_learnt, checker_deleted, &q.check, NULL});
  add_vars(&q, 5 + sv_random_below(&q.r, 30));
  for (uint32_t round = 0; round < 12; round++) {
    add_some(&q, sv_random_below(&q.r, q.f.vars / 2));
    ask(&q);
    if (round % 4 == 3) add_vars(&q, sv_random_below(&q.r, 8));
  }
  sv_split_free(q.split);
  sv_sat_free(q.sat);
  formula_free(&q.f);
  checker_free(&q.check);
}

static void test_incremental(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 500; seed++) run_sequence(seed, seed % 4 == 0);
}

// Hard enough for reductions and restarts between assumptions.
static void test_incremental_hard(void **state) {
  SV_UNUSED(state);
  sv_random r = {3};
  formula f = random_3cnf(&r, 110, 440);
  sv_split *s = sv_split_new();
  sv_sat *other = sv_sat_new();
  load_split(s, &f);
  load_sat(other, &f);
  for (uint32_t round = 0; round < 60; round++) {
    int32_t assumed[6];
    for (uint32_t i = 0; i < 6; i++) assumed[i] = random_literal(&r, f.vars);
    sv_sat_answer mine = sv_split_solve(s, assumed, 6, NULL);
    assert_int_equal(mine, sv_sat_solve(other, assumed, 6, NULL));
    if (mine == SV_SAT_YES) check_split_model(s, &f, assumed, 6);
  }
  sv_split_statistics numbers = sv_split_numbers(s);
  assert_int_equal(numbers.solves, 60);
  assert_true(numbers.reductions > 1 && numbers.restarts > 10);
  sv_split_free(s);
  sv_sat_free(other);
  formula_free(&f);
}

static void test_empty(void **state) {
  SV_UNUSED(state);
  sv_split *s = sv_split_new();
  assert_int_equal(sv_split_solve(s, NULL, 0, NULL), SV_SAT_YES);
  int32_t v = sv_split_var(s), w = sv_split_var(s);
  assert_int_equal(sv_split_solve(s, (int32_t[]){-v, -v, w, -v}, 4, NULL), SV_SAT_YES);
  assert_true(sv_split_value(s, -v) && sv_split_value(s, w));
  assert_int_equal(sv_split_solve(s, (int32_t[]){w, v, -v}, 3, NULL), SV_SAT_NO);
  assert_true(sv_split_failed(s, v) && sv_split_failed(s, -v) && !sv_split_failed(s, w));
  sv_split_add(s, &v, 1);
  assert_int_equal(sv_split_solve(s, (int32_t[]){w, -v}, 2, NULL), SV_SAT_NO);
  assert_true(sv_split_failed(s, -v) && !sv_split_failed(s, w));
  assert_int_equal(sv_split_solve(s, NULL, 0, NULL), SV_SAT_YES);
  assert_true(sv_split_value(s, v));
  sv_split_add(s, (int32_t[]){-v}, 1);
  assert_int_equal(sv_split_solve(s, &w, 1, NULL), SV_SAT_NO);
  assert_false(sv_split_failed(s, w));
  sv_split_add(s, NULL, 0);
  assert_int_equal(sv_split_solve(s, NULL, 0, NULL), SV_SAT_NO);
  sv_split_free(s);
}

static bool count_down(void *left) { return --*(int *)left <= 0; }

static void test_limits(void **state) {
  SV_UNUSED(state);
  formula f = pigeons(7);
  sv_split *s = sv_split_new();
  load_split(s, &f);
  assert_int_equal(sv_split_solve(s, NULL, 0, &(sv_sat_limits){.conflicts = 50}), SV_SAT_UNKNOWN);
  assert_int_equal(sv_split_numbers(s).conflicts, 50);
  int left = 20, interrupt = 1;
  sv_sat_limits stop = {.stop = count_down, .context = &left};
  assert_int_equal(sv_split_solve(s, NULL, 0, &stop), SV_SAT_UNKNOWN);
  assert_int_equal(left, 0);
  sv_limits interrupted = sv_limits_make(0, 0, &interrupt);
  assert_int_equal(sv_split_solve(s, NULL, 0, &(sv_sat_limits){.run = &interrupted}),
                   SV_SAT_UNKNOWN);
  for (uint32_t i = 0; i < 100; i++)
    sv_split_solve(s, (int32_t[]){1, 9}, 2, &(sv_sat_limits){.conflicts = 1 + i % 7});
  assert_int_equal(sv_split_solve(s, NULL, 0, NULL), SV_SAT_NO);
  sv_split_free(s);
  formula_free(&f);
}

// Stopped after every few conflicts and asked again: nothing is lost or broken.
static void test_interrupted(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= 200; seed++) {
    sv_random r = {seed};
    formula f = random_3cnf(&r, 60, 220 + sv_random_below(&r, 60));
    sv_split *s = sv_split_new();
    sv_sat_limits few = {.conflicts = 1 + seed % 3};
    sv_sat_answer answer;
    load_split(s, &f);
    while ((answer = sv_split_solve(s, NULL, 0, &few)) == SV_SAT_UNKNOWN) {}
    if (answer != answer_of_sat(&f)) fail_msg("seed %d: %d", (int)seed, answer);
    if (answer == SV_SAT_YES) check_split_model(s, &f, NULL, 0);
    sv_split_free(s);
    formula_free(&f);
  }
}

static void test_time_limit(void **state) {
  SV_UNUSED(state);
  formula f = pigeons(12);
  sv_split *s = sv_split_new();
  load_split(s, &f);
  sv_limits late = sv_limits_make(0.02, 0, NULL);
  double start = sv_now();
  assert_int_equal(sv_split_solve(s, NULL, 0, &(sv_sat_limits){.run = &late}), SV_SAT_UNKNOWN);
  assert_int_equal(late.hit, SV_CAUSE_TIME);
  assert_true(sv_now() - start < 5);
  sv_split_free(s);
  formula_free(&f);
}

// The same calls give the same work and the same models.
static void test_deterministic(void **state) {
  SV_UNUSED(state);
  formula f = random_3cnf(&(sv_random){11}, 100, 415);
  sv_split *s[2] = {sv_split_new(), sv_split_new()};
  for (int i = 0; i < 2; i++) {
    load_split(s[i], &f);
    sv_split_solve(s[i], NULL, 0, NULL);
  }
  sv_split_statistics a = sv_split_numbers(s[0]), b = sv_split_numbers(s[1]);
  assert_memory_equal(&a, &b, sizeof a);
  assert_true(a.conflicts > 0);
  for (int i = 0; i < 2; i++) sv_split_free(s[i]);
  formula_free(&f);
}

static void value_without_model(void) { sv_split_value(sv_split_new(), 1); }
static void unknown_variable(void) { sv_split_add(sv_split_new(), (int32_t[]){1}, 1); }
static void late_proof(void) {
  sv_split *s = sv_split_new();
  sv_split_var(s);
  sv_split_set_proof(s, &(sv_split_proof){0});
}
static void core_without_need(void) {
  sv_split *s = sv_split_new();
  int32_t v = sv_split_var(s);
  sv_split_add(s, NULL, 0);
  sv_split_solve(s, NULL, 0, NULL);
  sv_split_failed(s, v);
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(value_without_model, "no model");
  assert_misuse(unknown_variable, "handed out");
  assert_misuse(late_proof, "already");
  assert_misuse(core_without_need, "not assumed");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),        cmocka_unit_test(test_random_3cnf),
      cmocka_unit_test(test_random_mixed), cmocka_unit_test(test_structured),
      cmocka_unit_test(test_proofs),       cmocka_unit_test(test_incremental),
      cmocka_unit_test(test_limits),       cmocka_unit_test(test_incremental_hard),
      cmocka_unit_test(test_time_limit),   cmocka_unit_test(test_deterministic),
      cmocka_unit_test(test_misuse),       cmocka_unit_test(test_interrupted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
