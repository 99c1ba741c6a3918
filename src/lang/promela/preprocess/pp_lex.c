// pp_lex.c -- the tokens of C.
//
// A backslash at the end of a line joins it with the next, also in the middle
// of a token; `splice` steps over such places, so that spans still count bytes
// of the real text. Blanks and comments become the flags `space` and
// `newline` of the next token.

#include "lang/promela/preprocess/pp_inside.h"

static const char *const signs[] = {
    "...", "<<=", ">>=", "..", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=",  "&&",  "||",  "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##",
};

// Where the next real byte is.
static uint32_t splice(const pml_cursor *c, uint32_t at) {
  while (at < c->end && c->text[at] == '\\') {
    uint32_t i = at + 1;
    while (i < c->end && (c->text[i] == ' ' || c->text[i] == '\t')) i++;
    if (i < c->end && c->text[i] == '\r') i++;
    if (i >= c->end || c->text[i] != '\n') break;
    at = i + 1;
  }
  return at;
}

// The byte there, or -1 at the end.
static int byte_at(const pml_cursor *c, uint32_t at) {
  return at < c->end ? (unsigned char)c->text[at] : -1;
}

static int peek(pml_cursor *c) {
  c->at = splice(c, c->at);
  return byte_at(c, c->at);
}

static int peek_second(pml_cursor *c) {
  c->at = splice(c, c->at);
  return c->at < c->end ? byte_at(c, splice(c, c->at + 1)) : -1;
}

static void take(pml_pp *pp, pml_cursor *c) {
  c->at = splice(c, c->at);
  sv_text_char(&pp->scratch, c->text[c->at++]);
}

static void drop(pml_cursor *c) {
  c->at = splice(c, c->at);
  c->at++;
}

static bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool starts_name(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static void block_comment(pml_pp *pp, pml_cursor *c) {
  uint32_t begin = c->at;
  drop(c);
  drop(c);
  while (peek(c) >= 0 && !(peek(c) == '*' && peek_second(c) == '/')) c->at++;
  if (peek(c) < 0) {
    sv_diag(pp->diags, SV_ERROR, (sv_span){c->file, begin, begin + 2},
            "this comment is never closed");
    sv_diag_hint(pp->diags, "a comment that opens with `/*` ends with `*/`");
    return;
  }
  drop(c);
  drop(c);
}

static void blanks(pml_pp *pp, pml_cursor *c, pml_pp_token *t) {
  t->newline = !c->at;
  for (;;) {
    int b = peek(c);
    if (b == '\n') t->newline = true, c->at++;
    else if (is_blank(b)) t->space = true, c->at++;
    else if (b == '/' && peek_second(c) == '*') t->space = true, block_comment(pp, c);
    else if (b == '/' && peek_second(c) == '/')
      while (peek(c) >= 0 && peek(c) != '\n') c->at++;
    else return;
  }
}

static void name(pml_pp *pp, pml_cursor *c) {
  while (starts_name(peek(c)) || is_digit(peek(c))) take(pp, c);
}

// pp-number = [ "." ] digit { digit | letter | "_" | "." | ("e"|"E"|"p"|"P") sign } ;
// but it ends before `..`, so that `0..N-1` is a range and N may be a macro.
static void number(pml_pp *pp, pml_cursor *c) {
  for (;;) {
    int b = peek(c), next = peek_second(c);
    bool exponent = b == 'e' || b == 'E' || b == 'p' || b == 'P';
    if (!is_digit(b) && !starts_name(b) && (b != '.' || next == '.')) return;
    take(pp, c);
    if (exponent && (next == '+' || next == '-')) take(pp, c);
  }
}

// A string or character with its quotes.
static pml_pp_kind quoted(pml_pp *pp, pml_cursor *c) {
  int quote = peek(c);
  take(pp, c);
  for (;;) {
    int b = peek(c);
    if (b < 0 || b == '\n') return PML_PP_UNCLOSED;
    take(pp, c);
    if (b == quote) return quote == '"' ? PML_PP_STRING : PML_PP_CHAR;
    if (b == '\\' && peek(c) >= 0 && peek(c) != '\n') take(pp, c);
  }
}

static bool matches(const pml_cursor *c, const char *sign) {
  uint32_t at = c->at;
  for (; *sign; sign++) {
    at = splice(c, at);
    if (byte_at(c, at) != *sign) return false;
    at++;
  }
  return true;
}

static pml_pp_kind sign(pml_pp *pp, pml_cursor *c) {
  for (size_t i = 0; i < SV_COUNT(signs); i++) {
    if (!matches(c, signs[i])) continue;
    for (size_t n = strlen(signs[i]); n; n--) take(pp, c);
    return PML_PP_SIGN;
  }
  int b = peek(c);
  take(pp, c);
  return b && strchr("[](){}.&*+-~!/%<>^|?:;=,#", b) ? PML_PP_SIGN : PML_PP_OTHER;
}

static pml_pp_kind one(pml_pp *pp, pml_cursor *c) {
  int b = peek(c);
  if (b < 0) return PML_PP_END;
  if (starts_name(b)) return name(pp, c), PML_PP_NAME;
  if (is_digit(b) || (b == '.' && is_digit(peek_second(c)))) return number(pp, c), PML_PP_NUMBER;
  if (b == '"' || b == '\'') return quoted(pp, c);
  return sign(pp, c);
}

pml_pp_token pml_pp_scan(pml_pp *pp, pml_cursor *c) {
  pml_pp_token t = {0};
  blanks(pp, c, &t);
  sv_clear(pp->scratch);
  uint32_t begin = c->at;
  t.kind = one(pp, c);
  t.span = (sv_span){c->file, begin, c->at};
  if (t.kind == PML_PP_END) t.newline = true;
  else t.text = sv_names_intern(pp->names, pp->scratch.at, pp->scratch.n);
  return t;
}
