// sweep_table.c -- results of a sweep: the file that is kept, the table, the page. See sweep.h.

#define _DEFAULT_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/sweep.h"

static const char *const headings[SWEEP_COLUMNS] = {
    "file", "text",   "set",         "engine",  "property",  "answer",
    "by",   "states", "transitions", "seconds", "megabytes", "reason"};

// ---- the file

struct sweep_results {
  FILE *out;
};

static void write_line(FILE *out, const char *const *fields) {
  for (int c = 0; c < SWEEP_COLUMNS; c++)
    fprintf(out, "%s%s", c ? "\t" : "", fields[c] ? fields[c] : "");
  fputc('\n', out);
}

static char *first_line(const sweep_plan *plan) {
  size_t n = strlen(plan->common) + strlen(selvage_version()) + 32;
  char *line = malloc(n);
  if (!line) abort();
  snprintf(line, n, "# selvage %s sweep %s", selvage_version(), plan->common);
  return line;
}

static bool has_key(const sweep_task *t, char *const *fields) {
  for (int c = 0; c < SWEEP_KEY; c++)
    if (strcmp(t->field[c], fields[c])) return false;
  return true;
}

static bool split_line(char *line, char *fields[SWEEP_COLUMNS]) {
  int n = 0;
  for (char *field; (field = strsep(&line, "\t")); n++)
    if (n < SWEEP_COLUMNS) fields[n] = field;
  return n == SWEEP_COLUMNS;
}

static void take_line(char *line, sweep_plan *plan) {
  char *fields[SWEEP_COLUMNS];
  if (!split_line(line, fields)) return;
  for (size_t i = 0; i < plan->count; i++) {
    sweep_task *t = &plan->tasks[i];
    if (t->field[SWEEP_ANSWER] || !has_key(t, fields)) continue;
    for (int c = SWEEP_KEY; c < SWEEP_COLUMNS; c++) t->field[c] = sweep_copy(fields[c]);
  }
}

// Only whole lines count: a sweep may have been killed while it wrote. Where they end.
static long take_lines(FILE *in, const char *expected, sweep_plan *plan, bool *foreign) {
  char *line = NULL;
  size_t size = 0;
  long end = 0;
  ssize_t n;
  for (size_t number = 0; (n = getline(&line, &size, in)) > 0 && line[n - 1] == '\n'; number++) {
    end = ftell(in);
    line[n - 1] = 0;
    if (!number) *foreign = strcmp(line, expected) != 0;
    if (*foreign) break;
    if (number > 1) take_line(line, plan);
  }
  free(line);
  return end;
}

static int cannot(const char *what, const char *path) {
  fprintf(stderr, "selvage: cannot %s %s: %s\n", what, path, strerror(errno));
  return SELVAGE_OUTPUT;
}

// A device has no end, a pipe no beginning.
static FILE *open_file(const char *path) {
  struct stat about;
  if (!stat(path, &about) && !S_ISREG(about.st_mode)) return errno = EINVAL, NULL;
  return fopen(path, "a+");
}

int sweep_results_open(const char *path, sweep_plan *plan, sweep_results **out) {
  char *expected = first_line(plan);
  bool foreign = false;
  long end = 0;
  int wrong = 0;
  FILE *file = open_file(path);
  if (!file) wrong = cannot("write", path);
  if (file) rewind(file), end = take_lines(file, expected, plan, &foreign);
  if (foreign)
    wrong = cli_usage("%s has the results of another sweep, not of \"%s\"", path, expected + 2);
  if (file && !wrong && ftruncate(fileno(file), end)) wrong = cannot("write", path);
  if (!wrong && !end) {
    fprintf(file, "%s\n", expected);
    write_line(file, headings);
  }
  free(expected);
  if (wrong && file) fclose(file);
  if (wrong) return wrong;
  *out = malloc(sizeof **out);
  if (!*out) abort();
  **out = (sweep_results){file};
  return 0;
}

bool sweep_results_add(sweep_results *r, const sweep_task *t) {
  write_line(r->out, (const char *const *)t->field);
  return !fflush(r->out) && !ferror(r->out) && (!fsync(fileno(r->out)) || errno == EINVAL);
}

int sweep_results_close(sweep_results *r, const char *path) {
  if (!r) return 0;
  bool lost = ferror(r->out);
  lost |= fclose(r->out) != 0;
  free(r);
  return lost ? cannot("write", path) : 0;
}

// ---- the table: a row for each question, a column for each engine

static bool same_question(const sweep_task *a, const sweep_task *b) {
  return !strcmp(a->field[SWEEP_FILE], b->field[SWEEP_FILE]) &&
         !strcmp(a->field[SWEEP_SET], b->field[SWEEP_SET]) &&
         !strcmp(a->field[SWEEP_PROPERTY], b->field[SWEEP_PROPERTY]);
}

static bool is_first(const sweep_plan *p, size_t i) {
  for (size_t k = i; k-- > 0;)
    if (same_question(&p->tasks[k], &p->tasks[i])) return false;
  return true;
}

// The engines in the order in which they were named; the caller frees the list.
static const char **engines_of(const sweep_plan *p, size_t *count) {
  const char **engines = calloc(p->count + 1, sizeof *engines);
  if (!engines) abort();
  *count = 0;
  for (size_t i = 0; i < p->count; i++) {
    size_t k = 0;
    while (k < *count && strcmp(engines[k], p->tasks[i].field[SWEEP_ENGINE])) k++;
    if (k == *count) engines[(*count)++] = p->tasks[i].field[SWEEP_ENGINE];
  }
  return engines;
}

static const sweep_task *cell_of(const sweep_plan *p, size_t row, const char *engine) {
  for (size_t i = row; i < p->count; i++)
    if (same_question(&p->tasks[row], &p->tasks[i]) &&
        !strcmp(p->tasks[i].field[SWEEP_ENGINE], engine))
      return &p->tasks[i];
  return NULL;
}

static bool answers(const sweep_plan *p, size_t row, const char *answer) {
  for (size_t i = row; i < p->count; i++)
    if (same_question(&p->tasks[row], &p->tasks[i]) && p->tasks[i].field[SWEEP_ANSWER] &&
        !strcmp(p->tasks[i].field[SWEEP_ANSWER], answer))
      return true;
  return false;
}

static bool contradicts(const sweep_plan *p, size_t row) {
  return answers(p, row, "holds") && answers(p, row, "violated");
}

// "holds 0.12", "-" if it was not done.
static void cell_text(const sweep_task *t, char *buffer, size_t size) {
  if (!t || !t->field[SWEEP_ANSWER]) snprintf(buffer, size, "-");
  else
    snprintf(buffer, size, "%s %s", t->field[SWEEP_ANSWER],
             *t->field[SWEEP_SECONDS] ? t->field[SWEEP_SECONDS] : "-");
}

static void row_text(const sweep_task *t, char *buffer, size_t size) {
  snprintf(buffer, size, "%s%s%s%s%s", t->field[SWEEP_FILE], *t->field[SWEEP_SET] ? " " : "",
           t->field[SWEEP_SET], *t->field[SWEEP_PROPERTY] ? " " : "", t->field[SWEEP_PROPERTY]);
}

static int widest_row(const sweep_plan *p) {
  char name[512];
  int width = 8;
  for (size_t i = 0; i < p->count; i++) {
    row_text(&p->tasks[i], name, sizeof name);
    if ((int)strlen(name) > width) width = (int)strlen(name);
  }
  return width;
}

// What is wrong with input or options, once for each row.
static void print_mistakes(const sweep_plan *p) {
  char name[512];
  for (size_t i = 0; i < p->count; i++) {
    const sweep_task *t = &p->tasks[i];
    const char *answer = t->field[SWEEP_ANSWER];
    bool wrong = answer && (!strcmp(answer, "malformed") || !strcmp(answer, "usage") ||
                            !strcmp(answer, "bug"));
    row_text(t, name, sizeof name);
    if (wrong) fprintf(stderr, "selvage: %s: %s: %s\n", name, answer, t->field[SWEEP_REASON]);
  }
}

void sweep_print(const sweep_plan *p) {
  enum { COLUMN = 18 };
  size_t count;
  const char **engines = engines_of(p, &count);
  char text[512];
  int width = widest_row(p);
  printf("%-*s", width, "");
  for (size_t k = 0; k < count; k++) printf("  %-*s", COLUMN, engines[k]);
  for (size_t i = 0; i < p->count; i++) {
    if (!is_first(p, i)) continue;
    row_text(&p->tasks[i], text, sizeof text);
    printf("\n%-*s", width, text);
    for (size_t k = 0; k < count; k++) {
      cell_text(cell_of(p, i, engines[k]), text, sizeof text);
      printf("  %-*s", COLUMN, text);
    }
    if (contradicts(p, i)) fputs("  engines contradict each other", stdout);
  }
  putchar('\n');
  fflush(stdout);
  print_mistakes(p);
  free(engines);
}

// ---- the page

static void escape(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("&lt;", out);
    else if (*text == '>') fputs("&gt;", out);
    else if (*text == '&') fputs("&amp;", out);
    else if (*text == '"') fputs("&quot;", out);
    else fputc(*text, out);
  }
}

static void page_cell(FILE *out, const sweep_task *t) {
  char text[512];
  cell_text(t, text, sizeof text);
  bool done = t && t->field[SWEEP_ANSWER];
  fprintf(out, "<td class=\"%s\" title=\"", done ? t->field[SWEEP_ANSWER] : "open");
  if (done) escape(out, t->field[SWEEP_REASON]);
  fputs("\">", out);
  escape(out, text);
  if (done && *t->field[SWEEP_STATES]) {
    fputs("<br><small>", out);
    escape(out, t->field[SWEEP_STATES]);
    fputs(" states</small>", out);
  }
  fputs("</td>", out);
}

static void page_rows(FILE *out, const sweep_plan *p) {
  size_t count;
  const char **engines = engines_of(p, &count);
  char name[512];
  fputs("<table>\n<tr><th></th>", out);
  for (size_t k = 0; k < count; k++) fprintf(out, "<th>%s</th>", engines[k]);
  for (size_t i = 0; i < p->count; i++) {
    if (!is_first(p, i)) continue;
    row_text(&p->tasks[i], name, sizeof name);
    fputs("</tr>\n<tr><th class=\"row\">", out);
    escape(out, name);
    fputs("</th>", out);
    for (size_t k = 0; k < count; k++) page_cell(out, cell_of(p, i, engines[k]));
  }
  fputs("</tr>\n</table>\n", out);
  free(engines);
}

int sweep_write_page(const sweep_plan *p, const char *path) {
  FILE *out = fopen(path, "w");
  if (!out) return cannot("write", path);
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Selvage sweep"
        "</title>\n<style>\n:root { color-scheme: light dark; }\n"
        "body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; }\n"
        "table { border-collapse: collapse; }\n"
        "td, th { border: 1px solid #8886; padding: .3em .7em; text-align: left; }\n"
        ".row { font-weight: normal; font-family: monospace; }\n"
        ".holds { background: #2a92; } .violated { background: #d332; }\n"
        ".unknown, .open { color: #888; } .bug, .malformed, .usage { background: #fa06; }\n"
        "</style></head><body>\n<h1>Sweep</h1>\n<p>",
        out);
  fprintf(out, "Selvage %s. Seconds of processor time. ", selvage_version());
  escape(out, p->common);
  fputs("</p>\n", out);
  page_rows(out, p);
  fputs("</body></html>\n", out);
  bool lost = ferror(out);
  lost |= fclose(out) != 0;
  return lost ? cannot("write", path) : 0;
}

// ---- the status

static int status_of(const char *answer) {
  static const struct {
    const char *word;
    int status;
  } words[] = {{"holds", SELVAGE_HOLDS},         {"violated", SELVAGE_VIOLATED},
               {"unknown", SELVAGE_UNKNOWN},     {"usage", SELVAGE_USAGE},
               {"malformed", SELVAGE_MALFORMED}, {"bug", SELVAGE_BUG}};
  for (size_t i = 0; answer && i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i].word, answer)) return words[i].status;
  return SELVAGE_UNKNOWN;
}

int sweep_status(const sweep_plan *p) {
  int worst = SELVAGE_HOLDS;
  for (size_t i = 0; i < p->count; i++) {
    worst = selvage_worse_status(worst, status_of(p->tasks[i].field[SWEEP_ANSWER]));
    if (contradicts(p, i)) worst = SELVAGE_BUG;
  }
  return worst;
}
