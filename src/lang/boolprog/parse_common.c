// parse_common.c -- the token cursor of the parser, and its manners in trouble.

#include "lang/boolprog/parse.h"

#include <stdarg.h>

const sv_token *bp_ahead(const bp_parser *p, uint32_t n) {
  uint32_t last = p->tokens.n - 1;
  return &p->tokens.at[p->at + n < last ? p->at + n : last];
}

void bp_advance(bp_parser *p) {
  if (p->at + 1 < p->tokens.n) p->at++;
}

bool bp_take(bp_parser *p, bp_token_kind kind) {
  if (bp_kind(p) != kind) return false;
  bp_advance(p);
  return true;
}

sv_span bp_since(const bp_parser *p, sv_span begin) {
  if (!p->at || p->tokens.at[p->at - 1].span.end < begin.end) return begin;
  return sv_span_join(begin, p->tokens.at[p->at - 1].span);
}

bool bp_is_name(bp_token_kind kind) { return kind == BP_T_NAME || bp_is_soft_word(kind); }

const char *bp_name_text(const bp_parser *p, sv_name name) { return sv_names_get(p->names, name); }

const char *bp_found(const bp_parser *p) {
  if (bp_kind(p) == BP_T_END) return "the end of the file";
  sv_span s = bp_here(p);
  const char *text = sv_source_text(p->sources, s.file) + s.begin;
  uint32_t length = s.end - s.begin;
  if (length > 40) return sv_arena_printf(p->arena, "`%.36s…`", text);
  return sv_arena_printf(p->arena, "`%.*s`", (int)length, text);
}

bool bp_declared(const bp_parser *p, sv_name name) {
  return sv_map_get(&p->procedures, name.x) != SV_MAP_NONE;
}

static const char *format_message(bp_parser *p, const char *format, va_list args) {
  sv_text text = {0};
  sv_text_vprintf(&text, format, args);
  const char *message = sv_arena_strndup(p->arena, text.at, text.n);
  sv_text_free(&text);
  return message;
}

static bool already_reported(const bp_parser *p) { return p->stopped || bp_kind(p) == BP_T_BAD; }

bool bp_error(bp_parser *p, sv_span span, const char *format, ...) {
  if (already_reported(p)) return false;
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag(p->diags, SV_ERROR, span, "%s", message);
  return true;
}

bool bp_error_here(bp_parser *p, const char *format, ...) {
  if (already_reported(p)) return false;
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag(p->diags, SV_ERROR, bp_here(p), "%s", message);
  return true;
}

void bp_note(bp_parser *p, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag(p->diags, SV_NOTE, span, "%s", message);
}

void bp_hint(bp_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *message = format_message(p, format, args);
  va_end(args);
  sv_diag_hint(p->diags, "%s", message);
}

sv_span bp_after_last(const bp_parser *p) {
  if (!p->at) return bp_here(p);
  sv_span last = p->tokens.at[p->at - 1].span;
  return (sv_span){last.file, last.end, last.end};
}

bool bp_enter(bp_parser *p) {
  if (p->depth++ < BP_DEPTH_MAX) return true;
  if (bp_error_here(p, "nested more than %d levels deep", BP_DEPTH_MAX))
    bp_hint(p, "name parts of it with variables, or move them into procedures");
  p->stopped = true;
  p->at = p->tokens.n - 1;
  return false;
}

void bp_leave(bp_parser *p) {
  assert(p->depth > 0);
  p->depth--;
}

bool bp_at_procedure(const bp_parser *p) {
  uint32_t i = bp_kind(p) == BP_T_DFS ? 1 : 0;
  if (bp_ahead(p, i)->kind == BP_T_VOID) return true;  // nothing else starts so
  if (bp_ahead(p, i)->kind != BP_T_BOOL) return false;
  bp_token_kind next = bp_ahead(p, i + 1)->kind;
  return next == BP_T_LESS || next == BP_T_NE || bp_ahead(p, i + 2)->kind == BP_T_LEFT;
}

bool bp_ends_body(const bp_parser *p) {
  switch (bp_kind(p)) {
  case BP_T_END:
  case BP_T_END_WORD:
  case BP_T_FI:
  case BP_T_OD:
  case BP_T_ELSE:
  case BP_T_ELSIF: return true;
  default: return bp_at_procedure(p);
  }
}

// Steps over one token; *inside counts the `then` and `do` met on the way, so
// that a construct whose head was lost is skipped with all its body.
// Returns true when the statement is over.
static bool skip_one(bp_parser *p, uint32_t *inside) {
  bp_token_kind kind = bp_kind(p);
  bp_advance(p);
  if (kind == BP_T_THEN || kind == BP_T_DO) ++*inside;
  if (kind == BP_T_SEMICOLON) return !*inside;
  if (kind != BP_T_FI && kind != BP_T_OD) return false;
  assert(*inside);
  if (--*inside) return false;
  bp_take(p, BP_T_SEMICOLON);
  return true;
}

void bp_recover(bp_parser *p) {
  uint32_t inside = 0;
  for (;;) {
    bp_token_kind kind = bp_kind(p);
    if (kind == BP_T_END || kind == BP_T_END_WORD || bp_at_procedure(p)) return;
    if (!inside && (kind == BP_T_DECL || bp_ends_body(p))) return;
    if (skip_one(p, &inside)) return;
  }
}
