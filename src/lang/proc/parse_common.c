// parse_common.c -- the token cursor of the parser, and its manners in trouble.

#include "lang/proc/parse.h"

#include <stdarg.h>

const sv_token *proc_ahead(const proc_parser *p, uint32_t n) {
  uint32_t last = p->tokens.n - 1;
  return &p->tokens.at[p->at + n < last ? p->at + n : last];
}

void proc_advance(proc_parser *p) {
  if (p->at + 1 < p->tokens.n) p->at++;
}

bool proc_take(proc_parser *p, proc_token_kind kind) {
  if (proc_kind(p) != kind) return false;
  proc_advance(p);
  return true;
}

sv_span proc_since(const proc_parser *p, sv_span begin) {
  if (!p->at || p->tokens.at[p->at - 1].span.end < begin.end) return begin;
  return sv_span_join(begin, p->tokens.at[p->at - 1].span);
}

sv_span proc_after_last(const proc_parser *p) {
  if (!p->at) return proc_here(p);
  sv_span last = p->tokens.at[p->at - 1].span;
  return (sv_span){last.file, last.end, last.end};
}

const char *proc_found(const proc_parser *p) {
  if (proc_kind(p) == PROC_T_END) return "the end of the file";
  sv_span s = proc_here(p);
  const char *text = sv_source_text(p->sources, s.file) + s.begin;
  uint32_t length = s.end - s.begin;
  if (length > 40) return sv_arena_printf(p->arena, "`%.36s…`", text);
  return sv_arena_printf(p->arena, "`%.*s`", (int)length, text);
}

bool proc_error(proc_parser *p, sv_span span, const char *format, ...) {
  if (p->stopped || proc_kind(p) == PROC_T_BAD) return false;
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  sv_diag(p->diags, SV_ERROR, span, "%s", sv_text_get(&text));
  sv_text_free(&text);
  return true;
}

void proc_hint(proc_parser *p, const char *format, ...) {
  sv_text text = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&text, format, args);
  va_end(args);
  sv_diag_hint(p->diags, "%s", sv_text_get(&text));
  sv_text_free(&text);
}

// What is missing is missed right after the last token, if the next is on another line.
static sv_span gap_or_here(const proc_parser *p) {
  sv_span gap = proc_after_last(p), here = proc_here(p);
  uint32_t before = sv_source_place(p->sources, gap.file, gap.begin).line;
  return before == sv_source_place(p->sources, here.file, here.begin).line ? here : gap;
}

bool proc_need(proc_parser *p, proc_token_kind kind, const char *where) {
  if (proc_take(p, kind)) return true;
  proc_error(p, gap_or_here(p), "expected `%s` %s, but found %s", proc_token_text(kind), where,
             proc_found(p));
  return false;
}

bool proc_need_name(proc_parser *p, const char *what, sv_name *name, sv_span *span) {
  *name = proc_ahead(p, 0)->name;
  *span = proc_here(p);
  if (proc_take(p, PROC_T_NAME)) return true;
  if (proc_is_word(proc_kind(p))) {
    if (proc_error(p, *span, "`%s` is a word of the language and cannot be the name of %s",
                   sv_names_get(p->names, *name), what))
      proc_hint(p, "take another name, such as `%s_`", sv_names_get(p->names, *name));
  } else {
    proc_error(p, *span, "expected the name of %s, but found %s", what, proc_found(p));
  }
  return false;
}

bool proc_enter(proc_parser *p) {
  if (p->depth++ < PROC_DEPTH_MAX) return true;
  proc_error(p, proc_here(p), "nested more than %d levels deep", PROC_DEPTH_MAX);
  p->stopped = true;
  p->at = p->tokens.n - 1;
  return false;
}

void proc_leave(proc_parser *p) {
  assert(p->depth > 0);
  p->depth--;
}

bool proc_at_item(const proc_parser *p) {
  switch (proc_kind(p)) {
  case PROC_T_PROCESS:
  case PROC_T_DAEMON:
  case PROC_T_FUNCTION:
  case PROC_T_PROPERTY:
  case PROC_T_INIT:
  case PROC_T_PARAM:
  case PROC_T_CONST: return true;
  default: return false;
  }
}

// Skips to behind the `;` that ends the statement, or over a block that it has.
void proc_skip_statement(proc_parser *p) {
  for (uint32_t inside = 0; proc_kind(p) != PROC_T_END && !proc_at_item(p);) {
    proc_token_kind kind = proc_kind(p);
    if (kind == PROC_T_RIGHT_BRACE && !inside) return;
    proc_advance(p);
    if (kind == PROC_T_LEFT_BRACE) inside++;
    if (kind == PROC_T_RIGHT_BRACE && !--inside) return;
    if (kind == PROC_T_SEMICOLON && !inside) return;
  }
}

void proc_skip_item(proc_parser *p) {
  uint32_t inside = 0;
  for (bool first = true; proc_kind(p) != PROC_T_END; first = false) {
    proc_token_kind kind = proc_kind(p);
    if (!first && proc_at_item(p)) return;
    proc_advance(p);
    if (kind == PROC_T_LEFT_BRACE) inside++;
    if (kind == PROC_T_RIGHT_BRACE && (!inside || !--inside)) return;
    if (kind == PROC_T_SEMICOLON && !inside) return;
  }
}
