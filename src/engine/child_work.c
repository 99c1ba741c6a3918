// child_work.c -- the child's end: work, progress, answer.

#define _GNU_SOURCE

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/child_inside.h"

enum { STACK_BYTES = 96 << 20 };      // recursions go as deep as there are variables
static const double tick_pace = 0.2;  // seconds between signs of life if the parent does not ask

typedef struct {
  int to;
} sender;

static void send_bytes(int to, const char *at, size_t n) {
  while (n) {
    ssize_t sent = write(to, at, n);
    if (sent < 0) _exit(1);  // the reader is gone
    at += sent;
    n -= (size_t)sent;
  }
}

static void send_message(int to, sv_message_kind kind, const sv_text *body) {
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
  sv_wire_put(&body, r->size);
  sv_wire_put_string(&body, r->phase);
  sv_wire_put_string(&body, r->depth_of);
  sv_wire_put_string(&body, r->size_of);
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

SV_NORETURN void sv_child_work(sv_check_fn *check, sv_model *m, const sv_run *run, sv_answer *a,
                               sv_child_page *page, int to) {
  sender s = {to};
  sv_progress progress = {.show = send_progress, .context = &s, .every = tick_pace};
  if (run->progress && run->progress->show) progress.every = run->progress->every;
  sv_limits limits = *run->limits;
  limits.interrupt = &page->interrupt;
  if (!limits.paused) limits.paused = &page->paused;
  sv_run mine = *run;
  mine.progress = &progress;
  mine.limits = &limits;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);  // the parent passes it on, by the page
  signal(SIGTERM, SIG_IGN);
  widen_stack();
  check(m, &mine, a);
  sv_text body = {0};
  sv_wire_put(&body, limits.hit);
  sv_wire_put_answer(&body, m, a);
  send_message(to, MESSAGE_ANSWER, &body);
  fflush(NULL);
  _exit(0);
}
