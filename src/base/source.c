// source.c -- source files and their lines.
//
// The starts of all lines are found when a file is added; a place is a binary
// search among them. A file that ends with a newline has one more, empty line
// after it, which is where errors "at the end of the file" point to. A '\r'
// before the newline belongs to the line's end.

#include "base/source.h"

#include "base/input.h"
#include "base/text.h"

typedef struct {
  char *path, *text;  // owned; text is NUL-terminated
  size_t size;
  sv_u32s lines;  // offset of each line's first byte; never empty
  bool concealed, draft;
} file;

struct sv_sources {
  SV_VEC(file) files;
  sv_limits *limits;        // borrowed, or NULL
  const sv_drafts *drafts;  // borrowed, or NULL
};

sv_sources *sv_sources_new(void) { return SV_NEW(sv_sources); }

void sv_sources_free(sv_sources *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->files.n; i++) {
    sv_free(s->files.at[i].path);
    sv_free(s->files.at[i].text);
    sv_vec_free(s->files.at[i].lines);
  }
  sv_vec_free(s->files);
  sv_free(s);
}

static void find_lines(file *f) {
  sv_push(f->lines, 0);
  const char *end = f->text + f->size, *p = f->text;
  while ((p = memchr(p, '\n', (size_t)(end - p)))) sv_push(f->lines, (uint32_t)(++p - f->text));
}

// Takes the text.
static uint32_t add_file(sv_sources *s, const char *path, char *text, size_t n) {
  file f = {.path = sv_strdup(path), .text = text, .size = n};
  find_lines(&f);
  sv_push(s->files, f);
  return s->files.n;
}

uint32_t sv_sources_add(sv_sources *s, const char *path, const char *text, size_t n) {
  REQUIRE(s && path && (text || !n), "no sources, path or text");
  REQUIRE(n < UINT32_MAX, "a file of 4 GB or more");
  return add_file(s, path, sv_strndup(text, n), n);
}

static const sv_draft *find_draft(const sv_drafts *drafts, const char *path) {
  for (uint32_t i = drafts ? drafts->n : 0; i-- > 0;)
    if (!strcmp(drafts->at[i].path, path)) return &drafts->at[i];
  return NULL;
}

void sv_drafts_add(sv_drafts *drafts, const char *path, const char *text, size_t size) {
  REQUIRE(drafts && path && size < UINT32_MAX, "no drafts or path, or a text of 4 GB or more");
  sv_push(*drafts, (sv_draft){sv_strdup(path), sv_strndup(text, size), size});
}

void sv_drafts_drop(sv_drafts *drafts, const char *path) {
  const sv_draft *d = find_draft(drafts, path);
  if (!d) return;
  uint32_t i = (uint32_t)(d - drafts->at);
  sv_free(d->path);
  sv_free(d->text);
  memmove(&drafts->at[i], &drafts->at[i + 1], (--drafts->n - i) * sizeof *d);
}

void sv_drafts_free(sv_drafts *drafts) {
  while (drafts->n) sv_drafts_drop(drafts, sv_last(*drafts).path);
  sv_vec_free(*drafts);
}

static uint32_t add_draft(sv_sources *s, const sv_draft *d, const char **why) {
  if (d->size > SV_INPUT_MOST) return *why = "it is larger than 64 MB", 0;
  sv_sources_add(s, d->path, d->text, d->size);
  sv_last(s->files).draft = true;
  return s->files.n;
}

uint32_t sv_sources_read(sv_sources *s, const char *path, const char **why) {
  REQUIRE(s && path && why, "no sources, path or place for the reason");
  const sv_draft *draft = find_draft(s->drafts, path);
  if (draft) return add_draft(s, draft, why);
  sv_text text = {0};
  if (!sv_input_read(path, s->limits, &text, why)) return sv_text_free(&text), 0;
  size_t n = text.n;
  return add_file(s, path, sv_text_take(&text), n);
}

static const file *get(const sv_sources *s, uint32_t number) {
  REQUIRE(s && number >= 1 && number <= s->files.n, "no such file");
  return &s->files.at[number - 1];
}

void sv_sources_limit(sv_sources *s, sv_limits *limits) { s->limits = limits; }
sv_limits *sv_sources_limits(const sv_sources *s) { return s->limits; }
void sv_sources_provide(sv_sources *s, const sv_drafts *drafts) { s->drafts = drafts; }

uint32_t sv_sources_count(const sv_sources *s) { return s->files.n; }
const char *sv_source_path(const sv_sources *s, uint32_t i) { return get(s, i)->path; }
const char *sv_source_text(const sv_sources *s, uint32_t i) { return get(s, i)->text; }
size_t sv_source_size(const sv_sources *s, uint32_t i) { return get(s, i)->size; }

void sv_source_conceal(sv_sources *s, uint32_t i) { ((file *)get(s, i))->concealed = true; }
bool sv_source_is_draft(const sv_sources *s, uint32_t i) { return get(s, i)->draft; }
bool sv_source_is_concealed(const sv_sources *s, uint32_t i) { return get(s, i)->concealed; }

// An offset past the end means the end.
sv_place sv_source_place(const sv_sources *s, uint32_t number, uint32_t offset) {
  const file *f = get(s, number);
  if (offset > f->size) offset = (uint32_t)f->size;
  uint32_t low = 0, high = f->lines.n;  // the line is in low .. high - 1
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    *(f->lines.at[middle] <= offset ? &low : &high) = middle;
  }
  return (sv_place){.line = low + 1, .column = offset - f->lines.at[low] + 1};
}

const char *sv_source_line(const sv_sources *s, uint32_t number, uint32_t line, size_t *n) {
  const file *f = get(s, number);
  REQUIRE(line >= 1 && line <= f->lines.n, "no such line");
  size_t begin = f->lines.at[line - 1];
  size_t end = line < f->lines.n ? f->lines.at[line] - 1 : f->size;
  if (end > begin && f->text[end - 1] == '\r') end--;
  *n = end - begin;
  return f->text + begin;
}
