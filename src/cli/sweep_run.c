// sweep_run.c -- the tasks of a sweep, each in a process of its own. See sweep.h.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/sweep.h"

enum { MOST_JOBS = 256, LOOK_MILLISECONDS = 200 };

typedef struct {
  pid_t pid;  // 0: free
  int from;   // what it has to say; -1: closed
  sweep_result result;
} worker;

typedef struct {
  const cli_arguments *arguments;
  sweep_plan *plan;
  sweep_results *results;
  worker *workers;
  size_t jobs, next, done;
  bool lost;   // a result could not be written
  int orders;  // where numbers of tasks come from and results go to; -1: it does all of them
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

static bool start(farm *f, worker *w, size_t task) {
  int ends[2];
  pid_t self = getpid();
  if (pipe2(ends, O_CLOEXEC)) return false;
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    close(ends[0]);
    if (f->orders >= 0) close(f->orders);
    become_worker(f, &f->plan->tasks[task], ends[1], self);
  }
  close(ends[1]);
  if (pid < 0) return close(ends[0]), false;
  w->pid = pid;
  w->from = ends[0];
  w->result.n = 0;
  w->result.task = task;
  return true;
}

static void set_field(sweep_task *t, sweep_column c, const char *text) {
  free(t->field[c]);
  t->field[c] = sweep_copy(text);
}

// What it said, or why it said nothing.
static void take_words(sweep_task *t, sweep_result *r) {
  static const sweep_column order[] = {SWEEP_ANSWER, SWEEP_BY, SWEEP_STATES, SWEEP_TRANSITIONS,
                                       SWEEP_REASON};
  enum { FIELDS = sizeof order / sizeof *order };
  char *rest = r->said, *line, reason[64];
  size_t n = 0;
  r->said[r->n] = 0;
  while (n < FIELDS && (line = strsep(&rest, "\n")) && rest) set_field(t, order[n++], line);
  if (n == FIELDS) return;
  snprintf(reason, sizeof reason, "its process ended by %s %d",
           WIFSIGNALED(r->status) ? "signal" : "status",
           WIFSIGNALED(r->status) ? WTERMSIG(r->status) : WEXITSTATUS(r->status));
  for (n = 0; n < FIELDS; n++) set_field(t, order[n], "");
  set_field(t, SWEEP_ANSWER, "unknown");
  set_field(t, SWEEP_REASON, reason);
}

void sweep_take(sweep_task *t, sweep_result *r) {
  char number[64];
  take_words(t, r);
  snprintf(number, sizeof number, "%.3f", r->seconds);
  set_field(t, SWEEP_SECONDS, number);
  snprintf(number, sizeof number, "%.0f", r->megabytes);
  set_field(t, SWEEP_MEGABYTES, number);
}

size_t sweep_result_bytes(const sweep_result *r) { return offsetof(sweep_result, said) + r->n; }

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

void sweep_progress(const cli_arguments *a, size_t done, size_t count, const sweep_task *t) {
  if (a->quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r\033[K%zu of %zu: %s %s %s", done, count, t->field[SWEEP_FILE],
          t->field[SWEEP_SET], t->field[SWEEP_ENGINE]);
  if (done == count) fputs("\r\033[K", stderr);
  fflush(stderr);
}

static void keep(farm *f, sweep_result *r) {
  sweep_task *t = &f->plan->tasks[r->task];
  sweep_take(t, r);
  if (f->results && !sweep_results_add(f->results, t)) f->lost = true;
  f->done++;
  sweep_progress(f->arguments, f->done, f->plan->count, t);
}

static void finish(farm *f, worker *w) {
  struct rusage used;
  sweep_result *r = &w->result;
  while (wait4(w->pid, &r->status, 0, &used) < 0 && errno == EINTR) continue;
  w->pid = 0;
  r->seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  r->megabytes = (double)used.ru_maxrss / 1024;
  if (f->orders < 0) keep(f, r);
  else if (send(f->orders, r, sweep_result_bytes(r), MSG_NOSIGNAL) < 0) f->lost = true;
}

static void hear(farm *f, worker *w) {
  sweep_result *r = &w->result;
  ssize_t n = read(w->from, r->said + r->n, SWEEP_BYTES - 1 - r->n);
  if (n < 0 && errno == EINTR) return;
  if (n > 0) r->n += (uint32_t)n;
  if (n > 0 && r->n < SWEEP_BYTES - 1) return;
  close(w->from);
  finish(f, w);
}

bool sweep_is_done(const sweep_task *t) { return t->field[SWEEP_ANSWER]; }

static void fill(farm *f) {
  for (size_t i = 0; i < f->jobs; i++) {
    while (f->next < f->plan->count && sweep_is_done(&f->plan->tasks[f->next])) f->next++;
    if (f->next == f->plan->count) return;
    if (f->workers[i].pid) continue;
    if (!start(f, &f->workers[i], f->next)) return;
    f->next++;
  }
}

// The number of a task, for which there is a free worker. False: there will be no more.
static bool take_order(farm *f) {
  uint64_t task;
  size_t i = 0;
  if (recv(f->orders, &task, sizeof task, 0) != sizeof task) return false;
  while (i < f->jobs && f->workers[i].pid) i++;
  return i < f->jobs && task < f->plan->count && start(f, &f->workers[i], (size_t)task);
}

// False when there is nothing left to wait for.
static bool attend(farm *f) {
  struct pollfd ends[MOST_JOBS + 1];
  worker *of[MOST_JOBS + 1];
  nfds_t n = 0;
  if (f->orders >= 0) ends[n++] = (struct pollfd){.fd = f->orders, .events = POLLIN};
  for (size_t i = 0; i < f->jobs; i++) {
    if (!f->workers[i].pid) continue;
    of[n] = &f->workers[i];
    ends[n++] = (struct pollfd){.fd = f->workers[i].from, .events = POLLIN};
  }
  if (!n) return false;
  if (poll(ends, n, LOOK_MILLISECONDS) <= 0) return true;
  nfds_t first = f->orders >= 0;
  for (nfds_t i = first; i < n; i++)
    if (ends[i].revents) hear(f, of[i]);
  return !first || !ends[0].revents || take_order(f);
}

static void end_workers(farm *f) {
  for (size_t i = 0; i < f->jobs; i++) {
    if (!f->workers[i].pid) continue;
    kill(f->workers[i].pid, SIGKILL);
    waitpid(f->workers[i].pid, NULL, 0);
    close(f->workers[i].from);
  }
}

size_t sweep_jobs(const cli_arguments *a, long usual) {
  long jobs = usual;
  for (int i = 0; i < a->setting_count; i++)
    if (!strcmp(a->settings[i].flag, "--jobs") && atol(a->settings[i].value))
      jobs = atol(a->settings[i].value);
  return jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : (size_t)jobs;
}

void sweep_serve(cli_arguments *a, sweep_plan *plan, size_t jobs, int orders) {
  farm f = {.arguments = a, .plan = plan, .jobs = jobs, .orders = orders};
  f.workers = calloc(f.jobs, sizeof *f.workers);
  if (!f.workers) abort();
  while (!f.lost && attend(&f)) continue;
  end_workers(&f);
  free(f.workers);
}

int sweep_run(cli_arguments *a, sweep_plan *plan, sweep_results *results) {
  farm f = {.arguments = a, .plan = plan, .results = results, .orders = -1};
  f.jobs = sweep_jobs(a, sysconf(_SC_NPROCESSORS_ONLN));
  f.workers = calloc(f.jobs, sizeof *f.workers);
  if (!f.workers) abort();
  for (size_t i = 0; i < plan->count; i++) f.done += sweep_is_done(&plan->tasks[i]);
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
