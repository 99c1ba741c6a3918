// lexer.c -- the scanner of the process language. See lexer.h.

#include "lang/proc/lexer.h"

typedef struct {
  sv_names *names;
  sv_diags *diags;
  proc_tokens *out;
  sv_map words;  // interned name -> token kind
  const char *text;
  uint32_t file, at, end;
} scanner;

static const struct {
  proc_token_kind kind;
  const char *text;
} words[] = {
#define WORD(TOKEN, TEXT) {PROC_T_##TOKEN, TEXT},
    PROC_WORDS(WORD)
#undef WORD
};

static const struct {
  proc_token_kind kind;
  uint32_t length;
  const char *text;
} signs[] = {
#define SIGN(TOKEN, TEXT) {PROC_T_##TOKEN, sizeof TEXT - 1, TEXT},
    PROC_SIGNS(SIGN)
#undef SIGN
};

const char *proc_token_text(proc_token_kind kind) {
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (words[i].kind == kind) return words[i].text;
  for (size_t i = 0; i < SV_COUNT(signs); i++)
    if (signs[i].kind == kind) return signs[i].text;
  return NULL;
}

bool proc_is_word(proc_token_kind kind) {
  return kind >= words[0].kind && kind <= words[SV_COUNT(words) - 1].kind;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char peek(const scanner *s, uint32_t ahead) {
  return s->at + ahead < s->end ? s->text[s->at + ahead] : '\0';
}

static sv_span span_from(const scanner *s, uint32_t begin) {
  return (sv_span){s->file, begin, s->at};
}

static void emit(scanner *s, proc_token_kind kind, uint32_t begin) {
  sv_push(*s->out, (proc_token){.kind = kind, .span = span_from(s, begin)});
}

// comment = "//" { any but newline } | "/*" { any } "*/" ;
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
  emit(s, PROC_T_BAD, begin);
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

// `count` and its kind are names like others unless they are called.
static bool is_soft(uint32_t word) {
  return word == PROC_T_COUNT || word == PROC_T_SUM || word == PROC_T_LEN || word == PROC_T_FULL ||
         word == PROC_T_EMPTY || word == PROC_T_HELD || word == PROC_T_MINE;
}

static bool is_called(const scanner *s) {
  uint32_t ahead = 0;
  while (peek(s, ahead) == ' ') ahead++;
  return peek(s, ahead) == '(';
}

// name = ( letter | "_" ) { letter | digit | "_" } ;
static void name_or_word(scanner *s) {
  uint32_t begin = s->at;
  while (starts_name(peek(s, 0)) || is_digit(peek(s, 0))) s->at++;
  sv_name text = sv_names_intern(s->names, s->text + begin, s->at - begin);
  uint32_t word = sv_map_get(&s->words, text.x);
  bool name = word == SV_MAP_NONE || (is_soft(word) && !is_called(s));
  emit(s, name ? PROC_T_NAME : (proc_token_kind)word, begin);
  sv_last(*s->out).name = text;
}

// number = digit { digit } ;
static void number(scanner *s) {
  uint32_t begin = s->at;
  int64_t value = 0;
  bool large = false;
  for (; is_digit(peek(s, 0)); s->at++) {
    if (value > (PROC_NUMBER_MAX - 9) / 10) large = true;
    else value = value * 10 + (peek(s, 0) - '0');
  }
  bool glued = starts_name(peek(s, 0));
  while (starts_name(peek(s, 0)) || is_digit(peek(s, 0))) s->at++;
  if (glued) {
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "a name cannot begin with a digit");
  } else if (large) {
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "this number is too large");
    sv_diag_hint(s->diags, "numbers in a program have to be below 2^62 (values may grow beyond)");
  }
  emit(s, glued || large ? PROC_T_BAD : PROC_T_NUMBER, begin);
  sv_last(*s->out).number = value;
}

static bool sign(scanner *s) {
  for (size_t i = 0; i < SV_COUNT(signs); i++) {
    if (s->end - s->at < signs[i].length) continue;
    if (memcmp(s->text + s->at, signs[i].text, signs[i].length) != 0) continue;
    uint32_t begin = s->at;
    s->at += signs[i].length;
    emit(s, signs[i].kind, begin);
    return true;
  }
  return false;
}

static void quoted_text(scanner *s) {
  uint32_t begin = s->at++;
  while (s->at < s->end && peek(s, 0) != '"' && peek(s, 0) != '\n') s->at++;
  if (peek(s, 0) == '"') s->at++;
  sv_diag(s->diags, SV_ERROR, span_from(s, begin), "there are no texts in this language");
  emit(s, PROC_T_BAD, begin);
}

static bool is_alien(char c) { return (unsigned char)c >= 0x7F || (unsigned char)c < 0x20; }

static void hint_for_sign(scanner *s, char c) {
  if (c == '&') sv_diag_hint(s->diags, "a conjunction is written `&&`");
  if (c == '|') sv_diag_hint(s->diags, "a disjunction is written `||`");
  if (c == '#') sv_diag_hint(s->diags, "comments are written `// …`; constants `const N = 4;`");
  if (c == '~') sv_diag_hint(s->diags, "a negation is written `!`");
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
    sv_diag_hint(s->diags, "outside of comments only ASCII text is allowed");
  }
  emit(s, PROC_T_BAD, begin);
}

static void scan_one(scanner *s) {
  char c = peek(s, 0);
  if (starts_name(c)) name_or_word(s);
  else if (is_digit(c)) number(s);
  else if (c == '"') quoted_text(s);
  else if (!sign(s)) bad_bytes(s);
}

void proc_scan(sv_names *names, const sv_sources *sources, uint32_t file, sv_diags *diags,
               proc_tokens *out) {
  size_t size = sv_source_size(sources, file);
  REQUIRE(size < UINT32_MAX, "spans are 32-bit");
  scanner s = {.names = names, .diags = diags, .out = out, .file = file,
               .text = sv_source_text(sources, file), .end = (uint32_t)size};
  for (size_t i = 0; i < SV_COUNT(words); i++)
    sv_map_put(&s.words, sv_names_cstr(names, words[i].text).x, words[i].kind);
  if (s.end >= 3 && memcmp(s.text, "\xEF\xBB\xBF", 3) == 0) s.at = 3;
  for (blanks_and_comments(&s); s.at < s.end; blanks_and_comments(&s)) scan_one(&s);
  emit(&s, PROC_T_END, s.at);
  sv_map_free(&s.words);
}
