// diagnose.c -- diagnostics, places and files for users of the library.

#include "api/api.h"

selvage_place sv_api_place(const sv_model *m, sv_span span) {
  if (!span.file) return (selvage_place){0};
  sv_place begin = sv_source_place(m->sources, span.file, span.begin);
  sv_place end = sv_source_place(m->sources, span.file, span.end);
  return (selvage_place){.file = sv_source_path(m->sources, span.file),
                         .line = begin.line,
                         .column = begin.column,
                         .end_line = end.line,
                         .end_column = end.column};
}

static selvage_severity severity_of(sv_severity severity) {
  switch (severity) {
  case SV_ERROR: return SELVAGE_ERROR;
  case SV_WARNING: return SELVAGE_WARNING;
  case SV_NOTE: return SELVAGE_NOTE;
  case SV_UNSUPPORTED: return SELVAGE_UNSUPPORTED;
  }
  SV_UNREACHABLE();
}

int selvage_model_diagnostic(const selvage_model *m, size_t i, selvage_diagnostic *out) {
  REQUIRE(m && out, "needs a model and where the diagnostic goes");
  if (i >= sv_diags_count(m->diags)) return 0;
  uint32_t n = (uint32_t)i;
  *out = (selvage_diagnostic){.severity = severity_of(sv_diags_severity(m->diags, n)),
                              .place = sv_api_place(m->model, sv_diags_span(m->diags, n)),
                              .message = sv_diags_message(m->diags, n),
                              .hint = sv_diags_hints(m->diags, n)};
  const char *about = sv_diags_path(m->diags, n);
  if (about) out->place.file = about;
  return 1;
}

const char *selvage_model_language(const selvage_model *m) { return m->model->language; }

const char *selvage_model_file(const selvage_model *m, size_t i) {
  const sv_sources *sources = m->model->sources;
  return i < sv_sources_count(sources) ? sv_source_path(sources, (uint32_t)i + 1) : NULL;
}

void selvage_on_message(selvage *s, void (*show)(void *, const selvage_diagnostic *),
                        void *context) {
  s->tell = show;
  s->tell_context = context;
}

void sv_api_tell(const selvage *s, const selvage_model *m) {
  selvage_diagnostic d;
  for (size_t i = 0; s->tell && selvage_model_diagnostic(m, i, &d); i++)
    s->tell(s->tell_context, &d);
}
