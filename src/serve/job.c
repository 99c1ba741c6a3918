// job.c -- see job.h.

#define _GNU_SOURCE

#include "serve/job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/json_kit.h"

static const size_t most_kept = (size_t)512 << 20;

static void become_child(pid_t parent, int in, int out) {
  sigset_t none;
  struct rlimit no_core = {0};
  int nowhere = open("/dev/null", O_RDWR);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || nowhere < 0) _exit(1);
  setrlimit(RLIMIT_CORE, &no_core);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (in > STDERR_FILENO) close(in);
  if (out > STDERR_FILENO) close(out);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
}

sv_job *sv_job_start(sv_job_fn *work, void *context, int in, int out) {
  int ends[2];
  pid_t self = getpid();
  if (pipe2(ends, O_CLOEXEC)) return NULL;
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    close(ends[0]);
    become_child(self, in, out);
    work(context, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  if (pid < 0) return close(ends[0]), NULL;
  setpgid(pid, pid);  // also here: it may be killed before its own call
  sv_job *j = SV_NEW(sv_job);
  j->pid = pid;
  j->from = ends[0];
  return j;
}

void sv_job_tell(int to, json_t *line) {
  sv_text text = {0};
  sv_json_dump(line, 0, &text);
  sv_text_char(&text, '\n');
  for (size_t at = 0; at < text.n;) {
    ssize_t n = write(to, text.at + at, text.n - at);
    if (n < 0 && errno != EINTR) _exit(1);  // the reader is gone
    if (n > 0) at += (size_t)n;
  }
  sv_text_free(&text);
}

static void reap(sv_job *j) {
  int status = 0;
  while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR) continue;
  j->signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) ? SIGABRT : 0;
  j->pid = 0;
}

static void end(sv_job *j) {
  if (!j->pid) return;
  kill(-j->pid, SIGKILL);
  kill(j->pid, SIGKILL);
  reap(j);
}

bool sv_job_read(sv_job *j) {
  char buffer[1 << 16];
  ssize_t n = read(j->from, buffer, sizeof buffer);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (n > 0) sv_text_bytes(&j->in, buffer, (size_t)n);
  if (n > 0 && j->in.n < most_kept) return true;
  if (n == 0) reap(j);  // the pipe is closed because it ends by itself
  end(j);
  return false;
}

json_t *sv_job_line(sv_job *j) {
  const char *stop =
      j->in.n > j->looked ? memchr(j->in.at + j->looked, '\n', j->in.n - j->looked) : NULL;
  if (!stop) {
    j->looked = j->in.n;
    return NULL;
  }
  const char *line = j->in.at + j->used;
  j->looked = j->used = (size_t)(stop + 1 - j->in.at);
  return json_loadb(line, (size_t)(stop - line), JSON_ALLOW_NUL, NULL);
}

void sv_job_free(sv_job *j) {
  if (!j) return;
  end(j);
  close(j->from);
  sv_text_free(&j->in);
  sv_free(j);
}
