// trail.c -- reads Spin's trail files. See trail.h.
//
// Lines with a negative depth are marks: -1 begins a cycle, -2 says that there
// is a never claim, -4 that statements are merged, -5 to -8 in which order the
// search took processes and statements, which a run does not care about.

#include "report/trail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MARK_CYCLE = -1, MARK_CLAIM = -2, MARK_MERGED = -4, MARK_LAST = -8 };
enum { MOST_PROCESSES = 256 };

bool sv_trail_is(const char *path) {
  size_t n = strlen(path), suffix = strlen(".trail");
  return n > suffix && !strcmp(path + n - suffix, ".trail");
}

static bool take_mark(sv_trail *t, int mark, uint32_t number) {
  if (mark == MARK_CYCLE) t->cycle = number;
  else if (mark == MARK_CLAIM) t->claim = true;
  else if (mark == MARK_MERGED) t->merged = true;
  return mark >= MARK_LAST;
}

static bool take_line(sv_trail *t, const char *text, uint32_t number) {
  int depth, pid, statement, used = 0;
  if (sscanf(text, "%d:%d:%d %n", &depth, &pid, &statement, &used) != 3 || text[used]) return false;
  if (depth < 0) return take_mark(t, depth, number);
  if (pid < 0 || pid > MOST_PROCESSES || statement < 0 || statement == INT32_MAX) return false;
  if (t->claim && !pid) return true;
  sv_trail_line line = {number, (uint32_t)pid - t->claim, (uint32_t)statement + 1, UINT32_MAX};
  if (line.pid > t->highest_pid) t->highest_pid = line.pid;
  sv_push(t->lines, line);
  return true;
}

static void link_lines(sv_trail *t) {
  uint32_t later[MOST_PROCESSES + 1];
  memset(later, 0xff, sizeof later);
  for (uint32_t i = t->lines.n; i--;) {
    sv_trail_line *line = &t->lines.at[i];
    line->next = later[line->pid];
    later[line->pid] = i;
  }
}

static bool read_lines(sv_trail *t, FILE *from, const char *path, sv_text *why) {
  char text[128];
  for (uint32_t number = 1; fgets(text, sizeof text, from); number++)
    if (!take_line(t, text, number)) {
      sv_text_printf(why, "%s:%u: this is not a line of a Spin trail", path, number);
      return false;
    }
  link_lines(t);
  return true;
}

sv_trail *sv_trail_read(const char *path, sv_text *why) {
  FILE *from = fopen(path, "r");
  if (!from) {
    sv_text_printf(why, "%s: cannot read this file: %s", path, strerror(errno));
    return NULL;
  }
  sv_trail *t = SV_NEW(sv_trail);
  bool ok = read_lines(t, from, path, why);
  fclose(from);
  if (ok) return t;
  sv_trail_free(t);
  return NULL;
}

void sv_trail_free(sv_trail *t) {
  if (!t) return;
  sv_vec_free(t->lines);
  sv_free(t);
}
