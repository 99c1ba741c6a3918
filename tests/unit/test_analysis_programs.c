// test_analysis_programs.c -- small programs that break careless reductions.
//
// Each is written with the model builder; the reduced searches must still find
// what there is to find. Then a few where the reduction must be strong.

#include "analysis/access/relations.h"

#include "unit/test_analysis_search.h"

typedef struct {
  sv_model *m;
  sv_terms *T;
  uint32_t assertion, deadlock, invariant;
  uint32_t process;  // the one being written
  sv_net *net;
  graph *g;
} program;

static sv_name name_in(program *p, const char *s) { return sv_names_cstr(p->m->names, s); }

static int setup(void **state) {
  program *p = SV_NEW(program);
  p->m = sv_model_new();
  p->T = p->m->terms;
  p->assertion =
      sv_model_property(p->m, name_in(p, "assert"), SV_PROP_ASSERTION, SV_NONE, "", SV_NOWHERE);
  p->deadlock =
      sv_model_property(p->m, name_in(p, "deadlock"), SV_PROP_DEADLOCK, SV_NONE, "", SV_NOWHERE);
  return *state = p, 0;
}

static int teardown(void **state) {
  program *p = *state;
  if (p->g) graph_free(p->g);
  sv_net_free(p->net);
  sv_model_free(p->m);
  sv_free(p);
  return 0;
}

// ---- writing programs

static sv_term bit(program *p, const char *name) {
  uint32_t v = sv_model_variable(p->m, name_in(p, name), sv_sort_bool(p->T), SV_GLOBAL, SV_FALSE,
                                 SV_NOWHERE);
  return sv_model_var(p->m, v, 0);
}

static sv_term number(program *p, const char *name) {
  uint32_t v = sv_model_variable(p->m, name_in(p, name), sv_sort_range(p->T, 0, 3), SV_GLOBAL,
                                 sv_int_const(p->T, 0), SV_NOWHERE);
  return sv_model_var(p->m, v, 0);
}

// A process with locations 1 .. n; flags[i] are those of location i + 1.
static void begin(program *p, const char *name, uint32_t n, const unsigned *flags) {
  p->process = sv_model_template(p->m, name_in(p, name), 1, 1, SV_NOWHERE);
  for (uint32_t i = 0; i < n; i++) {
    char text[16];
    snprintf(text, sizeof text, "L%u", i + 1);
    sv_model_location(p->m, p->process, name_in(p, text), flags ? flags[i] : 0, SV_NOWHERE);
  }
}

static sv_edge edge_of(program *p, uint32_t process, uint32_t from, uint32_t to) {
  uint32_t *list = SV_ARENA_NEW(p->m->arena, uint32_t);
  *list = from;
  return (sv_edge){.template_number = process,
                   .instance = SV_ANY_INSTANCE,
                   .from = list,
                   .from_count = 1,
                   .to = to};
}

// A step of the process being written; the rest of the action is `a`.
static void step(program *p, const char *name, uint32_t from, uint32_t to, sv_action a) {
  sv_edge edge = edge_of(p, p->process, from, to);
  a.name = name_in(p, name);
  if (!a.edge_count) a.edges = &edge, a.edge_count = 1;
  if (sv_is_none(a.guard)) a.guard = SV_TRUE;
  if (sv_is_none(a.constraint)) a.constraint = SV_TRUE;
  sv_model_action(p->m, &a);
}

#define GUARD(t) .guard = (t)
#define SET(t, v) .updates = &(sv_update){t, v}, .update_count = 1
#define OP(...) .queue_ops = &(sv_queue_op){__VA_ARGS__}, .queue_op_count = 1
#define FAIL .fails = p->assertion

static void check_invariant(program *p, sv_term t) {
  p->invariant =
      sv_model_property(p->m, name_in(p, "invariant"), SV_PROP_INVARIANT, t, "", SV_NOWHERE);
}

static void spell_out(program *p) {
  sv_text why = {0};
  p->net = sv_net_new(p->m, (sv_net_options){.threads = 2}, &why);
  assert_non_null(p->net);
  sv_text_free(&why);
  p->g = graph_new(p->net, 100000);
  assert_true(p->g->complete);
}

// The whole graph violates the property, and the reduced searches see it.
static void finds(program *p, uint32_t property) {
  oracle o;
  spell_out(p);
  sv_bits fired;
  sv_bits_init(&fired, p->net->actions.n);
  all_fired(p->g, &fired);
  assert_true(violated(p->g, NULL, &fired, property));
  sv_bits_free(&fired);
  assert_true(oracle_new(&o, p->g, &property, 1));
  check_searches(&o, &property, 1, 0);
  oracle_free(&o);
}

// States of the reduced search for the property.
static uint32_t reduced_states(program *p, uint32_t property) {
  oracle o;
  assert_true(oracle_new(&o, p->g, &property, 1));
  uint32_t states = check_searches(&o, &property, 1, 0);
  oracle_free(&o);
  return states;
}

// ---- what happens later counts

// A: x := 1.  B: skip; if (!x) error.
static void test_later_access(void **state) {
  program *p = *state;
  sv_term x = bit(p, "x");
  begin(p, "A", 2, NULL);
  step(p, "set", 1, 2, (sv_action){SET(x, SV_TRUE)});
  begin(p, "B", 3, NULL);
  step(p, "skip", 1, 2, (sv_action){0});
  step(p, "error", 2, 3, (sv_action){GUARD(sv_not(x)), FAIL});
  finds(p, p->assertion);
}

// x := 1; x := 0 || y := 1; y := 0, never both.
static void test_visibility(void **state) {
  program *p = *state;
  sv_term x = bit(p, "x"), y = bit(p, "y");
  begin(p, "A", 3, NULL);
  step(p, "x1", 1, 2, (sv_action){SET(x, SV_TRUE)});
  step(p, "x0", 2, 3, (sv_action){SET(x, SV_FALSE)});
  begin(p, "B", 3, NULL);
  step(p, "y1", 1, 2, (sv_action){SET(y, SV_TRUE)});
  step(p, "y0", 2, 3, (sv_action){SET(y, SV_FALSE)});
  check_invariant(p, sv_not(sv_and(p->T, x, y)));
  finds(p, p->invariant);
}

// a := *; b := !a; assume(a) || assume(b); error.
static void test_enabling(void **state) {
  program *p = *state;
  sv_term a = bit(p, "a"), b = bit(p, "b");
  sv_choice_input any = {.sort = sv_sort_bool(p->T)};
  begin(p, "A", 4, NULL);
  step(p, "any", 1, 2,
       (sv_action){SET(a, sv_choice(p->T, any.sort, 0)), .choices = &any, .choice_count = 1});
  step(p, "not", 2, 3, (sv_action){SET(b, sv_not(a))});
  step(p, "assume", 3, 4, (sv_action){GUARD(a)});
  begin(p, "B", 3, NULL);
  step(p, "wait", 1, 2, (sv_action){GUARD(b)});
  step(p, "error", 2, 3, (sv_action){FAIL});
  finds(p, p->assertion);
}

// A loops for ever on its own; B has one bad step.
static void test_cycle(void **state) {
  program *p = *state;
  sv_term x = bit(p, "x");
  begin(p, "A", 2, NULL);
  step(p, "there", 1, 2, (sv_action){0});
  step(p, "back", 2, 1, (sv_action){0});
  begin(p, "B", 2, NULL);
  step(p, "bad", 1, 2, (sv_action){SET(x, SV_TRUE)});
  check_invariant(p, sv_not(x));
  finds(p, p->invariant);
}

// x := 1; a := 1 || x := 2; b := 1 can end with x = 1 and both.
static void test_two_writers(void **state) {
  program *p = *state;
  sv_term x = number(p, "x"), a = bit(p, "a"), b = bit(p, "b");
  begin(p, "A", 3, NULL);
  step(p, "x1", 1, 2, (sv_action){SET(x, sv_int_const(p->T, 1))});
  step(p, "a", 2, 3, (sv_action){SET(a, SV_TRUE)});
  begin(p, "B", 3, NULL);
  step(p, "x2", 1, 2, (sv_action){SET(x, sv_int_const(p->T, 2))});
  step(p, "b", 2, 3, (sv_action){SET(b, SV_TRUE)});
  sv_term all[] = {a, b, sv_eq(p->T, x, sv_int_const(p->T, 1))};
  check_invariant(p, sv_not(sv_and_all(p->T, all, 3)));
  finds(p, p->invariant);
}

// ---- sections

// Q enters a section and can leave it only together with P; P's own step, done
// before, would spare Q the waiting, and R its chance.
static void write_meeting(program *p, unsigned section) {
  const unsigned q_flags[] = {0, section, SV_LOC_END}, p_flags[] = {0, 0, SV_LOC_END};
  begin(p, "Q", 3, q_flags);
  uint32_t q = p->process;
  step(p, "enter", 1, 2, (sv_action){0});
  begin(p, "P", 3, p_flags);
  step(p, "come", 1, 2, (sv_action){0});
  sv_edge both[] = {edge_of(p, q, 2, 3), edge_of(p, p->process, 2, 3)};
  step(p, "meet", 0, 0, (sv_action){.edges = both, .edge_count = 2});
  begin(p, "R", 2, (const unsigned[]){SV_LOC_END, SV_LOC_END});
  sv_sort places = p->m->variables.at[p->m->templates.at[q].pc].sort;
  sv_term there =
      sv_eq(p->T, sv_remote(p->T, places, p->m->templates.at[q].pc, sv_int_const(p->T, 0)),
            sv_const(p->T, places, sv_small(2)));
  step(p, "see", 1, 2, (sv_action){GUARD(there), FAIL});
}

static void test_woken_holder(void **state) {
  write_meeting(*state, SV_LOC_YIELDING);
  finds(*state, ((program *)*state)->assertion);
}

static void test_stuck_section(void **state) {
  write_meeting(*state, SV_LOC_BLOCKING);
  finds(*state, ((program *)*state)->deadlock);
}

// x is 1 only inside a section that never waits.
static void write_flicker(program *p, unsigned section, sv_term x) {
  const unsigned flags[] = {0, section, section, 0};
  begin(p, "A", 4, flags);
  step(p, "enter", 1, 2, (sv_action){0});
  step(p, "x1", 2, 3, (sv_action){SET(x, SV_TRUE)});
  step(p, "x0", 3, 4, (sv_action){SET(x, SV_FALSE)});
}

static void flicker(program *p, unsigned section) {
  sv_term x = bit(p, "x"), y = bit(p, "y");
  write_flicker(p, section, x);
  begin(p, "B", 3, NULL);
  step(p, "y1", 1, 2, (sv_action){SET(y, SV_TRUE)});
  step(p, "y0", 2, 3, (sv_action){SET(y, SV_FALSE)});
  check_invariant(p, sv_not(sv_and(p->T, x, y)));
  finds(p, p->invariant);
}

static void test_flicker_blocking(void **state) { flicker(*state, SV_LOC_BLOCKING); }
static void test_flicker_committed(void **state) { flicker(*state, SV_LOC_COMMITTED); }
static void test_flicker_yielding(void **state) { flicker(*state, SV_LOC_YIELDING); }

// A goes round through a solid section for ever; B must get its turn.
static void test_section_cycle(void **state) {
  program *p = *state;
  const unsigned flags[] = {0, SV_LOC_BLOCKING};
  begin(p, "A", 2, flags);
  step(p, "enter", 1, 2, (sv_action){0});
  step(p, "leave", 2, 1, (sv_action){0});
  begin(p, "B", 2, NULL);
  step(p, "bad", 1, 2, (sv_action){FAIL});
  finds(p, p->assertion);
}

// Independent straight sections: entries stand for their sections.
static void test_transactions(void **state) {
  program *p = *state;
  static const char *const names[] = {"A", "B", "C", "D"};
  for (uint32_t i = 0; i < 4; i++) {
    const unsigned flags[] = {0, SV_LOC_BLOCKING, SV_LOC_BLOCKING, 0, SV_LOC_END};
    begin(p, names[i], 5, flags);
    for (uint32_t l = 1; l < 5; l++) step(p, "go", l, l + 1, (sv_action){0});
  }
  begin(p, "E", 2, NULL);
  step(p, "bad", 1, 2, (sv_action){FAIL});
  spell_out(p);
  assert_true(p->g->states.n > 400);
  assert_true(reduced_states(p, p->deadlock) == 18);
}

// ---- queues

// Taking the first message, if no second one has come: an arrival disturbs it.
static void test_looks_behind(void **state) {
  program *p = *state;
  sv_sort small = sv_sort_range(p->T, 0, 3);
  uint32_t family =
      sv_model_queue(p->m, name_in(p, "q"), SV_GLOBAL, 1, false, 2, &small, 1, SV_NOWHERE);
  sv_term q = sv_queue(p->T, family, 0, SV_NONE), one = sv_int_const(p->T, 1),
          zero = sv_int_const(p->T, 0);
  begin(p, "A", 3, NULL);
  step(p, "send", 1, 2, (sv_action){OP(SV_ENQUEUE, q, SV_NONE, &one, 1)});
  step(p, "send", 2, 3, (sv_action){OP(SV_ENQUEUE, q, SV_NONE, &one, 1)});
  begin(p, "B", 2, NULL);
  step(p, "take", 1, 2,
       (sv_action){OP(SV_DEQUEUE, q, SV_NONE, NULL, 0), FAIL,
                   GUARD(sv_eq(p->T, sv_peek(p->T, small, q, one, 0), zero))});
  finds(p, p->assertion);
}

// B sends unless the queue is empty (then something else goes first).
static void test_competitor_looks(void **state) {
  program *p = *state;
  sv_sort small = sv_sort_range(p->T, 0, 3);
  uint32_t family =
      sv_model_queue(p->m, name_in(p, "q"), SV_GLOBAL, 1, false, 3, &small, 1, SV_NOWHERE);
  sv_term q = sv_queue(p->T, family, 0, SV_NONE), one = sv_int_const(p->T, 1), go = bit(p, "go");
  sv_term empty = sv_eq(p->T, sv_app1(p->T, SV_OP_QLEN, q), sv_int_const(p->T, 0));
  begin(p, "A", 3, NULL);
  step(p, "fill", 1, 2, (sv_action){OP(SV_ENQUEUE, q, SV_NONE, &one, 1), SET(go, SV_TRUE)});
  step(p, "take", 2, 3, (sv_action){OP(SV_DEQUEUE, q, SV_NONE, NULL, 0)});
  begin(p, "B", 3, NULL);
  sv_edge otherwise = edge_of(p, p->process, 2, 3);
  otherwise.priority = 1;
  step(p, "wait", 1, 2, (sv_action){GUARD(go)});
  step(p, "first", 2, 3, (sv_action){GUARD(empty)});
  step(
      p, "else", 0, 0,
      (sv_action){.edges = &otherwise, .edge_count = 1, FAIL, OP(SV_ENQUEUE, q, SV_NONE, &one, 1)});
  finds(p, p->assertion);
  sv_accesses *all = sv_accesses_new(p->net);
  sv_relations *r = sv_relations_new(all);
  assert_true(sv_conflicts(r, 1, 4));  // take and else
  assert_false(sv_ends_apart(r, 1, 4));
  sv_relations_free(r);
  sv_accesses_free(all);
}

// A pipeline over bounded queues: both ends move freely.
static void test_pipeline(void **state) {
  program *p = *state;
  sv_sort small = sv_sort_range(p->T, 0, 3);
  sv_term one = sv_int_const(p->T, 1), q[3];
  for (uint32_t i = 0; i < 3; i++) {
    char text[8];
    snprintf(text, sizeof text, "q%u", i);
    uint32_t family =
        sv_model_queue(p->m, name_in(p, text), SV_GLOBAL, 1, false, 2, &small, 1, SV_NOWHERE);
    q[i] = sv_queue(p->T, family, 0, SV_NONE);
  }
  begin(p, "source", 7, NULL);
  for (uint32_t l = 1; l < 7; l++)
    step(p, "send", l, l + 1, (sv_action){OP(SV_ENQUEUE, q[0], SV_NONE, &one, 1)});
  for (uint32_t i = 0; i < 2; i++) {
    begin(p, i ? "second" : "first", 2, NULL);
    step(p, "take", 1, 2, (sv_action){OP(SV_DEQUEUE, q[i], SV_NONE, NULL, 0)});
    step(p, "send", 2, 1, (sv_action){OP(SV_ENQUEUE, q[i + 1], SV_NONE, &one, 1)});
  }
  begin(p, "sink", 1, NULL);
  step(p, "take", 1, 1, (sv_action){OP(SV_DEQUEUE, q[2], SV_NONE, NULL, 0)});
  spell_out(p);
  uint32_t states = reduced_states(p, p->deadlock);
  print_message("pipeline: %u states of %u\n", states, p->g->states.n);
  assert_true(states * 4 < p->g->states.n);
}

// ---- what a reduction is for

// n processes of k private steps.
static void test_private_steps(void **state) {
  program *p = *state;
  static const char *const names[] = {"A", "B", "C", "D", "E"};
  for (uint32_t i = 0; i < 5; i++) {
    begin(p, names[i], 5, NULL);
    for (uint32_t l = 1; l < 5; l++) step(p, "go", l, l + 1, (sv_action){0});
  }
  spell_out(p);
  assert_int_equal(p->g->states.n, 3125);
  assert_int_equal(reduced_states(p, p->deadlock), 21);
  assert_int_equal(reduced_states(p, p->assertion), 21);
}

// Dining philosophers, left fork first.
static void test_philosophers(void **state) {
  program *p = *state;
  enum { PHILOSOPHERS = 6 };
  sv_term fork[PHILOSOPHERS];
  char text[8];
  for (uint32_t i = 0; i < PHILOSOPHERS; i++)
    snprintf(text, sizeof text, "f%u", i), fork[i] = bit(p, text);
  for (uint32_t i = 0; i < PHILOSOPHERS; i++) {
    sv_term left = fork[i], right = fork[(i + 1) % PHILOSOPHERS];
    snprintf(text, sizeof text, "P%u", i);
    begin(p, text, 4, NULL);
    step(p, "left", 1, 2, (sv_action){GUARD(sv_not(left)), SET(left, SV_TRUE)});
    step(p, "right", 2, 3, (sv_action){GUARD(sv_not(right)), SET(right, SV_TRUE)});
    step(p, "lower", 3, 4, (sv_action){SET(left, SV_FALSE)});
    step(p, "think", 4, 1, (sv_action){SET(right, SV_FALSE)});
  }
  finds(p, p->deadlock);
  uint32_t states = reduced_states(p, p->deadlock);
  print_message("philosophers: %u states of %u\n", states, p->g->states.n);
  assert_true(states * 2 < p->g->states.n);
}

// ---- refusals

static void refuses(program *p, const char *words) {
  sv_text why = {0};
  spell_out(p);
  assert_null(sv_reduction_new(p->net, &p->deadlock, 1, &why));
  if (!strstr(sv_text_get(&why), words))
    fail_msg("refused for another reason: %s", sv_text_get(&why));
  sv_text_free(&why);
}

static void test_refuses_timeout_in_section(void **state) {
  program *p = *state;
  begin(p, "A", 2, (const unsigned[]){0, SV_LOC_COMMITTED});
  step(p, "a", 1, 2, (sv_action){.priority = 1});
  refuses(p, "global priorities together with blocking");
}

static void test_refuses_timeout_of_holder(void **state) {
  program *p = *state;
  begin(p, "A", 2, (const unsigned[]){0, SV_LOC_YIELDING});
  step(p, "a", 1, 2, (sv_action){0});
  step(p, "b", 2, 1, (sv_action){.priority = 1});
  refuses(p, "inside yielding");
}

static void test_refuses_mixed_priority(void **state) {
  program *p = *state;
  begin(p, "A", 2, (const unsigned[]){0, SV_LOC_BLOCKING});
  uint32_t a = p->process;
  begin(p, "B", 2, NULL);
  sv_edge both[] = {edge_of(p, a, 1, 2), edge_of(p, p->process, 1, 2)};
  both[1].priority = 1;
  step(p, "meet", 0, 0, (sv_action){.edges = both, .edge_count = 2});
  refuses(p, "local priorities");
}

static void test_refuses_end_in_section(void **state) {
  program *p = *state;
  begin(p, "A", 2, (const unsigned[]){0, SV_LOC_BLOCKING | SV_LOC_END});
  step(p, "a", 1, 2, (sv_action){0});
  refuses(p, "end locations");
}

#define PROGRAM(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      PROGRAM(test_later_access),
      PROGRAM(test_visibility),
      PROGRAM(test_enabling),
      PROGRAM(test_cycle),
      PROGRAM(test_two_writers),
      PROGRAM(test_woken_holder),
      PROGRAM(test_stuck_section),
      PROGRAM(test_flicker_blocking),
      PROGRAM(test_flicker_committed),
      PROGRAM(test_flicker_yielding),
      PROGRAM(test_section_cycle),
      PROGRAM(test_transactions),
      PROGRAM(test_looks_behind),
      PROGRAM(test_competitor_looks),
      PROGRAM(test_pipeline),
      PROGRAM(test_private_steps),
      PROGRAM(test_philosophers),
      PROGRAM(test_refuses_timeout_in_section),
      PROGRAM(test_refuses_timeout_of_holder),
      PROGRAM(test_refuses_mixed_priority),
      PROGRAM(test_refuses_end_in_section),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
