// source.h -- source files and places in them.
//
// sv_sources owns the text of every file read for one model. A span names a
// stretch of one file by byte offsets; line and column are computed when a
// person wants to see them. Columns count bytes from 1; tabs count as one.

#ifndef SV_SOURCE_H
#define SV_SOURCE_H

#include "base/limits.h"
#include "base/vec.h"

typedef struct {
  uint32_t file, begin, end;
} sv_span;  // file 0 = nowhere
#define SV_NOWHERE ((sv_span){0, 0, 0})
typedef struct {
  uint32_t line, column;
} sv_place;  // both from 1

typedef struct sv_sources sv_sources;

// Texts that stand for files, by path: nothing is read from the disk under these.
typedef struct {
  char *path, *text;
  size_t size;
} sv_draft;
typedef SV_VEC(sv_draft) sv_drafts;
// Of several for one path the newest counts. Path and text are copied.
void sv_drafts_add(sv_drafts *, const char *path, const char *text, size_t size);
void sv_drafts_drop(sv_drafts *, const char *path);  // the newest for this path, if there is one
void sv_drafts_free(sv_drafts *);

sv_sources *sv_sources_new(void);
void sv_sources_free(sv_sources *);
// Adds a file's text (copied). Returns its number, from 1.
uint32_t sv_sources_add(sv_sources *, const char *path, const char *text, size_t n);
// Reads a file ("-" is standard input), see input.h. 0 and *why (a static or
// errno string) when it cannot be read.
uint32_t sv_sources_read(sv_sources *, const char *path, const char **why);
// Texts to read instead of files, from now on; NULL: none. Stay with the caller.
void sv_sources_provide(sv_sources *, const sv_drafts *);
// Was it read from such a text?
bool sv_source_is_draft(const sv_sources *, uint32_t file);
// What reading has to keep to from now on; NULL: nothing. Stays with the caller.
void sv_sources_limit(sv_sources *, sv_limits *);
sv_limits *sv_sources_limits(const sv_sources *);
// A file that was read because another file said so: who wrote that need not be
// allowed to see it. Messages show no more of it than the place they are about.
void sv_source_conceal(sv_sources *, uint32_t file);
bool sv_source_is_concealed(const sv_sources *, uint32_t file);
uint32_t sv_sources_count(const sv_sources *);
const char *sv_source_path(const sv_sources *, uint32_t file);
const char *sv_source_text(const sv_sources *, uint32_t file);  // NUL-terminated
size_t sv_source_size(const sv_sources *, uint32_t file);
sv_place sv_source_place(const sv_sources *, uint32_t file, uint32_t offset);
// The line's text without its end; *n is its length.
const char *sv_source_line(const sv_sources *, uint32_t file, uint32_t line, size_t *n);
static inline sv_span sv_span_join(sv_span a, sv_span b) {
  if (!a.file) return b;
  if (!b.file || a.file != b.file) return a;
  return (sv_span){a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

#endif
