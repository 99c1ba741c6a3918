// diag.h -- what we tell a person about an input.
//
// A list of diagnostics with places. Errors make the input malformed (exit
// status 65); "unsupported" marks a valid construct that we cannot check yet
// (answer unknown, status 2); warnings and notes never change an answer. A note belongs to the
// diagnostic before it. Rendered as
//
//   file:line:column: error: message
//     12 | the source line
//        |     ^~~~
//   hint: what to try
//
// After SV_DIAG_MAX errors further ones are counted but not kept. Of a concealed
// file (source.h) only the first error is kept, and only its token is shown.

#ifndef SV_DIAG_H
#define SV_DIAG_H

#include "base/source.h"
#include "base/text.h"

#define SV_DIAG_MAX 50

typedef enum { SV_ERROR, SV_WARNING, SV_NOTE, SV_UNSUPPORTED } sv_severity;

typedef struct sv_diags sv_diags;

sv_diags *sv_diags_new(const sv_sources *);  // sources must outlive it
void sv_diags_free(sv_diags *);
void sv_diag(sv_diags *, sv_severity, sv_span, const char *format, ...) SV_PRINTF(4, 5);
// About a file as a whole, which may not even be there.
void sv_diag_about(sv_diags *, sv_severity, const char *path, const char *format, ...)
    SV_PRINTF(4, 5);
// Adds a hint line to the last diagnostic.
void sv_diag_hint(sv_diags *, const char *format, ...) SV_PRINTF(2, 3);
// The same for those who have taken `...` themselves.
void sv_vdiag(sv_diags *, sv_severity, sv_span, const char *format, va_list);
void sv_vdiag_hint(sv_diags *, const char *format, va_list);
uint32_t sv_diags_errors(const sv_diags *);  // all errors, kept or not
// For loops over a text or a program that may be long: false once a limit of the
// sources was hit. That counts as an error, so that everything unwinds, but is
// none of the text's: nothing is reported from then on.
bool sv_diags_go_on(sv_diags *);
uint32_t sv_diags_unsupported(const sv_diags *);
uint32_t sv_diags_count(const sv_diags *);  // kept diagnostics of all kinds
sv_severity sv_diags_severity(const sv_diags *, uint32_t i);
sv_span sv_diags_span(const sv_diags *, uint32_t i);
const char *sv_diags_message(const sv_diags *, uint32_t i);
const char *sv_diags_path(const sv_diags *, uint32_t i);   // of sv_diag_about, else NULL
const char *sv_diags_hints(const sv_diags *, uint32_t i);  // lines "hint: …", or ""
void sv_diags_render(const sv_diags *, sv_text *);

#endif
