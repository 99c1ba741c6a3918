// test_exec_queue.c -- queue operations and what terms say about queues.

#include "unit/test_exec_kit.h"

// Queues q[0], q[1] of pairs (0..2, bool) with capacity 3; r refers to one of them.
typedef struct {
  uint32_t q, r, x;
} post;

static post make_post(kit *k) {
  sv_sort fields[] = {k->u2, k->b};
  sv_sort ref = sv_sort_ref(k->T);
  post m = {
      .q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 2, true, 3, fields, 2, SV_NOWHERE)};
  m.r = kit_var(k, "r", ref, SV_GLOBAL, sv_const(k->T, ref, sv_small(0)));
  m.x = kit_var(k, "x", sv_sort_range(k->T, -1, 9), SV_GLOBAL, num(k, 0));
  return m;
}

static sv_term q_at(kit *k, const post *m, int64_t i) { return sv_queue(k->T, m->q, 0, num(k, i)); }

static void put(kit *k, const char *name, sv_term queue, sv_term slot, sv_term field) {
  kit_action(k, name,
             (sv_action){QUEUE_OPS(
                 {.verb = SV_ENQUEUE, .queue = queue, .slot = slot, FIELDS(field, SV_TRUE)})});
}

static void op(kit *k, const char *name, sv_queue_verb verb, sv_term queue, sv_term slot) {
  kit_action(k, name, (sv_action){QUEUE_OPS({.verb = verb, .queue = queue, .slot = slot})});
}

static const char *content(kit *k, uint32_t queue) {
  sv_clear(k->text);
  sv_queue_print(k->net, queue, &k->s->queues[queue], &k->text);
  return sv_text_get(&k->text);
}
#define assert_content(k, queue, expected) assert_string_equal(content(k, queue), expected)

static void set(kit *k, const char *name, int64_t n) {
  k->s->cells[kit_cell(k, name)] = sv_small(n);
}

static void test_fifo(void **state) {
  kit *k = *state;
  post m = make_post(k);
  put(k, "put", q_at(k, &m, 0), SV_NONE, var(k, m.x));
  op(k, "get", SV_DEQUEUE, q_at(k, &m, 0), SV_NONE);
  kit_run(k);
  assert_enabled(k, "put");  // nothing to get
  for (int64_t i = 0; i < 3; i++) set(k, "x", i), kit_do(k, "put");
  assert_content(k, 0, "[(0, true) (1, true) (2, true)]");
  assert_content(k, 1, "[]");
  assert_enabled(k, "get");  // full
  assert_true(kit_refused(k, "put", "queue operation"));
  kit_do(k, "get");
  assert_content(k, 0, "[(1, true) (2, true)]");
  set(k, "x", 7);  // not in the field's sort
  assert_enabled(k, "get");
}

static void test_slots(void **state) {
  kit *k = *state;
  post m = make_post(k);
  put(k, "put", q_at(k, &m, 1), var(k, m.x), sv_app2(k->T, SV_OP_ADD, var(k, m.x), num(k, 1)));
  put(k, "push", q_at(k, &m, 1), num(k, 0), num(k, 2));
  op(k, "get", SV_DEQUEUE, q_at(k, &m, 1), var(k, m.x));
  kit_run(k);
  kit_do(k, "put");
  assert_content(k, 1, "[(1, true)]");
  kit_do(k, "push");
  assert_content(k, 1, "[(2, true) (1, true)]");
  set(k, "x", 3);
  assert_enabled(k, "push");  // slots 0..2 to put, 0..1 to get
  set(k, "x", -1);
  assert_enabled(k, "push");
  set(k, "x", 1);
  kit_do(k, "put");
  assert_content(k, 1, "[(2, true) (2, true) (1, true)]");
  kit_do(k, "get");
  assert_content(k, 1, "[(2, true) (1, true)]");
}

static void test_defer_and_flush(void **state) {
  kit *k = *state;
  post m = make_post(k);
  sv_term q = q_at(k, &m, 0);
  put(k, "put", q, SV_NONE, var(k, m.x));
  put(k, "push", q, num(k, 0), num(k, 0));
  op(k, "get", SV_DEQUEUE, q, SV_NONE);
  op(k, "defer", SV_DEFER, q, SV_NONE);
  op(k, "flush", SV_FLUSH, q, SV_NONE);
  kit_run(k);
  assert_enabled(k, "put push flush");
  set(k, "x", 1), kit_do(k, "put");
  set(k, "x", 2), kit_do(k, "put");
  kit_do(k, "defer");
  assert_content(k, 0, "[(1, true) | (2, true)]");
  kit_do(k, "push");  // slot 0 is the first pending one
  assert_content(k, 0, "[(1, true) | (0, true) (2, true)]");
  assert_enabled(k, "get defer flush");  // deferred messages take room
  kit_do(k, "get");
  kit_do(k, "defer");
  assert_content(k, 0, "[(1, true) (2, true) |]");
  assert_enabled(k, "put push flush");  // nothing is pending
  kit_do(k, "flush");
  assert_content(k, 0, "[(1, true) (2, true)]");
}

// Operations act one after the other; their terms see the old state.
static void test_order(void **state) {
  kit *k = *state;
  post m = make_post(k);
  sv_term q = q_at(k, &m, 0), first = sv_peek(k->T, k->u2, q, num(k, 0), 0);
  put(k, "put", q, SV_NONE, num(k, 1));
  kit_action(
      k, "turn",
      (sv_action){QUEUE_OPS({.verb = SV_DEQUEUE, .queue = q},
                            {.verb = SV_ENQUEUE, .queue = q, FIELDS(plus(k, first, 1), SV_FALSE)},
                            {.verb = SV_DEFER, .queue = q})});
  kit_action(
      k, "twice",
      (sv_action){QUEUE_OPS({.verb = SV_DEQUEUE, .queue = q}, {.verb = SV_DEQUEUE, .queue = q})});
  kit_run(k);
  assert_enabled(k, "put");
  kit_do(k, "put");
  assert_enabled(k, "put turn");  // there is only one to get
  kit_do(k, "turn");
  assert_content(k, 0, "[(2, false) |]");
}

static void test_references(void **state) {
  kit *k = *state;
  post m = make_post(k);
  sv_sort ref = sv_sort_ref(k->T);
  uint32_t single = sv_model_queue(k->m, kit_name(k, "s"), SV_GLOBAL, 1, false, SV_UNBOUNDED, &ref,
                                   1, SV_NOWHERE);
  sv_term s = sv_queue(k->T, single, 0, SV_NONE);
  put(k, "put", var(k, m.r), SV_NONE, num(k, 1));
  kit_action(k, "aim", (sv_action){UPDATES({var(k, m.r), sv_queue(k->T, m.q, 0, var(k, m.x))})});
  kit_action(k, "send",
             (sv_action){QUEUE_OPS({.verb = SV_ENQUEUE, .queue = s, FIELDS(var(k, m.r))})});
  kit_action(k, "self", (sv_action){UPDATES({var(k, m.r), s})});
  kit_run(k);
  assert_enabled(k, "aim send self");  // r is none
  set(k, "x", 1), kit_do(k, "aim");
  assert_state(k, "r = q[1], x = 1, q[0] = [], q[1] = [], s = []");
  kit_do(k, "put");
  assert_content(k, 1, "[(1, true)]");
  kit_do(k, "send");
  assert_content(k, 2, "[q[1]]");
  set(k, "x", 2), kit_do(k, "aim");  // no such queue
  assert_state(k, "r = none, x = 2, q[0] = [], q[1] = [(1, true)], s = [q[1]]");
  kit_do(k, "self");
  assert_enabled(k, "aim send self");  // s takes one field, not two
}

static int64_t ask(kit *k, sv_term t) { return sv_small_get(sv_exec_evaluate(k->x, k->s, t)); }

static void test_terms(void **state) {
  kit *k = *state;
  post m = make_post(k);
  sv_term q = q_at(k, &m, 0);
  put(k, "put", q, SV_NONE, var(k, m.x));
  op(k, "defer", SV_DEFER, q, SV_NONE);
  kit_run(k);
  sv_terms *T = k->T;
  sv_sort ref = sv_sort_ref(T), odd = sv_sort_range(T, 1, 2);
  sv_term net_q = sv_const(T, ref, sv_small(1)), none = sv_const(T, ref, sv_small(0));
  sv_term length = sv_app1(T, SV_OP_QLEN, net_q), deferred = sv_app1(T, SV_OP_QDEFER, net_q);
  sv_term full = sv_app1(T, SV_OP_QFULL, net_q);
  set(k, "x", 2), kit_do(k, "put");
  set(k, "x", 0), kit_do(k, "put");
  kit_do(k, "defer");
  assert_int_equal(ask(k, length), 1);
  assert_int_equal(ask(k, deferred), 1);
  assert_int_equal(ask(k, full), 0);
  assert_int_equal(ask(k, sv_peek(T, k->u2, net_q, num(k, 0), 0)), 0);
  assert_int_equal(ask(k, sv_peek(T, k->b, net_q, num(k, 0), 1)), 1);
  kit_do(k, "put");
  assert_int_equal(ask(k, full), 1);
  assert_int_equal(ask(k, length), 2);
  // What is not there: the default of the sort that the term has.
  assert_int_equal(ask(k, sv_peek(T, odd, net_q, num(k, 0), 0)), 1);
  assert_int_equal(ask(k, sv_peek(T, odd, net_q, num(k, 2), 0)), 1);
  assert_int_equal(ask(k, sv_peek(T, odd, net_q, num(k, -1), 0)), 1);
  assert_int_equal(ask(k, sv_peek(T, odd, net_q, num(k, 0), 2)), 1);
  assert_int_equal(ask(k, sv_peek(T, odd, none, num(k, 0), 0)), 1);
  assert_int_equal(ask(k, sv_app1(T, SV_OP_QLEN, none)), 0);
  assert_int_equal(ask(k, sv_app1(T, SV_OP_QDEFER, none)), 0);
  assert_int_equal(ask(k, sv_app1(T, SV_OP_QFULL, none)), 0);
}

static void test_local_queues(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 2, 2), a = kit_location(k, p, "A", 0);
  uint32_t q = sv_model_queue(k->m, kit_name(k, "in"), p, 2, true, 2, &k->i, 1, SV_NOWHERE);
  uint32_t x = kit_small(k, "x", p);
  sv_term mine = sv_queue(k->T, q, 0, var(k, x)), yours = sv_queue(k->T, q, 1, num(k, 1));
  kit_action(
      k, "send",
      (sv_action){
          EDGES(edge(k, p, a, 0), edge(k, p, a, 0)),
          QUEUE_OPS({.verb = SV_ENQUEUE, .queue = mine, FIELDS(sv_self(k->T, 0))},
                    {.verb = SV_ENQUEUE, .queue = yours, FIELDS(plus(k, sv_self(k->T, 1), 10))})});
  kit_run(k);
  kit_do(k, "send");
  assert_state(k, "P[0]@A, P[1]@A, P[0].x = 0, P[1].x = 0, P[0].in[0] = [0], P[0].in[1] = [], "
                  "P[1].in[0] = [], P[1].in[1] = [11]");
  set(k, "P[0].x", 1);
  kit_do(k, "send");
  assert_state(k, "P[0]@A, P[1]@A, P[0].x = 1, P[1].x = 0, P[0].in[0] = [0], P[0].in[1] = [0], "
                  "P[1].in[0] = [], P[1].in[1] = [11 11]");
  set(k, "P[0].x", 2);
  set(k, "P[1].x", 2);
  assert_enabled(k, "");  // no such queue of its own
}

static void test_signals(void **state) {
  kit *k = *state;
  uint32_t q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 1, false, SV_UNBOUNDED, NULL, 0,
                              SV_NOWHERE);
  sv_term ref = sv_queue(k->T, q, 0, SV_NONE);
  op(k, "put", SV_ENQUEUE, ref, SV_NONE);
  op(k, "get", SV_DEQUEUE, ref, SV_NONE);
  kit_run(k);
  kit_do(k, "put");
  kit_do(k, "put");
  assert_content(k, 0, "[() ()]");
  kit_do(k, "get");
  kit_do(k, "get");
  assert_enabled(k, "put");
}

// References start with queues, in every instance with its own.
static void test_initial_references(void **state) {
  kit *k = *state;
  post m = make_post(k);
  sv_sort ref = sv_sort_ref(k->T);
  uint32_t p = kit_template(k, "P", 1, 2), a = kit_location(k, p, "A", 0);
  uint32_t own = sv_model_queue(k->m, kit_name(k, "own"), p, 1, false, 1, NULL, 0, SV_NOWHERE);
  sv_term pair[] = {q_at(k, &m, 1), sv_queue(k->T, own, 0, SV_NONE)};
  k->m->variables.at[m.r].init = q_at(k, &m, 0);
  kit_var(k, "v", ref, p, pair[1]);
  kit_var(k, "t", sv_sort_array(k->T, 2, ref), p, sv_array(k->T, pair, 2));
  kit_action(k, "run", (sv_action){EDGES(edge(k, p, a, 0)), STARTS({.template_number = p})});
  kit_run(k);
  assert_value(k, "r", 1);
  assert_value(k, "P[0].v", 3);
  assert_int_equal(sv_small_get(k->s->cells[kit_cell(k, "P[0].t")]), 2);
  assert_int_equal(sv_small_get(k->s->cells[kit_cell(k, "P[0].t") + 1]), 3);
  assert_value(k, "P[1].v", 0);
  kit_do(k, "run");
  assert_value(k, "P[1].v", 4);
  assert_int_equal(sv_small_get(k->s->cells[kit_cell(k, "P[1].t") + 1]), 4);
}

// A queue without room is only a name.
static void test_capacity_zero(void **state) {
  kit *k = *state;
  uint32_t q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 1, false, 0, &k->b, 1, SV_NOWHERE);
  sv_term queue = sv_queue(k->T, q, 0, SV_NONE), length = sv_app1(k->T, SV_OP_QLEN, queue);
  op(k, "take", SV_DEQUEUE, queue, SV_NONE);
  kit_action(k, "put",
             (sv_action){QUEUE_OPS({.verb = SV_ENQUEUE, .queue = queue, FIELDS(SV_TRUE)})});
  kit_action(
      k, "idle",
      (sv_action){.guard = sv_and(k->T, sv_app1(k->T, SV_OP_QFULL, queue), eq(k, length, 0))});
  kit_run(k);
  assert_enabled(k, "idle");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_fifo),          KIT_TEST(test_slots),      KIT_TEST(test_defer_and_flush),
      KIT_TEST(test_order),         KIT_TEST(test_references), KIT_TEST(test_terms),
      KIT_TEST(test_local_queues),  KIT_TEST(test_signals),    KIT_TEST(test_initial_references),
      KIT_TEST(test_capacity_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
