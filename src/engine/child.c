// child.c -- an engine's work in a process of its own: fork, watch, read.
//
// Two pipes lead from the child to the parent. One carries messages, each a
// kind, a length and that many bytes: progress, what was covered, the answer.
// The other is the child's standard error: its lines are passed on, but those
// of a failure ("selvage: ...") are kept for the answer.

#define _GNU_SOURCE

#include "engine/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/child_wire.h"

enum {
  POLL_MILLISECONDS = 50,
  STACK_BYTES = 96 << 20,  // of the child: recursions go as deep as there are variables
  MOST_KEPT = 2000,        // bytes of the child's last words
};
static const double grace = 0.3;      // seconds to answer a limit that the child sees itself
static const double tick_pace = 0.2;  // seconds between signs of life if nobody looks

typedef enum { MESSAGE_PROGRESS, MESSAGE_COVERED, MESSAGE_ANSWER, MESSAGE_KINDS } message_kind;

// ---- in the child

typedef struct {
  int to;
} sender;

static void send_bytes(int to, const char *at, size_t n) {
  while (n) {
    ssize_t sent = write(to, at, n);
    if (sent < 0) _exit(1);  // nobody is listening any more
    at += sent;
    n -= (size_t)sent;
  }
}

static void send_message(int to, message_kind kind, const sv_text *body) {
  uint64_t head[2] = {kind, body->n};
  send_bytes(to, (const char *)head, sizeof head);
  if (body->n) send_bytes(to, body->at, body->n);
}

static void send_progress(void *context, const sv_progress_report *r) {
  const sender *s = context;
  sv_text body = {0};
  sv_wire_put(&body, r->states);
  sv_wire_put(&body, r->transitions);
  sv_wire_put(&body, r->depth);
  sv_wire_put_string(&body, r->phase);
  send_message(s->to, MESSAGE_PROGRESS, &body);
  sv_text_free(&body);
}

void sv_child_covered(const sv_run *run, const char *format, ...) {
  if (!run->progress || run->progress->show != send_progress) return;
  const sender *s = run->progress->context;
  sv_text text = {0}, body = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  sv_wire_put_string(&body, sv_text_get(&text));
  send_message(s->to, MESSAGE_COVERED, &body);
  sv_text_free(&text);
  sv_text_free(&body);
}

static void widen_stack(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= STACK_BYTES) return;  // also without limit
  r.rlim_cur = r.rlim_max > STACK_BYTES ? STACK_BYTES : r.rlim_max;
  setrlimit(RLIMIT_STACK, &r);
}

static SV_NORETURN void be_child(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a,
                                 int to) {
  sender s = {to};
  sv_progress progress = {.show = send_progress, .context = &s, .every = tick_pace};
  if (run->progress && run->progress->show) progress.every = run->progress->every;
  sv_run mine = *run;
  sv_text body = {0};
  mine.progress = &progress;
  signal(SIGPIPE, SIG_IGN);
  widen_stack();
  check(m, &mine, a);
  sv_wire_put(&body, run->limits->hit);
  sv_wire_put_answer(&body, a);
  send_message(to, MESSAGE_ANSWER, &body);
  fflush(NULL);
  _exit(0);
}

// ---- in the parent

typedef struct {
  pid_t pid;
  int messages, words;  // ends of the pipes; -1: closed
  sv_text in, line, last_words;
  char *covered;
  sv_text answer;
  bool answered, malformed;
  sv_limit killed;
  double limit_seen;
  int status;
  struct rusage used;
  sv_model *model;
  const sv_run *run;
} parent;

static void take_progress(parent *p, sv_wire *w) {
  sv_progress_report r = {.states = sv_wire_get(w)};
  r.transitions = sv_wire_get(w);
  r.depth = sv_wire_get(w);
  char *phase = sv_wire_get_string(w);
  r.phase = phase ? sv_names_get(p->model->names, sv_names_cstr(p->model->names, phase)) : NULL;
  sv_free(phase);
  if (!w->bad) sv_progress_tick(p->run->progress, &r);
}

static void take_message(parent *p, uint64_t kind, const char *at, size_t n) {
  sv_wire w = {.at = at, .n = n};
  if (kind == MESSAGE_PROGRESS) {
    take_progress(p, &w);
  } else if (kind == MESSAGE_COVERED) {
    sv_free(p->covered);
    p->covered = sv_wire_get_string(&w);
  } else if (!p->answered) {
    p->answered = true;
    sv_text_bytes(&p->answer, at, n);
  } else {
    w.bad = true;
  }
  p->malformed |= w.bad;
}

// Takes the whole messages out of what has come in.
static void take_messages(parent *p) {
  uint64_t head[2];
  size_t used = 0;
  while (!p->malformed && p->in.n - used >= sizeof head) {
    memcpy(head, p->in.at + used, sizeof head);
    if (head[0] >= MESSAGE_KINDS || head[1] > UINT32_MAX / 2) {
      p->malformed = true;
      break;
    }
    if (p->in.n - used - sizeof head < head[1]) break;
    take_message(p, head[0], p->in.at + used + sizeof head, head[1]);
    used += sizeof head + head[1];
  }
  if (used) memmove(p->in.at, p->in.at + used, p->in.n - used);
  p->in.n -= (uint32_t)used;
}

static void take_line(parent *p) {
  const char *line = sv_text_get(&p->line);
  bool failure = !strncmp(line, "selvage: ", 9) || strstr(line, "bad_alloc");
  if (!failure) fputs(line, stderr);
  else if (p->last_words.n < MOST_KEPT) sv_text_string(&p->last_words, line);
  sv_clear(p->line);
}

static void take_words(parent *p, const char *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    sv_text_char(&p->line, at[i]);
    if (at[i] == '\n') take_line(p);
  }
}

// Reads what is there; closes the end when there will be no more.
static bool read_some(int *from, char *buffer, size_t size, size_t *n) {
  ssize_t got = read(*from, buffer, size);
  if (got > 0) return *n = (size_t)got, true;
  close(*from);
  *from = -1;
  return false;
}

static void read_pipes(parent *p, int milliseconds) {
  char buffer[1 << 16];
  size_t n;
  struct pollfd ends[2] = {{.fd = p->messages, .events = POLLIN},
                           {.fd = p->words, .events = POLLIN}};
  if (poll(ends, 2, milliseconds) <= 0) return;
  if (ends[0].revents && read_some(&p->messages, buffer, sizeof buffer, &n)) {
    sv_text_bytes(&p->in, buffer, n);
    take_messages(p);
  }
  if (ends[1].revents && read_some(&p->words, buffer, sizeof buffer, &n)) take_words(p, buffer, n);
}

static size_t resident_of(pid_t pid) {
  char path[64];
  unsigned long size, resident;
  snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
  FILE *in = fopen(path, "re");
  if (!in) return 0;
  int got = fscanf(in, "%lu %lu", &size, &resident);
  fclose(in);
  return got == 2 ? (size_t)resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

static sv_limit limit_now(const parent *p) {
  const sv_limits *l = p->run->limits;
  if (l->interrupt && *l->interrupt) return SV_LIMIT_INTERRUPT;
  if (l->deadline > 0 && sv_now() >= l->deadline) return SV_LIMIT_TIME;
  if (l->memory && resident_of(p->pid) + sv_resident_bytes() > l->memory) return SV_LIMIT_MEMORY;
  return SV_LIMIT_NONE;
}

// A child that looks at the clock itself may say more: it gets a moment to.
static void kill_at_limit(parent *p) {
  sv_limit limit = limit_now(p);
  if (!limit) return;
  if (p->limit_seen <= 0) p->limit_seen = sv_now();
  if (limit != SV_LIMIT_MEMORY && sv_now() < p->limit_seen + grace) return;
  p->killed = limit;
  kill(p->pid, SIGKILL);
}

// Waits for the end; the child may still have to get rid of what it printed.
static void reap(parent *p) {
  double patience = sv_now() + grace;
  while (wait4(p->pid, &p->status, WNOHANG, &p->used) == 0) {
    if (p->malformed || sv_now() > patience) kill(p->pid, SIGKILL);
    read_pipes(p, 5);
  }
}

static void watch(parent *p) {
  while (p->messages >= 0 && !p->killed && !p->malformed && !p->answered) {
    read_pipes(p, POLL_MILLISECONDS);
    if (!p->answered) kill_at_limit(p);
  }
  reap(p);
  while (p->words >= 0) read_pipes(p, 0);
  if (p->line.n) take_line(p);
}

static void say_limit(const parent *p, sv_answer *a) {
  sv_text reason = {0};
  p->run->limits->hit = p->killed;
  sv_text_string(&reason, sv_limit_reason(p->killed));
  if (p->covered) sv_text_printf(&reason, ": %s", p->covered);
  sv_answer_close(a, SV_UNKNOWN, sv_text_get(&reason));
  sv_text_free(&reason);
}

static void say_ran_out(const parent *p, sv_answer *a, const char *of) {
  sv_text reason = {0};
  sv_text_string(&reason, of);
  if (p->covered) sv_text_printf(&reason, ": %s", p->covered);
  sv_answer_close(a, SV_UNKNOWN, sv_text_get(&reason));
  sv_text_free(&reason);
}

static bool died_of(const parent *p, int signal) {
  return WIFSIGNALED(p->status) && WTERMSIG(p->status) == signal;
}

// At its own limit (ulimit -t) the system sends SIGXCPU, at a hard one SIGKILL.
static bool ran_out_of_processor(const parent *p) {
  struct rlimit limit;
  if (died_of(p, SIGXCPU)) return true;
  if (!died_of(p, SIGKILL) || getrlimit(RLIMIT_CPU, &limit)) return false;
  time_t seconds = p->used.ru_utime.tv_sec + p->used.ru_stime.tv_sec + 1;
  return limit.rlim_max != RLIM_INFINITY && (rlim_t)seconds >= limit.rlim_max;
}

static bool ran_out_of_memory(parent *p) {
  const char *words = sv_text_get(&p->last_words);
  return died_of(p, SIGKILL) || strstr(words, "out of memory") || strstr(words, "bad_alloc");
}

static void say_bug(parent *p, sv_answer *a) {
  uint32_t n = p->last_words.n;
  if (n && p->last_words.at[n - 1] == '\n') p->last_words.at[n - 1] = 0;
  const char *words = sv_text_get(&p->last_words), *between = *words ? ": " : "";
  if (p->malformed) sv_answer_bug(a, "the process of %s sent a malformed answer", a->engine);
  else if (WIFSIGNALED(p->status))
    sv_answer_bug(a, "the process of %s ended by signal %d%s%s", a->engine, WTERMSIG(p->status),
                  between, words);
  else
    sv_answer_bug(a, "the process of %s ended with status %d and no answer%s%s", a->engine,
                  WEXITSTATUS(p->status), between, words);
  sv_answer_close(a, SV_UNKNOWN, NULL);
}

static void take_answer(parent *p, sv_answer *a) {
  sv_wire w = {.at = p->answer.at, .n = p->answer.n};
  uint64_t hit = sv_wire_get(&w);
  if (hit > SV_LIMIT_INTERRUPT) w.bad = true;
  p->malformed = !sv_wire_get_answer(&w, p->model, p->run, a);
  if (p->malformed) a->complete = a->certified = false;
  if (p->malformed) return say_bug(p, a);
  if (hit && !p->run->limits->hit) p->run->limits->hit = (sv_limit)hit;
  if (a->bug) sv_answer_close(a, SV_UNKNOWN, NULL);
}

static void end(parent *p) {
  if (p->messages >= 0) close(p->messages);
  sv_text_free(&p->in);
  sv_text_free(&p->line);
  sv_text_free(&p->last_words);
  sv_text_free(&p->answer);
  sv_free(p->covered);
}

static void be_parent(parent *p, sv_answer *a) {
  watch(p);
  if (p->answered && !p->malformed) take_answer(p, a);
  else if (p->killed) say_limit(p, a);
  else if (!p->malformed && ran_out_of_processor(p))
    say_ran_out(p, a, "limit reached: the system allows no more processor time");
  else if (!p->malformed && ran_out_of_memory(p)) say_ran_out(p, a, "out of memory");
  else say_bug(p, a);
  end(p);
}

// ---- both

static void become_child(int messages[2], int words[2], pid_t parent_pid) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent_pid) _exit(1);
  close(messages[0]);
  close(words[0]);
  dup2(words[1], STDERR_FILENO);
  close(words[1]);
}

void sv_check_in_child(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a) {
  int messages[2], words[2];
  pid_t self = getpid();
  if (!sv_answer_net(a, m, run)) return;
  if (pipe2(messages, O_CLOEXEC)) return sv_answer_close(a, SV_UNKNOWN, "no more pipes");
  if (pipe2(words, O_CLOEXEC)) {
    close(messages[0]);
    close(messages[1]);
    return sv_answer_close(a, SV_UNKNOWN, "no more pipes");
  }
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    become_child(messages, words, self);
    be_child(check, m, run, a, messages[1]);
  }
  close(messages[1]);
  close(words[1]);
  parent p = {.pid = pid, .messages = messages[0], .words = words[0], .model = m, .run = run};
  if (pid > 0) return be_parent(&p, a);
  close(messages[0]);
  close(words[0]);
  sv_answer_close(a, SV_UNKNOWN, "no more processes");
}
