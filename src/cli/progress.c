// progress.c -- signs of life on stderr during a long check.

#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"

static void draw(void *context, const selvage_progress *p) {
  cli_progress *c = context;
  if (!c->terminal && p->seconds < c->next) return;
  c->next += c->terminal ? 0 : 10;
  double rate = p->seconds > 0 ? (double)p->states / p->seconds : 0;
  fprintf(stderr, "%s%s: %llu states, %.0f/s, depth %llu, %.0f MB, %.0f s%s",
          c->terminal ? "\r\033[K" : "", p->phase, (unsigned long long)p->states, rate,
          (unsigned long long)p->depth, p->megabytes, p->seconds, c->terminal ? "" : "\n");
  c->drawn = true;
}

void cli_progress_start(cli_progress *c, cli_arguments *a) {
  *c = (cli_progress){.terminal = isatty(STDERR_FILENO), .next = 10};
  selvage_on_progress(a->s, a->quiet ? NULL : draw, c);
}

void cli_progress_end(cli_progress *c) {
  if (c->terminal && c->drawn) fputs("\r\033[K", stderr);
}
