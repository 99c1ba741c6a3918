// test_machine_cases.c -- what random models do not show: limits, refusals,
// deep and shared terms, many choices, large arrays.

#include "unit/unit.h"

#include "exec/machine.h"

typedef struct {
  sv_model *m;
  sv_terms *T;
  uint32_t p, a, b;  // a process with two locations
  sv_net *net;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_text why;
  uint64_t state[64], last[64];
  uint64_t fired, choice;
} kit;

static sv_name name(kit *k, const char *s) { return sv_names_cstr(k->m->names, s); }
static sv_term num(kit *k, int64_t n) { return sv_int_const(k->T, n); }
static sv_term app(kit *k, sv_op op, sv_term x, sv_term y) { return sv_app2(k->T, op, x, y); }

static int setup(void **state) {
  kit *k = SV_NEW(kit);
  k->m = sv_model_new();
  k->T = k->m->terms;
  k->p = sv_model_template(k->m, name(k, "P"), 1, 1, SV_NOWHERE);
  k->a = sv_model_location(k->m, k->p, name(k, "A"), 0, SV_NOWHERE);
  k->b = sv_model_location(k->m, k->p, name(k, "B"), 0, SV_NOWHERE);
  return *state = k, 0;
}

static int teardown(void **state) {
  kit *k = *state;
  sv_machine_free(k->machine);
  sv_program_free(k->program);
  sv_layout_free(k->layout);
  sv_net_free(k->net);
  sv_model_free(k->m);
  sv_text_free(&k->why);
  sv_free(k);
  return 0;
}

static sv_term global(kit *k, const char *s, sv_sort sort, int64_t init) {
  sv_term value = sv_const(k->T, sort, sv_number_int(sv_terms_numbers(k->T), init));
  return sv_model_var(k->m, sv_model_variable(k->m, name(k, s), sort, SV_GLOBAL, value, SV_NOWHERE),
                      0);
}

// One action from A to B.
static void act(kit *k, sv_action a) {
  sv_edge edge = {.template_number = k->p, .from = &k->a, .from_count = 1, .to = k->b};
  a.name = name(k, "go");
  a.edges = &edge, a.edge_count = 1;
  sv_model_action(k->m, &a);
}

static bool take(void *context, const uint64_t *words) {
  kit *k = context;
  memcpy(k->state, words, k->layout->words * sizeof *words);
  return false;
}

static bool build(kit *k) {
  k->net = sv_net_new(k->m, (sv_net_options){0}, &k->why);
  assert_non_null(k->net);
  k->layout = sv_layout_new(k->net, false, &k->why);
  k->program = k->layout ? sv_program_new(k->layout, &k->why) : NULL;
  return k->program;
}

static void run(kit *k) {
  if (!build(k)) fail_msg("refused: %s", sv_text_get(&k->why));
  k->machine = sv_machine_new(k->program);
  assert_true(k->layout->words <= SV_COUNT(k->state));
  assert_int_equal(sv_machine_initials(k->machine, take, k), SV_EXEC_STOPPED);
  sv_machine_load(k->machine, k->state);
}

static bool count(void *context, const uint64_t *words, uint64_t choice) {
  kit *k = context;
  memcpy(k->last, words, k->layout->words * sizeof *words);
  k->choice = choice;
  k->fired++;
  return true;
}

static uint32_t enabled(const kit *k) {
  uint32_t n;
  sv_machine_enabled(k->machine, &n);
  return n;
}

static void fire(kit *k) {
  assert_int_equal(enabled(k), 1);
  assert_true(sv_machine_fire(k->machine, 0, count, k));
}

static int64_t value_after(const kit *k, uint32_t cell) {
  return sv_field_get(k->last, k->layout->cells[cell]);
}

static void assert_refused(kit *k, const char *words) {
  assert_false(build(k));
  if (!strstr(sv_text_get(&k->why), words)) fail_msg("refused with: %s", sv_text_get(&k->why));
}

// ---- numbers

static sv_term product(kit *k, sv_term x, uint32_t times) {
  sv_term t = x;
  while (--times) t = app(k, SV_OP_MUL, t, x);
  return t;
}

static void test_overflow_is_noticed(void **state) {
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_range(k->T, 0, 2000000), 2000000);
  act(k, (sv_action){.guard = app(k, SV_OP_LT, num(k, 5), product(k, x, 4))});
  run(k);
  assert_true(sv_machine_overflow(k->machine));
}

static void test_large_is_no_overflow(void **state) {
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_range(k->T, 0, 2000000), 2000000);
  act(k, (sv_action){.guard = app(k, SV_OP_LT, num(k, INT64_C(8000000000000000) * 999),
                                  app(k, SV_OP_MUL, product(k, x, 3), num(k, 1)))});
  run(k);
  assert_false(sv_machine_overflow(k->machine));
  assert_int_equal(enabled(k), 1);
}

static void test_wide_bits_are_refused(void **state) {
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_range(k->T, 0, 3), 1);
  sv_sort wide = sv_sort_bv(k->T, 63, false);
  act(k,
      (sv_action){.guard = sv_eq(k->T, sv_cast(k->T, wide, x), sv_const(k->T, wide, sv_small(1)))});
  assert_refused(k, "wider than 62 bits");
}

static void test_rationals_are_refused(void **state) {
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_range(k->T, 0, 3), 1),
          r = sv_cast(k->T, sv_sort_real(k->T), x);
  act(k, (sv_action){.guard =
                         app(k, SV_OP_LT, r,
                             app(k, SV_OP_QUOT, sv_cast(k->T, sv_sort_real(k->T), num(k, 1)), r))});
  assert_refused(k, "rational");
}

// ---- terms

#ifdef SV_STRESS_HASH
enum { LEVELS = 2000 };  // tables are as slow as lists there
#else
enum { LEVELS = 100000 };
#endif

// A very deep term: no recursion may follow it down.
static void test_deep_terms(void **state) {
  kit *k = *state;
  sv_sort bits = sv_sort_bv(k->T, 16, false);
  sv_term x = global(k, "x", bits, 1), y = global(k, "y", bits, 2), t = x;
  uint64_t expected = 1;
  for (uint32_t i = 0; i < LEVELS; i++) {
    t = app(k, i % 2 ? SV_OP_ADD : SV_OP_BVXOR, t, i % 3 ? x : y);
    uint64_t with = i % 3 ? 1 : 2;
    expected = (i % 2 ? expected + with : expected ^ with) & 0xffff;
  }
  act(k, (sv_action){.guard = SV_TRUE, .updates = (sv_update[]){{x, t}}, .update_count = 1});
  run(k);
  fire(k);
  assert_int_equal(value_after(k, 0), expected);
}

// Sixty doublings are 2^60 additions if nobody remembers.
static void test_shared_terms(void **state) {
  kit *k = *state;
  sv_sort bits = sv_sort_bv(k->T, 62, false);
  sv_term x = global(k, "x", bits, 3), y = global(k, "y", bits, 0), t = x;
  for (uint32_t i = 0; i < 60; i++) t = app(k, SV_OP_ADD, t, app(k, SV_OP_BVXOR, t, y));
  act(k, (sv_action){.guard = sv_not(sv_eq(k->T, t, y)),
                     .updates = (sv_update[]){{x, t}},
                     .update_count = 1});
  run(k);
  fire(k);
  assert_int_equal(value_after(k, 0), (UINT64_C(3) << 60) & (UINT64_MAX >> 2));
}

static void test_later_updates_stand(void **state) {
  kit *k = *state;
  sv_sort small = sv_sort_range(k->T, -3, 9);
  sv_term x = global(k, "x", small, 4);
  uint32_t array =
      sv_model_variable(k->m, name(k, "a"), sv_sort_array(k->T, 3, small), SV_GLOBAL,
                        sv_array_fill(k->T, sv_sort_array(k->T, 3, small), num(k, 0)), SV_NOWHERE);
  sv_term a = sv_model_var(k->m, array, 0), moving = app(k, SV_OP_SUB, x, num(k, 3));
  act(k, (sv_action){.guard = SV_TRUE,
                     .update_count = 5,
                     .updates = (sv_update[]){{x, app(k, SV_OP_ADD, x, num(k, 1))},
                                              {x, num(k, -2)},
                                              {app(k, SV_OP_SELECT, a, num(k, 2)), num(k, 5)},
                                              {app(k, SV_OP_SELECT, a, moving), x},
                                              {app(k, SV_OP_SELECT, a, num(k, 1)), num(k, 7)}}});
  run(k);
  fire(k);
  const int64_t expected[] = {-2, 0, 7, 5};
  for (uint32_t i = 0; i < 4; i++) assert_int_equal(value_after(k, i), expected[i]);
}

// A value that would be overwritten must still lie in its range.
static void test_overwritten_values_count(void **state) {
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_range(k->T, 0, 4), 4);
  act(k,
      (sv_action){.guard = SV_TRUE,
                  .update_count = 2,
                  .updates = (sv_update[]){{x, app(k, SV_OP_ADD, x, num(k, 1))}, {x, num(k, 0)}}});
  run(k);
  assert_int_equal(enabled(k), 0);
  assert_true(sv_machine_deadlocked(k->machine));
}

// Comparisons at the borders of fields with an offset.
static void test_comparisons_of_fields(void **state) {
  kit *k = *state;
  const int64_t values[] = {-4, -3, -1, 0, 2, 3, 4};
  sv_term x = global(k, "x", sv_sort_bv(k->T, 3, true), 0),
          y = global(k, "y", sv_sort_range(k->T, -4, 4), 0);
  sv_term as_int = sv_cast(k->T, sv_sort_int(k->T), x);
  for (uint32_t i = 0; i < SV_COUNT(values); i++) {
    sv_term n = num(k, values[i]);
    act(k, (sv_action){.guard = app(k, SV_OP_LT, y, n)});
    act(k, (sv_action){.guard = app(k, SV_OP_LE, n, y)});
    act(k, (sv_action){.guard = sv_not(sv_eq(k->T, y, n))});
    act(k, (sv_action){.guard = sv_not(app(k, SV_OP_LE, as_int, n))});
  }
  run(k);
  for (int64_t v = -4; v <= 4; v++) {
    sv_field_set(k->state, k->layout->cells[1], v);
    if (v < 4) sv_field_set(k->state, k->layout->cells[0], v);
    sv_machine_load(k->machine, k->state);
    uint32_t n, at = 0;
    const uint32_t *list = sv_machine_enabled(k->machine, &n);
    for (uint32_t i = 0; i < 4 * SV_COUNT(values); i++) {
      int64_t c = values[i / 4], vx = v < 4 ? v : 3;
      bool expected = i % 4 == 0 ? v < c : i % 4 == 1 ? c <= v : i % 4 == 2 ? v != c : vx > c;
      assert_int_equal(at < n && list[at] == i, expected);
      at += expected;
    }
    assert_int_equal(at, n);
  }
}

static int64_t low_bits(int64_t v, uint32_t bits, bool is_signed) {
  int64_t raw = (int64_t)((uint64_t)v & ((UINT64_C(1) << bits) - 1));
  return is_signed && raw >> (bits - 1) ? raw - (INT64_C(1) << bits) : raw;
}

// Casts that keep all values, and others; a cast of a negation.
static void test_comparisons_of_casts(void **state) {
  enum { CASTS = 4, FIRST = -4, LAST = 3 };
  static const struct {
    uint32_t bits;
    bool is_signed;
  } casts[CASTS] = {{8, true}, {3, true}, {8, false}, {2, true}};
  kit *k = *state;
  sv_term x = global(k, "x", sv_sort_bv(k->T, 3, true), 0),
          b = global(k, "b", sv_sort_bool(k->T), 0);
  for (int64_t v = FIRST; v <= LAST; v++)
    for (uint32_t i = 0; i < CASTS; i++) {
      sv_sort sort = sv_sort_bv(k->T, casts[i].bits, casts[i].is_signed);
      int64_t c = low_bits(v, casts[i].bits, casts[i].is_signed);
      sv_term n = sv_const(k->T, sort, sv_number_int(sv_terms_numbers(k->T), c));
      act(k, (sv_action){.guard = sv_eq(k->T, sv_cast(k->T, sort, x), n)});
    }
  sv_sort byte = sv_sort_bv(k->T, 8, false);
  sv_term one = sv_const(k->T, byte, sv_number_int(sv_terms_numbers(k->T), 1));
  act(k, (sv_action){.guard = sv_eq(k->T, sv_cast(k->T, byte, sv_not(b)), one)});
  run(k);
  for (int64_t v = FIRST; v <= LAST; v++) {
    sv_field_set(k->state, k->layout->cells[0], v);
    sv_field_set(k->state, k->layout->cells[1], v & 1);
    sv_machine_load(k->machine, k->state);
    uint32_t n, at = 0, total = CASTS * (LAST - FIRST + 1);
    const uint32_t *list = sv_machine_enabled(k->machine, &n);
    for (uint32_t j = 0; j <= total; j++) {
      uint32_t bits = casts[j % CASTS].bits;
      bool is_signed = casts[j % CASTS].is_signed;
      int64_t c = low_bits((int64_t)(j / CASTS) + FIRST, bits, is_signed);
      bool expected = j == total ? !(v & 1) : low_bits(v, bits, is_signed) == c;
      assert_int_equal(at < n && list[at] == j, expected);
      at += expected;
    }
    assert_int_equal(at, n);
  }
}

// ---- choices

// Thirty choices of four values each: only the constraint makes that feasible.
static void test_constraints_prune(void **state) {
  kit *k = *state;
  sv_sort two = sv_sort_bv(k->T, 2, false);
  sv_choice_input choices[30];
  sv_term x = global(k, "x", two, 1), all = SV_TRUE;
  for (uint32_t i = 0; i < 30; i++) {
    choices[i] = (sv_choice_input){.name = name(k, "c"), .sort = two};
    if (i != 7) all = sv_and(k->T, all, sv_eq(k->T, sv_choice(k->T, two, i), x));
  }
  sv_update u = {x, sv_choice(k->T, two, 7)};
  act(k, (sv_action){.guard = SV_TRUE,
                     .constraint = all,
                     .choices = choices,
                     .choice_count = 30,
                     .updates = &u,
                     .update_count = 1});
  run(k);
  fire(k);
  assert_int_equal(k->fired, 4);
  assert_int_equal(value_after(k, 0), 3);
  sv_value values[30];
  sv_machine_choices(k->machine, 0, k->choice, values);
  for (uint32_t i = 0; i < 30; i++) assert_int_equal(sv_small_get(values[i]), i == 7 ? 3 : 1);
}

static void test_too_many_choices(void **state) {
  kit *k = *state;
  sv_sort wide = sv_sort_bv(k->T, 32, false);
  sv_choice_input choices[2] = {{.name = name(k, "c"), .sort = wide},
                                {.name = name(k, "d"), .sort = wide}};
  act(k, (sv_action){.guard = SV_TRUE, .choices = choices, .choice_count = 2});
  assert_refused(k, "more than 2^62 choices");
}

static void test_infinite_choice(void **state) {
  kit *k = *state;
  sv_choice_input choice = {.name = name(k, "c"), .sort = sv_sort_int(k->T)};
  act(k, (sv_action){.guard = SV_TRUE, .choices = &choice, .choice_count = 1});
  assert_refused(k, "infinitely");
}

static bool stop(void *context, const uint64_t *words, uint64_t choice) {
  SV_UNUSED(words), SV_UNUSED(choice);
  return ++((kit *)context)->fired < 2;
}

static void test_firing_can_stop(void **state) {
  kit *k = *state;
  sv_choice_input choice = {.name = name(k, "c"), .sort = sv_sort_bv(k->T, 4, false)};
  act(k, (sv_action){.guard = SV_TRUE, .choices = &choice, .choice_count = 1});
  run(k);
  assert_false(sv_machine_fire(k->machine, 0, stop, k));
  assert_int_equal(k->fired, 2);
}

// ---- arrays

static uint32_t big_array(kit *k, uint32_t n) {
  sv_sort s = sv_sort_array(k->T, n, sv_sort_bool(k->T));
  return sv_model_variable(k->m, name(k, "big"), s, SV_GLOBAL, sv_array_fill(k->T, s, SV_TRUE),
                           SV_NOWHERE);
}

static void test_cells_of_large_arrays(void **state) {
  kit *k = *state;
  sv_term i = global(k, "i", sv_sort_range(k->T, 0, 3999), 3999);
  sv_term a = sv_model_var(k->m, big_array(k, 4000), 0), cell = app(k, SV_OP_SELECT, a, i);
  act(k, (sv_action){.guard = cell, .updates = (sv_update[]){{cell, SV_FALSE}}, .update_count = 1});
  run(k);
  fire(k);
  for (uint32_t c = 0; c < 4000; c++) assert_int_equal(value_after(k, 1 + c), c < 3999);
}

static void test_large_arrays_as_values(void **state) {
  kit *k = *state;
  sv_term a = sv_model_var(k->m, big_array(k, 5000), 0);
  sv_term stored =
      sv_app3(k->T, SV_OP_STORE, a, global(k, "i", sv_sort_range(k->T, 0, 9), 0), SV_FALSE);
  act(k, (sv_action){.guard = SV_TRUE, .updates = (sv_update[]){{a, stored}}, .update_count = 1});
  assert_refused(k, "more than 4096 cells");
}

// ---- misuse

static void fire_disabled(void) {
  void *state;
  setup(&state);
  kit *k = state;
  act(k, (sv_action){.guard = global(k, "x", sv_sort_bool(k->T), 0)});
  run(k);
  sv_machine_fire(k->machine, 0, count, k);
}

static void test_misuse(void **state) {
  SV_UNUSED(state);
  assert_misuse(fire_disabled, "not enabled");
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(test_overflow_is_noticed),
      CASE(test_large_is_no_overflow),
      CASE(test_wide_bits_are_refused),
      CASE(test_rationals_are_refused),
      CASE(test_deep_terms),
      CASE(test_shared_terms),
      CASE(test_later_updates_stand),
      CASE(test_overwritten_values_count),
      CASE(test_comparisons_of_fields),
      CASE(test_comparisons_of_casts),
      CASE(test_constraints_prune),
      CASE(test_too_many_choices),
      CASE(test_infinite_choice),
      CASE(test_firing_can_stop),
      CASE(test_cells_of_large_arrays),
      CASE(test_large_arrays_as_values),
      CASE(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
