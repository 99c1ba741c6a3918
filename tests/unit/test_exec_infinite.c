// test_exec_infinite.c -- nets without bounds: integers and rationals of any
// size, choices that nobody can enumerate, and witnesses for them.

#include "unit/test_exec_kit.h"

static sv_value number(kit *k, const char *text) {
  sv_value v;
  assert_true(sv_number_parse(sv_terms_numbers(k->T), text, strlen(text), &v));
  return v;
}

// x := c for a real c with x < c < 1.
static void make_zeno(kit *k) {
  sv_sort real = sv_sort_real(k->T);
  uint32_t x = kit_var(k, "x", real, SV_GLOBAL, sv_const(k->T, real, sv_small(0)));
  sv_term c = sv_choice(k->T, real, 0), one = sv_const(k->T, real, sv_small(1));
  kit_action(k, "closer",
             (sv_action){CHOICES(CHOICE("c", real)), UPDATES({var(k, x), c}),
                         .constraint = sv_and(k->T, sv_app2(k->T, SV_OP_LT, var(k, x), c),
                                              sv_app2(k->T, SV_OP_LT, c, one))});
}

static bool accepts(kit *k, const char *witness) {
  sv_value choice = number(k, witness);
  sv_step step = {.action = 0, .choices = &choice};
  return sv_exec_enabled(k->x, k->s, &step);
}

static void test_real_witness(void **state) {
  kit *k = *state;
  make_zeno(k);
  kit_run(k);
  assert_int_equal(kit_steps(k), 0);
  assert_true(k->infinite);
  assert_true(accepts(k, "1/2"));
  assert_false(accepts(k, "0"));
  assert_false(accepts(k, "1"));
  assert_false(accepts(k, "-1/2"));
  sv_value half = number(k, "1/2");
  kit_fire(k, &(sv_step){.action = 0, .choices = &half});
  assert_state(k, "x = 1/2");
  assert_false(accepts(k, "1/2"));
  assert_true(accepts(k, "99999999999999999999/100000000000000000000"));
}

static void test_int_witness(void **state) {
  kit *k = *state;
  uint32_t x = kit_var(k, "x", k->i, SV_GLOBAL, num(k, 1));
  sv_term c = sv_choice(k->T, k->i, 0);
  kit_action(
      k, "double",
      (sv_action){CHOICES(CHOICE("c", k->i)), UPDATES({var(k, x), c}),
                  .constraint = sv_eq(k->T, c, sv_app2(k->T, SV_OP_MUL, var(k, x), num(k, 10)))});
  kit_run(k);
  char digits[64] = "1";
  for (int i = 1; i <= 40; i++) {  // far beyond machine words
    strcat(digits, "0");
    assert_true(accepts(k, digits));
    sv_value v = number(k, digits);
    kit_fire(k, &(sv_step){.action = 0, .choices = &v});
  }
  assert_false(accepts(k, "1/2"));  // not in the choice's sort
  sv_value x_now = k->s->cells[kit_cell(k, "x")];
  assert_true(sv_value_same(x_now, number(k, digits)));
}

// Rules of control count an action with such a choice by its edges and guard alone.
static void test_infinite_counts_by_guard(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 1), a = kit_location(k, p, "A", 0);
  uint32_t x = kit_small(k, "x", SV_GLOBAL);
  sv_edge last = edge(k, p, a, 0);
  last.priority = 1;
  kit_action(k, "any",
             (sv_action){EDGES(edge(k, p, a, 0)), CHOICES(CHOICE("c", k->i)),
                         .guard = eq(k, var(k, x), 0),
                         .constraint = less(k, sv_choice(k->T, k->i, 0), 0)});
  kit_action(k, "else", (sv_action){EDGES(last), .guard = less(k, var(k, x), 2)});
  kit_run(k);
  assert_enabled(k, "");
  assert_true(k->infinite);
  assert_true(accepts(k, "-5"));
  assert_false(accepts(k, "5"));
  assert_false(sv_exec_deadlocked(k->x, k->s));
  k->s->cells[kit_cell(k, "x")] = sv_small(1);
  assert_enabled(k, "else");
  assert_false(k->infinite);
  assert_false(accepts(k, "-5"));
  k->s->cells[kit_cell(k, "x")] = sv_small(2);
  assert_true(sv_exec_deadlocked(k->x, k->s));
}

static void test_infinite_initials(void **state) {
  kit *k = *state;
  uint32_t x = kit_var(k, "x", k->i, SV_GLOBAL, SV_NONE);
  uint64_t n = 0;
  k->m->init = sv_app2(k->T, SV_OP_LT, num(k, 7), var(k, x));
  kit_build(k, (sv_net_options){0});
  assert_int_equal(sv_exec_initials(k->x, kit_count, &n), SV_EXEC_INFINITE);
  assert_int_equal(n, 0);
  assert_false(sv_exec_is_initial(k->x, k->s));
  k->s->cells[0] = number(k, "123456789012345678901234567890");
  assert_true(sv_exec_is_initial(k->x, k->s));
  k->s->cells[0] = number(k, "17/2");
  assert_false(sv_exec_is_initial(k->x, k->s));
}

static void test_unbounded_queue(void **state) {
  kit *k = *state;
  uint32_t q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 1, false, SV_UNBOUNDED, &k->i, 1,
                              SV_NOWHERE);
  uint32_t x = kit_var(k, "x", k->i, SV_GLOBAL, num(k, 1));
  kit_action(k, "put",
             (sv_action){UPDATES({var(k, x), sv_app2(k->T, SV_OP_MUL, var(k, x), num(k, 10))}),
                         QUEUE_OPS({.verb = SV_ENQUEUE,
                                    .queue = sv_queue(k->T, q, 0, SV_NONE),
                                    FIELDS(var(k, x))})});
  kit_run(k);
  for (int i = 0; i < 30; i++) kit_do(k, "put");
  assert_int_equal(k->s->queues[0].messages, 30);
  assert_true(
      sv_value_same(k->s->queues[0].fields.at[29], number(k, "100000000000000000000000000000")));
  sv_state *copy = sv_state_new(k->net);
  sv_state_copy(k->net, copy, k->s);
  assert_true(sv_state_equal(k->net, copy, k->s));
  copy->queues[0].deferred = 1;
  assert_false(sv_state_equal(k->net, copy, k->s));
  sv_state_free(k->net, copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_real_witness),
      KIT_TEST(test_int_witness),
      KIT_TEST(test_infinite_counts_by_guard),
      KIT_TEST(test_infinite_initials),
      KIT_TEST(test_unbounded_queue),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
