// parse_common.c -- the token cursor of the parser, and how it reports errors.

#include "lang/promela/parse/parse.h"

const pml_token *pml_ahead(const pml_parser *p, uint32_t n) {
  uint32_t last = p->in.n - 1;
  return &p->in.token[n < last - p->in.at ? p->in.at + n : last];
}

void pml_advance(pml_parser *p) {
  if (p->in.at + 1 < p->in.n) p->in.at++;
}

bool pml_take(pml_parser *p, pml_token_kind kind) {
  if (pml_kind(p) != kind) return false;
  pml_advance(p);
  return true;
}

const char *pml_name_text(const pml_parser *p, sv_name name) {
  return sv_names_get(p->names, name);
}

bool pml_is_named(const pml_parser *p, uint32_t ahead, const char *text) {
  const pml_token *t = pml_ahead(p, ahead);
  return t->kind == PML_T_NAME && !strcmp(pml_name_text(p, t->name), text);
}

static const pml_token *last_taken(const pml_parser *p, uint32_t from) {
  uint32_t last = p->in.at ? p->in.at - 1 : 0;
  return &p->in.token[last < from ? from : last];
}

sv_span pml_text_since(const pml_parser *p, uint32_t from) {
  return sv_span_join(p->in.token[from].place, last_taken(p, from)->place);
}

static bool is_argument(const pml_token *t) { return t->place.begin != t->span.begin; }

sv_span pml_since(const pml_parser *p, uint32_t from) {
  const pml_token *first = &p->in.token[from], *last = last_taken(p, from);
  if (is_argument(first) != is_argument(last)) return pml_text_since(p, from);
  return sv_span_join(first->span, last->span);
}

// After these tokens the end of a line separates statements.
static bool ends_statement(pml_token_kind kind) {
  switch (kind) {
  case PML_T_RIGHT_BRACE:
  case PML_T_RIGHT:
  case PML_T_RIGHT_SQUARE:
  case PML_T_OD:
  case PML_T_FI:
  case PML_T_ELSE:
  case PML_T_BREAK:
  case PML_T_NAME:
  case PML_T_NUMBER:
  case PML_T_TRUE:
  case PML_T_FALSE:
  case PML_T_SKIP:
  case PML_T_TIMEOUT:
  case PML_T_NP:
  case PML_T_INCREMENT:
  case PML_T_DECREMENT: return true;
  default: return false;
  }
}

bool pml_line_ended(const pml_parser *p) {
  if (!p->in.at || p->in.parens) return false;
  return pml_now(p)->newline && ends_statement(p->in.token[p->in.at - 1].kind);
}

const char *pml_found(const pml_parser *p) {
  const pml_token *t = pml_now(p);
  if (t->kind == PML_T_END) return p->call ? "the end of the inline" : "the end of the file";
  const char *text = pml_name_text(p, t->name);
  if (strlen(text) > 40) return sv_arena_printf(p->arena, "`%.36s…`", text);
  return sv_arena_printf(p->arena, "`%s`", text);
}

// --- errors

static bool already_reported(const pml_parser *p) { return p->stopped || pml_kind(p) == PML_T_BAD; }

static bool say(pml_parser *p, sv_span span, const char *format, va_list args) {
  if (already_reported(p)) return false;
  pml_origin origin = {pml_now(p)->def, pml_now(p)->call};
  return pml_vreport(p->report, SV_ERROR, span, origin, format, args);
}

bool pml_error(pml_parser *p, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = say(p, span, format, args);
  va_end(args);
  return said;
}

bool pml_error_here(pml_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = say(p, pml_here(p), format, args);
  va_end(args);
  return said;
}

void pml_note(pml_parser *p, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(p->report->diags, SV_NOTE, span, format, args);
  va_end(args);
}

void pml_hint(pml_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag_hint(p->report->diags, format, args);
  va_end(args);
}

void pml_unsupported(pml_parser *p, sv_span span, const char *what) {
  pml_origin origin = {SV_NOWHERE, p->call};
  pml_report(p->report, SV_UNSUPPORTED, span, origin, "embedded C (`%s`) is not supported", what);
  p->program->uses_c = true;
}

bool pml_expect(pml_parser *p, pml_token_kind kind, const char *where) {
  if (pml_take(p, kind)) return true;
  pml_error_here(p, "expected `%s` %s, but found %s", pml_token_text(kind), where, pml_found(p));
  return false;
}

bool pml_expect_close(pml_parser *p, pml_token_kind kind, sv_span opening, const char *sign) {
  if (pml_take(p, kind)) return true;
  if (p->torn && pml_kind(p) == PML_T_END) return false;
  if (!pml_error_here(p, "expected `%s`, but found %s", pml_token_text(kind), pml_found(p)))
    return false;
  if (pml_kind(p) == PML_T_ASSIGN) pml_hint(p, "equality is written `==`");
  pml_note(p, opening, "to close this `%s`", sign);
  return false;
}

bool pml_open_paren(pml_parser *p, const char *where) {
  if (!pml_expect(p, PML_T_LEFT, where)) return false;
  p->in.parens++;
  return true;
}

bool pml_close_paren(pml_parser *p, sv_span opening) {
  if (p->in.parens) p->in.parens--;
  return pml_expect_close(p, PML_T_RIGHT, opening, "(");
}

sv_name pml_expect_name(pml_parser *p, const char *what, sv_span *span) {
  sv_name name = pml_now(p)->name;
  *span = pml_here(p);
  if (pml_take(p, PML_T_NAME)) return name;
  if (pml_error_here(p, "expected %s, but found %s", what, pml_found(p)) &&
      pml_is_word(pml_kind(p)))
    pml_hint(p, "`%s` is a word of the language", pml_token_text(pml_kind(p)));
  return (sv_name){0};
}

bool pml_enter(pml_parser *p) {
  if (p->depth++ < PML_DEPTH_MAX) return true;
  if (pml_error_here(p, "nested more than %d levels deep", PML_DEPTH_MAX))
    pml_hint(p, "name parts of it with variables, or move them into proctypes");
  p->stopped = true;
  p->in.at = p->in.n - 1;
  return false;
}

void pml_leave(pml_parser *p) {
  assert(p->depth > 0);
  p->depth--;
}

bool pml_closes(pml_token_kind kind) {
  switch (kind) {
  case PML_T_RIGHT_BRACE:
  case PML_T_SEPARATE:
  case PML_T_FI:
  case PML_T_OD:
  case PML_T_END: return true;
  default: return false;
  }
}

static int nesting(pml_token_kind kind) {
  switch (kind) {
  case PML_T_LEFT_BRACE:
  case PML_T_IF:
  case PML_T_DO: return 1;
  case PML_T_RIGHT_BRACE:
  case PML_T_FI:
  case PML_T_OD: return -1;
  default: return 0;
  }
}

static bool starts_unit(pml_token_kind kind) {
  return kind == PML_T_PROCTYPE || kind == PML_T_ACTIVE || kind == PML_T_INIT ||
         kind == PML_T_NEVER || kind == PML_T_LTL || kind == PML_T_INLINE || kind == PML_T_TYPEDEF;
}

void pml_recover(pml_parser *p) {
  p->in.parens = 0;
  for (int depth = 0;;) {
    pml_token_kind kind = pml_kind(p);
    if (kind == PML_T_END || starts_unit(kind)) return;
    if (!depth && pml_closes(kind)) return;
    depth += nesting(kind);
    pml_advance(p);
    if (!depth && (kind == PML_T_SEMICOLON || kind == PML_T_ARROW || pml_now(p)->newline)) return;
  }
}
