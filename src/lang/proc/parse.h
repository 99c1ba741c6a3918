// parse.h -- what the files of the parser share (not for others).
//
// parser.c reads the items of a program, parse_decl.c types and declarations,
// parse_stmt.c and parse_flow.c statements, parse_expr.c expressions;
// parse_common.c holds what they share. A function either returns what it has
// read, or has reported why not and returns NULL (false); the loops over items
// and statements then skip to a place from which to go on, so one mistake gives
// one message.

#ifndef PROC_PARSE_H
#define PROC_PARSE_H

#include "lang/cursor.h"
#include "lang/proc/ast.h"
#include "lang/proc/lexer.h"

typedef SV_VEC(proc_expr *) proc_exprs;
typedef SV_VEC(proc_stmt *) proc_stmts;
typedef SV_VEC(proc_decl *) proc_decls;
typedef SV_VEC(proc_branch) proc_branches;
typedef SV_VEC(proc_type) proc_types;

typedef struct {
  sv_cursor in;
  sv_names *names;
  proc_program *program;
  proc_decls items;
  bool formula;  // temporal operators may be used here
} proc_parser;

// --- the cursor (lang/cursor.h)
static inline proc_token_kind proc_kind(const proc_parser *p) { return sv_cursor_kind(&p->in); }
static inline sv_span proc_here(const proc_parser *p) { return sv_cursor_here(&p->in); }
static inline const sv_token *proc_ahead(const proc_parser *p, uint32_t n) {
  return sv_cursor_ahead(&p->in, n);
}
static inline void proc_advance(proc_parser *p) { sv_cursor_advance(&p->in); }
static inline bool proc_take(proc_parser *p, proc_token_kind kind) {
  return sv_cursor_take(&p->in, kind);
}
static inline sv_span proc_since(const proc_parser *p, sv_span begin) {
  return sv_cursor_since(&p->in, begin);
}
static inline const char *proc_found(const proc_parser *p) { return sv_cursor_found(&p->in); }
static inline void proc_leave(proc_parser *p) { sv_cursor_leave(&p->in); }
static inline sv_span proc_after_last(const proc_parser *p) { return sv_cursor_after_last(&p->in); }
static inline bool proc_enter(proc_parser *p) {
  return sv_cursor_enter(&p->in, PROC_DEPTH_MAX, NULL);
}
#define proc_error(p, ...) sv_cursor_error(&(p)->in, __VA_ARGS__)
#define proc_error_here(p, ...) sv_cursor_error_here(&(p)->in, __VA_ARGS__)
#define proc_hint(p, ...) sv_cursor_hint(&(p)->in, __VA_ARGS__)

// --- parse_common.c
// The token must be there: "expected `;` after the assignment, but found …".
bool proc_need(proc_parser *, proc_token_kind, const char *where);
bool proc_need_name(proc_parser *, const char *what, sv_name *, sv_span *);
void proc_skip_statement(proc_parser *);  // past `;`, or up to `}`
void proc_skip_item(proc_parser *);
bool proc_at_item(const proc_parser *);  // at a word that begins an item only
// [ "strong" ] "fair": words of the language only where another word follows.
sv_fairness proc_take_fairness(proc_parser *);
bool proc_at_fairness(const proc_parser *);

// --- parse_expr.c
proc_expr *proc_read_expr(proc_parser *);
bool proc_read_exprs(proc_parser *, proc_exprs *out);                    // expr { "," expr }
proc_expr *proc_read_place(proc_parser *);                               // name { "[" expr "]" }
bool proc_read_range(proc_parser *, proc_expr **low, proc_expr **high);  // expr ".." expr

// --- parse_decl.c
bool proc_at_type(const proc_parser *);
bool proc_read_type(proc_parser *, proc_type *);
// type declarator { "," declarator } ";", lock and chan declarations; appended.
bool proc_read_declaration(proc_parser *, proc_decls *out);
proc_decl *proc_new_decl(proc_parser *, proc_decl_kind, sv_name, sv_span);
bool proc_read_enum(proc_parser *, proc_decls *out);

// --- parse_stmt.c
bool proc_read_block(proc_parser *, const char *what, proc_block *out, sv_span *closing);
proc_stmt *proc_read_simple(proc_parser *);  // without its `;`
proc_stmt *proc_new_stmt(proc_parser *, proc_stmt_kind);
proc_stmt *proc_finish(proc_parser *, proc_stmt *);

// --- parse_flow.c
proc_stmt *proc_read_if(proc_parser *);
proc_stmt *proc_read_while(proc_parser *);
proc_stmt *proc_read_choose(proc_parser *);
proc_stmt *proc_read_atomic(proc_parser *);

#endif
