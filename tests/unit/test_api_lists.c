// test_api_lists.c -- models from memory; diagnostics, findings, traces and statistics by number.

#include "selvage.h"
#include "unit/unit.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static const char race[] = "decl a := 0, b := 0;\n"
                           "void other() begin a := 1; end\n"
                           "void main() begin\n"
                           "  start_thread other();\n"
                           "  assert(!b);\n"
                           "  assert(!a);\n"
                           "end\n";

static selvage_model *load(selvage *s, const char *name, const char *text) {
  return selvage_load_text(s, name, text, strlen(text));
}

static void models_come_from_memory(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "in/memory.bp", race);
  assert_int_equal(selvage_model_status(m), 0);
  assert_string_equal(selvage_model_language(m), "boolprog");
  selvage_model_free(m);
  m = load(s, "no suffix", "active proctype P() { assert(1) }\n");
  assert_string_equal(selvage_model_language(m), "promela");
  selvage_model_free(m);
  m = selvage_load(s, "in/memory.bp");  // the text was for one load
  assert_int_equal(selvage_model_status(m), SELVAGE_MALFORMED);
  selvage_model_free(m);
  m = selvage_load_text(s, "empty.pml", NULL, 0);
  assert_int_equal(selvage_model_status(m), SELVAGE_MALFORMED);
  selvage_model_free(m);
  selvage_free(s);
}

static int status_of(selvage *s, selvage_model *m) {
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  selvage_answer_free(a);
  selvage_model_free(m);
  return status;
}

static void included_files_come_from_memory(void **state) {
  (void)state;
  selvage *s = selvage_new();
  static const char program[] = "#include \"x.h\"\nactive proctype P() { assert(X) }\n";
  static const char yes[] = "#define X 1\n", no[] = "#define X 0\n";
  selvage_provide(s, "/nowhere/x.h", yes, strlen(yes));
  assert_int_equal(status_of(s, load(s, "/nowhere/p.pml", program)), SELVAGE_HOLDS);
  selvage_provide(s, "/nowhere/x.h", no, strlen(no));
  assert_int_equal(status_of(s, load(s, "/nowhere/p.pml", program)), SELVAGE_VIOLATED);
  selvage_provide(s, "/nowhere/p.pml", program, strlen(program));
  assert_int_equal(status_of(s, selvage_load(s, "/nowhere/p.pml")), SELVAGE_VIOLATED);
  assert_int_equal(status_of(s, load(s, "/nowhere/p.pml", "active proctype P() { skip }\n")),
                   SELVAGE_HOLDS);
  assert_int_equal(status_of(s, selvage_load(s, "/nowhere/p.pml")), SELVAGE_VIOLATED);
  selvage_provide(s, "/nowhere/x.h", NULL, 0);
  assert_int_equal(status_of(s, selvage_load(s, "/nowhere/p.pml")), SELVAGE_MALFORMED);
  selvage_free(s);
}

typedef struct {
  int errors, others;
  selvage_diagnostic last;
} heard;

static void hear(void *context, const selvage_diagnostic *d) {
  heard *h = context;
  *(d->severity == SELVAGE_ERROR ? &h->errors : &h->others) += 1;
  h->last = *d;
}

static void diagnostics_are_listed_and_told(void **state) {
  (void)state;
  selvage *s = selvage_new();
  heard h = {0};
  selvage_on_message(s, hear, &h);
  selvage_model *m = load(s, "x.bp", "void main() begin\n  y := 1;\nend\n");
  selvage_diagnostic d;
  assert_true(selvage_model_diagnostic(m, 0, &d));
  assert_int_equal(d.severity, SELVAGE_ERROR);
  assert_string_equal(d.place.file, "x.bp");
  assert_int_equal(d.place.line, 2);
  assert_int_equal(d.place.column, 3);
  assert_int_equal(d.place.end_line, 2);
  assert_int_equal(d.place.end_column, 4);
  assert_non_null(strstr(selvage_model_messages(m), d.message));
  assert_int_equal(h.errors, 1);
  assert_false(selvage_model_diagnostic(m, (size_t)(h.errors + h.others), &d));
  selvage_model_free(m);
  m = selvage_load(s, "/nonexistent/x.bp");
  assert_int_equal(h.errors, 2);
  assert_string_equal(h.last.place.file, "/nonexistent/x.bp");
  assert_int_equal(h.last.place.line, 0);
  selvage_model_free(m);
  selvage_free(s);
}

static void each_property_has_its_answer(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "race.bp", race);
  assert_null(selvage_set(s, "--engine", "explicit"));
  assert_null(selvage_set(s, "--keep-going", NULL));
  selvage_answer *a = selvage_check(s, m);
  selvage_finding f;
  assert_true(selvage_answer_finding(a, 0, &f));
  assert_string_equal(f.name, "assert:5");
  assert_string_equal(f.kind, "assertion");
  assert_int_equal(f.place.line, 5);
  assert_int_equal(f.status, SELVAGE_HOLDS);
  assert_null(f.cause);
  assert_null(selvage_answer_trace(a, 0));
  assert_true(selvage_answer_finding(a, 1, &f));
  assert_int_equal(f.status, SELVAGE_VIOLATED);
  assert_non_null(selvage_answer_trace(a, 1));
  assert_false(selvage_answer_finding(a, 2, &f));
  assert_null(selvage_answer_trace(a, 2));
  selvage_answer_free(a);
  assert_null(selvage_set(s, "--depth", "1"));
  a = selvage_check(s, m);
  assert_true(selvage_answer_finding(a, 1, &f));
  assert_int_equal(f.status, SELVAGE_UNKNOWN);
  assert_string_equal(f.cause, "depth");
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

// A program gets every cell, also where a text for people tells them together.
static void cells_of_a_trace(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m =
      load(s, "cells.pml", "byte a[6]; active proctype P() { a[2] = 1; assert(a[2] == 0) }");
  selvage_answer *a = selvage_check(s, m);
  const selvage_trace *t = selvage_answer_first_trace(a);
  selvage_value v;
  size_t n = 0;
  for (; selvage_trace_initial(t, n, &v); n++) assert_string_equal(v.value, "0");
  assert_int_equal(n, 6);
  assert_true(selvage_trace_initial(t, 5, &v));
  assert_string_equal(v.name, "a[5]");
  char *report = selvage_answer_report(a);
  assert_non_null(strstr(report, "a[0..5] = 0"));
  selvage_string_free(report);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

static void steps_of_a_trace(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "some/race.bp", race);
  selvage_answer *a = selvage_check(s, m);
  const selvage_trace *t = selvage_answer_first_trace(a);
  assert_non_null(t);
  assert_ptr_equal(t, selvage_answer_trace(a, 1));
  assert_string_equal(selvage_trace_property(t), "assert:6");
  selvage_value v;
  assert_true(selvage_trace_initial(t, 0, &v));
  assert_string_equal(v.name, "a");
  assert_string_equal(v.value, "false");
  size_t n = selvage_trace_length(t), changes = 0, loop;
  assert_int_equal(n, 4);
  selvage_step step;
  for (size_t i = 0; selvage_trace_step(t, i, &step); i++) {
    assert_int_equal(step.number, i + 1);
    assert_string_equal(step.place.file, "some/race.bp");
    assert_null(step.output);
    for (size_t k = 0; selvage_trace_change(t, i, k, &v); k++) changes++;
    if (step.changes) assert_string_equal(step.statement, "a := 1");
    if (step.changes) assert_string_equal(step.process, "thread[1]");
  }
  assert_int_equal(changes, 1);
  assert_int_equal(step.place.line, 6);
  assert_false(selvage_trace_change(t, n, 0, &v));
  assert_false(selvage_trace_loop(t, &loop));
  selvage_wait w;
  assert_false(selvage_trace_wait(t, 0, &w));
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

static void failing_steps_change_nothing(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "x.pml",
                          "byte a[3], i = 3;\n"
                          "active proctype P() { printf(\"hello\\n\"); a[i] = 1 }\n");
  selvage_answer *a = selvage_check(s, m);
  const selvage_trace *t = selvage_answer_first_trace(a);
  selvage_step step;
  assert_true(selvage_trace_step(t, 0, &step));
  assert_string_equal(step.output, "hello\n");
  assert_true(selvage_trace_step(t, selvage_trace_length(t) - 1, &step));
  assert_non_null(strstr(step.fails, "is 3"));
  assert_int_equal(step.changes, 0);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

static void who_waits_and_what_is_repeated(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "x.pml", "chan q = [1] of { bit };\nactive proctype P() { q?1 }\n");
  selvage_answer *a = selvage_check(s, m);
  selvage_wait w;
  assert_true(selvage_trace_wait(selvage_answer_first_trace(a), 0, &w));
  assert_string_equal(w.process, "P(0)");
  assert_string_equal(w.statement, "q?1");
  assert_int_equal(w.place.line, 2);
  assert_non_null(strstr(w.needs, "q is empty"));
  assert_false(w.may_stay);
  selvage_answer_free(a);
  selvage_model_free(m);
  m = load(s, "y.pml",
           "bit b;\nactive proctype P() { do :: b = !b od }\nltl never_ends { <>[] b }\n");
  a = selvage_check(s, m);
  size_t first = 99;
  assert_int_equal(selvage_answer_status(a), SELVAGE_VIOLATED);
  const selvage_trace *t = selvage_answer_first_trace(a);
  assert_true(selvage_trace_loop(t, &first));
  assert_true(first < selvage_trace_length(t));
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

static void numbers_of_a_run(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = load(s, "race.bp", race);
  assert_null(selvage_set(s, "--engine", "explicit"));
  assert_null(selvage_set(s, "--property", "assert:5"));
  selvage_answer *a = selvage_check(s, m);
  selvage_statistics n;
  selvage_answer_statistics(a, &n);
  assert_string_equal(n.engine, "explicit");
  assert_true(atoi(n.states) > 4);
  assert_true(n.complete);
  assert_false(n.certified);
  assert_true(n.megabytes > 0);
  assert_non_null(n.reason);
  const char *name, *value;
  for (size_t i = 0; selvage_answer_statistic(a, i, &name, &value); i++) assert_true(*name);
  selvage_answer_free(a);
  selvage_model_free(m);
  m = load(s, "race.bp", "nonsense");
  a = selvage_check(s, m);
  selvage_answer_statistics(a, &n);
  assert_null(n.engine);
  assert_null(n.states);
  assert_false(selvage_answer_statistic(a, 0, &name, &value));
  assert_null(selvage_answer_first_trace(a));
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
}

static void an_interruption_can_be_cleared(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_interrupt(s);
  selvage_model *m = load(s, "race.bp", race);
  assert_int_equal(selvage_model_status(m), SELVAGE_UNKNOWN);
  selvage_answer *a = selvage_check(s, m);
  assert_string_equal(selvage_answer_cause(a), "interrupted");
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_clear_interrupt(s);
  assert_int_equal(status_of(s, load(s, "race.bp", race)), SELVAGE_VIOLATED);
  selvage_free(s);
}

// The state after each step is the same whichever way it is reached.
static void a_simulation_goes_back_and_forth(void **state) {
  (void)state;
  enum { STEPS = 4 };
  selvage *s = selvage_new();
  selvage_model *m = load(s, "race.bp", race);
  const char *why;
  selvage_simulation *sim = selvage_simulate(s, m, &why);
  char *states[STEPS + 1];
  states[0] = selvage_simulation_state(sim);
  for (int i = 1; i <= STEPS; i++) {
    selvage_string_free(selvage_simulation_take(sim, 0));
    states[i] = selvage_simulation_state(sim);
  }
  static const size_t tour[] = {3, 0, 4, 4, 1, 2, 0};
  for (size_t i = 0; i < sizeof tour / sizeof *tour; i++) {
    selvage_simulation_go(sim, tour[i]);
    char *now = selvage_simulation_state(sim);
    assert_string_equal(now, states[tour[i]]);
    assert_int_equal(selvage_simulation_taken(sim), tour[i]);
    assert_int_equal(selvage_simulation_known(sim), STEPS);
    selvage_string_free(now);
  }
  selvage_string_free(selvage_simulation_take(sim, 0));
  assert_int_equal(selvage_simulation_known(sim), 1);
  for (int i = 0; i <= STEPS; i++) selvage_string_free(states[i]);
  selvage_simulation_free(sim);
  selvage_model_free(m);
  selvage_free(s);
}

// ---- what forks, as the header says

static int forks;
static void count_fork(void) { forks++; }

static int forks_of(const char *engine) {
  selvage *s = selvage_new();
  assert_null(selvage_set(s, "--engine", engine));
  assert_null(selvage_set(s, "--time", "20"));
  selvage_model *m = load(s, "race.bp", race);
  forks = 0;
  selvage_answer_free(selvage_check(s, m));
  selvage_model_free(m);
  selvage_free(s);
  return forks;
}

static void some_engines_fork(void **state) {
  (void)state;
  pthread_atfork(count_fork, NULL, NULL);
  static const char *const in_this_process[] = {"explicit", "random"};
  const char *name, *summary;
  for (size_t i = 0; selvage_engine_at(i, &name, &summary); i++) {
    bool here = !strcmp(name, in_this_process[0]) || !strcmp(name, in_this_process[1]);
    bool looks_first = !strcmp(name, "auto") || !strcmp(name, "polyhedra");  // may need no child
    if (here) assert_int_equal(forks_of(name), 0);
    else if (!looks_first) assert_true(forks_of(name) > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_come_from_memory),
      cmocka_unit_test(included_files_come_from_memory),
      cmocka_unit_test(diagnostics_are_listed_and_told),
      cmocka_unit_test(each_property_has_its_answer),
      cmocka_unit_test(cells_of_a_trace),
      cmocka_unit_test(steps_of_a_trace),
      cmocka_unit_test(failing_steps_change_nothing),
      cmocka_unit_test(who_waits_and_what_is_repeated),
      cmocka_unit_test(numbers_of_a_run),
      cmocka_unit_test(an_interruption_can_be_cleared),
      cmocka_unit_test(a_simulation_goes_back_and_forth),
      cmocka_unit_test(some_engines_fork),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
