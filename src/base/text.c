// text.c -- growing strings. There is always room for the terminating NUL,
// which n does not count.

#include "base/text.h"

#include <stdio.h>

static void reserve(sv_text *t, size_t more) {
  if (more >= UINT32_MAX) sv_out_of_memory(more);
  sv_reserve(*t, more + 1);
}

void sv_text_char(sv_text *t, char c) {
  reserve(t, 1);
  t->at[t->n++] = c;
  t->at[t->n] = 0;
}

void sv_text_string(sv_text *t, const char *s) { sv_text_bytes(t, s, strlen(s)); }

void sv_text_bytes(sv_text *t, const char *s, size_t n) {
  reserve(t, n);
  if (n) memcpy(t->at + t->n, s, n);
  t->n += (uint32_t)n;
  t->at[t->n] = 0;
}

void sv_text_vprintf(sv_text *t, const char *format, va_list args) {
  REQUIRE(t && format, "no text or no format");
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  REQUIRE(n >= 0, "bad format");
  reserve(t, (size_t)n);
  vsnprintf(t->at + t->n, (size_t)n + 1, format, again);
  t->n += (uint32_t)n;
  va_end(again);
}

void sv_text_printf(sv_text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_text_vprintf(t, format, args);
  va_end(args);
}

const char *sv_text_get(sv_text *t) {
  if (!t->at) return "";
  assert(t->n < t->cap);
  t->at[t->n] = 0;
  return t->at;
}

char *sv_text_take(sv_text *t) {
  reserve(t, 0);
  char *s = t->at;
  s[t->n] = 0;
  *t = (sv_text){0};
  return s;
}

void sv_text_free(sv_text *t) { sv_vec_free(*t); }

static bool follows(const unsigned char *s, int n) {
  for (int i = 1; i <= n; i++)
    if ((s[i] & 0xC0) != 0x80) return false;
  return true;
}

// The length of the UTF-8 sequence at s (which NUL ends), or 0 if it is none:
// stray and missing continuations, overlong forms, surrogates, past U+10FFFF.
static size_t utf8_length(const unsigned char *s) {
  if (s[0] < 0x80) return 1;
  if (s[0] >= 0xC2 && s[0] <= 0xDF) return follows(s, 1) ? 2 : 0;
  if (s[0] >= 0xE0 && s[0] <= 0xEF) {
    bool overlong = s[0] == 0xE0 && s[1] < 0xA0, surrogate = s[0] == 0xED && s[1] > 0x9F;
    return follows(s, 2) && !overlong && !surrogate ? 3 : 0;
  }
  if (s[0] >= 0xF0 && s[0] <= 0xF4) {
    bool overlong = s[0] == 0xF0 && s[1] < 0x90, beyond = s[0] == 0xF4 && s[1] > 0x8F;
    return follows(s, 3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

static const char *xml_entity(unsigned char c) {
  switch (c) {
  case '&': return "&amp;";
  case '<': return "&lt;";
  case '>': return "&gt;";
  case '"': return "&quot;";
  default: return c >= 0x20 || c == '\n' || c == '\t' ? NULL : "\xEF\xBF\xBD";
  }
}

// U+FFFE and U+FFFF are no characters of XML.
void sv_text_xml(sv_text *t, const char *string) {
  const unsigned char *s = (const unsigned char *)string;
  while (*s) {
    size_t n = utf8_length(s);
    bool none = !n || (s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBE);
    const char *entity = none ? "\xEF\xBF\xBD" : xml_entity(*s);
    if (entity) sv_text_string(t, entity);
    else sv_text_bytes(t, (const char *)s, n);
    s += n ? n : 1;
  }
}

bool sv_is_listed(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = list; at && *at;) {
    size_t length = strcspn(at, " ");
    if (length == n && !strncmp(at, word, n)) return true;
    at += length + (at[length] == ' ');
  }
  return false;
}
