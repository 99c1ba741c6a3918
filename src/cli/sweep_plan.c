// sweep_plan.c -- the tasks of a sweep, from the arguments. See sweep.h.

#define _DEFAULT_SOURCE

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep.h"

enum { MOST_TASKS = 1000000 };

// Alternatives of which each task has one: engines, properties, values of one parameter.
typedef struct {
  sweep_column column;
  char **words;
  size_t count;
} axis;

typedef struct {
  axis *axes;
  size_t count;
  char *common;
  int wrong;
} reading;

static void *grown(void *old, size_t bytes) {
  void *p = realloc(old, bytes);
  if (!p) abort();
  return p;
}

char *sweep_copy(const char *text) {
  char *copy = strdup(text);
  if (!copy) abort();
  return copy;
}

static axis *new_axis(reading *r, sweep_column column) {
  r->axes = grown(r->axes, (r->count + 1) * sizeof *r->axes);
  r->axes[r->count] = (axis){.column = column};
  return &r->axes[r->count++];
}

static axis *axis_of(reading *r, sweep_column column) {
  for (size_t i = 0; i < r->count; i++)
    if (r->axes[i].column == column) return &r->axes[i];
  return new_axis(r, column);
}

static void add_word(axis *a, const char *word) {
  a->words = grown(a->words, (a->count + 1) * sizeof *a->words);
  a->words[a->count++] = sweep_copy(word);
}

// What tells a result apart: separators of the results file are blanks there.
static void add_common(reading *r, const char *flag, const char *value) {
  size_t n = strlen(r->common), more = strlen(flag) + (value ? strlen(value) : 0) + 3;
  r->common = grown(r->common, n + more);
  snprintf(r->common + n, more, "%s%s%s%s", n ? " " : "", flag, value ? "=" : "",
           value ? value : "");
  for (char *c = r->common + n; *c; c++)
    if (*c == '\t' || *c == '\n') *c = ' ';
}

// ---- words of an axis

static bool is_engine(const char *word) {
  const char *name, *summary;
  for (size_t i = 0; selvage_engine_at(i, &name, &summary); i++)
    if (!strcmp(name, word)) return true;
  return false;
}

// The words of "a,b"; the caller frees both. NULL ends the list.
static char **split(const char *text, char **storage) {
  size_t n = 0;
  char *rest = *storage = sweep_copy(text), *word, **words = NULL;
  while ((word = strsep(&rest, ","))) {
    words = grown(words, (n + 2) * sizeof *words);
    words[n++] = word;
  }
  words[n] = NULL;
  return words;
}

static void add_engines(reading *r, const char *text) {
  char *storage, **words = split(text, &storage);
  axis *a = axis_of(r, SWEEP_ENGINE);
  for (char **w = words; *w && !r->wrong; w++) {
    if (!is_engine(*w)) r->wrong = cli_usage("there is no engine \"%s\"", *w);
    else add_word(a, *w);
  }
  free(words);
  free(storage);
}

// A number or a range "1..8"; false if it is neither.
static bool parse_range(const char *word, long *from, long *to) {
  char *end;
  *from = *to = strtol(word, &end, 10);
  if (end == word) return false;
  if (!*end) return true;
  if (strncmp(end, "..", 2)) return false;
  const char *second = end + 2;
  *to = strtol(second, &end, 10);
  return end != second && !*end;
}

static bool are_ranges(char **words) {
  long from, to;
  for (; *words; words++)
    if (!parse_range(*words, &from, &to)) return false;
  return true;
}

static void add_range(reading *r, axis *a, const char *name, long from, long to) {
  char word[128];
  if (from > to || to - from >= MOST_TASKS)
    r->wrong = cli_usage("--set %s: %ld..%ld is no range of parameters", name, from, to);
  for (long i = from; i <= to && !r->wrong; i++) {
    snprintf(word, sizeof word, "%s=%ld", name, i);
    add_word(a, word);
  }
}

// --set N=1..3,8 has an axis of its own; another value is one word.
static void add_setting(reading *r, const char *text) {
  axis *a = new_axis(r, SWEEP_SET);
  size_t n = strcspn(text, "=");
  char *storage, **words = split(text[n] ? text + n + 1 : "", &storage), name[64];
  bool ranges = n < sizeof name && are_ranges(words);
  snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : 0), text);
  if (!ranges) add_word(a, text);
  for (char **w = words; ranges && *w; w++) {
    long from = 0, to = 0;
    parse_range(*w, &from, &to);
    add_range(r, a, name, from, to);
  }
  free(words);
  free(storage);
}

bool sweep_engine_takes(const char *engine, const char *flag) {
  char positive[64];
  if (strncmp(flag, "--no-", 5)) return selvage_engine_takes(engine, flag);
  snprintf(positive, sizeof positive, "--%s", flag + 5);
  return selvage_engine_takes(engine, positive);
}

// Options that would do nothing are refused, as for a single check.
static int refuse_useless(const cli_arguments *arguments, const reading *r) {
  const axis *engines = NULL;
  for (size_t i = 0; i < r->count; i++)
    if (r->axes[i].column == SWEEP_ENGINE) engines = &r->axes[i];
  for (int i = 0; engines && i < arguments->setting_count; i++) {
    const char *flag = arguments->settings[i].flag;
    bool taken = cli_takes("sweep", flag) && !cli_takes("check", flag);
    for (size_t k = 0; k < engines->count && !taken; k++)
      taken = sweep_engine_takes(engines->words[k], flag);
    if (!taken && strcmp(flag, "--jobs"))
      return cli_usage("%s does nothing for these engines", flag);
  }
  return 0;
}

static void read_arguments(const cli_arguments *arguments, reading *r) {
  static const char *const own[] = {"--results", "--part", "--summary", "--jobs", "--quiet", NULL};
  for (int i = 0; i < arguments->setting_count && !r->wrong; i++) {
    const cli_setting *s = &arguments->settings[i];
    bool is_own = false;
    for (const char *const *o = own; *o; o++) is_own |= !strcmp(s->flag, *o);
    if (is_own) continue;
    if (!strcmp(s->flag, "--engine")) add_engines(r, s->value);
    else if (!strcmp(s->flag, "--property")) add_word(axis_of(r, SWEEP_PROPERTY), s->value);
    else if (!strcmp(s->flag, "--set")) add_setting(r, s->value);
    else add_common(r, s->flag, s->value);
  }
}

// ---- tasks

// FNV-1a, of a file that can be read.
static uint64_t number_of_text(const char *path) {
  uint64_t h = UINT64_C(14695981039346656037);
  unsigned char buffer[1 << 14];
  FILE *in = fopen(path, "rb");
  size_t n;
  while (in && (n = fread(buffer, 1, sizeof buffer, in)))
    for (size_t i = 0; i < n; i++) h = (h ^ buffer[i]) * UINT64_C(1099511628211);
  if (in) fclose(in);
  return h;
}

static void append_field(char **field, const char *word) {
  size_t n = strlen(*field), more = strlen(word) + 2;
  *field = grown(*field, n + more);
  snprintf(*field + n, more, "%s%s", n ? ";" : "", word);
}

// The k-th combination of the axes' words; the first axis changes slowest.
static sweep_task make_task(const reading *r, const char *file, const char *text, size_t k) {
  sweep_task t = {0};
  size_t picked[r->count + 1];
  for (int c = 0; c < SWEEP_KEY; c++) t.field[c] = sweep_copy("");
  append_field(&t.field[SWEEP_FILE], file);
  append_field(&t.field[SWEEP_TEXT], text);
  for (size_t i = r->count; i-- > 0;) {
    picked[i] = k % r->axes[i].count;
    k /= r->axes[i].count;
  }
  for (size_t i = 0; i < r->count; i++)
    append_field(&t.field[r->axes[i].column], r->axes[i].words[picked[i]]);
  if (!*t.field[SWEEP_ENGINE]) append_field(&t.field[SWEEP_ENGINE], "auto");
  return t;
}

static void free_task(sweep_task *t) {
  for (int c = 0; c < SWEEP_COLUMNS; c++) free(t->field[c]);
}

// Which of the tasks are ours: every n-th from the i-th on, "i/n".
static int parse_part(const cli_arguments *a, size_t *first, size_t *each) {
  const char *part = NULL;
  char rest;
  *first = 0, *each = 1;
  for (int i = 0; i < a->setting_count; i++)
    if (!strcmp(a->settings[i].flag, "--part")) part = a->settings[i].value;
  if (!part) return 0;
  if (sscanf(part, "%zu/%zu%c", first, each, &rest) != 2 || !*first || *first > *each)
    return cli_usage("--part is the number of a part and how many there are, as 2/8, not %s", part);
  --*first;
  return 0;
}

static size_t combinations(const reading *r, int files) {
  size_t n = (size_t)files;
  for (size_t i = 0; i < r->count && n <= MOST_TASKS; i++) n *= r->axes[i].count;
  return n;
}

static int make_tasks(const cli_arguments *a, const reading *r, sweep_plan *plan) {
  size_t first, each, n = combinations(r, a->file_count), files = (size_t)a->file_count;
  int wrong = parse_part(a, &first, &each);
  if (wrong) return wrong;
  if (n > MOST_TASKS) return cli_usage("a sweep has at most %d tasks", MOST_TASKS);
  plan->tasks = grown(NULL, (n + 1) * sizeof *plan->tasks);
  for (size_t f = 0; f < files; f++) {
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, number_of_text(a->files[f]));
    for (size_t k = 0; k < n / files; k++)
      if ((f * (n / files) + k) % each == first)
        plan->tasks[plan->count++] = make_task(r, a->files[f], text, k);
  }
  return 0;
}

int sweep_plan_make(cli_arguments *a, sweep_plan *plan) {
  reading r = {.common = sweep_copy("")};
  *plan = (sweep_plan){0};
  read_arguments(a, &r);
  int wrong = r.wrong ? r.wrong : refuse_useless(a, &r);
  if (!wrong) wrong = make_tasks(a, &r, plan);
  plan->common = r.common;
  for (size_t i = 0; i < r.count; i++) {
    for (size_t k = 0; k < r.axes[i].count; k++) free(r.axes[i].words[k]);
    free(r.axes[i].words);
  }
  free(r.axes);
  return wrong;
}

void sweep_plan_free(sweep_plan *plan) {
  for (size_t i = 0; i < plan->count; i++) free_task(&plan->tasks[i]);
  free(plan->tasks);
  free(plan->common);
}

static uint64_t add_to_digest(uint64_t sum, const char *text) {
  for (; text && *text; text++) sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
  return (sum ^ 0xFF) * UINT64_C(0x100000001B3);
}

uint64_t sweep_digest(const sweep_plan *plan) {
  uint64_t sum = add_to_digest(UINT64_C(0xCBF29CE484222325), plan->common);
  for (size_t i = 0; i < plan->count; i++)
    for (int c = 0; c < SWEEP_KEY; c++) sum = add_to_digest(sum, plan->tasks[i].field[c]);
  return sum;
}
