// cursor.h -- where a parser stands in its tokens, and how it reports errors.
//
// For the languages that are scanned by scan.h. A parser keeps one of these as
// `in`; its own names for what is below are one-liners in its parse.h.

#ifndef SV_LANG_CURSOR_H
#define SV_LANG_CURSOR_H

#include "base/arena.h"
#include "base/text.h"
#include "lang/scan.h"

typedef struct {
  sv_arena *arena;
  const sv_sources *sources;
  sv_diags *diags;
  sv_tokens tokens;
  const char *end;  // what the end is called: "the end of the file"
  uint32_t at;      // current token
  uint32_t depth;   // of nesting
  bool stopped;     // gave up: nothing more is reported
} sv_cursor;

static inline uint32_t sv_cursor_kind(const sv_cursor *c) { return c->tokens.at[c->at].kind; }
static inline sv_span sv_cursor_here(const sv_cursor *c) { return c->tokens.at[c->at].span; }
const sv_token *sv_cursor_ahead(const sv_cursor *, uint32_t n);
void sv_cursor_advance(sv_cursor *);
bool sv_cursor_take(sv_cursor *, uint32_t kind);            // moves on if the kind matches
sv_span sv_cursor_since(const sv_cursor *, sv_span begin);  // from begin to the last token taken
sv_span sv_cursor_after_last(const sv_cursor *);            // the gap after the token before
// Where something is missing: right after the last token, if the next one is on another line.
sv_span sv_cursor_gap(const sv_cursor *);
// The current token as it stands in the source, quoted, or what the end is called.
const char *sv_cursor_found(const sv_cursor *);

// Reports; false (nothing was said) when the place is already known to be bad or the parser has
// stopped. A hint or note may follow only after true.
bool sv_cursor_error(sv_cursor *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
bool sv_cursor_error_here(sv_cursor *, const char *format, ...) SV_PRINTF(2, 3);
void sv_cursor_note(sv_cursor *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void sv_cursor_hint(sv_cursor *, const char *format, ...) SV_PRINTF(2, 3);

// One level deeper. False: too deep, which is reported, and the parser has stopped.
bool sv_cursor_enter(sv_cursor *, uint32_t most, const char *hint);
void sv_cursor_leave(sv_cursor *);

#endif
