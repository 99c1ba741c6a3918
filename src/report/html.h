// html.h -- the pieces of the page that html.c puts together.
//
// What the page's script draws travels as one JSON object (html_data.c says which): files with their
// lines, runs, coverage. Places are [file, line, column, last column] from 0, columns in
// UTF-16 units as scripts count them; null: nowhere.

#ifndef SV_HTML_H
#define SV_HTML_H

#include "report/json_kit.h"
#include "report/report.h"

json_t *sv_html_place(const sv_model *, sv_span);
// The text of every file of the model. Of files that may not be shown as a whole
// (sv_source_conceal), or are too large for it, only the lines of places are there.
json_t *sv_html_files(const sv_model *);
// A run: lanes, steps, messages, variables, folds, dependences.
json_t *sv_html_run(const sv_net *, const sv_trace *);
void sv_html_set_variables(json_t *run, const sv_net *, const sv_trace *);

// Which statements are ever taken, as a complete search has seen.
typedef struct {
  sv_span span;
  const char *text;  // the statement as written
  sv_coverage taken;
} sv_html_statement;
typedef SV_VEC(sv_html_statement) sv_html_statements;
// In the order of their places; several actions for one statement are one. False, and *why, where
// coverage is not known.
bool sv_html_list_coverage(const sv_report *, sv_html_statements *out, sv_text *why);
json_t *sv_html_coverage(const sv_report *);  // null where it is not known

// The parts of the page that can be read without a script.
void sv_html_answer(const sv_report *, sv_text *out);
void sv_html_table(const sv_net *, const sv_trace *, sv_text *out);
void sv_html_printf(sv_text *, const char *format, ...) SV_PRINTF(2, 3);  // escaped

// page.c: what stands in src/report/html/.
extern const char sv_page_style[], sv_page_script[];

#endif
