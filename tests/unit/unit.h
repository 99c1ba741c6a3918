// unit.h -- what unit tests share: cmocka with the headers it wants, and
// checks that a call ends its process.

#ifndef SV_TEST_UNIT_H
#define SV_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// How a child ends that runs f: its exit status, or -signal. What it writes to
// the standard error goes to said[0..size), NUL-terminated. A child whose f
// returns ends with 200.
static inline int how_it_ends(void (*f)(void), char *said, size_t size) {
  int ends[2], status = 0;
  ssize_t got;
  size_t n = 0;
  if (pipe(ends)) abort();
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) abort();
  if (!child) {
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    f();
    _exit(200);
  }
  close(ends[1]);
  while (n + 1 < size && (got = read(ends[0], said + n, size - 1 - n)) > 0) n += (size_t)got;
  said[n] = 0;
  close(ends[0]);
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

// The call is refused as misuse and the message holds these words.
static inline void assert_misuse(void (*f)(void), const char *words) {
  char said[2000];
  int end = how_it_ends(f, said, sizeof said);
  if (end != -SIGABRT || !strstr(said, "misuse") || !strstr(said, words))
    fail_msg("ended with %d and said: %s", end, said);
}

#endif
