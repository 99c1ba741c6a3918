// statements.c -- a reader of statements by recursive descent, over the characters themselves.

#include "lang/c/statements.h"

#include <string.h>

enum { MOST_NESTED = 200 };

typedef struct {
  const char *text;
  uint32_t n, at;
  uint32_t nested;
  c_statements *to;
} reader;

// ---- characters

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static char here(const reader *r) { return r->at < r->n ? r->text[r->at] : 0; }

static bool begins(const reader *r, const char *with) {
  size_t n = strlen(with);
  return r->n - r->at >= n && !memcmp(r->text + r->at, with, n);
}

static void skip_to_line(reader *r) {
  while (r->at < r->n && r->text[r->at] != '\n') r->at += r->text[r->at] == '\\' ? 2 : 1;
  if (r->at > r->n) r->at = r->n;
}

static void skip_comment(reader *r) {
  if (r->text[r->at + 1] == '/') {
    skip_to_line(r);
    return;
  }
  r->at += 2;
  while (r->at < r->n && !begins(r, "*/")) r->at++;
  r->at = r->at + 2 < r->n ? r->at + 2 : r->n;
}

static bool at_line_begin(const reader *r) {
  uint32_t i = r->at;
  while (i && (r->text[i - 1] == ' ' || r->text[i - 1] == '\t')) i--;
  return !i || r->text[i - 1] == '\n';
}

// Blanks, comments, directives.
static void skip_space(reader *r) {
  for (;; r->at++) {
    while (begins(r, "//") || begins(r, "/*")) skip_comment(r);
    char c = here(r);
    if (c == '#' && at_line_begin(r)) skip_to_line(r);
    else if (!c || !strchr(" \t\r\n\f\v\\", c)) return;
    if (r->at >= r->n) return;
  }
}

static void skip_quoted(reader *r) {
  char quote = here(r);
  for (r->at++; r->at < r->n && r->text[r->at] != quote && r->text[r->at] != '\n'; r->at++)
    r->at += r->text[r->at] == '\\';
  r->at = r->at < r->n ? r->at + 1 : r->n;
}

static void skip_token(reader *r) {
  char c = here(r);
  if (c == '"' || c == '\'') skip_quoted(r);
  else if (is_word(c))
    while (is_word(here(r))) r->at++;
  else r->at++;
}

// Behind the bracket that closes the one here. Nothing of statements is closed by it in C.
static void skip_brackets(reader *r) {
  int depth = 0;
  do {
    skip_space(r);
    char c = here(r);
    if (!c) return;
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    skip_token(r);
  } while (depth > 0);
}

static bool is_keyword(const reader *r, const char *word) {
  size_t n = strlen(word);
  return begins(r, word) && !(r->at + n < r->n && is_word(r->text[r->at + n]));
}

static bool take_keyword(reader *r, const char *word) {
  if (!is_keyword(r, word)) return false;
  r->at += (uint32_t)strlen(word);
  skip_space(r);
  return true;
}

// ---- statements

static void read_statement(reader *);

static void read_block(reader *r) {
  r->at++;
  for (skip_space(r); here(r) && here(r) != '}'; skip_space(r)) {
    uint32_t before = r->at;
    read_statement(r);
    if (r->at == before) r->at++;
  }
  if (here(r)) r->at++;
}

// Up to the semicolon, or to a brace that nothing here has opened.
static void read_simple(reader *r) {
  for (skip_space(r); here(r) && here(r) != ';' && here(r) != '}'; skip_space(r)) {
    if (strchr("([{", here(r))) skip_brackets(r);
    else skip_token(r);
  }
  if (here(r) == ';') r->at++;
}

static void read_label(reader *r) {
  while (here(r) && here(r) != ':' && here(r) != ';' && here(r) != '}') {
    if (here(r) == '(') skip_brackets(r);
    else skip_token(r);
    skip_space(r);
  }
  if (here(r) == ':') r->at++;
}

static bool is_label(const reader *r) {
  reader ahead = *r;
  if (is_keyword(r, "case") || is_keyword(r, "default")) return true;
  if (!is_word(here(r)) || (here(r) >= '0' && here(r) <= '9')) return false;
  skip_token(&ahead);
  skip_space(&ahead);
  return here(&ahead) == ':';
}

static void read_head(reader *r, c_statement *s) {
  skip_space(r);
  if (here(r) != '(') return;
  s->head_begin = r->at;
  skip_brackets(r);
  s->head_end = r->at;
}

static void read_body(reader *r, c_statement *s) {
  skip_space(r);
  s->body_begin = r->at;
  read_statement(r);
  s->body_end = r->at;
}

static void read_if(reader *r, c_statement *s) {
  s->kind = C_BRANCH;
  read_head(r, s);
  read_body(r, s);
  uint32_t behind = r->at;
  skip_space(r);
  if (take_keyword(r, "else")) read_statement(r);
  else r->at = behind;
}

static void read_do(reader *r, c_statement *s) {
  s->kind = C_DO;
  read_body(r, s);
  skip_space(r);
  if (!take_keyword(r, "while")) return;
  read_head(r, s);
  read_simple(r);
}

static void read_one(reader *r, c_statement *s) {
  if (take_keyword(r, "if")) read_if(r, s);
  else if (take_keyword(r, "do")) read_do(r, s);
  else if (take_keyword(r, "switch")) read_head(r, s), read_body(r, s);
  else if (take_keyword(r, "while") || take_keyword(r, "for")) {
    s->kind = C_LOOP;
    read_head(r, s);
    read_body(r, s);
  } else read_simple(r);
}

// Around what it contains: so it stands before that.
static void record(reader *r, uint32_t begin) {
  uint32_t place = r->to->all.n;
  sv_push(r->to->all, (c_statement){.begin = begin});
  c_statement s = {.begin = begin};
  read_one(r, &s);
  s.end = r->at;
  r->to->all.at[place] = s;
}

static void read_statement(reader *r) {
  skip_space(r);
  while (is_label(r)) {
    read_label(r);
    skip_space(r);
  }
  if (r->nested++ < MOST_NESTED) {
    if (here(r) == '{') read_block(r);
    else if (here(r) && here(r) != '}') record(r, r->at);
  } else read_simple(r);
  r->nested--;
}

// ---- the file

// A brace behind a closing parenthesis opens the body of a function; others are skipped.
void c_statements_read(c_statements *s, const char *text, size_t n) {
  reader r = {.text = text, .n = (uint32_t)n, .to = s};
  char last = 0;
  for (skip_space(&r); here(&r); skip_space(&r)) {
    char c = here(&r);
    if (c == '{' && last == ')') read_block(&r);
    else if (strchr("([{", c)) skip_brackets(&r);
    else skip_token(&r);
    last = c == '(' ? ')' : c;
  }
}

void c_statements_free(c_statements *s) { sv_vec_free(s->all); }

const c_statement *c_statement_at(const c_statements *s, uint32_t offset) {
  uint32_t low = 0, high = s->all.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->all.at[middle].begin <= offset) low = middle + 1;
    else high = middle;
  }
  while (low && s->all.at[low - 1].end <= offset) low--;
  return low ? &s->all.at[low - 1] : NULL;
}

uint32_t c_call_end(const char *text, size_t n, uint32_t offset) {
  reader r = {.text = text, .n = (uint32_t)n, .at = offset};
  if (!is_word(here(&r))) return 0;
  skip_token(&r);
  skip_space(&r);
  if (here(&r) != '(') return 0;
  skip_brackets(&r);
  return r.at <= n && r.text[r.at - 1] == ')' ? r.at - 1 : 0;
}
