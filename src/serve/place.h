// place.h -- places as editors count them.
//
// Selvage counts bytes; the language server protocol counts lines from 0 and,
// within a line, UTF-16 code units: a letter outside of the basic plane (most
// emoji) takes two. A line ends with "\n", "\r\n" or "\r". Files have names as
// URIs there ("file:///tmp/a%20b.pml").

#ifndef SV_SERVE_PLACE_H
#define SV_SERVE_PLACE_H

#include <jansson.h>

#include "base/text.h"

typedef struct {
  uint32_t line, character;  // both from 0
} sv_position;

typedef struct {
  const char *text;  // borrowed
  size_t n;
  sv_u32s starts;  // of each line; never empty
} sv_lines;

sv_lines sv_lines_of(const char *text, size_t n);
void sv_lines_free(sv_lines *);
// What is behind the end of a line means its end, what is inside of a letter its beginning.
size_t sv_lines_offset(const sv_lines *, sv_position);
json_t *sv_lines_range(const sv_lines *, size_t begin, size_t end);  // {"start": …, "end": …}
bool sv_position_read(const json_t *, sv_position *);                // false: it is none

char *sv_uri_path(const char *uri);  // NULL if it is no file; the caller frees it
char *sv_uri_of(const char *path);   // an absolute path, or one below the working directory

#endif
