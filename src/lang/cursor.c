// cursor.c -- see cursor.h.

#include "lang/cursor.h"

#include <stdarg.h>

const sv_token *sv_cursor_ahead(const sv_cursor *c, uint32_t n) {
  uint32_t last = c->tokens.n - 1;
  return &c->tokens.at[c->at + n < last ? c->at + n : last];
}

void sv_cursor_advance(sv_cursor *c) {
  if (!sv_diags_go_on(c->diags)) c->at = c->tokens.n - 1, c->stopped = true;
  else if (c->at + 1 < c->tokens.n) c->at++;
}

bool sv_cursor_take(sv_cursor *c, uint32_t kind) {
  if (sv_cursor_kind(c) != kind) return false;
  sv_cursor_advance(c);
  return true;
}

sv_span sv_cursor_since(const sv_cursor *c, sv_span begin) {
  if (!c->at || c->tokens.at[c->at - 1].span.end < begin.end) return begin;
  return sv_span_join(begin, c->tokens.at[c->at - 1].span);
}

sv_span sv_cursor_after_last(const sv_cursor *c) {
  if (!c->at) return sv_cursor_here(c);
  sv_span last = c->tokens.at[c->at - 1].span;
  return (sv_span){last.file, last.end, last.end};
}

sv_span sv_cursor_gap(const sv_cursor *c) {
  sv_span gap = sv_cursor_after_last(c), here = sv_cursor_here(c);
  uint32_t before = sv_source_place(c->sources, gap.file, gap.begin).line;
  return before == sv_source_place(c->sources, here.file, here.begin).line ? here : gap;
}

const char *sv_cursor_found(const sv_cursor *c) {
  if (sv_cursor_kind(c) == SV_TOKEN_END) return c->end;
  sv_span s = sv_cursor_here(c);
  const char *text = sv_source_text(c->sources, s.file) + s.begin;
  uint32_t length = s.end - s.begin;
  if (length > 40) return sv_arena_printf(c->arena, "`%.36s…`", text);
  return sv_arena_printf(c->arena, "`%.*s`", (int)length, text);
}

// ---- errors

static bool say(sv_cursor *c, sv_span span, const char *format, va_list args) {
  if (c->stopped || sv_cursor_kind(c) == SV_TOKEN_BAD) return false;
  sv_vdiag(c->diags, SV_ERROR, span, format, args);
  return true;
}

bool sv_cursor_error(sv_cursor *c, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = say(c, span, format, args);
  va_end(args);
  return said;
}

bool sv_cursor_error_here(sv_cursor *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = say(c, sv_cursor_here(c), format, args);
  va_end(args);
  return said;
}

void sv_cursor_note(sv_cursor *c, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(c->diags, SV_NOTE, span, format, args);
  va_end(args);
}

void sv_cursor_hint(sv_cursor *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag_hint(c->diags, format, args);
  va_end(args);
}

// ---- nesting

bool sv_cursor_enter(sv_cursor *c, uint32_t most, const char *hint) {
  if (c->depth++ < most) return true;
  if (sv_cursor_error_here(c, "nested more than %u levels deep", most) && hint)
    sv_cursor_hint(c, "%s", hint);
  c->stopped = true;
  c->at = c->tokens.n - 1;
  return false;
}

void sv_cursor_leave(sv_cursor *c) {
  assert(c->depth > 0);
  c->depth--;
}
