// parse.h -- what the files of the parser share.
//
// A file is read line by line; the first word of a line says what the line is.
// parse.c holds the cursor and the loop, parse_decl.c declarations,
// parse_action.c the clauses of actions, parse_term.c terms. Every function
// either reads its part or reports why not and returns NULL (false); the loop
// then goes on at the next line that begins with a known word.

#ifndef SVM_PARSE_H
#define SVM_PARSE_H

#include "lang/svm/ast.h"

#define SVM_DEEPEST 400u  // nesting of parentheses

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_diags *diags;
  svm_tokens tokens;
  uint32_t at, depth;
  SV_VEC(svm_node *) stack;  // children of the lists being read
  svm_file *file;
  svm_process *process;  // open, or NULL
  svm_action *action;    // open, or NULL
} svm_parser;

// Begins a parser on a file; svm_parser_end frees the tokens.
void svm_parser_begin(svm_parser *, sv_arena *, sv_names *, const sv_sources *, uint32_t file,
                      sv_diags *);
void svm_parser_end(svm_parser *);
// Reads a whole file. Errors are in the diagnostics; what could be read is returned.
svm_file *svm_parse_file(svm_parser *);

// --- parse.c: cursor
static inline const svm_token *svm_here(const svm_parser *p) { return &p->tokens.at[p->at]; }
static inline svm_token_kind svm_kind(const svm_parser *p) { return svm_here(p)->kind; }
void svm_next(svm_parser *);
bool svm_is_sign(const svm_parser *, const char *);
bool svm_is_word(const svm_parser *, const char *);
bool svm_take_sign(svm_parser *, const char *);
bool svm_take_word(svm_parser *, const char *);
bool svm_at_line_end(const svm_parser *);

// --- parse.c: errors; all return false
bool svm_error(svm_parser *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void svm_hint(svm_parser *, const char *format, ...) SV_PRINTF(2, 3);  // to the error just given
bool svm_expected(svm_parser *, const char *what);  // … but found the token here
bool svm_expect_sign(svm_parser *, const char *);
bool svm_expect_name(svm_parser *, const char *what, svm_token *out);
bool svm_expect_number(svm_parser *, const char *what, uint32_t most, uint32_t *out);
bool svm_expect_string(svm_parser *, const char *what, const char **out);

// Appends to an SVM_LIST.
#define svm_append(list, item) \
  (*((list).last ? (list).last : &(list).first) = (item), (void)((list).last = &(item)->next))

// --- parse_term.c
svm_node *svm_read_term(svm_parser *, const char *what);
// The tokens of a sort, up to `=`, `,` or the end of the line.
svm_node *svm_read_sort(svm_parser *);
bool svm_append_term(svm_parser *, svm_term_list *, svm_node *);  // false for NULL
bool svm_line_begins_here(const svm_parser *);  // in parse.c: the token is such a word
svm_token *svm_read_names(svm_parser *, const char *what, uint32_t *n);  // one or more

// --- the lines; called behind their first word
typedef bool svm_line_fn(svm_parser *);
svm_line_fn svm_read_enum, svm_read_variable, svm_read_queue, svm_read_process, svm_read_end,
    svm_read_location, svm_read_property, svm_read_init, svm_read_feature, svm_read_action,
    svm_read_text, svm_read_own_edge, svm_read_partner, svm_read_priority, svm_read_choice,
    svm_read_other_choice, svm_read_guard, svm_read_constraint, svm_read_set, svm_read_queue_op,
    svm_read_start, svm_read_print, svm_read_fails, svm_read_cut, svm_read_fair, svm_read_strong;

#endif
