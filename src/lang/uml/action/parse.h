// parse.h -- the parser of the action language.
//
// A text is a guard (an expression), a behaviour (statements), or what stands
// behind the word of a declaration line (`signals: …`). Each function reads one
// text as a whole; it returns false after a diagnostic. Inside of the parser a
// function either returns what it has read, or has reported why not.

#ifndef UML_PARSE_H
#define UML_PARSE_H

#include "lang/cursor.h"
#include "lang/uml/action/lexer.h"
#include "lang/uml/uml.h"

bool uml_parse_guard(uml_context *, sv_span text, uml_expr **out);
bool uml_parse_formula(uml_context *, sv_span text, uml_expr **out);  // with temporal operators
bool uml_parse_behavior(uml_context *, uml_behavior *);               // its texts become its body
// "[name] (…)" of an event that is sent, received or deferred: fills all but `signal`.
bool uml_parse_stimulus(uml_context *, sv_span text);
bool uml_parse_setting(uml_context *, sv_span);  // of --set

// Declarations; what they declare is added to the model.
bool uml_parse_signals(uml_context *, sv_span text);
bool uml_parse_operations(uml_context *, sv_span text);
bool uml_parse_enum(uml_context *, sv_span text);  // "Colour: red, green"
bool uml_parse_attributes(uml_context *, uml_class *, sv_span text);
bool uml_parse_objects(uml_context *, sv_span text);
bool uml_parse_environment(uml_context *, sv_span text);

// ---- inside

typedef SV_VEC(uml_expr *) uml_exprs;
typedef SV_VEC(uml_stmt *) uml_stmts;

typedef struct {
  sv_cursor in;
  uml_context *context;
  bool formula;  // `->` and temporal operators may be used
} uml_parser;

void uml_parser_open(uml_parser *, uml_context *, sv_span text, const char *end);
bool uml_parser_close(uml_parser *, bool good);  // nothing may be left

static inline uml_token_kind uml_kind(const uml_parser *p) { return sv_cursor_kind(&p->in); }
static inline sv_span uml_here(const uml_parser *p) { return sv_cursor_here(&p->in); }
static inline const sv_token *uml_ahead(const uml_parser *p, uint32_t n) {
  return sv_cursor_ahead(&p->in, n);
}
static inline void uml_advance(uml_parser *p) { sv_cursor_advance(&p->in); }
static inline bool uml_take(uml_parser *p, uml_token_kind kind) {
  return sv_cursor_take(&p->in, kind);
}
static inline sv_span uml_since(const uml_parser *p, sv_span begin) {
  return sv_cursor_since(&p->in, begin);
}
static inline const char *uml_found(const uml_parser *p) { return sv_cursor_found(&p->in); }
static inline bool uml_enter(uml_parser *p) { return sv_cursor_enter(&p->in, UML_DEPTH_MAX, NULL); }
static inline void uml_leave(uml_parser *p) { sv_cursor_leave(&p->in); }
#define uml_error(p, ...) sv_cursor_error(&(p)->in, __VA_ARGS__)
#define uml_error_here(p, ...) sv_cursor_error_here(&(p)->in, __VA_ARGS__)
#define uml_hint(p, ...) sv_cursor_hint(&(p)->in, __VA_ARGS__)

bool uml_need(uml_parser *, uml_token_kind, const char *where);
bool uml_need_name(uml_parser *, const char *what, sv_name *, sv_span *);
// The current token is this name.
bool uml_at_name(const uml_parser *, const char *);

uml_expr *uml_new_expr(uml_parser *, uml_op, sv_span);
uml_expr *uml_read_expr(uml_parser *);
uml_expr *uml_read_place(uml_parser *);  // name { "." name }
// "(" [ expr { "," expr } ] ")" into arg and n.
bool uml_read_arguments(uml_parser *, uml_expr ***arg, uint32_t *n);

#endif
