// parse.c -- reads thread transition systems, line by line.
//
//   # comment
//   S L                number of shared and local states
//   s l -> s' l'       a thread moves
//   s l +> s' l'       a thread stays in l, a new one begins in l'

#include <stdio.h>
#include <stdlib.h>

#include "lang/tts/goal.h"

typedef struct {
  const sv_sources *sources;
  uint32_t file;
  sv_diags *diags;
  tts_system *out;
  const char *text;
  uint32_t at, end;  // of the line at hand
  bool has_head;
} reader;

enum { MOST_STATES = 1 << 24 };

static sv_span span(const reader *r, uint32_t begin, uint32_t end) {
  return (sv_span){r->file, begin, end};
}

static void skip_blanks(reader *r) {
  while (r->at < r->end &&
         (r->text[r->at] == ' ' || r->text[r->at] == '\t' || r->text[r->at] == '\r'))
    r->at++;
}

// A number below the limit; complains if there is none.
static bool number(reader *r, uint32_t limit, const char *what, uint32_t *out) {
  skip_blanks(r);
  uint32_t begin = r->at;
  uint64_t n = 0;
  while (r->at < r->end && r->text[r->at] >= '0' && r->text[r->at] <= '9' && n < MOST_STATES)
    n = n * 10 + (uint64_t)(r->text[r->at++] - '0');
  if (r->at == begin) {
    sv_diag(r->diags, SV_ERROR, span(r, begin, begin + 1), "a %s is expected here", what);
    return false;
  }
  if (n >= limit) {
    sv_diag(r->diags, SV_ERROR, span(r, begin, r->at), "this %s is too large", what);
    if (r->has_head) sv_diag_hint(r->diags, "the first line allows 0 to %u", limit - 1);
    return false;
  }
  *out = (uint32_t)n;
  return true;
}

static bool at_end(reader *r) {
  skip_blanks(r);
  if (r->at == r->end || r->text[r->at] == '#') return true;
  sv_diag(r->diags, SV_ERROR, span(r, r->at, r->end), "nothing more is expected on this line");
  return false;
}

static bool arrow(reader *r, tts_kind *kind) {
  skip_blanks(r);
  const char *s = r->text + r->at;
  bool known = r->end - r->at >= 2 && s[1] == '>' && (*s == '-' || *s == '+' || *s == '~');
  if (!known) {
    sv_diag(r->diags, SV_ERROR, span(r, r->at, r->at + 1), "`->` or `+>` is expected here");
    return false;
  }
  if (*s == '~')
    sv_diag(r->diags, SV_UNSUPPORTED, span(r, r->at, r->at + 2), "broadcast transitions `~>`");
  *kind = *s == '+' ? TTS_START : TTS_MOVE;
  r->at += 2;
  return *s != '~';
}

static void read_head(reader *r) {
  uint32_t begin = r->at;
  if (!number(r, MOST_STATES, "number of shared states", &r->out->shared)) return;
  if (!number(r, MOST_STATES, "number of local states", &r->out->locals) || !at_end(r)) return;
  r->out->head = span(r, begin, r->at);
  if (!r->out->shared || !r->out->locals)
    sv_diag(r->diags, SV_ERROR, r->out->head, "there must be a shared and a local state");
  r->has_head = true;
}

static void read_rule(reader *r) {
  tts_rule rule = {.span = span(r, r->at, r->end)};
  const tts_system *t = r->out;
  bool good = number(r, t->shared, "shared state", &rule.shared) &&
              number(r, t->locals, "local state", &rule.local) && arrow(r, &rule.kind) &&
              number(r, t->shared, "shared state", &rule.next_shared) &&
              number(r, t->locals, "local state", &rule.next_local) && at_end(r);
  if (!good) return;
  rule.span.end = r->at;
  r->out->starts |= rule.kind == TTS_START;
  sv_push(r->out->rules, rule);
}

// "error state is shared num 4 local num 23", as SATABS writes it.
static void read_comment(reader *r) {
  unsigned shared, local;
  char line[160] = {0};
  size_t n = r->end - r->at < sizeof line - 1 ? r->end - r->at : sizeof line - 1;
  memcpy(line, r->text + r->at, n);
  const char *s = strstr(line, "error state is shared num ");
  if (!s || sscanf(s, "error state is shared num %u local num %u", &shared, &local) != 2) return;
  tts_clear_targets(r->out);
  tts_target *target = tts_add_target(r->out, shared, span(r, r->at, r->end));
  sv_push(target->locals, local);
}

static void read_line(reader *r) {
  skip_blanks(r);
  if (r->at == r->end) return;
  if (r->text[r->at] == '#') read_comment(r);
  else if (!r->has_head) read_head(r);
  else read_rule(r);
}

bool tts_parse(const sv_sources *sources, uint32_t file, sv_diags *diags, tts_system *out) {
  reader r = {.sources = sources, .file = file, .diags = diags, .out = out};
  r.text = sv_source_text(sources, file);
  uint32_t size = (uint32_t)sv_source_size(sources, file);
  for (uint32_t begin = 0;
       begin < size && sv_diags_go_on(diags) && !(sv_diags_errors(diags) && !r.has_head);) {
    const char *newline = memchr(r.text + begin, '\n', size - begin);
    r.at = begin;
    r.end = newline ? (uint32_t)(newline - r.text) : size;
    begin = r.end + 1;
    read_line(&r);
  }
  if (!r.has_head && !sv_diags_errors(diags))
    sv_diag(diags, SV_ERROR, span(&r, 0, 0), "the numbers of shared and local states are missing");
  return !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

bool tts_parse_target(const char *text, tts_target *out) {
  char *end;
  sv_clear(out->locals);
  out->shared = (uint32_t)strtoul(text, &end, 10);
  if (end == text || *end != '|') return false;
  do {
    text = end + 1;
    unsigned long l = strtoul(text, &end, 10);
    if (end == text || l >= MOST_STATES) return false;
    sv_push(out->locals, (uint32_t)l);
  } while (*end == ',');
  return !*end || *end == '\n' || *end == '\r';
}

tts_target *tts_add_target(tts_system *t, uint32_t shared, sv_span span) {
  sv_push(t->targets, (tts_target){.shared = shared, .span = span});
  return &sv_last(t->targets);
}

void tts_clear_targets(tts_system *t) {
  for (uint32_t i = 0; i < t->targets.n; i++) sv_vec_free(t->targets.at[i].locals);
  sv_clear(t->targets);
}

void tts_free(tts_system *t) {
  tts_clear_targets(t);
  sv_vec_free(t->targets);
  tts_free_goals(t);
  sv_vec_free(t->rules);
}
