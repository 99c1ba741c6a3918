// shrink.c -- see shrink.h.
//
// Passes from coarse to fine, repeated while one of them gets anywhere: blocks,
// runs of lines, terms, words, numbers.

#include "random/shrink.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"

typedef struct {
  char *text;
  shrink_test *test;
  void *context;
  double deadline;
  bool better;  // in this round
} shrinker;

// Replaces bytes begin .. end-1; keeps the result if it still fails.
static bool attempt(shrinker *s, size_t begin, size_t end, const char *with) {
  sv_text next = {0};
  if (sv_now() > s->deadline) return false;
  sv_text_bytes(&next, s->text, begin);
  sv_text_string(&next, with);
  sv_text_string(&next, s->text + end);
  bool good = strcmp(sv_text_get(&next), s->text) && s->test(s->context, sv_text_get(&next));
  if (good) {
    sv_free(s->text);
    s->text = sv_text_take(&next);
    s->better = true;
  }
  sv_text_free(&next);
  return good;
}

// ---- lines

static size_t line_end(const char *text, size_t at) {
  at += strcspn(text + at, "\n");
  return text[at] ? at + 1 : at;
}

static bool begins(const char *text, const char *word) {
  return !strncmp(text, word, strlen(word));
}

// Behind the block that begins at this line: an action with its clauses, a
// process up to its end, or the line itself.
static size_t block_end(const char *text, size_t at) {
  size_t next = line_end(text, at);
  if (begins(text + at, "process ")) {
    while (text[next] && !begins(text + next, "end\n")) next = line_end(text, next);
    return line_end(text, next);
  }
  if (!begins(text + at, "  action") && !begins(text + at, "action")) return next;
  while (begins(text + next, "    ")) next = line_end(text, next);
  return next;
}

static void drop_blocks(shrinker *s) {
  for (size_t at = 0; s->text[at];)
    if (!attempt(s, at, block_end(s->text, at), "")) at = line_end(s->text, at);
}

static size_t skip_lines(const char *text, size_t at, size_t n) {
  for (; n && text[at]; n--) at = line_end(text, at);
  return at;
}

static void drop_lines(shrinker *s) {
  for (size_t n = 16; n; n /= 2)
    for (size_t at = 0; s->text[at];)
      if (!attempt(s, at, skip_lines(s->text, at, n), "")) at = line_end(s->text, at);
}

// ---- terms

// Behind the word, the quoted text or the term in parentheses that begins here.
static size_t piece_end(const char *text, size_t at) {
  size_t depth = 0;
  do {
    char c = text[at];
    if (!c || c == '\n') return at;
    if (c == '\'' || c == '"') {
      for (at++; text[at] && text[at] != c && text[at] != '\n'; at++)
        if (text[at] == '\\' && text[at + 1]) at++;
    }
    depth += c == '(';
    if (c == ')' && depth) depth--;
    at += text[at] != 0;
  } while (depth || !(strchr(" ()\n", text[at]) || !text[at]));
  return at;
}

// The next piece from here on, over all lines.
static size_t next_piece(const char *text, size_t at) {
  while (text[at] && strchr(" )\n", text[at])) at++;
  return at;
}

// Replaces a term by one of its arguments.
static bool lift_argument(shrinker *s, size_t at, size_t end) {
  for (size_t i = next_piece(s->text, at + 1); i < end;) {
    size_t k = piece_end(s->text, i);
    char *argument = sv_strndup(s->text + i, k - i);
    bool good = attempt(s, at, end, argument);
    sv_free(argument);
    if (good) return true;
    i = next_piece(s->text, k);
  }
  return false;
}

static bool replace_term(shrinker *s, size_t at) {
  static const char *const simple[] = {"true", "false", "0", "1"};
  size_t end = piece_end(s->text, at);
  for (size_t i = 0; i < SV_COUNT(simple); i++) {
    if (end - at <= strlen(simple[i]) && s->text[at] != '(') continue;
    if (attempt(s, at, end, simple[i])) return true;
  }
  return s->text[at] == '(' && lift_argument(s, at, end);
}

// A piece inside a term begins behind its "(".
static size_t inside(const char *text, size_t at) {
  return text[at] == '(' ? at + 1 : piece_end(text, at);
}

static void simplify_terms(shrinker *s) {
  for (size_t at = next_piece(s->text, 0); s->text[at];)
    if (!replace_term(s, at)) at = next_piece(s->text, inside(s->text, at));
}

// ---- words and numbers

static void drop_words(shrinker *s) {
  for (size_t n = 4; n; n--)
    for (size_t at = next_piece(s->text, 0); s->text[at];) {
      size_t end = at;
      for (size_t i = 0; i < n; i++) end = piece_end(s->text, end + strspn(s->text + end, " "));
      size_t begin = at && s->text[at - 1] == ' ' ? at - 1 : at;
      if (!attempt(s, begin, end, "")) at = next_piece(s->text, inside(s->text, at));
    }
}

static bool is_number(const char *text, size_t at) {
  bool begin = !at || !(isalnum((unsigned char)text[at - 1]) || strchr("_$?'", text[at - 1]));
  return begin && isdigit((unsigned char)text[at]);
}

static bool lower_number(shrinker *s, size_t at) {
  char *end, smaller[32];
  unsigned long n = strtoul(s->text + at, &end, 10);
  size_t stop = (size_t)(end - s->text);
  unsigned long tries[] = {0, 1, n / 2, n ? n - 1 : 0};
  for (size_t i = 0; i < SV_COUNT(tries); i++) {
    if (tries[i] >= n) continue;
    snprintf(smaller, sizeof smaller, "%lu", tries[i]);
    if (attempt(s, at, stop, smaller)) return true;
  }
  return false;
}

static void lower_numbers(shrinker *s) {
  for (size_t at = 0; s->text[at]; at++)
    if (is_number(s->text, at)) {
      lower_number(s, at);
      while (isdigit((unsigned char)s->text[at + 1])) at++;
    }
}

char *shrink_text(const char *text, shrink_test *test, void *context, double seconds) {
  shrinker s = {sv_strdup(text), test, context, sv_now() + seconds, true};
  while (s.better && sv_now() < s.deadline) {
    s.better = false;
    drop_blocks(&s);
    drop_lines(&s);
    simplify_terms(&s);
    drop_words(&s);
    lower_numbers(&s);
  }
  return s.text;
}
