// watch.c -- `check --watch`: once more whenever a file has changed.
//
// The files, and those that they include, are looked at a few times a second: their number on the
// disk, size and time of change. So it works with every editor (many write a new file and
// give it the old one's name), on every file system, and with files that are gone for a moment. A
// change counts when nothing has changed any more for a moment. A check that still runs then
// is given up (progress.c).

#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"

enum { LOOK_MILLISECONDS = 100 };

typedef struct {
  char *path;
  struct stat seen;  // all zero: it was not there
} watched;

struct cli_watcher {
  watched *files;
  size_t count;
};

static struct stat look(const char *path) {
  struct stat now;
  return stat(path, &now) ? (struct stat){0} : now;
}

static bool differs(const struct stat *a, const struct stat *b) {
  return a->st_ino != b->st_ino || a->st_dev != b->st_dev || a->st_size != b->st_size ||
         a->st_mtim.tv_sec != b->st_mtim.tv_sec || a->st_mtim.tv_nsec != b->st_mtim.tv_nsec;
}

static void add(cli_watcher *w, const char *path) {
  for (size_t i = 0; i < w->count; i++)
    if (!strcmp(w->files[i].path, path)) return;
  watched *more = realloc(w->files, (w->count + 1) * sizeof *more);
  if (!more) abort();
  w->files = more;
  w->files[w->count++] = (watched){strdup(path), look(path)};
}

void cli_watch_model(cli_watcher *w, const selvage_model *m) {
  const char *path;
  for (size_t i = 0; (path = selvage_model_file(m, i)); i++) add(w, path);
}

bool cli_watch_changed(const cli_watcher *w) {
  for (size_t i = 0; i < w->count; i++) {
    struct stat now = look(w->files[i].path);
    if (differs(&now, &w->files[i].seen)) return true;
  }
  return false;
}

static void pause_a_moment(void) {
  nanosleep(&(struct timespec){.tv_nsec = LOOK_MILLISECONDS * 1000000L}, NULL);
}

// Notes the files as they are now. The name of one that has changed, or NULL.
static const char *note(cli_watcher *w) {
  const char *changed = NULL;
  for (size_t i = 0; i < w->count; i++) {
    struct stat now = look(w->files[i].path);
    if (differs(&now, &w->files[i].seen)) changed = w->files[i].path;
    w->files[i].seen = now;
  }
  return changed;
}

// One that has changed, when all have been still for a moment; NULL: Ctrl-C.
static const char *wait_for_change(cli_watcher *w) {
  const char *changed = NULL;
  while (!cli_interrupted()) {
    const char *now = note(w);
    if (!now && changed) return changed;
    if (now) changed = now;
    pause_a_moment();
  }
  return NULL;
}

static void free_watcher(cli_watcher *w) {
  for (size_t i = 0; i < w->count; i++) free(w->files[i].path);
  free(w->files);
}

int cli_watch(cli_arguments *a, int (*check)(cli_arguments *)) {
  cli_watcher w = {0};
  const char *changed = NULL;
  int status = SELVAGE_HOLDS;
  for (int i = 0; i < a->file_count; i++)
    if (!strcmp(a->files[i], "-")) return cli_usage("--watch cannot watch the standard input");
  for (int i = 0; i < a->file_count; i++) add(&w, a->files[i]);
  a->watcher = &w;
  do {
    if (!cli_interrupted()) selvage_clear_interrupt(a->s);
    status = check(a);
    fflush(stdout);
    fputs("selvage: watching; Ctrl-C ends\n", stderr);
    changed = wait_for_change(&w);
    if (changed) fprintf(stderr, "selvage: %s has changed\n", changed);
  } while (changed);
  a->watcher = NULL;
  free_watcher(&w);
  return status;
}
