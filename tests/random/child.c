// child.c -- see child.h.

#define _DEFAULT_SOURCE  // MAP_ANONYMOUS

#include "random/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SANITIZER_STATUS = 99 };  // as ASAN_OPTIONS has it under CTest

note *child_note_new(void) {
  note *n = mmap(NULL, sizeof *n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(n != MAP_FAILED, "no shared memory");
  return n;
}

void child_note_free(note *n) { munmap(n, sizeof *n); }

static void send_errors_to(const char *log) {
  int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  dup2(file, STDERR_FILENO);
  close(file);
}

// The line that says most: an assertion, or what a sanitizer found.
static bool is_telling(const char *line) {
  static const char *const words[] = {"ssertion", "ERROR:", "runtime error",
                                      "misuse",   "bug",    "leak"};
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (strstr(line, words[i])) return true;
  return false;
}

static void read_log(const char *log, char *line, size_t size) {
  FILE *in = fopen(log, "r");
  char next[512];
  line[0] = 0;
  while (in && fgets(next, sizeof next, in)) {
    next[strcspn(next, "\n")] = 0;
    if (!line[0] || is_telling(next)) snprintf(line, size, "%s", next);
    if (is_telling(next)) break;
  }
  if (in) fclose(in);
}

static void note_end(note *n, int status, const char *log) {
  char line[512];
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  read_log(log, line, sizeof line);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    note_wrong(n, "time", "still running after the time limit");
  else if (WIFSIGNALED(status)) note_wrong(n, "crash", "signal %d: %s", WTERMSIG(status), line);
  else if (WEXITSTATUS(status) == SANITIZER_STATUS) note_wrong(n, "sanitizer", "%s", line);
  else note_wrong(n, "exit", "status %d: %s", WEXITSTATUS(status), line);
}

void child_run(note *n, unsigned seconds, const char *log, child_fn *fn, void *context) {
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  REQUIRE(child >= 0, "cannot fork");
  if (!child) {
    send_errors_to(log);
    alarm(seconds);
    fn(context, n);
    exit(0);  // not _exit: leaks are looked for here
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  note_end(n, status, log);
}
