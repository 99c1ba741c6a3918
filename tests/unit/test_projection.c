// test_projection.c -- projections: runs in which every move matters.
//
// How many of them programs have that can be counted by hand, among them the one
// of the paper; and that no reason to be needed is forgotten: in each program of a
// table the violation takes a move that matters in one particular way only.

#include "unit/test_explicit.h"
#include "unit/test_step_kit.h"
#include "unit/test_svm_kit.h"

enum { MOST_RUNS = 1000 };

// ---- counting

typedef struct {
  sv_model *m;
  sv_net *net;
  sv_coding *coding;
  sv_relevance *relevance;
  sv_stepper *stepper;
} fixture;

static fixture begin(const char *text, sv_semantics semantics, bool projects) {
  fixture f = {.m = kit_model(text)};
  sv_text why = {0};
  uint32_t property = 1;
  f.net = sv_net_new(f.m, (sv_net_options){0}, &why);
  f.coding = sv_coding_new(f.net, NULL, SV_QUEUE_SHIFTING, &why);
  if (projects) f.relevance = sv_relevance_new(f.net, &property, 1);
  sv_step_options o = {.semantics = semantics,
                       .order = SV_OPT_ORDER_FLOW,
                       .dynamic = true,
                       .relevance = f.relevance};
  f.stepper = sv_stepper_new(f.coding, &o, &why);
  if (!f.stepper) fail_msg("%s", sv_text_get(&why));
  sv_text_free(&why);
  return f;
}

static void finish(fixture *f) {
  sv_stepper_free(f->stepper);
  sv_relevance_free(f->relevance);
  sv_coding_free(f->coding);
  sv_net_free(f->net);
  sv_model_free(f->m);
}

// Runs of 1 .. steps steps after which the first property is violated.
static uint64_t count(const char *text, sv_semantics semantics, bool projects, uint32_t steps) {
  fixture f = begin(text, semantics, projects);
  uint64_t sum = 0;
  for (uint32_t k = 1; k <= steps; k++) sum += count_models(f.stepper, f.net, k, 1, MOST_RUNS);
  finish(&f);
  return sum;
}

// The paper's Figure 1. The property reads y and is violated everywhere.
static const char figure[] =
    "var a : int 0..7 = 0\nvar b : int 0..7 = 1\nvar x : int 0..31 = 0\nvar y : int 0..63 = 0\n"
    "var t : array 3 of int 0..31 = (array 10 11 12)\n"
    "process p initial 1 pool 1 entry s\n  location s end\n  location e end\n"
    "  action l1\n    from s -> e\n    set a := 1\nend\n"
    "process q initial 1 pool 1 entry s\n  location s end\n  location e end\n"
    "  action l2\n    from s -> e\n    set (select t b) := 5\nend\n"
    "process r initial 1 pool 1 entry s\n  location s end\n  location m end\n  location e end\n"
    "  action l3\n    from s -> m\n    set x := (select t a)\n"
    "  action l4\n    from m -> e\n    set y := (+ x 7)\nend\n"
    "property never invariant (< y 0)\n";

// Three projections; of the two orders of l1 and l2 in the third one the normal form has one.
static void test_figure(void **state) {
  SV_UNUSED(state);
  assert_int_equal(count(figure, SV_STEPS_INTERLEAVING, true, 4), 4);
  assert_int_equal(count(figure, SV_STEPS_PROCESS, true, 4), 3);
  assert_int_equal(count(figure, SV_STEPS_INTERLEAVING, false, 4), 34);
  assert_true(count(figure, SV_STEPS_SERIAL, true, 4) < count(figure, SV_STEPS_SERIAL, false, 4));
}

// x = 1; p = 1 beside x = 2; q = 1: the last write to x is lost if writes count as dependent
// on nothing in the normal form too.
static const char both[] =
    "var x : int 0..3 = 0\nvar p : bool = false\nvar q : bool = false\n"
    "process a initial 1 pool 1 entry s\n  location s end\n  location m end\n  location e end\n"
    "  action a1\n    from s -> m\n    set x := 1\n"
    "  action a2\n    from m -> e\n    set p := true\nend\n"
    "process b initial 1 pool 1 entry s\n  location s end\n  location m end\n  location e end\n"
    "  action b1\n    from s -> m\n    set x := 2\n"
    "  action b2\n    from m -> e\n    set q := true\nend\n"
    "property never invariant (not (and (= x 1) p q))\n";

static void test_both(void **state) {
  SV_UNUSED(state);
  assert_int_equal(count(both, SV_STEPS_PROCESS, true, 4), 1);
  assert_int_equal(count(both, SV_STEPS_INTERLEAVING, true, 4), 3);
}

// Who is the last to write is needed, and nobody before him.
static const char writes[] =
    "var x : int 0..3 = 0\n"
    "process a initial 1 pool 1 entry s\n  location s end\n  location e end\n"
    "  action a1\n    from s -> e\n    set x := 1\nend\n"
    "process b initial 1 pool 1 entry s\n  location s end\n  location e end\n"
    "  action b1\n    from s -> e\n    set x := 2\nend\n"
    "property never invariant (< x 0)\n";

static void test_overwritten(void **state) {
  SV_UNUSED(state);
  assert_int_equal(count(writes, SV_STEPS_INTERLEAVING, false, 2), 4);
  for (sv_semantics s = SV_STEPS_INTERLEAVING; s <= SV_STEPS_PROCESS; s++)
    assert_int_equal(count(writes, s, true, 2), 2);
}

// ---- reasons

typedef struct {
  const char *name, *text;
} program;

#define TWO_PLACES "  location s end\n  location e end\n"

static const program programs[] = {
    {"a step that only moves on",
     "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n  location m end\n" TWO_PLACES
     "  action skip\n    from s -> m\n  action set\n    from m -> e\n    set x := 1\nend\n"
     "property never invariant (= x 0)\n"},
    {"a competitor of a lower class",
     "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action set\n    from s -> e\n    set x := 1\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action first\n    from s -> e\n    guard (= x 0)\n"
     "  action else\n    from s -> f priority 1\nend\n"
     "property never location\n"},
    {"a lower class of the whole model",
     "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action set\n    from s -> e\n    set x := 1\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action timeout\n    from s -> f\n    global priority 1\nend\n"
     "property never location\n"},
    {"who holds control gets stuck",
     "var x : int 0..3 = 1\nvar y : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n"
     "  location m yielding\n" TWO_PLACES "  action enter\n    from s -> m\n    set y := 1\n"
     "  action on\n    from m -> e\n    guard (< 0 x)\n    set y := 0\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action go\n    from s -> f\n    guard (= y 1)\nend\n"
     "process c initial 1 pool 1 entry s\n" TWO_PLACES
     "  action stop\n    from s -> e\n    set x := 0\nend\n"
     "property never location\n"},
    {"nobody holds control any more",
     "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n"
     "  location m yielding\n" TWO_PLACES "  action enter\n    from s -> m\n    set x := 1\n"
     "  action on\n    from m -> e\n  action back\n    from e -> m\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action go\n    from s -> f\n    guard (= x 1)\nend\n"
     "property never location\n"},
    {"who stands in the way goes away",
     "process a initial 1 pool 1 entry s\n  location s blocking\n  location e end\n"
     "  action leave\n    from s -> e\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action go\n    from s -> f\nend\n"
     "property never location\n"},
    {"the invariant of a place",
     "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action set\n    from s -> e\n    set x := 1\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never invariant (= x 1)\n" TWO_PLACES
     "  action go\n    from s -> f\nend\n"
     "property never location\n"},
    {"a constraint over the old value",
     "var x : int 0..3 = 0\nvar y : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action set\n    from s -> e\n    set x := 1\nend\n"
     "process b initial 1 pool 1 entry s\n" TWO_PLACES
     "  action go\n    from s -> e\n    set y := 1\n    constraint (= (next x) (next y))\nend\n"
     "property never invariant (= y 0)\n"},
    {"room in a queue",
     "var y : int 0..3 = 0\nqueue q capacity 1 of int 0..3\nprocess a initial 1 pool 1 entry s\n"
     "  location m end\n" TWO_PLACES "  action one\n    from s -> m\n    enqueue q : 1\n"
     "  action two\n    from m -> e\n    enqueue q : 2\n    set y := 1\nend\n"
     "process b initial 1 pool 1 entry s\n" TWO_PLACES
     "  action take\n    from s -> e\n    dequeue q\nend\n"
     "property never invariant (= y 0)\n"},
    {"a value that must fit",
     "var x : int 0..3 = 3\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action less\n    from s -> e\n    set x := 1\nend\n"
     "process b initial 1 pool 1 entry s\n  location f bad never\n" TWO_PLACES
     "  action more\n    from s -> f\n    set x := (+ x 1)\nend\n"
     "property never location\n"},
    {"an assertion", "var x : int 0..3 = 0\nprocess a initial 1 pool 1 entry s\n" TWO_PLACES
                     "  action set\n    from s -> e\n    set x := 1\nend\n"
                     "process b initial 1 pool 1 entry s\n" TWO_PLACES
                     "  action check\n    from s -> e\n    guard (= x 1)\n    fails never\nend\n"
                     "property never assertion\n"},
    {"the cell that is read in the end",
     "var i : int 0..3 = 0\nvar t : array 4 of int 0..3 = (array 0 0 0 0)\n"
     "process a initial 1 pool 1 entry s\n" TWO_PLACES
     "  action set\n    from s -> e\n    set (select t i) := 1\nend\n"
     "process b initial 1 pool 1 entry s\n" TWO_PLACES
     "  action move\n    from s -> e\n    set i := 2\nend\n"
     "property never invariant (= (select t 2) 0)\n"},
};

static void check_program(const program *p, const char *settings) {
  sv_model *m = kit_model(p->text);
  sv_answer *a = run_engine(m, "bmc", settings);
  if (a->verdict != SV_VIOLATED)
    fail_msg("%s, %s: %s", p->name, settings, a->reason ? a->reason : "-");
  sv_answer_free(a);
  sv_model_free(m);
}

static void test_reasons(void **state) {
  SV_UNUSED(state);
  static const char *const semantics[] = {"interleaving", "parallel", "serial", "process"};
  for (uint32_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    for (uint32_t s = 0; s < 4; s++) {
      char settings[100];
      snprintf(settings, sizeof settings, "projection=on bound=8 semantics=%s", semantics[s]);
      check_program(&programs[i], settings);
    }
    check_program(&programs[i], "projection=on bound=8 solver=smt");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_figure), cmocka_unit_test(test_both),
                                     cmocka_unit_test(test_overwritten),
                                     cmocka_unit_test(test_reasons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
