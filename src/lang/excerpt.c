// excerpt.c -- see excerpt.h.

#include "lang/excerpt.h"

#include "base/text.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

const char *sv_lang_excerpt(const sv_sources *s, sv_span span, sv_arena *arena) {
  enum { LONGEST = 120 };
  const char *text = sv_source_text(s, span.file);
  sv_text out = {0};
  for (uint32_t i = span.begin; i < span.end && out.n < LONGEST; i++) {
    bool space = is_space(text[i]);
    if (space && (!out.n || sv_text_get(&out)[out.n - 1] == ' ')) continue;
    sv_text_char(&out, space ? ' ' : text[i]);
  }
  const char *kept = sv_arena_strndup(arena, sv_text_get(&out), out.n);
  sv_text_free(&out);
  return kept;
}
