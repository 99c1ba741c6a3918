// fact.c -- what the ranges of global variables say at the head of every loop, in C.
//
// For witnesses of correctness. Only what can be said without the variable's type: the IR does not
// know about signs, but from 0 upwards both readings are the same. Names that a function may use for something else
// (a parameter, a local variable) are left out, and so are locks and their like, whose values are ours.

#include <ctype.h>

#include "lang/c/lower.h"

enum { MOST_NAMED = 16 };

typedef struct {
  const char *text;
  size_t n, at, begin;  // the word or character at hand is text[begin .. at)
  int depth;            // of braces and parentheses
} tokens;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void skip_to(tokens *t, const char *end) {
  const char *found = strstr(t->text + t->at, end);
  t->at = found ? (size_t)(found - t->text) + strlen(end) : t->n;
}

static bool next_token(tokens *t) {
  while (t->at < t->n) {
    char c = t->text[t->at];
    if (isspace((unsigned char)c)) t->at++;
    else if (!strncmp(t->text + t->at, "//", 2)) skip_to(t, "\n");
    else if (!strncmp(t->text + t->at, "/*", 2)) t->at += 2, skip_to(t, "*/");
    else break;
  }
  if (t->at >= t->n) return false;
  t->begin = t->at;
  char c = t->text[t->at];
  if (c == '"' || c == '\'')
    for (t->at++; t->at < t->n && t->text[t->at] != c && t->text[t->at] != '\n'; t->at++)
      t->at += t->text[t->at] == '\\' && t->at + 1 < t->n;
  if (is_word(c))
    while (t->at < t->n && is_word(t->text[t->at])) t->at++;
  else t->at++;
  t->depth += c == '(' || c == '{';
  t->depth -= c == ')' || c == '}';
  return true;
}

static bool is_text(const tokens *t, const char *word) {
  size_t n = strlen(word);
  return t->at - t->begin == n && !memcmp(t->text + t->begin, word, n);
}

// Behind these a name is used.
static bool is_statement_word(const tokens *t) {
  static const char *const words[] = {"return", "else", "case", "sizeof", "goto", "do"};
  for (size_t i = 0; i < SV_COUNT(words); i++)
    if (is_text(t, words[i])) return true;
  return false;
}

// May the name be declared in some function, or for one? `a * x` looks like it.
static bool may_be_declared_again(const char *text, size_t n, const char *name) {
  tokens t = {.text = text, .n = n};
  bool declares = false;
  while (next_token(&t)) {
    if (declares && t.depth > 0 && is_text(&t, name)) return true;
    char c = text[t.begin];
    declares = c == '*' || c == ',' || (is_word(c) && !is_statement_word(&t));
  }
  return false;
}

// The same in the function around the offset.
bool c_may_be_local(const char *text, size_t n, size_t offset, const char *name) {
  tokens t = {.text = text, .n = n};
  size_t begin = 0;
  while (next_token(&t)) {
    bool ends = t.depth == 0 && (text[t.begin] == ';' || text[t.begin] == '}');
    if (ends && t.at > offset) break;
    if (ends) begin = t.at;
  }
  return may_be_declared_again(text + begin, t.at - begin, name);
}

static bool is_lock(const c_lowering *l, const c_object *o) {
  static const char *const types[] = {"pthread_",  "sem_t", "mtx_t", "cnd_t",
                                      "once_flag", "tss_t", "thrd_t"};
  if (!o->span.file) return true;
  size_t n;
  sv_place place = sv_source_place(l->model->sources, o->span.file, o->span.begin);
  const char *line = sv_source_line(l->model->sources, o->span.file, place.line, &n);
  for (size_t i = 0; i < SV_COUNT(types); i++) {
    const char *found = strstr(line, types[i]);
    if (found && found < line + n) return true;
  }
  return false;
}

static bool is_plain(const c_lowering *l, const c_storage *s) {
  const c_object *o = s->object;
  bool one =
      !s->local && !s->heap && o->defined && !o->constant && !o->thread_local && o->cells == 1;
  if (!one || o->cell[0].count != 1 || o->cell[0].type.kind != C_INT || !s->variable[0])
    return false;
  for (const char *c = o->name; *c; c++)
    if (!is_word(*c)) return false;
  for (uint32_t f = 1; f <= sv_sources_count(l->model->sources); f++)
    if (may_be_declared_again(sv_source_text(l->model->sources, f),
                              sv_source_size(l->model->sources, f), o->name))
      return false;
  return !is_lock(l, o);
}

// Is there more in the range than what 31 bits of either kind hold?
static bool says_something(c_range r) { return !r.any && r.lo >= 0 && r.hi < INT32_MAX; }

static const char *all_ranges(const c_lowering *l, const c_range *range) {
  sv_text t = {0};
  uint32_t named = 0;
  for (uint32_t i = 0; i < l->storages.n && named < MOST_NAMED; i++) {
    const c_storage *s = &l->storages.at[i];
    if (!s->object->cells || !s->variable || !s->variable[0]) continue;
    c_range r = range[s->variable[0]];
    if (!says_something(r) || !is_plain(l, s)) continue;  // this looks through all of the text
    const char *name = s->object->name, *and = named++ ? " && " : "";
    if (r.lo == r.hi) sv_text_printf(&t, "%s%s == %lld", and, name, (long long)r.lo);
    else
      sv_text_printf(&t, "%s%lld <= %s && %s <= %lld", and, (long long)r.lo, name, name,
                     (long long)r.hi);
  }
  const char *text = t.n ? sv_arena_strndup(l->model->arena, sv_text_get(&t), t.n) : NULL;
  sv_text_free(&t);
  return text;
}

void c_find_facts(c_lowering *l, const c_range *range) {
  const char *text = all_ranges(l, range);
  for (uint32_t f = 0; text && f < l->statements.n; f++)
    for (uint32_t i = 0; i < l->statements.at[f].all.n; i++) {
      const c_statement *s = &l->statements.at[f].all.at[i];
      if (s->kind != C_LOOP && s->kind != C_DO) continue;
      sv_push(l->model->facts, ((sv_fact){text, {f, s->begin, s->begin + 1}}));
    }
}
