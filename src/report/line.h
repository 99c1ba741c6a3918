// line.h -- pieces of lines, shared by the text reports.

#ifndef SV_LINE_H
#define SV_LINE_H

#include "engine/engine.h"
#include "report/style.h"

// s in exactly `width` columns: padded, or cut in the middle with "...", where a number at
// its end ("[3]", "(3)", ":12") is kept.
void sv_line_cell(sv_text *, const char *s, size_t width);
size_t sv_line_columns(const char *);  // one for each character, colours none
void sv_line_end(sv_text *);           // drops trailing spaces, adds the newline
void sv_line_list(const sv_style *, sv_text *, const char *label, const sv_strings *items);
// The first four columns of a line of a trace. `color` is for who.
void sv_line_head(const sv_style *, sv_text *, const char *number, const char *who, sv_color color,
                  const char *where, const char *statement);
// Ends the line with these items, or has them below where they do not fit.
void sv_line_behind(const sv_style *, sv_text *line, const sv_strings *items);
const char *sv_base_name(const char *path);
// "race.bp:12"; of a question on the command line "--reach", or with its text "--reach 'x == 3'".
void sv_place_text(const sv_model *, sv_span, sv_text *);
void sv_place_question(const sv_model *, sv_span, sv_text *);
bool sv_place_is_option(const sv_model *, sv_span);  // is it such a question?
bool sv_place_says_all(const sv_model *, sv_span);   // and not shortened?
// Who takes the step in this state ("A+B" where it is a joint one), and what it is.
void sv_step_processes(const sv_net *, const sv_state *, const sv_step *, sv_text *);
void sv_step_statement(const sv_net *, const sv_step *, sv_text *);
// "assertion a (race.bp:12)".
void sv_property_text(const sv_model *, uint32_t property, sv_text *);
// And what its run is blamed on: "assertion index: index i of a is 3, not 0 to 2 (a.pml:5)".
// Returns the place of that, or of the property.
sv_span sv_violated_text(const sv_net *, const sv_trace *, sv_text *);

const char *sv_property_kind_text(sv_property_kind);  // "assertion" …

#endif
