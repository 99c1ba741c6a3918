// serve.c -- a language server on two file descriptors.
//
// One loop: it takes messages, starts the jobs that are due, listens to those
// that run, and writes as much as the editor reads. It never waits for anything
// else, and reads no more messages while the editor does not read the answers.

#define _GNU_SOURCE

#include "serve/serve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static const double usual_reading_seconds = 10;
static const double parting_seconds = 1;  // for the last answers
static const size_t most_waiting = (size_t)16 << 20;

typedef SV_VEC(struct pollfd) poll_list;

static void handle_input(sv_server *v) {
  const char *body;
  size_t n;
  while (!v->leaving) {
    switch (sv_inbox_next(&v->inbox, &body, &n)) {
    case SV_INBOX_MORE: return;
    case SV_INBOX_MESSAGE: sv_server_receive(v, body, n); break;
    case SV_INBOX_BROKEN:
      sv_rpc_error(&v->outbox, NULL, SV_RPC_PARSE_ERROR, "a head without a Content-Length");
      break;
    case SV_INBOX_LARGE:
      sv_rpc_error(&v->outbox, NULL, SV_RPC_INVALID_REQUEST, "a message that is too large");
      break;
    }
  }
}

static void read_input(sv_server *v) {
  char buffer[1 << 16];
  ssize_t n = read(v->in, buffer, sizeof buffer);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n > 0) sv_inbox_feed(&v->inbox, buffer, (size_t)n);
  handle_input(v);
  if (n <= 0) v->leaving = true;  // nobody is there any more
}

// The two ends first, then the jobs of documents and of commands.
static void list_ends(const sv_server *v, poll_list *list) {
  bool listens = sv_outbox_waiting(&v->outbox) < most_waiting;
  short writes = sv_outbox_waiting(&v->outbox) ? POLLOUT : 0;
  sv_clear(*list);
  sv_push(*list, (struct pollfd){.fd = listens ? v->in : -1, .events = POLLIN});
  sv_push(*list, (struct pollfd){.fd = v->out, .events = writes});
  for (uint32_t i = 0; i < v->documents.n; i++) {
    const sv_job *job = v->documents.at[i]->job;
    sv_push(*list, (struct pollfd){.fd = job ? job->from : -1, .events = POLLIN});
  }
  for (uint32_t i = 0; i < v->tasks.n; i++)
    sv_push(*list, (struct pollfd){.fd = v->tasks.at[i]->job->from, .events = POLLIN});
}

static bool wait_for(const sv_server *v, poll_list *list, const sigset_t *mask) {
  double next = sv_reading_next(v), left = next - sv_now();
  struct timespec timeout = {0};
  if (left > 0) {
    timeout.tv_sec = (time_t)left;
    timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
  }
  list_ends(v, list);
  return ppoll(list->at, list->n, next > 0 ? &timeout : NULL, mask) >= 0;
}

// Jobs come and go meanwhile: a job is found again by its pipe.
static void listen_to(sv_server *v, int from) {
  for (uint32_t i = 0; i < v->documents.n; i++)
    if (v->documents.at[i]->job && v->documents.at[i]->job->from == from) {
      sv_reading_advance(v, v->documents.at[i]);
      return;
    }
  for (uint32_t i = 0; i < v->tasks.n; i++)
    if (v->tasks.at[i]->job->from == from) {
      sv_command_advance(v, v->tasks.at[i]);
      return;
    }
}

static void turn(sv_server *v, poll_list *list, const sigset_t *mask) {
  sv_reading_start_due(v, sv_now());
  if (!wait_for(v, list, mask)) return;
  for (uint32_t i = 2; i < list->n; i++)
    if (list->at[i].revents) listen_to(v, list->at[i].fd);
  if (list->at[1].revents & (POLLERR | POLLHUP | POLLNVAL)) v->lost = true;
  else if (list->at[1].revents & POLLOUT) v->lost = !sv_outbox_write(&v->outbox, v->out);
  if (list->at[0].revents) read_input(v);
}

// The last answers, to an editor that still reads.
static void part(sv_server *v) {
  double until = sv_now() + parting_seconds;
  while (!v->lost && sv_outbox_waiting(&v->outbox) && sv_now() < until) {
    struct pollfd end = {.fd = v->out, .events = POLLOUT};
    if (poll(&end, 1, 100) > 0) v->lost = !sv_outbox_write(&v->outbox, v->out);
  }
}

static void free_server(sv_server *v) {
  sv_command_end(v);
  for (uint32_t i = 0; i < v->documents.n; i++) sv_document_free(v->documents.at[i]);
  sv_vec_free(v->documents);
  sv_inbox_free(&v->inbox);
  sv_outbox_free(&v->outbox);
}

int selvage_serve(selvage *s, int in, int out) {
  REQUIRE(s && in >= 0 && out >= 0, "needs an object and two file descriptors");
  sv_server v = {.s = s, .in = in, .out = out, .reading_seconds = usual_reading_seconds};
  poll_list list = {0};
  sigset_t ours, before;
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  sigprocmask(SIG_BLOCK, &ours, &before);  // they come while it waits
  void (*pipes)(int) = signal(SIGPIPE, SIG_IGN);
  while (!v.leaving && !v.lost && !s->interrupted) turn(&v, &list, &before);
  part(&v);
  bool proper = v.shut_down && !v.lost;
  free_server(&v);
  sv_vec_free(list);
  signal(SIGPIPE, pipes);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return proper ? 0 : 1;
}
