// sweep_run.c -- the tasks of a sweep, each in a process of its own. See sweep.h.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/sweep.h"

enum { MOST_JOBS = 256, MOST_BYTES = 1 << 16, LOOK_MILLISECONDS = 200 };

typedef struct {
  pid_t pid;  // 0: free
  int from;   // what it has to say; -1: closed
  sweep_task *task;
  char said[MOST_BYTES];
  size_t n;
} worker;

typedef struct {
  const cli_arguments *arguments;
  sweep_plan *plan;
  sweep_results *results;
  worker *workers;
  size_t jobs, next, done;
  bool lost;  // a result could not be written
} farm;

// ---- in the child

// Field by field, each ended by a newline; blanks for what would break a line.
static void say(FILE *out, const char *text) {
  for (; text && *text; text++) fputc(*text == '\n' || *text == '\t' ? ' ' : *text, out);
  fputc('\n', out);
}

static void set_all(selvage *s, const char *flag, const char *words) {
  char *copy = sweep_copy(words), *rest = copy, *word;
  while ((word = strsep(&rest, ";")))
    if (*word) selvage_set(s, flag, word);
  free(copy);
}

static bool spans_table(const char *flag) {
  static const char *const axes[] = {"--engine", "--property", "--set", "--results",
                                     "--part",   "--summary",  "--jobs"};
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
    if (!strcmp(flag, axes[i])) return true;
  return false;
}

// An option goes to the engines that it means something to.
static selvage *task_options(const cli_arguments *a, const sweep_task *t) {
  selvage *s = selvage_new();
  const char *engine = t->field[SWEEP_ENGINE];
  selvage_set(s, "--engine", engine);
  for (int i = 0; i < a->setting_count; i++) {
    const cli_setting *o = &a->settings[i];
    if (!spans_table(o->flag) && sweep_engine_takes(engine, o->flag))
      selvage_set(s, o->flag, o->value);
  }
  if (selvage_engine_takes(engine, "--jobs")) selvage_set(s, "--jobs", "1");
  set_all(s, "--set", t->field[SWEEP_SET]);
  if (*t->field[SWEEP_PROPERTY]) selvage_set(s, "--property", t->field[SWEEP_PROPERTY]);
  return s;
}

static const char *word_of(int status) {
  switch (status) {
  case SELVAGE_HOLDS: return "holds";
  case SELVAGE_VIOLATED: return "violated";
  case SELVAGE_UNKNOWN: return "unknown";
  case SELVAGE_USAGE: return "usage";
  case SELVAGE_MALFORMED: return "malformed";
  default: return "bug";
  }
}

// The first thing that is wrong with the file.
static const char *mistake(const selvage_model *m, char *buffer, size_t size) {
  selvage_diagnostic d;
  for (size_t i = 0; selvage_model_diagnostic(m, i, &d); i++) {
    if (d.severity != SELVAGE_ERROR && d.severity != SELVAGE_UNSUPPORTED) continue;
    if (d.place.line) snprintf(buffer, size, "line %u: %s", d.place.line, d.message);
    else snprintf(buffer, size, "%s", d.message);
    return buffer;
  }
  return NULL;
}

static void do_task(const cli_arguments *a, const sweep_task *t, FILE *out) {
  char buffer[1000];
  selvage *s = task_options(a, t);
  selvage_model *m = selvage_load(s, t->field[SWEEP_FILE]);
  selvage_answer *answer = selvage_check(s, m);
  selvage_statistics run;
  selvage_answer_statistics(answer, &run);
  const char *wrong = selvage_model_status(m) ? mistake(m, buffer, sizeof buffer) : NULL;
  say(out, word_of(selvage_answer_status(answer)));
  say(out, run.engine);
  say(out, run.states);
  say(out, run.transitions);
  say(out, wrong ? wrong : run.reason);
  fclose(out);
  selvage_answer_free(answer);
  selvage_model_free(m);
  selvage_free(s);
}

static void become_worker(const farm *f, const sweep_task *t, int to, pid_t parent) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  FILE *out = fdopen(to, "w");
  if (!out) _exit(1);
  do_task(f->arguments, t, out);
  _exit(0);
}

// ---- in the parent

static bool start(farm *f, worker *w) {
  int ends[2];
  pid_t self = getpid();
  if (pipe2(ends, O_CLOEXEC)) return false;
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    close(ends[0]);
    become_worker(f, &f->plan->tasks[f->next], ends[1], self);
  }
  close(ends[1]);
  if (pid < 0) return close(ends[0]), false;
  w->pid = pid;
  w->from = ends[0];
  w->n = 0;
  w->task = &f->plan->tasks[f->next++];
  return true;
}

static void set_field(sweep_task *t, sweep_column c, const char *text) {
  free(t->field[c]);
  t->field[c] = sweep_copy(text);
}

// What it said, or why it said nothing.
static void take_words(worker *w, int status) {
  static const sweep_column order[] = {SWEEP_ANSWER, SWEEP_BY, SWEEP_STATES, SWEEP_TRANSITIONS,
                                       SWEEP_REASON};
  enum { FIELDS = sizeof order / sizeof *order };
  char *rest = w->said, *line, reason[64];
  size_t n = 0;
  w->said[w->n] = 0;
  while (n < FIELDS && (line = strsep(&rest, "\n")) && rest) set_field(w->task, order[n++], line);
  if (n == FIELDS) return;
  snprintf(reason, sizeof reason, "its process ended by %s %d",
           WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  for (n = 0; n < FIELDS; n++) set_field(w->task, order[n], "");
  set_field(w->task, SWEEP_ANSWER, "unknown");
  set_field(w->task, SWEEP_REASON, reason);
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static void progress(const farm *f, const sweep_task *t) {
  if (f->arguments->quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r\033[K%zu of %zu: %s %s %s", f->done, f->plan->count, t->field[SWEEP_FILE],
          t->field[SWEEP_SET], t->field[SWEEP_ENGINE]);
  if (f->done == f->plan->count) fputs("\r\033[K", stderr);
  fflush(stderr);
}

static void finish(farm *f, worker *w) {
  int status;
  struct rusage used;
  char number[64];
  while (wait4(w->pid, &status, 0, &used) < 0 && errno == EINTR) continue;
  w->pid = 0;
  take_words(w, status);
  snprintf(number, sizeof number, "%.3f", seconds(used.ru_utime) + seconds(used.ru_stime));
  set_field(w->task, SWEEP_SECONDS, number);
  snprintf(number, sizeof number, "%.0f", (double)used.ru_maxrss / 1024);
  set_field(w->task, SWEEP_MEGABYTES, number);
  if (f->results && !sweep_results_add(f->results, w->task)) f->lost = true;
  f->done++;
  progress(f, w->task);
}

static void hear(farm *f, worker *w) {
  ssize_t n = read(w->from, w->said + w->n, MOST_BYTES - 1 - w->n);
  if (n < 0 && errno == EINTR) return;
  if (n > 0 && w->n + (size_t)n < MOST_BYTES - 1) {
    w->n += (size_t)n;
    return;
  }
  if (n > 0) w->n += (size_t)n;
  close(w->from);
  finish(f, w);
}

static bool is_done(const sweep_task *t) { return t->field[SWEEP_ANSWER]; }

static void fill(farm *f) {
  for (size_t i = 0; i < f->jobs; i++) {
    while (f->next < f->plan->count && is_done(&f->plan->tasks[f->next])) f->next++;
    if (f->next == f->plan->count) return;
    if (!f->workers[i].pid && !start(f, &f->workers[i])) return;
  }
}

// False when there is nothing left to wait for.
static bool attend(farm *f) {
  struct pollfd ends[MOST_JOBS];
  worker *of[MOST_JOBS];
  nfds_t n = 0;
  for (size_t i = 0; i < f->jobs; i++) {
    if (!f->workers[i].pid) continue;
    of[n] = &f->workers[i];
    ends[n++] = (struct pollfd){.fd = f->workers[i].from, .events = POLLIN};
  }
  if (!n) return false;
  if (poll(ends, n, LOOK_MILLISECONDS) <= 0) return true;
  for (nfds_t i = 0; i < n; i++)
    if (ends[i].revents) hear(f, of[i]);
  return true;
}

static void end_workers(farm *f) {
  for (size_t i = 0; i < f->jobs; i++) {
    if (!f->workers[i].pid) continue;
    kill(f->workers[i].pid, SIGKILL);
    waitpid(f->workers[i].pid, NULL, 0);
    close(f->workers[i].from);
  }
}

static size_t jobs_of(const cli_arguments *a) {
  long jobs = sysconf(_SC_NPROCESSORS_ONLN);
  for (int i = 0; i < a->setting_count; i++)
    if (!strcmp(a->settings[i].flag, "--jobs") && atol(a->settings[i].value))
      jobs = atol(a->settings[i].value);
  return jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : (size_t)jobs;
}

int sweep_run(cli_arguments *a, sweep_plan *plan, sweep_results *results) {
  farm f = {.arguments = a, .plan = plan, .results = results, .jobs = jobs_of(a)};
  f.workers = calloc(f.jobs, sizeof *f.workers);
  if (!f.workers) abort();
  for (size_t i = 0; i < plan->count; i++) f.done += is_done(&plan->tasks[i]);
  do fill(&f);
  while (!cli_interrupted() && !f.lost && attend(&f));
  end_workers(&f);
  free(f.workers);
  if (f.lost) return SELVAGE_OUTPUT;
  if (cli_interrupted())
    return fprintf(stderr, "selvage: interrupted: %zu of %zu tasks are done\n", f.done,
                   plan->count),
           SELVAGE_UNKNOWN;
  if (f.done == plan->count) return 0;
  return fputs("selvage: the system allows no more processes\n", stderr), SELVAGE_UNKNOWN;
}
