// parse.h -- what the files of the parser share (not for others).
//
// parser.c reads the units of a file, parse_decl.c declarations, parse_stmt.c
// and parse_flow.c statements, parse_expr.c expressions and formulas,
// parse_inline.c definitions and calls of inlines; parse_common.c holds the
// token cursor and everything about errors. Every function either returns
// what it has read or has reported why not and returns NULL (false); the
// statement loop then skips to the next separator or closing word.

#ifndef PML_PARSE_H
#define PML_PARSE_H

#include "lang/promela/parse/ast.h"
#include "lang/promela/parse/lexer.h"
#include "lang/promela/report.h"

typedef SV_VEC(pml_expr *) pml_expr_vec;
typedef SV_VEC(pml_stmt *) pml_stmt_vec;
typedef SV_VEC(pml_var *) pml_var_vec;
typedef SV_VEC(pml_label *) pml_label_vec;
typedef SV_VEC(pml_block) pml_block_vec;
typedef SV_VEC(pml_type) pml_type_vec;
typedef SV_VEC(pml_member *) pml_member_vec;

// The constructs that are open around the current token, innermost first.
typedef struct pml_opener {
  pml_token_kind kind;  // the word or bracket that opened it
  sv_span span;
  struct pml_opener *outer;
} pml_opener;

typedef struct {
  sv_name name;
  sv_span span;
  sv_name *param;
  sv_span *param_span;
  uint32_t params;
  const pml_token *body;  // from `{` to `}`
  uint32_t n;
  bool busy;  // being expanded
} pml_inline;

// Tokens being read: the file, or the expansion of an inline.
typedef struct {
  const pml_token *token;
  uint32_t n, at;
  uint32_t parens;  // `(` that are open: a line's end is no separator there
} pml_stream;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  pml_reporter *report;
  pml_stream in;
  uint32_t depth;    // of nesting
  bool stopped;      // gave up: nothing more is reported
  bool torn;         // text is lost: brackets open at the end go unreported
  bool formula;      // inside an ltl formula
  sv_map proctypes;  // set of the names that some proctype has
  sv_map typedefs;   // set of the names that some typedef has
  sv_map inlines;    // name -> index in `inlined`
  SV_VEC(pml_inline) inlined;
  uint32_t call;            // the inline being expanded: 1 + index, or 0
  uint32_t expanded;        // tokens made by inlines
  pml_expr *return_target;  // of the inline being expanded; NULL if it has none
  pml_opener *open;
  pml_program *program;
  SV_VEC(pml_unit) units;
  pml_label_vec labels;  // of the process being read
} pml_parser;

// --- parse_common.c: cursor
const pml_token *pml_ahead(const pml_parser *, uint32_t n);
static inline const pml_token *pml_now(const pml_parser *p) { return &p->in.token[p->in.at]; }
static inline pml_token_kind pml_kind(const pml_parser *p) { return pml_now(p)->kind; }
static inline sv_span pml_here(const pml_parser *p) { return pml_now(p)->span; }
void pml_advance(pml_parser *);
bool pml_take(pml_parser *, pml_token_kind);
bool pml_is_named(const pml_parser *, uint32_t ahead, const char *text);  // a name spelled so
sv_span pml_since(const pml_parser *, uint32_t from);       // from that token to the last one taken
sv_span pml_text_since(const pml_parser *, uint32_t from);  // the same, of a statement
bool pml_line_ended(const pml_parser *);  // Spin would see a `;` before this token
const char *pml_name_text(const pml_parser *, sv_name);
// The current token, quoted: "`x`", "the end of the file".
const char *pml_found(const pml_parser *);

// --- parse_common.c: errors
// Report at a span; false (nothing was said) when the place is already known
// to be bad. A hint or note may follow only after true.
bool pml_error(pml_parser *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
bool pml_error_here(pml_parser *, const char *format, ...) SV_PRINTF(2, 3);
void pml_note(pml_parser *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void pml_hint(pml_parser *, const char *format, ...) SV_PRINTF(2, 3);
void pml_unsupported(pml_parser *, sv_span, const char *what);
// Takes the token or says that it is missing, and after what.
bool pml_expect(pml_parser *, pml_token_kind, const char *where);
// The same for a closing bracket; names the opening one.
bool pml_expect_close(pml_parser *, pml_token_kind, sv_span opening, const char *sign);
bool pml_open_paren(pml_parser *, const char *where);
bool pml_close_paren(pml_parser *, sv_span opening);
// Takes a name; none after a message that says what it should be.
sv_name pml_expect_name(pml_parser *, const char *what, sv_span *);
bool pml_enter(pml_parser *);  // false: nested too deeply
void pml_leave(pml_parser *);
bool pml_closes(pml_token_kind);  // } :: fi od and the end
void pml_recover(pml_parser *);   // past a separator, or up to a closing word

// --- parse_expr.c
pml_expr *pml_new_expr(pml_parser *, pml_op);
pml_expr *pml_finish_expr(pml_parser *, pml_expr *, uint32_t from);
pml_expr *pml_read_expr(pml_parser *);
pml_expr *pml_read_varref(pml_parser *);
bool pml_read_exprs(pml_parser *, pml_expr_vec *out);  // expr { "," expr }

// --- parse_message.c
bool pml_read_send_args(pml_parser *, pml_expr_vec *out);
bool pml_read_receive_args(pml_parser *, pml_expr_vec *out);

// --- parse_decl.c
bool pml_at_declaration(const pml_parser *);
// [ visibility ] type var { "," var }; appended to *out.
bool pml_read_vars(pml_parser *, pml_scope, pml_var_vec *out);
bool pml_at_mtype_set(const pml_parser *);
bool pml_read_mtype(pml_parser *);
bool pml_read_typedef(pml_parser *);
bool pml_read_decl_list(pml_parser *, pml_scope, pml_token_kind closer, pml_var_vec *out);

// --- parse_stmt.c
pml_stmt *pml_new_stmt(pml_parser *, pml_stmt_kind);
pml_stmt *pml_finish(pml_parser *, pml_stmt *, uint32_t from);
// "{" sequence "}"; the construct is named in messages.
bool pml_read_body(pml_parser *, const char *construct, pml_block *out);
void pml_read_sequence(pml_parser *, pml_block *out);
bool pml_skip_c(pml_parser *);  // c_code and relatives

// --- parse_flow.c
pml_stmt *pml_read_options(pml_parser *, pml_stmt_kind);
pml_stmt *pml_read_for(pml_parser *);
pml_stmt *pml_read_select(pml_parser *);
pml_stmt *pml_read_goto(pml_parser *);
pml_stmt *pml_read_braces(pml_parser *, pml_stmt_kind);

// --- parse_inline.c
bool pml_read_inline(pml_parser *);
bool pml_at_call(const pml_parser *);
// name "(" arguments ")"; the target takes the value of `return`, or is NULL.
pml_stmt *pml_read_call(pml_parser *, pml_expr *target);

#endif
