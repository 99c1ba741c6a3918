// scan.c -- see scan.h.
//
// One pass over the bytes of a file, with no state between tokens. Signs are
// matched against the lexicon, longest first by its order; words are found
// through a map from interned names, so a name is hashed once.

#include "lang/scan.h"

const char *sv_lexicon_text(const sv_lexicon *x, uint32_t kind) {
  for (uint32_t i = 0; i < x->word_count; i++)
    if (x->words[i].kind == kind) return x->words[i].text;
  for (uint32_t i = 0; i < x->sign_count; i++)
    if (x->signs[i].kind == kind) return x->signs[i].text;
  return NULL;
}

bool sv_lexicon_is_word(const sv_lexicon *x, uint32_t kind) {
  return kind >= x->words[0].kind && kind <= x->words[x->word_count - 1].kind;
}

static uint32_t meaning(const sv_lexicon *x, uint32_t kind) {
  return x->meaning ? x->meaning(kind) : kind;
}

// --- characters

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_one_of(char c, const char *set) { return c && set && strchr(set, c); }

static bool starts_name(const sv_scanner *s, char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         is_one_of(c, s->lexicon->first);
}

static bool continues_name(const sv_scanner *s, char c) {
  return starts_name(s, c) || is_digit(c) || is_one_of(c, s->lexicon->later);
}

static bool is_alien(char c) { return (unsigned char)c >= 0x7F || (unsigned char)c < 0x20; }

char sv_scan_peek(const sv_scanner *s, uint32_t ahead) {
  return s->at + ahead < s->end ? s->text[s->at + ahead] : '\0';
}

static bool at_pair(const sv_scanner *s, char a, char b) {
  return sv_scan_peek(s, 0) == a && sv_scan_peek(s, 1) == b;
}

// --- tokens

static sv_span span_from(const sv_scanner *s, uint32_t begin) {
  return (sv_span){s->file, begin, s->at};
}

void sv_scan_emit(sv_scanner *s, uint32_t kind, uint32_t begin) {
  sv_push(*s->out, (sv_token){.kind = kind, .span = span_from(s, begin)});
}

void sv_scan_emit_named(sv_scanner *s, uint32_t kind, uint32_t begin) {
  sv_scan_emit(s, kind, begin);
  sv_last(*s->out).name = sv_names_intern(s->names, s->text + begin, s->at - begin);
}

// --- what is skipped

static void line_comment(sv_scanner *s) {
  while (s->at < s->end && sv_scan_peek(s, 0) != '\n') s->at++;
}

// comment = "/*" { any } "*/" ;
static void block_comment(sv_scanner *s) {
  uint32_t begin = s->at;
  bool nests = s->lexicon->nests_lines;
  s->at += 2;
  while (s->at < s->end && !at_pair(s, '*', '/')) {
    if (nests && at_pair(s, '/', '/')) line_comment(s);
    else s->at++;
  }
  if (s->at < s->end) {
    s->at += 2;
    return;
  }
  sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 2}, "this comment is never closed");
  sv_diag_hint(s->diags, "a comment that opens with `/*` ends with `*/`%s",
               nests ? ", but not on a line behind `//`" : "");
  sv_scan_emit(s, SV_TOKEN_BAD, begin);
}

static void blanks_and_comments(sv_scanner *s) {
  for (;;) {
    if (s->at < s->end && is_space(sv_scan_peek(s, 0))) s->at++;
    else if (at_pair(s, '/', '/')) line_comment(s);
    else if (at_pair(s, '/', '*')) block_comment(s);
    else if (!s->lexicon->blank || !s->lexicon->blank(s)) return;
  }
}

// --- names, numbers, signs

static void skip_name(sv_scanner *s) {
  while (s->at < s->end && continues_name(s, sv_scan_peek(s, 0))) s->at++;
}

// name = ( letter | "_" | … ) { letter | digit | "_" | … } ;
static void name_or_word(sv_scanner *s) {
  uint32_t begin = s->at;
  skip_name(s);
  sv_scan_emit_named(s, SV_TOKEN_NAME, begin);
  sv_token *t = &sv_last(*s->out);
  uint32_t word = sv_map_get(&s->words, t->name.x);
  if (word != SV_MAP_NONE) t->kind = word;
}

static int64_t value_of(const char *digits, uint32_t n) {
  int64_t value = 0;
  for (uint32_t i = 0; i < n; i++) {
    int digit = digits[i] - '0';
    if (value > (SV_TOKEN_NUMBERS - 1 - digit) / 10) return -1;
    value = value * 10 + digit;
  }
  return value;
}

// number = digit { digit } ;
static void number(sv_scanner *s) {
  uint32_t begin = s->at;
  while (is_digit(sv_scan_peek(s, 0))) s->at++;
  if (!starts_name(s, sv_scan_peek(s, 0))) {
    sv_scan_emit_named(s, SV_TOKEN_NUMBER, begin);
    sv_last(*s->out).number = value_of(s->text + begin, s->at - begin);
    return;
  }
  skip_name(s);
  sv_diag(s->diags, SV_ERROR, span_from(s, begin), "a name cannot begin with a digit");
  sv_scan_emit(s, SV_TOKEN_BAD, begin);
}

static bool sign(sv_scanner *s) {
  const sv_lexicon *x = s->lexicon;
  for (uint32_t i = 0; i < x->sign_count; i++) {
    const sv_spelling *sign = &x->signs[i];
    if (s->end - s->at < sign->length) continue;
    if (memcmp(s->text + s->at, sign->text, sign->length) != 0) continue;
    uint32_t begin = s->at;
    s->at += sign->length;
    sv_scan_emit(s, meaning(x, sign->kind), begin);
    return true;
  }
  return false;
}

// --- what is never right

static void bad_text(sv_scanner *s, uint32_t begin) {
  if (s->lexicon->text) {
    sv_diag(s->diags, SV_ERROR, (sv_span){s->file, begin, begin + 1}, "this text is never closed");
    sv_diag_hint(s->diags, "a text ends with `\"` on the same line");
  } else {
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "there are no texts in %s",
            s->lexicon->language);
    if (s->lexicon->text_hint) sv_diag_hint(s->diags, "%s", s->lexicon->text_hint);
  }
  sv_scan_emit(s, SV_TOKEN_BAD, begin);
}

// text = '"' { any but newline } '"': read as one piece, even where it is not allowed.
static void quoted_text(sv_scanner *s) {
  uint32_t begin = s->at++;
  while (s->at < s->end && sv_scan_peek(s, 0) != '"' && sv_scan_peek(s, 0) != '\n') s->at++;
  bool closed = sv_scan_peek(s, 0) == '"';
  if (closed) s->at++;
  if (closed && s->lexicon->text) sv_scan_emit(s, s->lexicon->text, begin);
  else bad_text(s, begin);
}

// Anything else: one report for a run of equally strange bytes.
static void bad_bytes(sv_scanner *s) {
  uint32_t begin = s->at++;
  char c = s->text[begin];
  if (!is_alien(c)) {
    const char *hint = s->lexicon->hint ? s->lexicon->hint(c) : NULL;
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "unexpected character `%c`", c);
    if (hint) sv_diag_hint(s->diags, "%s", hint);
  } else {
    while (s->at < s->end && is_alien(sv_scan_peek(s, 0)) && !is_space(sv_scan_peek(s, 0))) s->at++;
    sv_diag(s->diags, SV_ERROR, span_from(s, begin), "unexpected byte 0x%02X",
            (unsigned)(unsigned char)c);
    sv_diag_hint(s->diags, "outside %s only ASCII text is allowed", s->lexicon->ascii);
  }
  sv_scan_emit(s, SV_TOKEN_BAD, begin);
}

// --- the whole

static void scan_one(sv_scanner *s) {
  char c = sv_scan_peek(s, 0);
  if (starts_name(s, c)) name_or_word(s);
  else if (is_digit(c) && s->lexicon->number) s->lexicon->number(s);
  else if (is_digit(c)) number(s);
  else if (s->lexicon->special && s->lexicon->special(s)) return;
  else if (c == '"') quoted_text(s);
  else if (!sign(s)) bad_bytes(s);
}

static void know_words(sv_scanner *s) {
  const sv_lexicon *x = s->lexicon;
  for (uint32_t i = 0; i < x->word_count; i++)
    sv_map_put(&s->words, sv_names_cstr(s->names, x->words[i].text).x,
               meaning(x, x->words[i].kind));
}

static void skip_byte_order_mark(sv_scanner *s) {
  if (s->end >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0) s->at = 3;
}

void sv_scan_span(const sv_lexicon *lexicon, sv_names *names, const sv_sources *sources,
                  sv_span span, sv_diags *diags, sv_tokens *out, void *context) {
  REQUIRE(span.end <= sv_source_size(sources, span.file), "the span is in the file");
  sv_scanner s = {.lexicon = lexicon,
                  .names = names,
                  .diags = diags,
                  .out = out,
                  .file = span.file,
                  .text = sv_source_text(sources, span.file),
                  .at = span.begin,
                  .end = span.end,
                  .context = context};
  know_words(&s);
  if (!span.begin) skip_byte_order_mark(&s);
  for (blanks_and_comments(&s); s.at < s.end && sv_diags_go_on(diags); blanks_and_comments(&s))
    scan_one(&s);
  sv_scan_emit(&s, SV_TOKEN_END, s.at);
  sv_map_free(&s.words);
}

void sv_scan(const sv_lexicon *lexicon, sv_names *names, const sv_sources *sources, uint32_t file,
             sv_diags *diags, sv_tokens *out, void *context) {
  size_t size = sv_source_size(sources, file);
  REQUIRE(size < UINT32_MAX, "spans are 32-bit");
  sv_scan_span(lexicon, names, sources, (sv_span){file, 0, (uint32_t)size}, diags, out, context);
}
