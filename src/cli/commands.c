// commands.c -- what each command does, once its arguments are known.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static void print_and_free(char *text, FILE *to) {
  fputs(text, to);
  selvage_string_free(text);
}

static void print_messages(const selvage_model *m) { fputs(selvage_model_messages(m), stderr); }

// ---- check ------------------------------------------------------------------------

// The status, or that of a file that could not be written.
static int after_writing(int status, const char *wrong) {
  if (!wrong) return status;
  fprintf(stderr, "selvage: %s\n", wrong);
  return selvage_worse_status(status, SELVAGE_OUTPUT);
}

// Once the text is there nothing else is printed for the file. The answer comes first:
// whatever cannot be written, it is told.
static int report(cli_arguments *a, selvage_answer *answer, char *interrupted) {
  char *text = selvage_answer_report(answer);
  cli_interrupts_reported(interrupted);
  print_and_free(text, stdout);
  fflush(stdout);
  int status = after_writing(selvage_answer_status(answer), selvage_answer_unwritten(answer));
  bool checked = status == SELVAGE_HOLDS || status == SELVAGE_UNKNOWN;
  if (a->trace && checked && !selvage_answer_has_trace(answer))
    fprintf(stderr, "selvage: there is no trace, %s is not written\n", a->trace);
  if (a->report) status = after_writing(status, selvage_answer_write_report(answer, a->report));
  return after_writing(status, a->trace ? selvage_answer_write_trace(answer, a->trace) : NULL);
}

static int check_file(cli_arguments *a, const char *path) {
  char *interrupted = cli_interrupts_file(a->format ? a->format : "text", path);
  selvage_model *m = selvage_load(a->s, path);
  print_messages(m);
  cli_progress progress;
  cli_progress_start(&progress, a);
  selvage_answer *answer = selvage_check(a->s, m);
  cli_progress_end(&progress);
  int status = report(a, answer, interrupted);
  selvage_answer_free(answer);
  selvage_model_free(m);
  return status;
}

int cli_check(cli_arguments *a) {
  if (!a->file_count) return cli_usage("check needs a file");
  if (a->trace && a->file_count > 1) return cli_usage("--trace goes with one file");
  if (a->report && a->file_count > 1) return cli_usage("--report goes with one file");
  int worst = SELVAGE_HOLDS;
  fputs(selvage_report_frame(a->s, SELVAGE_BEGIN), stdout);
  for (int i = 0; i < a->file_count; i++) {
    if (i) fputs(selvage_report_frame(a->s, SELVAGE_NEXT), stdout);
    worst = selvage_worse_status(worst, check_file(a, a->files[i]));
  }
  fputs(selvage_report_frame(a->s, SELVAGE_END), stdout);
  return worst;
}

// ---- replay, explain --------------------------------------------------------------

typedef selvage_answer *judge_fn(selvage *, selvage_model *, const char *trace_path);

static int judge_trace(cli_arguments *a, judge_fn *judge) {
  if (selvage_is_foreign_trace(a->files[1])) {
    const char *run = a->files[1];
    a->files[1] = a->files[0];
    a->files[0] = run;
  }
  const char *wrong = selvage_set_from_trace(a->s, a->files[0]);
  if (wrong) return fprintf(stderr, "selvage: %s\n", wrong), SELVAGE_MALFORMED;
  selvage_model *m = selvage_load(a->s, a->files[1]);
  print_messages(m);
  selvage_answer *answer = judge(a->s, m, a->files[0]);
  int status = report(a, answer, NULL);
  selvage_answer_free(answer);
  selvage_model_free(m);
  return status;
}

int cli_replay(cli_arguments *a) {
  if (a->file_count != 2) return cli_usage("replay needs a trace and a file");
  return judge_trace(a, selvage_replay);
}

int cli_explain(cli_arguments *a) {
  if (a->file_count != 2) return cli_usage("explain needs a trace and a file");
  return judge_trace(a, selvage_explain);
}

// ---- show -------------------------------------------------------------------------

static int show_logs(cli_arguments *a, selvage_model *m) {
  const char *why = NULL;
  char *text = selvage_model_logs(a->s, m, &why);
  if (text) print_and_free(text, stdout);
  if (why) fprintf(stderr, "selvage: not all logs: %s\n", why);
  return why ? SELVAGE_UNKNOWN : selvage_model_status(m);
}

static int show_states(cli_arguments *a, selvage_model *m) {
  const char *why = NULL;
  int status = selvage_model_status(m);
  if (!status) status = selvage_model_write_states(a->s, m, a->states, &why);
  if (why) fprintf(stderr, "selvage: %s\n", why);
  selvage_model_free(m);
  return status;
}

int cli_show(cli_arguments *a) {
  if (a->file_count != 1) return cli_usage("show needs one file");
  if (a->show && a->states)
    return cli_usage("only one thing can be shown at a time, not --states too");
  selvage_model *m = selvage_load(a->s, a->files[0]);
  print_messages(m);
  if (a->states) return show_states(a, m);
  int status = selvage_model_status(m);
  bool logs = a->show && !strcmp(a->show, "logs");
  if (logs) status = show_logs(a, m);
  char *text = logs ? NULL : selvage_model_show(a->s, m, a->show ? a->show : "stats");
  if (text) print_and_free(text, stdout);
  else if (!logs && !status) {
    fprintf(stderr, "selvage: this model cannot be shown as --%s\n", a->show);
    status = SELVAGE_UNKNOWN;
  }
  selvage_model_free(m);
  return status;
}

int cli_engines(cli_arguments *a) {
  (void)a;
  const char *name, *summary;
  for (size_t i = 0; selvage_engine_at(i, &name, &summary); i++)
    printf("%-12s %s\n", name, summary);
  return 0;
}

int cli_languages(cli_arguments *a) {
  (void)a;
  const char *name, *suffixes, *summary;
  for (size_t i = 0; selvage_language_at(i, &name, &suffixes, &summary); i++)
    printf("%-12s %-20s %s\n", name, suffixes, summary);
  return 0;
}

// ---- simulate ---------------------------------------------------------------------

// Asks for the next step: its number, Enter for a random one, s for the state, q to stop.
static long ask(selvage_simulation *sim) {
  size_t n = selvage_simulation_choices(sim);
  for (size_t i = 0; i < n; i++) {
    char *text = selvage_simulation_describe(sim, i);
    printf("%6zu) %s\n", i + 1, text);
    selvage_string_free(text);
  }
  char line[128];
  for (;;) {
    printf("step 1..%zu, Enter: random, s: state, q: quit> ", n);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin) || line[0] == 'q') return putchar('\n'), -1;
    if (line[0] == '\n') return (long)selvage_simulation_random(sim);
    if (line[0] == 's') {
      print_and_free(selvage_simulation_state(sim), stdout);
      continue;
    }
    char *end;
    long number = strtol(line, &end, 10);
    if (*end == '\n' && number >= 1 && (size_t)number <= n) return number - 1;
    printf("%.*s is not one of them\n", (int)strcspn(line, "\n"), line);
  }
}

static bool one_step(cli_arguments *a, selvage_simulation *sim) {
  long i = a->interactive ? ask(sim) : (long)selvage_simulation_random(sim);
  if (i < 0) return false;
  print_and_free(selvage_simulation_take(sim, (size_t)i), stdout);
  return true;
}

// The locations of all processes when nothing can move.
static void explain_stop(selvage_simulation *sim, const char *stopped) {
  printf("        %s\n", stopped);
  if (!strcmp(stopped, "deadlock")) print_and_free(selvage_simulation_state(sim), stdout);
}

// A random walk ends at the first violation, unless it is to keep going.
static int walk(cli_arguments *a, selvage_simulation *sim) {
  int status = SELVAGE_HOLDS;
  for (long n = 0;; n++) {
    const char *violated = selvage_simulation_violation(sim);
    const char *stopped = selvage_simulation_stopped(sim);
    if (violated) printf("        violated: %s\n", violated), status = SELVAGE_VIOLATED;
    if (stopped) return explain_stop(sim, stopped), status;
    if (violated && !a->interactive && !a->keep_going) return status;
    if (n >= a->steps && !a->interactive)
      return printf("        stopped after %ld steps (--steps)\n", n), status;
    if (!one_step(a, sim)) return status;
  }
}

static int run_simulation(cli_arguments *a, selvage_simulation *sim) {
  print_and_free(selvage_simulation_heading(sim), stdout);
  int status = walk(a, sim);
  fflush(stdout);
  return after_writing(status, a->trace ? selvage_simulation_write_trace(sim, a->trace) : NULL);
}

int cli_simulate(cli_arguments *a) {
  if (a->file_count != 1) return cli_usage("simulate needs one file");
  selvage_model *m = selvage_load(a->s, a->files[0]);
  print_messages(m);
  int status = selvage_model_status(m);
  const char *why = NULL;
  selvage_simulation *sim = status ? NULL : selvage_simulate(a->s, m, &why);
  if (why) {
    printf("%s: unknown: %s\n", a->files[0], why);
    status = SELVAGE_UNKNOWN;
  }
  if (sim) status = run_simulation(a, sim);
  selvage_simulation_free(sim);
  selvage_model_free(m);
  return status;
}
