// child.c -- an engine's work in a process of its own: start, pause, end.

#define _GNU_SOURCE

#include "engine/child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/child_inside.h"

enum { READY_MICROSECONDS = 200 };

typedef struct {
  int messages[2], words[2];
  sv_child_page *page;
} channel;

static void close_both(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

static void unmap(sv_child_page *page) { munmap(page, sizeof *page); }

static bool open_channel(channel *c) {
  c->page = mmap(NULL, sizeof *c->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (c->page == MAP_FAILED) return false;
  if (pipe2(c->messages, O_CLOEXEC)) return unmap(c->page), false;
  if (!pipe2(c->words, O_CLOEXEC)) return true;
  close_both(c->messages);
  unmap(c->page);
  return false;
}

static void become_child(const channel *c, bool own_group, pid_t parent_pid) {
  if (own_group) setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent_pid) _exit(1);
  c->page->ready = 1;
  close(c->messages[0]);
  close(c->words[0]);
  dup2(c->words[1], STDERR_FILENO);
  close(c->words[1]);
}

static sv_child *new_child(const channel *c, pid_t pid, bool own_group, sv_model *m,
                           const sv_run *run, sv_answer *a) {
  sv_child *p = SV_NEW(sv_child);
  close(c->messages[1]);
  close(c->words[1]);
  p->pid = pid;
  p->own_group = own_group;
  p->messages = c->messages[0];
  p->words = c->words[0];
  p->page = c->page;
  p->model = m;
  p->run = run;
  p->answer = a;
  return p;
}

static sv_child *refuse(sv_answer *a, const char *why) {
  sv_answer_close(a, SV_CAUSE_SYSTEM, why);
  return NULL;
}

static sv_child *start(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a,
                       bool own_group) {
  channel c;
  pid_t self = getpid();
  if (!open_channel(&c)) return refuse(a, "the system allows no more pipes");
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    become_child(&c, own_group, self);
    sv_child_work(check, m, run, a, c.page, c.messages[1]);
  }
  if (pid > 0) {
    if (own_group) setpgid(pid, pid);  // also here: the next signal may come before its own call
    return new_child(&c, pid, own_group, m, run, a);
  }
  close_both(c.messages);
  close_both(c.words);
  unmap(c.page);
  return refuse(a, "the system allows no more processes");
}

sv_child *sv_child_start(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a) {
  return start(check, m, run, a, true);
}

static bool has_ended(const sv_child *p) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

// One that is suspended before it is tied to its parent would stay for ever if that one dies.
static void await_ready(const sv_child *p) {
  while (!p->page->ready && !has_ended(p)) usleep(READY_MICROSECONDS);
}

void sv_child_pause(sv_child *p) {
  if (p->paused_since > 0 || p->ended) return;
  await_ready(p);
  sv_child_signal(p, SIGSTOP);
  p->paused_since = sv_now();
}

static void resume(sv_child *p) {
  if (p->paused_since <= 0) return;
  p->page->paused += sv_now() - p->paused_since;
  p->paused_since = 0;
  sv_child_signal(p, SIGCONT);
}

bool sv_child_run(sv_child *p, double seconds) {
  resume(p);
  return sv_child_watch(p, sv_now() + seconds);
}

uint32_t sv_children_run(sv_child *const children[], uint32_t n, double seconds) {
  for (uint32_t i = 0; i < n; i++) resume(children[i]);
  return sv_children_watch(children, n, sv_now() + seconds);
}

void sv_child_hurry(sv_child *p, sv_cause limit) {
  if (p->ended) return;
  if (limit == SV_CAUSE_INTERRUPTED) p->page->interrupt = 1;
  if (p->limit_seen <= 0) p->limit_seen = sv_now();
  resume(p);
}

void sv_child_kill(sv_child *p, sv_cause limit) {
  if (p->ended || p->answered) return;
  p->killed = limit;
  sv_child_signal(p, SIGKILL);
}

void sv_child_free(sv_child *p) {
  if (!p) return;
  sv_child_signal(p, SIGKILL);
  if (!p->reaped) waitpid(p->pid, NULL, 0);
  if (p->messages >= 0) close(p->messages);
  if (p->words >= 0) close(p->words);
  unmap(p->page);
  sv_text_free(&p->in);
  sv_text_free(&p->line);
  sv_text_free(&p->last_words);
  sv_text_free(&p->answer_bytes);
  sv_free(p->covered);
  sv_free(p);
}

void sv_check_in_child(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a) {
  if (!sv_answer_net(a, m, run)) return;
  sv_child *p = start(check, m, run, a, false);
  if (p) sv_child_watch(p, 0);
  sv_child_free(p);
}
