// statements.h -- where the statements of a C text are, for witnesses.
//
// Debug information names the place of an operator or a call; SV-COMP's witnesses name the first
// character of the statement that it is in. So the text is read once more, as far as that takes:
// braces, parentheses, and the words that begin compound statements. Directives of the
// preprocessor are passed over, and macros stay as they are: a statement out of a macro is the one that uses it.

#ifndef C_STATEMENTS_H
#define C_STATEMENTS_H

#include "base/arena.h"
#include "base/source.h"

typedef enum { C_SIMPLE, C_BRANCH, C_LOOP, C_DO } c_statement_kind;
typedef struct {
  uint32_t begin, end;            // offsets; `end` is behind all of it
  c_statement_kind kind;          // BRANCH: if; LOOP: while and for; SIMPLE: switch as well
  uint32_t head_begin, head_end;  // its parentheses, if it has some; else both 0
  uint32_t body_begin, body_end;  // what is done if the condition holds, or again and again
} c_statement;
typedef struct {
  SV_VEC(c_statement) all;  // by `begin`
} c_statements;

void c_statements_read(c_statements *, const char *text, size_t n);
void c_statements_free(c_statements *);
// The innermost one around the offset, or NULL.
const c_statement *c_statement_at(const c_statements *, uint32_t offset);
// The closing parenthesis of the call whose function's name begins here, or 0.
uint32_t c_call_end(const char *text, size_t n, uint32_t offset);

#endif
