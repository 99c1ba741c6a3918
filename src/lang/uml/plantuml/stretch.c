// stretch.c -- characters of a line.

#include "lang/uml/plantuml/plantuml.h"

#include <strings.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         (unsigned char)c >= 0x80;
}

char pu_peek(const pu_stretch *s, uint32_t ahead) {
  return ahead < s->end - s->at ? s->text[s->at + ahead] : '\0';
}

void pu_skip_blanks(pu_stretch *s) {
  while (s->at < s->end && is_blank(s->text[s->at])) s->at++;
}

void pu_trim(pu_stretch *s) {
  pu_skip_blanks(s);
  while (s->at < s->end && is_blank(s->text[s->end - 1])) s->end--;
}

bool pu_is_empty(const pu_stretch *s) { return s->at >= s->end; }

bool pu_at(const pu_stretch *s, const char *sign) {
  size_t n = strlen(sign);
  return s->end - s->at >= n && !memcmp(s->text + s->at, sign, n);
}

bool pu_take(pu_stretch *s, const char *sign) {
  if (!pu_at(s, sign)) return false;
  s->at += (uint32_t)strlen(sign);
  return true;
}

bool pu_take_word(pu_stretch *s, const char *word) {
  uint32_t n = (uint32_t)strlen(word);
  if (s->end - s->at < n || strncasecmp(s->text + s->at, word, n) || is_name(pu_peek(s, n)))
    return false;
  s->at += n;
  return true;
}

sv_span pu_from(const pu_stretch *s, uint32_t begin) { return (sv_span){s->file, begin, s->at}; }

sv_span pu_span(const pu_stretch *s) { return (sv_span){s->file, s->at, s->end}; }

// name = { letter | digit | "_" | "." before one of these } ;
bool pu_take_name(pu_stretch *s, sv_names *names, sv_name *name, sv_span *span) {
  uint32_t begin = s->at;
  while (is_name(pu_peek(s, 0)) ||
         (pu_peek(s, 0) == '.' && s->at > begin && is_name(pu_peek(s, 1))))
    s->at++;
  *span = pu_from(s, begin);
  if (s->at == begin) return false;
  *name = sv_names_intern(names, s->text + begin, s->at - begin);
  return true;
}

bool pu_take_quoted(pu_stretch *s, sv_names *names, sv_name *name, sv_span *span) {
  if (pu_peek(s, 0) != '"') return false;
  uint32_t begin = s->at, n = 1;
  while (pu_peek(s, n) && pu_peek(s, n) != '"') n++;
  if (pu_peek(s, n) != '"') return false;
  *name = sv_names_intern(names, s->text + begin + 1, n - 1);
  s->at += n + 1;
  *span = pu_from(s, begin);
  return true;
}

uint32_t pu_find(const pu_stretch *s, const char *sign) {
  uint32_t brackets = 0;
  bool quoted = false;
  for (pu_stretch at = *s; at.at < at.end; at.at++) {
    if (!brackets && !quoted && pu_at(&at, sign)) return at.at;
    char c = pu_peek(&at, 0);
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '(') brackets++;
    if ((c == ']' || c == ')') && brackets) brackets--;
  }
  return UINT32_MAX;
}

sv_name pu_intern(const pu_stretch *s, sv_names *names) {
  sv_text text = {0};
  for (uint32_t i = s->at; i < s->end; i++) {
    char c = is_blank(s->text[i]) ? ' ' : s->text[i];
    if (c == ' ' && (!text.n || sv_text_get(&text)[text.n - 1] == ' ')) continue;
    sv_text_char(&text, c);
  }
  sv_name name = sv_names_intern(names, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return name;
}
