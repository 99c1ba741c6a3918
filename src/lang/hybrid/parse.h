// parse.h -- what the files of the parser share (not for others).
//
// parser.c drives and skips, parse_expr.c and parse_primary.c read sums and formulas,
// parse_automaton.c automata of both languages, parse_phaver.c and
// parse_hytech.c what stands around them; parse_common.c holds what they share.
// A function either returns what it has read, or has reported why not and
// returns NULL (false); the loops over commands, locations and edges then skip
// to a place from which to go on, so one mistake gives one message.

#ifndef HA_PARSE_H
#define HA_PARSE_H

#include "lang/cursor.h"
#include "lang/hybrid/ast.h"

typedef SV_VEC(ha_expr *) ha_exprs;
typedef SV_VEC(ha_word) ha_word_list;
typedef SV_VEC(ha_command *) ha_commands;

typedef struct {
  sv_cursor in;
  sv_names *names;
  sv_numbers *numbers;
  ha_syntax syntax;
  bool regions;  // expressions are regions of a script: reach, hide, functions
} ha_parser;

// --- the cursor (lang/cursor.h)
static inline ha_token_kind ha_kind(const ha_parser *p) { return sv_cursor_kind(&p->in); }
static inline sv_span ha_here(const ha_parser *p) { return sv_cursor_here(&p->in); }
static inline const sv_token *ha_ahead(const ha_parser *p, uint32_t n) {
  return sv_cursor_ahead(&p->in, n);
}
static inline void ha_advance(ha_parser *p) { sv_cursor_advance(&p->in); }
static inline bool ha_take(ha_parser *p, ha_token_kind kind) {
  return sv_cursor_take(&p->in, kind);
}
static inline sv_span ha_since(const ha_parser *p, sv_span begin) {
  return sv_cursor_since(&p->in, begin);
}
static inline const char *ha_found(const ha_parser *p) { return sv_cursor_found(&p->in); }
static inline bool ha_enter(ha_parser *p) { return sv_cursor_enter(&p->in, HA_DEPTH_MAX, NULL); }
static inline void ha_leave(ha_parser *p) { sv_cursor_leave(&p->in); }
#define ha_error(p, ...) sv_cursor_error(&(p)->in, __VA_ARGS__)
#define ha_error_here(p, ...) sv_cursor_error_here(&(p)->in, __VA_ARGS__)
#define ha_hint(p, ...) sv_cursor_hint(&(p)->in, __VA_ARGS__)

// --- parse_common.c
// The token must be there: "expected `;` after the edge, but found …".
bool ha_need(ha_parser *, ha_token_kind, const char *where);
bool ha_need_name(ha_parser *, const char *what, ha_word *);
void ha_hint_sign(ha_parser *);                    // after an error at a sign of other languages
bool ha_at_text(const ha_parser *, const char *);  // at a name that reads so
// name { "," name }; `what` is one of them.
bool ha_read_names(ha_parser *, const char *what, ha_words *out);
void ha_keep_words(ha_parser *, ha_word_list *, ha_words *out);
void ha_skip_past_semicolon(ha_parser *);  // but not past `end` or a new automaton
ha_command *ha_new_command(ha_parser *, ha_command_kind);

// --- parse_expr.c
ha_expr *ha_read_formula(ha_parser *);
// formula { separator formula } up to, not including, `end`; none: true. The separators of lists
// in braces are `&` (part of the formula) and `,`.
ha_expr *ha_read_list(ha_parser *, ha_token_kind end);
ha_expr *ha_new_expr(ha_parser *, ha_op, sv_span, ha_expr *const *args, uint32_t n);
ha_expr *ha_pair(ha_parser *, ha_op, ha_expr *, ha_expr *);

// --- parse_primary.c
ha_expr *ha_read_primary(ha_parser *);

// --- parse_automaton.c
bool ha_read_automaton(ha_parser *, ha_commands *out);
bool ha_read_states(ha_parser *, ha_states *);  // state { "," state }

// --- parse_phaver.c, parse_hytech.c
bool ha_read_phaver(ha_parser *, ha_commands *out);
bool ha_read_hytech(ha_parser *, ha_commands *out);

#endif
