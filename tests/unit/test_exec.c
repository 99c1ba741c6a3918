// test_exec.c -- the conditions of "possible" and the effects of a step, one
// by one, as docs/model.md numbers them; initial states; properties.

#include "unit/test_exec_kit.h"

// A process P with locations A, B and the globals x, y in 0..2.
typedef struct {
  uint32_t p, a, b, x, y;
} plain;

static plain make_plain(kit *k, uint32_t instances) {
  plain m = {.p = kit_template(k, "P", instances, instances)};
  m.a = kit_location(k, m.p, "A", 0), m.b = kit_location(k, m.p, "B", 0);
  m.x = kit_small(k, "x", SV_GLOBAL), m.y = kit_small(k, "y", SV_GLOBAL);
  return m;
}

static void test_one_from(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "go", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_run(k);
  assert_state(k, "P@A, x = 0, y = 0");
  kit_do(k, "go");
  assert_state(k, "P@B, x = 0, y = 0");
  assert_enabled(k, "");
  assert_true(kit_refused(k, "go", "not where it starts"));
}

static void test_one_any_place(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "stay", (sv_action){EDGES(edge(k, m.p, 0, 0))});
  kit_action(k, "go", (sv_action){EDGES(edge(k, m.p, 0, m.b))});
  kit_run(k);
  assert_enabled(k, "stay go");
  kit_do(k, "stay");
  assert_state(k, "P@A, x = 0, y = 0");
  kit_do(k, "go");
  kit_do(k, "go");
  assert_state(k, "P@B, x = 0, y = 0");
}

static void test_one_several_places(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  uint32_t c = kit_location(k, m.p, "C", 0);
  uint32_t from[] = {m.a, m.b};
  kit_action(k, "go",
             (sv_action){EDGES(
                 {.template_number = m.p, .instance = 0, .from = from, .from_count = 2, .to = c})});
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_run(k);
  assert_enabled(k, "go ab");
  kit_do(k, "ab");
  assert_enabled(k, "go");
  kit_do(k, "go");
  assert_state(k, "P@C, x = 0, y = 0");
}

// Partners are different instances; each pair in both orders.
static void test_one_distinct(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 2);
  kit_action(k, "meet", (sv_action){EDGES(edge(k, m.p, m.a, m.b), edge(k, m.p, m.a, m.b))});
  kit_action(k, "alone", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_run(k);
  assert_enabled(k, "meet meet alone alone");
  kit_do_nth(k, "alone", 1);
  assert_state(k, "P[0]@A, P[1]@B, x = 0, y = 0");
  assert_enabled(k, "alone");
}

static void test_one_fixed_instance(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 2);
  sv_edge second = edge(k, m.p, m.a, m.b);
  second.instance = 1;
  kit_action(k, "second", (sv_action){EDGES(second)});
  kit_run(k);
  kit_do(k, "second");
  assert_state(k, "P[0]@A, P[1]@B, x = 0, y = 0");
  assert_enabled(k, "");
}

static void test_no_edges(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "tick",
             (sv_action){.guard = less(k, var(k, m.x), 2),
                         UPDATES({var(k, m.x), plus(k, var(k, m.x), 1)})});
  kit_run(k);
  kit_do(k, "tick");
  kit_do(k, "tick");
  assert_value(k, "x", 2);
  assert_enabled(k, "");
}

static void test_two_guard(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "inc",
             (sv_action){EDGES(edge(k, m.p, m.a, 0)), .guard = less(k, var(k, m.x), 1),
                         UPDATES({var(k, m.x), plus(k, var(k, m.x), 1)})});
  kit_run(k);
  kit_do(k, "inc");
  assert_value(k, "x", 1);
  assert_enabled(k, "");
  assert_true(kit_refused(k, "inc", "guard"));
}

static void test_four_range(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(
      k, "inc",
      (sv_action){EDGES(edge(k, m.p, m.a, 0)), UPDATES({var(k, m.x), plus(k, var(k, m.x), 1)})});
  kit_run(k);
  kit_do(k, "inc");
  kit_do(k, "inc");
  assert_value(k, "x", 2);
  assert_enabled(k, "");
  assert_true(kit_refused(k, "inc", "outside of a variable's sort"));
}

// A value that is overwritten in the same step counts, one that is not written does not.
static void test_four_what_counts(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  uint32_t a = kit_var(k, "a", sv_sort_array(k->T, 2, k->u2), SV_GLOBAL, SV_NONE);
  sv_term at_x = sv_app2(k->T, SV_OP_SELECT, var(k, a), plus(k, var(k, m.x), 2));
  kit_action(k, "twice", (sv_action){UPDATES({var(k, m.x), num(k, 7)}, {var(k, m.x), num(k, 1)})});
  kit_action(k, "outside", (sv_action){UPDATES({at_x, num(k, 7)})});
  kit_run(k);
  assert_enabled(k, "outside");
  kit_do(k, "outside");
  assert_state(k, "P@A, x = 0, y = 0, a[0] = 0, a[1] = 0");
}

static void test_six_constraint(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  sv_term choice = sv_choice(k->T, k->u2, 0), next = sv_next(k->T, k->u2, m.x, 0);
  kit_action(k, "pick",
             (sv_action){EDGES(edge(k, m.p, m.a, 0)), CHOICES(CHOICE("c", k->u2)),
                         UPDATES({var(k, m.x), choice}),
                         .constraint = sv_not(sv_eq(k->T, next, var(k, m.x)))});
  kit_run(k);
  assert_enabled(k, "pick pick");
  kit_do_nth(k, "pick", 1);
  assert_value(k, "x", 2);
  assert_enabled(k, "pick pick");
  kit_do(k, "pick");
  assert_value(k, "x", 0);
}

// `next` of a variable that is not written is its old value; the constraint sees moves.
static void test_six_next_of_place(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  sv_sort loc = sv_sort_loc(k->T, m.p);
  sv_term pc = sv_next(k->T, loc, k->m->templates.at[m.p].pc, 0);
  sv_term arrives = sv_eq(k->T, pc, sv_const(k->T, loc, sv_small(m.b)));
  sv_term kept = eq(k, sv_next(k->T, k->u2, m.y, 0), 0);
  kit_action(k, "yes",
             (sv_action){EDGES(edge(k, m.p, m.a, m.b)), .constraint = sv_and(k->T, arrives, kept)});
  kit_action(k, "no", (sv_action){EDGES(edge(k, m.p, m.a, m.b)), .constraint = sv_not(arrives)});
  kit_run(k);
  assert_enabled(k, "yes");
  assert_true(kit_refused(k, "no", "constraint"));
}

static void test_seven_invariants(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 2);
  uint32_t own = kit_small(k, "own", m.p);
  k->m->templates.at[m.p].locations.at[m.b].invariant =
      sv_and(k->T, less(k, var(k, m.x), 2), eq(k, var(k, own), 0));
  kit_action(k, "go", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(k, "own", (sv_action){EDGES(edge(k, m.p, 0, 0)), UPDATES({var(k, own), num(k, 1)})});
  kit_action(k, "inc", (sv_action){UPDATES({var(k, m.x), plus(k, var(k, m.x), 1)})});
  kit_run(k);
  kit_do(k, "go");
  kit_do(k, "inc");
  assert_enabled(k, "go own");  // neither x = 2 nor P[0].own = 1
  kit_do(k, "own");
  assert_value(k, "P[1].own", 1);
  assert_enabled(k, "own");  // P[1] cannot enter B any more
  assert_true(kit_refused(k, "inc", "invariant"));
}

// All values are computed in the old state; the later update of a cell stands.
static void test_simultaneous(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "init",
             (sv_action){.guard = eq(k, var(k, m.x), 0),
                         UPDATES({var(k, m.x), num(k, 1)}, {var(k, m.x), num(k, 2)})});
  kit_action(k, "swap",
             (sv_action){UPDATES({var(k, m.x), var(k, m.y)}, {var(k, m.y), var(k, m.x)})});
  kit_run(k);
  kit_do(k, "init");
  assert_value(k, "x", 2);
  kit_do(k, "swap");
  assert_state(k, "P@A, x = 0, y = 2");
}

static void test_arrays(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  sv_sort row = sv_sort_array(k->T, 2, k->u2), table = sv_sort_array(k->T, 3, row);
  uint32_t t = kit_var(k, "t", table, SV_GLOBAL,
                       sv_array_fill(k->T, table, sv_array_fill(k->T, row, num(k, 0))));
  sv_term t1 = sv_app2(k->T, SV_OP_SELECT, var(k, t), num(k, 1));
  sv_term t10 = sv_app2(k->T, SV_OP_SELECT, t1, var(k, m.x));
  sv_term t2 = sv_app2(k->T, SV_OP_SELECT, var(k, t), num(k, 2));
  sv_term rows[3] = {t2, t2, t1};
  sv_term bad_row = sv_app3(k->T, SV_OP_STORE, t1, num(k, 0), num(k, 9));
  kit_action(k, "cell", (sv_action){UPDATES({t10, num(k, 2)})});
  kit_action(k, "row", (sv_action){UPDATES({t2, t1})});
  kit_action(k, "all", (sv_action){UPDATES({var(k, t), sv_array(k->T, rows, 3)})});
  kit_action(k, "bad", (sv_action){UPDATES({t2, bad_row})});
  kit_action(k, "same",
             (sv_action){.guard = sv_eq(k->T, t1, t2), UPDATES({var(k, m.y), num(k, 1)})});
  kit_run(k);
  assert_enabled(k, "cell row all same");
  kit_do(k, "cell");
  assert_state(
      k,
      "P@A, x = 0, y = 0, t[0][0] = 0, t[0][1] = 0, t[1][0] = 2, t[1][1] = 0, t[2][0] = 0, t[2][1] = 0");
  assert_enabled(k, "cell row all");
  kit_do(k, "row");
  assert_state(
      k,
      "P@A, x = 0, y = 0, t[0][0] = 0, t[0][1] = 0, t[1][0] = 2, t[1][1] = 0, t[2][0] = 2, t[2][1] = 0");
  kit_do(k, "all");
  assert_state(
      k,
      "P@A, x = 0, y = 0, t[0][0] = 2, t[0][1] = 0, t[1][0] = 2, t[1][1] = 0, t[2][0] = 2, t[2][1] = 0");
}

// Reading outside of an array gives 0, also for a range without 0.
static void test_array_default(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  sv_sort odd = sv_sort_range(k->T, 5, 9), array = sv_sort_array(k->T, 2, odd);
  uint32_t a = kit_var(k, "a", array, SV_GLOBAL, sv_array_fill(k->T, array, num(k, 6)));
  sv_term far = sv_app2(k->T, SV_OP_SELECT, var(k, a), plus(k, var(k, m.x), 2));
  kit_run(k);
  sv_terms *T = k->T;
  sv_term x = sv_net_var_term(k->net, 0), net_a = sv_net_var_term(k->net, 2);
  far = sv_app2(T, SV_OP_SELECT, net_a, plus(k, x, 2));
  assert_int_equal(sv_small_get(sv_exec_evaluate(k->x, k->s, far)), 0);
  assert_int_equal(sv_small_get(sv_exec_evaluate(k->x, k->s, sv_app2(T, SV_OP_SELECT, net_a, x))),
                   6);
}

static void test_choices_in_order(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  kit_action(k, "pick",
             (sv_action){CHOICES(CHOICE("a", k->b), CHOICE("b", k->u2)),
                         UPDATES({var(k, m.x),
                                  sv_ite(k->T, sv_choice(k->T, k->b, 0), num(k, 2), num(k, 0))},
                                 {var(k, m.y), sv_choice(k->T, k->u2, 1)})});
  kit_run(k);
  assert_int_equal(kit_steps(k), 6);
  for (int64_t i = 0; i < 6; i++) {
    assert_int_equal(sv_small_get(k->steps.at[i].choices[0]), i / 3);
    assert_int_equal(sv_small_get(k->steps.at[i].choices[1]), i % 3);
  }
  kit_do_nth(k, "pick", 4);
  assert_state(k, "P@A, x = 2, y = 1");
}

static bool take_three(void *context, const sv_step *step) {
  SV_UNUSED(step);
  return ++*(int *)context < 3;
}

// Sorts of any finite size are walked without being listed.
static void test_huge_choices(void **state) {
  kit *k = *state;
  sv_sort wide = sv_sort_bv(k->T, 100, true);
  uint32_t w = kit_var(k, "w", wide, SV_GLOBAL, sv_const(k->T, wide, sv_small(0)));
  kit_action(
      k, "pick",
      (sv_action){CHOICES(CHOICE("a", wide)), UPDATES({var(k, w), sv_choice(k->T, wide, 0)})});
  int n = 0;
  bool infinite = true;
  kit_run(k);
  assert_int_equal(sv_exec_each_step(k->x, k->s, take_three, &n, &infinite), SV_EXEC_STOPPED);
  assert_int_equal(n, 3);
  assert_false(infinite);
  assert_false(sv_exec_deadlocked(k->x, k->s));
}

static void test_signed_choices(void **state) {
  kit *k = *state;
  sv_sort small = sv_sort_bv(k->T, 2, true);
  uint32_t w = kit_var(k, "w", small, SV_GLOBAL, sv_const(k->T, small, sv_small(0)));
  kit_action(
      k, "pick",
      (sv_action){CHOICES(CHOICE("a", small)), UPDATES({var(k, w), sv_choice(k->T, small, 0)})});
  kit_run(k);
  assert_int_equal(kit_steps(k), 4);
  assert_int_equal(sv_small_get(k->steps.at[0].choices[0]), -2);
  assert_int_equal(sv_small_get(k->steps.at[3].choices[0]), 1);
}

static void test_initial_states(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 2), a = kit_location(k, p, "A", 0);
  uint32_t x = kit_var(k, "x", k->u2, SV_GLOBAL, SV_NONE);
  uint32_t own = kit_var(k, "own", k->u2, p, SV_NONE);
  kit_build(k, (sv_net_options){0});
  assert_int_equal(kit_initials(k), 9);  // only the running instance has a choice
  k->m->init = less(k, var(k, x), 2);
  kit_build(k, (sv_net_options){0});
  assert_int_equal(kit_initials(k), 6);
  k->m->templates.at[p].locations.at[a].invariant = sv_eq(k->T, var(k, x), var(k, own));
  kit_run(k);
  assert_int_equal(kit_initials(k), 2);
  assert_state(k, "P[0]@A, x = 0, P[0].own = 0");
  k->s->cells[kit_cell(k, "x")] = sv_small(1);
  assert_false(sv_exec_is_initial(k->x, k->s));
  k->s->cells[kit_cell(k, "P[0].own")] = sv_small(1);
  assert_true(sv_exec_is_initial(k->x, k->s));
  k->s->cells[kit_cell(k, "P[1].own")] = sv_small(1);
  assert_false(sv_exec_is_initial(k->x, k->s));
}

static void test_initial_refs_and_arrays(void **state) {
  kit *k = *state;
  sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 2, true, 1, NULL, 0, SV_NOWHERE);
  kit_var(k, "r", sv_sort_ref(k->T), SV_GLOBAL, SV_NONE);
  kit_var(k, "a", sv_sort_array(k->T, 2, k->b), SV_GLOBAL, SV_NONE);
  kit_build(k, (sv_net_options){0});
  assert_int_equal(kit_initials(k), 3 * 4);
}

static void test_properties(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  uint32_t assertion =
      sv_model_property(k->m, kit_name(k, "ok"), SV_PROP_ASSERTION, SV_NONE, "x", SV_NOWHERE);
  uint32_t place =
      sv_model_property(k->m, kit_name(k, "bad"), SV_PROP_LOCATION, SV_NONE, "B", SV_NOWHERE);
  uint32_t inv = sv_model_property(k->m, kit_name(k, "inv"), SV_PROP_INVARIANT,
                                   less(k, var(k, m.x), 1), "x < 1", SV_NOWHERE);
  k->m->templates.at[m.p].locations.at[m.b].bad = place;
  kit_action(k, "good",
             (sv_action){EDGES(edge(k, m.p, m.a, 0)), UPDATES({var(k, m.x), num(k, 1)})});
  kit_action(k, "fail", (sv_action){EDGES(edge(k, m.p, m.a, m.b)), .fails = assertion});
  kit_run(k);
  assert_int_equal(kit_steps(k), 2);
  assert_false(sv_exec_violated_by(k->net, &k->steps.at[0], assertion));
  assert_true(sv_exec_violated_by(k->net, &k->steps.at[1], assertion));
  assert_false(sv_exec_violated_in(k->x, k->s, inv));
  assert_false(sv_exec_violated_in(k->x, k->s, place));
  kit_do(k, "good");
  assert_true(sv_exec_violated_in(k->x, k->s, inv));
  kit_do(k, "fail");
  assert_true(sv_exec_violated_in(k->x, k->s, place));
  assert_false(sv_exec_violated_in(k->x, k->s, assertion));
}

static void test_deadlock(void **state) {
  kit *k = *state;
  plain m = make_plain(k, 1);
  uint32_t end = kit_location(k, m.p, "end", SV_LOC_END),
           stop = kit_location(k, m.p, "stop", SV_LOC_STOP);
  uint32_t dead =
      sv_model_property(k->m, kit_name(k, "d"), SV_PROP_DEADLOCK, SV_NONE, NULL, SV_NOWHERE);
  kit_action(k, "bad", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(k, "end", (sv_action){EDGES(edge(k, m.p, m.a, end))});
  kit_action(k, "stop", (sv_action){EDGES(edge(k, m.p, m.a, stop))});
  for (int i = 0; i < 3; i++) {
    static const char *const ways[] = {"bad", "end", "stop"};
    kit_run(k);
    assert_false(sv_exec_deadlocked(k->x, k->s));
    kit_do(k, ways[i]);
    assert_enabled(k, "");
    assert_int_equal(sv_exec_violated_in(k->x, k->s, dead), i == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_one_from),           KIT_TEST(test_one_any_place),
      KIT_TEST(test_one_several_places), KIT_TEST(test_one_distinct),
      KIT_TEST(test_one_fixed_instance), KIT_TEST(test_no_edges),
      KIT_TEST(test_two_guard),          KIT_TEST(test_four_range),
      KIT_TEST(test_four_what_counts),   KIT_TEST(test_six_constraint),
      KIT_TEST(test_six_next_of_place),  KIT_TEST(test_seven_invariants),
      KIT_TEST(test_simultaneous),       KIT_TEST(test_arrays),
      KIT_TEST(test_array_default),      KIT_TEST(test_choices_in_order),
      KIT_TEST(test_huge_choices),       KIT_TEST(test_signed_choices),
      KIT_TEST(test_initial_states),     KIT_TEST(test_initial_refs_and_arrays),
      KIT_TEST(test_properties),         KIT_TEST(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
