// test_trace.c -- the referee accepts true traces and refuses forged ones;
// how states and changes look.

#include "unit/test_exec_kit.h"

// P goes A -> B -> C; "up" sets x to its choice, "fail" breaks an assertion.
typedef struct {
  uint32_t p, a, b, c, x, assertion, place, small, dead;
} tale;

static tale make_tale(kit *k) {
  tale t = {.p = kit_template(k, "P", 1, 1)};
  t.a = kit_location(k, t.p, "A", 0), t.b = kit_location(k, t.p, "B", 0),
  t.c = kit_location(k, t.p, "C", 0);
  t.x = kit_small(k, "x", SV_GLOBAL);
  t.assertion =
      sv_model_property(k->m, kit_name(k, "safe"), SV_PROP_ASSERTION, SV_NONE, NULL, SV_NOWHERE);
  t.place =
      sv_model_property(k->m, kit_name(k, "not_c"), SV_PROP_LOCATION, SV_NONE, NULL, SV_NOWHERE);
  t.small = sv_model_property(k->m, kit_name(k, "small"), SV_PROP_INVARIANT,
                              less(k, var(k, t.x), 2), NULL, SV_NOWHERE);
  t.dead =
      sv_model_property(k->m, kit_name(k, "live"), SV_PROP_DEADLOCK, SV_NONE, NULL, SV_NOWHERE);
  k->m->templates.at[t.p].locations.at[t.c].bad = t.place;
  kit_action(k, "up",
             (sv_action){EDGES(edge(k, t.p, t.a, t.b)), CHOICES(CHOICE("c", k->u2)),
                         UPDATES({var(k, t.x), sv_choice(k->T, k->u2, 0)})});
  kit_action(
      k, "fail",
      (sv_action){EDGES(edge(k, t.p, t.b, t.c)), .fails = t.assertion, .text = "assert(0);"});
  kit_run(k);
  return t;
}

static sv_trace *two_steps(kit *k, uint32_t property, int64_t choice) {
  sv_trace *t = sv_trace_new(k->net, k->s);
  sv_value value = sv_small(choice);
  sv_trace_push(k->net, t, &(sv_step){.action = 0, .choices = &value});
  sv_trace_push(k->net, t, &(sv_step){.action = 1});
  t->property = property;
  return t;
}

static void count_steps(void *context, const sv_state *before, const sv_step *step,
                        const sv_state *after) {
  SV_UNUSED(step);
  assert_ptr_not_equal(before, after);
  ++*(int *)context;
}

// Replays and frees the trace; what the referee says.
static const char *verdict(kit *k, sv_trace *t) {
  sv_clear(k->text);
  bool accepted = sv_trace_replay(k->x, t, NULL, NULL, &k->text);
  assert_int_equal(accepted, k->text.n == 0);
  sv_trace_free(k->net, t);
  return accepted ? "accepted" : sv_text_get(&k->text);
}

static void test_accepts(void **state) {
  kit *k = *state;
  tale m = make_tale(k);
  int n = 0;
  sv_trace *t = two_steps(k, m.assertion, 1);
  assert_true(sv_trace_replay(k->x, t, count_steps, &n, &k->text));
  assert_int_equal(n, 2);
  sv_trace *copy = sv_trace_copy(k->net, t);
  sv_trace_free(k->net, t);
  assert_string_equal(verdict(k, copy), "accepted");
  assert_string_equal(verdict(k, two_steps(k, 0, 1)), "accepted");
  assert_string_equal(verdict(k, two_steps(k, m.place, 1)), "accepted");
  assert_string_equal(verdict(k, two_steps(k, m.small, 2)), "accepted");
  assert_string_equal(verdict(k, two_steps(k, m.dead, 0)), "accepted");
  assert_string_equal(verdict(k, sv_trace_new(k->net, k->s)), "accepted");
  sv_trace_free(k->net, NULL);
}

static void test_refuses_wrong_start(void **state) {
  kit *k = *state;
  make_tale(k);
  sv_trace *t = two_steps(k, 0, 1);
  t->initial->cells[kit_cell(k, "x")] = sv_small(1);
  assert_string_equal(verdict(k, t), "the first state is not an initial state");
}

static void test_refuses_wrong_steps(void **state) {
  kit *k = *state;
  make_tale(k);
  sv_trace *t = sv_trace_new(k->net, k->s);
  sv_trace_push(k->net, t, &(sv_step){.action = 1});
  assert_string_equal(verdict(k, t),
                      "step 1 (assert(0);) cannot be taken: its processes are not where it starts");
  assert_string_equal(verdict(k, two_steps(k, 0, 3)),
                      "step 1 (up) cannot be taken: a chosen value is outside of its sort");
  t = two_steps(k, 0, 1);
  t->steps.at[1].action = 77;
  assert_string_equal(verdict(k, t), "step 2 cannot be taken: there is no such action");
}

static void test_refuses_wrong_property(void **state) {
  kit *k = *state;
  tale m = make_tale(k);
  sv_trace *t = two_steps(k, m.assertion, 1);
  t->steps.n--;
  assert_string_equal(verdict(k, t), "the property safe is not violated at the end");
  assert_string_equal(verdict(k, two_steps(k, m.small, 1)),
                      "the property small is not violated at the end");
  t = sv_trace_new(k->net, k->s);
  t->property = m.assertion;
  assert_string_equal(verdict(k, t), "the property safe is not violated at the end");
  t = sv_trace_new(k->net, k->s);
  t->property = m.dead;
  assert_string_equal(verdict(k, t), "the property live is not violated at the end");
  t = sv_trace_new(k->net, k->s);
  t->property = 99;
  assert_string_equal(verdict(k, t), "there is no such property");
}

static void test_printing(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 2), a = kit_location(k, p, "A", SV_LOC_YIELDING);
  uint32_t stop = kit_location(k, p, "S", SV_LOC_STOP);
  sv_name members[] = {kit_name(k, "red"), kit_name(k, "blue")};
  sv_sort colour = sv_sort_enum(k->T, kit_name(k, "colour"), members, 2);
  sv_sort colours = sv_sort_array(k->T, 2, colour), loc = sv_sort_loc(k->T, p);
  sv_term red = sv_const(k->T, colour, sv_small(0)), blue = sv_const(k->T, colour, sv_small(1));
  uint32_t cs = kit_var(k, "cs", colours, p, sv_array_fill(k->T, colours, red));
  uint32_t at = kit_var(k, "at", loc, SV_GLOBAL, sv_const(k->T, loc, sv_small(0)));
  uint32_t q =
      sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 1, false, 2, &colour, 1, SV_NOWHERE);
  kit_action(
      k, "paint",
      (sv_action){
          EDGES(edge(k, p, a, a)),
          UPDATES({sv_app2(k->T, SV_OP_SELECT, var(k, cs), num(k, 1)), blue},
                  {var(k, at), sv_const(k->T, loc, sv_small(a))}),
          QUEUE_OPS({.verb = SV_ENQUEUE, .queue = sv_queue(k->T, q, 0, SV_NONE), FIELDS(blue)})});
  kit_action(k, "stop", (sv_action){EDGES(edge(k, p, a, stop))});
  kit_run(k);
  assert_state(k, "P[0]@A, at = none, P[0].cs[0] = red, P[0].cs[1] = red, q = []");
  kit_do(k, "paint");
  assert_state(k, "P[0]@A, at = A, P[0].cs[0] = red, P[0].cs[1] = blue, q = [blue]");
  sv_clear(k->text);
  sv_cell_name(k->net, kit_cell(k, "P[0].cs") + 1, &k->text);
  sv_cell_value(k->net, kit_cell(k, "holder"), k->s->cells[kit_cell(k, "holder")], &k->text);
  assert_string_equal(sv_text_get(&k->text), "P[0].cs[1]P[0]");
  kit_do(k, "stop");
  assert_state(k, "at = A, q = [blue]");  // what is gone is not listed
  sv_clear(k->text);
  sv_cell_value(k->net, kit_cell(k, "holder"), k->s->cells[kit_cell(k, "holder")], &k->text);
  assert_string_equal(sv_text_get(&k->text), "no process");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_accepts),
      KIT_TEST(test_refuses_wrong_start),
      KIT_TEST(test_refuses_wrong_steps),
      KIT_TEST(test_refuses_wrong_property),
      KIT_TEST(test_printing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
