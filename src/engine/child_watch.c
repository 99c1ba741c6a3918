// child_watch.c -- the parent's end: reads, waits, kills at limits, takes the answer.

#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/child_inside.h"

enum {
  POLL_MILLISECONDS = 50,
  MOST_KEPT = 2000,  // bytes of the child's last words
};
static const double silence = 1;  // seconds
static const double grace = 0.3;  // seconds to answer a limit that the child sees itself

// ---- messages

// A word of a message, kept among the model's names; NULL: it had none.
static const char *kept_word(sv_child *p, sv_wire *w) {
  char *word = sv_wire_get_string(w);
  sv_names *names = p->model->names;
  const char *kept = word ? sv_names_get(names, sv_names_cstr(names, word)) : NULL;
  sv_free(word);
  return kept;
}

// "cegar, bdd" where an engine has started another one.
static const char *phase_of(sv_child *p, const char *phase) {
  const char *engine = p->answer->engine;
  if (!phase || !strncmp(phase, engine, strlen(engine))) return phase;
  sv_text both = {0};
  sv_text_printf(&both, "%s, %s", engine, phase);
  sv_names *names = p->model->names;
  const char *kept = sv_names_get(names, sv_names_cstr(names, sv_text_get(&both)));
  sv_text_free(&both);
  return kept;
}

static void show_life(sv_child *p) {
  p->heard = sv_now();
  if (!p->run->progress || !p->run->progress->show) return;
  p->last.bytes = sv_child_bytes(p);
  sv_progress_tick(p->run->progress, &p->last);
}

static void take_progress(sv_child *p, sv_wire *w) {
  sv_progress_report r = {.states = sv_wire_get(w)};
  r.transitions = sv_wire_get(w);
  r.depth = sv_wire_get(w);
  r.size = sv_wire_get(w);
  r.phase = kept_word(p, w);
  r.depth_of = kept_word(p, w);
  r.size_of = kept_word(p, w);
  if (w->bad) return;
  r.phase = phase_of(p, r.phase);
  p->last = r;
  show_life(p);
}

// One that says nothing is at work all the same: before it has something to count, and in long steps.
static void note_silence(sv_child *p) {
  if (p->heard <= 0) p->heard = sv_now();
  if (p->answered || sv_now() < p->heard + silence) return;
  if (!p->last.phase) p->last.phase = p->answer->engine;
  show_life(p);
}

static void take_message(sv_child *p, uint64_t kind, const char *at, size_t n) {
  sv_wire w = {.at = at, .n = n};
  if (kind == MESSAGE_PROGRESS) {
    take_progress(p, &w);
  } else if (kind == MESSAGE_COVERED) {
    sv_free(p->covered);
    p->covered = sv_wire_get_string(&w);
  } else if (!p->answered) {
    p->answered = true;
    sv_text_bytes(&p->answer_bytes, at, n);
  } else {
    w.bad = true;
  }
  p->malformed |= w.bad;
}

// Takes the whole messages out of what has come in.
static void take_messages(sv_child *p) {
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

static void take_line(sv_child *p) {
  const char *line = sv_text_get(&p->line);
  bool failure = !strncmp(line, "selvage: ", 9) || strstr(line, "bad_alloc");
  if (!failure) fputs(line, stderr);
  else if (p->last_words.n < MOST_KEPT) sv_text_string(&p->last_words, line);
  sv_clear(p->line);
}

static void take_words(sv_child *p, const char *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    sv_text_char(&p->line, at[i]);
    if (at[i] == '\n') take_line(p);
  }
}

// Reads what is there; closes the end when there will be no more.
static bool read_some(int *from, char *buffer, size_t size, size_t *n) {
  ssize_t got = read(*from, buffer, size);
  if (got > 0) return *n = (size_t)got, true;
  if (got < 0 && errno == EINTR) return false;
  close(*from);
  *from = -1;
  return false;
}

static void read_pipes(sv_child *p, int milliseconds) {
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

// ---- limits

static size_t resident_of(long pid) {
  char path[64];
  unsigned long size, resident;
  snprintf(path, sizeof path, "/proc/%ld/statm", pid);
  FILE *in = fopen(path, "re");
  if (!in) return 0;
  int got = fscanf(in, "%lu %lu", &size, &resident);
  fclose(in);
  return got == 2 ? (size_t)resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

// With the processes that it has started itself, where the system lists them.
size_t sv_child_bytes(const sv_child *p) {
  char path[64];
  long pid;
  size_t bytes = p->reaped ? 0 : resident_of(p->pid);
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)p->pid, (long)p->pid);
  FILE *in = p->reaped ? NULL : fopen(path, "re");
  if (!in) return bytes;
  while (fscanf(in, "%ld", &pid) == 1) bytes += resident_of(pid);
  fclose(in);
  return bytes;
}

static sv_cause limit_now(const sv_child *p) {
  const sv_limits *l = p->run->limits;
  if (l->interrupt && *l->interrupt) return SV_CAUSE_INTERRUPTED;
  if (l->deadline > 0 && sv_now() >= l->deadline) return SV_CAUSE_TIME;
  if (l->budget > 0 && sv_limits_now(l) >= l->budget) return SV_CAUSE_BUDGET;
  if (l->memory && sv_child_bytes(p) + sv_resident_bytes() > l->memory) return SV_CAUSE_MEMORY;
  return SV_CAUSE_NONE;
}

void sv_child_signal(const sv_child *p, int signal) {
  if (!p->reaped) kill(p->own_group ? -p->pid : p->pid, signal);
}

// A child that looks at the clock itself may say more: it gets a moment to.
static void kill_at_limit(sv_child *p) {
  sv_cause limit = limit_now(p);
  if (!limit) return;
  if (limit == SV_CAUSE_INTERRUPTED) p->page->interrupt = 1;
  if (p->limit_seen <= 0) p->limit_seen = sv_now();
  if (limit != SV_CAUSE_MEMORY && sv_now() < p->limit_seen + grace) return;
  p->killed = limit;
  sv_child_signal(p, SIGKILL);
}

// Waits for the end; the child may still have to get rid of what it printed.
static void reap(sv_child *p) {
  double patience = sv_now() + grace;
  while (wait4(p->pid, &p->status, WNOHANG, &p->used) == 0) {
    if (p->malformed || sv_now() > patience) sv_child_signal(p, SIGKILL);
    read_pipes(p, 5);
  }
  p->reaped = true;
  while (p->words >= 0) read_pipes(p, 0);
  if (p->line.n) take_line(p);
}

// ---- the answer

static void say_ran_out(const sv_child *p, sv_answer *a, sv_cause cause, const char *of) {
  sv_text reason = {0};
  sv_text_string(&reason, of);
  if (p->covered) sv_text_printf(&reason, ": %s", p->covered);
  sv_answer_close(a, cause, sv_text_get(&reason));
  sv_text_free(&reason);
}

static void say_limit(const sv_child *p, sv_answer *a) {
  p->run->limits->hit = p->killed;
  say_ran_out(p, a, p->killed, sv_cause_text(p->killed));
}

static bool died_of(const sv_child *p, int signal) {
  return WIFSIGNALED(p->status) && WTERMSIG(p->status) == signal;
}

// At its own limit (ulimit -t) the system sends SIGXCPU, at a hard one SIGKILL.
static bool ran_out_of_processor(const sv_child *p) {
  struct rlimit limit;
  if (died_of(p, SIGXCPU)) return true;
  if (!died_of(p, SIGKILL) || getrlimit(RLIMIT_CPU, &limit)) return false;
  time_t seconds = p->used.ru_utime.tv_sec + p->used.ru_stime.tv_sec + 1;
  return limit.rlim_max != RLIM_INFINITY && (rlim_t)seconds >= limit.rlim_max;
}

static bool ran_out_of_memory(sv_child *p) {
  const char *words = sv_text_get(&p->last_words);
  return died_of(p, SIGKILL) || strstr(words, "out of memory") || strstr(words, "bad_alloc");
}

static void say_bug(sv_child *p, sv_answer *a) {
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
  sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static void take_answer(sv_child *p, sv_answer *a) {
  sv_wire w = {.at = p->answer_bytes.at, .n = p->answer_bytes.n};
  uint64_t hit = sv_wire_get(&w);
  if (hit >= SV_CAUSE_COUNT || (hit && !sv_cause_is_limit((sv_cause)hit))) w.bad = true;
  p->malformed = !sv_wire_get_answer(&w, p->model, p->run, a);
  if (p->malformed) a->complete = a->certified = false;
  if (p->malformed) return say_bug(p, a);
  if (hit && !p->run->limits->hit) p->run->limits->hit = (sv_cause)hit;
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static void conclude(sv_child *p, sv_answer *a) {
  if (p->answered && !p->malformed) take_answer(p, a);
  else if (p->killed) say_limit(p, a);
  else if (!p->malformed && ran_out_of_processor(p))
    say_ran_out(p, a, SV_CAUSE_SYSTEM, "the system allows no more processor time");
  else if (!p->malformed && ran_out_of_memory(p))
    say_ran_out(p, a, SV_CAUSE_MEMORY, "out of memory");
  else say_bug(p, a);
}

static int milliseconds_until(double until) {
  double left = until > 0 ? (until - sv_now()) * 1000 : POLL_MILLISECONDS;
  return left <= 0 ? 0 : left < POLL_MILLISECONDS ? (int)left + 1 : POLL_MILLISECONDS;
}

// It has no more to say: it has answered, closed its pipe, or was killed.
static bool is_done(const sv_child *p) {
  return p->messages < 0 || p->killed || p->malformed || p->answered;
}

static void attend(sv_child *p, int milliseconds) {
  read_pipes(p, milliseconds);
  note_silence(p);
  if (!p->answered) kill_at_limit(p);
}

static void finish(sv_child *p) {
  reap(p);
  conclude(p, p->answer);
  p->ended = true;
}

bool sv_child_watch(sv_child *p, double until) {
  REQUIRE(!p->ended, "a child that has ended is not watched");
  bool late = false;
  while (!is_done(p) && !late) {
    attend(p, milliseconds_until(until));
    late = until > 0 && sv_now() >= until;
  }
  if (!is_done(p)) return false;
  finish(p);
  return true;
}

// ---- several at the same time

static void await_any(sv_child *const children[], uint32_t n, int milliseconds) {
  struct pollfd ends[2 * SV_CHILDREN_MOST];
  for (uint32_t i = 0; i < n; i++) {
    ends[2 * i] = (struct pollfd){.fd = children[i]->messages, .events = POLLIN};
    ends[2 * i + 1] = (struct pollfd){.fd = children[i]->words, .events = POLLIN};
  }
  poll(ends, 2 * n, milliseconds);
}

static uint32_t first_done(sv_child *const children[], uint32_t n) {
  uint32_t i = 0;
  while (i < n && !is_done(children[i])) i++;
  return i;
}

uint32_t sv_children_watch(sv_child *const children[], uint32_t n, double until) {
  REQUIRE(n && n <= SV_CHILDREN_MOST, "between one child and as many as can be watched");
  for (bool late = false; !late && first_done(children, n) == n;) {
    await_any(children, n, milliseconds_until(until));
    for (uint32_t i = 0; i < n; i++) attend(children[i], 0);
    late = sv_now() >= until;
  }
  uint32_t done = first_done(children, n);
  if (done < n) finish(children[done]);
  return done;
}
