// report.h -- what parser and checks say about a model.
//
// A macro or an inline that is used many times would repeat each of its
// mistakes; here a message is said once per place. Where the place is inside
// an expansion, notes that lead to the definition and the call follow, after
// the hints and notes that the caller adds.

#ifndef PML_REPORT_H
#define PML_REPORT_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/promela/parse/ast.h"

typedef SV_VEC(pml_call) pml_calls;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  const sv_sources *sources;
  sv_diags *diags;
  sv_names *said;   // "file:place:message" of all that was said; NULL at first
  pml_calls calls;  // every expansion of an inline
  sv_span def;      // to be noted before the next message; file 0 if nothing is
  uint32_t call;
} pml_reporter;

// Where something comes from, besides its span.
typedef struct {
  sv_span def;    // in a macro; file 0 outside
  uint32_t call;  // 1 + index of an inline call, or 0
} pml_origin;

// False: said before, so add no hint or note either.
bool pml_report(pml_reporter *, sv_severity, sv_span, pml_origin, const char *format, ...)
    SV_PRINTF(5, 6);
bool pml_vreport(pml_reporter *, sv_severity, sv_span, pml_origin, const char *format, va_list)
    SV_PRINTF(5, 0);
void pml_report_free(pml_reporter *);

#endif
