// recognise.c -- see recognise.h.

#include "lang/recognise.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static char peek(const sv_glance *g, size_t ahead) {
  return (size_t)(g->end - g->at) > ahead ? g->at[ahead] : 0;
}

static void to_line_end(sv_glance *g) {
  while (g->at < g->end && *g->at != '\n') g->at += *g->at == '\\' && peek(g, 1) ? 2 : 1;
}

static void past_block_comment(sv_glance *g) {
  for (g->at += 2; g->at < g->end; g->at++)
    if (*g->at == '*' && peek(g, 1) == '/') {
      g->at += 2;
      return;
    }
}

// A text in quotes ends on its line; a single quote may be something else.
static bool past_text(sv_glance *g) {
  char quote = *g->at;
  if (quote == '\'') {
    size_t n = peek(g, 1) == '\\' ? 3 : 2;
    if (peek(g, n) != '\'') return false;
    g->at += n + 1;
    return true;
  }
  for (g->at++; g->at < g->end && *g->at != quote && *g->at != '\n';)
    g->at += *g->at == '\\' && peek(g, 1) && peek(g, 1) != '\n' ? 2 : 1;
  g->at += g->at < g->end && *g->at == quote;
  return true;
}

// One thing that is left out.
static bool skip(sv_glance *g) {
  char c = peek(g, 0), next = peek(g, 1);
  if (c == '\n') g->first = true, g->at++;
  else if (is_blank(c)) g->at++;
  else if ((c == '/' && next == '/') || (c == '#' && g->first)) to_line_end(g);
  else if (c == '/' && next == '*') past_block_comment(g);
  else return (c == '"' || c == '\'') && past_text(g);
  return true;
}

static void take(sv_glance *g) {
  char c = *g->at;
  g->text = g->at++;
  g->kind = starts_word(c) ? SV_GLANCE_WORD : is_digit(c) ? SV_GLANCE_NUMBER : SV_GLANCE_SIGN;
  if (g->kind != SV_GLANCE_SIGN)
    while (g->at < g->end && (starts_word(*g->at) || is_digit(*g->at))) g->at++;
  g->n = (size_t)(g->at - g->text);
  if (c == '}' && g->depth) g->depth--;
}

sv_glance sv_glance_at(const char *text, size_t n) {
  bool mark = n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3);
  return (sv_glance){.at = mark ? text + 3 : text, .end = text + n};
}

bool sv_glance_next(sv_glance *g) {
  bool opened = g->kind == SV_GLANCE_SIGN && *g->text == '{';
  g->first = g->kind == SV_GLANCE_END;
  g->depth += opened;
  while (g->at < g->end && skip(g)) continue;
  if (g->at < g->end) return take(g), true;
  g->kind = SV_GLANCE_END;
  g->text = g->end;
  g->n = 0;
  return false;
}

static bool same(const sv_glance *g, const char *piece, size_t n) {
  return g->n == n && !memcmp(g->text, piece, n);
}

bool sv_glance_is(const sv_glance *g, const char *piece) { return same(g, piece, strlen(piece)); }

bool sv_glance_follows(sv_glance g, const char *shape) {
  while (*shape) {
    size_t n = strcspn(shape, " ");
    bool wild = n == 1 && (*shape == 'w' || *shape == 'n');
    if (!sv_glance_next(&g)) return false;
    if (wild && g.kind != (*shape == 'w' ? SV_GLANCE_WORD : SV_GLANCE_NUMBER)) return false;
    if (!wild && !same(&g, shape, n)) return false;
    shape += n + (shape[n] == ' ');
  }
  return true;
}
