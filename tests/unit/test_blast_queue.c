// test_blast_queue.c -- rings and shifting queues against exec, on models made for them.

#include "unit/test_blast_kit.h"
#include "unit/test_svm_kit.h"

enum { SEEDS = 25, ROUNDS = 6 };

static void hold_model(const char *text, bool ring) {
  sv_model *m = kit_model(text);
  sv_text why = {0};
  sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
  uint64_t steps = 0, left = 0;
  assert_non_null(net);
  sv_coding *c = sv_coding_new(net, NULL, SV_QUEUE_CYCLIC, &why);
  assert_non_null(c);
  assert_int_equal(ring, c->queues[0].head.n > 1);
  sv_coding_free(c);
  for (uint64_t seed = 1; seed <= SEEDS; seed++)
    steps += compare_net(net, "queues", seed, ROUNDS, &left);
  assert_true(steps > 1000 && left > 100);
  sv_text_free(&why);
  sv_net_free(net);
  sv_model_free(m);
}

// Lengths that are no powers of two, messages of two fields, several operations in a step.
static void rings(void **state) {
  SV_UNUSED(state);
  hold_model("queue q capacity 3 of int 0..5, bool\n"
             "queue r capacity 5 of int -3..4, bool\n"
             "var x : int -3..5 = 0\n"
             "var i : int -2..6 = any\n"
             "property seen invariant (= x (peek q i 0))\n"
             "process P\n"
             "  location s\n"
             "  action put\n"
             "    from s -> s\n"
             "    choice v : int 0..5\n"
             "    choice b : bool\n"
             "    enqueue q : ?v ?b\n"
             "  action get\n"
             "    from s -> s\n"
             "    set x := (peek q 0 0)\n"
             "    dequeue q slot 0\n"
             "  action look\n"
             "    from s -> s\n"
             "    choice j : int -2..6\n"
             "    set i := ?j\n"
             "    set x := (peek r i 0)\n"
             "  action over\n"
             "    from s -> s\n"
             "    enqueue r : (- (peek q 0 0) 3) (peek q 0 1)\n"
             "    dequeue q\n"
             "    enqueue q : (+ x 1) false\n"
             "  action twice\n"
             "    from s -> s\n"
             "    enqueue r : x true\n"
             "    enqueue r : (peek q 1 0) (full q)\n"
             "  action through\n"
             "    from s -> s\n"
             "    enqueue r : 2 false\n"
             "    dequeue r\n"
             "    dequeue r\n"
             "  action take\n"
             "    from s -> s\n"
             "    guard (> (len r) 1)\n"
             "    dequeue r\n"
             "end\n",
             true);
}

// References that change, and processes that end with messages in their queues.
static void references(void **state) {
  SV_UNUSED(state);
  hold_model("queue q[3] capacity 3 of int 0..6\n"
             "var c : ref = none\n"
             "var k : int -1..4 = 0\n"
             "property seen invariant (= k (peek int c k 0))\n"
             "property some invariant (full (queue q k))\n"
             "process P pool 2 initial 1\n"
             "  queue own capacity 3 of int 0..6\n"
             "  location s\n"
             "  location t\n"
             "  location gone stop\n"
             "  action name\n"
             "    from s -> s\n"
             "    choice j : int -1..4\n"
             "    set k := ?j\n"
             "    set c := (queue q ?j)\n"
             "  action mine\n"
             "    from s -> s\n"
             "    set c := own\n"
             "  action put\n"
             "    from s -> s\n"
             "    enqueue c : (+ k 1)\n"
             "  action pass\n"
             "    from s -> t\n"
             "    enqueue own : (peek (queue q k) 1 0)\n"
             "    dequeue (queue q k)\n"
             "  action get\n"
             "    from t -> s\n"
             "    dequeue c\n"
             "  action born\n"
             "    from s -> s\n"
             "    start P\n"
             "  action end\n"
             "    from t -> gone\n"
             "end\n",
             true);
}

// Slots anywhere and deferred messages, given up with their queue.
static void slots(void **state) {
  SV_UNUSED(state);
  hold_model("queue q capacity 4 of int 1..5\n"
             "var i : int -2..5 = any\n"
             "property seen invariant (= i (peek q i 0))\n"
             "property held invariant (< i (deferred q))\n"
             "process P pool 2 initial 2\n"
             "  queue own capacity 3 of int 1..5\n"
             "  location s\n"
             "  location gone stop\n"
             "  action look\n"
             "    from s -> s\n"
             "    choice j : int -2..5\n"
             "    set i := ?j\n"
             "  action put\n"
             "    from s -> s\n"
             "    choice v : int 1..5\n"
             "    enqueue q slot i : ?v\n"
             "  action get\n"
             "    from s -> s\n"
             "    enqueue own slot 0 : (peek q i 0)\n"
             "    dequeue q slot i\n"
             "  action later\n"
             "    from s -> s\n"
             "    defer q\n"
             "    enqueue own : 3\n"
             "    defer own\n"
             "  action back\n"
             "    from s -> s\n"
             "    guard (> i 2)\n"
             "    flush q\n"
             "  action both\n"
             "    from s -> s\n"
             "    enqueue q : 5\n"
             "    enqueue q slot 0 : 1\n"
             "    dequeue q slot 1\n"
             "  action end\n"
             "    from s -> gone\n"
             "    enqueue own : i\n"
             "  action born\n"
             "    from s -> s\n"
             "    start P\n"
             "end\n",
             false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rings),
      cmocka_unit_test(references),
      cmocka_unit_test(slots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
