// program.c -- fork, watch, read what it says. See program.h.

#define _GNU_SOURCE

#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 20 };

// ---- is it there?

static bool is_in(const char *folder, size_t n, const char *name) {
  sv_text path = {0};
  sv_text_bytes(&path, folder, n);
  sv_text_printf(&path, "%s%s", n ? "/" : "", name);
  bool found = !access(sv_text_get(&path), X_OK);
  sv_text_free(&path);
  return found;
}

bool sv_program_found(const char *name) {
  const char *path = getenv("PATH");
  while (path) {
    size_t n = strcspn(path, ":");
    if (is_in(path, n, name)) return true;
    path = path[n] ? path + n + 1 : NULL;
  }
  return false;
}

// ---- the child

typedef struct {
  const sv_program *program;
  pid_t pid;
  int from;  // what it says
} child;

static int file_of(sv_text *input) {
  FILE *file = tmpfile();
  if (!file) return -1;
  bool good = fwrite(sv_text_get(input), 1, input->n, file) == input->n && !fflush(file);
  int descriptor = good ? dup(fileno(file)) : -1;
  fclose(file);
  if (descriptor >= 0) lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

static void limit_memory(size_t bytes) {
  struct rlimit most = {bytes, bytes};
  if (bytes) setrlimit(RLIMIT_AS, &most);
}

static SV_NORETURN void be_child(const sv_program *p, int input, int to) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_memory(p->memory);
  int lost = p->errors ? to : open("/dev/null", O_WRONLY);
  dup2(input, STDIN_FILENO);
  dup2(to, STDOUT_FILENO);
  dup2(lost, STDERR_FILENO);
  execvp(p->words[0], (char *const *)p->words);
  _exit(127);
}

static bool start(child *c, int input) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return false;
  fflush(NULL);
  c->pid = fork();
  if (!c->pid) be_child(c->program, input, ends[1]);
  close(ends[1]);
  c->from = ends[0];
  if (c->pid > 0) return true;
  close(ends[0]);
  return false;
}

// ---- the watch

// Reads until it says no more. False: it was killed.
static bool listen_to(const child *c, sv_text *said) {
  const sv_program *p = c->program;
  char buffer[4096];
  for (;;) {
    struct pollfd end = {.fd = c->from, .events = POLLIN};
    if (p->stop && p->stop(p->context)) return kill(c->pid, SIGKILL), false;
    if (poll(&end, 1, POLL_MILLISECONDS) <= 0) continue;
    ssize_t n = read(c->from, buffer, sizeof buffer);
    if (n <= 0) return true;
    if (said->n < p->most) sv_text_bytes(said, buffer, (size_t)n);
  }
}

sv_program_end sv_program_run(const sv_program *program, sv_text *input, sv_text *said,
                              int *status) {
  child c = {.program = program};
  int file = file_of(input);
  bool started = file >= 0 && start(&c, file);
  if (file >= 0) close(file);
  *status = 0;
  if (!started) return SV_PROGRAM_NOT_STARTED;
  bool ended = listen_to(&c, said);
  while (waitpid(c.pid, status, 0) < 0 && errno == EINTR) continue;
  close(c.from);
  return ended ? SV_PROGRAM_ENDED : SV_PROGRAM_STOPPED;
}
