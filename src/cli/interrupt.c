// interrupt.c -- Ctrl-C and SIGTERM: a clean answer, within a second.
//
// The first signal asks the library to stop, which then says how far it has
// come. What does not look up soon enough (a long text being read, a long
// report being written) is ended by a timer: the line that stands for
// "interrupted" was made before. A second signal ends the program at once, unless
// it comes with the first: timeout(1) signals the program and then its group. Where
// a last checkpoint is to be written there is no timer. A launcher of MPI sends
// SIGTERM when a process has ended that should not, and kills soon after: then the
// line is written at once.

#define _DEFAULT_SOURCE

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PATIENCE_MICROSECONDS = 900000, SAME_NANOSECONDS = 300000000 };

// The only mutable global: a signal handler has no other way to reach it.
static struct {
  selvage *volatile running;
  const char *volatile line;   // to be written if the answer is cut off; NULL: none
  const char *volatile ended;  // likewise, if another process has ended
  volatile sig_atomic_t interrupted;
  struct timespec first;          // when the first signal came
  volatile sig_atomic_t patient;  // no timer
} state;

static long nanoseconds_since(const struct timespec *then) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec > then->tv_sec + 1) return SAME_NANOSECONDS;
  return (long)(now.tv_sec - then->tv_sec) * 1000000000 + now.tv_nsec - then->tv_nsec;
}

static void end_at_once(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

static void on_interrupt(int number) {
  struct itimerval soon = {.it_value = {.tv_usec = PATIENCE_MICROSECONDS}};
  if (state.interrupted) {
    if (nanoseconds_since(&state.first) >= SAME_NANOSECONDS) end_at_once(number);
    return;
  }
  clock_gettime(CLOCK_MONOTONIC, &state.first);
  state.interrupted = 1;
  if (state.running) selvage_interrupt(state.running);
  if (!state.patient) setitimer(ITIMER_REAL, &soon, NULL);
}

static void on_timer(int number) {
  const char *line = state.line;
  (void)number;
  if (line && write(STDOUT_FILENO, line, strlen(line)) < 0) _exit(SELVAGE_OUTPUT);
  _exit(SELVAGE_UNKNOWN);
}

static void on_end(int number) {
  const char *line = state.ended;
  (void)number;
  if (line && write(STDOUT_FILENO, line, strlen(line)) < 0) _exit(SELVAGE_OUTPUT);
  _exit(SELVAGE_UNKNOWN);
}

void cli_interrupts_begin(selvage *s, bool patient) {
  state.running = s;
  state.patient = patient;
  signal(SIGINT, on_interrupt);
  if (!cli_is_distributed()) signal(SIGTERM, on_interrupt);
  else if (!cli_is_silent()) signal(SIGTERM, on_end);
  signal(SIGALRM, on_timer);
}

void cli_interrupts_end(void) {
  struct itimerval never = {0};
  setitimer(ITIMER_REAL, &never, NULL);
  state.running = NULL;
}

bool cli_interrupted(void) { return state.interrupted; }

// What a check says that was interrupted before it had read its file.
static char *interrupted_report(const char *format, const char *path, void (*why)(selvage *)) {
  selvage *s = selvage_new();
  selvage_set(s, "--format", format);
  why(s);
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
  char *line = interrupted_report(format, path, selvage_interrupt);
  if (cli_is_distributed()) state.ended = interrupted_report(format, path, selvage_rank_ended);
  state.line = line;
  return line;
}

void cli_interrupts_reported(char *line) {
  const char *ended = state.ended;
  state.line = state.ended = NULL;
  free(line);
  free((char *)(uintptr_t)ended);
}
