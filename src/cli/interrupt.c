// interrupt.c -- Ctrl-C and SIGTERM: a clean answer, within a second.
//
// The first signal asks the library to stop, which then says how far it has
// come. What does not look up soon enough (a long text being read, a long
// report being written) is ended by a timer: the line that stands for
// "interrupted" was made before. A second signal ends the program at once. Where a last
// checkpoint is to be written there is no timer.

#define _DEFAULT_SOURCE

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PATIENCE_MICROSECONDS = 900000 };

// The only mutable global: a signal handler has no other way to reach it.
static struct {
  selvage *volatile running;
  const char *volatile line;  // to be written if the answer is cut off; NULL: none
  volatile sig_atomic_t interrupted;
  volatile sig_atomic_t patient;  // no timer
} state;

static void on_interrupt(int number) {
  struct itimerval soon = {.it_value = {.tv_usec = PATIENCE_MICROSECONDS}};
  state.interrupted = 1;
  if (state.running) selvage_interrupt(state.running);
  signal(number, SIG_DFL);
  if (!state.patient) setitimer(ITIMER_REAL, &soon, NULL);
}

static void on_timer(int number) {
  const char *line = state.line;
  (void)number;
  if (line && write(STDOUT_FILENO, line, strlen(line)) < 0) _exit(SELVAGE_OUTPUT);
  _exit(SELVAGE_UNKNOWN);
}

void cli_interrupts_begin(selvage *s, bool patient) {
  state.running = s;
  state.patient = patient;
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  signal(SIGALRM, on_timer);
}

void cli_interrupts_end(void) {
  struct itimerval never = {0};
  setitimer(ITIMER_REAL, &never, NULL);
  state.running = NULL;
}

bool cli_interrupted(void) { return state.interrupted; }

// What a check says that was interrupted before it had read its file.
static char *interrupted_report(const char *format, const char *path) {
  selvage *s = selvage_new();
  selvage_set(s, "--format", format);
  selvage_interrupt(s);
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  char *report = selvage_answer_report(a);
  const char *end = selvage_report_frame(s, SELVAGE_END);
  size_t n = strlen(report), more = strlen(end);
  char *text = malloc(n + more + 1);
  if (text) memcpy(text, report, n), memcpy(text + n, end, more + 1);
  selvage_string_free(report);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return text;
}

char *cli_interrupts_file(const char *format, const char *path) {
  char *line = interrupted_report(format, path);
  state.line = line;
  return line;
}

void cli_interrupts_reported(char *line) {
  state.line = NULL;
  free(line);
}
