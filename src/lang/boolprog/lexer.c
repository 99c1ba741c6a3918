// lexer.c -- the scanner of Boolean programs.
//
// One pass over the bytes of a file, with no state between tokens. Signs are
// matched against the list in lexer.h, longest first by its order; words are
// found through a map from interned names, so a name is hashed once.
// Columns of diagnostics point at the first byte that is not understood, and
// a stretch of several such bytes is reported once.

#include "lang/boolprog/lexer.h"

typedef struct {
  sv_names *names;
  sv_diags *diags;
  bp_tokens *out;
  sv_map words;  // interned name -> token kind
  const char *text;
  uint32_t file, at, end;
  bool braces;        // a brace that is no name has been reported
  uint32_t unclosed;  // no `}` comes before this offset on the last line looked at
} scanner;

static const struct {
  bp_token_kind kind;
  bool soft;
  const char *text;
} words[] = {
#define WORD(TOKEN, TEXT, SOFT) {BP_T_##TOKEN, SOFT, TEXT},
    BP_WORDS(WORD)
#undef WORD
};

static const struct {
  bp_token_kind kind;
  uint32_t length;
  const char *text;
} signs[] = {
#define SIGN(TOKEN, TEXT) {BP_T_##TOKEN, sizeof TEXT - 1, TEXT},
    BP_SIGNS(SIGN)
#undef SIGN
};

const char *bp_token_text(bp_token_kind kind) {
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (words[i].kind == kind) return words[i].text;
  for (size_t i = 0; i < SV_COUNT(signs); i++)
    if (signs[i].kind == kind) return signs[i].text;
  return NULL;
}

bool bp_is_word(bp_token_kind kind) {
  return kind >= words[0].kind && kind <= words[SV_COUNT(words) - 1].kind;
}

bool bp_is_soft_word(bp_token_kind kind) {
  return bp_is_word(kind) && words[kind - words[0].kind].soft;
}

// Spellings that mean the same become the same token.
static bp_token_kind canonical(bp_token_kind kind) {
  switch (kind) {
  case BP_T_AND_TWICE: return BP_T_AND;
  case BP_T_OR_TWICE: return BP_T_OR;
  case BP_T_TILDE: return BP_T_NOT;
  case BP_T_EQ_TWICE: return BP_T_EQ;
  case BP_T_ARROW: return BP_T_IMPLIES;
  case BP_T_DIAMOND: return BP_T_NE;
  case BP_T_ELIF: return BP_T_ELSIF;
  default: return kind;
  }
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '#'; }

static char peek(const scanner *s, uint32_t ahead) {
  return s->at + ahead < s->end ? s->text[s->at + ahead] : '\0';
}

static sv_span span_from(const scanner *s, uint32_t begin) {
  return (sv_span){s->file, begin, s->at};
}

static void emit(scanner *s, bp_token_kind kind, uint32_t begin, sv_name name) {
  sv_push(*s->out, (bp_token){kind, span_from(s, begin), name});
}

// comment = "/*" { any } "*/" ;
static void block_comment(scanner *s) {
  uint32_t begin = s->at;
  s->at += 2;
  while (s->at < s->end && !(peek(s, 0) == '*' && peek(s, 1) == '/')) s->at++;
  if (s->at < s->end) {
    s->at += 2;
    return;
  }
  sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 2}, "this comment is never closed");
  sv_diag_hint(s->diags, "a comment that opens with `/*` ends with `*/`");
  emit(s, BP_T_BAD, begin, (sv_name){0});
}

static void blanks_and_comments(scanner *s) {
  for (;;) {
    if (s->at < s->end && is_space(peek(s, 0))) s->at++;
    else if (peek(s, 0) == '/' && peek(s, 1) == '/')
      while (s->at < s->end && peek(s, 0) != '\n') s->at++;
    else if (peek(s, 0) == '/' && peek(s, 1) == '*') block_comment(s);
    else return;
  }
}

static sv_name intern_from(scanner *s, uint32_t begin) {
  return sv_names_intern(s->names, s->text + begin, s->at - begin);
}

// name = ( letter | "_" | "$" ) { letter | digit | "_" | "$" | "#" } ;
static void plain_name(scanner *s) {
  uint32_t begin = s->at;
  while (s->at < s->end && continues_name(peek(s, 0))) s->at++;
  sv_name name = intern_from(s, begin);
  uint32_t word = sv_map_get(&s->words, name.x);
  emit(s, word == SV_MAP_NONE ? BP_T_NAME : (bp_token_kind)word, begin, name);
}

// number = digit { digit } ;
static void number(scanner *s) {
  uint32_t begin = s->at;
  while (s->at < s->end && is_digit(peek(s, 0))) s->at++;
  if (!starts_name(peek(s, 0))) {
    emit(s, BP_T_NUMBER, begin, intern_from(s, begin));
    return;
  }
  while (s->at < s->end && continues_name(peek(s, 0))) s->at++;
  sv_diag(s->diags, SV_ERROR, span_from(s, begin), "a name cannot begin with a digit");
  emit(s, BP_T_BAD, begin, (sv_name){0});
}

static void bad_braced_name(scanner *s, uint32_t begin, const char *what) {
  if (!s->braces) {
    sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 1}, "%s", what);
    sv_diag_hint(s->diags, "`{any text}` is a name; blocks are written `begin … end`, "
                           "`then … fi` and `do … od`");
  }
  s->braces = true;
  emit(s, BP_T_BAD, begin, (sv_name){0});
}

// name = "{" any but "}" and newline { … } "}" [ "$" ] ;
static void braced_name(scanner *s) {
  uint32_t begin = s->at++;
  if (begin < s->unclosed) s->at = s->unclosed;
  while (s->at < s->end && peek(s, 0) != '}' && peek(s, 0) != '\n' && peek(s, 0)) s->at++;
  if (peek(s, 0) != '}') {
    s->unclosed = s->at;
    s->at = begin + 1;
    bad_braced_name(s, begin, "the name that opens here is not closed by `}` on this line");
    return;
  }
  s->at++;
  if (s->at == begin + 2) {
    bad_braced_name(s, begin, "the name between `{` and `}` is empty");
    return;
  }
  if (peek(s, 0) == '$') s->at++;
  emit(s, BP_T_NAME, begin, intern_from(s, begin));
}

static bool sign(scanner *s) {
  for (size_t i = 0; i < SV_COUNT(signs); i++) {
    if (s->end - s->at < signs[i].length) continue;
    if (memcmp(s->text + s->at, signs[i].text, signs[i].length) != 0) continue;
    uint32_t begin = s->at;
    s->at += signs[i].length;
    emit(s, canonical(signs[i].kind), begin, (sv_name){0});
    return true;
  }
  return false;
}

// text = '"' { any but newline } '"': nowhere allowed, but read as one piece.
static void quoted_text(scanner *s) {
  uint32_t begin = s->at++;
  while (s->at < s->end && peek(s, 0) != '"' && peek(s, 0) != '\n') s->at++;
  if (peek(s, 0) == '"') s->at++;
  sv_diag(s->diags, SV_ERROR, span_from(s, begin), "there are no texts in Boolean programs");
  sv_diag_hint(s->diags, "`{any text}` is a name");
  emit(s, BP_T_BAD, begin, (sv_name){0});
}

static void closing_brace(scanner *s) {
  uint32_t begin = s->at++;
  bad_braced_name(s, begin, "no name opens with `{` before this `}`");
}

static bool is_alien(char c) { return (unsigned char)c >= 0x7F || (unsigned char)c < 0x20; }

static void hint_for_sign(scanner *s, char c) {
  if (c == '-') sv_diag_hint(s->diags, "an implication is written `=>` or `->`");
  if (c == '/') sv_diag_hint(s->diags, "comments are written `// …` or `/* … */`");
  if (c == '+' || c == '%')
    sv_diag_hint(s->diags, "variables hold truth values; there is no arithmetic");
}

// Anything else: one report for a run of equally strange bytes.
static void bad_bytes(scanner *s) {
  uint32_t begin = s->at++;
  char c = s->text[begin];
  if (!is_alien(c)) {
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "unexpected character `%c`", c);
    hint_for_sign(s, c);
  } else {
    while (s->at < s->end && is_alien(peek(s, 0)) && !is_space(peek(s, 0))) s->at++;
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "unexpected byte 0x%02X",
            (unsigned)(unsigned char)c);
    sv_diag_hint(s->diags, "outside comments and `{…}` names only ASCII text is allowed");
  }
  emit(s, BP_T_BAD, begin, (sv_name){0});
}

static void scan_one(scanner *s) {
  char c = peek(s, 0);
  if (starts_name(c)) plain_name(s);
  else if (is_digit(c)) number(s);
  else if (c == '{') braced_name(s);
  else if (c == '}') closing_brace(s);
  else if (c == '"') quoted_text(s);
  else if (!sign(s)) bad_bytes(s);
}

static void know_words(scanner *s) {
  for (size_t i = 0; i < SV_COUNT(words); i++) {
    sv_name name = sv_names_cstr(s->names, words[i].text);
    sv_map_put(&s->words, name.x, canonical(words[i].kind));
  }
}

static void skip_byte_order_mark(scanner *s) {
  if (s->end >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0) s->at = 3;
}

void bp_scan(sv_names *names, const sv_sources *sources, uint32_t file, sv_diags *diags,
             bp_tokens *out) {
  size_t size = sv_source_size(sources, file);
  REQUIRE(size < UINT32_MAX, "spans are 32-bit");
  scanner s = {.names = names,
               .diags = diags,
               .out = out,
               .file = file,
               .text = sv_source_text(sources, file),
               .end = (uint32_t)size};
  know_words(&s);
  skip_byte_order_mark(&s);
  for (blanks_and_comments(&s); s.at < s.end; blanks_and_comments(&s)) scan_one(&s);
  emit(&s, BP_T_END, s.at, (sv_name){0});
  sv_map_free(&s.words);
}
