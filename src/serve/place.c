// place.c -- bytes and UTF-16 code units, paths and URIs.

#define _DEFAULT_SOURCE

#include "serve/place.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/json_kit.h"

sv_lines sv_lines_of(const char *text, size_t n) {
  sv_lines l = {.text = text, .n = n};
  sv_push(l.starts, 0);
  for (size_t i = 0; i < n; i++) {
    bool pair = text[i] == '\r' && i + 1 < n && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !pair)) sv_push(l.starts, (uint32_t)(i + 1));
  }
  return l;
}

void sv_lines_free(sv_lines *l) { sv_vec_free(l->starts); }

// Where the text of the line ends, before what ends the line.
static size_t end_of_line(const sv_lines *l, uint32_t line) {
  if (line + 1 >= l->starts.n) return l->n;
  size_t begin = l->starts.at[line], end = l->starts.at[line + 1] - 1;
  return end > begin && l->text[end] == '\n' && l->text[end - 1] == '\r' ? end - 1 : end;
}

static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }
static uint32_t units(char first) {
  return continues(first) ? 0 : (unsigned char)first >= 0xF0 ? 2 : 1;
}

size_t sv_lines_offset(const sv_lines *l, sv_position p) {
  if (p.line >= l->starts.n) return l->n;
  size_t at = l->starts.at[p.line], end = end_of_line(l, p.line);
  for (uint32_t left = p.character; at < end; at++) {
    uint32_t width = units(l->text[at]);
    if (width && left < width) break;
    left -= width;
  }
  return at;
}

static uint32_t line_of(const sv_lines *l, size_t offset) {
  uint32_t low = 0, high = l->starts.n;  // the line is in low .. high - 1
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    *(l->starts.at[middle] <= offset ? &low : &high) = middle;
  }
  return low;
}

static sv_position position_at(const sv_lines *l, size_t offset) {
  if (offset > l->n) offset = l->n;
  sv_position p = {.line = line_of(l, offset)};
  size_t end = end_of_line(l, p.line);
  if (offset > end) offset = end;
  while (offset > l->starts.at[p.line] && offset < end && continues(l->text[offset])) offset--;
  for (size_t i = l->starts.at[p.line]; i < offset; i++) p.character += units(l->text[i]);
  return p;
}

static json_t *position_json(sv_position p) {
  return json_pack("{s:I, s:I}", "line", (json_int_t)p.line, "character", (json_int_t)p.character);
}

json_t *sv_lines_range(const sv_lines *l, size_t begin, size_t end) {
  return json_pack("{s:o, s:o}", "start", position_json(position_at(l, begin)), "end",
                   position_json(position_at(l, end < begin ? begin : end)));
}

static bool read_number(const json_t *from, const char *key, uint32_t *to) {
  const json_t *j = json_object_get(from, key);
  json_int_t n = json_integer_value(j);
  if (!json_is_integer(j) || n < 0) return false;
  *to = n > INT32_MAX ? INT32_MAX : (uint32_t)n;
  return true;
}

bool sv_position_read(const json_t *from, sv_position *p) {
  return read_number(from, "line", &p->line) && read_number(from, "character", &p->character);
}

// ---- URIs

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *sv_uri_path(const char *uri) {
  static const char scheme[] = "file://";
  if (strncmp(uri, scheme, sizeof scheme - 1)) return NULL;
  const char *at = strchr(uri + sizeof scheme - 1, '/');
  sv_text path = {0};
  for (; at && *at; at++) {
    int high = *at == '%' ? digit(at[1]) : -1, low = high >= 0 ? digit(at[2]) : -1;
    if (low < 0) {
      sv_text_char(&path, *at);
      continue;
    }
    if (!(high * 16 + low)) return sv_text_free(&path), NULL;
    sv_text_char(&path, (char)(high * 16 + low));
    at += 2;
  }
  if (!path.n) return NULL;
  return sv_text_take(&path);
}

static bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("/-_.~", c));
}

char *sv_uri_of(const char *path) {
  sv_text uri = {0};
  char *whole = *path == '/' ? NULL : realpath(path, NULL);
  sv_text_string(&uri, "file://");
  for (const char *c = whole ? whole : path; *c; c++) {
    if (plain(*c)) sv_text_char(&uri, *c);
    else sv_text_printf(&uri, "%%%02X", (unsigned)(unsigned char)*c);
  }
  free(whole);
  return sv_text_take(&uri);
}
