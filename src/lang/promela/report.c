// report.c -- see report.h.

#include "lang/promela/report.h"

enum { CALLS_SHOWN = 3 };

static void flush_report(pml_reporter *r) {
  if (r->def.file) sv_diag(r->diags, SV_NOTE, r->def, "it comes from this macro");
  uint32_t call = r->call;
  for (uint32_t i = 0; call && i < CALLS_SHOWN; i++) {
    const pml_call *c = &r->calls.at[call - 1];
    sv_diag(r->diags, SV_NOTE, c->span, "in the expansion of the inline `%s`",
            sv_names_get(r->names, c->name));
    call = c->caller;
  }
  r->def = SV_NOWHERE;
  r->call = 0;
}

static bool first_time(pml_reporter *r, sv_span span, const char *message) {
  sv_text key = {0};
  sv_text_printf(&key, "%u:%u:%s", span.file, span.begin, message);
  if (!r->said) r->said = sv_names_new();
  bool fresh = !sv_names_find(r->said, key.at, key.n).x;
  if (fresh) sv_names_intern(r->said, key.at, key.n);
  sv_text_free(&key);
  return fresh;
}

bool pml_vreport(pml_reporter *r, sv_severity severity, sv_span span, pml_origin origin,
                 const char *format, va_list args) {
  sv_text text = {0};
  sv_text_vprintf(&text, format, args);
  bool fresh = first_time(r, span, sv_text_get(&text));
  if (fresh) {
    flush_report(r);
    sv_diag(r->diags, severity, span, "%s", sv_text_get(&text));
    r->def = origin.def;
    r->call = origin.call;
  }
  sv_text_free(&text);
  return fresh;
}

bool pml_report(pml_reporter *r, sv_severity severity, sv_span span, pml_origin origin,
                const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool fresh = pml_vreport(r, severity, span, origin, format, args);
  va_end(args);
  return fresh;
}

void pml_report_free(pml_reporter *r) {
  flush_report(r);
  if (r->said) sv_names_free(r->said);
  sv_vec_free(r->calls);
}
