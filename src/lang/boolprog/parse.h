// parse.h -- what the files of the parser share (not for others).
//
// parser.c reads declarations and procedures, parse_stmt.c and parse_flow.c
// statements, parse_expr.c expressions; parse_common.c holds what they share.
// Every function either returns what it has read or has reported why not and
// returns NULL (false); the statement loop then skips to the next `;` or
// closing word, so one mistake gives one message.

#ifndef BP_PARSE_H
#define BP_PARSE_H

#include "lang/boolprog/ast.h"
#include "lang/boolprog/lexer.h"
#include "lang/cursor.h"

typedef SV_VEC(bp_expr *) bp_expr_vec;
typedef SV_VEC(bp_stmt *) bp_stmt_vec;
typedef SV_VEC(bp_target) bp_target_vec;
typedef SV_VEC(bp_label *) bp_label_vec;
typedef SV_VEC(bp_var *) bp_var_vec;
typedef SV_VEC(bp_proc *) bp_proc_vec;

// The constructs that are open around the current token, innermost first.
typedef struct bp_opener {
  bp_token_kind kind;  // BP_T_BEGIN, BP_T_IF or BP_T_WHILE
  sv_span span;
  struct bp_opener *outer;
  bool else_if;  // an `if` right after an `else`, or around such a one
} bp_opener;

typedef struct {
  sv_cursor in;
  sv_names *names;
  bool torn;          // text is lost: missing `end fi od` go unreported
  bool mixed;         // this expression had its precedence warning
  bool formula;       // temporal operators may be used here
  sv_map procedures;  // set of the declared names
  bp_opener *open;
  bp_program *program;
  bp_var_vec globals;
  bp_proc_vec procs;
  bp_stmt_vec inits;
  bp_proc *proc;        // being read
  bp_var_vec vars;      // of proc
  bp_label_vec labels;  // of proc
  bool body_started;    // proc has had a statement
} bp_parser;

// --- the cursor (lang/cursor.h)
static inline bp_token_kind bp_kind(const bp_parser *p) { return sv_cursor_kind(&p->in); }
static inline sv_span bp_here(const bp_parser *p) { return sv_cursor_here(&p->in); }
static inline const sv_token *bp_ahead(const bp_parser *p, uint32_t n) {
  return sv_cursor_ahead(&p->in, n);
}
static inline void bp_advance(bp_parser *p) { sv_cursor_advance(&p->in); }
static inline bool bp_take(bp_parser *p, bp_token_kind kind) {
  return sv_cursor_take(&p->in, kind);
}
static inline sv_span bp_since(const bp_parser *p, sv_span begin) {
  return sv_cursor_since(&p->in, begin);
}
static inline const char *bp_found(const bp_parser *p) { return sv_cursor_found(&p->in); }
static inline void bp_leave(bp_parser *p) { sv_cursor_leave(&p->in); }
static inline sv_span bp_after_last(const bp_parser *p) { return sv_cursor_after_last(&p->in); }
static inline bool bp_enter(bp_parser *p) {
  return sv_cursor_enter(&p->in, BP_DEPTH_MAX,
                         "name parts of it with variables, or move them into procedures");
}
#define bp_error(p, ...) sv_cursor_error(&(p)->in, __VA_ARGS__)
#define bp_error_here(p, ...) sv_cursor_error_here(&(p)->in, __VA_ARGS__)
#define bp_hint(p, ...) sv_cursor_hint(&(p)->in, __VA_ARGS__)
#define bp_note(p, ...) sv_cursor_note(&(p)->in, __VA_ARGS__)

// --- parse_common.c
bool bp_is_name(bp_token_kind);  // a name or a soft word
const char *bp_name_text(const bp_parser *, sv_name);
bool bp_declared(const bp_parser *, sv_name);  // a procedure of that name exists
bool bp_ends_body(const bp_parser *);          // end fi od else elsif, or a new procedure
bool bp_at_procedure(const bp_parser *);       // `void f (`, `bool<2> f (`, `dfs …`
void bp_recover(bp_parser *);                  // past `;`, or up to a closing word

// --- parse_expr.c
bp_expr *bp_read_expr(bp_parser *);
// exprs = expr { "," expr } ;  appended to *out.
bool bp_read_exprs(bp_parser *, bp_expr_vec *out);

// --- parse_stmt.c
// body = { [ stmt ] [ ";" ] | declare } ;
void bp_read_body(bp_parser *, bp_block *out);
bp_stmt *bp_read_core(bp_parser *);
bp_stmt *bp_new_stmt(bp_parser *, bp_stmt_kind);  // span begins here
bp_stmt *bp_finish(bp_parser *, bp_stmt *);       // span ends here
// lhs { "," lhs } ":=" …, or a call.
bp_stmt *bp_read_assignment(bp_parser *);

// --- parse_flow.c
bp_stmt *bp_read_if(bp_parser *);
bp_stmt *bp_read_while(bp_parser *);
bp_stmt *bp_read_goto(bp_parser *);
bp_stmt *bp_read_start(bp_parser *);
// Reports a closing word that closes nothing here and steps over it.
void bp_stray_closer(bp_parser *);

// --- parser.c
bool bp_read_declare(bp_parser *);  // global, or local of p->proc

#endif
