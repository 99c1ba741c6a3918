// atlas.c -- see atlas.h.

#include "serve/atlas.h"

#include "report/json_kit.h"

enum { EDITED = 1 };  // its number among the sources

sv_atlas sv_atlas_of(const sv_sources *sources, const char *uri) {
  return (sv_atlas){.sources = sources, .uri = uri};
}

void sv_atlas_free(sv_atlas *a) {
  for (uint32_t i = 0; i < a->lines.n; i++) sv_lines_free(&a->lines.at[i]);
  sv_vec_free(a->lines);
}

sv_span sv_atlas_edited(const sv_atlas *a, sv_span span) {
  if (!span.file || !sv_sources_count(a->sources)) return SV_NOWHERE;
  const char *path = sv_source_path(a->sources, span.file);
  if (span.file != EDITED && strcmp(path, sv_source_path(a->sources, EDITED))) return SV_NOWHERE;
  uint32_t size = (uint32_t)sv_source_size(a->sources, EDITED);
  if (span.begin > size) span.begin = size;
  if (span.end > size) span.end = size;
  span.file = EDITED;
  return span;
}

// Of what lies in another file; nowhere is at the beginning of the edited one.
static sv_span somewhere(const sv_atlas *a, sv_span span) {
  sv_span edited = sv_atlas_edited(a, span);
  return edited.file || !span.file ? edited : span;
}

static char *uri_of(const sv_atlas *a, sv_span span) {
  span = somewhere(a, span);
  bool other = span.file && span.file != EDITED;
  return other ? sv_uri_of(sv_source_path(a->sources, span.file)) : sv_strdup(a->uri);
}

static const sv_lines *lines_of(sv_atlas *a, uint32_t file) {
  sv_fill(a->lines, sv_sources_count(a->sources) + 1);
  sv_lines *l = &a->lines.at[file];
  if (!l->starts.n)
    *l = file ? sv_lines_of(sv_source_text(a->sources, file), sv_source_size(a->sources, file))
              : sv_lines_of("", 0);
  return l;
}

static json_t *range_of(sv_atlas *a, sv_span span) {
  span = somewhere(a, span);
  return sv_lines_range(lines_of(a, span.file), span.begin, span.end);
}

json_t *sv_atlas_location(sv_atlas *a, sv_span span) {
  char *uri = uri_of(a, span);
  json_t *location = json_object();
  sv_json_set(location, "uri", sv_json_string(uri));
  sv_json_set(location, "range", range_of(a, span));
  sv_free(uri);
  return location;
}

json_t *sv_atlas_related(sv_atlas *a, sv_span span, json_t *message) {
  return json_pack("{s:o, s:o}", "location", sv_atlas_location(a, span), "message", message);
}

static json_t *list_for(sv_atlas *a, json_t *notes, sv_span span) {
  char *uri = uri_of(a, span);
  json_t *list = json_object_get(notes, uri);
  if (!list) sv_json_set(notes, uri, list = json_array());
  sv_free(uri);
  return list;
}

json_t *sv_atlas_note(sv_atlas *a, json_t *notes, sv_span span, int severity, json_t *message,
                      json_t *related) {
  json_t *note = json_object();
  sv_json_set(note, "range", range_of(a, span));
  sv_json_set(note, "severity", json_integer(severity));
  sv_json_set(note, "source", json_string("selvage"));
  sv_json_set(note, "message", message);
  if (related) sv_json_set(note, "relatedInformation", related);
  json_array_append_new(list_for(a, notes, span), note);
  return note;
}
