// test_exec_control.c -- the rules of control: who may move among those who
// can. One test or more for each rule of docs/model.md, "Control".

#include "unit/test_exec_kit.h"

// P moves A -> B -> C, and Q moves D -> E -> F; x is a global in 0..2.
typedef struct {
  uint32_t p, a, b, c, q, d, e, f, x;
} pair;

static pair make_pair(kit *k, unsigned flags_of_a, unsigned flags_of_b) {
  pair m = {.p = kit_template(k, "P", 1, 1), .q = kit_template(k, "Q", 1, 1)};
  m.a = kit_location(k, m.p, "A", flags_of_a);
  m.b = kit_location(k, m.p, "B", flags_of_b);
  m.c = kit_location(k, m.p, "C", 0);
  m.d = kit_location(k, m.q, "D", 0), m.e = kit_location(k, m.q, "E", 0);
  m.f = kit_location(k, m.q, "F", 0);
  m.x = kit_small(k, "x", SV_GLOBAL);
  return m;
}

// P: ab, then bc if x = 1. Q: de sets x to 1, then ef.
static void add_moves(kit *k, const pair *m) {
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m->p, m->a, m->b))});
  kit_action(k, "bc",
             (sv_action){EDGES(edge(k, m->p, m->b, m->c)), .guard = eq(k, var(k, m->x), 1)});
  kit_action(k, "de",
             (sv_action){EDGES(edge(k, m->q, m->d, m->e)), UPDATES({var(k, m->x), num(k, 1)})});
  kit_action(k, "ef", (sv_action){EDGES(edge(k, m->q, m->e, m->f))});
}

static void test_plain(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  add_moves(k, &m);
  kit_run(k);
  assert_enabled(k, "ab de");
  assert_int_equal(k->net->holder, SV_NO_VARIABLE);
}

static void test_blocking(void **state) {
  kit *k = *state;
  pair m = make_pair(k, SV_LOC_BLOCKING, SV_LOC_BLOCKING);
  add_moves(k, &m);
  kit_action(k, "tick", (sv_action){.guard = SV_TRUE});
  kit_run(k);
  assert_enabled(k, "ab");
  kit_do(k, "ab");
  assert_enabled(k, "");  // P is blocked, and everybody waits
  assert_true(sv_exec_deadlocked(k->x, k->s));
  assert_true(kit_refused(k, "de", "go first"));
}

static void test_committed(void **state) {
  kit *k = *state;
  pair m = make_pair(k, SV_LOC_COMMITTED, 0);
  uint32_t r = kit_template(k, "R", 1, 1), g = kit_location(k, r, "G", SV_LOC_COMMITTED);
  add_moves(k, &m);
  kit_action(k, "r", (sv_action){EDGES(edge(k, r, g, 0))});
  kit_action(k, "meet", (sv_action){EDGES(edge(k, m.q, m.d, m.f), edge(k, r, g, 0))});
  kit_run(k);
  assert_enabled(k, "ab r meet");  // not de: Q is not committed
  kit_do(k, "ab");
  assert_enabled(k, "r meet");
}

static void test_yielding_keeps_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, SV_LOC_YIELDING, SV_LOC_YIELDING);
  add_moves(k, &m);
  kit_run(k);
  assert_enabled(k, "ab de");  // nobody holds control at the start
  kit_do(k, "de");
  assert_value(k, "holder", 0);
  kit_do(k, "ab");
  assert_value(k, "holder", 1);
  assert_enabled(k, "bc");  // ef must wait
  kit_do(k, "bc");
  assert_value(k, "holder", 0);  // C is not yielding
  assert_enabled(k, "ef");
}

static void test_yielding_loses_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  add_moves(k, &m);
  kit_run(k);
  kit_do(k, "ab");
  assert_value(k, "holder", 1);
  assert_enabled(k, "de");  // P is blocked, so others may move
  kit_do(k, "de");
  assert_value(k, "holder", 0);  // and P has lost control
  assert_enabled(k, "bc ef");
}

// P sends to Q from inside its atomic section: the receiver goes on.
static void test_rendezvous_passes_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  uint32_t e = kit_location(k, m.q, "E2", SV_LOC_YIELDING);
  kit_action(k, "send", (sv_action){EDGES(edge(k, m.p, m.a, m.b), edge(k, m.q, m.d, e))});
  kit_action(k, "p", (sv_action){EDGES(edge(k, m.p, m.b, m.c))});
  kit_action(k, "q", (sv_action){EDGES(edge(k, m.q, e, m.f))});
  kit_run(k);
  kit_do(k, "send");
  assert_value(k, "holder", 2);
  assert_enabled(k, "q");
  kit_do(k, "q");
  assert_enabled(k, "p");
}

// The other way round: only the sender arrives in a yielding location.
static void test_rendezvous_keeps_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  kit_action(k, "send", (sv_action){EDGES(edge(k, m.p, m.a, m.b), edge(k, m.q, m.d, m.e))});
  kit_action(k, "p", (sv_action){EDGES(edge(k, m.p, m.b, m.c))});
  kit_action(k, "q", (sv_action){EDGES(edge(k, m.q, m.e, m.f))});
  kit_run(k);
  kit_do(k, "send");
  assert_value(k, "holder", 1);
  assert_enabled(k, "p");
}

// An edge that stays keeps control exactly where the place is yielding.
static void test_staying(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  kit_action(k, "stay", (sv_action){EDGES(edge(k, m.p, 0, 0))});
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(k, "de", (sv_action){EDGES(edge(k, m.q, m.d, m.e))});
  kit_run(k);
  kit_do(k, "stay");
  assert_value(k, "holder", 0);
  kit_do(k, "ab");
  kit_do(k, "stay");
  assert_value(k, "holder", 1);
  assert_enabled(k, "stay");
}

// Neither a process that ends nor one that is started takes control.
static void test_end_and_start_take_no_control(void **state) {
  kit *k = *state;
  uint32_t p = kit_template(k, "P", 1, 2), a = kit_location(k, p, "A", 0);
  uint32_t b = kit_location(k, p, "B", SV_LOC_YIELDING);
  uint32_t stop = kit_location(k, p, "S", SV_LOC_STOP | SV_LOC_YIELDING);
  kit_action(k, "run",
             (sv_action){EDGES(edge(k, p, a, a)), STARTS({.template_number = p, .at = b})});
  kit_action(k, "stop", (sv_action){EDGES(edge(k, p, b, stop))});
  kit_run(k);
  kit_do(k, "run");
  assert_state(k, "P[0]@A, P[1]@B");
  assert_value(k, "holder", 0);
  kit_do(k, "stop");
  assert_state(k, "P[0]@A");
  assert_value(k, "holder", 0);
}

static void test_global_priority(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  kit_action(
      k, "timeout",
      (sv_action){EDGES(edge(k, m.p, 0, 0)), .priority = 1, UPDATES({var(k, m.x), num(k, 1)})});
  kit_action(k, "late", (sv_action){EDGES(edge(k, m.p, 0, 0)), .priority = 2});
  kit_action(k, "de", (sv_action){EDGES(edge(k, m.q, m.d, m.e))});
  kit_action(k, "never",
             (sv_action){EDGES(edge(k, m.q, m.e, 0)), UPDATES({var(k, m.x), num(k, 9)})});
  kit_run(k);
  assert_enabled(k, "de");
  kit_do(k, "de");
  assert_enabled(k, "timeout");  // "never" is not possible, so it does not count
}

// Rule 1 comes first: what it removes does not hold back a timeout.
static void test_blocking_before_priority(void **state) {
  kit *k = *state;
  pair m = make_pair(k, SV_LOC_BLOCKING, 0);
  kit_action(k, "timeout", (sv_action){EDGES(edge(k, m.p, m.a, 0)), .priority = 1});
  kit_action(k, "de", (sv_action){EDGES(edge(k, m.q, m.d, m.e))});
  kit_run(k);
  assert_enabled(k, "timeout");
}

// Rule 2 comes before rule 3: a holder that could only time out lets others move.
static void test_priority_before_yielding(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(k, "timeout", (sv_action){EDGES(edge(k, m.p, m.b, 0)), .priority = 1});
  kit_action(k, "de", (sv_action){EDGES(edge(k, m.q, m.d, m.e))});
  kit_run(k);
  kit_do(k, "ab");
  assert_enabled(k, "de");
  kit_do(k, "de");
  assert_enabled(k, "timeout");
}

static sv_edge ranked(sv_edge e, uint32_t class) { return e.priority = class, e; }

static void test_local_priority(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  sv_term choice = sv_choice(k->T, k->u2, 0);
  kit_action(k, "take",
             (sv_action){EDGES(edge(k, m.p, m.a, 0)), CHOICES(CHOICE("c", k->u2)),
                         UPDATES({var(k, m.x), choice}),
                         .constraint = sv_and(k->T, eq(k, choice, 2), eq(k, var(k, m.x), 0))});
  kit_action(k, "else", (sv_action){EDGES(ranked(edge(k, m.p, m.a, m.b), 1))});
  kit_action(k, "q", (sv_action){EDGES(ranked(edge(k, m.q, m.d, 0), 1))});
  kit_run(k);
  assert_enabled(k, "take q");  // some value makes "take" possible
  kit_do(k, "take");
  assert_value(k, "x", 2);
  assert_enabled(k, "else q");
}

// A joint action is dropped if any partner has something better to do.
static void test_local_priority_of_partners(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  kit_action(k, "meet", (sv_action){EDGES(edge(k, m.p, m.a, m.b), ranked(edge(k, m.q, 0, 0), 1))});
  kit_action(k, "p", (sv_action){EDGES(ranked(edge(k, m.p, m.a, 0), 1))});
  kit_action(k, "de", (sv_action){EDGES(edge(k, m.q, m.d, m.e))});
  kit_run(k);
  assert_enabled(k, "de");  // "meet" is dropped, but still outranks "p"
  kit_do(k, "de");
  assert_enabled(k, "meet");
}

static void test_local_priority_in_a_ring(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  kit_action(k, "pq", (sv_action){EDGES(edge(k, m.p, m.a, 0), ranked(edge(k, m.q, m.d, 0), 1))});
  kit_action(k, "qp", (sv_action){EDGES(edge(k, m.q, m.d, 0), ranked(edge(k, m.p, m.a, 0), 1))});
  kit_run(k);
  assert_enabled(k, "");
}

static sv_edge flagged(sv_edge e, unsigned flags) { return e.flags = flags, e; }

// P holds control in B, where it can only be taken along: that is no move of its own.
static void test_passive_edges_keep_no_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(
      k, "send",
      (sv_action){EDGES(edge(k, m.q, m.d, m.e), flagged(edge(k, m.p, m.b, m.c), SV_EDGE_PASSIVE))});
  kit_action(k, "df", (sv_action){EDGES(edge(k, m.q, m.d, m.f))});
  kit_action(k, "bc", (sv_action){EDGES(edge(k, m.p, m.b, m.c)), .guard = eq(k, var(k, m.x), 1)});
  kit_run(k);
  kit_do(k, "ab");
  assert_value(k, "holder", 1);
  assert_enabled(k, "send df");
  k->s->cells[kit_cell(k, "x")] = sv_small(1);
  assert_enabled(k, "bc");  // now it can move, and nobody takes it along
}

// The receiver takes control, or the sender does, as the edges say.
static void test_releasing_edges_take_no_control(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  uint32_t e = kit_location(k, m.q, "E2", SV_LOC_YIELDING);
  kit_action(
      k, "keep",
      (sv_action){EDGES(edge(k, m.p, m.a, m.b), flagged(edge(k, m.q, m.d, e), SV_EDGE_RELEASES))});
  kit_action(k, "again", (sv_action){EDGES(flagged(edge(k, m.p, m.b, m.b), SV_EDGE_RELEASES))});
  kit_action(k, "stay", (sv_action){EDGES(flagged(edge(k, m.p, m.b, 0), SV_EDGE_RELEASES))});
  kit_action(k, "ef", (sv_action){EDGES(edge(k, m.q, e, m.f))});
  kit_run(k);
  kit_do(k, "keep");
  assert_value(k, "holder", 1);
  assert_enabled(k, "again stay");
  kit_do(k, "again");
  assert_value(k, "holder", 0);
  assert_enabled(k, "again stay ef");
  kit_do(k, "stay");
  assert_value(k, "holder", 0);
}

// Neither does a passive edge outrank, nor is it outranked.
static void test_passive_edges_have_no_class(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  kit_action(k, "meet",
             (sv_action){EDGES(edge(k, m.p, m.a, m.b),
                               flagged(ranked(edge(k, m.q, m.d, 0), 2), SV_EDGE_PASSIVE))});
  kit_action(
      k, "low",
      (sv_action){EDGES(edge(k, m.p, m.a, m.b), flagged(edge(k, m.q, m.d, 0), SV_EDGE_PASSIVE))});
  kit_action(k, "else", (sv_action){EDGES(ranked(edge(k, m.q, m.d, m.e), 1))});
  kit_run(k);
  assert_enabled(k, "meet low else");
}

// Rule 3 comes before rule 4: what it removes outranks nobody.
static void test_yielding_before_local_priority(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_YIELDING);
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b))});
  kit_action(k, "q", (sv_action){EDGES(edge(k, m.q, m.d, 0))});
  kit_action(k, "meet",
             (sv_action){EDGES(edge(k, m.p, m.b, m.c), ranked(edge(k, m.q, m.d, m.e), 1))});
  kit_run(k);
  kit_do(k, "ab");
  assert_enabled(k, "meet");
}

static void test_cut(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, SV_LOC_BLOCKING);
  kit_action(k, "cut", (sv_action){EDGES(edge(k, m.q, m.d, 0)), .cut = "too deep"});
  kit_action(k, "late", (sv_action){EDGES(ranked(edge(k, m.q, m.d, 0), 1)), .priority = 1});
  kit_action(k, "ab", (sv_action){EDGES(edge(k, m.p, m.a, m.b)), .guard = eq(k, var(k, m.x), 1)});
  kit_action(k, "inc",
             (sv_action){
                 .guard = eq(k, var(k, m.x), 0), .priority = 2, UPDATES({var(k, m.x), num(k, 1)})});
  kit_run(k);
  uint32_t cut = sv_exec_cut(k->x, k->s);
  assert_true(cut < k->net->actions.n);
  assert_string_equal(k->net->actions.at[cut].cut, "too deep");
  assert_enabled(k, "");  // "late" would have to wait for the cut action
  assert_false(sv_exec_enabled(k->x, k->s, &(sv_step){.action = cut}));
  k->s->cells[kit_cell(k, "x")] = sv_small(1);
  kit_do(k, "ab");
  assert_int_equal(sv_exec_cut(k->x, k->s), UINT32_MAX);  // rule 1 removes it
  assert_true(sv_exec_deadlocked(k->x, k->s));
}

static void test_cut_is_no_deadlock(void **state) {
  kit *k = *state;
  pair m = make_pair(k, 0, 0);
  kit_action(k, "cut",
             (sv_action){EDGES(edge(k, m.p, m.a, m.b)), .cut = "too deep",
                         .guard = eq(k, var(k, m.x), 0)});
  kit_run(k);
  assert_enabled(k, "");
  assert_false(sv_exec_deadlocked(k->x, k->s));
  k->s->cells[kit_cell(k, "x")] = sv_small(1);
  assert_true(sv_exec_deadlocked(k->x, k->s));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(test_plain),
      KIT_TEST(test_blocking),
      KIT_TEST(test_committed),
      KIT_TEST(test_yielding_keeps_control),
      KIT_TEST(test_yielding_loses_control),
      KIT_TEST(test_rendezvous_passes_control),
      KIT_TEST(test_rendezvous_keeps_control),
      KIT_TEST(test_staying),
      KIT_TEST(test_end_and_start_take_no_control),
      KIT_TEST(test_global_priority),
      KIT_TEST(test_blocking_before_priority),
      KIT_TEST(test_priority_before_yielding),
      KIT_TEST(test_local_priority),
      KIT_TEST(test_local_priority_of_partners),
      KIT_TEST(test_local_priority_in_a_ring),
      KIT_TEST(test_yielding_before_local_priority),
      KIT_TEST(test_passive_edges_keep_no_control),
      KIT_TEST(test_releasing_edges_take_no_control),
      KIT_TEST(test_passive_edges_have_no_class),
      KIT_TEST(test_cut),
      KIT_TEST(test_cut_is_no_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
