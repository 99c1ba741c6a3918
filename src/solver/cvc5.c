// cvc5.c -- fork, watch, read one word.
//
// The script goes into a file without a name, which the child reads as
// /dev/stdin: nothing is left behind, however this ends.

#define _GNU_SOURCE

#include "solver/cvc5.h"

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

enum { POLL_MILLISECONDS = 20, MOST_WORDS = 400 };

static const char program[] = "cvc5";

// ---- is it there?

static bool is_in(const char *folder, size_t n) {
  sv_text path = {0};
  sv_text_bytes(&path, folder, n);
  sv_text_printf(&path, "%s%s", n ? "/" : "", program);
  bool found = !access(sv_text_get(&path), X_OK);
  sv_text_free(&path);
  return found;
}

bool sv_cvc5_found(void) {
  const char *path = getenv("PATH");
  while (path) {
    size_t n = strcspn(path, ":");
    if (is_in(path, n)) return true;
    path = path[n] ? path + n + 1 : NULL;
  }
  return false;
}

// ---- the child

typedef struct {
  pid_t pid;
  int from;  // what it says
  sv_text words;
  double deadline;  // 0: none
  const sv_sat_limits *limits;
} asked;

static int file_of(sv_text *script) {
  FILE *file = tmpfile();
  if (!file) return -1;
  bool good = fwrite(sv_text_get(script), 1, script->n, file) == script->n && !fflush(file);
  int descriptor = good ? dup(fileno(file)) : -1;
  fclose(file);
  if (descriptor >= 0) lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

static void limit_memory(const sv_sat_limits *l) {
  if (!l || !l->run || !l->run->memory) return;
  struct rlimit most = {l->run->memory, l->run->memory};
  setrlimit(RLIMIT_AS, &most);
}

static SV_NORETURN void be_child(const asked *a, int script, int to) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_memory(a->limits);
  dup2(script, STDIN_FILENO);
  dup2(to, STDOUT_FILENO);
  dup2(to, STDERR_FILENO);
  execlp(program, program, "--lang", "smt2", "-q", "/dev/stdin", (char *)NULL);
  _exit(127);
}

static bool start(asked *a, int script) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return false;
  fflush(NULL);
  a->pid = fork();
  if (!a->pid) be_child(a, script, ends[1]);
  close(ends[1]);
  a->from = ends[0];
  if (a->pid > 0) return true;
  close(ends[0]);
  return false;
}

// ---- the watch

static bool must_stop(const asked *a) {
  const sv_sat_limits *l = a->limits;
  if (a->deadline > 0 && sv_now() > a->deadline) return true;
  return l && ((l->run && sv_limits_check(l->run)) || (l->stop && l->stop(l->context)));
}

// Reads until it says no more. False: it was killed.
static bool listen_to(asked *a) {
  char buffer[4096];
  for (;;) {
    struct pollfd end = {.fd = a->from, .events = POLLIN};
    if (must_stop(a)) return kill(a->pid, SIGKILL), false;
    if (poll(&end, 1, POLL_MILLISECONDS) <= 0) continue;
    ssize_t n = read(a->from, buffer, sizeof buffer);
    if (n <= 0) return true;
    if (a->words.n < MOST_WORDS) sv_text_bytes(&a->words, buffer, (size_t)n);
  }
}

static sv_sat_answer understand(asked *a, sv_text *why) {
  const char *words = sv_text_get(&a->words);
  if (!strcmp(words, "sat\n")) return SV_SAT_YES;
  if (!strcmp(words, "unsat\n")) return SV_SAT_NO;
  sv_text_printf(why, "cvc5 says %.*s", (int)strcspn(words, "\n"), *words ? words : "nothing");
  return SV_SAT_UNKNOWN;
}

static sv_sat_answer finish(asked *a, bool ended, sv_text *why) {
  int status = 0;
  while (waitpid(a->pid, &status, 0) < 0 && errno == EINTR) continue;
  close(a->from);
  if (ended && WIFEXITED(status)) return understand(a, why);
  if (ended) {
    sv_text_printf(why, "cvc5 was ended by signal %d", WTERMSIG(status));
    return SV_SAT_UNKNOWN;
  }
  sv_cause hit = a->limits && a->limits->run ? a->limits->run->hit : SV_CAUSE_NONE;
  sv_text_string(why, hit ? sv_cause_text(hit) : "cvc5 takes too long");
  return SV_SAT_UNKNOWN;
}

sv_sat_answer sv_cvc5_check(sv_text *script, double seconds, const sv_sat_limits *limits,
                            sv_text *why) {
  asked a = {.limits = limits, .deadline = seconds > 0 ? sv_now() + seconds : 0};
  int file = file_of(script);
  bool started = file >= 0 && start(&a, file);
  if (file >= 0) close(file);
  sv_sat_answer answer = SV_SAT_UNKNOWN;
  if (started) answer = finish(&a, listen_to(&a), why);
  else sv_text_string(why, "cvc5 cannot be started");
  sv_text_free(&a.words);
  return answer;
}
