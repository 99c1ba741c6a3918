// diag.c -- collecting diagnostics and showing them with their source lines.
//
// The caret line must fit under the source line on a terminal: tabs and other
// control characters of the source are shown as one space each, and the
// continuation bytes of UTF-8 take no column. Of a very long line only the
// surroundings of the caret are shown, with "..." where something was cut.

#include "base/diag.h"

#include <stdio.h>

enum { LONGEST_LINE = 160, BEFORE_CARET = 60, LONGEST_CONCEALED = 40 };

typedef struct {
  sv_severity severity;
  sv_span span;
  char *message;  // owned
  char *path;     // owned; NULL: the span says where
  sv_text hints;  // finished lines
} diagnostic;

struct sv_diags {
  const sv_sources *sources;
  SV_VEC(diagnostic) at;
  uint32_t errors, unsupported;
  uint32_t dropped;  // errors that are not kept
  bool skipping;     // the last error was not kept: nor are its notes and hints
};

sv_diags *sv_diags_new(const sv_sources *sources) {
  sv_diags *d = SV_NEW(sv_diags);
  d->sources = sources;
  return d;
}

void sv_diags_free(sv_diags *d) {
  if (!d) return;
  for (uint32_t i = 0; i < d->at.n; i++) {
    sv_free(d->at.at[i].message);
    sv_free(d->at.at[i].path);
    sv_text_free(&d->at.at[i].hints);
  }
  sv_vec_free(d->at);
  sv_free(d);
}

static bool has_error_in(const sv_diags *d, uint32_t file) {
  for (uint32_t i = 0; i < d->at.n; i++)
    if (d->at.at[i].severity == SV_ERROR && d->at.at[i].span.file == file) return true;
  return false;
}

static bool is_too_much(const sv_diags *d, sv_span span) {
  bool concealed = span.file && sv_source_is_concealed(d->sources, span.file);
  return d->errors > SV_DIAG_MAX || (concealed && has_error_in(d, span.file));
}

static bool is_limited(const sv_diags *d) {
  const sv_limits *limits = d->sources ? sv_sources_limits(d->sources) : NULL;
  return limits && limits->hit;
}

bool sv_diags_go_on(sv_diags *d) {
  sv_limits *limits = d->sources ? sv_sources_limits(d->sources) : NULL;
  return !limits || sv_limits_hit(limits) == SV_CAUSE_NONE;
}

void sv_vdiag(sv_diags *d, sv_severity severity, sv_span span, const char *format, va_list args) {
  REQUIRE(d && span.begin <= span.end, "no list or a bad span");
  REQUIRE(!span.file || (d->sources && span.file <= sv_sources_count(d->sources)), "no such file");
  if (is_limited(d)) {
    d->skipping = true;
    return;
  }
  if (severity == SV_UNSUPPORTED) d->unsupported++;
  if (severity == SV_ERROR) d->errors++;
  if (severity != SV_NOTE) {
    d->skipping = severity == SV_ERROR && is_too_much(d, span);
    d->dropped += d->skipping;
  }
  if (d->skipping) return;
  sv_text message = {0};
  sv_text_vprintf(&message, format, args);
  sv_push(d->at,
          (diagnostic){.severity = severity, .span = span, .message = sv_text_take(&message)});
}

void sv_diag(sv_diags *d, sv_severity severity, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(d, severity, span, format, args);
  va_end(args);
}

void sv_diag_about(sv_diags *d, sv_severity severity, const char *path, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(d, severity, SV_NOWHERE, format, args);
  va_end(args);
  if (!d->skipping) sv_last(d->at).path = sv_strdup(path);
}

void sv_vdiag_hint(sv_diags *d, const char *format, va_list args) {
  REQUIRE(d && (d->at.n || d->skipping), "a hint needs a diagnostic");
  if (d->skipping) return;
  sv_text *hints = &sv_last(d->at).hints;
  sv_text_string(hints, "hint: ");
  sv_text_vprintf(hints, format, args);
  sv_text_char(hints, '\n');
}

void sv_diag_hint(sv_diags *d, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag_hint(d, format, args);
  va_end(args);
}

static const diagnostic *get(const sv_diags *d, uint32_t i) {
  REQUIRE(d && i < d->at.n, "no such diagnostic");
  return &d->at.at[i];
}

uint32_t sv_diags_errors(const sv_diags *d) { return d->errors + is_limited(d); }
uint32_t sv_diags_unsupported(const sv_diags *d) { return d->unsupported; }
uint32_t sv_diags_count(const sv_diags *d) { return d->at.n; }
sv_severity sv_diags_severity(const sv_diags *d, uint32_t i) { return get(d, i)->severity; }
sv_span sv_diags_span(const sv_diags *d, uint32_t i) { return get(d, i)->span; }
const char *sv_diags_message(const sv_diags *d, uint32_t i) { return get(d, i)->message; }
const char *sv_diags_hints(const sv_diags *d, uint32_t i) {
  const sv_text *hints = &get(d, i)->hints;
  return hints->n ? hints->at : "";
}

const char *sv_diags_path(const sv_diags *d, uint32_t i) { return get(d, i)->path; }

static const char *severity_word(sv_severity severity) {
  switch (severity) {
  case SV_ERROR: return "error";
  case SV_WARNING: return "warning";
  case SV_NOTE: return "note";
  case SV_UNSUPPORTED: return "unsupported";
  }
  SV_UNREACHABLE();
}

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }
static bool is_control(char c) { return (unsigned char)c < 0x20 || c == 0x7F; }

// A source line and what of it is marked and shown; offsets from its start.
typedef struct {
  const char *text;
  size_t n;
  size_t mark, mark_end;  // mark <= mark_end <= n
  size_t from, to;        // the part that is shown
} excerpt;

static void choose_part(excerpt *e) {
  e->from = 0, e->to = e->n;
  if (e->n <= LONGEST_LINE) return;
  if (e->mark > BEFORE_CARET) e->from = e->mark - BEFORE_CARET;
  while (e->from < e->mark && is_continuation(e->text[e->from])) e->from++;
  if (e->n - e->from > LONGEST_LINE) e->to = e->from + LONGEST_LINE;
  while (e->to < e->n && is_continuation(e->text[e->to])) e->to++;
  if (e->mark_end > e->to) e->mark_end = e->to;
}

// Nothing of the line is there but what is marked.
static void conceal(excerpt *e) {
  e->text += e->mark;
  e->mark_end -= e->mark;
  if (e->mark_end > LONGEST_CONCEALED) e->mark_end = LONGEST_CONCEALED;
  e->n = e->mark_end;
  e->mark = 0;
}

static excerpt make_excerpt(const sv_sources *sources, sv_span span, sv_place place) {
  excerpt e = {0};
  e.text = sv_source_line(sources, span.file, place.line, &e.n);
  e.mark = place.column - 1 < e.n ? place.column - 1 : e.n;
  size_t length = span.end - span.begin;
  e.mark_end = length < e.n - e.mark ? e.mark + length : e.n;
  if (sv_source_is_concealed(sources, span.file)) conceal(&e);
  choose_part(&e);
  assert(e.from <= e.mark && e.mark <= e.mark_end && e.mark_end <= e.to && e.to <= e.n);
  return e;
}

static void render_line(const excerpt *e, sv_text *out) {
  if (e->n) sv_text_char(out, ' ');
  if (e->from) sv_text_string(out, "...");
  for (size_t i = e->from; i < e->to; i++)
    sv_text_char(out, is_control(e->text[i]) ? ' ' : e->text[i]);
  if (e->to < e->n) sv_text_string(out, "...");
  sv_text_char(out, '\n');
}

static void render_caret(const excerpt *e, sv_text *out) {
  sv_text_string(out, e->from ? "    " : " ");
  for (size_t i = e->from; i < e->mark; i++)
    if (!is_continuation(e->text[i])) sv_text_char(out, ' ');
  sv_text_char(out, '^');
  for (size_t i = e->mark + 1; i < e->mark_end; i++)
    if (!is_continuation(e->text[i])) sv_text_char(out, '~');
  sv_text_char(out, '\n');
}

static void render_one(const sv_sources *sources, const diagnostic *d, sv_text *out) {
  const char *word = severity_word(d->severity);
  if (d->span.file) {
    sv_place place = sv_source_place(sources, d->span.file, d->span.begin);
    excerpt e = make_excerpt(sources, d->span, place);
    char gutter[16];
    int width = snprintf(gutter, sizeof gutter, "%4u", place.line);
    sv_text_printf(out, "%s:%u:%u: ", sv_source_path(sources, d->span.file), place.line,
                   place.column);
    sv_text_printf(out, "%s: %s\n%s |", word, d->message, gutter);
    render_line(&e, out);
    sv_text_printf(out, "%*s |", width, "");
    render_caret(&e, out);
  } else {
    if (d->path) sv_text_printf(out, "%s: ", d->path);
    sv_text_printf(out, "%s: %s\n", word, d->message);
  }
  if (d->hints.n) sv_text_bytes(out, d->hints.at, d->hints.n);
}

void sv_diags_render(const sv_diags *d, sv_text *out) {
  for (uint32_t i = 0; i < d->at.n; i++) render_one(d->sources, &d->at.at[i], out);
  if (d->dropped)
    sv_text_printf(out, "%u more error%s not shown\n", d->dropped, d->dropped == 1 ? "" : "s");
}
