// sweep_farm.c -- the tasks of a sweep, on all processes that mpirun has started.
//
// Every process (rank) makes the same plan, and forks one that does tasks (sweep_serve) before it initialises MPI,
// which does not like what forks. The first rank hands out the numbers of tasks, one for each free worker of any rank,
// and takes the results; the others pass both on. So tasks of different lengths fill all
// processors, and what is kept is what one process keeps.

#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/sweep.h"

enum { LOOK_MILLISECONDS = 2, PATIENT_TURNS = 500, BEFORE_HELLO = -1 };

// Messages begin with one of these. A task: its number. Hello: the plan's digest, workers.
typedef enum { HELLO, TASK, RESULT, STOP } message_kind;
typedef struct {
  uint64_t kind, rank, value, more;
} message_head;
typedef struct {
  message_head head;
  sweep_result result;
} message;
_Static_assert(sizeof(message) <= SELVAGE_MESSAGE, "a result fits a message");

typedef struct {
  cli_arguments *arguments;
  sweep_plan *plan;
  sweep_results *results;
  int rank, ranks;
  size_t jobs;
  pid_t server;
  int socket;  // to it
  long *free;  // by rank: workers without a task, or BEFORE_HELLO
  size_t next, done;
  message buffer;
  const char *wrong;
  bool lost;     // MPI has failed
  bool broken;   // the server has
  bool stopped;  // another rank says so
  bool unwritten;
} farm;

// ---- the process that does tasks

static void become_server(farm *f, int orders, pid_t parent) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == parent) sweep_serve(f->arguments, f->plan, f->jobs, orders);
  _exit(0);
}

static bool start_server(farm *f) {
  int ends[2];
  pid_t self = getpid();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return false;
  fflush(NULL);
  f->server = fork();
  if (!f->server) {
    close(ends[0]);
    become_server(f, ends[1], self);
  }
  close(ends[1]);
  f->socket = ends[0];
  return f->server > 0;
}

static void end_server(farm *f) {
  if (f->server <= 0) return;
  close(f->socket);
  kill(f->server, SIGKILL);
  waitpid(f->server, NULL, 0);
}

static void order(farm *f, uint64_t task) {
  if (send(f->socket, &task, sizeof task, MSG_NOSIGNAL) < 0) f->broken = true;
}

// What it has to say, if anything, into the buffer.
static bool hear_server(farm *f, int milliseconds) {
  struct pollfd end = {.fd = f->socket, .events = POLLIN};
  if (poll(&end, 1, milliseconds) <= 0) return false;
  ssize_t n = recv(f->socket, &f->buffer.result, sizeof f->buffer.result, 0);
  if (n <= 0) f->broken = true;
  return n > 0;
}

// ---- messages

// Who was interrupted does not wait long for others to take what it has to say.
static bool send_to(farm *f, int to, size_t bytes) {
  int done = 0;
  f->buffer.head.rank = (uint64_t)f->rank;
  for (int turn = 0; !f->lost && !done && (turn < PATIENT_TURNS || !cli_interrupted()); turn++) {
    done = selvage_send(f->arguments->s, to, &f->buffer, bytes);
    if (!done) usleep(LOOK_MILLISECONDS * 1000);
  }
  if (done < 0) f->lost = true;
  return done > 0;
}

static bool tell(farm *f, int to, message_kind kind, uint64_t value, uint64_t more) {
  f->buffer.head = (message_head){kind, 0, value, more};
  return send_to(f, to, sizeof f->buffer.head);
}

static bool receive(farm *f) {
  long n = selvage_receive(f->arguments->s, &f->buffer);
  if (n < 0) f->lost = true;
  return n > 0;
}

// ---- the first rank

static void take_result(farm *f, uint64_t rank) {
  sweep_result *r = &f->buffer.result;
  sweep_task *t = &f->plan->tasks[r->task];
  sweep_take(t, r);
  f->free[rank]++;
  f->done++;
  if (f->results && !sweep_results_add(f->results, t)) f->unwritten = true;
  sweep_progress(f->arguments, f->done, f->plan->count, t);
}

static void take_hello(farm *f, const message_head *h) {
  if (h->value != sweep_digest(f->plan))
    f->wrong = "the ranks have read different files, or were given different options";
  f->free[h->rank] = (long)h->more;
}

static bool take_message(farm *f) {
  if (!receive(f)) return false;
  message_head h = f->buffer.head;
  if (h.kind == HELLO) take_hello(f, &h);
  else if (h.kind == STOP) f->stopped = true;
  else take_result(f, h.rank);
  return true;
}

static void hand_out(farm *f) {
  for (int r = 0; r < f->ranks; r++)
    while (f->free[r] > 0) {
      while (f->next < f->plan->count && sweep_is_done(&f->plan->tasks[f->next])) f->next++;
      if (f->next == f->plan->count) return;
      f->free[r]--;
      if (r) tell(f, r, TASK, f->next++, 0);
      else order(f, f->next++);
    }
}

static bool all_are_here(const farm *f) {
  for (int r = 0; r < f->ranks; r++)
    if (f->free[r] == BEFORE_HELLO) return false;
  return true;
}

static bool goes_on(const farm *f) {
  return !f->lost && !f->broken && !f->stopped && !f->unwritten && !f->wrong && !cli_interrupted();
}

// Nobody begins before all have said what they have read.
static void lead(farm *f) {
  f->free[0] = (long)f->jobs;
  for (int r = 1; r < f->ranks; r++) f->free[r] = BEFORE_HELLO;
  while (goes_on(f) && (f->done < f->plan->count || !all_are_here(f))) {
    if (all_are_here(f)) hand_out(f);
    bool any = take_message(f);
    if (hear_server(f, any ? 0 : LOOK_MILLISECONDS)) take_result(f, 0);
  }
  for (int r = 1; r < f->ranks; r++) tell(f, r, STOP, 0, 0);
}

static int status_of(const farm *f) {
  if (f->unwritten) return SELVAGE_OUTPUT;
  if (f->wrong) return cli_usage("%s", f->wrong);
  if (f->done == f->plan->count) return 0;
  fprintf(stderr, "selvage: %s: %zu of %zu tasks are done\n",
          f->lost || f->broken ? "a rank ended" : "interrupted", f->done, f->plan->count);
  return SELVAGE_UNKNOWN;
}

// ---- the others

static void follow(farm *f) {
  tell(f, 0, HELLO, sweep_digest(f->plan), f->jobs);
  while (!f->lost && !f->broken && !f->stopped && !cli_interrupted()) {
    bool any = receive(f);
    if (any && f->buffer.head.kind == TASK) order(f, f->buffer.head.value);
    else if (any) f->stopped = true;
    if (!hear_server(f, any ? 0 : LOOK_MILLISECONDS)) continue;
    f->buffer.head = (message_head){.kind = RESULT};
    send_to(f, 0, sizeof f->buffer.head + sweep_result_bytes(&f->buffer.result));
  }
  if (!f->stopped) tell(f, 0, STOP, 0, 0);
}

// ---- all of them

static void go(farm *f) {
  f->free = calloc((size_t)f->ranks, sizeof *f->free);
  if (!f->free) abort();
  if (f->rank) follow(f);
  else lead(f);
  free(f->free);
}

int sweep_farm(cli_arguments *a, sweep_plan *plan, sweep_results *results) {
  farm *f = calloc(1, sizeof *f);
  if (!f) abort();
  *f = (farm){.arguments = a, .plan = plan, .results = results, .jobs = sweep_jobs(a, 1)};
  for (size_t i = 0; i < plan->count; i++) f->done += sweep_is_done(&plan->tasks[i]);
  f->ranks = selvage_ranks(&f->rank);
  bool started = start_server(f);
  const char *alone = started ? selvage_join(a->s) : "the system allows no more processes";
  if (!alone) go(f);
  end_server(f);
  int status = alone ? cli_usage("%s", alone) : f->rank ? 0 : status_of(f);
  free(f);
  return status;
}
