// parse_common.c -- the token cursor of the parser, and its manners in trouble.

#include "lang/dve/parse.h"

#include <stdarg.h>

const sv_token *dve_ahead(const dve_parser *p, uint32_t n) {
  uint32_t last = p->tokens.n - 1;
  return &p->tokens.at[p->at + n < last ? p->at + n : last];
}

void dve_advance(dve_parser *p) {
  if (p->at + 1 < p->tokens.n) p->at++;
}

bool dve_take(dve_parser *p, dve_token_kind kind) {
  if (dve_kind(p) != kind) return false;
  dve_advance(p);
  return true;
}

sv_span dve_since(const dve_parser *p, sv_span begin) {
  if (!p->at || p->tokens.at[p->at - 1].span.end < begin.end) return begin;
  return sv_span_join(begin, p->tokens.at[p->at - 1].span);
}

const char *dve_found(const dve_parser *p) {
  sv_span s = dve_here(p);
  if (dve_kind(p) == DVE_T_END) return s.begin ? "the end of the text" : "nothing";
  const char *text = sv_source_text(p->sources, s.file) + s.begin;
  uint32_t length = s.end - s.begin;
  if (length > 40) return sv_arena_printf(p->arena, "`%.36s…`", text);
  return sv_arena_printf(p->arena, "`%.*s`", (int)length, text);
}

static const char *format_message(dve_parser *p, const char *format, va_list args) {
  sv_text text = {0};
  sv_text_vprintf(&text, format, args);
  const char *message = sv_arena_strndup(p->arena, text.at, text.n);
  sv_text_free(&text);
  return message;
}

static bool already_reported(const dve_parser *p) {
  return p->stopped || dve_kind(p) == DVE_T_BAD;
}

bool dve_error(dve_parser *p, sv_span span, const char *format, ...) {
  if (already_reported(p)) return false;
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag(p->diags, SV_ERROR, span, "%s", message);
  return true;
}

bool dve_error_here(dve_parser *p, const char *format, ...) {
  if (already_reported(p)) return false;
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag(p->diags, SV_ERROR, dve_here(p), "%s", message);
  return true;
}

void dve_hint(dve_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag_hint(p->diags, "%s", message);
}

// The gap after the token before.
static sv_span after_last(const dve_parser *p) {
  if (!p->at) return dve_here(p);
  sv_span last = p->tokens.at[p->at - 1].span;
  return (sv_span){last.file, last.end, last.end};
}

bool dve_expect(dve_parser *p, dve_token_kind kind, const char *where) {
  if (dve_take(p, kind)) return true;
  dve_error(p, after_last(p), "expected `%s` %s, but found %s", dve_token_text(kind), where,
            dve_found(p));
  return false;
}

bool dve_read_word(dve_parser *p, const char *what, dve_word *out) {
  *out = (dve_word){dve_ahead(p, 0)->name, dve_here(p)};
  if (dve_take(p, DVE_T_NAME)) return true;
  out->name = (sv_name){0};
  if (dve_is_word(dve_kind(p))) {
    if (dve_error_here(p, "expected %s, but %s is a word of the language", what, dve_found(p)))
      dve_hint(p, "choose another name");
  } else {
    dve_error_here(p, "expected %s, but found %s", what, dve_found(p));
  }
  return false;
}

bool dve_read_words(dve_parser *p, const char *what, dve_word_vec *out) {
  do {
    dve_word word;
    if (!dve_read_word(p, what, &word)) return false;
    sv_push(*out, word);
  } while (dve_take(p, DVE_T_COMMA));
  return true;
}

bool dve_enter(dve_parser *p) {
  if (p->depth++ < DVE_DEPTH_MAX) return true;
  if (dve_error_here(p, "nested more than %d levels deep", DVE_DEPTH_MAX))
    dve_hint(p, "assign parts of it to variables");
  p->stopped = true;
  p->at = p->tokens.n - 1;
  return false;
}

void dve_leave(dve_parser *p) {
  assert(p->depth > 0);
  p->depth--;
}

static bool opens_something(dve_token_kind kind) {
  switch (kind) {
  case DVE_T_END:
  case DVE_T_RIGHT_BRACE:
  case DVE_T_PROCESS:
  case DVE_T_SYSTEM:
  case DVE_T_STATE:
  case DVE_T_INIT:
  case DVE_T_COMMIT:
  case DVE_T_ACCEPT:
  case DVE_T_ASSERT:
  case DVE_T_TRANS: return true;
  default: return false;
  }
}

static int bracket(dve_token_kind kind) {
  if (kind == DVE_T_LEFT_BRACE || kind == DVE_T_LEFT) return 1;
  return kind == DVE_T_RIGHT_BRACE || kind == DVE_T_RIGHT ? -1 : 0;
}

static uint32_t after_bracket(uint32_t open, dve_token_kind kind) {
  int step = bracket(kind);
  return step < 0 ? open - (open > 0) : open + (uint32_t)step;
}

static uint32_t open_since(const dve_parser *p, uint32_t from) {
  uint32_t open = 0;
  for (uint32_t i = from; i < p->at; i++) open = after_bracket(open, p->tokens.at[i].kind);
  return open;
}

void dve_skip_declaration(dve_parser *p, uint32_t from) {
  uint32_t open = open_since(p, from);
  for (; dve_kind(p) != DVE_T_END; dve_advance(p)) {
    dve_token_kind kind = dve_kind(p);
    if (!open && dve_take(p, DVE_T_SEMICOLON)) return;
    if (opens_something(kind) && (!open || kind != DVE_T_RIGHT_BRACE)) return;
    open = after_bracket(open, kind);
  }
}
