// test_api.c -- include/selvage.h as a client uses it.

#include "selvage.h"
#include "unit/unit.h"

#include <stdio.h>
#include <unistd.h>

static const char race[] = "decl a := 0, b := 0;\n"
                           "void other() begin a := 1; end\n"
                           "void main() begin\n"
                           "  start_thread other();\n"
                           "  assert(!a);\n"
                           "end\n";

typedef struct {
  char path[64];
} file;

static file write_file(const char *suffix, const char *text) {
  static int number;
  file f;
  snprintf(f.path, sizeof f.path, "/tmp/selvage-api-%d-%d%s", (int)getpid(), number++, suffix);
  FILE *out = fopen(f.path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  return f;
}

static int status_of(selvage *s, const char *path) {
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  selvage_answer_free(a);
  selvage_model_free(m);
  return status;
}

static void check_violated_and_holds(void **state) {
  (void)state;
  file f = write_file(".bp", race);
  selvage *s = selvage_new();
  assert_int_equal(status_of(s, f.path), SELVAGE_VIOLATED);
  file g = write_file(".bp", "void main() begin assert(1); end\n");
  assert_int_equal(status_of(s, g.path), SELVAGE_HOLDS);
  selvage_free(s);
  unlink(f.path);
  unlink(g.path);
}

static void every_option_can_be_listed_and_set(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_option o;
  size_t n = 0;
  for (; selvage_option_at(n, &o); n++) {
    assert_int_equal(strncmp(o.flag, "--", 2), 0);
    if (o.fallback && o.argument) assert_null(selvage_set(s, o.flag, o.fallback));
  }
  assert_true(n > 10);
  assert_non_null(selvage_set(s, "--nonsense", "1"));
  assert_non_null(selvage_set(s, "--depth", "many"));
  assert_non_null(selvage_set(s, "--engine", "nonsense"));
  selvage_free(s);
}

static void missing_and_malformed_files(void **state) {
  (void)state;
  selvage *s = selvage_new();
  selvage_model *m = selvage_load(s, "/nonexistent/x.bp");
  assert_int_equal(selvage_model_status(m), SELVAGE_MALFORMED);
  assert_non_null(strstr(selvage_model_messages(m), "cannot read"));
  assert_null(selvage_model_show(s, m, "model"));
  selvage_model_free(m);
  file f = write_file(".bp", "void main() begin x := 1; end\n");
  assert_int_equal(status_of(s, f.path), SELVAGE_MALFORMED);
  unlink(f.path);
  selvage_free(s);
}

static void trace_is_written_and_replayed(void **state) {
  (void)state;
  file f = write_file(".bp", race), t = write_file(".json", "");
  selvage *s = selvage_new();
  selvage_model *m = selvage_load(s, f.path);
  selvage_answer *a = selvage_check(s, m);
  assert_null(selvage_answer_write_trace(a, t.path));
  assert_non_null(selvage_answer_write_trace(a, "/nonexistent/trace.json"));
  selvage_answer *again = selvage_replay(s, m, t.path);
  assert_int_equal(selvage_answer_status(again), SELVAGE_VIOLATED);
  selvage_answer_free(again);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  unlink(f.path);
  unlink(t.path);
}

static void options_of_a_trace_come_back(void **state) {
  (void)state;
  file f = write_file(".bp", "decl g;\nvoid main() begin L: g := 1; end\n"),
       t = write_file(".json", "");
  selvage *s = selvage_new();
  assert_null(selvage_set(s, "--label", "L"));
  selvage_model *m = selvage_load(s, f.path);
  selvage_answer *a = selvage_check(s, m);
  assert_int_equal(selvage_answer_status(a), SELVAGE_VIOLATED);
  assert_null(selvage_answer_write_trace(a, t.path));
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);

  s = selvage_new();
  assert_null(selvage_set_from_trace(s, t.path));
  m = selvage_load(s, f.path);
  a = selvage_replay(s, m, t.path);
  assert_int_equal(selvage_answer_status(a), SELVAGE_VIOLATED);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  unlink(f.path);
  unlink(t.path);
}

static void simulation_reaches_an_end(void **state) {
  (void)state;
  file f = write_file(".bp", race);
  selvage *s = selvage_new();
  selvage_model *m = selvage_load(s, f.path);
  const char *why = NULL;
  selvage_simulation *sim = selvage_simulate(s, m, &why);
  assert_non_null(sim);
  size_t steps = 0;
  for (; !selvage_simulation_stopped(sim); steps++) {
    char *text = selvage_simulation_describe(sim, 0);
    assert_true(*text);
    selvage_string_free(text);
    selvage_string_free(selvage_simulation_take(sim, selvage_simulation_random(sim)));
    assert_true(steps < 100);
  }
  assert_int_equal(steps, 5);
  assert_string_equal(selvage_simulation_stopped(sim), "end");
  selvage_simulation_free(sim);
  selvage_model_free(m);
  selvage_free(s);
  unlink(f.path);
}

static void infinite_models_can_be_simulated(void **state) {
  (void)state;
  file f = write_file(".svm", "var n : int = 0\n"
                              "process P initial 1 pool 1 entry a\n"
                              "  location a\n"
                              "  action jump\n"
                              "    choice c : int\n"
                              "    from a\n"
                              "    constraint (< n ?c)\n"
                              "    set n := ?c\n"
                              "end\n");
  selvage *s = selvage_new();
  selvage_model *m = selvage_load(s, f.path);
  assert_string_equal(selvage_model_messages(m), "");
  const char *why = NULL;
  selvage_simulation *sim = selvage_simulate(s, m, &why);
  assert_non_null(sim);
  assert_int_equal(selvage_simulation_choices(sim), 1);
  selvage_string_free(selvage_simulation_take(sim, 0));
  selvage_simulation_free(sim);
  selvage_answer *a = selvage_check(s, m);
  assert_int_equal(selvage_answer_status(a), SELVAGE_HOLDS);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  unlink(f.path);
}

static void worse_status_is_ordered(void **state) {
  (void)state;
  assert_int_equal(selvage_worse_status(0, 2), 2);
  assert_int_equal(selvage_worse_status(2, 1), 1);
  assert_int_equal(selvage_worse_status(65, 1), 65);
  assert_int_equal(selvage_worse_status(65, 70), 70);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(check_violated_and_holds),
      cmocka_unit_test(every_option_can_be_listed_and_set),
      cmocka_unit_test(missing_and_malformed_files),
      cmocka_unit_test(trace_is_written_and_replayed),
      cmocka_unit_test(options_of_a_trace_come_back),
      cmocka_unit_test(simulation_reaches_an_end),
      cmocka_unit_test(infinite_models_can_be_simulated),
      cmocka_unit_test(worse_status_is_ordered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
