// test_merge.c -- sticky locations and resets of dead values: for each condition
// a model in which it would be wrong to do without it, and models in which
// they must do their work.

#include "analysis/reduction/merge.h"
#include "analysis/rewrite/dead.h"
#include "unit/test_explicit.h"
#include "unit/test_svm_kit.h"

static const char *const settings[] = {
    "reduction=off",           "merge=off",           "merge=on", "merge=on search=dfs",
    "merge=on store=collapse", "merge=on keep_going",
};

static void assert_everywhere(const char *text, sv_verdict verdict) {
  for (size_t i = 0; i < SV_COUNT(settings); i++) {
    sv_model *m = kit_model(text);
    sv_answer *a = run_engine(m, "explicit", settings[i]);
    if (a->verdict != verdict) fail_msg("%s: verdict %d\n%s", settings[i], a->verdict, text);
    sv_answer_free(a);
    sv_model_free(m);
  }
}

// A goes from l1 over l2 to l3; its first step lets B begin. If l2 were sticky,
// B would never see A in l2.
#define VIOLATED(NAME, TEXT)                                           \
  static void NAME(void **state) {                                     \
    SV_UNUSED(state);                                                  \
    assert_everywhere("property error assertion\n" TEXT, SV_VIOLATED); \
  }
#define HEAD "var go : bool = false\nvar x : int 0..1 = 0\n"
#define A_BEGINS                                              \
  "process A\n location l1\n location l2\n location l3 end\n" \
  " action\n from l1 -> l2\n set go := true\n"
#define B_BEGINS "process B\n location m1 end\n location m2 end\n location m3 end\n"

VIOLATED(test_others_read,
         HEAD A_BEGINS " action\n from l2 -> l3\n set x := 1\nend\n" B_BEGINS
                       " action\n from m1 -> m2\n guard (and go (= x 0))\n fails error\nend\n")

VIOLATED(test_others_write,
         HEAD A_BEGINS " action\n from l2 -> l3\n guard (= x 0)\n"
                       " action\n from l2 -> l3\n guard (= x 1)\n fails error\nend\n" B_BEGINS
                       " action\n from m1 -> m2\n guard go\n set x := 1\nend\n")

VIOLATED(test_joint, HEAD A_BEGINS
         " action\n from l2 -> l3\nend\n" B_BEGINS " action\n from m1 -> m2\n guard go\n"
         " action\n from m2 -> m3\n with A from l2 -> l3\n fails error\nend\n")

VIOLATED(test_later_class,
         HEAD "process A\n location l1\n location l2\n location l3\n location l4\n"
              " action\n from l1 -> l2\n action\n from l2 -> l3\n global priority 1\n"
              " action\n from l3 -> l4\n action\n from l4 -> l3\nend\n" B_BEGINS
              " action\n from m1 -> m2\n global priority 1\n fails error\nend\n")

VIOLATED(test_entry,
         HEAD "process A\n location l1\n location l2\n location in blocking\n location l3 end\n"
              " action\n from l1 -> l2\n set go := true\n action\n from l2 -> in\n"
              " action\n from in -> l3\n set x := 1\nend\n" B_BEGINS
              " action\n from m1 -> m2\n guard (and go (= x 0))\n fails error\nend\n")

VIOLATED(test_cycle, "process A\n location l1\n location l2\n"
                     " action\n from l1 -> l2\n action\n from l2 -> l1\nend\n" B_BEGINS
                     " action\n from m1 -> m2\n fails error\nend\n")

// B waits in its section for A in l3; R must see it waiting.
VIOLATED(test_waking,
         HEAD A_BEGINS " action\n from l2 -> l3\nend\n"
                       "process B\n location m1 end\n location wait yielding\n location m3 end\n"
                       " action\n from m1 -> wait\n guard go\n set x := 1\n"
                       " action\n from wait -> m3\n with A from l3 -> l3\n set x := 0\nend\n"
                       "process R\n location r1 end\n location r2 end\n"
                       " action\n from r1 -> r2\n guard (= x 1)\n fails error\nend\n")

VIOLATED(test_two_senders,
         HEAD "queue q capacity 2 of int 0..2\n" A_BEGINS
              " action\n from l2 -> l3\n enqueue q : 1\nend\n" B_BEGINS
              " action\n from m1 -> m2\n guard go\n enqueue q : 2\n"
              " action\n from m2 -> m3\n guard (= (peek q 0 0) 2)\n dequeue q\n fails error\nend\n")

VIOLATED(test_length_seen,
         HEAD "queue q capacity 2 of int 0..2\n" A_BEGINS
              " action\n from l2 -> l3\n guard (not (full q))\n enqueue q : 1\nend\n" B_BEGINS
              " action\n from m1 -> m2\n guard (and go (= (len q) 0))\n fails error\nend\n")

VIOLATED(test_empty_queue, HEAD
         "queue q capacity 2 of int 0..2\n" A_BEGINS
         " action\n from l2 -> l3\n action\n from l2 -> l3\n guard (< 0 (len q))\n dequeue q\n"
         " fails error\nend\n" B_BEGINS " action\n from m1 -> m2\n guard go\n enqueue q : 1\nend\n")

static void test_visible(void **state) {
  SV_UNUSED(state);
  // Counting together keeps l1 from being sticky.
#define BLINKS(P, X)                                              \
  "process " P "\n location l1\n location l2\n location l3 end\n" \
  " action\n from l1 -> l2\n set " X " := 1, n := (+ n 1)\n"      \
  " action\n from l2 -> l3\n set " X " := 0\nend\n"
  assert_everywhere("var x : int 0..1 = 0\nvar y : int 0..1 = 0\nvar n : int 0..2 = 0\n"
                    "property apart invariant (not (and (= x 1) (= y 1)))\n" BLINKS("A", "x")
                        BLINKS("B", "y"),
                    SV_VIOLATED);
}

static void test_bad_location(void **state) {
  SV_UNUSED(state);
  assert_everywhere("property lost location\nprocess A\n location l1\n location l2 bad lost\n"
                    " location l3 end\n action\n from l1 -> l2\n action\n from l2 -> l3\nend\n",
                    SV_VIOLATED);
}

static void test_cut(void **state) {
  SV_UNUSED(state);
  assert_everywhere("property error assertion\nprocess A\n location l1\n location l2\n"
                    " location l3 end\n action\n from l1 -> l2\n action\n from l2 -> l3\n"
                    " action\n from l2 -> l3\n cut \"far\"\nend\n",
                    SV_UNKNOWN);
}

// A blocked process in a sticky location is a deadlock like others.
static void test_blocked(void **state) {
  SV_UNUSED(state);
  assert_everywhere(
      "property stuck deadlock\nprocess A\n var n : int 0..3 = 0\n location l1\n"
      " location l2\n location l3 end\n action\n from l1 -> l2\n choice c : int 0..3\n"
      " set n := ?c\n action\n from l2 -> l3\n guard (< n 3)\nend\n",
      SV_VIOLATED);
}

// ---- dead values

// A sets v and leaves it; who reads it later must find it.
VIOLATED(test_remote_reader,
         HEAD "process A\n var v : int 0..1 = 0\n location l1\n location l2 end\n"
              " action\n from l1 -> l2\n set v := 1\nend\n" B_BEGINS
              " action\n from m1 -> m2\n guard (= (remote A v 0) 1)\n fails error\nend\n")

VIOLATED(test_constraint_asks,
         "process A\n var v : int 0..3 = 0\n location l1\n location l2 end\n location l3 end\n"
         " action\n from l1 -> l2\n choice c : int 0..3\n set v := ?c\n constraint (= (next v) 2)\n"
         " action\n from l2 -> l3\n fails error\nend\n")

VIOLATED(test_part_written,
         "process A\n var v : array 2 of int 0..1 = (fill 0)\n location l1\n location l2\n"
         " location l3\n location l4 end\n action\n from l1 -> l2\n set (select v 1) := 1\n"
         " action\n from l2 -> l3\n set (select v 0) := 0\n"
         " action\n from l3 -> l4\n guard (= (select v 1) 1)\n fails error\nend\n")

static void test_property_reader(void **state) {
  SV_UNUSED(state);
  assert_everywhere("property small invariant (= (remote A v 0) 0)\n"
                    "process A\n var v : int 0..1 = 0\n location l1\n location l2 end\n"
                    " action\n from l1 -> l2\n set v := 1\nend\n",
                    SV_VIOLATED);
}

// The value must fit, though nobody reads it; so must the location's invariant.
static void test_must_fit(void **state) {
  SV_UNUSED(state);
  assert_everywhere("property error assertion\n"
                    "process A\n var v : int 0..3 = 3\n var w : int 0..3 = 0\n"
                    " location l1 end\n location l2 end\n location l3 end invariant (= w 0)\n"
                    " action\n from l1 -> l2\n set v := (+ v 1)\n fails error\n"
                    " action\n from l1 -> l3\n set w := 1\n fails error\nend\n",
                    SV_HOLDS);
}

static void test_first_values(void **state) {
  SV_UNUSED(state);
  assert_everywhere("var x : int 0..3 = any\ninit (= (remote A v 0) x)\nproperty error assertion\n"
                    "process A\n var v : int 0..3 = any\n location l1\n location l2 end\n"
                    " action\n from l1 -> l2\n guard (= x 3)\n set v := 0\n fails error\nend\n",
                    SV_VIOLATED);
}

// ---- first messages, and what is fixed from the start

// A appends and writes x in one step: that wakes B's second action.
VIOLATED(test_appends_and_writes,
         HEAD "queue q capacity 2 of int 0..2\n"
              "process A\n location l1\n location l2\n location l3 end\n"
              " action\n from l1 -> l2\n enqueue q : 1\n"
              " action\n from l2 -> l3\n enqueue q : 2\n set x := 1\nend\n" B_BEGINS
              " action\n from m1 -> m2\n guard (= (peek q 0 0) 1)\n dequeue q\n"
              " action\n from m1 -> m3\n guard (= x 1)\n dequeue q\n fails error\nend\n")

// P is started twice, with different values.
#define P_CHECKS                                                                         \
  "process P initial 0 pool 1\n var k : int 0..2 = 0\n location p1\n location p2 stop\n" \
  " action\n from p1 -> p2\n guard (!= k 1)\n"                                           \
  " action\n from p1 -> p2\n guard (= k 1)\n fails error\nend\n"

VIOLATED(test_started_twice,
         P_CHECKS "process A\n location l1\n location l2\n location l3 end\n"
                  " action\n from l1 -> l2\n start P with k := 0\n"
                  " action\n from l2 -> l3\n guard (= (alive P) 0)\n start P with k := 1\nend\n")

VIOLATED(test_started_later, HEAD P_CHECKS
         "process A\n location l1\n location l2\n location l3\n location l4 end\n"
         " action\n from l1 -> l2\n start P with k := 0\n action\n from l2 -> l3\n set x := 1\n"
         " action\n from l3 -> l4\n start P with k := 1\nend\n")

VIOLATED(
    test_changes_later, HEAD
    "process P initial 0 pool 1\n var k : int 0..2 = 0\n location p1\n location p2\n"
    " location p3 end\n action\n from p1 -> p2\n set k := 1\n"
    " action\n from p2 -> p3\n guard (= k 1)\n fails error\nend\n"
    "process A\n location l1\n location l2\n location l3 end\n"
    " action\n from l1 -> l2\n start P with k := 0\n action\n from l2 -> l3\n set x := 1\nend\n")

// ---- they work

static void assert_states(const char *text, const char *setting, uint64_t states) {
  sv_model *m = kit_model(text);
  sv_answer *a = run_engine(m, "explicit", setting);
  assert_verdict(a, SV_HOLDS);
  assert_int_equal(decimal(a->states), states);
  sv_answer_free(a);
  sv_model_free(m);
}

// Two branches that compute something of their own: only the ends are stored.
static void test_joins_steps(void **state) {
  SV_UNUSED(state);
  static const char text[] =
      "property stuck deadlock\nprocess A pool 3 initial 3\n var n : int 0..9 = 0\n location l1\n"
      " location l2\n location l3\n location l4 end\n"
      " action\n from l1 -> l2\n set n := 1\n action\n from l1 -> l2\n set n := 2\n"
      " action\n from l2 -> l3\n set n := (+ n 1)\n action\n from l3 -> l4\n set n := 0\nend\n";
  assert_states(text, "reduction=off", 6 * 6 * 6);
  assert_states(text, "merge=off", 1 + 3 * 5);
  assert_states(text, "merge=on", 2);
}

static void test_forgets(void **state) {
  SV_UNUSED(state);
  static const char text[] =
      "property stuck deadlock\nvar x : int 0..7 = 0\n"
      "process A\n var n : int 0..7 = any\n location l1\n location l2\n location l3 end\n"
      " action\n from l1 -> l2\n choice c : int 0..7\n set n := ?c\n"
      " action\n from l2 -> l3\n set x := (mod n 2)\nend\n";
  assert_states(text, "reduction=off", 8 + 8 + 8);
  sv_model *m = kit_model(text);
  sv_text why = {0};
  uint32_t places;
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why), *dead = sv_dead_new(net, &places);
  assert_non_null(dead);
  assert_int_equal(places, 2);  // the first value, and behind the last use
  sv_net_free(dead);
  sv_net_free(net);
  sv_text_free(&why);
  sv_model_free(m);
}

// Each instance gets a cell of its own, so nobody meets anybody.
static void test_fixes(void **state) {
  SV_UNUSED(state);
  assert_states("property stuck deadlock\nvar a : array 2 of int 0..1 = (fill 0)\n"
                "process A\n location l1 committed\n location l2 committed\n location l3 end\n"
                " action\n from l1 -> l2\n start P with k := 0\n"
                " action\n from l2 -> l3\n start P with k := 1\nend\n"
                "process P initial 0 pool 2\n var k : int 0..1 = 0\n location p1\n"
                " location p2\n location p3 end\n"
                " action\n from p1 -> p2\n set (select a k) := 1\n"
                " action\n from p2 -> p3\n set (select a k) := 0\nend\n",
                "merge=on", 3);
}

static void test_finds_ends(void **state) {
  SV_UNUSED(state);
  sv_model *m = kit_model(
      "queue q capacity 2 of int 0..2\n"
      "process A\n location l1\n location l2\n location l3\n"
      " action\n from l1 -> l2\n guard (not (full q))\n enqueue q : 1\n"
      " action\n from l2 -> l3\n guard (not (full q))\n enqueue q : 2\n action\n from l3 -> l1\nend\n"
      "process B\n location m1\n location m2\n"
      " action\n from m1 -> m2\n guard (and (< 0 (len q)) (= (peek q 0 0) 1))\n dequeue q\n"
      " action\n from m1 -> m2\n guard (and (< 0 (len q)) (= (peek q 0 0) 2))\n dequeue q\n"
      " action\n from m2 -> m1\nend\n");
  sv_text why = {0};
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  sv_merge *merge = sv_merge_new(net, NULL, 0);
  assert_non_null(merge);
  assert_int_equal(merge->places, 5);
  assert_int_equal(merge->count, 3);  // one of each cycle is given up
  sv_merge_free(merge);
  sv_net_free(net);
  sv_text_free(&why);
  sv_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_others_read),   cmocka_unit_test(test_others_write),
      cmocka_unit_test(test_joint),         cmocka_unit_test(test_later_class),
      cmocka_unit_test(test_entry),         cmocka_unit_test(test_cycle),
      cmocka_unit_test(test_waking),        cmocka_unit_test(test_two_senders),
      cmocka_unit_test(test_length_seen),   cmocka_unit_test(test_empty_queue),
      cmocka_unit_test(test_visible),       cmocka_unit_test(test_bad_location),
      cmocka_unit_test(test_cut),           cmocka_unit_test(test_blocked),
      cmocka_unit_test(test_remote_reader), cmocka_unit_test(test_constraint_asks),
      cmocka_unit_test(test_part_written),  cmocka_unit_test(test_property_reader),
      cmocka_unit_test(test_must_fit),      cmocka_unit_test(test_first_values),
      cmocka_unit_test(test_joins_steps),   cmocka_unit_test(test_forgets),
      cmocka_unit_test(test_finds_ends),    cmocka_unit_test(test_fixes),
      cmocka_unit_test(test_started_twice), cmocka_unit_test(test_started_later),
      cmocka_unit_test(test_changes_later), cmocka_unit_test(test_appends_and_writes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
