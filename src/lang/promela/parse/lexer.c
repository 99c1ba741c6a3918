// lexer.c -- from the tokens of C to those of Promela.

#include "lang/promela/parse/lexer.h"

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_diags *diags;
  sv_map kinds;  // interned text -> token kind
  const pml_pp_token *in;
  uint32_t n, at;
  pml_tokens *out;
} scanner;

static const struct {
  pml_token_kind kind;
  const char *text;
} words[] =
    {
#define WORD(TOKEN, TEXT) {PML_T_##TOKEN, TEXT},
        PML_WORDS(WORD)
#undef WORD
},
  signs[] = {
#define SIGN(TOKEN, TEXT) {PML_T_##TOKEN, TEXT},
      PML_SIGNS(SIGN)
#undef SIGN
};

const char *pml_token_text(pml_token_kind kind) {
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (words[i].kind == kind) return words[i].text;
  for (size_t i = 0; i < SV_COUNT(signs); i++)
    if (signs[i].kind == kind) return signs[i].text;
  return NULL;
}

bool pml_is_word(pml_token_kind kind) {
  return kind >= words[0].kind && kind <= words[SV_COUNT(words) - 1].kind;
}

const char *pml_word_text(uint32_t i) { return i < SV_COUNT(words) ? words[i].text : NULL; }

static const char *text_of(const scanner *s, const pml_pp_token *t) {
  return sv_names_get(s->names, t->text);
}

static void emit(scanner *s, const pml_pp_token *t, pml_token_kind kind, int32_t value) {
  sv_push(*s->out, (pml_token){kind, t->newline, t->space, value, t->text, t->span, t->def,
                               t->use.file ? t->use : t->span, 0});
}

static void note_macro(scanner *s, const pml_pp_token *t) {
  if (t->def.file) sv_diag(s->diags, SV_NOTE, t->def, "it comes from this macro");
}

static void bad(scanner *s, const pml_pp_token *t, const char *hint, const char *format, ...)
    SV_PRINTF(4, 5);

static void bad(scanner *s, const pml_pp_token *t, const char *hint, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(s->diags, SV_ERROR, t->span, format, args);
  va_end(args);
  if (hint) sv_diag_hint(s->diags, "%s", hint);
  note_macro(s, t);
  emit(s, t, PML_T_BAD, 0);
}

// --- names and signs

static void name(scanner *s, const pml_pp_token *t) {
  uint32_t kind = sv_map_get(&s->kinds, t->text.x);
  if (strchr(text_of(s, t), '$')) bad(s, t, NULL, "names cannot hold a `$`");
  else emit(s, t, kind == SV_MAP_NONE ? PML_T_NAME : (pml_token_kind)kind, 0);
}

// The token made of this byte twice, as in `::`; PML_T_BAD if there is none.
static pml_token_kind doubled(const char *text) {
  switch (text[0]) {
  case ':': return PML_T_SEPARATE;
  case '!': return PML_T_NOT_TWICE;
  case '?': return PML_T_QUERY_TWICE;
  case '.': return PML_T_RANGE;
  default: return PML_T_BAD;
  }
}

// Spin steps over the end of a comment that has not begun, as in nested ones.
static bool stray_comment_end(scanner *s, const pml_pp_token *t) {
  if (strcmp(text_of(s, t), "*") != 0 || strcmp(text_of(s, t + 1), "/") != 0) return false;
  if (t[1].space || t[1].newline) return false;
  sv_diag(s->diags, SV_WARNING, sv_span_join(t->span, t[1].span), "this `*/` closes no comment");
  s->at++;
  return true;
}

static void sign(scanner *s, const pml_pp_token *t) {
  const char *text = text_of(s, t);
  const pml_pp_token *next = t + 1;
  if (stray_comment_end(s, t)) return;
  uint32_t kind = sv_map_get(&s->kinds, t->text.x);
  pml_token_kind twice = text[1] ? PML_T_BAD : doubled(text);
  if (twice != PML_T_BAD && next->kind == t->kind && next->text.x == t->text.x && !next->space &&
      !next->newline) {
    pml_pp_token both = *t;
    both.span = sv_span_join(t->span, next->span);
    both.text = sv_names_cstr(s->names, pml_token_text(twice));
    emit(s, &both, twice, 0);
    s->at++;
  } else if (kind != SV_MAP_NONE) emit(s, t, (pml_token_kind)kind, 0);
  else if (text[0] == '#') bad(s, t, NULL, "a `#` stands here, but no directive starts the line");
  else if (!strcmp(text, "...")) bad(s, t, "a range is written `1 .. 3`", "Promela has no `...`");
  else bad(s, t, "write the operation out, as in `x = x + 1`", "Promela has no `%s`", text);
}

// A run of bytes without meaning is one mistake.
static void other(scanner *s, const pml_pp_token *t) {
  const char *text = text_of(s, t);
  unsigned char c = (unsigned char)text[0];
  uint32_t kind = sv_map_get(&s->kinds, t->text.x);
  if (kind != SV_MAP_NONE) {
    emit(s, t, (pml_token_kind)kind, 0);
    return;
  }
  pml_pp_token run = *t;
  while (t[1].kind == PML_PP_OTHER && !t[1].space && !t[1].newline) {
    run.span = sv_span_join(run.span, (++t)->span);
    s->at++;
  }
  if (c >= 0x80) bad(s, &run, NULL, "this is not ASCII, and Promela has no use for it");
  else if (c < ' ') bad(s, &run, NULL, "a byte %u stands here, which is no text", c);
  else bad(s, &run, NULL, "`%c` has no meaning in Promela", c);
}

static void unclosed(scanner *s, const pml_pp_token *t) {
  if (text_of(s, t)[0] == '"')
    bad(s, t, "a string ends with `\"` on the line where it begins", "this string is never closed");
  else bad(s, t, "a character is written `'x'`", "this `'` is never closed");
}

// --- numbers and characters

// A piece of a pp-number as a token of its own.
static pml_pp_token piece(scanner *s, const pml_pp_token *t, uint32_t from, uint32_t n) {
  pml_pp_token p = *t;
  p.text = sv_names_intern(s->names, text_of(s, t) + from, n);
  if (from) p.newline = p.space = false;
  bool plain = !t->def.file && t->span.end - t->span.begin == strlen(text_of(s, t));
  if (plain) p.span = (sv_span){t->span.file, t->span.begin + from, t->span.begin + from + n};
  return p;
}

static void digits(scanner *s, const pml_pp_token *t) {
  uint64_t value = 0;
  for (const char *c = text_of(s, t); *c; c++) {
    value = value * 10 + (uint64_t)(*c - '0');
    if (value > UINT32_MAX) {
      bad(s, t, NULL, "this number does not fit 32 bits");
      return;
    }
  }
  int32_t signed_value = (int32_t)(uint32_t)value;
  if (value > INT32_MAX)
    sv_diag(s->diags, SV_WARNING, t->span, "this number wraps around and is read as %d",
            signed_value);
  emit(s, t, PML_T_NUMBER, signed_value);
}

static size_t letters(const char *text) {
  size_t n = 0;
  while ((text[n] >= '0' && text[n] <= '9') || (text[n] >= 'a' && text[n] <= 'z') ||
         (text[n] >= 'A' && text[n] <= 'Z') || text[n] == '_' || text[n] == '$')
    n++;
  return n;
}

static const char *what_is_wrong(const char *text, size_t whole) {
  bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (hex && whole > 2) return "Promela has decimal numbers only";
  return "a name cannot begin with a digit";
}

// One piece that begins with a digit or a dot; returns its length.
static uint32_t number_piece(scanner *s, const pml_pp_token *t, uint32_t from) {
  const char *text = text_of(s, t) + from;
  size_t n = strspn(text, "0123456789"), whole = letters(text);
  if (text[0] == '.') {
    pml_pp_token p = piece(s, t, from, 1);
    emit(s, &p, PML_T_DOT, 0);
    return 1;
  }
  pml_pp_token p = piece(s, t, from, (uint32_t)(whole ? whole : 1));
  if (!n && whole) name(s, &p);
  else if (whole > n) bad(s, &p, NULL, "%s", what_is_wrong(text, whole));
  else if (text[n] == '.') {
    bad(s, t, NULL, "Promela has integers only");
    return (uint32_t)strlen(text);
  } else if (n) digits(s, &p);
  else bad(s, &p, NULL, "this is not a number");
  return (uint32_t)(whole ? whole : 1);
}

static void number(scanner *s, const pml_pp_token *t) {
  uint32_t n = (uint32_t)strlen(text_of(s, t));
  for (uint32_t i = 0; i < n;) i += number_piece(s, t, i);
}

static void character(scanner *s, const pml_pp_token *t) {
  const char *text = text_of(s, t);
  size_t n = strlen(text), inside = n - 2;
  bool escape = text[1] == '\\';
  if (inside != (escape ? 2u : 1u)) {
    bad(s, t, NULL, "a character constant holds one character");
    return;
  }
  unsigned char c = (unsigned char)text[escape ? 2 : 1];
  if (escape) c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'f' ? '\f' : c;
  emit(s, t, PML_T_NUMBER, c);
}

// --- embedded C

static bool is_sign(const scanner *s, char sign) {
  const pml_pp_token *t = &s->in[s->at];
  const char *text = text_of(s, t);
  return t->kind == PML_PP_SIGN && text[0] == sign && !text[1];
}

// Emits the brackets here and drops what is between; false if they never close.
static bool brackets(scanner *s, char open, char close, pml_token_kind closing) {
  emit(s, &s->in[s->at], open == '{' ? PML_T_LEFT_BRACE : PML_T_LEFT_SQUARE, 0);
  for (uint32_t depth = 0; s->in[s->at].kind != PML_PP_END; s->at++) {
    if (is_sign(s, open)) depth++;
    if (is_sign(s, close) && !--depth) {
      emit(s, &s->in[s->at++], closing, 0);
      return true;
    }
  }
  return false;
}

// ( "c_code" | "c_decl" | "c_expr" ) [ "[" C "]" ] "{" C "}"
static void embedded(scanner *s) {
  name(s, &s->in[s->at++]);
  if (is_sign(s, '[') && !brackets(s, '[', ']', PML_T_RIGHT_SQUARE)) return;
  if (is_sign(s, '{')) brackets(s, '{', '}', PML_T_RIGHT_BRACE);
}

static bool holds_c(const scanner *s) {
  uint32_t kind = sv_map_get(&s->kinds, s->in[s->at].text.x);
  return kind == PML_T_C_CODE || kind == PML_T_C_DECL || kind == PML_T_C_EXPR;
}

// --- everything

static void one(scanner *s) {
  const pml_pp_token *t = &s->in[s->at];
  if (t->kind == PML_PP_NAME && holds_c(s)) {
    embedded(s);
    return;
  }
  switch (t->kind) {
  case PML_PP_END: emit(s, t, PML_T_END, 0); break;
  case PML_PP_NAME: name(s, t); break;
  case PML_PP_NUMBER: number(s, t); break;
  case PML_PP_STRING: emit(s, t, PML_T_STRING, 0); break;
  case PML_PP_CHAR: character(s, t); break;
  case PML_PP_SIGN: sign(s, t); break;
  case PML_PP_OTHER: other(s, t); break;
  case PML_PP_UNCLOSED: unclosed(s, t); break;
  case PML_PP_BAD: emit(s, t, PML_T_BAD, 0); break;
  }
  s->at++;
}

void pml_scan(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
              const pml_defines *defines, sv_diags *diags, pml_tokens *out) {
  pml_pp_tokens in = {0};
  pml_preprocess(arena, names, sources, file, defines, diags, &in);
  scanner s = {.arena = arena, .names = names, .diags = diags, .in = in.at, .n = in.n, .out = out};
  for (size_t i = 0; i < SV_COUNT(words); i++)
    sv_map_put(&s.kinds, sv_names_cstr(names, words[i].text).x, words[i].kind);
  for (size_t i = 0; i < SV_COUNT(signs); i++)
    sv_map_put(&s.kinds, sv_names_cstr(names, signs[i].text).x, signs[i].kind);
  while (s.at < s.n) one(&s);
  sv_map_free(&s.kinds);
  sv_vec_free(in);
}
