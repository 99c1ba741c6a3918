// parse.h -- what the files of the parser share (not for others).
//
// parser.c reads the system as a whole, parse_decl.c variables and channels,
// parse_process.c processes, parse_trans.c transitions, parse_expr.c
// expressions; parse_common.c holds what they share. Every function either
// returns what it has read or has reported why not and returns NULL (false);
// its caller then skips to the end of the declaration or transition, so one
// mistake gives one message.

#ifndef DVE_PARSE_H
#define DVE_PARSE_H

#include "lang/cursor.h"
#include "lang/dve/ast.h"
#include "lang/dve/lexer.h"

typedef SV_VEC(dve_expr *) dve_expr_vec;
typedef SV_VEC(dve_word) dve_word_vec;
typedef SV_VEC(dve_var *) dve_var_vec;
typedef SV_VEC(dve_channel *) dve_channel_vec;
typedef SV_VEC(dve_trans) dve_trans_vec;

typedef struct {
  sv_cursor in;
  sv_names *names;
  bool formula;  // temporal operators may be used here
  bool mixed;    // this expression had its precedence warning
  dve_system *system;
  dve_proc *proc;    // being read, or NULL
  dve_var_vec vars;  // of the system or of proc
  dve_channel_vec channels;
} dve_parser;

// --- the cursor (lang/cursor.h)
static inline dve_token_kind dve_kind(const dve_parser *p) { return sv_cursor_kind(&p->in); }
static inline sv_span dve_here(const dve_parser *p) { return sv_cursor_here(&p->in); }
static inline const sv_token *dve_ahead(const dve_parser *p, uint32_t n) {
  return sv_cursor_ahead(&p->in, n);
}
static inline void dve_advance(dve_parser *p) { sv_cursor_advance(&p->in); }
static inline bool dve_take(dve_parser *p, dve_token_kind kind) {
  return sv_cursor_take(&p->in, kind);
}
static inline sv_span dve_since(const dve_parser *p, sv_span begin) {
  return sv_cursor_since(&p->in, begin);
}
static inline const char *dve_found(const dve_parser *p) { return sv_cursor_found(&p->in); }
static inline void dve_leave(dve_parser *p) { sv_cursor_leave(&p->in); }
static inline sv_span dve_after_last(const dve_parser *p) { return sv_cursor_after_last(&p->in); }
static inline bool dve_enter(dve_parser *p) {
  return sv_cursor_enter(&p->in, DVE_DEPTH_MAX, "assign parts of it to variables");
}
#define dve_error(p, ...) sv_cursor_error(&(p)->in, __VA_ARGS__)
#define dve_error_here(p, ...) sv_cursor_error_here(&(p)->in, __VA_ARGS__)
#define dve_hint(p, ...) sv_cursor_hint(&(p)->in, __VA_ARGS__)

// --- parse_common.c
// Takes the token, or says "expected `;` after WHERE, but found …" in the gap before.
bool dve_expect(dve_parser *, dve_token_kind, const char *where);
// Reads a name, or says "expected WHAT, but found …".
bool dve_read_word(dve_parser *, const char *what, dve_word *out);
// word { "," word }; appended to *out
bool dve_read_words(dve_parser *, const char *what, dve_word_vec *out);
// Past the `;` of the declaration that began at a token, or up to `}` or a
// word that opens another one.
void dve_skip_declaration(dve_parser *, uint32_t from);

// --- parse_expr.c
dve_expr *dve_read_expr(dve_parser *);
bool dve_read_exprs(dve_parser *, dve_expr_vec *out);  // expr { "," expr }
// name [ "->" name ] [ "[" expr "]" ]
dve_expr *dve_read_variable(dve_parser *);

// --- parse_decl.c
bool dve_at_declaration(const dve_parser *);
bool dve_read_declaration(dve_parser *);  // into p->vars or p->channels
// What was declared since the last call, into the arena.
void dve_keep_declared(dve_parser *, dve_var ***var, uint32_t *vars, dve_channel ***channel,
                       uint32_t *channels);

// --- parse_process.c, parse_trans.c
dve_proc *dve_read_process(dve_parser *);
void dve_read_transitions(dve_parser *);  // into p->proc

#endif
