// trail.c -- reads Spin's trail files. See trail.h.
//
// Lines with a negative depth are marks: -1 begins a cycle, -2 says that there
// is a never claim, -4 that statements are merged, -5 to -8 in which order the
// search took processes and statements, which a run does not care about.

#include "lang/promela/trail/trail.h"

#include <stdio.h>
#include <string.h>

enum { MARK_CYCLE = -1, MARK_CLAIM = -2, MARK_MERGED = -4, MARK_LAST = -8 };
enum { MOST_PROCESSES = 256 };

static bool take_mark(pml_trail *t, int mark, uint32_t number) {
  if (mark == MARK_CYCLE) t->cycle = number;
  else if (mark == MARK_CLAIM) t->claim = true;
  else if (mark == MARK_MERGED) t->merged = true;
  return mark >= MARK_LAST;
}

static bool take_line(pml_trail *t, const char *text, uint32_t number) {
  int depth, pid, statement, used = 0;
  if (sscanf(text, "%d:%d:%d %n", &depth, &pid, &statement, &used) != 3 || text[used]) return false;
  if (depth < 0) return take_mark(t, depth, number);
  if (pid < 0 || pid > MOST_PROCESSES || statement < 0 || statement == INT32_MAX) return false;
  if (t->claim && !pid) return true;
  pml_trail_line line = {number, (uint32_t)pid - t->claim, (uint32_t)statement + 1, UINT32_MAX};
  if (line.pid > t->highest_pid) t->highest_pid = line.pid;
  sv_push(t->lines, line);
  return true;
}

static void link_lines(pml_trail *t) {
  uint32_t later[MOST_PROCESSES + 1];
  memset(later, 0xff, sizeof later);
  for (uint32_t i = t->lines.n; i--;) {
    pml_trail_line *line = &t->lines.at[i];
    line->next = later[line->pid];
    later[line->pid] = i;
  }
}

static bool read_lines(pml_trail *t, const char *path, const char *text, const char *end,
                       sv_text *why) {
  for (uint32_t number = 1; text < end; number++) {
    char line[128];
    size_t n = strcspn(text, "\n");
    bool fits = n < sizeof line && text + n <= end;
    if (fits) memcpy(line, text, n), line[n] = 0;
    if (!fits || !take_line(t, line, number)) {
      sv_text_printf(why, "%s:%u: this is not a line of a Spin trail", path, number);
      return false;
    }
    text += n + 1;
  }
  link_lines(t);
  return true;
}

static void free_trail(pml_trail *t) {
  if (!t) return;
  sv_vec_free(t->lines);
  sv_free(t);
}

static pml_trail *read_trail(const char *path, const char *text, size_t n, sv_text *why) {
  pml_trail *t = SV_NEW(pml_trail);
  if (read_lines(t, path, text, text + n, why)) return t;
  free_trail(t);
  return NULL;
}

static uint32_t processes(const pml_trail *t) { return t->highest_pid + 1; }

static void explain_end(const pml_trail *t, sv_text *out) {
  sv_text_string(out, "the trail ends, and violates no property of the model");
  if (t->cycle) sv_text_printf(out, "; from its line %u on it is a cycle", t->cycle);
  else if (t->claim) sv_text_string(out, "; it was made with a never claim or formula");
}

const sv_run_reader pml_trails = {
    .suffix = ".trail",
    .title = "a Spin trail",
    .read = read_trail,
    .free = free_trail,
    .processes = processes,
    .follow = pml_trail_follow,
    .explain_end = explain_end,
};
