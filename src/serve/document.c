// document.c -- edits, symbols and names.
//
// A name means the declaration of that name whose surroundings (the innermost
// process or function around it) hold the place where it is used; of several,
// the one with the smallest surroundings, then the last one before that place.
// Where none is in sight, as with `Lift->floor`, it is the first in the text.

#include "serve/document.h"

#include <ctype.h>

#include "base/input.h"

sv_document *sv_document_new(const char *uri, const char *language, const char *text, size_t n) {
  sv_document *d = SV_NEW(sv_document);
  d->uri = sv_strdup(uri);
  d->name = sv_uri_path(uri);
  if (!d->name) {
    const char *slash = strrchr(uri, '/'), *colon = strrchr(uri, ':');
    const char *last = slash ? slash + 1 : colon ? colon + 1 : uri;
    d->name = sv_strdup(*last ? last : "untitled");
  }
  d->language = language ? sv_strdup(language) : NULL;
  d->unknown = n > SV_INPUT_MOST;
  if (!d->unknown) sv_text_bytes(&d->text, text, n);
  sv_text_string(&d->text, "");
  return d;
}

static void forget_symbols(sv_document *d) {
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    sv_free(d->symbols.at[i].name);
    sv_free(d->symbols.at[i].about);
    sv_free(d->symbols.at[i].property);
    json_decref(d->symbols.at[i].location);
  }
  sv_clear(d->symbols);
}

void sv_document_free(sv_document *d) {
  if (!d) return;
  forget_symbols(d);
  sv_vec_free(d->symbols);
  sv_job_free(d->job);
  json_decref(d->read);
  json_decref(d->found);
  json_decref(d->version);
  for (uint32_t i = 0; i < d->waiting.n; i++) json_decref(d->waiting.at[i]);
  sv_vec_free(d->waiting);
  sv_text_free(&d->text);
  sv_free(d->uri);
  sv_free(d->name);
  sv_free(d->language);
  sv_free(d);
}

// ---- edits

// Where an offset is after bytes begin .. end were replaced by n others. What was inside of them
// moves to their beginning.
static uint32_t moved(uint32_t offset, size_t begin, size_t end, size_t n) {
  if (offset < begin || (offset == begin && begin == end)) return offset;
  return (uint32_t)(offset >= end ? offset - (end - begin) + n : begin);
}

static void move_symbols(sv_document *d, size_t begin, size_t end, size_t n) {
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    sv_symbol *s = &d->symbols.at[i];
    bool before = s->from >= begin && begin == end;  // written right before the name
    s->from = before ? s->from + (uint32_t)n : moved(s->from, begin, end, n);
    s->to = moved(s->to, begin, end, n);
    s->begin = moved(s->begin, begin, end, n);
    s->end = moved(s->end, begin, end, n);
    if (s->to < s->from) s->to = s->from;
    if (s->begin > s->from) s->begin = s->from;
    if (s->end < s->to) s->end = s->to;
  }
}

static void replace(sv_document *d, size_t begin, size_t end, const char *text, size_t n) {
  sv_text whole = {0};
  sv_text_bytes(&whole, d->text.at, begin);
  sv_text_bytes(&whole, text, n);
  sv_text_bytes(&whole, d->text.at + end, d->text.n - end);
  sv_text_free(&d->text);
  d->text = whole;
  d->edits++;
  move_symbols(d, begin, end, n);
}

static bool read_range(const json_t *range, sv_position *start, sv_position *end) {
  return sv_position_read(json_object_get(range, "start"), start) &&
         sv_position_read(json_object_get(range, "end"), end);
}

static bool apply(sv_document *d, const json_t *change) {
  const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
  size_t n = json_string_length(text), begin = 0, end = d->text.n;
  sv_position first, last;
  if (!json_is_string(text) || n > SV_INPUT_MOST) return false;
  if (range) {
    if (!read_range(range, &first, &last)) return false;
    sv_lines lines = sv_lines_of(d->text.at, d->text.n);
    begin = sv_lines_offset(&lines, first);
    end = sv_lines_offset(&lines, last);
    sv_lines_free(&lines);
  }
  if (end < begin || d->text.n - (end - begin) + n > SV_INPUT_MOST) return false;
  replace(d, begin, end, json_string_value(text), n);
  return true;
}

// A whole text is a new beginning.
void sv_document_edit(sv_document *d, const json_t *change) {
  if (!json_object_get(change, "range")) d->unknown = false;
  if (!d->unknown) d->unknown = !apply(d, change);
}

// ---- symbols

static uint32_t offset_in(const json_t *entry, const char *key, const sv_document *d) {
  json_int_t n = json_integer_value(json_object_get(entry, key));
  return n < 0 || n > d->text.n ? d->text.n : (uint32_t)n;
}

static char *string_in(const json_t *entry, const char *key) {
  const char *s = json_string_value(json_object_get(entry, key));
  return s ? sv_strdup(s) : NULL;
}

static uint32_t extent(const sv_symbol *s) { return s->end - s->begin; }

static bool holds(const sv_symbol *o, const sv_symbol *s) {
  return o->begin <= s->begin && s->end <= o->end && extent(o) > extent(s);
}

// What has more than a name may be around others.
static void find_surroundings(sv_document *d) {
  for (uint32_t k = 0; k < d->symbols.n; k++) {
    const sv_symbol *o = &d->symbols.at[k];
    if (o->location || o->unnamed || extent(o) <= o->to - o->from) continue;
    for (uint32_t i = 0; i < d->symbols.n; i++) {
      sv_symbol *s = &d->symbols.at[i];
      const sv_symbol *known = s->around ? &d->symbols.at[s->around - 1] : NULL;
      if (!s->location && holds(o, s) && (!known || extent(o) < extent(known))) s->around = k + 1;
    }
  }
}

void sv_document_learn(sv_document *d, const json_t *index) {
  size_t i;
  json_t *entry;
  forget_symbols(d);
  json_array_foreach(index, i, entry) {
    sv_symbol s = {.name = string_in(entry, "name"), .about = string_in(entry, "about")};
    s.property = string_in(entry, "property");
    s.kind = (int)json_integer_value(json_object_get(entry, "kind"));
    s.unnamed = json_is_true(json_object_get(entry, "unnamed"));
    s.location = json_incref(json_object_get(entry, "location"));
    s.from = offset_in(entry, "from", d);
    s.to = offset_in(entry, "to", d);
    s.begin = offset_in(entry, "begin", d);
    s.end = offset_in(entry, "end", d);
    sv_push(d->symbols, s);
  }
  find_surroundings(d);
}

static bool in_name(char c, bool signs) {
  return isalnum((unsigned char)c) || c == '_' || (c & 0x80) || (signs && (c == '$' || c == '#'));
}

bool sv_document_word(const sv_document *d, size_t offset, bool signs, uint32_t *from,
                      uint32_t *to) {
  size_t first = offset < d->text.n ? offset : d->text.n, end = first;
  while (first && in_name(d->text.at[first - 1], signs)) first -= 1;
  while (end < d->text.n && in_name(d->text.at[end], signs)) end++;
  *from = (uint32_t)first;
  *to = (uint32_t)end;
  return end > first && !isdigit((unsigned char)d->text.at[first]);
}

// Where a name is declared it may be any text: "S1.2", "in flight".
static const sv_symbol *declared_here(const sv_document *d, size_t offset, uint32_t *from,
                                      uint32_t *to) {
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    const sv_symbol *s = &d->symbols.at[i];
    size_t n = strlen(s->name);
    if (s->unnamed || s->location || offset < s->from || offset > s->to || n != s->to - s->from)
      continue;
    *from = s->from;
    *to = s->to;
    if (!memcmp(d->text.at + s->from, s->name, n)) return s;
  }
  return NULL;
}

const sv_symbol *sv_document_at(const sv_document *d, size_t offset, uint32_t *from, uint32_t *to) {
  const sv_symbol *s = declared_here(d, offset, from, to);
  for (int signs = 1; !s && signs >= 0; signs--)
    if (sv_document_word(d, offset, signs, from, to)) s = sv_document_find(d, *from, *to);
  return s;
}

typedef struct {
  bool in_sight, before;
  uint32_t reach;  // of its surroundings
} fitness;

static fitness fitness_of(const sv_document *d, const sv_symbol *s, uint32_t at) {
  const sv_symbol *around = s->around ? &d->symbols.at[s->around - 1] : NULL;
  fitness f = {.in_sight = true, .before = !s->location && s->from <= at, .reach = UINT32_MAX};
  if (!around) return f;
  f.in_sight = around->begin <= at && at <= around->end;
  f.reach = around->end - around->begin;
  return f;
}

static bool is_better(const sv_symbol *a, fitness fa, const sv_symbol *b, fitness fb) {
  if (fa.in_sight != fb.in_sight) return fa.in_sight;
  if (!fa.in_sight) return false;  // the first one
  if (fa.reach != fb.reach) return fa.reach < fb.reach;
  if (fa.before != fb.before) return fa.before;
  return fa.before && a->from > b->from;
}

const sv_symbol *sv_document_find(const sv_document *d, uint32_t from, uint32_t to) {
  const sv_symbol *best = NULL;
  fitness best_fits = {0};
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    const sv_symbol *s = &d->symbols.at[i];
    if (s->unnamed || strlen(s->name) != to - from || memcmp(s->name, d->text.at + from, to - from))
      continue;
    if (!s->location && s->from == from) return s;  // the declaration itself
    fitness fits = fitness_of(d, s, from);
    if (!best || is_better(s, fits, best, best_fits)) best = s, best_fits = fits;
  }
  return best;
}
