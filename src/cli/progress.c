// progress.c -- signs of life on stderr during a long check.
//
// One line that is redrawn on a terminal, else a line every 10 seconds. It says what the
// engine that is at work counts: states, rounds and nodes, a bound and clauses. A check of a
// file that has changed meanwhile (--watch) is given up.

#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PAUSE = 10 };  // seconds between lines

static void draw(void *context, const selvage_progress *p) {
  cli_progress *c = context;
  const cli_arguments *a = c->arguments;
  if (a->watcher && cli_watch_changed(a->watcher)) selvage_interrupt(a->s);
  if (a->quiet) return;
  if (!c->terminal && p->seconds < c->next) return;
  c->next = p->seconds + PAUSE;
  fprintf(stderr, "%s%s: ", c->terminal ? "\r\033[K" : "", p->phase ? p->phase : "check");
  if (p->states) {
    double rate = p->seconds > 0 ? (double)p->states / p->seconds : 0;
    fprintf(stderr, "%llu states, %.0f/s, ", (unsigned long long)p->states, rate);
  }
  if (p->depth) fprintf(stderr, "%s %llu, ", p->depth_of, (unsigned long long)p->depth);
  if (p->size_of) fprintf(stderr, "%llu %s, ", (unsigned long long)p->size, p->size_of);
  if (!p->states && !p->depth && !p->size_of) fputs("preparing, ", stderr);  // making its formulas
  fprintf(stderr, "%.0f MB, %.0f s", p->megabytes, p->seconds);
  if (p->since_checkpoint >= 0) fprintf(stderr, ", checkpoint %.0f s ago", p->since_checkpoint);
  if (!c->terminal) fputc('\n', stderr);
  c->drawn = true;
}

void cli_progress_start(cli_progress *c, cli_arguments *a) {
  *c = (cli_progress){.terminal = isatty(STDERR_FILENO), .next = PAUSE, .arguments = a};
  selvage_on_progress(a->s, a->quiet && !a->watcher ? NULL : draw, c);
}

void cli_progress_end(cli_progress *c) {
  if (c->terminal && c->drawn) fputs("\r\033[K", stderr);
}
