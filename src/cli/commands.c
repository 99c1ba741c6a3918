// commands.c -- what each command does, once its arguments are known.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

void cli_print(char *text) {
  fputs(text, stdout);
  selvage_string_free(text);
}

void cli_print_messages(const selvage_model *m) { fputs(selvage_model_messages(m), stderr); }

// ---- check ------------------------------------------------------------------------

int cli_after_writing(int status, const char *wrong) {
  if (!wrong) return status;
  fprintf(stderr, "selvage: %s\n", wrong);
  return selvage_worse_status(status, SELVAGE_OUTPUT);
}

static int write_witness(cli_arguments *a, selvage_answer *answer, int status) {
  bool decided = status == SELVAGE_HOLDS || status == SELVAGE_VIOLATED;
  if (decided) return cli_after_writing(status, selvage_answer_write_witness(answer, a->witness));
  fprintf(stderr, "selvage: there is neither a run nor a proof, %s is not written\n", a->witness);
  return status;
}

// Once the text is there nothing else is printed for the file. The answer comes first:
// whatever cannot be written, it is told.
static int report(cli_arguments *a, selvage_answer *answer, char *interrupted) {
  char *text = selvage_answer_report(answer);
  cli_interrupts_reported(interrupted);
  cli_print(text);
  fflush(stdout);
  int status = cli_after_writing(selvage_answer_status(answer), selvage_answer_unwritten(answer));
  if (cli_is_silent()) return status;
  bool checked = status == SELVAGE_HOLDS || status == SELVAGE_UNKNOWN;
  if (a->trace && checked && !selvage_answer_has_trace(answer))
    fprintf(stderr, "selvage: there is no trace, %s is not written\n", a->trace);
  if (a->report) status = cli_after_writing(status, selvage_answer_write_report(answer, a->report));
  if (a->witness) status = write_witness(a, answer, status);
  return cli_after_writing(status, a->trace ? selvage_answer_write_trace(answer, a->trace) : NULL);
}

// A check that is not worth finishing: its file has changed (--watch).
static bool is_outdated(const cli_arguments *a) {
  return a->watcher && !cli_interrupted() && cli_watch_changed(a->watcher);
}

static bool is_given_up(const cli_arguments *a, const selvage_answer *answer) {
  const char *cause = selvage_answer_cause(answer);
  return cause && !strcmp(cause, "interrupted") && is_outdated(a);
}

static int check_file(cli_arguments *a, const char *path) {
  char *interrupted = cli_interrupts_file(a->format ? a->format : "text", path);
  selvage_model *m = selvage_load(a->s, path);
  cli_print_messages(m);
  if (a->watcher) cli_watch_model(a->watcher, m);
  const char *alone = cli_is_distributed() ? selvage_join(a->s) : NULL;
  if (alone) {
    cli_interrupts_reported(interrupted);
    selvage_model_free(m);
    return cli_usage("%s", alone);
  }
  cli_progress progress;
  cli_progress_start(&progress, a);
  selvage_answer *answer = selvage_check(a->s, m);
  cli_progress_end(&progress);
  int status = SELVAGE_UNKNOWN;
  if (is_given_up(a, answer)) cli_interrupts_reported(interrupted);
  else status = report(a, answer, interrupted);
  selvage_answer_free(answer);
  selvage_model_free(m);
  return status;
}

static int check_files(cli_arguments *a) {
  int worst = SELVAGE_HOLDS;
  fputs(selvage_report_frame(a->s, SELVAGE_BEGIN), stdout);
  for (int i = 0; i < a->file_count && !(i && is_outdated(a)); i++) {
    if (i) fputs(selvage_report_frame(a->s, SELVAGE_NEXT), stdout);
    worst = selvage_worse_status(worst, check_file(a, a->files[i]));
  }
  fputs(selvage_report_frame(a->s, SELVAGE_END), stdout);
  return worst;
}

int cli_check(cli_arguments *a) {
  if (!a->file_count) return cli_usage("check needs a file");
  if (a->trace && a->file_count > 1) return cli_usage("--trace goes with one file");
  if (a->report && a->file_count > 1) return cli_usage("--report goes with one file");
  if (a->watch && cli_is_distributed()) return cli_usage("--watch is not for several ranks");
  if (a->witness && a->file_count > 1) return cli_usage("--witness goes with one file");
  if (a->checkpoint && a->file_count > 1) return cli_usage("--checkpoint goes with one file");
  if (a->checkpoint && a->watch) return cli_usage("--checkpoint does not go with --watch");
  return a->watch ? cli_watch(a, check_files) : check_files(a);
}

int cli_resume(cli_arguments *a) {
  if (a->file_count != 1) return cli_usage("resume needs one checkpoint");
  if (cli_is_distributed())
    return cli_usage("resume is for one process: ranks write no checkpoints");
  const char *model, *wrong = selvage_resume(a->s, a->files[0], &model);
  if (wrong) return fprintf(stderr, "selvage: %s\n", wrong), SELVAGE_MALFORMED;
  a->files[0] = model;
  return check_files(a);
}

// ---- replay, explain --------------------------------------------------------------

typedef selvage_answer *judge_fn(selvage *, selvage_model *, const char *trace_path);

static bool is_json(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && !strcmp(dot, ".json");
}

// The trace may come first or last.
static int judge_trace(cli_arguments *a, judge_fn *judge) {
  bool last = is_json(a->files[1]) && !is_json(a->files[0]);
  if (last || selvage_is_foreign_trace(a->files[1])) {
    const char *run = a->files[1];
    a->files[1] = a->files[0];
    a->files[0] = run;
  }
  const char *wrong = selvage_set_from_trace(a->s, a->files[0]);
  if (wrong) return fprintf(stderr, "selvage: %s\n", wrong), SELVAGE_MALFORMED;
  selvage_model *m = selvage_load(a->s, a->files[1]);
  cli_print_messages(m);
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
  bool none = text && !*text;
  if (text) cli_print(text);
  if (why) fprintf(stderr, "selvage: not all logs: %s\n", why);
  else if (none) fprintf(stderr, "selvage: no run comes to an end\n");
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
  cli_print_messages(m);
  if (a->states) return show_states(a, m);
  int status = selvage_model_status(m);
  bool logs = a->show && !strcmp(a->show, "logs");
  if (logs) status = show_logs(a, m);
  char *text = logs ? NULL : selvage_model_show(a->s, m, a->show ? a->show : "stats");
  if (text) cli_print(text);
  else if (!logs && !status) {
    const char *why = selvage_model_reason(m);
    fprintf(stderr, "selvage: this model cannot be shown as --%s%s%s\n", a->show, *why ? ": " : "",
            why);
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

int cli_serve(cli_arguments *a) {
  if (a->file_count || a->show || !a->lsp) return cli_usage("serve takes --lsp, and no files");
  return selvage_serve(a->s, STDIN_FILENO, STDOUT_FILENO);
}
