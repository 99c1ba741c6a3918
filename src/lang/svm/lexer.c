// lexer.c -- see lexer.h.
//
// One function per kind of token; each is called with the scanner at its first
// character and leaves it behind its last one. Whatever goes wrong is told
// once, in `bad`, and the scanner stands behind the faulty part, so that the
// rest of the line is read as usual.

#include "lang/svm/lexer.h"

#include "base/number.h"

typedef struct {
  sv_names *names;
  sv_arena *arena;
  sv_diags *diags;
  const char *text;
  uint32_t file, at, n;
  svm_tokens *out;
} scanner;

// A sign comes before its own prefixes.
static const char *const signs[] = {
    "->", ":=", "=>", "<=", ">=", "<<", ">>", "!=", "<>", "[]", "(", ")", "[", "]",
    ":",  ",",  "=",  "<",  ">",  "+",  "-",  "*",  "/",  "&",  "|", "^", "~",
};

static char peek(const scanner *s, uint32_t ahead) {
  return s->at + ahead < s->n ? s->text[s->at + ahead] : '\0';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

static sv_span since(const scanner *s, uint32_t begin) { return (sv_span){s->file, begin, s->at}; }

static sv_name text_since(const scanner *s, uint32_t begin) {
  return sv_names_intern(s->names, s->text + begin, s->at - begin);
}

static svm_token *push(scanner *s, svm_token_kind kind, uint32_t begin) {
  sv_push(*s->out, (svm_token){.kind = kind, .span = since(s, begin), .role = SVM_NO_ROLE});
  return &sv_last(*s->out);
}

static void bad(scanner *s, uint32_t begin, const char *why) {
  push(s, SVM_T_BAD, begin);
  sv_diag(s->diags, SV_ERROR, since(s, begin), "%s", why);
}

static int hex(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The character behind a backslash; NUL if there is no such escape.
static char read_escape(scanner *s) {
  char c = peek(s, 1);
  if (c == 'x' && hex(peek(s, 2)) >= 0 && hex(peek(s, 3)) >= 0) {
    char value = (char)(hex(peek(s, 2)) * 16 + hex(peek(s, 3)));
    s->at += 4;
    return value;
  }
  s->at += 2;
  if (c == 'n') return '\n';
  if (c == 't') return '\t';
  return c == '\\' || c == '\'' || c == '"' ? c : '\0';
}

// Reads '…' or "…" on one line into *to; false if something was wrong (reported).
static bool read_quoted(scanner *s, sv_text *to) {
  uint32_t begin = s->at;
  char quote = s->text[s->at++];
  while (peek(s, 0) && peek(s, 0) != '\n' && peek(s, 0) != quote) {
    uint32_t here = s->at;
    char c = peek(s, 0) == '\\' ? read_escape(s) : s->text[s->at++];
    if (c) {
      sv_text_char(to, c);
      continue;
    }
    if (s->at > s->n) s->at = s->n;
    bad(s, here, "unknown escape; there are \\n \\t \\\\ \\' \\\" and \\x01 to \\xff");
    while (peek(s, 0) && peek(s, 0) != '\n' && peek(s, 0) != quote) s->at++;
    if (peek(s, 0) == quote) s->at++;
    return false;
  }
  if (peek(s, 0) == quote) return s->at++, true;
  bad(s, begin, quote == '"' ? "this text has no closing quote" : "this name has no closing quote");
  return false;
}

static void scan_string(scanner *s) {
  uint32_t begin = s->at;
  sv_text text = {0};
  if (read_quoted(s, &text))
    push(s, SVM_T_STRING, begin)->text = sv_arena_strndup(s->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
}

// A plain or quoted name; none if there is none here (or it was reported).
// Plain names stop at a dot where `dots` is false.
static sv_name read_name(scanner *s, bool dots) {
  uint32_t begin = s->at;
  if (peek(s, 0) == '\'') {
    sv_text text = {0};
    bool fine = read_quoted(s, &text);
    if (fine && !text.n) bad(s, begin, "a name has at least one character"), fine = false;
    sv_name name = fine ? sv_names_intern(s->names, sv_text_get(&text), text.n) : (sv_name){0};
    sv_text_free(&text);
    return name;
  }
  if (peek(s, 0) == '@') s->at++;
  else if (is_letter(peek(s, 0)))
    while (is_name_part(peek(s, 0)) && (dots || peek(s, 0) != '.')) s->at++;
  return s->at > begin ? text_since(s, begin) : (sv_name){0};
}

static void scan_name(scanner *s) {
  uint32_t begin = s->at;
  bool quoted = peek(s, 0) == '\'';
  sv_name name = read_name(s, true);
  if (!name.x) return;
  svm_token *t = push(s, SVM_T_NAME, begin);
  t->name = name;
  t->quoted = quoted;
}

static void skip_digits(scanner *s) {
  while (is_digit(peek(s, 0))) s->at++;
}

static bool at_number(const scanner *s, uint32_t ahead) {
  return is_digit(peek(s, ahead)) || (peek(s, ahead) == '-' && is_digit(peek(s, ahead + 1)));
}

static bool to_int64(const scanner *s, uint32_t begin, uint32_t end, int64_t *out) {
  sv_numbers *numbers = sv_numbers_new();
  sv_value v;
  bool fits = sv_number_parse(numbers, s->text + begin, end - begin, &v) &&
              sv_number_to_i64(numbers, v, out);
  sv_numbers_free(numbers);
  return fits;
}

// lo..hi, with the scanner at the dots.
static void scan_range(scanner *s, uint32_t begin) {
  uint32_t middle = s->at;
  int64_t lo, hi;
  s->at += 2;
  uint32_t second = s->at;
  if (peek(s, 0) == '-') s->at++;
  skip_digits(s);
  if (!to_int64(s, begin, middle, &lo) || !to_int64(s, second, s->at, &hi)) {
    bad(s, begin, "the bounds of a range are integers of at most 64 bits");
  } else if (lo > hi) {
    bad(s, begin, "this range is empty: the first bound is the smaller one");
  } else {
    svm_token *t = push(s, SVM_T_RANGE, begin);
    t->lo = lo, t->hi = hi;
  }
}

static void scan_number(scanner *s) {
  uint32_t begin = s->at++;
  skip_digits(s);
  if (peek(s, 0) == '.' && peek(s, 1) == '.' && at_number(s, 2)) {
    scan_range(s, begin);
    return;
  }
  bool fraction = (peek(s, 0) == '.' || peek(s, 0) == '/') && is_digit(peek(s, 1));
  if (fraction) s->at++, skip_digits(s);
  if (is_name_part(peek(s, 0))) {
    while (is_name_part(peek(s, 0))) s->at++;
    bad(s, begin, "this is neither a number nor a name; names begin with a letter or are 'quoted'");
    return;
  }
  push(s, SVM_T_NUMBER, begin)->name = text_since(s, begin);
}

// The role behind `$`: a number, `other`, or nothing before a dot.
static uint32_t read_role(scanner *s) {
  uint32_t begin = s->at, role = 0;
  if (peek(s, 0) == '.') return SVM_GLOBAL_ROLE;
  for (; is_digit(peek(s, 0)) && role < SVM_NO_ROLE; s->at++)
    role = role * 10 + (uint32_t)(peek(s, 0) - '0');
  if (s->at > begin) return role < 255 ? role : SVM_NO_ROLE;
  while (is_letter(peek(s, 0))) s->at++;
  bool other = s->at - begin == 5 && !memcmp(s->text + begin, "other", 5);
  return other ? 255 : SVM_NO_ROLE;
}

static void scan_role(scanner *s) {
  uint32_t begin = s->at++, before = s->out->n;
  svm_token t = {.kind = SVM_T_ROLE, .role = read_role(s)};
  bool fine = t.role != SVM_NO_ROLE;
  if (fine && t.role == 255 && peek(s, 0) == '@') {
    s->at++;
    t.home = read_name(s, false);
    fine = t.home.x;
  }
  if (fine && peek(s, 0) == '.') {
    s->at++;
    t.name = read_name(s, true);
    fine = t.name.x;
  }
  while (!fine && is_name_part(peek(s, 0))) s->at++;
  t.span = since(s, begin);
  if (fine) sv_push(*s->out, t);
  else if (s->out->n == before)
    bad(s, begin, "a role is $0 to $254 or $other; write $1.x, $other.x or $.x (the global x)");
}

static void scan_marked(scanner *s, svm_token_kind kind) {
  uint32_t begin = s->at++, from = s->at, before = s->out->n;
  sv_name name = {0};
  if (is_digit(peek(s, 0))) skip_digits(s), name = text_since(s, from);
  else name = read_name(s, true);
  if (name.x) push(s, kind, begin)->name = name;
  else if (s->out->n == before) bad(s, begin, "a name or number must follow here");
}

static bool scan_sign(scanner *s) {
  for (size_t i = 0; i < SV_COUNT(signs); i++) {
    size_t length = strlen(signs[i]);
    if (s->n - s->at < length || memcmp(s->text + s->at, signs[i], length)) continue;
    uint32_t begin = s->at;
    s->at += (uint32_t)length;
    push(s, SVM_T_SIGN, begin)->name = sv_names_cstr(s->names, signs[i]);
    return true;
  }
  return false;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void skip_comment(scanner *s) {
  while (s->at < s->n && s->text[s->at] != '\n') s->at++;
}

static void scan_unknown(scanner *s) {
  uint32_t begin = s->at++;
  bad(s, begin, "this character has no meaning here");
}

static void scan_token(scanner *s) {
  char c = s->text[s->at];
  if (is_space(c)) s->at++;
  else if (c == '\n') s->at++, push(s, SVM_T_NEWLINE, s->at - 1);
  else if (c == '#' || (c == '/' && peek(s, 1) == '/')) skip_comment(s);
  else if (is_letter(c) || c == '\'' || c == '@') scan_name(s);
  else if (at_number(s, 0)) scan_number(s);
  else if (c == '"') scan_string(s);
  else if (c == '$') scan_role(s);
  else if (c == '?') scan_marked(s, SVM_T_CHOICE);
  else if (c == '%') scan_marked(s, SVM_T_LET);
  else if (!scan_sign(s)) scan_unknown(s);
}

void svm_scan(sv_names *names, sv_arena *arena, const sv_sources *sources, uint32_t file,
              sv_diags *diags, svm_tokens *out) {
  scanner s = {.names = names,
               .arena = arena,
               .diags = diags,
               .file = file,
               .out = out,
               .text = sv_source_text(sources, file),
               .n = (uint32_t)sv_source_size(sources, file)};
  while (s.at < s.n && sv_diags_go_on(diags)) scan_token(&s);
  push(&s, SVM_T_NEWLINE, s.n);
  push(&s, SVM_T_END, s.n);
}
